"""What stands beside a decision on the screen: own cards, facts, the boards of others, what a turn has brought."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.through_the_ages.play import me, play
from tests.ui import civilization
from tests.ui.fake_node import make_table
from tests.ui.positions import acting, middle, random_moments, scene
from tests.ui.screen.golden import SIZES, VIEWS, golden
from tests.ui.screen.keyboard import at_the_screen, face_of, lines_of, shown
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.act_menu import make_menu
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.rows import merge_blocks
from tta_p2p.ui.screen.screen_state import HAND, OpenPage
from tta_p2p.ui.style import Style

WITH_FACTS = {"offer": "strength", "defence": "at most", "auction": "at most", "force": "send 2 more"}


def decision(key: str) -> tuple[LocalGame, int]:  # type: ignore[type-arg]
    moments = (one for seed in (3, 4) for one in random_moments("through_the_ages", 3, seed=seed))
    return next((local, seat) for local, seat in moments if local.decision is not None and local.decision.key == key)


@pytest.mark.parametrize("key", WITH_FACTS)
def test_a_decision_in_the_turn_of_somebody_else_has_what_matters_beside_its_card(key: str) -> None:
    local, seat = decision(key)
    for language, size in VIEWS:
        face = face_of(local, seat, language, size)
        golden(f"{key}-{size[0]}-{language}", shown(face))
    face = face_of(local, seat)
    assert WITH_FACTS[key] in "\n".join(shown(face))


def test_what_is_said_of_a_defence_is_what_the_rules_make_of_it() -> None:
    local, seat = decision("defence")
    face = face_of(local, seat)
    assert face.board is not None and face.context is not None
    scene = face.context.reading.scene
    assert scene is not None and scene.turn.decision is not None
    attack, defence = scene.turn.decision.args[2:]
    told = "\n".join(shown(face))
    assert f"{attack}" in told and scene.view.own.defense >= 0
    holds = defence + scene.view.own.defense >= attack
    assert ("enough" in told) == holds


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_defence_that_the_cards_in_hand_would_hold_is_not_given_up_unasked(language: str) -> None:
    def asked(*hand: str) -> tuple[str, ...]:
        ann = me(hand=["raid-i"], workers={"warriors": 3}, government="monarchy")
        bob = me(hand=list(hand), government="monarchy", workers={"warriors": 1, "religion": 1})
        local = play(ann, bob, age="II", round=8, phase="politics").local
        local.act(next(one.act for one in local.legal(0) if one.act.verb == "attack"))
        presenter, now = scene(local, 1, language)
        return presenter.cautions(make_menu(presenter, now).entries[-1], now)

    words = presenter_for("through_the_ages", Words(language)).words
    assert asked("defense-colonization-ii") == (words("tta.warn.defence", n=2),)
    assert asked("raid-ii") == (), "one is too little, and none is nothing to be asked about"


def pact_side(face: ScreenFace) -> str:
    """What stands in the column of pacts."""
    seen = shown(face)
    column = next(line.index("pact    ") for line in seen if "pact    " in line) + len("pact    ")
    return " ".join(line[column:].strip() for line in seen)


def test_a_pact_stands_on_the_boards_of_both_and_what_it_says_is_read_before_it_is_cancelled() -> None:
    pacts = [("scientific-cooperation", 1, 1, 0), ("trade-routes-agreement", 2, 1, 2)]
    local = play(me(), me(), me(), phase="politics", round=9, age="II", pacts=pacts).local
    face = face_of(local, 0)
    assert "Scientific Cooperation with Bob" in pact_side(face)
    face.press("m")
    assert face.spot().item is not None and face.spot().item.verb == "cancel"
    assert "developing a technology costs 2 science less" in " ".join(shown(face))
    face.press("right")
    side = pact_side(face)
    assert "Scientific Cooperation with Ann" in side and "Trade Routes Agreement (A) with Cid" in side


def test_a_force_that_is_large_enough_is_said_to_be_and_nothing_is_counted_that_is_gone() -> None:
    warriors = me(workers={"warriors": 3}, hand=["defense-colonization-i"])
    local = play(warriors, me(), phase="event", event="vast-territory-ii", current=1, age="II", round=9).local
    seen = list[str]()
    for verb in ("bid", "send", "send", "send", "bonus", "done"):
        while local.decision is not None and 0 not in local.decision.seats:
            local.act(next(one.act for one in local.legal(1) if one.act.verb == "pass"))
        seen.append(" ".join(" ".join(shown(face_of(local, 0))).split()))
        local.act(next(one.act for one in reversed(local.legal(0)) if one.act.verb == verb))
    bidding, none, first, *_, enough = seen
    assert "Warriors 3; what you send" in bidding
    assert "3 in units, 1 in cards" in none and "in units" not in first
    assert "enough" in enough and "to go" not in enough


def test_what_a_defence_can_reach_stays_true_while_it_is_put_together() -> None:
    ann = me(hand=["raid-i"], workers={"warriors": 6}, government="monarchy")
    bob = me(
        hand=["raid-ii", "defense-colonization-i", "defense-colonization-ii", "plunder-i"],
        government="monarchy", workers={"warriors": 1, "religion": 1},
    )  # fmt: skip
    local = play(ann, bob, age="II", round=8, phase="politics").local
    local.act(next(one.act for one in local.legal(0) if one.act.verb == "attack"))
    reach = list[int]()
    while local.decision is not None and local.decision.key == "defence":
        view = face_of(local, 1).context.reading.scene.view
        reach.append(local.decision.args[3] + view.own.defense)
        by_worth = {"defense-colonization-ii": 2, "defense-colonization-i": 1}
        local.act(max(
            (one.act for one in local.legal(1)),
            key=lambda act: (act.verb != "done", max((by_worth.get(card.face, 0) for card in act.args), default=0)),
        ))  # fmt: skip
    assert len(reach) > 3 and len(set(reach)) == 1, "each card that is shown or discarded is counted once"


@pytest.mark.parametrize(("language", "size"), VIEWS, ids=str)
def test_own_cards_are_a_list_with_what_can_be_done(size: tuple[int, int], language: str) -> None:
    face = face_of(acting(), 0, language, size)
    face.press("h")
    assert face.screen_state.list_name == HAND
    golden(f"hand-{size[0]}-{language}", shown(face))


def test_enter_on_an_own_card_plays_it_or_asks_for_what() -> None:
    face = face_of(acting(), 0)
    face.press("h")
    spots = face.spots()
    assert {spot.faces[0] for spot in spots} >= {"opera", "frugality-ii", "raid-i"}
    lines_of(face)
    playable = next(at for at, spot in enumerate(spots) if spot.item is not None)
    for _ in range(playable):
        face.press("down")
    face.press("enter")
    item = spots[playable].item
    assert item is not None and lines_of(face) == [f"sure {item.text}"], "the rules are asked first"
    barred = next(at for at, spot in enumerate(spots) if spot.item is None and not spot.acts)
    face.press("home")
    for _ in range(barred):
        face.press("down")
    face.press("enter")
    assert lines_of(face)[0].startswith("why ")


def test_a_card_that_can_be_aimed_at_several_lets_one_choose_among_them() -> None:
    face = face_of(middle(), 0)
    face.press("h")
    several = [at for at, spot in enumerate(face.spots()) if spot.acts]
    assert several
    for _ in range(several[0]):
        face.press("down")
    wanted = face.spots()[several[0]].acts
    face.press("enter")
    assert tuple(spot.item.text for spot in face.spots() if spot.item is not None) == wanted


def test_the_hand_is_a_page_where_it_is_listed_already_or_empty() -> None:
    face = face_of(acting(), 0)
    face.press("h")
    lines_of(face)
    face.press("h")
    assert lines_of(face) == [":hand"] and not face.screen_state.list_name


def test_arrows_turn_to_another_board_and_back() -> None:
    for size in SIZES:
        face = face_of(acting(), 0, size=size)
        own = shown(face)
        face.press("right")
        other = shown(face)
        assert other != own
        assert any(f"{name}: " in line for line in other[5:] for name in ("Bob", "Cid"))
        assert any("Ann*: " in line for line in other) == (size[0] >= 120), "where there is room, the own one stays"
        for _ in range(2):
            face.press("right")
        assert shown(face) == own
        face.press("left")
        face.press("right")
        assert shown(face) == own


def test_a_narrow_window_keeps_whom_an_act_is_aimed_at_the_last_keys_and_all_numbers() -> None:
    pacts = ["trade-routes-agreement", "open-borders-agreement"]
    local = play(me(hand=pacts), me(), me(), phase="politics", round=9, age="II", row=["maximilien-robespierre"]).local
    face = face_of(local, 0, size=(60, 20))
    seen = shown(face)
    assert sum(line[:36].rstrip().endswith(("Bob, as side A", "Cid, as side B")) for line in seen) == 2
    assert any(line[37:].startswith("people") for line in seen)
    assert seen[-1].endswith("? help  q leave") and "…" not in seen[1]
    assert all(re.search(r"[0-9],[0-9]", line) for line in seen[2:5]), "cards in hand are the last number"
    face = face_of(play(me(), me(), row=["maximilien-robespierre", "iron"]).local, 0, size=(60, 20))
    assert not any(line[:36].rstrip().endswith("……") for line in shown(face))


def test_the_mark_goes_from_one_end_of_a_list_to_the_other() -> None:
    face = face_of(acting(), 0)
    face.press("b")
    assert face.screen_state.focus_index == 0
    face.press("up")
    assert face.screen_state.focus_index == len(face.spots()) - 1
    face.press("down")
    assert face.screen_state.focus_index == 0


async def test_what_the_own_turn_has_brought_is_told_before_what_the_others_did() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        seen = await ann.press("enter", "e", "enter")
        lines = seen.split("\n")
        (at,) = (number for number, line in enumerate(lines) if "Since your last turn" in line)
        assert "You end your turn" in lines[at + 1] and "produce" in seen
        assert "Despotism" in lines[2] and "Bob: " in "".join(lines[at + 2 :]), "the game stands above it"


def test_a_list_of_what_to_do_begins_with_what_to_do_and_not_with_the_end_of_it() -> None:
    face = face_of(civilization.at("cities"), 0)
    spots = face.spots()
    assert any(spot.item is not None and spot.item.verb == "end" for spot in spots)
    assert face.spot() == spots[0]


def test_what_is_said_of_an_act_in_one_paragraph_has_its_sentences_after_full_stops() -> None:
    told = [Para(row(text)) for text in ("Build Baths", "It is free.", "Sealed; it can be undone", "2 coins")]
    (said,) = merge_blocks(told, Style(80))
    assert plain(said) == "Build Baths. It is free. Sealed; it can be undone; 2 coins"


def test_a_long_act_is_told_whole_where_rows_below_the_list_stand_free() -> None:
    seen = shown(face_of(middle(), 0))
    at = next(number for number, line in enumerate(seen) if "Prepare" in line)
    assert " ".join((seen[at][:35] + seen[at + 1][:35]).split()) == "3 Prepare Developed Territory I as an event"


def test_rows_that_stand_empty_above_are_for_what_has_no_room_below() -> None:
    face = face_of(decision("offer")[0], decision("offer")[1])
    short = shown(face)
    preview = tuple(Para(row(text)) for text in ("Costs much. " * 40, "The very end of it."))
    face.panes.view.screen_state = replace(face.screen_state, preview=preview)
    seen = shown(face)
    assert "The very end of it." in " ".join(seen) and "…" not in "".join(seen[-7:])
    panels = next(at for at in range(5, 24) if not short[at])
    assert seen[:panels] == short[:panels], "what is chosen among stays where it is"


async def test_that_politics_was_passed_for_somebody_is_said_once() -> None:
    async with at_the_screen(make_table("through_the_ages", 2, seed=5)) as ann:
        seen = await ann.press("enter", "e", "enter", "esc")
        assert "you could only pass, so you passed." in seen and "Pass. (" not in seen and "z undo" in seen
        assert "Taken back" in await ann.press("z")
        assert "Pass. (It can be undone.)" in await ann.press("y"), "what the person does is told as ever"


def test_what_the_news_tell_is_not_told_above_them_too() -> None:
    face = face_of(acting(), 0)
    deed = Para(row("Bob: takes Moses"))
    page = OpenPage(row("Since your last turn"), (deed,), actions=(deed.text,), is_low=True)
    face.panes.view.screen_state = replace(face.screen_state, notes=(deed,), page=page)
    assert "\n".join(shown(face)).count("takes Moses") == 1
    face.press("esc")
    assert "takes Moses" in "\n".join(shown(face)[18:]), "it stands below when they are closed"


def test_what_an_act_costs_and_does_is_seen_whole_below_what_was_just_said() -> None:
    face = face_of(acting(), 0)
    said = tuple(Para(row(f"Something that was said, the {number}th.")) for number in range(1, 5))
    preview = tuple(Para(row(text)) for text in ("Costs much. " * 22, "The very end of it."))
    face.panes.view.screen_state = replace(face.screen_state, notes=said, fresh_notes=len(said), preview=preview)
    seen = " ".join(shown(face))
    assert "The very end of it." in seen and "the 4th." in seen
