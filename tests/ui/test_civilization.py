"""Civilization for people: every part has a text in both languages, the map is true, ends are asked about."""

from __future__ import annotations

import msgspec
import pytest

from tests.civilization.play import play, power
from tests.civilization.turn.deals import trading
from tests.texts import pages_of, words_of
from tests.ui.civilization import MARKERS, TILES, at, fight, middle
from tests.ui.commands import greeting, reading_of
from tests.ui.fake_node import make_table
from tests.ui.positions import scene
from tests.ui.screen.keyboard import at_the_screen, face_of, lines_of, shown, style_of
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.civilization.map.squares import SQUARES
from tta_p2p.games.civilization.tables.civilizations import GOVERNMENTS
from tta_p2p.games.civilization.tables.techs import TECHS
from tta_p2p.i18n import LANGUAGES, Words, templates
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.act_menu import make_menu, menu_blocks
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.civilization.cards import KINDS, card_texts, gist, has_sheet
from tta_p2p.ui.civilization.presenter import CivilizationPresenter
from tta_p2p.ui.civilization.screen import CivilizationBoard
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.log_text import log_paragraphs
from tta_p2p.ui.news_text import announce as telling
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.reference import reference_for
from tta_p2p.ui.screen.boards import board_for
from tta_p2p.ui.screen.screen_state import acts_of
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import Texts


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_languages_say_the_same_things_with_the_same_places(language: str) -> None:
    english, other = (pages_of("civilization", one) for one in ("en", language))
    assert english.keys() == other.keys()
    for key, text in english.items():
        places, theirs = ({one.place for one in templates.places(each)} for each in (text, other[key]))
        assert theirs <= places or key == "civ.military", key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_game_has_a_sheet_and_a_line_that_say_more_than_its_name(language: str) -> None:
    words = words_of("civilization", language)
    speech = card_texts(Texts(GAME, words), words)
    reference = reference_for("civilization", Words(language))
    faces = [face for kind in KINDS.values() for face in kind]
    assert set(TECHS) <= set(faces) and all(name in faces for name in GOVERNMENTS)
    for face in (*faces, *(face for face in GAME.faces() if has_sheet(face))):
        said = "\n".join(plain(line) for line in reference.sheet(face, language, 80))
        assert len(gist(speech, face)) > 2, face
        assert said.count("\n") >= 1 and speech.texts.card(face) in said, face
        if language != "en":
            assert speech.texts.card(face) != Texts(GAME, Words()).card(face), f"{face} has no name"
            assert not any("a" <= letter <= "z" for letter in gist(speech, face))


def test_the_view_is_read_back_as_the_state_it_shows() -> None:
    for local in (at("start"), at("movement"), fight()):
        presenter, shown = scene(local, 0)
        assert isinstance(presenter, CivilizationPresenter)
        s, read = local.state, shown.view
        for name in ("cities", "figures", "works", "markers", "techs", "laid", "battle", "goods", "moved", "acted"):
            assert getattr(read, name) == getattr(s, name), name


@pytest.mark.parametrize(
    ("phase", "said"),
    [("cities", "b14 and e11"), ("movement", "e8, f9 and g12"), ("research", "17 trade"), ("start", "gather")],
)
def test_an_end_is_asked_about_while_something_useful_can_be_done(phase: str, said: str) -> None:
    presenter, shown = scene(at(phase), 0)
    ends = [item for item in make_menu(presenter, shown).entries if item.verb in ("end", "wait")]
    assert said in " ".join(presenter.cautions(ends[0], shown))


def test_an_end_is_not_asked_about_where_nothing_is_wasted() -> None:
    russia = power("russia", cities={"g3": "capital"})
    local = play(power("rome", cities={"b14": "capital"}, trade=0), russia, phase="movement").local
    presenter, shown = scene(local, 0)
    (end,) = [item for item in make_menu(presenter, shown).entries if item.verb == "end"]
    assert not presenter.cautions(end, shown)
    table = play(power("rome", cities={"b14": "capital"}, goods={"silk": 1}), russia, phase="cities")
    table.do("arts b14")
    presenter, shown = scene(table.local, 0)
    (end,) = [item for item in make_menu(presenter, shown).entries if item.verb == "end"]
    assert not presenter.cautions(end, shown)


