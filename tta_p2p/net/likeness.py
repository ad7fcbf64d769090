"""Whether two names look alike or read alike, so that people at a table cannot tell them apart.

How names look is said by the confusables of Unicode (UTS 39), as the package `confusable_homoglyphs` brings them; how
they read, by compatibility and case, as RFC 8266 compares nicknames.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import msgspec

from tta_p2p.net.cleaning import visible


class _Confusable(msgspec.Struct):
    c: str


@cache
def _prototypes() -> Mapping[str, str]:
    """For each letter that looks like others the one that stands for all of them.

    The data name for every source its prototype, and for a prototype all its sources.
    """
    import confusable_homoglyphs  # only where names are compared

    data = resources.files(confusable_homoglyphs).joinpath("confusables.json").read_bytes()
    alike = msgspec.json.decode(data, type=dict[str, list[_Confusable]])
    found = {}
    for letter, others in alike.items():
        if len(letter) == len(others) == 1:
            other = others[0].c
            found[letter] = min(letter, other) if len(alike[other]) == 1 else other
    return found


def skeleton(name: str) -> str:
    """Reduce a name to its skeleton, in which letters that look alike are one letter; only to be compared."""
    text = unicodedata.normalize("NFD", visible(unicodedata.normalize("NFKC", name)))
    prototypes = _prototypes()
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in text))


def _reading(name: str) -> str:
    """Reduce a name to its sound, whatever case and width it is written in."""
    return " ".join(unicodedata.normalize("NFKC", visible(name)).casefold().split())


def likeness(name: str) -> frozenset[tuple[str, str]]:
    """Give the common parts of two names, one or both, if they look or read alike.

    >>> likeness("Ann") & likeness("\\N{CYRILLIC CAPITAL LETTER A}nn") != frozenset()
    True
    >>> likeness("Ann") & likeness("Anna")
    frozenset()
    """
    return frozenset({("looks", skeleton(name)), ("reads", _reading(name))})


def lookalikes(names: Iterable[str]) -> dict[str, list[str]]:
    """For each of these names that looks or reads like others of them, which ones."""
    parts = {name: likeness(name) for name in names}
    found = {name: [other for other in parts if other != name and parts[other] & own] for name, own in parts.items()}
    return {name: others for name, others in found.items() if others}
