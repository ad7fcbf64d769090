"""Both neighbours always in sight: their cities in short, the conflict to come, and what the last turn brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from tta_p2p.games.seven_wonders.effects import effect_points, shields
from tta_p2p.games.seven_wonders.index import stages
from tta_p2p.games.seven_wonders.payments import city
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.tables import CARDS, CONFLICT, DEFEAT
from tta_p2p.games.seven_wonders.tables.model import FOR_SALE, SIDES, Discount, Side
from tta_p2p.games.seven_wonders.turn import USES
from tta_p2p.seats.messages import LogEntry

from ..blocks import Block, Drawing, Heading, Table, lay_out, table
from ..cells import EMPTY, Piece, Row, Span, figure, join, plain, row, width
from ..room import ColumnPart, Item, fit_items, fit_parts, item, part_of
from ..screen.rows import join_columns, label_rows, left_out
from ..style import Style
from . import cities
from .wording import ROLES, SevenWondersWording

LEFT_OUT = ("side", "science", "next war", "wonder", "conflicts", "symbols")
"""Parts of the table of cities that are left out in this order where there is no room for a row each: after the side of
a board the words for symbols of science, of which letters stay; points never.
"""
NOT_ON_PAGE = ("next war",)
"""Parts that the page of all cities has no use for, which has more to say of science."""
LEAST_BOARD = 6
"""Rows that a city further off has at least below the neighbours, else it is left to its own key."""
BOARD = 38
"""Cells that a city takes at least where cities stand side by side."""
MANY = 99
"""More rows than any city takes."""
WORTH = {"purple": 4, "yellow": 3, "blue": 2, "red": 1, "green": 1}
"""The worth of the names of buildings by colour: shields and symbols of science stand above them in numbers."""


# --- what the last turn brought ------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardUse:
    """The use of a card in the last turn: an act of `USES`, and the building if that is known."""

    verb: str
    face: str = ""


def last_uses(log: Sequence[LogEntry]) -> dict[int, CardUse]:
    """Give what each seat did when all last showed what they had chosen."""
    acts = [line for line in log if line.act is not None and line.act.text.split(" ")[0] in USES]
    last = max((line.number for line in acts), default=-1)
    found: dict[int, CardUse] = {}
    for line in acts:
        if line.number == last and line.actor is not None and line.act is not None:
            named = (getattr(arg, "face", arg) for arg in line.act.label.args)
            face = next((one for one in named if isinstance(one, str) and one in CARDS), "")
            verb = line.act.text.split(" ")[0]
            found[line.actor] = CardUse(verb, face if verb == "build" else "")
    return found


def use_text(wording: SevenWondersWording, use: CardUse | None, seat: int) -> Row:
    """Say what a seat did in the last turn; empty where nothing is known."""
    if use is None:
        return EMPTY
    if use.verb == "build" and use.face:
        return row("+", wording.card(use.face))
    key = "seven.did-sell" if use.verb == "sell" else "seven.did-stage"
    return row(Span(wording.words(key, n=wording.state.stages[seat]), "label"))


# --- the conflict to come ------------------------------------------------------------------------------------


def coming(s: State, seat: int, other: int) -> int:
    """Give what a conflict of a seat with another one would bring now, in points."""
    mine, theirs = shields(s, seat), shields(s, other)
    return 0 if mine == theirs else CONFLICT[max(1, s.age)] if mine > theirs else DEFEAT


def _coming_cell(wording: SevenWondersWording, seat: int) -> Piece:
    """Say what the conflict with this neighbour would bring the own city now; for the own one, both."""
    near, own = wording.neighbours(), wording.seat
    if near is None or own is None or seat not in (own, *near):
        return ""
    if seat == own:
        values = [coming(wording.state, own, one) for one in dict.fromkeys(near)]
    else:
        values = [coming(wording.state, own, seat)]
    total = sum(values)
    role = "good" if total > 0 else "red" if total < 0 else ""
    return Span(f"{total:+d}" if total else "0", role)


def conflict_note(wording: SevenWondersWording, more: int) -> str:
    """Say how both conflicts would end with so many shields more."""
    near = wording.neighbours()
    if near is None or wording.seat is None:
        return ""
    s, own = wording.state, shields(wording.state, wording.seat) + more
    rivals = wording.words("seven.and").join(
        wording.words("seven.against", n=shields(s, one), name=wording.texts.name(one)) for one in dict.fromkeys(near)
    )
    return wording.words("seven.then-shields", n=own, rivals=rivals)


# --- the table of cities -------------------------------------------------------------------------------------


def city_rows(
    wording: SevenWondersWording, seats: Sequence[int], style: Style, unused: Sequence[str] = ()
) -> list[Row]:
    """Give a row for each city: coins, strength, conflicts, science, wonder, points; what matters least is left out
    where there is no room for a row each. ``unused``: parts that are left out anyhow.
    """

    def laid_out(gone: Sequence[str]) -> list[Row]:
        return lay_out((city_table(wording, seats, (*gone, *unused)),), style)

    number = (n for n in range(len(LEFT_OUT)) if len(laid_out(LEFT_OUT[:n])) <= len(seats) + 1)
    gone = LEFT_OUT[: next(number, len(LEFT_OUT))]
    for one in reversed(gone):  # what turns out to have room after all
        less = tuple(other for other in gone if other != one)
        gone = less if len(laid_out(less)) <= len(seats) + 1 else gone
    return laid_out(gone)


def all_cities(wording: SevenWondersWording) -> Block:
    """Give a row for each city on a page of its own: what a conflict will bring stands above the game alone."""
    seats = cities.order(wording)
    told = lay_out((city_table(wording, seats, NOT_ON_PAGE),), Style(speech=True))
    return Drawing(partial(city_rows, wording, seats, unused=NOT_ON_PAGE), tuple(told))


def city_table(wording: SevenWondersWording, seats: Sequence[int], leaves_out: Sequence[str]) -> Table:
    """Give a line for each of these cities, without the columns that are left out."""
    words, s = wording.words, wording.state
    next_war, fought = "next war" not in leaves_out and wording.seat is not None, "conflicts" not in leaves_out
    next_war = next_war and not s.over
    told, brief = "symbols" not in leaves_out, "science" in leaves_out
    heads = ["coins", "shields", *(["next-war"] if next_war else []), *(["conflicts"] if fought else []), "points"]
    after = [*(["science"] if told else []), "wonder"]
    head: list[Piece] = ["", "", *(words(f"seven.head.{key}") for key in (*heads, *after))]
    rows: list[list[Piece]] = []
    for seat in seats:
        all_ = stages(s.wonders[seat], s.side(seat))
        built = f"{s.stages[seat]}/{len(all_)} " if s.sides[seat] and all_ else ""
        gone = f" ({words(f'left.{s.left[seat]}')})" if s.left[seat] else ""
        wonder = wording.text("wonder", s.wonders[seat]) if "side" in leaves_out else wording.board(seat)
        wonder = "" if "wonder" in leaves_out and built else wonder
        figures: list[Piece] = [
            str(s.coins[seat]),
            Span(str(shields(s, seat)), "red"),
            *([_coming_cell(wording, seat)] if next_war else []),
            *([cities.tokens(s.tokens[seat])] if fought else []),
            str(sum(number for _, number in parts(s, seat))),
            *([cities.science_of(wording, seat, brief)] if told else []),
            row(built, wonder if s.wonders[seat] else words("seven.no-board")),
        ]
        named = (figure(one, seat, name) for one, name in zip(figures, (*heads, *after), strict=True))
        rows.append([Span(wording.seat_direction(seat), "label"), row(wording.player(seat), gone), *named])
    return table(head, rows, "ll" + "r" * len(heads) + "l" * len(after), flex=len(heads) + 2)


# --- neighbours in lines -------------------------------------------------------------------------------------


def strip(wording: SevenWondersWording, uses: Mapping[int, CardUse], style: Style, lines: int) -> list[Row]:
    """Give both neighbours in so many rows, at least one each: what they sell and did last, and what they have built.

    Where there are rows left, a line names those further off.
    """
    near = wording.neighbours()
    seats = list(dict.fromkeys(near)) if near is not None else cities.order(wording)[: cities.NEAR]
    if not any(wording.state.wonders):
        return []
    far = _far_rows(wording, far_seats(wording), style)
    far = far if len(seats) + len(far) <= lines else []
    lines = max(lines - len(far), len(seats))
    size = max(width(_label(wording, seat)) for seat in seats) + 2
    between = wording.words("seven.further-on")
    room = max(1, style.width - size)
    items = [[Item(tuple(map(style.spell, one.ways)), one.worth) for one in _items(wording, uses, seat)]
             for seat in seats]  # fmt: skip
    whole = [len(fit_items(one, room, MANY, between)) for one in items]
    given = [1] * len(seats)
    rest = lines - len(seats)
    while rest > 0 and any(one < all_ for one, all_ in zip(given, whole, strict=True)):
        at = min((n for n in range(len(seats)) if given[n] < whole[n]), key=lambda n: given[n])
        given[at], rest = given[at] + 1, rest - 1
    found: list[Row] = []
    for seat, some, most in zip(seats, items, given, strict=True):
        label = row(Span(plain(_label(wording, seat)), "label"))
        head = row(label, " " * (size - width(label)))
        rows = fit_items(some, room, most, between)
        found += [row(head if not number else " " * size, one) for number, one in enumerate(rows)]
    return [*found, *far]


def _far_rows(wording: SevenWondersWording, seats: Sequence[int], style: Style) -> list[Row]:
    """Name cities further off in a line or two."""
    return lay_out((cities.distant_cities(wording, seats),), style) if seats else []


def _label(wording: SevenWondersWording, seat: int) -> Row:
    direction = wording.seat_direction(seat)
    return row(direction or wording.texts.name(seat))


def _items(wording: SevenWondersWording, uses: Mapping[int, CardUse], seat: int) -> list[Item]:
    """Give what is said of a neighbour, each with shorter ways."""
    words, s = wording.words, wording.state
    found = [item(words("seven.sells", goods=cities.products(wording, seat, True)), worth=9)]
    use = uses.get(seat)
    if width(told := use_text(wording, use, seat)):
        found.append(item(told, worth=8))
    sold = []
    for colour, faces in wording.by_colour(s.built[seat]):
        called, role = wording.text("colour", colour), ROLES[colour]
        counted = row(Span(words("seven.so-many-cards", n=len(faces), colour=called), role))
        if colour in FOR_SALE:
            sold.append(item(counted, worth=5))
            continue
        named = row(Span(f"{called} ", role), wording.cards(one for one in faces if use is None or one != use.face))
        if use is not None and use.face in faces:
            if len(faces) == 1:
                continue
            counted = row(Span(words("seven.so-many-cards", n=len(faces), colour=called), role))
        found.append(item(named, counted, worth=WORTH[colour]))
    all_ = stages(s.wonders[seat], s.side(seat))
    if s.sides[seat] and s.stages[seat] < len(all_):
        stage = all_[s.stages[seat]]
        cost, brings = wording.cost(stage.cost), wording.gist(stage.effects, seat)
        next_stage = words("seven.next-stage", n=s.stages[seat] + 1, cost=cost)
        found.append(item(row(next_stage, words("seven.colon"), brings), next_stage, worth=1))
    return [*found, *sold]


# --- cities as boards ----------------------------------------------------------------------------------------


class _Fact(NamedTuple):
    """Something that a city has, and what it is called. `least`: what is enough where that has no room; empty: none."""

    label: Piece
    text: Piece
    least: Piece = ""


def boards(
    wording: SevenWondersWording, uses: Mapping[int, CardUse], turned: int, style: Style, lines: int
) -> list[Row]:
    """Give the cities of others side by side, the neighbours first, then those further off as far as there are rows."""
    seats = [seat for seat in cities.order(wording) if seat != wording.seat]
    seats = [*seats[turned % len(seats):], *seats[: turned % len(seats)]]  # fmt: skip
    columns = max(1, min(len(seats), (style.width + 1) // BOARD))
    size = (style.width + 1) // columns - 1
    found: list[Row] = []
    for at in range(0, len(seats), columns):
        far = _far_rows(wording, [seat for seat in seats[at + columns :] if _is_far(wording, seat)], style)
        rest = lines - len(found) - bool(found) - len(far)
        if rest < (LEAST_BOARD if found else 1):
            return [*found, *_far_rows(wording, [seat for seat in seats[at:] if _is_far(wording, seat)], style)]
        some = [board_rows(wording, seat, uses, replace(style, width=size), rest, "Tab")
                for seat in seats[at : at + columns]]  # fmt: skip
        tall = max(map(len, some))
        found += [EMPTY] if found else []
        joined = some[-1]
        for one in reversed(some[:-1]):
            wide = replace(style, width=size + 1 + max(map(width, joined), default=0))
            joined = join_columns(one, joined, size, tall, wide)
        found += joined
    return found


def _is_far(wording: SevenWondersWording, seat: int) -> bool:
    """Whether no row of the table of cities is for this one."""
    return wording.seat is not None and seat in far_seats(wording)


def far_seats(wording: SevenWondersWording) -> list[int]:
    """Give the seats that share a line in place of a row each in the table of cities."""
    seats = cities.order(wording)
    return seats[cities.NEAR :] if wording.seat is not None and len(seats) > cities.NEAR + 1 else []


def board_rows(
    wording: SevenWondersWording, seat: int, uses: Mapping[int, CardUse], style: Style, lines: int, key: str
) -> list[Row]:
    """Give a city in short: what it makes, the stages of its wonder, its buildings, its points."""
    s, words = wording.state, wording.words
    direction = wording.seat_direction(seat) if seat != wording.seat else ""
    name = row(Span(f"{direction} ", "label") if direction else "", wording.player(seat))
    head = row(name, ": ", wording.board(seat))
    if s.sides[seat]:
        points, wonder = words("seven.points", n=sum(number for _, number in parts(s, seat))), s.wonders[seat]
        named = row(name, ": ", wording.text("wonder", wonder))
        # The points stand above the game, too, and give way before the name of the wonder.
        ways = row(head, ", ", points), row(named, ", ", points), named, name
        head = next((one for one in ways if width(one) <= style.width), name)
    facts: list[_Fact] = []
    if s.sides[seat] or not s.wonders[seat]:
        facts = _city(wording, seat, uses.get(seat))
    else:
        for side in SIDES:
            facts.append(_Fact(Span(wording.text("side", side), "heading"), " "))
            facts += _stages(wording, seat, side)
    facts = [one._replace(text=figure(one.text, seat, f"board {plain(one.label)}")) for one in facts]
    return _fit_city(head, facts, lines, style, wording, key)


def _fit_city(
    title: Row, facts: Sequence[_Fact], lines: int, style: Style, wording: SevenWondersWording, key: str
) -> list[Row]:
    """Lay out what there is to say of a city in no more rows than there are; the key shows the rest."""
    said = [one for one in facts if plain(one.text)]
    size = min(max((width(style.spell(row(one.label))) for one in said), default=0) + 2, style.width // 2)
    parts_ = [part_of(lay_out((Heading(title),), style), style.width)]
    parts_ += [_fact_part(one, size, style) for one in said]
    return fit_parts(parts_, lines, style.width, left_out(wording.words, key, style), style.lines, style.sure)


def _fact_part(fact: _Fact, size: int, style: Style) -> ColumnPart:
    """Give a fact as rows, its label in so many cells; where they have no room, the least of it."""
    rows = label_rows(fact.label, fact.text, size, style)
    whole = part_of(rows, style.width)
    if not plain(fact.least):
        return whole
    least = label_rows(fact.label, fact.least, size, style)
    return replace(whole, rows=lambda lines: whole.rows(lines) if lines >= len(rows) else least)


def _city(wording: SevenWondersWording, seat: int, use: CardUse | None) -> list[_Fact]:
    """Give what a city has, with what it is called; what its last turn brought is marked."""
    s, words = wording.state, wording.words
    own = seat == wording.seat or wording.seat is None
    label = words("seven.screen.makes" if own else "seven.screen.sells")
    facts = [_Fact(Span(label, "label"), cities.products(wording, seat, not own))]
    if cheaper := wording.gist([one for one in city(s, seat) if isinstance(one, Discount)]):
        facts.append(_Fact(Span(words("seven.screen.discounts"), "label"), cheaper))
    if not own and use is not None:
        facts.append(_Fact(Span(words("seven.screen.last"), "label"), use_text(wording, use, seat)))
    if s.sides[seat]:
        facts += _stages(wording, seat, s.side(seat))
    for colour, faces in wording.by_colour(s.built[seat]):
        if colour not in FOR_SALE:
            named = join((_with_points(wording, seat, face) for face in faces), words("seven.and"))
            facts.append(_Fact(Span(wording.text("colour", colour), ROLES[colour]), named))
    counts = [Span(words("seven.so-many-cards", n=len(faces), colour=wording.text("colour", colour)), ROLES[colour])
              for colour, faces in wording.by_colour(s.built[seat]) if colour in FOR_SALE]  # fmt: skip
    if not own and counts:
        facts.append(_Fact(Span(words("seven.screen.cards"), "label"), join(counts, words("seven.and"))))
    return facts


def _with_points(wording: SevenWondersWording, seat: int, face: str) -> Row:
    """Name a building; a guild with the points that it brings as things stand."""
    points = sum(effect_points(wording.state, seat, one) for one in CARDS[face].effects)
    return row(wording.card(face), f" {points:+d}" if CARDS[face].colour == "purple" and points else "")


def _stages(wording: SevenWondersWording, seat: int, side: Side) -> list[_Fact]:
    """Give the stages of a side of a city's wonder: what each costs and brings; those that stand are marked."""
    found: list[_Fact] = []
    for number, stage in enumerate(stages(wording.state.wonders[seat], side), 1):
        stands = bool(wording.state.sides[seat]) and number <= wording.state.stages[seat]
        brings = wording.gist(stage.effects, seat, past=stands)
        told = row(Span(wording.words("seven.screen.done"), "good"), brings) if stands else row(
            Span(wording.cost(stage.cost), "label"), ": ", brings)  # fmt: skip
        label = Span(wording.words("seven.stage-number", n=number), "label")
        least = Span(wording.words("seven.stands"), "good") if stands else ""  # what it brings counts already
        found.append(_Fact(label, told, least))
    return found