def test_a_scout_that_could_gather_where_there_is_nothing_is_not_asked_about() -> None:
    def asked(square: str) -> str:
        rome = power("rome", cities={"b14": "capital"}, figures={square: (0, 1)})
        russia = power("russia", cities={"g3": "capital"})
        local = play(rome, russia, phase="start", tiles=TILES, markers=MARKERS).local
        presenter, now = scene(local, 0)
        assert any(one.text == f"gather {square} b14" for one in now.turn.legal)
        (end,) = [item for item in make_menu(presenter, now).entries if item.verb == "end"]
        return " ".join(presenter.cautions(end, now))

    assert "gather" in asked("f11") and "gather" not in asked("e12"), "a forest, and grassland that gives nothing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_scout_that_moves_to_a_site_for_a_city_is_told_what_lies_around_it(language: str) -> None:
    rome = power("rome", cities={"b14": "capital"}, figures={"g13": (1, 1)})
    russia = power("russia", cities={"g3": "capital"})
    local = play(rome, russia, phase="movement", tiles=TILES, markers=MARKERS).local
    presenter, now = scene(local, 0, language)
    board = CivilizationBoard(presenter)
    notes = {item.text: plain(board.choices.note(item, now)) for item in make_menu(presenter, now).entries}
    around = presenter.wording(now).surroundings(SQUARES["g14"])
    assert presenter.words("civ.site", around=around) in notes["move g13 g14 0 1"]
    assert around in notes["move g13 g14 1 1"] and around not in notes["move g13 g14 1 0"], "an army founds none"
    told = presenter.words("civ.site", around="")
    assert told not in notes["move g13 h13 0 1"], "that is too near to the edge of what is known"


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_an_end_it_is_listed_which_technologies_could_still_be_used_and_what_else_is_open(language: str) -> None:
    table = middle("cities")
    table.do("arts b14", "arts e11")
    face = face_of(table.local, 0, language)
    while face.spot() is None or face.spot().item is None or face.spot().item.verb != "end":  # type: ignore[union-attr]
        face.press("down")
    face.press("enter")
    assert lines_of(face) == ["act end"]
    presenter, now = scene(table.local, 0, language)
    (end,) = [item for item in make_menu(presenter, now).entries if item.verb == "end"]
    (said,) = presenter.cautions(end, now)
    names = [presenter.texts.card(tech) for tech in ("pottery", "currency", "philosophy")]
    assert all(name in said for name in (*names, presenter.verb_name("advance"))), said
    assert not any(presenter.texts.card(tech) in said for tech in ("writing", "construction")), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_name_people_and_parts_and_no_handles(language: str) -> None:
    for local in (at("cities"), fight()):
        for seat in (0, None):
            presenter, shown = scene(local, seat, language)
            for name in presenter.pages:
                said = "\n".join(lines(presenter.page(name, "", shown), Style(100)))
                assert "Ann" in said or "Bob" in said or name in ("map", "market") or seat == 0, name
                assert "None" not in said and "civ." not in said and "{" not in said, said
    spoken = "\n".join(lines(presenter.page("map", "", shown), Style(100, speech=True)))
    assert "b14" in spoken and "a1 " not in spoken


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_all_players_has_their_numbers_in_lines_as_above_the_game_however_narrow_it_is(
    language: str,
) -> None:
    for columns in (60, 80, 120):
        presenter, shown = scene(at("cities"), 0, language)
        style = style_of(language).__class__(columns, ideographic=style_of(language).ideographic)
        board = board_for(presenter)
        above = [plain(one).rstrip() for one in board.overview(shown, style)]
        told = lines(presenter.page("table", "", shown), style)
        told = told[told.index(above[0]) :]
        assert len(above) == 3 and all(one[: width(above[0])].split() == other[: width(above[0])].split()
                                       for one, other in zip(above, told, strict=False))  # fmt: skip
        leads = presenter.texts.card(shown.view.civilizations[1])
        assert leads in "\n".join(told[: 2 * len(above)]), "and whom each leads"


def test_charts_have_the_ways_to_win() -> None:
    presenter, shown = scene(at("cities"), 0)
    assert dict(presenter.turns.measurements(shown))["coins"] == (3, 0)
    assert presenter_for("civilization", Words("zh-Hans")).words("title") == "文明"


