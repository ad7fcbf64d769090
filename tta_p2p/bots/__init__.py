"""Bots: players without a person, by level; each game has its evaluation in a package of its name."""
