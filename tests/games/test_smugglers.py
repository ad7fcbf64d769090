from tta_p2p.games.examples.smugglers import Smugglers, State
from tta_p2p.testing.conformance import Conformance


def crates(state: State) -> dict[str, int]:
    closed = sum(map(len, (*state.hands, state.deck, state.cave, state.out)))
    return {"crates": closed + len(state.quay) + len(state.loot) if closed else 18}


class TestSmugglers(Conformance):
    game = Smugglers()
    games = 12
    conserved = staticmethod(crates)
