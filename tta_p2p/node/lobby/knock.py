"""Knocking at the door of a table until somebody opens, or says why not.

A host that is not there yet, or has no room at its door, is asked again for a while; a host that refuses is not.
A guest that has signed and lost its host asks all other signers whether the game has begun.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import trio

from protocol.messages import Hello
from protocol.signatures import Signer
from tta_p2p.i18n import Words
from tta_p2p.net.addresses import Address
from tta_p2p.net.control import Parts
from tta_p2p.net.errors import NetError
from tta_p2p.net.lobby import Peer, dial_lobby
from tta_p2p.net.tasks import Hint, contain
from tta_p2p.net.tls import Entropy
from tta_p2p.node.lobby.exchange import FRAMES_OF_A_HOST, HOST_GONE, NOT_SIGNED, Agreement, LobbyFailed
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.service.notices import error_reply, kind_of
from tta_p2p.seats import messages as say
from tta_p2p.store.database import StoreError

FIRST_PAUSE, LAST_PAUSE = 0.5, 5.0
"""Seconds from one knock to the next, doubling."""
LAST_KNOCK = 1.0
"""Seconds that the last knock has at most; a tenth of what little patience there is."""
QUESTION = 60.0
"""Seconds for which one of those who have signed is asked, before the next; the silent are asked again after them."""
PASSING = frozenset({"unreachable", "unknown-host", "hung-up", "silent", "crowded"})
"""Why somebody is not let in now and perhaps in a moment."""
PLAYED = ("engine", "order")
"""The parts of the rules that say how a game is played; what is on its cards and boards are the others."""


SAME = "-same"
"""Marks the words for rules that differ though both programs are called the same."""


def entry_refusal(error: NetError | LobbyFailed, rest: float | None = None) -> say.ErrorReply:
    """Give the reason why a table is not entered, as clients are told; ``rest``: the seconds left to try."""
    said = error.why if error.why and Words().optional(f"join.{error.why[0]}") else ("other", kind_of(error))
    if (what := str(said[0]).removesuffix(SAME)) in ("rules", "parts"):
        said = _apart(what, *map(str, said[1:]))
    key = "node.not-joined" if rest is None else "node.knocks-again"
    return error_reply(key, said[0], 0 if rest is None else round(rest), *said[1:])


def _apart(why: str, *args: str) -> tuple[str, ...]:
    """The rules differ: whether versions tell them apart at all, which game it is, and in what it differs.

    ``args``: the program there and the one here, and the parts that differ, a game and a name each (`rules_parts`).
    """
    programs, same = args[:2], SAME if args[0:1] == args[1:2] else ""
    if why != "parts" or len(args) < 3:
        return f"rules{same}", *programs
    parts = [part.partition(" ") for part in args[2].removesuffix(" …").split(", ")]
    kinds = {"played" if name in PLAYED else "data" for _, _, name in parts}
    return f"parts{same}", *programs, parts[0][0], kinds.pop() if len(kinds) == 1 else "both"


@asynccontextmanager
async def knock(
    places: Sequence[Address],
    *,
    signer: Signer,
    hello: Hello,
    entropy: Entropy,
    parts: Parts,
    patience: float,
    tell: Callable[[NetError, float], None],
) -> AsyncIterator[Peer]:
    """Enter the lobby that is at one of these addresses, as soon as it is there.

    ``patience``: seconds for which that is tried; none: once, for as long as a slow way takes.
    ``tell`` hears what has gone wrong so far, once for each reason, and how many seconds are left. Raises NetError.
    """
    until, pause, told = trio.current_time() + patience, FIRST_PAUSE, ""
    last = min(LAST_KNOCK, patience / 10)
    async with AsyncExitStack() as stack:
        guest: Peer | None = None
        while guest is None:
            rest = until - trio.current_time() if patience else math.inf
            try:
                guest = await stack.enter_async_context(
                    dial_lobby(
                        places,
                        signer=signer,
                        hello=hello,
                        entropy=entropy,
                        parts=parts,
                        rate=FRAMES_OF_A_HOST,
                        patience=rest,
                    )
                )
            except NetError as error:
                rest = until - trio.current_time()
                if not error.why or error.why[0] not in PASSING or rest <= last:
                    raise
                if error.why[0] != told:
                    told = error.why[0]
                    tell(error, rest)
                await trio.sleep(min(pause, rest - last))
                pause = min(2 * pause, LAST_PAUSE)
        yield guest


async def ask_whether_begun(
    guest: LobbyGuest,
    tables: Sequence[Sequence[Address]],
    *,
    signer: Signer,
    hello: Hello,
    entropy: Entropy,
    parts: Parts,
    patience: float,
    tell: Callable[[LobbyFailed, float], None],
) -> Agreement:
    """Ask for the others' agreement with this guest, which has signed and lost its channel before it heard of it.

    Its host may have begun the game, and be gone itself; so each of those who have signed is asked in turn, the host,
    at the first of ``tables``, before the others. ``patience``: seconds for which that is tried; ``tell`` hears that
    it is. Raises LobbyFailed.
    """
    lost, pause, until = LobbyFailed(HOST_GONE), FIRST_PAUSE, trio.current_time() + patience
    tell(lost, patience)
    while True:
        for number, places in enumerate(tables):
            try:
                with (
                    trio.move_on_after(QUESTION),
                    contain(Hint.HOST, str(places[0]), NetError, LobbyFailed, StoreError),
                ):
                    async with dial_lobby(places, signer=signer, hello=hello, entropy=entropy, parts=parts) as peer:
                        return await guest.ask_again(peer.channel)
            except NetError:
                continue
            except LobbyFailed as error:
                if number == 0 and error.why[0] == NOT_SIGNED:  # whoever else says so may only want this one to go
                    raise
        rest = until - trio.current_time()
        if rest <= 0:
            raise lost
        await trio.sleep(min(pause, rest))
        pause = min(2 * pause, LAST_PAUSE)
