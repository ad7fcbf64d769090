"""A game under way at this node."""
