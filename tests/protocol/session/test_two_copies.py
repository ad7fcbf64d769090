"""Two copies of one node: as soon as one hears of the other it falls silent."""

from __future__ import annotations

import pytest

from protocol.errors import OutOfOrder
from protocol.events import DuplicateNode
from protocol.operations import Act
from protocol.session import Session
from protocol.transcript import Record
from tests.protocol.session.world import at_rest, scripted
from tests.protocol.table import OpenReferee, Table, entropy_of

pytestmark = pytest.mark.usefixtures("in_numbers")

NONCE = bytes(range(32))


@pytest.mark.parametrize("keep", [True, False])
def test_the_second_copy_of_a_node_falls_silent(keep: bool) -> None:
    """A copy of the whole store runs on a second machine, at the same table, after it has asked everybody."""
    table = scripted()
    script, table.script = table.script, table.script[:12]
    table.run()
    first = table.nodes[0]
    copy = Session(
        table.signed,
        entropy_of("copy"),
        group=table.group,
        operator=0,
        signer=table.keys[0],
        referee=OpenReferee(table.claims),
        journal=list(first.journal),
    )
    for operation in table.script:
        copy.request(operation)
    for node in table.nodes[1:]:
        copy.take_head(node.session.head(NONCE, 0), {NONCE})
    copy.start_sending()
    copy.poll()
    assert copy.chain == first.session.chain
    # The first goes on; the copy hears it and says nothing from then on.
    table.script = script
    table.run()
    heard = [data for node in table.nodes[1:] for data in node.session.missing_for({})]
    for data in heard:
        copy.receive(data)
    output = copy.poll()
    assert [event for event in output.events if isinstance(event, DuplicateNode)] == [DuplicateNode(0)]
    assert output.send == []
    for operation in script[12:]:
        copy.request(operation)
    assert copy.poll().send == []
    at_rest(table)


def test_two_copies_that_both_speak_contradict_each_other_at_most_once() -> None:
    """Both speak before they hear of each other: that is an equivocation, and after it both are silent."""
    table = scripted()
    table.script = table.script[:2]
    table.run()
    first = table.nodes[0]
    copy = Session(
        table.signed,
        entropy_of("copy"),
        group=table.group,
        operator=0,
        signer=table.keys[0],
        referee=OpenReferee(table.claims),
        journal=list(first.journal),
    )
    for operation in table.script:
        copy.request(operation)
    copy.start_sending()
    copy.poll()
    for act in (Act(0), Act(0)):
        table.script.append(act)
        copy.request(act)
    first.session.request(Act(0))
    first.session.answer(0, b"one")
    copy.answer(0, b"something else")
    (one,), (other,) = first.session.poll().send, copy.poll().send
    first.session.receive(other)
    copy.receive(one)
    for session in (first.session, copy):
        assert DuplicateNode(0) in session.poll().events
        session.request(Act(0))
        with pytest.raises(OutOfOrder):
            session.answer(0, b"more")
        assert session.poll().send == []


def copied(table: Table, journal: list[Record]) -> Session:
    """A copy of the first node, from its newest store as far as that is known here; it takes part at once."""
    copy = Session(
        table.signed,
        entropy_of(f"copy {len(journal)}"),
        group=table.group,
        operator=0,
        signer=table.keys[0],
        referee=OpenReferee(table.claims),
        journal=list(journal),
        resumed=True,
    )
    for operation in table.script:
        copy.request(operation)
    copy.start_sending()
    return copy


def twins() -> tuple[Table, Session, list[Record]]:
    """The first node is asked for an act, and so is a copy of it; the copy, and the store of each by then."""
    table = scripted()
    table.script = [*table.script[:2], Act(0)]
    table.run()
    journal = table.nodes[0].journal
    copy = copied(table, journal)
    copy.poll()
    return table, copy, [*journal]


def test_a_copy_that_has_fallen_silent_keeps_to_the_words_that_silenced_it_after_its_next_start() -> None:
    """It has all that it knows in its store by then, and asks nobody first: so it must know them from there."""
    table, copy, journal = twins()
    first = table.nodes[0].session
    first.answer(0, b"one")
    (one,) = first.poll().send
    copy.receive(one)
    output = copy.poll()
    assert DuplicateNode(0) in output.events
    again = copied(table, [*journal, *output.store])
    assert not again.may_answer(0)
    with pytest.raises(OutOfOrder):
        again.answer(0, b"something else")
    assert again.poll().send == [] and again.chain == first.chain


@pytest.mark.parametrize("starts", [1, 2])
def test_whoever_has_contradicted_itself_stays_silent_after_every_start(starts: int) -> None:
    """Both copies have said something in one place, and both know: neither says more, however often it begins anew."""
    table, copy, journal = twins()
    first = table.nodes[0].session
    first.answer(0, b"one")
    copy.answer(0, b"something else")
    said, other = first.poll(), copy.poll()
    first.receive(*other.send)
    copy.receive(*said.send)
    for session, output in ((first, said), (copy, other)):
        store = [*journal, *output.store, *session.poll().store]
        for _ in range(starts):
            table.script.append(Act(0))
            again = copied(table, store)
            with pytest.raises(OutOfOrder):
                again.answer(0, b"more")
            found = again.poll()
            assert DuplicateNode(0) in found.events and found.send == []
            assert again.blame.certificates == {}
            store += found.store
