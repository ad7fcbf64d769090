"""7 Wonders, second edition, for 3 to 7 players."""

SEATS = (3, 4, 5, 6, 7)
"""The numbers of seats it can be played with."""
