"""All honest nodes come back with older stores, and a liar keeps back its own words: no second course opens a card."""

from __future__ import annotations

import pytest

from protocol.messages import Motion, decode_envelope
from protocol.operations import Act, Bundle, Deal, Operation, Shuffle
from protocol.session import Session
from protocol.transcript import SecretRecord, write
from protocol.verdict import verify_file
from tests.protocol.attackers.malice import Eavesdropper
from tests.protocol.session.world import vote
from tests.protocol.table import FACES, Node, OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")

PILE = Shuffle((), FACES[:4], (1, 2, 3, 4))
LIAR = 2
WITHOUT = Motion("forfeit", LIAR, b"", (LIAR,))


def deal_and_lose(*later: Operation) -> Table:
    """Before the liar acts both others save a copy; after ``later`` they come back with it and go on without the liar.

    They are told all that they have said, and nothing of what the liar has said since.
    """
    table = Table((0, 1, 2))
    table.play(PILE)
    saved = {operator: len(table.nodes[operator].journal) for operator in (0, 1)}
    table.play(Act(LIAR), *later, answers={LIAR: b"the act that it keeps back", 0: b"its answer"})
    assert len(table.nodes[0].ended()) == 2 + len(later)
    table.kill(LIAR)
    for operator, length in saved.items():
        node = table.nodes[operator]
        table.kill(operator)
        kept = [record for record in node.journal[length:] if isinstance(record, SecretRecord)]
        node.journal = [*node.journal[:length], *kept]
    liar = table.nodes[LIAR].session
    for operator in saved:
        node = table.nodes[operator]
        node.up, node.asked, node.events = True, 0, []
        node.session = table._session(operator, list(node.journal), stale=True)
        table.flush(node)
        for data in liar.missing_for(node.session.heads(), (operator,)):
            if decode_envelope(data).seat != LIAR:
                node.session.receive(data)
                table.flush(node)
    for operator in saved:
        table.ask(table.nodes[operator], table.nodes[1 - operator])
        assert table.nodes[operator].session.missing_heads == (LIAR,)
    for operator in saved:
        table.nodes[operator].session.start_sending(without=[LIAR])
    table.run()
    assert [len(node.ended()) for node in honest(table)] == [1, 1]
    return table


def honest(table: Table) -> list[Node]:
    """The nodes that do not lie."""
    return table.nodes[:LIAR]


def file_of(session: Session) -> bytes:
    """What a session leaves behind."""
    return b"".join(write(session.charter, session.records))


@pytest.mark.parametrize(
    "later", [(Deal((1,), 0), Deal((2,), 1)), (Bundle((Deal((1,), 0), Deal((2,), 1))),)], ids=["one by one", "bundled"]
)
def test_who_has_opened_cards_further_on_agrees_to_no_other_course_from_an_earlier_place(
    later: tuple[Operation, ...],
) -> None:
    """A share that one of them has given there and one that the other gives here would open a card to all."""
    table = deal_and_lose(*later)
    there = table.records(LIAR)
    table.script = [PILE, Deal((1,), 1), Deal((2,), 0)]
    vote(table, Motion("gone", LIAR), 0, 1)
    assert Eavesdropper(table, there, table.records(0)).opened() == {}
    assert [node.session.seated for node in honest(table)] == [(0, 1, 2)] * 2
    assert not any(node.session.over for node in honest(table))
    vote(table, WITHOUT, 0, 1)
    assert all(node.session.over for node in honest(table)) and table.said_once()


def test_who_has_opened_cards_further_on_agrees_where_it_has_come_there_again() -> None:
    table = deal_and_lose(Deal((1,), 0), Deal((2,), 1))
    vote(table, Motion("gone", LIAR), 0, 1)
    for node in honest(table):
        for data in table.nodes[LIAR].session.missing_for(node.session.heads(), (node.operator,)):
            node.session.receive(data)
            table.flush(node)
    table.run()
    assert [len(node.ended()) for node in honest(table)] == [4, 4]
    vote(table, Motion("gone", LIAR), 0, 1)  # the votes before were said where each of them had spoken last
    assert [node.session.seated for node in honest(table)] == [(0, 1)] * 2
    assert table.said_once()
    assert Eavesdropper(table, table.records(0)).opened() == {}


def test_whoever_has_opened_nothing_further_on_still_goes_on_from_an_earlier_place() -> None:
    table = deal_and_lose(Act(0))
    vote(table, Motion("gone", LIAR), 0, 1)
    assert [node.session.seated for node in honest(table)] == [(0, 1)] * 2 and table.said_once()


def test_a_game_that_is_ended_before_words_that_were_lost_is_no_unfinished_one_in_any_file() -> None:
    """One of them still has what the liar said, and stands where all had come to; the other one does not."""
    table = Table((0, 1, 2))
    table.play(PILE)
    back = table.nodes[0]
    length = len(back.journal)
    table.play(Act(LIAR), Act(0), answers={LIAR: b"an act", 0: b"its answer"})
    assert len(back.ended()) == 3
    table.kill(LIAR)
    table.kill(0)
    back.journal = [*back.journal[:length], *(one for one in back.journal[length:] if isinstance(one, SecretRecord))]
    back.up, back.asked, back.events = True, 0, []
    back.session = table._session(0, list(back.journal), stale=True)
    table.flush(back)
    other = table.nodes[1].session
    for data in other.missing_for(back.session.heads(), (0,)):
        if decode_envelope(data).seat != LIAR:  # the network loses what the liar has said
            back.session.receive(data)
            table.flush(back)
    nonce = bytes(32)
    back.session.take_head(other.head(nonce, 0), {nonce})
    back.session.start_sending(without=[LIAR])
    table.run()
    assert len(back.ended()) == 1
    vote(table, WITHOUT, 0, 1)
    for node in honest(table):
        assert node.session.over
        verdict = verify_file([file_of(node.session)], lambda _: OpenReferee(table.claims))
        assert (verdict.status, verdict.ended_by, verdict.accused) == ("left", WITHOUT, ())
    table.kill(0)
    table.revive(0)
    assert back.session.over and table.said_once()
