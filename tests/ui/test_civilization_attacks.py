"""Who attacks whom in Civilization, where and with what, is said before it and to both, in both clients."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from tests.civilization.play import Table, play, power
from tests.texts import QUOTED
from tests.ui.civilization import MARKERS, TILES, middle
from tests.ui.commands import greeting, reading_of
from tests.ui.positions import scene
from tests.ui.screen.keyboard import face_of, shown
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.act_menu import make_menu, menu_blocks
from tta_p2p.ui.blocks import Page, lines
from tta_p2p.ui.cells import cut, plain
from tta_p2p.ui.changes import TurnStarted
from tta_p2p.ui.civilization.pages import overview_cells
from tta_p2p.ui.instructions import Display
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.style import Style

FORETOLD = [
    ("f4 g3 2 0", "You attack Bob's city g3: 5 units and a bonus of 0 against 2 and 12",
     "攻击Bob的城市g3：你5张部队、加成0，对方2张、加成12"),
    ("f4 g4 2 0", "You overrun 1 scout of Bob on g4", "歼灭g4上Bob的1支侦察队"),
    ("f4 e4 2 0", "You attack Bob on e4: 5 units and a bonus of 0 against 2 and 0",
     "攻击e4上的Bob：你5张部队、加成0，对方2张、加成0"),
    ("b11 b10 1 0", "You attack the village on b10: 3 units and a bonus of 0 against 3 and 0",
     "攻击b10的村庄：你3张部队、加成0，村庄3张、加成0"),
]  # fmt: skip
"""Where armies go: what `why` says of it."""
ANNOUNCED = [
    ("f4 e4 2 0", "Ann attacks you on e4, 5 units against 2: play a unit", "Ann以5张部队攻击e4上的你，守方2张"),
    ("f4 g3 2 0", "Ann attacks your capital g3, 5 units against 2; if you lose, Ann wins the game: play a unit",
     "Ann以5张部队攻击你的首都g3，守方2张；你若战败，Ann赢得对局：打出"),
    ("b11 b10 1 0", "Ann attacks the village on b10, 3 units against 3", "Ann以3张部队攻击b10的村庄，守方3张"),
]  # fmt: skip
"""Where armies go: what the other player, who plays the village as well, reads then."""


def beside() -> Table:
    """Armies of Rome beside a city, a scout, an army and a village."""
    rome = power(
        "rome", cities={"b14": "capital"}, figures={"f4": (2, 0), "b11": (1, 0)}, techs=["masonry"],
        forces=["infantry-2", "infantry-1", "mounted-3", "artillery-2", "artillery-1"],
    )  # fmt: skip
    figures = {"g4": (0, 1), "e4": (1, 0)}
    russia = power("russia", cities={"g3": "capital"}, figures=figures, forces=["infantry-1", "mounted-2"])
    return play(rome, russia, phase="movement", tiles=TILES, seed=5, markers=MARKERS)


class Silent:
    """A terminal of a person that shows nothing."""

    interactive = True

    def write(self, lines: Iterable[str]) -> None:
        """Show nothing."""

    def complete_with(self, phrases: Sequence[str]) -> None:
        """Complete nothing."""


def foretold(local: LocalGame[Any, Any], act: str, language: str) -> list[str]:
    """What `why` says of an act of the first seat."""
    table = Table(local)
    presenter, _ = scene(local, 0, language)
    told = GAME.explain(local.state, local.dealer.knowledge_of(0), table.act(act, 0))
    assert told.refusal is None, told.refusal
    return [presenter.texts_for(0).line("effect", one) for one in told.effects]


@pytest.mark.parametrize(("move", "english", "chinese"), FORETOLD)
def test_before_a_move_it_is_said_whom_it_attacks_and_with_what(move: str, english: str, chinese: str) -> None:
    assert foretold(beside().local, f"move {move}", "en")[0] == english
    assert foretold(beside().local, f"move {move}", "zh-Hans")[0] == chinese
    assert foretold(middle("movement").local, "move f9 e9 2 0", "en") == []


def heard(local: LocalGame[Any, Any], seat: int, language: str) -> str:
    """What the line client says to a seat that is to decide."""
    reading = reading_of(greeting(local, seat), turn_message(local, seat), language=language)
    displays = [one for one in LineFace(Silent(), Style()).announce(TurnStarted(), reading) if isinstance(one, Display)]
    return "\n".join(line for one in displays for line in lines(one.content, Style(200)))


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize(("move", "english", "chinese"), ANNOUNCED)
def test_who_is_attacked_reads_by_whom_where_and_with_what(
    move: str, english: str, chinese: str, language: str
) -> None:
    local = beside().do(f"move {move}").local
    assert local.decision is not None and local.decision.seats == (1,)
    said = english if language == "en" else chinese
    told = heard(local, 1, language)
    assert said in told and {"en": "Your decision", "zh-Hans": "由你决定"}[language] in told, told
    seen = "".join(line[:43].strip() + " " * (language == "en") for line in shown(face_of(local, 1, language))[4:8])
    assert said[: 30 if language == "en" else 20] in seen, seen
    assert language != "en" or "the other side" in seen, "the question is seen whole"


@pytest.mark.parametrize(("kind", "language", "told"), [
    ("city", "en", ["Ann attacks your city f8, 3 units against 3; if you lose, it is destroyed: play a unit",
                    "Battle for your city f8, which is destroyed if you lose: play a unit"]),
    ("city", "zh-Hans", ["Ann以3张部队攻击你的城市f8，守方3张；你若战败，城市被毁：打出",
                         "你的城市f8之战；你若战败，城市被毁：打出"]),
    ("capital", "en", ["Ann attacks your capital g3, 3 units against 3; if you lose, Ann wins the game: play a unit",
                       "Battle for your capital g3; if you lose, Ann wins the game: play a unit"]),
    ("capital", "zh-Hans", ["Ann以3张部队攻击你的首都g3，守方3张；你若战败，Ann赢得对局：打出",
                            "你的首都g3之战；你若战败，Ann赢得对局：打出"]),
])  # fmt: skip
def test_who_defends_a_city_reads_each_time_what_is_lost_with_it(kind: str, language: str, told: list[str]) -> None:
    rome = power("rome", cities={"b14": "capital"}, figures={"f4": (2, 0), "f9": (2, 0)}, forces=["infantry-2"] * 3)
    russia = power("russia", cities={"g3": "capital", "f8": "city"}, forces=["infantry-1"] * 3)
    table = play(rome, russia, phase="movement", tiles=TILES, seed=5, markers=MARKERS)
    table.do("move f9 f8 2 0" if kind == "city" else "move f4 g3 2 0")
    for said in told:
        assert said in heard(table.local, 1, language), heard(table.local, 1, language)
        table.do("front infantry-1", "front infantry-2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_by_line_units_that_are_alike_are_one_line(language: str) -> None:
    rome = power("rome", cities={"b14": "capital"}, figures={"f9": (2, 0)}, forces=["infantry-2"])
    russia = power("russia", cities={"g3": "capital", "f8": "city"}, forces=["infantry-1", "mounted-1", "infantry-1"])
    table = play(rome, russia, phase="movement", tiles=TILES, seed=5, markers=MARKERS).do("move f9 f8 2 0")
    presenter, now = scene(table.local, 1, language)
    menu = make_menu(presenter, now)
    listed = "\n".join(lines(menu_blocks(menu, presenter), Style(300))).splitlines()
    assert len(menu.entries) == 3 and len(listed) == 2, listed
    (twice,) = (line for line in listed if presenter.texts.card("infantry-1") in line)
    assert "×2" in twice and sum("×" in line for line in listed) == 1, listed


def test_in_a_battle_the_line_client_shows_it_before_each_unit() -> None:
    local = beside().do("move f4 e4 2 0", "front infantry-1").local
    presenter, now = scene(local, 0)
    page = Page((), presenter.act_summary(now))
    assert "Battle on e4" in "\n".join(lines(page, Style(80)))
    assert "You attack Bob on e4" in plain(presenter.decision(now))
    before, during = (overview_cells(presenter.wording(scene(one, 0)[1]), 0) for one in (beside().local, local))
    assert [before[key] for key in ("figures", "units")] == ["3+0", "5"], before
    assert [during[key] for key in ("figures", "units")] == ["3+0", "5"], "who fights is not gone"


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_can_only_let_it_happen_is_told_why_there_is_a_question(language: str) -> None:
    rome = power("rome", cities={"b14": "capital"}, figures={"f4": (1, 0)}, events=["mass-defection"])
    russia = power("russia", cities={"g3": "capital"}, figures={"g4": (1, 0)}, events=["lost"])
    table = play(rome, russia, phase="movement").do("event mass-defection g4 1 0")
    presenter, now = scene(table.local, 1, language)
    assert table.asked == "answer-event" and presenter.words("civ.only-pass") in plain(presenter.decision(now))
    able = power("russia", cities={"g3": "capital"}, figures={"g4": (1, 0)}, events=["jousting-tourney"])
    table = play(rome, able, phase="movement").do("event mass-defection g4 1 0")
    presenter, now = scene(table.local, 1, language)
    assert presenter.words("civ.only-pass") not in plain(presenter.decision(now))
    for hut, alone in (("hut-wheat", True), ("hut-silk", False)):
        rider = power("rome", cities={"b14": "capital"}, techs=["horseback-riding"], huts=[hut])
        table = play(rider, power("russia", cities={"g3": "capital"}), phase="trade", options={"deals": "never"})
        presenter, now = scene(table.local, 0, language)
        assert table.asked == "trading" and (presenter.words("civ.only-end") in plain(presenter.decision(now))) == alone
    rome = power("rome", cities={"b14": "capital"}, figures={"b11": (2, 0)}, forces=["infantry-2"])
    russia = power("russia", cities={"g3": "capital"}, events=["lost"])
    table = play(rome, russia, phase="movement", tiles=TILES, seed=5, markers=MARKERS).do("move b11 b10 2 0")
    parts = (
        plain(cut(line, 44, "")).strip() + " " * (language == "en")
        for line in shown(face_of(table.local, 1, language))[4:8]
    )
    assert scene(table.local, 1, language)[0].words("civ.only-pass") in "".join(parts), "it is seen whole"
