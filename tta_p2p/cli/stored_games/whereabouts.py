"""Checking before a game is taken up again that its other members can be where a person says that they are."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.node.data_folder.stored_games import StoredGame, open_for_listing
from tta_p2p.node.plan.resumption import check_hints
from tta_p2p.node.service.tables import NotPossible
from tta_p2p.store.home import home


def check_members(row: StoredGame, places: Sequence[str]) -> None:
    """Raise CommandFailed where nobody else of a stored game can be at one of these places: of another's key."""
    if not places:
        return
    store = open_for_listing(home())
    try:
        check_hints(store, bytes.fromhex(row.sid), places)
    except NotPossible as error:
        why = words().line(error.failed.key, error.failed.args)
        raise CommandFailed(text_of("told.member-at", why=why), USAGE) from error
    finally:
        store.close()
