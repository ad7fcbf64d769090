"""Choice of an announced table: the one of a name, or the one that a person at the terminal picks."""

from __future__ import annotations

import contextlib
import os
import re
import select
import sys
import termios
from collections.abc import Sequence

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed, error_text
from tta_p2p.cli.output.layout import column, with_hint
from tta_p2p.cli.output.speech import ask_line, confirm, text_of, title_of
from tta_p2p.cli.terminal import fault_log
from tta_p2p.node.data_folder.people import LONGEST_NAME
from tta_p2p.node.lobby.announcements import LONGEST_MESSAGE, BadPlace, OpenTable, open_tables, place_in
from tta_p2p.ui.plain_view import parse_number

AN_ADDRESS = re.compile(r"[:：\n]|[#＃][a-z2-7]{26}|^[0-9]+(?:\.[0-9]+){3}$")
"""What an address has in it that no name of a table has, also one whose port was forgotten."""
LOOK = 3.0
"""Seconds for which tables are looked for when none is named."""
MOMENT = 0.3
"""Seconds in which the next line of what somebody pastes comes."""
SEARCH = 30.0
"""Seconds for which a named table is looked for: its host may be about to open it."""


def choose_table(wanted: str, interfaces: Sequence[str], patience: float = SEARCH) -> str:
    """The address that was given, or the fingerprint of the table that is meant. Raises CommandFailed, NoMulticast.

    A message with an invitation counts as its address.

    A table that is named is looked for no longer than `patience` seconds, but as long as any table is looked for.
    """
    if is_place(wanted):
        return address_in(wanted)
    seconds = max(LOOK, min(SEARCH, patience)) if wanted else LOOK
    looks = text_of("told.looking-for", table=wanted, seconds=round(seconds)) if wanted else text_of("told.looking")
    typer.echo(looks, err=True)
    found = fault_log.run(open_tables, wanted, tuple(interfaces), seconds)
    if not found:
        raise CommandFailed(text_of("told.no-table-named", table=wanted) if wanted else text_of("told.no-table"))
    if len(found) == 1 and wanted:
        return found[0].fingerprint
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        where = ((one.name, title_of(one.plays), one.address) for one in found)
        each = (text_of("told.table-at", name=name, game=game, address=address) for name, game, address in where)
        listed = text_of("log.and").join(each)
        raise CommandFailed(text_of("told.tables-which", tables=listed), USAGE)
    return _ask(found).fingerprint


def is_place(wanted: str) -> bool:
    """Whether somebody gave an address or a message with an invitation, and no name of a table."""
    return AN_ADDRESS.search(wanted) is not None or len(wanted) > LONGEST_NAME


def address_in(message: str) -> str:
    """The address in what was typed or pasted. Raises CommandFailed, saying what is missing."""
    try:
        return place_in(message)
    except BadPlace as error:
        raise CommandFailed(error_text(error), USAGE) from error


def read_words(words: Sequence[str]) -> str:
    """Give the words of a command line; where they are only a dash, the address in standard input.

    A message that is typed or pasted there ends with the line that completes an invitation. Raises CommandFailed.
    """
    if list(words) != ["-"]:
        return " ".join(words).strip()
    typer.echo(text_of("told.paste"), err=True)
    if sys.stdin.isatty():
        return address_in(_pasted(sys.stdin.fileno()))
    message = ""
    for line in sys.stdin:
        message += line
        if len(message) > LONGEST_MESSAGE:
            break
    return address_in(message)


def _pasted(terminal: int) -> str:
    """A message that somebody pastes there: to the line that makes an invitation whole, or the first Ctrl-D.

    What is left of it is no answer to the next question: all is read that comes within a moment of the line before.
    """
    raw, whole = b"", ""
    while len(raw) <= LONGEST_MESSAGE and (not whole or select.select([terminal], [], [], MOMENT)[0]):
        piece = os.read(terminal, LONGEST_MESSAGE)  # a line, or what stood there when Ctrl-D was pressed
        raw += piece
        message = raw.decode(sys.stdin.encoding, "replace")
        with contextlib.suppress(BadPlace):
            place_in(message)
            whole = message
        if not piece.endswith(b"\n"):
            if piece:
                typer.echo(err=True)  # the terminal stands behind what was pasted
            break
    if whole:
        with contextlib.suppress(termios.error):
            termios.tcflush(terminal, termios.TCIFLUSH)  # the rest of a last line that nothing ended
    return whole or raw.decode(sys.stdin.encoding, "replace")


def _ask(found: Sequence[OpenTable]) -> OpenTable:
    if len(found) == 1:
        only = found[0]
        game = title_of(only.plays)
        typer.echo(text_of("told.table-key", key=only.fingerprint))  # on a line of its own, to be compared and copied
        if confirm(text_of("told.table-ask", table=only.name, game=game, seats=only.seats)):
            return only
        raise CommandFailed(text_of("told.nobody-joined"))
    for number, one in enumerate(found, 1):
        what = f"{column(one.name, 24)} {column(title_of(one.plays), 18)} {text_of('told.table-line', seats=one.seats)}"
        key = text_of("told.table-key", key=one.fingerprint)
        typer.echo("\n".join(with_hint(f"{number:3}. {what}", key)))
    while True:
        typed = ask_line(text_of("told.table-which")).strip()
        chosen = parse_number(typed)
        if chosen is not None and 1 <= chosen <= len(found):
            return found[chosen - 1]
        typer.echo(text_of("told.table-number", n=len(found)))
