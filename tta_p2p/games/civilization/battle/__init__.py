"""Battles: units, combat, and what it leaves behind."""
