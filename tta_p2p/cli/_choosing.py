"""Which of the tables that are announced is meant: the one of a name, or whichever a person at the terminal picks."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

import trio
import typer

from tta_p2p.cli._printing import column, with_hint
from tta_p2p.cli._saying import confirmed, said, titled
from tta_p2p.cli.errors import USAGE, CommandFailed, spoken
from tta_p2p.node.meeting.announcing import OpenTable, open_tables, why_no_address
from tta_p2p.ui.plain import whole

AN_ADDRESS = re.compile(r":|#[a-z2-7]{26}$|^[0-9]+(?:\.[0-9]+){3}$")
"""What an address has in it that no name of a table has, also one whose port was forgotten."""
LOOK = 3.0
"""Seconds for which tables are looked for when none is named."""
SEARCH = 30.0
"""Seconds for which a named table is looked for: its host may be about to open it."""


def choose_table(wanted: str, interfaces: Sequence[str], patience: float = SEARCH) -> str:
    """The address that was given, or the fingerprint of the table that is meant. Raises CommandFailed, NoMulticast.

    A table that is named is looked for no longer than `patience` seconds, but as long as any table is looked for.
    """
    if AN_ADDRESS.search(wanted):
        if why := why_no_address(wanted):
            raise CommandFailed(spoken(why), USAGE)
        return wanted
    seconds = max(LOOK, min(SEARCH, patience)) if wanted else LOOK
    looks = said("told.looking-for", table=wanted, seconds=round(seconds)) if wanted else said("told.looking")
    typer.echo(looks, err=True)
    found = trio.run(open_tables, wanted, tuple(interfaces), seconds)
    if not found:
        raise CommandFailed(said("told.no-table-named", table=wanted) if wanted else said("told.no-table"))
    if len(found) == 1 and wanted:
        return found[0].fingerprint
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        each = (said("told.table-at", name=one.name, game=titled(one.plays), address=one.address) for one in found)
        listed = said("log.and").join(each)
        raise CommandFailed(said("told.tables-which", tables=listed), USAGE)
    return _ask(found).fingerprint


def _ask(found: Sequence[OpenTable]) -> OpenTable:
    if len(found) == 1:
        only = found[0]
        game = titled(only.plays)
        typer.echo(said("told.table-key", key=only.fingerprint))  # on a line of its own, to be compared and copied
        if confirmed(said("told.table-ask", table=only.name, game=game, seats=only.seats)):
            return only
        raise CommandFailed(said("told.nobody-joined"))
    for number, one in enumerate(found, 1):
        what = f"{column(one.name, 24)} {column(titled(one.plays), 18)} {said('told.table-line', seats=one.seats)}"
        key = said("told.table-key", key=one.fingerprint)
        typer.echo("\n".join(with_hint(f"{number:3}. {what}", key)))
    while True:
        typed = str(typer.prompt(said("told.table-which"), prompt_suffix=" ")).strip()
        chosen = whole(typed)
        if chosen is not None and 1 <= chosen <= len(found):
            return found[chosen - 1]
        typer.echo(said("told.table-number", n=len(found)))
