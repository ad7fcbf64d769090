"""From what a client knows and a reply of the node to what it knows then, and what of it is new.

Pure: no input or output, no clock, no words. A reply that tells how things stand changes nothing when it comes twice;
those that tell what has happened or answer a request (`chat`, `explained`, `proved`, `again`, `error`) are news each
time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from tta_p2p.seats import messages as say

from .changes import (
    ActExplained,
    CardsPrepared,
    Change,
    ChoiceSealed,
    DraftChanged,
    GameChanged,
    HistoryLoaded,
    LobbyChanged,
    LogExtended,
    SeatHandover,
    SpectatorOnly,
    TableChanged,
    TurnContinued,
    TurnStarted,
    Update,
)
from .state import DEPARTURE_REASONS, ClientState


class Listener(Protocol):
    """Whatever takes in replies of some kinds: a part."""

    @property
    def reply_types(self) -> tuple[type[say.Reply], ...]:
        """The kinds of replies."""
        ...

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Take a reply in; ``before``: how things stood before anything had heard it."""
        ...


def reduce_with_parts(
    state: ClientState, reply: say.Reply, first: Iterable[Listener], then: Iterable[Listener]
) -> Update:
    """Take in a reply: some parts first, then the game, ``then`` the other parts."""
    after, changes = state, list[Change]()
    for part in first:
        if isinstance(reply, part.reply_types):
            after, new = part.reduce(after, reply, state)
            changes += new
    after, new = _reduce_game(after, reply)
    changes += new
    for part in then:
        if isinstance(reply, part.reply_types):
            after, new = part.reduce(after, reply, state)
            changes += new
    return after, tuple(changes)


def _reduce_game(state: ClientState, reply: say.Reply) -> Update:
    """Take in what every game has."""
    match reply:
        case say.WelcomeReply():
            return _welcome(state, reply)
        case say.LobbyReply() if state.welcome is not None:  # another game at the same table
            return state.for_next_game(reply), (LobbyChanged(reply, None),)
        case say.LobbyReply():
            new = () if reply == state.lobby else (LobbyChanged(reply, state.lobby),)
            return replace(state, lobby=reply), new
        case say.TurnReply():
            return _turn(state, reply)
        case say.LogReply():
            return _log(state, reply)
        case say.ExplainReply():
            return replace(state, pending_query=""), (ActExplained(reply, state.pending_query),)
        case say.PastReply():
            return _history(state, reply)
        case say.WaitReply():
            return _waiting(state, reply)
        case say.ErrorReply():
            taken = state.is_seat_taken or reply.key == "node.taken-over"
            doubled = state.duplicate_names | {str(reply.args[0])} if _is_double(reply) else state.duplicate_names
            return replace(state, pending_query="", is_seat_taken=taken, duplicate_names=doubled), (reply,)
        case say.RollbackReply():
            rewound = state.rewinds + 1
            return replace(state, log=(), history={}, history_request=None, halt=None, rewinds=rewound), (reply,)
    after = _store_if_changed(state, reply)
    return (state, ()) if after == state else (after, (reply,))


def _store_if_changed(state: ClientState, reply: say.Reply) -> ClientState:
    """Note a reply that is news exactly if it says something else than was known; others are for parts."""
    match reply:
        case say.AccusationReply():
            return state if reply in state.accusations else replace(state, accusations=(*state.accusations, reply))
        case say.HaltReply(key) if key in DEPARTURE_REASONS:
            return replace(state, halt=reply, ended_early=True)
        case say.HaltReply():
            return state if state.ended_early else replace(state, halt=reply)
        case say.DepartureReply():
            return state if reply in state.departures else replace(state, departures=(*state.departures, reply))
        case say.GameOverReply():
            return replace(state, game_over=reply)
    return state  # the texts of its games this client has itself


def _welcome(state: ClientState, welcome: say.WelcomeReply) -> Update:
    before = state.welcome
    if welcome == before:
        return state, ()
    if before is not None and (before.game, before.seat) == (welcome.game, welcome.seat):
        return replace(state, welcome=welcome), (GameChanged(welcome, before),)
    # What another seat saw is not this one's to see; its own turn message follows.
    after = replace(state, welcome=welcome, turn=None, history={}, history_request=None)
    return after, (GameChanged(welcome, before),)


