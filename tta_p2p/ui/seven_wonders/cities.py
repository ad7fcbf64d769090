"""All cities at a glance, the own one and its neighbours with what stands there, and any city in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tta_p2p.games.seven_wonders.effects import shields
from tta_p2p.games.seven_wonders.index import stages, supply
from tta_p2p.games.seven_wonders.payments import city
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.tables import TURNS
from tta_p2p.games.seven_wonders.tables.model import FOR_SALE, RESOURCES, SYMBOLS, AnyScience, Discount, Science

from ..blocks import Block, Gap, Page, Para, fields, table
from ..cells import Piece, Row, Span, join, row, width
from .wording import AGE_NAMES, FIXED, ROLES, SevenWondersWording

NEAR = 3
"""Cities that a player deals with: the own one and its neighbours."""
ANY = "?"
"""The letter of a symbol of science that is chosen at the end."""
NAMED = 138
"""Cells that the own goods and buildings may take on the first page (two lines); longer, they are counted by colour."""


def city_lines(wording: SevenWondersWording, seats: Sequence[int]) -> Block:
    """Give a line for each of these cities."""
    words, s = wording.words, wording.state
    heads = ("coins", "shields", "conflicts", "science", "wonder")
    head = ["", "", *(words(f"seven.head.{key}") for key in heads)]
    rows: list[list[Piece]] = []
    for seat in seats:
        all_ = stages(s.wonders[seat], s.side(seat))
        built = f"{s.stages[seat]}/{len(all_)} " if s.sides[seat] and all_ else ""
        gone = f" ({words(f'left.{s.left[seat]}')})" if s.left[seat] else ""
        rows.append(
            [
                Span(wording.seat_direction(seat), "label"),
                row(wording.player(seat), gone),
                str(s.coins[seat]),
                Span(str(shields(s, seat)), "red"),
                tokens(s.tokens[seat]),
                science_of(wording, seat),
                row(built, wording.board(seat)),
            ]
        )
    return table(head, rows, "llrrrll", flex=5)


def distant_cities(wording: SevenWondersWording, seats: Sequence[int]) -> Block:
    """Name cities that are further off, with no more than changes what one does: coins, shields, stages."""
    words, s = wording.words, wording.state
    told: list[Piece] = []
    for seat in seats:
        gone = f" ({words(f'left.{s.left[seat]}')})" if s.left[seat] else ""
        all_ = stages(s.wonders[seat], s.side(seat))
        built = f"{s.stages[seat]}/{len(all_)}" if s.sides[seat] and all_ else "-"
        city_ = words("seven.further-city", coins=s.coins[seat], shields=shields(s, seat), stages=built)
        told.append(row(wording.player(seat), f"{gone}{words('seven.colon')}{city_}".replace(" ", FIXED)))
    return Para(row(Span(words("seven.further"), "label"), " ", join(told, words("seven.further-on"))), 0, 2)


def order(wording: SevenWondersWording) -> list[int]:
    """Give the seats in the order in which they are shown: left, own, right, then the others on to the left."""
    seats = list(range(wording.state.seats))
    near = wording.neighbours()
    if near is None or wording.seat is None:
        return seats
    first = list(dict.fromkeys([near[0], wording.seat, near[1]]))
    others = [(wording.seat + step) % len(seats) for step in range(2, len(seats) - 1)]
    return first + others


def tokens(own: tuple[int, ...]) -> str:
    """Say what the conflicts have brought so far: victories, and defeats, which a guild counts."""
    won, lost = sum(one for one in own if one > 0), sum(one for one in own if one < 0)
    return f"{won:+d}{lost:+d}" if won and lost else f"{won + lost:+d}" if own else "0"


def science_of(wording: SevenWondersWording, seat: int, brief: bool = False) -> str:
    """List the symbols of science of a city; ``brief``: each by its first letter."""
    all_ = city(wording.state, seat)
    numbers = {symbol: sum(one == Science(symbol) for one in all_) for symbol in SYMBOLS}
    if brief:
        some = [f"{n}{wording.symbol(one, n)[:1]}" for one, n in numbers.items() if n]
        free = sum(isinstance(one, AnyScience) for one in all_)
        return " ".join([*some, *([f"{free}{ANY}"] if free else [])]) or "-"
    named = {wording.symbol(one, number): number for one, number in numbers.items()}
    told = [wording.count_text(name, n) for name, n in named.items() if n]
    free = sum(isinstance(one, AnyScience) for one in all_)
    if free:
        told.append(wording.words("seven.gist.any-science" if free == 1 else "seven.any-symbols", n=free))
    return wording.words("seven.and").join(told) or "-"


def products(wording: SevenWondersWording, seat: int, sold: bool) -> str:
    """List what a city makes each turn, or what of that its neighbours can buy."""
    s = wording.state
    certain, choices = supply(s.wonders[seat], s.side(seat), s.stages[seat], s.built[seat], sold)
    parts_ = [wording.resources(certain)] if any(certain) else []
    either = Counter(wording.options([RESOURCES[place] for place in options]) for options in choices)
    parts_ += [wording.count_text(name, number) for name, number in either.items()]
    return wording.words("seven.and").join(parts_) or "-"


def near_cities(wording: SevenWondersWording, named: bool, beside: bool = False) -> Block:
    """Say what the own city and its neighbours make, and what stands there; `named`: with neighbours' buildings.

    `beside`: the own city is shown beside it already.

    Without names, no more is said of neighbours than what they sell, and many buildings of one's own are counted.
    """
    shown = order(wording) if wording.seat is None else order(wording)[:NEAR]
    pairs: list[tuple[Piece, Piece]] = []
    for seat in shown:
        if beside and seat == wording.seat:
            continue
        mine = seat == wording.seat or wording.seat is None
        made = wording.words("seven.makes" if mine else "seven.sells", goods=products(wording, seat, not mine))
        label = wording.seat_direction(seat) if wording.seat is not None else wording.texts.name(seat)
        stands = buildings(wording, seat, named or mine) if named or mine else row()
        if not named and width(row(made, stands)) > NAMED:
            stands = buildings(wording, seat, False)
        pairs.append((Span(label, "label"), row(made, stands)))
    return fields(*pairs)


def buildings(wording: SevenWondersWording, seat: int, named: bool) -> Row:
    """List the buildings of a city by colour, by name if wanted; brown and grey ones, whose goods are listed, never."""
    found: list[Piece] = []
    for colour, faces in wording.by_colour(wording.state.built[seat]):
        called = wording.text("colour", colour)
        if colour in FOR_SALE or not named:
            found.append(Span(wording.words("seven.so-many-cards", n=len(faces), colour=called), ROLES[colour]))
        else:
            found.append(row(Span(f"{called} ", ROLES[colour]), wording.cards(faces)))
    return row("; ", join(found, "; ")) if found else row()


def city_page(wording: SevenWondersWording, seat: int) -> Page:
    """Give everything about a city: what it makes and sells, its buildings, its wonder, its points as it stands."""
    s, words = wording.state, wording.words
    pairs: list[tuple[Piece, Piece]] = [
        (words("seven.label.coins"), str(s.coins[seat])),
        (words("seven.label.shields"), _shields(wording, seat)),
        (words("seven.label.conflicts"), " ".join(f"{one:+d}" for one in s.tokens[seat])),
        (words("seven.label.science"), science_of(wording, seat)),
        (words("seven.label.makes"), products(wording, seat, False)),
        (words("seven.label.sells"), products(wording, seat, True)),
        (words("seven.label.discounts"), _discounts(wording, seat)),
    ]
    for colour, faces in wording.by_colour(s.built[seat]):
        pairs.append((wording.text("colour", colour), wording.cards(faces)))
    tucked = [wording.faces[handle] for handle in s.tucked[seat] if handle in wording.faces]
    pairs.append((words("seven.label.tucked"), wording.cards(tucked)))
    points = ", ".join(f"{wording.text('score', part)} {number}" for part, number in parts(s, seat) if number)
    total = sum(number for _, number in parts(s, seat))
    pairs.append(
        (words("seven.label.points"), words("seven.points-now", n=total, parts=points) if points else str(total))
    )
    title = row(wording.player(seat), ", ", wording.board(seat))
    return Page(title, (fields(*pairs), Gap(), *stage_lines(wording, seat)))


def _shields(wording: SevenWondersWording, seat: int) -> str:
    """Say how strong a city is, and how strong its neighbours are."""
    s, own = wording.state, shields(wording.state, seat)
    sides = ((seat + 1) % s.seats, (seat - 1) % s.seats)
    others = ", ".join(f"{wording.texts.name(one)} {shields(s, one)}" for one in dict.fromkeys(sides))
    return f"{own} ({others})"


def _discounts(wording: SevenWondersWording, seat: int) -> str:
    return wording.gist([one for one in city(wording.state, seat) if isinstance(one, Discount)])


def stage_lines(wording: SevenWondersWording, seat: int) -> tuple[Block, ...]:
    """Give a line for each stage of a city's wonder."""
    s = wording.state
    if not s.sides[seat] or not s.wonders[seat]:
        return ()
    rows: list[list[Piece]] = []
    for number, stage in enumerate(stages(s.wonders[seat], s.side(seat)), 1):
        done = number <= s.stages[seat]
        rows.append(
            [
                Span(wording.words("seven.stage-number", n=number), "label"),
                Span(wording.words("seven.stands"), "good") if done else wording.cost(stage.cost),
                wording.prose(stage.effects, past=done),
            ]
        )
    return (table([], rows, "lll", flex=2),)


