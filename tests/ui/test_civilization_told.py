"""Civilization tells its players at once what they have got, and nobody else."""

from __future__ import annotations

import pytest

from tests.civilization.play import Table, play, power
from tests.ui.fake_node import make_table
from tests.ui.positions import scene
from tests.ui.screen.keyboard import at_the_screen
from tta_p2p.i18n import LANGUAGES

GOT = {"en": "Youhavegot:Hutwithwheat.Paysforproduction", "zh-Hans": "你得到：茅屋（小麦）。换取生产力"}


def before_a_hut(huts: list[str]) -> Table:
    rome = power("rome", cities={"b14": "capital"}, figures={"c13": (1, 0)}, huts=huts)
    markers = {"c12": "hut-wheat", "b10": "village-iron"}
    return play(rome, power("russia"), phase="movement", tiles={"a9": "n05:1"}, markers=markers)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_hut_holds_is_told_at_once_to_who_takes_it(language: str) -> None:
    for huts in ([], ["hut-silk", "hut-wheat"]):
        table = make_table("civilization", 2, local=before_a_hut(huts).local)
        async with at_the_screen(table, language=language) as person:
            await person.press("m", "enter", "home", *["down"] * 12)
            while "c12" not in person.face._in_focus().split(" ")[2]:
                await person.press("up")
            seen = await person.press("enter", "y")
        left = "".join("".join(line[:44].split()) for line in seen.splitlines())
        assert GOT[language] in left, seen


def test_who_else_looks_learns_nothing_of_it_and_who_spends_or_fights_has_got_nothing() -> None:
    table = before_a_hut(["hut-silk"])
    before = [scene(table.local, seat) for seat in (0, 1)]
    table.do("move c13 c12 1 0")
    gained = [presenter.learned(then, scene(table.local, seat)[1]) for seat, (presenter, then) in enumerate(before)]
    assert len(gained[0]) == 1 and gained[1] == ()


def test_units_that_come_home_from_a_battle_are_nothing_new() -> None:
    rome = power("rome", figures={"f9": (2, 0)}, forces=["infantry-2", "mounted-1"])
    russia = power("russia", figures={"f8": (1, 0)}, forces=["artillery-1"])
    table = play(rome, russia, phase="movement", tiles={"e5": "n08:0", "e9": "n02:2"})
    told: list[str] = []
    presenter, then = scene(table.local, 0)
    table.do("move f9 f8 2 0")
    while table.s.battle is not None:
        told += presenter.learned(then, then := scene(table.local, 0)[1])
        table.local.act(table.local.legal(table.seat)[-1].act)
        table.local.settle()
    told += presenter.learned(then, scene(table.local, 0)[1])
    assert table.s.forces[0] and not told
