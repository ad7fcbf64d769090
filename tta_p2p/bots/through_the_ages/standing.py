"""How well off a civilization is: ratings, stocks, people, strength, actions; cards to come are in `plans`."""

from __future__ import annotations

from dataclasses import dataclass, field

from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook
from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.index import CULTURE, HAPPY, KIND, LEVEL, SCIENCE, STRENGTH, TOKEN_VALUE, WONDERS
from tta_p2p.games.through_the_ages.state import Player, State, War
from tta_p2p.games.through_the_ages.tables import BOARD
from tta_p2p.games.through_the_ages.tables.words import Kind

_SCIENCE_ENOUGH = (3, 5, 8, 11, 11)
_RESOURCE_ENOUGH = (4, 6, 9, 12, 12)
_FOOD_ENOUGH = 3
"""Production above which one more is worth less, by age (food: above what is eaten)."""
_SCIENCE_KEPT = (8, 12, 18, 22, 22)
_RESOURCE_KEPT = (8, 10, 12, 16, 16)
_FOOD_KEPT = (6, 7, 8, 9, 9)
"""Stock above which one more is worth less, by age."""
_LEADER_EACH_TURN = {
    "aristotle": 70, "hammurabi": 70, "homer": 60, "julius-caesar": 20, "moses": 60, "alexander-the-great": 0,
    "christopher-columbus": 20, "frederick-barbarossa": 60, "joan-of-arc": 10, "leonardo-da-vinci": 70,
    "michelangelo": 30, "isaac-newton": 80, "j-s-bach": 60, "james-cook": 20, "maximilien-robespierre": 30,
    "william-shakespeare": 40, "albert-einstein": 180, "mahatma-gandhi": 60, "winston-churchill": 300,
}  # fmt: skip
"""What a leader does each turn beyond what shows in the ratings; Genghis Khan and Bill Gates are worked out."""
_WONDER_EACH_TURN = {"ocean-liner-service": 200, "library-of-alexandria": 60}


@dataclass(frozen=True, slots=True)
class Numbers:
    """The ratings and productions of a civilization."""

    science: int
    culture: int
    strength: int
    happy: int
    needed: int
    civil: int
    military: int
    food: int
    resource: int


def numbers(s: State, seat: Seat) -> Numbers:
    """Work all of them out."""
    p = s.players[seat]
    return Numbers(
        science=ratings.science(s, seat),
        culture=ratings.culture(s, seat),
        strength=ratings.strength(s, seat),
        happy=ratings.happiness(s, seat),
        needed=BOARD.happy_needed_at(p.yellow_bank),
        civil=ratings.civil_actions(s, seat),
        military=ratings.military_actions(s, seat),
        food=economy.food_production(s, seat) - economy.consumption(p),
        resource=economy.resource_production(s, seat),
    )


