"""Derived numbers of a civilization: ratings, totals of actions, hand limits, happiness, comparisons.

Nothing here is stored anywhere; every function works its number out of what is in play. The strength of a
force that colonizes is another matter (`colonization`), and so is production (`economy`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps

from ..contract import Face, Seat
from .armies import armies
from .formulas import FACES, STATS, value
from .index import (
    CIVIL_ACTIONS,
    CULTURE,
    HAPPY,
    IS_UNIT,
    KIND,
    MILITARY_ACTIONS,
    MODIFIERS,
    SCIENCE,
    SPECIALS,
    STRENGTH,
    pact_abilities,
    pact_side,
)
from .state import PactInPlay, Player, State
from .tables import BOARD
from .tables.abilities import Modifier
from .tables.words import Kind, Kinds, Stat, Who

RAVAGED_CULTURE = 2
"""What a wonder that was turned face down gives, and nothing else."""

_MAX_HAPPY = BOARD.most_happy
HOMER: Face = next(iter(SPECIALS["homer"]))


def printed(p: Player, numbers: Mapping[Face, int]) -> int:
    """Add up a printed number over everything a player has in play, pacts aside."""
    total = on_cards(p, numbers)
    for face, number in p.workers.items():
        if number and face in numbers:
            total += number * numbers[face]
    return total


def on_cards(p: Player, numbers: Mapping[Face, int]) -> int:
    """Add up a printed number over everything a player has in play, workers and pacts aside."""
    get = numbers.get
    total = get(p.government, 0) + get(p.leader, 0)
    for face in p.wonders:
        if face not in p.ravaged:
            total += get(face, 0)
    for face in p.specials:
        total += get(face, 0)
    for face in p.colonies:
        total += get(face, 0)
    return total


def pacts_of(s: State, seat: Seat) -> list[tuple[PactInPlay, bool, Seat]]:
    """Give the pacts a seat takes part in: the pact, whether it is party A, and its partner."""
    if not s.pacts:
        return []
    return [
        (pact, pact.a == seat, pact.b if pact.a == seat else pact.a) for pact in s.pacts if seat in (pact.a, pact.b)
    ]


SYMBOL = {
    Stat.SCIENCE: "science",
    Stat.CULTURE: "culture",
    Stat.STRENGTH: "strength",
    Stat.HAPPY: "happy",
    Stat.CIVIL_ACTIONS: "civil_actions",
    Stat.MILITARY_ACTIONS: "military_actions",
    Stat.FOOD: "food",
    Stat.RESOURCE: "resource",
}


def pact_modifier(s: State, seat: Seat, stat: Stat, without: Iterable[PactInPlay] = ()) -> int:
    """Give what a seat's pacts add to a number, leaving some of them out."""
    if not s.pacts:
        return 0
    total = 0
    name = SYMBOL[stat]
    for pact, is_a, partner in pacts_of(s, seat):
        if pact in without:
            continue
        side = pact_side(pact.card, is_a)
        total += getattr(side.symbols, name)
        for modifier in pact_abilities(side, Modifier):
            if modifier.stat is stat:
                total += value(s, seat, modifier.formula, partner)
    return total


def ability_modifier(s: State, seat: Seat, stat: Stat) -> int:
    """Give what abilities of cards in play add to a number, pacts aside."""
    cards = MODIFIERS.get(stat)
    if cards is None:
        return 0
    p = s.players[seat]
    total = 0
    for face in active_cards(p):
        for formula in cards.get(face, ()):
            total += value(s, seat, formula)
    return total


def active_cards(p: Player) -> list[Face]:
    """Give the cards whose abilities a player has: leader, working wonders, special technologies."""
    cards = [p.leader] if p.leader else []
    if p.wonders:
        cards += [face for face in p.wonders if face not in p.ravaged]
    cards += p.specials
    return cards


def science(s: State, seat: Seat) -> int:
    """Give the science rating."""
    total = printed(s.players[seat], SCIENCE) + ability_modifier(s, seat, Stat.SCIENCE)
    return max(0, min(s.rules.tracks.science, total + pact_modifier(s, seat, Stat.SCIENCE)))


