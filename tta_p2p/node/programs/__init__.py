"""External programs that play seats."""
