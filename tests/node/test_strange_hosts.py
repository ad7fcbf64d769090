"""Hosts and nodes of strangers that show what no honest one would: it costs nobody a node or a client."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
import trio

from protocol.charter import signed_by_all
from protocol.signatures import IdentityKey
from tests.net.parts import LOCAL
from tests.node.within import Here
from tests.patience import PATIENCE
from tta_p2p.net.addresses import fingerprint
from tta_p2p.net.errors import NetError
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.lobby import Peer, serve_lobby
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.lobby.conditions import Conditions, Party, make_charter
from tta_p2p.node.lobby.greeting import hello, rules_parts
from tta_p2p.node.lobby.messages import GuestEntry, OpenNonce, Room, RoomMember, read_lobby, write_lobby
from tta_p2p.node.lobby.room import make_entry
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.machine.roster import socket_path
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.process import Node
from tta_p2p.node.spectators.follower import watch_table
from tta_p2p.node.spectators.stream import Stream, serve_stream
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines

ROOMS = 3000


async def test_a_host_that_shows_room_after_room_does_not_part_a_guest_from_its_node(tmp_path: Path) -> None:
    """The guest's client looks away meanwhile: it is told no more than it can take when it looks again."""
    host, shown = IdentityKey(os.urandom(32)), trio.Event()
    opened = OpenNonce(os.urandom(32), os.urandom(32))
    me = make_entry("Host", host.identity, TlsKey.generate(os.urandom).certificate, opened, ("Host",), ())
    attached = trio.Event()

    async def receive(guest: Peer) -> None:
        entered = read_lobby((await guest.channel.receive()).payload)
        assert isinstance(entered, GuestEntry)
        await attached.wait()
        for number in range(ROOMS):
            its = RoomMember(
                "Ann", guest.identity, entered.certificate, entered.commitment, ("Ann",), (), False, clock=number
            )
            room = Room(msgspec.json.encode(Conditions(3, "skiff")), (me, its), "a table")
            guest.channel.send_nowait(FrameKind.LOBBY, write_lobby(room))
        with trio.move_on_after(4.0):  # as long as a guest that reads all of it at once would take, and longer
            await guest.channel.drained(below=1)
        shown.set()
        await trio.sleep_forever()

    home = tmp_path / "ann"
    home.mkdir(mode=0o700)
    begun = trio.Event()

    def report(line: str) -> None:
        if line == "ready":
            begun.set()

    async with (
        trio.open_nursery() as nursery,
        serve_lobby(
            receive,
            signer=host,
            hello=hello("skiff"),
            key=TlsKey.generate(os.urandom),
            entropy=os.urandom,
            listen=LOCAL,
            parts=rules_parts("skiff"),
        ) as lobby,
    ):
        plan = Plan(do="join", id="ann", name="Ann", address=str(lobby.addresses[0]), listen="127.0.0.1:0")
        node = Node(plan, home, report=report, environment=Environment(workers=Here(), thinkers=Here()))
        nursery.start_soon(node.run)
        with trio.fail_after(PATIENCE):
            await begun.wait()
            async with await trio.open_unix_socket(socket_path(home, "ann")) as stream:
                client, rooms = Lines(stream), 0
                await client.send(say.HelloRequest(say.VERSION))
                attached.set()
                await shown.wait()
                await client.send(say.UndoRequest())
                while not isinstance(reply := await client.reply(), say.ErrorReply):
                    assert reply is not None, f"the connection to the node is lost after {rooms} rooms"
                    rooms += isinstance(reply, say.LobbyReply)
        assert 0 < rooms < ROOMS and reply.key == "node.no-game-yet"
        nursery.cancel_scope.cancel()


async def see(lines: Lines) -> int:
    """A client of somebody who watches, until it is greeted; how many options it is shown."""
    await lines.send(say.HelloRequest(say.VERSION, watch=True))
    while not isinstance(reply := await lines.reply(), say.WelcomeReply):
        assert reply is not None
    assert reply.charter and "Ann" in {seat.name for seat in reply.seats}
    return len(reply.options)


@pytest.mark.parametrize(
    ("options", "playable"),
    [
        (b"{}", True),
        (b"", True),
        (b'{"sale":4}', True),
        (b'{"sale":9}', False),
        (b'{"\\u001b[2J":1}', False),
        (b"[]", False),
        (b"\xff\xfe", False),
        (b"[" * 5000, False),
    ],
)
async def test_a_stranger_whose_charter_leaves_options_out_or_makes_them_up_is_watched_or_refused(
    options: bytes, playable: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All players of that game are one stranger, who signs whatever it likes."""
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    monkeypatch.setenv("LOGNAME", "account-of-eve")
    keys = [IdentityKey(os.urandom(32)) for _ in range(2)]
    parties = [
        Party(name, key.identity, os.urandom(32), os.urandom(32), (name,))
        for name, key in zip(("Ann", "Bob"), keys, strict=True)
    ]
    charter = make_charter(Conditions(2, "caravan", spectators="open"), parties)
    charter = msgspec.structs.replace(charter, options=options)
    watched = list[str]()
    stream = Stream(signed_by_all(charter, keys), (), os.urandom)
    stream.open(watched.extend)
    async with serve_stream(
        stream, signer=keys[0], hello=hello("caravan"), entropy=os.urandom, listen=LOCAL, parts=rules_parts("caravan")
    ) as opened:
        place = f"{opened.addresses[0]}#{fingerprint(keys[0].identity)}"
        with trio.fail_after(PATIENCE):
            if playable:
                assert await watch_table(place, see, seconds=5.0) == 1
            else:
                with pytest.raises(NetError) as caught:
                    await watch_table(place, see, seconds=5.0)
                assert caught.value.why == ("not-followed",)
    assert watched and all(name.startswith("spectator ") for name in watched), "no stranger reads the account's name"
