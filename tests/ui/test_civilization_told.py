"""Civilization tells its players at once what they have got, and nobody else."""

from __future__ import annotations

import pytest

from tests.civilization.play import Table, play, power
from tests.ui.civilization import at
from tests.ui.fake_node import make_table
from tests.ui.positions import scene
from tests.ui.screen.keyboard import at_the_screen, face_of, shown
from tta_p2p.games.civilization.battle import total
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import wording
from tta_p2p.ui.acts import make_menu, menu_blocks
from tta_p2p.ui.blocks import Para, lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.civilization.battles import forecast, foretold
from tta_p2p.ui.civilization.presenter import CivilizationPresenter
from tta_p2p.ui.digest import digest
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import SMALLEST, Style
from tta_p2p.ui.texts import sentence

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_battle_says_of_every_attack_who_strikes_first_and_what_comes_of_it(language: str) -> None:
    """What is foretold is what happens: each act is done, and the fronts compared."""
    rome = power("rome", figures={"f9": (2, 0)}, forces=["infantry-2", "mounted-3", "artillery-1"], goods={"iron": 1},
                 techs=["metalworking"], huts=["hut-iron"])  # fmt: skip
    russia = power("russia", figures={"f8": (1, 0)}, forces=["artillery-2", "mounted-1", "infantry-1"])
    table = play(rome, russia, phase="movement", tiles={"e5": "n08:0", "e9": "n02:2"})
    table.do("move f9 f8 2 0", "front mounted-1", "strike infantry-2 1", "front artillery-2")
    presenter, now = scene(table.local, 0, language)
    assert isinstance(presenter, CivilizationPresenter)
    wording = presenter.wording(now)
    assert table.s.battle is not None
    dead, endings = [*map(len, table.s.battle.dead)], set()
    for item in make_menu(presenter, now).entries:
        told = forecast(wording, item)
        assert (told is not None) == (item.verb in ("strike", "smite", "front")), item.text
        if told is None:
            continue
        twin = Table(table.local.fork())
        twin.local.act(twin.local.game.read(item.text, 0))
        twin.local.settle()
        battle = twin.s.battle
        assert battle is not None
        counts = total(twin.s, 0), total(twin.s, 1)
        fallen = [len(battle.dead[side]) - dead[side] for side in (0, 1)]
        assert counts == told.counts and fallen == [not told.lives, not told.enemy_lives], item.text
        said = plain(foretold(wording, item))
        assert (str(counts[0]) in said and presenter.texts.card(told.unit) in said) or not told.enemy
        endings.add((told.lives, told.enemy_lives, told.first, bool(told.enemy)))
    assert len(endings) >= 4, endings
    face = face_of(table.local, 0, language)
    seen = "".join("".join(shown(face)).split())
    words = ("Firststrikes:infantryatmounted", "kills") if language == "en" else ("先攻：步兵对骑兵", "消灭对方")
    assert all(one in seen for one in words), seen
    named = [plain(spot.text).split(" ", 2)[-1] for spot in face.spots()]
    assert len({*named}) == len(named), "what pays for the same blow tells them apart"
    listed = " ".join(lines(menu_blocks(make_menu(presenter, now), presenter), Style(400)))
    assert presenter.words("civ.battle.counts", own=3, other=2) in listed, "line by line it is said as well"


