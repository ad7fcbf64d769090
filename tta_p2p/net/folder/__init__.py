"""Play through a folder that any tool copies between the players: boxes for a game under way, streams for a lobby."""
