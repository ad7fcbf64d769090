"""The position of a civilization: ratings, stocks, people, strength, actions; `plans` values the cards to come."""

from __future__ import annotations

from typing import NamedTuple

from tta_p2p.bots.through_the_ages.active_cards import ActiveCards, FixedParts, Ratings, leaderless_ratings
from tta_p2p.bots.through_the_ages.outlook import CULTURE_POINT, Outlook
from tta_p2p.games.contract import Face, Seat
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.index import HAPPY, KIND, LEVEL, URBAN_LIMIT, WARS
from tta_p2p.games.through_the_ages.state import Player, State, War
from tta_p2p.games.through_the_ages.tables import BOARD
from tta_p2p.games.through_the_ages.tables import effects as e
from tta_p2p.games.through_the_ages.tables import formulas as f
from tta_p2p.games.through_the_ages.tables.formulas import Formula
from tta_p2p.games.through_the_ages.tables.words import Kind

_SCIENCE_ENOUGH = (3, 5, 8, 10, 10)
_RESOURCE_ENOUGH = (4, 7, 10, 13, 13)
_FOOD_ENOUGH = (2, 3, 3, 3, 3)
"""Production each turn above which one more is worth less, by age (food: above what is eaten)."""
_SCIENCE_KEPT = (4, 7, 9, 10, 10)
_RESOURCE_KEPT = (5, 6, 8, 10, 10)
_FOOD_KEPT = (4, 5, 6, 7, 7)
"""Stock above which one more is worth less, by age."""
_LEADER_EACH_TURN = {
    "aristotle": 70, "hammurabi": 70, "homer": 50, "julius-caesar": 20, "moses": 70, "christopher-columbus": 20,
    "frederick-barbarossa": 60, "joan-of-arc": 10, "leonardo-da-vinci": 60, "michelangelo": 30, "isaac-newton": 70,
    "j-s-bach": 50, "james-cook": 20, "maximilien-robespierre": 20, "william-shakespeare": 30,
    "albert-einstein": 150, "mahatma-gandhi": 40, "winston-churchill": 300,
    "homer-2006": 50, "christopher-columbus-2006": 20, "frederick-barbarossa-2006": 50, "joan-of-arc-2006": 20,
    "michelangelo-2006": 40, "j-s-bach-2006": 40, "james-cook-2006": 20, "maximilien-robespierre-2006": 20,
    "nikola-tesla": 20, "winston-churchill-2006": 80,
}  # fmt: skip
"""What a leader does each turn beyond what shows in the ratings; some others are worked out."""
_WONDER_EACH_TURN = {
    "ocean-liner-service": 200, "library-of-alexandria": 40, "ocean-liner-service-2006": 180,
    "library-of-alexandria-2006": 40,
}  # fmt: skip
_COLUMBUS = ("christopher-columbus", "christopher-columbus-2006")
"""Leaders who colonize from the hand, once."""
_VOYAGE = 250
"""What that is worth before it is done: less than any colony brings."""
_CONSTRUCTION = (0, 25, 45, 60)
"""What a construction technology saves each turn, by level."""
_EXPLORATION = 12
"""What a special technology of exploration does each turn, for each level."""


