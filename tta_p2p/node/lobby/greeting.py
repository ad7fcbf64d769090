"""A node's greeting to newcomers, and the port at which it greets: the first time, and again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from protocol.charter import Charter
from protocol.messages import Hello
from protocol.versions import SPOKEN
from tta_p2p import __version__
from tta_p2p.games.game import Game
from tta_p2p.net.addresses import Address, parse_address
from tta_p2p.net.control import Parts
from tta_p2p.net.errors import ListenError
from tta_p2p.net.hello import ANY_RULES
from tta_p2p.net.onions import ONION_PORT, OnionKey
from tta_p2p.net.ports import Port, open_port
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.registry import BrokenGame, bundled_games, load_rules
from tta_p2p.table import binding

PRODUCT = f"tta-p2p {__version__}"


def hello(game: str = "") -> Hello:
    """Give this program's hello before anything is proved: product, protocol, and the rules of its table's game.

    A guest does not know that game yet.
    """
    return Hello(PRODUCT, SPOKEN, binding.charter_rules(load_rules(game).played_by({})) if game else ANY_RULES)


def hello_of(charter: Charter) -> Hello:
    """Give a node's hello beside a game under way: the rules are those of its charter, even of an earlier release."""
    return Hello(PRODUCT, SPOKEN, charter.rules)


def parts_of(charter: Charter) -> Parts:
    """Give the parts of the rules of a game under way; none for rules of an earlier release.

    Guests name the parts of today's rules, and read from the charter whether they have others.
    """
    rules = load_rules(charter.game)
    for one in (rules.played_by({}), rules):
        if charter.rules == binding.charter_rules(one):
            return _parts_of([one])
    return ()


def table_parts(conditions: Conditions) -> Parts:
    """Give the digests of the rules that a table is played by, those too that only such a table has."""
    return _parts_of([load_rules(conditions.game).played_by(conditions.options)])


def rules_parts(*games: str) -> Parts:
    """Give the digests of the rules of these games (or all that come with it), by which tables are compared."""
    found = []
    for game in games or bundled_games():
        with suppress(BrokenGame):  # a game that does not load keeps nobody from the others
            found.append(load_rules(game).played_by({}))
    return _parts_of(found)


def _parts_of(games: Iterable[Game[Any, Any]]) -> Parts:
    parts = {f"{game.name} {name}": part for game in games for name, part in binding.rules_parts(game).items()}
    return tuple((name, hashlib.blake2b(part, digest_size=4).digest()) for name, part in sorted(parts.items()))


def guests_parts(plays: str) -> Parts:
    """The parts that a guest names: of the game that is played there, as far as it has heard, else of all it may be.

    What it has heard is only a hint: hosts compare what both name, and the charter binds all to the same rules.
    """
    return rules_parts(*([plays] if plays in bundled_games() else ()))


@asynccontextmanager
async def port_again(
    wanted: str, before: str, public: str, numbers: Sequence[int], onion: OnionKey | None = None
) -> AsyncIterator[Port]:
    """The port of a node, from texts as people write them: where it is wanted now, else where its game was ``before``.

    ``numbers`` are those that the game had, or earlier nodes: the first that is free is taken again, if no other is
    asked for. Raises BadAddress, and ListenError where somebody has the one that is asked for.
    """
    listen = _listening(wanted or before)
    asked = listen.port if wanted or before else 0
    again = [listen.port] if wanted and listen.port else list(numbers)
    ways = [*(replace(listen, port=number) for number in again), *([listen] if not asked or not again else [])]
    async with AsyncExitStack() as stack:
        yield await _open_first(stack, [_open_port(way, public, onion) for way in ways])


async def _open_first(stack: AsyncExitStack, ways: Sequence[AbstractAsyncContextManager[Port]]) -> Port:
    """Open the first port of several that is free. Raises ListenError where not even the last is."""
    *others, last = ways
    for way in others:
        with suppress(ListenError):
            return await stack.enter_async_context(way)
    return await stack.enter_async_context(last)


def _open_port(listen: Address, public: str, onion: OnionKey | None) -> AbstractAsyncContextManager[Port]:
    told = None if onion is None else Address(onion.name, ONION_PORT)
    return open_port([listen], public=_public(public), onion=told)


def _listening(text: str) -> Address:
    return parse_address(text or "*:0", listening=True)


def _public(text: str) -> tuple[Address, ...]:
    return (parse_address(text).place,) if text else ()
