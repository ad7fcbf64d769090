"""Numbers: what a line shows is what its key does, and a number that means nothing leaves the mark and says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.languages import in_turn
from tests.ui.fake_node import make_table
from tests.ui.positions import random_moments
from tests.ui.screen.keyboard import at_the_screen, coming, face_told, lines_of, shown
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.screen.boards import Spot
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.numbers import add_digit
from tta_p2p.ui.screen.screen_state import ALL_ACTS, SOME_ACTS, acts_of

GAMES = {"caravan": 1, "civilization": 5, "seven_wonders": 1, "smugglers": 1, "through_the_ages": 3}
"""Every game, and one of how many decisions of some random games are looked at."""
LONG = 70
"""Lists of so many acts say nothing that shorter ones do not."""
NUMBER = re.compile(r"[ *<]*(\d+)[- *]")


@cache
def moments(name: str) -> tuple[tuple[say.Reply, ...], ...]:
    """What a client is told at each kind of decision in a game or two: where there is most to choose among."""
    found: dict[str, tuple[int, tuple[say.Reply, ...]]] = {}
    for seed in (1,) if name == "civilization" else (1, 2):
        for local, seat in random_moments(name, 3, seed=seed, every=GAMES[name]):
            assert local.decision is not None
            number, key = len(local.legal(seat)), local.decision.key
            if number > 1 and found.get(key, (0,))[0] < number < LONG:
                found[key] = number, tuple(coming(local, seat))
    return tuple(replies for _, replies in found.values())


def lists(face: ScreenFace) -> Iterator[str]:
    """Open every list there is, one after the other: the game's own, all acts, those of letters, and those of lines."""
    assert face.board is not None
    for key in (
        "esc",
        "a",
        *face.board.controls.letters,
        *[key for key, page in face.board.controls.pages.items() if page == "hand"],
    ):
        face.press("esc")
        face.press("esc")
        if face.board.controls.letters.get(key) is not None and face.board.controls.letters[key].does_single_act:
            continue
        face.press(key)
        if face.screen_state.page is not None:
            continue
        yield key
        before = face.screen_state
        for place, spot in enumerate(face.spots()):
            if spot.acts and spot.item is None:
                face.panes.view.screen_state = before
                face.panes.selection.focus(place)
                face.press("enter")
                yield f"{key} {spot.key}"
                face.press("esc")
    face.press("esc")


def has_menu_numbers(face: ScreenFace) -> bool:
    """Whether the list of all acts is in sight, or a panel."""
    look, board, context = face.screen_state, face.board, face.context
    assert board is not None and context is not None
    has_panel = board.choices.spots(context.reading, look.seen_things, 80) is not None
    panel = look.list_name == "" and has_panel and board.choices.panel_has_places
    return panel or look.list_name == ALL_ACTS


def number_of(spot: Spot) -> int | None:
    """The number that a line shows."""
    found = NUMBER.match(plain(spot.text))
    return int(found[1]) if found else None


def type_number(face: ScreenFace, number: int, at: float) -> None:
    face.panes.numbers.clock = lambda: at
    for digit in str(number):
        face.press(digit)


@pytest.mark.parametrize(("name", "language"), in_turn(tuple(GAMES)))
def test_each_number_marks_the_line_that_shows_it_and_any_other_leaves_the_mark_and_says_so(
    name: str, language: str
) -> None:
    none, words, now, seen = 0, Words(language), 0.0, 0
    for replies in moments(name):
        face = face_told(replies, language)
        for what in lists(face):
            found = face.spots()
            numbers = [number_of(spot) for spot in found]
            assert [spot.number or None for spot in found] == numbers, (what, [plain(spot.text) for spot in found])
            given = [number for number in numbers if number is not None]
            assert len({*given}) == len(given), (what, "no two lines have one number")
            if found and not has_menu_numbers(face) and not any("bid" in spot.key for spot in found):
                assert given == [*range(1, len(found) + 1)] or face.screen_state.list_name == SOME_ACTS, what
            highest = max(given, default=0)
            for number in (*range(highest + 12), *(11 * one for one in given), 10 * highest, *given):
                now += 10
                before = face.screen_state.focus
                type_number(face, number, now)
                if number in given:
                    assert face.spot() is found[numbers.index(number)], (what, number)
                    seen += 1
                else:
                    assert face.screen_state.focus == before, (what, number)
                    told = [words(f"screen.number.{key}", n=number) for key in ("longer", "none", "bid")]
                    assert plain(face.screen_state.notes[-1].text) in told, (what, number)  # type: ignore[union-attr]
                    none += 1
    assert seen > 10 and none >= 20


