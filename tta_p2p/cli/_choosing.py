"""Which of the tables that are announced is meant: the one of a name, or whichever a person at the terminal picks."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import trio
import typer

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.node.meeting.announcing import OpenTable, open_tables, why_no_address
from tta_p2p.registry import title

LOOK = 3.0
"""Seconds for which tables are looked for when none is named."""
SEARCH = 30.0
"""Seconds for which a named table is looked for: its host may be about to open it."""


def choose_table(wanted: str, interfaces: Sequence[str]) -> str:
    """The address that was given, or the fingerprint of the table that is meant. Raises CommandFailed, NoMulticast."""
    if ":" in wanted:
        if why := why_no_address(wanted):
            raise CommandFailed(why, USAGE)
        return wanted
    typer.echo(f"looking for {f'the table {wanted!r}' if wanted else 'tables'} …", err=True)
    found = trio.run(open_tables, wanted, tuple(interfaces), SEARCH if wanted else LOOK)
    if not found:
        what = f"no table {wanted!r} is" if wanted else "no table is"
        raise CommandFailed(f"{what} announced on this network; join by the address its host sees: HOST:PORT#KEY")
    if len(found) == 1 and wanted:
        return found[0].fingerprint
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        listed = "; ".join(f"{one.name} ({title(one.plays)}): tta join {one.address}" for one in found)
        raise CommandFailed(f"say which table: {listed}", USAGE)
    return _ask(found).fingerprint


def _ask(found: Sequence[OpenTable]) -> OpenTable:
    if len(found) == 1:
        only = found[0]
        what = f"{title(only.plays)}, {only.seats} seats, key {only.fingerprint}"
        if typer.confirm(f"Join the table {only.name!r} ({what})?", default=True):
            return found[0]
        raise CommandFailed("no table was joined")
    for number, one in enumerate(found, 1):
        typer.echo(f"{number:3}. {one.name:24} {title(one.plays):18} {one.seats} seats  key {one.fingerprint}")
    while True:
        chosen: int = typer.prompt("Which table?", type=int)
        if 1 <= chosen <= len(found):
            return found[chosen - 1]
        typer.echo(f"a number from 1 to {len(found)}")
