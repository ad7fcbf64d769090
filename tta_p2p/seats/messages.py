"""What is said between a node and whoever plays one of its seats (docs/seat-protocol.md).

One line is one JSON object. What a client says has the field ``do``, what the node says the field ``is``; unknown
fields are ignored, so that either side may be older. Seats are those of the game; acts are in its notation.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

VERSION = 2

LOCAL = "local"
"""Stands for the id of a game in `Welcome` where one machine alone plays it."""

RECORDED = "recorded"
"""Stands for the id of a game in `Welcome` where it is only stepped through."""

Text = Annotated[str, msgspec.Meta(max_length=4000)]


class _Do(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """What a client says."""


class Hello(_Do, frozen=True, tag="hello"):
    """The first words: which seat this client drives; without one, the seat that waits for a person, or ``watch``."""

    version: int
    seat: int | None = None
    watch: bool = False
    client: Annotated[str, msgspec.Meta(max_length=100)] = ""
    take_over: bool = False


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


class Named(msgspec.Struct, frozen=True):
    """A card in a log line: its handle, and its face if this seat knows it."""

    card: int
    face: str = ""


Shown = int | str | Named | list[str | int]
"""An argument; a list is one of names, in which a number is a guest who has not come yet."""


class Keyed(msgspec.Struct, frozen=True):
    """A key of the game's texts with its arguments."""

    key: str
    args: list[Shown] = []


class _Is(msgspec.Struct, frozen=True, tag_field="is"):
    """What the node says."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where: the player's name, who operates the seat, and which bot if it is one."""

    seat: int
    name: str
    operator: int
    operated_by: str
    bot: str | None = None
    connected: bool = True


class Welcome(_Is, frozen=True, tag="welcome"):
    """The answer to hello: what is played, by whom, under which conditions (texts `charter.KEY`).

    ``offers``: what this client can ask here, as the ``do`` of the requests; ``motions``: what can be moved.
    """

    version: int
    game: str
    sid: str
    seat: int | None
    seats: list[SeatInfo]
    options: dict[str, bool | int | str]
    charter: list[Keyed]
    phrase: str = ""
    offers: list[str] = []
    motions: list[str] = []


class Guest(msgspec.Struct, frozen=True):
    """Somebody in the lobby: the name, the key as people compare it, what is known of it, and whether it agrees."""

    name: str
    key: str
    known: list[Keyed]
    seats: int
    ready: bool
    host: bool = False


class Lobby(_Is, frozen=True, tag="lobby"):
    """Before the game: who is there, what will be played under which conditions, and how it stands.

    ``state`` is waiting, agreeing, starting or failed; ``game`` is empty as long as it is not known; ``conditions`` and
    ``offers`` are as in `Welcome`.
    """

    state: str
    table: str
    address: str
    guests: list[Guest]
    seats: int
    conditions: list[Keyed]
    phrase: str = ""
    offers: list[str] = []
    game: str = ""


class Choice(msgspec.Struct, frozen=True):
    """A legal act in notation and in words, and what it costs."""

    text: str
    label: Keyed
    cost: list[tuple[str, int]] = []


class DraftedAct(msgspec.Struct, frozen=True):
    """An act of the draft, in notation and in words."""

    text: str
    label: Keyed


class Deciding(msgspec.Struct, frozen=True):
    """Who must decide what; ``idle`` is the verb that declines, empty where nobody can."""

    seats: list[int]
    key: str
    args: list[Shown] = []
    sealed: bool = False
    idle: str = ""


class Skipped(msgspec.Struct, frozen=True):
    """What is declined for a seat: all ``until`` its turn comes, or every decision of this ``key``."""

    until: str = ""
    key: str = ""


class Turn(_Is, frozen=True, tag="turn"):
    """How things stand: what must be decided, the draft so far, the view, and what is legal for this seat."""

    number: int
    decision: Deciding | None
    mine: bool
    draft: list[DraftedAct]
    view: Any
    legal: list[Choice] = []
    skips: list[Skipped] = []


class GameTexts(_Is, frozen=True, tag="texts"):
    """The texts of the game in a language, by their keys; English ones where that language lacks one."""

    language: str
    texts: dict[str, str]


class LogLine(Keyed, frozen=True):
    """A line of the log: whose act it follows from in which turn, the how-manieth fact that was, and the act.

    ``player``: whose turn it was; None where it was everybody's.
    """

    turn: int = 0
    number: int = 0
    actor: int | None = None
    act: DraftedAct | None = None
    player: int | None = None


