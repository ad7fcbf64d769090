"""7 Wonders, second edition, for 3 to 7 players."""
