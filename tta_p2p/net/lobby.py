"""The lobby's door: an authenticated channel between one who waits for guests and one who comes."""

from __future__ import annotations

import math
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

import trio

from protocol.messages import Hello
from protocol.signatures import Signer
from tta_p2p.net import dialling, tls
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.channel import Channel, Pulse, QueueLimit, open_channel
from tta_p2p.net.control import Parts, farewell, send_words
from tta_p2p.net.errors import ChannelLost, HandshakeRefused, HelloFailed, NetError
from tta_p2p.net.folder.streams import BY_FOLDER, FOLDER_PULSE, FolderStream
from tta_p2p.net.framing import LOBBY_LIMIT, STRANGER_LIMIT, FrameKind, FrameStream
from tta_p2p.net.hello import Judge, ProvenPeer, answer_hello, same_hello, say_hello, welcome
from tta_p2p.net.ports import DEADLINE, Port, Purpose, port_at
from tta_p2p.net.scopes import Pace
from tta_p2p.net.strangers import Gate, host_of
from tta_p2p.net.tasks import Hint
from tta_p2p.net.tls import Entropy, TlsKey

PATIENCE = 15.0
"""Seconds that a guest gives the other end for TLS and hello: a slow way takes several round trips."""

SILENCE = 1.5
"""Seconds after which a guest that has not said what it comes for makes way, where places are short."""
IN_LINE = 10.0
"""Seconds that a guest waits for a place at most; it gives the host `PATIENCE`."""

FULL = "crowded"
"""Why a guest is not let in: there is no room for more at this door."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A guest in the lobby, or the host as a guest sees it: its proved identity, its host and its channel.

    ``stay``: to be called once a guest has said what it comes for, so that it makes way for nobody.
    """

    identity: bytes
    hello: Hello
    host: str
    channel: Channel
    stay: Callable[[], None] = lambda: None

    @property
    def by_folder(self) -> bool:
        """Whether it comes through a folder, where each word takes as long as somebody's copying."""
        return self.host.startswith(BY_FOLDER)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the identity."""
        return fingerprint(self.identity)


GuestHandler = Callable[[Peer], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class OpenLobby:
    """An open lobby: where it listens, and the doors' counts."""

    addresses: tuple[Address, ...]
    strangers: Gate
    guests: Gate


@dataclass(frozen=True, slots=True)
class _Entrant:
    framed: FrameStream
    greeted: ProvenPeer
    host: str


@asynccontextmanager
async def serve_lobby(
    receive: GuestHandler,
    *,
    signer: Signer,
    hello: Hello,
    key: TlsKey,
    entropy: Entropy,
    listen: Sequence[Address] | Port,
    judge: Judge | None = None,
    parts: Parts = (),
    strangers: Gate | None = None,
    guests: Gate | None = None,
    deadline: float = DEADLINE,
    limit: int = LOBBY_LIMIT,
    pulse: Pulse | None = None,
    room: QueueLimit | None = None,
    rate: float | None = None,
    hint: Hint = Hint.GUEST,
) -> AsyncIterator[OpenLobby]:
    """Hold a lobby while the body runs; ``receive`` is run for every guest and its end is the end of the channel.

    ``key`` is made anew at every start. ``judge`` says whom to refuse by its hello (default: another protocol or
    other rules), ``parts`` what the rules consist of, so that a refusal says what differs; ``guests`` bounds those who
    have come in, ``rate`` how many frames a second are read from each; ``hint``: what `receive` serves.
    ``listen``: the node's port, or where to open one. Raises ListenError.
    """
    judge = judge or same_hello(hello)
    if guests is None:
        guests = Gate(limit=32, per_source=8, grace=SILENCE, wait=IN_LINE)
    inside = guests
    context = tls.lobby_server(key)

    async def identify(transport: trio.SocketStream | FolderStream, host: str) -> _Entrant:
        stream = trio.SSLStream(transport, context, server_side=True)
        framed = FrameStream(stream, STRANGER_LIMIT)
        await stream.do_handshake()
        greeted = await answer_hello(
            framed, signer=signer, hello=hello, certificate=key.hash, entropy=entropy, judge=judge, parts=parts
        )
        return _Entrant(framed, greeted, host)

    async def attend(entered: _Entrant) -> None:
        async with inside.enter(entered.host, port.slowness(entered.host)) as visitor:
            try:
                with trio.fail_after(deadline):
                    if visitor is None:
                        await send_words(entered.framed, FrameKind.HELLO, farewell(FULL))
                        return
                    await welcome(entered.framed)
            except (ChannelLost, trio.TooSlowError):
                return
            greeted = entered.greeted
            pace = None if rate is None else Pace(rate, 4 * rate)
            beat = _pulse(entered.host, pulse)
            async with open_channel(entered.framed, limit=limit, pulse=beat, room=room, pace=pace) as channel:
                try:
                    await receive(Peer(greeted.identity, greeted.hello, entered.host, channel, visitor.stay))
                except ChannelLost:  # the guest has gone, and its visit is over
                    pass
                finally:
                    if visitor.made_way:
                        with trio.CancelScope(shield=True):
                            await channel.aclose(FULL)

    async with (
        port_at(listen, strangers, deadline) as port,
        port.door(Purpose.LOBBY, identify, attend, deadline, hint=hint),
    ):
        yield OpenLobby(port.addresses, port.strangers, guests)


