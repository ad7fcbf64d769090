"""What was proved and checked, by whom, and how to check it again, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.proofs import LatestProofsReply, LatestProofsRequest, ProofsReply

from ..blocks import Block, Fields, Gap, Page, Para
from ..cells import Row, Span, row
from ..changes import Change, Heard
from ..commands.table import CommandContext, CommandWord
from ..instructions import Display, Instruction, SendRequest, tell
from ..part import Area, Key, Part, PartState, Placement, Pressed, noted
from ..reading import Reading
from ..state import ClientState

LETTERS = 16
"""So much of the hash of a game is shown."""
SHORT = 8
"""So much of the id of a game names it to commands."""


@dataclass(frozen=True)
class ProofsState(PartState):
    """How much the own node has checked; None: it has not said that."""

    said: ProofsReply | None = None


class ProofsPart(Part):
    """Says how much was checked, and shows what was proved last."""

    hears = tells = (ProofsReply, LatestProofsReply)
    keys = (Key("fair", ("f",), "f", "see", "proved", 51),)

    def __init__(self) -> None:
        self.commands = (CommandWord("fair", _fair, ("proofs", "proved"), rank=60, listed={"others": "fair"}),)

    def hear(self, state: ClientState, reply: say.Reply, before: ClientState) -> Heard:
        """Note how much was checked; what was proved is an answer."""
        return noted(state, ProofsState(reply), reply) if isinstance(reply, ProofsReply) else (state, (reply,))

    def told(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Show what was proved last; say what is still to be checked."""
        if isinstance(change, LatestProofsReply):
            yield Display(fairness_page(reading, change))
        elif isinstance(change, ProofsReply) and change.busy and change.whole:
            yield tell(reading.words("proofs.busy", n=change.messages, whole=change.whole))

    def placement(self, change: Change, reading: Reading) -> Placement | None:
        """Show what was proved as a page."""
        return Placement(Area.PAGE) if isinstance(change, LatestProofsReply) else None

    def press(self, does: str, reading: Reading) -> Pressed | None:
        """Show what was proved last."""
        return Pressed("fair") if does == "fair" else None

    def title(self, reading: Reading) -> tuple[Span | None, tuple[Span, ...]]:
        """Say how much was checked, or first of all that it is disputed."""
        words, said = reading.words, reading.state.part(ProofsState).said
        if said is None:
            return None, ()
        if not agreed(reading):  # before what may be cut off
            return Span(words("screen.proofs.disputed", n=said.messages), "bad"), ()
        ways = ("screen.proofs", "screen.proofs.short")
        return None, tuple(Span(words(key, n=said.messages), "label") for key in ways)

    def checked(self, reading: Reading, over: bool) -> Iterator[Display]:
        """Say how much was checked, and the hash of the game so far: two who have seen the same see the same."""
        said = reading.state.part(ProofsState).said
        if said is not None and not over:
            yield tell(reading.words("proofs", n=said.messages))
        if said is not None and said.chain:
            yield tell(reading.words("proofs.chain", chain=said.chain[:LETTERS]))


def agreed(reading: Reading) -> bool:
    """Whether nothing is known that would part those who play: all programs came to the same, and whoever was caught
    is out.
    """
    state = reading.state
    return not state.caught and (state.halted is None or state.halted.key not in ("differ", "differ-here", "unproven"))


def fairness_page(reading: Reading, proved: LatestProofsReply | None = None) -> Page:
    """Give the page; ``proved``: what the node says was proved last, where anything is proved."""
    words, state = reading.words, reading.state
    title = row(words("fair.title"))
    if state.local:
        return Page(title, (Para(row(Span(words("fair.local"), "warn"))), Gap(), Para(row(words("fair.local.why")))))
    if state.recorded:
        return Page(title, (Para(row(words("fair.recorded"))),))
    blocks: list[Block] = []
    if proved is not None and proved.last:
        told = tuple((row(words(f"fair.{one.key}")), row(words.line(f"proved.{one.key}", one.args)))
                     for one in proved.last)  # fmt: skip
        blocks += [Fields(told), Gap()]
    else:
        blocks += [Para(row(words("fair.nothing-yet"))), Gap()]
    pairs: list[tuple[Row, Row]] = []
    if proved is not None:
        by = words("fair.checked-by", names=words.listed(proved.by)) if proved.by else words("fair.checked-here")
        pairs.append((row(words("fair.by")), row(by)))
    proofs = state.part(ProofsState).said
    if proofs is not None:
        key = "fair.agree" if agreed(reading) else "fair.disagree"
        chain = proofs.chain[:LETTERS]
        said = words(key, n=proofs.messages, chain=chain)
        pairs.append((row(words("fair.heads")), row(Span(said, "good" if agreed(reading) else "bad"))))
    over = state.over
    file = over.file if over is not None and over.file else ""
    game = state.welcome.sid[:SHORT] if state.welcome is not None else ""
    kept = words("fair.watched") if state.looks_on else words("fair.export", game=game)
    again = words("fair.file", file=file) if file else kept
    pairs.append((row(words("fair.again")), row(again)))
    return Page(title, (*blocks, Fields(tuple(pairs))))


def _fair(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if "proved" in context.state.offers:
        yield SendRequest(LatestProofsRequest(), (LatestProofsReply,))
    elif context.state.welcome is None:
        yield tell(context.words("no-game-yet"))
    else:
        yield Display(fairness_page(context.reading))


PART = ProofsPart()
