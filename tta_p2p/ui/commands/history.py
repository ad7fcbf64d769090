"""Looking back: the turns of the game, how it stood then, and charts of it all."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say

from ..announcements import shown_as_it_stood
from ..blocks import Fields, Page
from ..cells import row
from ..charts import chart_page, missing
from ..history import course_of, last_number, listed, turn_called, turns_of
from ..instructions import Display, Instruction, SendRequest, tell
from ..plain_view import whole
from ..state import CHART
from .table import Applies, CommandContext, CommandWord, asks


def _turns(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """List the turns with the numbers by which `at` goes to them."""
    found = listed(context.reading)
    if not found or context.presenter is None:
        yield tell(context.words("log-empty"))
    else:
        yield Display(Page(row(context.words("past.turns")), (Fields(found, 2),)))


def _at(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Show a page of the game as it stood when a turn began."""
    words, presenter, course = context.words, context.presenter, course_of(context.state)
    typed, _, name = rest.partition(" ")
    found = turns_of(context.reading)
    asked = turn_called(found, typed)
    if presenter is None or asked is None:
        yield tell(words("past.which", n=last_number(found)) if found else words("log-empty"))
        return
    page = presenter.short.get(name.strip(), name.strip()) or presenter.pages[0]
    if page not in presenter.pages:
        yield tell(words("past.no-page", pages=words("comma").join(presenter.pages)))
        return
    place = course[asked.first].number
    if place in context.state.past:
        yield from shown_as_it_stood(context.reading, page, place)
    else:
        yield SendRequest(say.PastRequest([place]), (say.PastReply,), page)


def _chart(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Draw what the game measures, once the node has told all of it."""
    unknown = list(missing(context.reading))
    if unknown:
        yield SendRequest(say.PastRequest(unknown[:100]), (say.PastReply,), CHART)
    else:
        yield Display(chart_page(context.reading))


def _ask(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Ask the node how it stood after so many facts; for what a screen shows."""
    numbers = [number for number in map(whole, rest.split()) if number is not None]
    if numbers:
        yield SendRequest(say.PastRequest(numbers[:100]), (say.PastReply,))
    else:
        yield tell(f"{context.words('usage.past')}: {context.words('help.past')}.")


def _eyes(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """See a recorded game through the eyes of a seat, or of everybody."""
    seat = whole(rest) if whole(rest) in context.state.wish.others else None
    yield SendRequest(say.HelloRequest(say.VERSION, seat, watch=seat is None, client="eyes"), (say.TurnReply,))


COMMANDS = (
    CommandWord("turns", _turns, ("history",), Applies.DEALT, listed={"see": "turns"}, offered=asks("past")),
    CommandWord("at", _at, ("back",), Applies.DEALT, listed={"see": "at"}, offered=asks("past")),
    CommandWord("past", _ask, when=Applies.DEALT, offered=asks("past")),
    CommandWord("eyes", _eyes, when=Applies.DEALT, offered=lambda state: state.recorded),
    CommandWord(CHART, _chart, ("charts",), Applies.DEALT, listed={"see": CHART}, offered=asks("past")),
)
