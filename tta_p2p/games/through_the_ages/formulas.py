"""Formulas and conditions of the cards, worked out for one seat (`tables/formulas.py` says what each means).

The derived numbers themselves are elsewhere (`ratings`, `economy`), which need formulas in turn; they enter
theirs in `STATS` and `PRODUCTION`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..contract import Face, Seat
from .armies import armies
from .index import CULTURE, KIND, LEVEL, OUTPUT_MODIFIERS, SCIENCE, STRENGTH, TACTICS, WONDERS
from .state import Player, State
from .tables import formulas as f
from .tables.effects import AmongStrongest, Condition, InLastAge
from .tables.words import Kinds, Stat

STATS: dict[Stat, Callable[[State, Seat], int]] = {}
"""Derived numbers by name; each module enters its own."""
FACES: list[Callable[[State, Seat, Kinds], int]] = []
"""The function that counts happy faces by kind (one, entered by `ratings`)."""
MINES: list[Callable[[Player], int]] = []
"""The function that works out what mines produce (one, entered by `economy`)."""
FARMS: list[Callable[[Player], int]] = []
"""The function that works out what farms produce (one, entered by `economy`)."""
CONSUMED: list[Callable[[Player], int]] = []
"""The function that works out what is consumed (one, entered by `economy`)."""

_PRINTED = {Stat.SCIENCE: SCIENCE, Stat.CULTURE: CULTURE, Stat.STRENGTH: STRENGTH}


def value(s: State, seat: Seat, formula: f.Formula, partner: Seat = -1, advantage: int = 0) -> int:
    """Work a formula out for a seat; `partner` is the other party of a pact, `advantage` that of a war."""
    if type(formula) is int:
        return formula
    return _VALUES[type(formula)](s, seat, formula, partner, advantage)


def workers(p: Player, kinds: Kinds) -> int:
    """Count the workers on cards of some kinds."""
    return sum(number for face, number in p.workers.items() if KIND[face] in kinds)


def _rating(s: State, seat: Seat, formula: f.Rating, partner: Seat, advantage: int) -> int:
    return STATS[formula.stat](s, seat)


def _workers(s: State, seat: Seat, formula: f.Workers, partner: Seat, advantage: int) -> int:
    return workers(s.players[seat], formula.kinds)


def _workers_on(s: State, seat: Seat, formula: f.WorkersOn, partner: Seat, advantage: int) -> int:
    return s.players[seat].workers.get(formula.card, 0)


def _worker_levels(s: State, seat: Seat, formula: f.WorkerLevels, partner: Seat, advantage: int) -> int:
    kinds = formula.kinds
    return sum(number * LEVEL[face] for face, number in s.players[seat].workers.items() if KIND[face] in kinds)


def _types(s: State, seat: Seat, formula: f.Types, partner: Seat, advantage: int) -> int:
    have = {KIND[face] for face, number in s.players[seat].workers.items() if number}
    return sum(kind in have for kind in formula.kinds)


def _pairs(s: State, seat: Seat, formula: f.Pairs, partner: Seat, advantage: int) -> int:
    p = s.players[seat]
    return min(workers(p, (kind,)) for kind in formula.kinds)


def _best_level(s: State, seat: Seat, formula: f.BestLevel, partner: Seat, advantage: int) -> int:
    kinds = formula.kinds
    return max(
        (LEVEL[face] for face, number in s.players[seat].workers.items() if number and KIND[face] in kinds),
        default=0,
    )


def _best_output(s: State, seat: Seat, formula: f.BestOutput, partner: Seat, advantage: int) -> int:
    printed = _PRINTED[formula.stat]
    return max(
        (
            printed.get(face, 0)
            for face, number in s.players[seat].workers.items()
            if number and KIND[face] is formula.kind
        ),
        default=0,
    )


def _output(s: State, seat: Seat, formula: f.Output, partner: Seat, advantage: int) -> int:
    p = s.players[seat]
    kinds = formula.kinds
    total = 0
    for face, number in p.workers.items():
        if number and KIND[face] in kinds:
            total += number * sum(_PRINTED[stat].get(face, 0) for stat in formula.stats)
    for face in (p.leader, *(face for face in p.wonders if face not in p.ravaged), *p.specials):
        for modifier in OUTPUT_MODIFIERS.get(face, ()):
            if modifier.stat in formula.stats and any(kind in kinds for kind in modifier.of):
                total += value(s, seat, modifier.formula)
    return max(0, total)


def _happy_faces(s: State, seat: Seat, formula: f.HappyFaces, partner: Seat, advantage: int) -> int:
    return FACES[0](s, seat, formula.kinds)


def technologies(p: Player) -> list[str]:
    """List the technologies in play: with workers, special ones, the government."""
    return [*p.workers, *p.specials, p.government]


def has_technology(p: Player, face: Face) -> bool:
    """Whether a technology is in play."""
    return face in p.workers or face in p.specials or face == p.government


def _cards(s: State, seat: Seat, formula: f.Cards, partner: Seat, advantage: int) -> int:
    age = s.options.last_full_age
    return sum(
        KIND[face] in formula.kinds and (not formula.last_age or LEVEL[face] == age)
        for face in technologies(s.players[seat])
    )


def _card_levels(s: State, seat: Seat, formula: f.CardLevels, partner: Seat, advantage: int) -> int:
    return sum(LEVEL[face] for face in technologies(s.players[seat]) if KIND[face] in formula.kinds)


def _colonies(s: State, seat: Seat, formula: f.Colonies, partner: Seat, advantage: int) -> int:
    return len(s.players[seat].colonies)


def _wonders(s: State, seat: Seat, formula: f.Wonders, partner: Seat, advantage: int) -> int:
    return sum(formula.by_age[WONDERS[face].age] for face in s.players[seat].wonders)


def _content(s: State, seat: Seat, formula: f.ContentWorkers, partner: Seat, advantage: int) -> int:
    p = s.players[seat]
    return max(0, sum(p.workers.values()) + p.unused - STATS[Stat.DISCONTENT](s, seat))


def _best_army(s: State, seat: Seat, formula: f.BestArmy, partner: Seat, advantage: int) -> int:
    p = s.players[seat]
    made = armies(p, p.workers)
    if made.full:
        return TACTICS[p.tactic].bonus
    return TACTICS[p.tactic].outdated if made.outdated else 0


def _farms(s: State, seat: Seat, formula: f.FarmOutput, partner: Seat, advantage: int) -> int:
    return FARMS[0](s.players[seat])


def _mines(s: State, seat: Seat, formula: f.MineOutput, partner: Seat, advantage: int) -> int:
    return MINES[0](s.players[seat])


def _food(s: State, seat: Seat, formula: f.Food, partner: Seat, advantage: int) -> int:
    if s.options.agriculture_impact == "farms-only":
        return FARMS[0](s.players[seat])
    return STATS[Stat.FOOD](s, seat)


def _consumption(s: State, seat: Seat, formula: f.Consumption, partner: Seat, advantage: int) -> int:
    return CONSUMED[0](s.players[seat])


def _rivals_ahead(s: State, seat: Seat, formula: f.RivalsAhead, partner: Seat, advantage: int) -> int:
    number = STATS[formula.stat]
    mine = number(s, seat)
    return sum(number(s, rival) > mine for rival in s.rivals(seat))


def _by_players(s: State, seat: Seat, formula: f.ByPlayers, partner: Seat, advantage: int) -> int:
    return (formula.two, formula.two, formula.three, formula.four)[max(1, s.playing) - 1]


def _advantage(s: State, seat: Seat, formula: f.Advantage, partner: Seat, advantage: int) -> int:
    return advantage


def _of_partner(s: State, seat: Seat, formula: f.OfPartner, partner: Seat, advantage: int) -> int:
    return value(s, partner, formula.formula, seat, advantage)


def _sum(s: State, seat: Seat, formula: f.Sum, partner: Seat, advantage: int) -> int:
    return sum(value(s, seat, part, partner, advantage) for part in formula.parts)


def _times(s: State, seat: Seat, formula: f.Times, partner: Seat, advantage: int) -> int:
    factor = value(s, seat, formula.factor, partner, advantage)
    return factor * value(s, seat, formula.formula, partner, advantage)


def _per(s: State, seat: Seat, formula: f.Per, partner: Seat, advantage: int) -> int:
    number = value(s, seat, formula.formula, partner, advantage)
    return (number + formula.size - 1 if formula.round_up else number) // formula.size


def _at_most(s: State, seat: Seat, formula: f.AtMost, partner: Seat, advantage: int) -> int:
    return min(formula.limit, value(s, seat, formula.formula, partner, advantage))


def _above(s: State, seat: Seat, formula: f.Above, partner: Seat, advantage: int) -> int:
    return max(0, value(s, seat, formula.formula, partner, advantage) - formula.floor)


def _smallest(s: State, seat: Seat, formula: f.Smallest, partner: Seat, advantage: int) -> int:
    return min(value(s, seat, part, partner, advantage) for part in formula.parts)


def _if_more(s: State, seat: Seat, formula: f.IfMore, partner: Seat, advantage: int) -> int:
    more = value(s, seat, formula.formula, partner, advantage)
    return formula.then if more > value(s, seat, formula.than, partner, advantage) else 0


_VALUES: dict[type, Callable[[State, Seat, Any, Seat, int], int]] = {
    f.Rating: _rating,
    f.Workers: _workers,
    f.WorkersOn: _workers_on,
    f.WorkerLevels: _worker_levels,
    f.Types: _types,
    f.Pairs: _pairs,
    f.BestLevel: _best_level,
    f.BestOutput: _best_output,
    f.Output: _output,
    f.HappyFaces: _happy_faces,
    f.Cards: _cards,
    f.CardLevels: _card_levels,
    f.Colonies: _colonies,
    f.Wonders: _wonders,
    f.ContentWorkers: _content,
    f.BestArmy: _best_army,
    f.FarmOutput: _farms,
    f.MineOutput: _mines,
    f.Food: _food,
    f.Consumption: _consumption,
    f.RivalsAhead: _rivals_ahead,
    f.ByPlayers: _by_players,
    f.Advantage: _advantage,
    f.OfPartner: _of_partner,
    f.Sum: _sum,
    f.Times: _times,
    f.Per: _per,
    f.AtMost: _at_most,
    f.Above: _above,
    f.Smallest: _smallest,
    f.IfMore: _if_more,
}


def condition_met(s: State, seat: Seat, condition: Condition) -> bool:
    """Whether a condition holds for a seat."""
    if isinstance(condition, InLastAge):
        return s.age > s.options.last_full_age
    order = s.clockwise(s.current)
    two = 2 if len(order) > 2 else 1
    strengths = {one: STATS[Stat.STRENGTH](s, one) for one in order}
    if isinstance(condition, AmongStrongest) and condition.shared:
        return sum(strengths[one] > strengths[seat] for one in order) < two
    ranked = sorted(order, key=lambda one: -strengths[one])
    chosen = ranked[:two] if isinstance(condition, AmongStrongest) else ranked[-two:]
    return seat in chosen
