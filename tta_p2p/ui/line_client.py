"""The line client: plays one seat of any game by lines of text, for people and for scripts.

It says what the node says, in words, as it comes, and never moves a cursor; what is typed is `commands`. A person may
type at any time; lines of a script are read one by one, each when the one before has been answered, and acts when it
is the seat's turn.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import msgspec
import trio

from tta_p2p.games.contract import Standings
from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines

from . import acts
from .blocks import Block, Gap, Heading, Page, Para, lines
from .cells import Piece, Span, row
from .commands import Commands
from .known import CHEATED, ENDING, FAILED, INTERRUPTED, OVER, UNFINISHED, Known, Question, moved
from .lobby import lobby_blocks, welcome_blocks
from .presenter import Presenter, Scene, presenter_for
from .style import Style
from .terminal import Terminal

SHOWN_AT_START = 12
"""So many of the last lines of the log are shown to who comes in."""
PATIENCE = 6.0
"""Seconds after which a person is told whom the game waits for."""
ANSWER = 30.0
"""Seconds a script waits for the answer to one line."""


@dataclass(frozen=True)
class Seating:
    """How a client wants to sit: which seat (None: the one that is free), or only watching."""

    seat: int | None = None
    watch: bool = False
    take_over: bool = False
    others: tuple[int, ...] = ()
    """Further seats that people at this terminal play (hot seat)."""


class LineClient:
    """One seat played (or watched) over a connection of the seat protocol."""

    def __init__(
        self,
        connection: Lines,
        terminal: Terminal,
        style: Style,
        words: Words,
        seating: Seating | None = None,
        brief: bool = False,
        comeback: str = "",
    ) -> None:
        """``brief``: acts are listed on request only; ``comeback``: the command that comes back to this game."""
        self.connection, self.terminal, self.style, self.words = connection, terminal, style, words
        self.seating = seating or Seating()
        self.brief, self.comeback = brief, comeback
        self.known = Known()
        self.presenter: Presenter | None = None
        self.question: Question | None = None
        self.handing_over: int | None = None
        """The seat whose person is to take over at this terminal, while it is asked to."""
        self.commands = Commands(self)
        self.awaiting: tuple[type[say.Reply], ...] = ()
        """What would answer the last request."""
        self.code = OVER
        self.explaining = ""
        """What was typed that the rules are asked about."""
        self._pulse = trio.Event()
        self._scope = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self._menu_for: tuple[object, ...] = ()
        self._was_mine = False
        self._last_decision: object = None
        self._read: dict[int | None, int] = {}
        """Hot seat: how many lines of the log each seat had seen when it handed over."""
        self._waits_at = 0.0
        self._preparing = False
        self._gives_up = False
        self._leaves = False
        self._done: list[str] = []
        """The acts of the draft in words, each as it was when it was done."""

    # --- running -----------------------------------------------------------------------------------------

    async def run(self) -> int:
        """Play until the game is over or the player leaves; the exit code."""
        with self._scope:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                await self.hello(self.seating.seat)
                nursery.start_soon(self._listen)
                nursery.start_soon(self._type)
                if threading.current_thread() is threading.main_thread():
                    nursery.start_soon(self._interrupted)
        return self.code

    async def _interrupted(self) -> None:
        """Ctrl-C leaves, like quit."""
        with trio.open_signal_receiver(signal.SIGINT) as signals:
            async for _ in signals:
                if self.terminal.interactive:
                    self.terminal.write([""])
                await self.leave(INTERRUPTED)

    def stop(self, code: int) -> None:
        """End this client."""
        self.code = code
        self._scope.cancel()

    async def hello(self, seat: int | None) -> None:
        """Take a seat."""
        asked = self.seating
        await self.send(
            say.Hello(say.VERSION, seat, asked.watch, f"line {say.VERSION}", asked.take_over),
            say.Welcome,
            say.Lobby,
        )

    async def send(self, request: say.Request, *answers: type[say.Reply]) -> None:
        """Say something to the node; ``answers`` are what would answer it."""
        self.awaiting = (*answers, say.Failed) if answers else ()
        self._gives_up = self._gives_up or isinstance(request, say.Leave)
        try:
            await self.connection.send(request)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.awaiting = ()

    async def _listen(self) -> None:
        while True:
            try:
                reply = await self.connection.reply()
            except say.BadLine as error:
                self.tell(self.words("bad-line", why=str(error)), "warn")
                continue
            if reply is None:
                break
            self._take(reply)
            if self.awaiting and isinstance(reply, self.awaiting):
                self.awaiting = ()
            self._pulse.set()
            self._pulse = trio.Event()
        if self._leaves:
            return  # the node hangs up because it was asked to
        if self.known.lobby is not None and self.known.lobby.state == "failed":
            self.stop(OVER if self._gives_up else FAILED)
        elif self.known.ended:
            self.stop(self.code)
        elif self.known.over is None:
            crashed = "" if self.seating.watch else f" {self.words('connection-lost.crashed')}"
            self.tell(self.words("connection-lost", comeback=self.comeback) + crashed, "warn")
            self.stop(self.code or FAILED)
        elif not self.terminal.interactive:
            self.stop(self.code)

    async def _type(self) -> None:
        if not self.terminal.interactive:
            await self._until(lambda: self.known.scene is not None or self.known.lobby is not None)
        while True:
            if not self.terminal.interactive:
                await self._until(lambda: not self.awaiting)
                if self.known.over is not None:
                    return self.stop(self.code)
            line = await self.terminal.read(self.words("prompt"))
            if line is None:
                return await self._no_more_lines()
            if not self.terminal.interactive and self.commands.needs_turn(line):
                await self._until(lambda: self.known.over is not None or self.may_act())
            await self.commands.handle(line)

    async def _no_more_lines(self) -> None:
        """What to do when nothing more is typed: a person leaves, a script sees how far it has come."""
        if not self.terminal.interactive:
            await self._until(lambda: self.known.over is not None or self.may_act())
            if self.known.over is not None:
                return self.stop(self.code)
        await self.leave(OVER if self.terminal.interactive else UNFINISHED)

    async def leave(self, code: int) -> None:
        """Go; the game goes on."""
        if self.in_lobby:
            self.tell(self.words("stays-open", comeback=self.comeback))
        elif self.known.over is None and not self.known.ended and self.known.welcome is not None:
            self.tell(self.words("goes-on", comeback=self.comeback) if self.comeback else self.words("ends-here"))
        self._leaves = True
        await self.send(say.Bye())
        self.stop(code)

    async def _until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds; an answer that never comes is not waited for for ever."""
        while not holds():
            with trio.move_on_after(ANSWER if self.awaiting else float("inf")) as scope:
                await self._pulse.wait()
            if scope.cancelled_caught:
                self.awaiting = ()

    # --- what the client knows ---------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The seat this client plays; None for a watcher and before the greeting."""
        return self.known.welcome.seat if self.known.welcome is not None else None

    def seconds_since_waits(self) -> float:
        """How long ago the node said whom the game waits for."""
        return trio.current_time() - self._waits_at

    def may_act(self) -> bool:
        """Whether the seat is to decide something now."""
        return self.known.scene is not None and self.known.scene.turn.mine and self.handing_over is None

    @property
    def in_lobby(self) -> bool:
        """Whether the game has not begun but may."""
        lobby = self.known.lobby
        return self.known.welcome is None and lobby is not None and lobby.state != "failed"

    def operator_of(self, seat: int | None) -> int | None:
        """The operator of a seat."""
        seats = self.known.welcome.seats if self.known.welcome is not None else []
        return next((info.operator for info in seats if info.seat == seat), None)

    def operator_name(self, operator: int) -> str:
        """The name of an operator."""
        seats = self.known.welcome.seats if self.known.welcome is not None else []
        return next((info.operated_by for info in seats if info.operator == operator), str(operator))

    # --- showing -----------------------------------------------------------------------------------------

    def show(self, some: Page | Iterable[Block]) -> None:
        """Show a page or some blocks."""
        self.terminal.write(lines(some, self.style))

    def tell(self, text: Piece, role: str = "", hanging: int = 2) -> None:
        """Show one paragraph."""
        said = row(Span(text, role)) if isinstance(text, str) else row(text)
        self.show([Para(said, 0, hanging)])

    def show_menu(self) -> None:
        """List what is legal now, with numbers that hold until the list is another one."""
        scene, presenter = self.known.scene, self.presenter
        if scene is None or presenter is None or not scene.turn.mine:
            self.tell(self.words("not-your-turn"))
            return
        self._menu_for = self._menu_key(scene)
        self.show(acts.menu_blocks(self.known.menu, presenter))

    def show_chain(self) -> None:
        """Show the hash of the game so far, if the node has told it: two who have seen the same see the same."""
        if self.known.proofs is not None and self.known.proofs.chain:
            self.tell(self.words("proofs.chain", chain=self.known.proofs.chain[:16]))

    def menu_is_current(self) -> bool:
        """Whether the numbers that were shown last are those of the acts that are legal now."""
        return self.known.scene is not None and self._menu_for == self._menu_key(self.known.scene)

    @staticmethod
    def _menu_key(scene: Scene) -> tuple[object, ...]:
        return tuple(choice.text for choice in scene.turn.legal)

    # --- what the node says ------------------------------------------------------------------------------

    def _take(self, reply: say.Reply) -> None:
        match reply:
            case say.Welcome():
                self._welcome(reply)
            case say.Lobby():
                before, self.known.lobby = self.known.lobby, reply
                if reply != before:
                    self.show(lobby_blocks(reply, self.words, before))
            case say.Turn():
                self._turn(reply)
            case say.Log():
                self._log(reply)
            case say.Explained():
                self._explained(reply)
            case say.Chat():
                said = row(Span(self.words("chat", name=reply.name), "chat"), " ", reply.text)
                self.tell(said, hanging=4)
            case say.Waiting(waits):
                self.known.waits, self._waits_at = tuple(waits), trio.current_time()
                self._hand_over()
                if self._nursery is not None and waits and self.terminal.interactive:
                    self._nursery.start_soon(self._still_waiting, self.known.waits)
            case say.Motion():
                self._motion(reply)
            case say.Proofs(messages, busy, whole):
                self.known.proofs = reply
                if busy and whole:
                    self.tell(self.words("proofs.busy", n=messages, whole=whole))
            case say.Returning(missing):
                self.known.missing = tuple(missing)
                key = "returning" if missing else "returning.over"
                self.tell(self.words(key, names=self.words("and").join(missing)), "warn")
            case say.Accused(_, name, kind, reason, certificate):
                self.code = CHEATED
                self.tell(self.words("accused", name=name, kind=kind, reason=reason), "bad")
                if certificate:
                    self.tell(self.words("certificate", file=certificate))
            case say.Paused() if self.known.ended:
                pass  # said already, in better words
            case say.Paused(reason):
                self.known.paused = reason
                self.tell(self.words("paused", reason=reason), "warn")
            case say.Again():
                self.known.log.clear()
                self.known.paused = ""
                self.tell(self.words("again"), "warn")
            case say.Left(_, name, reason):
                self.tell(self.words(f"has-left.{reason}", name=name), "warn")
            case say.Watched(names):
                key = "watched" if names else "watched.nobody"
                self.tell(self.words(key, names=", ".join(names)))
            case say.Over():
                self._over(reply)
            case say.Failed():
                self._failed(reply)

    def _welcome(self, welcome: say.Welcome) -> None:
        before, self.known.welcome = self.known.welcome, welcome
        self.presenter = presenter_for(welcome.game, self.words, [info.name for info in welcome.seats])
        if welcome.version != say.VERSION:
            self.tell(self.words("other-version", theirs=welcome.version, ours=say.VERSION), "warn")
        if before is None:
            self.show(welcome_blocks(welcome, self.words, self.presenter, watching=self.seating.watch))
        elif before.seats != welcome.seats:
            self.show(welcome_blocks(welcome, self.words, self.presenter, again=True))
        if before is None or before.seat != welcome.seat:
            self._was_mine, self._last_decision = False, None

    def _turn(self, turn: say.Turn) -> None:
        presenter = self.presenter
        if presenter is None:
            return
        if turn.view is None:
            if self.known.scene is None and not self._preparing:
                self._preparing = True
                self.tell(self.words("preparing"))
            return
        before = self.known.scene
        if before is None and self.seat is None and not self.seating.watch:  # before, its seat may still be drawn
            self.tell(self.words("watching"))
        scene = presenter.scene(turn, self.seat)
        self._done = self._in_words(turn.draft, before or scene)
        self.known.scene, self.known.paused = scene, ""
        self.known.menu = acts.make_menu(presenter, scene)
        self._offer_words(scene)
        if turn.mine:
            self._my_turn(scene, before)
        self._was_mine = turn.mine
        self._last_decision = turn.decision if turn.mine else None

    def _in_words(self, draft: Sequence[str], before: Scene) -> list[str]:
        """Say the acts of a draft, each as it was when it was done: its card may be gone from the row since."""
        assert self.presenter is not None
        kept = 0
        while kept < min(len(draft), len(self._done), len(before.turn.draft)) and (
            draft[kept] == before.turn.draft[kept]
        ):
            kept += 1
        return [*self._done[:kept], *(self.presenter.sentence(text, before) for text in draft[kept:])]

    def _my_turn(self, scene: Scene, before: Scene | None) -> None:
        """Say what is to be decided, with as much around it as has changed."""
        presenter = self.presenter
        assert presenter is not None
        turn = scene.turn
        if not self._was_mine or before is None:
            if self.terminal.interactive:
                self.show([Gap()])
            name = presenter.texts.name(self.seat or 0)
            title = self.words("your-turn-named", name=name) if self.seating.others[1:] else self.words("your-turn")
            self.show(Page(row(title, self._at(scene)), presenter.brief(scene)))
            self.show([Heading(presenter.decision(scene))])
        elif (turn.number, turn.draft) == (before.turn.number, before.turn.draft):
            return  # only asked to look again
        else:
            if turn.number == before.turn.number:
                self._draft_changed(turn, before.turn)
            self.show(presenter.moved(scene) if turn.number != before.turn.number else presenter.drafted(scene))
            if turn.decision != self._last_decision:
                self.show([Heading(presenter.decision(scene))])
        if turn.decision is not None and turn.decision.sealed and not turn.draft:
            self.tell(self.words("sealed"))
        if not self.brief or turn.decision != self._last_decision:
            self.show_menu()

    def _at(self, scene: Scene) -> Piece:
        assert self.presenter is not None
        standing = self.presenter.standing(scene)
        return row(": ", standing) if standing else ""

    def _draft_changed(self, turn: say.Turn, before: say.Turn) -> None:
        """Say what was done, or undone."""
        done = self._done
        if len(turn.draft) > len(before.draft):
            self.tell(self.words("done", act=done[-1], n=len(done)), "good")
        elif done:
            self.tell(self.words("undone", acts="; ".join(done)))
        else:
            self.tell(self.words("undone-all"))

    def _hand_over(self) -> None:
        """Hot seat: if the game waits for somebody else at this terminal, hand the screen over first."""
        waited = [wait.seat for wait in self.known.waits]
        wanted = next((seat for seat in waited if seat in self.seating.others), None)
        if wanted is None or self.seat in waited or self.handing_over is not None or self.presenter is None:
            return
        self._read[self.seat] = len(self.known.log)
        if not self.terminal.interactive:
            if self._nursery is not None:
                self._nursery.start_soon(self.hello, wanted)
            return
        self.handing_over = wanted
        self.terminal.clear()
        self.tell(self.words("hand-over", name=self.presenter.texts.name(wanted)), "mine")

    def _offer_words(self, scene: Scene) -> None:
        assert self.presenter is not None
        offered = acts.completions(self.known.menu, self.presenter, scene) if scene.turn.mine else ()
        cards = [f"? {name.lower()}" for name in self.presenter.texts.cards.values()]
        self.terminal.complete_with([*offered, *self.commands.names(), *cards])

    def _log(self, log: say.Log) -> None:
        if self.presenter is None:
            return
        fresh = [self.presenter.texts.line("log", line) for line in log.lines]
        known = self._read.pop(self.seat, len(self.known.log))  # in hot seat the same log comes again for another seat
        coming_in = not self.known.log
        self.known.log[log.start :] = fresh
        fresh = fresh[max(0, known - log.start) :]
        if coming_in and len(fresh) > SHOWN_AT_START:
            self.tell(self.words("earlier", n=len(fresh) - SHOWN_AT_START))
            fresh = fresh[-SHOWN_AT_START:]
        self.show([Para(row(Span(line, "log")), 2, 2) for line in fresh])

    def _explained(self, said: say.Explained) -> None:
        presenter, scene = self.presenter, self.known.scene
        if presenter is None or scene is None:
            return
        sentence = presenter.sentence(said.text, scene)
        typed, self.explaining = self.explaining, ""
        if said.refusal is not None:
            why = presenter.texts.line("illegal", said.refusal)
            self.tell(self.words("refused-because", act=typed or sentence, why=why), "warn")
            return
        cost = presenter.cost(say.Choice(said.text, said.cost))
        self.tell(row(Span(sentence, "heading"), self.words("costs") if cost else "", cost))
        self.show([Para(row(presenter.texts.line("effect", line)), 2, 2) for line in said.effects])
        if said.barrier:
            self.tell(self.words("no-undo"))

    def _motion(self, motion: say.Motion) -> None:
        known, mine = self.known, self.operator_of(self.seat)
        names = {"name": self.operator_name(motion.operator), "by": self.operator_name(motion.by)}
        about = moved(motion.motion, motion.operator)
        if not motion.open:
            self._decided(motion, names)
            return
        again = about in known.moved
        known.moved.add(about)
        if motion.by == mine:
            (known.agreed.add if motion.yes else known.agreed.discard)(about)
            self.tell(self.words("motion.own"))
            return
        how = "motion.no" if not motion.yes else "motion.yes" if again else f"motion.{motion.motion}"
        self.tell(self.words(how, **names), "warn")
        voter = mine is not None and (motion.motion in ENDING or mine != motion.operator)
        asked = self.question is not None and self.question.motion == about
        if motion.yes and voter and not asked and about not in known.agreed:
            yes = say.Vote(motion.motion, motion.operator, True)
            no = say.Vote(motion.motion, motion.operator, False)
            self.ask(Question(self.words("motion.agree"), (yes,), (no,), about))

    def _decided(self, motion: say.Motion, names: dict[str, str]) -> None:
        """A motion is decided: what is still asked about it is not asked any more."""
        about = moved(motion.motion, motion.operator)
        self.known.moved.discard(about)
        self.known.agreed.discard(about)
        if self.question is not None and self.question.motion == about:
            self.question = None
        self.tell(self.words(f"motion.{'carried' if motion.yes else 'lapsed'}.{motion.motion}", **names), "warn")
        if motion.yes and motion.motion in ENDING:
            self.known.ended, self.question = True, None
            self.tell(self.words("ended"))

    def _over(self, over: say.Over) -> None:
        self.known.over = over
        if self.presenter is None:
            return
        try:
            standings = msgspec.convert(over.standings, Standings)
        except msgspec.ValidationError as error:
            self.tell(self.words("bad-line", why=str(error)), "warn")
            standings = Standings(True, ())
        ending = self.presenter.texts.line("ending", standings.ending) if standings.ending is not None else ""
        self.show(Page(row(self.words("over")), self.presenter.standings(standings.places, ending)))
        if over.verdict:
            good = over.verdict in ("fair", "convicted")
            known = f"verdict.{over.verdict}"
            text = self.words(known) if known in self.words else self.words("verdict", verdict=over.verdict)
            self.tell(text, "good" if good else "bad")
            self.code = CHEATED if over.verdict == "violated" else self.code
        self.show_chain()
        if over.file:
            self.tell(self.words("transcript", file=over.file))
        if self.terminal.interactive:
            self.tell(self.words("look-around"))

    def _failed(self, failed: say.Failed) -> None:
        text = failed.text
        if not text or text.split(" ")[0] == failed.key:  # nothing said but the key: the game has a text for it
            words = self.presenter.texts.say("illegal", failed.key, failed.args) if self.presenter is not None else ""
            text = words or text
        self.tell(text or failed.key, "warn")
        if failed.key == "node.taken-over":
            self.code = UNFINISHED
        if failed.key == "node.seat-taken":
            self.tell(self.words("take-over"))

    # --- waiting and asking ------------------------------------------------------------------------------

    def ask(self, question: Question) -> None:
        """Ask something; the next line is the answer."""
        self.question = question
        self.tell(row(Span(question.text, "mine"), " ", self.words("yes-no")))

    async def _still_waiting(self, waits: tuple[say.Wait, ...]) -> None:
        await trio.sleep(PATIENCE)
        if waits == self.known.waits and not self.may_act() and self.known.over is None:
            self.commands.who()
