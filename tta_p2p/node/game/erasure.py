"""Forgetting the secrets of a game when nothing needs them any more: whoever steals the machine later opens no card.

With an open audit they stay until they are published. What a crash leaves is erased by the next node that starts here.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from protocol.charter import decode_charter
from protocol.errors import ProtocolError
from protocol.transcript import SecretRecord
from protocol.wire import encode
from tta_p2p.node.game.context import GameContext
from tta_p2p.node.game.keys_file import are_published, keys_file
from tta_p2p.node.service.notices import error_reply
from tta_p2p.store import files
from tta_p2p.store.database import GameRow, Store, StoreError

SECRET = encode(SecretRecord("x", b"")).partition(b"\xa1x")[0]
"""How every stored secret of a game begins."""
CALLED_OFF = ("called-off", "forfeited")


def erase(store: Store, row: GameRow) -> None:
    """Erase from the files what a game that has ended needs no more. Raises StoreError.

    It can be taken up again to hand over its end, and keeps what it reaches the others with.
    """
    store.erase(row.sid, SECRET)
    store.scrub()


def erase_leftovers(store: Store, folder: Path) -> None:
    """Erase, at the start of a node, the files that a crash kept others from erasing; the next start does the rest."""
    with contextlib.suppress(StoreError):
        for row in store.games():
            if row.sound and not row.under_way and not _must_be_published(row, folder):
                store.erase(row.sid, SECRET)
        store.scrub()
        if not any(row.under_way for row in store.games()):  # nobody needs damaged files any more
            files.forget_damaged(folder)


def _must_be_published(row: GameRow, folder: Path) -> bool:
    if row.status in CALLED_OFF:
        return False
    try:
        charter = decode_charter(row.charter).charter
    except ProtocolError:  # of another version, whose program knows
        return True
    own = charter.seats_of(row.operator)
    return charter.audit == "open" and not are_published(keys_file(folder, row.sid), own)


async def forget_secrets(context: GameContext) -> None:
    """The game has ended for this node: erase its secrets from the files, and drop them from memory.

    Where the files cannot be written anew the person is told; the next node that starts here tries again.
    """
    context.erased = True
    try:
        await context.environment.aside(erase, context.store, context.row)
    except StoreError as error:
        context.tell_all(error_reply("node.not-erased", error.code))
    context.table.session.forget_secrets()