def _history(state: ClientState, past: say.PastReply) -> Update:
    if state.welcome is None:
        return state, ()
    after, asked = replace(state, history={**state.history, past.number: past}), state.history_request
    if asked is None or any(number not in after.history for number in asked.moments):
        return after, ()
    return replace(after, history_request=None), (HistoryLoaded(asked.page, asked.moments),)


def _turn(state: ClientState, turn: say.TurnReply) -> Update:
    before = state.turn
    if state.welcome is None:
        return state, ()
    if turn.view is None:
        if before is not None or state.is_preparing:
            return state, ()
        return replace(state, is_preparing=True), (CardsPrepared(),)
    after = replace(state, turn=turn, halt=None, pending_act="")
    if before == turn:
        again = bool(state.pending_act) and state.may_change_choice and len(state.seat_request.shared_seats) <= 1
        return after, ((ChoiceSealed(turn.draft[-1].label),) if again else ())
    change = _turn_change(before, turn)
    sealed = _sealed_choice(state, turn)
    if sealed is not None:
        change = ChoiceSealed(sealed)
    # As long as no turn has come, a client without a seat may still be given one.
    alone = before is None and state.seat is None and not state.seat_request.spectate
    first = [SpectatorOnly()] if alone else []
    if isinstance(change, TurnStarted):  # what was numbered before has other numbers now
        after = replace(after, listed_acts=())
    return after, (*first, change)


def _sealed_choice(state: ClientState, turn: say.TurnReply) -> say.TextRef | None:
    """Give what this seat has chosen if others are still to choose; several at one keyboard do not tell each other."""
    before = state.turn
    if before is None or turn.mine or len(state.seat_request.shared_seats) > 1:
        return None
    if turn.draft and turn.draft != before.draft:
        return turn.draft[-1].label
    if not before.mine:
        return None
    if before.decision is None or not before.decision.sealed or before.decision != turn.decision:
        return None
    return next((choice.label for choice in before.legal if choice.text == state.pending_act), None)


def _turn_change(before: say.TurnReply | None, turn: say.TurnReply) -> Change:
    """Tell what another turn message means for the seat."""
    if not turn.mine:
        return TableChanged()
    if before is None or not before.mine:
        return TurnStarted(answered=before is not None and bool(turn.draft))
    decision = turn.decision != before.decision
    if turn.number != before.number:
        return TurnContinued(decision)
    if turn.draft != before.draft:
        return DraftChanged(len(turn.draft) > len(before.draft), decision)
    return TableChanged()


def _log(state: ClientState, log: say.LogReply) -> Update:
    if state.welcome is None:
        return state, ()
    start = max(0, log.start)
    seen = state.lines_read.get(state.seat, len(state.log))  # in hot seat the same log comes again for another seat
    after = replace(state, log=(*state.log[:start], *log.lines))
    if log.lines and start + len(log.lines) < log.whole:  # the rest follows; it is told as one
        return replace(after, lines_read={**state.lines_read, state.seat: seen}), ()
    fresh = after.log[seen:]
    after = replace(after, lines_read={seat: lines for seat, lines in state.lines_read.items() if seat != state.seat})
    return after, ((LogExtended(fresh, seen == 0),) if fresh else ())


def _is_double(failed: say.ErrorReply) -> bool:
    """Whether somebody refuses the own node because another copy of it plays."""
    return failed.key == "node.turned-away" and failed.args[1:] == ["seated"]


def _waiting(state: ClientState, waiting: say.WaitReply) -> Update:
    changes: list[Change] = [waiting] if tuple(waiting.waits) != state.waits else []
    there = {wait.name for wait in waiting.waits if wait.connected}
    after = replace(state, waits=tuple(waiting.waits), duplicate_names=state.duplicate_names - there)
    after, handed = with_handover(after)
    return after, (*changes, *handed)


def with_handover(state: ClientState) -> Update:
    """Hot seat: ask for whoever is waited for now, if that is somebody else than who sits here."""
    waited = [wait.seat for wait in state.waits if wait.seat not in state.autopilot_seats]
    wanted = next((seat for seat in waited if seat in state.seat_request.shared_seats), None)
    if wanted is None or state.welcome is None or state.seat in waited or state.handover_seat is not None:
        return state, ()
    read = {**state.lines_read, state.seat: len(state.log)}
    return replace(state, handover_seat=wanted, lines_read=read), (SeatHandover(wanted),)
