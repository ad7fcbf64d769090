"""A table in one process, without peers: the seat protocol over the local dealer, for solo play, hot seat and tests.

It serves clients as a node does, but the cards are dealt in the open inside this process: nobody else is there to
trust or not to. Bots play the seats that nobody sits at; what they choose depends on the seed and on what has happened,
so that a game that is taken up again goes on as it would have.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import trio

from tta_p2p.bots.base import Bot
from tta_p2p.bots.levels import choices, make_bot
from tta_p2p.games.contract import Act, Fact, Illegal, Knowledge, Left, Options, RuleError, Seat
from tta_p2p.games.game import Game, complete_options
from tta_p2p.games.local import FalseClaim, LocalGame
from tta_p2p.games.log import LogLine
from tta_p2p.net.cleaning import clean
from tta_p2p.net.tasks import start_part
from tta_p2p.node.local.storage import LocalGameStore
from tta_p2p.node.programs.program import PROGRAM
from tta_p2p.node.service.advisor import Advisor, Task
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.notices import error_reply
from tta_p2p.node.service.seat_server import Door
from tta_p2p.node.service.tables import DECIDING, LOOKING, NotPossible, OwnSeats, PlayUnderWay, ServedTable
from tta_p2p.node.workers.bot_entry import PlannedEntry, entry, plan_entry, seed_of
from tta_p2p.node.workers.pool import WorkerPool
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.autopilot import AutopilotReply, AutopilotRequest
from tta_p2p.seats.parts.chat import ChatReply, ChatRequest
from tta_p2p.seats.parts.lessons import LessonRequest
from tta_p2p.seats.parts.rematch import RematchReply, RematchRequest
from tta_p2p.seats.parts.votes import VoteRequest
from tta_p2p.store.database import StoreError
from tta_p2p.table import binding
from tta_p2p.table.draft import Draft
from tta_p2p.table.local_record import DecisionRecord, DepartureRecord, LocalRecord, ReplacementRecord
from tta_p2p.table.moments import Moments, RememberedGame
from tta_p2p.table.orders import SeatOrders


class LocalTable(ServedTable):
    """One game in this process and everybody who plays or watches it."""

    motions = ("resigned",)
    calm = 0.7
    """Seconds before each act of a bot that plays for a person: whoever comes back takes the seat back in between."""

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int,
        options: Options | None = None,
        seed: int = 0,
        names: Sequence[str] = (),
        bots: Mapping[Seat, str] | None = None,
        pace: float = 0.0,
        local: LocalGame[Any, Any] | None = None,
        programs: Collection[Seat] = (),
        kept: LocalGameStore | None = None,
        bot: Callable[[str, str], Bot] = make_bot,
        lends: bool = True,
        thinkers: WorkerPool | None = None,
    ) -> None:
        """``bots``: the level of each seat without a person; ``pace``: seconds before a bot acts; ``bot`` makes one;
        ``lends``: whether people may have a bot play for them for a while.

        ``programs``: seats for clients that ask for them by number, which no person gets without asking; ``kept``:
        what keeps the game, if anything does; ``thinkers``: where bots of a level think (default: here).
        """
        self.game = game
        self.options = complete_options(game.settings, options or {})
        self.local: LocalGame[Any, Any] = local or RememberedGame(game, seats, self.options, seed)
        self.local.answer_needs()
        self.names = [*names, *(f"Player {number + 1}" for number in range(len(names), seats))]
        self.bots = dict(bots or {})
        self.pace = pace
        self.programs = set(programs)
        self.kept = kept
        self.stand_ins: dict[Seat, str] = {}
        """The level of the bot that plays for a person for a while, by the seat; a game taken up again has none."""
        self.lends = lends
        self.rematch: trio.Event | None = None
        """What is set when a person wants to play again; None where no other game can begin here."""
        self.lay_out_lesson: Callable[[int], None] | None = None
        """Called when another lesson is asked for, with how many later it is; None: this is no tutorial."""
        self._make_bot = bot
        self._thinkers = thinkers
        self._seed = seed
        self._beside: trio.Nursery | None = None
        """What goes on beside the game while it is played."""
        self.desk = Desk(self, Advisor(thinkers, self._start_beside))
        self._door = Door(self.desk)
        self._drafts: dict[Seat, Draft] = {}
        self._sealed: dict[Seat, Act] = {}
        self._plans: dict[Seat, PlannedEntry] = {}
        """What the bot at each seat does next."""
        self._moved = trio.Event()
        self._told_over = False
        self._has_lent = kept is not None and kept.is_lent
        """Whether a bot has acted for a person."""

    # --- playing -----------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Let bots act whenever it is their turn, until the game is over or this is cancelled."""
        async with trio.open_nursery() as self._beside:
            await self._play_bots()
            self._beside.cancel_scope.cancel()
        self._beside = None

    def _start_beside(self, task: Task) -> None:
        """Let something go on as long as the game is played."""
        assert self._beside is not None, "nobody plays"
        start_part(self._beside, task)

    async def _play_bots(self) -> None:
        self._carry_out_orders()
        while not self.local.over:
            bot = next((seat for seat in self._deciding() if self._level(seat)), None)
            self._moved = trio.Event()
            acts_at = trio.current_time() + self._pause(bot)
            plan = await self._planned(bot) if bot is not None else None
            with trio.move_on_at(acts_at):
                await self._moved.wait()
            if self._moved.is_set() or bot is None or plan is None or bot not in self._deciding():
                continue
            if not plan.applies(self._level(bot), self._draft_of(bot)):
                continue  # its person has done something meanwhile
            self.act(plan.next)
            if bot in self.stand_ins:
                self._keep_draft(bot)
                self._note_lent()
            self._show()
        self._show()

    def _note_lent(self) -> None:
        """Note that a bot has acted for a person."""
        if not self._has_lent:
            self._has_lent = True
            self._keep(lambda kept: kept.keep_lent())

    async def _planned(self, seat: Seat) -> PlannedEntry:
        """Give the next acts of the bot at a seat. Raises WorkerFailed with a fault if it fails."""
        draft, level, number = self._draft_of(seat), self._level(seat), len(self.facts)
        plan = self._plans.get(seat)
        if plan is None or not plan.applies(level, draft):
            before, seed = tuple(draft.acts), seed_of(self._seed, seat, number)
            if self._thinkers is None:
                acts = entry(self.game, self._make_bot(level, seed), draft.state, draft.knows, seat)
            else:
                acts = await plan_entry(self._thinkers, self.game.name, level, seed, draft.state, draft.knows, seat)
            plan = self._plans[seat] = PlannedEntry(level, draft, before, acts)
        return plan

    def _pause(self, bot: Seat | None) -> float:
        """Seconds until a bot acts, if one must."""
        if bot is None:
            return math.inf
        return max(self.pace, self.calm) if bot in self.stand_ins else self.pace

    def _level(self, seat: Seat) -> str:
        """The level of the bot that plays a seat now; empty where a person or a program does."""
        return self.bots.get(seat, "") or self.stand_ins.get(seat, "")

    def _stand_in(self, seat: Seat, level: str) -> None:
        """Let a bot play for a person from now on, or no longer (no level). Raises NotPossible."""
        if seat in self.bots or seat in self.programs or not 0 <= seat < self.local.seats:
            raise NotPossible("node.person-only")
        if level and level not in (offered := choices(self.game.name)):
            raise NotPossible("node.no-level", level, [*offered])
        if level == self.stand_ins.get(seat, ""):
            raise NotPossible("node.autopilot-so")
        if level:
            self.stand_ins[seat] = level
        else:
            del self.stand_ins[seat]
        self._plans.pop(seat, None)
        self.desk.tell_all(AutopilotReply(seat, self.names[seat], level))
        self._moved.set()

    def give_to_bot(self, seat: Seat) -> None:
        """Let a bot go on where a program has failed."""
        self.programs.discard(seat)
        self._drafts.pop(seat, None)
        self.bots[seat] = "easy"
        self._keep_deed(ReplacementRecord(seat, "easy"))
        self._moved.set()

    def restore(self, drafts: Mapping[Seat, bytes], orders: Mapping[Seat, SeatOrders]) -> None:
        """Lay out what seats had drafted or chosen sealed, and what they had ordered.

        What does not fit any more is forgotten, and what bots had drafted: they begin again, and choose as before.
        """
        for seat, kept in orders.items():
            self.desk.orders.restore(seat, kept)
        for seat, data in drafts.items():
            if seat in self.bots:
                continue
            with contextlib.suppress(binding.BadEntry, RuleError):
                decision = self.local.decision
                if decision is not None and decision.sealed:
                    number, act = binding.read_choice(data)
                    if number == len(self.facts) and act.seat == seat:
                        self.act(act)
                else:
                    self._draft_of(seat).replay(list(binding.read_entry(data, seat)))

    def _keep(self, store: Callable[[LocalGameStore], None]) -> None:
        """Store something of the game; whoever plays is told once if that is not possible any more."""
        if self.kept is not None:
            try:
                store(self.kept)
            except StoreError as error:
                self.kept = None
                self.desk.tell_all(error_reply("node.not-kept", error.code))

    def _keep_deed(self, deed: LocalRecord) -> None:
        self._keep(lambda kept: kept.keep(deed))

    def _keep_draft(self, seat: Seat) -> None:
        """Store what a seat has drafted or chosen sealed."""
        draft, choice = self._drafts.get(seat), self._sealed.get(seat)
        data = b""
        if choice is not None:
            data = binding.write_choice(len(self.facts), choice)
        elif draft is not None and draft.acts:
            data = binding.write_entry(draft.acts)
        self._keep(lambda kept: kept.keep_draft(seat, data))
        self._keep_orders(seat)

    def _keep_orders(self, seat: Seat) -> None:
        self._keep(lambda kept: kept.keep_orders(seat, self.desk.orders.kept(seat)))

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve one client until it goes."""
        await self._door.serve_stream(stream)

    def hand_over(self, following: LocalTable, farewell: say.Reply | None = None) -> None:
        """Everybody here goes on to another game, at the places that they have; ``farewell``: what tells them so."""
        waiting = [(client, client.hello) for client in self.desk.clients if client.hello is not None]
        self.desk.tell_all(farewell or RematchReply(mine=True, open=True))
        self._door.hand_over(following.desk)
        following._door = self._door
        for client, said in waiting:
            following.desk.receive(client, said)

    def _deciding(self) -> tuple[Seat, ...]:
        decision = self.local.decision
        return tuple(seat for seat in decision.seats if seat not in self._sealed) if decision is not None else ()

    def _draft_of(self, seat: Seat) -> Draft:
        if seat not in self._deciding() and seat not in self._sealed:
            raise Illegal("not-your-decision", seat=seat)
        if seat not in self._drafts:
            self._drafts[seat] = Draft(self.game, self.local.state, self.local.dealer.knowledge_of(seat), seat)
        return self._drafts[seat]

    def _seal(self, draft: Draft, act: Act, others: Sequence[Seat]) -> None:
        """Keep a sealed act until all have chosen. Raises Illegal."""
        refusal = draft.explain(act).refusal
        if refusal is not None:
            raise Illegal(refusal.key, *refusal.args, seat=act.seat)
        try:
            self.local.dealer.check(act.seat, self.game.claims(self.local.state, act))
        except FalseClaim as error:
            raise Illegal("false-claim", seat=act.seat) from error
        self._sealed[act.seat] = act
        if len(self._sealed) == len(others):
            self._commit(list(self._sealed.values()))

    def _commit(self, acts: Sequence[Act]) -> None:
        self._drafts.clear()
        self._sealed = {}
        for one in acts:
            self._keep_orders(one.seat)  # or after a crash an order for one decision would be carried out for two
        self.local.act(*acts)
        self._keep_deed(DecisionRecord(tuple(acts)))
        self._moved.set()

    def _seat_alone(self) -> Seat | None:
        """Give the only seat of a person among bots; None: there are others, or a lesson lays questions out."""
        people = [seat for seat in range(self.local.seats) if seat not in self.bots]
        lesson = self.lay_out_lesson is not None
        return people[0] if len(people) == 1 and people[0] not in self.programs and not lesson else None

    def _carry_out_orders(self) -> None:
        self.desk.orders.seat_alone = self._seat_alone()
        while (seat := self.desk.orders.carry_out()) is not None:
            self._keep_draft(seat)

    def _show(self) -> None:
        """Show everybody how things stand now, once all orders are carried out that are due."""
        self._carry_out_orders()
        self.desk.show_all()
        if self.local.over and not self._told_over:
            self._told_over = True
            self._keep(lambda kept: kept.keep_result(self.game.standings(self.local.state)))
            self.desk.tell_all(say.GameOverReply(self.game.standings(self.local.state), lent=self._has_lent))

    # --- what the desk serves ----------------------------------------------------------------------------

    @property
    def play(self) -> PlayUnderWay:
        """The game."""
        return self

    @property
    def state(self) -> Any:
        """The state that everybody sees."""
        return self.local.state

    @property
    def facts(self) -> Sequence[Fact]:
        """All that has happened."""
        return self.local.facts

    @property
    def log(self) -> Sequence[LogLine]:
        """The same as lines of the log."""
        return self.local.log

    @property
    def moments(self) -> Moments:
        """The earlier moments; none where the game was not remembered from its beginning."""
        return self.local.moments if isinstance(self.local, RememberedGame) else Moments(self.game)

    def knows(self, seat: Seat | None) -> Knowledge:
        """Give the knowledge of a seat."""
        return self.local.dealer.knowledge_of(seat)

    def view(self, seat: Seat | None) -> Any:
        """Give the view of a seat, its draft included."""
        if seat is not None and seat in self._drafts:
            draft = self._drafts[seat]
            return self.game.view(draft.state, draft.knows, seat)
        return self.game.view(self.local.state, self.knows(seat), seat)

    def to_decide(self) -> Sequence[Seat]:
        """The seats of people and programs that must decide now and have not."""
        return tuple(seat for seat in self._deciding() if seat not in self.bots)

    def draft(self, seat: Seat) -> Draft:
        """The draft of a seat that is to decide, or may choose anew. Raises Illegal."""
        return self._draft_of(seat)

    def choice(self, seat: Seat) -> Act | None:
        """The sealed choice of a seat, as long as somebody else is choosing."""
        return self._sealed.get(seat)

    def take_back(self, seat: Seat) -> bool:
        """Take back what a seat has chosen sealed; whether it had."""
        return self._sealed.pop(seat, None) is not None

    def act(self, act: Act) -> None:
        """Let a seat act, sealed also once more. Raises Illegal."""
        decision = self.local.decision
        draft = self._draft_of(act.seat)
        if decision is not None and decision.sealed:
            self._seal(draft, act, decision.seats)
            return
        draft.act(act)
        if draft.closed:
            try:
                self._commit(draft.acts)
            except FalseClaim as error:
                raise Illegal("false-claim", seat=act.seat) from error

    def changed(self, seat: Seat) -> None:
        """A client has acted or changed the draft of its seat."""
        self._keep_draft(seat)
        self._show()

    def offers(self, client: Client) -> frozenset[str]:
        """Players may request everything; votes and returns have no use here."""
        lent = {"autopilot"} if self.lends else set[str]()
        lent |= {"rematch"} if self.rematch is not None else set()
        lent |= {"lesson"} if self.lay_out_lesson is not None else set()
        seated = DECIDING | {"hint", "vote"} | lent if client.seat is not None else frozenset[str]()
        return LOOKING | {"chat"} | seated

    def greeting(self, client: Client) -> say.WelcomeReply:
        """Greet a client with the game and its players."""
        levels = {seat: PROGRAM for seat in self.programs} | self.bots
        seats = [say.SeatInfo(number, name, number, name, levels.get(number)) for number, name in enumerate(self.names)]
        return say.WelcomeReply(say.VERSION, self.game.name, say.LOCAL, client.seat, seats, dict(self.options), [])

    def places(self) -> OwnSeats:
        """The seats that no bot plays."""
        own = tuple(seat for seat in range(self.local.seats) if seat not in self.bots)
        return OwnSeats(own, programs=frozenset(self.programs))

    def news(self) -> Iterable[say.Reply]:
        """Tell somebody who comes now who has left, and for whom bots play."""
        gone = [fact for fact in self.facts if isinstance(fact, Left)]
        yield from (say.DepartureReply(fact.seat, self.names[fact.seat], fact.reason) for fact in gone)
        yield from (AutopilotReply(seat, self.names[seat], level) for seat, level in self.stand_ins.items())

    def waits(self) -> list[say.SeatWait]:
        """Name the seats whose acts the game waits for."""
        decision = self.local.decision
        why = "sealed-answer" if decision is not None and decision.sealed else "its-turn"
        return [say.SeatWait(seat, self.names[seat], why) for seat in self._deciding()]

    def ask(self, client: Client, request: say.Request) -> None:
        """Talk, resign, have a bot play for a while, and learn another lesson. Raises NotPossible."""
        match request:
            case ChatRequest(text):
                name = self.names[client.seat] if client.seat is not None else "-"
                self.desk.tell_all(ChatReply(-1 if client.seat is None else client.seat, name, clean(text, 500)))
            case VoteRequest("resigned", operator, True) if operator == client.seat:
                self._drafts.clear()
                self._sealed = {}
                self.local.leave(operator, "resigned")
                self._keep_deed(DepartureRecord(operator, "resigned"))
                self._moved.set()
                self.desk.tell_all(say.DepartureReply(operator, self.names[operator], "resigned"))
                self._show()
            case VoteRequest():
                raise NotPossible("node.own-seat-only")
            case RematchRequest(answer) if self.rematch is not None:
                if answer == "yes" and self.local.over:
                    self.rematch.set()
            case LessonRequest(by) if self.lay_out_lesson is not None:
                self.lay_out_lesson(by)
            case AutopilotRequest(level, seat) if client.seat is not None:
                self._stand_in(client.seat if seat is None else seat, level)
            case _:
                super().ask(client, request)
