"""Layout of results: in the words of a language, for the width and colours of a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tta_p2p.cli.output.speech import shows_everything, words
from tta_p2p.games.contract import Card, Line, Standings
from tta_p2p.i18n import Words, ideographic
from tta_p2p.i18n.refusals import read_refusal
from tta_p2p.ui.blocks import Para, lines
from tta_p2p.ui.cells import cut, pad, plain, row
from tta_p2p.ui.cells import width as width_of
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import Style, showable


def style(
    ascii: bool = False, interactive: bool | None = None, spoken: Words | None = None, plain: bool = False
) -> Style:
    """Give the style of standard output; ``interactive``: whether colours are wanted (default: if it is a terminal).

    ``plain``: line by line and without colours, as for a screen reader.
    """
    terminal = sys.stdout.isatty()
    able = shows_everything(sys.stdout)
    width = shutil.get_terminal_size().columns if terminal else 80
    colour = (terminal if interactive is None else interactive) and not plain
    found = Style.of(os.environ, width, colour, ascii, able, ideographic((spoken or words()).language))
    return replace(found, speech=plain)


def wrap_text(text: str, indent: int = 0, hanging: int = 2) -> list[str]:
    """One paragraph in lines of the terminal's width, from a column on; lines after the first stand further in."""
    return lines([Para(row(text), indent, hanging)], style())


def column(text: str, size: int) -> str:
    """Make others' names safe to show, in a column of so many cells."""
    return plain(pad(cut(showable(text), size), size))


def with_hint(what: str, hint: str) -> list[str]:
    """A line and what can be done with it: on a line of its own where both do not fit, so that it can be copied."""
    if hint and width_of(f"{what}  {hint}") <= style().width:
        return [f"{what}  {hint}"]
    head = wrap_text(what, 0, 10) if sys.stdout.isatty() else [what]  # whoever reads a pipe looks for lines
    return [*head, *([f"{'':10}{hint}"] if hint else [])]


def fill_lines(commands: Sequence[str], apart: int, indent: int = 10) -> list[str]:
    """Put commands on as few lines as fit, none of them broken, so that each can be copied."""
    found: list[str] = []
    for one in commands:
        longer = f"{found[-1]}{'':{apart}}{one}" if found else ""
        if found and indent + width_of(longer) <= style().width:
            found[-1] = longer
        else:
            found.append(one)
    return found


def refusal(game: str, names: Sequence[str], reason: str) -> str:
    """Say the rules' reason for refusing an act; no more than that they do where it is none that they may give."""
    presenter = presenter_for(game, words(), names)
    read = read_refusal(presenter.game, reason, Card)
    return words()("verify.against-rules") if read is None else presenter.texts.say("illegal", *read)


def rule_line(game: str, line: Line) -> str:
    """Say the rules' own reason for refusing what was asked here."""
    return presenter_for(game, words(), ()).texts.say("illegal", line.key, line.args)


def standings_lines(
    game: str,
    names: Sequence[str],
    standings: Standings,
    spoken: Words | None = None,
    manner: Style | None = None,
    view: Any = None,
) -> list[str]:
    """The final table: who came where, and where the points came from; `view`: of the end, to say more of it."""
    presenter = presenter_for(game, spoken or words(), names)
    ending = presenter.texts.line("ending", standings.ending) if standings.ending is not None else ""
    reached = presenter.results.further_standings(view) if view is not None else ()
    return lines((*presenter.results.standings(standings.places, ending), *reached), manner or style(spoken=spoken))
