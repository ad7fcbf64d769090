"""Search of the `normal` level in 7 Wonders: it plays the rest of the game out after each promising act.

Every act is followed in the same worlds: hidden cards lie there as they may for all that the seat knows, and everybody
goes on taking what looks best. How many worlds there are depends on how long the game still is, never on a clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

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
from .value import POINT_VALUE, payment_value, piece_value, sale_value, score, turns_left

MAX_CANDIDATES = 6
"""So many acts are followed; the others look worse."""
PLAYOUT_BUDGET = 4000
"""How many turns of single seats are played out for one choice."""
MIN_WORLDS = 3
"""In so many worlds an act is followed at least."""
DENIAL_PERCENT = 12
"""What a neighbour would gain by a card counts this much of a hundred against passing it on."""
PRIOR_WEIGHT = 4
"""How an act looks counts like so many worlds."""


class PlayoutBot:
    """A bot that plays games out."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def choose(self, situation: Situation) -> Act:
        """Choose an act."""
        return _rank_acts(situation, self._chance)[0][1]

    def proposals(self, situation: Situation, most: int) -> list[ActProposal]:
        """Say which acts have done best in the games that were played out."""
        return [ActProposal((act,), value) for value, act in _rank_acts(situation, self._chance)[:most]]


def _rank_acts(situation: Situation, chance: Chance) -> list[tuple[int, Act]]:
    """Give acts with what they are worth, in hundredths of a point, the best first."""
    s: State = situation.state
    acts = [option.act for option in situation.options]
    frame = s.stack[-1]
    if isinstance(frame, Search):
        return _rank_discards(situation, acts)
    if acts[0].verb in ("board", "side"):
        return _rank_boards(situation, acts, chance)
    looks = sorted(_heuristic_values(situation, acts), key=lambda one: -one[0])[:MAX_CANDIDATES]
    if len(looks) == 1:
        return looks
    after = turns_left(s.age, s.turn) + 1
    worlds = max(MIN_WORLDS, PLAYOUT_BUDGET // (after * len(s.active_seats) * len(looks)) + 1)
    total = [0] * len(looks)
    for _ in range(worlds):
        world = determinize(situation, chance)
        for place, (_, act) in enumerate(looks):
            total[place] += _playout_value(
                world.copy(), situation.seat, _card_use(act, situation), isinstance(frame, UseLast)
            )
    found = [(total[place] + PRIOR_WEIGHT * look, act) for place, (look, act) in enumerate(looks)]
    return [(value // (worlds + PRIOR_WEIGHT), act) for value, act in sorted(found, key=lambda one: -one[0])]


# --- acts ----------------------------------------------------------------------------------------------------


def _card_use(act: Act, situation: Situation) -> CardUse:
    """Give an act as playouts know it."""
    card = act.args[0]
    assert isinstance(card, Card)
    face = card.face or situation.knowledge.faces[card.handle]
    if act.verb == "sell":
        return CardUse("sell", face)
    cost = dict(next(option.cost for option in situation.options if option.act == act))
    return CardUse(act.verb, face, cost.get("coin", 0), cost.get("left", 0), cost.get("right", 0))


def _heuristic_values(situation: Situation, acts: Sequence[Act]) -> Iterator[tuple[int, Act]]:
    """Give how good acts look, each kind of act with the one card that is best for it."""
    s: State = situation.state
    seat, left = situation.seat, turns_left(s.age, s.turn)
    cities = [city_of(s, one) for one in range(s.seats)]
    own = cities[seat]
    following = s.seat_after(seat, 1 if s.age != 2 else -1)
    mine = {}
    theirs = {}
    for handle in s.hands[seat]:
        face = situation.knowledge.faces[handle]
        mine[face] = 0 if PIECES[face].name in own.names else piece_value(cities, seat, PIECES[face], s.age, s.turn)
        has = PIECES[face].name in cities[following].names
        theirs[face] = 0 if has else piece_value(cities, following, PIECES[face], s.age, s.turn)
    passed_on = s.turn < TURNS
    seen = set()
    buried = sorted(mine, key=lambda face: mine[face] // 3 - theirs[face] * passed_on)[:2]
    for act in acts:
        use = _card_use(act, situation)
        if (use.kind, use.face, use.left, use.right) in seen or (use.kind != "build" and use.face not in buried):
            continue
        seen.add((use.kind, use.face, use.left, use.right))
        paid = use.bank + use.left + use.right
        value = DENIAL_PERCENT * theirs[use.face] * passed_on // 100
        if use.kind == "sell":
            value += sale_value(own, left)
        else:
            piece = PIECES[use.face] if use.kind == "build" else own.stages[own.stages_built]
            value += piece_value(cities, seat, piece, s.age, s.turn) - payment_value(
                own, paid, use.left + use.right, left
            )
        yield value, act


def _rank_discards(situation: Situation, acts: Sequence[Act]) -> list[tuple[int, Act]]:
    """Say what looks best of the discard pile."""
    s: State = situation.state
    cities = [city_of(s, one) for one in range(s.seats)]

    def value(act: Act) -> int:
        if not act.args:
            return 0
        card = act.args[0]
        assert isinstance(card, Card)
        return piece_value(cities, situation.seat, PIECES[card.face], s.age, s.turn)

    return sorted(((value(act), act) for act in acts), key=lambda one: -one[0])


# --- worlds --------------------------------------------------------------------------------------------------


def determinize(situation: Situation, chance: Chance) -> PlayoutState:
    """Give one world that the seat cannot exclude."""
    s: State = situation.state
    game = situation.game
    world: Mapping[Handle, Face] = game.resample(game.view(s, situation.knowledge, situation.seat), chance)
    guilds = [world[handle] for handle in s.guilds]
    decks = {age: chance.shuffled([*deck(age, s.seats), *(guilds if age == AGES[-1] else [])]) for age in AGES[s.age :]}
    hands = [[world[handle] for handle in hand if handle in world] for hand in s.hands]
    discards = [world[handle] for handle in (*s.discards, *s.sold) if handle in world]
    return PlayoutState([city_of(s, seat) for seat in range(s.seats)], hands, decks, discards, s.age, s.turn)


def _playout_value(world: PlayoutState, seat: int, use: CardUse, last: bool) -> int:
    """Give what comes of an act in a world: by how much the seat leads the best of the others at the end."""
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
    return lead(world.cities, seat)


def lead(cities: Sequence[CityModel], seat: int) -> int:
    """Give how far a seat is ahead of the best of the others, and a little for its own points."""
    others = max(score(cities, other) for other, city in enumerate(cities) if other != seat)
    own = score(cities, seat)
    return POINT_VALUE * (3 * own - 2 * others) // 3


def _rank_boards(situation: Situation, acts: Sequence[Act], chance: Chance) -> list[tuple[int, Act]]:
    """Choose a board or a side by games with any hands, and any boards and sides for those who have not chosen."""
    s: State = situation.state
    total = [0] * len(acts)
    for _ in range(MIN_WORLDS + 3):
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
            world = PlayoutState([city_of(told, seat) for seat in range(s.seats)], [[]] * s.seats, decks, [], 1, 1)
            world.deal()
            world.play_out()
            total[place] += lead(world.cities, situation.seat)
    found = sorted(zip(total, acts, strict=True), key=lambda one: -one[0])
    return [(value // (MIN_WORLDS + 3), act) for value, act in found]
