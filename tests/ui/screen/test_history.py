"""Looking back on the screen: the turns, how it stood then, charts of it all, and what was proved."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import msgspec
import pytest
import trio
from trio.testing import MockClock, memory_stream_pair, wait_all_tasks_blocked

from tests.ui.fake_node import make_table
from tests.ui.positions import NAMES, random_moments
from tests.ui.screen.golden import VIEWS, golden
from tests.ui.screen.keyboard import Person, at_the_screen, face_told, lines_of, shown, style_of
from tests.ui.screen.remembered import PROOFS, at_the_game, come_to_the_game, past_of, played, press, replies, tell
from tta_p2p.cli.stored_games.stepper import Stepper
from tta_p2p.games.contract import Act, Place, Standings
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.spectators.recording_table import RecordingTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.table import local_record
from tta_p2p.table.binding import rules_digest
from tta_p2p.table.local_record import DecisionRecord, LocalCharter
from tta_p2p.ui.blocks import Charts, lay_out
from tta_p2p.ui.cells import plain, width
from tta_p2p.ui.client import EXIT_GAME_OVER, SeatClient
from tta_p2p.ui.history import timeline_of, turn_ends, turns
from tta_p2p.ui.instructions import SendRequest
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.log_text import log_paragraphs
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import Style

SCENES: dict[str, tuple[str, list[str]]] = {
    "turns": ("through_the_ages", ["j"]),
    "past": ("through_the_ages", ["j", "1", "4", "enter", "right"]),
    "past-hand": ("through_the_ages", ["j", "1", "4", "enter", "h"]),
    "chart": ("through_the_ages", ["k"]),
    "fair": ("through_the_ages", ["f"]),
    "past-seven-wonders": ("seven_wonders", ["j", "4", "enter"]),
    "chart-seven-wonders": ("seven_wonders", ["k"]),
    "past-caravan": ("caravan", ["j", "3", "enter"]),
}


@pytest.mark.parametrize("game", ["through_the_ages", "seven_wonders", "caravan"])
def test_a_picture_is_as_reviewed(game: str) -> None:
    local = played(game, 3, 5, 160 if game == "through_the_ages" else 9)
    told = [*replies(local, 0), PROOFS]
    for language, size in VIEWS:
        face = come_to_the_game(told, language, size)
        now = face.screen_state
        for name, keys in ((name, keys) for name, (of, keys) in SCENES.items() if of == game):
            face.panes.view.screen_state = now
            press(face, local, *keys)
            golden(f"{name}-{size[0]}-{language}", shown(face))
            assert {width(one) for one in face.frame(size).rows} == {size[0]}


@pytest.mark.parametrize("game", ["through_the_ages", "seven_wonders", "caravan", "smugglers"])
def test_every_place_is_shown_as_the_node_tells_it_and_esc_comes_back(game: str) -> None:
    local = played(game, 3, 7, 60)
    face = at_the_game(local, 1)
    now = shown(face)
    assert face.context is not None
    course = timeline_of(face.context.state)
    press(face, local, "j", "home", "enter")
    press(face, local, "home")
    for at in range(len(course)):
        reading = face.reading()
        assert face.screen_state.moment == at and reading is not None and reading.state.turn is not None
        assert reading.state.turn.number == course[at].number
        assert reading.state.turn.view == past_of(local, 1, course[at].number).view
        assert reading.state.log_so_far == tuple(line for place in course[: at + 1] for line in place.lines)
        press(face, local, "right")
    assert face.screen_state.moment == len(course) - 1
    press(face, local, "esc")
    assert shown(face)[:5] == now[:5]


def test_neighbours_are_shown_with_what_they_had_built_by_then() -> None:
    local = played("seven_wonders", 3, 7, 15)
    face = at_the_game(local, 1)
    assert "+Craftsmen's Guild" in "".join(line for line in shown(face) if "sells" in line)
    press(face, local, "j", "home", "enter", "home")
    there = [line for line in shown(face) if "sells" in line]
    assert there and not any("Guild" in line or "sold" in line for line in there), "nobody has done anything yet"


def test_turns_are_passed_over_in_both_directions() -> None:
    local = played("through_the_ages", 3, 5, 160)
    face = at_the_game(local, 0)
    assert face.context is not None
    past = turns(timeline_of(face.context.state))
    press(face, local, "j", "2", "enter")
    assert face.screen_state.moment == past[1].first
    press(face, local, "page down")
    assert face.screen_state.moment == past[2].first
    press(face, local, "right", "page up")
    assert face.screen_state.moment == past[2].first
    press(face, local, "page up")
    assert face.screen_state.moment == past[1].first


def test_keys_that_act_do_nothing_while_the_past_is_looked_at() -> None:
    local = played("through_the_ages", 3, 5, 160)
    seat = local.decision.seats[0] if local.decision is not None else 0
    face = at_the_game(local, seat)
    press(face, local, "j", "3", "enter")
    for key in ("e", "z", "Z", "y", "t", "b", "p", "a", "x", "H"):
        face.press(key)
        assert face.screen_state.moment is not None and not face.screen_state.list_name
    with pytest.raises(trio.WouldBlock):
        face.panes.queue.channel.receive_nowait()
    press(face, local, "esc", "j")
    for key in ("e", "a", "z"):
        face.press(key)
    with pytest.raises(trio.WouldBlock):
        face.panes.queue.channel.receive_nowait()


def test_the_board_beside_a_turn_that_is_looked_at_is_of_who_played_it() -> None:
    local = played("through_the_ages", 3, 5, 160)
    face = at_the_game(local, 0)
    press(face, local, "right", "j", "1", "4", "enter")
    name = shown(face)[0].split("Round 5: ")[1].split(" ")[0]
    assert f"{name}*: " in shown(face)[5]


def test_what_a_seat_did_not_know_then_is_not_shown_to_another() -> None:
    local = played("through_the_ages", 3, 5, 160)
    face = at_the_game(local, None)
    press(face, local, "j", "1", "0", "enter", "right", "right")
    assert face.context is not None and face.context.state.history
    for past in face.context.state.history.values():
        assert all(not card["face"] for one in past.view["civilizations"] for card in one["hand"])


def test_another_seat_at_the_same_terminal_finds_nothing_of_what_this_one_looked_at() -> None:
    local = played("through_the_ages", 3, 5, 40)
    face = at_the_game(local, 0)
    press(face, local, "j", "1", "enter")
    assert face.context is not None and face.context.state.history
    welcome = replies(local, 1)[0]
    state, _ = reduce_reply(face.context.state, welcome)
    assert not state.history


def test_a_local_game_says_that_it_proves_nothing() -> None:
    local = played("through_the_ages", 3, 5, 40)
    told = replies(local, 0, say.LOCAL)
    assert isinstance(told[0], say.WelcomeReply)
    welcome = say.WelcomeReply(
        **{**{one: getattr(told[0], one) for one in told[0].__struct_fields__}, "offers": ["past"]}
    )
    face = face_told([welcome, *told[1:]])
    press(face, local, "esc", "f")
    assert "no fairness proofs" in "\n".join(shown(face))
    press(face, local, "esc")
    assert "local" in shown(face, (120, 40))[0]


def test_what_does_not_fit_together_is_seen_in_the_first_line() -> None:
    local = played("through_the_ages", 3, 5, 40)
    face = at_the_game(local, 0, "en", (120, 40), PROOFS)
    assert "1234 checked, agreed" in shown(face)[0]
    face = at_the_game(local, 0, "en", (120, 40), PROOFS, say.HaltReply("differ", ["Bob"]))
    assert "DISPUTED" in shown(face)[0]
    press(face, local, "f")
    assert "some contradict each other" in " ".join("\n".join(shown(face)).split())


async def test_the_past_is_asked_of_a_real_table_and_played_forward(autojump_clock: MockClock) -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann, trio.open_nursery() as nursery:
        nursery.start_soon(ann.face.play_forward)
        await ann.press("enter", "e", "enter", "esc")
        seen = await ann.press("j")
        assert "Round 1: Ann" in seen and "Round 1: Bob" in seen
        seen = await ann.press("home", "enter")
        assert "Looking back:" in seen and "The beginning." in seen and "Round 1: Ann" in seen
        await ann.press(" ")
        await trio.sleep(60)
        await wait_all_tasks_blocked()
        assert (
            not ann.face.screen_state.is_replaying
            and ann.face.screen_state.moment == len(timeline_of(ann.client.state)) - 1
        )
        assert "Your turn" in await ann.press("esc")
        assert "Culture" in await ann.press("k")
        await ann.press("esc")
        assert "local" in ann.sees().split("\n")[0]
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize(("game", "charts"), [("seven_wonders", 1), ("civilization", 3), ("through_the_ages", 0)])
def test_the_last_page_draws_how_it_came_to_the_end_once_the_node_has_told_it(
    game: str, charts: int, is_closed: bool
) -> None:
    """Through the Ages finds it in the log. A page that was closed does not open again."""
    local = played(game, 3, 5, 40)
    face = at_the_game(local, 0, "en", (100, 40))
    over = say.GameOverReply(msgspec.to_builtins(Standings(True, (Place(0, 1, 9), Place(1, 2, 7), Place(2, 3, 5)))))
    requests = [one.request for one in tell(face, over) if isinstance(one, SendRequest)]
    reading = face.reading()
    assert reading is not None and reading.scene is not None and reading.presenter is not None
    titles = [title for title, _ in reading.presenter.turns.measurements(reading.scene)][:charts]
    page = face.screen_state.page
    assert page is not None and len(requests) == (charts > 0)
    assert not charts or not any(isinstance(one, Charts) for one in page.blocks)
    if is_closed:
        face.press("esc")
    for request in requests:
        assert isinstance(request, say.PastRequest)
        for number in request.numbers:
            tell(face, past_of(local, 0, number))
    told = "\n".join(plain(one) for block in face.last_words for one in lay_out((block,), Style(100)))
    assert all(title in told for title in titles) and len(titles) == charts
    seen = face.screen_state.page
    assert is_closed == (seen is None)
    if seen is not None and charts:
        drawn = next(one for one in seen.blocks if isinstance(one, Charts)).charts
        assert [plain(one.title) for one in drawn] == titles and {len(one.curves) for one in drawn} == {3}


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("seven_wonders", 7), ("civilization", 4), ("through_the_ages", 4)])
def test_the_verdict_is_read_at_the_end_before_anybody_scrolls(
    game: str, seats: int, language: str, size: tuple[int, int]
) -> None:
    local = played(game, seats, 5, 40)
    face = at_the_game(local, 0, language, size)
    standings = msgspec.to_builtins(local.game.standings(local.state))
    tell(face, say.GameOverReply(standings, "fair", "/tmp/game.tta", "as-it-came"))
    verdict = Words(language)("verdict.fair.as-it-came")
    assert "".join(verdict.split()) in "".join("".join(shown(face, size)).split())


def test_charts_are_ascii_where_nothing_else_can_be_shown_and_letters_tell_players_apart() -> None:
    local = played("through_the_ages", 3, 5, 160)
    face = at_the_game(local, 0)
    face.panes.view.style = replace(face.style, ascii=True)
    press(face, local, "k")
    lines = shown(face)
    assert all(line.isascii() for line in lines)
    for name in ("A Ann", "B Bob", "C Cid"):
        assert any(name in line for line in lines)


def test_closed_hands_of_a_recorded_game_say_so() -> None:
    local = played("through_the_ages", 3, 5, 20)
    face = at_the_game(local, None, sid=say.RECORDED)
    face.panes.history.show_moment(3)
    press(face, local, "s")
    assert "stayed closed" in "\n".join(shown(face)) and lines_of(face) == [], "nothing is asked of the node"
    assert "more" not in shown(at_the_game(local, None, sid=say.RECORDED))[-1]


async def test_a_recorded_game_is_stepped_through_from_where_it_is_wanted_as_anybody_saw_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    local = played("through_the_ages", 3, 5, 160)
    acts = [fact for fact in local.facts if isinstance(fact, Act)]
    rules = rules_digest(local.game)
    charter = LocalCharter(bytes(32), local.game.name, rules, 3, {}, 5, NAMES[:3])
    recording = local_record.recording(charter, [DecisionRecord((act,)) for act in acts])
    table = RecordingTable(recording)
    ours, theirs = memory_stream_pair()
    face = ScreenFace(style_of("en"), lambda: (80, 24))
    face.begin_at(40)
    client = SeatClient(Lines(ours), face, Words(), SeatRequest(None, spectate=True, shared_seats=(0, 1, 2)), True, str)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.serve, theirs)
        nursery.start_soon(client.run)
        await wait_all_tasks_blocked()
        ann = Person(client, face)
        assert "Looking back:" in ann.sees() and "s seat" in ann.sees()
        at = face.screen_state.moment
        course = timeline_of(client.state)
        assert at is not None and course[at].number >= 40 > course[at - 1].number
        stepper = Stepper(recording, course[at].number, None, Style(80))
        assert f"step {stepper.at} of {stepper.last}" in ann.sees().split("\n")[0], "the same numbers as line by line"
        stepper.print_chart()
        so_far = capsys.readouterr().out
        stepper.at = stepper.last
        stepper.print_chart()
        assert "Culture" in so_far and so_far != capsys.readouterr().out, "nor is the end revealed line by line"
        stepper.at = course[at].number
        help_ = await ann.press("?")
        assert all(
            one in help_ for one in ("You are stepping through a recorded game", "Stepping through", "PgUp PgDn")
        )
        assert "increase the population" not in help_, "keys that act do nothing here"
        await ann.press("esc", "g")
        begun = [line for place in course[: at + 1] for line in place.lines]
        assert face.screen_state.page is not None and client.reading.presenter is not None
        assert face.screen_state.page.blocks == log_paragraphs(begun, client.reading.presenter.texts_for(None)), (
            "and no later one"
        )
        await ann.press("esc")
        assert "as Ann saw it" in await ann.press("s") and face.screen_state.moment == at
        seen = await ann.press("h")
        assert "Looking back: Hand" in seen
        await ann.press("esc", "s", "s", "s")
        assert "saw it" not in ann.sees()
        assert "Culture" in await ann.press("k")
        page, ends = face.screen_state.page, turn_ends(course).values()
        chart = next(one for one in page.blocks if isinstance(one, Charts)).charts[0] if page is not None else None
        begun_turns = sum(number <= course[at].number for number in ends)
        assert chart is not None and len(chart.labels) == begun_turns < len(ends), "what comes later is not revealed"
        assert "This is a recording" in await ann.press("esc", "f")
        assert "The end of the recording" not in await ann.press("esc", "end"), "nobody asked for it"
        assert face.screen_state.moment == len(timeline_of(client.state)) - 1
        assert "The end of the recording" in await ann.press("right")
        await ann.press("esc", "q")
        assert client.code == EXIT_GAME_OVER and not face.last_words
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("language", LANGUAGES)
def test_news_name_the_military_cards_that_the_end_of_the_turn_has_brought(language: str) -> None:
    told, hands = list[say.Reply](), list[list[str]]()
    for local, seat in random_moments("through_the_ages", 2, seed=4):
        told += replies(local, 0)
        view = local.game.view(local.state, local.dealer.knowledge_of(0), 0)
        hands.append([card["face"] for card in msgspec.to_builtins(view)["civilizations"][0]["hand"]])
        decision = local.decision
        if seat == 0 and decision is not None and decision.key == "politics" and len(hands[-1]) > 1:
            break
    seen = "".join("".join(shown(face_told(told, language))).split())
    texts = presenter_for("through_the_ages", Words(language), NAMES)
    drawn = next(now[len(then) :] for then, now in reversed([*pairwise(hands)]) if len(now) > len(then))
    names = texts.words.listed([texts.texts.card(face) for face in sorted(drawn)])
    assert "".join(texts.words("tta.new-cards", cards=names).split()) in seen


async def test_a_recorded_game_is_seen_while_it_is_read_and_its_end_only_by_whoever_asks_for_it() -> None:
    local = played("through_the_ages", 3, 5, 40)
    acts = [fact for fact in local.facts if isinstance(fact, Act)]
    charter = LocalCharter(bytes(32), local.game.name, rules_digest(local.game), 3, {}, 5, NAMES[:3])
    source = local_record.LocalSource(charter, [DecisionRecord((act,)) for act in acts])
    records = source.records()
    while source.recording is None or len(source.recording.instants) < 20:
        next(records)
    table = RecordingTable(source.recording, growing=True)
    ours, theirs = memory_stream_pair()
    face = ScreenFace(style_of("en"), lambda: (80, 24))
    face.begin_at(0)
    client = SeatClient(Lines(ours), face, Words(), SeatRequest(None, spectate=True, shared_seats=(0, 1, 2)), True, str)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.serve, theirs)
        nursery.start_soon(client.run)
        await wait_all_tasks_blocked()
        ann = Person(client, face)
        assert face.screen_state.moment == 0 and "Looking back:" in ann.sees()
        read = len(timeline_of(client.state))
        assert "still being read" in await ann.press("end", "right"), "this is not the end"
        await ann.press("esc", "home")
        for _ in records:
            pass
        table.take_in()
        await wait_all_tasks_blocked()
        more = len(timeline_of(client.state))
        assert more > read and face.screen_state.moment == 0
        last = timeline_of(client.state)[-1].number
        assert f"of {last} · Still reading" in ann.sees(), "without a key"
        table.end()
        await wait_all_tasks_blocked()
        assert face.screen_state.moment == 0 and face.screen_state.page is None and "The end" not in ann.sees()
        assert f"of {last} │" in ann.sees(), "it is not read any more"
        assert "This is all there is" in await ann.press("end", "right")
        nursery.cancel_scope.cancel()
