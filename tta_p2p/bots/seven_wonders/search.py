"""Search of the levels `normal` and `hard` in 7 Wonders: they play the rest of the game out after each promising act.

Every act is followed in the same worlds: hidden cards lie there as they may for all that the seat knows (a hand that it
passed on comes back without what was built of it), and everybody goes on taking what looks best. How many worlds there
are depends on how long the game still is, never on a clock. `hard` drops the worse half of the acts again and again, so
that most worlds are spent on those that are hard to tell apart, and its seats have whims: what others will take is not
known as well as what they hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Card, Face, Handle
from tta_p2p.games.seven_wonders.flow import Search, UseLast
from tta_p2p.games.seven_wonders.setup import WONDERS
from tta_p2p.games.seven_wonders.state import State
from tta_p2p.games.seven_wonders.tables import AGES, TURNS, deck
from tta_p2p.games.seven_wonders.tables.model import SIDES

from ..base import ActProposal, Situation
from .city import PIECES, CityModel, city_of
from .playout import CardUse, PlayoutState
from .value import PARTS, POINT_VALUE, Valuation, score, score_parts, turn_number, turns_left, valuation, whimsical
from .weights import HARD, LEANINGS, NORMAL, Leaning, Weights

PLAYOUT_BUDGET = 4000
"""How many turns of single seats `normal` plays out for one choice; `hard` in proportion."""
MIN_WORLDS = 3
"""In so many worlds an act is followed at least."""
DENIAL_PERCENT = 12
"""What a neighbour would gain by a card counts this much of a hundred against passing it on."""
ADVICE_EFFORT = 2
"""How many times the budget of a decision is spent on advice: its reasons are means over few worlds."""
WORLD_COST = 40
"""To think of a world costs as much as so many turns of single seats."""


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """Numbers of acts and worlds that are tried, and the prices that things are judged by."""

    candidates: int = 6
    """So many acts are followed; the others look worse."""
    buried: int = 2
    """So many cards of the hand are tried under a stage or for sale."""
    effort: int = 1
    """How many times the budget of `normal` is spent."""
    distinct: bool = False
    """Whether acts for something else come before further ways to pay for the same, however good those look."""
    halving: bool = False
    """Whether the worse half of the acts is dropped again and again, instead of following all of them to the end."""
    prices: tuple[Weights, ...] = (NORMAL,)
    """By what seats go on playing: one world by the first, the next by the second, and so on; looks go by the first."""
    prior: int = 4
    """How an act looks counts like so many worlds."""
    whim: int = 0
    """So much more or less a building or stage is worth by chance to a seat that plays on (standard deviation).

    With it, each seat draws its prices and whims anew for each world: who knew what others take would count on cards
    that do not come back.
    """
    leaning: Leaning | None = None
    """By what the seat itself plays otherwise than others of its level."""
    tastes: tuple[int, ...] = (0,) * len(PARTS)
    """So many hundredths of a point more each point of a part of `PARTS` is worth."""

    def with_personality(self, personality: str) -> SearchPlan:
        """Give the plan of a personality of this level; of nobody's, this one."""
        if not personality:
            return self
        one = LEANINGS[personality]
        return replace(self, leaning=one, tastes=tuple(one.point if part == one.part else 0 for part in PARTS))

    def own_valuation(self) -> Valuation:
        """Give by what things look good to the seat itself."""
        return valuation(self._own_weights(self.prices[0]))

    def valuations(self, seat: int, seats: int, chance: Chance, world: int = 0) -> list[Valuation]:
        """Give by what each seat goes on playing in a world with this number."""
        if self.whim:
            return [self._whimsical_valuation(chance, own=one == seat) for one in range(seats)]
        prices = self.prices[world % len(self.prices)]
        own, others = valuation(self._own_weights(prices)), valuation(prices)
        return [own if one == seat else others for one in range(seats)]

    def _whimsical_valuation(self, chance: Chance, own: bool) -> Valuation:
        prices = chance.choice(self.prices)
        return chance.choice(whimsical(self._own_weights(prices) if own else prices, self.whim))

    def _own_weights(self, prices: Weights) -> Weights:
        return self.leaning.weights(prices) if self.leaning else prices


NORMAL_PLAN = SearchPlan()
HARD_PLAN = SearchPlan(candidates=8, effort=5, distinct=True, halving=True, prices=(HARD, NORMAL), prior=12, whim=180)


