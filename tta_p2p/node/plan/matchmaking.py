"""Matchmaking: from a plan to a game that all have signed, and that is stored before anybody hears that it begins.

A guest stores what it signs before it signs it, too: killed in between, it asks the others when it is back.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import msgspec
import trio

from protocol.errors import ProtocolError
from protocol.signatures import IdentityKey
from tta_p2p.bots.base import UnknownLevel
from tta_p2p.bots.levels import check_level
from tta_p2p.games.contract import RuleError
from tta_p2p.i18n import Words, choose
from tta_p2p.net.addresses import ANYWHERE, Address, HostKind, fingerprint, parse_address
from tta_p2p.net.dialling import patience
from tta_p2p.net.errors import HandshakeRefused, ListenError, NetError
from tta_p2p.net.folder.doors import TableNote
from tta_p2p.net.interfaces import TOLD, for_invitations, has_link_local
from tta_p2p.net.invitations import write_places
from tta_p2p.net.lobby import serve_lobby
from tta_p2p.net.ports import Port
from tta_p2p.net.tasks import Hint, contain, start_play
from tta_p2p.net.tls import TlsKey
from tta_p2p.node.data_folder import people
from tta_p2p.node.lobby.announcements import TableSign
from tta_p2p.node.lobby.antechamber import Antechamber
from tta_p2p.node.lobby.attendance import watch_attendance
from tta_p2p.node.lobby.conditions import table_conditions
from tta_p2p.node.lobby.exchange import (
    CLOSED,
    COME_IN,
    COMING_AGAIN,
    FRAMES_A_SECOND,
    HOST_GONE,
    MOST_KEPT,
    NOT_SIGNED,
    RETURNING,
    SEAT_KEPT,
    UNDER_WAY,
    Agreement,
    LobbyFailed,
)
from tta_p2p.node.lobby.greeting import guests_parts, hello, table_parts
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.host import LobbyHost
from tta_p2p.node.lobby.knock import FIRST_PAUSE, LAST_KNOCK, ask_whether_begun, entry_refusal, knock
from tta_p2p.node.lobby.messages import Nonces, OpenNonce, Room, read_conditions, read_lobby, write_lobby
from tta_p2p.node.lobby.room import OWN_FAULT, BadRoom, HostRoom, check_conditions, clean_name, make_entry, seat_name
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.machine.tor import Tor
from tta_p2p.node.plan import resumption
from tta_p2p.node.plan.places import (
    announcement,
    in_folder,
    join_target,
    knocking,
    places_of,
    tables_of,
    with_host_address,
)
from tta_p2p.node.plan.plans import NodeFailed, PendingCharter, Plan, Secrets, secrets_of
from tta_p2p.node.plan.rematch_plan import KNOCKING, is_same_table, may_be_same_table
from tta_p2p.node.service.notices import error_reply, halt_reply
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.registry import UnknownGame
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import ChatRequest
from tta_p2p.store.database import DATABASE, GameRow, Store, StoreError

LONG = 5
"""How many times as long as a table that is not there yet a lobby is dialled again that this guest was in."""
ROUND = 20.0
"""Seconds for which such a lobby is dialled where it was, before it is looked for again."""
AGAIN = 10.0
"""Seconds after which a table that begins by itself tries again what could not be stored."""


class Matchmaking:
    """The way of one node to a game with others, as its plan says; clients see it as the `antechamber`."""

    def __init__(
        self,
        plan: Plan,
        store: Store,
        key: IdentityKey,
        environment: Environment,
        *,
        report: Callable[[str], None],
        entered: Callable[[str, str], None],
        left: Callable[[], None],
        hold: Callable[[bytes], None],
        nursery: Callable[[], trio.Nursery],
        tor: Tor,
    ) -> None:
        """``entered`` hears the game and the table when a guest is let in, ``left`` that the person here gives up;
        ``hold`` makes this the one process that plays a game, before it can be found in the store; ``nursery`` is
        where tasks run beside.
        """
        self.plan, self.store, self.key, self.environment = plan, store, key, environment
        self._report, self._entered, self._left, self._nursery = report, entered, left, nursery
        self._hold, self._tor = hold, tor
        own = (plan.table or plan.name) if plan.do == "host" else ""
        self.antechamber = Antechamber(own, plan.address, self._known, self._act, environment.now, self._begins)
        self.antechamber.folder = plan.folder
        self.table = plan.table or plan.name
        """What the table is called, as far as that is known."""
        self.lobby: LobbyHost | LobbyGuest | None = None
        self.given_up = False
        self._here = True
        """Whether somebody sits at this node, where a person plays."""
        self._told_here: dict[int, bool] = {}
        """What the present lobby was told of that."""
        self._admitted = False
        self._host_lost = False
        """Whether this guest was in the room of a host, and has lost it."""
        self._host_key: str | None = None
        """The fingerprint of the host that has let this guest in."""
        self._sign: TableSign | None = None
        self._folder_table = environment.entropy(8).hex() if plan.do == "host" and plan.folder else ""
        """The number of the own table in the folder of this node."""
        self._signed = b""
        """The game whose charter is signed here, as long as it is not known whether all have signed."""
        self._begun: tuple[GameRow, Secrets] | None = None

    async def meet(self, port: Port) -> tuple[GameRow, Secrets]:
        """Come together with others, and agree on a game; it is stored.

        Raises NetError, LobbyFailed, NodeFailed, StoreError.
        """
        self.tls = TlsKey.generate(self.environment.entropy)
        if not (self.plan.unattended or self.plan.program_first):
            start_play(self._nursery(), watch_attendance, self.antechamber.desk, self._attend)
        places = tuple(str(place) for place in port.told)
        if self.plan.do == "host":
            await self._host(port, places)
        else:
            if not self.plan.at_once:
                start_play(self._nursery(), self._until_abandoned)
            self._keep(await self._join(port, places), port)
        assert self._begun is not None
        return self._begun

    async def ask_again(self, signed: PendingCharter, port: Port) -> tuple[GameRow, Secrets]:
        """Begin the game that was signed before this node was started anew, as soon as somebody says that all have.

        Raises LobbyFailed, CannotResume, StoreError.
        """
        self.tls, self.table = TlsKey(signed.tls_seed), signed.table
        self._keep(await self._ask_again(signed), port)
        assert self._begun is not None
        return self._begun

    async def _ask_again(self, signed: PendingCharter) -> Agreement:
        guest = LobbyGuest(
            None,  # type: ignore[arg-type]  # there is none to its host any more
            self.key,
            signed.me,
            self.tls.certificate,
            self._fresh_nonce(),
            (),
            self._watch_as_guest,
        )
        try:
            room, nonces = read_lobby(signed.room), read_lobby(signed.nonces)
            assert isinstance(room, Room) and isinstance(nonces, Nonces)
            guest.sign_again(room, nonces)
        except (AssertionError, BadRoom, ProtocolError) as error:
            path = str(self.store.folder / DATABASE)
            raise resumption.CannotResume(halt_reply("damaged-game", path)) from error
        assert guest.visit.charter is not None
        self._signed, self.lobby, self._admitted = guest.visit.charter.sid, guest, True
        guest.heard = self.antechamber.show_talk
        self._watch_as_guest(room, "starting")
        self._report(f"asking {self._signed.hex()}")
        addresses = places_of(signed.places)
        return with_host_address(await self._whether_begun(guest, addresses, float("inf")), addresses)

    # As the host.

    async def _host(self, port: Port, places: tuple[str, ...]) -> None:
        """Open the table, and another game at a table once more where somebody was lost while all signed."""
        while True:
            try:
                return await self._open(port, places)
            except LobbyFailed as error:
                if self.plan.again is None:
                    raise
                self._say(error_reply("node.opened-again", *error.why[1:]))

    async def _open(self, port: Port, places: tuple[str, ...]) -> None:
        """Open the table, and stay until all have signed. Raises NodeFailed, LobbyFailed."""
        plan, conditions, opened = self.plan, self.plan.conditions, self._fresh_nonce()
        assert conditions is not None
        if not (port.endpoints or plan.folder):
            raise ListenError("this computer has no network address, not even its own").because("no-own-address")
        words = Words(choose("", os.environ))
        bots = tuple(words("bot.called", n=i + 1) for i in range(len(conditions.bots)))
        own, table = clean_name(plan.name), plan.table or plan.name
        further = len(plan.programs) - (not plan.beside) if plan.programs else 0
        programs = (seat_name(f"{own[:40]} {i + 2}", program=True) for i in range(further))
        names = (seat_name(own, self.plan.program_first), *bots, *programs)
        try:
            check_conditions(conditions)
            check_level(conditions.game, *filter(None, (plan.bot, *conditions.bots)))
        except (BadRoom, UnknownGame, UnknownLevel, RuleError) as error:
            raise NodeFailed(f"nobody can play so: {error}") from error
        conditions = table_conditions(conditions)
        if len(names) > conditions.seats:
            raise NodeFailed(f"{len(names)} seats are taken here already, but the table has {conditions.seats}")
        me = make_entry(own, self.key.identity, self.tls.certificate, opened, names, places, self.environment.now())
        me = msgspec.structs.replace(me, unattended=plan.unattended)
        host = LobbyHost(HostRoom(conditions, me, clean_name(table)), self.key, opened, self._watch)
        host.note_storage_failure, host.not_begun = self._guest_cannot_store, self._cannot_store
        host.storable = self.store.check_writable
        host.met = lambda identity: self.store.player(identity) is not None
        host.keep = lambda agreed: self._keep(agreed, port)
        host.begun, host.heard = partial(resumption.begun_charter, self.store), self.antechamber.show_talk
        if plan.again is not None:
            host.by_itself = partial(may_be_same_table, plan.again)
        host.start(plan.at_once or conditions.seats == len(names))
        self.lobby = host
        async with serve_lobby(
            host.serve,
            signer=self.key,
            hello=hello(conditions.game),
            key=TlsKey.generate(self.environment.entropy),
            entropy=self.environment.entropy,
            listen=port,
            parts=table_parts(conditions),
            rate=FRAMES_A_SECOND,
        ):
            shown = public_places(port, self.key)
            if plan.port and port.number != plan.port:
                self._say(error_reply("node.other-port", plan.port, shown))
            self._say_if_alone(port)
            self._report(f"listening {shown}")
            self.antechamber.address(shown, port.endpoints, announced=not plan.quiet)
            sign = self._sign = TableSign(f"{len(names)}/{conditions.seats}")
            told = (port, sign, self.key.identity, conditions.game, self._report)
            moving = port.on_move(lambda: self._has_moved(port, host))
            note = TableNote(clean_name(table), conditions.game, fingerprint(self.key.identity), self.environment.now())
            async with announcement(plan, *told, self._nursery()), moving, in_folder(self._folder_table, note, port):
                start_play(self._nursery(), host.free_seats)
                await host.run()

    def _has_moved(self, port: Port, host: LobbyHost) -> None:
        """Show the people here, and all who come, where the table is now that this computer has other addresses."""
        self.antechamber.address(public_places(port, self.key), port.endpoints, announced=not self.plan.quiet)
        host.move(tuple(str(place) for place in port.told))
        self._say_if_alone(port)

    def _say_if_alone(self, port: Port) -> None:
        """Say that nobody else can come, where the person has not chosen so."""
        chosen = (
            self.plan.folder
            or self.plan.public
            or parse_address(self.plan.listen or f"{ANYWHERE}:0", listening=True).host != ANYWHERE
        )
        if not chosen and not any(one.reach in TOLD for one in port.endpoints):
            self._say(error_reply("node.link-local-only" if has_link_local() else "node.no-network"))

    def _watch(self, room: Room, state: str) -> None:
        if isinstance(self.lobby, LobbyHost):
            self.antechamber.away = self.lobby.away
        self.antechamber.watch(room, state)
        if self._sign is not None and self.plan.conditions is not None:
            taken = sum(len(party.seats) for party in room.parties)
            self._sign.show(f"{taken}/{self.plan.conditions.seats}")

    def _guest_cannot_store(self, name: str, why: str) -> None:
        self._say(self.antechamber.note_storage_failure(name, why))

    def _cannot_store(self, why: str) -> None:
        self._say(error_reply("node.own-store", why))
        if self.plan.at_once or self.plan.again is not None:
            start_play(self._nursery(), self._start_later)

    async def _start_later(self) -> None:
        """Nobody need be here to say start again at this table."""
        await trio.sleep(AGAIN)
        if isinstance(self.lobby, LobbyHost):
            self.lobby.try_again()

    # As a guest.

    async def _join(self, port: Port, places: tuple[str, ...]) -> Agreement:
        """Join, and come back to a lobby that is lost. Raises NetError, LobbyFailed, StoreError."""
        if self.plan.folder and not self.plan.address:
            self._report(f"looking in {self.plan.folder}")
            self._waits(lambda _: error_reply("node.looks-in-folder", self.plan.folder), math.inf)
        addresses, plays = await join_target(self.plan)
        if all(place.kind is HostKind.ONION for place in addresses):
            await self._tor.ready()
        until, kept, told = trio.current_time() + knocking(self.plan.knocking, addresses), math.inf, ""
        last = math.inf  # the moment until which it comes back to a table that lets it in and never begins
        while True:
            entered = trio.current_time()
            try:
                agreed = await self._enter(addresses, plays, port, places, until)
            except NetError as error:
                if not self._host_lost or isinstance(error, HandshakeRefused):
                    raise
                if trio.current_time() >= until:
                    raise LobbyFailed(HOST_GONE, details=str(error)) from error
                await trio.sleep(FIRST_PAUSE)  # also where somebody else answers there now
                addresses = await self._look_again(addresses)
            except LobbyFailed as error:
                why, again, now = error.why[0], self.plan.again is not None, trio.current_time()
                if again and why in COME_IN:
                    until = last = now + KNOCKING if now > entered + KNOCKING else min(last, now + KNOCKING)
                if not again and why == HOST_GONE:
                    if now > entered + ROUND or (self._admitted and not self._host_lost):
                        until = now + LONG * self.plan.knocking
                    self._host_lost = True  # also before it has shown a seat: this computer may have slept meanwhile
                if why == SEAT_KEPT and self.plan.knocking:  # it waits for that seat too, however short it knocks
                    kept = min(kept, now + MOST_KEPT)
                    until = max(until, min(kept, now + float(str(error.why[2])) + AGAIN))
                back = COMING_AGAIN if again else RETURNING if self._host_lost else frozenset({SEAT_KEPT})
                if why not in back or now >= until:
                    raise
                self.lobby = None
                if why not in (UNDER_WAY, "same-key") and not why == told == SEAT_KEPT:
                    self._knocks_again(error, until - now)
                told = why
                await trio.sleep(FIRST_PAUSE if why != SEAT_KEPT else LAST_KNOCK)
            else:
                return with_host_address(agreed, addresses)

    async def _look_again(self, addresses: tuple[Address, ...]) -> tuple[Address, ...]:
        """Look where the host of a lobby that is lost may be now: its name may be announced with other addresses."""
        if self.plan.address or not (self.plan.table or self.plan.folder):
            return addresses
        with contain(Hint.DISCOVERY, self.plan.table):
            found, _ = await join_target(self.plan)
            return tuple(dict.fromkeys((*addresses, *found)))
        return addresses

    async def _enter(
        self, addresses: tuple[Address, ...], plays: str, port: Port, places: tuple[str, ...], until: float
    ) -> Agreement:
        """Knock, enter and stay until all have signed. Raises NetError, LobbyFailed, StoreError."""
        plan = self.plan
        rest = until - trio.current_time()
        round_ = max(patience(place, ROUND) for place in addresses)
        lost = min(round_, max(FIRST_PAUSE, rest))
        patient = lost if self._host_lost else max(knocking(plan.knocking, addresses), rest)
        if self._host_key is not None:  # whoever answers now must be the host that was there
            addresses = tuple(replace(place, fingerprint=self._host_key) for place in addresses)
        async with knock(
            addresses,
            signer=self.key,
            hello=hello(),
            entropy=self.environment.entropy,
            parts=guests_parts(plays),
            patience=patient,
            tell=lambda error, left: self._knocks_again(error, rest if self._host_lost else left),
        ) as host:
            self._host_key = fingerprint(host.identity)
            guest = LobbyGuest(
                host.channel,
                self.key,
                plan.name,
                self.tls.certificate,
                self._fresh_nonce(),
                places,
                self._watch_as_guest,
            )
            guest.storable, guest.not_begun = self.store.check_writable, self._host_cannot_store
            guest.keep = lambda: self._keep_signed(guest, addresses, port)
            guest.heard = self.antechamber.show_talk
            guest.program, guest.unattended, guest.clock = plan.program_first, plan.unattended, self.environment.now()
            self.lobby = guest
            try:
                with contain(Hint.HOST, host.fingerprint, LobbyFailed, StoreError) as stayed:
                    return await guest.run()
            except LobbyFailed as error:
                if error.why[0] == NOT_SIGNED:
                    self._forget_signed()
                if error.why == (UNDER_WAY,):
                    shown = replace(addresses[0], fingerprint=fingerprint(host.identity))
                    raise LobbyFailed(*error.why, str(shown)) from error
                if error.why != (HOST_GONE,) or not guest.signature:
                    raise
            else:
                if not guest.signature:
                    raise LobbyFailed(*OWN_FAULT, details=stayed.kind)
        return await self._whether_begun(guest, addresses, plan.knocking)

    @property
    def bound(self) -> bool:
        """Whether a game may have begun here, or may begin without this node: it has signed its charter."""
        return bool(self._signed or self._begun)

    async def _whether_begun(self, guest: LobbyGuest, addresses: tuple[Address, ...], patience: float) -> Agreement:
        """Ask all signers whether the game has begun. Raises LobbyFailed."""
        charter = guest.visit.charter
        assert charter is not None
        try:
            return await ask_whether_begun(
                guest,
                tables_of(guest, addresses),
                signer=self.key,
                hello=hello(),
                entropy=self.environment.entropy,
                parts=guests_parts(charter.game),
                patience=patience,
                tell=self._asks_again,
            )
        except LobbyFailed as error:
            if error.why[0] == NOT_SIGNED:
                self._forget_signed()
            elif error.why[0] == HOST_GONE and self.plan.again is None:
                raise LobbyFailed("may-have-begun") from error
            raise

    def _keep_signed(self, guest: LobbyGuest, addresses: tuple[Address, ...], port: Port) -> None:
        """Store what is about to be signed: from then on the game may begin without this node. Raises StoreError."""
        visit, nonces = guest.visit, guest.nonces
        assert visit.charter is not None and visit.room is not None and nonces is not None
        names = tuple(name for party in visit.room.parties for name in party.seats)
        mine = next(party.name for party in visit.room.parties if party.identity == self.key.identity)
        kept = PendingCharter(
            self.plan,
            self.key.identity,
            write_lobby(visit.room),
            write_lobby(nonces),
            self.tls.seed,
            self.table,
            port.number,
            tuple(str(place.place) for place in addresses),
            self.plan.id,
            visit.charter.game,
            mine,
            names,
        )
        self._forget_signed()  # its host has let this guest in once more: that game has not begun
        self._hold(visit.charter.sid)
        self.store.add_signed(visit.charter.sid, self.environment.now(), msgspec.msgpack.encode(kept))
        self._signed = visit.charter.sid

    def _forget_signed(self) -> None:
        if self._signed:
            self.store.forget_signed(self._signed)
            self._signed = b""

    def _watch_as_guest(self, room: Room, state: str) -> None:
        if isinstance(self.lobby, LobbyGuest):
            self.antechamber.away = self.lobby.away
        self.antechamber.watch(room, state)
        mine = [party for party in room.parties if party.identity == self.key.identity]
        if mine and not self._admitted:
            self._admitted = True
            self.table = room.table or self.table
            self._entered(read_conditions(room.conditions).game, self.table)
            self._report("joined")
        if mine:
            self._say_attendance(self.lobby)
        asked = state == "agreeing" and bool(mine) and not mine[0].agrees
        at_once = self.plan.at_once or (self.plan.again is not None and is_same_table(self.plan.again, room))
        if at_once and asked and isinstance(self.lobby, LobbyGuest):
            try:
                self.lobby.agree()
            except NotPossible as error:
                self.antechamber.desk.tell_all(error.failed)

    def _attend(self, here: bool) -> None:
        """Somebody has come to a terminal of this node, or the last one was closed; the game tells its own."""
        if self._begun is not None:
            return
        self._here = here
        self._say_attendance(self.lobby)

    def _say_attendance(self, lobby: LobbyHost | LobbyGuest | None) -> None:
        """Tell a lobby, once each, when nobody sits here and when somebody does again."""
        if lobby is not None and self._told_here.get(id(lobby), True) != self._here:
            self._told_here = {id(lobby): self._here}
            lobby.attend(self._here)

    def _host_cannot_store(self, why: str) -> None:
        self._say(error_reply("node.host-store", why))

    def _knocks_again(self, error: NetError | LobbyFailed, rest: float) -> None:
        self._waits(partial(entry_refusal, error), rest)

    def _asks_again(self, error: LobbyFailed, rest: float) -> None:
        """It has signed, and whether all have is asked for so long."""
        limited = rest != float("inf")
        self._waits(
            partial(entry_refusal, error) if limited else lambda _: error_reply("node.asks-whether-begun"), rest
        )

    def _waits(self, words: Callable[[float], say.ErrorReply], rest: float) -> None:
        said = self.antechamber.wait_for(words, rest)
        self._report(f"waiting: {resumption.text_for(said.key, said.args, os.environ)}")
        self.antechamber.desk.tell_all(said)

    # Both.

    def _fresh_nonce(self) -> OpenNonce:
        """Draw the value committed to on entry: never twice, since others may know it from a table that did not
        begin.
        """
        return OpenNonce(self.environment.entropy(32), self.environment.entropy(32))

    def tell_of_tor(self, said: say.ErrorReply) -> None:
        """Tell whoever has started this node, and its clients, how its Tor stands; and those who come later."""
        self.antechamber.tor = said
        self._report(f"waiting: {resumption.text_for(said.key, said.args, os.environ)}")
        self.antechamber.desk.tell_all(said)

    def _say(self, said: say.ErrorReply) -> None:
        """Say it to whoever has started this node, and to its clients."""
        self._report(f"not {resumption.text_for(said.key, said.args, os.environ)}")
        self.antechamber.desk.tell_all(said)

    def _act(self, request: say.Request) -> None:
        """Do what a client asks of the lobby. Raises NotPossible."""
        match request, self.lobby:
            case say.StartRequest(), LobbyHost() as host:
                host.start()
                if host.room.closed is None and not host.room.agreed:
                    self.antechamber.desk.greet_again()
                    raise NotPossible("node.not-ready")
            case say.ReadyRequest(yes), LobbyGuest() as guest:
                guest.agree(yes)
            case ChatRequest(text), LobbyHost() | LobbyGuest() as here:
                here.talk(text)
            case say.DismissRequest(name), LobbyHost() as host:
                host.send_away(name)
            case say.LeaveRequest(), _:
                start_play(self._nursery(), self._leave)
            case _:  # nobody is reached yet
                raise NotPossible("node.no-game-yet")

    def _begins(self) -> bool:
        """Whether the game begins without another word of the host once all are here and agree."""
        return isinstance(self.lobby, LobbyHost) and self.lobby.begins

    async def _leave(self) -> None:
        """Give up the place in the lobby: nothing has been played, so nothing need be kept."""
        hosts = isinstance(self.lobby, LobbyHost)
        if isinstance(self.lobby, LobbyHost):
            self.lobby.dismiss(CLOSED)
        self._forget_signed()
        self.antechamber.fail(error_reply("node.table-closed" if hosts else "node.left-table"))
        await trio.sleep(0.2)
        self._left()

    async def _until_abandoned(self) -> None:
        """Give up the place of a guest who has gone without agreeing and does not come back: nobody else could take it.

        A guest that was started without a window may come at any time.
        """
        gone, desk = trio.current_time(), self.antechamber.desk
        while not (self.bound or self.given_up):
            if not desk.has_had_clients or desk.clients or self._agrees:
                gone = trio.current_time()
            elif trio.current_time() >= gone + self.plan.kept:
                self._report("left: nobody has come back")
                await self._leave()
                return
            await trio.sleep(min(1.0, self.plan.kept / 4))

    @property
    def _agrees(self) -> bool:
        """Whether this guest agrees to what is proposed."""
        room = self.lobby.visit.room if isinstance(self.lobby, LobbyGuest) else None
        return room is not None and any(one.agrees for one in room.parties if one.identity == self.key.identity)

    def _known(self, identity_key: bytes, name: str) -> say.TextRef:
        return people.acquaintance(self.store, self.key.identity, identity_key, name)

    def _keep(self, agreed: Agreement, port: Port) -> None:
        """Store the game before anything of it is said. Raises StoreError."""
        charter, now = agreed.charter.charter, self.environment.now()
        secrets = secrets_of(self.plan, agreed, self.table, self.tls.seed, port.number, self._folder_table)
        kept = msgspec.msgpack.encode(secrets)
        signed = agreed.charter.encode()
        row = GameRow(charter.sid, charter.game, now, now, agreed.operator, signed, "playing", kept)
        self._hold(row.sid)
        self.store.add_game(row)
        for number, operator in enumerate(charter.operators):
            if number != agreed.operator:
                self.store.meet(operator.identity, operator.name, now)
        self._begun = row, secrets


def public_places(port: Port, key: IdentityKey) -> str:
    """Give this node's public places, as one node tells them to others; empty without any."""
    key_text = fingerprint(key.identity)
    return write_places([replace(one, fingerprint=key_text) for one in for_invitations(port.endpoints)])
