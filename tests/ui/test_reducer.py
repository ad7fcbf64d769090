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
from tta_p2p.seats.vocabulary import REPLIES
from tta_p2p.ui.changes import (
    ActExplained,
    CardsPrepared,
    Change,
    ChoiceSealed,
    ConfirmationAsked,
    DraftChanged,
    GameChanged,
    HandOver,
    LogGrew,
    OnlyWatching,
    TableChanged,
    TurnBegan,
    TurnWentOn,
)
from tta_p2p.ui.instructions import SendRequest, TakeSeat, carried_out
from tta_p2p.ui.intake import hear
from tta_p2p.ui.parts.votes import VoteCast, VotesState
from tta_p2p.ui.state import ClientState, SeatWish

HAPPENS = Advice | Chat | say.Explained | Proved | say.Again | say.Failed
"""Replies that are news each time they come; all others tell how things stand."""

names = st.sampled_from(["Ann", "Bob", ""])
seats = st.integers(0, 3)
texts = st.sampled_from(["", "keep #4", "sell #4", "resign"])
keys = st.sampled_from(["", "keeps", "node.taken-over", "node.seat-taken"])
motions = st.sampled_from(["gone", "cheated", "resigned", "pause", "call-off", "forfeit", "party"])
line = st.builds(say.Keyed, keys, st.lists(st.integers(0, 9), max_size=2))
logged = st.builds(say.LogLine, keys, st.lists(st.integers(0, 9), max_size=2), number=st.integers(0, 3))
deciding = st.builds(say.Deciding, st.lists(seats, max_size=2), keys, sealed=st.booleans())
infos = st.builds(say.SeatInfo, seats, names, seats, names)
guests = st.builds(say.Guest, names, names, st.just([say.Keyed("you")]), st.just(1), st.booleans(), st.booleans())
waits = st.builds(say.Wait, st.integers(-1, 3), names, st.just("its-turn"), connected=st.booleans())
lobbies = st.builds(
    say.Lobby,
    st.sampled_from(["waiting", "failed"]),
    names,
    names,
    st.lists(guests, max_size=2),
    st.just(3),
    st.just([]),
)
welcomes = st.builds(
    say.Welcome, st.just(say.VERSION), st.sampled_from(["caravan", "smugglers"]), st.just("ab"), st.none() | seats,
    st.lists(infos, max_size=3), st.just({}), st.just([]),
)  # fmt: skip
turns = st.builds(
    say.Turn, st.integers(-1, 3), st.none() | deciding, st.booleans(),
    st.lists(st.builds(say.DraftedAct, texts, line), max_size=3), st.sampled_from([None, {}, {"state": 1}]),
    st.lists(st.builds(say.Choice, texts, line), max_size=2),
)  # fmt: skip
replies_by_kind: dict[Any, st.SearchStrategy[Any]] = {
    say.Lobby: lobbies,
    say.Welcome: welcomes,
    say.Turn: turns,
    say.GameTexts: st.builds(say.GameTexts, st.just("en"), st.just({})),
    say.Log: st.builds(say.Log, st.integers(-2, 6), st.lists(logged, max_size=4)),
    Advice: st.builds(Advice, texts, st.just([])),
    say.Explained: st.builds(say.Explained, texts, line, st.just([]), st.just([]), st.booleans()),
    Chat: st.builds(Chat, seats, names, texts),
    say.Waiting: st.builds(say.Waiting, st.lists(waits, max_size=2)),
    Motion: st.builds(Motion, motions, seats, seats, st.booleans(), st.booleans()),
    Returning: st.builds(Returning, st.lists(names, max_size=2)),
    Pause: st.builds(Pause, st.booleans(), st.booleans(), st.lists(names, max_size=2)),
    Proofs: st.builds(Proofs, seats, st.booleans(), seats),
    say.Past: st.builds(say.Past, st.integers(0, 6), st.none() | deciding, st.just({})),
    Proved: st.builds(Proved, st.lists(line, max_size=2), st.lists(names, max_size=2)),
    say.Accused: st.builds(say.Accused, seats, names, keys, st.none() | line),
    say.Halted: st.builds(say.Halted, texts),
    say.Again: st.builds(say.Again),
    say.Left: st.builds(say.Left, seats, names, st.just("gone")),
    Autopiloted: st.builds(Autopiloted, seats, names, st.sampled_from(["", "easy"])),
    Attended: st.builds(Attended, seats, names, st.booleans()),
    Connected: st.builds(Connected, seats, names, st.booleans()),
    Watched: st.builds(Watched, st.lists(names, max_size=2)),
    say.Over: st.builds(say.Over, st.just([]), st.sampled_from(["", "fair", "violated"])),
    Rematch: st.builds(Rematch, st.lists(names, max_size=2), names, st.booleans(), st.booleans()),
    say.Failed: st.builds(say.Failed, keys, st.just([]), texts),
}
replies = st.one_of(list(replies_by_kind.values()))
wishes = st.builds(SeatWish, watch=st.booleans(), others=st.sampled_from([(), (0, 1)]))
dialogues = st.lists(replies, max_size=12)


