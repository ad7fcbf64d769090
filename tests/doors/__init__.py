"""Who knocks at the doors of real nodes, and says whatever can be said there (`./scripts/soak doors`)."""
