"""7 Wonders behind the contract: each method hands on to the module that knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from .. import contract as c
from ..kit import cards
from ..kit.encoding import state_codec
from ..kit.game import KitGame
from . import SEATS, ages, labels, scoring, setup
from .clauses import CLAUSES
from .flow import FLOW
from .index import BACK
from .state import State
from .tables import BOARD, CARDS, TURNS, table_digests
from .tables.model import RESOURCES, SIDES

ENGINE = b"2"
"""Raise when a rule is changed: peers whose engines differ cannot play together. A golden test asks for it."""
LAYOUT = 2
"""Raise when the layout of states changes."""


class SevenWonders(KitGame[State]):
    """The rules of 7 Wonders, second edition."""

    name = "seven_wonders"
    seats = SEATS
    settings = setup.SETTINGS
    flow = FLOW
    codec = state_codec(State, LAYOUT, FLOW.frames)
    parts = frozenset((*CARDS, *BOARD, *RESOURCES, *SIDES))
    clauses = CLAUSES
    namesakes = frozenset(face for face, card in CARDS.items() if card.building)
    impersonal = frozenset(("age", "conflict", "no-conflict"))

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> State:
        """Lay the game out up to its first shuffle."""
        return setup.initial_state(options, seats)

    def leave(self, s: State, seat: c.Seat, reason: c.Reason) -> None:
        """Take a seat out of the game. Raises Illegal if it is not in it."""
        pile = _searched(s, seat)
        super().leave(s, seat, reason)
        if pile:
            s.discards, s.looked = pile, ()

    def turn(self, state: State) -> tuple[int, c.Seat | None]:
        """Give the number of the turn, those of all ages together; all play at the same time."""
        return (max(state.age, 1) - 1) * TURNS + state.turn, None

    def order_forms(self) -> tuple[c.OrderForm, ...]:
        """List what can be ordered in advance: to build nothing out of the discard pile."""
        return (c.OrderForm("search", ""),)

    def clear_seat(self, s: State, seat: c.Seat, dropped: Sequence[c.Need]) -> None:
        """Take the hand out of the game; the city stays as it is, and so does what was sold."""
        theirs = {handle for handle, holder in s.holders.items() if holder == seat}
        for one in s.pending.copy():
            sold = one.need.handles if isinstance(one.need, c.Return) else ()
            handles = [handle for handle in sold if handle not in theirs]
            if len(handles) < len(sold):
                s.pending.remove(one)
                if handles:
                    cards.return_cards(s, -1, handles)
        on_the_way = [handle for handle in s.hands[seat] if handle in s.holders and handle not in theirs]
        s.hands[seat] = ()
        if on_the_way:
            cards.return_cards(s, -1, on_the_way)

    def zones(self, state: State) -> Iterable[tuple[str, c.Seat | None, Iterable[c.Handle]]]:
        """Say where hidden cards lie; those that lie nowhere are out of the game."""
        yield "guilds", None, state.guilds
        yield "discards", None, state.discards
        for seat, hand in enumerate(state.hands):
            holder = seat if state.left[seat] is None else None
            yield "hand", seat, hand
            yield "tucked", holder, state.tucked[seat]
        for handle in state.looked:
            yield "searched", state.holders.get(handle), (handle,)

    def upcoming_shuffles(self, state: State) -> tuple[c.UpcomingShuffle, ...]:
        """Name the decks still to be laid out."""
        return ages.upcoming_shuffles(state)

    def label(self, state: State, act: c.Act) -> c.Line:
        """Give an act as people read it: with what is bought for it."""
        return labels.label(state, act)

    def standings(self, state: State) -> c.Standings:
        """Give places and where the points came from."""
        return scoring.standings(state)

    def faces(self) -> tuple[c.Face, ...]:
        """List every card."""
        return tuple(sorted(BACK))

    def back(self, face: c.Face) -> c.Back:
        """Say of which age a card is. Raises KeyError."""
        return BACK[face]

    def rules_digests(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules."""
        return {"engine": ENGINE, **table_digests()}


def _searched(s: State, seat: c.Seat) -> tuple[c.Handle, ...]:
    """Give the discard pile if this seat is looking through it: the living cards, mixed or not yet."""
    mine = [one.need for one in s.pending if one.seat == seat]
    dealt = {h for need in mine if isinstance(need, c.Deal) for h in need.handles}
    unmixed = {h: need for need in mine if isinstance(need, c.Remix) for h in need.into}
    if not any(s.holders.get(h) == seat or h in dealt or h in unmixed for h in s.looked):
        return ()
    pile = {old for h in s.looked for old in (unmixed[h].handles if h in unmixed else (h,))}
    return tuple(sorted(pile))


class SevenWonders1(SevenWonders):
    """The rules of engine 1, of releases 0.4.0 and 0.5.0: nobody pays a neighbour more than a cheaper way would.

    Seats sign digests of states, so a state is written as those releases wrote it.
    """

    codec = state_codec(State, 1, FLOW.frames, unwritten={"presents": False})

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> State:
        """Lay the game out up to its first shuffle."""
        s = super().initial_state(options, seats)
        s.presents = False
        return s

    def rules_digests(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules."""
        return {**super().rules_digests(), "engine": b"1"}


GAME = SevenWonders()
"""The game."""
