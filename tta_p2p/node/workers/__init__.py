"""Processes beside a node that carry out heavy checks and choose the moves of bots."""
