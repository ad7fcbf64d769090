"""Commands: from what is typed to instructions, without a terminal or a node."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.through_the_ages.play import me, play, them
from tests.ui.commands import context, do, greeting, lines, reading_of, requests, said
from tests.ui.positions import random_moments
from tta_p2p.i18n import LANGUAGES, Words, ideographic
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.advice import AdviceReply, HintRequest
from tta_p2p.seats.parts.chat import ChatRequest
from tta_p2p.seats.parts.orders import OrderRequest, SkipRequest
from tta_p2p.seats.parts.votes import VoteRequest
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui import name_search
from tta_p2p.ui.blocks import Page, lay_out
from tta_p2p.ui.blocks import lines as page_lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.commands import parser
from tta_p2p.ui.commands.table import Applicability, CommandContext
from tta_p2p.ui.instructions import (
    AskConfirmation,
    Display,
    ListActs,
    Quit,
    SendRequest,
    SetBrief,
    TakeSeat,
)
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.lobby_page import lobby_blocks
from tta_p2p.ui.parts.autopilot import AutopilotState
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.state import ClientState, PendingConfirmation, SeatRequest
from tta_p2p.ui.style import Style

HOST = ["dismiss", "leave", "look", "start"]
LOBBY = say.LobbyReply(
    "agreeing", "friday", "", [say.LobbyMember("Ann", "k1", [say.TextRef("you")], 1, True, True)], 2, [], offers=HOST
)


@pytest.fixture(scope="module")
def first() -> Reading:
    game = play(me(hand=["iron", "homer"], science=9, resource=5), them(), row=["hanging-gardens", "pyramids"])
    return reading_of(greeting(game.local, 0), turn_message(game.local, 0))


class Moments(list[Reading]):
    """Readings; hypothesis shows what a test is given, and these would be megabytes."""

    def __repr__(self) -> str:
        return f"<{len(self)} moments>"


@pytest.fixture(scope="module")
def moments() -> Moments:
    """Every kind of moment: nothing known, a lobby, before the deal, one's turn, somebody else's, watching."""
    found = Moments([reading_of(), reading_of(LOBBY)])
    for name, every in (("caravan", 2), ("through_the_ages", 90)):
        for number, (local, seat) in enumerate(random_moments(name, 3, seed=7, every=every)):
            if not number:
                found.append(reading_of(greeting(local, seat)))
            for whose in (seat, (seat + 1) % 3, None):
                found.append(reading_of(LOBBY, greeting(local, whose), turn_message(local, whose)))
    return found


def test_every_command_answers_without_anything_behind_it(moments: Moments) -> None:
    for reading in moments:
        for name in (*parser.COMMANDS.commands, *parser.COMMANDS.short):
            _, instructions = do(reading, f":{name}")
            assert instructions, name


@given(moment=st.integers(0, 999), several=st.lists(lines, min_size=1, max_size=3))
def test_whatever_is_typed_whenever_there_is_an_answer(moment: int, several: list[str], moments: Moments) -> None:
    reading = moments[moment % len(moments)]
    for line in several:
        parser.needs_turn(context(reading), line)
        before = reading
        reading, instructions = do(reading, line)
        silent = not line.strip() or line.strip().startswith("#")
        assert instructions or silent, line
        assert before.state.turn is reading.state.turn


def test_what_is_offered_for_completion_is_understood(moments: list[Reading]) -> None:
    tried: set[tuple[str, int | None]] = set()
    for reading in moments:
        for phrase in parser.completions(context(reading)):
            assert "#" not in phrase, "nobody reads a handle"
            # What a card is, one may ask at any moment: once for every seat, and once for who watches.
            once = (phrase, reading.state.seat)
            if not phrase.startswith("? ") or once not in tried:
                _, instructions = do(reading, phrase)
                assert instructions and "do not understand" not in said(instructions), phrase
                tried.add(once)
    assert len(tried) > 300


@pytest.mark.parametrize(("game", "lines"), [
    ("seven_wonders", ("city left", "city bob", "city B", "city {}")),
    ("civilization", ("cities {}", "techs bob", "hand {}", "goods BOB")),
    ("through_the_ages", ("me bob", "me Bo")),
])  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_a_player_is_that_of_whoever_is_named_and_of_nobody_else(
    game: str, lines: tuple[str, ...], language: str
) -> None:
    local, _ = [moment for moment, _ in zip(random_moments(game, 3, seed=2, every=40), range(2), strict=False)][-1]
    reading = reading_of(greeting(local, 0), turn_message(local, 0), language=language)
    presenter, scene = reading.presenter, reading.scene
    assert presenter is not None and scene is not None
    for line in lines:
        asked = line.format(presenter.player_names(1, scene)[1]) if "{}" in line else line
        asked = asked if language == "en" else asked.replace("left", presenter.words.optional("seven.left") or "")
        (shown,) = do(reading, asked)[1]
        assert isinstance(shown, Display) and isinstance(shown.content, Page), asked
        assert "Bob" in "\n".join(page_lines(shown.content, Style(80))), asked
    page = lines[0].split()[0]
    refused = said(do(reading, f"{page} nobody")[1])
    assert "nobody" in refused and reading.words.listed(["Ann", "Bob", "Cid"]) in refused, refused
    assert isinstance(do(reading, page)[1][0], Display)


def test_no_word_means_two_commands(moments: list[Reading]) -> None:
    words = [word for command in parser.COMMANDS.commands.values() for word in (command.name, *command.short)]
    for reading in moments:
        pages = [*reading.presenter.pages, *reading.presenter.page_aliases] if reading.presenter is not None else []
        assert len({*words, *pages}) == len(words) + len(pages)


def test_a_key_does_what_the_word_does(moments: list[Reading]) -> None:
    for reading in moments:
        for name in context(reading).names():
            assert list(parser.command(context(reading), name)) == do(reading, f":{name}")[1]


def test_what_does_not_apply_is_only_told(first: Reading) -> None:
    for reading, when in (
        (reading_of(), Applicability.DEALT),
        (reading_of(LOBBY), Applicability.DEALT),
        (first, Applicability.LOBBY),
    ):
        for command in parser.COMMANDS.commands.values():
            if command.applicability is when:
                assert said(do(reading, f"{command.name} 1")[1]) == Words()(when.value)


def test_who_asks_for_advice_reads_that_a_bot_thinks_unless_the_game_is_over(first: Reading) -> None:
    assert "A bot is thinking about it" in said(do(first, "hint")[1])
    instructions = do(first.of(replace(first.state, game_over=say.GameOverReply(None))), "hint")[1]
    assert "The game is over" in said(instructions) and not requests(instructions)


def test_nobody_is_advised_on_moves_that_a_bot_makes(first: Reading) -> None:
    lent = first.of(first.state.with_part(AutopilotState({first.state.seat or 0: "easy"})))
    instructions = do(lent, "hint")[1]
    assert "Take it back first" in said(instructions) and not requests(instructions)


def test_where_no_bot_gives_advice_none_is_said_to_think_and_the_node_refuses_at_once(first: Reading) -> None:
    welcome = first.state.welcome
    assert welcome is not None
    without = msgspec.structs.replace(welcome, offers=[one for one in welcome.offers if one != "hint"])
    instructions = do(first.of(replace(first.state, welcome=without)), "hint")[1]
    assert instructions == [SendRequest(HintRequest(), (AdviceReply,))]


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("take 1", say.ActRequest("take 1")),
        ("take hanging gardens", say.ActRequest("take 1")),
        ("act take 1", say.ActRequest("take 1")),
        ("redo", say.RedoRequest()),
        ("hint", HintRequest()),
        ("why take 1", say.ExplainRequest("take 1")),
        ("build iron", say.ExplainRequest("build iron")),
        ("why upgrade", say.ExplainRequest("upgrade")),
        ("skip turn", SkipRequest(until="my-turn")),
        ("skip auction", SkipRequest(key="auction")),
        ("skip off", SkipRequest(yes=False)),
        ("order 2 3 always", OrderRequest("auction", ("up-to 3",), "")),
        ("order 7 2, 6 turn", OrderRequest("defence", ("cards 2", ""), "my-turn")),
        ("order offer 8", OrderRequest("offer", ("",))),
        ("order defence cards 1，-", OrderRequest("defence", ("cards 1", ""))),
        ("order actions take hanging gardens | end", OrderRequest("actions", ("take hanging-gardens", "end"))),
        ("order this take Homer", OrderRequest("actions", ("take homer",))),
        ("order off", OrderRequest(yes=False)),
        ("order off auction", OrderRequest("auction", yes=False)),
        ("order off Auctions", OrderRequest("auction", yes=False)),
        ("order off pact offers", OrderRequest("offer", yes=False)),
        ("look", say.RefreshRequest()),
        ("' hello", ChatRequest("hello")),
        ("say hello", ChatRequest("hello")),
        ("vote gone bob", VoteRequest("gone", 1, True)),
        ("vote cheated Bob no", VoteRequest("cheated", 1, False)),
        (":gone Bob", VoteRequest("gone", 1, True)),
        ("cheated bob no", VoteRequest("cheated", 1, False)),
    ],
)
def test_a_line_becomes_a_request(line: str, meant: say.Request, first: Reading) -> None:
    assert requests(do(first, line)[1]) == [meant]


@pytest.mark.parametrize(
    "line",
    ["order 2", "order 99", "order 2 3, 6", "order auction", "order dinner pass", "order politics resign"],
)
def test_what_is_no_order_asks_nothing_of_the_node(line: str, first: Reading) -> None:
    wanted = requests(do(first, line)[1])
    assert not wanted or (line == "order auction" and wanted == [OrderRequest("auction", ("",))])


def test_one_goes_on_to_the_next_game_from_one_with_others_alone(first: Reading) -> None:
    assert do(first, "next")[1] == [Quit(onward=True)]
    alone = first.of(replace(first.state, welcome=msgspec.structs.replace(first.state.welcome, sid=say.LOCAL)))
    assert "Only a game with others" in said(do(alone, "next")[1])


def test_in_the_turn_of_others_the_rules_say_whose_it_is(first: Reading) -> None:
    state = first.state
    assert state.turn is not None
    theirs = first.of(replace(state, turn=msgspec.structs.replace(state.turn, mine=False, legal=[])))
    for line, asked in (("why build", "build"), ("why end", "end"), ("why take 1", "take 1")):
        assert requests(do(theirs, line)[1]) == [say.ExplainRequest(asked)]
    assert "not your turn" in said(do(theirs, "why 1")[1]) and "not your turn" in said(do(theirs, "skip this")[1])


def test_of_a_sealed_choice_who_names_only_those_that_have_not_made_it() -> None:
    local, seat = next(random_moments("caravan", 3, seed=7))
    asked = turn_message(local, seat)
    assert asked.decision is not None and asked.decision.sealed
    everybody = said(do(reading_of(greeting(local, seat), asked), "who")[1])
    assert "You must decide: Choose" in everybody and "Waiting for Bob and Cid to keep or sell a bale." in everybody
    first = asked.legal[0]
    chosen = msgspec.structs.replace(asked, mine=False, draft=[say.DraftedAct(first.text, first.label)], legal=[])
    before = said(do(reading_of(greeting(local, seat), chosen), "who")[1])
    assert "You must decide" not in before and "Waiting for Bob and Cid" in before, before
    waiting = say.WaitReply([say.SeatWait(2, "Cid", "its-turn")])
    assert "Waiting for Cid to keep or sell" in said(do(reading_of(greeting(local, seat), asked, waiting), "who")[1])
    assert "Bob" not in said(do(reading_of(greeting(local, seat), asked, waiting), "who")[1])


def test_words_that_mean_nothing_are_answered_with_what_is_like_them(first: Reading) -> None:
    for line, near in (("why bulid bronze", "build"), ("why build irno", "Iron"), ("why xyzzy", "Type ? for help")):
        instructions = do(first, line)[1]
        assert requests(instructions) == [] and near in said(instructions)
    assert "no move number 99" in said(do(first, "acts", "why 99")[1])


@pytest.mark.parametrize(("game", "asked", "told"), [
    ("civilization", ("victory", "win", "获胜"), "Space Flight"),
    ("civilization", ("army", "scout"), "Movement and discovery"),
    ("civilization", ("stacking limit",), "stacking limit"),
    ("seven_wonders", ("day",), "chosen"),
    ("seven_wonders", ("Gizah",), "Makes stone"),
])  # fmt: skip
def test_what_has_no_sheet_is_looked_up_in_the_rules(game: str, asked: tuple[str, ...], told: str) -> None:
    local, seat = next(random_moments(game, 3, seed=2))
    reading = reading_of(greeting(local, seat), turn_message(local, seat))
    for word in asked:
        shown = do(reading, f"? {word}")[1]
        seen = " ".join(
            line for one in shown if isinstance(one, Display) for line in page_lines(one.content, Style(80))
        )
        assert told.casefold() in " ".join(seen.split()).casefold(), seen


def test_a_number_means_an_act_of_the_list_that_was_seen(first: Reading) -> None:
    item = next(item for item in first.menu.entries if item.number > 13 and item.verb not in ("end", "resign"))
    assert "has changed" in said(do(first, str(item.number))[1])
    _, instructions = do(first, "acts", str(item.number))
    assert requests(instructions) == [say.ActRequest(item.text)]
    assert do(first, "acts")[1] == [ListActs()]


def test_what_fits_one_act_only_is_asked_about_instead_of_being_typed_again() -> None:
    local, seat = next(random_moments("seven_wonders", 3, seed=7))
    reading, instructions = do(reading_of(greeting(local, seat), turn_message(local, seat)), "night")
    assert [type(one) for one in instructions] == [AskConfirmation] and "night" in reading.confirmation_text(
        _asked(reading)
    )
    assert requests(do(reading, "y")[1]) == [say.ActRequest("side night")] and requests(do(reading, "n")[1]) == []


def _asked(reading: Reading) -> PendingConfirmation:
    assert reading.state.confirmation is not None
    return reading.state.confirmation


def test_numbers_of_candidates_hold(first: Reading) -> None:
    reading, instructions = do(first, "take")
    (listed,) = [instruction for instruction in instructions if isinstance(instruction, ListActs)]
    assert listed.numbers is not None and len(listed.numbers) > 1
    _, instructions = do(reading, str(listed.numbers[1]))
    assert isinstance(requests(instructions)[0], say.ActRequest)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("resign", VoteRequest("resigned", 0)),
        ("vote resigned", VoteRequest("resigned", 0)),
        ("vote forfeit", VoteRequest("forfeit", 0)),
    ],
)
def test_what_cannot_be_taken_back_is_asked_about(line: str, meant: say.Request, first: Reading) -> None:
    reading, instructions = do(first, line)
    assert [type(instruction) for instruction in instructions] == [AskConfirmation]
    assert requests(do(reading, "y")[1]) == [meant]
    assert requests(do(reading, "n")[1]) == []
    off, instructions = do(reading, "row")
    assert off.state.confirmation is None and "cancelled" in said(instructions)
    assert do(reading, "")[0].state.confirmation is None


def test_a_vote_that_cannot_be_says_why(first: Reading) -> None:
    assert "names nobody" in said(do(first, "vote call-off Bob")[1])
    assert first.state.welcome is not None
    waits = msgspec.structs.replace(first.state.welcome, motions=["resigned", "call-off", "forfeit"])
    waiting = first.of(reduce_reply(first.state, waits)[0])
    for line in ("vote gone Bob", "gone Bob"):
        assert "has agreed to wait for missing players" in said(do(waiting, line)[1])
    assert "gone" not in said(do(waiting, "vote")[1]) and "gone" in said(do(first, "vote")[1])
    assert "gone" not in said(do(waiting, "? vote")[1]) and "gone" in said(do(first, "? vote")[1])
    over = first.of(replace(first.state, ended_early=True))
    for line in ("vote gone Bob", "vote forfeit", "resign"):
        reading, instructions = do(over, line)
        assert "The game is over" in said(instructions) and not requests(instructions)
        assert reading.state.confirmation is None


def test_quitting_is_asked_about_where_something_is_lost(first: Reading) -> None:
    assert list(parser.instructions(context(first), "quit")) == [Quit()]
    assert list(parser.instructions(context(first), "quit")) == [Quit()]
    assert list(parser.instructions(context(first, comeback=""), "quit")) == [Quit()], "nothing was done yet"
    first = first.of(replace(first.state, log=(say.LogEntry("round", [1], actor=1),)))
    (asked,) = parser.instructions(context(first, comeback=""), "quit")
    assert isinstance(asked, AskConfirmation)
    assert list(parser.instructions(context(first, interactive=False, comeback=""), "quit")) == [Quit()]


def test_any_line_takes_over_at_a_shared_keyboard(first: Reading) -> None:
    wished = ClientState(SeatRequest(0, shared_seats=(0, 1)), welcome=first.state.welcome)
    state, _ = reduce_reply(wished, say.WaitReply([say.SeatWait(1, "Bob", "its-turn")]))
    reading, instructions = do(Reading(state, Words()), "resign")
    assert instructions == [TakeSeat(1)] and reading.state.handover_seat is None
    begun = replace(state, log=(say.LogEntry("round", [1], actor=1),))
    assert list(parser.instructions(context(first.of(begun)), "q")) == [Quit()], "and leaves without seeing a hand"


def test_brief_is_turned_on_and_off(first: Reading) -> None:
    for line, brief in (("brief", True), ("brief on", True), ("brief off", False)):
        assert SetBrief(brief) in do(first, line)[1]
    assert SetBrief(False) in do(first, "brief", "brief")[1]


def test_a_script_waits_for_its_turn_with_acts_and_not_with_pages(first: Reading) -> None:
    for line in ("take 1", "1", "undo", "why 1", "act row"):
        assert parser.needs_turn(context(first), line)
        assert not parser.needs_turn(context(do(first, "resign")[0]), line)
    for line in ("row", "who", "' take 1", "? 1", ""):
        assert not parser.needs_turn(context(first), line)


def test_a_suggestion_needs_likeness() -> None:
    cards = {"post": "West Trading Post", "caesar": "Julius Caesar", "bronze": "Bronze"}
    assert name_search.closest_names("host", cards) == name_search.closest_names("clear", cards) == []
    assert name_search.closest_names("bronz", cards) == ["bronze"] and name_search.closest_names("ceasar", cards) == [
        "caesar"
    ]
    chinese = {"corruption": "腐败", "genius": "建造天赋", "end": "回合结束"}
    assert name_search.closest_names("腐拜", chinese) == ["corruption"] and name_search.closest_names(
        "回和结速", chinese
    ) == ["end"]
    assert name_search.closest_names("天气", chinese) == []


def test_a_bot_is_asked_for_by_a_level_that_the_game_has_as_far_as_the_node_says_which() -> None:
    local, seat = next(iter(random_moments("caravan", 2, seed=1)))
    welcome = msgspec.structs.replace(greeting(local, seat), offers=["autopilot"], levels=["random", "easy"])
    older = msgspec.structs.replace(welcome, levels=[])
    for said_by, level, taken in ((welcome, "easy", True), (welcome, "hard", False), (older, "hard", True)):
        context = CommandContext(reading_of(said_by, turn_message(local, seat)), parser.COMMANDS, True, "")
        (first, *_) = parser.instructions(context, f"autopilot {level}")
        assert isinstance(first, AskConfirmation) == taken
        if not taken:
            told = plain(first.content[0].text)  # type: ignore[union-attr]
            assert "no bots of level “hard”" in told and "random or easy" in told


def test_who_says_too_much_hears_how_much_of_it_was_said() -> None:
    local, seat = next(iter(random_moments("caravan", 2, seed=1)))
    context = CommandContext(reading_of(greeting(local, seat), turn_message(local, seat)), parser.COMMANDS, True, "")
    for letters in (500, 501):
        first, *more = parser.instructions(context, f"chat {'x' * letters}")
        assert isinstance(first, SendRequest) and first.request == ChatRequest("x" * 500)
        texts = [plain(block.text) for one in more for block in one.content]  # type: ignore[union-attr]
        assert [("500" in text) for text in texts] == [True] * (letters > 500)


def test_what_is_read_out_or_copied_in_a_lobby_stands_on_one_line_however_long_the_names() -> None:
    key = "idytqrcgm2g6kj5w5euo2tl6cy"
    known = [say.TextRef("new")]
    guests = [say.LobbyMember(name * 20, key, known, 1, True, name == "甲") for name in ("甲", "乙")]
    table = "丙" * 20
    lobby = say.LobbyReply("waiting", table, f"192.168.100.200:7000#{'k' * 40}", guests, 3, [], announced=True)
    for language in ("en", "zh-Hans"):
        words = Words(language)
        style = Style(ideographic=ideographic(language))
        shown = [plain(line) for line in lay_out(lobby_blocks(lobby, words), style)]
        assert sum(key in line for line in shown) == 2 and sum(f"join '{table}'" in line for line in shown) == 1, shown


def test_of_a_lobby_that_has_hardly_changed_only_the_news_is_shown() -> None:
    ann, bob = (
        say.LobbyMember("Ann", "k1", [say.TextRef("you")], 1, True, True),
        say.LobbyMember("Bob", "k2", [], 2, False),
    )
    lobby = say.LobbyReply("agreeing", "friday", "", [ann, bob], 3, [], offers=HOST)
    agreed = msgspec.structs.replace(lobby, guests=[ann, msgspec.structs.replace(bob, ready=True)])
    closing = msgspec.structs.replace(agreed, state="starting")
    shown: list[str] = []
    before: say.LobbyReply | None = None
    for one in (lobby, agreed, msgspec.structs.replace(agreed, address="10.0.0.1:7000"), closing):
        shown += [plain(line) for line in lay_out(lobby_blocks(one, Words(), before), Style())]
        before = one
    said = "\n".join(shown)
    assert said.count("Table friday") == said.count("Bob, 2 seats") == 2, "with Bob who agrees, and without"
    assert said.count("Everybody agrees. Type start") == said.count("Everybody agrees: the game begins") == 1
    assert "Ann (host)," not in said, "she has one"


def test_a_lobby_says_whom_it_waits_for() -> None:
    ann = say.LobbyMember("Ann", "k1", [say.TextRef("you")], 1, True, True)
    bob = say.LobbyMember("Bob", "k2", [], 1, False)
    lobby = say.LobbyReply("waiting", "friday", "", [ann], 4, [], offers=HOST)
    asked = msgspec.structs.replace(bob, known=[say.TextRef("you")])
    for now, waits, chinese in (
        (lobby, "Waiting for 3 more players.", "还在等3名玩家加入。"),
        (msgspec.structs.replace(lobby, guests=[ann, bob], seats=3), "1 more player.", "正在等Bob同意。"),
        (msgspec.structs.replace(lobby, guests=[ann, asked], seats=2, state="agreeing"), "for you to agree", "在等你"),
        (msgspec.structs.replace(lobby, seats=1, state="agreeing"), "Type start to begin", "start"),
        (msgspec.structs.replace(lobby, guests=[]), Words()("lobby.opening"), Words("zh-Hans")("lobby.opening")),
    ):
        for language, text in (("en", waits), ("zh-Hans", chinese)):
            answer = said(do(reading_of(now, language=language), "who")[1])
            assert text in answer and Words(language)("waits-for-nobody") not in answer, answer
