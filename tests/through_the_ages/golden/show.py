"""A view as lines of text, each with a label, so that two views of a game can be compared line by line."""

from __future__ import annotations

from collections.abc import Iterable

from tta_p2p.games.through_the_ages.view import View
from tta_p2p.games.through_the_ages.view_model import CivilizationView, HiddenCard, PartView

Lines = dict[str, str]


def public(view: View) -> Lines:
    """Give what everybody sees."""
    lines = {
        "table": _table(view),
        "row": " ".join(f"{space.number}={space.card}" for space in view.row if space.card),
        "decks": f"civil {view.decks.civil} military {view.decks.military} discarded {_words(view.decks.discards)}"
        f" +{len(view.decks.face_down)} face down, out {len(view.out)}",
        "events": _backs("current", view.events.current.cards)
        + _backs(" future", view.events.future.cards)
        + f" past {_words(view.events.past)} end {_words(view.events.at_end)}"
        + "".join(_backs(" for", cards) for cards in view.events.at_end_of if cards),
        "common": f"tactics {_words(view.tactics)} pacts "
        + _words(f"{pact.card}({pact.owner}:{pact.a}/{pact.b})" for pact in view.pacts)
        + " wars "
        + _words(f"{war.card}={war.fought_as}({war.attacker}>{war.rival}:{war.advantage})" for war in view.wars),
        "attacks": " ".join(
            f"{one.attacker}>{one.rival}:{one.strength}-{one.rival_strength}"
            f"{'x' + str(one.actions_times) if one.actions_times != 1 else ''}"
            f"{'' if one.aggression else 'a'}{'' if one.war else 'w'}"
            for one in view.attacks
        ),
    }
    for civ in view.civilizations:
        for label, text in _civilization(civ).items():
            lines[f"{civ.seat} {label}"] = text
    return lines


def private(view: View) -> Lines:
    """Give what only this seat sees."""
    known = [*view.events.current.cards, *view.events.future.cards, *view.decks.face_down]
    known += [card for cards in view.events.at_end_of for card in cards]
    hands = (f"{civ.seat}:{_words(c.face for c in civ.hand if c.face)}" for civ in view.civilizations)
    lines = {
        "hands": " ".join(hands),
        "knows": _words(f"#{card.handle}={card.face}" for card in known if card.face),
        "sure": _words(
            f"{one.card}*{one.number}" for pile in (view.events.current, view.events.future) for one in pile.sure
        ),
        "row": _row(view),
    }
    if view.own is not None:
        prices = (
            f"{one.what}:{'>'.join(filter(None, (one.card, one.target)))}*{one.number}={one.price}"
            + (f"({one.printed})" if one.printed != one.price else "")
            for one in view.own.prices
        )
        lines["prices"] = " ".join(prices)
        lines["fight"] = f"force of the hand {view.own.hand_force}, defence {view.own.defense}"
    return lines


def _table(view: View) -> str:
    asked = view.deciding
    who = f"seat {asked.seats[0]} {asked.key} {_words(map(str, asked.args))}" if asked else view.ending
    last = f" last {view.last_round}" if view.last_round else ""
    return f"round {view.round}{last} age {view.age} {view.phase} turn {view.current}: {who}"


def _civilization(civ: CivilizationView) -> Lines:
    if civ.left is not None:
        return {"points": f"has left ({civ.left}) with culture {civ.culture_points}"}
    told = civ.forecast
    unfinished = civ.unfinished
    tactic = civ.tactic
    building = f" building {unfinished.card} {unfinished.built}/{unfinished.stages}" if unfinished else ""
    armies = (
        f" {tactic.card}{'!' if tactic.exclusive else ''} {tactic.full}+{tactic.outdated} armies"
        f" doubled {tactic.full_doubled}+{tactic.outdated_doubled} = {tactic.bonus}"
        if tactic
        else ""
    )
    return {
        "points": f"culture {civ.culture_points}+{_parts(civ.culture.total, civ.culture.parts)}"
        f" science {civ.science_points}+{_parts(civ.science.total, civ.science.parts)}"
        f" from {_parts(civ.culture_points, civ.culture_from)}",
        "power": f"strength {civ.strength.units}+{civ.strength.armies}+{civ.strength.others}"
        f"={_parts(civ.strength.total, civ.strength.parts)}{armies}"
        f" force {civ.force.total}={civ.force.units}+{civ.force.armies}+{civ.force.ships}",
        "people": f"happy {_parts(civ.happiness.total, civ.happiness.parts)}/{civ.happiness.needed}"
        f" discontent {civ.happiness.discontent} unused {civ.unused}{' uprising' if civ.happiness.uprising else ''}"
        f" yellow {civ.yellow_bank} next worker {civ.population_price}",
        "actions": f"civil {civ.civil.left}/{civ.civil.total}+{civ.civil.extra}"
        f" military {civ.military.left}/{civ.military.total}+{civ.military.extra}"
        f" for units {civ.unit_resource}/{civ.unit_science} used {_words(civ.used)} {_words(civ.used_up)}"
        f" forfeits {civ.forfeits}",
        "state": f"{civ.government} limit {civ.urban_limit} {_words(f'{one.kind}:{one.number}' for one in civ.urban)}"
        f" leader {civ.leader} of {_words(map(str, civ.leader_ages))}{building} wonders "
        + _words(f"{one.card}{'~' * one.ravaged}{'^' * one.homer}" for one in civ.wonders)
        + f" {_words(civ.specials)} colonies {_words(civ.colonies)}",
        "workers": " ".join(
            f"{one.card}:{one.workers}" + (f"[{one.tokens}x{one.token_value}]" if one.tokens else "")
            for one in civ.technologies
        ),
        "goods": f"blue {civ.blue_bank} food {civ.food}+{civ.food_production}-{civ.consumption}"
        f" resource {civ.resource}+{civ.resource_production}-{civ.corruption}",
        "hands": f"civil {_words(civ.civil_hand)} fresh {_words(civ.fresh)} of {civ.civil_limit}"
        + _backs(" military", civ.hand)
        + f" of {civ.hand_limit}",
        "forecast": ("uprising " if told.uprising else "")
        + f"science +{told.science}={told.science_points} culture +{told.culture}-{told.starvation}"
        f"={told.culture_points} corruption {told.corruption}+{told.corrupted_food} food +{told.food}"
        f"-{told.consumption}({told.missing})={told.stored_food} resource +{told.resource}={told.stored_resource}"
        f" draws {told.draws} discards {told.discards}",
    }


def _parts(total: int, parts: Iterable[PartView]) -> str:
    return f"{total}({','.join(f'{one.source}{one.amount:+}' for one in parts)})"


def _words(words: Iterable[str]) -> str:
    return ",".join(words) or "-"


def _backs(label: str, cards: Iterable[HiddenCard]) -> str:
    counts: dict[str, int] = {}
    for card in cards:
        counts[card.back] = counts.get(card.back, 0) + 1
    return f"{label} " + (" ".join(f"{back}*{number}" for back, number in counts.items()) or "-")


def _row(view: View) -> str:
    """Give the spaces a seat may take from with their prices, and for what reasons it may not take others."""
    found: dict[str, list[str]] = {}
    for one in view.row:
        if one.card:
            found.setdefault(one.refusal.key if one.refusal else "may take", []).append(f"{one.number}:{one.price}")
    return " ".join(f"{why} {','.join(spaces)}" for why, spaces in found.items())
