"""Sessions at the screen, one a seed: what is played, by whom, in which window and language follows from the seed."""

from __future__ import annotations

import random
import traceback
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from tests.simulation.world import _deterministic
from tests.ui.asking.positions import frames, position, positions
from tests.ui.campaign import meetings, menus
from tests.ui.campaign.monkey import SIZES, Monkey, Stuck, Told
from tests.ui.campaign.walk import Walk
from tests.ui.campaign.watch import Watch
from tests.ui.campaign.work import Limit, Wedge
from tests.ui.positions import IDLE, NAMES
from tests.ui.screen.keyboard import style_of
from tta_p2p.cli.terminal.desk import Rival
from tta_p2p.games.contract import Act, BadOptions, Options
from tta_p2p.games.game import complete_options
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.spectators.recording_table import RecordingTable
from tta_p2p.registry import load_rules, names
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.advice import AdviceReply, Suggestion
from tta_p2p.table import local_record
from tta_p2p.table.binding import rules_digest
from tta_p2p.table.local_record import DecisionRecord, LocalCharter
from tta_p2p.ui.changes import Change
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.instructions import Instruction
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.teacher import Teacher
from tta_p2p.ui.tutorial import Tutorial, game_at_lesson, tutorials_for

SORTS = {
    "game": 9, "frames": 4, "moments": 2, "replay": 2, "tutorial": 1, "menu": 2, "nodes": 2, "advice": 1,
}  # fmt: skip
"""What sessions there are, and how many of each to how many of the others."""
KEYS = 350
"""So many keys at least are pressed in a game; then it is played out in a hurry, with a look now and then."""
HURRY = 40
"""So many acts of a game are then done by words, without a look."""
BURST = 60
"""After so many acts of a game that goes on by itself the screen is looked at."""
MOST = 6000
"""So many acts at most has a game that is played by chance."""
MOMENTS = 6
"""So many moments of a game are walked about in."""
PACE = 1.0
"""Seconds before a bot acts, of a clock that the session turns."""


def play(seed: int, sort: str = "", game: str = "", language: str = "") -> Told:
    """Play one session; ``sort``, ``game`` and ``language``: by chance where none is named."""
    luck = random.Random(f"{seed} screens")
    told = Told(
        seed, sort or luck.choices([*SORTS], [*SORTS.values()])[0], game or luck.choice(names()), language=language
    )
    watch = Watch(NAMES)
    try:
        with _deterministic(seed):
            _SESSIONS[told.sort](told, luck, watch)
    except BaseException as error:
        for one in _innermost(error):
            if not isinstance(one, (Exception, Wedge)):
                raise  # somebody ends the campaign
            told.found.append(_raised(one))
    told.counts["pictures"] += watch.pictures
    told.counts["sessions"] += 1
    told.found += [[kind, matter, *lines] for (kind, matter), lines in watch.found.items()]
    return told


