"""Farms, mines, urban buildings and military units."""

from __future__ import annotations

from .abilities import Ability, Special
from .model import Symbols, WorkerTechnology
from .words import Kind


def _printed(id: str, kind: Kind, resource: int, workers: int, per_worker: Symbols) -> WorkerTechnology:
    """Make a technology printed on the player board."""
    return WorkerTechnology(
        id=id,
        age=0,
        kind=kind,
        copies=(0, 0, 0),
        science=0,
        resource=resource,
        per_worker=per_worker,
        starting_workers=workers,
    )


def technology(
    id: str,
    age: int,
    kind: Kind,
    copies: tuple[int, int, int],
    costs: tuple[int, int],
    per_worker: Symbols,
    *abilities: Ability,
) -> WorkerTechnology:
    """Make a technology card; costs are science to develop, then resources for each worker."""
    return WorkerTechnology(
        id=id,
        age=age,
        kind=kind,
        copies=copies,
        science=costs[0],
        resource=costs[1],
        per_worker=per_worker,
        abilities=abilities,
    )


FARMS = (
    _printed("agriculture", Kind.FARM, 2, 2, Symbols(food=1)),
    technology("irrigation", 1, Kind.FARM, (2, 2, 2), (3, 4), Symbols(food=2)),
    technology("selective-breeding", 2, Kind.FARM, (1, 2, 3), (5, 6), Symbols(food=3)),
    technology("mechanized-agriculture", 3, Kind.FARM, (1, 2, 2), (7, 8), Symbols(food=5)),
)

MINES = (
    _printed("bronze", Kind.MINE, 2, 2, Symbols(resource=1)),
    technology("iron", 1, Kind.MINE, (2, 2, 3), (5, 5), Symbols(resource=2)),
    technology("coal", 2, Kind.MINE, (1, 2, 2), (7, 8), Symbols(resource=3)),
    technology("oil", 3, Kind.MINE, (1, 2, 2), (9, 11), Symbols(resource=5)),
)

URBAN_BUILDINGS = (
    # labs
    _printed("philosophy", Kind.LAB, 3, 1, Symbols(science=1)),
    technology("alchemy", 1, Kind.LAB, (2, 2, 3), (4, 6), Symbols(science=2)),
    technology("scientific-method", 2, Kind.LAB, (2, 2, 2), (6, 8), Symbols(science=3)),
    technology("computers", 3, Kind.LAB, (2, 2, 2), (8, 11), Symbols(science=5)),
    # temples
    _printed("religion", Kind.TEMPLE, 3, 0, Symbols(culture=1, happy=1)),
    technology("theology", 1, Kind.TEMPLE, (1, 2, 2), (2, 5), Symbols(culture=1, happy=2)),
    technology("organized-religion", 2, Kind.TEMPLE, (2, 2, 2), (4, 7), Symbols(culture=1, happy=3)),
    # libraries
    technology("printing-press", 1, Kind.LIBRARY, (2, 2, 2), (3, 3), Symbols(culture=1, science=1)),
    technology("journalism", 2, Kind.LIBRARY, (1, 2, 2), (6, 8), Symbols(culture=2, science=2)),
    technology("multimedia", 3, Kind.LIBRARY, (2, 2, 2), (9, 11), Symbols(culture=3, science=3)),
    # theaters
    technology("drama", 1, Kind.THEATER, (1, 2, 2), (3, 4), Symbols(culture=2, happy=1)),
    technology("opera", 2, Kind.THEATER, (2, 2, 2), (7, 8), Symbols(culture=3, happy=1)),
    technology("movies", 3, Kind.THEATER, (2, 2, 2), (10, 11), Symbols(culture=4, happy=1)),
    # arenas
    technology("bread-and-circuses", 1, Kind.ARENA, (1, 2, 2), (3, 3), Symbols(strength=1, happy=2)),
    technology("team-sports", 2, Kind.ARENA, (1, 1, 1), (5, 5), Symbols(strength=2, happy=3)),
    technology("professional-sports", 3, Kind.ARENA, (1, 1, 2), (7, 8), Symbols(strength=3, happy=4)),
)

UNIT_TECHNOLOGIES = (
    # infantry
    _printed("warriors", Kind.INFANTRY, 2, 1, Symbols(strength=1)),
    technology("swordsmen", 1, Kind.INFANTRY, (2, 2, 2), (4, 3), Symbols(strength=2)),
    technology("riflemen", 2, Kind.INFANTRY, (1, 2, 2), (6, 5), Symbols(strength=3)),
    technology("modern-infantry", 3, Kind.INFANTRY, (1, 2, 2), (10, 7), Symbols(strength=5)),
    # cavalry
    technology("knights", 1, Kind.CAVALRY, (2, 2, 3), (5, 3), Symbols(strength=2)),
    technology("cavalrymen", 2, Kind.CAVALRY, (2, 2, 2), (6, 5), Symbols(strength=3)),
    technology("tanks", 3, Kind.CAVALRY, (1, 2, 2), (9, 7), Symbols(strength=5)),
    # artillery
    technology("cannon", 2, Kind.ARTILLERY, (2, 2, 3), (6, 5), Symbols(strength=3)),
    technology("rockets", 3, Kind.ARTILLERY, (1, 2, 2), (8, 7), Symbols(strength=5)),
    # air force
    technology(
        "air-forces",
        3,
        Kind.AIR_FORCE,
        (2, 2, 3),
        (12, 7),
        Symbols(strength=5),
        Special("air-forces", (2,)),
    ),
)
