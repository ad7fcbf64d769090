"""Finding somebody who shows a game, hearing it, and finding somebody else when that one is lost."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import trio

from protocol.charter import SignedCharter, decode_charter
from protocol.errors import ProtocolError
from protocol.messages import Hello
from protocol.signatures import IdentityKey, Signer
from protocol.versions import VersionMismatch
from tta_p2p.net.addresses import Address, HostKind
from tta_p2p.net.channel import Channel
from tta_p2p.net.control import Parts
from tta_p2p.net.errors import HandshakeRefused, NetError, OwnFault, Unreachable
from tta_p2p.net.framing import TABLE_LIMIT, FrameKind
from tta_p2p.net.invitations import parse_places
from tta_p2p.net.lobby import Peer, dial_lobby
from tta_p2p.net.routes import Routes, use
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, begin_part, contain, start_hint, start_part
from tta_p2p.net.tls import Entropy
from tta_p2p.node.data_folder import people
from tta_p2p.node.lobby.announcements import find_game
from tta_p2p.node.lobby.greeting import hello, rules_parts
from tta_p2p.node.lobby.knock import PASSING
from tta_p2p.node.lobby.room import clean_name
from tta_p2p.node.machine.tor import Tor
from tta_p2p.node.service.notices import error_reply, kind_of, tor_reply
from tta_p2p.node.service.seat_server import Door
from tta_p2p.node.spectators.spectator_table import MisleadingStream, SpectatorTable, watch_fault
from tta_p2p.node.spectators.stream import NOT_ALLOWED, OTHER_GAME
from tta_p2p.node.spectators.stream_messages import (
    StreamDenial,
    StreamGrant,
    StreamProgress,
    StreamRequest,
    read_answer,
    write_stream,
)
from tta_p2p.node.workers.pool import WorkerPool
from tta_p2p.registry import UnknownGame
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.memory import memory_pair
from tta_p2p.store import identity
from tta_p2p.store.home import home
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.releases import ReleaseMismatch

ANSWER = 10.0
"""Seconds in which a node must begin to show what it was asked for."""
FIRST_RETRY = 0.5
LAST_RETRY = 10.0
HAD_EVERY = 2.0
"""Seconds at least between two words of how far this one has come: a node whose game is over waits for it meanwhile."""
SEARCH = 3.0
"""Seconds for which others are looked for each time when nobody shows the game any more."""
GIVE_UP = 120.0
"""Seconds after which nobody is looked for any more."""
FAULTS_IN_PLACE, MOST_FAULTS = 5, 30
"""How often this program may fail at what is shown, without having come any further, and in all, before it gives up."""

Places = tuple[Address, ...]
_PASSING = tuple((why,) for why in PASSING)
Search = Callable[[str], Awaitable[Sequence[Places]]]
"""Where the game with this id (its beginning, in hex) is shown now, one entry a node; nothing where nobody is found."""


class StreamFollower:
    """Hears one game from whoever shows it; ``watching`` is the game, from the first answer on."""

    def __init__(
        self,
        nodes: Sequence[Places],
        search: Search,
        *,
        signer: Signer,
        name: str,
        hello: Hello,
        parts: Parts = (),
        entropy: Entropy,
        workers: WorkerPool,
        folder: Path,
        out: Path | None = None,
        give_up: float = GIVE_UP,
        knocking: float = 0.0,
    ) -> None:
        """``nodes``: where to begin; each may have several addresses.

        ``knocking``: seconds for which they are tried again where nobody is there at first.
        """
        self.nodes = list(dict.fromkeys(tuple(places) for places in nodes))
        self.search = search
        self.watching: SpectatorTable | None = None
        self.failed: NetError | None = None
        """Why it could not even begin."""
        self._signer, self._name, self._hello, self._entropy = signer, name, hello, entropy
        self._parts = parts
        self._workers, self._folder, self._out, self._give_up = workers, folder, out, give_up
        self._instance: bytes | None = None
        self._had = 0
        """How many messages of that start of a node have come."""
        self._liars: set[bytes] = set()
        self._barred: set[Places] = set()
        self._knocking = knocking
        self._shown_by = ""
        """The name of the player at whose node the game was heard last."""
        self._alone = False
        """Whether nobody shows the game at the moment, and the clients know."""
        self._last_heard = 0.0
        self._faults = self._faults_in_place = 0
        """How often this program has failed itself: in all, and since it has come any further."""
        self._failed_at = -1
        """How many messages it had checked when it failed farthest."""
        self._started: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Follow the game to its end; started as soon as somebody shows it, or nobody does (see ``error_reply``)."""
        self._started = task_status
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            await self._until_the_end()
            if self.watching is None or not self.watching.ended.is_set():
                self._close()
                nursery.cancel_scope.cancel()

    async def _until_the_end(self) -> None:
        self._last_heard, delay = trio.current_time(), FIRST_RETRY
        knocks_until = self._last_heard + self._knocking
        while self.watching is None or trio.current_time() < self._last_heard + self._give_up:
            before = self._last_heard
            self.failed = None
            for places in list(self.nodes):
                error = await self._hear_from(places)
                if error is None:
                    return
                self._lost(places, error)
                if isinstance(error, OwnFault) and self.watching is not None:
                    if self._fails_everywhere(self.watching.messages):
                        self.tell(error_reply("node.stream-fault-over", error.fault))
                        return
                    await trio.sleep(min(FIRST_RETRY * 2.0 ** (self._faults_in_place - 1), LAST_RETRY))
            if self.watching is None:
                passes = self.failed is not None and self.failed.why[:1] in _PASSING
                if trio.current_time() + FIRST_RETRY < knocks_until and passes:
                    await trio.sleep(FIRST_RETRY)
                    continue
                self._started.started()
                return
            delay = FIRST_RETRY if self._last_heard > before else min(2 * delay, LAST_RETRY)
            await trio.sleep(delay)
            found: Sequence[Places] = ()
            with contain(Hint.DISCOVERY, "those who show the game"):
                found = await self.search(self.watching.charter.sid.hex()[:16])
            everybody = dict.fromkeys([*(tuple(places) for places in found), *self.nodes])
            self.nodes = [places for places in everybody if places not in self._barred]
        assert self.watching is not None
        self.tell(error_reply("node.stream-over", f"{self._give_up:g}"))

    def _lost(self, places: Places, error: NetError) -> None:
        if self.watching is None:
            # A refusal in words says more than that somebody else did not answer.
            if not isinstance(self.failed, HandshakeRefused | MisleadingStream | OwnFault):
                self.failed = error
            return
        if isinstance(error, HandshakeRefused | MisleadingStream):
            self._barred.add(places)
            self.nodes.remove(places)
        if isinstance(error, OwnFault):  # which of the messages were lost here, nobody knows
            self._instance, self._had = None, 0
        if not self._alone:
            self._alone = True
            shown_by = self._shown_by or str(places[0].place)
            if isinstance(error, OwnFault):
                self.tell(error_reply("node.stream-fault", shown_by, error.fault))
            else:
                self.tell(error_reply("node.stream-lost", shown_by, kind_of(error)))

    def _fails_everywhere(self, checked: int) -> bool:
        """Count a failure of this program, with so many messages checked; whether there is no use in going on."""
        self._faults += 1
        self._faults_in_place = 1 if checked > self._failed_at else self._faults_in_place + 1
        self._failed_at = max(checked, self._failed_at)
        return self._faults_in_place >= FAULTS_IN_PLACE or self._faults >= MOST_FAULTS

    def tell(self, said: say.ErrorReply) -> None:
        """Tell the clients how it stands with whoever shows the game."""
        if self.watching is not None:
            self.watching.lost = said if self._alone else None
            self.watching.tell_all(said)

    def _close(self) -> None:
        if self.watching is not None:
            self.watching.keep()
            for client in self.watching.desk.clients:
                client.close()

    async def _hear_from(self, places: Places) -> NetError | None:
        """Hear the game from one node; why it came to an end there, or None if the game has."""
        with contain(Hint.SHOW, str(places[0])) as heard:
            try:
                async with dial_lobby(
                    places,
                    signer=self._signer,
                    hello=self._hello,
                    parts=self._parts,
                    entropy=self._entropy,
                    limit=TABLE_LIMIT,
                ) as host:
                    with trio.CancelScope() as scope:
                        await self._follow(host, scope)
            except NetError as error:
                return error
        return watch_fault(heard.kind) if heard.failed else None

    async def _follow(self, host: Peer, scope: trio.CancelScope) -> None:
        if host.identity in self._liars:
            raise HandshakeRefused("it has shown what nobody signed before").because("misled")
        try:
            watching = await self._ask(host)
            async with background(lambda: self._stop_at_the_end(watching, scope)):
                await self._take_all(host.channel, watching)
        except MisleadingStream:
            self._liars.add(host.identity)
            raise

    async def _stop_at_the_end(self, watching: SpectatorTable, scope: trio.CancelScope) -> None:
        await watching.ended.wait()
        scope.cancel()

    async def _ask(self, host: Peer) -> SpectatorTable:
        """Ask a node to show its game from where this one stands. Raises Refused, Misled, ChannelLost."""
        sid = None if self.watching is None else self.watching.charter.sid
        wanted = StreamRequest(self._name, sid, self._instance, self._had)
        await host.channel.send(FrameKind.STREAM, write_stream(wanted))
        with trio.move_on_after(ANSWER):
            frame = await host.channel.receive()
            if frame.kind == FrameKind.LOBBY:
                raise HandshakeRefused("the game there has not begun yet").because("not-begun")
            if frame.kind != FrameKind.STREAM:
                raise MisleadingStream(f"it says something else (a frame of kind {frame.kind})")
            told = read_answer(frame.payload)
            if isinstance(told, StreamDenial):
                why = told.why if told.why in (NOT_ALLOWED, OTHER_GAME) else "refused"
                raise HandshakeRefused(f"nothing is shown there: {why}").because(why)
            return await self._begin(host, told)
        raise Unreachable("whoever answers there shows no game").because("shows-nothing")

    async def _begin(self, host: Peer, told: StreamGrant) -> SpectatorTable:
        try:
            signed = decode_charter(told.charter)
        except VersionMismatch as error:
            why = ("not-followed-needs", error.needed)
            raise HandshakeRefused(f"that game cannot be followed here: {error}").because(*why) from error
        except ProtocolError as error:
            raise MisleadingStream(f"its charter is not signed by all who should have: {error}") from error
        if host.identity not in {operator.identity for operator in signed.charter.operators}:
            raise MisleadingStream("it does not play in the game that it shows")
        if self.watching is None:
            self.watching = await self._open(signed)
        elif signed.charter != self.watching.charter:
            raise MisleadingStream("it shows another game than the one asked for")
        if told.since not in (0, self._had) or (told.since and told.instance != self._instance):
            raise MisleadingStream("it begins somewhere else than asked for")
        self._instance, self._had = told.instance, told.since
        self._shown_by = next(one.name for one in signed.charter.operators if one.identity == host.identity)
        self.watching.catch_up(told.whole)
        if self._alone:
            self._alone = False
            self.tell(error_reply("node.stream-again", self._shown_by))
        return self.watching

    async def _open(self, signed: SignedCharter) -> SpectatorTable:
        try:
            watching = SpectatorTable(signed, workers=self._workers, folder=self._folder, out=self._out)
        except (BadEntry, UnknownGame) as error:
            why = ("not-followed-needs", error.needed) if isinstance(error, ReleaseMismatch) else ("not-followed",)
            raise HandshakeRefused(f"that game cannot be followed here: {error}").because(*why) from error
        await begin_part(self._nursery, watching.run)
        self._started.started()
        return watching

    async def _take_all(self, channel: Channel, watching: SpectatorTable) -> None:
        told_at = trio.current_time()
        while True:
            if self._had >= watching.whole:
                watching.finish_catch_up()
            frame = await channel.receive()
            self._last_heard = trio.current_time()
            if frame.kind != FrameKind.MESSAGE:
                raise MisleadingStream(f"it says something else (a frame of kind {frame.kind})")
            await watching.take(frame.payload)
            self._had += 1
            if trio.current_time() >= told_at + HAD_EVERY:
                told_at = trio.current_time()
                await channel.send(FrameKind.STREAM, write_stream(StreamProgress(self._had)))


