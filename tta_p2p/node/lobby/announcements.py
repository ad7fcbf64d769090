"""Tables on the local network: announcing one's own, finding those of others, open ones and those one can watch."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace

import trio

from tta_p2p.net import interfaces as own
from tta_p2p.net.addresses import parse_address
from tta_p2p.net.discovery import open_discovery
from tta_p2p.net.errors import BadAddress, NoMulticast, Unreachable
from tta_p2p.net.invitations import MAX_INVITATION, parse_places, read_invitation, read_places, write_places
from tta_p2p.net.links import Reach
from tta_p2p.net.notices import Notice, notice_of
from tta_p2p.net.notices import TableFound as TableFound
from tta_p2p.net.ports import Port
from tta_p2p.net.scopes import background
from tta_p2p.net.tasks import Hint, start_hint
from tta_p2p.registry import title

SEARCH = 30.0
"""Seconds for which a named table is looked for."""

SETTLE = 1.0
"""Seconds in which, after the first, other nodes of the same game (and other games) are heard of."""

LONGEST_MESSAGE = MAX_INVITATION
"""Letters of a message in which an invitation is looked for."""


AGAIN = 1.0
"""Seconds at least between two announcements of one table, however often people sit down and get up."""


SELDOM = 60.0
"""Seconds at most between two attempts to announce a table where one has failed."""


class TableSign:
    """The sign at the door of a table: the number of its seats, and of those taken."""

    def __init__(self, seats: str) -> None:
        self.seats = seats
        self.changed = trio.Event()

    def show(self, seats: str) -> None:
        """Announce this from now on."""
        if seats != self.seats:
            self.seats = seats
            self.changed.set()


@contextlib.asynccontextmanager
async def announce_table(
    table: str,
    port: Port,
    sign: TableSign,
    rules: bytes,
    identity: bytes,
    inst: str,
    interfaces: Sequence[str],
    report: Callable[[str], None],
    plays: str,
    game: str = "",
) -> AsyncIterator[None]:
    """Announce a table while the body runs; without multicast it can still be reached by its address.

    ``sign``: what it shows is announced, also while the table is not heard of yet. ``plays``: the name of the
    game that is played there. ``game``: the id of the game that can be watched there, in hex; empty while players
    are waited for.
    """
    async with contextlib.AsyncExitStack() as stack:
        notice = notice_of(
            identity, port.number, inst, nick=table, seats=sign.seats, rules=rules, game=game[:16], plays=plays
        )
        hosts = [place.host for place in port.addresses]
        discovery = await stack.enter_async_context(open_discovery(interfaces, patient=True))
        stands = True
        try:
            await discovery.announce(notice, hosts)
        except NoMulticast as error:  # a busy machine, perhaps, or a network that is just coming up
            report(f"not announced: {error}")
            stands = False

        async def tell() -> None:
            pause = 0 if stands else AGAIN
            while pause:
                await trio.sleep(pause)
                pause = min(2 * pause, SELDOM)
                with contextlib.suppress(NoMulticast):
                    await discovery.announce(replace(notice, seats=sign.seats), hosts)
                    report("announced now")
                    pause = 0
            while True:
                await sign.changed.wait()
                sign.changed = trio.Event()
                with contextlib.suppress(NoMulticast):  # it is announced; only the number is old
                    await discovery.announce(replace(notice, seats=sign.seats))
                await trio.sleep(AGAIN)

        try:
            async with background() as nursery:
                start_hint(nursery, Hint.ANNOUNCEMENT, table, tell, again=True)
                yield
        finally:
            with trio.move_on_after(3.0, shield=True):
                await discovery.withdraw(notice)


@contextlib.asynccontextmanager
async def announce_beside(
    announcement: Callable[[], contextlib.AbstractAsyncContextManager[None]],
    nursery: trio.Nursery,
) -> AsyncIterator[None]:
    """Announce beside the body and what follows it: to be heard of takes a second, and to say goodbye half of one.

    ``announcement`` begins one, and another where it fails; ``nursery``: where that goes on. Where the body fails, the
    goodbye is waited for: the same name may be announced again at once, and would be taken down by it.
    """
    over, down = trio.Event(), trio.Event()

    async def stand() -> None:
        nonlocal down
        if down.is_set():  # what stood before has failed
            down = trio.Event()
        try:
            if not over.is_set():
                async with announcement():
                    await over.wait()
        finally:
            down.set()

    start_hint(nursery, Hint.ANNOUNCEMENT, "the announcement of this table", stand, again=True)
    try:
        yield
    except BaseException:
        over.set()
        with trio.CancelScope(shield=True):
            await down.wait()
        raise
    over.set()


async def find_table(table: str, interfaces: Sequence[str], seconds: float = SEARCH) -> TableFound:
    """The table of this name; of any name if it is empty. Raises NetError where there is none."""
    with trio.move_on_after(seconds):
        async with open_discovery(interfaces) as discovery:
            async for event in discovery.events:
                if isinstance(event, TableFound) and not event.notice.game and matches_table(event.notice, table):
                    return event
    wanted = f"the table {table!r}" if table else "any table"
    why = ("not-found", table) if table else ("none-found",)
    raise Unreachable(
        f"{wanted} was not found on this network; join with the address its host sees (HOST:PORT#KEY)"
    ).because(*why)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that one can join, as it is announced: its name, host's key, game, how many seats, and where it is."""

    name: str
    fingerprint: str
    plays: str
    seats: str
    address: str


