"""Proofs and checks of a game, their authors, and a way to check them again, in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.proofs import LatestProofsReply, LatestProofsRequest, ProofsReply

from ..blocks import Block, Fields, Gap, Page, Para
from ..cells import Row, Span, row
from ..changes import Change, Update
from ..commands.table import CommandContext, CommandWord
from ..instructions import Display, Instruction, SendRequest, text_display
from ..part import Area, KeyEffect, Part, PartState, Placement, store_if_changed
from ..reading import Reading
from ..state import ClientState

LETTERS = 16
"""So much of the hash of a game is shown."""
SHORT = 8
"""So much of the id of a game names it to commands."""


@dataclass(frozen=True)
class ProofsState(PartState):
    """The own node's checks so far; None: it has not told them."""

    progress: ProofsReply | None = None


class ProofsPart(Part):
    """Says how much was checked, and shows what was proved last."""

    reply_types = change_types = (ProofsReply, LatestProofsReply)

    def __init__(self) -> None:
        self.commands = (CommandWord("fair", _fair, ("proofs", "proved"), rank=60, group={"others": "fair"}),)

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Note how much was checked; what was proved is an answer."""
        return (
            store_if_changed(state, ProofsState(reply), reply) if isinstance(reply, ProofsReply) else (state, (reply,))
        )

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Show what was proved last; say what is still to be checked."""
        if isinstance(change, LatestProofsReply):
            yield Display(fairness_page(reading, change))
        elif isinstance(change, ProofsReply) and change.busy and change.messages < change.whole:
            yield text_display(reading.words("proofs.busy", n=change.messages, whole=change.whole))

    def placement(self, change: Change, reading: Reading) -> Placement | None:
        """Show what was proved as a page, and how far the checks have come as long as they lag behind."""
        return Placement(Area.PAGE if isinstance(change, LatestProofsReply) else Area.PROGRESS)

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Show what was proved last."""
        return KeyEffect("fair") if does == "fair" else None

    def title(self, reading: Reading) -> tuple[Span | None, tuple[Span, ...]]:
        """Say how much was checked, or first of all that it is disputed."""
        words, said = reading.words, reading.state.part(ProofsState).progress
        if said is None:
            return None, ()
        if not is_undisputed(reading):  # before what may be cut off
            return Span(words("screen.proofs.disputed", n=said.messages), "bad"), ()
        ways = ("screen.proofs", "screen.proofs.short")
        return None, tuple(Span(words(key, n=said.messages), "label") for key in ways)

    def proof_summary(self, reading: Reading, over: bool) -> Iterator[Display]:
        """Say how much was checked, and the hash of the game so far: two who have seen the same see the same."""
        said = reading.state.part(ProofsState).progress
        if said is not None and not over:
            yield text_display(reading.words("proofs", n=said.messages))
        if said is not None and said.chain:
            yield text_display(reading.words("proofs.chain", chain=said.chain[:LETTERS]))


def is_undisputed(reading: Reading) -> bool:
    """Whether nothing is known that would part those who play: all programs came to the same, and whoever was caught
    is out.
    """
    state = reading.state
    return not state.cheaters and (state.halt is None or state.halt.key not in ("differ", "differ-here", "unproven"))


def fairness_page(reading: Reading, proved: LatestProofsReply | None = None) -> Page:
    """Give the page; ``proved``: what the node says was proved last, where anything is proved."""
    words, state = reading.words, reading.state
    title = row(words("fair.title"))
    if state.is_local:
        return Page(title, (Para(row(Span(words("fair.local"), "warn"))), Gap(), Para(row(words("fair.local.why")))))
    if state.is_recording:
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
        if proved.by:
            key = "fair.checked-by" if len(proved.by) == 1 else "fair.checked-by.several"
            by = words(key, names=words.listed(proved.by))
        else:
            by = words("fair.checked-here")
        pairs.append((row(words("fair.by")), row(by)))
    proofs = state.part(ProofsState).progress
    if proofs is not None:
        key = "fair.agree" if is_undisputed(reading) else "fair.disagree"
        chain = proofs.chain[:LETTERS]
        said = words(key, n=proofs.messages, chain=chain)
        pairs.append((row(words("fair.heads")), row(Span(said, "good" if is_undisputed(reading) else "bad"))))
    over = state.game_over
    file = over.file if over is not None and over.file else ""
    game = state.welcome.sid[:SHORT] if state.welcome is not None else ""
    kept = words("fair.watched") if state.is_spectating else words("fair.export", game=game)
    again = words("fair.file", file=file) if file else kept
    pairs.append((row(words("fair.again")), row(again)))
    return Page(title, (*blocks, Fields(tuple(pairs))))


def _fair(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if "proved" in context.state.offers:
        yield SendRequest(LatestProofsRequest(), (LatestProofsReply,))
    elif context.state.welcome is None:
        yield text_display(context.words("no-game-yet"))
    else:
        yield Display(fairness_page(context.reading))


PART = ProofsPart()
