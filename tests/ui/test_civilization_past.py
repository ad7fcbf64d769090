"""Looking back at a game of Civilization: turns by their phases, in the line client and on the screen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.civilization.golden import eager
from tests.ui.commands import do, greeting, reading_of, requests, said
from tests.ui.screen.keyboard import shown
from tests.ui.screen.remembered import at_the_game, press
from tests.ui.screen.remembered import played as remembered
from tta_p2p.cli.stored_games.stepper import Stepper
from tta_p2p.games.chance import Chance
from tta_p2p.games.civilization.game import GAME
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES
from tta_p2p.node.local.games import new_charter
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.table import local_record
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import Fields, Page, lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.civilization.phases import phases
from tta_p2p.ui.history import moments, turns
from tta_p2p.ui.instructions import Display
from tta_p2p.ui.style import Style


def played(seats: int, seed: int, acts: int) -> tuple[LocalGame[Any, Any], dict[int, str]]:
    """A random game, and the phase in which each fact was told."""
    local: LocalGame[Any, Any] = LocalGame(GAME, seats, {}, chance=seed)
    local.answer_needs()
    chance, found = Chance(seed), dict[int, str]()
    for _ in range(acts):
        decision = local.decision
        if decision is None:
            break
        phase = local.state.phase
        asked = decision.seats if decision.sealed else decision.seats[:1]
        begins = len(local.facts)
        local.act(*(eager(chance, decision, local.legal(seat)).act for seat in asked))
        found.update(dict.fromkeys(range(begins + 1, len(local.facts) + 1), phase))
        local.answer_needs()
    return local, found


@pytest.mark.parametrize("seats", [2, 4])
def test_the_phase_of_every_part_of_a_game_is_told_from_its_log(seats: int) -> None:
    local, truth = played(seats, 3, 700)
    course = moments(wording.log(GAME, local.log, {}), len(local.facts))
    told = phases(course)
    for place, phase in zip(course, told, strict=True):
        acted = [line for line in place.lines if line.act is not None]
        if acted and place.turn:
            assert phase == truth[acted[0].number], acted
    assert {"set-up", "start", "cities", "movement", "research"} <= {*told}
    parts = turns(course, told)
    assert all(one.phase == "movement" for one in parts if one.turn == 2 and "move " in str(course[one.last].lines))


@pytest.mark.parametrize("language", LANGUAGES)
def test_turns_are_listed_one_a_line_with_their_phases_and_on_the_screen_one_by_one(language: str) -> None:
    local, _ = played(2, 3, 400)
    log = say.LogReply(0, wording.log(GAME, local.log, {}), len(local.log))
    reading = reading_of(greeting(local, 0), log, turn_message(local, 0), language=language)
    (shown_now,) = (one for one in do(reading, "turns")[1] if isinstance(one, Display))
    assert isinstance(shown_now.content, Page)
    (fields,) = shown_now.content.blocks
    assert isinstance(fields, Fields)
    assert len(fields.pairs) == local.state.round + 1, lines(shown_now.content, Style(80))
    assert reading.presenter is not None
    movement = reading.presenter.words("civ.phase.movement")
    assert movement in plain(fields.pairs[2][1])
    local = remembered("civilization", 2, 3, 300)
    face = at_the_game(local, 0)
    press(face, local, "j")
    assert len(face.spots()) == local.state.round + 1 and "15" in "\n".join(shown(face))
    press(face, local, "home", "down", "enter")
    assert [spot.number for spot in face.spots()] == [*range(1, len(face.spots()) + 1)] and 2 < len(face.spots()) < 6
    press(face, local, "end", "enter")
    assert face.screen_state.moment and "(research)" in shown(face)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_is_that_of_the_turn_in_the_game_and_behind_a_full_stop_that_of_its_phase(language: str) -> None:
    local, truth = played(2, 3, 400)
    log = say.LogReply(0, wording.log(GAME, local.log, {}), len(local.log))
    reading = reading_of(greeting(local, 0), log, turn_message(local, 0), language=language)
    for typed, number, phase in (("0", 0, ""), ("2", 2, "start"), ("2.1", 2, "start"), ("3", 3, "start")):
        (asked,) = requests(do(reading, f"at {typed}")[1])
        assert isinstance(asked, say.PastRequest)
        comes = next(line for line in log.lines if line.number > asked.numbers[0])
        assert comes.turn == number and phase in ("", truth[comes.number]), typed
    listed_now = next(one for one in do(reading, "turns")[1] if isinstance(one, Display))
    assert " 2.2 " in " ".join(lines(listed_now.content, Style(200)))
    for typed in ("99", "2.99", "x", "2.", str(local.state.round + 1)):
        refused = do(reading, f"at {typed}")[1]
        assert not requests(refused) and str(local.state.round) in said(refused), typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_anything_has_happened_nobody_is_asked_which_turn(language: str) -> None:
    local, _ = played(2, 3, 400)
    reading = reading_of(greeting(local, 0), turn_message(local, 0), language=language)
    for typed in ("", "x", "1"):
        assert said(do(reading, f"at {typed}")[1]).strip() == reading.words("log-empty"), typed


def test_a_recorded_game_is_stepped_through_by_the_same_numbers_and_begins_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    charter = new_charter("civilization", 2, {}, 3, ("Ann", "Bob"), {1: "random"}, {})
    local, chance, deeds = local_record.deal(charter), Chance(3), list[local_record.LocalRecord]()
    while local.decision is not None and local.state.round < 4:
        asked = local.decision.seats if local.decision.sealed else local.decision.seats[:1]
        acts = tuple(eager(chance, local.decision, local.legal(seat)).act for seat in asked)
        local.act(*acts)
        deeds.append(local_record.DecisionRecord(acts))
    stepper = Stepper(local_record.recording(charter, deeds))
    stepper.print_step()
    assert capsys.readouterr().out.strip().endswith(stepper.words("replay.beginning"))
    for number in (1, 2, 3, 2):
        stepper.do(f"turn {number}")
        following = stepper.recording.instants[stepper.at + 1 :]
        assert next(line.turn for one in following for line in one.log) == number
    assert stepper.words("replay.silent") not in capsys.readouterr().out
    stepper.do("turns")
    shown_now = capsys.readouterr().out
    assert "Turn 3" in shown_now and "3.1 start of turn" in shown_now and shown_now.count("Turn 3") == 1