def why_no_address(text: str, *, listening: bool = False) -> BadAddress | None:
    """Give the reason why a person's text is no address (``listening``: to listen at); None if it is one."""
    try:
        parse_address(text, listening=listening)
    except BadAddress as error:
        return error
    return None


def why_nowhere(text: str) -> BadAddress | None:
    """Give the reason why a person's text names no place; None if it does."""
    try:
        read_places(text)
    except BadAddress as error:
        return error
    return None


class BadPlace(Exception):
    """A typed or pasted text names no place; ``why`` is a key that says so with its arguments."""

    def __init__(self, text: str, why: tuple[str, ...]) -> None:
        super().__init__(text)
        self.why = why


def place_in(message: str) -> str:
    """Find the place in a typed or pasted text: an address, or the invitation in a message. Raises NotAPlace."""
    try:
        return write_places(read_invitation(message))
    except BadAddress as error:
        raise BadPlace(str(error), error.why) from error


def split_addresses(where: str) -> tuple[str, ...]:
    """Each address of what `write_places` gives, with its key, as every release takes it; none of any other text."""
    try:
        return tuple(map(str, parse_places(where)))
    except BadAddress:
        return ()


def join_address(found: TableFound) -> str:
    """All places of a table that was found, as `tta join` and `tta watch` take them."""
    return write_places(found.addresses)


def network_of(host: str) -> tuple[Reach, str]:
    """By which of this computer's networks somebody is there, as far as an address shows it: see `reach_of`."""
    return own.reach_of(host, own.interfaces())


async def open_tables(table: str, interfaces: Sequence[str], seconds: float) -> list[OpenTable]:
    """The tables that one can join: those of this name as soon as there are any, or all; one for each host.

    Raises NoMulticast.
    """
    found: dict[str, TableFound] = {}
    with trio.move_on_after(seconds) as search:
        async with open_discovery(interfaces) as discovery:
            async for event in discovery.events:
                if not isinstance(event, TableFound):
                    found.pop(event.name, None)
                elif not event.notice.game and matches_table(event.notice, table):
                    found[event.notice.name] = event
                    if table:
                        search.deadline = min(search.deadline, trio.current_time() + SETTLE)
    hosts = {one.notice.fingerprint: one for _, one in sorted(found.items())}
    find_tables = (
        OpenTable(one.notice.nick, key, one.notice.plays, one.notice.seats, join_address(one))
        for key, one in hosts.items()
    )
    return sorted(find_tables, key=lambda one: (one.name, one.fingerprint))


async def find_game(table: str, interfaces: Sequence[str], seconds: float = SEARCH) -> list[TableFound]:
    """The nodes that show a game: of this table, or with an id that begins so, or the only game there is.

    Raises NetError where there is none, or more than one fits.
    """
    found: dict[str, TableFound] = {}
    with trio.move_on_after(seconds) as search:
        async with open_discovery(interfaces) as discovery:
            async for event in discovery.events:
                if not isinstance(event, TableFound):
                    found.pop(event.name, None)
                elif event.notice.game and matches_table(event.notice, table):
                    found[event.notice.name] = event
                    search.deadline = min(search.deadline, trio.current_time() + SETTLE)
    games = {one.notice.game: f"{title(one.notice.plays)}, {one.notice.nick}" for one in found.values()}
    if not games:
        wanted = f"no game of a table {table!r}" if table else "no game"
        raise Unreachable(
            f"{wanted} that can be watched was found on this network; its players can tell where"
            " (tta watch HOST:PORT#KEY)"
        ).because(*(("no-game-of", table) if table else ("no-game",)))
    if len(games) > 1:
        listed = "; ".join(f"{game[:8]} ({what})" for game, what in sorted(games.items()))
        raise Unreachable(f"several games can be watched; say which: {listed}").because("several-games", listed)
    return sorted(found.values(), key=lambda one: one.notice.name)


def matches_table(notice: Notice, table: str) -> bool:
    """Say whether this is the table of that name, whose letters may be large or small, of that key, or of that game."""
    named = table.casefold() == notice.nick.casefold()  # people say names aloud
    return named or table in ("", notice.fingerprint) or (len(table) >= 4 and notice.game.startswith(table))


async def find_tables(interfaces: Sequence[str], seconds: float) -> list[TableFound]:
    """All tables that are announced within so many seconds. Raises NoMulticast."""
    found: dict[str, TableFound] = {}
    with trio.move_on_after(seconds):
        async with open_discovery(interfaces) as discovery:
            async for event in discovery.events:
                if isinstance(event, TableFound):
                    found[event.notice.name] = event
                else:
                    found.pop(event.name, None)
    return sorted(found.values(), key=lambda one: (one.notice.nick, one.notice.name))


def group_by_claim(found: Sequence[TableFound]) -> list[list[TableFound]]:
    """Put the nodes together that announce the same game in the same words, each key once; open tables stand alone.

    Anybody can announce the id of another's game: so no notice hides that of another key.
    """
    groups: dict[tuple[str, ...], dict[str, TableFound]] = {}
    for one in found:
        notice = one.notice
        alike = (notice.game, notice.nick, notice.plays, notice.seats) if notice.game else (notice.name,)
        groups.setdefault(alike, {}).setdefault(notice.fingerprint, one)
    return [list(nodes.values()) for nodes in groups.values()]
