"""Messages of a node and a client of one of its seats (docs/seat-protocol.md), in every game.

One line is one JSON object: with ``do`` from a client, with ``is`` from the node. Unknown fields are ignored: either
side may be older. Seats are those of the game; acts are in its notation. The messages of a concern that only some
tables have are in `parts`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import msgspec

VERSION = 2

LOCAL = "local"
"""Stands for the id of a game in `WelcomeReply` where one machine alone plays it."""

RECORDED = "recorded"
"""Stands for the id of a game in `WelcomeReply` where it is only stepped through."""

UNFINISHED = "unfinished"
"""The key of a `HaltReply` at the end of a recorded game that stops before the game was over."""

Text = Annotated[str, msgspec.Meta(max_length=4000)]


class Request(msgspec.Struct, frozen=True, tag_field="do", omit_defaults=True):
    """A client's request."""

    by_person: ClassVar[bool] = True
    """Whether only a person asks for it (or a program in its place), and no client by itself: whoever asks is there."""


class Reply(msgspec.Struct, frozen=True, tag_field="is"):
    """A node's reply."""


class HelloRequest(Request, frozen=True, tag="hello"):
    """The first words: which seat this client drives; without one, the seat that waits for a person, or ``watch``.

    ``quiet``: positions, the log and whom the game waits for are sent only when this client asks for them.
    """

    by_person = False

    version: int
    seat: int | None = None
    watch: bool = False
    client: Annotated[str, msgspec.Meta(max_length=100)] = ""
    take_over: bool = False
    quiet: bool = False


class ActRequest(Request, frozen=True, tag="act"):
    """Try an act in the draft; one that cannot be undone sends the whole draft."""

    text: Text


class UndoRequest(Request, frozen=True, tag="undo"):
    """Take the last act of the draft back."""


class RedoRequest(Request, frozen=True, tag="redo"):
    """Do again what was undone last."""


class ResetRequest(Request, frozen=True, tag="reset"):
    """Take the whole draft back."""


class ExplainRequest(Request, frozen=True, tag="explain"):
    """Say what an act would do and cost, or why it is refused."""

    by_person = False

    text: Text


class RefreshRequest(Request, frozen=True, tag="look"):
    """Send view, legal acts and waiting again."""

    by_person = False


class PastRequest(Request, frozen=True, tag="past"):
    """Send what this seat could see after so many facts, one `past` for each number."""

    by_person = False

    numbers: Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(max_length=100)]


class TextsRequest(Request, frozen=True, tag="texts"):
    """Send the texts of the game in a language; the keys of labels, log and refusals are among theirs."""

    by_person = False

    language: Annotated[str, msgspec.Meta(max_length=40)] = "en"


class LogRequest(Request, frozen=True, tag="log"):
    """Send the log from this line on."""

    by_person = False

    since: int = 0


class ByeRequest(Request, frozen=True, tag="bye"):
    """Go; the game goes on."""

    by_person = False


class ReadyRequest(Request, frozen=True, tag="ready"):
    """In the lobby: I agree to these conditions (or no longer)."""

    yes: bool = True


class StartRequest(Request, frozen=True, tag="start"):
    """In the lobby, from the host: begin as soon as everybody is ready."""


class LeaveRequest(Request, frozen=True, tag="leave"):
    """In the lobby: give up the place; from the host: close the table. The node ends."""


class DismissRequest(Request, frozen=True, tag="dismiss"):
    """In the lobby, from the host: this guest (its name, or the beginning of its key) goes for good."""

    guest: str


class CardRef(msgspec.Struct, frozen=True):
    """A card in a log line: its handle, and its face if this seat knows it."""

    card: int
    face: str = ""


TextArgument = int | str | CardRef | list[str | int]
"""An argument; a list is one of names, in which a number is a guest who has not come yet."""


