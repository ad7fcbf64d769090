"""7 Wonders: both neighbours in sight in every window, what they did last, and what the next conflict brings."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from tests.seven_wonders.play import city, play
from tests.texts import QUOTED
from tests.ui.fake_node import make_table
from tests.ui.positions import NAMES, random_moments, scene
from tests.ui.screen.keyboard import at_the_screen, face_of, shown
from tta_p2p.games.local import LocalGame
from tta_p2p.games.seven_wonders.effects import shields
from tta_p2p.games.seven_wonders.game import GAME
from tta_p2p.games.seven_wonders.scoring import parts
from tta_p2p.games.seven_wonders.state import neighbour
from tta_p2p.games.seven_wonders.tables import CARDS
from tta_p2p.games.seven_wonders.tables.model import Science
from tta_p2p.i18n import LANGUAGES, ideographic
from tta_p2p.ui.cells import plain
from tta_p2p.ui.seven_wonders import cities
from tta_p2p.ui.seven_wonders.neighbours import coming, conflict_note
from tta_p2p.ui.seven_wonders.wording import SevenWondersWording, science_gain
from tta_p2p.ui.style import Style

SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (200, 60))


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_both_neighbours_are_in_sight_in_every_window_through_whole_games(seats: int) -> None:
    """Their names, coins, shields, science, stages and goods; at 80×24 and more their points as well."""
    seen = 0
    for number, (local, seat) in enumerate(random_moments("seven_wonders", seats, seed=seats, every=4)):
        language = sorted(LANGUAGES)[number % len(LANGUAGES)]
        face = face_of(local, seat, language)
        presenter, now = scene(local, seat, language)
        wording = SevenWondersWording.of(now, presenter)
        if not all(now.view.sides):
            continue
        s = now.view
        for size in SIZES:
            rows = shown(face, size)
            whole = squeezed(" ".join(rows))
            for one in {neighbour(s, seat, "left"), neighbour(s, seat, "right")}:
                (line, *_) = (row for row in rows if NAMES[one] in row)
                for told in (s.coins[one], shields(s, one), f"{s.stages[one]}/"):
                    assert str(told) in line, (line, told)
                if size >= (80, 24):
                    assert str(sum(points for _, points in parts(s, one))) in line
                goods = squeezed(cities.products(wording, one, True))
                assert goods in whole or size < (120, 40), (goods, rows)
                assert goods.split(",")[0].split("、")[0] in whole
                seen += 1
    assert seen > 30


@pytest.mark.parametrize("language", QUOTED)
async def test_what_both_neighbours_did_when_the_cards_were_turned_over_stands_beside_them(language: str) -> None:
    for size in ((80, 24), (120, 40)):
        async with at_the_screen(make_table("seven_wonders", 4, seed=4), language=language, size=size) as ann:
            await ann.press("enter")
            told = 0
            for _ in range(6):
                await ann.press("home", "enter", "y", "esc", "esc")
                assert ann.face.context is not None
                reading = ann.face.context.reading
                built = {line.actor: line for line in reading.state.log if line.key.startswith("builds")}
                assert reading.scene is not None and reading.presenter is not None
                last = max((line.number for line in reading.state.log if line.act is not None), default=0)
                for seat in (1, 3):
                    line = built.get(seat)
                    if line is not None and line.number == last and reading.scene.view.turn > 1:
                        face = getattr(line.args[1], "face", line.args[1])
                        assert f"+{reading.presenter.texts.card(str(face))}" in ann.sees()
                        told += 1
            sold = {"en": "sold a card", "zh-Hans": "卖了一张牌"}[language]
            assert told or sold in ann.sees(), ann.sees()


def test_the_next_conflict_is_told_by_neighbour_with_what_more_shields_would_change() -> None:
    table = play(
        city("gizah", built=["stockade"], hand=["walls"]), city("rhodos", built=["barracks"]),
        city("alexandria"), city("ephesos", built=["archery-range"]), age=2, turn=3,
    )  # fmt: skip
    assert [coming(table.s, 0, one) for one in (1, 2, 3)] == [0, 3, -1]
    presenter, now = scene(table.local, 0)
    note = conflict_note(SevenWondersWording.of(now, presenter), 2)
    assert note == " Then 3 shields against 1 (Bob), 2 (Dee)."
    face = face_of(table.local, 0)
    (walls,) = (spot for spot in face.spots() if "walls" in spot.faces)
    assert note in plain(walls.note)
    rows = shown(face)
    assert "next war" in rows[1] and rows[4].split()[4] == "-1", rows


@pytest.mark.parametrize(
    ("own", "face", "told"),
    [
        ((), "library", "tablet (+1)"),
        (("scriptorium",), "library", "tablet (+3)"),
        (("scriptorium", "workshop"), "dispensary", "compass (+8)"),
    ],
)
def test_a_symbol_says_what_it_adds_now(own: tuple[str, ...], face: str, told: str) -> None:
    table = play(
        city("gizah", coins=9, built=[*own], hand=[face]), *map(city, ("rhodos", "alexandria", "ephesos")), age=2
    )
    (effect,) = CARDS[face].effects
    assert isinstance(effect, Science)
    gain = science_gain(table.s, 0, effect)
    (spot,) = (spot for spot in face_of(table.local, 0).spots() if face in spot.faces)
    assert told.endswith(f"(+{gain})") and told in plain(spot.detail) and f"Now worth {gain} point" in plain(spot.note)


def test_a_card_says_what_makes_it_free_what_it_makes_free_and_whom_the_cheapest_way_pays() -> None:
    table = play(
        city("babylon", coins=9, hand=["dispensary", "forum"], built=["west-trading-post"]),
        city("rhodos", built=["foundry", "glassworks-i"]), city("alexandria"), city("ephesos"),
        city("gizah", built=["ore-vein", "glassworks-ii"]), age=2, turn=3,
    )  # fmt: skip
    for size, language in product(((80, 24), (200, 60)), QUOTED):
        face = face_of(table.local, 0, language, size)
        presenter, _ = scene(table.local, 0, language)
        spots = {spot.faces[0]: spot for spot in face.spots() if spot.faces}
        dispensary, forum = spots["dispensary"], spots["forum"]
        for later in ("arena", "lodge"):
            assert presenter.texts.card(later) in plain(dispensary.detail)
        assert presenter.texts.card("apothecary") in plain(dispensary.note), "what would make it free"
        assert presenter.texts.card("west-trading-post") in plain((*forum.note,)), "what makes it free"
        price = {"en": "2 to Bob, 2 to Eve (", "zh-Hans": "付2给Bob、付2给Eve（"}[language]
        assert price in plain(dispensary.price).replace("\u00a0", " ")


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_the_last_board_says_how_many_points_each_has(seats: int) -> None:
    """Where long lists of symbols leave no room, what points are made of gives way, not they."""
    local: LocalGame[Any, Any] = LocalGame(GAME, seats, {}, chance=1)
    local.answer_needs()
    luck = random.Random(1)
    while local.decision is not None:
        deciding = local.decision.seats if local.decision.sealed else local.decision.seats[:1]
        legal = [local.legal(seat) for seat in deciding]
        building = ([one for one in some if one.act.verb in ("build", "stage")] or some for some in legal)
        local.act(*(luck.choice(some).act for some in building))
        local.answer_needs()
    for language in LANGUAGES:
        rows = shown(face_of(local, 0, language, (80, 24)), (80, 24))
        presenter, now = scene(local, 0, language)
        assert presenter.words("seven.head.points") in rows[1], rows[1]
        for seat in cities.order(SevenWondersWording.of(now, presenter))[:3]:
            total = sum(number for _, number in parts(now.view, seat))
            assert any(NAMES[seat] in one and f" {total} " in one for one in rows[2:6]), (seat, total)


@pytest.mark.parametrize("language", LANGUAGES)
def test_neither_the_head_of_a_board_nor_a_stage_that_stands_is_cut(language: str) -> None:
    heads, standing = set[str](), set[str]()
    for local, _ in random_moments("seven_wonders", 3, 11, every=6):
        presenter, now = scene(local, 0, language)
        board, built = face_of(local, 0, language).board, presenter.words("seven.screen.done").strip(" :：")
        assert board is not None
        for seat, columns, lines in product(range(3), (27, 30, 38, 50), (7, 9, 20)):
            style = Style(columns, ideographic=ideographic(language))
            first, *rest = map(plain, board.side_panel(now, seat, style, lines))
            assert "…" not in first and NAMES[seat] in first, first
            heads.add(first)
            standing |= {line.partition(built)[2] for line in rest if built in line}
    assert len(heads) > 14 and len(standing) > 1 and ("" in standing or language != "en")
    assert not [line for line in standing if "…" in line], standing