def _stock_units(amount: int, enough: int, percent: int) -> int:
    """Hundredths of a unit that a stock counts, what is more than enough counting less and less."""
    if amount <= enough:
        return 100 * amount
    half = max(1, enough // 2)
    more = amount - enough
    return 100 * enough + 55 * min(more, half) + percent * max(0, more - half)


def price_paid(price: int, amount: int, stored: int, enough: int, percent: int) -> int:
    """Give what an amount costs, at a price of one, where so much is stored: a surplus costs less."""
    there = min(amount, stored)
    units = _stock_units(stored, enough, percent) - _stock_units(stored - there, enough, percent)
    return price * (units + 100 * (amount - there)) // 100


def resources_paid(amount: int, stored: int, age: int, o: Outlook) -> int:
    """Give what resources cost that a plan takes, where so many are stored."""
    return price_paid(o.resource, amount, stored, _RESOURCE_KEPT[age], 20)


def science_paid(amount: int, stored: int, age: int, o: Outlook) -> int:
    """Give what science costs that a plan takes, where so much is stored."""
    return price_paid(o.science, amount, stored, _SCIENCE_KEPT[age], 15)


class Shares(NamedTuple):
    """The count of one more of each thing in store, in hundredths of its price."""

    food: int
    resource: int
    science: int


def shares(p: Player, age: int) -> Shares:
    """Give how much one more of each thing counts for a player, who may have more than enough of it."""
    food, goods = economy.stock(p, economy.FOOD), economy.stock(p, economy.RESOURCE)
    return Shares(
        _share(food, _FOOD_KEPT[age], 10),
        _share(goods, _RESOURCE_KEPT[age], 20),
        _share(p.science, _SCIENCE_KEPT[age], 15),
    )


def _share(amount: int, enough: int, percent: int) -> int:
    """Give what one more than an amount counts in `_stock_units`."""
    return 100 if amount < enough else 55 if amount < enough + max(1, enough // 2) else percent


def _production_units(amount: int, enough: int) -> int:
    """Hundredths of a unit that a production counts: the first units are the ones most needed."""
    half = enough // 2
    if amount <= half:
        return 160 * amount
    if amount <= enough:
        return 160 * half + 120 * (amount - half)
    more = amount - enough
    return 160 * half + 120 * (enough - half) + 50 * min(more, half) + 15 * max(0, more - half)


def position_value(s: State, seat: Seat, o: Outlook) -> int:
    """Say how well off a seat is, cards of its hands and unfinished things left out."""
    return sum(position_parts(s, seat, o).values())


def position_parts(s: State, seat: Seat, o: Outlook, at_work: ActiveCards | None = None) -> dict[str, int]:
    """Say how well off a seat is, part by part; ``at_work``: what its cards come to, if that is known."""
    p = s.players[seat]
    a = at_work or ActiveCards(s, seat)
    if a.fixed_parts is None:
        a.fixed_parts = _fixed_parts(s, seat, a, o)
    room = p.yellow_bank * (20 + 5 * o.turns)
    room += (p.blue_bank + sum(p.tokens.values()) + p.stages) * (10 + 4 * o.turns)
    found = _income_parts(p, a, o)
    found["strength"], found["actions"], found["abilities"], places = a.fixed_parts
    found["room"] = (room + places) * o.weights.room // 100 - 120 * p.forfeit
    return found


def _fixed_parts(s: State, seat: Seat, a: ActiveCards, o: Outlook) -> FixedParts:
    """Give the parts that depend on active cards alone: strength, actions, abilities, and places for buildings."""
    p = s.players[seat]
    strength, now = a.strength, Ratings(a.science, a.culture, a.strength, a.civil, a.military)
    led = led_turns(p, o)
    if led < o.turns:
        a.leaderless = leaderless_ratings(s, seat)
    then = a.leaderless or now
    might = strength_value(strength, o)
    if then.strength != strength:
        might += (o.turns - led) * (strength_value(then.strength, o) - might) // o.turns
    might += _wars_value(s, seat, strength, o) + (a.army_promise if o.turns > 1 else 0)
    actions = max(0, led - 1) * _actions_value(now) + (o.turns - max(1, led)) * _actions_value(then)
    actions = max(0, actions) * o.weights.actions // 100
    abilities = _leader_value(s, seat, p.leader, strength, o) if p.leader else 0
    turns = max(0, o.turns - 1)
    for wonder in p.wonders:
        abilities += _WONDER_EACH_TURN.get(wonder, 0) * turns + o.weights.monument
    for special in p.specials:
        if KIND[special] is Kind.CONSTRUCTION:
            abilities += _CONSTRUCTION[LEVEL[special]] * turns
        elif KIND[special] is Kind.EXPLORATION:
            abilities += _EXPLORATION * LEVEL[special] * turns
    return might, actions, abilities, URBAN_LIMIT[p.government] * 10 * o.turns


def _income_parts(p: Player, a: ActiveCards, o: Outlook) -> dict[str, int]:
    """Value production, stocks and people, part by part."""
    food, goods, bank = economy.stock(p, economy.FOOD), economy.stock(p, economy.RESOURCE), p.yellow_bank
    known = a.stock_values
    ideas = known.get((p.science,))
    if ideas is None:
        ideas = known[(p.science,)] = _science_value(p, a, o)
    stored = known.get((goods, p.blue_bank))
    if stored is None:
        stored = known[goods, p.blue_bank] = _resource_value(p, a, o, goods)
    meals = known.get((food, bank, 0))
    if meals is None:
        meals = known[food, bank, 0] = _food_value(p, a, o, food)
    people = known.get((p.unused, bank, 0, 0))
    if people is None:
        people = known[p.unused, bank, 0, 0] = _people_value(p, a, o)
    led, later = led_turns(p, o), a.culture if a.leaderless is None else a.leaderless.culture
    culture = CULTURE_POINT * p.culture + o.weights.culture * (a.culture * led + later * (o.turns - led))
    return {"culture": culture, "science": ideas, "resources": stored, "food": meals, "people": people}


def _science_value(p: Player, a: ActiveCards, o: Outlook) -> int:
    units = _production_units(a.science, _SCIENCE_ENOUGH[a.age])
    if a.leaderless is not None:  # the price falls evenly, so what comes first counts more
        left = o.turns - led_turns(p, o)
        less = units - _production_units(a.leaderless.science, _SCIENCE_ENOUGH[a.age])
        units -= less * left * left // max(1, o.turns * o.turns)
    ideas = o.income_value(o.science) * units // 100
    return ideas + o.science * _stock_units(p.science, _SCIENCE_KEPT[a.age], 15) // 100


def _resource_value(p: Player, a: ActiveCards, o: Outlook, stored: int) -> int:
    goods = o.income_value(o.resource) * _production_units(a.resource, _RESOURCE_ENOUGH[a.age]) // 100
    goods += o.resource * _stock_units(stored, _RESOURCE_KEPT[a.age], 20) // 100
    left = p.blue_bank
    if o.corruption_last and o.turns > 1:  # what is eaten gives some tokens back
        left = max(0, left - a.tokens_made + economy.consumption(p) // 2)
    return goods - o.board.corruption_at(left) * (o.resource * 2 + 10) * o.weights.corruption // 100


def _food_value(p: Player, a: ActiveCards, o: Outlook, stored: int) -> int:
    quarters = 4 * a.farms - _food_quarters_eaten(p)
    more = _production_units(quarters, 4 * _FOOD_ENOUGH[a.age]) if quarters > 0 else 200 * quarters
    meals = o.income_value(o.food) * more // 400 + o.food * _stock_units(stored, _FOOD_KEPT[a.age], 10) // 100
    missing = economy.consumption(p) - a.farms - stored
    if missing > 0:
        meals -= missing * BOARD.starvation_culture * o.weights.hunger * min(2, o.turns)
    return meals


def _people_value(p: Player, a: ActiveCards, o: Outlook) -> int:
    """Value unused workers and happiness."""
    discontent = max(0, BOARD.happy_needed_at(p.yellow_bank) - a.happiness)
    free = p.unused - discontent
    if free < 0:  # an uprising: nothing is produced this turn, and something must be given up to end it
        produced = CULTURE_POINT * a.culture + o.science * a.science + o.resource * a.resource
        produced += o.food * max(0, a.farms - economy.consumption(p))
        return 300 * free - (produced + 600)
    each = o.workers[0]
    total = sum(o.workers[:free])
    cured = min(discontent, p.unused, a.happy_room) if discontent else 0  # who will work where people are cheered
    total += cured * each * 7 // 10 - (discontent - cured) * (80 + each // 3)
    margin = 6 * a.happiness - _happiness_needed(p)
    return total + 14 * o.turns * (min(margin, 6) + max(0, min(margin, 18) - 6) // 2) // 6


def _food_quarters_eaten(p: Player) -> int:
    """Estimate the food eaten each turn, in quarters; it grows evenly with the people, not by steps."""
    return max(0, BOARD.yellow_squares - p.yellow_bank)


def _happiness_needed(p: Player) -> int:
    """The happiness that is needed in sixths, growing evenly with the people instead of by steps."""
    bank = min(p.yellow_bank, BOARD.yellow_squares)
    return 2 * (18 - bank) if bank >= 12 else 12 + 3 * (12 - bank)


def strength_value(strength: int, o: Outlook) -> int:
    """Value a strength against the rivals' present and likely strengths."""
    weight = (60, 80, 110, 130, 130)[min(o.age, 4)]
    if not o.attacks:
        weight = weight * 6 // 10
    if o.turns <= 1:
        weight = weight * 7 // 10
    total = 0
    for number, rival in enumerate(o.rival_strengths):
        gap = strength - rival
        share = (10, 6, 4)[min(number, 2)]
        if gap < 0:
            total -= share * (min(-gap, 12) + max(0, -gap - 12) * o.weights.behind // 100)
        else:
            total += share * min(gap, 6) // 3 + share * max(0, min(gap, 16) - 6) // 8
    if strength < o.par:
        total -= 10 * (o.par - strength) + 12 * max(0, o.par // 2 - strength)
    total = weight * total // 10
    if o.rival_strengths and strength < o.rival_strengths[-1]:
        total -= 2 * weight
    if o.rival_strengths and strength > o.rival_strengths[0]:
        total += weight
    found = (total + 12 * min(strength, 60)) * o.weights.strength // 100
    if o.age <= 1:
        found = found * o.weights.early // 100
    return found * o.weights.several // 100 if len(o.rival_strengths) > 1 else found


def _wars_value(s: State, seat: Seat, strength: int, o: Outlook) -> int:
    total = 0
    for war in s.wars:
        if seat in (war.attacker, war.rival):
            other = war.rival if war.attacker == seat else war.attacker
            gap = strength - ratings.strength(s, other)
            if gap:
                total += war_stake(war, abs(gap), o) * (1 if gap > 0 else -1)
    return total


def war_stake(war: War, gap: int, o: Outlook, loser: Player | None = None) -> int:
    """Value a war at this difference of strengths: the winner's gain and the loser's loss.

    ``loser``: whoever would lose it, who has no more to lose than there is.
    """
    total = 0
    for one in WARS[war.fought_as or war.card].effects:
        match one:
            case e.TakePoints():
                points = _by_advantage(one.culture, gap)
                total += CULTURE_POINT * (points if loser is None else min(points, loser.culture))
            case e.TakeScienceOrSpecials():
                total += o.science * _by_advantage(one.amount, gap)
            case e.TakeYellowTokens():
                total += (60 + 10 * o.turns) * _by_advantage(one.number, gap)
            case e.TakePopulation():
                number = _by_advantage(one.number, gap)
                total += number * (CULTURE_POINT * one.culture_each + 150 + o.workers[0] // 2)
            case e.TakeMix():
                amount = _by_advantage(one.total, gap)
                there = _STORE if loser is None else sum(economy.stock(loser, what) for what in _STORED)
                total += o.resource * min(amount, there)
    return total


_STORE = 10
"""How much food and resources somebody may have together."""
_STORED = (economy.FOOD, economy.RESOURCE)


def _by_advantage(formula: Formula, gap: int) -> int:
    """Give the number of spoils at this advantage in strength."""
    match formula:
        case int():
            return formula
        case f.Advantage():
            return gap
        case f.Sum():
            return sum(_by_advantage(part, gap) for part in formula.parts)
        case f.Per():
            return _by_advantage(formula.formula, gap) // formula.size
    raise TypeError(f"{formula} is no spoil of a war")


def _actions_value(found: Ratings) -> int:
    """Value the actions of a turn."""
    civil, military = found.civil, found.military
    each = 130 * min(civil, 5) + 100 * min(2, max(0, civil - 5)) + 60 * max(0, civil - 7)
    return each + 45 * min(military, 3) + 30 * max(0, military - 3)


def leader_turns(face: Face, o: Outlook) -> int:
    """Estimate the turns that a leader will still work."""
    return o.turns_by_age[min(LEVEL[face] + 1, o.last_age + 1)]


def led_turns(p: Player, o: Outlook) -> int:
    """Count the turns to come in which a player still has the present leader, or all of them if there is none."""
    return min(o.turns, leader_turns(p.leader, o)) if p.leader else o.turns


def _leader_value(s: State, seat: Seat, face: Face, strength: int, o: Outlook) -> int:
    """Value a leader in play beyond the ratings, less the happy faces that end when he is antiquated."""
    p = s.players[seat]
    turns = leader_turns(face, o)
    total = _LEADER_EACH_TURN.get(face, 0) * turns
    total -= 20 * (o.turns - turns) * HAPPY.get(face, 0)
    if face == "genghis-khan":
        ahead = sum(rival > strength for rival in o.rival_strengths)
        total += turns * (250 if ahead == 0 else 120 if ahead == 1 and len(o.rival_strengths) > 1 else 40)
    elif face == "bill-gates":
        total += CULTURE_POINT * sum(number * LEVEL[one] for one, number in p.workers.items() if KIND[one] is Kind.LAB)
    elif face == "alexander-the-great":
        total += 60
    elif face in _COLUMBUS and face not in p.used_up:
        total += _VOYAGE
    return total