@asynccontextmanager
async def dial_lobby(
    places: Address | Sequence[Address],
    *,
    signer: Signer,
    hello: Hello,
    entropy: Entropy,
    judge: Judge | None = None,
    parts: Parts = (),
    limit: int = LOBBY_LIMIT,
    pulse: Pulse | None = None,
    room: QueueLimit | None = None,
    rate: float | None = None,
    stagger: float = 0.3,
    patience: float = math.inf,
) -> AsyncIterator[Peer]:
    """Enter the lobby that is at one of these addresses; a fingerprint in one of them says who must answer there.

    ``rate``: how many frames a second are read of whoever holds it; the rest waits there. ``patience``: seconds within
    which that is done or given up, where that is less than what a slow way takes.

    Raises Unreachable, HandshakeRefused (with the host's key), WrongIdentity, HelloFailed, or ChannelLost.
    """
    judge = judge or same_hello(hello)
    context = tls.lobby_client()
    until = trio.current_time() + patience

    async def attempt(place: Address) -> _Entrant:
        within = min(dialling.patience(place, PATIENCE), until - trio.current_time())
        transport = await dialling.connect(place, Purpose.LOBBY, max(0.0, within))
        stream = trio.SSLStream(transport, context)
        framed = FrameStream(stream, STRANGER_LIMIT)
        try:
            began = trio.current_time()
            with trio.move_on_at(min(began + dialling.patience(place, PATIENCE), until)) as given:
                await _shake_hands(stream, place)
                greeted = await say_hello(
                    framed,
                    signer=signer,
                    hello=hello,
                    certificate=tls.peer_hash(stream),
                    entropy=entropy,
                    judge=judge,
                    expected=place.fingerprint,
                    parts=parts,
                )
                return _Entrant(framed, greeted, host_of(transport))
            raise HelloFailed(
                f"whoever answers at {place.place} does not say who it is within {given.deadline - began:.0f} seconds"
            ).because("silent", str(place.place))
        except BaseException as error:
            dialling.drop(transport)
            if isinstance(error, ChannelLost):
                raise HelloFailed(_hung_up(place)).because("hung-up", str(place.place)) from error
            if isinstance(error, NetError) and not isinstance(error, HelloFailed | HandshakeRefused):
                raise HelloFailed(f"what answers at {place.place} is no table of tta").because(
                    "no-table", str(place.place)
                ) from error
            raise

    sought = [places] if isinstance(places, Address) else list(places)
    entered = await dialling.first_of(sought, attempt, stagger, lambda late: late.framed.drop())
    pace = None if rate is None else Pace(rate, 4 * rate)
    beat = _pulse(entered.host, pulse)
    async with open_channel(entered.framed, limit=limit, pulse=beat, room=room, pace=pace) as channel:
        yield Peer(entered.greeted.identity, entered.greeted.hello, entered.host, channel)


def _pulse(host: str, usual: Pulse | None) -> Pulse | None:
    return FOLDER_PULSE if host.startswith(BY_FOLDER) else usual


async def _shake_hands(stream: trio.SSLStream[trio.SocketStream | FolderStream], place: Address) -> None:
    try:
        await stream.do_handshake()
    except trio.BrokenResourceError as error:
        cause = error.__cause__
        if not isinstance(cause, ssl.SSLError) or isinstance(cause, ssl.SSLEOFError | ssl.SSLZeroReturnError):
            raise HelloFailed(_hung_up(place)).because("hung-up", str(place.place)) from error
        raise HelloFailed(f"what answers at {place.place} is no table of tta (no TLS 1.3)").because(
            "no-table", str(place.place)
        ) from error


def _hung_up(place: Address) -> str:
    return f"{place.place} hangs up without a word: there is no table yet or any more, or a crowd at its door"
