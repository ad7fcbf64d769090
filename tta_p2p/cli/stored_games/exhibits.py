"""A recorded game as one web page or as a recording of a terminal: what they show is gathered here."""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence
from pathlib import Path

from tta_p2p import __version__
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.cli.stored_games.viewpoint import Viewpoint
from tta_p2p.games.contract import Seat
from tta_p2p.i18n import ideographic
from tta_p2p.table.audit import Verdict
from tta_p2p.table.recording import Recording
from tta_p2p.ui.asciicast import asciicast
from tta_p2p.ui.blocks import Block
from tta_p2p.ui.charts import charts_of
from tta_p2p.ui.html.page import GameEnd, PageVerdict, html_page
from tta_p2p.ui.record import Recorded
from tta_p2p.ui.style import Style, showable
from tta_p2p.ui.titles import title_text

COMMANDS = (
    "sha256sum {file}",
    "./scripts/tta verify {file}",
    "./scripts/second-verifier verify.pyz",
    "python3 -I verify.pyz {file}",
)
"""How somebody checks a file (docs/fairness.md), as typed in a checkout of this program."""


FAIRNESS = {"fair": True, "convicted": True, "violated": False, "damaged": False, "disagreed": False}
"""Whether a verdict says that a game was fair; of any other verdict neither is known."""


def web_page(recording: Recording, verdict: PageVerdict, seat: Seat | None = None) -> str:
    """Give the page of a recorded game, in the language that is spoken; ``seat``: through whose eyes."""
    recorded = recorded_game(recording, seat)
    end = GameEnd(_standings(recording, recorded), charts_of(recorded.reading))
    names = [showable(name) for name in recording.names]
    return html_page(recorded, verdict, end, title_text(recording.game.name, words()), names, __version__)


def terminal_recording(recording: Recording, seat: Seat | None = None) -> str:
    """Give a recorded game as an asciicast of 80 columns; ``seat``: through whose eyes."""
    said, names = words(), [showable(name) for name in recording.names]
    title = f"{title_text(recording.game.name, said)}: {said('comma').join(names)}"
    style = Style(80, colour=True, deep=True, ideographic=ideographic(said.language))
    return asciicast(recorded_game(recording, seat), title, style)


def recorded_game(recording: Recording, seat: Seat | None = None) -> Recorded:
    """Give a recorded game to be shown turn by turn, with the moments its charts are made of."""
    viewpoint = Viewpoint(recording, seat)
    reading = viewpoint.reading(words(), charts=True)
    presenter = reading.presenter
    assert presenter is not None  # a recording names its game
    return Recorded(reading, viewpoint.view, lambda number: viewpoint.said(number, presenter))


def page_verdict(file: Path, verdict: Verdict, lines: Sequence[str]) -> PageVerdict:
    """Give what the page says of a transcript's fairness; ``lines``: what `tta verify` says of it."""
    digest = hashlib.sha256()
    with file.open("rb") as content:
        while piece := content.read(1 << 20):
            digest.update(piece)
    named = shlex.quote(showable(file.name))
    commands = tuple(one.format(file=named) for one in COMMANDS)
    return PageVerdict(tuple(lines), FAIRNESS.get(verdict.state), digest.hexdigest(), commands)


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