def test_a_village_fights_by_its_own_name_whoever_plays_it() -> None:
    rome = power("rome", figures={"b11": (2, 0)}, forces=["infantry-2", "mounted-1"])
    markers = {"c12": "hut-wheat", "b10": "village-iron"}
    table = play(rome, power("russia"), phase="movement", tiles={"a9": "n05:1"}, markers=markers)
    table.do("move b11 b10 2 0")
    presenter, _ = scene(table.local, 0)
    while table.s.battle is not None:
        seen = "\n".join(shown(face_of(table.local, table.seat)))
        assert "The village: " in seen and "Bob:" not in seen and "Bob lost" not in seen, seen
        assert ("You play the village's units" in seen) == (table.seat == 1)
        table.local.act(min((one.act for one in table.local.legal(table.seat)), key=lambda act: act.verb != "strike"))
        table.local.settle()
    told = " ".join(presenter.texts.line("log", line) for line in table.local.log)
    assert "The barbarians lose" in told and "Bob loses" not in told and "Bob wins" not in told, told
    assert "for the barbarians" in told
    blocks = digest(wording.log(table.local.game, table.local.log, {}), presenter.addressed(0), 0)
    last = plain(blocks[-1].text if isinstance(blocks[-1], Para) else ())
    assert "in the end you count 0" in last and last.endswith("the barbarians win the battle"), "one deed with its end"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_goes_with_the_next_key_and_only_the_last_act_is_told(language: str) -> None:
    async with at_the_screen(make_table("civilization", 2, seed=7), language=language) as person:

        def said() -> str:
            return " ".join(plain(block.text) for block in person.face.look.said if isinstance(block, Para))

        words = person.client.reading.words
        none = words("screen.none", what=words("key.techs"))
        await person.press("t")
        assert none in said()
        await person.press("down")
        assert none not in said()
        await person.press("home", "enter", *("enter", "home", "enter"))
        first, last = (sentence(one) for one in person.client.reading.drafted())
        assert last in said() and first not in said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_smallest_window_squares_and_all_numbers_of_the_players_are_seen(language: str) -> None:
    rome = power("rome", cities={"b14": "capital"}, figures={"c13": (1, 0)}, people=["artist"], goods={"wheat": 2})
    russia = power("russia", cities={"g3": "capital"})
    face = face_of(play(rome, russia, phase="start").local, 0, language, SMALLEST)
    face.press("home")
    seen = shown(face)
    while (spot := face.spot()) is not None and not spot.key.startswith("place artist"):
        face.press("down")
    face.press("enter")
    seen = shown(face)
    assert all(any(f"{square} " in line[:24] + " " for line in seen) for square in ("c13", "a14", "c15")), seen
    presenter = presenter_for("civilization", Words(language))
    assert any(presenter.words(f"{heads}.goods") in seen[1] for heads in ("civ.head", "civ.head.short"))
    assert seen[2].endswith(" 2"), seen
    cities = "\n".join(line[:24] for line in shown(face_of(at("cities"), 0, language, SMALLEST)))
    assert all(presenter.texts.card(one) in cities for one in ("market", "library"))


def test_what_was_let_pass_is_told_as_a_deed_of_who_did_it() -> None:
    """Who lets something happen has done nothing that anybody need read of."""
    rome = power("rome", cities={"f3": "capital"}, trade=9)
    table = play(rome, power("germany", techs=["writing"], huts=["hut-spy"]), phase="cities")
    table.do("build f3 army f2", "pass")
    presenter, _ = scene(table.local, 1)
    told = digest(wording.log(table.local.game, table.local.log, {}), presenter.addressed(1), 1)
    said = [plain(one.text) for one in told if isinstance(one, Para)]
    assert said[-1] == "Ann: builds an army on f2", said
    assert not any("happen" in one for one in said)


@pytest.mark.parametrize("size", [(80, 24), (60, 24)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_unit_is_called_as_its_card_with_what_it_counts_now_and_the_end_of_each_attack_is_seen(
    language: str, size: tuple[int, int]
) -> None:
    rome = power("rome", figures={"f9": (2, 0)}, forces=["infantry-2", "mounted-3"], techs=["chivalry"])
    russia = power("russia", figures={"f8": (1, 0)}, forces=["artillery-3", "mounted-1", "infantry-3"],
                   techs=["pottery", "mathematics"])  # fmt: skip
    table = play(rome, russia, phase="movement", tiles={"e5": "n08:0", "e9": "n02:2"})
    table.do("move f9 f8 2 0", "front mounted-1", "strike mounted-3 1")
    seen = "\n".join(shown(face_of(table.local, 1, language, size)))
    named = ("Artillery 3 (now 4)", "Mounted 3 (now 4)", "1 of 4 wounds") if language == "en" else (
        "炮兵3（现4）", "骑兵3（现4）", "伤1/4")  # fmt: skip
    assert all("".join(one.split()) in "".join(seen.split()) for one in named), seen
    for ends in ("dies", "kills") if language == "en" else ("阵亡", "消灭对方"):
        assert ends in seen, seen


@pytest.mark.parametrize(("language", "told"), [("en", "trains artillery in b14"), ("zh-Hans", "训练炮兵")])
def test_the_units_that_others_train_are_told_once(language: str, told: str) -> None:
    table = play(power("russia", cities={"b14": "capital"}), power("rome", cities={"f3": "capital"}), phase="cities")
    table.do("unit b14 artillery")
    log = wording.log(table.local.game, table.local.log, {})
    texts = presenter_for("civilization", Words(language), ["Ann", "Bob"]).addressed(1)
    said = "".join(plain(one.text) for one in digest(log, texts, 1, merged=True) if isinstance(one, Para))
    assert told in said and said.count("rtillery") + said.count("炮兵") == 1, said
