"""How the line client looks: it says what is new in words, as it comes, and never moves a cursor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tta_p2p.seats import messages as say

from .. import act_menu
from .. import changes as new
from ..announcements import drafted, still_done, told
from ..blocks import Block, Gap, Heading, Page, lines
from ..cells import Piece, Row, plain, row
from ..commands.parser import completions
from ..commands.table import CommandContext
from ..digest import digest, only_let_pass, since_own_turn, told_before
from ..instructions import ClearScreen, Display, Instruction, ListActs, SendRequest, TakeSeat, tell
from ..presenter import MenuItem, Scene
from ..reading import Reading
from ..style import Style
from .terminal import Terminal

SHOWN_AT_START = 12
"""So many paragraphs of what has happened last are shown to who comes in."""


class LineFace:
    """A client's face made of lines."""

    name = "line"
    shows_waiting = False

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

    def part(self, some: Iterable[Block]) -> None:
        """Say the last words of a client."""
        self.display(some)

    def offer(self, items: tuple[MenuItem, ...] | None, reading: Reading) -> None:
        """Show acts to choose from; None: all of the menu."""
        if items is not None:
            self.display((act_menu.candidates_block(items),))
        elif reading.presenter is not None:
            self.display(act_menu.menu_blocks(reading.menu, reading.presenter))

    def clear(self) -> None:
        """Make what was shown so far unseen."""
        self._terminal.clear()

    def teach(self, task: str, lesson: tuple[str, tuple[Block, ...]] | None) -> None:
        """Show a lesson that begins."""
        if lesson is not None:
            self.display((Gap(), Heading(row(lesson[0])), *lesson[1]))

    def refresh(self, context: CommandContext) -> None:
        """Offer what can be typed now for completion."""
        if context.reading.scene is not self._offered_for:
            self._offered_for = context.reading.scene
            self._terminal.complete_with(completions(context))

    def tell(self, change: new.Change, reading: Reading) -> Iterator[Instruction]:
        """Say what is new; `reading` is how things stand after it."""
        match change:
            case new.TurnBegan() | new.TurnWentOn() | new.DraftChanged():
                return self._turn(change, reading)
            case new.LogGrew(log, coming_in):
                return _log(log, coming_in, reading)
            case new.HandOver(seat):
                return self._hand_over(seat, reading)
        return told(change, reading, self.interactive)

    def _turn(
        self, change: new.TurnBegan | new.TurnWentOn | new.DraftChanged, reading: Reading
    ) -> Iterator[Instruction]:
        """Say what is to be decided, with as much around it as has changed."""
        presenter, scene, words = reading.presenter, reading.scene, reading.words
        if presenter is None or scene is None:
            return
        before, self._shown = self._shown, (scene, len(reading.state.log))
        goes_on = isinstance(change, new.TurnBegan) and _goes_on(before, reading)
        match change:
            case new.TurnBegan() if goes_on:
                yield Display(presenter.after_act(scene))
            case new.TurnBegan():
                if self.interactive:
                    yield Display((Gap(),))
                yield Display(Page(_title(reading), presenter.brief(scene)))
                yield from still_done(reading)
                lent = reading.state.seat in reading.state.lent
                if self.interactive and not lent and (passing := presenter.passing(scene)):
                    yield tell(words("passed-for-you", what=plain(presenter.decision(scene))))
                    yield SendRequest(say.ActRequest(passing), (say.TurnReply,))
                    return  # what comes then is told with the pass
            case new.TurnWentOn():
                yield Display(presenter.after_act(scene))
            case new.DraftChanged(added):
                yield drafted(added, reading)
                yield Display(presenter.after_draft(scene))
        another = change.decision if not isinstance(change, new.TurnBegan) else not goes_on or _asks_else(before, scene)
        if another:
            yield Display((Heading(presenter.decision(scene)),))
        decision = scene.turn.decision
        if decision is not None and decision.sealed and decision.key not in self._sealed and not scene.turn.draft:
            self._sealed.add(decision.key)
            yield tell(words("sealed"))
        if another or not reading.state.brief:
            yield ListActs()

    def _hand_over(self, seat: int, reading: Reading) -> Iterator[Instruction]:
        """Let the next person take over; a script plays everybody."""
        if not self.interactive or reading.presenter is None:
            yield TakeSeat(seat)
            return
        yield ClearScreen()
        yield tell(reading.words("hand-over", name=reading.presenter.texts.name(seat)), "mine")


def _goes_on(before: tuple[Scene, int] | None, reading: Reading) -> bool:
    """Whether who reads goes on where it was: others have let pass what it did, and all that stood is in sight still.

    Several at one keyboard see nothing of what was shown before.
    """
    presenter, scene, state = reading.presenter, reading.scene, reading.state
    if presenter is None or scene is None or before is None or len(state.wish.others) > 1:
        return False
    if plain(presenter.standing(before[0])) != plain(presenter.standing(scene)):
        return False
    return only_let_pass(state.log[before[1] :], presenter.addressed(state.seat), state.seat)


def _asks_else(before: tuple[Scene, int] | None, scene: Scene) -> bool:
    """Whether something else is to be decided than before."""
    return before is None or before[0].turn.decision != scene.turn.decision


def _title(reading: Reading) -> Row:
    """Say whose turn it is, and where the game stands."""
    presenter, scene, words = reading.presenter, reading.scene, reading.words
    assert presenter is not None and scene is not None
    several = len(reading.state.wish.others) > 1
    named = presenter.texts.name(reading.state.seat or 0)
    key = "your-decision" if presenter.answers(scene) else "your-turn"
    title = words(f"{key}-named", name=named) if several else words(key)
    standing = presenter.standing(scene)
    at: Piece = row(": ", standing) if standing else ""
    return row(title, at)


def _log(log: Sequence[say.LogEntry], coming_in: bool, reading: Reading) -> Iterator[Instruction]:
    if reading.presenter is None:
        return
    state, texts = reading.state, reading.presenter.addressed(reading.state.seat)
    if coming_in:
        blocks = digest(since_own_turn(state), texts, state.seat)
    else:
        blocks = digest(log, texts, state.seat, before=told_before(state, log))
    if coming_in and len(blocks) > SHOWN_AT_START:
        yield tell(reading.words("earlier", n=len(blocks) - SHOWN_AT_START))
        blocks = blocks[-SHOWN_AT_START:]
    yield Display(blocks)
