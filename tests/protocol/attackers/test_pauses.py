"""Who lies about a pause: nobody is hurried out of it, divided by it, or kept in it without an end."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from protocol.messages import ActMessage, Confirmation, Motion, decode_body, decode_envelope, seal_envelope
from protocol.operations import Act
from protocol.transcript import PLAY
from protocol.wire import encode
from tests.protocol.attackers.malice import honest, nobody_accused, set_up
from tests.protocol.session.world import vote
from tests.protocol.table import Table

pytestmark = pytest.mark.usefixtures("in_numbers")

PAUSE = Motion("pause", 0)
LIAR = 3


def paused(withheld: Iterable[int] = ()) -> Table:
    """The others wait for an act of the liar, and all agree to a pause; it confirms that to nobody of ``withheld``."""
    table = set_up((0, 1, 2, 3), cards=8)
    table.script.append(Act(LIAR))
    table.run()

    def tamper(sender: int, to: int, data: bytes) -> list[bytes]:
        said = decode_envelope(data)
        lost = said.seat == LIAR and to in withheld and isinstance(decode_body(said.body), Confirmation)
        return [] if lost else [data]

    table.tamper = tamper
    vote(table, PAUSE, 0, 1, 2, 3)
    return table


def acts(table: Table, payload: bytes = b"now") -> None:
    """The liar goes on at once, and acts."""
    table.answers[(len(table.script) - 1, LIAR)] = payload
    table.nodes[LIAR].session.resume()
    table.run()


def test_who_goes_on_alone_makes_nobody_else_speak() -> None:
    table = paused()
    before = {slot for slot in table.spoken if slot[0] == PLAY}
    acts(table)
    assert {slot[3] for slot in set(table.spoken) - before if slot[0] == PLAY} == {LIAR}
    for node in honest(table, LIAR):
        assert node.session.paused and node.session.paused_operators == (0, 1, 2) and not node.session.all_paused
    nobody_accused(table)


def test_who_confirms_a_pause_to_some_only_divides_nobody_and_those_go_on_later() -> None:
    table = paused(withheld=(1,))
    assert [node.session.paused for node in table.nodes[:3]] == [True, False, True]
    held = table.nodes[1].session
    forged = seal_envelope(
        table.keys[LIAR], held.sid, PLAY, *held.heads()[PLAY], LIAR, held.chain, ActMessage(b"x", (), (), bytes(32))
    )
    held.receive(encode(forged))  # in the epoch that is over for who has seen the pause carry
    table.flush(table.nodes[1])
    assert not table.nodes[1].ended() or table.nodes[1].ended()[-1].operation != Act(LIAR)
    table.tamper = None
    for node in (table.nodes[0], table.nodes[2]):
        table.ask(table.nodes[1], node)
    assert held.paused and len({node.session.chain for node in table.nodes}) == 1
    for node in table.nodes[:3]:
        node.session.resume()
    acts(table)
    assert all(node.ended()[-1].operation == Act(LIAR) for node in table.nodes) and table.said_once()
    nobody_accused(table)


def test_who_agrees_to_a_pause_and_never_confirms_it_keeps_nobody_from_ending_the_game() -> None:
    table = paused(withheld=(0, 1, 2))
    assert not any(node.session.paused for node in table.nodes[:3])
    vote(table, Motion("forfeit", 0, b"", (LIAR,)), 0, 1, 2)
    assert all(node.session.over for node in table.nodes[:3])
    nobody_accused(table)
