"""Gains of a seat: its new hidden cards, and the contents of a tile it has turned up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tta_p2p.games.civilization.map.board import land
from tta_p2p.games.civilization.map.squares import WIDE, name_of
from tta_p2p.games.civilization.tables.layouts import LAYOUTS

from .cards import gist
from .wording import CivilizationWording

SORTS = ("markers", "events", "units")
"""What is hidden of a seat."""


def _own_cards(wording: CivilizationWording) -> dict[str, Counter[str]]:
    """Give the faces of the own hidden cards, sort by sort; units in battle are still one's own."""
    s, seat = wording.state, wording.seat
    assert seat is not None
    fighting = [one for side in (0, 1) if s.battle and s.battle.seats[side] == seat for one in s.battle.hands[side]]
    of_sorts = ((*s.huts[seat], *s.villages[seat]), s.events[seat], (*s.forces[seat], *fighting))
    known = (Counter(wording.faces[one] for one in handles if one in wording.faces) for handles in of_sorts)
    return dict(zip(SORTS, known, strict=True))


def _battle_units(wording: CivilizationWording) -> Counter[str]:
    """Give the own units that have been played in the battle: those that come home are nothing new."""
    battle = wording.state.battle
    found = Counter[str]()
    for side in (0, 1):
        if battle is not None and battle.seats[side] == wording.seat:
            found.update((*(front.units[side] for front in battle.fronts), *battle.dead[side]))
    return found


def gain_sentences(before: CivilizationWording, after: CivilizationWording) -> Iterator[str]:
    """Say what is new, a sentence each."""
    words, then, now = after.words, _own_cards(before), _own_cards(after)
    then["units"] += _battle_units(before)
    for sort in SORTS:
        for face in sorted((now[sort] - then[sort]).elements()):
            told = gist(after, face) if sort != "units" else ""
            yield words(f"civ.gained.{sort}", name=after.texts.card(face), gist=told).rstrip()


def discovery_sentences(before: CivilizationWording, after: CivilizationWording) -> Iterator[str]:
    """Say what lies on the tiles that were turned up, and what each of their squares is."""
    words, known, now = after.words, land(before.state), land(after.state)
    for site in LAYOUTS[after.state.seats].sites:
        squares = sorted(site.y * WIDE + site.x + y * WIDE + x for y in range(4) for x in range(4))
        if squares[0] in known or squares[0] not in now:
            continue
        things: dict[str, list[str]] = {}
        ground: dict[str, list[str]] = {}
        for square in squares:
            here, name = now[square], name_of(square)
            ground.setdefault(words(f"civ.terrain.{here.terrain}"), []).append(name)
            if here.extra:
                called = words.optional(f"civ.extra.{here.extra}") or after.texts.card(here.extra)
                things.setdefault(called, []).append(name)
        yield words(
            "civ.gained.tile", first=name_of(squares[0]), last=name_of(squares[-1]), found=_on(after, things),
            ground=_on(after, ground),
        )  # fmt: skip


def _on(wording: CivilizationWording, where: dict[str, list[str]]) -> str:
    """Say on which squares there is what."""
    told = (wording.words("civ.gained.on", what=what, squares=" ".join(names)) for what, names in where.items())
    return wording.words("civ.comma").join(told) or wording.words("civ.nothing")
