"""What a node says of itself to whoever comes, and the port at which it does: the first time, and again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace

from protocol.messages import Hello
from protocol.versions import SPOKEN
from tta_p2p import __version__
from tta_p2p.net.addresses import Address, parse_address
from tta_p2p.net.control import Parts
from tta_p2p.net.errors import CannotListen
from tta_p2p.net.ports import Port, open_port
from tta_p2p.registry import find, shipped
from tta_p2p.table import binding

PRODUCT = f"tta-p2p {__version__}"


def hello() -> Hello:
    """What this program says before anything is proved: product, protocol, and the rules of all games it comes with.

    Games that are installed beside it are compared when a charter is signed: not everybody has the same.
    """
    rules = hashlib.blake2b(b"".join(binding.rules_digest(find(game)) for game in shipped()), digest_size=32)
    return Hello(PRODUCT, SPOKEN, rules.digest())


def rules_parts() -> Parts:
    """What the rules of these games consist of: so that who is refused hears which table differs."""
    parts = {f"{game} {name}": digest for game in shipped() for name, digest in find(game).rules().items()}
    return tuple((name, hashlib.blake2b(digest, digest_size=4).digest()) for name, digest in sorted(parts.items()))


def first_port(listen: str, public: str) -> AbstractAsyncContextManager[Port]:
    """The port of a node that begins, from texts as people write them. Raises BadAddress, CannotListen."""
    return open_port([_listening(listen)], public=_public(public))


@asynccontextmanager
async def port_again(wanted: str, before: str, public: str, number: int) -> AsyncIterator[Port]:
    """The port of a game that is taken up again: where it is wanted now, else where it was ``before``.

    ``number`` is the one that it had: it has it again if it is free and no other is asked for. Raises BadAddress, and
    CannotListen where somebody has the one that is asked for.
    """
    listen = _listening(wanted or before)
    asked = listen.port if wanted or before else 0
    async with AsyncExitStack() as stack:
        try:
            again = replace(listen, port=listen.port if wanted and listen.port else number)
            port = await stack.enter_async_context(open_port([again], public=_public(public)))
        except CannotListen:
            if asked:
                raise
            port = await stack.enter_async_context(open_port([listen], public=_public(public)))
        yield port


def _listening(text: str) -> Address:
    return parse_address(text or "*:0", listening=True)


def _public(text: str) -> tuple[Address, ...]:
    return (parse_address(text).place,) if text else ()
