"""Facts for a decision in somebody else's turn: strengths, the largest force, the things that end with it."""

from __future__ import annotations

from collections.abc import Mapping

from tta_p2p.games.through_the_ages.estimates import sacrifices
from tta_p2p.games.through_the_ages.index import AGGRESSIONS
from tta_p2p.games.through_the_ages.view_model import CivilizationView
from tta_p2p.seats.messages import PendingDecision

from ..cells import Row, Span, row
from ..presenter import Scene
from .wording import ThroughTheAgesWording, own_civilization

FORCES = ("infantry", "cavalry", "artillery")
"""Kinds of units that colonize."""


def facts(wording: ThroughTheAgesWording, decision: PendingDecision | None) -> tuple[tuple[str, Row], ...]:
    """Give the facts for a decision of the seat, each with what it is called."""
    mine = own_civilization(wording.view)
    if decision is None or mine is None or wording.view.own is None:
        return ()
    args = decision.args
    match decision.key, args:
        case "defence", [int(attacker), str(), int(attack), int(defence)]:
            return _defence(wording, attacker, attack, defence)
        case "sacrifice", [int(attacker), str(), int(attack), int(defence)]:
            return _sacrifice(wording, attacker, attack, defence)
        case "repulse", [int(attacker), str(), int(attack), int(defence)]:
            return _repulse(wording, attacker, attack, defence)
        case "auction", [str(), int(high), int(bidder)]:
            return _auction(wording, high, bidder)
        case "force", [str(), int(needed), int(sent)]:
            return _force(wording, needed, sent)
        case "offer", [int(other), *_]:
            return _pact(wording, other)
    return ()


def missing_defence(scene: Scene) -> int:
    """Give how much a defence is short of an attack that cards in hand, or units, could still hold; else 0."""
    decision, cards = scene.turn.decision, scene.view.own
    match (decision.key, decision.args) if decision is not None and cards is not None and scene.turn.mine else ():
        case "defence", [int(), str(), int(attack), int(defence)] if defence < attack <= defence + cards.defense:
            return attack - defence
        case "repulse", [int(), str(), int(attack), int(defence)]:
            most = defence + cards.defense + sacrifices(scene.view.state, scene.view.seat).worth
            return attack - defence if defence < attack <= most else 0
    return 0


def missing_attack(scene: Scene) -> int:
    """Give how much more an aggression needs that units could still add; else 0."""
    decision, mine = scene.turn.decision, scene.turn.mine
    match (decision.key, decision.args) if decision is not None and mine else ():
        case "sacrifice", [int(attacker), str(card), int(attack), int(defence)] if attacker == scene.view.seat:
            more = sacrifices(scene.view.state, attacker).worth
            return defence + 1 - attack if card in AGGRESSIONS and attack <= defence < attack + more else 0
    return 0


def _fact(wording: ThroughTheAgesWording, key: str, role: str = "", **values: object) -> tuple[str, Row]:
    words = wording.words
    return words(f"tta.fact.{key}"), row(Span(words(f"tta.fact.{key}.is", **values), role))


def _defence(wording: ThroughTheAgesWording, attacker: int, attack: int, defence: int) -> tuple[tuple[str, Row], ...]:
    assert wording.view.own is not None
    most = defence + wording.view.own.defense
    short = attack - defence
    enough = "held" if short <= 0 else "enough" if most >= attack else "too-little"
    role = "good" if most >= attack else "bad"
    return (
        _fact(wording, "attack", name=wording.name(attacker), n=attack),
        _fact(wording, "stand" if short > 0 else "stands", n=defence, short=short),
        _fact(wording, enough, role, n=most, short=max(0, attack - most)),
    )


def _sacrifice(wording: ThroughTheAgesWording, attacker: int, attack: int, defence: int) -> tuple[tuple[str, Row], ...]:
    """Say how an attack stands, for the attacker, or in a war for the rival after that, and what units would add."""
    mine = own_civilization(wording.view)
    assert mine is not None
    if mine.seat == attacker:
        strengths = _fact(wording, "you-attack", mine=attack, theirs=defence)
    else:
        strengths = _fact(wording, "strengths", name=wording.name(attacker), mine=defence, theirs=attack)
    return (strengths, *_units(wording, mine))


