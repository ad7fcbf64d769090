"""Through the Ages behind the contract: each method hands on to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping

from .. import contract
from ..contract import (
    Act,
    Acts,
    Ahead,
    Back,
    Claim,
    Decision,
    Explanation,
    Face,
    Fact,
    Game,
    Handle,
    Hidden,
    Illegal,
    Knowledge,
    Left,
    Need,
    Option,
    Rng,
    Seat,
    Standings,
    Step,
)
from . import (
    aggressions,
    colonization,
    decks,
    encoding,
    events,
    explain,
    flow,
    leaving,
    options,
    pacts,
    piles,
    resigning,
    scoring,
    setup,
    takings,
)
from . import view as views
from .index import BACK
from .state import State
from .tables import table_digests
from .texts.cards import NAMES
from .texts.words import WORDS

_ = (aggressions, colonization, events, pacts, resigning, takings)  # they register what they bring

ENGINE = b"3"
"""Raise when a rule is changed: peers whose engines differ cannot play together. A golden test asks for it."""


class ThroughTheAges(Game[State, views.View]):
    """The rules of Through the Ages: A New Story of Civilization."""

    name = "through_the_ages"
    seats = setup.SEATS
    settings = options.SETTINGS

    def start(self, options_: contract.Options, seats: int) -> Step[State]:
        """Lay the game out up to its first shuffles."""
        s = setup.first_state(options.read_options(options_), seats)
        flow.run(s)
        return _step(s, barrier=True)

    def apply(self, state: State, fact: Fact) -> Step[State]:
        """Give what a fact leads to; raises Illegal and then nothing has changed."""
        s = state.copy()
        if isinstance(fact, Act):
            flow.act(s, fact)
            flow.run(s)
            frame = flow.asking(s)
            return _step(s, barrier=frame is None or frame.seat != fact.seat)
        if isinstance(fact, Left):
            leaving.leave(s, fact.seat, fact.reason)
        elif isinstance(fact, Acts):
            raise Illegal("not-sealed", seat=fact.acts[0].seat if fact.acts else None)
        else:
            piles.answer(s, fact)
        flow.run(s)
        return _step(s, barrier=True)

    def needs(self, state: State) -> tuple[Need, ...]:
        """Give the open needs."""
        return tuple(pending.need for pending in state.pending)

    def decision(self, state: State) -> Decision | None:
        """Say who decides what."""
        return flow.decision(state)

    def claims(self, state: State, act: Act) -> tuple[Claim, ...]:
        """Say what an act asserts about hidden cards. Raises Illegal."""
        frame, verb, _ = flow.check(state, act)
        return verb.claims(state, frame, act.args)

    def legal(self, state: State, knows: Knowledge, seat: Seat) -> tuple[Option, ...]:
        """List every act open to a seat."""
        return flow.legal(state, knows, seat)

    def explain(self, state: State, knows: Knowledge, act: Act) -> Explanation:
        """Say what an act does and costs, or why it is refused."""
        return explain.explain(state, knows, act)

    def view(self, state: State, knows: Knowledge, seat: Seat | None) -> views.View:
        """Give what a seat may see."""
        return views.view(state, knows, seat)

    def resample(self, view_: views.View, rng: Rng) -> Mapping[Handle, Face]:
        """Give a face for every hidden handle that agrees with the view."""
        return views.resample(view_, rng)

    def ahead(self, state: State) -> tuple[Ahead, ...]:
        """Name the decks still to be laid out."""
        return decks.ahead(state)

    def standings(self, state: State) -> Standings:
        """Give places and where the culture came from."""
        return scoring.standings(state)

    def faces(self) -> tuple[Face, ...]:
        """List every card that can lie hidden."""
        return tuple(sorted(BACK))

    def back(self, face: Face) -> Back:
        """Say what the back of a card looks like. Raises KeyError."""
        return BACK[face]

    def hidden(self, state: State) -> Mapping[Handle, Hidden]:
        """Say where every hidden card lies."""
        return piles.hidden(state)

    def unseen(self, state: State) -> Mapping[Back, tuple[Face, ...]]:
        """Say which faces the hidden cards of each back carry together."""
        return views.unseen(state)

    def rules(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules."""
        return {"engine": ENGINE, **table_digests()}

    def texts(self, language: str) -> Mapping[str, str]:
        """Give the texts of the game in a language."""
        names = {f"card.{face}": name for face, name in NAMES.get(language, {}).items()}
        return {**WORDS.get(language, {}), **names}

    def encode(self, state: State) -> bytes:
        """Give the canonical bytes of a state."""
        return encoding.encode(state)

    def decode(self, data: bytes) -> State:
        """Give the state back. Raises BadState."""
        return encoding.decode(data)


def _step(s: State, barrier: bool) -> Step[State]:
    log, s.log = tuple(s.log), []
    return Step(s, log, barrier)


GAME = ThroughTheAges()
"""The game."""
