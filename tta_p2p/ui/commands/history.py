"""Looking back: the turns of the game, how it stood then, and charts of it all."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say

from ..blocks import Fields, Page
from ..cells import row
from ..charts import chart_page, missing_moments
from ..history import find_turn, last_number, timeline_of, turn_list_blocks, turns_in_words
from ..instructions import Display, Instruction, SendRequest, text_display
from ..news_text import history_page
from ..plain_view import parse_number
from ..state import CHART
from .table import Applicability, CommandContext, CommandWord, offered_with


def _turns(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """List the turns with the numbers by which `at` goes to them."""
    found = turn_list_blocks(context.reading)
    if not found or context.presenter is None:
        yield text_display(context.words("log-empty"))
    else:
        yield Display(Page(row(context.words("past.turns")), (Fields(found, 2),)))


def _at(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Show a page of the game as it stood when a turn began."""
    words, presenter, course = context.words, context.presenter, timeline_of(context.state)
    typed, _, name = rest.partition(" ")
    found = turns_in_words(context.reading)
    asked = find_turn(found, typed)
    if presenter is None or asked is None:
        yield text_display(words("past.which", n=last_number(found)) if found else words("log-empty"))
        return
    page = presenter.page_aliases.get(name.strip(), name.strip()) or presenter.pages[0]
    if page not in presenter.pages:
        yield text_display(words("past.no-page", pages=words("comma").join(presenter.pages)))
        return
    place = course[asked.first].number
    if place in context.state.history:
        yield from history_page(context.reading, page, place)
    else:
        yield SendRequest(say.PastRequest([place]), (say.PastReply,), page)


def _chart(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Draw what the game measures, once the node has told all of it; a number: as far as after so many facts."""
    until = parse_number(rest)
    unknown = list(missing_moments(context.reading, until))
    if unknown:
        page = CHART if until is None else f"{CHART} {until}"
        yield SendRequest(say.PastRequest(unknown[:100]), (say.PastReply,), page)
    else:
        yield Display(chart_page(context.reading, until=until))


def _ask(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Ask the node how it stood after so many facts; for what a screen shows."""
    numbers = [number for number in map(parse_number, rest.split()) if number is not None]
    if numbers:
        yield SendRequest(say.PastRequest(numbers[:100]), (say.PastReply,))
    else:
        yield text_display(f"{context.words('usage.past')}: {context.words('help.past')}.")


def _eyes(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """See a recorded game through the eyes of a seat, or of everybody."""
    seat = parse_number(rest) if parse_number(rest) in context.state.seat_request.shared_seats else None
    yield SendRequest(say.HelloRequest(say.VERSION, seat, watch=seat is None, client="eyes"), (say.TurnReply,))


COMMANDS = (
    CommandWord(
        "turns", _turns, ("history",), Applicability.DEALT, group={"see": "turns"}, is_offered=offered_with("past")
    ),
    CommandWord("at", _at, ("back",), Applicability.DEALT, group={"see": "at"}, is_offered=offered_with("past")),
    CommandWord("past", _ask, applicability=Applicability.DEALT, is_offered=offered_with("past")),
    CommandWord("eyes", _eyes, applicability=Applicability.DEALT, is_offered=lambda state: state.is_recording),
    CommandWord(CHART, _chart, ("charts",), Applicability.DEALT, group={"see": CHART}, is_offered=offered_with("past")),
)
