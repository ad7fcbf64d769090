"""What a client knows: a pure function of the replies it has heard."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.replies import GREETING, hear_all, turn
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import read_reply, write_line
from tta_p2p.seats.parts.address_book import AddressReply
from tta_p2p.seats.parts.advice import AdviceReply
from tta_p2p.seats.parts.attendance import AttendanceReply
from tta_p2p.seats.parts.autopilot import AutopilotReply
from tta_p2p.seats.parts.chat import ChatReply
from tta_p2p.seats.parts.connections import ConnectionReply
from tta_p2p.seats.parts.lessons import LessonReply
from tta_p2p.seats.parts.outages import OutageReply
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.proofs import LatestProofsReply, ProofsReply
from tta_p2p.seats.parts.recovery import RecoveryReply
from tta_p2p.seats.parts.rematch import RematchReply
from tta_p2p.seats.parts.spectators import SpectatorsReply
from tta_p2p.seats.parts.votes import MotionReply
from tta_p2p.seats.vocabulary import REPLIES
from tta_p2p.ui.changes import (
    ActExplained,
    CardsPrepared,
    Change,
    ChoiceSealed,
    ConfirmationOpened,
    DraftChanged,
    GameChanged,
    LogExtended,
    SeatHandover,
    SpectatorOnly,
    TableChanged,
    TurnContinued,
    TurnStarted,
)
from tta_p2p.ui.instructions import SendRequest, TakeSeat, apply_instruction
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.parts.votes import BallotCast, VotesState
from tta_p2p.ui.state import ClientState, SeatRequest

HAPPENS = (
    AddressReply | AdviceReply | ChatReply | say.ExplainReply | LatestProofsReply | say.RollbackReply | say.ErrorReply
)
"""Replies that are news each time they come; all others tell how things stand."""

names = st.sampled_from(["Ann", "Bob", ""])
seats = st.integers(0, 3)
texts = st.sampled_from(["", "keep #4", "sell #4", "resign"])
keys = st.sampled_from(["", "keeps", "node.taken-over", "node.seat-taken"])
motions = st.sampled_from(["gone", "cheated", "resigned", "pause", "call-off", "forfeit", "party"])
line = st.builds(say.TextRef, keys, st.lists(st.integers(0, 9), max_size=2))
logged = st.builds(say.LogEntry, keys, st.lists(st.integers(0, 9), max_size=2), number=st.integers(0, 3))
deciding = st.builds(say.PendingDecision, st.lists(seats, max_size=2), keys, sealed=st.booleans())
infos = st.builds(say.SeatInfo, seats, names, seats, names)
guests = st.builds(
    say.LobbyMember, names, names, st.just([say.TextRef("you")]), st.just(1), st.booleans(), st.booleans()
)
waits = st.builds(say.SeatWait, st.integers(-1, 3), names, st.just("its-turn"), connected=st.booleans())
lobbies = st.builds(
    say.LobbyReply,
    st.sampled_from(["waiting", "failed"]),
    names,
    names,
    st.lists(guests, max_size=2),
    st.just(3),
    st.just([]),
)
welcomes = st.builds(
    say.WelcomeReply, st.just(say.VERSION), st.sampled_from(["caravan", "smugglers"]), st.just("ab"), st.none() | seats,
    st.lists(infos, max_size=3), st.just({}), st.just([]),
)  # fmt: skip
turns = st.builds(
    say.TurnReply, st.integers(-1, 3), st.none() | deciding, st.booleans(),
    st.lists(st.builds(say.DraftedAct, texts, line), max_size=3), st.sampled_from([None, {}, {"state": 1}]),
    st.lists(st.builds(say.LegalAct, texts, line), max_size=2),
)  # fmt: skip
replies_by_kind: dict[Any, st.SearchStrategy[Any]] = {
    say.LobbyReply: lobbies,
    say.WelcomeReply: welcomes,
    say.TurnReply: turns,
    say.TextsReply: st.builds(say.TextsReply, st.just("en"), st.just({})),
    say.LogReply: st.builds(say.LogReply, st.integers(-2, 6), st.lists(logged, max_size=4)),
    AdviceReply: st.builds(AdviceReply, texts, st.just([])),
    say.ExplainReply: st.builds(say.ExplainReply, texts, line, st.just([]), st.just([]), st.booleans()),
    ChatReply: st.builds(ChatReply, seats, names, texts),
    say.WaitReply: st.builds(say.WaitReply, st.lists(waits, max_size=2)),
    MotionReply: st.builds(MotionReply, motions, seats, seats, st.booleans(), st.booleans()),
    RecoveryReply: st.builds(RecoveryReply, st.lists(names, max_size=2)),
    PauseReply: st.builds(PauseReply, st.booleans(), st.booleans(), st.lists(names, max_size=2)),
    ProofsReply: st.builds(ProofsReply, seats, st.booleans(), seats),
    say.PastReply: st.builds(say.PastReply, st.integers(0, 6), st.none() | deciding, st.just({})),
    LatestProofsReply: st.builds(LatestProofsReply, st.lists(line, max_size=2), st.lists(names, max_size=2)),
    say.AccusationReply: st.builds(say.AccusationReply, seats, names, keys, st.none() | line),
    say.HaltReply: st.builds(say.HaltReply, texts),
    say.RollbackReply: st.builds(say.RollbackReply),
    say.DepartureReply: st.builds(say.DepartureReply, seats, names, st.just("gone")),
    AutopilotReply: st.builds(AutopilotReply, seats, names, st.sampled_from(["", "easy"])),
    AddressReply: st.builds(AddressReply, *[st.lists(names, max_size=2).map(tuple)] * 3),
    OutageReply: st.builds(OutageReply, seats, names, names),
    AttendanceReply: st.builds(AttendanceReply, seats, names, st.booleans()),
    ConnectionReply: st.builds(ConnectionReply, seats, names, st.booleans()),
    SpectatorsReply: st.builds(SpectatorsReply, st.lists(names, max_size=2)),
    say.GameOverReply: st.builds(say.GameOverReply, st.just([]), st.sampled_from(["", "fair", "violated"])),
    LessonReply: st.builds(LessonReply, st.integers(1, 30)),
    RematchReply: st.builds(RematchReply, st.lists(names, max_size=2), names, st.booleans(), st.booleans()),
    say.ErrorReply: st.builds(say.ErrorReply, keys, st.just([]), texts),
}
replies = st.one_of(list(replies_by_kind.values()))
wishes = st.builds(SeatRequest, spectate=st.booleans(), shared_seats=st.sampled_from([(), (0, 1)]))
dialogues = st.lists(replies, max_size=12)


def test_every_reply_there_is_is_tried() -> None:
    assert replies_by_kind.keys() == set(REPLIES)


@given(wishes, dialogues)
def test_equal_replies_in_any_order_give_equal_values(wish: SeatRequest, said: list[Any]) -> None:
    one = hear_all(ClientState(wish), said)
    again = [read_reply(write_line(reply)) for reply in said]
    assert one == hear_all(ClientState(wish), again)


@given(wishes, dialogues, replies)
def test_what_changes_nothing_is_no_news(wish: SeatRequest, said: list[Any], reply: Any) -> None:
    before, _ = hear_all(ClientState(wish), said)
    after, changes = reduce_reply(before, reply)
    if before == after and not isinstance(reply, HAPPENS):
        assert changes == ()


@given(wishes, dialogues, replies)
def test_how_things_stand_is_told_once(wish: SeatRequest, said: list[Any], reply: Any) -> None:
    before, _ = hear_all(ClientState(wish), said)
    if isinstance(reply, say.LogReply):  # a node leaves no line of the log out
        reply = msgspec.structs.replace(reply, start=min(reply.start, len(before.log)))
    after, _ = reduce_reply(before, reply)
    once_more, changes = reduce_reply(after, reply)
    if not isinstance(reply, HAPPENS):
        assert (once_more, changes) == (after, ())
    else:
        assert changes


@given(wishes, dialogues, replies)
def test_no_value_is_ever_changed(wish: SeatRequest, said: list[Any], reply: Any) -> None:
    before, _ = hear_all(ClientState(wish), said)
    same, _ = hear_all(ClientState(wish), said)
    reduce_reply(before, reply)
    assert before == same


# --- one by one ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (turn(5, mine=False), turn(6), TurnStarted()),
        (turn(5, mine=False), turn(6, ("keep #4",)), TurnStarted(answered=True)),
        (turn(5), turn(6, mine=False), TableChanged()),
        (turn(5), turn(6), TurnContinued(False)),
        (turn(5), turn(6, decision=say.PendingDecision([0], "pay")), TurnContinued(True)),
        (turn(5), turn(5, ("keep #4",)), DraftChanged(True, False)),
        (turn(5, ("keep #4",)), turn(5), DraftChanged(False, False)),
        (turn(5), turn(5, ("keep #4",), decision=say.PendingDecision([0], "pay")), DraftChanged(True, True)),
    ],
)
def test_a_turn_is_told_by_what_it_means_for_the_seat(
    before: say.TurnReply, after: say.TurnReply, change: Change
) -> None:
    state, _ = hear_all(ClientState(), [GREETING, before])
    assert reduce_reply(state, after)[1] == (change,)


def test_a_sealed_choice_is_told_to_who_made_it_while_others_choose_but_not_at_a_shared_keyboard() -> None:
    open_ = turn(5, decision=say.PendingDecision([0, 1], "choose", sealed=True))
    sealed = turn(5, mine=False, decision=say.PendingDecision([0, 1], "choose", sealed=True))
    for others, told in (((), ChoiceSealed(say.TextRef("keep"))), ((0, 1), TableChanged())):
        state, _ = hear_all(ClientState(SeatRequest(shared_seats=others)), [GREETING, open_])
        state = apply_instruction(state, SendRequest(say.ActRequest("keep #4")))
        state, changes = reduce_reply(state, sealed)
        assert changes == (told,) and not state.pending_act


def test_who_chooses_the_same_again_hears_that_it_is_chosen_and_nobody_hears_it_unasked() -> None:
    sealed = turn(5, ("keep #4",), mine=False, decision=say.PendingDecision([0, 1], "choose", sealed=True))
    state, _ = hear_all(ClientState(), [GREETING, turn(5), sealed])
    assert reduce_reply(state, sealed) == (state, ())
    again, changes = reduce_reply(apply_instruction(state, SendRequest(say.ActRequest("keep #4"))), sealed)
    assert changes == (ChoiceSealed(say.TextRef("keep")),) and again == state


def test_another_seat_does_not_see_what_the_one_before_saw() -> None:
    state, _ = hear_all(ClientState(), [GREETING, turn(5, ("a",))])
    state, changes = reduce_reply(state, msgspec.structs.replace(GREETING, seat=1))
    assert state.turn is None and isinstance(changes[0], GameChanged)


def test_who_wanted_a_seat_and_has_none_is_told_so_once() -> None:
    _, changes = hear_all(
        ClientState(), [msgspec.structs.replace(GREETING, seat=None), turn(5, mine=False), turn(6, mine=False)]
    )
    assert [change for change in changes if isinstance(change, SpectatorOnly)] == [SpectatorOnly()]


def test_the_next_person_at_a_keyboard_reads_what_has_happened_since() -> None:
    lines = [say.LogEntry("keeps", [number]) for number in range(4)]
    state, _ = hear_all(
        ClientState(SeatRequest(0, shared_seats=(0, 1))), [GREETING, turn(5), say.LogReply(0, lines[:2])]
    )
    state, changes = reduce_reply(state, say.WaitReply([say.SeatWait(1, "Bob", "its-turn")]))
    assert changes[-1] == SeatHandover(1) and not state.may_act
    state = apply_instruction(state, TakeSeat(1))
    state, _ = hear_all(state, [msgspec.structs.replace(GREETING, seat=1), say.LogReply(0, lines[:3])])
    assert state.log == tuple(lines[:3])
    state, changes = reduce_reply(state, say.WaitReply([say.SeatWait(0, "Ann", "its-turn")]))
    assert changes[-1] == SeatHandover(0)
    state, changes = hear_all(apply_instruction(state, TakeSeat(0)), [GREETING, say.LogReply(0, lines)])
    assert changes[-1] == LogExtended(tuple(lines[2:]), False)


kinds = st.sampled_from(["gone", "cheated", "resigned"])
motions = st.builds(MotionReply, kinds, st.just(2), st.integers(0, 2), st.booleans(), st.booleans())


@given(st.lists(motions, max_size=8), st.sampled_from([turn(5), say.TurnReply(0, None, False, [], None)]))
def test_what_was_moved_and_decided_before_the_game_is_shown_is_not_told_what_is_open_is(
    earlier: list[MotionReply], shown: say.TurnReply
) -> None:
    before, silent = hear_all(ClientState(), [GREETING, *earlier])
    assert [change for change in silent if not isinstance(change, GameChanged)] == []
    after, told = reduce_reply(before, shown)
    open_ = {(key, by): yes for key, votes in before.part(VotesState).open_motions.items() for by, yes in votes.items()}
    cast = [change.vote for change in told if isinstance(change, BallotCast)]
    assert {((vote.motion, vote.operator), vote.by): vote.yes for vote in cast} == open_
    assert isinstance(told[0], TurnStarted | CardsPrepared), "the game is shown first"
    asked = [change for change in told if isinstance(change, ConfirmationOpened)]
    assert bool(asked) is (after.confirmation is not None)


def test_a_log_that_comes_in_pieces_is_told_as_one() -> None:
    lines = [say.LogEntry("keeps", [number]) for number in range(5)]
    pieces = [say.LogReply(0, lines[:2], 5), say.LogReply(2, lines[2:4], 5), say.LogReply(4, lines[4:], 5)]
    state, changes = hear_all(ClientState(), [GREETING, *pieces])
    assert state.log == tuple(lines) and changes[1:] == [LogExtended(tuple(lines), True)]
    last = say.LogEntry("ends", [])
    assert hear_all(state, [say.LogReply(5, [last], 6)])[1] == [LogExtended((last,), False)]


def test_an_explanation_knows_what_was_typed_and_forgets_it() -> None:
    asked = apply_instruction(ClientState(), SendRequest(say.ExplainRequest("build iron"), query="build the iron"))
    said = say.ExplainReply("build iron", say.TextRef("build", ["iron"]), [], [], False)
    state, changes = reduce_reply(asked, said)
    assert changes == (ActExplained(said, "build the iron"),)
    assert reduce_reply(state, said)[1] == (ActExplained(said, ""),)
