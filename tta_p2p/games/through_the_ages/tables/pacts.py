"""The pacts; games of two have none."""

from __future__ import annotations

from .abilities import Convert, DevelopDiscount, ImmuneToWar, Modifier
from .formulas import OfPartner, Wonders
from .model import OnAttack, Pact, PactSide, Symbols
from .words import TECHNOLOGIES, Kind, Stat


def _pact(id: str, age: int, side_a: PactSide, side_b: PactSide, on_attack: OnAttack, attack_bonus: int = 0) -> Pact:
    return Pact(
        id=id,
        age=age,
        kind=Kind.PACT,
        copies=(0, 1, 1),
        side_a=side_a,
        side_b=side_b,
        on_attack=on_attack,
        attack_bonus=attack_bonus,
    )


def _both(id: str, age: int, side: PactSide, on_attack: OnAttack = OnAttack.NONE, attack_bonus: int = 0) -> Pact:
    return _pact(id, age, side, side, on_attack, attack_bonus)


_MORE_RESOURCE = PactSide(abilities=(Modifier(Stat.RESOURCE, 1),))

PACTS = (
    _both("open-borders-agreement", 1, PactSide(Symbols(military_actions=1)), OnAttack.BONUS, 2),
    _pact(
        "trade-routes-agreement",
        1,
        PactSide(abilities=(Convert(food_as_resource=1),)),
        PactSide(abilities=(Convert(resource_as_food=1),)),
        OnAttack.NONE,
    ),
    _pact(
        "acceptance-of-supremacy",
        2,
        _MORE_RESOURCE,
        PactSide(abilities=(Modifier(Stat.RESOURCE, -1),)),
        OnAttack.FORBIDDEN,
    ),
    _pact(
        "international-trade-agreement",
        2,
        _MORE_RESOURCE,
        PactSide(abilities=(Modifier(Stat.FOOD, 1),)),
        OnAttack.NONE,
    ),
    _pact(
        "promise-of-military-protection",
        2,
        PactSide(Symbols(culture=1)),
        PactSide(Symbols(strength=4, culture=-1)),
        OnAttack.ENDS,
    ),
    _both(
        "scientific-cooperation",
        2,
        PactSide(abilities=(DevelopDiscount(TECHNOLOGIES, 2, partner_pays=1),)),
    ),
    _both("international-tourism", 3, PactSide(abilities=(Modifier(Stat.CULTURE, OfPartner(Wonders())),))),
    _pact(
        "loss-of-sovereignty",
        3,
        PactSide(Symbols(culture=2)),
        PactSide(Symbols(culture=-2), (ImmuneToWar(),)),
        OnAttack.FORBIDDEN,
    ),
    _both("military-pact", 3, PactSide(Symbols(strength=3)), OnAttack.ENDS),
    _both("peace-treaty", 3, PactSide(Symbols(culture=1)), OnAttack.FORBIDDEN),
)
