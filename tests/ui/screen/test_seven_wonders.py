"""7 Wonders by keys: a line for each card of the hand, what can be done with it, and any city beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from tests.seven_wonders.play import city, play
from tests.texts import QUOTED
from tests.ui.fake_node import make_table
from tests.ui.positions import random_moments, scene
from tests.ui.screen.keyboard import at_the_screen, face_of, lines_of, shown
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.payments import ways_to_build
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.i18n import LANGUAGES, ideographic
from tta_p2p.registry import load_rules
from tta_p2p.ui.act_menu import find_act, make_menu, menu_blocks
from tta_p2p.ui.blocks import Para, lay_out
from tta_p2p.ui.cells import Span, plain, row, width
from tta_p2p.ui.screen.boards import board_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.seven_wonders.cities import tokens
from tta_p2p.ui.seven_wonders.hand import handle_of, paid_names, payments, short_payment
from tta_p2p.ui.seven_wonders.tutorial import second_age, third_age
from tta_p2p.ui.seven_wonders.wording import SevenWondersWording
from tta_p2p.ui.style import Style


def hands(language: str = "en") -> Iterator[ScreenFace]:
    """Faces at moments in which a card of the hand is to be used."""
    for seed in (2, 3, 4):
        for local, seat in random_moments("seven_wonders", 3, seed=seed, every=4):
            if local.decision is not None and local.decision.key == "choose":
                yield face_of(local, seat, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_hand_is_one_line_and_enter_builds_it_or_lists_what_can_be_done(language: str) -> None:
    built = ways = barred = 0
    for face in hands(language):
        assert face.context is not None
        scene, spots = face.context.reading.scene, face.spots()
        assert scene is not None and scene.seat is not None
        assert len(spots) == len(scene.view.hands[scene.seat])
        for number, spot in enumerate(spots):
            for key in ("home", *["down"] * number):
                face.press(key)
            lines_of(face)
            assert f"▸{spot.number or '-':>2}" in "\n".join(shown(face))
            face.press("enter")
            if spot.item is not None:
                assert (
                    lines_of(face)[0].removeprefix("sure ").removeprefix("act ") == spot.item.text
                    and spot.item.verb == "build"
                )
                built += 1
                continue
            listed = [one.item for one in face.spots() if one.item is not None]
            verbs = {item.verb for item in listed}
            assert tuple(item.text for item in listed) == spot.acts
            assert verbs == {"build"} or (verbs <= {"stage", "sell"} and spot.refusal), "why not stands below"
            ways, barred = ways + ("build" in verbs), barred + ("sell" in verbs)
            face.press("esc")
        if built and ways and barred:
            return
    raise AssertionError((built, ways, barred))


def is_of_a_line(span: Span) -> bool:
    return span.target is not None and span.target.kind in ("line", "marked")


LEAST = 4
"""Rows below a list: what was said last, and three of what is marked."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_says_what_it_brings_before_more_than_a_row_of_the_log_is_seen(language: str) -> None:
    """At 80×24, in the hand and in the list of what can be built, with a long log."""
    seen = whole = 0
    for seats, seed in ((3, 21), (5, 8)):
        for local, seat in random_moments("seven_wonders", seats, seed=seed):
            if local.decision is None or local.decision.key != "choose" or local.state.age != 3:
                continue
            face = face_of(local, seat, language)
            for number in range(9):
                face.display((Para(row(f"{number}!")),))
            for key in ("", "b"):
                face.press(key)
                rows = face.frame((80, 24)).rows
                parts = [(n, one.text) for n, some in enumerate(rows) for one in some if is_of_a_line(one)]
                told, below = "".join(text for _, text in parts), len(rows) - 2 - parts[-1][0]
                for spot in face.spots():
                    effect = plain(face.style.spell(spot.detail)).removeprefix(": ")
                    is_whole = "".join(effect.split()) in "".join(told.split())
                    assert is_whole or below <= LEAST, (effect, [plain(one) for one in rows])
                    seen, whole = seen + bool(effect), whole + (is_whole and bool(effect))
    assert seen > 50 and whole > seen * 9 // 10, (seen, whole)


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
def test_what_the_marked_card_takes_and_does_comes_before_rows_of_the_log(language: str, size: tuple[int, int]) -> None:
    """Also where several ways lead to it, in the first picture after news, whose last line alone comes before that."""
    several = long = 0
    moments = random_moments("seven_wonders", 3, seed=21, every=3)
    ages = ((local, seat) for local, seat in moments if local.decision is not None and local.state.age == 3)
    for local, seat in islice((one for one in ages if one[0].decision.key == "choose"), 3):
        face = face_of(local, seat, language, size)
        for at, spot in enumerate(face.spots()):
            face.press("right")  # what was said before is read
            face.panes.selection.focus(at)
            for number in range(6):
                face.display((Para(row(f"{number}!")),))
            lines = shown(face, size)
            told, about = "".join("".join(lines).split()), (Para(spot.note), *face.screen_state.preview)
            assert "".join(spot.offer.split()) in told and "5!" in told, lines
            if len(lay_out(about, replace(face.style, width=size[0]))) < LEAST:
                assert "".join(plain(face.style.spell(spot.note)).split()) in told, lines
                long += width(face.style.spell(spot.note)) > size[0]
            several += bool(spot.offer)
    assert several and long


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_list_writes_all_that_is_paid_in_one_manner(language: str) -> None:
    manners, (local, seat) = set(), (third_age(), 0)
    wording = SevenWondersWording.of(*reversed(scene(local, seat, language)))
    for size in ((60, 20), (80, 24), (200, 60)):
        face = face_of(local, seat, language, size)
        face.press("a")
        bought = [one.item for one in face.spots() if one.item is not None and any(payments(one.item))]
        rows = "".join("".join(line[: size[0] // 2].split()) for line in shown(face, size))
        ways = ((short_payment(wording, payments(one)), paid_names(wording, payments(one))) for one in bought)
        short, named = zip(*(("".join(one.split()), "".join(other.split())) for one, other in ways), strict=True)
        is_short, is_named = any(one in rows for one in short), any(one in rows for one in named)
        assert is_short != is_named, rows
        manners.add(is_short)
    assert manners >= {False} and (True in manners or language != "en"), "names have no room in a narrow window"


@pytest.mark.parametrize("language", QUOTED)
def test_what_is_bought_leaves_room_for_the_name_of_the_card_and_for_who_is_paid(language: str) -> None:
    found = 0
    for face in hands(language):
        face.press("s")
        bought = [spot for spot in face.spots() if spot.item is not None and any(payments(spot.item))]
        assert face.context is not None
        listed = {spot.item.verb for spot in face.spots() if spot.item is not None} == {"stage"}
        for spot in bought if listed and len(face.spots()) > 1 else ():
            presenter = face.context.reading.presenter
            assert presenter is not None and spot.item is not None
            lines = [line[:44] for line in shown(face)]
            card = presenter.texts.card(spot.faces[0])
            at = next(at for at, line in enumerate(lines) if line[1:].lstrip().startswith(f"{spot.number} {card}"))
            line = " ".join(" ".join(lines[at : at + 2]).split())
            left, right = payments(spot.item)
            told = {"en": "{} to", "zh-Hans": "付{}给"}[language]
            both = zip(("Bob", "Cid"), (left, right), strict=True)
            paid = [part for name, coins in both if coins for part in (name, told.format(coins))]
            assert all(one in line for one in paid), line
            found += 1
        face.press("esc")
        if found > 3:
            return
    raise AssertionError(found)


BUYS = play(
    city("babylon", coins=9, hand=["dispensary"], built=["west-trading-post"]),
    city("rhodos", built=["foundry", "glassworks-i"]), city("alexandria"), city("ephesos"),
    city("gizah", built=["ore-vein", "glassworks-ii"]), age=2, turn=3,
)  # fmt: skip
"""Two ore and glass can be paid (1, 4), (2, 2) and (4, 0), and as a present (3, 2)."""


def test_ways_that_pay_more_than_it_takes_stand_last_behind_a_line_of_their_own_and_on_the_page_of_the_hand() -> None:
    texts = {option.act.args[1:] for option in BUYS.local.legal(0) if option.act.verb == "build"}
    assert {(1, 4), (2, 2), (4, 0), (3, 2)} <= texts, "all are legal"
    face = face_of(BUYS.local, 0)
    at = next(number for number, spot in enumerate(face.spots()) if "dispensary" in spot.faces)
    for key in ("home", *["down"] * at, "enter"):
        face.press(key)
    assert [payments(spot.item) for spot in face.spots() if spot.item is not None] == [(2, 2), (4, 0), (1, 4)]
    face.press("esc")
    face.press("b")
    listed = [(spot.faces[0], payments(spot.item)) for spot in face.spots() if spot.item is not None]
    assert listed[:2] == [("statue", (2, 0)), ("statue", (1, 2))], "of the ways to one card the cheapest comes first"
    assert [way for card, way in listed if card == "dispensary"] == [(2, 2), (4, 0), (1, 4)]
    assert face.spot() == face.spots()[0], "and is marked"
    assert "Paying more than needed" in plain(face.spots()[-1].text)
    for key in ("end", "enter"):
        face.press(key)
    assert [payments(spot.item) for spot in face.spots() if spot.item is not None] == [(3, 2)]
    lines_of(face)
    face.press("enter")
    (line,) = lines_of(face)
    assert line.startswith("sure build #") and line.endswith("=dispensary 3 2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_types_says_the_coins_of_a_present_or_its_number_and_the_list_of_a_turn_does_not_grow(
    language: str,
) -> None:
    presenter, now = scene(BUYS.local, 0, language)
    menu = make_menu(presenter, now)
    (gift,) = (entry for entry in menu.entries if entry.text.endswith("=dispensary 3 2"))
    told = "\n".join(plain(one) for one in lay_out(menu_blocks(menu, presenter), Style(80)))
    assert f"{gift.number})" not in told.split("\n\n")[0] and presenter.words("seven.more-ways")[:12] in told
    page = "\n".join(plain(one) for one in lay_out(presenter.page("hand", "", now).blocks, Style(80)))
    assert presenter.words("seven.pays-more") in page and f"{gift.number}) " in page
    assert menu.entry_of(gift.number) == gift
    for typed, wanted in (("build dispensary 3 2", gift.text), (gift.text, gift.text)):
        assert find_act(typed, menu, presenter).entry is not None
        assert find_act(typed, menu, presenter).entry.text == wanted  # type: ignore[union-attr]
    assert {one.text[-3:] for one in find_act("build dispensary", menu, presenter).candidates} == {"1 4", "2 2", "4 0"}
    found = find_act("build dispensary 2", menu, presenter)
    assert found.entry is None or not found.entry.text.endswith("3 2")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_the_hand_names_who_gets_how_much_and_what_a_card_makes_free(language: str) -> None:
    presenter, now = scene(BUYS.local, 0, language)
    page = [plain(one) for one in lay_out(presenter.page("hand", "", now).blocks, Style(120))]
    (dear,) = (entry for entry in make_menu(presenter, now).entries if entry.text.endswith("=dispensary 1 4"))
    told = next(one for one in page if one.strip().startswith(f"{dear.number}) "))
    assert all(name in told and str(paid) in told for name, paid in (("Bob", 1), ("Eve", 4))), told
    begins = next(at for at, one in enumerate(page) if one.startswith(presenter.texts.card("dispensary")))
    later = presenter.words("seven.and").join(map(presenter.texts.card, ("arena", "lodge")))
    opens = "".join(f"{presenter.words('seven.label.opens')}{later}".split())
    assert opens in ("".join(one.split()) for one in page[begins : begins + 5])


@pytest.mark.parametrize("seats", [3, 7])
def test_a_city_without_a_wonder_has_no_stages(seats: int) -> None:
    local = LocalGame(load_rules("seven_wonders"), seats, {"boards": "chosen", "sides": "night"}, 5)
    local.answer_needs()
    assert local.decision is not None
    seen = "\n".join(shown(face_of(local, local.decision.seats[0])))
    assert "no wonder yet" in seen and "0/0" not in seen, seen


def test_a_game_of_an_earlier_release_knows_no_presents() -> None:
    old = BUYS.s.copy()
    old.presents = False
    assert ways_to_build(BUYS.s, 0, "dispensary") == ((1, 4), (2, 2), (4, 0), (3, 2))
    assert ways_to_build(old, 0, "dispensary") == ((1, 4), (2, 2), (4, 0))


async def test_a_stage_that_cannot_be_built_says_why_and_the_mark_begins_on_what_can_be_built() -> None:
    async with at_the_screen(make_table("seven_wonders", 3, seed=4)) as ann:
        page = await ann.press("?")
        assert "Everyone chooses at the same time, in secret." in page and "another player's turn" not in page, page
        await ann.press("esc")
        assert "Stage 1" in ann.sees() and ann.sees().count("Stage 1") == 2, "both sides are seen before one is chosen"
        seen = await ann.press("enter", "enter")
        marked = next(line for line in seen.split("\n") if line.startswith("▸"))
        assert marked[1:3].strip().isdigit(), "not on one that cannot be built"

        seen = await ann.press("s")
        assert "You and your neighbours" in seen and "(stage)" not in seen
        beside = {await ann.press("right") for _ in range(3)}
        assert len(beside) == 3, "the cities of the others, and then the own one again"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_city_has_is_never_joined_to_what_else_it_has_and_what_is_left_out_is_counted(language: str) -> None:
    built = ["baths", "temple", "vineyard", "stockade", "archery-range", "apothecary", "spies-guild"]
    table = play(city("gizah", coins=6, hand=["arena"], built=built), city("rhodos"), city("alexandria"), age=3, turn=3)
    presenter, now = scene(table.local, 0, language)
    board, style = board_for(presenter), Style(39, ideographic=ideographic(language))
    whole = [plain(one) for one in board.side_panel(now, 0, style, 99)]
    labels = [one.split("  ")[0] for one in whole if not one.startswith(" ")]
    for lines in range(3, len(whole) + 1):
        rows = [plain(one) for one in board.side_panel(now, 0, style, lines)]
        assert len(rows) <= lines and all(width(one) <= style.width for one in rows)
        begun = [one.split("  ")[0] for one in rows]
        shown = len(begun) - any(one.strip(" (（").startswith("i") for one in begun)  # the number has a line of its own
        told = presenter.words("screen.left-out", n=len(labels) - shown, key="i").strip()
        assert begun == labels if lines == len(labels) else lines > len(labels) or (
            begun[1:shown] == labels[1:shown] and told in rows[-1] + rows[0]), rows  # fmt: skip
        theirs = [plain(one) for one in board.side_panel(now, 1, style, 3)]
        assert "Tab" in theirs[-1] + theirs[0]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("Makes glass. Day: 3 points; any raw; 7 points. Night: any raw; any manufactured", "Makes free later")),
        ("zh-Hans", ("产出玻璃。日面：3分；任意原料；7分。夜面：任意原料；任意手工制品", "之后可免费建造")),
    ],
)
def test_a_wonder_to_choose_says_what_it_makes_and_a_card_what_it_makes_free(
    language: str, told: tuple[str, str]
) -> None:
    local = LocalGame(load_rules("seven_wonders"), 3, {"boards": "chosen"}, 5)
    local.answer_needs()
    assert local.decision is not None
    seen = "".join(shown(face_of(local, local.decision.seats[0], language))).replace(" ", "")
    assert told[0].replace(" ", "") in seen
    faces = ("".join(shown(face)) for face in hands(language))
    assert any(told[1] in seen for seen in faces)


