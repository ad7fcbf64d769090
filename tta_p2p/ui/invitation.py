"""An invitation: one line for any messenger, and the same as a picture that a telephone reads."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.i18n import Words, in_shell
from tta_p2p.seats.messages import LobbyReply

from .blocks import Block, Para
from .cells import row, width
from .qr import qr_code
from .titles import title_text

JOIN = "tta join"
"""How the command begins, whatever this program is called here: it is typed on another computer."""
SQUARES = 41
"""Squares from above to below of a code that is seen whole on a screen of 24 lines, two in each."""
WHOLE = 76
"""So many cells of a line there are at least; a command that is longer than the rest of it has a line of its own."""
KEY = "#"
"""Behind it stands the key in an address; without one nobody can tell who answers."""


def may_invite(lobby: LobbyReply | None) -> bool:
    """Whether the lobby knows what an invitation says: where its table is, and by which key."""
    return lobby is not None and KEY in lobby.address and bool(lobby.guests)


def alternatives(commands: Sequence[str], words: Words) -> str:
    """Commands of which one will do, the likeliest first."""
    return " ".join((*commands[:1], *(words("invitation.or", command=one) for one in commands[1:])))


def invitation(addresses: Sequence[str], host: str, game: str, words: Words) -> str:
    """The line: who asks, to which game, and the command for each of one or more addresses, the likeliest first.

    `tta join` takes all of the line and tries all addresses; in every release it takes each of the commands.
    """
    command = alternatives(_commands(addresses), words)
    if not game:
        return words("invitation.line.plain", command=command)
    title = title_text(game, words)
    if not host:
        return words("invitation.line.nameless", game=title, command=command)
    return words("invitation.line", name=host, game=title, command=command)


def invitation_of(lobby: LobbyReply, words: Words) -> str:
    """The line for a lobby."""
    host = next((guest.name for guest in lobby.guests if guest.host), "")
    return invitation(_addresses(lobby), host, lobby.game, words)


def invitation_rows(lobby: LobbyReply, words: Words) -> list[str]:
    """The line for a lobby; where it is longer than a line of a screen, each command begins a row of its own.

    So it can be copied with nothing before its end but, from the second on, one word.
    """
    line, rows = invitation_of(lobby, words), list[str]()
    if width(line) <= WHOLE:
        return [line]
    commands = _commands(_addresses(lobby))
    for command in (commands[0], *(words("invitation.or", command=one) for one in commands[1:])):
        before, _, line = line.partition(command)
        rows += [before.strip(), command]
    return [one for one in (*rows, line.strip()) if one]


def _addresses(lobby: LobbyReply) -> tuple[str, ...]:
    return (lobby.address, *lobby.alternatives)


def _commands(addresses: Sequence[str]) -> list[str]:
    return [f"{JOIN} {in_shell(address)}" for address in addresses]


def invitation_blocks(lobby: LobbyReply, words: Words) -> tuple[Block, ...]:
    """Show the line, and a QR code of the command, with as many of the other addresses below it as leave it small."""
    lines, instead = [f"{JOIN} {lobby.address}", *lobby.alternatives], row(words("invitation.no-picture"))
    codes = [qr_code("\n".join(lines[:number]), instead) for number in range(len(lines), 0, -1)]
    code = next((one for one in codes if 0 < len(one.squares) <= SQUARES), codes[-1])
    return (*(Para(row(one), 0, 2) for one in invitation_rows(lobby, words)), code)
