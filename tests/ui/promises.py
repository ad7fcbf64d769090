"""What the texts of the cards of Through the Ages promise, read by a small grammar: a number beside a thing's word."""

from __future__ import annotations

import re

from tta_p2p.i18n import Words
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.through_the_ages.cards import card_text

Promise = tuple[int, str]
ENGLISH = {
    "culture": "culture", "science": "science", "strength": "strength", "food": "food", "resource": "resources?",
    "happy": "happy faces?", "unhappy": "unhappy faces?", "civil_actions": "civil(?: and [0-9]+ military)? actions?",
    "military_actions": "military actions?", "yellow_tokens": "yellow(?: and [0-9]+ blue)? tokens?",
    "blue_tokens": "blue tokens?", "population": "population", "colonization": "(?:colonization|force)",
    "infantry": "infantry", "cavalry": "cavalry", "artillery": "artillery",
}  # fmt: skip
CHINESE = {
    "culture": "文化(?:增速|点数)?", "science": "科学(?:增速|点数)?", "strength": "军力", "food": "食物(?:产量)?",
    "resource": "资源(?:产量)?", "happy": "笑脸", "unhappy": "哭脸", "civil_actions": "内政行动",
    "military_actions": "军事行动", "yellow_tokens": "黄色标记", "blue_tokens": "蓝色标记", "population": "人口",
    "colonization": "(?:殖民)?力量", "infantry": "步兵", "cavalry": "骑兵", "artillery": "炮兵",
}  # fmt: skip
FAR_APART = {
    "wave-of-nationalism": "in Chinese the number of players stands between resources and their number",
    "military-build-up": "in Chinese the number of players stands between resources and their number",
    "endowment-for-the-arts": "in Chinese the number of players stands between culture and its number",
    "impact-of-government": "English says culture once for two numbers",
    "impact-of-wonders": "Chinese says culture once, before all ages",
}
"""Cards whose numbers do not stand beside their things in both languages."""


def english(text: str) -> set[Promise]:
    """Read an English text."""
    plain = text.replace(" more ", " ")
    return {(int(n), thing) for thing, word in ENGLISH.items() for n in re.findall(rf"(\d+) (?:{word})\b", plain)}


def chinese(text: str) -> set[Promise]:
    """Read a Chinese text."""
    forms = r"(\d+)(?:点|个|支|名)?(?:只能用于[^，。]*?的)?(?:{0})", r"(?:{0})[+-]?(\d+)"
    found = (
        (n, thing) for thing, word in CHINESE.items() for form in forms for n in re.findall(form.format(word), text)
    )
    return {(int(n), thing) for n, thing in found}


def texts(face: str) -> tuple[str, str]:
    """Give the text of a card in both languages."""
    one, other = (card_text(face, presenter_for("through_the_ages", Words(one)).words) for one in ("en", "zh-Hans"))
    return one, other