def _repulse(wording: ThroughTheAgesWording, attacker: int, attack: int, defence: int) -> tuple[tuple[str, Row], ...]:
    mine, own = own_civilization(wording.view), wording.view.own
    assert mine is not None and own is not None
    most = defence + own.defense + sacrifices(wording.view.state, mine.seat).worth
    short = attack - defence
    kind = "held-by-all" if short <= 0 else "enough-by-all" if most >= attack else "too-little-by-all"
    return (
        _fact(wording, "attack", name=wording.name(attacker), n=attack),
        _fact(wording, "stand" if short > 0 else "stands", n=defence, short=short),
        _fact(wording, kind, "good" if most >= attack else "bad", n=most, short=max(0, attack - most)),
        *_units(wording, mine),
    )


def _units(wording: ThroughTheAgesWording, mine: CivilizationView) -> tuple[tuple[str, Row], ...]:
    """Say which units are named, which are not yet, and what all of those would add."""
    asked = sacrifices(wording.view.state, mine.seat)

    def told(some: Mapping[str, int]) -> str:
        return wording.words("comma").join(f"{wording.texts.card(face)} {number}" for face, number in some.items())

    named = (_fact(wording, "named", told=told(asked.named)),) if asked.named else ()
    left = (_fact(wording, "units", told=told(asked.left), n=asked.worth),) if asked.left else ()
    return (*named, *left)


def _auction(wording: ThroughTheAgesWording, high: int, bidder: int) -> tuple[tuple[str, Row], ...]:
    view, mine = wording.view, own_civilization(wording.view)
    assert mine is not None and view.own is not None
    most = mine.force.total + view.own.hand_force if mine.force.units else 0
    bid = _fact(wording, "bid", name=wording.name(bidder), n=high) if bidder >= 0 else _fact(wording, "no-bid")
    others = [one for one in view.civilizations if one.seat != mine.seat and one.left is None]
    told = wording.words("comma").join(f"{wording.name(one.seat)} {one.force.total}" for one in others)
    return (
        bid,
        _fact(wording, "most", "good" if most > high else "bad", n=most, units=mine.force.units,
              cards=view.own.hand_force),
        *_army(wording, mine),
        _fact(wording, "others", told=told),
    )  # fmt: skip


def _army(wording: ThroughTheAgesWording, mine: CivilizationView) -> tuple[tuple[str, Row], ...]:
    """Say of which units some would be lost to a bid."""
    units = [one for one in mine.technologies if one.kind in FORCES and one.workers]
    told = wording.words("comma").join(f"{wording.texts.card(one.card)} {one.workers}" for one in units)
    return (_fact(wording, "army", told=told),) if units else ()


def _force(wording: ThroughTheAgesWording, needed: int, sent: int) -> tuple[tuple[str, Row], ...]:
    view, mine = wording.view, own_civilization(wording.view)
    assert mine is not None and view.own is not None
    short = needed - sent
    return (
        _fact(wording, "needed" if short > 0 else "reached", n=needed, sent=sent, short=short),
        # What is left of it is no sum once units are gone: armies and ships count for more together.
        *((_fact(wording, "left", n=mine.force.total, cards=view.own.hand_force),) if not sent else ()),
    )


def _pact(wording: ThroughTheAgesWording, other: int) -> tuple[tuple[str, Row], ...]:
    view, mine = wording.view, own_civilization(wording.view)
    assert mine is not None
    theirs = view.civilizations[other]
    held = [pact for pact in view.pacts if mine.seat in (pact.a, pact.b)]
    names = wording.words("comma").join(wording.texts.card(pact.card) for pact in held)
    return (
        _fact(wording, "strengths", name=wording.name(other), mine=mine.strength.total, theirs=theirs.strength.total),
        _fact(wording, "culture", name=wording.name(other), mine=mine.culture_points, theirs=theirs.culture_points,
              rate=mine.culture.total, other=theirs.culture.total),
        *((_fact(wording, "pacts", names=names),) if held else ()),
    )  # fmt: skip