@pytest.mark.parametrize(("language", "give"), [("en", "Give trade, 1 to 7"), ("zh-Hans", "拿出贸易，1至7")])
def test_the_terms_of_a_deal_have_a_line_for_each_thing_and_how_much_is_typed(language: str, give: str) -> None:
    others = power("germany", culture=8, huts=["hut-wheat", "hut-iron"]), power("egypt")
    table = play(power("rome", trade=4, huts=["hut-silk"]), *others, phase="trade")
    table.do("deal germany")
    assert table.s.trade[0] == 7
    face = face_of(table.local, 0, language)
    said = [plain(spot.text) for spot in face.spots()]
    assert said[0] == f"1 {give}" and len(said) == len(set(said)) == 6, said
    for key in ("home", "enter", "5", "enter"):
        face.press(key)
    assert lines_of(face) == ["act offer trade 5"]
    presenter, now = scene(table.local, 0, language)
    listed = lines(menu_blocks(make_menu(presenter, now), presenter), Style(80))
    assert len(listed) < 12 and any("1–7)" in line for line in listed), "so it is line by line"
    for before, verb in (
        ("offer trade 5", "want"),
        ("withdraw", ""),
        ("deal germany", ""),
        ("want culture 3", "offer"),
    ):
        table.do(before)
        spot = face_of(table.local, 0, language).spot()
        assert not verb or (spot is not None and acts_of(spot)[0].startswith(verb)), "one gets nothing for it as yet"
    table.do("offer trade 5")
    face = face_of(table.local, 0, language)
    spot, numbers = face.spot(), [one.number for one in face.spots()]
    assert len(numbers) == 5 and spot is not None and spot.key == "propose", "what is named is listed no more"
    assert numbers == [*range(1, 6)]
    told = " ".join("".join(line.split()) for line in shown(face))
    assert ("yougive5" in told and "get3" in told) if language == "en" else "5贸易" in told, "it stands above"


def test_in_a_deal_of_several_the_mark_stands_on_proposing_it_once_one_gets_something() -> None:
    table = trading({"goods": {"iron": 1}}, {"culture": 5}, rome={"goods": {"wheat": 1}})
    begun = ("parley germany egypt", ""), ("offer germany wheat 1", ""), ("hand germany egypt iron 1", "want")
    for act, verb in (*begun, ("want egypt culture 4", "propose")):
        table.do(act)
        spot = face_of(table.local, 0).spot()
        assert not verb or (spot is not None and acts_of(spot)[0].split(" ")[0] == verb), act


def test_a_window_is_let_pass_by_a_key_all_until_the_own_turn_by_another() -> None:
    """What answers is named first; the mark stands on what lets it pass."""
    rome = power("rome", cities={"f3": "capital"})
    table = play(rome, power("germany", techs=["writing"], huts=["hut-spy"]), phase="cities")
    table.do("arts f3")
    assert (table.asked, table.seat) == ("answer-action", 1)
    face = face_of(table.local, 1)
    assert "S pass until your turn" in shown(face)[-1] and "Your decision" in shown(face)[0]
    own = face_of(at("cities"), 0)
    own.press("?")
    assert "Your turn" in shown(own)[0] and "another player's turn" not in " ".join(shown(own))
    spot = face.spot()
    assert spot is not None and spot.key == "pass"
    for key, line in (("e", "act pass"), ("S", "skip turn")):
        face.press(key)
        assert lines_of(face) == [line]
    assert "S pass" not in shown(face_of(at("cities"), 0))[-1], "in the own turn there is nothing to let pass"


def test_a_start_of_turn_opens_on_what_grows_else_on_its_end() -> None:
    face = face_of(at("start"), 0)
    spot = face.spot()
    assert spot is not None and spot.key == "gather b14" and len(spot.acts) == 2
    rome = power("rome", cities={"b14": "capital"}, people=["humanitarian"])
    face = face_of(play(rome, power("russia", cities={"g3": "capital"}), phase="start").local, 0)
    assert {spot.key.split(" ")[0] for spot in face.spots()} == {"place", "government", "end"}
    assert face.panes.preview.focus_query() == "end"