def _tiers(amount: int, enough: int, percent: int = 30) -> int:
    """Hundredths of a unit that an amount counts, what is more than enough counting less and less."""
    if amount <= enough:
        return 100 * amount
    half = max(1, enough // 2)
    more = amount - enough
    return 100 * enough + 60 * min(more, half) + percent * max(0, more - half)


def standing(s: State, seat: Seat, o: Outlook) -> int:
    """Say how well off a seat is, cards of its hands and unfinished things left out."""
    p = s.players[seat]
    n = numbers(s, seat)
    age = min(s.age, 4)
    total = CULTURE_POINT * p.culture + _ratings(n, o, age) + _stocks(s, p, n, o, age)
    total += _people(p, n, o) + strength_worth(n.strength, o) + _wars(s, seat, n.strength, o)
    total += actions_worth(n.civil, n.military, o)
    total += leader_extra(s, seat, p.leader, o) - _fading(p.leader, o) if p.leader else 0
    for wonder in p.wonders:
        total += _WONDER_EACH_TURN.get(wonder, 0) * (o.turns - 1)
    total += p.yellow_bank * (20 + 5 * o.turns) + _blue(p) * (10 + 3 * o.turns)
    if p.tactic and LEVEL[p.tactic] >= s.age:
        total += 15
    return total - 120 * p.forfeit


def _blue(p: Player) -> int:
    return p.blue_bank + sum(p.tokens.values()) + p.stages


def _ratings(n: Numbers, o: Outlook, age: int) -> int:
    total = CULTURE_POINT * n.culture * o.turns
    total += o.over_time(o.science) * _tiers(n.science, _SCIENCE_ENOUGH[age]) // 100
    total += o.over_time(o.resource) * _tiers(n.resource, _RESOURCE_ENOUGH[age]) // 100
    each = o.over_time(o.food)
    return total + (each * _tiers(n.food, _FOOD_ENOUGH, 5) // 100 if n.food > 0 else 2 * each * n.food)


def _stocks(s: State, p: Player, n: Numbers, o: Outlook, age: int) -> int:
    food, resource = economy.stock(p, economy.FOOD), economy.stock(p, economy.RESOURCE)
    total = o.science * _tiers(p.science, _SCIENCE_KEPT[age], 20) // 100
    total += o.resource * _tiers(resource, _RESOURCE_KEPT[age], 20) // 100
    total += o.food * _tiers(food, _FOOD_KEPT[age], 10) // 100
    corruption = economy.corruption(p)
    total -= corruption * (o.resource * 3 // 2 + 10)
    missing = -(food + n.food)
    if missing > 0:
        total -= missing * BOARD.starvation_culture * CULTURE_POINT * min(2, o.turns)
    return total


def worker_worth(o: Outlook) -> int:
    """What the first unused worker is worth for what it may build."""
    return 40 * min(max(0, o.turns - 1), 12)


def _people(p: Player, n: Numbers, o: Outlook) -> int:
    """Unused workers, happiness and what discontent leads to."""
    discontent = max(0, n.needed - n.happy)
    free = p.unused - discontent
    each = worker_worth(o)
    if free < 0:  # an uprising: nothing is produced this turn, and something must be given up to end it
        turn = CULTURE_POINT * n.culture + o.science * n.science + o.resource * n.resource + o.food * max(0, n.food)
        return -(turn + 400) - 200 * -free
    total = each * (10, 10, 17, 20)[min(free, 3)] // 10 if free else 0
    total -= discontent * (80 + each // 3)
    margin = n.happy - n.needed
    step = 14 * o.turns
    if margin > 0:
        total += step * (10, 10, 16, 19, 20)[min(margin, 4)] // 10
    return total


def strength_worth(strength: int, o: Outlook) -> int:
    """What a strength is worth against those of the rivals."""
    if not o.rivals:
        return 0
    weight = (60, 80, 110, 130, 130)[min(o.age, 4)]
    if not o.attacks:
        weight = weight * 6 // 10
    if o.turns <= 1:
        weight = weight * 7 // 10
    total = 0
    for number, rival in enumerate(o.rivals):
        gap = strength - rival
        share = (10, 6, 4)[min(number, 2)]
        if gap < 0:
            total -= share * (min(-gap, 12) + max(0, -gap - 12) // 3)
        else:
            total += share * min(gap, 6) // 3 + share * max(0, min(gap, 16) - 6) // 8
    total = weight * total // 10
    if strength < o.rivals[-1]:
        total -= 2 * weight
    if strength > o.rivals[0]:
        total += weight
    return total + 12 * min(strength, 60)


def _wars(s: State, seat: Seat, strength: int, o: Outlook) -> int:
    total = 0
    for war in s.wars:
        if seat in (war.attacker, war.rival):
            other = war.rival if war.attacker == seat else war.attacker
            gap = strength - ratings.strength(s, other)
            if gap:
                total += war_stake(war, abs(gap), o) * (1 if gap > 0 else -1)
    return total


def war_stake(war: War, gap: int, o: Outlook) -> int:
    """What the winner of a war gains and the loser loses, the strengths being so far apart."""
    fought = war.fought_as or war.card
    if fought == "war-over-culture":
        return CULTURE_POINT * (5 + gap)
    if fought == "war-over-technology":
        return o.science * gap
    return (60 + 10 * o.turns) * (1 + gap // 5)


def actions_worth(civil: int, military: int, o: Outlook) -> int:
    """What so many actions each turn are worth from the next turn on."""
    turns = max(0, o.turns - 1)
    each = 6 * min(civil, 4) + 5 * min(2, max(0, civil - 4)) + 4 * max(0, civil - 6)
    return turns * (10 * each + 38 * min(military, 3) + 28 * max(0, military - 3))


def leader_turns(face: Face, o: Outlook) -> int:
    """How many more turns a leader will work."""
    return o.of_age[min(LEVEL[face] + 1, o.last_age + 1)]


def leader_extra(s: State, seat: Seat, face: Face, o: Outlook) -> int:
    """What a leader in play does beyond the ratings."""
    p = s.players[seat]
    turns = leader_turns(face, o)
    total = _LEADER_EACH_TURN.get(face, 0) * turns
    if face == "genghis-khan":
        mine = ratings.strength(s, seat)
        ahead = sum(rival > mine for rival in o.rivals)
        total += turns * (250 if ahead == 0 else 120 if ahead == 1 and len(o.rivals) > 1 else 40)
    elif face == "bill-gates":
        total += CULTURE_POINT * sum(number * LEVEL[one] for one, number in p.workers.items() if KIND[one] is Kind.LAB)
    elif face == "alexander-the-great":
        total += 60
    return total


def _fading(face: Face, o: Outlook) -> int:
    """What a leader's printed symbols will not give after he is antiquated."""
    early = o.turns - leader_turns(face, o)
    return early * (CULTURE_POINT * CULTURE.get(face, 0) + 30 * HAPPY.get(face, 0))


@dataclass(frozen=True, slots=True)
class Margins:
    """What one more of something each turn is worth to a seat as it stands."""

    food: int
    resource: int
    science: int
    culture: int
    strength: int
    happy: int
    leaders: dict[Face, int] = field(default_factory=dict)
    """What leaders are worth that were looked at already."""

    def gain(self, face: Face) -> int:
        """What one more worker on a card is worth, costs left out."""
        kind = KIND[face]
        total = self.science * SCIENCE.get(face, 0) + self.culture * CULTURE.get(face, 0)
        total += self.strength * STRENGTH.get(face, 0) + self.happy * HAPPY.get(face, 0)
        if kind is Kind.FARM:
            total += self.food * TOKEN_VALUE[face]
        elif kind is Kind.MINE:
            total += self.resource * TOKEN_VALUE[face]
        return total


def margins(s: State, seat: Seat, o: Outlook) -> Margins:
    """Work the margins of a seat out."""
    n = numbers(s, seat)
    age = min(s.age, 4)

    def share(have: int, enough: int) -> int:
        return 100 if have < enough else 60 if have < enough + enough // 2 else 25

    strength = (strength_worth(n.strength + 3, o) - strength_worth(n.strength, o)) // 3
    margin = n.happy - n.needed
    return Margins(
        food=o.over_time(o.food) * (140 if n.food < 1 else share(n.food, _FOOD_ENOUGH)) // 100,
        resource=o.over_time(o.resource) * share(n.resource, _RESOURCE_ENOUGH[age]) // 100,
        science=o.over_time(o.science) * share(n.science, _SCIENCE_ENOUGH[age]) // 100,
        culture=CULTURE_POINT * max(0, o.turns - 1),
        strength=strength,
        happy=(22, 14, 8, 4)[min(3, max(0, margin))] * o.turns if margin < 6 else 0,
    )


def wonder_margin(face: Face, o: Outlook) -> int:
    """What a finished wonder does each turn beyond its symbols."""
    assert face in WONDERS
    return _WONDER_EACH_TURN.get(face, 0) * max(0, o.turns - 1)
