"""What whole games reach between them: every end, age, attack and pact; read off their logs."""

from __future__ import annotations

from typing import Any

from tta_p2p.games.contract import Line
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages.editions import EDITIONS
from tta_p2p.games.through_the_ages.index import AGGRESSIONS, PACTS, WARS
from tta_p2p.games.through_the_ages.options import Options
from tta_p2p.games.through_the_ages.state import State
from tta_p2p.games.through_the_ages.tables import EDITION
from tta_p2p.games.through_the_ages.tables.model import AGES

TABLES = tuple((edition, variant) for edition, rules in EDITIONS.items() for variant in rules.variants)
SEATS = (2, 3, 4)


def name(edition: str, variant: str) -> str:
    """Name a variant of an edition."""
    return variant if edition == EDITION else f"{edition}-{variant}"


def wanted() -> list[str]:
    """List what the stored games must reach together."""
    found = ["the game ends with the last round", "the game ends with one civilization left"]
    found += ["the last age begins in the starting player's turn", "the last age begins in another player's turn"]
    for edition, one in TABLES:
        variant, last = name(edition, one), Options(one, edition).last_full_age
        found += [f"{variant}: Age {AGES[age]} ends" for age in range(last + 1)]
        found.append(f"{variant}: the last round is played")
        found += [f"{variant} with {seats} civilizations" for seats in SEATS]
    found += ["a unit is sacrificed by an attacker", "a unit is sacrificed by the one attacked"]
    found += [f"{card} succeeds" for card in AGGRESSIONS] + ["an aggression fails"]
    found += [f"{card} is won by its declarer" for card in WARS]
    found += ["a war is won by the one attacked", "a war is drawn", "a war is fought as another one"]
    found += [f"{card} is agreed" for card in PACTS]
    found += ["a pact is refused", "a pact is cancelled", "a pact ends with its age", "a pact ends by an attack"]
    found += ["a seat resigns", "a seat is gone", "a war on a seat that left is scored"]
    found += ["the military deck is reshuffled", "a territory is colonized", "nobody wants a territory"]
    found += ["the future events become current", "a revolution", "an uprising", "starvation"]
    found += ["two tied first"]
    return found


def reached(local: LocalGame[Any, Any], start: int) -> set[str]:
    """Say what a game reached with its last entry, which is told by the log from `start` on."""
    s: State = local.state
    lines: list[Line] = local.log[start:]
    keys = [line.key for line in lines]
    variant = name(s.options.edition, s.options.variant)
    found = {_PLAIN[key] for key in keys if key in _PLAIN}
    for number, line in enumerate(lines, start):
        found |= _said(s, variant, line)
        if line.key in ("war-won", "sacrifices"):
            found.add(_fought(local.log[:number], line))
    if "pact-ends" in keys:
        found |= {"a pact ends by an attack"} if {"attacks", "declares"} & set(keys) else set()
        found |= {"a pact ends with its age"} if "age-ends" in keys else set()
    if "left" in keys and any("resignation" in p.culture_parts for p in s.players):
        found.add("a war on a seat that left is scored")
    if any(war.fought_as and war.fought_as != war.card for war in s.wars):
        found.add("a war is fought as another one")
    if s.over:
        found.add(f"{variant} with {len(s.players)} civilizations")
        found.add("the game ends " + _ENDINGS[s.ending])
        if s.ending == "last-round":
            found.add(f"{variant}: the last round is played")
        if [place.place for place in local.game.standings(s).places].count(1) > 1:
            found.add("two tied first")
    return found


def _fought(before: list[Line], line: Line) -> str:
    """Say which side won a war or sacrificed a unit, after these lines."""
    attacker = next(one.args[0] for one in reversed(before) if one.key in ("war", "attacks"))
    if line.key == "war-won":
        return (
            f"{line.args[1]} is won by its declarer" if line.args[0] == attacker else "a war is won by the one attacked"
        )
    return f"a unit is sacrificed by {'an attacker' if line.args[0] == attacker else 'the one attacked'}"


def _said(s: State, variant: str, line: Line) -> set[str]:
    key, args = line.key, line.args
    card = next((str(arg) for arg in args if isinstance(arg, str)), "")
    if key == "age-ends":
        return {f"{variant}: Age {AGES[int(str(args[0]))]} ends"}
    if key == "last-round":
        whose = "the starting" if args[0] == s.round else "another"
        return {f"the last age begins in {whose} player's turn"}
    if key == "attack-succeeds":
        return {f"{card} succeeds"}
    if key == "pact":
        return {f"{card} is agreed"}
    if key == "left":
        return {"a seat resigns" if card == "resigned" else f"a seat is {card}"}
    return set()


_ENDINGS = {"last-round": "with the last round", "one-left": "with one civilization left"}
_PLAIN = {
    "attack-fails": "an aggression fails",
    "war-drawn": "a war is drawn",
    "refuses": "a pact is refused",
    "cancels": "a pact is cancelled",
    "reshuffled": "the military deck is reshuffled",
    "colonizes": "a territory is colonized",
    "territory-unclaimed": "nobody wants a territory",
    "events-renewed": "the future events become current",
    "revolution": "a revolution",
    "uprising": "an uprising",
    "starvation": "starvation",
}
