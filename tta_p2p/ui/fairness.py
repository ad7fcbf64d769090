"""What was proved, by whom it was checked, and how to check it again, in plain words."""

from __future__ import annotations

from tta_p2p.seats.parts.proofs import Proved

from .blocks import Block, Fields, Gap, Page, Para
from .cells import Row, Span, row
from .reading import Reading

LETTERS = 16
"""So much of the hash of a game is shown."""
SHORT = 8
"""So much of the id of a game names it to commands."""


def agreed(reading: Reading) -> bool:
    """Whether nothing is known that would part those who play: all programs came to the same, and whoever was caught
    is out.
    """
    state = reading.state
    return not state.caught and (state.halted is None or state.halted.key not in ("differ", "differ-here", "unproven"))


def fairness_page(reading: Reading, proved: Proved | None = None) -> Page:
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
    proofs = state.proofs
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