def test_a_letter_is_named_by_what_it_can_do_now() -> None:
    table = play(power("rome", cities={"f3": "capital"}, level=2, culture=3), power("germany"), phase="cities")
    keys = shown(face_of(table.do("advance").local, 0))[-1]
    assert "d place" in keys and "found" not in keys
    assert "d found" in shown(face_of(at("start"), 0))[-1]


def test_the_key_that_lets_something_pass_says_how_that_is_called() -> None:
    table = play(power("rome", cities={"f3": "capital"}, level=2, culture=3), power("germany"), phase="cities")
    assert "e end" in shown(face_of(table.local, 0))[-1]
    assert "e keep" in shown(face_of(table.do("advance").local, 0))[-1]
    assert "e wait" in shown(face_of(at("research"), 0))[-1]


def test_numbers_begin_anew_with_each_decision_and_stay_within_one() -> None:
    table = middle("cities")
    replies = (greeting(table.local, 0), turn_message(table.local, 0))
    before = reading_of(*replies)
    numbers = {item.text: item.number for item in before.menu.entries}
    table.do("arts b14")
    within = before.of(reduce_reply(before.state, turn_message(table.local, 0))[0])
    assert all(numbers[item.text] == item.number for item in within.menu.entries if item.text in numbers)
    table.do("end")
    later = within.of(reduce_reply(within.state, turn_message(at("movement"), 0))[0])
    assert [item.number for item in later.menu.entries] == [*range(1, 1 + len(later.menu.entries))]


async def test_what_was_taken_back_is_marked_again() -> None:
    async with at_the_screen(make_table("civilization", 2, seed=7)) as person:
        await person.press("home", "down", "down", "enter")
        done = person.client.state.turn.draft[-1].text  # type: ignore[union-attr]
        await person.press("down", "z")
        assert person.face.panes.preview.focus_query() == done


def test_who_has_too_little_trade_to_research_is_told_so() -> None:
    table = play(power("rome", cities={"f3": "capital"}, trade=3), power("germany", trade=9), phase="movement")
    table.do("end", "end")
    assert table.asked == "study"
    said = [presenter_for("civilization", Words(), ("Ann", "Bob")).texts.line("log", one) for one in table.local.log]
    assert "Ann cannot research anything with 3 trade" in said and not any("Bob cannot" in one for one in said)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Build City Walls around e11"), ("zh-Hans", "在e11周围建造城墙")]
)
def test_walls_are_built_around_their_city(language: str, said: str) -> None:
    table = middle("cities")
    presenter, now = scene(table.local, 0, language)
    named = {item.text: item.description for item in make_menu(presenter, now).entries}
    assert named["build e11 walls e11"] == said
    table.do("build e11 walls e11")
    (told,) = log_paragraphs(wording.log(GAME, table.local.log[-1:], {}), presenter.texts_for(0))
    assert plain(told.text).count("e11") == 1


def test_what_a_seat_is_given_or_could_learn_opens_at_the_top() -> None:
    for local in (at("research"), at("start")):
        face = face_of(local, 0)
        first = face.spots()[0]
        assert face.spot() == first and first.key.split(" ")[0] not in ("wait", "end")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["Victory by culture", "= 21/21 Bob ·", "· 0/15 Bob ==·", "armies", "Space Flight"]),
        ("zh-Hans", ["文化胜利", "= 21/21 Bob ·", "· 0/15 Bob ==·", "军队", "太空飞行"]),
    ],
)
def test_the_end_says_which_victory_it_was_and_how_near_everybody_was_to_each(language: str, said: list[str]) -> None:
    table = play(power("rome", level=20, culture=7, trade=6), power("russia", tokens={"sheet": 2}), phase="cities")
    over = say.GameOverReply(msgspec.to_builtins(GAME.standings(table.do("advance").s)), "fair")
    reading = reading_of(greeting(table.local, 0), turn_message(table.local, 0), over, language=language)
    shown = "\n".join(line for one in telling(over, reading, True) for line in lines(one.content, Style(200)))
    assert [line for line in said if line not in " ".join(shown.split())] == [], shown
    assert not any(word in shown for word in ("points", "Victory  ", "分"))
