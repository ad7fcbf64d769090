"""One civilization as everybody sees it."""

from __future__ import annotations

from ..contract import Seat
from .colonization import public_force
from .costs import population_price, unit_resource
from .economy import (
    FOOD,
    RESOURCE,
    consumption,
    corruption,
    food_production,
    resource_production,
    stock,
)
from .index import COLONIZATION, IS_URBAN, KIND, LEVEL, TOKEN_VALUE, URBAN_LIMIT, WONDERS
from .ratings import (
    civil_actions,
    civil_hand_limit,
    civil_left,
    military_actions,
    military_hand_limit,
    military_left,
    printed,
)
from .state import Player, State
from .tables.words import URBAN, Step
from .view_model import (
    ActionsView,
    Buildings,
    CivilizationView,
    ForceView,
    Forecast,
    PartView,
    TacticView,
    Technology,
    UnfinishedWonder,
    WonderView,
)
from .view_parts import culture_rating, current_armies, happiness_rating, science_rating, strength_rating


def civilization(s: State, seat: Seat, forecast: Forecast) -> CivilizationView:
    """Give what everybody sees of a seat's civilization; the cards of its hand are for the view of each to add."""
    p = s.players[seat]
    return CivilizationView(
        seat=seat,
        left=p.left,
        science_points=p.science,
        culture_points=p.culture,
        culture_from=tuple(PartView(part, n) for part, n in sorted(p.culture_parts.items()) if n),
        science=science_rating(s, seat),
        culture=culture_rating(s, seat),
        strength=strength_rating(s, seat),
        happiness=happiness_rating(s, seat),
        civil=ActionsView(civil_actions(s, seat), civil_left(s, seat), p.extra_civil),
        military=ActionsView(military_actions(s, seat), military_left(s, seat), p.extra_military),
        unit_resource=unit_resource(s, p),
        unit_science=p.unit_science,
        used=p.used,
        used_up=p.used_up,
        forfeits=p.forfeit,
        government=p.government,
        urban_limit=URBAN_LIMIT[p.government],
        urban=_urban(p),
        technologies=tuple(_technology(p, face) for face in p.workers),
        specials=p.specials,
        leader=p.leader,
        leader_ages=p.leader_ages,
        unfinished=UnfinishedWonder(p.wonder, WONDERS[p.wonder].stages, p.stages) if p.wonder else None,
        wonders=tuple(WonderView(face, face in p.ravaged, face == p.homer_under) for face in p.wonders),
        colonies=p.colonies,
        tactic=_tactic(p),
        unused=p.unused,
        yellow_bank=p.yellow_bank,
        blue_bank=p.blue_bank,
        food=stock(p, FOOD),
        resource=stock(p, RESOURCE),
        population_price=population_price(s, p),
        food_production=food_production(s, seat),
        resource_production=resource_production(s, seat),
        consumption=consumption(p),
        corruption=_corruption(s, p, forecast),
        civil_hand=p.civil_hand,
        fresh=p.fresh,
        civil_limit=civil_hand_limit(s, seat),
        hand=(),
        hand_limit=military_hand_limit(s, seat),
        force=_force(p),
        forecast=forecast,
    )


def _corruption(s: State, p: Player, forecast: Forecast) -> int:
    """Give what corruption takes: by the bank as it is, or where it comes last as it will be after production."""
    if s.rules.turn_steps[0] is Step.CORRUPTION:
        return corruption(s, p)
    return forecast.corruption + forecast.corrupted_food


def _urban(p: Player) -> tuple[Buildings, ...]:
    found = {str(kind): 0 for kind in URBAN}
    for face, number in p.workers.items():
        if face in IS_URBAN:
            found[str(KIND[face])] += number
    return tuple(Buildings(kind, number) for kind, number in found.items())


def _technology(p: Player, face: str) -> Technology:
    return Technology(
        face, str(KIND[face]), LEVEL[face], p.workers[face], p.tokens.get(face, 0), TOKEN_VALUE.get(face, 0)
    )


def _tactic(p: Player) -> TacticView | None:
    if not p.tactic:
        return None
    now = current_armies(p)
    return TacticView(p.tactic, p.exclusive, now.full, now.outdated, now.full_doubled, now.outdated_doubled, now.bonus)


def _force(p: Player) -> ForceView:
    total = public_force(p)
    if not total:
        return ForceView(0, 0, 0, 0)
    bonus, ships = current_armies(p).bonus, printed(p, COLONIZATION)
    return ForceView(total, total - bonus - ships, bonus, ships)
