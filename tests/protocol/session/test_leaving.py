"""Whoever leaves, whenever: those who stay go on with the same cards, and no hand is ever opened by it."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from protocol.cards import Card
from protocol.elgamal import strip
from protocol.errors import OutOfOrder
from protocol.events import MotionCarried, SeatsLeft, SessionRestarted, VoteCast
from protocol.messages import Motion
from protocol.operations import (
    Act,
    Deal,
    Operation,
    Pass,
    Peek,
    Prepare,
    Random,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
)
from protocol.ops.result import Abandonment, Completion, OpenedAnswers
from protocol.transcript import SecretRecord
from tests.protocol.session.world import GONE, dealt, faces_on, goes_on, in_peace, no_hand_was_opened, vote
from tests.protocol.table import FACES, Table

pytestmark = pytest.mark.usefixtures("in_numbers")

# In every state.

DURING: dict[str, tuple[Operation, ...]] = {
    "mixing": (Shuffle((8, 9), (FACES[12],), (20, 21, 22)),),
    "mixing hidden cards of all": (Shuffle((8, 9, 10, 11), (), (20, 21, 22, 23)),),
    "laying out a prepared pile": (Prepare("x", (), FACES[:3]), Shuffle((), FACES[:3], (20, 21, 22))),
    "dealing to it": (Deal((8, 9), 3),),
    "dealing to another": (Deal((8, 9), 0),),
    "it peeks at shared cards": (Peek((8,), 3),),
    "it peeks at a hand": (Peek((0,), 3),),
    "another peeks at its hand": (Peek((6,), 1),),
    "another peeks at both": (Peek((6, 8), 1),),
    "showing shared cards": (Show((8, 9)),),
    "showing its hand": (Show((6,)),),
    "showing everything": (Show((6, 0, 8)),),
    "it passes": (Pass((6,), 0),),
    "others pass to it": (Pass((0, 2), 3),),
    "it returns": (Return((6, 7)),),
    "all return": (Return((0, 2, 6)),),
    "it mixes its hand": (Remix(3, (6, 7), (FACES[13],), (20, 21, 22)),),
    "another mixes its hand": (Remix(1, (2, 3), (), (20, 21)),),
    "a random number": (Random(6),),
    "its turn": (Act(3),),
    "another's turn": (Act(0),),
    "sealed answers": (Seal((0, 1, 2, 3), 16),),
    "sealed answers of others": (Seal((0, 2), 16),),
}


AFTER: dict[str, tuple[Operation, ...]] = {
    "mixing": (
        *DURING["mixing hidden cards of all"],
        Remix(3, (6, 7), (FACES[13],), (30, 31, 32)),
        Remix(1, (2, 3), (), (33, 34)),
        Prepare("x", (), FACES[:3]),
        Shuffle((), FACES[:3], (35, 36, 37)),
    ),
    "looking": (Deal((8,), 3), Deal((9,), 0), Peek((10,), 3), Peek((0, 10), 3), Peek((6, 10), 1), Show((7, 10, 2))),
    "moving": (Pass((6,), 0), Pass((0, 2), 3), Return((7, 0)), Return((1, 3))),
    "deciding": (Random(6), Act(3), Act(0), Seal((0, 1, 2, 3), 16), Seal((0, 2), 16)),
}
"""What may have been done with the cards before."""


@pytest.mark.parametrize("name", DURING)
def test_somebody_vanishes_at_every_moment_of_an_operation(name: str) -> None:
    """Seat 3 is cut off after some messages of the operation; the others agree that it is gone."""
    number = list(DURING).index(name)
    vanishes(DURING[name], number % 4, thorough=number % 4 < 2)  # after another one of the first four from name to name


@pytest.mark.parametrize("name", AFTER)
def test_somebody_vanishes_when_all_has_been_said(name: str) -> None:
    vanishes(AFTER[name], 1000, thorough=True)


def vanishes(operations: tuple[Operation, ...], last: int, thorough: bool) -> None:
    """Seat 3 vanishes after so many messages; the others go on with the same cards, and no hand is opened by it."""
    table = dealt()
    truth = faces_on(table)
    hands = {handle: truth[handle] for handle in range(8)}
    said = silence_after(table, 3, last)
    answers = {seat: b"answer %d" % seat for seat in range(4)}
    table.play(*operations, answers=answers)
    finished = all(len(node.ended()) == len(table.script) for node in table.nodes[:3])
    assert finished == (said() <= last)
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    for node in table.nodes[:3]:
        assert node.session.seated == (0, 1, 2)
        assert [type(e) for e in node.events if isinstance(e, SeatsLeft)] == [SeatsLeft]
    in_peace(table, table.nodes[:3])
    same_cards(table, truth)
    shown = {truth[handle] for show in operations if isinstance(show, Show) for handle in show.handles}
    no_hand_was_opened(table, hands, shown)
    goes_on(table, thorough=thorough)


def silence_after(table: Table, operator: int, last: int) -> Callable[[], int]:
    """After this many messages nothing of an operator reaches anybody; how many there were."""
    ids: list[bytes] = []

    def tamper(sender: int, to: int, data: bytes) -> list[bytes]:
        if sender == operator:
            if data not in ids:
                ids.append(data)
            if ids.index(data) >= last:
                return []
        return [data]

    table.tamper = tamper
    return lambda: len(ids)


def same_cards(table: Table, before: dict[int, str]) -> None:
    """Cards that were there before and are there now carry the same faces."""
    now = faces_on(table)
    assert {h: f for h, f in now.items() if h in before} == {h: f for h, f in before.items() if h in now}


def test_somebody_vanishes_before_and_after_every_step_of_setup() -> None:
    for last in (0, 1, 2, 3, 5, 7):
        table = Table((0, 1, 2, 3), faces=FACES[:8])
        said = silence_after(table, 3, last)
        table.run()
        table.kill(3)
        vote(table, GONE, 0, 1, 2)
        for node in table.nodes[:3]:
            assert node.session.seated == (0, 1, 2), last
            assert node.session.waiting() == []
        table.play(Shuffle((), FACES[:6], tuple(range(6))), Deal((0, 1), 0), Show((2,)))
        in_peace(table, table.nodes[:3])
        assert len(table.nodes[0].ended()) == 3
        assert said() >= last or last > 6


@pytest.mark.parametrize("last", [3, 5, 7, 8, 10])
def test_two_vanish_one_after_the_other_during_setup(last: int) -> None:
    table = Table((0, 1, 2, 3, 4), faces=FACES[:8])
    silence_after(table, 3, 2 * last)
    table.kill(4)
    table.run()
    vote(table, Motion("gone", 4), 0, 1, 2, 3)
    table.kill(3)
    vote(table, Motion("gone", 3), 0, 1, 2)
    assert [node.session.seated for node in table.nodes[:3]] == [(0, 1, 2)] * 3
    in_peace(table)
    table.play(Shuffle((), FACES[:6], tuple(range(6))), Deal((0, 1), 0))
    assert len(table.nodes[0].ended()) == 2


def test_somebody_vanishes_over_a_vote_on_another_who_comes_back() -> None:
    """3 is away, 0 and 1 vote it gone; 2 vanishes over that, 3 is back: they can still agree that 2 is gone."""
    table = dealt()
    table.kill(3)
    vote(table, GONE, 0, 1)
    table.kill(2)
    table.revive(3)
    table.run()
    vote(table, Motion("gone", 2), 0, 1, 3)
    for operator in (0, 1, 3):
        assert table.nodes[operator].session.seated == (0, 1, 3)
    goes_on(table, (2,))


def test_somebody_vanishes_while_a_pile_is_prepared_beside_play() -> None:
    for last in range(4):
        table = dealt()
        silence_after(table, 3, last)
        table.play(Prepare("x", (), FACES[:3]), Prepare("y", (), FACES[3:5]), Random(3))
        table.kill(3)
        vote(table, GONE, 0, 1, 2)
        first, second = Shuffle((), FACES[:3], (20, 21, 22)), Shuffle((), FACES[:3], (23, 24, 25))
        table.play(first, Prepare("x", (), FACES[:3]), second)
        for node in table.nodes[:3]:
            assert len(node.ended()) == len(table.script)
            assert node.session.backlog == 0
        goes_on(table, thorough=last == 3)


def test_operators_shrink_from_four_to_three_to_two_and_the_last_two_wait_for_each_other() -> None:
    table = dealt()
    hands = {handle: face for handle, face in faces_on(table).items() if handle < 8}
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    table.play(Deal((6, 8), 1))  # a card of the leaver's hand among them: it is shared now
    table.kill(1)
    vote(table, Motion("gone", 1), 0, 2)
    assert [table.nodes[i].session.seated for i in (0, 2)] == [(0, 2)] * 2
    no_hand_was_opened(table, hands)
    table.play(Deal((2, 6), 0))
    truth = faces_on(table)
    results = [node.ended()[-1].result for node in table.nodes if node.up]
    assert results == [Completion({2: truth[2], 6: truth[6]}), Completion({})]
    with pytest.raises(OutOfOrder, match="wait"):
        table.nodes[0].session.vote(Motion("gone", 2))
    goes_on(table, (1, 3))


def test_a_leavers_hand_is_shared_again_and_lies_under_the_keys_of_all_who_stay() -> None:
    table = dealt()
    truth = faces_on(table)
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    play = table.nodes[0].session.play
    secrets = {seat: node.session.play.own[seat].masking for seat, node in enumerate(table.nodes)}

    def opens(card: Card, seats: tuple[int, ...]) -> bool:
        layers = [play.group.mul(card.cipher.a, secrets[seat]) for seat in seats]
        return strip(play.group, card.cipher, *layers).b in play.faces

    for handle in (6, 7):
        card = play.table.cards[handle]
        assert card.joint and not play.table.ledger.published(card.cipher.a) & {0, 1, 2}
        subsets = [some for count in range(5) for some in itertools.combinations(range(4), count)]
        assert [some for some in subsets if opens(card, some)] == [(0, 1, 2)]
    assert faces_on(table) == truth


# Going home in good order.


@pytest.mark.parametrize("name", DURING)
def test_somebody_goes_home_while_an_operation_is_under_way(name: str) -> None:
    table = dealt()
    truth = faces_on(table)
    table.script += DURING[name]
    for node in table.nodes:
        table.flush(node)
    for number in range(len(table.script)):
        table.answers.update({(number, seat): b"x" for seat in range(3)})
    while not any(isinstance(event, MotionCarried) for event in table.nodes[0].events):
        vote(table, Motion("resigned", 3), 0, 1, 2, 3)  # it lapses until everybody stands at one place
    in_peace(table)
    for node in table.nodes:
        assert node.session.seated == (0, 1, 2), (name, node.session.waiting())
    same_cards(table, truth)
    table.nodes[3].up = False
    goes_on(table, thorough=list(DURING).index(name) % 4 > 1)


@pytest.mark.parametrize("on_leave", ["wait", "continue"])
@pytest.mark.parametrize("seats", [(0, 1), (0, 1, 2)])
def test_who_goes_home_needs_no_escrow_also_when_it_is_its_turn(seats: tuple[int, ...], on_leave: str) -> None:
    table = Table(seats, faces=FACES[:20], on_leave=on_leave)
    table.play(Shuffle((), FACES[:12], tuple(range(12))), Deal((0, 1), 1), Show((11,)), Act(1))
    vote(table, Motion("resigned", 1), *range(len(seats)))
    staying = tuple(seat for seat in seats if seat != 1)
    for node in table.nodes:
        assert node.session.seated == staying
        assert isinstance(node.ended()[-1].result, Abandonment)
    in_peace(table)


def test_two_go_home_one_after_the_other_without_waiting() -> None:
    table = dealt()
    for operator in (3, 2):
        for node in table.nodes:
            node.session.vote(Motion("resigned", operator)) if operator in node.session.seated else None
        table.run()
    assert {node.session.seated for node in table.nodes} == {(0, 1)}
    in_peace(table)


@pytest.mark.parametrize("last", [0, 1, 3, 5])
def test_who_vanishes_while_it_goes_home_is_gone(last: int) -> None:
    """Its votes go out; then it is cut off after some messages of its leaving."""
    table = dealt()
    truth = faces_on(table)
    hands = {handle: truth[handle] for handle in (6, 7)}
    silence_after(table, 3, 2 + last)
    vote(table, Motion("resigned", 3), 0, 1, 2, 3)
    table.kill(3)
    if 3 in table.nodes[0].session.seated:
        assert {wait.seat for wait in table.nodes[0].session.waiting()} == {3}
        vote(table, GONE, 0, 1, 2)
    for node in table.nodes[:3]:
        assert node.session.seated == (0, 1, 2)
    in_peace(table, table.nodes[:3])
    same_cards(table, truth)
    no_hand_was_opened(table, hands)
    goes_on(table)


def test_seats_of_one_operator_leave_together() -> None:
    table = dealt((0, 1, 2, 1))
    truth = faces_on(table)
    hands = {handle: truth[handle] for handle in (2, 3, 6, 7)}
    table.kill(1)
    table.play(Deal((8,), 0))
    vote(table, Motion("gone", 1), 0, 2)
    for operator in (0, 2):
        (left,) = [event for event in table.nodes[operator].events if isinstance(event, SeatsLeft)]
        assert left.seats == (1, 3)
    same_cards(table, truth)
    no_hand_was_opened(table, hands)
    goes_on(table, (1, 3))


# Who was away.


def test_who_comes_back_after_it_was_found_gone_learns_it_and_may_watch() -> None:
    table = dealt()
    table.play(Act(3))
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    table.play(Deal((8,), 0))
    table.revive(3)
    table.run()
    late = table.nodes[3]
    assert [event.seats for event in late.events if isinstance(event, SeatsLeft)] == [(3,)]
    assert late.session.seated == (0, 1, 2)
    table.play(Deal((9,), 1), Act(1), answers={1: b"on"})
    assert len({node.session.chain for node in table.nodes}) == 1
    assert late.ended()[-1].operation == Act(1)
    with pytest.raises(OutOfOrder):
        late.session.answer(3, b"me")
    in_peace(table)


def test_who_had_gone_further_alone_when_it_was_found_gone_goes_back_to_the_others() -> None:
    """Its last message reached nobody; it itself took the step as complete."""
    table = dealt()
    table.play(Act(3))
    table.tamper = lambda sender, to, data: [] if sender == 3 else [data]
    table.nodes[3].session.answer(3, b"nobody hears this")
    table.run()
    assert len(table.nodes[3].ended()) == len(table.script)
    vote(table, GONE, 0, 1, 2)
    late = table.nodes[3]
    assert any(isinstance(event, SessionRestarted) for event in late.events)
    assert late.session.seated == (0, 1, 2)
    assert isinstance(late.ended()[-1].result, Abandonment)
    in_peace(table)
    table.play(Random(5))
    assert len({node.session.chain for node in table.nodes}) == 1


def test_sealed_answers_of_who_leaves_are_missing_and_the_others_count() -> None:
    table = dealt()
    table.play(Seal((0, 1, 2, 3), 16), answers={0: b"a", 1: b"b"})
    table.kill(3)
    vote(table, GONE, 0, 1, 2)
    assert table.nodes[0].session.course.operation == Seal((0, 1, 2, 3), 16)  # seat 2 has not answered yet
    table.answers[(len(table.script) - 1, 2)] = b"c"
    table.run()
    assert [node.ended()[-1].result for node in table.nodes[:3]] == [OpenedAnswers({0: b"a", 1: b"b", 2: b"c"})] * 3
    in_peace(table, table.nodes[:3])


def test_who_is_cut_off_and_votes_on_its_own_follows_the_others_once_it_hears_them() -> None:
    """It stands behind, has said yes to another motion there, and meanwhile the others have agreed that it is gone."""
    table = dealt()
    table.tamper = lambda sender, to, data: [] if 3 in (sender, to) else [data]
    table.play(Act(0), Act(1), Act(3), answers={0: b"one", 1: b"two"})
    late = table.nodes[3]
    late.session.vote(Motion("gone", 1))
    table.run()
    vote(table, GONE, 0, 1, 2)
    assert late.session.ballots.has_voted and late.session.heads()[b"play"][0] == 0
    table.tamper = None
    for node in table.nodes[:3]:
        table.help_others(node)
    table.run()
    assert [node.session.seated for node in table.nodes] == [(0, 1, 2)] * 4
    assert not late.session.ballots.has_voted
    in_peace(table)


def test_who_wished_somebody_gone_before_there_were_cards_says_no_where_they_could_not_be_opened() -> None:
    """It comes back with an older store, and its person votes before it has heard how far the game is."""
    table = Table((0, 1), faces=FACES[:8])
    node = table.nodes[0]
    table.play(Shuffle((), FACES[:4], tuple(range(4))), Deal((0,), 1))
    node.asked, node.events = 0, []
    node.session = table._session(
        0, [record for record in node.journal if isinstance(record, SecretRecord)], stale=True
    )
    node.session.vote(Motion("gone", 1))
    table.flush(node)
    table.catch_up(node)
    node.session.start_sending()
    table.flush(node)
    assert len(node.ended()) == 2
    said = [event for event in node.events if isinstance(event, VoteCast)]
    assert said == [VoteCast(Motion("gone", 1), 0, False)]
    assert node.session.play.present == (0, 1) and not node.session.halted
    with pytest.raises(OutOfOrder, match="could not be opened"):
        node.session.vote(Motion("gone", 1))
