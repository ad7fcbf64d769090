"""The rules of Through the Ages in English, by topic."""

from __future__ import annotations

from ...kit.topics import Topic, topics
from .rules_en_attack import ATTACK
from .rules_en_build import BUILD
from .rules_en_course import COURSE

TOPICS: tuple[Topic, ...] = topics(COURSE + BUILD + ATTACK)
"""All topics, in the order one would read them."""
