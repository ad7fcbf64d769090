"""A sealed choice may be taken back until everybody who is asked has chosen; then it stands."""

from __future__ import annotations

import pytest

from protocol.errors import IllegalAct, OutOfOrder
from protocol.messages import Motion, SealCommit, SealReady
from protocol.operations import Seal
from protocol.ops.result import OpenedAnswers
from tests.protocol.attackers.malice import said_by, waits_for
from tests.protocol.session.world import at_rest
from tests.protocol.table import FACES, Table

FEW = FACES[:4]
EVERYBODY = (0, 1, 2)


def choosing(chosen: dict[int, bytes], seats: tuple[int, ...] = EVERYBODY) -> Table:
    """A table of three whose seats are to choose, and some have."""
    table = Table((0, 1, 2), faces=FEW)
    table.play(Seal(seats, 16), answers=chosen)
    return table


def answer(table: Table, seat: int, payload: bytes) -> None:
    table.nodes[seat].session.answer(seat, payload)
    table.run()


def opened(table: Table) -> list[object]:
    return [node.ended()[-1].result for node in table.nodes if node.up]


def test_nobody_commits_before_everybody_has_chosen() -> None:
    table = choosing({0: b"a", 1: b"b"})
    for node in table.nodes:
        assert len(said_by(node, SealReady)) == 2 and not said_by(node, SealCommit)
        assert waits_for(node) == {2}
    answer(table, 2, b"c")
    assert opened(table) == [OpenedAnswers({0: b"a", 1: b"b", 2: b"c"})] * 3


def test_another_choice_replaces_the_first_while_somebody_else_is_choosing() -> None:
    table = choosing({0: b"first", 1: b"b"})
    said = len(table.spoken)
    assert table.nodes[0].session.may_take_back(0)
    for payload in (b"second", b"third"):
        answer(table, 0, payload)
    assert len(table.spoken) == said
    answer(table, 2, b"c")
    assert opened(table) == [OpenedAnswers({0: b"third", 1: b"b", 2: b"c"})] * 3


def test_who_has_taken_its_choice_back_is_waited_for_as_soon_as_the_others_have_chosen() -> None:
    table = choosing({0: b"a", 1: b"b"})
    session = table.nodes[0].session
    assert waits_for(table.nodes[0]) == {2}
    session.take_back(0)
    assert session.may_answer(0) and not session.may_take_back(0) and not session.has_answered(0)
    assert waits_for(table.nodes[0]) == {0, 2} and waits_for(table.nodes[1]) == {2}
    del table.answers[(0, 0)]
    answer(table, 2, b"c")
    assert {frozenset(waits_for(node)) for node in table.nodes} == {frozenset({0})}
    assert not session.may_take_back(0) and not table.nodes[1].session.may_take_back(1)
    answer(table, 0, b"after all")
    assert opened(table) == [OpenedAnswers({0: b"after all", 1: b"b", 2: b"c"})] * 3
    at_rest(table)


def test_when_everybody_has_chosen_no_choice_can_be_taken_back() -> None:
    table = choosing({0: b"a", 1: b"b"})
    session = table.nodes[0].session
    answer(table, 2, b"c")
    for seat in (0, 1, 2):
        assert not table.nodes[seat].session.may_take_back(seat)
    with pytest.raises(OutOfOrder, match="everybody has chosen"):
        session.take_back(0)
    with pytest.raises(OutOfOrder, match="not to act now"):
        session.answer(0, b"too late")


def test_a_choice_stands_from_the_last_word_on_and_not_from_the_last_seal() -> None:
    table = choosing({0: b"a", 1: b"b"})
    table.kill(1)
    session = table.nodes[0].session
    answer(table, 2, b"c")
    assert len(said_by(table.nodes[0], SealCommit)) == 2 and waits_for(table.nodes[0]) == {1}
    assert not session.may_take_back(0)
    with pytest.raises(OutOfOrder, match="everybody has chosen"):
        session.take_back(0)


def test_who_is_asked_alone_is_bound_at_once() -> None:
    table = choosing({1: b"mine"}, seats=(1,))
    assert opened(table) == [OpenedAnswers({1: b"mine"})] * 3
    assert not said_by(table.nodes[0], SealReady)


def test_a_choice_that_cannot_be_sealed_is_refused_like_the_first_and_the_seat_chooses_anew() -> None:
    table = choosing({0: b"a", 1: b"b"})
    session = table.nodes[0].session
    for payload in (b"illegal", b"longer than there is room"):
        with pytest.raises(IllegalAct):
            session.answer(0, payload)
        assert session.may_answer(0) and not session.has_answered(0)
    answer(table, 0, b"good")
    answer(table, 2, b"c")
    assert opened(table) == [OpenedAnswers({0: b"good", 1: b"b", 2: b"c"})] * 3


def test_a_node_that_dies_between_its_word_and_its_seal_is_asked_again() -> None:
    table = choosing({0: b"a", 1: b"b"})
    table.kill(0)
    del table.answers[(0, 0)]
    answer(table, 2, b"c")
    assert waits_for(table.nodes[1]) == {0}
    table.revive(0)
    table.run()
    session = table.nodes[0].session
    assert waits_for(table.nodes[0]) == {0} and session.may_answer(0)
    answer(table, 0, b"another")
    assert opened(table) == [OpenedAnswers({0: b"another", 1: b"b", 2: b"c"})] * 3
    assert table.said_once()


def test_a_node_that_dies_while_others_are_choosing_chooses_anew_and_says_so_only_once() -> None:
    table = choosing({0: b"a", 1: b"b"})
    table.kill(0)
    del table.answers[(0, 0)]
    table.revive(0)
    table.run()
    session = table.nodes[0].session
    assert waits_for(table.nodes[0]) == {0, 2} and waits_for(table.nodes[1]) == {2} and session.may_answer(0)
    answer(table, 0, b"anew")
    assert session.may_take_back(0)
    answer(table, 2, b"c")
    assert opened(table) == [OpenedAnswers({0: b"anew", 1: b"b", 2: b"c"})] * 3
    assert table.said_once()


@pytest.mark.parametrize("taken_back", [False, True])
def test_the_others_say_again_that_they_have_chosen_when_somebody_has_left(taken_back: bool) -> None:
    table = choosing({0: b"a", 1: b"b"})
    if taken_back:
        table.nodes[0].session.take_back(0)
        del table.answers[(0, 0)]
    table.kill(2)
    for operator in (0, 1):
        table.nodes[operator].session.vote(Motion("gone", 2))
    table.run()
    if taken_back:
        assert waits_for(table.nodes[0]) == waits_for(table.nodes[1]) == {0}
        assert table.nodes[1].session.may_take_back(1)
        answer(table, 0, b"a")
    assert opened(table) == [OpenedAnswers({0: b"a", 1: b"b"})] * 2
    at_rest(table)


def test_nothing_but_a_sealed_answer_can_be_taken_back() -> None:
    table = choosing({0: b"a"})
    for seat in (1, 2):
        assert not table.nodes[0].session.may_take_back(seat)
        with pytest.raises(OutOfOrder):
            table.nodes[0].session.take_back(seat)