@pytest.mark.parametrize("name", GAMES)
def test_enter_after_a_number_that_means_nothing_says_so_and_does_nothing(name: str) -> None:
    for replies in moments(name):
        face = face_told(replies)
        found = [spot.number for spot in face.spots() if spot.number]
        highest = max(found, default=0)
        for none in {highest + 1, 10, 11, 11 * (found or [1])[0], 90 + highest % 10} - {*found}:
            face = face_told(replies)
            lines_of(face)
            before = face.screen_state
            type_number(face, none, 10.0)
            told = plain(face.screen_state.notes[-1].text)  # type: ignore[union-attr]
            assert told in [Words()(f"screen.number.{key}", n=none) for key in ("longer", "none", "bid")]
            face.press("enter")
            assert not lines_of(face) and plain(face.screen_state.notes[-1].text) == told  # type: ignore[union-attr]
            assert (face.screen_state.focus, face.screen_state.list_name) == (before.focus, before.list_name)
            face.press("enter")  # seen twice: it means the mark again, where nobody has moved it
        after = lines_of(face), face.screen_state.list_name
        fresh = face_told(replies)
        lines_of(fresh)
        fresh.press("enter")
        assert after == (lines_of(fresh), fresh.screen_state.list_name)
        type_number(other := face_told(replies), none, 10.0)
        other.press("up")  # another key ends it as well
        other.press("down")
        lines_of(other)
        other.press("enter")
        said = [line.replace("sure ", "act ") for line in after[0]]
        assert (said, after[1]) == (lines_of(other), other.screen_state.list_name)


@pytest.mark.parametrize("name", GAMES)
def test_the_whole_list_has_the_numbers_of_the_list_beside_it_and_others_count_on(name: str) -> None:
    counted = 0
    for replies in moments(name):
        face = face_told(replies)
        shown, is_panel = acts_by_number(face), has_menu_numbers(face)
        face.press("a")
        assert face.context is not None
        menu, whole = face.context.reading.menu, acts_by_number(face)
        if any(entry.verb == "bid" for entry in menu.entries):
            continue
        assert len(whole) == len(face.spots())
        if is_panel:
            assert all(number == menu.numbers[acts[0]] for number, acts in whole.items())
        else:
            assert all(whole.get(number, acts) == acts for number, acts in shown.items())
            assert all(number in whole for number, acts in shown.items() if len(acts) == 1)
            assert all(number in shown or number > max(shown, default=0) for number in whole)
            counted += len(whole) > 1
        for letter in "ae":
            face.press(letter)
            assert all({*acts} <= {*whole[number]} for number, acts in acts_by_number(face).items())
    assert counted or name in ("caravan", "smugglers")


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_number_takes_back_what_its_first_digit_had_told_and_chooses_nothing(name: str) -> None:
    """The line to which the mark returns does something else than that of the first digit."""
    tried = 0
    for replies in moments(name):
        face = face_told(replies)
        given, before = acts_by_number(face), face.spot()
        first = next((number for number in given if number < 10 and acts_of(face.spots()[0]) != given[number]), None)
        if first is None or before is None or first * 10 + 9 in given:
            continue
        type_number(face, first, 10.0)
        face.panes.preview.show((Para(row("what that line does")),))
        face.press("9")
        assert face.spot() is before and "what that line does" not in "\n".join(shown(face))
        assert not face.panes.selection.is_moved, "whoever presses Enter now is asked where that is final"
        tried += 1
    assert tried


@pytest.mark.parametrize("opens", ["", "a"])
def test_a_number_marks_its_line_while_the_mark_is_on_the_map_also_where_the_line_has_no_place(opens: str) -> None:
    placeless, now = 0, 0.0
    for replies in moments("civilization"):
        face = face_told(replies)
        for key in opens:
            face.press(key)
        look = face.screen_state
        for number in acts_by_number(face):
            face.panes.view.screen_state = look
            face.press(";")
            was_on_map, now = face.screen_state.is_on_map, now + 10
            type_number(face, number, now)
            spot = face.spot()
            assert spot is not None and spot.number == number
            placeless += was_on_map and not face.screen_state.is_on_map
    assert placeless


