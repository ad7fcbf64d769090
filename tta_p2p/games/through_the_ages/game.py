"""Through the Ages behind the contract: each method hands on to the module that knows."""

from __future__ import annotations

from collections.abc import Mapping

from .. import contract
from ..contract import (
    Act,
    Back,
    CardLocation,
    Face,
    Handle,
    Knowledge,
    Line,
    OrderForm,
    Reason,
    Rng,
    Seat,
    Standings,
    UpcomingShuffle,
)
from ..game import Game
from ..kit.game import FlowGame
from . import (
    ENTRY,
    aggressions,
    colonization,
    decks,
    departure,
    events,
    explain,
    labels,
    options,
    orders,
    pacts,
    piles,
    resignation,
    rival_losses,
    scoring,
    setup,
)
from . import view as views
from .clauses import CLAUSES, NOTES
from .encoding import CODEC, CODEC_3, CODEC_4
from .flow import FLOW, Verb
from .index import BACK
from .state import Frame, State
from .tables import CARDS, EDITION, cards_of, edition_2006_digest, table_digests
from .tables.edition_2006 import REPRINTS

_ = (aggressions, colonization, events, pacts, resignation, rival_losses)  # they register what they bring

ENGINE = b"5"
"""Raise when a rule is changed: peers whose engines differ cannot play together. A golden test asks for it."""
ENGINE_2006 = b"1"
"""Raise when a rule is changed that only the edition of 2006 has: tables of 2015 go on with who has it not."""


class ThroughTheAges(FlowGame[State, views.View]):
    """The rules of Through the Ages: A New Story of Civilization."""

    name = "through_the_ages"
    seats = ENTRY.seats
    settings = options.SETTINGS
    flow = FLOW
    codec = CODEC
    parts = frozenset(CARDS)
    clauses = CLAUSES
    notes = NOTES
    reprints = REPRINTS
    namesakes = frozenset({"war-over-culture"})

    def __init__(self) -> None:
        self._table = views.PublicViewCache()

    def initial_state(self, options_: Mapping[str, contract.Value], seats: int) -> State:
        """Lay the game out up to its first shuffles."""
        return setup.initial_state(options.read_options(options_, self.settings), seats)

    def leave(self, s: State, seat: Seat, reason: Reason) -> None:
        """Take a seat out of the game. Raises Illegal if it is not in it."""
        departure.leave(s, seat, reason)

    def effects(self, state: State, act: Act, frame: Frame, verb: Verb, after: State | None) -> tuple[Line, ...]:
        """Say what an act does that leads to this state."""
        assert after is not None
        return explain.effects(state, act, frame, verb, after)

    def ending_lines(self, act: Act, after: State | None) -> tuple[Line, ...]:
        """Say that an act ends the game; the effects of a resignation name the winner."""
        return () if act.verb == "resign" else super().ending_lines(act, after)

    def turn(self, state: State) -> tuple[int, Seat | None]:
        """Give the round, and whose turn it is."""
        return state.round, state.current if state.current >= 0 else None

    def label(self, state: State, act: Act) -> Line:
        """Give an act as people read it."""
        return labels.label(state, act)

    def view(self, state: State, knows: Knowledge, seat: Seat | None) -> views.View:
        """Give what a seat may see."""
        return views.view(state, knows, seat, self._table)

    def order_forms(self) -> tuple[OrderForm, ...]:
        """List what can be ordered in advance."""
        return orders.FORMS

    def fulfil(
        self, state: State, knows: Knowledge, seat: Seat, form: OrderForm, numbers: tuple[int, ...]
    ) -> tuple[Act, ...]:
        """Give the acts by which a form answers the open decision; none where it does not fit."""
        return orders.fulfil(self, state, knows, seat, form, numbers)

    def resample(self, view_: views.View, rng: Rng) -> Mapping[Handle, Face]:
        """Give a face for every hidden handle that agrees with the view."""
        return views.resample(view_, rng)

    def upcoming_shuffles(self, state: State) -> tuple[UpcomingShuffle, ...]:
        """Name the decks still to be laid out."""
        return decks.upcoming_shuffles(state)

    def standings(self, state: State) -> Standings:
        """Give places and where the culture came from."""
        return scoring.standings(state)

    def faces(self) -> tuple[Face, ...]:
        """List every card that can lie hidden."""
        return tuple(sorted(BACK))

    def back(self, face: Face) -> Back:
        """Say what the back of a card looks like. Raises KeyError."""
        return BACK[face]

    def hidden_cards(self, state: State) -> Mapping[Handle, CardLocation]:
        """Say where every hidden card lies."""
        return piles.hidden_cards(state)

    def rules_digests(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules."""
        edition = {"choice-engine-2006": ENGINE_2006, "choice-edition-2006": edition_2006_digest()}
        return {"engine": ENGINE, **edition, **table_digests()}

    def played_by(self, options_: Mapping[str, contract.Value]) -> Game[State, views.View]:
        """Give the rules of 2015 alone for a table of that edition: other releases play at it too."""
        return GAME_2015 if options_.get("edition", EDITION) == EDITION else self


class ThroughTheAges2015(ThroughTheAges):
    """The rules of a table of 2015, as releases without another edition have them, 0.6.0 and later.

    Seats sign digests of states, so a state is written as those releases wrote it; the charter names its cards alone.
    """

    settings = options.SETTINGS_5
    codec = CODEC_4

    def rules_digests(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules."""
        return {"engine": ENGINE, **table_digests()}

    def faces(self) -> tuple[Face, ...]:
        """List every card that can lie hidden."""
        return tuple(sorted(cards_of(EDITION)))

    def played_by(self, options_: Mapping[str, contract.Value]) -> Game[State, views.View]:
        """Give these rules."""
        return self


class ThroughTheAges4(ThroughTheAges2015):
    """The rules of engine 4, of releases 0.4.0 and 0.5.0: Infiltrate always needs a target.

    Seats sign digests of states, so a state is written as those releases wrote it.
    """

    settings = options.SETTINGS_4
    codec = CODEC_3

    def rules_digests(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules."""
        return {**super().rules_digests(), "engine": b"4"}


GAME = ThroughTheAges()
"""The game."""
GAME_2015 = ThroughTheAges2015()
"""The game at a table of 2015."""