class PlayoutBot:
    """A bot that plays games out."""

    def __init__(self, chance: Chance, plan: SearchPlan = NORMAL_PLAN) -> None:
        self._chance, self._plan = chance, plan

    def choose(self, situation: Situation) -> Act:
        """Choose an act."""
        return self._rank(situation, self._plan)[0][1]

    def proposals(self, situation: Situation, most: int) -> list[ActProposal]:
        """Say which acts have done best in the games that were played out, and by what: of those that are alike one.

        Acts are alike that sell any card, build the next stage with any card under it, or build one building, whoever
        is paid for it: a reader wants other ways to go on, not the same one again.
        """
        tally: dict[Act, Tally] = {}
        plan = replace(self._plan, effort=ADVICE_EFFORT * self._plan.effort)
        best: dict[tuple[object, ...], tuple[int, Act]] = {}
        for value, act in self._rank(situation, plan, tally):
            best.setdefault(_purpose(act, situation), (value, act))
        return [
            ActProposal(
                (act,), value, tally[act].reasons([tally[one] for one in tally if one != act]) if act in tally else None
            )
            for value, act in [*best.values()][:most]
        ]

    def _rank(
        self, situation: Situation, plan: SearchPlan, tally: dict[Act, Tally] | None = None
    ) -> list[tuple[int, Act]]:
        """Give acts with what they are worth, in hundredths of a point, the best first.

        ``tally`` gets what the games that were played out came to.
        """
        acts = [option.act for option in situation.options]
        if isinstance(situation.state.stack[-1], Search):
            return _rank_discards(situation, acts, plan)
        if acts[0].verb in ("board", "side"):
            return _rank_boards(situation, acts, self._chance, plan, tally)
        return _rank_uses(situation, acts, self._chance, plan, tally)


