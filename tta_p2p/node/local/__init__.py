"""A game in one process, without peers: solo play, hot seat, and trying programs."""
