"""Smugglers: an example of a game, with actions in turns, claims about hidden cards and a look at them."""
SEATS = (2, 3, 4)
"""The numbers of seats it can be played with."""
