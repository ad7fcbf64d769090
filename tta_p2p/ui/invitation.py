"""An invitation: one line for any messenger, and the same as a picture that a telephone reads."""

from __future__ import annotations

from tta_p2p.i18n import Words, in_shell
from tta_p2p.seats.messages import Lobby

from .blocks import Block, Para
from .cells import row
from .qr import qr_code
from .titles import title_in

JOIN = "tta join"
"""How the command begins, whatever this program is called here: it is typed on another computer."""
SQUARES = 41
"""Squares from above to below of a code that is seen whole on a screen of 24 lines, two in each."""
KEY = "#"
"""Behind it stands the key in an address; without one nobody can tell who answers."""


def may_invite(lobby: Lobby | None) -> bool:
    """Whether the lobby knows what an invitation says: where its table is, and by which key."""
    return lobby is not None and KEY in lobby.address and bool(lobby.guests)


def invitation(address: str, host: str, game: str, words: Words) -> str:
    """The line: who asks, to which game, and the command that goes there. `tta join` takes all of it."""
    command = f"{JOIN} {in_shell(address)}"
    if not game:
        return words("invitation.line.plain", command=command)
    title = title_in(game, words)
    if not host:
        return words("invitation.line.nameless", game=title, command=command)
    return words("invitation.line", name=host, game=title, command=command)


def invitation_of(lobby: Lobby, words: Words) -> str:
    """The line for a lobby."""
    host = next((guest.name for guest in lobby.guests if guest.host), "")
    return invitation(lobby.address, host, lobby.game, words)


def invitation_blocks(lobby: Lobby, words: Words) -> tuple[Block, ...]:
    """Show the line, and the command in it as a QR code, with as many of the addresses as leave it small enough."""
    places, _, key = lobby.address.partition(KEY)
    listed, instead = places.split(","), row(words("invitation.no-picture"))
    commands = (f"{JOIN} {','.join(listed[:number])}{KEY}{key}" for number in range(len(listed), 0, -1))
    codes = [qr_code(command, instead) for command in commands]
    code = next((one for one in codes if 0 < len(one.squares) <= SQUARES), codes[-1])
    return (Para(row(invitation_of(lobby, words))), code)
