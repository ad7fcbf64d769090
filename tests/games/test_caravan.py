from tta_p2p.games.examples.caravan import Caravan, State
from tta_p2p.testing.conformance import Conformance


def bales(state: State) -> dict[str, int]:
    closed = sum(map(len, (*state.hands, state.deck, state.market, state.out)))
    return {"bales": closed + sum(map(len, state.kept)) + bool(state.demand) if closed else 21}


class TestCaravan(Conformance):
    game = Caravan()
    games = 12
    conserved = staticmethod(bales)
