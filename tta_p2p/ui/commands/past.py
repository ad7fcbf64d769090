"""Looking back: the turns of the game, how it stood then, and charts of it all."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say

from ..blocks import Fields, Page
from ..cells import Row, Span, join, row
from ..charts import chart_page, missing
from ..instructions import Display, Instruction, SendRequest, tell
from ..past import by_phase, by_turn, course_of, turn_name, turns_of
from ..plain import whole
from ..state import CHART
from ..telling import shown_as_it_stood
from .base import Applies, CommandContext, CommandWord, asks


def _turns(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """List the turns with the numbers by which `at` goes to them."""
    words, reading = context.words, context.reading
    found = turns_of(reading)
    presenter = context.presenter
    if not found or presenter is None:
        yield tell(words("log-empty"))
        return
    listed: list[tuple[Row, Row]] = []
    for numbers in by_turn(found):
        first = found[numbers[0]]
        if first.phase:
            parts = (row(Span(f"{part[0] + 1} ", "number"), found[part[0]].phase) for part in by_phase(found, numbers))
            listed.append((row(presenter.turn_named(first.turn)), join(parts, ", ")))
        else:
            listed.append((row(str(numbers[0] + 1)), turn_name(first, reading)))
    yield Display(Page(row(words("past.turns")), (Fields(tuple(listed), 2),)))


def _at(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Show a page of the game as it stood when a turn began."""
    words, presenter, course = context.words, context.presenter, course_of(context.state)
    typed, _, name = rest.partition(" ")
    number, found = whole(typed), turns_of(context.reading)
    if presenter is None or number is None or not 1 <= number <= len(found):
        yield tell(words("past.which", n=len(found)))
        return
    page = presenter.short.get(name.strip(), name.strip()) or presenter.pages[0]
    if page not in presenter.pages:
        yield tell(words("past.no-page", pages=words("comma").join(presenter.pages)))
        return
    place = course[found[number - 1].first].number
    if place in context.state.past:
        yield from shown_as_it_stood(context.reading, page, place)
    else:
        yield SendRequest(say.AskPast([place]), (say.Past,), page)


def _chart(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Draw what the game measures, once the node has told all of it."""
    unknown = list(missing(context.reading))
    if unknown:
        yield SendRequest(say.AskPast(unknown[:100]), (say.Past,), CHART)
    else:
        yield Display(chart_page(context.reading))


def _ask(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Ask the node how it stood after so many facts; for what a screen shows."""
    numbers = [number for number in map(whole, rest.split()) if number is not None]
    if numbers:
        yield SendRequest(say.AskPast(numbers[:100]), (say.Past,))
    else:
        yield tell(f"{context.words('usage.past')}: {context.words('help.past')}.")


def _eyes(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """See a recorded game through the eyes of a seat, or of everybody."""
    seat = whole(rest) if whole(rest) in context.state.wish.others else None
    yield SendRequest(say.Hello(say.VERSION, seat, watch=seat is None, client="eyes"), (say.Turn,))


COMMANDS = (
    CommandWord("turns", _turns, ("history",), Applies.DEALT, listed={"see": "turns"}, offered=asks("past")),
    CommandWord("at", _at, ("back",), Applies.DEALT, listed={"see": "at"}, offered=asks("past")),
    CommandWord("past", _ask, when=Applies.DEALT, offered=asks("past")),
    CommandWord("eyes", _eyes, when=Applies.DEALT, offered=lambda state: state.recorded),
    CommandWord(CHART, _chart, ("charts",), Applies.DEALT, listed={"see": CHART}, offered=asks("past")),
)
