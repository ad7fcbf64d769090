"""What events score, a second time: formulas as the rulebook's cards have them, over the ratings and what lies on the
table. Ratings and production have a naive second of their own (`naive`).
"""

from __future__ import annotations

from collections.abc import Callable

from tta_p2p.games.contract import Face
from tta_p2p.games.through_the_ages import economy, ratings
from tta_p2p.games.through_the_ages.state import Player, State

URBAN = {
    "alchemy": 1, "scientific-method": 2, "computers": 3, "philosophy": 0, "religion": 0, "theology": 1,
    "organized-religion": 2, "printing-press": 1, "journalism": 2, "multimedia": 3, "drama": 1, "opera": 2,
    "movies": 3, "bread-and-circuses": 1, "team-sports": 2, "professional-sports": 3,
}  # fmt: skip
ARENAS = ("bread-and-circuses", "team-sports", "professional-sports")
TYPES = (
    ("philosophy", "alchemy", "scientific-method", "computers"),
    ("religion", "theology", "organized-religion"),
    ("printing-press", "journalism", "multimedia"),
    ("drama", "opera", "movies"),
    ARENAS,
    ("warriors", "swordsmen", "riflemen", "modern-infantry"),
    ("knights", "cavalrymen", "tanks"),
    ("cannon", "rockets"),
    ("air-forces",),
)
"""Types of urban buildings and of military units."""
UNITS = {
    "warriors": 0, "swordsmen": 1, "riflemen": 2, "modern-infantry": 3, "knights": 1, "cavalrymen": 2, "tanks": 3,
    "cannon": 2, "rockets": 3, "air-forces": 3,
}  # fmt: skip
MINES = {"bronze": 1, "iron": 2, "coal": 3, "oil": 5}
GOVERNMENTS = {
    "despotism": 0, "monarchy": 1, "theocracy": 1, "constitutional-monarchy": 2, "republic": 2, "communism": 3,
    "democracy": 3, "fundamentalism": 3,
}  # fmt: skip
SPECIAL = {
    "code-of-laws": 1, "justice-system": 2, "civil-service": 3, "warfare": 1, "strategy": 2, "military-theory": 3,
    "cartography": 1, "navigation": 2, "satellites": 3, "masonry": 1, "architecture": 2, "engineering": 3,
}  # fmt: skip
WONDERS = {
    **dict.fromkeys(("colossus", "hanging-gardens", "library-of-alexandria", "pyramids"), 5),
    **dict.fromkeys(("great-wall", "st-peters-basilica", "taj-mahal", "universitas-carolina"), 4),
    **dict.fromkeys(("eiffel-tower", "kremlin", "ocean-liner-service", "transcontinental-railroad"), 3),
    **dict.fromkeys(("fast-food-chains", "first-space-flight", "hollywood", "internet"), 2),
}
"""Culture of each finished wonder by its age."""
LEVEL_THREE = {
    "computers", "multimedia", "movies", "professional-sports", "mechanized-agriculture", "oil", "modern-infantry",
    "tanks", "rockets", "air-forces", "civil-service", "military-theory", "satellites", "engineering", "communism",
    "democracy", "fundamentalism",
}  # fmt: skip
PRIZES = {2: (10, 0), 3: (14, 7, 0), 4: (15, 10, 5, 0)}
"""For the most, the second most … of a rating."""


def _built(p: Player, levels: dict[str, int]) -> int:
    return sum(level * p.workers.get(face, 0) for face, level in levels.items())


def _people(s: State, p: Player) -> int:
    return sum(p.workers.values()) + p.unused


def _mined(p: Player) -> int:
    """One worker of the best mine produces twice with the railroad; nothing but mines counts."""
    mined = [made for face, made in MINES.items() for _ in range(p.workers.get(face, 0))]
    railroad = "transcontinental-railroad" in p.wonders and "transcontinental-railroad" not in p.ravaged
    return sum(mined) + (max(mined, default=0) if railroad else 0)


def _types(p: Player) -> int:
    return sum(any(p.workers.get(face, 0) for face in one) for one in TYPES) + len(p.specials)


Counts = Callable[[State, Player], int]
EVERYBODY: dict[Face, Counts] = {
    "cultural-influence": lambda s, p: ratings.culture(s, p.seat),
    "popularization-of-science": lambda s, p: ratings.science(s, p.seat),
    "impact-of-agriculture": lambda s, p: (
        (food := economy.food_production(s, p.seat)) + 4 * (food > economy.consumption(p))
    ),
    "impact-of-architecture": lambda s, p: _built(p, URBAN),
    "impact-of-balance": lambda s, p: 2 * min(
        ratings.science(s, p.seat), ratings.culture(s, p.seat), economy.food_production(s, p.seat),
        economy.resource_production(s, p.seat),
    ),
    "impact-of-colonies": lambda s, p: 3 * len(p.colonies),
    "impact-of-competition": lambda s, p: _built(p, {**UNITS, **{face: URBAN[face] for face in ARENAS}}),
    "impact-of-government": lambda s, p: 2 * ratings.civil_actions(s, p.seat) + ratings.military_actions(s, p.seat),
    "impact-of-happiness": lambda s, p: 2 * ratings.happiness(s, p.seat) - 2 * ratings.discontent(s, p.seat),
    "impact-of-industry": lambda s, p: _mined(p),
    "impact-of-population": lambda s, p: 2 * max(0, _people(s, p) - ratings.discontent(s, p.seat) - 10),
    "impact-of-progress": lambda s, p: 2 * (GOVERNMENTS[p.government] + sum(SPECIAL[face] for face in p.specials)),
    "impact-of-technology": lambda s, p: 4 * len(LEVEL_THREE & {*p.workers, *p.specials, p.government}),
    "impact-of-variety": lambda s, p: 2 * _types(p),
    "impact-of-wonders": lambda s, p: sum(WONDERS[face] for face in p.wonders),
}  # fmt: skip
RANKED: dict[Face, Callable[[State, int], int]] = {
    "impact-of-science": ratings.science,
    "impact-of-strength": ratings.strength,
}


def scored(s: State, face: Face, points: dict[int, int]) -> dict[int, int] | None:
    """What each seat scores by an event in this position (``points``: culture points before it); None: it is none of
    those that score.
    """
    order = [(s.current + step) % len(s.players) for step in range(len(s.players))]
    order = [seat for seat in order if s.players[seat].left is None]
    if face in EVERYBODY:
        found = {seat: EVERYBODY[face](s, s.players[seat]) for seat in order}
    elif face in RANKED:
        most_first = sorted(order, key=lambda seat: (-RANKED[face](s, seat), order.index(seat)))
        found = dict(zip(most_first, PRIZES[len(order)], strict=True))
    elif face == "crusades":
        most_first = sorted(order, key=lambda seat: (-ratings.strength(s, seat), order.index(seat)))
        found = {most_first[0]: 4, most_first[-1]: -4}
    elif face == "national-pride":
        found = {max(order, key=lambda seat: (points[seat], -order.index(seat))): 5}
    else:
        return None
    return {seat: max(change, -points[seat]) for seat, change in found.items()}
