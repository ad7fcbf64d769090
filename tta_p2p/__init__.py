"""Big civilization board games, peer to peer from the terminal: no server, nobody to trust."""

__version__ = "0.2.0"
