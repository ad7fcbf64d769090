"""Whether two names look alike or read alike, so that people at a table cannot tell them apart.

How names look is said by the confusables of Unicode (UTS 39), as the package `confusable_homoglyphs` brings them; how
they read, by compatibility and case, as RFC 8266 compares nicknames.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import resources

from tta_p2p.net.cleaning import visible

_ALIKE = re.compile(rb'"((?:[^"\\]|\\.)+)": \[\{"c": "((?:[^"\\]|\\.)+)", "n": "[^"]*"\}\](?=[,}])')
"""A letter in the data that looks like one other thing, and that."""


@dataclass(frozen=True)
class _Prototypes:
    """For each letter that looks like others the one that stands for all of them.

    The data name for every source its prototype, and for a prototype all its sources. They are read through and not
    kept: a node lives for weeks, and all of them as values would be a tenth of its memory.
    """

    letters: str
    """Sorted."""
    found: tuple[str, ...]

    def of(self, letter: str) -> str:
        """Give the letter that stands for one."""
        at = bisect_left(self.letters, letter)
        return self.found[at] if self.letters[at : at + 1] == letter else letter


@cache
def _prototypes() -> _Prototypes:
    import confusable_homoglyphs  # only where names are compared

    data = resources.files(confusable_homoglyphs).joinpath("confusables.json").read_bytes()
    one = frozenset(match[1] for match in _ALIKE.finditer(data))
    letters, found = [], dict[str, str]()
    for match in _ALIKE.finditer(data):
        letter, other = (json.loads(b'"%b"' % said) for said in match.groups())
        if len(letter) == 1:
            letters.append(letter)
            found[letter] = sys.intern(min(letter, other) if match[2] in one else other)
    letters.sort()
    return _Prototypes("".join(letters), tuple(found[letter] for letter in letters))


def skeleton(name: str) -> str:
    """Reduce a name to its skeleton, in which letters that look alike are one letter; only to be compared."""
    text = unicodedata.normalize("NFD", visible(unicodedata.normalize("NFKC", name)))
    prototypes = _prototypes()
    return unicodedata.normalize("NFD", "".join(map(prototypes.of, text)))


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
