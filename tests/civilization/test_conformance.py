"""The rules keep the contract, with civilizations by lot and chosen, with and without deals and wonders."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.flow import FLOW
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.contract import Option
from tta_p2p.games.kit.flow import Verb
from tta_p2p.games.local import LocalGame
from tta_p2p.testing.conformance import Conformance

from .invariants import wrong

RIPE = ("advance", "research", "invest", "harvest", "arts", "government", "use", "build", "found")
"""What brings the end of a game nearer."""


def any_verb(chance: Chance, options: Sequence[Option]) -> Option:
    """Each verb is equally likely, and what is not ripe is taken back once: games are full and short."""
    chosen = options[0]
    for _ in range(2):
        verb = chance.choice(list(dict.fromkeys(option.act.verb for option in options)))
        chosen = chance.choice([option for option in options if option.act.verb == verb])
        if verb in RIPE:
            break
    return chosen


def test_what_is_listed_unchecked_is_what_the_check_takes() -> None:
    """Long lists are put together without trying each act; in games at random they are as if each had been tried."""
    listed = 0
    for seats in GAME.seats:
        game, chance = LocalGame(GAME, seats, {}, Chance(seats).fork("dealer")), Chance(seats).fork("seats")
        game.answer_needs()
        for _ in range(800):
            decision = game.decision
            if decision is None:
                break
            for seat in decision.seats:
                found = game.legal(seat)
                if decision.key in ("moves", "terms", "terms-of-several", "trading", "proposal", "answer-move"):
                    knows, (verbs, frame) = game.dealer.face_knowledge_of(seat), FLOW.open_verbs(game.state, seat)
                    tried = [
                        option
                        for name in verbs
                        for option in Verb.options(FLOW.verb_at(frame, name), game.state, frame, knows, seat)
                    ]
                    assert list(found) == tried, decision
                    listed += len(found)
            game.act(*(chance.choice(game.legal(seat)).act for seat in decision.seats))
    assert listed > 1000


class TestCivilization(Conformance):
    """Two to four seats."""

    game = GAME
    options = ({}, {"civilizations": "chosen", "loot": "printed"}, {"deals": "never", "game": "learning"})
    conserved = staticmethod(wrong)
    games = 3  # every number of seats; games by the thousand are for `scripts/soak`
    seed = 11  # of the first ones it has the most that is told, and hands that are mixed in few facts
    moments = 6
    choose = staticmethod(any_verb)
