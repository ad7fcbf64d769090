"""A malicious build of the node, started as a process of its own: ``python -m tests.node.villain LIE``.

It is the honest program with one thing changed; its lie is signed with its real key.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from protocol.ballots import Ballots
from protocol.messages import CoinCommit, Motion, Parts, Shares, decode_body, decode_envelope, seal_envelope
from protocol.play import Ruling
from protocol.wire import encode
from tta_p2p.games.contract import Act
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.mesh import Mesh
from tta_p2p.node.__main__ import main
from tta_p2p.node.game.context import GameSetup
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.game.parts.votes import Votes
from tta_p2p.table import binding
from tta_p2p.table.game_table import GameTable

MADE_UP = "keep 9"
"""The last words of `act_of_many_words`."""
HONEST_FIRST = 3
"""How many of the kind it says, alone or as parts of a bundle, up to the one in which it lies."""
DIRT = "hello\x1b[31m\u202e there\x00".encode()
"""What `dirty_chat` says."""


def illegal_act() -> None:
    """In its second turn it fetches a crate that it cannot pay, and believes in it."""
    _act_against_the_rules(Act(0, "fetch", (7,)))


def act_of_many_words() -> None:
    """In its second turn it does what no game knows, in words for those who read why that is refused."""
    _act_against_the_rules(Act(0, "x" * 982 + f" {MADE_UP}"))


def _act_against_the_rules(lie: Act) -> None:
    honest = GameTable.act
    turns: list[int] = []

    def act(table: GameTable, act: Act) -> bool:
        if act.verb == "end":
            turns.append(act.seat)
        if len(turns) < 2:
            return honest(table, act)
        digest = table.game.digest(table.state)
        table.referee.judge = lambda seat, payload: Ruling((), digest)  # type: ignore[method-assign]
        table.referee.end = lambda operation, result: None  # type: ignore[method-assign]
        table._entries[act.seat] = binding.write_entry(
            [msgspec.structs.replace(lie, seat=act.seat), Act(act.seat, "end", ())]
        )
        table._pump()
        return True

    GameTable.act = act  # type: ignore[method-assign]


def wrong_share() -> None:
    """One of its decryption shares is wrong, and so is the proof of it."""

    def forge(body: Any) -> Any:
        if isinstance(body, Parts):
            return Parts((*body.parts[:-1], forge(body.parts[-1])))
        proof = bytearray(body.proof)
        proof[-1] ^= 1
        return msgspec.structs.replace(body, proof=bytes(proof))

    replace_on_the_way_out(Shares, forge, both=False)


def two_tales() -> None:
    """It commits itself for the draw of seats to one thing towards one operator, to another towards the others."""

    def forge(body: Any) -> Any:
        return msgspec.structs.replace(body, commitment=bytes(len(body.commitment)))

    replace_on_the_way_out(CoinCommit, forge, both=True)


def false_witness() -> None:
    """Soon after the cards are dealt it votes that the host has cheated, and goes on without."""
    every_second = Votes.retry_motions

    def retry_motions(self: Votes) -> None:
        every_second(self)
        session = self.table.session
        if self.table.state is not None and 0 in session.play.present and not session.ballots.has_voted:
            self.try_motion(Motion("cheated", 0))

    Votes.retry_motions = retry_motions  # type: ignore[method-assign]
    Ballots._check_leaver = lambda self, motion: None  # type: ignore[method-assign]
    Ballots._are_needed = lambda self, seats: False  # type: ignore[method-assign]
    Ballots.is_proven = lambda self, ballot: True  # type: ignore[method-assign]


def parts_of(body: Any) -> tuple[Any, ...]:
    """What a message says in each part of a bundle, or all by itself."""
    return body.parts if isinstance(body, Parts) else (body,)


def replace_on_the_way_out(kind: type, forge: Any, both: bool) -> None:
    """Instead of one of its messages of a kind it sends another, signed as well; ``both``: to one the honest one."""
    identities: list[Any] = []
    lies: dict[bytes, bytes] = {}
    untold: dict[int, bytes] = {}  # by the operator whom the lie did not reach: told once there is a channel
    counted: list[bytes] = []
    begin, send, catch_up = GameLoop.__init__, Mesh.send, Mesh.catch_up

    def init(self: GameLoop, setup: GameSetup) -> None:
        identities.append(setup.identity)
        begin(self, setup)

    def lie(data: bytes) -> bytes:
        if data not in lies:
            lies[data] = data
            said = decode_envelope(data)
            body = decode_body(said.body)
            before = len(counted)
            counted.extend(data for part in parts_of(body) if isinstance(part, kind))
            if before < (1 if both else HONEST_FIRST) <= len(counted):
                parts = (said.sid, said.lane, said.epoch, said.step, said.seat, said.prev)
                lies[data] = encode(seal_envelope(identities[0], *parts, forge(body)))
        return lies[data]

    def send_lie(self: Mesh, operator: int, number: int, payload: bytes) -> bool:
        if operator in untold and send(self, operator, FrameKind.MESSAGE, untold[operator]):
            del untold[operator]
        first = min(link.operator for link in self.links)
        if number != FrameKind.MESSAGE or (both and operator == first):
            return send(self, operator, number, payload)
        told = lie(payload)
        sent = send(self, operator, number, told)
        if told != payload and not sent:
            untold[operator] = told
        return sent

    def help_with_lies(self: Mesh, operator: int, frames: Any) -> None:
        first = min(link.operator for link in self.links)
        if not (both and operator == first):
            frames = [(kind, lies.get(data, data)) for kind, data in frames]
        catch_up(self, operator, frames)

    GameLoop.__init__ = init  # type: ignore[method-assign]
    Mesh.send, Mesh.catch_up = send_lie, help_with_lies  # type: ignore[method-assign]


def dirty_chat() -> None:
    """What is said there goes out with all that would move a cursor."""
    send_all = Mesh.send_all

    def send_dirt(self: Mesh, number: int, payload: bytes) -> None:
        send_all(self, number, DIRT if number == FrameKind.CHAT else payload)

    Mesh.send_all = send_dirt  # type: ignore[method-assign]


LIES = {
    "illegal-act": illegal_act,
    "act-of-many-words": act_of_many_words,
    "wrong-share": wrong_share,
    "two-tales": two_tales,
    "false-witness": false_witness,
    "dirty-chat": dirty_chat,
}

if __name__ == "__main__":
    LIES[sys.argv[1]]()
    sys.exit(main())
