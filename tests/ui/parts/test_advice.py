"""A bot's advice in words, in two languages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.ui.positions import middle, random_moments, scene
from tta_p2p.games.local import LocalGame
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.advice import AdviceReply, Suggestion
from tta_p2p.ui.act_menu import make_menu
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.news_text import announce
from tta_p2p.ui.parts.advice import points
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.state import ClientState
from tta_p2p.ui.style import Style


def proposal(face: str, less: int | None = None, **more: object) -> Suggestion:
    """To take a card from the row."""
    return Suggestion(f"take {face}", say.TextRef("take", [face]), [("civil-action", 1)], less=less, **more)  # type: ignore[arg-type]


FULL = AdviceReply(
    "normal",
    [
        proposal(
            "moses",
            0,
            then=[say.TextRef("population"), say.TextRef("end")],
            reasons=[("food", -31), ("plans", 420), ("room", 4), ("people", 100), ("science", 55)],
        ),
        proposal("homer", 100),
        proposal("aristotle", 0),
        proposal("julius-caesar", 1234),
    ],
)
SHORT = AdviceReply("easy", [proposal("moses", effects=[say.TextRef("takes-civil", [])]), proposal("homer")])


def read(said: AdviceReply, language: str, interactive: bool = False, width: int = 80) -> list[str]:
    local = middle()
    return read_at(local, local.decision.seats[0], said, language, interactive, width)  # type: ignore[union-attr]


def read_at(
    local: LocalGame[Any, Any],
    seat: int,
    said: AdviceReply,
    language: str,
    interactive: bool = False,
    width: int = 80,
) -> list[str]:
    presenter, now = scene(local, seat, language)
    reading = Reading(ClientState(), presenter.words, presenter, now, make_menu(presenter, now))
    return [line for one in announce(said, reading, interactive) for line in lines(one.content, Style(width))]


def test_advice_says_what_then_why_and_what_else() -> None:
    assert read(FULL, "en") == [
        "A bot (normal) advises: Take Moses, for 1 CA",
        "  Then: “Increase population”, “End the turn”",
        "  What it expects, in points by the end: +4.2 what your cards promise, +1",
        "      workers and happiness, +0.6 science",
        "  Next best: “Take Homer” (1 point less), “Take Aristotle” (as good), “Take",
        "      Julius Caesar” (12.3 points less)",
    ]


def test_the_same_in_chinese() -> None:
    found = read(FULL, "zh-Hans")
    assert found[0].startswith("电脑玩家（普通）建议：拿取") and "一样好" in "".join(found)
    whole = "".join(line.strip() for line in found)
    assert "手牌与在建的前景 +4.2" in whole and "少12.3分" in whole


@pytest.mark.parametrize(
    ("game", "key", "unit"),
    [("civilization", "production", "counted in culture"), ("seven_wonders", "science", "in points by the end")],
)
def test_a_game_has_its_own_words_for_what_reasons_are_measured_in(game: str, key: str, unit: str) -> None:
    act = Suggestion("end", say.TextRef("end"), [], reasons=[(key, 250)], effects=[say.TextRef("nothing")])
    local, seat = next(random_moments(game, 3, 5))
    told = " ".join(one.strip() for one in read_at(local, seat, AdviceReply("hard", [act]), "en", width=120)[1:])
    assert told == f"Compared with its other acts, {unit}: +2.5 {key}"


def test_facts_are_told_before_reasons_and_instead_of_effects() -> None:
    local, seat = next(random_moments("civilization", 2, 5))
    odds = say.TextRef("battle-odds", [62])
    plain = Suggestion("end", say.TextRef("end"), [], facts=[odds], effects=[say.TextRef("nothing")])
    sure = Suggestion("end", say.TextRef("end"), [], facts=[odds], reasons=[("losses", -250)])
    said = "  It expects to win 62 of 100 such battles"
    assert read_at(local, seat, AdviceReply("hard", [plain]), "en", width=120)[1:] == [said]
    assert read_at(local, seat, AdviceReply("hard", [sure]), "en", width=120)[1:] == [
        said,
        "  Compared with its other acts, counted in culture: -2.5 what the battle costs",
    ]


def test_where_a_bot_does_not_reckon_in_points_acts_are_named_alone() -> None:
    found = read(SHORT, "en")
    assert found[0] == "A bot (easy) advises: Take Moses, for 1 CA"
    assert found[-1] == "  Next best: “Take Homer”"


def test_a_person_reads_the_number_of_each_act_and_acts_are_said_whole() -> None:
    local = middle()
    presenter, now = scene(local, local.decision.seats[0])  # type: ignore[union-attr]
    first, *_, last = make_menu(presenter, now).entries
    both = [Suggestion(one.text, one.label, [], less=less) for one, less in ((first, 0), (last, 120))]
    assert read(AdviceReply("normal", both), "en", interactive=True) == [
        f"A bot (normal) advises: {first.number}) {first.description}",
        f"  Next best: {last.number}) {last.description} (1.2 points less)",
    ]
    long = say.TextRef("build-stages-with", ["great-wall", "engineering-genius-a", 2, 3])
    wordy = [Suggestion("pass", say.TextRef("end")), Suggestion("x", long)]
    assert presenter.texts.label(long) in read(AdviceReply("easy", wordy), "en", width=300)[-1]


def test_whose_effects_it_tells_goes_without_saying() -> None:
    seat = middle().decision.seats[0]  # type: ignore[union-attr]
    found = read(AdviceReply("hard", [proposal("moses", effects=[say.TextRef("gets", [seat, "moses"])])]), "en")
    assert found[-1] == "  Moses comes into play"


@pytest.mark.parametrize("hundredths, said", [(0, 0), (4, 0), (-31, -3 / 10), (100, 1), (1234, 12.3), (-100, -1)])
def test_points_are_read_to_a_tenth(hundredths: int, said: float) -> None:
    assert points(hundredths) == said
