"""Groups of acts: a line for each thing that a city can build, and for each group that can move.

The number of squares stands behind it; one of them is chosen after that.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType
from typing import Final

from tta_p2p.games.civilization.battle.strength import unit_cost
from tta_p2p.games.civilization.city.management import price_of
from tta_p2p.games.civilization.city.yields import production
from tta_p2p.games.civilization.map.board import building_at, enemy_at, figures_at, owner_of
from tta_p2p.games.civilization.map.squares import SQUARES, name_of
from tta_p2p.games.civilization.technologies.pyramid import trade_needed
from tta_p2p.seats.messages import CardRef

from ..blocks import Block, Fields, Heading
from ..cells import EMPTY, Row, Span, join, plain, row, width, without_colon
from ..presenter import MenuItem
from ..screen.boards import Spot
from ..texts import sentence
from .cards import KIND_OF, gist
from .signs import ARMY, SCOUT
from .wording import CivilizationWording

BUILD_VERBS = ("build", "give")
"""Verbs that name a city, what it builds, and a square."""
PRODUCTION_VERBS = (*BUILD_VERBS, "unit")
"""Verbs that name a city and what it makes, the last of them no square."""
MOVE_VERBS = ("move", "discover")
"""Verbs that name where figures stand, a square, and how many of them go."""
PAYMENT_VERBS = "use"
"""The verb that names a technology, on what it is used, and what is paid: there may be many ways to pay."""
EVENT = "event"
"""The verb that names a culture event and on what it is played: where that is a square, there may be a whole map."""
EVENTS = (EVENT, "interrupt")
"""Verbs that do."""
PART = "go"
"""The verb of a group under way; where only a part of it goes on, its numbers stand behind the square."""
LOCK = "lock"
"""The verb that names a square, any of the map, and what is paid."""
PLACEMENT_VERBS = ("post", "place", "leave", "found", "gather", LOCK, PART)
"""Verbs that name a square and what comes there, goes there or is done with it."""
SQUARE_FIRST = ("found", "gather", LOCK, PART)
"""Those of them that name the square first."""
GROUPED_VERBS = (*PRODUCTION_VERBS, *MOVE_VERBS, *PLACEMENT_VERBS)
WITH_SQUARES = (*BUILD_VERBS, *MOVE_VERBS, *PLACEMENT_VERBS, *EVENTS)
SHOWN = 3
"""So many squares are named; of more there is only said how many."""
FIXED = "\u00a0"
"""A space at which no line is broken."""
NO_OTHERS: Final[Mapping[str, Sequence[Block]]] = MappingProxyType({})
ON_SQUARE = ("production", "spoil", "wreck", "kill")
"""What culture events do that are played on one square."""
BEHIND = ("push", "wreck-both")
"""What culture events do that name a square first, from which they go on to another one."""


@dataclass(frozen=True, slots=True)
class SquareGroup:
    """Acts that differ in nothing but a square.

    `shared_words`: what they share, first the city or square they begin with; `effect`: of culture events what they do.
    """

    verb: str
    shared_words: tuple[str, ...]
    items: tuple[MenuItem, ...]
    effect: str = ""

    @property
    def squares(self) -> list[str]:
        """The square of each act."""
        return [square_of(item) for item in self.items]


def _place(text: str) -> int:
    """Give which word behind the verb of an act in notation is the square by which it differs from others."""
    verb, *words = text.split(" ")
    if verb in PRODUCTION_VERBS:
        return 2
    if verb in SQUARE_FIRST:
        return 0
    return 2 if verb in EVENTS and len(words) > 2 and words[2] in SQUARES else 1


def square_in(text: str) -> str:
    """Give the square by which an act in notation differs from others: where something is built, goes, or happens."""
    words, at = text.split(" ")[1:], _place(text)
    return words[at] if at < len(words) else ""


def square_of(item: MenuItem) -> str:
    """Give the square by which an act differs from others of its group."""
    return square_in(item.text)


def _event_effect(item: MenuItem) -> str:
    """Say what a culture event does that is played on squares; empty for any other act."""
    does = item.label.key.removeprefix("event-") if item.verb in EVENTS else ""
    if does in BEHIND:
        return does
    kind = does.partition("-")[0]
    if does == "kill-person" or (kind not in ON_SQUARE and kind not in BEHIND):
        return ""
    return kind


def is_grouped(item: MenuItem) -> bool:
    """Whether an act belongs to a group."""
    return bool(_event_effect(item)) or (
        item.verb in GROUPED_VERBS and (item.verb != PART or len(item.text.split(" ")) > 2)
    )


def groups(entries: Sequence[MenuItem]) -> list[SquareGroup]:
    """Give the groups among some acts, in the order of these."""
    found: dict[tuple[str, ...], list[MenuItem]] = {}
    for item in entries:
        if is_grouped(item):
            words, does, at = item.text.split(" ")[1:], _event_effect(item), _place(item.text)
            found.setdefault((item.verb, does, *words[:at], *words[at + 1 :]), []).append(item)
    return [SquareGroup(named[0], named[2:], tuple(items), named[1]) for named, items in found.items()]


def _group_text(wording: CivilizationWording, group: SquareGroup) -> Row:
    """Say what the acts of a group share: a city and what it builds for what price, or figures that go somewhere."""
    words, seat = wording.words, wording.seat or 0
    if group.verb in EVENTS:
        return row(sentence(words("civ.event.play", card=_event(wording, group))))
    if group.verb in PLACEMENT_VERBS:
        return row(sentence(words(f"civ.put.{group.verb}", what=_thing(wording, group))))
    begins = Span(f"{group.shared_words[0]} ", "number")
    if group.verb in MOVE_VERBS:
        return row(begins, _figures(wording, group))
    if group.verb == "unit":
        price = f" {unit_cost(wording.state, seat, group.shared_words[1])}"
        return row(
            begins,
            words("civ.unit.train", unit=wording.texts.numbered_name("one", group.shared_words[1])),
            Span(price, "label"),
        )
    price = (
        words("civ.build.free") if group.verb == "give" else f" {price_of(wording.state, seat, group.shared_words[1])}"
    )
    return row(begins, sentence(wording.part_name(group.shared_words[1])), Span(price, "label"))


def _event(wording: CivilizationWording, group: SquareGroup) -> str:
    """Name a culture event, and what all these acts play it on."""
    item, s = group.items[0], wording.state
    face = next(str(arg.face) for arg in item.label.args if isinstance(arg, CardRef))
    key, told = f"civ.event.{group.effect}", {"card": wording.texts.card(face)}
    match group.effect:
        case "kill":
            told["what"] = wording.company(*map(int, group.shared_words[1:]))
        case "push":
            square = SQUARES[group.shared_words[1]]
            other = enemy_at(s, wording.seat or 0, square)
            told |= {"what": wording.company(*figures_at(s, other, square)), "name": wording.texts.name(other)}
            told["square"] = group.shared_words[1]
        case "wreck-both":
            told |= {
                "what": wording.texts.card(building_at(s, SQUARES[group.shared_words[1]])),
                "square": group.shared_words[1],
            }
    return wording.words(key, **told)


def _short_events(wording: CivilizationWording, group: SquareGroup) -> Iterator[str]:
    """Name a culture event without its verb, then only with the square it is played on."""
    yield sentence(_event(wording, group))
    face = next(str(arg.face) for arg in group.items[0].label.args if isinstance(arg, CardRef))
    square = group.shared_words[1] if group.effect in BEHIND else ""
    yield " ".join(filter(None, (sentence(wording.texts.card(face)), square)))


def _thing(wording: CivilizationWording, group: SquareGroup) -> str:
    """Name what comes to a square, the city for which a scout gathers there, or what is paid for it."""
    if group.verb == PART:
        return wording.company(*map(int, group.shared_words))
    if group.verb == LOCK:
        paid = group.items[0].act.args[1:] if group.items[0].act is not None else ()
        return wording.texts.fill("{0:paid}", paid)
    return group.shared_words[0] if group.verb == "gather" else wording.part_name(group.shared_words[0])


def _group_cost(group: SquareGroup) -> Row:
    """Say what the acts of a group cost besides what a city makes; the same for each of them."""
    cost = group.items[0].cost
    return row(Span(" (", "label"), cost, Span(")", "label")) if width(cost) else EMPTY


def _figures(wording: CivilizationWording, group: SquareGroup) -> str:
    return wording.company(*map(int, group.shared_words[1:3]))


def _where(wording: CivilizationWording, group: SquareGroup) -> str:
    words = wording.words
    if len(group.items) > SHOWN:
        return words("civ.build.squares", n=len(group.items))
    return words.any_of(group.squares)


def group_payments(entries: Sequence[MenuItem]) -> list[list[MenuItem]]:
    """Give uses of technologies that differ in nothing but what is paid, together."""
    found: dict[tuple[str, ...], list[MenuItem]] = {}
    for item in entries:
        if item.verb == PAYMENT_VERBS:
            found.setdefault(tuple(item.text.split(" ")[:3]), []).append(item)
    return list(found.values())


def payment_spots(wording: CivilizationWording, entries: Sequence[MenuItem]) -> dict[str, Spot]:
    """Give a thing to choose for uses that differ in nothing but what is paid, by the first act of each such group."""
    digits = max((len(str(item.number)) for item in entries), default=1)
    found = {}
    for items in group_payments(entries):
        first = items[0]
        if len(items) > 1:
            begins = first.description.partition(wording.words("civ.comma").strip())[0]
            text = row(begins, wording.words("civ.colon"), wording.words("civ.use.ways", n=len(items)))
            number = Span(f"{first.number:>{digits}} ", "number")
            faces, several = (str(first.label.args[0]),), tuple(item.text for item in items)
            key, about = " ".join(first.text.split(" ")[:3]), row(wording.card(faces[0]), wording.words("civ.colon"))
            about = row(about, gist(wording, faces[0]))
            found[first.text] = Spot(key, row(number, text), None, faces, first.number, note=about, acts=several)
    return found


def _payment_text(wording: CivilizationWording, item: MenuItem) -> Row:
    """Say what a use of a technology takes."""
    paid = item.act.args[2:] if item.act is not None else ()
    return row(sentence(wording.texts.fill("{0:paid}", paid)))


def spots(wording: CivilizationWording, entries: Sequence[MenuItem], left: int | None = None) -> Iterator[Spot]:
    """Give a thing to choose for each group; where there are several squares, they are listed when it is chosen.

    ``left``: what a city has left of the production that it divides.
    """
    digits = max((len(str(item.number)) for item in entries), default=1)
    for group in groups(entries):
        first, words = group.items[0], wording.words
        way = words("civ.move.discovers") if group.verb == "discover" else words("civ.colon")
        number = Span(f"{first.number:>{digits}} ", "number")
        where = row(_where(wording, group)) if group.verb != "unit" else EMPTY
        text, takes = row(number, _group_text(wording, group), way if where else ""), _group_cost(group)
        least = tuple(_least(wording, group, number, way)) if where else ()
        about = note(wording, first, left) if group.verb in PRODUCTION_VERBS else EMPTY
        faces = group.shared_words[1:2] if group.verb in PRODUCTION_VERBS and group.shared_words[1] in KIND_OF else ()
        if group.verb == "place":
            faces, about = (
                group.shared_words[:1],
                row(wording.card(group.shared_words[0]), words("civ.colon"), gist(wording, group.shared_words[0])),
            )
        if group.verb in EVENTS:
            face = next(str(arg.face) for arg in first.label.args if isinstance(arg, CardRef))
            faces, about = (face,), row(wording.card(face), words("civ.colon"), gist(wording, face))
        if len(group.items) == 1:
            about = about or wording.square(_square_number(first))
            spot = Spot(first.text, text, first, faces, first.number, note=about, price=takes)
        else:
            key, several = " ".join((group.verb, *group.shared_words)), tuple(item.text for item in group.items)
            offer = words("civ.build.listed", n=len(several))
            # Where the line has no room for its price, it stands here alone.
            if group.verb in PRODUCTION_VERBS and (rest := plain(first.cost)):
                offer = words("civ.build.rushed", rest=rest) + words("civ.then") + offer
            spot = Spot(key, text, None, faces, first.number, note=about, acts=several, price=takes, offer=offer)
        yield replace(spot, detail=where, least=least)


def _least(wording: CivilizationWording, group: SquareGroup, number: Span, way: str) -> Iterator[tuple[Row, Row]]:
    """Give a line in fewer cells: its squares are counted; and figures have the letters that they have on the map."""
    heads, wheres = [row(number, _group_text(wording, group), way)], [row(_where(wording, group))]
    if group.verb in MOVE_VERBS:
        letters = zip(map(int, group.shared_words[1:3]), (ARMY, SCOUT), strict=True)
        figures = "".join(f"{figure}{letter}" for figure, letter in letters if figure)
        way = wording.words("civ.move.discovers-short") if group.verb == "discover" else way
        heads.append(row(number, Span(f"{group.shared_words[0]} ", "number"), figures, way))
    if len(group.items) > 1 and group.verb != "discover":
        wheres.append(row(wording.words("civ.build.squares", n=len(group.items))))
    if group.verb in EVENTS:
        heads += [row(number, one, way) for one in _short_events(wording, group)]
    yield from product(heads, wheres)
    if group.verb in (*PRODUCTION_VERBS, *EVENTS):  # the squares are listed next
        yield from ((without_colon(head), EMPTY) for head in heads)


def _square_number(item: MenuItem) -> int:
    return SQUARES[square_of(item)]


def _square(wording: CivilizationWording, item: MenuItem) -> Row:
    """Say what a square is, and where a move is an attack that it is one."""
    s, square, does = wording.state, _square_number(item), _event_effect(item)
    if does == "production":
        return row(Span(f"{name_of(square)} ", "number"), wording.city(square))
    told = wording.square(square)
    if does.startswith("wreck"):
        owner = wording.texts.name(owner_of(s, square))
        return row(told, wording.words("civ.in-brackets", what=owner))
    fight = (
        Span(wording.words("civ.move.attacks"), "warn") if item.verb == "move" and wording.defender_text(square) else ""
    )
    return row(told, fight)


def square_spots(wording: CivilizationWording, items: Sequence[MenuItem]) -> Iterator[Spot]:
    """Give the squares of one group to choose among, or the ways to pay; nothing where the acts are of several."""
    pays = len(group_payments(items)) == 1 and all(item.verb == PAYMENT_VERBS for item in items)
    alike = len(groups(items)) == 1 and all(item.verb in WITH_SQUARES and is_grouped(item) for item in items)
    if not pays and not alike:
        return
    digits = max(len(str(item.number)) for item in items)
    for item in items:
        said = _payment_text(wording, item) if pays else _square(wording, item)
        yield Spot(item.text, row(Span(f"{item.number:>{digits}} ", "number"), said), item, (), item.number)


def heading(wording: CivilizationWording, items: Sequence[MenuItem]) -> str:
    """Say above the squares of a group what comes there."""
    words = wording.words
    if items[0].verb == PAYMENT_VERBS:
        return words("civ.where.use", what=wording.texts.card(str(items[0].label.args[0])))
    (group,) = groups(items)
    if group.verb in EVENTS:
        return sentence(words(f"civ.where.{group.effect or 'event'}", card=_event(wording, group)))
    if group.verb in PLACEMENT_VERBS:
        return sentence(words(f"civ.where.{group.verb}", what=_thing(wording, group)))
    if group.verb in MOVE_VERBS:
        return words(f"civ.where.{group.verb}", some=_figures(wording, group), square=group.shared_words[0])
    return sentence(
        words("civ.where.build", thing=wording.part_name(group.shared_words[1]), city=group.shared_words[0])
    )


def research_minimum(wording: CivilizationWording, item: MenuItem) -> Row:
    """Say how much trade a research needs at least: what it takes is the same for all of them."""
    if item.verb != "research":
        return item.cost
    name = item.text.split(" ")[1]
    return row(wording.words("civ.research-needs", n=trade_needed(wording.state, wording.seat or 0, name)))


def note(wording: CivilizationWording, item: MenuItem, left: int | None = None) -> Row:
    """Say what it gives, and what the city makes; ``left``: what it has left of that where it divides it."""
    words, s, seat = wording.words, wording.state, wording.seat or 0
    city, what = map(str, item.label.args[:2])
    price = unit_cost(s, seat, what) if item.verb == "unit" else price_of(s, seat, what)
    known = KIND_OF.get(what) in ("building", "wonder")
    made = production(s, seat, SQUARES[city]) if left is None else left
    told = [row(words("civ.build.makes", city=city, made=made, price=price))] if item.verb != "give" else []
    told += [row(wording.card(what), words("civ.colon"), gist(wording, what))] if known else []
    return join(told, words("civ.semicolon"))


def _line_text(wording: CivilizationWording, item: MenuItem) -> Row:
    """Name the square of an act among others in a line, and whom a move attacks there or what an event destroys."""
    square, does = square_of(item), _event_effect(item)
    if item.verb == "move" and (whom := wording.defender_text(SQUARES[square])):
        return row(f"{square}{FIXED}", Span(wording.words("civ.move.attacks-whom", whom=whom), "warn"))
    if does.startswith("wreck"):
        what, owner = (
            building_at(wording.state, SQUARES[square]),
            wording.texts.name(owner_of(wording.state, SQUARES[square])),
        )
        return row(f"{square} {wording.texts.card(what)}", wording.words("civ.in-brackets", what=owner))
    return row(square)


def blocks(
    wording: CivilizationWording, entries: Sequence[MenuItem], others: Mapping[str, Sequence[Block]] = NO_OTHERS
) -> tuple[Block, ...]:
    """Lay the groups out line by line: behind each the numbers of its acts with their squares.

    ``others``: what else there is of a verb, which comes below its groups.
    """
    found: list[Block] = []
    for verb in WITH_SQUARES:
        rows = []
        for group in groups([item for item in entries if item.verb == verb]):
            numbered = [
                row(Span(f"{item.number}){FIXED}", "number"), _line_text(wording, item)) for item in group.items
            ]
            said = row(sentence(_event(wording, group))) if verb in EVENTS else _group_text(wording, group)
            rows.append((row(said, _group_cost(group)), join(numbered, "  ")))
        if rows:
            heading = Heading(row(sentence(wording.texts.optional(f"act.{verb}") or verb)))
            found += [heading, Fields(tuple(rows), 2), *others.get(verb, ())]
    return tuple(found)
