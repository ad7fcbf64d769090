"""Acts possible now, kind by kind, for the pages of help: by their keys, or as they are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tta_p2p.games.civilization.map.squares import SQUARES

from ..blocks import Block, Fields, Gap, Heading
from ..cells import row
from ..presenter import MenuItem, Presenter
from ..texts import sentence

HIDDEN_VERBS = "resign"
"""The verb that is told among what concerns others."""


def _kinds(items: Sequence[MenuItem]) -> dict[str, list[MenuItem]]:
    found: dict[str, list[MenuItem]] = {}
    for item in items:
        if item.verb != HIDDEN_VERBS:
            found.setdefault(item.verb, []).append(item)
    return found


def by_key(presenter: Presenter, items: Sequence[MenuItem], keys: Mapping[str, str]) -> tuple[Block, ...]:
    """Give the key of each kind of act with what it does; ``keys``: verb -> key."""
    told = (
        (row(keys.get(verb, "")), row(sentence(_kind_text(presenter, some)))) for verb, some in _kinds(items).items()
    )
    return _list_fields(presenter, Fields(tuple(told), 2))


def by_line(presenter: Presenter, items: Sequence[MenuItem]) -> tuple[Block, ...]:
    """Give an act of each kind as it is typed, with what it does."""
    told = ((row(some[0].text), row(some[0].description)) for some in _kinds(items).values())
    return _list_fields(presenter, Fields(tuple(told), 2))


def _list_fields(presenter: Presenter, fields: Fields) -> tuple[Block, ...]:
    return (Gap(), Heading(row(presenter.words("civ.help.possible"))), fields) if fields.pairs else ()


def _kind_text(presenter: Presenter, items: Sequence[MenuItem]) -> str:
    """Say what acts of one verb do: on which squares, or how many such acts there are."""
    if len(items) == 1:
        return items[0].description
    words, verb = presenter.words, presenter.verb_name(items[0].verb)
    squares = [str(item.label.args[0]) for item in items if len(item.label.args) == 1]
    if len(squares) == len(items) and SQUARES.keys() >= {*squares}:
        return verb + words("civ.colon") + words.any_of(squares)
    return verb + words("civ.in-brackets", what=words("civ.help.ways", n=len(items)))
