"""Keys in a line: what each does, as the text says it, and the key itself for whoever clicks there."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from tta_p2p.i18n import KEY as PLACE
from tta_p2p.i18n import Words, templates

from .cells import Row, Span, Target, join, plain, row, width

KEY = "key"
"""The kind of what is drawn where a key is named."""
CLOSE = re.compile(r"(?<=\S) (?=[^\x00-\u2fff])")
"""A space between a key and wide letters, which can be done without."""
BETWEEN = "  "
"""What stands between two keys with what they do."""


def key_target(stroke: str) -> Target:
    """Give what is drawn where a key is named: clicked, it is pressed."""
    return Target(KEY, stroke)


def key_rows(words: Words, key: str, **values: object) -> list[Row]:
    """Give a text that names keys, in parts at its wider gaps: each letter shows the key that was named before it."""
    try:
        return _key_rows(words, key, values)
    except (ValueError, LookupError):  # a translation that cannot be filled in
        return [row(Span(words(key, **values), "label"))]


def _key_rows(words: Words, key: str, values: dict[str, object]) -> list[Row]:
    found: list[list[Span]] = [[]]
    target: Target | None = None
    for part in templates.parts(words.template(key)):
        first, *further = part.before.split(BETWEEN)
        found[-1].append(Span(first, "label", target))
        for text in further:
            target = None
            found.append([Span(text, "label")])
        if part.place is None:
            continue
        if part.sort == PLACE:
            stroke = words.keys.strokes(part.place)[0]
            target = key_target(stroke)
            found[-1].append(Span(words.stroke(stroke), "label", target))
        elif part.forms or part.sort:
            raise ValueError(f"no such place belongs into a line of keys: {part}")
        else:
            found[-1].append(Span(str(values[part.place]), "label", target))
    return [some for one in found if (some := row(*one))]


def join_keys(keys: Sequence[Row], room: int, kept: Collection[int] = ()) -> Row:
    """Put keys into a line of so many cells: closer together first, then fewer.

    The first and the last two stay, and those of the numbers ``kept`` as long as there is another to leave out.
    """
    some = list(keys)
    if width(join(some, BETWEEN)) > room:  # all of it closer together rather than a part: first keys with wide letters
        some = [_closer(one) for one in some]
    if width(join(some, " ")) > room:  # help and leaving stay, what stands before them gives way
        order = sorted(range(1, len(some) - 2), key=lambda at: (at in kept, -at))
        gone = set[int]()
        while order and width(join((one for at, one in enumerate(some) if at not in gone), " ")) > room:
            gone.add(order.pop(0))
        some = [one for at, one in enumerate(some) if at not in gone]
    gap = BETWEEN if width(join(some, BETWEEN)) <= room else " "
    return join(some, Span(gap, "label"))


def _closer(some: Row) -> Row:
    text, at, found = plain(some), 0, list[Span]()
    gone = {one.start() for one in CLOSE.finditer(text)}
    for span in some:
        kept = "".join(letter for place, letter in enumerate(span.text, at) if place not in gone)
        at += len(span.text)
        found.append(span._replace(text=kept))
    return row(*found)