def culture(s: State, seat: Seat) -> int:
    """Give the culture rating."""
    p = s.players[seat]
    total = printed(p, CULTURE) + ability_modifier(s, seat, Stat.CULTURE) + RAVAGED_CULTURE * len(p.ravaged)
    return max(0, min(s.rules.tracks.culture, total + pact_modifier(s, seat, Stat.CULTURE)))


def units(p: Player) -> dict[Face, int]:
    """Give a player's military units: card -> how many."""
    return {face: number for face, number in p.workers.items() if number and face in IS_UNIT}


Number = Callable[[State, Seat], int]


def memoize(number: Number) -> Number:
    """Let a derived number be worked out once while the legal acts of a state are listed."""
    name = number.__name__

    @wraps(number)
    def remember(s: State, seat: Seat) -> int:
        memo = s.memo
        if memo is None:
            return number(s, seat)
        found = memo.get((name, seat))
        if found is None:
            found = memo[name, seat] = number(s, seat)
        return found

    return remember


@memoize
def own_strength(s: State, seat: Seat) -> int:
    """Give the strength of what a seat has in play, pacts aside."""
    p = s.players[seat]
    return printed(p, STRENGTH) + armies(p, p.workers).bonus + ability_modifier(s, seat, Stat.STRENGTH)


def strength(s: State, seat: Seat, without: Iterable[PactInPlay] = ()) -> int:
    """Give the strength rating, as it is without some pacts."""
    total = own_strength(s, seat) + pact_modifier(s, seat, Stat.STRENGTH, without)
    return max(0, min(s.rules.tracks.strength, total))


@memoize
def civil_actions(s: State, seat: Seat) -> int:
    """Give the total of civil actions, spent ones too."""
    return on_cards(s.players[seat], CIVIL_ACTIONS) + pact_modifier(s, seat, Stat.CIVIL_ACTIONS)


@memoize
def military_actions(s: State, seat: Seat) -> int:
    """Give the total of military actions, spent ones too, without those for one turn only."""
    return on_cards(s.players[seat], MILITARY_ACTIONS) + pact_modifier(s, seat, Stat.MILITARY_ACTIONS)


def civil_left(s: State, seat: Seat) -> int:
    """Give the civil actions a seat can still spend this turn."""
    p = s.players[seat]
    return civil_actions(s, seat) - p.civil_spent + p.extra_civil


def military_left(s: State, seat: Seat) -> int:
    """Give the military actions a seat can still spend this turn."""
    p = s.players[seat]
    return military_actions(s, seat) - p.military_spent + p.extra_military


@memoize
def civil_hand_limit(s: State, seat: Seat) -> int:
    """Give how many civil cards a seat may hold."""
    return civil_actions(s, seat) + ability_modifier(s, seat, Stat.CIVIL_HAND)


def military_hand_limit(s: State, seat: Seat) -> int:
    """Give how many military cards a seat may hold when those above are discarded (`Edition.discards_at_end`)."""
    return military_actions(s, seat) + ability_modifier(s, seat, Stat.MILITARY_HAND)


# --- happiness -----------------------------------------------------------------------------------------------


def faces_by_source(s: State, seat: Seat) -> list[tuple[Face, Kind, int, int]]:
    """List what shows happy or unhappy faces: card, kind, number of sources, faces of each, extras included."""
    p = s.players[seat]
    extra_from = next((w for w in SPECIALS["st-peters-basilica"] if w in p.wonders and w not in p.ravaged), None)
    extra = SPECIALS["st-peters-basilica"][extra_from][0] if extra_from else 0
    doubled = SPECIALS["st-peters-basilica-2006"]
    times = next((doubled[w][0] for w in doubled if w in p.wonders and w not in p.ravaged), 1)
    found: list[tuple[Face, Kind, int, int]] = []
    cards = [p.government, p.leader, *p.specials, *p.colonies] if p.leader else [p.government, *p.specials, *p.colonies]
    for face in cards:
        faces = HAPPY.get(face, 0)
        if faces:
            found.append((face, KIND[face], 1, times * faces + extra if faces > 0 else faces))
    for face in p.wonders:
        if face in p.ravaged:
            if face == p.homer_under and s.options.homer_face == "kept":
                found.append((HOMER, Kind.LEADER, 1, homer_bonus() + extra))  # his own: the wonder has none any more
            continue
        faces = HAPPY.get(face, 0) + (homer_bonus() if face == p.homer_under else 0)
        if faces:
            more = extra if faces > 0 and face != extra_from else 0
            found.append((face, Kind.WONDER, 1, times * faces + more if faces > 0 else faces))
    for face, number in p.workers.items():
        if number and face in HAPPY:
            faces = HAPPY[face]
            found.append((face, KIND[face], number, times * faces + extra if faces > 0 else faces))
    return found


