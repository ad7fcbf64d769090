"""The rules by topic and language."""

from __future__ import annotations

from collections.abc import Mapping

from ...kit.topics import Topic, parse_topics
from .rules_en import ENGLISH
from .rules_zh_hans import CHINESE

RULES: Mapping[str, tuple[Topic, ...]] = {"en": parse_topics(ENGLISH), "zh-Hans": parse_topics(CHINESE)}
"""Language -> topics, in the order one would read them."""
