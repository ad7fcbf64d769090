"""The pacts; games of two have none."""

from __future__ import annotations

from .abilities import Convert, DevelopDiscount, ImmuneToWar, Modifier
from .formulas import OfPartner, Wonders
from .model import OnAttack, Pact, PactSide, Symbols
from .words import TECHNOLOGIES, Kind, Stat


def pact(id: str, age: int, side_a: PactSide, side_b: PactSide, on_attack: OnAttack, attack_bonus: int = 0) -> Pact:
    """Make a pact, of which there is one copy unless two play."""
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


def symmetric_pact(
    id: str, age: int, side: PactSide, on_attack: OnAttack = OnAttack.NONE, attack_bonus: int = 0
) -> Pact:
    """Make one that says the same for both parties."""
    return pact(id, age, side, side, on_attack, attack_bonus)


_MORE_RESOURCE = PactSide(abilities=(Modifier(Stat.RESOURCE, 1),))

PACTS = (
    symmetric_pact("open-borders-agreement", 1, PactSide(Symbols(military_actions=1)), OnAttack.BONUS, 2),
    pact(
        "trade-routes-agreement",
        1,
        PactSide(abilities=(Convert(food_as_resource=1),)),
        PactSide(abilities=(Convert(resource_as_food=1),)),
        OnAttack.NONE,
    ),
    pact(
        "acceptance-of-supremacy",
        2,
        _MORE_RESOURCE,
        PactSide(abilities=(Modifier(Stat.RESOURCE, -1),)),
        OnAttack.FORBIDDEN,
    ),
    pact(
        "international-trade-agreement",
        2,
        _MORE_RESOURCE,
        PactSide(abilities=(Modifier(Stat.FOOD, 1),)),
        OnAttack.NONE,
    ),
    pact(
        "promise-of-military-protection",
        2,
        PactSide(Symbols(culture=1)),
        PactSide(Symbols(strength=4, culture=-1)),
        OnAttack.ENDS,
    ),
    symmetric_pact(
        "scientific-cooperation",
        2,
        PactSide(abilities=(DevelopDiscount(TECHNOLOGIES, 2, partner_pays=1),)),
    ),
    symmetric_pact("international-tourism", 3, PactSide(abilities=(Modifier(Stat.CULTURE, OfPartner(Wonders())),))),
    pact(
        "loss-of-sovereignty",
        3,
        PactSide(Symbols(culture=2)),
        PactSide(Symbols(culture=-2), (ImmuneToWar(),)),
        OnAttack.FORBIDDEN,
    ),
    symmetric_pact("military-pact", 3, PactSide(Symbols(strength=3)), OnAttack.ENDS),
    symmetric_pact("peace-treaty", 3, PactSide(Symbols(culture=1)), OnAttack.FORBIDDEN),
)
