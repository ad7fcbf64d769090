"""Caravan: an example of a game, with sealed decisions and hands that are passed on."""
SEATS = (2, 3, 4, 5)
"""The numbers of seats it can be played with."""
