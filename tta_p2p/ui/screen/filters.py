"""Filters: what somebody types over a list leaves of it only what has all these words."""

from __future__ import annotations

from ..cells import Row, plain
from ..plain_view import fold_name, normalize_name


def is_filter_key(key: str, filter: str) -> bool:
    """Whether a key goes on with a filter: a letter or digit; signs and blanks once something stands there."""
    if key == "backspace":
        return bool(filter)
    return len(key) == 1 and key.isprintable() and (key.isalnum() or (bool(filter) and key in " -'+・·ー"))


def edit_filter(key: str, filter: str) -> str:
    """Give a filter after a key that goes on with it."""
    return filter[:-1] if key == "backspace" else filter + key


def fits_filter(filter: str, *texts: str | Row) -> bool:
    """Whether texts have all words of a filter, the beginnings of words before all else.

    >>> fits_filter("bui tem", "Build a temple"), fits_filter("xyz", "Build")
    (True, False)
    """
    whole = " ".join(normalize_name(one if isinstance(one, str) else plain(one)) for one in texts)
    whole = f"{whole} {' '.join(one if isinstance(one, str) else plain(one) for one in texts)}".casefold()
    words = filter.casefold().split()
    if filter.isascii():
        return all(word in whole for word in words)
    alike = " ".join(fold_name(one if isinstance(one, str) else plain(one)) for one in texts)
    return all(word in whole or (fold_name(word) or word) in alike for word in words)
