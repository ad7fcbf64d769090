"""Serving a game to those who watch it: its signed charter, then its signed messages in the order of taking.

What is served is what this node has stored of the game and nothing else: messages that their authors have signed for
the whole table, exactly those that a transcript of the game consists of. Who watches checks them by itself. The game
never waits for it and keeps nothing for it: everybody who watches is at a place of its own in one list of messages,
and whoever does not take them in time loses its channel and may come back.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress

import trio

from protocol import signatures
from protocol.charter import SignedCharter
from protocol.errors import ProtocolError
from protocol.messages import Hello
from protocol.signatures import Signer
from protocol.transcript import MessageRecord, Record
from tta_p2p.net.addresses import Address
from tta_p2p.net.channel import Channel, Pulse, QueueLimit
from tta_p2p.net.control import Parts
from tta_p2p.net.errors import BadFrame, ChannelLost
from tta_p2p.net.framing import STRANGER_LIMIT, Frame, FrameKind
from tta_p2p.net.lobby import IN_LINE, SILENCE, OpenLobby, Peer, serve_lobby
from tta_p2p.net.ports import Port
from tta_p2p.net.scopes import Pace
from tta_p2p.net.strangers import Gate
from tta_p2p.net.tasks import Hint, start_part
from tta_p2p.net.tls import Entropy, TlsKey
from tta_p2p.node.lobby.exchange import UNDER_WAY
from tta_p2p.node.lobby.messages import CharterSignature, Dismissal, GameStart, read_lobby, write_lobby
from tta_p2p.node.lobby.room import clean_name
from tta_p2p.node.spectators.stream_messages import (
    StreamDenial,
    StreamGrant,
    StreamProgress,
    StreamRequest,
    read_spectator,
    write_stream,
)

MAX_SPECTATORS = 16
FROM_ONE_ADDRESS = 8
RATE = 4 * 1024 * 1024
"""Bytes a second that all who watch get together, so that somebody who comes late takes nothing from the game."""
WAITING = QueueLimit(frames=1024, bytes=1024 * 1024)
"""How much may wait to be sent to one of them."""
FRAMES_A_SECOND = 4.0
"""How many frames are read of each, pings included."""
LONGEST = STRANGER_LIMIT
"""The longest frame that is read of each: who wants to play says who it is, and hears that the game is under way."""
PATIENCE = 10.0
"""Seconds in which it must say what it wants."""

NOT_ALLOWED = "not-allowed"
"""Why nothing is shown: the players have agreed that nobody else watches."""
OTHER_GAME = "other-game"
"""Why nothing is shown: another game is played here."""
TALKING = "talking"
"""Why a channel ends: who watches says how far it has come, and nothing else."""


class Stream:
    """The messages of one game at one node, and everybody who is being served with them."""

    def __init__(
        self,
        charter: SignedCharter,
        stored: Iterable[Record],
        entropy: Entropy,
    ) -> None:
        """``stored``: the journal so far. Nobody is let in before the stream is opened (`open`)."""
        self.charter = charter
        self.allowed = False
        """Whether people may watch."""
        self.instance = entropy(16)
        self.messages: list[bytes] = []
        self.taken_at = 0.0
        """When somebody who watches has come further last, by Trio's clock."""
        self._places: dict[Channel, int] = {}
        self._had: dict[Channel, int] = {}
        self._names: dict[Channel, str] = {}
        self._changed: Callable[[list[str]], None] = lambda names: None
        self._more = trio.Event()
        self._pace = Pace(RATE, RATE)
        self._stored = tuple(stored)

    def open(self, changed: Callable[[list[str]], None]) -> None:
        """Let people watch, if the charter does; ``changed`` hears their names whenever these change."""
        self.allowed, self._changed = self.charter.charter.spectators == "open", changed
        self.add(self._stored)
        self._stored = ()

    def add(self, stored: Iterable[Record]) -> None:
        """Records that have just been stored; secrets are among them, and only what is signed for all is served."""
        if self.allowed:
            fresh = [record.envelope for record in stored if isinstance(record, MessageRecord)]
            if fresh:
                self.messages += fresh
                self._more.set()
                self._more = trio.Event()

    @property
    def spectators(self) -> list[str]:
        """The spectators being served, by the names they give themselves."""
        return list(self._names.values())

    async def serve(self, guest: Peer) -> None:
        """Serve one of them until it goes."""
        channel, asked = guest.channel, None
        with trio.move_on_after(PATIENCE) as patience:
            asked = await self._hear(guest)
        if patience.cancelled_caught:
            await channel.aclose("silent")
        elif asked is not None and await self._admit(channel, asked):
            guest.stay()
            await self._follow(channel)

    async def _hear(self, guest: Peer) -> StreamRequest | None:
        channel = guest.channel
        frame = await channel.receive()
        if frame.kind == FrameKind.LOBBY:  # somebody who wants to play
            said = GameStart(self.charter.encode()) if self._plays(guest, frame) else Dismissal(UNDER_WAY)
            await channel.send(FrameKind.LOBBY, write_lobby(said))
            return None
        try:
            if frame.kind != FrameKind.STREAM:
                raise BadFrame(f"a frame of kind {frame.kind} from somebody who wants to watch")
            asked = read_spectator(frame.payload)
            if not isinstance(asked, StreamRequest):
                raise BadFrame("it has not said what it wants to watch")
        except BadFrame:
            await channel.aclose("not-understood")
            return None
        return asked

    def _plays(self, guest: Peer, frame: Frame) -> bool:
        """Whether this is a player who has signed this charter and lost its channel before it heard that all have."""
        charter = self.charter.charter
        try:
            said = read_lobby(frame.payload)
            if isinstance(said, CharterSignature):
                signatures.verify(guest.identity, said.signature, signatures.CHARTER, charter.sid)
        except ProtocolError:
            return False
        mine = guest.identity in {operator.identity for operator in charter.operators}
        return mine and isinstance(said, CharterSignature)

    async def _admit(self, channel: Channel, asked: StreamRequest) -> bool:
        sid = self.charter.charter.sid
        if not self.allowed or asked.sid not in (None, sid):
            denied = StreamDenial(OTHER_GAME if self.allowed else NOT_ALLOWED)
            await channel.send(FrameKind.STREAM, write_stream(denied))
            return False
        known = asked.instance == self.instance and asked.since <= len(self.messages)
        since = asked.since if known else 0
        begin = StreamGrant(self.charter.encode(), self.instance, since, len(self.messages))
        await channel.send(FrameKind.STREAM, write_stream(begin))
        self._places[channel] = self._had[channel] = since
        self.taken_at = trio.current_time()
        self._names[channel] = clean_name(asked.name)
        self._changed(self.spectators)
        return True

    async def _follow(self, channel: Channel) -> None:
        try:
            async with trio.open_nursery() as nursery:
                start_part(nursery, self._send, channel)
                async for frame in channel:
                    if not self._comes_further(channel, frame):
                        channel.abandon(TALKING)
                nursery.cancel_scope.cancel()
        finally:
            del self._places[channel], self._had[channel], self._names[channel]
            self._changed(self.spectators)

    def _comes_further(self, channel: Channel, frame: Frame) -> bool:
        """Take note of how far somebody says it has come; whether that is what it says, and can be so."""
        try:
            said = read_spectator(frame.payload) if frame.kind == FrameKind.STREAM else None
        except BadFrame:
            return False
        if not isinstance(said, StreamProgress) or not self._had[channel] < said.count <= self._places[channel]:
            return False
        self._had[channel] = said.count
        self.taken_at = trio.current_time()
        return True

    async def _send(self, channel: Channel) -> None:
        """Everything from its place on, as fast as it takes it and as fast as it comes."""
        with suppress(ChannelLost):  # whoever listens to it notices as well
            while True:
                while (place := self._places[channel]) < len(self.messages):
                    data = self.messages[place]
                    await self._pace.spend(len(data))
                    await channel.send(FrameKind.MESSAGE, data)
                    self._places[channel] = place + 1
                await self._more.wait()


@asynccontextmanager
async def serve_stream(
    stream: Stream,
    *,
    signer: Signer,
    hello: Hello,
    entropy: Entropy,
    listen: Sequence[Address] | Port,
    parts: Parts = (),
    pulse: Pulse | None = None,
) -> AsyncIterator[OpenLobby]:
    """Let people watch while the body runs, by the lobby's door of a node's port, or at a port of its own.

    Raises ListenError.
    """
    async with serve_lobby(
        stream.serve,
        signer=signer,
        hello=hello,
        key=TlsKey.generate(entropy),
        entropy=entropy,
        listen=listen,
        parts=parts,
        guests=Gate(MAX_SPECTATORS, FROM_ONE_ADDRESS, grace=SILENCE, wait=IN_LINE),
        limit=LONGEST,
        pulse=pulse,
        room=WAITING,
        rate=FRAMES_A_SECOND,
        hint=Hint.SPECTATOR,
    ) as opened:
        yield opened
