"""A client at this terminal, and games in this process that it plays."""
