"""The rules of Through the Ages by topic and language."""

from __future__ import annotations

from collections.abc import Mapping

from ...kit.topics import Topic, parse_topics
from . import (
    rules_en_attack,
    rules_en_build,
    rules_en_course,
    rules_zh_hans_attack,
    rules_zh_hans_build,
    rules_zh_hans_course,
)

RULES: Mapping[str, tuple[Topic, ...]] = {
    "en": parse_topics(rules_en_course.COURSE + rules_en_build.BUILD + rules_en_attack.ATTACK),
    "zh-Hans": parse_topics(rules_zh_hans_course.COURSE + rules_zh_hans_build.BUILD + rules_zh_hans_attack.ATTACK),
}
"""Language -> topics, in the order one would read them."""
