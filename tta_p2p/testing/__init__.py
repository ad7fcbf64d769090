"""Shared checks for tests of games and of the application; only tests import them."""
