"""The hand: what every card brings, what it costs, of whom that is bought, or why not; and the numbers of its acts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tta_p2p.games.contract import Act, Card
from tta_p2p.games.seven_wonders.index import stages
from tta_p2p.games.seven_wonders.payments import next_cost, purchases, thrifty, why_free
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.games.seven_wonders.tables.model import NEIGHBOURS, Price
from tta_p2p.games.seven_wonders.turn import is_built, why_too_dear

from ..blocks import Block, Gap, Heading, Page, Para, fields, table
from ..cells import Piece, Row, Span, row, width
from ..presenter import MenuItem
from .cards import chained_buildings
from .wording import FIXED, SevenWondersWording

USES = ("build", "stage", "sell")
SCREEN = 80
"""Cells of the screen on which a hand of seven and what can be done with it must have a line a card, if possible."""
LONGEST, SHORTEST = 36, 20
"""Between so many cells may be said of a way to pay, or of why there is none; what takes more is said in short."""
LETTERS = "abcdefgh"
"""What ways to pay for a stage are called where there are several."""


def hand_menu(wording: SevenWondersWording, entries: Sequence[MenuItem]) -> tuple[Block, ...]:
    """Lay the acts of a turn out card by card: a line for each way to build it, beside it stage and sale."""
    assert wording.seat is not None
    words, s, seat = wording.words, wording.state, wording.seat
    given = presents(entry.text for entry in entries)
    entries = [entry for entry in entries if entry.text not in given]
    ways = _stage_ways(entries)
    longest = _room(wording, ways)
    number = s.stages[seat] + 1
    head: list[Piece] = [words("seven.head.hand"), words("seven.head.brings"), words("seven.head.build")]
    shortened = False
    head += [words("seven.head.stage", n=number)] if ways else []
    head.append(words("seven.head.sell"))
    rows: list[list[Piece]] = []
    for handle in s.hands[seat]:
        face = wording.faces[handle]
        own = [entry for entry in entries if handle_of(entry.act) == handle]
        builds = [entry for entry in own if entry.verb == "build"]
        lines = [_payment_line(wording, face, entry) for entry in builds] or [obstacle(wording, face, longest)]
        if builds and (len(lines) > 1 or width(lines[0]) > longest) and any(any(payments(entry)) for entry in builds):
            lines, shortened = [_payment_lines(wording, face, builds, longest)], True
        elif builds and width(lines[0]) > longest:
            lines = [row(_number(builds[0]), words("seven.all-own"))]
        last = [_numbers([entry for entry in own if entry.verb == "stage"])] if ways else []
        last.append(_numbers([entry for entry in own if entry.verb == "sell"]))
        rows.append([wording.card(face), wording.brings(face, seat), lines[0], *last])
    if shortened:
        head[2] = words("seven.head.build-short")
    more = (Para(row(Span(words("seven.more-ways"), "label")), 0, 2),) if given else ()
    return (table(head, rows, "lll" + "r" * (len(head) - 3), flex=2), *_stage_note(wording, ways), *more)


def _room(wording: SevenWondersWording, ways: Sequence[tuple[int, int]]) -> int:
    """Give the cells that are left for how a card is paid for."""
    assert wording.seat is not None
    faces = [wording.faces[handle] for handle in wording.state.hands[wording.seat]]
    names = max((width(wording.card(face)) for face in faces), default=0)
    brings = max((width(wording.brings(face, wording.seat)) for face in faces), default=0)
    numbers = 5 * max(len(ways), 1) + 6
    return max(SHORTEST, min(LONGEST, SCREEN - names - brings - numbers - 8))


def payments(entry: MenuItem) -> tuple[int, int]:
    """Give how many coins an act gives to the left and to the right."""
    return _coins_paid(entry.act) if entry.act is not None else (0, 0)


def presents(acts: Iterable[str]) -> frozenset[str]:
    """Give those of some acts, in notation, that give neighbours more than another of them needs for the same."""
    return frozenset(text for of in _ways_of(acts) for way, text in of.items() if way not in thrifty(of))


def payment_ranks(acts: Iterable[str]) -> dict[str, int]:
    """Give how many ways to pay for the same thing stand before each of some acts, in notation: what is cheaper."""
    found = dict[str, int]()
    for of in _ways_of(acts):
        best = thrifty(of)
        for rank, way in enumerate(sorted(of, key=lambda way: (way not in best, sum(way)))):
            found[of[way]] = rank
    return found


def _ways_of(acts: Iterable[str]) -> Iterable[dict[tuple[int, int], str]]:
    """Give the acts that pay, in notation, by the coins for the left and the right, of each thing for itself."""
    ways: dict[str, dict[tuple[int, int], str]] = {}
    for text in acts:
        thing, *coins = text.rsplit(" ", 2)
        if len(coins) == 2 and all(one.isdecimal() for one in coins):
            ways.setdefault(thing, {})[int(coins[0]), int(coins[1])] = text
    return ways.values()


def handle_of(act: Act | None) -> int | None:
    """Give the card of the hand that an act uses."""
    card = act.args[0] if act is not None and act.args else None
    return card.handle if isinstance(card, Card) else None


def _numbers(entries: Sequence[MenuItem]) -> Row:
    several = len(entries) > 1
    found: list[Piece] = []
    for place, entry in enumerate(entries):
        found += [" " if place else "", Span(f"{entry.number})", "number"), LETTERS[place] if several else ""]
    return row(*found)


def _number(entry: MenuItem) -> Span:
    return Span(f"{entry.number}) ", "number")


def _payment_line(wording: SevenWondersWording, face: str, entry: MenuItem) -> Row:
    """Say how a building is paid for by an act: what the city makes itself, what is bought of whom."""
    s, words, seat = wording.state, wording.words, wording.seat
    assert seat is not None and entry.act is not None
    why, cost = why_free(s, seat, face), CARDS[face].cost
    if why:
        return row(_number(entry), Span(free_reason(wording, why, face), "good"))
    if cost == Price():
        return row(_number(entry), Span(words("seven.free"), "good"))
    return row(_number(entry), _payment(wording, cost, _coins_paid(entry.act)))


def _payment_lines(wording: SevenWondersWording, face: str, entries: Sequence[MenuItem], longest: int) -> Row:
    """Say what a building costs and, in short, who gets how much: "stone, 2 ore: 1) R4  2) L2 R2"."""
    found: list[Piece] = []
    for place, entry in enumerate(entries):
        way = FIXED + short_payment(wording, payments(entry))
        found += ["  " if place else "", Span(f"{entry.number})", "number"), way]
    whole = row(wording.cost(CARDS[face].cost), ": ", *found)
    return whole if width(whole) <= longest else row(*found)


def short_payment(wording: SevenWondersWording, way: tuple[int, int]) -> str:
    """Say who gets how many coins: "L2 R2"."""
    sides = (wording.words(f"seven.to-{where}", n=coins) for where, coins in zip(NEIGHBOURS, way, strict=True) if coins)
    return FIXED.join(sides) or wording.words("seven.to-nobody")


def paid_names(wording: SevenWondersWording, way: tuple[int, int]) -> str:
    """Say who gets how many coins, by name: "2 to Bob, 1 to Cid"."""
    near = wording.neighbours() or ()
    some = (wording.words("seven.paid", n=coins, name=wording.texts.name(seat)).replace(" ", FIXED)
            for seat, coins in zip(near, way, strict=True) if coins)  # fmt: skip
    return wording.words("seven.and").join(some) or wording.words("seven.to-nobody")


def free_reason(wording: SevenWondersWording, why: str, face: str) -> str:
    """Say why a building is free."""
    assert wording.seat is not None
    before = [one for one in wording.state.built[wording.seat] if CARDS[one].name in CARDS[face].after]
    if why == "chain" and before:
        return wording.words("seven.free-after", card=wording.texts.card(before[0]))
    return wording.words(f"seven.{why}")


def _coins_paid(act: Act) -> tuple[int, int]:
    coins = act.args[1:]  # none where a card is let pass
    left, right = coins if len(coins) == 2 else (0, 0)
    return (left, right) if isinstance(left, int) and isinstance(right, int) else (0, 0)


def _payment(wording: SevenWondersWording, cost: Price, way: tuple[int, int]) -> Row:
    """Say a cost, with what of it is bought: "stone, ore; glass from the left for 2"."""
    words, seat = wording.words, wording.seat
    assert seat is not None
    bought_ = purchases(wording.state, seat, cost, way) if any(way) else ((0,) * 7, (0,) * 7)
    own = tuple(need - a - b for need, a, b in zip(cost.resources, *bought_, strict=True))
    parts: list[str] = []
    if cost.coins:
        parts.append(words("seven.coins", n=cost.coins))
    if any(own):
        parts.append(words("seven.own", goods=wording.resources(own)))
    for where, numbers, coins in zip(NEIGHBOURS, bought_, way, strict=True):
        if any(numbers):
            goods, paid = wording.resources(numbers), words("seven.coins", n=coins)
            parts.append(words(f"seven.from-{where}", goods=goods, coins=paid))
    return row("; ".join(parts))


def obstacle(wording: SevenWondersWording, face: str, longest: int) -> Row:
    """Say why a card cannot be built, after its cost if there is room."""
    s, seat = wording.state, wording.seat
    assert seat is not None
    if is_built(s, seat, face):
        return row(Span(wording.words("seven.stands-already"), "label"))
    cost = CARDS[face].cost
    whole, short = (f"{told}{_price_obstacle(wording, s, cost)}" for told in (f"{wording.cost(cost)}: ", ""))
    return row(Span(whole if width(whole) <= longest else short, "label"))


def _price_obstacle(wording: SevenWondersWording, s: State, cost: Price) -> str:
    assert wording.seat is not None
    line = why_too_dear(s, wording.seat, cost)
    if line.key == "not-for-sale":
        several = sum(map(bool, cost.resources)) > 1
        what = wording.text("resource", str(line.args[0]))
        return wording.words("seven.not-for-sale", what=what) if several else wording.words("seven.for-no-coins")
    return wording.words("seven.coins-short", n=line.args[0])


def _stage_ways(entries: Sequence[MenuItem]) -> list[tuple[int, int]]:
    """Give the ways to pay for the next stage, as acts offer them."""
    acts = (entry.act for entry in entries if entry.verb == "stage")
    return list(dict.fromkeys(_coins_paid(act) for act in acts if act is not None))


def _stage_note(wording: SevenWondersWording, ways: Sequence[tuple[int, int]]) -> tuple[Block, ...]:
    """Say what the next stage brings and what it costs, or why it cannot be built now."""
    s, words, seat = wording.state, wording.words, wording.seat
    assert seat is not None
    cost = next_cost(s, seat)
    if cost is None:
        return (Para(row(words("seven.wonder-stands")), 0, 2),)
    stage = stages(s.wonders[seat], s.side(seat))[s.stages[seat]]
    how: list[Piece] = []
    if len(ways) == 1:
        how = [_payment(wording, cost, ways[0])]
    elif ways:
        how = [wording.cost(cost), ": "]
    for place, way in enumerate(ways if len(ways) > 1 else ()):
        how += ["  " if place else "", Span(f"{LETTERS[place]}{FIXED}", "number"), short_payment(wording, way)]
    if not ways:
        how = [Span(f"{wording.cost(cost)}: {_price_obstacle(wording, s, cost)}", "label")]
    told = words("seven.stage-is", n=s.stages[seat] + 1, brings=wording.gist(stage.effects, seat))
    return (Para(row(told, " ", *how), 0, 2),)


# --- in full ---------------------------------------------------------------------------------------------------


def hand_page(wording: SevenWondersWording, entries: Sequence[MenuItem]) -> Page:
    """Give every card of the hand in whole sentences, and every act with it by its number.

    While the discard pile is searched, its cards come first, and the hand follows under a heading of its own.
    """
    words, s = wording.words, wording.state
    if wording.seat is None:
        return Page(row(words("seven.title.hand")), (Para(row(words("seven.no-hand"))),))
    hand = _card_pages(wording, s.hands[wording.seat], entries)
    pile = _card_pages(wording, s.looked, entries)
    if not pile:
        return Page(row(words("seven.title.hand")), hand or (Para(row(words("seven.empty-hand"))),))
    both = (Gap(), Heading(row(words("seven.head.hand"))), *hand) if hand else ()
    heading = Heading(row(words("seven.head.discards")))
    return Page(row(words("seven.title.discards")), (heading, *pile, *both))


def _card_pages(wording: SevenWondersWording, handles: Sequence[int], entries: Sequence[MenuItem]) -> tuple[Block, ...]:
    """Give cards that the seat sees, each with its acts."""
    assert wording.seat is not None
    words, blocks, given = wording.words, list[Block](), presents(entry.text for entry in entries)
    for handle in handles:
        face = wording.faces.get(handle)
        if face is None:
            continue
        opened = [] if is_built(wording.state, wording.seat, face) else chained_buildings(CARDS[face])
        blocks += [Gap()] if blocks else []
        blocks += [
            Para(row(wording.card(face), Span(f"  {wording.text('colour', CARDS[face].colour)}", "label"))),
            fields(
                (words("seven.label.cost"), cost_line(wording, face)),
                (words("seven.label.opens"), words("seven.and").join(map(wording.texts.card, opened))),
                indent=2,
            ),
            Para(row(wording.prose(CARDS[face].effects)), 2, 0),
        ]
        own = [entry for entry in entries if handle_of(entry.act) == handle]
        more = [entry for entry in own if entry.text in given]
        blocks += [_numbered(wording, entry) for entry in own if entry not in more]
        blocks += [Para(row(Span(words("seven.pays-more"), "label")), 2, 0)] if more else []
        blocks += [_numbered(wording, entry) for entry in more]
    return tuple(blocks)


def _numbered(wording: SevenWondersWording, entry: MenuItem) -> Para:
    paid = row("  ", Span(paid_names(wording, payments(entry)), "warn")) if any(payments(entry)) else ""
    return Para(row(_number(entry), entry.description, paid), 2, 4)


def cost_line(wording: SevenWondersWording, face: str) -> str:
    """Say what a card costs, and after which buildings it is free."""
    words, card = wording.words, CARDS[face]
    cost = wording.cost(card.cost) or words("seven.free")
    names = words("seven.or").join(wording.texts.card(one) for one in card.after)
    return words("seven.cost-or-free", cost=cost, cards=names) if card.after else cost
