"""The page: one HTML file that shows a recorded game turn by turn, its end, its charts, and whether it was fair.

Jinja puts it together and escapes what it is given; charts are SVG (`svg`), boards are made of blocks (`markup`). The
page asks for nothing: its policy forbids every request, and it holds no address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tta_p2p.i18n import Words, ideographic
from tta_p2p.ui.blocks import Block, Charts
from tta_p2p.ui.plot import Chart
from tta_p2p.ui.record import Recorded
from tta_p2p.ui.style import Style

from .colours import DARK, LIGHT, map_rules, style_variables
from .markup import Markups
from .sections import DETAILS, sections

COLUMNS = 100
"""Columns of what is drawn in cells."""
LIMIT = 1_000_000
"""Bytes of a page at most, as far as its log alone is not longer."""
LABELS = ("verdict", "digest", "end", "charts", "turns", "first", "back", "choose", "next", "last", "keys")
"""Headings and buttons of the page; their texts are `page.label.NAME`."""
QUESTIONS = ("proved", "checked", "not-proved", "how", "not-meant")
"""The questions about fairness that the page answers; their texts are `page.ask.NAME` and `page.answer.NAME`."""


@dataclass(frozen=True)
class PageVerdict:
    """The fairness of a game, as far as it is known.

    ``lines``: what `tta verify` says, the verdict first; ``fair``: whether that is FAIR, None where neither is
    proved; ``digest``: SHA-256 of the file, as hexadecimal digits; ``commands``: how somebody checks it.
    """

    lines: tuple[str, ...]
    fair: bool | None
    digest: str = ""
    commands: tuple[str, ...] = ()


@dataclass(frozen=True)
class GameEnd:
    """The end of a game: its table of places, and its charts."""

    standings: tuple[Block, ...]
    charts: tuple[Chart, ...]


def html_page(
    recorded: Recorded, verdict: PageVerdict, end: GameEnd, title: str, players: Sequence[str], version: str
) -> str:
    """Give the page; ``title``: of the game, ``version``: of this program, as people read both.

    Of a game that is too long for `LIMIT` it shows the boards less often, never less of the log.
    """
    page = ""
    for detail in DETAILS:
        page = _page(recorded, verdict, end, title, players, version, detail)
        if len(page.encode()) <= LIMIT:
            break
    return page


def _page(
    recorded: Recorded,
    verdict: PageVerdict,
    end: GameEnd,
    title: str,
    players: Sequence[str],
    version: str,
    detail: str,
) -> str:
    words = recorded.reading.words
    markups = Markups(Style(COLUMNS, colour=True, ideographic=ideographic(words.language)), words("page.numbers"))
    environment = _environment()
    script = environment.get_template("page.js").render()
    css = environment.get_template("page.css").render(
        light=style_variables(LIGHT), dark=style_variables(DARK), map=map_rules()
    )
    return environment.get_template("page.html").render(
        labels={name: words(f"page.label.{name}") for name in LABELS},
        unchanged=lambda turn: words("page.same", turn=turn),
        made=words("page.made", version=version),
        language=words.language,
        title=title,
        players=words("comma").join(players),
        verdict=_shown_verdict(verdict, words),
        standings=markups.blocks(end.standings, 3),
        charts=markups.blocks([Charts(end.charts)] if end.charts else [], 3),
        turns=list(sections(recorded, markups, detail)),
        css=Markup(css),
        script=Markup(script),
    )


def _shown_verdict(verdict: PageVerdict, words: Words) -> dict[str, Any]:
    asked = QUESTIONS if verdict.commands else ()
    return {
        "lines": verdict.lines,
        "manner": {True: "fair", False: "wrong", None: "open"}[verdict.fair],
        "digest": verdict.digest,
        "questions": [(words(f"page.ask.{one}"), words(f"page.answer.{one}")) for one in asked],
        "commands": verdict.commands,
        "commands_after": QUESTIONS.index("how") + 1,
    }


@cache
def _environment() -> Environment:
    """Make what renders the templates: everything that is put in is escaped, and what is missing is an error."""
    return Environment(
        loader=PackageLoader("tta_p2p.ui.html", "template"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=False,
    )
