"""A table in one process, without peers: the seat protocol over the local dealer, for solo play, hot seat and tests.

It serves clients as a node does, but the cards are dealt in the open inside this process: nobody else is there to
trust or not to. Bots play the seats that nobody sits at.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import trio

from tta_p2p.bots.base import Bot, Situation, make_bot
from tta_p2p.games.contract import Act, Game, Illegal, Options, RuleError, Seat, settle
from tta_p2p.games.local import FalseClaim, LocalGame
from tta_p2p.node import desk
from tta_p2p.node.program import PROGRAM
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.seats.lines import Lines
from tta_p2p.table.draft import Draft

LOCAL = "local"


@dataclass(eq=False)
class Visitor:
    """One connection; ``seat`` None watches."""

    lines: Lines
    seat: Seat | None = None
    greeted: bool = False
    told: int = 0
    shown: object = None
    outbox: list[say.Reply] = field(default_factory=list)
    more: trio.Event = field(default_factory=trio.Event)

    def say(self, reply: say.Reply) -> None:
        """Queue a line."""
        self.outbox.append(reply)
        self.more.set()


class LocalTable:
    """One game in this process and everybody who plays or watches it."""

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int,
        options: Options | None = None,
        seed: int = 0,
        names: Sequence[str] = (),
        bots: Mapping[Seat, tuple[str, Bot]] | None = None,
        pace: float = 0.0,
        local: LocalGame[Any, Any] | None = None,
        programs: Collection[Seat] = (),
    ) -> None:
        """``bots``: level and player of each seat without a person; ``pace``: seconds before a bot acts.

        ``programs``: seats for clients that ask for them by number, which no person gets without asking.
        """
        self.game = game
        self.options = settle(game.settings, options or {})
        self.local: LocalGame[Any, Any] = local or LocalGame(game, seats, self.options, seed)
        self.local.settle()
        self.names = [*names, *(f"Player {number + 1}" for number in range(len(names), seats))]
        self.bots = dict(bots or {})
        self.pace = pace
        self.programs = set(programs)
        self._visitors: list[Visitor] = []
        self._drafts: dict[Seat, Draft] = {}
        self._sealed: dict[Seat, Act] = {}
        self._moved = trio.Event()
        self._told_over = False

    # --- playing -----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Let bots act whenever it is their turn, until the game is over or this is cancelled."""
        while not self.local.over:
            bot = next((seat for seat in self._deciding() if seat in self.bots), None)
            if bot is None:
                self._moved = trio.Event()
                await self._moved.wait()
                continue
            await trio.sleep(self.pace)
            if bot in self._deciding():
                draft = self._draft(bot)
                options = draft.legal()
                situation = Situation(self.game, draft.state, draft.knows, bot, options)
                self._act(bot, self.bots[bot][1].choose(situation))
                self._tell_all()

    def _deciding(self) -> tuple[Seat, ...]:
        decision = self.local.decision
        return tuple(seat for seat in decision.seats if seat not in self._sealed) if decision is not None else ()

    def _draft(self, seat: Seat) -> Draft:
        if seat not in self._deciding():
            raise Illegal("not-your-decision", seat=seat)
        if seat not in self._drafts:
            self._drafts[seat] = Draft(self.game, self.local.state, self.local.dealer.knows(seat), seat)
        return self._drafts[seat]

    def _act(self, seat: Seat, act: Act) -> None:
        decision = self.local.decision
        draft = self._draft(seat)
        if decision is not None and decision.sealed:
            refusal = draft.explain(act).refusal
            if refusal is not None:
                raise Illegal(refusal.key, *refusal.args, seat=seat)
            self._sealed[seat] = act
            if len(self._sealed) == len(decision.seats):
                self._commit(list(self._sealed.values()))
            return
        draft.act(act)
        if draft.closed:
            self._commit(draft.acts)

    def _commit(self, acts: Sequence[Act]) -> None:
        self._drafts.clear()
        self._sealed = {}
        self.local.act(*acts)
        self._moved.set()

    def give_to_bot(self, seat: Seat) -> None:
        """Let a bot go on where a program has failed."""
        self.programs.discard(seat)
        self._drafts.pop(seat, None)
        self.bots[seat] = ("easy", make_bot("easy", seat))
        self._moved.set()

    def tell(self, said: say.Reply) -> None:
        """Say something to everybody."""
        for visitor in self._visitors:
            visitor.say(said)

    # --- serving -----------------------------------------------------------------------------------------

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve one client until it goes."""
        visitor = Visitor(Lines(stream, say.MAX_REQUEST))
        self._visitors.append(visitor)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._write, visitor)
                while True:
                    try:
                        request = await visitor.lines.request()
                    except say.BadLine as error:
                        visitor.say(say.Failed("node.bad-line", [], str(error)))
                        continue
                    if request is None or isinstance(request, say.Bye):
                        break
                    self._asked(visitor, request)
                    self._tell_all()
                nursery.cancel_scope.cancel()
        finally:
            self._visitors.remove(visitor)
            await trio.aclose_forcefully(stream)

    async def _write(self, visitor: Visitor) -> None:
        while True:
            await visitor.more.wait()
            visitor.more = trio.Event()
            while visitor.outbox:
                try:
                    await visitor.lines.send(visitor.outbox.pop(0))
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    return

    def _asked(self, visitor: Visitor, request: say.Request) -> None:
        if isinstance(request, say.Hello):
            self._greet(visitor, request)
            return
        if not visitor.greeted:
            visitor.say(say.Failed("node.hello-first", [], "say hello first"))
            return
        try:
            self._serve(visitor, request)
        except RuleError as error:
            visitor.say(say.Failed(error.line.key, say.shown(error.line.args), str(error)))
        except FalseClaim:
            visitor.say(say.Failed("false-claim", [], "that is not what the card is"))

    def _greet(self, visitor: Visitor, hello: say.Hello) -> None:
        free = (seat for seat in range(self.local.seats) if seat not in self.bots and seat not in self.programs)
        seat = None if hello.watch else hello.seat if hello.seat is not None else next(free, None)
        if hello.version != say.VERSION:
            visitor.say(say.other_version(hello.version))
            return
        if seat is not None and (not 0 <= seat < self.local.seats or seat in self.bots):
            visitor.say(say.Failed("node.not-your-seat", [seat], f"seat {seat} is not played here"))
            return
        visitor.greeted, visitor.seat, visitor.told, visitor.shown = True, seat, 0, None
        levels = {seat: PROGRAM for seat in self.programs} | {seat: level for seat, (level, _) in self.bots.items()}
        seats = [say.SeatInfo(number, name, number, name, levels.get(number)) for number, name in enumerate(self.names)]
        visitor.say(say.Welcome(say.VERSION, self.game.name, LOCAL, seat, seats, dict(self.options), []))

    def _serve(self, visitor: Visitor, request: say.Request) -> None:
        match request:
            case say.Look():
                visitor.shown = None
            case say.LogSince(since):
                visitor.told = max(0, since)
                self._show_log(visitor, even_none=True)
            case say.AskTexts(language):
                visitor.say(desk.texts(self.game, language))
            case say.Say(text):
                name = self.names[visitor.seat] if visitor.seat is not None else "-"
                for other in self._visitors:
                    other.say(say.Chat(-1 if visitor.seat is None else visitor.seat, name, text))
            case say.Vote("resigned", operator, True) if operator == visitor.seat:
                self._drafts.clear()
                self._sealed = {}
                self.local.leave(operator, "resigned")
                self._moved.set()
                for other in self._visitors:
                    other.say(say.Left(operator, self.names[operator], "resigned"))
            case say.Vote():
                visitor.say(say.Failed("node.not-now", [], "there is nobody to vote with"))
            case _ if visitor.seat is None:
                visitor.say(say.Failed("node.watching", [], "who watches does not act"))
            case _:
                self._decide(visitor, visitor.seat, request)

    def _decide(self, visitor: Visitor, seat: Seat, request: say.Request) -> None:
        match request:
            case say.Act(text):
                self._act(seat, self.game.read(text, seat))
            case say.Undo():
                if not self._draft(seat).undo():
                    visitor.say(say.Failed("node.nothing-to-undo", [], "there is nothing to undo"))
            case say.Redo():
                if not self._draft(seat).redo():
                    visitor.say(say.Failed("node.nothing-to-redo", [], "there is nothing to do again"))
            case say.Reset():
                if not self._draft(seat).acts:
                    visitor.say(say.Failed("node.nothing-to-undo", [], "there is nothing to undo"))
                self._draft(seat).reset()
            case say.Explain(text):
                self._explain(visitor, seat, text)
            case _:
                visitor.say(say.Failed("node.not-now", [], "that is not possible here"))

    def _explain(self, visitor: Visitor, seat: Seat, text: str) -> None:
        act = self.game.read(text, seat)
        knows = self.local.dealer.knows(seat)
        if seat in self._deciding():
            draft = self._draft(seat)
            state, said = draft.state, draft.explain(act)
        else:
            state, said = self.local.state, self.game.explain(self.local.state, knows, act)
        visitor.say(wording.explained(self.game, state, text, act, said, knows.faces))

    def _tell_all(self) -> None:
        for visitor in self._visitors:
            if visitor.greeted:
                self._show(visitor)
        if self.local.over and not self._told_over:
            self._told_over = True
            for visitor in self._visitors:
                visitor.say(say.Over(self.game.standings(self.local.state)))

    def _show_log(self, visitor: Visitor, even_none: bool = False) -> None:
        log = self.local.log
        if visitor.told < len(log) or even_none:
            faces = self.local.dealer.knows(visitor.seat).faces
            visitor.say(say.Log(visitor.told, wording.log(self.game, log[visitor.told :], faces)))
            visitor.told = len(log)

    def _show(self, visitor: Visitor) -> None:
        """Send what a visitor has not seen: log, and how things stand (its own draft included)."""
        self._show_log(visitor)
        mine = visitor.seat is not None and visitor.seat in self._deciding()
        draft = self._draft(visitor.seat) if mine and visitor.seat is not None else None
        mark = (len(self.local.facts), mine, tuple(draft.acts) if draft else (), visitor.seat)
        if visitor.shown == mark:
            return
        visitor.shown = mark
        state = draft.state if draft else self.local.state
        knows = draft.knows if draft else self.local.dealer.knows(visitor.seat)
        deciding = wording.deciding(self.game.decision(state))
        done = wording.done(self.game, draft.labels(), knows.faces) if draft else []
        legal = wording.choices(self.game, state, draft.legal(), knows.faces) if draft else []
        view = self.game.view(state, knows, visitor.seat)
        visitor.say(say.Turn(len(self.local.facts), deciding, mine, done, view, legal))
        waits = [say.Wait(seat, self.names[seat], "an act") for seat in self._deciding()]
        visitor.say(say.Waiting(waits))