class TextRef(msgspec.Struct, frozen=True):
    """A key of the game's texts with its arguments; a client puts it into the words of its reader.

    >>> TextRef("takes", [0, CardRef(7, "iron")]).args
    [0, CardRef(card=7, face='iron')]
    """

    key: str
    args: list[TextArgument] = []


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat's player: the player's name, the operator, and the bot's level if it is one.

    ``connecting``: the node has just begun to play, and nothing is known yet of whether it reaches theirs.
    """

    seat: int
    name: str
    operator: int
    operated_by: str
    bot: str | None = None
    connected: bool = True
    connecting: bool = False


class WelcomeReply(Reply, frozen=True, tag="welcome"):
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
    charter: list[TextRef]
    phrase: str = ""
    offers: list[str] = []
    motions: list[str] = []
    levels: list[str] = []


class LobbyMember(msgspec.Struct, frozen=True):
    """Somebody in the lobby: the name, the key as people compare it, what is known of it, and whether it agrees."""

    name: str
    key: str
    known: list[TextRef]
    seats: int
    ready: bool
    host: bool = False
    away: bool = False
    """Whether nobody sits at its node, or its connection is lost and its seat is kept, as the host knows."""


class TableAddress(msgspec.Struct, frozen=True):
    """An address at which a table can be reached (HOST:PORT), and from where.

    ``reach`` is forwarded, public, network, vpn, carrier, containers, down or here; ``vpn`` names a known VPN.
    """

    address: str
    reach: str
    vpn: str = ""


class LobbyReply(Reply, frozen=True, tag="lobby"):
    """Before the game: who is there, what will be played under which conditions, and how it stands.

    ``state`` is waiting, agreeing, starting or failed; ``game`` is empty until it is known; ``conditions`` and
    ``offers`` are as in `WelcomeReply`; ``announced``: on the host's network; ``begins``: the host has said start, and
    the game begins as soon as all are here and agree. ``address`` is what `tta join` takes, the likeliest place of the
    table; ``alternatives``: its other addresses in the invitation, with the same key; ``places``: at its host's, all
    places at which the table can be tried, the likeliest first; ``router``: what its router answered (`router.KEY`);
    ``folder``: the directory on this machine by way of which it meets as well.
    """

    state: str
    table: str
    address: str
    guests: list[LobbyMember]
    seats: int
    conditions: list[TextRef]
    phrase: str = ""
    offers: list[str] = []
    game: str = ""
    announced: bool = False
    begins: bool = False
    places: list[TableAddress] = []
    alternatives: list[str] = []
    router: TextRef | None = None
    folder: str = ""


class LegalAct(msgspec.Struct, frozen=True):
    """A legal act in notation and in words, and what it costs."""

    text: str
    label: TextRef
    cost: list[tuple[str, int]] = []


class DraftedAct(msgspec.Struct, frozen=True):
    """An act of the draft, in notation and in words."""

    text: str
    label: TextRef


class PendingDecision(msgspec.Struct, frozen=True):
    """An open decision: its seats and kind; ``idle`` declines, or is meant as a rule; empty: all are asked."""

    seats: list[int]
    key: str
    args: list[TextArgument] = []
    sealed: bool = False
    idle: str = ""


class SkipRule(msgspec.Struct, frozen=True):
    """An order that only declines: all decisions ``until`` the turn of the seat comes, or every one of this ``key``."""

    until: str = ""
    key: str = ""


class OrderRule(msgspec.Struct, frozen=True):
    """An order of the seat for decisions of a kind: its choices, how long it holds, and what has become of it.

    ``progress``: `open`; or, until the seat decides something itself, `played` with the acts in notation and in
    words, or `dropped`.
    """

    key: str
    choices: list[str]
    until: str = ""
    progress: str = "open"
    acts: list[str] = []
    labels: list[TextRef] = []


class TurnReply(Reply, frozen=True, tag="turn"):
    """The state of the game for this seat: the open decision, the draft so far, the view, and the legal acts."""

    number: int
    decision: PendingDecision | None
    mine: bool
    draft: list[DraftedAct]
    view: Any
    legal: list[LegalAct] = []
    skips: list[SkipRule] = []
    orders: list[OrderRule] = []


class TextsReply(Reply, frozen=True, tag="texts"):
    """The texts of the game in a language, by their keys; English ones where that language lacks one."""

    language: str
    texts: dict[str, str]


class LogEntry(TextRef, frozen=True):
    """A line of the log: whose act it follows from in which turn, the how-manieth fact that was, and the act.

    ``player``: whose turn it was; None where it was everybody's.
    """

    turn: int = 0
    number: int = 0
    actor: int | None = None
    act: DraftedAct | None = None
    player: int | None = None


class LogReply(Reply, frozen=True, tag="log"):
    """Lines of the log from number ``start`` on; as long as these do not reach ``whole``, more follow at once."""

    start: int
    lines: list[LogEntry]
    whole: int = 0


class PastReply(Reply, frozen=True, tag="past"):
    """The state after so many facts: the decision then, and this seat's view and knowledge then."""

    number: int
    decision: PendingDecision | None
    view: Any


