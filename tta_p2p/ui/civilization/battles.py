"""A battle as it is seen: both sides, the fronts with strength and wounds, and what playing a unit would bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tta_p2p.games.civilization.battle.combat import clash, total
from tta_p2p.games.civilization.battle.strength import strength
from tta_p2p.games.civilization.map.squares import name_of
from tta_p2p.games.civilization.state import Battle, Front
from tta_p2p.games.civilization.tables.model import TRUMPS
from tta_p2p.games.civilization.technologies.iron_weapons import EDGE
from tta_p2p.seats.messages import CardRef

from ..act_menu import are_equivalent
from ..blocks import Block, Gap, Para
from ..cells import EMPTY, Row, Span, join, row, trim_start, wrap
from ..presenter import MenuItem
from ..screen.boards import Spot
from ..style import Style
from ..texts import sentence
from .wording import CivilizationWording

STRIKES = ("strike", "smite")
"""Verbs by which a unit attacks one on a front."""
PLAYED = (*STRIKES, "front")
"""Verbs by which a unit is played."""
TENDED = ("wound", "heal")
"""Verbs by which a technology deals or removes wounds."""
FRONTS, TOTALS, STRIKES_FIRST, LEADS, TITLE, LOSSES, RULES = range(7, 0, -1)
"""The worth of what is said of a battle: who faces whom first, explanations last."""


@dataclass(frozen=True)
class BattleForecast:
    """The result of playing a unit; nothing of it depends on others' knowledge.

    `front`: the number of the front it is played on. `enemy`: what it meets there, empty where it stands alone. `first`
    says who strikes first: 1 the unit, -1 the enemy, 0 both at once. `lives`, `enemy_lives` and their `wounds` are what
    is left of both then, `counts` what both sides count then, the own one first, as `seats` are: whom both units serve.
    """

    unit: str
    front: int
    enemy: str
    first: int
    lives: bool
    wounds: int
    enemy_lives: bool
    enemy_wounds: int
    counts: tuple[int, int]
    seats: tuple[int, int]


def forecast(wording: CivilizationWording, item: MenuItem) -> BattleForecast | None:
    """Foresee what an act of a battle brings; None where it plays no unit, or one that is not known."""
    s = wording.state
    battle, args = s.battle, item.label.args
    if battle is None or item.verb not in PLAYED or not isinstance(args[0], CardRef) or not args[0].face:
        return None
    side, unit = _side(battle, args[0].card), args[0].face
    seats = battle.seats if side == 0 else (battle.seats[1], battle.seats[0])
    own, other = total(s, side), total(s, 1 - side)
    mine = strength(s, battle.seats[side], unit)
    if item.verb == "front":
        return BattleForecast(unit, len(battle.fronts) + 1, "", 0, True, 0, True, 0, (own + mine, other), seats)
    number = int(str(args[1]))
    there = battle.fronts[number - 1]
    enemy = there.units[1 - side]
    units = (unit, enemy) if side == 0 else (enemy, unit)
    more = EDGE.number if item.verb == "smite" else 0
    after, fallen = clash(s, battle.seats, Front(units, there.wounds), (more, 0) if side == 0 else (0, more))
    kinds = unit.partition("-")[0], enemy.partition("-")[0]
    first = int(TRUMPS.get(kinds[0]) == kinds[1]) - int(TRUMPS.get(kinds[1]) == kinds[0])
    lives, enemy_lives = not fallen[side], not fallen[1 - side]
    theirs = strength(s, battle.seats[1 - side], enemy)
    counts = own + mine * lives, other - theirs * (not enemy_lives)
    wounds = after.wounds[side], after.wounds[1 - side]
    return BattleForecast(unit, number, enemy, first, lives, wounds[0], enemy_lives, wounds[1], counts, seats)


def _side(battle: Battle, card: int) -> int:
    """Say in the hand of which side a card is."""
    return 0 if card in battle.hands[0] else 1


def _ending(told: BattleForecast) -> str:
    return {(True, False): "kills", (False, True): "dies", (False, False): "both-die", (True, True): "both-live"}[
        told.lives, told.enemy_lives
    ]


def outcome(wording: CivilizationWording, told: BattleForecast) -> Row:
    """Say in two words how a unit that attacks and the one it meets come out of it."""
    ending = _ending(told)
    role = {"kills": "good", "dies": "bad"}.get(ending, "warn")
    return row(Span(wording.words(f"civ.battle.ending.{ending}"), role))


def forecast_text(wording: CivilizationWording, item: MenuItem) -> Row:
    """Say what playing a unit brings: who strikes first, who dies, what both sides count then; of wounds, whom they
    kill."""
    told, words = forecast(wording, item), wording.words
    if told is None:
        return _wounds_text(wording, item) if item.verb == "wound" else EMPTY
    counts = words("civ.battle.counts", own=told.counts[0], other=told.counts[1])
    if not told.enemy:
        return row(words("civ.battle.alone"), words("civ.then"), counts)
    unit, enemy = (wording.unit(seat, face) for seat, face in zip(told.seats, (told.unit, told.enemy), strict=True))
    first = words(f"civ.battle.first.{told.first}", unit=unit, enemy=enemy)
    theirs, mine = words("civ.battle.theirs"), words("civ.battle.mine")
    ends = (_end(wording, theirs, told.enemy_lives, told.enemy_wounds), _end(wording, mine, told.lives, told.wounds))
    return row(first, words("civ.colon"), words("civ.comma").join(ends), words("civ.then"), counts)


def _wounds_text(wording: CivilizationWording, item: MenuItem) -> Row:
    """Say what becomes of the units that a technology wounds, and what both sides count then."""
    s, words = wording.state, wording.words
    battle = s.battle
    if battle is None or wording.seat not in battle.players:
        return EMPTY
    side = battle.players.index(wording.seat)
    enemy, lost, ends = battle.seats[1 - side], 0, []
    for number, more in sorted(Counter(item.text.split(" ")[3:]).items()):
        front = battle.fronts[int(number) - 1]
        face, wounds = front.units[1 - side], front.wounds[1 - side] + more
        lives = wounds < strength(s, enemy, face)
        lost += 0 if lives else strength(s, enemy, face)
        ends.append(_end(wording, wording.unit(enemy, face), lives, wounds))
    counts = words("civ.battle.counts", own=total(s, side), other=total(s, 1 - side) - lost)
    return row(words("civ.comma").join(ends), words("civ.then"), counts)


def _end(wording: CivilizationWording, unit: str, lives: bool, wounds: int) -> str:
    key = "dies" if not lives else "wounded" if wounds else "unhurt"
    return wording.words(f"civ.battle.end.{key}", unit=unit, n=wounds)


def _wound_source(item: MenuItem) -> tuple[str, int]:
    """Give by what wounds are dealt or removed (the verb, the technology, what is paid), and how many."""
    words = item.text.split(" ")
    begins = 3 if item.verb == "wound" else 2
    return " ".join(words[:begins]), len(words) - begins


def lesser_wounds(items: Sequence[MenuItem]) -> dict[str, list[MenuItem]]:
    """Give the acts that deal or remove fewer wounds than they could, by their means; these are allowed, and seldom
    wanted."""
    by_means: dict[str, list[tuple[int, MenuItem]]] = {}
    for item in items:
        if item.verb in TENDED:
            means, number = _wound_source(item)
            by_means.setdefault(means, []).append((number, item))
    most = {means: max(number for number, _ in some) for means, some in by_means.items()}
    found = {means: [one for number, one in some if number < most[means]] for means, some in by_means.items()}
    return {means: some for means, some in found.items() if len(some) > 1}


def spots(wording: CivilizationWording, items: Sequence[MenuItem], within: bool = False) -> list[Spot]:
    """Give the acts of a battle as things to choose among, each attack with how it ends.

    What deals or removes fewer wounds than it could is one thing, and is listed when it is chosen (`within`).
    """
    digits = max((len(str(item.number)) for item in items), default=1)
    less = {} if within else lesser_wounds(items)
    among = {one.text for some in less.values() for one in some}
    found = {}
    for means, some in less.items():
        text = row(Span(f"{some[0].number:>{digits}} ", "number"), _lesser_spots(wording, some))
        found[some[0].text] = Spot(means, text, None, (), some[0].number, acts=tuple(one.text for one in some))
    every = ((item, found.get(item.text)) for item in items if item.text in found or item.text not in among)
    return [spot or _spot(wording, item, Span(f"{item.number:>{digits}} ", "number")) for item, spot in every]


def _lesser_spots(wording: CivilizationWording, some: Sequence[MenuItem]) -> str:
    return wording.words("civ.battle.fewer", card=wording.texts.card(some[0].text.split(" ")[1]), n=len(some))


def _spot(wording: CivilizationWording, item: MenuItem, number: Span) -> Spot:
    told = forecast(wording, item)
    note = forecast_text(wording, item)
    text = row(number, _unit_text(wording, item, told))
    if told is None or item.verb not in STRIKES:
        return Spot(item.text, text, item, number=item.number, note=note)
    ends = row(wording.words("civ.colon"), outcome(wording, told))
    faces = tuple(dict.fromkeys((told.unit, told.enemy)))
    return Spot(item.text, text, item, faces, item.number, note=note, price=ends)


def _unit_text(wording: CivilizationWording, item: MenuItem, told: BattleForecast | None) -> str:
    """Say which unit is played where: with what it counts, or with what iron adds to that."""
    if told is None:
        return sentence(item.short_description if item.verb in TENDED else item.description)
    hard = item.verb == "smite"  # there is no room for both
    unit = wording.texts.card(told.unit) if hard else wording.unit(told.seats[0], told.unit)
    paid = wording.texts.fill("{0:paid}", item.label.args[2:])
    return wording.words(f"civ.battle.{item.verb}", unit=unit, front=told.front, paid=paid)


def blocks(wording: CivilizationWording, items: Sequence[MenuItem]) -> tuple[Block, ...]:
    """Give the acts of a battle line by line, each with what it brings; of units that are alike one stands for all."""
    found, same = [], list[list[MenuItem]]()
    less = lesser_wounds(items)
    among = {one.text for some in less.values() for one in some}
    for item in items:
        if item.text in among:
            continue
        there = next(
            (some for some in same if some[0].description == item.description and are_equivalent((some[0], item))), None
        )
        if there is None:
            same.append([item])
        else:
            there.append(item)
    for item, *others in same:
        told = forecast_text(wording, item)
        played = forecast(wording, item)
        act = item.description
        if played is not None:
            act = act.replace(wording.texts.card(played.unit), wording.unit(played.seats[0], played.unit))
        many = Span(wording.words("screen.alike", n=len(others) + 1), "label") if others else ""
        said = row(act, many, wording.words("civ.colon") if told else "", told)
        found.append(Para(row(Span(f"{item.number}) ", "number"), said), 2, 4))
    for some in less.values():
        each = join((row(Span(f"{one.number})\u00a0", "number"), one.short_description) for one in some), "  ")
        found.append(Para(row(sentence(_lesser_spots(wording, some)), wording.words("civ.colon"), each), 2, 4))
    return tuple(found)


@dataclass(frozen=True)
class BattlePart:
    """A sentence about a battle; `ways` to say it, the fullest first, and its `worth` where not all have room.

    `is_apart`: an empty row stands before it where there is room.
    """

    ways: tuple[Row, ...]
    worth: int
    is_apart: bool = False


def battle_parts(wording: CivilizationWording) -> Iterator[BattlePart]:
    """Give what is to be said of the battle, in the order in which it is read."""
    s, words = wording.state, wording.words
    battle = s.battle
    if battle is None:
        return
    names = [_name(wording, battle, side) for side in (0, 1)]
    square = name_of(battle.square)
    heading = words("civ.battle", square=square, attacker=names[0], defender=names[1])
    ways = (heading, words("civ.battle.short", square=square))
    yield BattlePart(tuple(row(Span(sentence(way), "heading")) for way in ways), TITLE)
    totals = total(s, 0), total(s, 1)
    for side in (0, 1):
        told = {"name": sentence(names[side]), "n": totals[side], "left": len(battle.hands[side])}
        ways = (words("civ.battle.side", bonus=battle.bonus[side], **told), words("civ.battle.side-short", **told))
        role = "mine" if battle.seats[side] == wording.seat else ""
        yield BattlePart(tuple(row(Span(way, role)) for way in ways), TOTALS, is_apart=not side)
    if any(battle.seats[side] < 0 and battle.players[side] == wording.seat for side in (0, 1)):
        yield BattlePart((row(Span(words("civ.battle.for-village"), "mine")),), TOTALS)
    leads = names[0] if totals[0] > totals[1] else names[1]
    yield BattlePart((row(words("civ.battle.leads", name=leads)),), LEADS)
    for number, front in enumerate(battle.fronts, 1):
        facing = [
            words("civ.battle.facing", one=_unit(wording, battle, front, 0), other=_unit(wording, battle, front, 1)),
            words(
                "civ.battle.facing",
                one=_short_unit(wording, battle, front, 0),
                other=_short_unit(wording, battle, front, 1),
            ).strip(),
        ]
        told_ways = tuple(row(Span(f"{number} ", "number"), way) for way in facing)
        yield BattlePart(told_ways, FRONTS, is_apart=number == 1)
    for side in (0, 1):
        if battle.dead[side]:
            dead = words("civ.comma").join(wording.texts.card(face) for face in battle.dead[side])
            text = words("civ.battle.dead", name=sentence(names[side]), dead=dead)
            yield BattlePart(
                (row(Span(text, "label")),), LOSSES, is_apart=not battle.fronts and not (side and battle.dead[0])
            )
    for number in (1, 2, 3, 4) if _stronger(wording, battle) else (1, 2, 3):
        rule = row(Span(words(f"civ.battle.how.{number}"), "label"))
        yield BattlePart((rule,), STRIKES_FIRST if number == 1 else RULES, is_apart=number == 1)


def battle_blocks(wording: CivilizationWording) -> tuple[Block, ...]:
    """Tell the whole battle, for pages."""
    found: list[Block] = []
    for part in battle_parts(wording):
        found += [Gap()] if part.is_apart else []
        found.append(Para(part.ways[0]))
    return tuple(found)


def battle_rows(wording: CivilizationWording, style: Style, lines: int, left_out: Callable[[int], Row]) -> list[Row]:
    """Draw the battle in so many rows as wide as the style, each sentence whole or not at all.

    Empty rows give way first, then long ways to say things, then what is worth least: ``left_out`` says how many.
    """
    parts = list(battle_parts(wording))
    every = [[wrap(style.spell(way), style.width) for way in part.ways] for part in parts]
    airy = [one for part, ways in zip(parts, every, strict=True) for one in ([EMPTY] * part.is_apart + ways[0])]
    if len(airy) <= lines:
        return airy
    by_worth = sorted(range(len(parts)), key=lambda at: (-parts[at].worth, at))
    is_short = sum(len(ways[-1]) for ways in every) > lines
    free, shown = lines - is_short, dict[int, list[Row]]()
    for at in by_worth:
        if len(every[at][-1]) <= free:
            shown[at], free = every[at][-1], free - len(every[at][-1])
    for _, alike in groupby(by_worth, key=lambda at: parts[at].worth):  # what is free then goes to fuller ways
        fuller = {at: every[at][0] for at in alike if at in shown}
        more = sum(len(rows) - len(shown[at]) for at, rows in fuller.items())
        if more <= free:
            shown, free = shown | fuller, free - more
    rows = [one for at in sorted(shown) for one in shown[at]]
    return [*rows, trim_start(left_out(len(parts) - len(shown)))][: max(0, lines)] if is_short else rows


def _stronger(wording: CivilizationWording, battle: Battle) -> bool:
    """Whether a unit that is seen in a battle counts more than its card says."""
    seen = [(battle.seats[side], front.units[side]) for front in battle.fronts for side in (0, 1)]
    seen += [(battle.seats[side], wording.faces.get(one, "")) for side in (0, 1) for one in battle.hands[side]]
    return any(face and wording.unit(seat, face) != wording.texts.card(face) for seat, face in seen)


def _name(wording: CivilizationWording, battle: Battle, side: int) -> str:
    """Name a side; a village is not who plays its barbarians."""
    return wording.words("civ.battle.barbarians") if battle.seats[side] < 0 else wording.texts.name(battle.seats[side])


def _short_unit(wording: CivilizationWording, battle: Battle, front: Front, side: int) -> str:
    """Say what a side has on a front in few cells: with wounds, what it counts is told by how many it bears."""
    face, words = front.units[side], wording.words
    if not face:
        return ""
    name, counts = wording.texts.card(face), strength(wording.state, battle.seats[side], face)
    if front.wounds[side]:
        return words("civ.battle.hurt", unit=name, n=front.wounds[side], of=counts)
    return name if face.partition("-")[2] == str(counts) else name + words("civ.in-brackets", what=counts)


def _unit(wording: CivilizationWording, battle: Battle, front: Front, side: int) -> str:
    """Say what a side has on a front."""
    face, words = front.units[side], wording.words
    if not face:
        return words("civ.battle.nobody")
    seat = battle.seats[side]
    some = (front.wounds[side], strength(wording.state, seat, face))
    wounds = words("civ.battle.wounds", n=some[0], of=some[1]) if some[0] else ""
    return wording.unit(seat, face) + wounds
