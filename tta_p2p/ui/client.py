"""A client at work: the node's words go through the reducer to a face, a person's through the commands to the node.

A person may type at any time; lines of a script are read one by one, each when the one before has been answered, and
acts when it is the seat's turn.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol

import trio

from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.driver import REFUSALS
from tta_p2p.seats.encoding import BadLine
from tta_p2p.seats.lines import Lines

from . import signals
from .blocks import Block, Gap, Page, Para
from .cells import Span, row
from .changes import ActExplained, CardsRevealed, Change, LogExtended, TurnStarted
from .commands import parser
from .commands.acts import checked_act
from .commands.table import CommandContext
from .commands.views import _who
from .digest import hold_back
from .guard import LOG, HookFaultLog
from .guide import Guide, GuideTask
from .instructions import (
    AskConfirmation,
    CheckAct,
    ClearScreen,
    Display,
    Instruction,
    ListActs,
    Quit,
    SendRequest,
    StorePartState,
    TakeSeat,
    apply_instruction,
    text_display,
)
from .intake import reduce_reply
from .news_text import after_game, confirmation_page, explanation, farewell, waits_text
from .parts import with_hook
from .presenter import MenuItem
from .reading import Reading
from .state import ClientState, SeatRequest

EXIT_GAME_OVER = 0
EXIT_FAILURE = 1
EXIT_CHEATING = 3
EXIT_UNFINISHED = 4
EXIT_ONWARD = 5
"""Not for a shell: the person goes to the next game that waits for them."""
EXIT_INTERRUPT = 130
"""Exit codes: the game is over (or the person left); the connection broke; somebody cheated; the script ended before
the game; interrupted."""

NODE_ENDS = frozenset({"stopped", "store", "crashed"})
"""Why a node ends, which it has said before: the words told then say what to do."""
ACT_PATIENCE = 0.06
"""Seconds after an act in which something of it is said; then a person is told whom the game waits for."""
ANSWER_PATIENCE = 6.0
"""Seconds after which a person is told that the game still waits, and for whom."""
ANSWER = 30.0
"""Seconds a script waits for the answer to one line."""


GOODBYE_PATIENCE = 2.0
"""Seconds for the last words to a node."""


class ClientFace(Protocol):
    """A person's side of a client: pictures and typing; it knows neither connection nor client."""

    name: str
    """What kind of client this is, for people at the other end."""
    interactive: bool
    """Whether a person types; else lines come from a file or a program."""
    has_wait_display: bool
    """Whether it is always seen whom the game waits for; else that is said when it takes long."""

    async def read(self, prompt: str) -> str | None:
        """Give the next line that is typed, or that a key stands for; None when there is none any more."""
        ...

    def announce(self, change: Change, reading: Reading) -> Iterable[Instruction]:
        """Say what is new, once `reading` is how things stand; give what is to be done for that."""
        ...

    def display(self, some: Page | Iterable[Block], passing: bool = False) -> None:
        """Show a page or some blocks; ``passing``: what is true as long as nothing moves."""
        ...

    def farewell(self, some: Iterable[Block]) -> None:
        """Say the last words of a client: what stays to be read once it has ended."""
        ...

    def show_acts(self, items: tuple[MenuItem, ...] | None, reading: Reading) -> None:
        """Show acts to choose from; None: all of the menu."""
        ...

    def clear(self) -> None:
        """Make what was shown so far unseen, as far as possible."""
        ...

    def show_lesson(self, task: GuideTask, lesson: tuple[str, tuple[Block, ...]] | None) -> None:
        """Show what a tutorial asks for now (empty: nothing), and the title and text of a lesson that begins."""
        ...

    def refresh(self, context: CommandContext) -> None:
        """Take note of how things stand now; comes before any change of it is told."""
        ...