async def watch_table(
    table: str,
    show: Callable[[Lines], Awaitable[int]],
    *,
    out: Path | None = None,
    name: str = "",
    interfaces: Sequence[str] = (),
    seconds: float = GIVE_UP,
    tell: Callable[[say.ErrorReply], None] = lambda said: None,
) -> int:
    """Watch the game of this table (a name, the beginning of an id, HOST:PORT#KEY, or the only one there is).

    ``show`` is a client of the seat protocol at the other end of its connection; its result is the result. ``tell``
    hears how far Tor is that reaches the table, before there is anything to show. Raises NetError where nobody shows
    such a game, and StoreError at the end where a file could not be written.
    """
    nodes: list[Places] = [parse_places(table)] if ":" in table else []
    kinds = {one.kind for places in nodes for one in places}
    by_tor, hidden = HostKind.ONION in kinds, kinds == {HostKind.ONION}

    async def search(game: str) -> list[Places]:
        if hidden:  # nobody on the network here hears what is watched
            return []
        try:
            return [one.addresses for one in await find_game(game, interfaces, SEARCH)]
        except NetError:
            return []

    if not nodes:
        nodes = [one.addresses for one in await find_game(table, interfaces, min(seconds, 30.0))]
    folder, workers = home(), WorkerPool()
    signer = IdentityKey(identity.load_or_create(folder, os.environ.get("TTA_PASSPHRASE")))
    following = StreamFollower(
        nodes,
        search,
        signer=signer,
        name=clean_name(name or people.name_for_strangers(signer.identity)),
        hello=hello(),
        parts=rules_parts(),
        entropy=os.urandom,
        workers=workers,
        folder=folder,
        out=out,
        give_up=seconds,
        knocking=seconds if by_tor else 0.0,
    )
    tor = Tor(folder / "tor", os.urandom)

    async def tell_of_tor() -> None:
        while True:
            await tor.changed.wait()
            said = tor_reply(tor.news.state, tor.news.progress)
            (tell if following.watching is None else following.tell)(said)

    code = 0
    try:
        with use(Routes(tor if by_tor else None, hidden)):
            async with trio.open_nursery() as nursery:
                if by_tor:
                    start_hint(nursery, Hint.TOR, "tor", tor.keep, again=True)
                    start_hint(nursery, Hint.TOR, "tor", tell_of_tor, again=True)
                    tor.want()
                    await tor.ready()
                await begin_part(nursery, following.run)
                if following.watching is not None:
                    ours, theirs = memory_pair()
                    start_part(nursery, Door(following.watching.desk).serve_stream, theirs)
                    code = await show(Lines(ours))
                    if not following.watching.told.is_set():
                        following.watching.keep()
                nursery.cancel_scope.cancel()
    finally:
        workers.close()
    if following.watching is None:
        raise following.failed or Unreachable("nobody shows that game")
    for unwritten in following.watching.unwritten.values():
        raise unwritten
    return code