def acts_by_number(face: ScreenFace) -> dict[int, tuple[str, ...]]:
    """Give the acts of the lines that have a number."""
    return {spot.number: acts_of(spot) for spot in face.spots() if spot.number}


@pytest.mark.parametrize("name", GAMES)
def test_a_number_that_is_typed_as_a_command_does_what_its_line_shows(name: str) -> None:
    done = refused = 0
    for replies in moments(name):
        for opens in ([], ["a"]):
            face = face_told(replies)
            for key in opens:
                face.press(key)
            look, found = face.screen_state, face.spots()
            has_all = has_menu_numbers(face)
            for number, acts in acts_by_number(face).items():
                lines_of(face)
                face.panes.view.screen_state = look
                for key in (":", *str(number), "enter"):
                    face.press(key)
                spot = next(spot for spot in found if spot.number == number)
                if spot.item is not None:
                    assert lines_of(face) in ([f"act {acts[0]}"], [f"sure {acts[0]}"])
                    done += 1
                else:
                    assert not lines_of(face) and (set().union(*map(acts_of, face.spots())) == {*acts} or not acts)
            if not has_all and found:
                face.panes.view.screen_state = look
                for key in (":", *"98", "enter"):
                    face.press(key)
                told = lines_of(face)
                assert told == ["98"] or "98" in plain(face.screen_state.notes[-1].text)  # type: ignore[union-attr]
                refused += not told
    assert done and (refused or name not in ("civilization", "through_the_ages"))


def test_the_cards_of_a_hand_have_the_first_numbers_in_their_order() -> None:
    """The cheapest way to build each comes first: the others leave no gaps between the cards."""
    several = 0
    for local, seat in random_moments("seven_wonders", 3, seed=3):
        if local.decision is None or local.decision.key != "choose":
            continue
        face = face_told(coming(local, seat))
        assert face.context is not None
        builds = [entry for entry in face.context.reading.menu.entries if entry.verb == "build"]
        cards = len({entry.text.split()[1] for entry in builds})
        given = [spot.number for spot in face.spots() if any(act.startswith("build") for act in acts_of(spot))]
        assert given == [*range(1, cards + 1)]
        several += len(builds) > cards
    assert several


def test_digits_within_a_second_are_one_number() -> None:
    replies = max(moments("through_the_ages"), key=lambda told: len(told[-1].legal))  # type: ignore[union-attr]
    face = face_told(replies)
    face.press("a")
    numbers = [spot.number for spot in face.spots()]
    assert 1 in numbers and 12 in numbers and max(numbers) < 90
    face.panes.numbers.clock = lambda: 10.0
    face.press("1")
    assert face.spot().number == 1  # type: ignore[union-attr]
    face.panes.numbers.clock = lambda: 10.9
    face.press("2")
    assert face.spot().number == 12  # type: ignore[union-attr]
    face.press("2")
    assert face.spot().number not in (2, 12, 122)  # type: ignore[union-attr]
    assert "has the number 122" in "\n".join(shown(face))
    for _ in range(60):  # the key is held
        face.press("2")
    assert "has the number 122222." in "\n".join(shown(face))
    face.press("esc")  # another key ends a number
    face.press("a")
    face.press("2")
    assert face.spot().number == 2 or 2 not in numbers  # type: ignore[union-attr]
    face.panes.numbers.clock = lambda: 20.0
    face.press("1")
    face.panes.numbers.clock = lambda: 21.0
    face.press("2")
    assert face.spot().number == (2 if 2 in numbers else 1)  # type: ignore[union-attr]


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_digits_are_no_line_of_a_short_list_and_a_digit_after_a_pause_is_one(language: str) -> None:
    faces = (face_told(told, language) for told in moments("seven_wonders"))
    short = next(face for face in faces if 3 < len(face.spots()) < 10)
    lines_of(short)
    one, two = [spot.number for spot in short.spots() if spot.number][:2]
    before = short.screen_state.focus
    for number in (f"{two}{one}", f"{one}{one}", f"{one}0", "10", "99"):
        type_number(short, int(number), 10.0 * int(number))
        assert short.screen_state.focus == before
        short.press("enter")
        assert Words(language)("screen.number.none", n=number) in "\n".join(shown(short)) and not lines_of(short)
    type_number(short, one, 5000.0)
    type_number(short, two, 5001.0)
    assert short.spot().number == two  # type: ignore[union-attr]
    short.press("enter")
    assert lines_of(short) or short.screen_state.list_name == SOME_ACTS


