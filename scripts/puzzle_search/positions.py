"""Positions out of games between bots, told as scenarios: the one form that later versions read, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.games.contract import Face, Handle, Seat
from tta_p2p.games.entry import ImpossibleScenario
from tta_p2p.games.game import complete_options
from tta_p2p.games.local import LocalGame
from tta_p2p.games.through_the_ages import ratings, scenario
from tta_p2p.games.through_the_ages.flow import decision_frame
from tta_p2p.games.through_the_ages.game import GAME
from tta_p2p.games.through_the_ages.index import BLUE_TOKENS, KIND, LEVEL, YELLOW_TOKENS
from tta_p2p.games.through_the_ages.phases import Actions
from tta_p2p.games.through_the_ages.scenario_seats import USED, USED_UP
from tta_p2p.games.through_the_ages.setup import new_player
from tta_p2p.games.through_the_ages.state import Player, State
from tta_p2p.games.through_the_ages.tables import BOARD, PRINTED
from tta_p2p.games.through_the_ages.tables.words import Kind

SAFE_DECK = 14
"""With fewer civil cards than this an age may end before the next player decides."""


@dataclass(frozen=True)
class FoundPosition:
    """A position of the action phase, its seat turned to 0."""

    origin: str
    told: dict[str, Any]
    """The words of the scenario."""
    last: bool
    """Whether the game ends with this turn."""
    at_war: bool
    """Whether a war against the seat is resolved before anybody else decides."""

    def game(self) -> LocalGame[Any, Any]:
        """Give the game that begins here."""
        return scenario.read(self.told).build().game()


def positions(seed: int, seats: int, level: str) -> Iterator[FoundPosition]:
    """Play a game between bots, and yield each position in which one decides on its actions and nothing is hidden."""
    options = complete_options(GAME.settings, {})
    local = LocalGame(GAME, seats, options, seed)
    local.answer_needs()
    bots = [make_bot(level, f"puzzle-{seed}-{seat}") for seat in range(seats)]
    while not local.over:
        decision = local.decision
        assert decision is not None
        acts = []
        for seat in decision.seats if decision.sealed else decision.seats[:1]:
            s: State = local.state
            if isinstance(decision_frame(s), Actions) and s.round > 1:
                found = _found(f"{level}-{seats}-{seed}-{s.round}-{seat}", s, seat, local.dealer.faces)
                if found is not None:
                    yield found
            knows = local.dealer.knowledge_of(seat)
            acts.append(bots[seat].choose(Situation(GAME, s, knows, seat, local.legal(seat))))
        local.act(*acts)


def _found(origin: str, s: State, seat: Seat, faces: Mapping[Handle, Face]) -> FoundPosition | None:
    """Give a position if nothing stands in it that scenarios have no words for."""
    last = bool(s.final_round) and s.round >= s.final_round and s.clockwise(seat + 1)[0] == s.starting
    if s.age < 4 and len(s.civil_deck) < SAFE_DECK:
        return None
    following = s.clockwise(seat + 1)[0]
    wars = [war for war in s.wars if war.attacker == following]
    if any(war.rival != seat for war in wars):  # it would be fought before anybody decides, and is none of the goal's
        return None
    told = _tell(s, seat, faces, last)
    if told is None:
        return None
    found = FoundPosition(origin, told, last, bool(wars))
    try:
        built: State = scenario.read(told).build().state
    except ImpossibleScenario:
        return None
    return found if _same(s, seat, built) else None


def _tell(s: State, seat: Seat, faces: Mapping[Handle, Face], last: bool) -> dict[str, Any] | None:
    n = len(s.players)

    def turned(other: Seat) -> Seat:
        return (other - seat) % n

    rows = [_civilization(s, s.players[(seat + by) % n], faces, own=not by) for by in range(n)]
    if None in rows or len(s.stack) != 1:
        return None
    told: dict[str, Any] = {
        "seats": n, "age": s.age, "round": s.round, "starting": turned(s.first), "current": 0, "civilizations": rows,
        "row": _without_tail(s.row, ""), "common_tactics": list(s.common_tactics),
    }  # fmt: skip
    if s.final_round:
        told["final_round"] = s.final_round
    if s.age < 4:
        told["civil_deck_size"], told["military_deck_size"] = len(s.civil_deck), len(s.military_deck)
    for name, deck in (("current_events", s.current_events), ("future_events", s.future_events)):
        cards = [faces[handle] for handle in deck]
        told[name] = [{"card": face, "seat": 0} for face in cards] if last else cards
    told["wars"] = [{"card": one.card, "attacker": turned(one.attacker), "rival": turned(one.rival)} for one in s.wars]
    told["pacts"] = [
        {"card": one.card, "owner": turned(one.owner), "a": turned(one.a), "b": turned(one.b)} for one in s.pacts
    ]
    return {name: value for name, value in told.items() if value not in ([], "")}


def _without_tail(values: list[str], empty: str) -> list[str]:
    values = list(values)
    while values and values[-1] == empty:
        values.pop()
    return [*values, *([empty] * (len(BOARD.row_costs) - len(values)))]  # spaces not named would be filled


def _civilization(s: State, p: Player, faces: Mapping[Handle, Face], own: bool) -> dict[str, Any] | None:
    if p.left or p.extra_civil or p.extra_military or p.armed or p.by_hand:
        return None
    if not set(p.used) <= set(USED) or not set(p.used_up) <= set(USED_UP):
        return None
    tactics = (face for handle in p.military_hand if KIND[face := faces[handle]] is Kind.TACTIC)
    hand = [*p.civil_hand, *(sorted(tactics) if own else ())]  # in its actions a seat plays no other military cards
    specials = [*p.specials, *(face for face, number in p.workers.items() if not number and face not in PRINTED)]
    taken = [p.leader] if p.leader else []
    taken += [face for face in p.civil_hand if KIND[face] is Kind.LEADER]
    taken += ["homer"] if p.homer_under else []
    ages = list(p.leader_ages)
    for face in taken:
        if LEVEL[face] not in ages:
            return None
        ages.remove(LEVEL[face])
    printed = new_player(0).workers
    workers = {f: n for f, n in p.workers.items() if n != printed.get(f, 0) and (n or f in PRINTED)}
    for face in PRINTED:
        if face in printed and face not in p.workers:
            return None
    sources = [*p.specials, *p.colonies, *(face for face in p.wonders if face not in p.ravaged)]
    yellow = p.yellow_bank + p.unused + sum(p.workers.values())
    blue = p.blue_bank + sum(p.tokens.values()) + p.stages
    begin = BOARD.yellow_in_bank + BOARD.unused_workers + sum(printed.values())
    gained_yellow = yellow - begin + sum(BOARD.yellow_lost_at_age_end[: s.age])
    gained_yellow -= sum(YELLOW_TOKENS.get(face, 0) for face in sources)
    gained_blue = blue - BOARD.blue_in_bank - sum(BLUE_TOKENS.get(face, 0) for face in sources)
    told: dict[str, Any] = {
        "government": p.government, "leader": p.leader, "leader_ages": ages, "technologies": specials,
        "workers": workers, "wonders": list(p.wonders), "ravaged": list(p.ravaged), "homer_under": p.homer_under,
        "wonder": p.wonder, "stages": p.stages, "colonies": list(p.colonies), "tactic": p.tactic,
        "exclusive": p.exclusive, "hand": hand, "fresh": list(p.fresh), "tokens": dict(p.tokens),
        "science": p.science, "culture": p.culture, "unit_resource": p.unit_resource,
        "unit_science": p.unit_science, "used": list(p.used), "used_up": list(p.used_up), "forfeit": p.forfeit,
        "gained_yellow": gained_yellow, "gained_blue": gained_blue,
    }  # fmt: skip
    told = {name: value for name, value in told.items() if value}
    if told["government"] == BOARD.government:
        del told["government"]
    told["unused"] = p.unused
    if own:
        told["civil_actions"] = ratings.civil_left(s, p.seat)
        told["military_actions"] = ratings.military_left(s, p.seat)
    return told


_COMPARED = (
    "government", "leader", "wonder", "stages", "wonders", "ravaged", "homer_under", "tactic", "exclusive", "unused",
    "yellow_bank", "blue_bank", "science", "culture", "unit_resource", "unit_science", "forfeit",
)  # fmt: skip
_COMPARED_SORTED = ("leader_ages", "specials", "colonies", "civil_hand", "fresh", "used", "used_up")


def _same(s: State, seat: Seat, built: State) -> bool:
    """Whether a position that was told is the one it was told of, in all that decides a turn."""
    if [*s.row] != [*built.row] or s.age != built.age or s.final_round != built.final_round:
        return False
    for by, new in enumerate(built.players):
        old = s.players[(seat + by) % len(s.players)]
        if any(getattr(old, name) != getattr(new, name) for name in _COMPARED):
            return False
        if any(sorted(getattr(old, name)) != sorted(getattr(new, name)) for name in _COMPARED_SORTED):
            return False
        if dict(old.workers) != dict(new.workers) or dict(old.tokens) != dict(new.tokens):
            return False
        for number in (ratings.strength, ratings.happiness, ratings.civil_actions, ratings.military_actions):
            if number(s, old.seat) != number(built, by):
                return False
    left = ratings.civil_left(s, seat), ratings.military_left(s, seat)
    return left == (ratings.civil_left(built, 0), ratings.military_left(built, 0))
