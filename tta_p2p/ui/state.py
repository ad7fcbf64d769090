"""State of a client and of its open pages: one value, made anew by `reducer` and `instructions`.

No words in any language are in it and nothing of a terminal: what two clients of one seat have heard is equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias, TypeVar

from tta_p2p.seats import messages as say

MotionKey: TypeAlias = tuple[str, int]
"""Which motion it is: its kind, and the operator it is about (0 where that is everybody)."""

DEPARTURE_REASONS = ("call-off", "forfeit")
"""Why the table may have ended a game for everybody before it was over."""
DECISION_REASONS = ("its-turn", "sealed-answer")
"""Reasons for waiting that say no more than that a seat is to decide."""


class PartState:
    """The state of a part: an immutable value in `ClientState.parts`, equal to others by content.

    What other parts and the game need of it they ask by the questions here, none of which names a concern.
    """

    @property
    def autopilot_seats(self) -> frozenset[int]:
        """The seats that something else plays for the people at them."""
        return frozenset()

    @property
    def dropped_operators(self) -> frozenset[int]:
        """The operators without whom the game is to go on, who leave once the open decision is made."""
        return frozenset()

    def for_next_game(self) -> Self | None:
        """Give what is still true in another game at the same table; None: nothing."""
        return None


@dataclass(frozen=True)
class ClueState(PartState):
    """The number of clues of a puzzle that were asked for."""

    asked: int = 0


_State = TypeVar("_State", bound=PartState)


@dataclass(frozen=True)
class EarlierResult:
    """A finished game of one person: how many played it, and how that person ended; `won`: alone or with others.

    ``lead``: the points by which they were ahead of the best other.
    """

    game: str
    seats: int
    points: int
    won: bool
    lead: int


@dataclass(frozen=True)
class SeatRequest:
    """A client's wish for a seat: its number (None: the free one), or only watching."""

    seat: int | None = None
    spectate: bool = False
    take_over: bool = False
    shared_seats: tuple[int, ...] = ()
    """All seats that people at this terminal play in turn (hot seat)."""
    show_times: bool = True
    """Whether it is shown how much time each player has used."""
    tutorial: bool = False
    """Whether this is the game of a tutorial, which begins anew at a lesson."""
    earlier: tuple[EarlierResult, ...] = ()
    """How the games of this person have ended that were over before, the last one first."""
    puzzle: bool = False
    """Whether this is a puzzle: advice is a clue, and nothing is kept of the game."""


@dataclass(frozen=True)
class PendingConfirmation:
    """Something that waits for yes or no: the key of its text, whose names stand in it, and what each answer says."""

    key: str
    yes: tuple[say.Request, ...]
    no: tuple[say.Request, ...] = ()
    motion: MotionKey | None = None
    """The motion it is about: once that is decided, nothing is asked any more."""
    names: tuple[str, ...] = ()
    repeated: bool = False
    """Whether the person wants to be asked about a motion that they had put away."""

    @property
    def enter_confirms(self) -> bool:
        """Whether Enter alone means yes: to everything that this person has asked for, never to what others move."""
        return self.motion is None


@dataclass(frozen=True)
class HistoryRequest:
    """A page of the history to show, once the node has sent the views of these moments.

    `page` is the name of a page, `CHART`, or `COURSE`: what the last page draws.
    """

    page: str
    moments: tuple[int, ...]


CHART = "chart"
COURSE = "course"
"""Looking back over the whole game."""