def test_every_reply_there_is_is_tried() -> None:
    assert replies_by_kind.keys() == set(REPLIES)


@given(wishes, dialogues)
def test_equal_replies_in_any_order_give_equal_values(wish: SeatWish, said: list[Any]) -> None:
    one = hear_all(ClientState(wish), said)
    again = [read_reply(write_line(reply)) for reply in said]
    assert one == hear_all(ClientState(wish), again)


@given(wishes, dialogues, replies)
def test_what_changes_nothing_is_no_news(wish: SeatWish, said: list[Any], reply: Any) -> None:
    before, _ = hear_all(ClientState(wish), said)
    after, changes = hear(before, reply)
    if before == after and not isinstance(reply, HAPPENS):
        assert changes == ()


@given(wishes, dialogues, replies)
def test_how_things_stand_is_told_once(wish: SeatWish, said: list[Any], reply: Any) -> None:
    before, _ = hear_all(ClientState(wish), said)
    if isinstance(reply, say.Log):  # a node leaves no line of the log out
        reply = msgspec.structs.replace(reply, start=min(reply.start, len(before.log)))
    after, _ = hear(before, reply)
    once_more, changes = hear(after, reply)
    if not isinstance(reply, HAPPENS):
        assert (once_more, changes) == (after, ())
    else:
        assert changes


@given(wishes, dialogues, replies)
def test_no_value_is_ever_changed(wish: SeatWish, said: list[Any], reply: Any) -> None:
    before, _ = hear_all(ClientState(wish), said)
    same, _ = hear_all(ClientState(wish), said)
    hear(before, reply)
    assert before == same


# --- one by one ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "change"),
    [
        (turn(5, mine=False), turn(6), TurnBegan()),
        (turn(5), turn(6, mine=False), TableChanged()),
        (turn(5), turn(6), TurnWentOn(False)),
        (turn(5), turn(6, decision=say.Deciding([0], "pay")), TurnWentOn(True)),
        (turn(5), turn(5, ("keep #4",)), DraftChanged(True, False)),
        (turn(5, ("keep #4",)), turn(5), DraftChanged(False, False)),
        (turn(5), turn(5, ("keep #4",), decision=say.Deciding([0], "pay")), DraftChanged(True, True)),
    ],
)
def test_a_turn_is_told_by_what_it_means_for_the_seat(before: say.Turn, after: say.Turn, change: Change) -> None:
    state, _ = hear_all(ClientState(), [GREETING, before])
    assert hear(state, after)[1] == (change,)


def test_a_sealed_choice_is_told_to_who_made_it_while_others_choose_but_not_at_a_shared_keyboard() -> None:
    open_ = turn(5, decision=say.Deciding([0, 1], "choose", sealed=True))
    sealed = turn(5, mine=False, decision=say.Deciding([0, 1], "choose", sealed=True))
    for others, told in (((), ChoiceSealed(say.Keyed("keep"))), ((0, 1), TableChanged())):
        state, _ = hear_all(ClientState(SeatWish(others=others)), [GREETING, open_])
        state = carried_out(state, SendRequest(say.Act("keep #4")))
        state, changes = hear(state, sealed)
        assert changes == (told,) and not state.acting


