"""The screen as a client's face: it gives the lines that keys stand for, and takes in what is new."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.advice import Advice
from tta_p2p.seats.parts.autopilot import Autopiloted
from tta_p2p.seats.parts.chat import Chat
from tta_p2p.seats.parts.connections import Connected
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.seats.parts.proofs import Proved
from tta_p2p.seats.parts.recovery import Returning
from tta_p2p.seats.parts.rematch import Rematch
from tta_p2p.seats.parts.spectators import Watched
from tta_p2p.seats.parts.votes import Motion

from .. import changes as new
from ..blocks import Block, Charts, Gap, Heading, Page, Para, lay_out
from ..cells import EMPTY, Row, Span, plain, row
from ..commands.base import CommandContext
from ..digest import digest, since_own_turn, told_before
from ..instructions import Instruction, SendRequest
from ..plotting import TWO_BESIDE
from ..presenter import MenuItem
from ..reading import Reading
from ..state import ClientState, motion_key
from ..telling import agreed_before, chat_line, drafted, explanation, still_done, told
from .boards import board_for
from .keyboard import Keyboard
from .look import ALL, SOME, Look, focused, note_of, spots
from .playfield import ROOMY, room_for_notes
from .showing import ASKED_BY_ITSELF, KEPT, blocks_of, may_act

OF_THE_TABLE = (
    *(new.VoteCast, new.MotionDecided, say.Accused, say.Again, Autopiloted, Connected, say.Halted),
    *(say.Left, Pause, Rematch, Returning, Watched),
)
"""What is told of the table and kept beside the log; chat has a page of its own."""
LONG = 4
"""What a command shows is a page of its own if it has more blocks than this."""


class ScreenFace(Keyboard):
    """A client's face made of one picture and keys."""

    name = "screen"
    interactive = True
    _last_line = ""
    """What was typed, or a key stands for, that was read last."""
    shows_waiting = True

    async def read(self, prompt: str) -> str | None:
        """Give the next line that a key stands for or that is typed; None when the terminal is gone."""
        while True:
            got = await self._receive.receive()
            if got is None:
                return None
            line, asks = got
            if asks:  # only about what is still in focus, and never as an answer to a question
                state = self._context.state if self._context is not None else None
                if asks == ASKED_BY_ITSELF:
                    if state is None or state.confirmation is not None:
                        continue
                    return line
                if asks != self._waits or state is None or state.confirmation is not None or not may_act(state):
                    continue
                self._waits = ""
                self._asked.append(asks)
            self._since, self._last_line, self._answer_page = 0, line, None
            return line

    def refresh(self, context: CommandContext) -> None:
        """Take note of how things stand now."""
        before, self._context = self._context, context
        presenter = context.presenter
        if presenter is None:
            self._own_board = None
        elif self._own_board is None or self._own_board.presenter is not presenter:
            self._own_board = board_for(presenter)
        asked = context.state.confirmation
        if asked is not None and (before is None or before.state.confirmation is not asked):
            # What a command of this person asks has just been told; what others move is told after this.
            by_person = asked.motion is None or asked.again
            since = self._since if by_person else 0
            question = self.look.said[len(self.look.said) - since :] if since else ()
            if by_person and self._answer_page is not None and self.look.page is self._answer_page:
                question = (*self._answer_page.blocks, *question)  # a caution too long for the room below the game
            kept = self.look.said[: len(self.look.said) - since]
            self.look = replace(self.look, question=question, said=kept, leaving=False, vote="")
            self._close()
            self._since, self._swallows = 0, by_person
        elif asked is None:
            self._swallows = False
            self.look = replace(self.look, vote="")
        turn = context.state.turn
        if before is None or turn is not before.state.turn:
            self._undone = _taken_back(before.state.turn if before is not None else None, turn)
            left, place = self._left_behind(before, turn), self.look.place
            self._waits, self._final = "", {}
            self.look = replace(self.look, preview=())
            self._forget_passing()
            self._note_open(context.reading)
            if self.look.shown and not self.spots():
                self.look = replace(self.look, shown="", some=())
            if before is not None and _decides(before.state.turn) != _decides(turn):
                self.look = replace(self.look, focus="", place=0)  # what stands there now is of another kind
            self._focus(self._default())
            spot = self.spot()
            gone = spot is not None and spot.item is None and self.look.place == place  # nothing is there now
            self.look = replace(self.look, left=(self.look.focus, left if gone else EMPTY))
            self._begin_back()
        elif before.state.waits != context.state.waits and _sealed(turn):
            self.look = replace(self.look, preview=())  # whether it can be taken back depends on who is choosing still
        self._preview()
        self.changed()

    def _left_behind(self, before: CommandContext | None, turn: say.Turn | None) -> Row:
        """Give what was said of what stood in focus, if it was what the person has just done something with."""
        was = before.state.turn if before is not None else None
        grown = was is not None and turn is not None and was.number == turn.number and len(turn.draft) > len(was.draft)
        if before is None or turn is None or not grown or self.look.shown:
            return EMPTY
        found = spots(self.look, before.reading, self._board)
        item = found[focused(self.look, found)].item if found else None
        return note_of(self.look, found) if item is not None and item.text == turn.draft[-1].text else EMPTY

    def display(self, some: Page | Iterable[Block], passing: bool = False) -> None:
        """Show a page over the game, or what is short below it; ``passing``: until something moves."""
        if self._swallows:  # what is asked stands in its own place
            self._swallows = False
            return
        if isinstance(some, Page):
            self._open(some.title, tuple(self._fitted(block) for block in some.blocks))
        else:
            blocks = tuple(some)
            if len(blocks) > LONG or not self._has_room(blocks):
                self._open(self._title_of_what_was_asked(), blocks, low=len(blocks) <= 2 * LONG)
                self._answer_page = self.look.page
            else:
                if passing:
                    self._note(blocks)
                    self._passing = (*self._passing, *blocks)
                else:
                    self.last_words = blocks
                    self._answer_with(blocks)
        self.changed()

    def part(self, some: Iterable[Block]) -> None:
        """Say the last words of a client, in its box and in the window that it leaves, however little room there is."""
        self._swallows = False
        self.last_words = tuple(some)
        self.changed()

    def _title_of_what_was_asked(self) -> Row:
        """Say over an answer what it answers: in words, or as it was typed."""
        line = self._last_line.strip().lstrip(":")
        if self._context is None:
            return row(line)
        words, verb = self._context.words, line.partition(" ")[0]
        if self._context.state.over is not None and verb == "who":
            return row(words("over"))
        return row(words.get(f"screen.title.{verb}", words.get(f"screen.{verb}", line)))

    def _has_room(self, blocks: tuple[Block, ...]) -> bool:
        """Whether all of this can be seen below the game at once."""
        reading = self.reading()
        if reading is None or not blocks:  # nothing has room everywhere
            return True
        columns, lines = self._size()
        try:
            room = room_for_notes(self.look, reading, self._board, (columns, lines), self._style)
            return len(lay_out(blocks, replace(self._style, width=columns))) <= room
        except Exception as error:  # what cannot be laid out
            self._fails("room", error, (columns, lines))
            return True

    def _fitted(self, block: Block) -> Block:
        """Give charts as high as the screen has room for."""
        if not isinstance(block, Charts):
            return block
        columns, lines = self._size()
        room = (lines - 3) // (2 if columns >= TWO_BESIDE and lines >= ROOMY[1] else 1)
        return Charts(tuple(replace(chart, height=max(6, room - 4)) for chart in block.charts))

    def offer(self, items: tuple[MenuItem, ...] | None, reading: Reading) -> None:
        """Let some acts be chosen among; None: all of the menu."""
        if items is None:
            self.look = replace(self.look, shown=ALL, page=None)
        else:
            self.look = replace(self.look, shown=SOME, some=tuple(item.text for item in items), page=None)
        self._focus(0)

    def teach(self, task: str, lesson: tuple[str, tuple[Block, ...]] | None) -> None:
        """Keep in sight what a tutorial asks for, and show a lesson that begins over the game."""
        self._learns = True
        self.look = replace(self.look, task=task)
        if lesson is not None:
            brought = self._receipt_for_lesson()
            self._lesson = (Heading(row(lesson[0])), *lesson[1], Gap())
            self._open(row(lesson[0]), (*brought, Gap(), *lesson[1]) if brought else lesson[1], low=True)
        self.changed()

    def clear(self) -> None:
        """Forget what was shown."""
        self.look = Look()
        self._waits, self._since = "", 0
        self.changed()

    def tell(self, change: new.Change, reading: Reading) -> Iterator[Instruction]:
        """Say what is new; `reading` is how things stand after it."""
        yield from self._told(change, reading)
        self.changed()

    def _told(self, change: new.Change, reading: Reading) -> Iterator[Instruction]:
        state, presenter = reading.state, reading.presenter
        match change:
            case new.HandOver():
                self.clear()
            case new.TurnBegan():
                yield from self._turn(reading)
            case new.TurnWentOn(decision):
                self._settle(decision)
            case new.DraftChanged(added, decision):
                passed, self._passes = self._passes, False
                done = () if passed and added else blocks_of(drafted(added, reading))  # that it was done is told
                self._note(done)  # until something else is done: then that says how much can be taken back
                self._passing = (*self._passing, *done)
                anew, self._begins_anew = self._begins_anew and not added, False
                scene = reading.scene
                if anew and presenter is not None and scene is not None and (passing := presenter.passing(scene)):
                    yield SendRequest(say.Act(passing), (say.Turn,))  # as at the beginning of the turn
                self._settle(decision)
                if not added:
                    self._stand_on(self._undone)
            case new.ChoiceSealed():
                sealed = tuple(block for display in told(change, reading, True) for block in blocks_of(display))
                self._note(sealed)  # once it is opened, nothing takes it back any more
                self._passing = (*self._passing, *sealed)
            case new.LogGrew(lines, coming_in) if presenter is not None:
                shown = since_own_turn(state) if coming_in else lines
                before = told_before(state, lines) if not coming_in else None
                told_of = digest(shown, presenter.addressed(state.seat), state.seat, before=before)
                if coming_in and state.seat is not None and not self._has_room(told_of):
                    self._news()  # what happened while somebody was away is told whole
                else:
                    self._note(told_of)
            case new.ActExplained(explained, typed) if explained.text in self._asked and not typed:
                self._asked.remove(explained.text)
                self._final = {**self._final, explained.text: explained.barrier}
                if explained.text == self._in_focus():  # the focus may have gone on
                    said = explanation(change, reading, cards=False)  # of the focus that is said anyway
                    self.look = replace(self.look, preview=tuple(one for each in said for one in blocks_of(each)))
            case Advice():
                self._forget_answers()
                self._choose_among(tuple(one.text for one in change.proposals))
                blocks = [block for display in told(change, reading, True) for block in blocks_of(display)]
                # It is gone when it has been read; Enter does it then.
                self._open(row(reading.words("screen.title.hint")), tuple(blocks), low=True)
            case new.CardsPrepared():
                for display in told(change, reading, True):
                    self.display(display.some, passing=True)
            case new.PastTold() | Proved():
                for display in told(change, reading, True):
                    self.display(display.some)
            case new.LobbyChanged(before=None):
                self.look = Look()  # what was told of a game before is not told of this one
            case new.LobbyChanged():  # the picture shows the rest
                self._note(tuple(block for one in agreed_before(change, reading.words) for block in blocks_of(one)))
            case new.Learned(sentences):
                found = tuple(Para(row(Span(one, "good")), 2, 2) for one in sentences)
                self._learned = (*self._learned, *((state.seat, len(state.log), block) for block in found))[-KEPT:]
                yield from self._say(change, reading)
            case new.ConfirmationAsked():
                pass  # the picture shows it
            case new.VoteCast(vote) if self._asks_about(vote, state):
                moved = tuple(block for display in told(change, reading, True) for block in blocks_of(display))
                self.look = replace(self.look, question=(*self.look.question, *moved))
                self._keep(moved, state)
            case Connected(operator) if self._asks_whether_gone(operator, state):
                moved = tuple(block for display in told(change, reading, True) for block in blocks_of(display))
                self.look = replace(self.look, question=(*self.look.question, *moved))
                self._keep(moved, state)
            case new.GameChanged(before=None):
                self.look, self._notices, self._learned = Look(), (), ()
                self._open_now, self._open_then, self._told_news = {}, {}, {}
            case Chat():
                self._note((chat_line(change, reading, "screen.chat-rest"),))
            case say.Over() | say.Halted() if state.recorded:
                pass  # whoever looks wants to come to it
            case say.Over():
                displays = tuple(told(change, reading, False))  # which keys there are stands below
                self.last_words = tuple(block for display in displays for block in blocks_of(display))
                self._open(row(reading.words("over")), self.last_words)
            case _:
                yield from self._say(change, reading)

    def _asks_about(self, vote: Motion, state: ClientState) -> bool:
        """Whether the person here is asked about what somebody else has voted on."""
        asked = state.confirmation
        return asked is not None and asked.motion == motion_key(vote.motion, vote.operator)

    def _asks_whether_gone(self, operator: int, state: ClientState) -> bool:
        """Whether the person here is asked whether to go on without somebody."""
        return state.confirmation is not None and state.confirmation.motion == motion_key("gone", operator)

    def _say(self, change: new.Change, reading: Reading) -> Iterator[Instruction]:
        blocks = [block for display in told(change, reading, True) for block in blocks_of(display)]
        if self._context is None:  # nothing is shown yet, and perhaps nothing will be
            self.last_words = tuple(blocks)
        if isinstance(change, say.Again):  # the log begins anew
            self._notices, self._learned = tuple((0, notice) for _, notice in self._notices), ()
        if isinstance(change, OF_THE_TABLE):
            self._keep(blocks, reading.state)
        asked = isinstance(change, new.ActExplained)  # what the person has asked is not scrolled away
        free = self.look.page is None and self.look.typing is None  # nothing takes the place of what is being read
        stops = isinstance(change, (say.Accused, say.Halted))  # but this: nothing goes on
        if stops:  # the node may close the connection now, and the client has no more to say
            self.last_words = tuple(blocks)
        if stops or (not self._has_room(tuple(blocks)) and (asked or free)):
            title = f"screen.title.{'why' if asked else 'refused' if isinstance(change, say.Failed) else 'table'}"
            self._open(row(reading.words(title)), tuple(blocks), low=True, stays=isinstance(change, say.Accused))
        elif asked or isinstance(change, say.Failed):
            self._answer_with(tuple(blocks))
        else:
            self._note(tuple(blocks))
        return iter(())

    def _keep(self, blocks: Iterable[Block], state: ClientState) -> None:
        """Keep what was told of the table, so that it stands in the log where it was told."""
        self._notices = (*self._notices, *((len(state.log), block) for block in blocks))[-KEPT:]

    def _turn(self, reading: Reading) -> Iterator[Instruction]:
        """Begin a decision: in the own turn with what the others did, and without asking where there is no choice."""
        board, scene, presenter, state = self._board, reading.scene, reading.presenter, reading.state
        self.look = replace(self.look, shown="", some=(), leaving=False, past=None, plays=False, rival=0)
        self.look = replace(self.look, focus="", place=0)  # what stands where it stood is another thing now
        if board is None or scene is None or presenter is None:
            return
        if board.own_turn(scene):
            news = since_own_turn(state)[:1]
            begins = [line.number for line in news]
            if self._learns:
                pass  # a lesson begins
            elif begins != self._told_news.get(state.seat):
                self._told_news[state.seat] = begins
                self._news()
            else:  # what others answered in this turn stands below
                self._close()
            passing = presenter.passing(scene)
            if passing and reading.state.seat not in reading.state.autopilots:
                decision = plain(presenter.decision(scene))
                self._note((Para(row(Span(reading.words("passed-for-you", what=decision), "label"))),))
                self._passes = True
                yield SendRequest(say.Act(passing), (say.Turn,))
        else:
            self._close()
        done = tuple(block for display in still_done(reading) for block in blocks_of(display))
        self._note(done)  # until something else is done, as after every act
        self._passing = (*self._passing, *done)
        self._focus(self._default())

    def _settle(self, decision: bool) -> None:
        """After an act: go on with what there is to choose among, or with the next decision."""
        if decision or self.look.shown == SOME or (self.look.shown not in ("", ALL) and not self.spots()):
            self.look = replace(self.look, shown="", some=())
            self._focus(self._default())
        self._preview()


def _taken_back(before: say.Turn | None, turn: say.Turn | None) -> str:
    """Give the first act of a draft that is no part of it any more; empty: none."""
    if before is None or turn is None or before.number != turn.number or len(before.draft) <= len(turn.draft):
        return ""
    return before.draft[len(turn.draft)].text


def _decides(turn: say.Turn | None) -> str:
    """What is to be decided."""
    return turn.decision.key if turn is not None and turn.decision is not None else ""


def _sealed(turn: say.Turn | None) -> bool:
    """Whether all decide at once, unseen."""
    return turn is not None and turn.decision is not None and turn.decision.sealed
