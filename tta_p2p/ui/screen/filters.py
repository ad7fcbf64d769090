"""Filters: what somebody types over a list leaves of it only what has all these words."""

from __future__ import annotations

import re

from ..cells import Row, plain
from ..plain_view import fold_name, normalize_name

SIGNS = ".,;:()[]“”…，。；：、（）"
"""Signs around words, which nobody types to find them."""
PARTED = str.maketrans("[、，", "   ")
"""Signs that part words as a blank does."""
NUMBER = re.compile(r"\d+")
NOTATION = re.compile(r"(?:[^\W\d_]+\d+)+")
"""Letters, each time with the number that they tell of."""


def is_filter_key(key: str, filter: str) -> bool:
    """Whether a key goes on with a filter: a letter or digit; signs and blanks once something stands there."""
    if key in ("backspace", "ctrl u"):
        return bool(filter)
    return len(key) == 1 and key.isprintable() and (key.isalnum() or (bool(filter) and key in " -'+・·ー"))


def edit_filter(key: str, filter: str) -> str:
    """Give a filter after a key that goes on with it, or ends a part of it."""
    return {"backspace": filter[:-1], "ctrl u": ""}.get(key, filter + key)


def filter_rank(filter: str, name: str | Row, *texts: str | Row) -> int:
    """Tell how near a line that fits a filter is to what was meant, lower numbers first.

    It is called just so; so but for capitals; its name begins so; what is said of it begins with that, or one of the
    other texts has it, as a word; what is said of it has it as a word; a word begins so; the rest.

    >>> lines = ("z", "undo"), ("Z", "undo the turn"), ("y", "redo what you undid", "zoom")
    >>> [filter_rank("Z", *line) for line in lines], [filter_rank("undo", *line) for line in lines]
    ([1, 0, 5], [3, 3, 6])
    """
    called, typed = plain_text(name).split(), filter.split()
    if called[: len(typed)] == typed:
        return 0
    folded = filter.casefold().split()
    if [one.casefold() for one in called[: len(typed)]] == folded:
        return 1
    if " ".join(called).casefold().startswith(" ".join(folded)):
        return 2
    said, *others = [_words_of(text) for text in texts] or [[]]
    if said[: len(folded)] == folded or any(all(word in some for word in folded) for some in others):
        return 3
    whole = [word for some in (said, *others) for word in some]
    if all(word in whole for word in folded):
        return 4
    return 5 if all(any(one.startswith(word) for one in whole) for word in folded) else 6


def plain_text(text: str | Row) -> str:
    """Give a text without what it is drawn with, and without the signs around its words."""
    whole = text if isinstance(text, str) else plain(text)
    return " ".join(word.strip(SIGNS) or word for word in whole.translate(PARTED).split())


def _words_of(text: str | Row) -> list[str]:
    return plain_text(text).casefold().split()


def fits_sample(filter: str, *texts: str | Row) -> bool:
    """Whether texts have each word of a filter with whatever number: a legend shows one sample of a notation.

    >>> fits_sample("L1", "pays a neighbour (L4 R1)"), fits_sample("L1 R12", "L4 R1"), fits_sample("M1", "L4")
    (True, True, False)
    >>> fits_sample("1", "L4 R1"), fits_sample("l", "L4 R1"), fits_sample("左1", "（左4右1）")
    (False, False, True)
    """
    whole = NUMBER.sub("0", " ".join(one if isinstance(one, str) else plain(one) for one in texts).casefold())
    words = [NUMBER.sub("0", word) for word in filter.casefold().split()]
    return bool(words) and all(
        NOTATION.fullmatch(word) and re.search(rf"(?<![a-z]){re.escape(word)}", whole) for word in words
    )


def fits_filter(filter: str, *texts: str | Row, unseen: str = "") -> bool:
    """Whether texts have all words of a filter, the beginnings of words before all else.

    ``unseen``: other words that fit where they begin so: that "onward" has a war in it tells nobody anything.

    >>> fits_filter("bui tem", "Build a temple"), fits_filter("xyz", "Build")
    (True, False)
    >>> fits_filter("war", "the next game", unseen="onward"), fits_filter("war", "attack", unseen="battle war")
    (False, True)
    """
    whole = " ".join(normalize_name(one if isinstance(one, str) else plain(one)) for one in texts)
    whole = f"{whole} {' '.join(one if isinstance(one, str) else plain(one) for one in texts)}".casefold()
    words, others = filter.casefold().split(), unseen.casefold()
    begins = others.replace("-", " ").split()
    if filter.isascii():
        return all(word in whole or any(one.startswith(word) for one in begins) for word in words)
    alike = " ".join(fold_name(one if isinstance(one, str) else plain(one)) for one in (*texts, unseen))
    return all(word in whole or word in others or (fold_name(word) or word) in alike for word in words)
