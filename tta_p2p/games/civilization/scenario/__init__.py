"""Positions in the game's own words, for tests, puzzles and simulations."""