class Alternative(LegalAct, frozen=True):
    """An act that may be meant; with a refusal where it is not possible either."""

    refusal: TextRef | None = None


class ExplainReply(Reply, frozen=True, tag="explained"):
    """The effect and cost of an act; ``refusal`` says why it is not possible, ``instead`` what may be meant."""

    text: str
    label: TextRef
    cost: list[tuple[str, int]]
    effects: list[TextRef]
    barrier: bool
    refusal: TextRef | None = None
    instead: list[Alternative] = []


class SeatWait(msgspec.Struct, frozen=True):
    """A wait of the game: the seat (the own node: -1 and no name), a key that says for what, and its seconds so far."""

    seat: int
    name: str
    why: str
    since: float = 0.0
    connected: bool = True

    @property
    def for_vote(self) -> bool:
        """Whether a person is to vote; of resignations nodes take note by themselves."""
        return self.why.startswith("vote-") and self.why != "vote-resigned"


class WaitReply(Reply, frozen=True, tag="waiting"):
    """The waits of the game; none while it moves.

    ``used``: for how many seconds each seat has been waited for until now, by this node's clock; empty where nobody
    counts that.
    """

    waits: list[SeatWait] = msgspec.field(default_factory=list, name="for")
    used: list[int] = []


class AccusationReply(Reply, frozen=True, tag="accused"):
    """Somebody broke the rules or the protocol, in this way; the certificate in this file proves it to anybody.

    ``refusal``: why the rules of the game refuse what it did, where it was an act of the game.
    """

    seat: int
    name: str
    kind: str
    refusal: TextRef | None = None
    certificate: str = ""


class HaltReply(Reply, frozen=True, tag="halted"):
    """Nothing goes on until people have looked at it: why, as a key with arguments, and in English."""

    key: str
    args: list[TextArgument] = []
    text: str = ""


class RollbackReply(Reply, frozen=True, tag="again"):
    """The table went back to the last place that all have in common; log and view begin anew."""


class DepartureReply(Reply, frozen=True, tag="left"):
    """A seat has left the game."""

    seat: int
    name: str
    reason: str


class GameOverReply(Reply, frozen=True, tag="over"):
    """The game is over: the standings, what verifying them gave, the transcript file, and when it was verified:
    ``as-it-came``, or all of it ``at-the-end``; ``lent``: whether a bot has acted here for its person.
    """

    standings: Any
    verdict: str = ""
    file: str = ""
    checked: str = ""
    lent: bool = False


class ErrorReply(Reply, frozen=True, tag="error", omit_defaults=True):
    """A request is not possible, and why; or, with ``news``, something that the node tells all clients by itself."""

    key: str
    args: list[TextArgument]
    text: str
    news: bool = False
