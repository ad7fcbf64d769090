"""The tiles of the map: the homes of the civilizations and the neutral tiles (`n01` to `n14`)."""

from __future__ import annotations

from .model import Tile

HOMES = (
    Tile(
        "america",
        ("MMWG", "FMGW", "DDMF", "WDWF"),
        ((0, 0, "iron"), (1, 1, "silk"), (2, 2, "incense"), (3, 3, "wheat")),
    ),
    Tile(
        "china",
        ("DDDG", "MDGG", "MMFF", "MWFW"),
        ((0, 3, "wheat"), (1, 0, "iron"), (3, 0, "natural-wonder"), (3, 3, "silk")),
    ),
    Tile("egypt", ("FWMM", "DDGD", "DFDD", "DFWM"), ((0, 3, "incense"), (1, 0, "wheat"), (3, 2, "silk"))),
    Tile(
        "germany", ("WGWW", "GMDW", "FMMF", "MMDG"), ((0, 0, "silk"), (2, 2, "iron"), (3, 0, "gold"), (3, 3, "wheat"))
    ),
    Tile(
        "rome", ("MDMF", "WMDM", "FMGW", "WFMW"), ((0, 1, "incense"), (0, 3, "silk"), (1, 3, "iron"), (3, 0, "wheat"))
    ),
    Tile("russia", ("WWMM", "DMGW", "DFMW", "FDGM"), ((3, 0, "wheat"), (3, 3, "iron"))),
)
NEUTRAL = (
    Tile(
        "n01",
        ("GGFF", "DGFF", "MWWG", "DMWG"),
        ((0, 0, "village"), (1, 2, "wheat"), (3, 0, "hut"), (3, 1, "natural-wonder")),
    ),
    Tile("n02", ("DDGG", "DFFG", "WWWM", "GGMM"), ((0, 2, "hut"), (1, 1, "incense"), (3, 1, "hut"))),
    Tile("n03", ("FDMM", "MGGW", "FFGW", "FFMF"), ((0, 0, "wheat"), (1, 2, "hut"), (3, 0, "hut"))),
    Tile("n04", ("DGWW", "DGFF", "MDGF", "MMGG"), ((1, 1, "village"), (1, 3, "wheat"), (2, 0, "gold"), (3, 3, "hut"))),
    Tile("n05", ("WWWW", "WWGF", "WGFF", "GFFD"), ((0, 2, "silk"), (1, 3, "hut"), (2, 1, "village"))),
    Tile("n06", ("MFWW", "GGWF", "MMGF", "DDMM"), ((0, 0, "silk"), (0, 1, "hut"), (2, 2, "hut"))),
    Tile("n07", ("MDDW", "MGMW", "MFGW", "MMFW"), ((0, 0, "incense"), (1, 1, "village"), (3, 0, "hut"))),
    Tile("n08", ("MWMM", "DMWG", "FDGF", "FGFF"), ((0, 3, "iron"), (1, 3, "hut"), (2, 0, "hut"))),
    Tile(
        "n09",
        ("FWFM", "FWWM", "FGWF", "MFWF"),
        ((0, 1, "natural-wonder"), (0, 2, "wheat"), (0, 3, "village"), (2, 1, "hut")),
    ),
    Tile("n10", ("DMMD", "DMDG", "DDGW", "DDGF"), ((0, 1, "hut"), (2, 0, "incense"), (3, 2, "hut"))),
    Tile(
        "n11",
        ("MMGW", "DMFG", "DMMF", "DMMM"),
        ((0, 0, "iron"), (1, 3, "hut"), (2, 0, "village"), (2, 3, "natural-wonder")),
    ),
    Tile(
        "n12",
        ("MDGG", "DMGF", "DGFF", "DDDD"),
        ((0, 2, "village"), (1, 2, "natural-wonder"), (2, 0, "incense"), (3, 1, "hut")),
    ),
    Tile("n13", ("WWWW", "MGMD", "MFGD", "WWWW"), ((1, 0, "iron"), (1, 1, "hut"), (2, 3, "village"), (3, 3, "silk"))),
    Tile(
        "n14",
        ("WGWW", "DGWW", "DFWM", "MGGG"),
        ((1, 1, "hut"), (2, 0, "natural-wonder"), (2, 2, "silk"), (3, 2, "hut")),
    ),
)
TILES = {tile.name: tile for tile in (*HOMES, *NEUTRAL)}
"""Name -> tile."""
