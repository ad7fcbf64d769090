"""The colours of what Through the Ages counts and of its kinds of cards, as hues that every screen has."""

from __future__ import annotations

CULTURE = "magenta"
FOOD = "yellow"
HAPPY = "yellow"
LEADER = "green"
MILITARY = "red"
RESOURCE = "red"
SCIENCE = "cyan"
STRENGTH = "red"
WONDER = "magenta"
