"""A locked identity key: its passphrase, from whoever sits at the terminal."""

from __future__ import annotations

import os
import sys

import typer

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.output.speech import ask_hidden, text_of

TRIES = 3


def unlock() -> None:
    """Ask for the passphrase of a locked key where somebody can type it, and keep it for this command and its node.

    Elsewhere whoever uses the key says that TTA_PASSPHRASE must be set. Raises CommandFailed.
    """
    from tta_p2p.store import identity
    from tta_p2p.store.home import home

    folder = home()
    identity.check_here(folder)  # the node would say so in its own way
    if os.environ.get("TTA_PASSPHRASE") or not sys.stdin.isatty() or not (folder / identity.KEY_FILE).exists():
        return
    try:
        identity.load(folder)
    except identity.NeedsPassphrase:
        pass
    else:
        return
    for _ in range(TRIES):
        typed = ask_hidden(text_of("told.passphrase"))
        try:
            identity.load(folder, typed)
        except identity.BadIdentity:
            typer.echo(text_of("told.passphrase-wrong"), err=True)
        else:
            os.environ["TTA_PASSPHRASE"] = typed
            return
    raise CommandFailed(text_of("told.key-locked"))
