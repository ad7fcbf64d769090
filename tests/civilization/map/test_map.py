"""The map: tiles as they are turned, discovery, huts and villages that nobody has looked at."""

from __future__ import annotations

import pytest

from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import edge_neighbours, ground, land, neighbours, rotate
from tta_p2p.games.civilization.map.squares import SQUARES, name_of
from tta_p2p.games.civilization.movement.journey import edges_turned
from tta_p2p.games.civilization.tables.layouts import LAYOUTS
from tta_p2p.games.civilization.tables.tiles import HOMES, NEUTRAL, TILES

from ..play import play, power


def letters(tile: str, corner: str = "a1") -> list[str]:
    """The letters of a tile as it lies."""
    laid = [""] * len(LAYOUTS[2].sites)
    laid[0] = tile
    found = ground(2, tuple(laid))
    return ["".join(found[SQUARES[f"{x}{y}"]].terrain[0] for x in "abcd") for y in range(1, 5)]


def test_a_tile_turned_four_times_lies_as_before() -> None:
    for x in range(4):
        for y in range(4):
            assert rotate(x, y, 4) == (x, y) and rotate(*rotate(x, y, 1), 3) == (x, y)


def test_a_tile_is_turned_clockwise() -> None:
    """The left column of the printed tile, from the bottom up, comes to lie on top from the left."""
    assert letters("n01:0") == ["ggff", "dgff", "mwwg", "dmwg"]
    assert letters("n01:1") == ["dmdg", "mwgg", "wwff", "ggff"]
    assert letters("n01:2") == ["gwmd", "gwwm", "ffgd", "ffgg"]
    assert letters("n01:3") == ["ffgg", "ffww", "ggwm", "gdmd"]


@pytest.mark.parametrize(
    ("square", "over", "times"), [("c5", "c4", 0), ("d3", "e3", 1), ("c4", "c5", 2), ("e3", "d3", 3)]
)
def test_the_arrow_points_away_from_who_discovers(square: str, over: str, times: int) -> None:
    """The base of the arrow, which points up as printed, lies at the edge of the figure."""
    assert edges_turned(SQUARES[square], SQUARES[over]) == times


def test_the_signs_are_as_many_as_the_box_has_huts() -> None:
    extras = [what for tile in NEUTRAL for _, _, what in tile.extras]
    assert (extras.count("hut"), extras.count("village"), len(NEUTRAL), len(HOMES)) == (20, 8, 14, 6)
    assert not [what for tile in HOMES for _, _, what in tile.extras if what in ("hut", "village")]
    assert all(len(tile.rows) == 4 and all(len(row) == 4 for row in tile.rows) for tile in TILES.values())


@pytest.mark.parametrize(("seats", "neutral"), [(2, 6), (3, 7), (4, 12)])
def test_layouts_cover_no_square_twice(seats: int, neutral: int) -> None:
    sites = LAYOUTS[seats].sites
    squares = [(site.x + x, site.y + y) for site in sites for x in range(4) for y in range(4)]
    assert len(set(squares)) == len(squares)
    assert sum(site.seat < 0 for site in sites) == neutral
    assert sorted(site.seat for site in sites if site.seat >= 0) == list(range(seats))
    assert all(0 <= x < LAYOUTS[seats].width and 0 <= y < LAYOUTS[seats].height for x, y in squares)


def test_two_homes_face_each_other_from_opposite_corners() -> None:
    table = play(power("rome"), power("germany"))
    assert [land(table.s)[SQUARES[name]].terrain for name in ("e1", "g4", "a13", "d16")] == [
        "water",
        "desert",
        "water",
        "grassland",
    ]
    assert len(land(table.s)) == 32


def test_neighbours_are_eight_or_share_an_edge() -> None:
    assert [name_of(one) for one in edge_neighbours(SQUARES["c3"])] == ["c2", "d3", "c4", "b3"]
    assert len(neighbours(SQUARES["c3"])) == 8 and len(neighbours(SQUARES["a1"])) == 3


def test_a_figure_turns_up_a_tile_and_stays_where_it_is() -> None:
    """It takes a step of movement; every sign gets a marker, and nobody knows what it is."""
    table = play(
        power("rome", cities={"f3": "capital"}, figures={"e3": (1, 0)}),
        power("germany"),
        phase="movement",
    )
    assert "e3 d3 1 0" in table.legal("discover")
    table.do("discover e3 d3 1 0")
    assert table.asked == "on-the-way" and table.at(0, "e3") == (1, 0)
    tile, _, times = table.s.laid[0].partition(":")
    assert times == "3" and table.s.tiles[0] == -1
    signs = [square for square, one in land(table.s).items() if one.extra in ("hut", "village")]
    assert sorted(table.s.markers) == sorted(signs) and len(signs) == 2 if tile != "n05" else signs
    knows = table.local.dealer.knowledge_of(0).faces
    assert not set(table.s.markers.values()) & knows.keys()
    options = {option.act.verb for option in table.local.legal(0)}
    assert options <= {"go", "look", "stop"} and "stop" in options


def test_squares_that_lie_face_down_are_not_there() -> None:
    table = play(power("rome", cities={"f3": "capital"}, figures={"e3": (1, 0)}), power("germany"), phase="movement")
    assert table.why("move e3 d3 1 0") == "still-dark"
    assert table.why("discover e3 e2 1 0") == "face-up"
    assert GAME.hidden_cards(table.s)[table.s.tiles[0]].zone == "map"