class SeatClient:
    """One seat played (or watched) over a connection of the seat protocol."""

    def __init__(
        self,
        connection: Lines,
        face: ClientFace,
        words: Words,
        wish: SeatRequest | None = None,
        brief: bool = False,
        comeback: Callable[[], str] = str,
        teacher: Guide | None = None,
        ring: Callable[[], None] | None = None,
    ) -> None:
        """``brief``: acts are listed on request only; ``comeback``: the command that comes back to this game as it is
        now, empty where there is none; ``teacher``: tells lessons or sets puzzles; ``ring`` is
        called when it becomes the seat's turn.
        """
        self.reading = Reading(ClientState(wish or SeatRequest(), brief=brief), words)
        self.code = EXIT_GAME_OVER
        """The exit code, once it has ended."""
        self._connection, self._face, self._resume_command = connection, face, comeback
        self._teacher, self._ring = teacher, ring
        self._pending_lines: tuple[say.LogEntry, ...] = ()
        """Lines of the log that are told once who acts has finished."""
        self._awaiting: tuple[type[say.Reply], ...] = ()
        """What would answer the last request."""
        self._refused_act = ("", "")
        """The act that a lesson does not ask for and that the rules are asked about, and what is said of it."""
        self._checked_act = ""
        """The act that the rules are asked about before it is done."""
        self._is_checking = False
        """Whether they have not answered yet: what is to be done meanwhile was pressed before the question was seen."""
        self._pulse = trio.Event()
        self._scope = trio.CancelScope()
        self._waits_at = 0.0
        self._acted = trio.Event()
        """Set when the person here has acted; then another one takes its place."""
        self._silent = False
        """Whether nothing has been said since."""
        self._gives_up = False
        self._faults = HookFaultLog("", words.language, ())
        self.leaving_scope = False
        """Whether the person has left, so that nothing need be said any more."""

    @property
    def state(self) -> ClientState:
        """The client's knowledge."""
        return self.reading.state

    def context(self) -> CommandContext:
        """Give what a command knows now."""
        waited = trio.current_time() - self._waits_at
        face = self._face
        return CommandContext(
            self.reading, parser.COMMANDS, face.interactive, self._resume_command(), waited, face.has_wait_display
        )

    # --- running -----------------------------------------------------------------------------------------

    async def run(self) -> int:
        """Play until the game is over or the player leaves; the exit code."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    await self._take_seat(self.state.seat_request.seat, say.WelcomeReply, say.LobbyReply)
                    nursery.start_soon(self._listen, nursery)
                    nursery.start_soon(self._read)
                    if self._face.interactive and not self._face.has_wait_display:
                        nursery.start_soon(self._tell_of_waits)
                    if threading.current_thread() is threading.main_thread():
                        nursery.start_soon(self._on_interrupt)
        except* signals.Interruption as group:
            self.interrupt(group)
        return self.code

    def interrupt(self, group: BaseExceptionGroup[signals.Interruption]) -> None:
        """Be ended by a signal in the middle of something that does not end: the log says of what."""
        self.leaving_scope, self.code = True, signals.first_interruption(group).code
        LOG.error("broken off by a signal", exc_info=group)

    def _stop(self, code: int) -> None:
        self.code = code
        self._scope.cancel()

    def _result(self) -> int:
        """Give the exit code as things stand."""
        over = self.state.game_over
        if self.state.accusations or (over is not None and over.verdict == "violated"):
            return EXIT_CHEATING
        return EXIT_UNFINISHED if self.state.is_seat_taken else EXIT_GAME_OVER

    async def _on_interrupt(self) -> None:
        """Ctrl-C leaves, like quit."""
        with signals.receive_signals(signal.SIGINT) as told:
            async for _ in told:
                if self._face.interactive:
                    self._face.display((Gap(),))
                await self._leave(EXIT_INTERRUPT)

    async def _leave(self, code: int) -> None:
        """Go; the game goes on."""
        state, words = self.state, self.reading.words
        if state.lobby_failed and not self._gives_up:
            code = code or EXIT_FAILURE
        elif state.in_lobby:
            key = "stays-knocking" if state.is_knocking else "stays-open"
            self._farewell(words(key, comeback=self._resume_command()))
        elif (
            code != EXIT_ONWARD
            and state.game_over is None
            and not (state.ended_early or state.is_recording)
            and state.welcome is not None
        ):
            self._farewell(farewell(state, words, self._resume_command()))
        self.leaving_scope = True
        with trio.move_on_after(GOODBYE_PATIENCE):  # a node that stands still hears nothing
            await self._send(say.ByeRequest())
        self._stop(code)

    # --- what the node says ------------------------------------------------------------------------------

    async def _listen(self, nursery: trio.Nursery) -> None:
        while True:
            try:
                reply = await self._connection.reply()
            except BadLine as error:
                self._display(text_display(self.reading.words("bad-line", why=str(error)), "warn"))
                continue
            if reply is None:
                break
            with self._untold(reply):
                await self._take_reply(reply, nursery)
            if self._awaiting and isinstance(reply, self._awaiting):
                self._awaiting = ()
            self._pulse.set()
            self._pulse = trio.Event()
        self._on_hang_up()

    @contextmanager
    def _untold(self, said: object) -> Iterator[None]:
        """Let what cannot be told of a line of the node cost that line: the log says why, and the client goes on."""
        try:
            yield
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):  # it is the terminal that is gone
            raise
        except Exception as error:  # whatever the words of somebody else lead to
            self._faults.note(f"{type(self).__name__}.{type(said).__name__}", error, (said,))
            if self._faults.take_unreported():
                self._display(text_display(self.reading.words("untold"), "warn"))

    def _on_hang_up(self) -> None:
        """See what it means that the node has closed the connection."""
        state, words = self.state, self.reading.words
        if self.leaving_scope:
            return  # because it was asked to
        if state.lobby_failed:
            self._stop(EXIT_GAME_OVER if self._gives_up else EXIT_FAILURE)
        elif state.ended_early:
            self._stop(self._result())
        elif state.game_over is None and state.halt is not None and state.halt.key in NODE_ENDS:
            self._stop(self._result() or EXIT_FAILURE)  # its last words have said that, and what to do
        elif state.game_over is None:
            what = "lobby" if state.in_lobby else "crashed"
            crashed = "" if state.seat_request.spectate else f" {words(f'connection-lost.{what}')}"
            self._farewell(words("connection-lost", comeback=self._resume_command()) + crashed, "warn")
            self._stop(self._result() or EXIT_FAILURE)
        elif not self._face.interactive:
            self._stop(self._result())
        else:
            self._set_state(replace(state, is_node_gone=True))
            for display in after_game(self.reading):
                self._display(display)

    async def _take_reply(self, reply: say.Reply, nursery: trio.Nursery) -> None:
        answers = isinstance(reply, say.ExplainReply) and reply.text == self._checked_act
        if answers or isinstance(reply, say.ErrorReply | say.TurnReply):
            self._is_checking = False
        state, changes = reduce_reply(self.state, reply)
        if isinstance(reply, say.WaitReply):
            self._waits_at = trio.current_time()
        before = self.reading
        self._set_state(state)
        learned = self.reading.card_news_since(before)
        if isinstance(reply, say.ExplainReply) and reply.text == self._refused_act[0]:
            (_, objection), self._refused_act, changes = self._refused_act, ("", ""), ()
            self._show_objection(reply, objection)
        if isinstance(reply, say.ExplainReply) and reply.text == self._checked_act:
            self._checked_act, changes = "", ()
            for instruction in checked_act(self.context(), reply):
                await self._carry_out(instruction)
        await self._announce((*((CardsRevealed(learned),) if learned else ()), *changes), nursery)
        if not isinstance(reply, say.LogReply):  # the turn that goes with it follows
            self._show_lesson()
        self._announce_faults()
        if isinstance(reply, say.ErrorReply) and reply.key in REFUSALS and self._is_ungreeted():
            self.leaving_scope = True  # there will be no game: what has just been said is all
            self._stop(EXIT_FAILURE)
        takes_a_seat = isinstance(reply, say.WelcomeReply) and self.state.seat is not None
        for part in with_hook("greeting") if takes_a_seat and self._face.interactive else ():
            for request in part.greeting(self.state):
                await self._say(request)

    def _is_ungreeted(self) -> bool:
        """Whether the node has not greeted this client."""
        return self.state.welcome is None and self.state.lobby is None

    def _show_lesson(self) -> None:
        """Show the lesson that has begun, if one has."""
        presenter = self.reading.presenter
        if self._teacher is not None and presenter is not None:
            lesson = self._teacher.lesson_news(self.reading)
            self._face.show_lesson(self._teacher.task(self.state, presenter.words), lesson)

    async def _announce(self, changes: Iterable[Change], nursery: trio.Nursery) -> None:
        self._pending_lines, told = hold_back(self._pending_lines, changes, self.state)
        for change in told:
            if isinstance(change, TurnStarted) and self._ring is not None:
                self._ring()
            if isinstance(change, say.WaitReply) and change.waits and self._face.interactive:
                nursery.start_soon(self._still_waiting, self.state.waits)
            with self._untold(change):
                for instruction in self._face.announce(change, self.reading):
                    await self._carry_out(instruction)

    async def _still_waiting(self, waits: tuple[say.SeatWait, ...]) -> None:
        await trio.sleep(ANSWER_PATIENCE)
        if waits == self.state.waits and not self.state.may_act and self.state.game_over is None:
            held, self._pending_lines = self._pending_lines, ()
            if held:
                for instruction in self._face.announce(LogExtended(held, False), self.reading):
                    await self._carry_out(instruction)
            for instruction in _who(self.context()) if not self._face.has_wait_display else ():
                await self._carry_out(instruction)

    async def _tell_of_waits(self) -> None:
        """Say for whom an act has to wait: others who confirm it, or help to open a card, may be far away."""
        while True:
            await self._acted.wait()
            self._acted = trio.Event()
            await trio.sleep(ACT_PATIENCE)
            await self._wait_until(lambda: not self._silent or bool(self._awaited()))
            if self._silent:
                self._display(text_display(self._awaited()))

    def _awaited(self) -> str:
        """Say for whom the game waits, where the person here cannot act."""
        return "" if self.state.may_act or self.state.is_local else waits_text(self.reading)

    # --- what is typed -----------------------------------------------------------------------------------

    async def _read(self) -> None:
        script = not self._face.interactive
        if script:
            await self._wait_until(lambda: self.reading.scene is not None or self.state.lobby is not None)
        while True:
            if script:
                await self._wait_until(lambda: not self._awaiting)
                if self.state.game_over is not None:
                    return self._stop(self._result())
            line = await self._face.read(self.reading.words("prompt"))
            if line is None:
                return await self._on_end_of_input()
            if script and parser.needs_turn(self.context(), line):
                await self._wait_until(lambda: self.state.game_over is not None or self.state.may_act)
            if self._face.has_wait_display:  # and all that can be done, with its numbers
                self._set_state(apply_instruction(self.state, ListActs()))
            instructions = tuple(parser.instructions(self.context(), line))
            if self._is_checking and any(map(_decides, instructions)):
                continue
            asked = (one.confirmation for one in instructions if isinstance(one, AskConfirmation))
            acts = [act.text for one in asked if one is not None for act in one.yes if isinstance(act, say.ActRequest)]
            acts += [one.text for one in instructions if isinstance(one, CheckAct)]
            refused = next((text for text in acts if self._objection(text)), "")
            if refused:  # what would be refused is not asked about
                await self._explain_refused(refused, self._objection(refused))
                continue
            for instruction in instructions:
                await self._carry_out(instruction)
            self._announce_faults()

    def _announce_faults(self) -> None:
        """Say that something could not be shown, once, unless the face has said so."""
        presenter = self.reading.presenter
        if presenter is not None and presenter.faults().take_unreported():
            self._face.display((presenter.excuse(),))

    async def _on_end_of_input(self) -> None:
        """Act on the end of input: a person leaves, a script sees how far it has come.

        Before a game it has come as far as it can: it may never begin without anybody who says something there.
        """
        if not self._face.interactive and not self.state.in_lobby:
            await self._wait_until(lambda: self.state.game_over is not None or self.state.may_act)
            if self.state.game_over is not None:
                return self._stop(self._result())
        await self._leave(EXIT_GAME_OVER if self._face.interactive else EXIT_UNFINISHED)

    async def _wait_until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; an answer that never comes is not waited for for ever."""
        while not holds():
            with trio.move_on_after(ANSWER if self._awaiting else float("inf")) as scope:
                await self._pulse.wait()
            if scope.cancelled_caught:
                self._awaiting = ()

    # --- what is to be done ------------------------------------------------------------------------------

    def _set_state(self, state: ClientState) -> None:
        if state != self.state:
            self.reading = self.reading.of(state)
            self._face.refresh(self.context())

    async def _carry_out(self, instruction: Instruction) -> None:
        match instruction:
            case SendRequest(say.ActRequest(text)) if objection := self._objection(text):
                return await self._explain_refused(text, objection)  # no act is under way
        self._set_state(apply_instruction(self.state, instruction))
        match instruction:
            case Display():
                self._display(instruction)
            case ListActs(numbers):
                self._show_acts(numbers)
            case AskConfirmation(confirmation) if confirmation is not None:
                self._display(confirmation_page(confirmation, self.reading))
            case CheckAct(text):
                self._checked_act, self._is_checking = text, True
                await self._send(say.ExplainRequest(text), say.ExplainReply)
            case SendRequest(request, answers):
                await self._send(request, *answers)
            case TakeSeat(seat):
                await self._take_seat(seat, say.TurnReply)
            case StorePartState():
                self._show_lesson()
            case ClearScreen():
                self._face.clear()
            case Quit(onward=True):
                await self._leave(EXIT_ONWARD)
            case Quit():
                if self.state.is_local and not self._face.interactive:  # bots may be about to end the game
                    await self._wait_until(lambda: self.state.game_over is not None or self.state.may_act)
                await self._leave(self._result())

    async def _explain_refused(self, text: str, objection: str) -> None:
        """Have the rules say what an act would have meant that is not what a lesson asks for."""
        self._refused_act = (text, objection)
        await self._send(say.ExplainRequest(text), say.ExplainReply)

    def _show_objection(self, reply: say.ExplainReply, objection: str) -> None:
        """Say that an act is not what a lesson asks for, and what it would have meant."""
        said = explanation(ActExplained(reply, ""), self.reading, final=False)
        self._display(Display(tuple(block for one in (text_display(objection, "warn"), *said) for block in one.blocks)))

    def _objection(self, text: str) -> str:
        """Say what the teacher has against an act; empty if nothing."""
        presenter = self.reading.presenter
        if self._teacher is None or presenter is None:
            return ""
        return self._teacher.objection(text, self.state, presenter.words)

    def _display(self, display: Display) -> None:
        self._silent = False
        self._face.display(display.content, display.transient)

    def _farewell(self, text: str, role: str = "") -> None:
        self._face.farewell((Para(row(Span(text, role)), 0, 2),))

    def _show_acts(self, numbers: tuple[int, ...] | None) -> None:
        menu, presenter = self.reading.menu, self.reading.presenter
        if presenter is None or self.state.turn is None or not self.state.turn.mine:
            self._display(text_display(self.reading.words("not-your-turn")))
        elif numbers is None:
            self._face.show_acts(None, self.reading)
        else:
            chosen = tuple(entry for number in numbers if (entry := menu.entry_of(number)) is not None)
            self._face.show_acts(chosen, self.reading)

    async def _take_seat(self, seat: int | None, *answers: type[say.Reply]) -> None:
        """Take a seat."""
        wish = self.state.seat_request
        hello = say.HelloRequest(say.VERSION, seat, wish.spectate, f"{self._face.name} {say.VERSION}", wish.take_over)
        await self._send(hello, *answers)

    async def _send(self, request: say.Request, *answers: type[say.Reply]) -> None:
        """Say something to the node; ``answers`` are what would answer it."""
        self._awaiting = (*answers, say.ErrorReply) if answers else ()
        self._gives_up = self._gives_up or isinstance(request, say.LeaveRequest)
        if isinstance(request, say.ActRequest):
            self._silent = True
            self._acted.set()
        await self._say(request)

    async def _say(self, request: say.Request) -> None:
        try:
            await self._connection.send(request)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self._awaiting = ()


def _decides(instruction: Instruction) -> bool:
    """Whether this does something in the game, or asks whether it is to be done."""
    if isinstance(instruction, SendRequest):
        return isinstance(instruction.request, say.ActRequest | say.UndoRequest | say.RedoRequest | say.ResetRequest)
    return isinstance(instruction, AskConfirmation | CheckAct)
