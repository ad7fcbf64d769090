"""Whatever JSON a person writes, a scenario builder gives a position that can be played, or says what cannot be."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from tta_p2p.games.chance import Chance
from tta_p2p.games.entry import ImpossibleScenario
from tta_p2p.registry import bundled_games, entry, load_rules
from tta_p2p.testing.sample import play_on

Path = tuple[str | int, ...]

POSITIONS: dict[str, list[Any]] = {
    "civilization": [
        {
            "powers": [
                {
                    "civilization": "china",
                    "figures": {"f2": [1, 1]},
                    "cities": {"f3": "walled-capital"},
                    "techs": ["pottery", "masonry"],
                    "trade": 9,
                    "goods": {"iron": 1},
                    "forces": ["infantry-1"],
                    "huts": ["hut-silk"],
                    "people": ["artist"],
                },
                {"civilization": "rome"},
            ],
            "works": {"e4": "library"},
            "tiles": {"a5": "n05:2"},
            "dead": ["infantry-2"],
            "wonders": ["stonehenge"],
            "phase": "movement",
            "round": 3,
            "current": 1,
        },
    ],
    "seven_wonders": [
        {
            "seats": 4,
            "age": 3,
            "turn": 2,
            "phase": "search",
            "current": 1,
            "cities": [
                {"board": "gizah", "built": ["altar", "well"], "stages": 1, "tucked": ["press-i"], "coins": 7},
                {"board": "halikarnassos", "side": "night", "stages": 1, "tokens": [1, -1], "hand": ["palace"]},
                {"left": "gone"},
            ],
            "discards": ["statue"],
            "guilds": ["spies-guild"],
        },
    ],
    "through_the_ages": [
        {
            "seats": 3,
            "age": "II",
            "round": 9,
            "starting": 1,
            "current": 2,
            "phase": "event",
            "event": "vast-territory-i",
            "auction": {"bid": 2, "holder": 1, "bidders": [0]},
            "civilizations": [
                {
                    "government": "monarchy",
                    "leader": "joan-of-arc",
                    "workers": {"iron": 2, "alchemy": 1},
                    "technologies": ["warfare"],
                    "wonders": ["colossus", "pyramids"],
                    "ravaged": ["pyramids"],
                    "wonder": "taj-mahal",
                    "stages": 1,
                    "tactic": "legion",
                    "exclusive": True,
                    "hand": ["frugality-i", "raid-i"],
                    "fresh": ["frugality-i"],
                    "tokens": {"agriculture": 1},
                    "food": 2,
                    "resource": 7,
                    "civil_actions": 2,
                    "leader_ages": [0],
                },
                {"workers": {"warriors": 3}, "strength": 4, "happiness": 2, "gained_yellow": 1, "used": ["tactic"]},
                {"colonies": ["inhabited-territory-i"], "culture": 12, "blue_bank": 3, "yellow_bank": 4, "unused": 2},
            ],
            "row": ["coal", "", "opera"],
            "civil_deck": ["journalism"],
            "military_deck": ["raid-ii"],
            "civil_deck_size": 5,
            "discards": ["spy"],
            "current_events": ["rats", {"card": "immigration", "seat": 1}],
            "future_events": ["barbarians"],
            "wars": [{"card": "war-over-territory", "attacker": 0, "rival": 2}],
            "pacts": [{"card": "open-borders-agreement", "owner": 1, "a": 1, "b": 2}],
        },
        {
            "variant": "short",
            "phase": "politics",
            "open_events": ["impact-of-wonders"],
            "seat_events": [["impact-of-variety"], ["impact-of-industry"]],
            "future_events": ["barbarians"],
        },
        {"age": "IV", "phase": "end", "final_round": 18, "round": 17, "current": 1, "civil_deck_size": 0},
        {"age": "A", "round": 1, "phase": "start", "military_deck_size": 0, "discards": []},
    ],
}
MUTANTS = 300
NUMBERS = (-(10**12), -2, -1, 0, 1, 2, 3, 5, 9, 18, 40, 10**9, 2**63, 2**70, 0.5)
OTHERS: tuple[Any, ...] = (None, True, "", "no-such-word", "\x00", [], {}, [[]], {"": 0})


def paths(data: Any, at: Path = ()) -> Iterator[Path]:
    """Every place in JSON data."""
    yield at
    some = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in some:
        yield from paths(value, (*at, key))


def words(data: Any) -> Iterator[str]:
    """Every word in JSON data."""
    if isinstance(data, str):
        yield data
    some = [*data, *data.values()] if isinstance(data, dict) else data if isinstance(data, list) else ()
    for value in some:
        yield from words(value)


@cache
def known(name: str) -> list[str]:
    """The words that scenarios of a game are made of."""
    return sorted({*load_rules(name).faces(), *words(POSITIONS[name])})


def mutant(name: str, chance: Chance) -> Any:
    """One of the positions of a game, changed in one to four places."""
    data = copy.deepcopy(chance.choice(POSITIONS[name]))

    def other(value: Any) -> Any:
        sort = chance.below(8)
        if sort == 0:
            return chance.choice(OTHERS)
        if sort < 5 and isinstance(value, list):
            return [*value, other(chance.choice(value) if value else "")]
        if sort < 5 and isinstance(value, dict):
            return {**value, chance.choice(known(name)): other(chance.choice([*value.values(), 0]))}
        return chance.choice(NUMBERS) if isinstance(value, int) else chance.choice(known(name))

    for _ in range(1 + chance.below(4)):
        *way, last = chance.choice([at for at in paths(data) if at])
        there = data
        for key in way:
            there = there[key]
        if chance.below(4) == 0:
            del there[last]
        elif isinstance(there, dict) and chance.below(4) == 0:
            there[chance.choice(known(name))] = there.pop(last)
        else:
            there[last] = other(there[last])
        if not data:
            break
    return data


@pytest.mark.parametrize("name", sorted(POSITIONS))
def test_whatever_is_written_is_a_position_that_can_be_played_or_is_refused_as_one_that_cannot_be(name: str) -> None:
    game, scenario = load_rules(name), entry(name).scenario
    assert scenario is not None
    played = refused = 0
    for seed in range(MUTANTS):
        data = mutant(name, Chance(f"{name} {seed}"))
        try:
            local = scenario(json.loads(json.dumps(data)))(Chance(seed))
        except ImpossibleScenario as error:
            assert str(error), data
            refused += 1
            continue
        try:
            assert game.encode(game.decode(game.encode(local.state))) == game.encode(local.state)
            for _ in islice(play_on(local, Chance(seed), 1000), 20):
                pass
        except Exception as error:
            error.add_note(f"{seed}: {json.dumps(data)}")
            raise
        played += 1
    assert played > MUTANTS // 20 and refused > MUTANTS // 20


def test_every_game_that_has_scenarios_is_tried() -> None:
    assert {name for name in bundled_games() if entry(name).scenario is not None} == POSITIONS.keys()
