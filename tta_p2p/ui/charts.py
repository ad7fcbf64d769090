"""The charts of a game: what its presenter measures, over its rounds (or whatever its turns are counted in)."""

from __future__ import annotations

from .blocks import Block, Charts, Gap, Page, Para
from .cells import row
from .history import reading_at, timeline_of, turn_ends
from .plot import HUES, Chart, Curve, letters
from .presenter import Measurements
from .reading import Reading

COURSE_HEIGHT = 8
"""Rows of the curves on the last page."""


def _sample_moments(reading: Reading, until: int | None = None) -> dict[int, int]:
    """Give the places of the game that its charts are made of, by how many facts there were, by turn.

    ``until``: the facts after which nothing is shown.
    """
    if reading.presenter is None or reading.scene is None or not reading.presenter.turns.measurements(reading.scene):
        return {}
    ends = turn_ends(timeline_of(reading.state))
    return {turn: number for turn, number in ends.items() if until is None or number <= until}


def missing_moments(reading: Reading, until: int | None = None) -> tuple[int, ...]:
    """Give those that the node is still to be asked for; what is over does not change, what goes on does."""
    known = reading.state.history
    return tuple(number for number in _sample_moments(reading, until).values() if number not in known)


def charts_of(reading: Reading, height: int = 10, until: int | None = None) -> tuple[Chart, ...]:
    """Give a chart for each thing that is measured, as far as its values are known."""
    presenter = reading.presenter
    if presenter is None:
        return ()
    found = list[Measurements]()
    labels = []
    for turn, number in _sample_moments(reading, until).items():
        past = reading.state.history.get(number)
        scene = reading_at(reading, past).scene if past is not None else None
        if scene is not None:
            found.append(presenter.turns.measurements(scene))
            labels.append(presenter.turns.turn_name(turn))
    if not found:
        return ()
    names = presenter.texts.names
    signs = letters(names, presenter.turns.used_letters)
    charts = []
    for at, (title, now) in enumerate(found[-1]):
        curves = tuple(
            Curve(names[seat], signs[seat], HUES[seat % len(HUES)], tuple(one[at][1][seat] for one in found))
            for seat in range(len(now))
        )
        charts.append(Chart(row(title), curves, tuple(labels), height))
    return tuple(charts)


def missing_course(reading: Reading) -> tuple[int, ...]:
    """Give the moments that the node is still to be asked for to draw the last page; none where it draws no charts."""
    drawn = reading.presenter is not None and reading.presenter.turns.last_page_charts > 0
    return missing_moments(reading) if drawn else ()


def course_blocks(reading: Reading) -> tuple[Block, ...]:
    """Give the charts of the last page, once all their values are known."""
    presenter = reading.presenter
    if presenter is None or missing_course(reading):
        return ()
    charts = charts_of(reading, COURSE_HEIGHT)[: presenter.turns.last_page_charts]
    return (Gap(), Charts(charts)) if charts and len(charts[0].labels) > 1 else ()


def chart_page(reading: Reading, height: int = 10, until: int | None = None) -> Page:
    """Give the page with all charts, or why there is none; ``until``: the facts after which nothing is shown."""
    words, charts = reading.words, charts_of(reading, height, until)
    if not charts:
        return Page(row(words("chart.title")), (Para(row(words("chart.none"))),))
    return Page(row(words("chart.title")), (Charts(charts),))
