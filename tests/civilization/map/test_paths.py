"""Ways over the map and what comes onto squares: sets of squares, beside the rules said square by square."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.city.management import FIGURES, WALLS, buildings_of, places, why_not_there
from tta_p2p.games.civilization.city.yields import cities_of
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.board import (
    edge_neighbours,
    enemy_at,
    land,
    mask_neighbours,
    mask_of,
    neighbours,
    squares_of,
)
from tta_p2p.games.civilization.map.paths import PathFinder, reach
from tta_p2p.games.civilization.map.squares import SQUARES, WIDE, Square
from tta_p2p.games.civilization.players.holdings import figure_count
from tta_p2p.games.civilization.players.limits import stacking, water
from tta_p2p.games.civilization.state import Group, State
from tta_p2p.games.civilization.tables.wonders import WONDERS
from tta_p2p.games.local import LocalGame

from .. import golden
from ..play import play, power


def _entered(s: State, seat: int, square: Square, group: Group, start: Square) -> str:
    """What becomes of a group that enters a square: `no`, `halt`, `pass` or `end`."""
    here, city = land(s).get(square), s.cities.get(square)
    if here is None:
        return "no"
    if city is not None and city.seat != seat:
        return "no" if group[1] or s.governments[seat] == "democracy" else "halt"
    if enemy_at(s, seat, square) >= 0:
        return "no" if group[1] else "halt"
    if square in s.markers:
        hut = s.backs[s.markers[square]] == "hut" and s.governments[seat] == "republic"
        return "halt" if not group[1] or hut else "no"
    if square != start and figure_count(s, seat, square) + sum(group) > stacking(s, seat):
        return "no"
    if city is not None:
        return "pass"
    return ("no", "pass", "end")[water(s, seat)] if here.terrain == "water" else "end"


def _reached(s: State, seat: int, start: Square, group: Group, points: int, crossing: bool) -> dict[Square, object]:
    """Where a group can end its move, from square to square."""
    found: dict[Square, object] = {}
    at = {start: 0}
    border = [start]
    while border:
        here = border.pop(0)
        for near in edge_neighbours(here) if at[here] < points else ():
            if near in at:
                continue
            at[near] = at[here] + 1
            how = _entered(s, seat, near, group, start)
            if how in ("halt", "end") or (crossing and how == "pass"):
                found[near] = (at[near], how)
            flown = (
                "flight" in s.techs[seat]
                and near in land(s)
                and (near == start or figure_count(s, seat, near) + sum(group) <= stacking(s, seat))
            )
            if how in ("pass", "end") or flown:
                border.append(near)
    return found


def _positions() -> Iterator[State]:
    """Positions of games at random, each also as though its players knew more and were governed otherwise."""
    chance = Chance("ways")
    for name in ("2-41", "3-1"):
        seats, options, _ = golden.GAMES[name]
        local: LocalGame[State, object] = LocalGame(GAME, seats, options, name)
        local.answer_needs()
        for number in range(420):
            decision = local.decision
            if decision is None:
                break
            asked = decision.seats if decision.sealed else decision.seats[:1]
            local.act(*(golden.eager(chance, decision, local.legal(seat)).act for seat in asked))
            if number % 60 == 59:
                yield local.state
                for tech, government in (("navigation", "republic"), ("sailing", "democracy"), ("flight", "republic")):
                    other = local.state.copy()
                    other.techs = [(*techs, tech) for techs in other.techs]
                    other.governments = [government] * seats
                    yield other


def test_a_group_comes_as_far_as_from_square_to_square() -> None:
    asked = 0
    for s in _positions():
        for seat in range(s.seats):
            for start, (armies, scouts) in s.figures[seat].items():
                for group in {(armies, scouts), (armies, 0), (0, scouts)} - {(0, 0)}:
                    for points, crossing in ((1, False), (3, True), (5, False)):
                        found = reach(s, seat, start, group, points)
                        assert found == _reached(s, seat, start, group, points, False)
                        crossed = PathFinder(s, seat).reach(start, group, points, crossing) if crossing else found
                        assert crossed == _reached(s, seat, start, group, points, crossing)
                        asked += len(found)
    assert asked > 2000


def test_things_come_where_nothing_is_to_be_said_against_it() -> None:
    """Where several of a kind stand already that must be alone, as well."""
    found = 0
    for s in _positions():
        s = s.copy()
        for seat in range(s.seats):
            for city in cities_of(s, seat):
                s.works.update(dict.fromkeys(neighbours(city)[:1], "market"))
                for what in (*FIGURES, *buildings_of(s, seat), "bank", WALLS, *WONDERS):
                    squares = [one for one in (*neighbours(city), city) if not why_not_there(s, seat, city, what, one)]
                    assert places(s, seat, city, what) == squares
                    found += len(squares)
    assert found > 500


def test_a_border_moves_a_step_on_all_sides_and_not_around_the_map() -> None:
    for square in (0, WIDE - 1, WIDE * WIDE - 1, WIDE * (WIDE - 1), SQUARES["c4"]):
        assert squares_of(mask_neighbours(1 << square)) == sorted(edge_neighbours(square))
    assert squares_of(mask_of((5, 3, 200))) == [3, 5, 200]


def test_a_copied_position_has_its_own_ways() -> None:
    """What is printed on the map is kept by how it lies; who stands there is looked at anew."""
    table = play(power("rome", cities={"f3": "capital"}, figures={"e2": (1, 0)}), power("germany"), phase="movement")
    start = SQUARES["e2"]
    free = reach(table.s, 0, start, (1, 0), 2)
    blocked = table.s.copy()
    blocked.figures[1] = {near: (1, 0) for near in edge_neighbours(start)}
    assert {how for _, how in reach(blocked, 0, start, (1, 0), 2).values()} == {"halt"}
    assert reach(table.s, 0, start, (1, 0), 2) == free


def test_a_group_in_flight_crosses_others_and_no_full_stack_of_its_own() -> None:
    table = play(power("rome", techs=["flight"], figures={"e2": (1, 0)}), power("germany"), phase="movement")
    start = SQUARES["e2"]
    around = [near for near in edge_neighbours(start) if near in land(table.s)]
    fenced = [table.s.copy(), table.s.copy()]
    fenced[0].figures[1] = dict.fromkeys(around, (1, 0))
    fenced[1].figures[0] = {start: (1, 0), **dict.fromkeys(around, (stacking(table.s, 0), 0))}
    assert len(reach(fenced[0], 0, start, (1, 0), 4)) > len(around)
    assert not reach(fenced[1], 0, start, (1, 0), 4)
