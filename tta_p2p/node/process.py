"""The node process: from a plan (host, join, resume) through the lobby to a game played to its end.

It is started detached from any terminal. Its clients come and go over a Unix socket; it ends when the game has ended
and the others have fetched it, or when nobody needs it any more.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec
import trio

from protocol.charter import decode_charter
from protocol.library import require_sound_library
from protocol.signatures import IdentityKey
from tta_p2p.i18n import Words, choose
from tta_p2p.net.beacons import BeaconKeys, BeaconSetup
from tta_p2p.net.errors import NetError
from tta_p2p.net.folder.boxes import BoxKeys
from tta_p2p.net.folder.doors import SharedFolder
from tta_p2p.net.folder.post import PostSetup
from tta_p2p.net.members import Member, Timing
from tta_p2p.net.mesh import Mesh, open_mesh
from tta_p2p.net.ports import ONION_DEADLINE, Port
from tta_p2p.net.router.answers import RouterAnswer
from tta_p2p.net.router.lease import RouterLease
from tta_p2p.net.routes import Routes, routes, use
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, contain, start_hint, start_play
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.data_folder.own_ports import keep_port, read_ports
from tta_p2p.node.data_folder.soundness import repair_text
from tta_p2p.node.game import erasure as erasing
from tta_p2p.node.game.context import GameSetup
from tta_p2p.node.game.faults import halt_of
from tta_p2p.node.game.hints import read_hints
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.game.roles import NextTable, OutageTeller, Successor
from tta_p2p.node.lobby.announcements import TableSign, announce_table
from tta_p2p.node.lobby.exchange import LobbyFailed
from tta_p2p.node.lobby.greeting import hello_of, parts_of, port_again
from tta_p2p.node.lobby.knock import entry_refusal
from tta_p2p.node.machine import endings, roster
from tta_p2p.node.machine.endings import NodeEnd
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.machine.roster import FAULTED, RunningNode
from tta_p2p.node.machine.tor import Tor, TorState
from tta_p2p.node.plan import resumption
from tta_p2p.node.plan.matchmaking import Matchmaking, public_places
from tta_p2p.node.plan.places import in_folder, places_of
from tta_p2p.node.plan.plans import NodeFailed, PendingCharter, Plan, Secrets, wants_tor, with_folder, with_routes
from tta_p2p.node.plan.rematch_plan import make_rematch_plan
from tta_p2p.node.plan.resumption import CannotResume, ResumptionJournal
from tta_p2p.node.programs.program import ProgramCommand
from tta_p2p.node.programs.supervisor import supervise_programs
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.notices import error_reply, halt_reply, router_text, tor_reply
from tta_p2p.node.service.seat_server import Door
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.node.spectators.stream import serve_stream
from tta_p2p.seats import messages as say
from tta_p2p.store import identity, marks, moved_programs
from tta_p2p.store.database import GameInUse, GameRow, StoreError, rematch_of
from tta_p2p.store.identity import BadIdentity


@dataclass
class Node:
    """One node process at work."""

    plan: Plan
    home: Path
    passphrase: str | None = None
    report: Callable[[str], None] = print
    environment: Environment = field(default_factory=Environment)
    game: GameLoop | None = None
    stopped: bool = False
    """Whether it was told to stop before its game was over."""
    _scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    _held: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)
    _end_said: tuple[str, tuple[say.TextArgument, ...]] | None = None
    """Why this node ends, as its clients were told: a key with arguments."""
    _router: say.TextRef | None = None
    """What the router answered that was asked to open the port."""
    _holds: bytes = b""
    """The game of which no other process here can say anything meanwhile."""

    async def run(self) -> None:
        """Do what the plan says. Raises NodeFailed, CannotResume, StoreError, BadIdentity, UnsoundLibrary.

        GameInUse where another process plays the game: then this one has taken nothing and tells nobody of itself.
        """
        require_sound_library()
        self.store = self.environment.open_store(self.home)
        if self.store.repair is not None:
            for line in repair_text(self.store.repair, Words(choose("", os.environ))):
                self.report(f"not {line}")
        try:
            with self._held:
                await self._run_alone()
        except GameInUse:  # the end of this process is none of that game's node
            raise
        except Exception as error:
            self._note_end(error)
            raise
        finally:
            self.environment.workers.close()
            self.environment.thinkers.close()
            self.store.close()

    async def _run_alone(self) -> None:
        """Take what other processes might take, the lock of the game first, and let it go again."""
        sid = bytes.fromhex(self.plan.sid) if self.plan.do == "resume" else b""
        if sid:
            self._hold(sid)
        elif self.plan.again is not None and self.plan.again.before:
            self._hold(rematch_of(bytes.fromhex(self.plan.again.before)))
        erasing.erase_leftovers(self.store, self.home)
        signed = resumption.pending_charter_of(self.store, sid)
        self.key = self._own_key(sid, signed)
        if signed is not None:
            wanted, self.plan = self.plan, signed.plan
            where = (wanted.listen or self.plan.listen, wanted.public or self.plan.public)
            self.plan = msgspec.structs.replace(
                self.plan, listen=where[0], public=where[1], linger=wanted.linger, sought=wanted.sought
            )
        kept = self._kept(sid) if sid and signed is None else None
        self.plan = with_folder(with_routes(self.plan, kept, self.environment.entropy), kept)
        self.tor = Tor(self.home / "tor", self.environment.entropy, self.plan.onion_key)
        path = roster.free_socket(self.home, self.plan.id)
        game = self.plan.conditions.game if self.plan.conditions is not None else ""
        called = self.plan.table or self.plan.name
        self.announced = RunningNode(self.plan.id, os.getpid(), str(path), called, game=game, before=self._before())
        self.matchmaking = self._new_matchmaking()
        self.door = Door(self.matchmaking.antechamber.desk)
        try:
            with self._scope, use(Routes(self.tor, self.plan.hidden, self._folder())):
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    start_play(nursery, self.door.serve_socket, self.environment.listen(path))
                    roster.announce(self.home, self.announced)
                    self.report("ready")
                    try:
                        await self._run(signed)
                    except (NetError, LobbyFailed) as error:
                        said = entry_refusal(error)
                        self._end_said = said.key, tuple(said.args)
                        self.matchmaking.antechamber.fail(said)
                        await trio.sleep(1.0)
                        raise NodeFailed(resumption.text_for(said.key, said.args, os.environ)) from error
                    except (CannotResume, NodeFailed) as error:
                        if self._end_said is None and self.matchmaking.antechamber.desk.clients:
                            self._tell_clients(error)
                            await trio.sleep(1.0)
                        raise
                    except StoreError as error:
                        if self.game is None and self.plan.do != "resume" and not self.matchmaking.bound:
                            self.matchmaking.antechamber.fail(error_reply("node.nothing-begun", error.code))
                        else:
                            self._tell_clients(error)
                        await trio.sleep(1.0)
                        raise
                    except Exception as error:
                        self._tell_clients(error)
                        await trio.sleep(1.0)
                        raise
                    finally:
                        nursery.cancel_scope.cancel()
        finally:
            roster.withdraw(self.home, self.announced)

    def _tell_clients(self, error: Exception) -> None:
        """Tell the clients of the lobby, or of a game that is taken up, why this node ends; those of a game know it."""
        if self.game is None:
            self.matchmaking.antechamber.desk.tell_all(_reason(error))

    def _note_end(self, error: Exception) -> None:
        """Keep why this node ends for the list of games, and for whoever starts it again."""
        announced = getattr(self, "announced", None)
        sid = self.plan.sid or (announced.sid if announced is not None else "")
        why = self._end_said
        if why is None:
            halt = _reason(error)
            why = f"halted.{halt.key}", tuple(halt.args)
        key, args = why
        if not sid and announced is None:  # nobody has heard of this node yet but whoever has started it
            return
        clients = set() if announced is None else self.matchmaking.antechamber.desk.clients
        if not sid and any(not client.gone for client in clients):  # they have read it, and nothing is left of it
            return
        lobby = ("", "") if sid or announced is None else (announced.table, announced.game)
        endings.note(self.home, sid or self.plan.id, NodeEnd(key, list(args), self.environment.now(), *lobby))

    def _own_key(self, sid: bytes, signed: PendingCharter | None) -> IdentityKey:
        """The key with which the game was begun that is taken up again, or the one here. Raises CannotResume."""
        if signed is not None:
            return resumption.own_key(signed.identity, self.home, self.passphrase)
        if sid:
            row, charter = resumption.charter_of(self.store, sid)
            return resumption.own_key(charter.operators[row.operator].identity, self.home, self.passphrase)
        return IdentityKey(identity.load_or_create(self.home, self.passphrase))

    def _kept(self, sid: bytes) -> Secrets:
        """Read what is kept of a game that is taken up again. Raises CannotResume, StoreError."""
        row, _ = resumption.charter_of(self.store, sid)
        kept: Secrets = msgspec.msgpack.decode(row.secrets, type=Secrets)
        return kept

    def _hold(self, sid: bytes) -> None:
        """Be the one process that plays this game, until it plays another or ends. Raises GameInUse."""
        if sid != self._holds:
            self._held.close()
            self._holds = b""
            self._held.enter_context(self.store.hold(sid))
            self._holds = sid

    async def stop(self) -> None:
        """Go: everything said is stored, so going at once is safe; the clients hear why."""
        if self.game is not None:
            self.game.tell_all(halt_reply("stopped"))
            if not self.game.table.session.over:
                self.game.context.part(OutageTeller).tell("stopped")
                sid = self.game.context.sid.hex()
                endings.note(self.home, sid, NodeEnd("halted.stopped", [], self.environment.now()))
        await trio.sleep(0.2)
        self.stopped = True
        self._scope.cancel()

    async def _run(self, signed: PendingCharter | None) -> None:
        plan, onion = self.plan, self.plan.onion_key
        start_hint(self._nursery, Hint.TOR, "tor", self.tor.keep, again=True)
        start_hint(self._nursery, Hint.TOR, "tor", self._tell_of_tor, again=True)
        if signed is not None:
            where = plan.listen, signed.plan.listen, plan.public
            async with port_again(*where, (signed.port,), onion) as port, self._open_outside(port):
                self._use_tor(port)
                row, secrets = await self.matchmaking.ask_again(signed, port)
                await self._play_on(row, secrets, port, resumed=True)
            return
        if plan.do == "resume":
            row, _ = resumption.charter_of(self.store, bytes.fromhex(plan.sid))
            secrets = msgspec.msgpack.decode(row.secrets, type=Secrets)
            where = (plan.listen, secrets.listen, plan.public or secrets.public)
            near = bool(secrets.interfaces)
            async with port_again(*where, (secrets.port,), onion) as port, self._open_outside(port, near=near):
                self._use_tor(port)
                await self._play_on(row, secrets, port, resumed=True)
            return
        own = (*([plan.port] if plan.port else ()), *(read_ports(self.home) if not plan.listen else ()))
        async with port_again(plan.listen, "", plan.public, own, onion) as port, self._open_outside(port):
            if not plan.listen:
                keep_port(self.home, port.number)
            self._use_tor(port)
            row, secrets = await self.matchmaking.meet(port)
            await self._play_on(row, secrets, port)

    @contextlib.asynccontextmanager
    async def _open_outside(self, port: Port, *, near: bool = False) -> AsyncIterator[None]:
        """Have the router keep this port open while the body runs, unless the game is for one network alone."""
        if not self.plan.router or self.plan.hidden or near or self.plan.interfaces or not port.is_open_to_all:
            yield
            return

        def hear(answer: RouterAnswer) -> None:
            port.open_outside(answer.addresses)
            self._router = router_text(answer)
            self.matchmaking.antechamber.tell_router(self._router)

        lease = RouterLease(port.number, self.environment.entropy, hear, find=self.environment.gateways)
        async with background() as nursery:
            start_hint(nursery, Hint.ROUTER, "the router", lease.keep, again=True)
            yield

    def _use_tor(self, port: Port) -> None:
        """Let Tor connect, and lead to this port, where the plan has anything to do with it."""
        if wants_tor(self.plan):
            self.tor.want(port.number)

    async def _tell_of_tor(self) -> None:
        """Tell the people of the lobby how Tor stands, and whoever looks for a fault; a game tells its own."""
        while True:
            await self.tor.changed.wait()
            news = self.tor.news
            self.report(f"tor {news.state} {news.details}".rstrip())
            if self.game is None and news.state is not TorState.UNUSED:
                self.matchmaking.tell_of_tor(tor_reply(news.state, news.progress))

    def _folder(self) -> SharedFolder | None:
        """The folder by way of which it meets others, if it has one."""
        plan, environment = self.plan, self.environment
        return (
            SharedFolder(Path(plan.folder), environment.aside, environment.entropy, plan.look) if plan.folder else None
        )

    def _post(self, row: GameRow, secrets: Secrets) -> PostSetup | None:
        """The means to play through that folder."""
        folder = routes().folder
        if folder is None:
            return None
        keys = BoxKeys(row.sid, row.operator, secrets.tls_seed, secrets.certificates)
        return PostSetup(folder.path, keys, self.environment.now, folder.aside, folder.look)

    def _new_matchmaking(self) -> Matchmaking:
        return Matchmaking(
            self.plan,
            self.store,
            self.key,
            self.environment,
            report=self.report,
            entered=self._has_entered,
            left=self._has_left,
            hold=self._hold,
            nursery=lambda: self._nursery,
            tor=self.tor,
        )

    def _before(self) -> str:
        """The id of the game that was played before at the table that comes together here."""
        return self.plan.again.before if self.plan.again is not None else ""

    def _has_entered(self, game: str, table: str) -> None:
        """This guest knows now what is played at which table."""
        self.announced = replace(self.announced, game=game, table=table)
        roster.announce(self.home, self.announced)

    def _has_left(self) -> None:
        self.stopped = True
        self._scope.cancel()

    async def _play_on(self, row: GameRow, secrets: Secrets, port: Port, *, resumed: bool = False) -> None:
        """Play, and then with whoever comes along, at the same table and port, as long as people want to."""
        following = await self._play(row, secrets, port, resumed=resumed)
        while following is not None:
            following = await self._play(*following, port, resumed=False)

    async def _go_on(self, playing: GameLoop, port: Port) -> tuple[GameRow, Secrets] | None:
        """Go on to another game, if people want one: where somebody opens the table, or elsewhere if that fails.

        Whatever fails at it is told to every client here. Raises NetError, LobbyFailed, NodeFailed, StoreError.
        """
        successor, plan, announced = playing.context.part(Successor), self.plan, self.announced
        while True:
            await playing.parted.wait()
            if (next_table := successor.next_table) is None:
                return None
            before, said = self.matchmaking, error_reply("node.rematch-failed")
            host = playing.charter.operators[next_table.host].name
            with contain(Hint.REMATCH, host, NetError, LobbyFailed, NodeFailed, StoreError):
                try:
                    return await self._meet_again(playing, next_table, port)
                except (NetError, LobbyFailed) as error:
                    said = error_reply("node.rematch-missed", *entry_refusal(error).args)
                    if self._is_last(before, playing, next_table):
                        raise
            if self._is_last(before, playing, next_table):
                self._end_said = said.key, tuple(said.args)
                playing.tell_all(said)
                self.matchmaking.antechamber.fail(said)
                await trio.sleep(1.0)
                raise NodeFailed(resumption.text_for(said.key, said.args, os.environ))
            self._come_back(playing, next_table.host, said, plan, announced)

    def _is_last(self, before: Matchmaking, playing: GameLoop, next_table: NextTable) -> bool:
        """Whether this node goes nowhere else: the table was its own, or a game may have begun there."""
        bound = self.matchmaking is not before and self.matchmaking.bound
        return bound or next_table.host == playing.context.operator

    def _come_back(
        self, playing: GameLoop, host: int, said: say.ErrorReply, plan: Plan, announced: RunningNode
    ) -> None:
        """Come back with all clients to the game that is over, and tell them why. Raises GameInUse."""
        self.report(f"not {resumption.text_for(said.key, said.args, os.environ)}")
        self.matchmaking.given_up = True
        waiting = [
            (client, client.hello) for client in self.door.clients if client.greeted and client.hello is not None
        ]
        self._hold(playing.context.sid)
        with contain(Hint.REMATCH, "the list of running nodes"):
            roster.rename(self.home, self.announced, announced)
        self.plan, self.announced, self.game = plan, announced, playing
        playing.tell_all(said)  # which its desk keeps for those who are greeted
        self.door.hand_over(playing)
        for client, hello in waiting:
            playing.receive(client, msgspec.structs.replace(hello, seat=None, take_over=False))
        playing.come_back(host)

    async def _meet_again(self, before: GameLoop, next_table: NextTable, port: Port) -> tuple[GameRow, Secrets]:
        """Come together for another game, while whoever was held up still finds the one that is over here."""
        self.game = None
        secrets = msgspec.msgpack.decode(before.context.row.secrets, type=Secrets)
        self.plan = make_rematch_plan(
            self.plan, before.charter, before.context.operator, secrets, next_table.host, next_table.places
        )
        self._begin_anew(before.desk)
        self.matchmaking.antechamber.tell_router(self._router)
        return await self.matchmaking.meet(port)

    def _begin_anew(self, before: Desk) -> None:
        """Begin the lobby of the next game with the clients of the last one."""
        game = self.plan.conditions.game if self.plan.conditions is not None else ""
        left, socket = self.announced, self.announced.socket
        before_it = self._before()
        self.announced = RunningNode(self.plan.id, os.getpid(), socket, self.plan.table, game=game, before=before_it)
        roster.rename(self.home, left, self.announced)
        self.matchmaking = self._new_matchmaking()
        waiting = [(client, client.hello) for client in before.clients if client.greeted and client.hello is not None]
        self.door.hand_over(self.matchmaking.antechamber.desk)
        for client, said in waiting:
            self.matchmaking.antechamber.desk.receive(client, msgspec.structs.replace(said, seat=None, take_over=False))

    # The game.

    async def _play(
        self, row: GameRow, secrets: Secrets, port: Port, *, resumed: bool
    ) -> tuple[GameRow, Secrets] | None:
        """Play this game, and agree on the next one if people want another."""
        charter = decode_charter(row.charter).charter
        try:
            read_hints(self.plan.sought, [one.identity for one in charter.operators], row.operator)
        except NotPossible as error:
            raise NodeFailed(resumption.text_for(error.failed.key, error.failed.args, os.environ)) from error
        self._hold(row.sid)
        journal = resumption.journal_of(self.store, row)
        stale = marks.begin(self.store, row.sid, resumed and row.under_way)
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
            entropy=self.environment.entropy,
            timing=Timing(handshake=ONION_DEADLINE) if self.tor.wanted else None,
            post=self._post(row, secrets),
        ) as mesh:
            following = await self._play_over(mesh, row, secrets, port, journal, resumed, stale)
        ended = self.store.game(row.sid)
        if ended is not None and not ended.under_way:
            marks.forget(self.store, row.sid)
        return following

    async def _play_over(
        self,
        mesh: Mesh,
        row: GameRow,
        secrets: Secrets,
        port: Port,
        journal: ResumptionJournal,
        resumed: bool,
        stale: bool,
    ) -> tuple[GameRow, Secrets] | None:
        playing = self.game = GameLoop(
            GameSetup(
                self.store,
                row,
                self.key,
                mesh,
                environment=self.environment,
                folder=self.home,
                bots=secrets.bots,
                seed=int.from_bytes(self.environment.entropy(4), "little"),
                journal=journal.records,
                programs=secrets.programs,
                unattended=secrets.unattended,
                resumed=resumed,
                stale=stale,
                linger=self.plan.linger,
                pace=self.plan.pace,
                grid=self.plan.grid,
                beacons=self._beacons(row, secrets, port),
                sought=self.plan.sought,
                on_fault=self._has_failed,
                tor=self.tor,
            )
        )
        if journal.said is not None:
            playing.proven.trouble = journal.said
            self.report(f"not {resumption.text_for(journal.said.key, journal.said.args, os.environ)}")
        self.announced = RunningNode(
            self.plan.id,
            os.getpid(),
            self.announced.socket,
            secrets.table or secrets.name,
            row.sid.hex(),
            "playing",
            game=row.game,
        )
        roster.announce(self.home, self.announced)
        endings.forget(self.home, row.sid.hex())
        waiting = [(client, client.hello) for client in self.matchmaking.antechamber.desk.clients if client.greeted]
        self.door.hand_over(playing)
        for client, said in waiting:
            playing.receive(client, said)
        async with background(playing.run):
            async with contextlib.AsyncExitStack() as stack:
                await self._show(playing, port, stack)
                await stack.enter_async_context(in_folder(secrets.folder_table, None, port))  # for who lacks the start
                self.report(f"playing {row.sid.hex()}")
                programs = self._allowed_programs(secrets)
                async with supervise_programs(playing, self.door, programs, self.plan.patience):
                    await playing.parted.wait()
            return await self._go_on(playing, port)

    def _allowed_programs(self, secrets: Secrets) -> dict[int, ProgramCommand]:
        """Give the programs of a game that may run: of those in a folder that was moved in, the ones allowed since."""
        if self.plan.do != "resume" and self.plan.again is None:  # this person has just named them
            return secrets.programs
        named = {seat: (one.words, one.folder) for seat, one in secrets.programs.items()}
        left_out = moved_programs.forbidden(self.home, named.values())
        return {seat: one for seat, one in secrets.programs.items() if named[seat] not in left_out}

    def _beacons(self, row: GameRow, secrets: Secrets, port: Port) -> BeaconSetup | None:
        """Give the beacons by which this game announces itself to its members, where the person wants that."""
        if self.plan.quiet or secrets.quiet:
            return None
        keys = BeaconKeys(row.sid, row.operator, secrets.tls_seed, secrets.certificates)
        hosts = tuple(place.host for place in port.addresses)
        return BeaconSetup(keys, port.number, hosts, self.plan.interfaces or secrets.interfaces)

    def _has_failed(self) -> None:
        """Let whoever looks at the running nodes know that this one plays no further."""
        self.announced = replace(self.announced, state=FAULTED)
        roster.announce(self.home, self.announced)

    async def _show(self, playing: GameLoop, port: Port, stack: contextlib.AsyncExitStack) -> None:
        """Open the door for spectators; refuse in words those who may not watch or come too late."""
        await stack.enter_async_context(
            serve_stream(
                playing.context.stream,
                signer=self.key,
                hello=hello_of(playing.charter),
                entropy=self.environment.entropy,
                listen=port,
                parts=parts_of(playing.charter),
            )
        )
        if playing.context.stream.allowed:
            shown = public_places(port, self.key)
            self.report(f"shown {shown}")
            self.announced = replace(self.announced, watch=shown)
            roster.announce(self.home, self.announced)
            await stack.enter_async_context(port.on_move(lambda: self._has_moved(port)))
            if not self.plan.quiet:
                nursery = await stack.enter_async_context(background())
                start_hint(nursery, Hint.ANNOUNCEMENT, shown, self._announce, playing, port, again=True)

    def _has_moved(self, port: Port) -> None:
        """Show whoever looks at the running nodes where this one can be watched now."""
        self.announced = replace(self.announced, watch=public_places(port, self.key))
        roster.announce(self.home, self.announced)

    async def _announce(self, playing: GameLoop, port: Port) -> None:
        charter, sid = playing.charter, playing.context.sid.hex()
        nick = self.announced.table
        identity, places, plays = self.key.identity, self.plan.interfaces, charter.game
        seats = str(len(charter.seats))
        async with announce_table(
            nick, port, TableSign(seats), charter.rules, identity, sid[:16], places, self.report, plays, sid
        ):
            await trio.sleep_forever()


def _reason(error: Exception) -> say.HaltReply:
    """Say why a node ends."""
    if isinstance(error, CannotResume):
        return error.said
    if isinstance(error, NodeFailed | BadIdentity):
        return halt_reply("failed", str(error))
    return halt_of(error)
