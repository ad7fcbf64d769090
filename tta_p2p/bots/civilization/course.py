"""One way to go on, played in an imagined world: the seat goes on as it has planned, rivals do the worst they can do.

What the seat does in the phase under way follows its plan; later parts of cities and starts of turns are planned in one
pass: every act is tried once, and the best act of each city or group is carried out in turn. Figures move only in the
phase under way: where they stand counts as it is. What rivals build does
not depend on what the seat chooses; so they only win where an act of theirs wins, and answer what they are asked. What
their armies could take is weighed when they would move (`rivals`). Battles of the seat are weighed elsewhere (`clash`),
not played: one battle tells nothing of the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tta_p2p.bots.base import Situation
from tta_p2p.bots.determinization import Determinization
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.city.yields import icons_of
from tta_p2p.games.civilization.flow import FLOW, Manage, Moves, Start, Trading
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import cities_of
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.players.coins import coins
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.games.contract import Act, Acts, Face, Handle, Illegal, Knowledge, Option, Seat

from . import rivals
from .evaluator import CivilizationEvaluator
from .outlook import Outlook
from .planner import STOP_VERBS, attacked_square, rank_acts

PHASES = (Start, Trading, Manage, Moves)
"""Decisions that a seat meets again and again until it ends them."""
UNPLANNED = ("event", "deal", "parley", "sacrifice", "split", "lock", "use")
"""Verbs that no later phase is planned with: they have many targets, or come to something only with what follows."""
MAX_DECISIONS = 120
"""More decisions than this do not follow."""

Plan = Sequence[tuple[int, Act]]
"""Acts with what each gains, the best first."""


def doer(act: Act) -> object:
    """Give what does an act: the city or the square of the group; the verb, where neither does."""
    return act.args[0] if act.args and act.args[0] in SQUARES else act.verb


def best_of_each(ranked: Plan, done: Iterable[object] = ()) -> list[Act]:
    """Give the best act of each city and group that gains something, the best first; ``done``: these act no more."""
    found: dict[object, Act] = {}
    for gain, act in ranked:
        if gain > 0 and act.verb not in STOP_VERBS:
            found.setdefault(doer(act), act)
    gone = set(done)
    return [act for who, act in found.items() if who not in gone]


class Course:
    """A world played on from a situation.

    ``losses``: what a `capital`, a `city`, an `army`, a `scout` and a `coin` are worth to their owner.
    """

    def __init__(
        self,
        situation: Situation,
        faces: Mapping[Handle, Face],
        seed: int,
        outlook: Outlook,
        losses: Mapping[str, int],
    ) -> None:
        s: State = situation.state
        self.seat = situation.seat
        self._world = Determinization(GAME, s, s.seats, faces, Chance(seed), situation.seat, situation.knowledge)
        self._outlook, self._losses = outlook, losses
        self._plan: list[Act] = []
        self._phase = s.round, s.phase
        self._planned = True  # the phase under way is
        self._idle: set[Seat] = set()
        """Rivals that could have trained units in the phase of the cities, and have not."""
        self.toll = 0
        """The worth of all that rivals could have taken on the way."""

    @property
    def state(self) -> State:
        """The state to which the world has come."""
        return self._world.state

    def begin(self, act: Act, plan: Sequence[Act]) -> bool:
        """Carry out an act of the seat, and plan how it goes on in this phase; give whether the act was open."""
        self._plan = list(plan)
        decision = GAME.decision(self.state)
        if decision is None or not decision.sealed:
            return self._try(act)
        acts = [act, *self._answers([seat for seat in decision.seats if seat != self.seat])]
        self._world.act(Acts(tuple(sorted(acts, key=lambda one: one.seat))))
        return True

    def play(self, until: tuple[int, str]) -> State:
        """Play on to a phase of a round, or to the end of the game."""
        for _ in range(MAX_DECISIONS):
            s = self.state
            decision = GAME.decision(s)
            if decision is None or (s.round, s.phase) == until:
                break
            if decision.sealed:
                self._world.act(Acts(self._answers(decision.seats)))
            elif decision.seats[0] == self.seat:
                self._go_on(self.seat)
            else:
                self._reply(decision.seats[0])
        return self.state

    def coming_toll(self) -> int:
        """Value what rivals could take with the moves after the next phase of the cities, in which all train units.

        The coin is left to the outlook.
        """
        s, seat, knowledge = self.state, self.seat, self._outlook.knowledge
        own, losses = len(cities_of(s, seat)), {**self._losses, "coin": 0}
        return sum(
            rivals.danger(s, rival, seat, knowledge, losses, (len(cities_of(s, rival)), own))
            for rival in s.active_seats
            if rival != seat
        )

    def _try(self, act: Act) -> bool:
        try:
            self._world.act(act)
        except Illegal:
            return False
        return True

    # --- the seat --------------------------------------------------------------------------------------------

    def _go_on(self, seat: Seat) -> None:
        """Take the next act of the seat."""
        s = self.state
        frame = s.stack[-1]
        if not isinstance(frame, PHASES):
            self._world.act(self._best_of(seat))
            return
        if (s.round, s.phase) != self._phase:
            self._phase, self._planned, self._plan = (s.round, s.phase), False, []
        if not self._planned and isinstance(frame, Start | Manage):
            self._planned, self._plan = True, self._phase_plan()
        while self._plan:
            if self._try(self._plan.pop(0)):
                return
        self._world.act(Act(seat, "end"))

    def _phase_plan(self) -> list[Act]:
        """Give the acts that are better than ending the phase, the best first, one for each city or group."""
        s, knows = self.state, self._world.knowledge(self.seat)
        options = [option for option in self._options(self.seat, knows) if option.act.verb not in STOP_VERBS]
        if not options:
            return []
        ranked = rank_acts(self._outlook, s, options, knows)
        return best_of_each(sorted(ranked, key=lambda one: -one[0]))

    def _options(self, seat: Seat, knows: Knowledge) -> Iterator[Option]:
        """List what a later phase is planned with."""
        s = self.state
        verbs, frame = FLOW.open_verbs(s, seat)
        for verb in verbs:
            if verb in UNPLANNED:
                continue
            found = FLOW.verb_at(frame, verb).options(s, frame, knows, seat)
            yield from self._best_squares(found) if verb in ("build", "give") else found

    def _best_squares(self, options: Iterable[Option]) -> list[Option]:
        """Give one square for each thing that a city could build: the one that yields least as it is."""
        s = self.state
        best: dict[object, tuple[int, Option]] = {}
        for option in options:
            if attacked_square(s, self.seat, option.act) >= 0:
                continue
            city, what, square = option.act.args
            least = self._outlook.prices.flow(icons_of(s, SQUARES[str(square)]))
            if (city, what) not in best or least < best[city, what][0]:
                best[city, what] = least, option
        return [option for _, option in best.values()]

    def _best_of(self, seat: Seat) -> Act:
        """Give the act that looks best, the first of equals; a blow of a battle is chosen as `easy` does."""
        s, knows = self.state, self._world.knowledge(seat)
        options = GAME.legal(s, knows, seat)
        if len(options) == 1:
            return options[0].act
        if s.battle is None and seat == self.seat:
            return max(rank_acts(self._outlook, s, options, knows), key=lambda one: one[0])[1]
        evaluator = CivilizationEvaluator(seat, s)
        stop = next((option.act for option in options if evaluator.is_stop(option.act)), None)
        now = evaluator.evaluate(s).permanent
        tried = [option for option in options if option.act != stop and evaluator.is_candidate(s, option.act)]
        values = [(evaluator.evaluate(GAME.carry_out(s, option).state).permanent, option.act) for option in tried]
        value, best = max(values, key=lambda one: one[0], default=(now, stop))
        return best if best is not None and (stop is None or value > now) else stop or options[0].act

    # --- the others ------------------------------------------------------------------------------------------

    def _reply(self, rival: Seat) -> None:
        """Let a rival answer: win if it can, fight its battle, and leave the rest as it is."""
        s = self.state
        frame = s.stack[-1]
        if isinstance(frame, PHASES):
            if isinstance(frame, Manage):
                self._idle.add(rival)
            if isinstance(frame, Moves):
                recruits = len(cities_of(s, rival)) if rival in self._idle else 0
                self.toll += rivals.danger(s, rival, self.seat, self._outlook.knowledge, self._losses, (recruits, 0))
            self._world.act(self._winning_act(rival) or Act(rival, "end"))
            return
        decision = GAME.decision(s)
        assert decision is not None
        if decision.idle and s.battle is None:
            self._world.act(GAME.read(decision.idle, rival))
        else:
            self._world.act(self._best_of(rival))

    def _winning_act(self, rival: Seat) -> Act | None:
        """Give an act by which a rival wins at once."""
        s = self.state
        if not rivals.could_win_now(s, rival):
            return None
        for option in self._options(rival, self._world.knowledge(rival)):
            if GAME.carry_out(s, option).state.winner == rival:
                return option.act
        return None

    def _answers(self, seats: Sequence[Seat]) -> tuple[Act, ...]:
        """Let all choose what they research: the seat what is worth most to it, rivals what wins, or the highest."""
        return tuple(self._research(seat) for seat in seats)

    def _research(self, seat: Seat) -> Act:
        options = self._world.legal(seat)
        named = [option.act for option in options if option.act.args]
        if not named:
            return options[0].act
        if seat == self.seat:
            return max(named, key=lambda act: self._outlook.technologies.value(str(act.args[0])))
        s = self.state
        missing = COINS_TO_WIN - coins(s, seat)

        def rating(act: Act) -> tuple[bool, int]:
            tech = TECHS[str(act.args[0])]
            return tech.coins >= missing, tech.level

        return max(named, key=rating)