@dataclass(frozen=True)
class ClientState:
    """Everything that one client knows.

    >>> state = ClientState(SeatRequest(seat=1))
    >>> state.seat, state.may_act, state.is_spectating
    (None, False, False)
    """

    seat_request: SeatRequest = field(default_factory=SeatRequest)
    welcome: say.WelcomeReply | None = None
    lobby: say.LobbyReply | None = None
    is_preparing: bool = False
    """Whether the node has said that the cards are not dealt yet."""
    turn: say.TurnReply | None = None
    """The last turn of this seat that has a view."""
    log: tuple[say.LogEntry, ...] = ()
    lines_read: Mapping[int | None, int] = field(default_factory=dict)
    """Hot seat: how many lines of the log each seat had seen when it handed over."""
    waits: tuple[say.SeatWait, ...] = ()
    ended_early: bool = False
    """Whether the table has agreed to end the game before it was over."""
    duplicate_names: frozenset[str] = frozenset()
    """Names of players that refuse the own node, because a second node plays for the same player."""
    halt: say.HaltReply | None = None
    accusations: tuple[say.AccusationReply, ...] = ()
    departures: tuple[say.DepartureReply, ...] = ()
    game_over: say.GameOverReply | None = None
    is_node_gone: bool = False
    """Whether the node has gone when the game was over, so that it can be looked at and nothing be asked."""
    rewinds: int = 0
    """How often the table has gone back to the last place that all have in common."""
    parts: Mapping[type[PartState], PartState] = field(default_factory=dict)
    """What each part keeps, where it has heard anything (`part`)."""
    is_seat_taken: bool = False
    """Whether another client has taken this one's seat."""

    # What stands open between the person and this client.
    confirmation: PendingConfirmation | None = None
    handover_seat: int | None = None
    """Hot seat: the seat whose person is to take over at this terminal."""
    pending_act: str = ""
    """The act, in notation, that was sent last and is not answered yet."""
    pending_query: str = ""
    """What was typed that the rules are being asked about."""
    listed_acts: tuple[str, ...] = ()
    """The acts whose numbers the person has seen last, in notation."""
    brief: bool = False
    """Whether acts are listed on request only."""
    fully_read: bool = False
    """Whether a recorded game of which a place is looked at has been read to its end."""
    history: Mapping[int, say.PastReply] = field(default_factory=dict)
    """How things stood for this seat, by how many facts there were, as far as it was asked for."""
    history_request: HistoryRequest | None = None
    """What is being asked for."""
    news_step: int | None = None
    """Number of actions of the news shown one by one; None: no stepping through the news."""

    def part(self, kind: type[_State]) -> _State:
        """Give what a part keeps."""
        found = self.parts.get(kind)
        return found if isinstance(found, kind) else kind()

    def with_part(self, kept: PartState) -> Self:
        """Give the state in which a part keeps this; states in which a part knows nothing are equal."""
        others = {kind: one for kind, one in self.parts.items() if kind is not type(kept)}
        return replace(self, parts=others if kept == type(kept)() else {**others, type(kept): kept})

    def for_next_game(self, lobby: say.LobbyReply | None = None) -> ClientState:
        """Give what is still true once another game at the same table begins."""
        kept = ((kind, one.for_next_game()) for kind, one in self.parts.items())
        parts = {kind: one for kind, one in kept if one is not None}
        return ClientState(self.seat_request, lobby=lobby, brief=self.brief, parts=parts)

    @property
    def autopilot_seats(self) -> frozenset[int]:
        """The seats that something else plays for the people at them."""
        return frozenset[int]().union(*(one.autopilot_seats for one in self.parts.values()))

    @property
    def seat(self) -> int | None:
        """The seat this client plays; None for a watcher and before the greeting."""
        return self.welcome.seat if self.welcome is not None else None

    @property
    def offers(self) -> frozenset[str]:
        """The requests that the node takes from this client now."""
        if self.welcome is not None:
            return frozenset(self.welcome.offers)
        return frozenset(self.lobby.offers if self.lobby is not None else ())

    @property
    def is_local(self) -> bool:
        """Whether the game is played on this machine alone."""
        return self.welcome is not None and self.welcome.sid == say.LOCAL

    @property
    def is_recording(self) -> bool:
        """Whether the game is only stepped through: it is over, or all that there is of it."""
        return self.welcome is not None and self.welcome.sid == say.RECORDED

    @property
    def is_growing(self) -> bool:
        """Whether more of a recorded game is still being read."""
        return self.is_recording and not (self.fully_read or self.game_over is not None or self.halt is not None)

    @property
    def is_spectating(self) -> bool:
        """Whether a game of others is watched, of which this computer keeps nothing and the players hear nothing."""
        seatless = self.welcome is not None and self.seat is None
        return seatless and not self.is_recording and "chat" not in self.offers

    @property
    def has_begun(self) -> bool:
        """Whether anybody has done anything in the game yet."""
        drafted = self.turn is not None and bool(self.turn.draft)
        return drafted or any(line.actor is not None for line in self.log)

    @property
    def log_so_far(self) -> tuple[say.LogEntry, ...]:
        """The lines of the log up to what is shown: where the past is looked at, what came later is not known."""
        facts = self.turn.number if self.turn is not None else -1
        return self.log if facts < 0 else tuple(line for line in self.log if line.number <= facts)

    @property
    def may_act(self) -> bool:
        """Whether the seat is to decide something now."""
        return self.turn is not None and self.turn.mine and self.handover_seat is None

    @property
    def may_change_choice(self) -> bool:
        """Whether the seat has chosen sealed and may take that back, because others are still choosing."""
        turn = self.turn
        return turn is not None and not turn.mine and bool(turn.draft) and self.handover_seat is None

    @property
    def awaits_other_people(self) -> bool:
        """Whether another person is still to choose; a bot has chosen as soon as its time comes."""
        seats = self.welcome.seats if self.welcome is not None else []
        bots = {info.seat for info in seats if info.bot is not None}
        return any(wait.seat != self.seat and wait.seat not in bots for wait in self.waits)

    @property
    def in_lobby(self) -> bool:
        """Whether the game has not begun but may."""
        return self.welcome is None and self.lobby is not None and self.lobby.state != "failed"

    @property
    def is_knocking(self) -> bool:
        """Whether no table has answered yet."""
        return self.in_lobby and self.lobby is not None and not (self.lobby.guests or self.lobby.table)

    @property
    def lobby_failed(self) -> bool:
        """Whether the table did not come together."""
        return self.welcome is None and self.lobby is not None and self.lobby.state == "failed"

    @property
    def other_guests(self) -> tuple[str, ...]:
        """The names of the others in the lobby."""
        guests = self.lobby.guests if self.lobby is not None else []
        return tuple(guest.name for guest in guests if all(one.key != "you" for one in guest.known))

    @property
    def operator(self) -> int | None:
        """The operator of the own seat."""
        seats = self.welcome.seats if self.welcome is not None else []
        return next((info.operator for info in seats if info.seat == self.seat), None)

    @property
    def has_left(self) -> bool:
        """Whether the person here is out of the game, and looks on at most."""
        if self.seat is None or self.operator is None:
            return False
        return self._is_dropped(self.operator) or any(one.seat == self.seat for one in self.departures)

    def _is_dropped(self, operator: int) -> bool:
        """Whether the table has agreed to go on without somebody, who leaves once the open decision is made."""
        return any(operator in one.dropped_operators for one in self.parts.values())

    @property
    def cheaters(self) -> tuple[say.AccusationReply, ...]:
        """The players still in the game that broke the rules."""
        out = {one.seat for one in self.departures}
        return tuple(one for one in self.accusations if one.seat not in out)

    def is_needed(self, operator: int) -> bool:
        """Whether it matters that somebody is or is not connected: a game is under way that they have not left."""
        gone = {one.seat for one in self.departures}
        seats = self.welcome.seats if self.welcome is not None else []
        plays = any(info.operator == operator and info.seat not in gone for info in seats)
        plays = plays and not self._is_dropped(operator)
        return plays and self.turn is not None and self.game_over is None and not self.ended_early

    @property
    def disconnected_seats(self) -> tuple[say.SeatInfo, ...]:
        """The seats of a game under way whose nodes are not connected."""
        seats = self.welcome.seats if self.welcome is not None else []
        return tuple(
            info for info in seats if not (info.connected or info.connecting) and self.is_needed(info.operator)
        )

    def operator_name(self, operator: int) -> str:
        """Name an operator."""
        seats = self.welcome.seats if self.welcome is not None else []
        return next((info.operated_by for info in seats if info.operator == operator), str(operator))


def notations(turn: say.TurnReply) -> tuple[str, ...]:
    """Give the legal acts of a turn in notation."""
    return tuple(choice.text for choice in turn.legal)
