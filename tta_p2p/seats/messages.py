"""What is said between a node and whoever plays one of its seats (docs/seat-protocol.md).

One line is one JSON object: with ``do`` from a client, with ``is`` from the node. Unknown fields are ignored: either
side may be older. Seats are those of the game; acts are in its notation.
"""

from __future__ import annotations

from typing import Any

import msgspec

from tta_p2p.seats.requests import (
    Act,
    AskPast,
    AskProved,
    AskRematch,
    AskTexts,
    Autopilot,
    Bye,
    Dismiss,
    Explain,
    GoOn,
    Hello,
    Hint,
    Leave,
    LogSince,
    Look,
    Ready,
    Redo,
    Request,
    Reset,
    Resume,
    Say,
    Skip,
    Start,
    Undo,
    Vote,
)

__all__ = [
    "LOCAL",
    "RECORDED",
    "VERSION",
    "Accused",
    "Act",
    "Advice",
    "Again",
    "AskPast",
    "AskProved",
    "AskRematch",
    "AskTexts",
    "Attended",
    "Autopilot",
    "Autopiloted",
    "Bye",
    "Chat",
    "Choice",
    "Connected",
    "Deciding",
    "Dismiss",
    "DraftedAct",
    "Explain",
    "Explained",
    "Failed",
    "GameTexts",
    "GoOn",
    "Guest",
    "Halted",
    "Hello",
    "Hint",
    "Instead",
    "Keyed",
    "Leave",
    "Left",
    "Lobby",
    "Log",
    "LogLine",
    "LogSince",
    "Look",
    "Motion",
    "Named",
    "Over",
    "Past",
    "Pause",
    "Proofs",
    "Proposal",
    "Proved",
    "Ready",
    "Redo",
    "Rematch",
    "Reply",
    "Request",
    "Reset",
    "Resume",
    "Returning",
    "Say",
    "SeatInfo",
    "Shown",
    "Skip",
    "Skipped",
    "Start",
    "Turn",
    "Undo",
    "Vote",
    "Wait",
    "Waiting",
    "Watched",
    "Welcome",
]

VERSION = 2

LOCAL = "local"
"""Stands for the id of a game in `Welcome` where one machine alone plays it."""

RECORDED = "recorded"
"""Stands for the id of a game in `Welcome` where it is only stepped through."""


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
    """Who sits where: the player's name, who operates the seat, and which bot if it is one.

    ``connecting``: the node has just begun to play, and nothing is known yet of whether it reaches theirs.
    """

    seat: int
    name: str
    operator: int
    operated_by: str
    bot: str | None = None
    connected: bool = True
    connecting: bool = False


class Welcome(_Is, frozen=True, tag="welcome"):
    """The answer to hello: what is played, by whom, under which conditions (texts `charter.KEY`).

    ``offers``: what this client can ask here, as the ``do`` of the requests; ``motions``: what can be moved;
    ``levels``: of which bots there are that could play the seat (`autopilot`), the weakest first.
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
    levels: list[str] = []


class Guest(msgspec.Struct, frozen=True):
    """Somebody in the lobby: the name, the key as people compare it, what is known of it, and whether it agrees."""

    name: str
    key: str
    known: list[Keyed]
    seats: int
    ready: bool
    host: bool = False


class Place(msgspec.Struct, frozen=True):
    """An address at which a table can be reached (HOST:PORT), and from where.

    ``reach`` is forwarded, public, network, vpn, carrier, containers, down or here; ``vpn`` names a known VPN.
    """

    address: str
    reach: str
    vpn: str = ""


class Lobby(_Is, frozen=True, tag="lobby"):
    """Before the game: who is there, what will be played under which conditions, and how it stands.

    ``state`` is waiting, agreeing, starting or failed; ``game`` is empty until it is known; ``conditions`` and
    ``offers`` are as in `Welcome`; ``announced``: on the host's network; ``begins``: the host has said start, and it
    begins as soon as all are here and agree. ``address`` is what `tta join` takes, the likeliest place of the table;
    ``alternatives``: its other addresses in the invitation, with the same key; ``places``: at its host's, all places at
    which the table can be tried, the likeliest first.
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
    announced: bool = False
    begins: bool = False
    places: list[Place] = []
    alternatives: list[str] = []


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
    """Who must decide what; ``idle`` declines, or is meant as a rule; empty: all are asked."""

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


class Proposal(Choice, frozen=True):
    """One way to go on: an act, and what the bot means to do after it.

    ``less``: how many hundredths of a point it expects less of it than of the first; null where it does not reckon in
    points. ``reasons``: what it sees in it, in hundredths of a point, by keys of the game's texts (`advice.KEY`).
    """

    effects: list[Keyed] = []
    then: list[Keyed] = []
    less: int | None = None
    reasons: list[tuple[str, int]] = []


class Advice(_Is, frozen=True, tag="advice"):
    """What a bot of a level would do, and what it thinks next best."""

    level: str
    proposals: list[Proposal]


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
    """Whom the game waits for; nobody while it moves.

    ``used``: for how many seconds each seat has been waited for until now, by this node's clock; empty where nobody
    counts that.
    """

    waits: list[Wait] = msgspec.field(default_factory=list, name="for")
    used: list[int] = []


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
    """Whether the game is paused here; if so, whether the person here goes on, and who has not been there since.

    Where it is not, ``missing`` are those of whom nothing has been heard in the game since the pause.
    ``resumed``: the people who have said resume, as their nodes tell.
    """

    holds: bool
    wanted: bool = False
    missing: list[str] = []
    resumed: list[str] = []


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


class Attended(_Is, frozen=True, tag="attended"):
    """Nobody has been at the node of a person's seat for a while (no client is attached), or somebody is again."""

    seat: int
    name: str
    yes: bool


class Connected(_Is, frozen=True, tag="connected"):
    """The connection to the node of an operator is lost, or there is one again; not ``met``: there was none yet."""

    operator: int
    name: str
    yes: bool
    met: bool = True


class Watched(_Is, frozen=True, tag="watched"):
    """Who looks on through this node, by the names they give themselves; whenever that changes."""

    names: list[str]


class Over(_Is, frozen=True, tag="over"):
    """The game is over: the standings, what verifying them gave, the transcript file, and when it was verified:
    ``as-it-came``, or all of it ``at-the-end``.
    """

    standings: Any
    verdict: str = ""
    file: str = ""
    checked: str = ""


class Rematch(_Is, frozen=True, tag="rematch"):
    """After the game: who wants to play again (``mine``: this node), who opens the table (nobody: here), and has."""

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
    | Advice
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
    | Attended
    | Connected
    | Watched
    | Over
    | Rematch
    | Failed
)
