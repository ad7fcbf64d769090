"""Bots: who plays a seat without a person, by level; each game has its evaluation in a module of its name."""