class Log(_Is, frozen=True, tag="log"):
    """Lines of the log from number ``start`` on; as long as these do not reach ``whole``, more follow at once."""

    start: int
    lines: list[LogLine]
    whole: int = 0


class Past(_Is, frozen=True, tag="past"):
    """How things stood after so many facts: who had to decide what, and what this seat saw and knew then."""

    number: int
    decision: Deciding | None
    view: Any


class Instead(Choice, frozen=True):
    """An act that may be meant; with a refusal where it is not possible either."""

    refusal: Keyed | None = None


class Explained(_Is, frozen=True, tag="explained"):
    """What an act would do and cost; ``refusal`` says why it is not possible, ``instead`` what may be meant."""

    text: str
    label: Keyed
    cost: list[tuple[str, int]]
    effects: list[Keyed]
    barrier: bool
    refusal: Keyed | None = None
    instead: list[Instead] = []


class Chat(_Is, frozen=True, tag="chat"):
    """Somebody says something."""

    seat: int
    name: str
    text: str


class Wait(msgspec.Struct, frozen=True):
    """Whom the game waits for (the own node: seat -1 and no name), for what (a key), and since how many seconds."""

    seat: int
    name: str
    why: str
    since: float = 0.0
    connected: bool = True


class Waiting(_Is, frozen=True, tag="waiting"):
    """Whom the game waits for; nobody while it moves."""

    waits: list[Wait] = msgspec.field(default_factory=list, name="for")


class Motion(_Is, frozen=True, tag="motion"):
    """Somebody has moved or voted."""

    motion: str
    operator: int
    by: int
    yes: bool
    open: bool = True


class Proofs(_Is, frozen=True, tag="proofs"):
    """How much has been checked, of how much there is (0: not known), and the hash of the whole game so far."""

    messages: int
    busy: bool = False
    whole: int = 0
    chain: str = ""


class Proved(_Is, frozen=True, tag="proved"):
    """What was proved last, of each kind (texts `proved.KEY`), and who has checked it beside this node, each alone."""

    last: list[Keyed]
    by: list[str]


class Returning(_Is, frozen=True, tag="returning"):
    """This node's store may be older than what it has said: it waits for these people; nobody once it plays on."""

    missing: list[str]


class Pause(_Is, frozen=True, tag="pause"):
    """Whether the game is paused here; if so, whether the person here goes on, and who has not been there since."""

    holds: bool
    wanted: bool = False
    missing: list[str] = []


class Accused(_Is, frozen=True, tag="accused"):
    """Somebody broke the rules or the protocol, in this way; the certificate in this file proves it to anybody.

    ``refusal``: why the rules of the game refuse what it did, where it was an act of the game.
    """

    seat: int
    name: str
    kind: str
    refusal: Keyed | None = None
    certificate: str = ""


class Halted(_Is, frozen=True, tag="halted"):
    """Nothing goes on until people have looked at it: why, as a key with arguments, and in English."""

    key: str
    args: list[Shown] = []
    text: str = ""


class Again(_Is, frozen=True, tag="again"):
    """The table went back to the last place that all have in common; log and view begin anew."""


class Left(_Is, frozen=True, tag="left"):
    """A seat has left the game."""

    seat: int
    name: str
    reason: str


class Autopiloted(_Is, frozen=True, tag="autopilot"):
    """A bot of this level plays a seat for its person from now on; no level: the person does again.

    ``absent``: nobody has asked for it, but the person has not acted for as long as the charter says.
    """

    seat: int
    name: str
    level: str = ""
    absent: bool = False


class Watched(_Is, frozen=True, tag="watched"):
    """Who looks on through this node, by the names they give themselves; whenever that changes."""

    names: list[str]


class Over(_Is, frozen=True, tag="over"):
    """The game is over: the standings, what verifying them gave, and the transcript file."""

    standings: Any
    verdict: str = ""
    file: str = ""


class Rematch(_Is, frozen=True, tag="rematch"):
    """After the game: who wants to play again (``mine``: also this node), and who opens the table; ``open``: has."""

    names: list[str] = []
    host: str = ""
    mine: bool = False
    open: bool = False


class Failed(_Is, frozen=True, tag="error"):
    """What was asked for is not possible, and why."""

    key: str
    args: list[Shown]
    text: str


Reply = (
    Lobby
    | Welcome
    | Turn
    | GameTexts
    | Log
    | Past
    | Explained
    | Chat
    | Waiting
    | Motion
    | Returning
    | Pause
    | Proofs
    | Proved
    | Accused
    | Halted
    | Again
    | Left
    | Autopiloted
    | Watched
    | Over
    | Rematch
    | Failed
)
