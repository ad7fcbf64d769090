"""Finding what somebody means by a word: a thing called exactly so, else one called so in part, else nearly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from typing import TypeVar

from .cells import width
from .plain_view import fold_name

T = TypeVar("T")

MIN_PART = 0.2
"""So much less like must a name be in a script of wide signs, whose words are short."""
MIN_LIKENESS = 0.8
"""How like a single word of a longer name must be, which many words are a little."""


def find_names(asked: str, called: Mapping[T, Iterable[str]]) -> list[T]:
    """Give what is called so: by a whole name, else by a word of one, else by a name's beginning, else by a part.

    A number is no part of a name: things are numbered inside the program as well.
    """
    wanted = fold_name(asked)
    if not wanted:
        return []
    whole = {thing: [fold_name(name) for name in names] for thing, names in called.items()}
    if found := [thing for thing, names in whole.items() if wanted in names]:
        return found
    if found := [thing for thing, names in called.items() for name in names if wanted in map(fold_name, name.split())]:
        return list(dict.fromkeys(found))
    fits: tuple[Callable[[str], bool], ...] = (
        lambda name: name.startswith(wanted),
        lambda name: not wanted.isdecimal() and wanted in name,
    )
    for fit in fits:
        if found := [thing for thing, names in whole.items() if any(map(fit, names))]:
            return found
    return []


def closest_names(asked: str, called: Mapping[T, str], most: int = 3, cutoff: float = 0.7) -> list[T]:
    """Give what is nearly called so, the nearest first; a longer word of a name alone will do."""
    wanted, names, parts = (
        fold_name(asked),
        {fold_name(name): thing for thing, name in reversed(list(called.items()))},  # the first of those that are alike
        dict[str, T](),
    )
    if width(wanted) > len(wanted):
        cutoff -= MIN_PART  # one sign of two or three is a larger part of a word than one letter
    likeness = SequenceMatcher(None, "", wanted)  # keeps what it works out of its second text
    for thing, name in called.items():
        for word in map(fold_name, name.split()):
            if len(word) > 3:
                likeness.set_seq1(word)
                bounds = (likeness.real_quick_ratio, likeness.quick_ratio, likeness.ratio)  # the cheapest first
                if all(ratio() >= MIN_LIKENESS for ratio in bounds):
                    parts.setdefault(word, thing)
    names = {**parts, **names}
    return list(dict.fromkeys(names[name] for name in get_close_matches(wanted, names, most, cutoff)))