def title_of(wording: SevenWondersWording) -> Row:
    """Say where the game stands: age, turn, where hands go."""
    s, words = wording.state, wording.words
    if not s.age:
        return row(words("seven.before"))
    going = words("seven.goes-right" if s.age == 2 else "seven.goes-left")
    going = going if s.turn < TURNS else words("seven.last")
    return row(words("seven.standing", age=AGE_NAMES[s.age], turn=s.turn, turns=TURNS, going=going))


def overview(wording: SevenWondersWording, named: bool, beside: bool = False) -> tuple[Block, ...]:
    """Give all cities at a glance, and what the near ones make; `named`: with the buildings of neighbours.

    Without names it is the first page of a turn: it leaves room for the hand, so those further off share a line.
    `beside`: see `near_cities`.
    """
    seats = order(wording)
    far = seats[NEAR:] if wording.seat is not None and not named and len(seats) > NEAR + 1 else []
    blocks: list[Block] = [city_lines(wording, seats[: len(seats) - len(far)])]
    if far:
        blocks.append(distant_cities(wording, far))
    if any(wording.state.wonders):
        blocks.append(near_cities(wording, named, beside))
    return tuple(blocks)


def pile_line(wording: SevenWondersWording) -> Block:
    """Say how many cards are discarded, and how many guilds are still to come."""
    s = wording.state
    parts_ = [wording.words("seven.discards", n=len(s.discards) + len(s.looked))]
    if s.guilds:
        parts_.append(wording.words("seven.guilds", n=len(s.guilds)))
    return Para(row(", ".join(parts_), "."))
