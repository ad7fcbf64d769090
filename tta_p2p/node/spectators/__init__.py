"""Showing a game to those who only watch, and watching one."""