def homer_bonus() -> int:
    """Give the happy faces Homer adds to the wonder he lies under."""
    return SPECIALS["homer"][HOMER][0]


def happy_faces(s: State, seat: Seat, kinds: Kinds) -> int:
    """Give the happy faces on cards and workers of these kinds, extras included, unhappy ones left out."""
    return sum(number * faces for _, kind, number, faces in faces_by_source(s, seat) if kind in kinds and faces > 0)


def happiness(s: State, seat: Seat) -> int:
    """Give the happiness rating, 0 to 8."""
    total = sum(number * faces for _, _, number, faces in faces_by_source(s, seat))
    total += ability_modifier(s, seat, Stat.HAPPY) + pact_modifier(s, seat, Stat.HAPPY)
    return max(0, min(_MAX_HAPPY, total))


def discontent(s: State, seat: Seat) -> int:
    """Give the number of discontent workers."""
    if s.options.simple:
        return 0
    needed = BOARD.happy_needed_at(s.players[seat].yellow_bank)
    return max(0, needed - happiness(s, seat)) if needed else 0


def uprising(s: State, seat: Seat) -> bool:
    """Whether the civilization would rise up if the turn ended now."""
    return discontent(s, seat) > s.players[seat].unused


# --- comparing -----------------------------------------------------------------------------------------------


def ranking(s: State, number: Callable[[State, Seat], int]) -> list[Seat]:
    """Order the seats in the game from most to least; ties for the current player, then clockwise."""
    order = s.clockwise(s.current)
    numbers = {seat: number(s, seat) for seat in order}
    return sorted(order, key=lambda seat: -numbers[seat])


def seats_reached(s: State, who: Who) -> list[Seat]:
    """Give the seats a part of an event reaches, in turn order from the current player."""
    order = s.clockwise(s.current)
    if who is Who.ALL:
        return order
    if who is Who.ALL_HAPPIEST:
        return _all_most(s, order, happiness)
    if who is Who.ALL_MOST_DISCONTENT:
        return [seat for seat in _all_most(s, order, discontent) if discontent(s, seat)]
    number = culture_points if who in (Who.MOST_CULTURE, Who.LEAST_CULTURE) else strength
    ranked = ranking(s, number)
    two = 2 if len(order) > 2 else 1
    if who in (Who.STRONGEST, Who.MOST_CULTURE):
        chosen = ranked[:1]
    elif who in (Who.WEAKEST, Who.LEAST_CULTURE):
        chosen = ranked[-1:]
    elif who is Who.TWO_STRONGEST:
        chosen = ranked[:two]
    else:
        chosen = ranked[-two:]
    return [seat for seat in order if seat in chosen]


def culture_points(s: State, seat: Seat) -> int:
    """Give the culture points."""
    return s.players[seat].culture


def _all_most(s: State, order: list[Seat], number: Callable[[State, Seat], int]) -> list[Seat]:
    numbers = {seat: number(s, seat) for seat in order}
    most = max(numbers.values())
    return [seat for seat in order if numbers[seat] == most]


STATS.update(
    {
        Stat.SCIENCE: science,
        Stat.CULTURE: culture,
        Stat.STRENGTH: strength,
        Stat.HAPPY: happiness,
        Stat.CIVIL_ACTIONS: civil_actions,
        Stat.MILITARY_ACTIONS: military_actions,
        Stat.CIVIL_HAND: civil_hand_limit,
        Stat.MILITARY_HAND: military_hand_limit,
        Stat.CULTURE_POINTS: culture_points,
        Stat.DISCONTENT: discontent,
    }
)
FACES.append(happy_faces)
