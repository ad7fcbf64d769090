"""The other program: it enumerates the turns of a puzzle again, and shares no line with the search but the rules.

It goes through them in breadth, layer by layer, by acts that `apply` checks, and plays every end of a turn in a local
game up to the next decision. It pays by hand, too: who wants to say with which tokens to pay may say so from the
beginning, and loses nothing by it, since the usual way is one of those to choose from. It reads the file of puzzles as
plain JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from tta_p2p.games.contract import Act, Card
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import economy, index, ratings, scenario

BY_HAND = Act(0, "by-hand")
_NEVER = {"resign", "by-hand"}


class CheckResult(NamedTuple):
    """The result of a check: the best value that any turn reaches, what the stored turn reaches, how many positions."""

    best: list[int] | None
    told: list[int] | None
    positions: int
    complete: bool


def stored_puzzles() -> list[dict[str, Any]]:
    """Give the puzzles of the program as their file has them."""
    data = files("tta_p2p.ui.through_the_ages").joinpath("puzzles.json").read_text("utf-8")
    found: list[dict[str, Any]] = json.loads(data)["puzzles"]
    return found


def check(puzzle: Mapping[str, Any], most: int = 10**9) -> CheckResult:
    """Enumerate the turns of a puzzle, at most so many positions."""
    begin: LocalGame[Any, Any] = scenario.read(puzzle["position"]).build().game()
    told = _value_of_turn(puzzle, begin)
    left_out = _NEVER | set(puzzle["goal"]["without"])
    state = begin.game.apply(begin.state, BY_HAND).state
    layer, known, best = [state], {_shape(state)}, list[list[int]]()
    while layer and len(known) <= most:
        following = []
        for one in layer:
            for option in begin.game.legal(one, begin.dealer.knowledge_of(0), 0):
                if option.act.verb in left_out:
                    continue
                after = begin.game.apply(one, option.act).state
                if _goes_on(begin, after):
                    shape = _shape(after)
                    if shape not in known:
                        known.add(shape)
                        following.append(after)
                    continue
                value = _read(puzzle["goal"], _settled(begin, after))
                if value is not None:
                    best = [max([*best, value])]
        layer = following
    return CheckResult(best[0] if best else None, told, len(known), not layer)


def _goes_on(begin: LocalGame[Any, Any], state: Any) -> bool:
    """Whether the turn still goes on, with a decision of the same seat."""
    decision = begin.game.decision(state)
    same = begin.game.turn(state) == begin.game.turn(begin.state)
    return decision is not None and decision.seats == (0,) and same


def _settled(begin: LocalGame[Any, Any], state: Any) -> Any:
    """Give the state once somebody else has to decide, or the game is over."""
    dealer = begin.dealer.fork(1)
    while needs := begin.game.needs(state):
        state = begin.game.apply(state, dealer.answer(needs[0])).state
    return state


def _shape(state: Any) -> tuple[Any, ...]:
    """Tell positions of one turn apart, whatever the order of the acts that led there."""
    own = state.players[0]
    return (
        tuple(state.row),
        repr(state.stack),
        state.common_tactics,
        tuple(
            tuple(sorted(value.items())) if isinstance(value, dict)
            else tuple(sorted(value, key=str)) if isinstance(value, tuple) else value
            for name in own.__slots__ if name != "culture_parts"
            for value in (getattr(own, name),)
        ),
        tuple((other.culture, other.science) for other in state.players[1:]),
    )  # fmt: skip


def _value_of_turn(puzzle: Mapping[str, Any], begin: LocalGame[Any, Any]) -> list[int] | None:
    """Play the stored turn; what it comes to, None where one of its acts is not legal."""
    state = begin.state
    for text in puzzle["turn"]:
        legal = begin.game.legal(state, begin.dealer.knowledge_of(0), 0) if _goes_on(begin, state) else ()
        act = next((option.act for option in legal if _written(option.act) == text), None)
        if act is None or act.verb in puzzle["goal"]["without"]:
            return None
        state = begin.game.apply(state, act).state
    return None if _goes_on(begin, state) else _read(puzzle["goal"], _settled(begin, state))


def _written(act: Act) -> str:
    return " ".join([act.verb, *(str(arg.face if isinstance(arg, Card) else arg) for arg in act.args)])


def _read(goal: Mapping[str, Any], s: Any) -> list[int] | None:
    """Read off a state what a turn has come to."""
    if not all(_holds(one["name"], one["card"], s) for one in goal["having"]):
        return None
    return [_number(name, s) for name in goal["most"]]


def _holds(name: str, card: str, s: Any) -> bool:
    if name == "content":
        return not ratings.discontent(s, 0)
    own = s.players[0]
    places = {
        "wonder": own.wonders, "government": (own.government,), "leader": (own.leader,),
        "technology": (*own.workers, *own.specials),
    }  # fmt: skip
    return card in places[name]


def _number(name: str, s: Any) -> int:
    own = s.players[0]
    match name:
        case "culture" | "science" | "unused":
            return int(getattr(own, name))
        case "food" | "resources":
            kinds = ("farm",) if name == "food" else ("mine", "lab")
            return sum(n * index.TOKEN_VALUE[card] for card, n in own.tokens.items() if index.KIND[card] in kinds)
        case "workers":
            return own.unused + sum(own.workers.values())
        case "lead":
            return own.culture - max(one.culture for one in s.players[1:] if one.left is None)
        case "resource-rate":
            return economy.resource_production(s, 0)
    rates = {"strength": ratings.strength, "happiness": ratings.happiness}
    rates |= {"culture-rate": ratings.culture, "science-rate": ratings.science}
    return rates[name](s, 0)