class Tally:
    """Results of the games after an act, in the worlds in which all acts were followed."""

    def __init__(self) -> None:
        self.games = 0
        self._parts: dict[str, int] = dict.fromkeys((*PARTS, "rivals"), 0)

    def add(self, cities: Sequence[CityModel], seat: int) -> None:
        """Count a game that is over."""
        self.games += 1
        for part, points in zip(PARTS, score_parts(cities, seat), strict=True):
            self._parts[part] += points
        self._parts["rivals"] -= max(score(cities, other) for other in range(len(cities)) if other != seat)

    def mean(self, part: str) -> int:
        """Give the mean of a part, in hundredths of a point."""
        return POINT_VALUE * self._parts[part] // max(1, self.games)

    def reasons(self, others: Collection[Tally]) -> dict[str, int]:
        """Say by how much each part is more than in the mean of other acts, where that is a point at least.

        Less than that may be chance: worlds are few.
        """
        among = max(1, len(others))
        means = {part: self.mean(part) - sum(one.mean(part) for one in others) // among for part in self._parts}
        return {part: mean for part, mean in means.items() if abs(mean) >= POINT_VALUE}


def _rank_uses(
    situation: Situation, acts: Sequence[Act], chance: Chance, plan: SearchPlan, tally: dict[Act, Tally] | None
) -> list[tuple[int, Act]]:
    """Follow the uses of cards that look best."""
    s: State = situation.state
    looks = sorted(_heuristic_values(situation, acts, plan), key=lambda one: -one[0])
    if plan.distinct:
        looks = _distinct_first(looks, situation)
    looks = looks[: plan.candidates]
    if len(looks) == 1:
        return looks
    last = isinstance(s.stack[-1], UseLast)
    length = (turns_left(s.age, s.turn) + 1) * len(s.active_seats)
    uses = [_card_use(act, situation) for _, act in looks]
    total, worlds = [plan.prior * look for look, _ in looks], [0] * len(looks)
    for number, places in _rounds(len(looks), length, plan, total):
        for _ in range(number):
            world = determinize(situation, chance, plan, max(worlds))
            for place in places:
                cities = _play_out(world.copy(), situation.seat, uses[place], last)
                total[place] += lead(cities, situation.seat, plan.tastes)
                worlds[place] += 1
                if tally is not None and len(places) == len(looks):
                    tally.setdefault(looks[place][1], Tally()).add(cities, situation.seat)
    values = [total[place] // (worlds[place] + plan.prior) for place in range(len(looks))]
    # those that were followed longer were the better ones when the others were dropped
    order = sorted(range(len(looks)), key=lambda place: (-worlds[place], -values[place]))
    # what was dropped early has its mean of fewer worlds: it is worth no more than what it was dropped for
    bounded = accumulate((values[place] for place in order), min)
    return [(value, looks[place][1]) for value, place in zip(bounded, order, strict=True)]


def _rounds(acts: int, length: int, plan: SearchPlan, total: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Say in how many worlds which acts are to be followed next; `total` is what they have brought by then."""
    places = list(range(acts))
    if not plan.halving:
        yield max(MIN_WORLDS, plan.effort * PLAYOUT_BUDGET // (length * acts) + 1), places
        return
    share = plan.effort * PLAYOUT_BUDGET // max(1, (acts - 1).bit_length())
    while len(places) > 1:
        yield max(MIN_WORLDS, share // (length * len(places) + WORLD_COST)), places
        places = sorted(places, key=lambda place: -total[place])[: (len(places) + 1) // 2]


# --- acts ----------------------------------------------------------------------------------------------------


def _distinct_first(looks: Sequence[tuple[int, Act]], situation: Situation) -> list[tuple[int, Act]]:
    """Put the best act for each purpose first: a dear building alone can be paid for in a dozen ways."""
    first: dict[tuple[object, ...], tuple[int, Act]] = {}
    for one in looks:
        first.setdefault(_purpose(one[1], situation), one)
    best = [*first.values()]
    return [*best, *(one for one in looks if one not in best)]


def _purpose(act: Act, situation: Situation) -> tuple[object, ...]:
    """Give what an act is for, whichever card it costs and whoever is paid."""
    if act.verb in ("sell", "stage"):
        return (act.verb,)
    return (act.verb, _face(act, situation)) if act.verb == "build" else (act,)


def _face(act: Act, situation: Situation) -> Face:
    card = act.args[0]
    assert isinstance(card, Card)
    return card.face or situation.knowledge.faces[card.handle]


def _card_use(act: Act, situation: Situation) -> CardUse:
    """Give an act as playouts know it."""
    face = _face(act, situation)
    if act.verb == "sell":
        return CardUse("sell", face)
    cost = dict(next(option.cost for option in situation.options if option.act == act))
    return CardUse(act.verb, face, cost.get("coin", 0), cost.get("left", 0), cost.get("right", 0))


def _heuristic_values(situation: Situation, acts: Sequence[Act], plan: SearchPlan) -> Iterator[tuple[int, Act]]:
    """Give how good acts look, each kind of act with the one card that is best for it."""
    s: State = situation.state
    seat, left, number, worth = (
        situation.seat,
        turns_left(s.age, s.turn),
        turn_number(s.age, s.turn),
        plan.own_valuation(),
    )
    cities = [city_of(s, one) for one in range(s.seats)]
    own = cities[seat]
    following = s.seat_after(seat, 1 if s.age != 2 else -1)
    mine = {}
    theirs = {}
    for handle in s.hands[seat]:
        face = situation.knowledge.faces[handle]
        mine[face] = 0 if PIECES[face].name in own.names else worth.piece(cities, seat, PIECES[face], number)
        has = PIECES[face].name in cities[following].names
        theirs[face] = 0 if has else worth.piece(cities, following, PIECES[face], number)
    passed_on = s.turn < TURNS
    seen = set()
    buried = sorted(mine, key=lambda face: mine[face] // 3 - theirs[face] * passed_on)[: plan.buried]
    for act in acts:
        use = _card_use(act, situation)
        if (use.kind, use.face, use.left, use.right) in seen or (use.kind != "build" and use.face not in buried):
            continue
        seen.add((use.kind, use.face, use.left, use.right))
        paid = use.bank + use.left + use.right
        value = DENIAL_PERCENT * theirs[use.face] * passed_on // 100
        if use.kind == "sell":
            value += worth.sale(own, left)
        else:
            piece = PIECES[use.face] if use.kind == "build" else own.stages[own.stages_built]
            value += worth.piece(cities, seat, piece, number) - worth.payment(own, paid, use.left + use.right, left)
        yield value, act


def _rank_discards(situation: Situation, acts: Sequence[Act], plan: SearchPlan) -> list[tuple[int, Act]]:
    """Say what looks best of the discard pile."""
    s: State = situation.state
    cities, number, worth = (
        [city_of(s, one) for one in range(s.seats)],
        turn_number(s.age, s.turn),
        plan.own_valuation(),
    )

    def value(act: Act) -> int:
        if not act.args:
            return 0
        card = act.args[0]
        assert isinstance(card, Card)
        return worth.piece(cities, situation.seat, PIECES[card.face], number)

    return sorted(((value(act), act) for act in acts), key=lambda one: -one[0])


# --- worlds --------------------------------------------------------------------------------------------------


def determinize(situation: Situation, chance: Chance, plan: SearchPlan = NORMAL_PLAN, number: int = 0) -> PlayoutState:
    """Give one world that the seat cannot exclude; ``number``: how many came before it."""
    s: State = situation.state
    game = situation.game
    world: Mapping[Handle, Face] = game.resample(game.view(s, situation.knowledge, situation.seat), chance)
    guilds = [world[handle] for handle in s.guilds]
    decks = {age: chance.shuffled([*deck(age, s.seats), *(guilds if age == AGES[-1] else [])]) for age in AGES[s.age :]}
    hands = [[world[handle] for handle in hand if handle in world] for hand in s.hands]
    discards = [world[handle] for handle in (*s.discards, *s.sold) if handle in world]
    cities = [city_of(s, seat) for seat in range(s.seats)]
    valuations = plan.valuations(situation.seat, s.seats, chance, number)
    return PlayoutState(cities, hands, decks, discards, s.age, s.turn, valuations)


def _play_out(world: PlayoutState, seat: int, use: CardUse, last: bool) -> list[CityModel]:
    """Give the cities at the end of the game that follows an act in a world."""
    if last:
        world.apply_uses([(seat, use)])
        for other, hand in enumerate(world.hands):
            if hand:
                world.apply_uses([(other, world.best_use(other))])
        world.finish_turn()
    else:
        others = [(other, world.best_use(other)) for other, hand in enumerate(world.hands) if hand and other != seat]
        world.apply_uses([(seat, use), *others])
        world.finish_choices()
    world.play_out()
    return world.cities


def lead(cities: Sequence[CityModel], seat: int, tastes: Sequence[int] = ()) -> int:
    """Give how far a seat is ahead of the best of the others, and a little for its own points and by its tastes."""
    others = max(score(cities, other) for other, city in enumerate(cities) if other != seat)
    own = score_parts(cities, seat)
    liked = sum(taste * points for taste, points in zip(tastes, own, strict=False))
    return POINT_VALUE * (3 * sum(own) - 2 * others) // 3 + liked


def _rank_boards(
    situation: Situation, acts: Sequence[Act], chance: Chance, plan: SearchPlan, tally: dict[Act, Tally] | None
) -> list[tuple[int, Act]]:
    """Choose a board or a side by games with any hands, and any boards and sides for those who have not chosen."""
    s: State = situation.state
    total = [0] * len(acts)
    for number in range(MIN_WORLDS + 3):
        guilds = chance.shuffled(sorted(face for face, piece in PIECES.items() if face.endswith("-guild")))
        decks = {
            age: chance.shuffled([*deck(age, s.seats), *(guilds[: s.seats + 2] if age == AGES[-1] else [])])
            for age in AGES
        }
        sides = [side or chance.choice(SIDES) for side in s.sides]
        for place, act in enumerate(acts):
            told = s.copy()
            told.sides = sides.copy()
            if act.verb == "side":
                told.sides[situation.seat] = str(act.args[0])
            else:
                told.wonders[situation.seat] = str(act.args[0])
            free = [wonder for wonder in WONDERS if wonder not in told.wonders]
            for seat in range(s.seats):
                if not told.wonders[seat]:
                    told.wonders[seat] = free.pop()
            cities = [city_of(told, seat) for seat in range(s.seats)]
            world = PlayoutState(
                cities, [[]] * s.seats, decks, [], 1, 1, plan.valuations(situation.seat, s.seats, chance, number)
            )
            world.deal()
            world.play_out()
            total[place] += lead(world.cities, situation.seat)
            if tally is not None:
                tally.setdefault(act, Tally()).add(world.cities, situation.seat)
    found = sorted(zip(total, acts, strict=True), key=lambda one: -one[0])
    return [(value // (MIN_WORLDS + 3), act) for value, act in found]
