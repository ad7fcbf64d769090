"""Face of the line client: it tells news in words, as they come, and never moves a cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tta_p2p.seats import messages as say

from .. import act_menu
from .. import changes as new
from ..blocks import Block, Gap, Heading, Page, lines
from ..cells import Piece, Row, plain, row
from ..commands.parser import completions
from ..commands.table import CommandContext
from ..digest import digest, is_only_passed, line_before, since_own_turn
from ..guide import GuideTask
from ..instructions import ClearScreen, Display, Instruction, ListActs, SendRequest, TakeSeat, text_display
from ..news_text import announce, draft_so_far, draft_text
from ..presenter import MenuItem, Scene
from ..reading import Reading
from ..style import Style
from .terminal import Terminal

INITIAL_LOG_LINES = 12
"""So many paragraphs of what has happened last are shown to who comes in."""


class LineFace:
    """A client's face made of lines."""

    name = "line"
    has_wait_display = False

    def __init__(self, terminal: Terminal, style: Style) -> None:
        self._terminal, self._style = terminal, style
        self.interactive = terminal.interactive
        self._offered_for: Scene | None = None
        self._sealed: set[str] = set()
        """The sealed decisions of which was said what that means."""
        self._shown: tuple[Scene, int] | None = None
        """What was to be decided when that was last said, and how many lines the log had then."""

    async def read(self, prompt: str) -> str | None:
        """Give the next line that is typed; None when there is none any more."""
        return await self._terminal.read(prompt)

    def display(self, some: Page | Iterable[Block], passing: bool = False) -> None:
        """Show a page or some blocks."""
        self._terminal.write(lines(some, self._style))

    def farewell(self, some: Iterable[Block]) -> None:
        """Say the last words of a client."""
        self.display(some)

    def show_acts(self, items: tuple[MenuItem, ...] | None, reading: Reading) -> None:
        """Show acts to choose from; None: all of the menu."""
        if items is not None:
            self.display((act_menu.candidates_block(items),))
        elif reading.presenter is not None:
            self.display(act_menu.menu_blocks(reading.menu, reading.presenter))

    def clear(self) -> None:
        """Make what was shown so far unseen."""
        self._terminal.clear()

    def show_lesson(self, task: GuideTask, lesson: tuple[str, tuple[Block, ...]] | None) -> None:
        """Show a lesson that begins."""
        if lesson is not None:
            self.display((Gap(), Heading(row(lesson[0])), *lesson[1]))

    def refresh(self, context: CommandContext) -> None:
        """Offer what can be typed now for completion."""
        if context.reading.scene is not self._offered_for:
            self._offered_for = context.reading.scene
            self._terminal.complete_with(completions(context))

    def announce(self, change: new.Change, reading: Reading) -> Iterator[Instruction]:
        """Say what is new; `reading` is how things stand after it."""
        match change:
            case new.TurnStarted() | new.TurnContinued() | new.DraftChanged():
                return self._announce_turn(change, reading)
            case new.LogExtended(log, coming_in):
                return _log(log, coming_in, reading)
            case new.SeatHandover(seat):
                return self._announce_handover(seat, reading)
        return announce(change, reading, self.interactive)

    def _announce_turn(
        self, change: new.TurnStarted | new.TurnContinued | new.DraftChanged, reading: Reading
    ) -> Iterator[Instruction]:
        """Say what is to be decided, with as much around it as has changed."""
        presenter, scene, words = reading.presenter, reading.scene, reading.words
        if presenter is None or scene is None:
            return
        before, self._shown = self._shown, (scene, len(reading.state.log))
        goes_on = isinstance(change, new.TurnStarted) and _continues_turn(before, reading)
        match change:
            case new.TurnStarted() if goes_on:
                yield Display(presenter.act_summary(scene))
            case new.TurnStarted():
                if self.interactive:
                    yield Display((Gap(),))
                yield Display(Page(_title(reading), presenter.turn_summary(scene)))
                yield from draft_so_far(reading, change.answered)
                lent = reading.state.seat in reading.state.autopilot_seats
                if self.interactive and not lent and (passing := presenter.forced_act(scene)):
                    yield text_display(words("passed-for-you", what=plain(presenter.decision(scene))))
                    yield SendRequest(say.ActRequest(passing), (say.TurnReply,))
                    return  # what comes then is told with the pass
            case new.TurnContinued():
                yield Display(presenter.act_summary(scene))
            case new.DraftChanged(added):
                yield draft_text(added, reading)
                yield Display(presenter.draft_summary(scene))
        another = (
            change.decision
            if not isinstance(change, new.TurnStarted)
            else not goes_on or _has_new_decision(before, scene)
        )
        if another:
            yield Display((Heading(presenter.decision(scene)),))
        decision = scene.turn.decision
        if decision is not None and decision.sealed and decision.key not in self._sealed and not scene.turn.draft:
            self._sealed.add(decision.key)
            yield text_display(words("sealed"))
        if another or not reading.state.brief:
            yield ListActs()

    def _announce_handover(self, seat: int, reading: Reading) -> Iterator[Instruction]:
        """Let the next person take over; a script plays everybody."""
        if not self.interactive or reading.presenter is None:
            yield TakeSeat(seat)
            return
        yield ClearScreen()
        yield text_display(reading.words("hand-over", name=reading.presenter.texts.name(seat)), "mine")


def _continues_turn(before: tuple[Scene, int] | None, reading: Reading) -> bool:
    """Whether who reads goes on where it was: others have let pass what it did, and all that stood is in sight still.

    Several at one keyboard see nothing of what was shown before.
    """
    presenter, scene, state = reading.presenter, reading.scene, reading.state
    if presenter is None or scene is None or before is None or len(state.seat_request.shared_seats) > 1:
        return False
    if plain(presenter.progress(before[0])) != plain(presenter.progress(scene)):
        return False
    return is_only_passed(state.log[before[1] :], presenter.texts_for(state.seat), state.seat)


def _has_new_decision(before: tuple[Scene, int] | None, scene: Scene) -> bool:
    """Whether something else is to be decided than before."""
    return before is None or before[0].turn.decision != scene.turn.decision


def _title(reading: Reading) -> Row:
    """Say whose turn it is, and where the game stands."""
    presenter, scene, words = reading.presenter, reading.scene, reading.words
    assert presenter is not None and scene is not None
    several = len(reading.state.seat_request.shared_seats) > 1
    named = presenter.texts.name(reading.state.seat or 0)
    key = "your-decision" if presenter.is_response(scene) else "your-turn"
    title = words(f"{key}-named", name=named) if several else words(key)
    standing = presenter.progress(scene)
    at: Piece = row(": ", standing) if standing else ""
    return row(title, at)


def _log(log: Sequence[say.LogEntry], coming_in: bool, reading: Reading) -> Iterator[Instruction]:
    if reading.presenter is None:
        return
    state, texts = reading.state, reading.presenter.texts_for(reading.state.seat)
    if coming_in:
        blocks = digest(since_own_turn(state), texts, state.seat)
    else:
        blocks = digest(log, texts, state.seat, before=line_before(state, log))
    if coming_in and len(blocks) > INITIAL_LOG_LINES:
        yield text_display(reading.words("earlier", n=len(blocks) - INITIAL_LOG_LINES))
        blocks = blocks[-INITIAL_LOG_LINES:]
    yield Display(blocks)
