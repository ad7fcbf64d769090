"""Big civilization board games, peer to peer from the terminal: no server, nobody to trust."""

__version__ = "0.8.0"
DEFAULT_GAME = "through_the_ages"
"""The game that is played when nobody says which; here because the command line imports no more than this to start."""