def _innermost(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _innermost(one)
    elif not isinstance(error, trio.Cancelled):
        yield error


def _raised(error: BaseException) -> list[str]:
    trace = traceback.extract_tb(error.__traceback__)
    own = [line for line in trace if "/tta_p2p/" in line.filename] or list(trace)
    at = f"{own[-1].name} of {own[-1].filename.rpartition('/')[2]}" if own else ""
    sort = {Stuck: "no key leads on", Wedge: "a step without end"}.get(type(error), "raised")
    lines = "".join(traceback.format_exception(error)).splitlines()
    return [sort, f"{type(error).__name__} {at}: {error}"[:300], *lines[-60:]]


# --- at one table --------------------------------------------------------------------------------------------


Loop = Callable[[Monkey], Awaitable[None]]


class Table:
    """A table of this process and one client at its screen, on a clock that stands until it is turned."""

    def __init__(self, told: Told, luck: random.Random, watch: Watch) -> None:
        self.told, self.luck, self.watch = told, luck, watch
        self.language = told.language or luck.choice([*LANGUAGES])
        self.size = [luck.choice(SIZES)]
        self.clock = MockClock()

    def run(
        self, table: LocalTable | RecordingTable, wish: SeatRequest, where: str, loop: Loop,
        teacher: Teacher | None = None,
        begins_at: int = 0,
    ) -> None:  # fmt: skip
        """Sit down there and press keys until ``loop`` ends."""
        trio.run(self._run, table, wish, where, loop, teacher, begins_at, clock=self.clock)

    async def _run(
        self, table: LocalTable | RecordingTable, wish: SeatRequest, where: str, loop: Loop, teacher: Teacher | None,
        begins_at: int,
    ) -> None:  # fmt: skip
        ours, theirs = memory_stream_pair()
        face = ScreenFace(style_of(self.language), lambda: self.size[0])
        if begins_at:
            face.begin_at(begins_at)
        client = SeatClient(Lines(ours), face, Words(self.language), wish, True, lambda: "tta resume 1234", teacher)
        here = f"{where}, {self.language}"
        monkey = Monkey(client, face, self.luck, self.watch, self.told, here, self._settle, self.size)
        async with trio.open_nursery() as nursery:
            if isinstance(table, LocalTable):
                nursery.start_soon(table.run)
            nursery.start_soon(table.serve, theirs)
            nursery.start_soon(client.run)
            await self._settle()
            await loop(monkey)
            nursery.cancel_scope.cancel()

    async def _settle(self) -> None:
        await wait_all_tasks_blocked()
        if self.luck.random() < 0.5:  # bots act, and what waits for a moment happens
            self.clock.jump(PACE)
            await wait_all_tasks_blocked()


def _conditions(game: str, luck: random.Random) -> tuple[int, Options]:
    """How many sit at a table, and what is chosen of the settings of the game."""
    rules = load_rules(game)
    while True:
        chosen = {one.name: luck.choice(one.choices) for one in rules.settings if luck.random() < 0.6}
        seats = luck.choice(list(rules.seats))
        try:
            rules.start(complete_options(rules.settings, chosen), seats)
        except BadOptions:  # choices that do not go together
            continue
        return seats, chosen


def _game(told: Told, luck: random.Random, watch: Watch) -> None:
    """A whole game: alone against bots, several at one keyboard, or looking on."""
    seats, options = _conditions(told.game, luck)
    watches = luck.random() < 0.08
    number = 0 if watches else seats if luck.random() < 0.4 else luck.choice((1, 1, min(2, seats)))
    people = tuple(sorted(luck.sample(range(seats), number)))
    bots = {seat: luck.choice(("random", "random", "easy")) for seat in range(seats) if seat not in people}
    table = LocalTable(load_rules(told.game), seats, options, told.seed, NAMES[:seats], bots, PACE)
    others = people if number > 1 else ()
    wish = SeatRequest(None if watches else people[0], watches, shared_seats=others, show_times=luck.random() < 0.7)
    where = f"{told.game} {seats} {dict(options)} people {people}"
    told.counts[f"games of {told.game}"] += 1
    told.counts["games watched" if watches else "games at one keyboard" if number > 1 else "games against bots"] += 1

    async def loop(monkey: Monkey) -> None:
        begun = told.counts["keys"]
        while (
            told.counts["keys"] < begun + KEYS and not monkey.client.leaving_scope and not monkey.client.state.game_over
        ):
            await (monkey.fumble() if luck.random() < 0.3 else monkey.act())
            monkey.goes_on(len(table.facts))
        await _play_out(monkey, table, luck)
        if monkey.client.state.game_over is not None:
            told.counts["games over"] += 1
            await monkey.at_the_end()

    Table(told, luck, watch).run(table, wish, where, loop)


async def _play_out(monkey: Monkey, table: LocalTable, luck: random.Random) -> None:
    """Play a game to its end: by words first, then by itself, with a look and some keys now and then."""
    for number in range(MOST):
        if monkey.client.leaving_scope or monkey.client.state.game_over is not None:
            return
        if number < HURRY:
            if not await monkey.hurry():
                await monkey.press("esc")
            monkey.goes_on(len(table.facts))
        else:
            _go_on(table, luck)
            await monkey.press("esc", "esc", luck.choice(("down", "a", "o", "tab", "n", "?", "h")), "esc")


def _go_on(table: LocalTable, luck: random.Random) -> None:
    """Let a table play on for a while, whoever should decide."""
    for _ in range(BURST):
        if table.local.decision is not None:
            table._commit(_chosen(table.local, luck))
    table._show()


def _advice(told: Told, luck: random.Random, watch: Watch) -> None:
    """A whole game of somebody who asks a bot before every act, and does what it says or what it names beside it."""
    seats, options = _conditions(told.game, luck)
    seat = luck.randrange(seats)
    bots = {other: luck.choice(("random", "easy")) for other in range(seats) if other != seat}
    table = LocalTable(load_rules(told.game), seats, options, told.seed, NAMES[:seats], bots, PACE)
    told.counts[f"games of {told.game}"] += 1
    most = KEYS * 30

    async def loop(monkey: Monkey) -> None:
        asker = Asker(monkey)
        while told.counts["keys"] < most and not monkey.client.leaving_scope and not monkey.client.state.game_over:
            await asker.decide(len(table.facts))
            monkey.goes_on(len(table.facts))
        told.counts["games over"] += monkey.client.state.game_over is not None

    where = f"{told.game} {seats} {dict(options)} seat {seat}, advised"
    Table(told, luck, watch).run(table, SeatRequest(seat), where, loop)


class Asker:
    """Somebody who asks for advice, and does it by the keys that it is done by."""

    def __init__(self, monkey: Monkey) -> None:
        self._monkey, self._advice = monkey, list[AdviceReply]()
        self._plan: list[say.TextRef] = []
        self._facts = -1
        inner = monkey.face.announce

        def note(change: Change, reading: Reading) -> Iterator[Instruction]:
            if isinstance(change, AdviceReply):
                self._advice.append(change)
            return inner(change, reading)

        monkey.face.announce = note  # type: ignore[method-assign]

    async def decide(self, facts: int) -> None:
        """Ask, and do an act that was named; ``facts``: how many there are at the table."""
        monkey, watch = self._monkey, self._monkey.watch
        for _ in range(4):  # a question is not answered here: the act that it asks about is not the one advised
            await (monkey.step_back() if monkey.client.state.confirmation is None else monkey.press("n"))
        entries = monkey.entries()
        if not entries:
            await monkey.press(monkey.luck.choice(("esc", "enter", "w")))
            self._plan = []
            return
        turn = monkey.client.state.turn
        key = turn.decision.key if turn is not None and turn.decision is not None else ""
        self._advice.clear()
        await monkey.press("H")
        if not self._advice:
            watch.find("advice that does not come", key, monkey.here(), *monkey.seen())
            await monkey.act()
            return
        monkey.told.counts["advice"] += 1
        monkey.told.decisions[key] += 1
        proposals = self._advice[0].proposals
        if self._plan and facts == self._facts + 1 and proposals[0].label != self._plan[0]:
            watch.find("a plan that is not advised", key, monkey.here(), f"told: {self._plan[0]}", str(proposals[0]))
        self._plan, self._facts = proposals[0].then, facts
        await self._do(proposals, key)

    async def _do(self, proposals: list[Suggestion], key: str) -> None:
        monkey = self._monkey
        numbers = {spot.item.text: spot.number for spot in monkey.face.spots() if spot.item is not None}
        chosen, typed = proposals[0], ["esc"]
        if monkey.luck.random() < 0.3:
            chosen = monkey.luck.choice(proposals)
            typed = [*str(numbers.get(chosen.text, 0))]
        done = list[str]()
        for stroke in (*typed, "enter"):
            await monkey.press(stroke)
            done += monkey.sent()
        if monkey.client.state.confirmation is not None:
            for stroke in ("y", "enter"):
                await monkey.press(stroke)
                done += monkey.sent()
        if done[:1] != [chosen.text]:
            lines = (f"advised: {chosen.text}", f"done: {done}")
            monkey.watch.find("advice that its keys do not do", key, monkey.here(), *lines)
        if chosen is not proposals[0]:
            self._plan = []


def _replay(told: Told, luck: random.Random, watch: Watch) -> None:
    """Stepping through a recorded game."""
    seats, options = _conditions(told.game, luck)
    local, deeds = LocalGame[Any, Any](load_rules(told.game), seats, options, chance=told.seed), []
    local.answer_needs()
    for _ in range(luck.choice((0, 3, 40, 150, 400))):
        if local.decision is None:
            break
        acts = _chosen(local, luck)
        local.act(*acts)
        deeds.append(DecisionRecord(tuple(acts)))
    charter = LocalCharter(
        bytes(32), told.game, rules_digest(local.game), seats, dict(options), told.seed, NAMES[:seats]
    )
    table = RecordingTable(local_record.recording(charter, deeds))
    wish = SeatRequest(None, spectate=True, shared_seats=tuple(range(seats)))
    told.counts[f"replays of {told.game}"] += 1

    async def loop(monkey: Monkey) -> None:
        while told.counts["keys"] < KEYS and not monkey.client.leaving_scope:
            if luck.random() < 0.5:
                keys = ("left", "right", "up", "down", "page up", "page down", "home", "end", "enter", *" sosojkgnh")
                await monkey.press(*(luck.choice(keys) for _ in range(4)))
            else:
                await monkey.fumble()

    begins = luck.randrange(len(table.facts) + 1)
    Table(told, luck, watch).run(table, wish, f"replay of {told.game} {seats} from {begins}", loop, begins_at=begins)


def _tutorial(told: Told, luck: random.Random, watch: Watch) -> None:
    """The lessons of a tutorial: done as they say, or not."""
    taught = {name: found for name in names() if (found := tutorials_for(name))}
    told.game = told.game if told.game in taught else luck.choice(sorted(taught))
    tutorial: Tutorial = luck.choice(taught[told.game])
    lesson = luck.randrange(len(tutorial.lessons))
    local, rivals = game_at_lesson(tutorial, lesson)
    rival = Rival(rivals)
    bots = dict.fromkeys(range(1, local.seats), "easy")
    table = LocalTable(
        local.game, local.seats, local.options, 1, NAMES[: local.seats], bots, PACE, local=local,
        bot=lambda level, seed: rival, lends=False,
    )  # fmt: skip
    teacher = Teacher(tutorial, True, lesson)
    told.counts[f"tutorials of {told.game}"] += 1

    async def loop(monkey: Monkey) -> None:
        while told.counts["keys"] < KEYS and not monkey.client.leaving_scope and monkey.client.state.game_over is None:
            at = teacher.lesson(monkey.client.state)
            if luck.random() < 0.5 and at < len(tutorial.lessons):
                await monkey.press("esc", "esc", *(key for step in tutorial.lessons[at].steps for key in step.keys))
            else:
                await (monkey.fumble() if luck.random() < 0.7 else monkey.act())

    Table(told, luck, watch).run(
        table, SeatRequest(0, tutorial=True), f"tutorial of {told.game} from {lesson}", loop, teacher
    )


# --- without a node ------------------------------------------------------------------------------------------


def _frames(told: Told, luck: random.Random, watch: Watch) -> None:
    """Every frame of a game that asks, from its position, in one window and language."""
    language = told.language or luck.choice([*LANGUAGES])
    for game, frame in frames():
        if game == told.game and frame in positions(game):
            _walk(position(game, frame), told, luck, watch, f"{frame} of {game}", language)


def _moments(told: Told, luck: random.Random, watch: Watch) -> None:
    """Moments of a game that is played by chance."""
    seats, options = _conditions(told.game, luck)
    local = LocalGame[Any, Any](load_rules(told.game), seats, options, chance=told.seed)
    local.answer_needs()
    number, met = 0, set[tuple[str, ...]]()
    while local.decision is not None and len(met) < MOMENTS and number < MOST:
        decision = local.decision
        seat = luck.choice(decision.seats)
        sort = (decision.key, *sorted({option.act.verb for option in local.legal(seat)}))
        if sort not in met and luck.random() < (0.5 if decision.key not in {key for key, *_ in met} else 0.02):
            met.add(sort)
            told.decisions[decision.key] += 1
            where = f"{told.game} {seats} {dict(options)} after {number} acts: {decision.key}"
            _walk(local, told, luck, watch, where, told.language or luck.choice([*LANGUAGES]))
        local.act(*_chosen(local, luck))
        number += 1


def _walk(local: LocalGame[Any, Any], told: Told, luck: random.Random, watch: Watch, where: str, language: str) -> None:
    decision = local.decision
    assert decision is not None
    seat: int | None = luck.choice(decision.seats)
    if luck.random() < 0.25:
        seat = luck.choice((*range(local.seats), None))
    told.counts[f"positions of {local.game.name}"] += 1
    if decision.key not in told.decisions:
        told.decisions[decision.key] += 1
    with Limit(), _where(where):
        walk = Walk(local, seat, language, luck.choice(SIZES), watch, f"{where}, seat {seat}")
    for part in (walk.lists, lambda: walk.every_key(luck=luck), walk.pages, walk.numbers, walk.digits):
        with Limit(), _where(walk.where):
            part()
    told.counts["keys"] += walk.keys


@contextmanager
def _where(where: str) -> Iterator[None]:
    """Whatever is raised says where."""
    try:
        yield
    except Exception as error:
        error.add_note(f"at {where}")
        raise


def _chosen(local: LocalGame[Any, Any], luck: random.Random) -> list[Act]:
    """An act of each seat that decides, by chance: rare ones sooner than idle ones."""
    assert local.decision is not None
    acts = []
    for seat in local.decision.seats:
        legal = local.legal(seat)
        busy = [one for one in legal if one.act.verb not in IDLE]
        pool = busy if busy and luck.random() < 0.85 else [one for one in legal if one.act.verb != "resign"] or [*legal]
        verb = luck.choice(sorted({one.act.verb for one in pool}))
        acts.append(luck.choice([one for one in pool if one.act.verb == verb]).act)
    return acts


_SESSIONS: dict[str, Callable[[Told, random.Random, Watch], None]] = {
    "game": _game, "frames": _frames, "moments": _moments, "replay": _replay, "tutorial": _tutorial,
    "menu": menus.play, "nodes": meetings.play, "advice": _advice,
}  # fmt: skip
