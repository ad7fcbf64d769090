"""Promise 6, as far as messages go: what is hidden changes neither what is sent, nor its length, nor its order."""

from __future__ import annotations

import pytest

from protocol.errors import IllegalAct, OutOfOrder
from protocol.events import OperationEnded
from protocol.fiatshamir import SecretStream
from protocol.messages import SealCommit, SealOpen, decode_envelope
from protocol.operations import Act, Deal, Pass, Peek, Remix, Return, Seal, Show, Shuffle
from protocol.ops.result import Completion
from protocol.session import Session
from protocol.transcript import MessageRecord, OperationRecord
from tests.protocol.attackers.malice import said_by, set_up, waits_for
from tests.protocol.table import FACES, Table, body_kind, entropy_of

SCRIPT = (
    Shuffle((), FACES[:6], tuple(range(6))),
    Deal((0, 1), 0),
    Deal((2, 3), 1),
    Peek((4,), 2),
    Remix(0, (0, 1), (FACES[6],), (10, 11, 12)),
    Pass((11,), 2),
    Return((2,)),
    Shuffle((2, 4), (), (20, 21)),
    Seal((0, 1, 2), 32),
    Show((3,)),
)


def traffic(order: list[int], monkeypatch: pytest.MonkeyPatch, answer: bytes) -> tuple[list[object], dict[int, object]]:
    """Everything on the wires (who, to whom, kind, length, slot), and the hands, if every pile is mixed like this."""
    with monkeypatch.context() as patch:
        patch.setattr(SecretStream, "permutation", lambda self, count: [i for i in order if i < count])
        table = Table((0, 1, 2), faces=FACES[:8])
        seen: list[object] = []

        def tap(sender: int, to: int, data: bytes) -> list[bytes]:
            seen.append((sender, to, body_kind(data), len(data), decode_envelope(data).slot[2:]))
            return [data]

        table.tamper = tap
        table.play(*SCRIPT, answers={0: answer, 1: b"one", 2: b"two"})
        assert all(len(node.ended()) == len(SCRIPT) for node in table.nodes)
    hands = {
        node.operator: [e.result.faces for e in node.ended() if isinstance(e.result, Completion)]
        for node in table.nodes
    }
    return seen, hands


def test_two_games_that_differ_in_hidden_cards_only_have_the_same_traffic(monkeypatch: pytest.MonkeyPatch) -> None:
    one, hands_one = traffic([0, 1, 2, 3, 4, 5], monkeypatch, b"yes")
    two, hands_two = traffic([5, 3, 1, 0, 2, 4], monkeypatch, b"a longer answer")
    assert hands_one != hands_two
    assert one == two


def test_a_sealed_answer_has_one_length_and_opens_with_all_the_others() -> None:
    table = set_up((0, 1, 2), cards=4, hand=0)
    table.play(Seal((0, 1, 2), 40), answers={0: b"", 1: b"a long answer with 32 characters"})
    assert waits_for(table.nodes[0]) == {2}
    assert not said_by(table.nodes[0], SealOpen)
    table.answers |= {(len(table.script) - 1, 2): b"x"}
    table.run()
    for kind in (SealCommit, SealOpen):
        assert len({len(envelope.body) for envelope in said_by(table.nodes[0], kind)}) == 1


def test_an_answer_that_is_refused_here_or_not_asked_for_sends_nothing() -> None:
    """Trying what is legal, or attaching a client that answers out of turn, shows nothing to the others."""
    table = set_up((0, 1, 2), cards=4)
    table.play(Act(1))
    session = table.nodes[1].session
    session.poll()
    with pytest.raises(IllegalAct):
        session.answer(1, b"illegal")
    with pytest.raises(OutOfOrder):
        session.answer(0, b"not mine")
    with pytest.raises(OutOfOrder):
        table.nodes[0].session.answer(0, b"not my turn")
    assert session.poll().send == [] and table.nodes[0].session.poll().send == []
    session.answer(1, b"hello")
    assert [body_kind(data) for data in session.poll().send] == ["ActMessage"]


def test_changing_ones_mind_about_a_sealed_answer_sends_nothing() -> None:
    """That somebody has chosen is seen, as at a table; that it has hesitated is not."""
    table = set_up((0, 1, 2), cards=4, hand=0)
    table.play(Seal((0, 1, 2), 16), answers={0: b"a", 1: b"b"})
    session = table.nodes[0].session
    session.take_back(0)
    session.answer(0, b"something else")
    session.answer(0, b"a")
    output = session.poll()
    assert output.send == [] and output.store == []


def test_reading_a_session_sends_nothing() -> None:
    table = set_up((0, 1, 2), cards=4)
    session = table.nodes[0].session
    session.poll()
    for _ in range(3):
        _ = (session.waiting(), session.heads(), session.records, session.missing_for({}), session.backlog)
    assert session.poll().send == []


def test_a_spectator_learns_no_card_of_a_private_draw() -> None:
    table = Table((0, 1, 2), faces=FACES[:8])
    table.play(*SCRIPT, answers={0: b"a", 1: b"b", 2: b"c"})
    watching = Session(table.signed, entropy_of("spectator"), group=table.group)
    events: list[OperationEnded] = []
    for record in table.records(1):
        if isinstance(record, MessageRecord):
            watching.receive(record.envelope)
        elif isinstance(record, OperationRecord):
            watching.request(table.script[len(events)])
        events += [event for event in watching.poll().events if isinstance(event, OperationEnded)]
    assert len(events) == len(SCRIPT)
    for ended in events:
        if isinstance(ended.result, Completion):
            assert bool(ended.result.faces) == isinstance(ended.operation, Show)


def test_only_the_drawer_learns_what_it_drew() -> None:
    table = set_up((0, 1, 2), cards=6)
    table.play(Deal((4,), 1), Peek((0,), 2), Pass((1,), 2))
    for node in table.nodes:
        learnt = {type(e.operation): set(e.result.faces) for e in node.ended()[-3:] if isinstance(e.result, Completion)}
        assert learnt[Deal] == ({4} if node.operator == 1 else set())
        assert learnt[Peek] == ({0} if node.operator == 2 else set())
        assert learnt[Pass] == ({1} if node.operator == 2 else set())
