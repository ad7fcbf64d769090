"""Keys and lines as an input method of East Asia gives them: letters of full width, marks, composed text."""

from __future__ import annotations

import unicodedata

_FULL_WIDTH = {**{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}, 0x3000: 0x20}
"""Letters, digits and marks of full width (U+FF01 to U+FF5E) and the blank of that width, with those of a keyboard."""
_MARKS = {
    "。": ".",
    "｡": ".",
    "、": ",",
    "､": ",",
    "・": "/",
    "･": "/",
    "「": "[",
    "」": "]",
    "『": "{",
    "』": "}",
    "：": ":",
}
"""Marks that stand on a key of another sign while an input method is on."""


def plain_letters(typed: str) -> str:
    """Give what was typed with letters of full width as they stand on a keyboard, one for one.

    >>> plain_letters("ｔａｋｅ　３"), plain_letters("か")
    ('take 3', 'か')
    """
    return typed if typed.isascii() else typed.translate(_FULL_WIDTH)


def plain_key(key: str) -> str:
    """Give the key on which a sign of an input method stands; any other key as it is.

    >>> plain_key("？"), plain_key("・"), plain_key("page up")
    ('?', '/', 'page up')
    """
    return _MARKS.get(key, plain_letters(key)) if len(key) == 1 else key


def is_composed(key: str) -> bool:
    """Whether a key is a letter of a script that is composed and stands on no key: kana, ideographs, hangul."""
    return len(key) == 1 and plain_key(key) == key and unicodedata.east_asian_width(key) in "WFH" and key.isalpha()
