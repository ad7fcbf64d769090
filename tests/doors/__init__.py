"""Visitors at the doors of real nodes, with all that can be said there (`./scripts/soak doors`)."""
