"""The contents of a data folder for people: their identity, their games, and the soundness of it all."""
