"""The full-screen client: a picture of the game that changes in place, played by keys, for people at a terminal."""
