"""Differences between two states of a game, in lines: cards, workers, tokens, points and derived numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from ..contract import Arg, Face, Line, Seat
from .armies import armies
from .colonization import public_force
from .costs import population_price, stages_per_action, unit_resource
from .economy import (
    FOOD,
    RESOURCE,
    consumption,
    corruption,
    food_production,
    resource_production,
    stock,
)
from .index import PACTS, URBAN_LIMIT
from .ratings import (
    civil_actions,
    civil_hand_limit,
    culture,
    discontent,
    happiness,
    military_actions,
    military_hand_limit,
    science,
    strength,
)
from .state import Player, State

Number = Callable[[State, Player], int]

NUMBERS: tuple[tuple[str, Number], ...] = (
    ("science-points", lambda s, p: p.science),
    ("culture-points", lambda s, p: p.culture),
    ("food", lambda s, p: stock(p, FOOD)),
    ("resource", lambda s, p: stock(p, RESOURCE)),
    ("unit-resource", lambda s, p: unit_resource(s, p)),
    ("unit-science", lambda s, p: p.unit_science),
    ("unused", lambda s, p: p.unused),
    ("science", lambda s, p: science(s, p.seat)),
    ("culture", lambda s, p: culture(s, p.seat)),
    ("strength", lambda s, p: strength(s, p.seat)),
    ("armies", lambda s, p: armies(p, p.workers).bonus),
    ("largest-force", lambda s, p: public_force(p)),
    ("happiness", lambda s, p: happiness(s, p.seat)),
    ("discontent", lambda s, p: discontent(s, p.seat)),
    ("food-production", lambda s, p: food_production(s, p.seat)),
    ("resource-production", lambda s, p: resource_production(s, p.seat)),
    ("consumption", lambda s, p: consumption(p)),
    ("corruption", lambda s, p: corruption(s, p)),
    ("civil-actions", lambda s, p: civil_actions(s, p.seat)),
    ("military-actions", lambda s, p: military_actions(s, p.seat)),
    ("civil-hand-limit", lambda s, p: civil_hand_limit(s, p.seat)),
    ("military-hand-limit", lambda s, p: military_hand_limit(s, p.seat)),
    ("urban-limit", lambda s, p: URBAN_LIMIT[p.government]),
    ("stages-per-action", lambda s, p: stages_per_action(p)),
    ("population-price", lambda s, p: population_price(s, p) if p.yellow_bank else 0),
    ("yellow-bank", lambda s, p: p.yellow_bank),
    ("blue-bank", lambda s, p: p.blue_bank),
    ("stages", lambda s, p: p.stages),
    ("forfeit", lambda s, p: p.forfeit),
    ("civil-hand", lambda s, p: len(p.civil_hand)),
    ("military-hand", lambda s, p: len(p.military_hand)),
)
"""Every number of a civilization that a line may say to change, in the order they are told."""


def changes(before: State, after: State, seat: Seat) -> tuple[Line, ...]:
    """Say what changes, first for a seat, then for the others in turn order.

    Lines are `KEY seat before after` for numbers, `workers` and `tokens` with the card as well, `gets` and `loses`
    for cards in play. A pact, which lies before both of its parties, is told of once.
    """
    found: list[Line] = []
    pacts = set[tuple[str, Arg]]()
    for number in (*range(seat, len(before.players)), *range(seat)):
        old, new = before.players[number], after.players[number]
        if old.left is None and new.left is None:
            cards = tuple(_cards(before, after, old, new))
            found.extend(line for line in cards if (line.key, line.args[1]) not in pacts)
            pacts.update((line.key, line.args[1]) for line in cards if line.args[1] in PACTS)
            found.extend(_numbers(before, after, old, new))
            found.extend(_on_cards("tokens", old.seat, old.tokens, new.tokens))  # bookkeeping, after what it stands for
            if _rises(after, new) and not _rises(before, old):
                found.append(Line("uprising", (number,)))
            elif _rises(before, old) and not _rises(after, new):
                found.append(Line("no-uprising", (number,)))
    return tuple(found)


def _rises(s: State, p: Player) -> bool:
    return discontent(s, p.seat) > p.unused


def _numbers(before: State, after: State, old: Player, new: Player) -> Iterator[Line]:
    for key, number in NUMBERS:
        was, now = number(before, old), number(after, new)
        if was != now:
            yield Line(key, (old.seat, was, now))


def _cards(before: State, after: State, old: Player, new: Player) -> Iterator[Line]:
    had, has = _in_play(before, old), _in_play(after, new)
    for face in has - had:
        yield Line("gets", (old.seat, face))
    for face in had - has:
        yield Line("loses", (old.seat, face))
    if new.wonder and new.wonder != old.wonder:
        yield Line("unfinished", (old.seat, new.wonder))
    if old.wonder and old.wonder not in (new.wonder, *new.wonders):
        yield Line("unfinished-goes", (old.seat, old.wonder))
    yield from _on_cards("workers", old.seat, old.workers, new.workers)


def _on_cards(key: str, seat: Seat, was: Mapping[Face, int], now: Mapping[Face, int]) -> Iterator[Line]:
    """Say what lies on the cards of a civilization, card by card."""
    for face in dict.fromkeys((*was, *now)):
        if was.get(face, 0) != now.get(face, 0):
            args: tuple[Arg, ...] = (seat, face, was.get(face, 0), now.get(face, 0))
            yield Line(key, args)


def _in_play(s: State, p: Player) -> Counter[Face]:
    """Count what lies in a civilization's play area, in the order of play."""
    cards = [p.government, p.leader, *p.workers, *p.specials, *(w for w in p.wonders if w not in p.ravaged)]
    cards += [*p.colonies, p.tactic, *(pact.card for pact in s.pacts if p.seat in (pact.a, pact.b))]
    return Counter(face for face in cards if face)
