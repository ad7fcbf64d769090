"""What never changes in a game of Civilization, and what no position may show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.flow import Discard, Survivor
from tta_p2p.games.civilization.map.board import distance, land, outskirts_owner
from tta_p2p.games.civilization.map.squares import Square
from tta_p2p.games.civilization.players.holdings import figures_in_supply
from tta_p2p.games.civilization.players.limits import culture_hand, stacking
from tta_p2p.games.civilization.state import State
from tta_p2p.games.civilization.tables.buildings import BUILDINGS, POOLS
from tta_p2p.games.civilization.tables.events import LEVELS, event_deck
from tta_p2p.games.civilization.tables.hidden import BACK
from tta_p2p.games.civilization.tables.techs import MAX_TRADE
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.local import LocalGame
from tta_p2p.testing.sample import REASONS

UNITS = 53
CARDS = {level: len(event_deck(level)) for level in LEVELS}
"""The culture events of each level."""
GOODS = 4
"""Of each player: one of each kind."""


@lru_cache(4096)
def crowded_cities(cities: tuple[Square, ...]) -> list[Square]:
    """Give the cities that have another one too near."""
    return [one for one, other in combinations(cities, 2) if distance(one, other) < 3]


def faults(s: State) -> Iterator[str]:
    """Give what is wrong with a position."""
    units = sum(s.unseen.get("unit", {}).values()) + sum(map(len, s.dead.values()))
    if s.battle is not None:
        units += sum(map(len, s.battle.dead)) + sum(bool(face) for one in s.battle.fronts for face in one.units)
    units += sum(len(frame.dead) for frame in s.stack if isinstance(frame, Survivor))
    coming = [face for one in s.pending for face in getattr(one.need, "faces", ()) if BACK[face] == "unit"]
    if s.decks and s.ending == "" and s.round and units + len(coming) != UNITS:
        yield f"{units} units and {len(coming)} to come"
    if not s.over and sum(s.market.values()) + sum(sum(one.values()) for one in s.goods) != GOODS * s.seats:
        yield "resources of the market"
    for level in LEVELS:
        back = f"event-{level}"
        events = sum(s.unseen.get(back, {}).values()) + len(s.spent[level])
        coming = [face for one in s.pending for face in getattr(one.need, "faces", ()) if BACK[face] == back]
        if s.event_decks and not s.over and events + len(coming) != CARDS[level]:
            yield f"{events} events of level {level} and {len(coming)} to come"
    pools = Counter(s.pools)
    pools.update(BUILDINGS[work].pool for work in s.works.values() if work in BUILDINGS)
    if pools != Counter(POOLS):
        yield "markers of buildings"
    lit = land(s)
    for square, number in Counter(square for theirs in s.figures for square in theirs).items():
        if square not in lit:
            yield f"figures in the dark on {square}"
        if number > 1:
            yield f"enemies together on {square}"
    for seat, theirs in enumerate(s.figures):
        if not s.civilizations[seat]:
            continue
        if min(figures_in_supply(s, seat)) < 0:
            yield "more figures than there are"
        most = stacking(s, seat)
        for square, (armies, scouts) in theirs.items():
            if not 0 < armies + scouts <= most or armies < 0 or scouts < 0:
                yield f"stack on {square}"
        if not 0 <= s.trade[seat] <= MAX_TRADE or s.culture[seat] < 0 or s.level[seat] > len(TRACK):
            yield "dials"
        if min(s.goods[seat].values()) < 0:
            yield "resources of a seat"
        dropping = any(isinstance(frame, Discard) and frame.seat == seat for frame in s.stack)
        if len(s.events[seat]) > culture_hand(s, seat) and not (dropping or s.over):
            yield "more culture events than a seat may keep"
    for square in s.works:
        if outskirts_owner(s, square) < 0 and not s.over:
            yield f"a marker on {square} belongs to no city"
    if too_near := crowded_cities(tuple(s.cities)):
        yield f"cities too near {too_near}"
    if sum(city.capital for city in s.cities.values()) > s.seats:
        yield "capitals"


def wrong(s: State) -> Mapping[str, int]:
    """Count the faults; there are none."""
    return {fault: 1 for fault in faults(s)}


class Watcher:
    """Looks at a game after every decision.

    `leaving`: about every so many decisions a seat leaves (0: none does).
    """

    def __init__(self, seed: int = 0, leaving: int = 0) -> None:
        self.chance = Chance(seed).fork("watcher")
        self.leaving = leaving

    def __call__(self, game: LocalGame[State, Any]) -> None:
        assert not list(faults(game.state))
        if self.leaving and not game.over and not self.chance.below(self.leaving):
            game.leave(self.chance.choice(game.state.active_seats), self.chance.choice(REASONS))
