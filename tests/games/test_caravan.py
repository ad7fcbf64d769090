from tta_p2p.games.caravan.rules import Caravan, State
from tta_p2p.testing.conformance import Conformance


def bales(state: State) -> dict[str, int]:
    to_be_mixed = sum(len(getattr(pending.need, "faces", ())) for pending in state.pending)
    there = len(state.backs) + sum(map(len, state.kept)) + bool(state.demand) + to_be_mixed
    return {"bales": there or 21}  # none if the game ends before it is laid out


class TestCaravan(Conformance):
    game = Caravan()
    games = 12
    conserved = staticmethod(bales)
