"""Entries that no honest table would send, and who was convicted of them."""

from __future__ import annotations

from collections.abc import Callable

from protocol.events import SeatConvicted
from protocol.play import Ruling
from tests.table.peers import Peers
from tta_p2p.games.contract import Act, Card
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameTable

Entry = Callable[[GameTable, int], bytes]


def acts(*made: Act) -> bytes:
    return binding.write_entry(made)


OPEN: dict[str, Entry] = {
    "garbage": lambda table, seat: b"\xff\x00",
    "nothing": lambda table, seat: b"[]",
    "not written canonically": lambda table, seat: b" " + acts(Act(seat, "end", ())),
    "an act of another seat": lambda table, seat: acts(Act(1 - seat % 2, "end", ())),
    "an act that the game does not know": lambda table, seat: acts(Act(seat, "cheat", ())),
    "a coin it does not have": lambda table, seat: acts(Act(seat, "fetch", ()), Act(seat, "end", ())),
    "a card of somebody else": lambda table, seat: acts(
        Act(seat, "sell", (Card(table.state.hands[(seat + 1) % 3][0], "barrel-1"),)), Act(seat, "end", ())
    ),
    "an entry that could still be undone": lambda table, seat: acts(Act(seat, "light", (1,))),
    "a proof that it does not give": lambda table, seat: acts(Act(seat, "light", (1,)), Act(seat, "end", ())),
    "an entry that goes on after its end": lambda table, seat: acts(Act(seat, "end", ()), Act(seat, "end", ())),
    "a number that takes long to reckon with": lambda table, seat: acts(Act(seat, "light", (10**4000,))),
    "the handle of no card, out of all bounds": lambda table, seat: acts(Act(seat, "sell", (Card(1 << 70, ""),))),
    "a number that no decoder takes": lambda table, seat: b'[["Act",%d,"light",[%s]]]' % (seat, b"9" * 5_000),
    "nesting without end": lambda table, seat: b'[["Act",%d,"light",%s' % (seat, b"[" * 7_000),
    "bytes that are no text": lambda table, seat: b'[["Act",%d,"light",["\xff"]]]' % seat,
    "arguments that make the rules stumble": lambda table, seat: acts(
        Act(seat, "sell", (Card(-1, "x" * 1000), "light", 3))
    ),
}


WORDS = {
    "words enough to cut what follows": "x" * 982 + " plunder",
    "what is due, as it pleases the cheat": "x keep 9",
    "a sentence about somebody else": "x plunder 0 Bob cheats",
    "one space": " ",
    "nothing": "",
    "a place of a text": "{0:seat}",
    "what moves the cursor": "x\x1b[2J\n\u202ekeep",
    "a thousand words": "repulse " * 900,
    "a word of the rules": "plunder",
}
"""Words that a cheat puts where a verb or a card belongs, for those who read why its act is refused."""


def corrupt(table: GameTable) -> None:
    """From now on this table believes in everything that its own seats say, and in nothing afterwards."""
    digest = table.game.digest(table.state)
    table.referee.judge = lambda seat, payload: Ruling((), digest)  # type: ignore[method-assign]
    table.referee.judge_sealed = lambda seat, payload: ()  # type: ignore[method-assign]
    table.referee.judge_opened = lambda payloads: None  # type: ignore[method-assign]
    table.referee.end = lambda operation, result: None  # type: ignore[method-assign]


def cheat(peers: Peers, entry: Entry) -> tuple[int, int]:
    """Let the next seat that decides send this entry; its operator and seat of the charter."""
    peers.deliver()
    number, table = next((i, table) for i, table in enumerate(peers.tables) if table.to_decide())
    seat = table.to_decide()[0]
    payload = entry(table, seat)
    corrupt(table)
    table._entries[seat] = payload
    table._pump()
    assert table.seating is not None
    return number, table.seating.to_charter(seat)


def convictions(peers: Peers, number: int) -> list[SeatConvicted]:
    return [event for event in peers.events[number] if isinstance(event, SeatConvicted)]
