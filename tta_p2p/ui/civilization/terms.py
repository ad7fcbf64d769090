"""The terms of a deal: a line for each thing that can be named, whatever its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from tta_p2p.seats.messages import PendingDecision

from ..blocks import Block, Fields, Heading
from ..cells import Row, Span, row
from ..presenter import MenuItem
from ..screen.boards import Spot
from .wording import CivilizationWording

SIDES = ("offer", "want", "hand")
"""Verbs that name one more thing: what the own side gives, what it gets, what others give one another."""
DECISION_VERBS = ("terms", "terms-of-several")
"""Decisions in which the terms of a deal are put together."""


@dataclass(frozen=True, slots=True)
class TermGroup:
    """One kind of a side's terms: its name, and an act for each number of it or for each such card."""

    verb: str
    what: str
    items: tuple[MenuItem, ...]


def amount(item: MenuItem) -> int:
    """Give how much an act names of something for a deal; 0: it names no number."""
    args = item.label.args
    if item.verb not in SIDES or len(args) < 2 or not isinstance(args[-2], str):
        return 0
    return args[-1] if isinstance(args[-1], int) else 0


def next_act(items: Sequence[MenuItem], decision: PendingDecision, seat: int) -> str:
    """Give the act on which the mark stands: what proposes a deal in which the seat gives and gets something.

    Before that it is the first thing of the side for which nothing is named, so that nobody gives for nothing by haste.
    """
    args = decision.args
    if decision.key == "terms":
        gives, gets = (list(takewhile(lambda arg: arg != "/", some)) for some in (args[1:], args[::-1]))
        given, got = gives != ["nothing"], gets != ["nothing"]
    else:
        hands = [
            args[at + 1 : at + 3] for at, arg in enumerate(args) if str(arg).startswith("hands") and args[at + 1 :]
        ]
        given, got = (any(seat == one[side] for one in hands) for side in (0, 1))
    proposal = next((item.text for item in items if item.verb == "propose"), "")
    side = "" if not proposal or (given and got) else "want" if given else "offer"
    return next((item.text for item in items if item.verb == side), proposal)


def groups(wording: CivilizationWording, entries: Sequence[MenuItem], verb: str) -> list[TermGroup]:
    """Give what a side can name, in the order of the acts."""
    found: dict[str, list[MenuItem]] = {}
    for item in entries:
        if item.verb == verb:
            found.setdefault(_what(wording, item), []).append(item)
    return [TermGroup(verb, what, tuple(items)) for what, items in found.items()]


def _what(wording: CivilizationWording, item: MenuItem) -> str:
    """Name what an act is about, and among several who takes part in that: a card of somebody else by its back."""
    args, words = item.label.args, wording.words
    thing = args[-2] if amount(item) else args[-1]
    parts = [wording.texts.name(arg) for arg in args[: -2 if amount(item) else -1] if isinstance(arg, int)]
    what = _thing(wording, item, thing)
    if len(parts) == 2:
        return words("civ.terms.hands", what=what, giver=parts[0], taker=parts[1])
    return words(f"civ.terms.{item.verb}-of", what=what, name=parts[0]) if parts else what


def _thing(wording: CivilizationWording, item: MenuItem, thing: object) -> str:
    """Name what changes hands."""
    if isinstance(thing, str):
        return wording.texts.card(thing)
    back = wording.state.backs.get(getattr(thing, "card", -1), "")
    face = getattr(thing, "face", "")
    if face and len(item.label.args) > 1:
        return wording.texts.card(face)
    return (None if face else wording.texts.optional(f"paid.{back}")) or item.short_description


def _group_text(wording: CivilizationWording, group: TermGroup) -> str:
    most = max(map(amount, group.items))
    return wording.words("civ.terms.up-to", what=group.what, n=most) if most > 1 else group.what


def blocks(wording: CivilizationWording, entries: Sequence[MenuItem]) -> tuple[Block, ...]:
    """Lay out both sides, each line with the numbers of its acts, then what ends it."""
    found: list[Block] = []
    for verb in SIDES:
        rows = [(_numbers(group.items), row(_group_text(wording, group))) for group in groups(wording, entries, verb)]
        if rows:
            found += [Heading(row(wording.words(f"civ.terms.{verb}"))), Fields(tuple(rows), 2)]
    ends = sorted((item for item in entries if item.verb not in SIDES), key=lambda item: item.number)
    others = [(_numbers((item,)), row(item.description)) for item in ends]
    return (*found, Heading(row(wording.words("civ.terms.then"))), Fields(tuple(others), 2))


def _numbers(items: Sequence[MenuItem]) -> Row:
    first, last = items[0].number, items[-1].number
    return row(Span(f"{first})" if first == last else f"{first}–{last})", "number"))


def spots(wording: CivilizationWording, entries: Sequence[MenuItem]) -> Iterator[Spot]:
    """Give a thing to choose for each line of both sides and for each way to end the deal, by their numbers."""
    found = [(item.number, Spot(item.text, row(item.description), item)) for item in entries if item.verb not in SIDES]
    for verb in SIDES:
        for group in groups(wording, entries, verb):
            first, text = group.items[0], row(wording.words(f"civ.terms.{verb}-this", what=_group_text(wording, group)))
            if len(group.items) == 1 or not amount(first):
                found.append((first.number, Spot(first.text, text, first)))
            else:
                several = tuple(item.text for item in group.items)
                found.append((first.number, Spot(f"{verb} {group.what}", text, acts=several)))
    yield from (spot for _, spot in sorted(found, key=lambda one: one[0]))
