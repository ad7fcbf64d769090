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
    HandOver,
    Heard,
    LobbyChanged,
    LogGrew,
    OnlyWatching,
    PastTold,
    TableChanged,
    TurnBegan,
    TurnWentOn,
)
from .state import ENDING, ClientState


class Listener(Protocol):
    """Whatever takes in replies of some kinds: a part."""

    @property
    def hears(self) -> tuple[type[say.Reply], ...]:
        """The kinds of replies."""
        ...

    def hear(self, state: ClientState, reply: say.Reply, before: ClientState) -> Heard:
        """Take a reply in; ``before``: how things stood before anything had heard it."""
        ...


def hear(state: ClientState, reply: say.Reply, first: Iterable[Listener], then: Iterable[Listener]) -> Heard:
    """Take in a reply: some parts first, then the game, ``then`` the other parts."""
    after, changes = state, list[Change]()
    for part in first:
        if isinstance(reply, part.hears):
            after, new = part.hear(after, reply, state)
            changes += new
    after, new = _game(after, reply)
    changes += new
    for part in then:
        if isinstance(reply, part.hears):
            after, new = part.hear(after, reply, state)
            changes += new
    return after, tuple(changes)


def _game(state: ClientState, reply: say.Reply) -> Heard:
    """Take in what every game has."""
    match reply:
        case say.WelcomeReply():
            return _welcome(state, reply)
        case say.LobbyReply() if state.welcome is not None:  # another game at the same table
            return state.in_next_game(reply), (LobbyChanged(reply, None),)
        case say.LobbyReply():
            new = () if reply == state.lobby else (LobbyChanged(reply, state.lobby),)
            return replace(state, lobby=reply), new
        case say.TurnReply():
            return _turn(state, reply)
        case say.LogReply():
            return _log(state, reply)
        case say.ExplainReply():
            return replace(state, explaining=""), (ActExplained(reply, state.explaining),)
        case say.PastReply():
            return _past(state, reply)
        case say.WaitReply():
            return _waiting(state, reply)
        case say.ErrorReply():
            taken = state.taken_over or reply.key == "node.taken-over"
            doubled = state.doubled | {str(reply.args[0])} if _is_double(reply) else state.doubled
            return replace(state, explaining="", taken_over=taken, doubled=doubled), (reply,)
        case say.RollbackReply():
            rewound = state.rewound + 1
            return replace(state, log=(), past={}, looking_back=None, halted=None, rewound=rewound), (reply,)
    after = _noted(state, reply)
    return (state, ()) if after == state else (after, (reply,))


def _noted(state: ClientState, reply: say.Reply) -> ClientState:
    """Note a reply that is news exactly if it says something else than was known; others are for parts."""
    match reply:
        case say.AccusationReply():
            return state if reply in state.accused else replace(state, accused=(*state.accused, reply))
        case say.HaltReply(key) if key in ENDING:
            return replace(state, halted=reply, ended=True)
        case say.HaltReply():
            return state if state.ended else replace(state, halted=reply)
        case say.DepartureReply():
            return state if reply in state.left else replace(state, left=(*state.left, reply))
        case say.GameOverReply():
            return replace(state, over=reply)
    return state  # the texts of its games this client has itself


def _welcome(state: ClientState, welcome: say.WelcomeReply) -> Heard:
    before = state.welcome
    if welcome == before:
        return state, ()
    if before is not None and (before.game, before.seat) == (welcome.game, welcome.seat):
        return replace(state, welcome=welcome), (GameChanged(welcome, before),)
    # What another seat saw is not this one's to see; its own turn message follows.
    after = replace(state, welcome=welcome, turn=None, past={}, looking_back=None)
    return after, (GameChanged(welcome, before),)


def _past(state: ClientState, past: say.PastReply) -> Heard:
    if state.welcome is None:
        return state, ()
    after, asked = replace(state, past={**state.past, past.number: past}), state.looking_back
    if asked is None or any(number not in after.past for number in asked.numbers):
        return after, ()
    return replace(after, looking_back=None), (PastTold(asked.what, asked.numbers),)


