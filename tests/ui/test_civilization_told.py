"""Civilization tells its players at once what they have got, and nobody else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.civilization.play import Table, play, power
from tests.civilization.technologies.iron import war
from tests.texts import QUOTED
from tests.ui.civilization import at, begun, middle
from tests.ui.commands import answered, do, greeting, reading_of, said
from tests.ui.fake_node import Script, make_table
from tests.ui.positions import NAMES, scene
from tests.ui.screen.keyboard import at_the_screen, face_of, shown
from tta_p2p.games.civilization.battle.combat import total
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.act_menu import make_menu, menu_blocks
from tta_p2p.ui.blocks import Para, lines
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.changes import TurnStarted
from tta_p2p.ui.civilization.battles import forecast, forecast_text
from tta_p2p.ui.civilization.cards import gist
from tta_p2p.ui.civilization.presenter import CivilizationPresenter
from tta_p2p.ui.civilization.screen import CivilizationBoard
from tta_p2p.ui.digest import digest
from tta_p2p.ui.instructions import Display
from tta_p2p.ui.lines.face import LineFace
from tta_p2p.ui.log_text import log_paragraphs
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import MIN_WINDOW, Style
from tta_p2p.ui.texts import sentence

GOT = {"en": "Yougain:Hutwithwheat.Paysforproduction", "zh-Hans": "你得到：茅屋（小麦）。换取生产力"}


def before_a_hut(huts: list[str]) -> Table:
    rome = power("rome", cities={"b14": "capital"}, figures={"c13": (1, 0)}, huts=huts)
    markers = {"c12": "hut-wheat", "b10": "village-iron"}
    russia = power("russia", cities={"g3": "capital"})
    return play(rome, russia, phase="movement", tiles={"a9": "n05:1"}, markers=markers)


@pytest.mark.parametrize("language", QUOTED)
async def test_what_a_hut_holds_is_told_at_once_to_who_takes_it(language: str) -> None:
    for huts in ([], ["hut-silk", "hut-wheat"]):
        table = make_table("civilization", 2, local=before_a_hut(huts).local)
        async with at_the_screen(table, language=language) as person:
            await person.press("m", "enter", "home", *["down"] * 12)
            while "c12" not in person.face.panes.preview.focus_query().split(" ")[2]:
                await person.press("up")
            seen = await person.press("enter", "y")
        left = "".join("".join(line[:44].split()) for line in seen.splitlines())
        assert GOT[language] in left, seen


def test_who_else_looks_learns_nothing_of_it_and_who_spends_or_fights_has_got_nothing() -> None:
    table = before_a_hut(["hut-silk"])
    before = [scene(table.local, seat) for seat in (0, 1)]
    table.do("move c13 c12 1 0")
    gained = [presenter.card_news(then, scene(table.local, seat)[1]) for seat, (presenter, then) in enumerate(before)]
    assert len(gained[0]) == 1 and gained[1] == ()


def test_units_that_come_home_from_a_battle_are_nothing_new() -> None:
    rome = power("rome", figures={"f9": (2, 0)}, forces=["infantry-2", "mounted-1"])
    russia = power("russia", figures={"f8": (1, 0)}, forces=["artillery-1"])
    table = play(rome, russia, phase="movement", tiles={"e5": "n08:0", "e9": "n02:2"})
    told: list[str] = []
    presenter, then = scene(table.local, 0)
    table.do("move f9 f8 2 0")
    while table.s.battle is not None:
        told += presenter.card_news(then, then := scene(table.local, 0)[1])
        table.local.act(table.local.legal(table.seat)[-1].act)
        table.local.answer_needs()
    told += presenter.card_news(then, scene(table.local, 0)[1])
    assert table.s.forces[0] and not told


@pytest.mark.parametrize("language", QUOTED)
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
        twin.local.answer_needs()
        battle = twin.s.battle
        assert battle is not None
        counts = total(twin.s, 0), total(twin.s, 1)
        fallen = [len(battle.dead[side]) - dead[side] for side in (0, 1)]
        assert counts == told.counts and fallen == [not told.lives, not told.enemy_lives], item.text
        said = plain(forecast_text(wording, item))
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
        table.local.answer_needs()
    told = " ".join(presenter.texts.line("log", line) for line in table.local.log)
    assert "The barbarians lose" in told and "Bob loses" not in told and "Bob wins" not in told, told
    assert "for the barbarians" in told
    blocks = digest(wording.log(table.local.game, table.local.log, {}), presenter.texts_for(0), 0)
    last = plain(blocks[-1].text if isinstance(blocks[-1], Para) else ())
    assert "in the end you count 0" in last and last.endswith("the barbarians win the battle"), "one deed with its end"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_answer_goes_with_the_next_key_and_only_the_last_act_is_told(language: str) -> None:
    async with at_the_screen(make_table("civilization", 2, seed=7), language=language) as person:

        def said() -> str:
            return " ".join(plain(block.text) for block in person.face.screen_state.notes if isinstance(block, Para))

        words = person.client.reading.words
        none = words("screen.none", what=words("key.techs"))
        await person.press("t")
        assert none in said()
        await person.press("down")
        assert none not in said()
        await person.press("home", "enter", *("enter", "home", "enter"))
        first, last = (sentence(one) for one in person.client.reading.draft_acts())
        assert last in said() and first not in said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_smallest_window_squares_and_all_numbers_of_the_players_are_seen(language: str) -> None:
    rome = power("rome", cities={"b14": "capital"}, figures={"c13": (1, 0)}, people=["artist"], goods={"wheat": 2})
    russia = power("russia", cities={"g3": "capital"})
    face = face_of(play(rome, russia, phase="start").local, 0, language, MIN_WINDOW)
    face.press("home")
    seen = shown(face)
    while (spot := face.spot()) is not None and not spot.key.startswith("place artist"):
        face.press("down")
    face.press("enter")
    seen = shown(face)
    assert all(any(f"{square} " in line[:24] + " " for line in seen) for square in ("c13", "a14", "c15")), seen
    presenter = presenter_for("civilization", Words(language))
    assert any(presenter.words(f"{heads}.goods") in seen[1] for heads in ("civ.head", "civ.head.short"))
    assert re.search(r" 3( \w+)?$", seen[2]), seen  # two of wheat, and the artist
    cities = "\n".join(line[:24] for line in shown(face_of(at("cities"), 0, language, MIN_WINDOW)))
    assert all(presenter.texts.card(one) in cities for one in ("market", "library"))


def test_what_was_let_pass_is_told_as_a_deed_of_who_did_it() -> None:
    """Who lets something happen has done nothing that anybody need read of."""
    rome = power("rome", cities={"f3": "capital"}, trade=9)
    table = play(rome, power("germany", techs=["writing"], huts=["hut-spy"]), phase="cities")
    table.do("build f3 army f2", "pass")
    presenter, _ = scene(table.local, 1)
    told = digest(wording.log(table.local.game, table.local.log, {}), presenter.texts_for(1), 1)
    said = [plain(one.text) for one in told if isinstance(one, Para)]
    assert said[-1] == "Ann: builds an army on f2", said
    assert not any("happen" in one for one in said)


def test_the_map_is_drawn_again_once_others_have_done_something_and_not_for_what_they_let_pass() -> None:
    """Whoever holds a spy is asked about each act of a city, and who acts sees what it has seen already."""
    for answer, drawn in (("pass", False), ("answer writing hut-spy", True)):
        rome = power("rome", cities={"f3": "capital"}, trade=9)
        table = play(rome, power("germany", techs=["writing"], huts=["hut-spy"]), phase="cities")
        terminal = Script(lambda client: None)
        face = LineFace(terminal, Style(80))

        def seen(table: Table = table, face: LineFace = face) -> str:
            log = wording.log(table.local.game, table.local.log, {})
            reading = reading_of(greeting(table.local, 0), turn_message(table.local, 0), say.LogReply(0, log, len(log)))
            told = [one.content for one in face.announce(TurnStarted(), reading) if isinstance(one, Display)]
            return "\n".join(line for some in told for line in lines(some, Style(80)))

        first = seen()
        assert "Your turn" in first and "\n 4 " in first, first
        table.do("build f3 army f2")
        assert table.seat == 1, table.asked
        table.do(answer)
        again = seen()
        assert ("Your turn" in again, "\n 4 " in again) == (drawn, drawn), again
        assert "you " in again and "no city can act" in again, again


@pytest.mark.parametrize("size", [(80, 24), (60, 24)])
@pytest.mark.parametrize("language", QUOTED)
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


@pytest.mark.parametrize(
    ("language", "theirs", "own"),
    [
        ("en", "trains a mounted unit in b14", "You train a mounted unit in b14"),
        ("zh-Hans", "在b14训练骑兵", "你在b14训练骑兵"),
    ],
)
def test_a_unit_is_told_once_to_its_player_and_to_others_in_the_news_and_in_the_log(
    language: str, theirs: str, own: str
) -> None:
    table = play(power("russia", cities={"b14": "capital"}), power("rome", cities={"f3": "capital"}), phase="cities")
    table.do("unit b14 mounted")
    log = wording.log(table.local.game, table.local.log, {})
    for seat, wanted in ((0, own), (1, theirs)):
        texts = presenter_for("civilization", Words(language), ["Ann", "Bob"]).texts_for(seat)
        for blocks in (digest(log, texts, seat, merged=True), digest(log, texts, seat), log_paragraphs(log, texts)):
            said = "".join(plain(one.text) for one in blocks if isinstance(one, Para))
            assert wanted in said and said.count("mounted") + said.count("骑兵") == 1, said


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "The new tile, e5 to h8: natural wonder f5, wheat g5, village h5, hut f7. Squares: forest e5 g5 e6 e7 h7 "
            "f8 h8, water f5 f6 g6 g7 g8, mountain h5 h6 e8, grassland f7.",
        ),
        (
            "zh-Hans",
            "新板块（e5到h8）：自然奇观f5，小麦g5，村庄h5，茅屋f7。方格：森林e5 g5 e6 e7 h7 f8 h8，"
            "水域f5 f6 g6 g7 g8，山地h5 h6 e8，草原f7。",
        ),
    ],
)
def test_what_lies_on_a_tile_is_told_to_who_discovers_it(language: str, told: str) -> None:
    table = on_the_way()
    before = [scene(table.local, seat, language) for seat in (0, 1)]
    table.do("discover e9 e8 1 0")
    after = [scene(table.local, seat, language)[1] for seat in (0, 1)]
    gained = [presenter.card_news(then, now) for (presenter, then), now in zip(before, after, strict=True)]
    assert gained == [(told,), ()]


def on_the_way() -> Table:
    """An army at the edge of a tile that lies face down."""
    rome = power("rome", cities={"b14": "capital"}, figures={"e9": (1, 0)}, techs=["horseback-riding"])
    russia = power("russia", cities={"g3": "capital"})
    return play(rome, russia, phase="movement", tiles={"e9": "n02:2"})


@pytest.mark.parametrize(
    ("language", "line", "why"),
    [
        ("en", "why move g5", "Not possible (move g5): g5 is more than 2 steps from e9."),
        ("en", "go g5", "Not possible (Go on to g5): g5 is more than 2 steps from e9."),
        ("en", "why discover f3", "Not possible (discover f3): f3 lies face up already."),
        ("zh-Hans", "why move g5", "不行（继续前往g5）：g5离e9超过2步。"),
        ("zh-Hans", "why discover f3", "不行（翻开f3处的板块）：f3已经翻开。"),
    ],
)
def test_in_the_middle_of_a_move_the_reason_is_that_of_the_group_which_is_under_way(
    language: str, line: str, why: str
) -> None:
    table = on_the_way().do("discover e9 e8 1 0")
    assert answered(table.local, line, language) == why


def test_words_for_an_act_that_is_possible_under_another_name_ask_whether_it_is_meant() -> None:
    table = on_the_way().do("discover e9 e8 1 0")
    asks, _ = do(reading_of(greeting(table.local, 0), turn_message(table.local, 0)), "move e8")
    assert asks.state.confirmation is not None and asks.state.confirmation.yes == (say.ActRequest("go e8"),)


@pytest.mark.parametrize(
    ("language", "listed"),
    [
        ("en", ("m  Go on to: e7, e8, ", "x  Discover the tile of d9", "e  Stop here", "go e7    Go on to e7")),
        ("zh-Hans", ("m  继续前往：e7、e8、", "x  翻开d9处的板块", "e  停在这里", "go e7    继续前往e7")),
    ],
)
def test_help_lists_what_is_possible_for_a_group_under_way(language: str, listed: tuple[str, ...]) -> None:
    local = on_the_way().do("discover e9 e8 1 0").local
    face = face_of(local, 0, language, (100, 60))
    face.press("?")
    page = next(one for one in do(reading_of(greeting(local, 0), turn_message(local, 0), language=language), "help")[1]
                if isinstance(one, Display))  # fmt: skip
    seen = "\n".join([*shown(face), *lines(page.content, Style(100))])
    assert all(one in seen for one in listed), seen
    presenter, now = scene(local, 0, language)
    going = {entry.short_description for entry in make_menu(presenter, now).entries if entry.verb == "go"}
    assert "e7" in going, "under a heading that says what is done there"


def test_in_another_language_no_verb_of_the_notation_stands_in_a_reason() -> None:
    table = play(power("rome", cities={"b14": "capital"}), power("russia", cities={"g3": "capital"}), phase="movement")
    for verb in ("unit", "harvest", "arts", "build", "found", "research", "har"):
        told = answered(table.local, f"why {verb}", "zh-Hans")
        assert told.endswith("。") and verb not in told, told
    assert "unit" not in answered(table.local, "why unit", "en"), "of a kind of acts it is said why, and no more"


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "why event drought", "Drought (start of turn): "),
        ("zh-Hans", "why event drought", "干旱（回合开始）："),
        ("en", "why play drought f2", "Drought (start of turn): "),
        ("en", "why event drought f2", "Drought (start of turn): "),
    ],
)
def test_who_asks_about_a_culture_event_reads_what_it_does(language: str, line: str, told: str) -> None:
    rome = power("rome", cities={"f3": "capital"}, events=["drought"])
    for phase in ("start", "cities"):
        local = play(rome, power("germany"), phase=phase).local
        presenter, now = scene(local, 0, language)
        assert isinstance(presenter, CivilizationPresenter)
        assert told + gist(presenter.wording(now), "drought") in answered(local, line, language), phase


@pytest.mark.parametrize(
    ("act", "english", "chinese"),
    [
        ("build b14 library c14", "The Builder leaves c14 and returns to you", "c14上的建筑师离开"),
        ("build b14 market a14", "The Temple on a14 goes back to the market", "a14上的寺庙回到市场"),
        ("build b14 oracle a15", "Stonehenge on a15 is lost for good", "a15上的巨石阵永远失去"),
    ],
)
def test_what_is_built_over_is_told_before_it(act: str, english: str, chinese: str) -> None:
    rome = power("rome", cities={"b14": "capital"}, techs=["writing", "currency"], trade=27)
    works = {"c14": "builder", "a14": "temple", "a15": "stonehenge"}
    local = play(rome, power("russia", cities={"g3": "capital"}), phase="cities", works=works).local
    for language, wanted in (("en", english), ("zh-Hans", chinese)):
        assert wanted in answered(local, f"why {act}", language), act


async def test_the_mark_goes_to_the_end_and_not_to_anarchy_when_the_scout_has_gathered() -> None:
    rome = power("rome", cities={"b14": "capital"}, figures={"e8": (0, 1)})
    local = play(rome, power("russia", cities={"g3": "capital"}), phase="start", tiles={"e5": "n08:0"}).local
    async with at_the_screen(make_table("civilization", 2, local=local)) as person:
        spot = person.face.spot()
        assert spot is not None and spot.key.startswith("gather")
        await person.press("enter", "y")
        keys = {one.key for one in person.face.spots()}
        spot = person.face.spot()
        assert "government anarchy" in keys and spot is not None and spot.key == "end", keys


@pytest.mark.parametrize(("language", "told"), [("en", "around it "), ("zh-Hans", "周围")])
def test_who_asks_about_a_city_to_be_reads_what_lies_around_it(language: str, told: str) -> None:
    local = begun("capital")
    assert local.decision is not None
    presenter, now = scene(local, local.decision.seats[0], language)
    first = make_menu(presenter, now).entries[0]
    about = plain(presenter.act_details(first.label, now))
    assert about.startswith(first.text.removeprefix("capital ")) and told in about, about
    answer = answered(local, f"why {first.text}", language)
    assert told in answer, answer


def test_a_question_ends_as_one_and_what_follows_begins_behind_it() -> None:
    germany = power("germany", techs=["writing"], huts=["hut-wheat"])
    table = play(power("rome", cities={"f3": "capital"}, trade=9), germany, phase="cities").do("build f3 army f2")
    for language, wanted in (("en", ": do you cancel it? You have nothing"), ("zh-Hans", "要取消吗？你没有可用的牌")):
        presenter, now = scene(table.local, 1, language)
        assert wanted in plain(presenter.decision(now))


def test_marks_of_a_list_are_those_of_its_script() -> None:
    spelled = Style(80, ideographic="，").spell
    assert plain(spelled(row("撤销：b14; c15"))) == "撤销：b14；c15" and plain(spelled(row("b14; c15"))) == "b14; c15"


def test_what_was_so_before_anybody_acted_stands_before_it_in_the_news() -> None:
    local = begun("figures")
    told = digest(wording.log(local.game, local.log, {}), scene(local, 0)[0].texts_for(0), 0, merged=True)
    news = [plain(one.text) for one in told if isinstance(one, Para)]
    assert "is the first player" in news[0] and "places the capital" in news[1], news


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_square_is_looked_up_by_its_name(language: str) -> None:
    local = middle("movement").local
    presenter, now = scene(local, 0, language)
    for square in ("f8", "b14", "c12"):
        given = do(reading_of(greeting(local, 0), turn_message(local, 0), language=language), f"? {square.upper()}")[1]
        assert plain(presenter.wording(now).square(SQUARES[square])) in said(given)
    assert "z9" in said(do(reading_of(greeting(local, 0), turn_message(local, 0), language=language), "? z9")[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_comes_close_to_a_victory_is_told_of_and_marked(language: str) -> None:
    def before(**more: Any) -> Any:
        return scene(play(power("rome", level=18), power("russia", **more)).local, 0, language)

    known = {level: [name for name, tech in TECHS.items() if tech.level == level] for level in range(1, 5)}
    known[3].remove("communism")  # which Russia begins with
    tall = [name for level, many in ((1, 4), (2, 4), (3, 3), (4, 2)) for name in known[level][:many]]
    presenter, then = before(level=17)
    cases = [({"level": 18}, "18/21"), ({"tokens": {"sheet": 13}}, "13/15"), ({"techs": tall}, "14")]
    for more, cell in cases:
        _, now = before(**{"level": 17, **more})
        (told,) = presenter.card_news(then, now)
        assert told == nearly(presenter, more, cell) and presenter.card_news(now, now) == ()
        rows = [plain(one) for one in CivilizationBoard(presenter).overview(now, Style(80))]
        assert f"{cell}!" in rows[2] and "18/21!" in rows[1] and "17/21!" not in rows[2]
    won = before(level=17, tokens={"sheet": 15})[1]
    assert presenter.card_news(then, won) == (), "that the game is won is told"


def nearly(presenter: CivilizationPresenter, more: dict[str, Any], cell: str) -> str:
    """What is said of a player who is close to a victory."""
    way = "techs" if "techs" in more else "track" if "level" in more else "coins"
    return presenter.words(f"civ.near.{way}", name=NAMES[1], n=cell.split("/")[0], of=cell.split("/")[-1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_wounds_say_whom_they_kill_and_what_both_sides_count_then(language: str) -> None:
    table = war(["mounted-1"] * 2, ["mounted-3", "infantry-3"], techs=["mathematics"], goods={"iron": 1})
    table.do("front mounted-3", "front mounted-1", "done", "front infantry-3")
    presenter, now = scene(table.local, table.seat, language)
    notes = {
        item.text.partition(" iron ")[2]: plain(forecast_text(presenter.wording(now), item))
        for item in make_menu(presenter, now).entries
        if item.verb == "wound"
    }
    for fronts, units, theirs in (("1 1 1", ("mounted",), 3), ("1 1 3", ("mounted", "infantry"), 6)):
        parts = [f"{presenter.texts.card(f'{unit}-3')}" for unit in units]
        counts = presenter.words("civ.battle.counts", own=1, other=theirs)
        assert notes[fronts].endswith(counts) and all(part in notes[fronts] for part in parts), notes
    assert presenter.words("civ.battle.end.dies", unit=presenter.texts.card("mounted-3")) in notes["1 1 1"]
    assert presenter.words("civ.battle.end.wounded", unit=presenter.texts.card("infantry-3"), n=1) in notes["1 1 3"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_verb_of_the_game_is_heard_as_another_one(language: str) -> None:
    """What Egypt begins with is erected, which was heard as “build”: it could not be placed from the list either."""
    table = play(power("egypt"), power("rome"))
    presenter, _ = scene(table.local, 0, language)
    assert isinstance(presenter, CivilizationPresenter)
    for verb in presenter.texts.verbs:
        assert presenter.speech.normalize(f"{verb} e1") == f"{verb} e1"
    assert presenter.speech.normalize("buy e1") == "build e1"