def test_a_card_that_stands_already_says_so_in_place_of_its_price() -> None:
    built = []
    for face in hands():
        assert face.context is not None and face.context.reading.scene is not None
        scene = face.context.reading.scene
        stands = {CARDS[one].name for one in scene.view.built[scene.seat]}
        for spot in face.spots():
            if spot.faces and CARDS[spot.faces[0]].name in stands:
                built.append(plain(spot.price))
                assert "already in your city" in spot.refusal
    assert built and {*built} == {"  [built]"}


def test_defeats_are_counted_apart_from_victories() -> None:
    assert [tokens(own) for own in ((), (1, 3), (-1, -1), (1, -1, 5, -1))] == ["0", "+4", "-2", "+6-2"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_all_acts_tells_ways_to_pay_and_cards_under_a_stage_apart(
    language: str, size: tuple[int, int]
) -> None:
    """In low and narrow windows, too: who gets how much, at least in short, and the name of the card are never cut."""
    several = under = 0
    for local, seat in (*random_moments("seven_wonders", 3, seed=3, every=2), (second_age(), 0), (third_age(), 0)):
        if local.decision is None or local.decision.key != "choose":
            continue
        face = face_of(local, seat, language)
        presenter, now = scene(local, seat, language)
        wording = SevenWondersWording.of(now, presenter)
        face.press("a")
        items = [(at, spot.item) for at, spot in enumerate(face.spots()) if spot.item is not None]
        things = Counter((item.verb, handle_of(item.act)) for _, item in items)
        for at, item in items:
            alone = things[item.verb, handle_of(item.act)] == 1
            if alone and item.verb != "stage":
                continue
            face.panes.selection.focus(at)
            lines = shown(face, size)
            first = next(number for number, line in enumerate(lines) if line.startswith("▸"))
            told = "".join("".join(line[: size[0] // 2 + 6].split()) for line in lines[first : first + 2])
            if not alone:
                ways = (short_payment(wording, payments(item)), paid_names(wording, payments(item)))
                assert any("".join(way.split()) in told for way in ways), lines[first]
                several += 1
            if item.verb == "stage":
                (card,) = presenter.cards_of(item.label)
                assert "".join(presenter.texts.card(card).split()) in told, lines[first]
                under += 1
    assert several and under
