"""Before an act that wastes or hurts there is one question that says what; rules and reasons are there in the game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.letters import LETTERS
from tests.through_the_ages.play import me, them
from tests.through_the_ages.play import play as position
from tests.ui.commands import do, greeting, reading_of, requests, said
from tests.ui.fake_node import make_table, play, typing
from tta_p2p.cli.errors import is_broken_pipe
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.cells import width
from tta_p2p.ui.instructions import AskConfirmation, Display, SendRequest
from tta_p2p.ui.presenter import LONGEST_NAME, shorten_names
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.reference import NotFound, reference_for, topic_blocks
from tta_p2p.ui.style import Style
from tta_p2p.ui.through_the_ages.wording import own_civilization


def moment(language: str = "en", **mine: object) -> Reading:
    game = position(me(**mine), them(), row=["hanging-gardens", "pyramids"])
    return reading_of(greeting(game.local, 0), turn_message(game.local, 0), language=language)


def test_an_end_of_the_turn_that_wastes_is_asked_about_once_and_says_what() -> None:
    reading, instructions = do(moment(), "end")
    assert [type(one) for one in instructions][-1] == AskConfirmation
    assert "civil actions are unused" in said(instructions) and not requests(instructions)
    assert requests(do(reading, "")[1]) == [say.ActRequest("end")], "Enter alone says yes, as in every question"
    assert not requests(do(reading, "n")[1])
    assert requests(do(moment(), "end", "y")[1]) == [say.ActRequest("end")]


async def test_nothing_is_asked_when_all_is_well_nor_of_a_script() -> None:
    _, shown, _ = await play(make_table("through_the_ages", 2, seed=8), typing("take 1", "end", "quit"))
    assert not any("(y or n)" in line for line in shown)
    spent = moment(civil_actions=0)
    last = next(item for item in spent.menu.entries if item.text == "end")
    assert spent.presenter is not None and spent.scene is not None
    assert not any("unused" in one for one in spent.presenter.cautions(last, spent.scene))


def test_a_single_guess_is_taken_with_enter() -> None:
    reading, instructions = do(moment(), "take pyramds")
    assert [type(one) for one in instructions] == [AskConfirmation]
    assert requests(do(reading, "")[1]) == [say.ActRequest("take 2")] == requests(do(reading, "y")[1])
    assert requests(do(reading, "n")[1]) == []


@pytest.mark.parametrize(
    ("asked", "explained"),
    [
        ("why increase population", "population"),
        ("why play engineering genius", "play engineering-genius-a"),
        ("why 9", "take 9"),
        ("why take pyramids", "take 2"),
    ],
)
def test_why_is_said_of_whatever_one_can_name(asked: str, explained: str) -> None:
    (sent,) = [one for one in do(moment(), asked)[1] if isinstance(one, SendRequest)]
    assert sent.request == say.ExplainRequest(explained)


@pytest.mark.parametrize(
    ("asked", "explained"),
    [
        ("why 建造铁矿", "build iron"),
        ("why 增加人口", "population"),
        ("why 打出建造天赋A", "play engineering-genius-a"),
        ("why 拿取 金字塔", "take 2"),
        ("发展 哲学", "develop philosophy"),
        ("革命", "revolution"),
    ],
)
def test_a_script_without_spaces_says_a_verb_and_its_card_in_one(asked: str, explained: str) -> None:
    game = position(me(), them(), row=["hanging-gardens", "pyramids"])
    reading = reading_of(greeting(game.local, 0), turn_message(game.local, 0), language="zh-Hans")
    (sent,) = [one for one in do(reading, asked)[1] if isinstance(one, SendRequest)]
    assert sent.request == say.ExplainRequest(explained)


@pytest.mark.parametrize("line", ["rules corruption", "why corruption", "? uprising", "why uprising"])
def test_a_question_about_the_rules_has_an_answer_that_fits_a_screen_and_says_where_to_read_on(line: str) -> None:
    done = do(moment(), line)[1]
    shown = [text for one in done if isinstance(one, Display) for text in lines(one.content, Style())]
    word = line.partition(" ")[2]
    assert word in said(done).lower() and "Read on: rules " in said(done)
    assert len(shown) < 24
    assert "are ready again" not in said(done), "what is said of something else"


@pytest.mark.parametrize(
    ("asked", "language", "told"),
    [
        ("? corupption", "en", "corruption"), ("? uprisng", "en", "uprising"),
        ("? end-of-trun", "en", "End of the turn"), ("? corupption", "zh-Hans", "腐败"),
        ("? 回和结束", "zh-Hans", "回合结束"),
        ("? 腐拜", "en", "There is no command, card or rule “腐拜”. Did you mean 腐败?"),
        ("? 腐拜", "zh-Hans", "没有叫“腐拜”的命令、卡牌或规则。 你是指腐败吗？"),
        ("? pyramds", "en", "Pyramids"), ("? xyzzy", "en", "rule “xyzzy”. Type ? for the commands."),
    ],
)  # fmt: skip
def test_a_topic_of_the_rules_that_is_nearly_named_is_shown_or_guessed(asked: str, language: str, told: str) -> None:
    done = do(moment(language), asked)[1]
    shown = [text for one in done if isinstance(one, Display) for text in lines(one.content, Style())]
    assert told in "".join(shown) and len(shown) < 24, shown


def test_a_chapter_that_is_named_is_read_whole_within_the_game() -> None:
    for line in ("rules end-of-turn", "rules end of the turn"):
        whole = said(do(moment(), line)[1])
        assert "Production, in this order" in whole and "are ready again" in whole and "Read on" not in whole
    assert "end-of-turn" in str(do(moment(), "rules")[1])
    assert "xyzzy" in said(do(moment(), "rules xyzzy")[1])
    assert "Moses" in str(do(moment(), "? moses")[1]), "a card is a card still"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["through_the_ages", "seven_wonders", "caravan"])
def test_every_topic_of_the_rules_can_be_shown(game: str, language: str) -> None:
    reference = reference_for(game, Words(language))
    try:
        topics = reference.topics(language)
    except NotFound:
        assert game == "caravan"
        return
    for topic in topics:
        assert len(topic_blocks(topic)) > 1


@given(st.lists(st.text(LETTERS, max_size=40), min_size=2, max_size=7, unique=True))
def test_names_fit_the_tables_and_stay_apart(names: list[str]) -> None:
    short = shorten_names(names)
    assert all(width(name) <= LONGEST_NAME for name in short)
    cut = [name for name, whole in zip(short, names, strict=True) if name != whole]
    assert len(set(cut)) == len(cut)


def test_a_guest_says_yes_or_ready() -> None:
    lobby = say.LobbyReply("agreeing", "friday", "", [], 2, [], offers=["leave", "look", "ready"])
    for typed, agrees in (("y", True), ("yes", True), ("n", False), ("ready", True)):
        assert requests(do(reading_of(lobby), typed)[1]) == [say.ReadyRequest(agrees)]


def test_a_reader_who_goes_is_no_defect() -> None:
    gone = BrokenPipeError(32, "Broken pipe")
    assert is_broken_pipe(gone) and is_broken_pipe(ExceptionGroup("", [ExceptionGroup("", [gone])]))
    assert not is_broken_pipe(ValueError()) and not is_broken_pipe(ExceptionGroup("", [gone, ValueError()]))


@pytest.mark.parametrize(("unused", "asked"), [(2, False), (0, True)])
def test_discontent_that_idle_workers_cover_is_told_but_not_asked_about(unused: int, asked: bool) -> None:
    reading = moment(civil_actions=0, yellow_bank=12, unused=unused, food=3)
    assert reading.presenter is not None and reading.scene is not None
    mine = own_civilization(reading.scene.view)
    assert mine is not None and 0 < mine.happiness.discontent <= 2
    last = next(item for item in reading.menu.entries if item.text == "end")
    assert bool(reading.presenter.cautions(last, reading.scene)) == asked
    page = " ".join(lines(reading.presenter.turn_summary(reading.scene), Style()))
    assert ("covered by 2 idle workers" in page) != asked and ("Uprising" in page) == asked
