"""Whole nodes in a simulated world: one process, a virtual clock, everything by chance from a seed."""