async def test_backspace_takes_digits_back() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter", "down", "down")
        marked, turn = ann.face.spot(), ann.client.state.turn
        assert turn is not None and len(turn.draft) == 1 and marked is not None
        numbers = [spot.number for spot in ann.face.spots()]
        assert {1, 12} <= {*numbers}
        await ann.press("1", "2")
        assert (spot := ann.face.spot()) is not None and spot.number == 12
        await ann.press("backspace")
        assert (spot := ann.face.spot()) is not None and spot.number == 1
        await ann.press("backspace")
        assert ann.face.spot() == marked and ann.client.state.turn == turn
        await ann.press("9", "9", "9", *["backspace"] * 3)
        assert ann.face.spot() == marked and ann.client.state.turn == turn, "also those of no number"


@pytest.mark.parametrize("keys", [(), ("a", "p", "o"), ("?", "a", "b"), ("g",), ("1", "2"), ("a", "9")])
async def test_who_erases_more_than_was_typed_takes_back_no_act(keys: tuple[str, ...]) -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        await ann.press("enter", *keys, *["backspace"] * 5)
        assert ann.client.state.turn is not None and len(ann.client.state.turn.draft) == 1


def test_in_an_auction_the_digits_are_the_bid() -> None:
    replies = next(told for told in moments("through_the_ages") if told[-1].decision.key == "auction")  # type: ignore[union-attr]
    face = face_told(replies)
    bids = {spot.number: spot for spot in face.spots() if spot.item is not None and spot.item.verb == "bid"}
    assert bids and all(spot.item is not None and spot.item.text == f"bid {number}" for number, spot in bids.items())
    for number in bids:
        type_number(face, number, 10.0 * number)
        lines_of(face)
        face.press("enter")
        assert lines_of(face) == [f"act bid {number}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bid_that_is_too_high_is_no_bid_of_its_last_digit(language: str) -> None:
    told = next(told for told in moments("through_the_ages") if told[-1].decision.key == "auction")  # type: ignore[union-attr]
    face = face_told(told, language)
    bid = next(spot.number for spot in face.spots() if spot.number)
    before, number = face.screen_state.focus, 90 + bid
    assert all(spot.number != number for spot in face.spots())
    type_number(face, number, 10.0)
    assert face.screen_state.focus == before
    assert Words(language)("screen.number.bid", n=number) in "\n".join(shown(face))
    type_number(face, bid, 20.0)
    assert face.spot().number == bid  # type: ignore[union-attr]


def test_a_number_on_a_page_of_the_game_marks_that_act_also_where_its_card_has_several() -> None:
    several = 0
    for replies in moments("seven_wonders"):
        face = face_told(replies)
        assert face.context is not None
        for at, entry in enumerate(face.context.reading.menu.entries):
            if face.context.reading.scene.turn.decision.key != "choose":  # type: ignore[union-attr]
                continue
            face.press("esc")
            face.press("o")
            while f"{entry.number}) " not in "\n".join(shown(face, (80, 200))):
                face.press("right")
            type_number(face, entry.number, 10.0 * at)
            spot = face.spot()
            assert spot is not None and spot.item is not None and spot.item.text == entry.text
            several += face.screen_state.list_name == SOME_ACTS
    assert several


def test_a_digit_begins_a_number_where_another_list_has_come_since_the_one_before() -> None:
    before = add_digit(None, "6", 0.0, range(1, 69), False, ("", 0))
    assert add_digit(before, "3", 0.2, range(1, 69), False, ("", 0)).number == 63
    after = add_digit(before, "3", 0.2, range(1, 4), False, ("", 0))
    assert (after.digits, after.number) == ("3", 3)
    on_page = add_digit(None, "6", 0.0, range(1, 69), True, ("", 0))
    assert add_digit(on_page, "3", 0.2, range(1, 4), False, ("", 0)).number == 63, "the page has shown it"
