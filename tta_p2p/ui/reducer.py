"""From what a client knows and a reply of the node to what it knows then, and what of it is new.

Pure: no input or output, no clock, no words. A reply that tells how things stand changes nothing when it comes twice;
those that tell what has happened or answer a request (`chat`, `explained`, `proved`, `again`, `error`) are news each
time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

import msgspec

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.advice import Advice
from tta_p2p.seats.parts.attendance import Attended
from tta_p2p.seats.parts.autopilot import Autopiloted
from tta_p2p.seats.parts.chat import Chat
from tta_p2p.seats.parts.connections import Connected
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.seats.parts.proofs import Proofs, Proved
from tta_p2p.seats.parts.recovery import Returning
from tta_p2p.seats.parts.rematch import Rematch
from tta_p2p.seats.parts.spectators import Watched
from tta_p2p.seats.parts.votes import Motion

from .changes import (
    ActExplained,
    CardsPrepared,
    Change,
    ChoiceSealed,
    ConfirmationAsked,
    DraftChanged,
    GameChanged,
    HandOver,
    LobbyChanged,
    LogGrew,
    MotionDecided,
    OnlyWatching,
    PastTold,
    SkipsChanged,
    TableChanged,
    TurnBegan,
    TurnWentOn,
    VoteCast,
)
from .state import ENDING, ClientState, agreement, motion_key

MOST_CHAT = 500
"""How much of what was said is kept."""

Heard: TypeAlias = tuple[ClientState, tuple[Change, ...]]


def hear(state: ClientState, reply: say.Reply) -> Heard:
    """Take in a reply: the next state, and the changes in the order in which they are to be told."""
    match reply:
        case say.Welcome() if state.local and state.rematch is not None and state.rematch.open:
            fresh = ClientState(state.wish, brief=state.brief, chat=state.chat)
            return _welcome(fresh, reply)
        case say.Welcome():
            return _welcome(state, reply)
        case say.Lobby() if state.welcome is not None:  # another game at the same table
            fresh = ClientState(state.wish, lobby=reply, brief=state.brief, chat=state.chat)
            return fresh, (LobbyChanged(reply, None),)
        case say.Lobby():
            new = () if reply == state.lobby else (LobbyChanged(reply, state.lobby),)
            return replace(state, lobby=reply), new
        case say.Turn():
            return _turn(state, reply)
        case say.Log():
            return _log(state, reply)
        case say.Explained():
            return replace(state, explaining=""), (ActExplained(reply, state.explaining),)
        case Chat(_, name) if name in state.muted:
            return state, ()
        case say.Past():
            return _past(state, reply)
        case Proved() | Advice():
            return state, (reply,)
        case Chat():
            return replace(state, chat=(*state.chat, reply)[-MOST_CHAT:]), (reply,)
        case say.Waiting():
            return _waiting(state, reply)
        case Motion():
            return _vote(state, reply) if reply.open else _decided(state, reply)
        case say.Failed():
            taken = state.taken_over or reply.key == "node.taken-over"
            doubled = state.doubled | {str(reply.args[0])} if _is_double(reply) else state.doubled
            return replace(state, explaining="", taken_over=taken, doubled=doubled), (reply,)
        case say.GameTexts():  # this client has the texts of its games
            return state, ()
        case say.Again():
            rewound = state.rewound + 1
            return replace(state, log=(), past={}, looking_back=None, halted=None, rewound=rewound), (reply,)
    after = _noted(state, reply)
    if after == state:
        return state, ()
    if isinstance(reply, Connected) and (not state.misses(reply.operator) or _is_as_expected(state, reply)):
        return after, ()
    after, handed = _handed_over(after) if isinstance(reply, Autopiloted) else (after, ())
    return after, (reply, *handed)


def _noted(state: ClientState, reply: say.Reply) -> ClientState:
    """Note a reply that is news exactly if it says something else than was known."""
    match reply:
        case Proofs():
            return replace(state, proofs=reply)
        case Returning(missing):
            return replace(state, missing=tuple(missing), doubled=state.doubled & {*missing})
        case Pause():
            # Who goes on already waits for the rest: who else has said so is no news.
            return replace(state, pause=msgspec.structs.replace(reply, resumed=[]) if reply.wanted else reply)
        case say.Accused():
            return state if reply in state.accused else replace(state, accused=(*state.accused, reply))
        case say.Halted(key) if key in ENDING:
            return replace(state, halted=reply, ended=True)
        case say.Halted():
            return state if state.ended else replace(state, halted=reply)
        case say.Left():
            return state if reply in state.left else replace(state, left=(*state.left, reply))
        case Autopiloted(seat, level=level):
            others = {at: one for at, one in state.autopilots.items() if at != seat}
            return replace(state, autopilots={**others, seat: level} if level else others)
        case Attended(seat, _, yes):
            return replace(state, unattended=state.unattended - {seat} if yes else state.unattended | {seat})
        case Connected(operator, _, yes, met):
            unmet = state.unmet - {operator} if yes or met else state.unmet | {operator}
            return _connected(replace(state, unmet=unmet), operator, yes)
        case Watched(names):
            return replace(state, watched=tuple(names))
        case say.Over():
            return replace(state, over=reply)
        case Rematch():
            return replace(state, rematch=reply)
    return state


def _is_as_expected(state: ClientState, said: Connected) -> bool:
    """Whether somebody is connected of whom nothing else was said yet, since the own node had just begun to play."""
    seats = state.welcome.seats if state.welcome is not None else []
    return said.yes and any(info.operator == said.operator and info.connecting for info in seats)


def _connected(state: ClientState, operator: int, yes: bool) -> ClientState:
    """Note whether somebody is connected, where it stands who plays."""
    welcome = state.welcome
    if welcome is None or all(
        info.operator != operator or (info.connected == yes and not info.connecting) for info in welcome.seats
    ):
        return state
    seats = [
        msgspec.structs.replace(info, connected=yes, connecting=False) if info.operator == operator else info
        for info in welcome.seats
    ]
    return replace(state, welcome=msgspec.structs.replace(welcome, seats=seats))


def _welcome(state: ClientState, welcome: say.Welcome) -> Heard:
    before = state.welcome
    if welcome == before:
        return state, ()
    if before is not None and before.sid != welcome.sid:  # another game at the same table
        state = replace(state, autopilots={}, unattended=frozenset())
    if before is not None and (before.game, before.seat) == (welcome.game, welcome.seat):
        return replace(state, welcome=welcome), (GameChanged(welcome, before),)
    # What another seat saw is not this one's to see; its own turn message follows.
    after = replace(state, welcome=welcome, turn=None, past={}, looking_back=None)
    return after, (GameChanged(welcome, before),)


def _past(state: ClientState, past: say.Past) -> Heard:
    if state.welcome is None:
        return state, ()
    after, asked = replace(state, past={**state.past, past.number: past}), state.looking_back
    if asked is None or any(number not in after.past for number in asked.numbers):
        return after, ()
    return replace(after, looking_back=None), (PastTold(asked.what, asked.numbers),)


def _turn(state: ClientState, turn: say.Turn) -> Heard:
    before = state.turn
    if state.welcome is None:
        return state, ()
    if turn.view is None:
        if before is not None or state.preparing:
            return state, ()
        after, held = _put(replace(state, preparing=True), state)
        return after, (CardsPrepared(), *held)
    after, held = _put(replace(state, turn=turn, halted=None, acting=""), state)
    if before == turn:
        again = bool(state.acting) and state.may_choose_anew and len(state.wish.others) <= 1
        return after, ((ChoiceSealed(turn.draft[-1].label),) if again else ())
    change = _in_turn(before, turn)
    sealed = _sealed(state, turn)
    if sealed is not None:
        change = ChoiceSealed(sealed)
    # As long as no turn has come, a client without a seat may still be given one.
    alone = before is None and state.seat is None and not state.wish.watch
    skips = turn.skips != (before.skips if before is not None else [])
    first = [OnlyWatching()] if alone else [SkipsChanged(tuple(turn.skips))] if skips else []
    if isinstance(change, TurnBegan):  # what was numbered before has other numbers now
        after = replace(after, listed=())
    return after, (*first, change, *held)


def _put(after: ClientState, state: ClientState) -> Heard:
    """Once a game is shown, tell the motions that were put before and are open still."""
    if not _holds_back(state):
        return after, ()
    changes: list[Change] = []
    for (kind, operator), votes in state.motions.items():
        for number, (by, yes) in enumerate(votes.items()):
            changes.append(VoteCast(Motion(kind, operator, by, yes), by == state.operator, not number))
        after, asked = _ask(after, Motion(kind, operator, next(iter(votes)), any(votes.values())))
        changes += asked
    return after, tuple(changes)


def _holds_back(state: ClientState) -> bool:
    """Whether nothing of the game was shown yet: what is decided already needs no words by the time it is."""
    return state.turn is None and not state.preparing


def _sealed(state: ClientState, turn: say.Turn) -> say.Keyed | None:
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


def _in_turn(before: say.Turn | None, turn: say.Turn) -> Change:
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


def _log(state: ClientState, log: say.Log) -> Heard:
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


def _is_double(failed: say.Failed) -> bool:
    """Whether somebody refuses the own node because another copy of it plays."""
    return failed.key == "node.turned-away" and failed.args[1:] == ["seated"]


def _waiting(state: ClientState, waiting: say.Waiting) -> Heard:
    changes: list[Change] = [waiting] if tuple(waiting.waits) != state.waits else []
    there = {wait.name for wait in waiting.waits if wait.connected}
    after = replace(state, waits=tuple(waiting.waits), used=tuple(waiting.used), doubled=state.doubled - there)
    after, handed = _handed_over(after)
    return after, (*changes, *handed)


def _handed_over(state: ClientState) -> Heard:
    """Hot seat: ask for whoever is waited for now, if that is somebody else than who sits here."""
    waited = [wait.seat for wait in state.waits if wait.seat not in state.autopilots]
    wanted = next((seat for seat in waited if seat in state.wish.others), None)
    if wanted is None or state.welcome is None or state.seat in waited or state.handing_over is not None:
        return state, ()
    read = {**state.read, state.seat: len(state.log)}
    return replace(state, handing_over=wanted, read=read), (HandOver(wanted),)


def _vote(state: ClientState, vote: Motion) -> Heard:
    about, mine = motion_key(vote.motion, vote.operator), state.operator
    votes = state.motions.get(about, {})
    if votes.get(vote.by) == vote.yes:
        return state, ()
    motions = {**state.motions, about: {**votes, vote.by: vote.yes}}
    decided = {motion: carried for motion, carried in state.decided.items() if motion != about}
    after = replace(state, motions=motions, decided=decided)
    if _holds_back(state):
        return after, ()
    if vote.by != mine:
        after, asked = _ask(after, vote)
    else:  # perhaps by the node itself, as somebody is against it
        asked, open_question = (), state.confirmation
        answered = open_question is not None and open_question.motion == about
        after = replace(after, confirmation=None) if answered else after
    return after, (VoteCast(vote, vote.by == mine, about not in state.motions), *asked)


def _ask(state: ClientState, vote: Motion) -> Heard:
    """Ask the person here about a motion, unless they are being asked or have voted, or it is not theirs."""
    about = motion_key(vote.motion, vote.operator)
    asked = state.confirmation is not None and state.confirmation.motion == about
    asked = asked or state.operator in state.motions.get(about, {})
    if not vote.yes or asked or not state.may_agree_to(*about):
        return state, ()
    confirmation = agreement(vote.motion, vote.operator)
    return replace(state, confirmation=confirmation), (ConfirmationAsked(confirmation),)


def _decided(state: ClientState, motion: Motion) -> Heard:
    """A motion is decided: what is still asked about it is not asked any more."""
    about = motion_key(motion.motion, motion.operator)
    if state.decided.get(about) == motion.yes:
        return state, ()
    ends = motion.yes and motion.motion in ENDING
    asked = state.confirmation
    off = ends or (asked is not None and asked.motion == about)
    after = replace(
        state,
        motions={other: votes for other, votes in state.motions.items() if other != about},
        decided={**state.decided, about: motion.yes},
        ended=state.ended or ends,
        confirmation=None if off else asked,
    )
    refused = not motion.yes and not all(state.motions.get(about, {}).values())
    return after, () if _holds_back(state) and not ends else (MotionDecided(motion, ends, refused),)
