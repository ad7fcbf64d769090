"""End-of-game boards of players' games of 2006, facts only, set on the engine (`boards.json`).

`boards.json` is a list of games: pacts, what each event scored at the end (by seat; null where it is not known), and of
each seat what it had in play and what it was told of it (`told`). What is nothing is left out. Cards have the names
they have in both editions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tta_p2p.games.through_the_ages import economy, flow, ratings
from tta_p2p.games.through_the_ages.economy import FOOD, RESOURCE, ProductionStep
from tta_p2p.games.through_the_ages.final_events import FinalEvent
from tta_p2p.games.through_the_ages.index import BLUE_TOKENS, COLONIZATION, LEVEL, YELLOW_TOKENS
from tta_p2p.games.through_the_ages.scenario import Scenario
from tta_p2p.games.through_the_ages.scenario_seats import Civilization
from tta_p2p.games.through_the_ages.state import PactInPlay, State
from tta_p2p.games.through_the_ages.tables import cards_of
from tta_p2p.games.through_the_ages.tables.edition_2006 import BOARD_2006, REPRINTS

from .positions import OPTIONS

FILE = Path(__file__).with_name("boards.json")
_FACES = {old: new for new, old in REPRINTS.items()}
_ALL_YELLOW = 25


class Figure(NamedTuple):
    """A figure of a board as it was told, and as the engine has it."""

    game: int
    seat: int
    name: str
    told: int
    found: int


def face(name: str) -> str:
    """Give the face of 2006 of a card."""
    found = _FACES.get(name, name)
    assert found in cards_of("2006"), name
    return found


def civilization(board: dict[str, Any], age: int) -> Civilization:
    """Give a board as a scenario has it; tokens won and lost in the game are what is over or missing."""
    wonders = [face(one) for one in board.get("wonders", ())]
    ruined = [face(one) for one in board.get("ruined", ())]
    colonies = [face(one) for one in board.get("colonies", ())]
    specials = [face(one) for one in board.get("specials", ())]
    workers = {face(one): number for one, number in board["workers"].items()}
    tokens = {face(one): number for one, number in board.get("tokens", {}).items()}
    yellow, blue, unused = (board.get(one, 0) for one in ("yellow_bank", "blue_bank", "unused"))
    giving = [*colonies, *specials, *(one for one in wonders if one not in ruined)]
    lost = sum(BOARD_2006.yellow_lost_at_age_end[:age])
    all_yellow = _ALL_YELLOW - lost + sum(YELLOW_TOKENS.get(one, 0) for one in giving)
    all_blue = BOARD_2006.blue_in_bank + sum(BLUE_TOKENS.get(one, 0) for one in giving)
    return Civilization(
        government=face(board["government"]),
        leader=face(board["leader"]) if "leader" in board else "",
        technologies=specials,
        workers=workers,
        wonders=wonders,
        ravaged=ruined,
        colonies=colonies,
        tactic=face(board["tactic"]) if "tactic" in board else "",
        unused=unused,
        yellow_bank=yellow,
        blue_bank=blue,
        tokens=tokens,
        gained_yellow=yellow + unused + sum(workers.values()) - all_yellow,
        gained_blue=blue + sum(tokens.values()) - all_blue,
        culture=200,
    )


def position(game: dict[str, Any]) -> State:
    """Give a game of the file as it stood at its end."""
    pacts: list[PactInPlay] = []
    for one in game["pacts"]:
        owner = one["b"] if any(other.owner == one["a"] for other in pacts) else one["a"]
        pacts.append(PactInPlay(face(one["card"]), owner, one["a"], one["b"]))
    leaders = [face(board["leader"]) for board in game["boards"] if "leader" in board]
    age = min(4, *(LEVEL[leader] + 1 for leader in leaders)) if leaders else 4  # who left early has an early leader
    some = [civilization(board, age) for board in game["boards"]]
    scenario = Scenario(seats=len(some), civilizations=some, pacts=pacts, age=age, options=dict(OPTIONS))
    return scenario.build().state


def figures() -> Iterator[Figure]:
    """Go through all figures of all boards."""
    for number, game in enumerate(json.loads(FILE.read_text())):
        s = position(game)
        for seat, board in enumerate(game["boards"]):
            found = _of_seat(s, seat)
            for name, told in board["told"].items():
                yield Figure(number, seat, name, told, found[name])
        for event, scores in game["events"].items():
            for seat, told in enumerate(scores):
                if told is not None and None not in scores:
                    yield Figure(number, seat, event, told, _scored(s, face(event))[seat])


def _of_seat(s: State, seat: int) -> dict[str, int]:
    p = s.players[seat]
    ahead = _produced(s, seat)
    return {
        "culture": ratings.culture(s, seat),
        "science": ratings.science(s, seat),
        "strength": ratings.strength(s, seat),
        "happy": ratings.happiness(s, seat),
        "colonization": ratings.printed(p, COLONIZATION),
        "food": economy.food_production(s, seat) - economy.consumption(p),
        "resources": economy.resource_production(s, seat),
        "consumption": economy.consumption(p),
        "food_stock": economy.stock(p, FOOD),
        "resource_stock": economy.stock(p, RESOURCE),
        "civil_hand_limit": ratings.civil_hand_limit(s, seat),
        "discontent": min(p.unused, ratings.discontent(s, seat)),
        **ahead,
    }


def _produced(s: State, seat: int) -> dict[str, int]:
    """Go through the next production, whether the people rise up or not: what would rot, and what food is missing."""
    twin = s.copy()
    twin.stack.clear()
    flow.push(twin, *(ProductionStep(seat, step) for step in s.rules.turn_steps))
    flow.run(twin)
    said = {line.key: line.args[-1] for line in twin.log}
    return {
        "corruption_ahead": int(str(said.get("corruption", 0))),
        "famine_ahead": int(str(said.get("starvation", 0))),
    }


def _scored(s: State, event: str) -> list[int]:
    """Give what each seat scores by an event at the end of the game."""
    twin = s.copy()
    twin.stack.clear()
    twin.current = twin.starting
    flow.push(twin, FinalEvent(twin.current, event))
    flow.run(twin)
    return [after.culture - before.culture for before, after in zip(s.players, twin.players, strict=True)]
