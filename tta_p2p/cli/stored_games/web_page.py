"""A recorded game as one web page: what it shows is gathered here, from the recording and from the verdict on it."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tta_p2p import __version__
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.cli.stored_games.viewpoint import Viewpoint
from tta_p2p.games.contract import Seat
from tta_p2p.seats import messages as say
from tta_p2p.table.audit import Verdict
from tta_p2p.table.recording import Recording
from tta_p2p.ui.blocks import Block
from tta_p2p.ui.charts import charts_of, missing_moments
from tta_p2p.ui.html.page import GameEnd, PageVerdict, html_page
from tta_p2p.ui.html.sections import Recorded
from tta_p2p.ui.style import showable
from tta_p2p.ui.titles import title_text

COMMANDS = (
    "sha256sum {file}",
    "./scripts/tta verify {file}",
    "./scripts/second-verifier verify.pyz",
    "python3 -I verify.pyz {file}",
)
"""How somebody checks a file (docs/fairness.md), as typed in a checkout of this program."""


def web_page(recording: Recording, verdict: PageVerdict, seat: Seat | None = None) -> str:
    """Give the page of a recorded game, in the language that is spoken; ``seat``: through whose eyes."""
    viewpoint, said = Viewpoint(recording, seat), words()
    reading = viewpoint.reading(said)
    past = {number: say.PastReply(number, None, viewpoint.view(number)) for number in missing_moments(reading)}
    whole = reading.of(replace(reading.state, history=past))
    assert whole.presenter is not None
    presenter = whole.presenter
    recorded = Recorded(whole, viewpoint.view, lambda number: viewpoint.said(number, presenter))
    end = GameEnd(_standings(recording, recorded), charts_of(whole))
    names = [showable(name) for name in recording.names]
    return html_page(recorded, verdict, end, title_text(recording.game.name, said), names, __version__)


def page_verdict(file: Path, verdict: Verdict, lines: Sequence[str]) -> PageVerdict:
    """Give what the page says of a transcript's fairness; ``lines``: what `tta verify` says of it."""
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while piece := content.read(1 << 20):
            digest.update(piece)
    named = shlex.quote(showable(file.name))
    commands = tuple(one.format(file=named) for one in COMMANDS)
    return PageVerdict(tuple(lines), verdict.state in ("fair", "convicted"), digest.hexdigest(), commands)


def local_verdict() -> PageVerdict:
    """Give what the page says of a game that was played on one computer."""
    return PageVerdict((text_of("page.one-computer"),), None)


def _standings(recording: Recording, recorded: Recorded) -> tuple[Block, ...]:
    """Give the table of the end, or nothing of a game that did not come to one."""
    if not recording.over:
        return ()
    presenter, state = recorded.presenter, recording.instants[-1].state
    final = recording.game.standings(state)
    ending = presenter.texts.line("ending", final.ending) if final.ending is not None else ""
    reached = presenter.results.further_standings(state)
    return (*presenter.results.standings(final.places, ending), *reached)
