"""Cities: management, yields, and destruction."""
