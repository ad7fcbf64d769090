"""The node process: from a plan (host, join, resume) through the lobby to a game played to its end.

It is started detached from any terminal. Its clients come and go over a Unix socket; it ends when the game has ended
and the others have fetched it, or when nobody needs it any more.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
import trio

from protocol.charter import decode_charter
from protocol.library import require_sound_library
from protocol.signatures import IdentityKey
from tta_p2p.games.contract import RuleError
from tta_p2p.i18n import Words, choose
from tta_p2p.net.addresses import Address, fingerprint
from tta_p2p.net.errors import NetError
from tta_p2p.net.lobby import serve_lobby
from tta_p2p.net.members import Member
from tta_p2p.net.mesh import Mesh, open_mesh
from tta_p2p.net.ports import Port
from tta_p2p.net.scopes import background
from tta_p2p.net.tls import TlsKey
from tta_p2p.node import people, resuming, running
from tta_p2p.node.again import as_before, plan_again
from tta_p2p.node.game import erasing
from tta_p2p.node.game.playing import Playing
from tta_p2p.node.game.rematch import Going
from tta_p2p.node.meeting.announcing import Sign, announced
from tta_p2p.node.meeting.antechamber import Antechamber
from tta_p2p.node.meeting.greeting import first_port, hello, port_again, rules_parts
from tta_p2p.node.meeting.joining import FIRST_PAUSE, ask_whether_begun, knock, why_not
from tta_p2p.node.meeting.lobby import (
    CLOSED,
    COME_IN,
    COMING_AGAIN,
    FRAMES_A_SECOND,
    HOST_GONE,
    UNDER_WAY,
    Agreed,
    Guest,
    Host,
    LobbyFailed,
)
from tta_p2p.node.meeting.lobby_words import OpenNonce, Room, read_conditions
from tta_p2p.node.meeting.room import BadRoom, HostedRoom, check_conditions, clean_name, make_entry, seat_name
from tta_p2p.node.outside import Outside
from tta_p2p.node.plans import Plan, Secrets, secrets_of
from tta_p2p.node.programs.keeping import programs_playing
from tta_p2p.node.resuming import Resumed
from tta_p2p.node.running import FAULTED, RunningNode
from tta_p2p.node.serving.desk import Desk
from tta_p2p.node.serving.said import failed, halted
from tta_p2p.node.serving.seat_server import Door
from tta_p2p.node.serving.tables import NotPossible
from tta_p2p.node.watching.streaming import serve_stream
from tta_p2p.node.whereabouts import announcement, places_of, tables_of, where_to_join, with_host_address
from tta_p2p.registry import UnknownGame
from tta_p2p.seats import messages as say
from tta_p2p.store import identity, marks
from tta_p2p.store.database import GameRow, StoreError

AGAIN = 10.0
"""Seconds after which a table that begins by itself tries again what could not be stored."""


class NodeFailed(Exception):
    """The node could not do what it was started for."""


@dataclass
class Node:
    """One node process at work."""

    plan: Plan
    home: Path
    passphrase: str | None = None
    report: Callable[[str], None] = print
    outside: Outside = field(default_factory=Outside)
    playing: Playing | None = None
    stopped: bool = False
    """Whether it was told to stop before its game was over."""
    _admitted: bool = False
    _sign: Sign | None = None
    _scope: trio.CancelScope = field(default_factory=trio.CancelScope)

    async def run(self) -> None:
        """Do what the plan says. Raises NodeFailed, CannotResume, StoreError, BadIdentity, UnsoundLibrary."""
        require_sound_library()
        self.store = self.outside.open_store(self.home)
        erasing.erase_leftovers(self.store, self.home)
        if self.plan.do == "resume":
            row, charter = resuming.charter_of(self.store, bytes.fromhex(self.plan.sid))
            self.key = resuming.own_key(charter, row.operator, self.home, self.passphrase)
        else:
            self.key = IdentityKey(identity.load_or_create(self.home, self.passphrase))
        path = running.socket_path(self.home, self.plan.id)
        table = (self.plan.table or self.plan.name) if self.plan.do == "host" else ""
        called = table or self.plan.table or self.plan.name
        game = self.plan.conditions.game if self.plan.conditions is not None else ""
        self.announced = RunningNode(self.plan.id, os.getpid(), str(path), called, game=game)
        self.antechamber = Antechamber(table, self.plan.address, self._known, self._lobby_act, self.outside.now)
        self.door = Door(self.antechamber.desk)
        self._lobby: Host | Guest | None = None
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    nursery.start_soon(self.door.serve_socket, self.outside.listen(path))
                    running.announce(self.home, self.announced)
                    self.report("ready")
                    try:
                        await self._run()
                    except (NetError, LobbyFailed) as error:
                        said = why_not(error)
                        self.antechamber.desk.tell_all(said)
                        self.antechamber.fail()
                        await trio.sleep(1.0)
                        raise NodeFailed(resuming.spoken(said.key, said.args, os.environ)) from error
                    except StoreError as error:
                        self.antechamber.desk.tell_all(halted("store", error.code))
                        await trio.sleep(1.0)
                        raise
                    finally:
                        nursery.cancel_scope.cancel()
        finally:
            running.withdraw(self.home, self.announced)
            self.outside.workers.close()
            self.store.close()

    async def stop(self) -> None:
        """Go: everything said is stored, so going at once is safe; the clients hear why."""
        if self.playing is not None:
            self.playing.tell_all(halted("stopped"))
        await trio.sleep(0.2)
        self.stopped = True
        self._scope.cancel()

    async def _run(self) -> None:
        plan = self.plan
        if plan.do == "resume":
            row, _ = resuming.charter_of(self.store, bytes.fromhex(plan.sid))
            secrets = msgspec.msgpack.decode(row.secrets, type=Secrets)
            where = (self.plan.listen, secrets.listen, self.plan.public or secrets.public)
            async with port_again(*where, secrets.port) as port:
                await self._play_on(row, secrets, port, resumed=True)
            return
        async with first_port(plan.listen, plan.public) as port:
            await self._play_on(*await self._meet(port), port)

    async def _meet(self, port: Port) -> tuple[GameRow, Secrets]:
        """Come together with others, and agree on a game."""
        self.tls = TlsKey.generate(self.outside.entropy)
        places = tuple(str(place) for place in port.told)
        agreed = await (self._host(port, places) if self.plan.do == "host" else self._join(places))
        return self._keep(agreed, port.number)

    async def _play_on(self, row: GameRow, secrets: Secrets, port: Port, *, resumed: bool = False) -> None:
        """Play, and then with whoever comes along, at the same table and port, as long as people want to."""
        following = await self._play(row, secrets, port, resumed=resumed)
        while following is not None:
            following = await self._play(*following, port, resumed=False)

    async def _meet_again(self, before: Playing, going: Going, port: Port) -> tuple[GameRow, Secrets]:
        """Come together for another game, while whoever was held up still finds the one that is over here."""
        self.playing = None
        secrets = msgspec.msgpack.decode(before.row.secrets, type=Secrets)
        self.plan = plan_again(self.plan, before.charter, before.row.operator, secrets, going.host, going.places)
        self._begin_anew(before.desk)
        return await self._meet(port)

    def _begin_anew(self, before: Desk) -> None:
        """Before the next game: who was here is in its lobby."""
        self._admitted, self._sign, self._lobby = False, None, None
        table = self.plan.table if self.plan.do == "host" else ""
        game = self.plan.conditions.game if self.plan.conditions is not None else ""
        left, socket = self.announced, self.announced.socket
        self.announced = RunningNode(self.plan.id, os.getpid(), socket, self.plan.table, game=game)
        running.rename(self.home, left, self.announced)
        self.antechamber = Antechamber(table, self.plan.address, self._known, self._lobby_act, self.outside.now)
        waiting = [(client, client.hello) for client in before.clients if client.greeted and client.hello is not None]
        self.door.hand_over(self.antechamber.desk)
        before.clients.clear()
        for client, said in waiting:
            self.antechamber.desk.asks(client, msgspec.structs.replace(said, seat=None, take_over=False))

    # The lobby.

    async def _host(self, port: Port, places: tuple[str, ...]) -> Agreed:
        """Open the table, and another game at a table once more where somebody was lost while all signed."""
        while True:
            try:
                return await self._open(port, places)
            except LobbyFailed as error:
                if self.plan.again is None:
                    raise
                self._say(failed("node.opened-again", *error.why[1:]))

    async def _open(self, port: Port, places: tuple[str, ...]) -> Agreed:
        """Open the table, and stay until all have signed. Raises NodeFailed, LobbyFailed."""
        plan, conditions, self.opened = self.plan, self.plan.conditions, self._fresh_nonce()
        assert conditions is not None
        words = Words(choose("", os.environ))
        bots = tuple(words("bot.called", n=i + 1) for i in range(len(conditions.bots)))
        own, table = clean_name(plan.name), plan.table or plan.name
        further = len(plan.programs) - (not plan.beside) if plan.programs else 0
        programs = (seat_name(f"{own[:40]} {i + 2}", program=True) for i in range(further))
        names = (seat_name(own, self.plan.program_first), *bots, *programs)
        try:
            check_conditions(conditions)
        except (BadRoom, UnknownGame, RuleError) as error:
            raise NodeFailed(f"nobody can play so: {error}") from error
        if len(names) > conditions.seats:
            raise NodeFailed(f"{len(names)} seats are taken here already, but the table has {conditions.seats}")
        me = make_entry(own, self.key.identity, self.tls.certificate, self.opened, names, places, self.outside.now())
        me = msgspec.structs.replace(me, unattended=plan.unattended)
        host = Host(HostedRoom(conditions, me, clean_name(table)), self.key, self.opened, self._watch)
        host.unable, host.storable, host.not_begun = (
            self._guest_cannot_store,
            self.store.check_writable,
            self._cannot_store,
        )
        host.heard = self.antechamber.talked
        host.start(plan.at_once or conditions.seats == len(names))
        self._lobby = host
        key = TlsKey.generate(self.outside.entropy)
        async with serve_lobby(
            host.serve,
            signer=self.key,
            hello=hello(conditions.game),
            key=key,
            entropy=self.outside.entropy,
            listen=port,
            parts=rules_parts(conditions.game),
            rate=FRAMES_A_SECOND,
        ):
            shown = self._shown(port)
            self.report(f"listening {shown}")
            self.antechamber.address(shown)
            told = (port, f"{len(names)}/{conditions.seats}", self.key.identity, self.announced.game, self.report)
            async with announcement(plan, *told) as self._sign:
                agreed = await host.run()
        return agreed

    def _shown(self, port: Port) -> str:
        """Where others find this node, as one tells it to them."""
        return str(replace(port.told[0], fingerprint=fingerprint(self.key.identity)))

    async def _join(self, places: tuple[str, ...]) -> Agreed:
        addresses = await where_to_join(self.plan)
        until = trio.current_time() + self.plan.knocking
        while True:
            try:
                agreed = await self._enter(addresses, places)
            except LobbyFailed as error:
                if error.why[0] in COME_IN:
                    until = trio.current_time() + self.plan.knocking
                rest = until - trio.current_time()
                if self.plan.again is None or error.why[0] not in COMING_AGAIN or rest <= 0:
                    raise
                if error.why[0] != UNDER_WAY:
                    self._knocks_again(error, rest)
                await trio.sleep(FIRST_PAUSE)
            else:
                return with_host_address(agreed, addresses)

    async def _enter(self, addresses: tuple[Address, ...], places: tuple[str, ...]) -> Agreed:
        """Knock, enter and stay until all have signed. Raises NetError, LobbyFailed, StoreError."""
        plan, self.opened = self.plan, self._fresh_nonce()
        async with knock(
            addresses,
            signer=self.key,
            hello=hello(),
            entropy=self.outside.entropy,
            parts=rules_parts(),
            patience=plan.knocking,
            tell=self._knocks_again,
        ) as host:
            guest = Guest(
                host.channel, self.key, plan.name, self.tls.certificate, self.opened, places, self._watch_as_guest
            )
            guest.storable, guest.not_begun = self.store.check_writable, self._host_cannot_store
            guest.heard = self.antechamber.talked
            guest.program, guest.clock = self.plan.program_first, self.outside.now()
            guest.unattended = self.plan.unattended
            self._lobby = guest
            try:
                return await guest.run()
            except LobbyFailed as error:
                if error.why == (UNDER_WAY,):
                    shown = replace(addresses[0], fingerprint=fingerprint(host.identity))
                    raise LobbyFailed(*error.why, str(shown)) from error
                if error.why != (HOST_GONE,) or not guest.signature:
                    raise
        return await ask_whether_begun(
            guest,
            tables_of(guest, addresses),
            signer=self.key,
            hello=hello(),
            entropy=self.outside.entropy,
            parts=rules_parts(),
            patience=plan.knocking,
            tell=self._knocks_again,
        )

    def _fresh_nonce(self) -> OpenNonce:
        """What is committed to on coming in: never twice, since others may know it from a table that did not begin."""
        return OpenNonce(self.outside.entropy(32), self.outside.entropy(32))

    def _knocks_again(self, error: NetError | LobbyFailed, rest: float) -> None:
        said = why_not(error, rest)
        self.report(f"waiting: {resuming.spoken(said.key, said.args, os.environ)}")
        self.antechamber.desk.tell_all(said)

    def _watch(self, room: Room, state: str) -> None:
        self.antechamber.watch(room, state)
        if self._sign is not None and self.plan.conditions is not None:
            taken = sum(len(party.seats) for party in room.parties)
            self._sign.show(f"{taken}/{self.plan.conditions.seats}")

    def _watch_as_guest(self, room: Room, state: str) -> None:
        self.antechamber.watch(room, state)
        mine = [party for party in room.parties if party.identity == self.key.identity]
        if mine and not self._admitted:
            self._admitted = True
            game = read_conditions(room.conditions).game
            self.announced = replace(self.announced, game=game, table=room.table or self.announced.table)
            running.announce(self.home, self.announced)
            self.report("joined")
        asked = state == "agreeing" and bool(mine) and not mine[0].agrees
        at_once = self.plan.at_once or (self.plan.again is not None and as_before(self.plan.again, room))
        if at_once and asked and isinstance(self._lobby, Guest):
            try:
                self._lobby.agree()
            except NotPossible as error:
                self.antechamber.desk.tell_all(error.failed)

    def _guest_cannot_store(self, name: str, why: str) -> None:
        self._say(failed("node.guest-store", name, why))

    def _say(self, said: say.Failed) -> None:
        """Say it to whoever has started this node, and to its clients."""
        self.report(f"not {resuming.spoken(said.key, said.args, os.environ)}")
        self.antechamber.desk.tell_all(said)

    def _host_cannot_store(self, why: str) -> None:
        self._say(failed("node.host-store", why))

    def _cannot_store(self, why: str) -> None:
        self._say(failed("node.own-store", why))
        if self.plan.at_once:
            self._nursery.start_soon(self._start_later)

    async def _start_later(self) -> None:
        """Nobody need be here to say start again at this table."""
        await trio.sleep(AGAIN)
        if isinstance(self._lobby, Host):
            self._lobby.start()

    def _lobby_act(self, request: say.Request) -> None:
        """Do what a client asks of the lobby. Raises NotPossible."""
        match request, self._lobby:
            case say.Start(), Host() as host:
                host.start()
                if host.room.closed is None and not host.room.agreed:
                    raise NotPossible("node.not-ready")
            case say.Ready(yes), Guest() as guest:
                guest.agree(yes)
            case say.Say(text), Host() | Guest() as here:
                here.talk(text)
            case say.Dismiss(name), Host() as host:
                host.send_away(name)
            case say.Leave(), _:
                self._nursery.start_soon(self._leave)
            case _:  # nobody is reached yet
                raise NotPossible("node.no-game-yet")

    async def _leave(self) -> None:
        """Give up the place in the lobby: nothing has been played, so nothing need be kept."""
        hosts = isinstance(self._lobby, Host)
        if isinstance(self._lobby, Host):
            self._lobby.dismiss(CLOSED)
        self.antechamber.desk.tell_all(failed("node.table-closed" if hosts else "node.left-table"))
        self.antechamber.fail()
        await trio.sleep(0.2)
        self.stopped = True
        self._scope.cancel()

    def _known(self, identity_key: bytes, name: str) -> say.Keyed:
        return people.known(self.store, self.key.identity, identity_key, name)

    # The game.

    def _keep(self, agreed: Agreed, port: int) -> tuple[GameRow, Secrets]:
        """Store the game before anything of it is said."""
        charter, now = agreed.charter.charter, self.outside.now()
        secrets = secrets_of(self.plan, agreed, self.announced.table, self.tls.seed, port)
        kept = msgspec.msgpack.encode(secrets)
        signed = agreed.charter.encode()
        row = GameRow(charter.sid, charter.game, now, now, agreed.operator, signed, "playing", kept)
        self.store.add_game(row)
        for number, operator in enumerate(charter.operators):
            if number != agreed.operator:
                self.store.meet(operator.identity, operator.name, now)
        return row, secrets

    async def _play(
        self, row: GameRow, secrets: Secrets, port: Port, *, resumed: bool
    ) -> tuple[GameRow, Secrets] | None:
        """Play this game, and agree on the next one if people want another."""
        charter = decode_charter(row.charter).charter
        with self.store.hold(row.sid):
            journal = resuming.journal_of(self.store, row)
            stale = resumed and row.under_way and not marks.is_newest(self.store, row.sid)
            if not stale:  # else it is the newest only when everybody has told what it lacks
                marks.renew(self.store, row.sid)
            members = [
                Member(operator.certificate, secrets.certificates[i], places_of(secrets.places[i]))
                for i, operator in enumerate(charter.operators)
            ]
            async with open_mesh(
                sid=row.sid,
                operator=row.operator,
                key=TlsKey(secrets.tls_seed),
                members=members,
                listen=port,
                entropy=self.outside.entropy,
            ) as mesh:
                following = await self._play_over(mesh, row, secrets, port, journal, resumed, stale)
            ended = self.store.game(row.sid)
            if ended is not None and not ended.under_way:
                marks.forget(self.store, row.sid)
        return following

    async def _play_over(
        self, mesh: Mesh, row: GameRow, secrets: Secrets, port: Port, journal: Resumed, resumed: bool, stale: bool
    ) -> tuple[GameRow, Secrets] | None:
        playing = self.playing = Playing(
            self.store,
            row,
            self.key,
            mesh,
            journal=journal.records,
            outside=self.outside,
            folder=self.home,
            bots=secrets.bots,
            programs=secrets.programs,
            unattended=secrets.unattended,
            seed=int.from_bytes(self.outside.entropy(4), "little"),
            resumed=resumed,
            stale=stale,
            linger=self.plan.linger,
            pace=self.plan.pace,
            places=tuple(str(place) for place in port.told),
            on_fault=self._has_failed,
        )
        if journal.said is not None:
            playing.proven.trouble = journal.said
            self.report(f"not {resuming.spoken(journal.said.key, journal.said.args, os.environ)}")
        self.announced = RunningNode(
            self.plan.id,
            os.getpid(),
            self.announced.socket,
            secrets.table or secrets.name,
            row.sid.hex(),
            "playing",
            game=row.game,
        )
        running.announce(self.home, self.announced)
        waiting = [(client, client.hello) for client in self.antechamber.desk.clients if client.greeted]
        self.door.hand_over(playing)
        for client, said in waiting:
            playing.asks(client, said)
        async with background(playing.run):
            async with contextlib.AsyncExitStack() as stack:
                await self._show(playing, port, stack)
                self.report(f"playing {row.sid.hex()}")
                async with programs_playing(playing, self.door, secrets.programs, self.plan.patience):
                    await playing.parted.wait()
            going = playing.rematch.going
            return None if going is None else await self._meet_again(playing, going, port)

    def _has_failed(self) -> None:
        """Let whoever looks at the running nodes know that this one plays no further."""
        self.announced = replace(self.announced, state=FAULTED)
        running.announce(self.home, self.announced)

    async def _show(self, playing: Playing, port: Port, stack: contextlib.AsyncExitStack) -> None:
        """Open the door for those who may watch; it tells in words who may not, and who comes too late."""
        await stack.enter_async_context(
            serve_stream(
                playing.stream,
                signer=self.key,
                hello=hello(playing.charter.game),
                entropy=self.outside.entropy,
                listen=port,
                parts=rules_parts(playing.charter.game),
            )
        )
        if playing.stream.allowed:
            shown = self._shown(port)
            self.report(f"shown {shown}")
            self.announced = replace(self.announced, watch=shown)
            running.announce(self.home, self.announced)
            if not self.plan.quiet:
                await stack.enter_async_context(background(lambda: self._announce(playing, port)))

    async def _announce(self, playing: Playing, port: Port) -> None:
        charter, sid = playing.charter, playing.row.sid.hex()
        nick = self.announced.table
        identity, places, plays = self.key.identity, self.plan.interfaces, charter.game
        seats, rules = str(len(charter.seats)), hello(charter.game).rules
        async with announced(nick, port, seats, rules, identity, sid[:16], places, self.report, plays, sid):
            await trio.sleep_forever()