def test_who_chooses_the_same_again_hears_that_it_is_chosen_and_nobody_hears_it_unasked() -> None:
    sealed = turn(5, ("keep #4",), mine=False, decision=say.Deciding([0, 1], "choose", sealed=True))
    state, _ = hear_all(ClientState(), [GREETING, turn(5), sealed])
    assert hear(state, sealed) == (state, ())
    again, changes = hear(carried_out(state, SendRequest(say.Act("keep #4"))), sealed)
    assert changes == (ChoiceSealed(say.Keyed("keep")),) and again == state


def test_another_seat_does_not_see_what_the_one_before_saw() -> None:
    state, _ = hear_all(ClientState(), [GREETING, turn(5, ("a",))])
    state, changes = hear(state, msgspec.structs.replace(GREETING, seat=1))
    assert state.turn is None and isinstance(changes[0], GameChanged)


def test_who_wanted_a_seat_and_has_none_is_told_so_once() -> None:
    _, changes = hear_all(
        ClientState(), [msgspec.structs.replace(GREETING, seat=None), turn(5, mine=False), turn(6, mine=False)]
    )
    assert [change for change in changes if isinstance(change, OnlyWatching)] == [OnlyWatching()]


def test_the_next_person_at_a_keyboard_reads_what_has_happened_since() -> None:
    lines = [say.LogLine("keeps", [number]) for number in range(4)]
    state, _ = hear_all(ClientState(SeatWish(0, others=(0, 1))), [GREETING, turn(5), say.Log(0, lines[:2])])
    state, changes = hear(state, say.Waiting([say.Wait(1, "Bob", "its-turn")]))
    assert changes[-1] == HandOver(1) and not state.may_act
    state = carried_out(state, TakeSeat(1))
    state, _ = hear_all(state, [msgspec.structs.replace(GREETING, seat=1), say.Log(0, lines[:3])])
    assert state.log == tuple(lines[:3])
    state, changes = hear(state, say.Waiting([say.Wait(0, "Ann", "its-turn")]))
    assert changes[-1] == HandOver(0)
    state, changes = hear_all(carried_out(state, TakeSeat(0)), [GREETING, say.Log(0, lines)])
    assert changes[-1] == LogGrew(tuple(lines[2:]), False)


kinds = st.sampled_from(["gone", "cheated", "resigned"])
motions = st.builds(Motion, kinds, st.just(2), st.integers(0, 2), st.booleans(), st.booleans())


@given(st.lists(motions, max_size=8), st.sampled_from([turn(5), say.Turn(0, None, False, [], None)]))
def test_what_was_moved_and_decided_before_the_game_is_shown_is_not_told_what_is_open_is(
    earlier: list[Motion], shown: say.Turn
) -> None:
    before, silent = hear_all(ClientState(), [GREETING, *earlier])
    assert [change for change in silent if not isinstance(change, GameChanged)] == []
    after, told = hear(before, shown)
    open_ = {(key, by): yes for key, votes in before.part(VotesState).open.items() for by, yes in votes.items()}
    cast = [change.vote for change in told if isinstance(change, VoteCast)]
    assert {((vote.motion, vote.operator), vote.by): vote.yes for vote in cast} == open_
    assert isinstance(told[0], TurnBegan | CardsPrepared), "the game is shown first"
    asked = [change for change in told if isinstance(change, ConfirmationAsked)]
    assert bool(asked) is (after.confirmation is not None)


def test_a_log_that_comes_in_pieces_is_told_as_one() -> None:
    lines = [say.LogLine("keeps", [number]) for number in range(5)]
    pieces = [say.Log(0, lines[:2], 5), say.Log(2, lines[2:4], 5), say.Log(4, lines[4:], 5)]
    state, changes = hear_all(ClientState(), [GREETING, *pieces])
    assert state.log == tuple(lines) and changes[1:] == [LogGrew(tuple(lines), True)]
    last = say.LogLine("ends", [])
    assert hear_all(state, [say.Log(5, [last], 6)])[1] == [LogGrew((last,), False)]


def test_an_explanation_knows_what_was_typed_and_forgets_it() -> None:
    asked = carried_out(ClientState(), SendRequest(say.Explain("build iron"), typed="build the iron"))
    said = say.Explained("build iron", say.Keyed("build", ["iron"]), [], [], False)
    state, changes = hear(asked, said)
    assert changes == (ActExplained(said, "build the iron"),)
    assert hear(state, said)[1] == (ActExplained(said, ""),)
