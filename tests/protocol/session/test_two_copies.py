"""Two copies of one node: as soon as one hears of the other it falls silent."""


from __future__ import annotations

import pytest

from protocol.errors import OutOfOrder
from protocol.events import Doubled
from protocol.operations import Act
from protocol.session import Session
from tests.protocol.session.world import at_rest, scripted
from tests.protocol.table import OpenReferee, entropy_of

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
        operator=0,
        signer=table.keys[0],
        referee=OpenReferee(table.claims),
        journal=list(first.journal),
    )
    for operation in table.script:
        copy.request(operation)
    for node in table.nodes[1:]:
        copy.hear_head(node.session.head(NONCE, 0), {NONCE})
    copy.speak()
    copy.poll()
    assert copy.chain == first.session.chain
    # The first goes on; the copy hears it and says nothing from then on.
    table.script = script
    table.run()
    heard = [data for node in table.nodes[1:] for data in node.session.missing_for({})]
    for data in heard:
        copy.receive(data)
    output = copy.poll()
    assert [event for event in output.events if isinstance(event, Doubled)] == [Doubled(0)]
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
        operator=0,
        signer=table.keys[0],
        referee=OpenReferee(table.claims),
        journal=list(first.journal),
    )
    for operation in table.script:
        copy.request(operation)
    copy.speak()
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
        assert Doubled(0) in session.poll().events
        session.request(Act(0))
        with pytest.raises(OutOfOrder):
            session.answer(0, b"more")
        assert session.poll().send == []
