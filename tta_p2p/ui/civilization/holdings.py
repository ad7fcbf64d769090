"""Holdings of a player: units, culture events, huts and villages, resources, people and coins.

Own hidden cards are named with their effects; others show their backs and numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tta_p2p.games.civilization.battle import strength
from tta_p2p.games.civilization.players import limits
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.model import RESOURCES

from ..blocks import Block, Fields, Heading, Page, Para, table
from ..cells import Piece, Row, Span, row
from .cards import gist
from .wording import LEVELS, CivilizationWording

SORTS = ("units", "events", "goods")
"""What is held, as the pages about it are called."""


def forces(wording: CivilizationWording, seat: int) -> tuple[int, ...]:
    """Give the units of a seat that are not on a front: in its standing forces, and in its hand in a battle."""
    s = wording.state
    fighting = (one for side in (0, 1) if s.battle and s.battle.seats[side] == seat for one in s.battle.hands[side])
    return (*s.forces[seat], *fighting)


def count_backs(wording: CivilizationWording, handles: tuple[int, ...]) -> int:
    """Count the cards of which only the back is seen."""
    return sum(one not in wording.faces for one in handles)


def _units(wording: CivilizationWording, seat: int) -> tuple[Block, ...]:
    s, words, held = wording.state, wording.words, forces(wording, seat)
    rows: list[list[Piece]] = []
    known = Counter(wording.faces[one] for one in held if one in wording.faces)
    for face, number in sorted(known.items()):
        rows.append([Span(f"{number} ×", "number"), wording.unit(seat, face)])
    hidden = count_backs(wording, held)
    found: list[Block] = [table([], rows, "rl", 2)] if rows else []
    found += [Para(row(words("civ.n-units", n=hidden)), 2)] if hidden else []
    found += [] if held else [Para(row(words("civ.nothing")), 2)]
    bonus = strength.battle_bonus(s, seat)
    drawn = words("civ.held.draw", n=strength.battle_hand(s, seat, 1, False), bonus=bonus)
    return (*found, Para(row(Span(drawn, "label")), 2))


def _events(wording: CivilizationWording, seat: int) -> tuple[Block, ...]:
    s, words = wording.state, wording.words
    held = s.events[seat]
    pairs: list[tuple[Row, Row]] = []
    for face in (wording.faces[one] for one in held if one in wording.faces):
        phase = Span(words(f"civ.phase.{EVENTS[face].phase}") + words("civ.colon"), "label")
        pairs.append((row(wording.card(face)), row(phase, gist(wording, face))))
    found: list[Block] = [Fields(tuple(pairs), 2)] if pairs else []
    hidden = tuple(one for one in held if one not in wording.faces)
    found += [Para(row(backs(wording, hidden)), 2)] if hidden else []
    found += [] if held else [Para(row(words("civ.nothing")), 2)]
    limit = words("civ.held.keep", n=limits.culture_hand(s, seat))
    return (*found, Para(row(Span(limit, "label")), 2))


def backs(wording: CivilizationWording, handles: tuple[int, ...]) -> str:
    """Say which culture events these are as far as their backs tell: everybody sees of which level each is."""
    levels = sorted(wording.state.backs.get(one, "").partition("-")[2] for one in handles)
    named = wording.words("civ.comma").join(LEVELS[int(one)] for one in levels if one.isdigit())
    said = wording.words("civ.held.n-events", n=len(handles))
    return said + (wording.words("civ.held.levels", levels=named) if named else "")


def _goods(wording: CivilizationWording, seat: int) -> tuple[Block, ...]:
    s, words = wording.state, wording.words
    pairs: list[tuple[Row, Row]] = []
    goods = [wording.amount(name, s.goods[seat][name]) for name in RESOURCES if s.goods[seat][name]]
    pairs.append((row(words("civ.held.resources")), row(words("civ.comma").join(goods) or words("civ.nothing"))))
    for kind, held in (("huts", s.huts[seat]), ("villages", s.villages[seat])):
        known = Counter(wording.faces[one] for one in held if one in wording.faces)
        named = [wording.texts.card(face) + (f" × {n}" if n > 1 else "") for face, n in known.items()]
        hidden = count_backs(wording, held)
        named += [words("civ.held.face-down", some=words(f"civ.n-{kind}", n=hidden))] if hidden else []
        pairs.append((row(words(f"civ.held.{kind}")), row(words("civ.comma").join(named) or words("civ.nothing"))))
    people = [wording.texts.card(one) for one in s.people[seat]]
    pairs.append((row(words("civ.held.people")), row(words("civ.comma").join(people) or words("civ.nothing"))))
    tokens = [words("civ.held.on", n=n, card=wording.texts.card(name)) for name, n in s.tokens[seat].items() if n]
    coins = [words("civ.icon.coin", n=wording.coins(seat)), *tokens]
    pairs.append((row(words("civ.held.coins")), row(words("civ.comma").join(coins))))
    return (Fields(tuple(pairs), 2),)


SORT_PAGES: dict[str, Callable[[CivilizationWording, int], tuple[Block, ...]]] = {
    "units": _units,
    "events": _events,
    "goods": _goods,
}


def counts(wording: CivilizationWording, seat: int) -> str:
    """Say what everybody sees that a player holds: how many cards, and the resources that lie open."""
    s, words = wording.state, wording.words
    parts = [words("civ.held.n-units", n=len(forces(wording, seat)))]
    parts += [backs(wording, s.events[seat])] if s.events[seat] else []
    for kind, held in (("huts", s.huts[seat]), ("villages", s.villages[seat])):
        parts += [words(f"civ.n-{kind}", n=len(held))] if held else []
    parts += [wording.amount(name, n) for name, n in s.goods[seat].items() if n]
    parts += [wording.texts.card(one) for one in s.people[seat]]
    return words("civ.semicolon").join(parts)


def page(wording: CivilizationWording, name: str, seat: int) -> Page:
    """Give what a player holds: all of it (`hand`), or one sort; below it what the others hold as everybody sees it."""
    words, blocks = wording.words, list[Block]()
    if not wording.is_set_up(seat):
        return Page(row(wording.title_of("hand", seat)), (Para(row(words("civ.nothing"))),))
    for sort in SORTS if name == "hand" else (name,):
        blocks += [Heading(row(words(f"civ.held.title.{sort}"))), *SORT_PAGES[sort](wording, seat)]
    others = [other for other in wording.seats if other != seat and wording.is_set_up(other)]
    if others and name == "hand":
        blocks += [
            Heading(row(words("civ.held.others"))),
            Fields(tuple((row(wording.player(other)), row(counts(wording, other))) for other in others), 2),
        ]
    return Page(row(wording.title_of("hand", seat)), tuple(blocks))