def _turn(state: ClientState, turn: say.TurnReply) -> Heard:
    before = state.turn
    if state.welcome is None:
        return state, ()
    if turn.view is None:
        if before is not None or state.preparing:
            return state, ()
        return replace(state, preparing=True), (CardsPrepared(),)
    after = replace(state, turn=turn, halted=None, acting="")
    if before == turn:
        again = bool(state.acting) and state.may_choose_anew and len(state.wish.others) <= 1
        return after, ((ChoiceSealed(turn.draft[-1].label),) if again else ())
    change = _in_turn(before, turn)
    sealed = _sealed(state, turn)
    if sealed is not None:
        change = ChoiceSealed(sealed)
    # As long as no turn has come, a client without a seat may still be given one.
    alone = before is None and state.seat is None and not state.wish.watch
    first = [OnlyWatching()] if alone else []
    if isinstance(change, TurnBegan):  # what was numbered before has other numbers now
        after = replace(after, listed=())
    return after, (*first, change)


def _sealed(state: ClientState, turn: say.TurnReply) -> say.TextRef | None:
    """Give what this seat has chosen if others are still to choose; several at one keyboard do not tell each other."""
    before = state.turn
    if before is None or turn.mine or len(state.wish.others) > 1:
        return None
    if turn.draft and turn.draft != before.draft:
        return turn.draft[-1].label
    if not before.mine:
        return None
    if before.decision is None or not before.decision.sealed or before.decision != turn.decision:
        return None
    return next((choice.label for choice in before.legal if choice.text == state.acting), None)


def _in_turn(before: say.TurnReply | None, turn: say.TurnReply) -> Change:
    """Tell what another turn message means for the seat."""
    if not turn.mine:
        return TableChanged()
    if before is None or not before.mine:
        return TurnBegan()
    decision = turn.decision != before.decision
    if turn.number != before.number:
        return TurnWentOn(decision)
    if turn.draft != before.draft:
        return DraftChanged(len(turn.draft) > len(before.draft), decision)
    return TableChanged()


def _log(state: ClientState, log: say.LogReply) -> Heard:
    if state.welcome is None:
        return state, ()
    start = max(0, log.start)
    seen = state.read.get(state.seat, len(state.log))  # in hot seat the same log comes again for another seat
    after = replace(state, log=(*state.log[:start], *log.lines))
    if log.lines and start + len(log.lines) < log.whole:  # the rest follows; it is told as one
        return replace(after, read={**state.read, state.seat: seen}), ()
    fresh = after.log[seen:]
    after = replace(after, read={seat: lines for seat, lines in state.read.items() if seat != state.seat})
    return after, ((LogGrew(fresh, seen == 0),) if fresh else ())


def _is_double(failed: say.ErrorReply) -> bool:
    """Whether somebody refuses the own node because another copy of it plays."""
    return failed.key == "node.turned-away" and failed.args[1:] == ["seated"]


def _waiting(state: ClientState, waiting: say.WaitReply) -> Heard:
    changes: list[Change] = [waiting] if tuple(waiting.waits) != state.waits else []
    there = {wait.name for wait in waiting.waits if wait.connected}
    after = replace(state, waits=tuple(waiting.waits), doubled=state.doubled - there)
    after, handed = handed_over(after)
    return after, (*changes, *handed)


def handed_over(state: ClientState) -> Heard:
    """Hot seat: ask for whoever is waited for now, if that is somebody else than who sits here."""
    waited = [wait.seat for wait in state.waits if wait.seat not in state.lent]
    wanted = next((seat for seat in waited if seat in state.wish.others), None)
    if wanted is None or state.welcome is None or state.seat in waited or state.handing_over is not None:
        return state, ()
    read = {**state.read, state.seat: len(state.log)}
    return replace(state, handing_over=wanted, read=read), (HandOver(wanted),)
