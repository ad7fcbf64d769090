"""Civilization behind the contract: each method calls the module for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from .. import contract as c
from ..kit.encoding import state_codec
from ..kit.flow import Verb
from ..kit.game import KitGame, rank_seats
from ..kit.state import Frame
from ..kit.view import View
from . import SEATS, orders, setup
from .acts import labels, outcome, wrong_phase
from .city import management
from .clauses import CLAUSES
from .culture import events, great_people, track
from .flow import FLOW
from .map.drawing import draw_map
from .movement import journey, sacrifice
from .movement import phase as movement
from .players import departure
from .signs import PARTS, SIGNS
from .state import Battle, City, Front, State
from .tables import table_digests
from .tables.hidden import BACK
from .technologies import combustion, engineering, healing, investment, iron_weapons, resource_abilities
from .turn import deals, phases, start_phase
from .windows import answers, declarations, defection

ENGINE = b"12"
"""Raise when a rule is changed: peers whose engines differ cannot play together."""
LAYOUT = 5
"""Raise when the layout of states changes."""
MODULES = (
    answers, combustion, deals, defection, departure, engineering, events, great_people, healing, investment,
    iron_weapons, journey, management, movement, phases, resource_abilities, sacrifice, start_phase, track,
)  # fmt: skip
"""The modules that register with the flow."""


class Civilization(KitGame[State]):
    """The rules of Civilization: The Board Game."""

    name = "civilization"
    seats = SEATS
    settings = setup.SETTINGS
    flow = FLOW
    codec = state_codec(State, LAYOUT, FLOW.frames, (City, Front, Battle))
    signs = SIGNS
    parts = PARTS
    clauses = CLAUSES
    impersonal = frozenset(
        (
            *("turn", "first", "offered", "tile", "hands", "hands-barbarians", "wonder-gone", "obsolete", "becomes"),
            "no-study",
        )
    )

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> State:
        """Lay the game out up to its first shuffles."""
        return setup.initial_state(options, seats)

    def turn(self, state: State) -> tuple[int, c.Seat | None]:
        """Give the number of the turn, and the seat whose part of the phase it is (None amid research)."""
        return state.round, phases.phase_seat(state)

    def order_forms(self) -> tuple[c.OrderForm, ...]:
        """List what can be ordered in advance."""
        return orders.FORMS

    def fulfil(
        self, state: State, knows: c.Knowledge, seat: c.Seat, form: c.OrderForm, numbers: tuple[int, ...]
    ) -> tuple[c.Act, ...]:
        """Give the act by which a form answers the open decision; none where it does not fit."""
        return orders.fulfil(state, knows, seat, form, numbers)

    def clear_seat(self, s: State, seat: c.Seat, dropped: Sequence[c.Need]) -> None:
        """Take a seat's things off the map and out of the game; with two seats the game is over."""
        departure.remove_seat(s, seat, dropped)

    def zones(self, state: State) -> Iterable[tuple[str, c.Seat | None, Iterable[c.Handle]]]:
        """Say where hidden cards lie; those that lie nowhere are out of the game."""
        yield "map", None, (handle for handle in state.tiles if handle >= 0)
        yield "map", None, state.markers.values()
        for handles in state.decks.values():
            yield "deck", None, handles
        for handles in state.event_decks.values():
            yield "deck", None, handles
        for handles in (state.wonder_deck, state.person_deck, state.hut_deck, state.village_deck):
            yield "deck", None, handles
        for seat in range(state.seats):
            yield "forces", seat, state.forces[seat]
            yield "culture", seat, state.events[seat]
            yield "sheet", seat, state.huts[seat]
            yield "sheet", seat, state.villages[seat]
        for handle in state.fresh:
            yield "found", state.holders.get(handle), (handle,)
        if state.battle is not None:
            for player, hand in zip(state.battle.players, state.battle.hands, strict=True):
                yield "battle", player, hand

    def upcoming_shuffles(self, state: State) -> tuple[c.UpcomingShuffle, ...]:
        """Nothing is sure to be shuffled later."""
        return ()

    def explain(self, state: State, knows: c.Knowledge, act: c.Act) -> c.Explanation:
        """Say what an act does and costs, or why it is refused; name the phase of an act for another phase."""
        return wrong_phase.explain_wrong_phase(state, act, super().explain(state, knows, act))

    def effects(
        self, state: State, act: c.Act, frame: Frame, verb: Verb[State], after: State | None
    ) -> tuple[c.Line, ...]:
        """Say what an act does, costs and brings."""
        cost = verb.check(state, frame, act.args)
        brings = outcome.outcome(state, act, cost if isinstance(cost, tuple) else (), frame, after)
        return (*super().effects(state, act, frame, verb, after), *brings)

    def ending_lines(self, act: c.Act, after: State | None) -> tuple[c.Line, ...]:
        """Say that an act ends the game, if nobody cancels it."""
        return super().ending_lines(act, None if after is None else declarations.state_if_unanswered(after))

    def label(self, state: State, act: c.Act) -> c.Line:
        """Give an act as people read it."""
        return labels.label(state, act)

    def view(self, state: State, knows: c.Knowledge, seat: c.Seat | None) -> View:
        """Give what a seat may see, with the map drawn before it."""
        view = super().view(state, knows, seat)
        return msgspec.structs.replace(view, state={"map": draw_map(state), **view.state})

    def standings(self, state: State) -> c.Standings:
        """The winner is first, all others share the second place."""
        parts = [(("victory", int(seat == state.winner)),) for seat in range(state.seats)]
        return rank_seats(parts, state.left, c.Line(state.ending) if state.over else None)

    def faces(self) -> tuple[c.Face, ...]:
        """List every hidden part."""
        return tuple(sorted(BACK))

    def back(self, face: c.Face) -> c.Back:
        """Say what the back of a part looks like. Raises KeyError."""
        return BACK[face]

    def rules_digests(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules."""
        return {"engine": ENGINE, **table_digests()}


GAME = Civilization()
"""The game."""
