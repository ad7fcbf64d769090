"""Acts of Civilization for people: why they are not possible, in few lines, asked about where they are final."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from tests.civilization.battle.attacks import war
from tests.civilization.play import play, power
from tests.texts import QUOTED
from tests.ui.civilization import at, begun, four, middle
from tests.ui.commands import do, greeting, reading_of, requests
from tests.ui.positions import scene
from tests.ui.screen.keyboard import face_of, lines_of, shown
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.seats import messages as say
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.act_menu import find_act, make_menu, menu_blocks
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.cells import plain, row, width
from tta_p2p.ui.civilization.act_groups import FIXED
from tta_p2p.ui.instructions import CheckAct
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import sentence

REASONS = [
    ("cities", "build b14 army a9", "a9 is not one of the squares around b14"),
    ("cities", "why build b14 market a13", "Market cannot stand on water, and a13 is water"),
    ("cities", "build bank a13", "Bank takes Banking, which you do not know"),
    ("cities", "build b14 temple c13", "A city can have only one building of this sort"),
    ("cities", "build b14 walls", "b14 has its walls already"),
    ("cities", "why build b14 harbor", "Harbor takes Navigation, which you do not know"),
    ("cities", "why build stonehenge", "Stonehenge is not in the market"),
    ("china", "why build walls", "b14 has its walls already"),
    ("capital", "why place army e4", "First place your capital"),
    ("start", "why place army e4", "You do that as the game is laid out; now it is the start of a turn"),
    ("scout", "why place army f2", "Your first army is placed already: now place your scout"),
    ("scout", "why place army b15", "Your first army is placed already: now place your scout"),
    ("armies", "place scout b15", "Your first scout is placed already: now place your army"),
    ("cities", "build b14 wheat a13", "Cities cannot build wheat"),
    ("cities", "build market z99", "“z99” means nothing here"),
    ("cities", "arts g9", "g9 is not your city"),
    ("cities", "harvest b14 gold", "Cities harvest incense, wheat, silk and iron, nothing else"),
    ("cities", "harvest b14 silk", "There is no silk around b14"),
    ("cities", "unit aircraft", "aircraft takes Flight, which you do not know"),
    ("cities", "move g12 h12", "You do that in the movement phase; now it is the city management phase"),
    ("start", "move f9 f10", "You do that in the movement phase; now it is the start of a turn. And even then"),
    ("movement", "why train infantry", "You do that in the city management phase; now it is the movement phase"),
    ("movement", "why harvest iron", "You do that in the city management phase; now it is the movement phase"),
    ("movement", "why train aircraft", "You do that in the city management phase; now it is the movement phase. And"),
    ("movement", "why change to fundamentalism", "You do that at the start of a turn; now it is the movement"),
    ("movement", "why found d4", "You do that at the start of a turn; now it is the movement phase. And even then"),
    ("movement", "why research banking", "You do that in the research phase; now it is the movement phase"),
    ("movement", "why use currency", "You do that in the city management phase; now it is the movement phase"),
    ("cities", "why use masonry", "Masonry has nothing for you to use"),
    ("movement", "why trade", "You do that in the trade phase; now it is the movement phase"),
    ("movement", "why strike 1", "You do that in a battle; now it is the movement phase"),
    ("movement", "why loot", "You do that after a battle that you have won; now it is the movement phase"),
    ("movement", "why attack g4", "g4 is more than 2 steps from e8"),
    ("start", "why found d4", "d4 lies face down"),
    ("start", "why found e3", "All squares around e3 must lie face up"),
    ("start", "why found f14", "None of your figures stands on f14"),
    ("movement", "move e1 d1", "You have no figures on e1"),
    ("movement", "move f9 a1", "a1 lies face down: discover its tile from a square beside it"),
    ("movement", "move f9 h16", "h16 is more than 2 steps from f9"),
    ("movement", "move army f9 f10", "Your figures cannot be placed on the water of f10"),
    ("movement", "move 3 armies from f9 to f8", "On f9 you have 2 armies and 0 scouts that have not moved"),
    ("movement", "move 1 scout e8 f8", "Scouts cannot enter f8: a hut, a village, a city or figures"),
    ("movement", "move e8 e8", "They are on e8 already"),
    ("movement", "discover f9 g9", "g9 lies face up already"),
    ("movement", "discover g5", "g5 lies face up already"),
    ("movement", "why discover a1", "None of your figures is next to a1"),
    ("movement", "discover f9 d8", "d8 is not next to f9"),
    ("start", "place artist a9", "a9 is not in the outskirts of any of your cities"),
    ("start", "place artist b13", "b13 is water: nothing can be placed there"),
    ("capital", "capital f1", "Your capital stands on an inner square of your home: b14, c14, b15 or c15, not on f1"),
    ("figures", "place army f2", "f2 is not one of the squares around"),
    ("figures", "army on f2", "f2 is not one of the squares around"),
    ("figures", "place army z99", "“z99” means nothing here"),
]
NEAR = ("c14", "a15", "b15", "c15")
IN_CHINESE = [
    ("cities", "建造市场a13", "a13是水域，不能放市场"),
    ("cities", "arts g9", "g9不是你的城市"),
    ("movement", "移动f9到h16", "h16离f9超过2步"),
    ("movement", "why 训练步兵", "这要在城市管理阶段做；现在是移动阶段"),
    ("movement", "why train infantry", "这要在城市管理阶段做；现在是移动阶段"),
    (
        "movement",
        "why 改变政府 原教旨主义",
        "这要在回合开始时做；现在是移动阶段。即使到那时，照现在看：你尚未解锁原教旨主义",
    ),
    ("start", "why 建立城市d4", "d4还未翻开"),
    ("figures", "侦察队h16", "h16不是b14周围的方格"),
    ("scout", "why place army f2", "起始的1支军队已经放置：现在请放侦察队"),
    ("capital", "why place army e4", "请先放置首都"),
    ("china", "why build walls", "b14已有城墙"),
]


def refusal(phase: str, line: str, language: str = "en") -> str:
    local = BEGUN[phase]() if phase in BEGUN else at(phase)
    assert local.decision is not None
    seat = local.decision.seats[0]
    (asked,) = requests(do(reading_of(greeting(local, seat), turn_message(local, seat), language=language), line)[1])
    assert isinstance(asked, say.ExplainRequest), asked
    told = local.game.explain(local.state, local.dealer.knowledge_of(seat), local.game.read(asked.text, seat))
    assert told.refusal is not None and not told.instead, "one reason, and no list"
    presenter, _ = scene(local, seat, language)
    return presenter.texts_for(seat).line("illegal", told.refusal)


def posted(kind: str) -> LocalGame[Any, Any]:
    """The set-up of a game once a figure of this kind is placed."""
    local = begun("figures")
    assert local.decision is not None
    local.act(next(one.act for one in local.legal(local.decision.seats[0]) if one.act.args[0] == kind))
    return local


def walled() -> LocalGame[Any, Any]:
    """A turn of China, whose capital has walls from the beginning."""
    china = power("china", cities={"b14": "walled-capital"}, trade=27)
    return play(china, power("russia", cities={"g3": "capital"}), phase="cities").local


BEGUN: dict[str, Callable[[], LocalGame[Any, Any]]] = {
    **{key: partial(begun, key) for key in ("capital", "figures")},
    "scout": partial(posted, "army"),
    "armies": partial(posted, "scout"),
    "china": walled,
}
"""Positions beside those of `at`."""


@pytest.mark.parametrize(("phase", "line", "said"), REASONS)
def test_an_act_that_is_not_possible_is_understood_and_has_its_reason(phase: str, line: str, said: str) -> None:
    assert refusal(phase, line).startswith(said)


@pytest.mark.parametrize(("phase", "line", "said"), IN_CHINESE)
def test_so_it_is_in_a_script_without_spaces(phase: str, line: str, said: str) -> None:
    assert refusal(phase, line, "zh-Hans") == said


def test_a_list_has_a_line_for_each_thing_and_each_group_and_then_their_squares() -> None:
    face = face_of(at("cities"), 0)
    face.press("b")
    spots = face.spots()
    assert len(spots) == 14 and "b14 Army 4: 6 squares" in plain(row(spots[0].text, spots[0].detail))
    assert plain(row(spots[1].text, spots[1].detail, spots[1].price)).endswith("b14 Market 7: a14 (6 trade)")
    assert "Costs 7 production, b14 makes 5" in plain(spots[1].note)
    assert plain(spots[0].note) == "Costs 4 production, b14 makes 5"
    assert any("Enter lists the 6 squares." in line for line in shown(face))
    face.press("enter")
    assert [spot.item.text.split()[-1] for spot in face.spots() if spot.item] == ["c13", "a14", *NEAR]
    assert "Army of b14: on which square?" in shown(face)[4]
    face.press("down")
    face.press("enter")
    assert lines_of(face) == ["act build b14 army a14"]
    face = face_of(at("movement"), 0)
    for key in ("m", "down", "enter"):
        face.press(key)
    fights = [plain(spot.text) for spot in face.spots() if "attack" in plain(spot.text)]
    assert fights == ["4 f8 grassland: 2 armies (Bob): attack"], "where a move begins a battle"
    for local, lone in ((at("movement"), 6), (four(), 5)):
        face = face_of(local, 0)
        face.press("m")
        assert len(face.spots()) == lone and len({spot.text for spot in face.spots()}) == lone
        reached = [text for spot in face.spots() for text in spot.acts or (spot.item.text if spot.item else "",)]
        assert sorted(reached) == sorted(
            one.text for one in turn_message(local, 0).legal if one.text.startswith("move ")
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_line_by_line_all_squares_of_a_thing_stand_in_one_line(language: str) -> None:
    for phase in ("cities", "movement"):
        presenter, now = scene(at(phase), 0, language)
        menu = make_menu(presenter, now)
        told = "\n".join(lines(menu_blocks(menu, presenter), Style(80))).replace(FIXED, " ")
        attacks = ("attacks 2 armies (Bob)", "攻击2支军队（Bob）", "攻擊2支軍隊（Bob）", "軍隊2つ（Bob）を攻撃")
        assert any(one in told for one in attacks) or phase == "cities"
        assert all(f"{item.number}) " in told for item in menu.entries)
        assert told.count("\n") < 33 and max(map(width, told.splitlines())) <= 80


def test_what_a_unit_costs_stands_beside_it_and_what_is_said_of_the_mark_has_room() -> None:
    face = face_of(at("cities"), 0)
    face.press("u")
    spots = face.spots()
    assert [plain(row(spot.text, spot.price)) for spot in spots][2:4] == [
        "3 b14 Train a mounted unit 5", "4 e11 Train artillery 5 (6 trade)",
    ]  # fmt: skip
    told = " ".join(" ".join(shown(face_of(at("research"), 0))).split())
    assert "wounds of your units" in told, "the whole of a technology"


@pytest.mark.parametrize(
    ("language", "ways", "paid"),
    [("en", "Use Pottery: 4 ways to pay", "Wheat and incense"), ("zh-Hans", "使用陶器制作：4种支付方式", "小麦和熏香")],
)
def test_how_a_technology_is_paid_for_is_chosen_after_it(language: str, ways: str, paid: str) -> None:
    face = face_of(at("cities"), 0, language)
    for key in ("t", "enter", "down"):
        if key == "enter":
            assert plain(face.spots()[0].text).endswith(ways) and len(face.spots()) == 5
        face.press(key)
    spot = face.spot()
    assert spot is not None and plain(spot.text).endswith(paid)
    face.press("enter")
    assert lines_of(face) == ["act use pottery - wheat incense"]


def test_the_mark_that_nobody_has_moved_asks_before_what_is_final() -> None:
    scout = power("rome", cities={"b14": "capital"}, figures={"e8": (0, 1)})
    start = play(scout, power("russia", cities={"g3": "capital"}), phase="start", tiles={"e5": "n08:0"}).local
    for local, first in ((at("research"), "research animal-husbandry"), (start, "gather e8 b14")):
        face = face_of(local, 0)
        face.press("enter")
        assert lines_of(face) == [f"sure {first}"]
        face = face_of(local, 0)
        for key in ("down", "up", "enter"):
            face.press(key)
        assert lines_of(face) == [f"act {first}"], "who has moved the mark has chosen"
        face = face_of(local, 0)
        spot = face.spot()
        assert spot is not None
        for key in (":", *str(spot.number), "enter"):
            face.press(key)
        assert lines_of(face) == [f"sure {first}"], "nor has who types a number seen what it does"
    local = at("research")
    reading = reading_of(greeting(local, 0), turn_message(local, 0))
    _, instructions = do(reading, "sure research animal-husbandry")
    assert instructions[-1] == CheckAct("research animal-husbandry") and not requests(instructions), "it is asked first"


def test_anarchy_is_no_slip_of_the_hand_and_says_what_it_does() -> None:
    rome = power("rome", cities={"f3": "capital"}, government="despotism")
    start = play(rome, power("russia"), phase="start").local
    face = face_of(start, 0)
    spot = face.spot()
    assert spot is not None and spot.key == "end", "nothing but changes of government and the end"
    face.press("d")
    face.press("enter")
    assert "your capital cannot act" in " ".join(" ".join(shown(face)).split())
    asks, instructions = do(reading_of(greeting(start, 0), turn_message(start, 0)), "government anarchy")
    assert not requests(instructions) and asks.state.confirmation is not None
    anarchy = power("rome", cities={"f3": "capital"}, government="anarchy")
    manage = play(anarchy, power("russia"), phase="cities").local
    told = " ".join(" ".join(shown(face_of(manage, 0))).split())
    assert "no city can act" in told and "under anarchy your capital does nothing" in told


def test_a_small_window_has_the_map_where_the_mark_is() -> None:
    for language in LANGUAGES:
        face = face_of(at("cities"), 0, language, (60, 20))
        face.press("b")
        face.press("down")
        seen = shown(face)
        assert len(seen) == 20 and all(width(line) <= 60 for line in seen)
        assert any("14!:= !^@" in line for line in seen) and any("b14" in line for line in seen[4:14])
        heading = " ".join(shown(face_of(at("research"), 0, language, (60, 20)))[4:8])
        assert "1/22" in heading, "how many there are is not cut off"


def test_a_deal_has_a_key() -> None:
    table = play(power("rome", trade=4), power("germany", culture=8), power("egypt"), phase="trade")
    face = face_of(table.local, 0)
    assert "s deal" in shown(face)[-1]
    face.press("s")
    assert {spot.item.verb for spot in face.spots() if spot.item} == {"deal", "parley"}


@pytest.mark.parametrize(("language", "said"), [("en", "Deal with Bob (Germany)"), ("zh-Hans", "与Bob（德国）交易")])
def test_a_deal_names_the_only_one_it_can_be_with(language: str, said: str) -> None:
    table = play(power("rome", trade=4), power("germany", culture=8), phase="trade", options={"deals": "always"})
    presenter, now = scene(table.local, 0, language)
    menu = make_menu(presenter, now)
    assert [(item.text, item.description) for item in menu.entries if item.verb == "deal"] == [("deal", said)]
    face = face_of(table.local, 0, language)
    face.press("s")
    assert said in "".join(shown(face)) and find_act("deal", menu, presenter).entry is not None


@pytest.mark.parametrize(("language", "typed", "said"), [
    ("en", "deal bob", {"Deal with Bob (Germany)", "Deal with Cid (Egypt)"}),
    ("en", "deal with germany", {"Use Horseback Riding together with Cid (Egypt), paying silk"}),
    ("zh-Hans", "与Bob（德国）交易", {"与Bob（德国）交易", "与Cid（埃及）一起用骑术，支付丝绸"}),
])  # fmt: skip
def test_who_is_named_by_a_civilization_has_the_own_name_too(language: str, typed: str, said: set[str]) -> None:
    rome = power("rome", techs=["horseback-riding"], goods={"silk": 1})
    local = play(rome, power("germany"), power("egypt"), phase="trade").local
    presenter, now = scene(local, 0, language)
    menu = make_menu(presenter, now)
    assert said <= {item.description for item in menu.entries}, [item.description for item in menu.entries]
    meant = find_act(typed, menu, presenter).entry
    assert meant is not None and meant.text == "deal germany"


def test_an_event_is_told_once_with_what_it_was_played_on() -> None:
    russia = power("russia", techs=["writing", "currency"])
    table = play(power("rome", events=["exchange-of-ideas"], techs=["pottery"]), russia, phase="start")
    table.do("event exchange-of-ideas writing")
    told = [line for line in table.local.log if line.key.startswith("plays-")]
    assert [(one.key, one.args[2]) for one in told] == [("plays-swap", "writing")]


def test_the_name_of_a_square_is_never_capital() -> None:
    assert sentence("e8上的侦察队") == "e8上的侦察队" and sentence("a city") == "A city"


def test_turns_are_called_turns_in_the_list_of_them() -> None:
    presenter, _ = scene(middle("cities").local, 0)
    assert presenter.turns.player_turn_name(3, "Bob") == "Turn 3: Bob"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_research_and_the_page_of_technologies_say_the_same_price(language: str) -> None:
    """Each needs trade by its level, and whichever it is takes all there is but the coins."""
    local = at("research")
    face = face_of(local, 0, language)
    presenter, now = scene(local, 0, language)
    needs = {str(spot.item.text): plain(spot.price) for spot in face.spots() if spot.item is not None}
    words = presenter.words
    assert words("civ.research-needs", n=6) in needs["research navigation"]
    assert words("civ.research-needs", n=11) in needs["research monarchy"]
    assert words("civ.research-takes", n=17, stays=3) in plain(presenter.decision(now))
    page = lines(presenter.page("techs", "", now), Style(300))
    row_of = next(line for line in page if presenter.texts.card("navigation") in line)
    assert " 6 " in row_of and any({"17", "3"} <= {*re.findall(r"\d+", line)} or "留3" in line for line in page), page
    (cost,) = {one.cost for one in make_menu(presenter, now).entries if one.verb == "research"}
    assert "14" in plain(cost)
    listed = lines(menu_blocks(make_menu(presenter, now), presenter), Style(300))
    assert all(words("civ.research-needs", n=n) in "".join(listed) for n in (6, 11)), "line by line as well"
    assert "14" not in "".join(listed).replace(" 14)", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_culture_event_for_the_whole_map_is_one_line_and_then_its_squares(language: str) -> None:
    rome = power("rome", cities={"f3": "capital"}, events=["drought", "a-generous-gift"])
    local = play(rome, power("germany"), phase="start").local
    face = face_of(local, 0, language)
    presenter, now = scene(local, 0, language)
    name = presenter.texts.card("drought")
    (at_,) = (number for number, spot in enumerate(face.spots()) if spot.acts)
    assert name in plain(face.spots()[at_].text) and len(face.spots()[at_].acts) > 9 > len(face.spots())
    face.press("home")
    for key in (*["down"] * at_, "enter"):
        face.press(key)
    assert presenter.words("civ.where.spoil", card=name) in " ".join("\n".join(shown(face)).split("\n"))
    assert len(face.spots()) > 9 and all(spot.item is not None and spot.item.verb == "event" for spot in face.spots())
    listed = lines(menu_blocks(make_menu(presenter, now), presenter), Style(80))
    assert sum(name in line for line in listed) == 1, listed


@pytest.mark.parametrize(
    ("phase", "line", "said"),
    [
        ("cities", "build b14 army a15", "It takes 4 of the 5 production of b14"),
        ("cities", "advance", "It takes 3 of your 9 culture"),
        ("cities", "advance", "You enter space 5 of 21 and draw a culture event of level I"),
        ("cities", "harvest e11 silk", "Then you have 1 silk"),
        ("research", "research banking", "It needs 16 trade; you have 17 now and 3 then"),
    ],
)
def test_what_is_possible_says_what_it_takes_and_brings(phase: str, line: str, said: str) -> None:
    local = at(phase)
    told = local.game.explain(local.state, local.dealer.knowledge_of(0), local.game.read(line, 0))
    presenter, _ = scene(local, 0)
    assert said in [presenter.texts_for(0).line("effect", one) for one in told.effects]


def test_a_building_says_what_its_city_makes_then() -> None:
    local = at("cities")
    builds = [one.act for one in local.legal(0) if one.act.verb == "build" and one.act.args[1] == "library"]
    keys = {
        line.key
        for act in builds
        for line in local.game.explain(local.state, local.dealer.knowledge_of(0), act).effects
    }
    assert {"price-rush", "arts-make"} & keys and {"income", "arts-make"} & keys


def test_what_somebody_could_still_cancel_says_what_it_brings_if_nobody_does() -> None:
    def brings(**theirs: Any) -> set[str]:
        rome = power("rome", techs=["currency", "pottery"], cities={"b14": "capital"}, trade=15)
        russia = power("russia", cities={"g3": "capital"}, **theirs)
        local = play(rome, russia, phase="cities", seed=5).local
        first = next(one.act for one in local.legal(0) if one.act.args[:2] == ("b14", "market"))
        told = local.game.explain(local.state, local.dealer.knowledge_of(0), first)
        assert told.barrier == bool(theirs), "it is asked about"
        return {line.key for line in told.effects}

    assert "income" in brings(techs=["writing"], huts=["hut-spy"]) == brings()


def test_where_no_city_is_named_each_has_its_reason() -> None:
    local = at("cities")
    told = local.game.explain(local.state, local.dealer.knowledge_of(0), local.game.read("harvest iron", 0))
    assert [(one.act.args[0], one.refusal.key) for one in told.instead if one.refusal is not None] == [
        ("b14", "nothing-to-harvest"),
        ("e11", "nothing-to-harvest"),
    ]


def test_an_act_that_ends_the_game_says_who_wins_by_it() -> None:
    def foretold(coins: int, theirs: Sequence[str] = (), language: str = "en") -> list[str]:
        rome = power("rome", techs=["pottery"], cities={"b14": "capital"}, goods={"wheat": 2}, tokens={"sheet": coins})
        russia = power("russia", techs=["writing"], huts=theirs, cities={"g3": "capital"})
        table = play(rome, russia, phase="cities", seed=5)
        presenter, _ = scene(table.local, 0, language)
        told = GAME.explain(table.s, table.local.dealer.knowledge_of(0), table.act("use pottery - wheat wheat"))
        assert told.refusal is None
        return [presenter.texts_for(0).line("effect", one) for one in told.effects]

    won = "the game is over then: you win"
    assert not any(won in line.lower() for line in foretold(13))
    assert foretold(14)[-1].lower() == won and foretold(14, language="zh-Hans")[-1] == "对局随即结束：你获胜"
    assert foretold(14, ["hut-spy"]) == foretold(14), "as it will be if nobody cancels it"


@pytest.mark.parametrize("language", QUOTED)
def test_acts_that_read_the_same_are_one_where_they_are_and_counted_through_where_not(language: str) -> None:
    huts, cities = ["hut-silk", "hut-silk"], {"b14": "capital"}
    rome = power("rome", techs=["pottery"], cities=cities, huts=huts, goods={"iron": 1})
    face = face_of(play(rome, power("russia", cities={"g3": "capital"}), phase="cities", seed=5).local, 0, language)
    for key in ("t", "enter"):
        face.press(key)
    told = [plain(row(*spot.text[1:])) for spot in face.spots()]
    assert len(told) == 2 and "×2" in told[0] and "×" not in told[1], "each of two like huts with iron, and both"
    table = war(["mounted-3"], [], rome={"huts": ["hut-silk", "hut-iron"]}).do("front mounted-3")
    face, one_of = face_of(table.local, 1, language), {"en": "({} of 2)", "zh-Hans": "（2个中的第{}个）"}[language]
    told = [plain(spot.text) for spot in face.spots() if spot.key.startswith("seize-marker")]
    assert [text.endswith(one_of.format(at)) for at, text in enumerate(told, 1)] == [True, True], told
    local = posted("scout")
    assert local.decision is not None
    told = [plain(spot.text) for spot in face_of(local, local.decision.seats[0], language).spots()]
    assert len(told) > 3 and not any(one_of[-5:] in text for text in told), "a square is told by its name"


def test_two_equal_cards_that_may_be_paid_for_any_square_are_one_line() -> None:
    gift = "a-gift-from-afar"
    rome = power("rome", cities={"f3": "capital"}, figures={"f4": (2, 0)})
    germany = power("germany", cities={"c14": "capital"}, techs=["communism"], events=[gift, gift])
    table = play(rome, germany, phase="movement")
    table.do("move " + next(one for one in table.legal("move") if one.endswith(" 1 0")))
    face = face_of(table.local, table.seat)
    lines = [plain((*spot.text, *spot.detail)) for spot in face.spots()]
    assert len(lines) == len(set(lines)) == 2, lines
    assert lines[0].endswith(" squares ×2") and face.spots()[0].acts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_the_trade_that_rushes_the_marked_line_is_told_at_every_size(language: str, size: tuple[int, int]) -> None:
    face = face_of(at("cities"), 0, language, size)
    face.press("b")
    rushed = 0
    for spot in face.spots():
        if spot.price and spot.acts:  # of a single act the rules say it
            cost = plain(spot.price).strip(" ()（）")
            seen = "".join("".join(shown(face)).split())
            assert "".join(cost.split()) in seen, (cost, shown(face))
            rushed += 1
        face.press("down")
    assert rushed > 1
