"""What a client of a seat says to its node (docs/seat-protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=4000)]


class _Do(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """What a client says."""


class Hello(_Do, frozen=True, tag="hello"):
    """The first words: which seat this client drives; without one, the seat that waits for a person, or ``watch``.

    ``quiet``: positions, the log and whom the game waits for are sent only when this client asks for them.
    """

    version: int
    seat: int | None = None
    watch: bool = False
    client: Annotated[str, msgspec.Meta(max_length=100)] = ""
    take_over: bool = False
    quiet: bool = False


class Act(_Do, frozen=True, tag="act"):
    """Try an act in the draft; one that cannot be undone sends the whole draft."""

    text: Text


class Undo(_Do, frozen=True, tag="undo"):
    """Take the last act of the draft back."""


class Redo(_Do, frozen=True, tag="redo"):
    """Do again what was undone last."""


class Reset(_Do, frozen=True, tag="reset"):
    """Take the whole draft back."""


class Skip(_Do, frozen=True, tag="skip"):
    """Decline for me whatever can be declined: ``until`` my turn comes, or decisions of this ``key``; or no longer.

    No longer, with neither of them: skip nothing any more.
    """

    until: Literal["", "my-turn"] = ""
    key: Annotated[str, msgspec.Meta(max_length=100)] = ""
    yes: bool = True


class Explain(_Do, frozen=True, tag="explain"):
    """Say what an act would do and cost, or why it is refused."""

    text: Text


class Look(_Do, frozen=True, tag="look"):
    """Send view, legal acts and waiting again."""


class AskPast(_Do, frozen=True, tag="past"):
    """Send what this seat could see after so many facts, one `past` for each number."""

    numbers: Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(max_length=100)]


class AskProved(_Do, frozen=True, tag="proved"):
    """Say what was proved last, and by whom it was checked."""


class AskTexts(_Do, frozen=True, tag="texts"):
    """Send the texts of the game in a language; the keys of labels, log and refusals are among theirs."""

    language: Annotated[str, msgspec.Meta(max_length=40)] = "en"


class LogSince(_Do, frozen=True, tag="log"):
    """Send the log from this line on."""

    since: int = 0


class Say(_Do, frozen=True, tag="chat"):
    """Say something to the table."""

    text: Annotated[str, msgspec.Meta(max_length=500)]


class Vote(_Do, frozen=True, tag="vote"):
    """Move or vote: gone, cheated, resigned, pause, call-off, forfeit."""

    motion: Text
    operator: int
    yes: bool = True


class Resume(_Do, frozen=True, tag="resume"):
    """Go on after a pause, as soon as everybody is there."""


class GoOn(_Do, frozen=True, tag="go-on"):
    """Play on although this node may have said more than its store knows, without those who could tell it."""


class Hint(_Do, frozen=True, tag="hint"):
    """Ask for a bot's advice, where the charter allows it."""


class Autopilot(_Do, frozen=True, tag="autopilot"):
    """Let a bot of this level play my seat for a while; no level: I play it again."""

    level: Annotated[str, msgspec.Meta(max_length=40)] = ""
    seat: int | None = None
    """In a game on one computer alone: the seat of somebody else who plays at it."""


class AskRematch(_Do, frozen=True, tag="rematch"):
    """Say whether you want to play again at the same table when the game is over, or that you may: then the node stays.

    With ``yes`` the table is opened again, or this node goes where another one has opened it.
    """

    answer: Literal["yes", "no", "perhaps"] = "yes"


class Bye(_Do, frozen=True, tag="bye"):
    """Go; the game goes on."""


class Ready(_Do, frozen=True, tag="ready"):
    """In the lobby: I agree to these conditions (or no longer)."""

    yes: bool = True


class Start(_Do, frozen=True, tag="start"):
    """In the lobby, from the host: begin as soon as everybody is ready."""


class Leave(_Do, frozen=True, tag="leave"):
    """In the lobby: give up the place; from the host: close the table. The node ends."""


class Dismiss(_Do, frozen=True, tag="dismiss"):
    """In the lobby, from the host: this guest (its name, or the beginning of its key) goes for good."""

    guest: str


Request = (
    Dismiss
    | Leave
    | Ready
    | Start
    | Hello
    | Act
    | Undo
    | Redo
    | Reset
    | Skip
    | Explain
    | Look
    | AskPast
    | AskProved
    | AskTexts
    | LogSince
    | Say
    | Vote
    | Resume
    | GoOn
    | AskRematch
    | Autopilot
    | Hint
    | Bye
)
