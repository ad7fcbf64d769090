"""What was scored when a game of Through the Ages ended, card by card."""

from __future__ import annotations

import pytest

from tests.ui.positions import random_moments
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats.messages import LogEntry
from tta_p2p.ui.blocks import SpeechAlternative, lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import Style
from tta_p2p.ui.through_the_ages.results import culture_by_round, final_scores

LOG = [
    LogEntry("culture", [0, 9]),
    LogEntry("end-card", [1, "bill-gates"]),
    LogEntry("culture", [1, 4]),
    LogEntry("end-event", ["impact-of-happiness"]),
    LogEntry("culture", [0, 14]),
    LogEntry("culture", [1, 12]),
    LogEntry("culture-lost", [1, 2]),
    LogEntry("end-event", ["impact-of-colonies"]),
    LogEntry("culture-for", [0, 5, "global-conflict"]),
]


def test_what_each_card_has_brought_is_added_up_by_seat() -> None:
    found = [("bill-gates", {1: 4}), ("impact-of-happiness", {0: 14, 1: 10}), ("impact-of-colonies", {})]
    assert final_scores(LOG) == found
    assert final_scores(LOG[:1]) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_the_order_of_the_standings_and_in_sentences(language: str) -> None:
    presenter = presenter_for("through_the_ages", Words(language), ("Ann", "Bob"))
    blocks = presenter.results.final_scoring(LOG, (1, 0))
    rows = [line.split() for line in lines(blocks, Style())]
    happiness = next(line for line in rows if line[-1:] == ["14"])
    assert happiness[-2] == "10" and next(line for line in rows if line)[-2:] == ["Bob", "Ann"]
    said = [plain(one) for block in blocks if isinstance(block, SpeechAlternative) for one in block.spoken]
    assert len(said) == 3 and "Bob 10" in said[1] and "Ann 14" in said[1]
    assert presenter.words("tta.ending.nobody") in said[2]
    assert presenter.results.final_scoring(LOG[:1], (0, 1)) == ()


@pytest.mark.parametrize("seats", [2, 3])
def test_the_course_of_culture_ends_where_everybody_stands_and_is_drawn_at_the_end(seats: int) -> None:
    local = None
    for local, _ in random_moments("through_the_ages", seats, seed=9):  # noqa: B007
        pass
    assert local is not None and local.over
    log = [LogEntry(line.key, [getattr(arg, "face", arg) for arg in line.args]) for line in local.log]
    rounds = culture_by_round(log)
    stand = {place.seat: place.points for place in local.game.standings(local.state).places}
    assert {seat: [*rounds.values()][-1].get(seat, 0) for seat in stand} == stand and len(rounds) > 10
    presenter = presenter_for("through_the_ages", Words(), ("Ann", "Bob", "Cid")[:seats])
    told = "\n".join(lines(presenter.results.final_scoring(log, tuple(stand)), Style()))
    assert presenter.words("tta.chart.culture") in told and "culture in round" in told
    alike = presenter_for("through_the_ages", Words(), ("Bot 1", "Bot 2", "Bot 3")[:seats])
    told = "\n".join(lines(alike.results.final_scoring(log, tuple(stand)), Style()))
    letters_of = {seat: f"{'ABC'[seat]} Bot {seat + 1} {stand[seat]}" for seat in stand}
    assert all(one in told for one in letters_of.values()), "letters go by seat, as in all other charts"
