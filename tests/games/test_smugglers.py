from tta_p2p.games.smugglers.rules import Smugglers, State
from tta_p2p.testing.conformance import Conformance


def crates(state: State) -> dict[str, int]:
    to_be_mixed = sum(len(getattr(pending.need, "faces", ())) for pending in state.pending)
    there = len(state.backs) + len(state.quay) + len(state.loot) + to_be_mixed
    return {"crates": there or 18}  # none if the game ends before it is laid out


class TestSmugglers(Conformance):
    game = Smugglers()
    games = 12
    conserved = staticmethod(crates)
