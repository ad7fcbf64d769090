"""From a plan to a game that is stored: matchmaking, resumption, and another game at the same table."""
