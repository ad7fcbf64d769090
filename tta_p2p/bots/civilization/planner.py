"""The level `normal`: it compares all that it may do by what the position is worth afterwards (`outlook`).

An act is followed through the choices that belong to it. Attacks are valued by battles fought on paper (`clash`), blows
of a battle by playing it out over hands that the enemy may hold, research by what a technology would do for the seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from tta_p2p.bots.base import ActProposal, Bot, Situation, sensible_options
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.battle.strength import battle_hand
from tta_p2p.games.civilization.city.yields import icons_of
from tta_p2p.games.civilization.flow import (
    Blow,
    ChooseWay,
    Discard,
    Divide,
    Gift,
    Loot,
    MakeRoom,
    Manage,
    NewVillage,
    PlacePerson,
    Study,
    Survivor,
    Swap,
    Tend,
    Trading,
    Underway,
)
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import enemy_at
from tta_p2p.games.civilization.map.squares import SQUARES, Square
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.technologies.coin_tokens import add_coin, melt
from tta_p2p.games.civilization.turn.deals import Proposal, Terms
from tta_p2p.games.civilization.windows.declarations import Answer
from tta_p2p.games.contract import Act, Arg, Card, Knowledge, Line, Option, Seat

from .bargain import Bargain
from .blows import try_blows
from .clash import PERMILLE, attack_outcome
from .evaluator import moving_armies, resolve_answers
from .outlook import RACES, SAFE_ATTACK, VILLAGE, Outlook
from .prices import Account
from .reactions import Window

STOP_VERBS = ("end", "done", "bury", "stop", "enough", "wait", "keep", "pass", "rest", "decline", "withdraw")
DEAL_VERBS = ("deal", "parley", "offer", "want", "hand", "propose")
CONTINUED = (ChooseWay, Discard, Divide, Gift, Loot, MakeRoom, NewVillage, PlacePerson, Survivor, Swap, Underway)
"""Decisions that belong to the act before."""
MAX_DEPTH, MAX_BRANCHES = 3, 16
"""So many choices of one act are followed, and so many answers tried at each."""
MAX_FOLLOWING = 3
"""So many acts after the proposed one are told."""
TILE = 260
WON_GAME = 40_000
"""What a capital is worth to an attack; a lost battle must not cost the same."""
CITY_PRIZE, FIGURES_PRIZE, LAWS_PRIZE = 3200, 400, 300
LOST_UNIT, LOST_ARMY, LAST_FORCES = 230, 260, 1000
"""The price of what an attack may lose; `LAST_FORCES`: of being left without any unit, besides."""

LEANINGS = {"warlike": "military", "builder": "culture", "scholar": "technology"}
"""Personality -> the victory that it leans to."""

MAX_COMPARED = 6
"""With so many other acts the first is compared, to say what speaks for it."""

Ranked = list[tuple[int, Act]]
"""Acts with what each gains, the best first."""
Prospect = tuple[int, State]
"""A state to which an act leads, and its value."""


class Planner:
    """Chooses acts for one seat; ties are broken by lot.

    `personality`: of `LEANINGS`; empty: none. `careful`: the outlook is.
    """

    def __init__(self, chance: Chance, personality: str = "", careful: bool = False) -> None:
        self._chance, self._personality, self._leaning = chance, personality, LEANINGS.get(personality, "")
        self._careful = careful

    def choose(self, situation: Situation) -> Act:
        """Choose the best act."""
        return self._first(self.ranked(situation))

    def _first(self, ranked: Ranked) -> Act:
        return self._chance.choice([act for gain, act in ranked if gain == ranked[0][0]])

    def outlook(self, situation: Situation) -> Outlook:
        """Give how the bot sees its position."""
        return Outlook(situation.state, situation.seat, situation.knowledge, self._leaning, self._careful)

    def proposals(self, situation: Situation, most: int) -> Sequence[ActProposal]:
        """Give the best acts, the best first and with what is planned after it; then those for other purposes."""
        start = self._chance.copy()
        ranked = self.ranked(situation)
        first = self._first(ranked)
        then = following(situation, first, lambda: self._twin(start))
        ways = one_of_each([(ranked[0][0], first), *(one for one in ranked if one[1] != first)])
        return propose(self.outlook(situation), situation, ways, then)[:most]

    def _twin(self, start: Chance) -> Planner:
        """Make the same bot again, whose lots are drawn from the start."""
        return Planner(start.copy(), self._personality, self._careful)

    def ranked(self, situation: Situation) -> Ranked:
        """Give every sensible act with what it gains over stopping, the best first."""
        options = sensible_options(situation)
        found = rank_acts(self.outlook(situation), situation.state, options, situation.knowledge)
        return sorted(found, key=lambda one: -one[0])


def following(situation: Situation, act: Act, adviser: Callable[[], Bot]) -> Iterator[Act]:
    """Give the acts that follow an act before anything is dealt or anybody else decides: those that an adviser who is
    asked anew each time would give. So whoever does what was told hears the rest of it again.

    ``adviser``: makes it, as whoever is asked for advice makes one.
    """
    s, seat, knowledge = situation.state, situation.seat, situation.knowledge
    for _ in range(MAX_FOLLOWING):
        decision = GAME.decision(s)
        if decision is None or decision.sealed or act.verb in STOP_VERBS:
            return
        s = GAME.apply(s, act).state
        decision = GAME.decision(s)
        if s.pending or decision is None or decision.sealed or decision.seats != (seat,):
            return
        next_one = Situation(GAME, s, knowledge, seat, GAME.legal(s, knowledge, seat))
        options = sensible_options(next_one)
        act = options[0].act if len(options) == 1 else adviser().choose(next_one)
        yield act


def rank_acts(outlook: Outlook, s: State, options: Sequence[Option], knowledge: Knowledge) -> Ranked:
    """Value the acts of a decision by what they gain."""
    frame = s.stack[-1] if s.stack else None
    acts = [option.act for option in options]
    if isinstance(frame, Blow | Tend) and s.battle is not None:
        return [(one.value, act) for one, act in zip(try_blows(s, frame, acts, knowledge), acts, strict=True)]
    if isinstance(frame, Study):
        return [(outlook.technologies.value(str(act.args[0])) if act.args else 0, act) for act in acts]
    return _Comparison(outlook, s, knowledge).rank(acts)


def propose(outlook: Outlook, situation: Situation, ways: Ranked, then: Iterable[Act]) -> list[ActProposal]:
    """Give acts as proposals, with what speaks for the first of them; ``then``: what is planned after it."""
    s, acts = situation.state, [act for _, act in ways]
    frame = s.stack[-1] if s.stack else None
    if isinstance(frame, Blow | Tend) and s.battle is not None:  # thousandths of a chance are no culture
        wins = try_blows(s, frame, acts[:1], situation.knowledge)[0].wins
        return [
            ActProposal((acts[0], *then), facts=(Line("battle-odds", (wins // 10,)),)),
            *(ActProposal((act,)) for act in acts[1:]),
        ]
    first, *others = accounts(outlook, situation, acts[: MAX_COMPARED + 1])
    reasons, facts = grounds(first, others)
    target = attacked_square(s, situation.seat, acts[0])
    if target >= 0:
        odds = attack_outcome(s, situation.seat, target, moving_armies(acts[0], s), situation.knowledge).wins
        facts = (*facts, Line("battle-odds", (odds // 10,)))
    return [
        ActProposal((acts[0], *then), ways[0][0], reasons, facts),
        *(ActProposal((act,), gain) for gain, act in ways[1:]),
    ]


def accounts(outlook: Outlook, situation: Situation, acts: Sequence[Act]) -> list[Account]:
    """Give the parts of what each of some acts gains, of a decision that is no turn of a battle."""
    s = situation.state
    if s.stack and isinstance(s.stack[-1], Study):
        return [outlook.technologies.account(str(act.args[0])) if act.args else {} for act in acts]
    comparison = _Comparison(outlook, s, situation.knowledge)
    return [comparison.account(act) for act in acts]


def differences(first: Account, others: Sequence[Account]) -> Account:
    """Give by how much each part of an account is more than the mean of others."""
    among = max(1, len(others))
    keys = dict.fromkeys([key for one in (first, *others) for key in one])
    return {key: first.get(key, 0) - sum(one.get(key, 0) for one in others) // among for key in keys}


def grounds(first: Account, others: Sequence[Account], win: str = "wins") -> tuple[Account, tuple[Line, ...]]:
    """Give what speaks for the first of some acts: how it differs from the mean of the others, and facts.

    An act that ends the game needs no parts. ``win``: the fact of a victory.
    """
    end = first.get("victory", 0)
    if end:
        return {}, (Line(win),) if end > 0 else ()
    facts = (Line("averts"),) if any(one.get("victory", 0) < 0 for one in others) else ()
    calm = [one for one in others if "victory" not in one]
    return with_one_race(differences(first, calm)) if calm else {}, facts


def with_one_race(parts: Account) -> Account:
    """Give the victories of an account as one part: that which the act brings nearer, or farther, most.

    The nearest counts whole and the others little, so one that becomes the nearest would gain what another loses.
    """
    races = {key: parts[key] for key in RACES.values() if key in parts}
    total = sum(races.values())
    most = max(races, key=lambda key: races[key] if total > 0 else -races[key], default="")
    return {**{key: worth for key, worth in parts.items() if key not in races}, **({most: total} if total else {})}


def purpose(act: Act) -> object:
    """Give what tells acts apart by what they are for."""
    match act.verb:
        case "build" | "give" | "unit":
            return act.verb, act.args[0], act.args[1]
        case "move" | "discover" | "reap":
            return act.verb, *act.args[:2]
        case "event":
            return act.verb, act.args[0]
        case _:
            return act


def one_of_each(ranked: Ranked) -> Ranked:
    """Put the first act for each purpose before all others."""
    found: dict[object, tuple[int, Act]] = {}
    for one in ranked:
        found.setdefault(purpose(one[1]), one)
    firsts = [*found.values()]
    return [*firsts, *(one for one in ranked if one not in firsts)]


class _Comparison:
    """Compares the acts of one decision by the states after them."""

    def __init__(self, outlook: Outlook, state: State, knowledge: Knowledge) -> None:
        self._outlook, self._state, self._knowledge = outlook, state, knowledge
        self._seat = outlook.seat
        self._frame = frame = state.stack[-1] if state.stack else None
        self._window = Window(outlook, state, frame) if isinstance(frame, Answer) else None
        self._now = self._window.account(state) if self._window else outlook.account(state)
        self._worth_now = sum(self._now.values())
        self._bargain = Bargain(outlook, state) if isinstance(frame, Trading | Terms | Proposal) else None
        self._deal = self._bargain.next_act() if self._bargain else None
        self._builds: dict[str, int] = {}
        self._spoils: dict[tuple[Seat, bool], int] = {}
        self._laws: int | None = None

    def rank(self, acts: Sequence[Act]) -> Ranked:
        """Value acts; those that begin a deal are left out, unless they belong to the planned one."""
        found = [(self._gain(act), act) for act in acts if self._is_candidate(act)]
        return found or [(0, act) for act in acts]

    def _is_candidate(self, act: Act) -> bool:
        if act.verb == "lock":
            return self._window is not None and self._window.is_candidate(act)
        return act == self._deal if act.verb in DEAL_VERBS else True

    def _gain(self, act: Act) -> int:
        own = self._own_account(act)
        return self._after(act, MAX_DEPTH)[0] - self._worth_now if own is None else sum(own.values())

    def account(self, act: Act) -> Account:
        """Give the parts of what an act gains."""
        own = self._own_account(act)
        if own is not None:
            return own
        return differences(self._outlook.account(self._after(act, MAX_DEPTH)[1]), [self._now])

    def _own_account(self, act: Act) -> Account | None:
        """Give the parts of what an act gains that is not told by the state after it; None: that tells it."""
        s = self._state
        if act.verb in STOP_VERBS:
            return {}
        if self._window is not None:
            return differences(self._window.account(GAME.apply(s, act).state), [self._now])
        if self._bargain is not None and act.verb in (*DEAL_VERBS, "accept"):
            return {"deal": self._bargain.gain(act)}
        if act.verb in ("discover", "look"):
            return {"exploration": TILE}
        target = attacked_square(s, self._seat, act)
        if target >= 0:
            return self._attack_account(target, moving_armies(act, s))
        if act.verb == "use" and isinstance(self._frame, Manage) and act.args[0] in BOOSTS:
            return {"production": self._boost_gain(act, 220)}
        if act.verb == "event" and isinstance(act.args[0], Card) and EVENTS[act.args[0].face].does == "production":
            return {"production": self._boost_gain(act, self._outlook.event_value(act.args[0].handle))}
        return None

    def _after(self, act: Act, deep: int, state: State | None = None) -> Prospect:
        before = self._state if state is None else state
        return self._continued(GAME.apply(before, act).state, deep)

    def _continued(self, after: State, deep: int) -> Prospect:
        """Follow a state to the best choice at each decision of the seat that belongs to the act before."""
        s = resolve_answers(after)
        frame = s.stack[-1] if s.stack else None
        if deep > 1 and not s.over and isinstance(frame, CONTINUED) and not s.pending:
            decision = GAME.decision(s)
            if decision is not None and decision.seats == (self._seat,):
                options = GAME.legal(s, self._knowledge, self._seat)[:MAX_BRANCHES]
                found = [self._follow(s, one.act, deep - 1) for one in options]
                if found:
                    return max(found, key=lambda one: one[0])
        return self._outlook.value(s), s

    def _follow(self, s: State, act: Act, deep: int) -> Prospect:
        if act.verb in ("discover", "look") or attacked_square(s, self._seat, act) >= 0:
            return self._outlook.value(s), s
        return self._after(act, deep, s)

    # --- production spent in advance -------------------------------------------------------------------------

    def _boost_gain(self, act: Act, price: int) -> int:
        """Value more production of a city by the best thing that the city can do with it."""
        city = str(act.args[1])
        after = resolve_answers(GAME.apply(self._state, act).state)
        if after.pending or not after.stack or after.stack[-1] != self._frame:
            return 0
        if city not in self._builds:
            self._builds[city] = self._best_build(self._state, city)
        return self._best_build(after, city) - self._builds[city] - price

    def _best_build(self, s: State, city: str) -> int:
        """Give the gain of the best act of a city; what it builds goes to the square that yields least."""
        tried: dict[tuple[Arg, ...], tuple[int, Act]] = {}
        for option in GAME.legal(s, self._knowledge, self._seat):
            act = option.act
            if act.verb not in ("build", "arts", "unit") or act.args[0] != city:
                continue
            if attacked_square(s, self._seat, act) >= 0:
                continue
            lost = self._outlook.prices.flow(icons_of(s, SQUARES[str(act.args[2])])) if act.verb == "build" else 0
            what = act.verb, *act.args[1:2]
            if what not in tried or lost < tried[what][0]:
                tried[what] = lost, act
        now = self._outlook.value(s)
        return max([self._after(act, 1, s)[0] - now for _, act in tried.values()], default=0)

    # --- attacks ---------------------------------------------------------------------------------------------

    def _attack_account(self, target: Square, armies: int) -> Account:
        """Value an attack by battles on paper: what it may win, and what it may lose."""
        s, seat = self._state, self._seat
        result = attack_outcome(s, seat, target, armies, self._knowledge)
        city = s.cities.get(target)
        enemy = city.seat if city is not None else enemy_at(s, seat, target)
        prize = VILLAGE + 100
        if city is not None:
            prize = WON_GAME if city.capital else CITY_PRIZE
        elif enemy >= 0:
            there = s.figures[enemy][target]
            prize = FIGURES_PRIZE + 200 * there[0] + 250 * there[1]
        if enemy >= 0 and self._outlook.careful:
            prize += self._coin_spoils(enemy, city is not None)
        if s.civilizations[seat] == "rome" and (enemy < 0 or city is not None):
            prize += 500
        if "code-of-laws" in s.techs[seat]:
            prize += self._laws_coin() if self._outlook.careful else LAWS_PRIZE
        lost = LOST_UNIT * result.lost // 100 + LOST_ARMY * armies * (PERMILLE - result.wins) // PERMILLE
        if enemy >= 0 and s.tokens[seat] and not s.printed_loot:
            lost += self._outlook.coin_price * (PERMILLE - result.wins) // PERMILLE
        if self._outlook.careful and len(s.forces[seat]) <= battle_hand(s, seat, armies, False):
            lost += LAST_FORCES * (PERMILLE - result.wins) // PERMILLE
        found = {
            "spoils": prize * result.wins // PERMILLE,
            "losses": -lost,
            "enemy-losses": LOST_UNIT // 2 * result.killed // 100 if enemy >= 0 else 0,
        }
        if result.wins < SAFE_ATTACK and not (city is not None and city.capital and result.wins >= 550):
            found["risk"] = min(0, -1 - sum(found.values()))
        return found

    def _laws_coin(self) -> int:
        """Value the coin that Code of Laws gives for the first battle won in a turn."""
        s, seat = self._state, self._seat
        if self._laws is None:
            then = s.copy()
            if not s.once(seat, "code-of-laws"):
                add_coin(then, seat, "code-of-laws")
            self._laws = max(0, self._outlook.value(then) - self._outlook.value(s))
        return self._laws

    def _coin_spoils(self, enemy: Seat, city: bool) -> int:
        """Value the coin that a rival loses with a battle; for a city the seat has it instead."""
        s, seat = self._state, self._seat
        if (enemy, city) not in self._spoils:
            coins = [where for where, number in s.tokens[enemy].items() if number]
            found = 0
            if coins and not s.printed_loot:
                then = s.copy()
                melt(then, enemy, coins[0])
                if city:
                    then.tokens[seat]["sheet"] = then.tokens[seat].get("sheet", 0) + 1
                found = max(0, self._outlook.value(then) - self._outlook.value(s))
            self._spoils[enemy, city] = found
        return self._spoils[enemy, city]


BOOSTS = ("animal-husbandry", "construction", "banking")


def attacked_square(s: State, seat: Seat, act: Act) -> Square:
    """Give the square on which an act brings about a battle; -1: it does not."""
    name = {"move": 1, "go": 0}.get(act.verb, 2 if act.verb == "build" and act.args[1] == "army" else -1)
    if name < 0:
        return -1
    square = SQUARES.get(str(act.args[name]), -1)
    hut = square in s.markers and s.backs.get(s.markers[square]) == "hut"
    city = s.cities.get(square)
    foe = city is not None and city.seat != seat
    met = enemy_at(s, seat, square) >= 0 or (square in s.markers and not hut)
    return square if foe or met else -1
