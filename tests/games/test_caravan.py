from collections import Counter
from typing import Any

from tta_p2p.games.caravan.rules import Caravan, State
from tta_p2p.games.local import LocalGame
from tta_p2p.testing.conformance import Conformance


def bales(state: State) -> dict[str, int]:
    to_be_mixed = sum(len(getattr(pending.need, "faces", ())) for pending in state.pending)
    there = len(state.backs) + sum(map(len, state.kept)) + bool(state.demand) + to_be_mixed
    return {"bales": there or 21}  # none if the game ends before it is laid out


class TestCaravan(Conformance):
    game = Caravan()
    games = 12
    moments = 8
    conserved = staticmethod(bales)


def test_every_hand_goes_to_the_neighbour_on_the_side_that_the_toss_says() -> None:
    sides = set()
    for chance in range(8):
        local = LocalGame(Caravan(), 3, chance=chance)
        local.answer_needs()
        acts = [local.legal(seat)[0].act for seat in range(3)]
        before = hands(local)
        chosen = [Counter([local.dealer.faces[act.args[0].handle]]) for act in acts]
        passed = [hand - gone for hand, gone in zip(before, chosen, strict=True)]
        local.act(*acts)
        side = 1 if local.state.to_left else -1
        assert [hands(local)[(seat + side) % 3] for seat in range(3)] == passed
        sides.add(side)
    assert sides == {1, -1}


def hands(local: LocalGame[State, Any]) -> list[Counter[str]]:
    return [Counter(local.dealer.faces[handle] for handle in hand) for hand in local.state.hands]
