"""Honours at the end of a game: what was never so before, and nothing that was."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.ui.screen.keyboard import coming
from tests.ui.screen.remembered import played
from tta_p2p.games.contract import Place
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.honours import honours, result_for, round_number
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.news_text import announce
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.state import ClientState, EarlierResult, SeatRequest
from tta_p2p.ui.style import Style


def told(now: EarlierResult, *earlier: EarlierResult, has_points: bool = True) -> list[str]:
    return list(honours(now, earlier, has_points, Words("en")))


def game(
    points: int, won: bool = False, lead: int = -5, seats: int = 2, name: str = "through_the_ages"
) -> EarlierResult:
    return EarlierResult(name, seats, points, won, lead)


def test_the_best_the_first_over_a_round_number_the_lead_and_the_first_win_are_told_once() -> None:
    assert told(game(212, True, 61), game(180), game(150)) == [
        "Your first win, in game 3 with so many players.", "Your best yet: 212 points (180 before).",
        "The first time you reach 200 points.", "Your greatest lead: 61 points.",
    ]  # fmt: skip
    assert told(game(190, True, 3), game(212, True, 61), game(180)) == [
        "2 wins in a row.",
        "Your best stays 212 points.",
    ]
    assert told(game(9), game(99, seats=3), game(99, name="seven_wonders")) == [], "other games are no measure"
    assert told(game(0, True), game(0), has_points=False) == ["Your first win, in game 2 with so many players."]


@given(st.lists(st.tuples(st.integers(0, 400), st.booleans(), st.integers(-90, 90)), min_size=1, max_size=12))
def test_who_is_told_of_a_best_has_never_had_more(games: list[tuple[int, bool, int]]) -> None:
    now, *earlier = [game(*one) for one in games]
    for language in LANGUAGES:
        said = list(honours(now, earlier, True, Words(language)))
        best = Words(language)("honours.best", n=now.points, before=max((one.points for one in earlier), default=0))
        assert (best in said) == bool(earlier and now.points > max(one.points for one in earlier))
        assert len(said) == len(set(said)) <= 4
    assert round_number(now.points) <= now.points


def test_a_result_is_read_from_the_places_of_a_game() -> None:
    places = (Place(1, 1, 40, ()), Place(0, 2, 31, ()))
    assert result_for("caravan", places, 0) == EarlierResult("caravan", 2, 31, False, -9)
    assert result_for("caravan", places, 5) is None


def test_the_last_page_of_a_game_tells_them_to_one_person_and_not_to_whoever_looks_back() -> None:
    local = played("caravan", 2, 5, 200)
    assert local.over
    welcome = coming(local, 0)[0]
    standings = local.game.standings(local.state)
    own = next(place for place in standings.places if place.seat == 0)
    before = (game(own.points - 1, name="caravan"),)
    best = f"Your best yet: {own.points} points ({own.points - 1} before)."
    for request, expected in (
        (SeatRequest(0, earlier=before), True), (SeatRequest(0, shared_seats=(0, 1), earlier=before), False),
        (SeatRequest(0), False),
    ):  # fmt: skip
        reading = Reading(ClientState(seat_request=request), Words())
        for reply in (welcome, turn_message(local, 0)):
            reading = reading.of(reduce_reply(reading.state, reply)[0])
        for lent in (False, True):
            over = say.GameOverReply(standings, lent=lent)
            shown = [one for display in announce(over, reading, False) for one in lines(display.content, Style(80))]
            assert (best in shown) == (expected and not lent), shown
            alone = len(request.shared_seats) < 2
            assert (Words()("honours.lent") in shown) == (lent and alone), shown


def test_the_file_of_a_game_is_named_by_an_id_that_fits_a_line_where_it_is_kept_here() -> None:
    local = played("caravan", 2, 5, 200)
    welcome, sid = coming(local, 0)[0], "7290c3fa21ae228b" * 4
    assert isinstance(welcome, say.WelcomeReply)
    file = f"/tmp/a-long-folder-of-somebody/transcripts/{sid[:16]}.tta"
    for seat, named in ((0, sid[:8]), (None, file)):
        reading = Reading(ClientState(seat_request=SeatRequest(seat)), Words())
        for reply in (msgspec.structs.replace(welcome, sid=sid, seat=seat), turn_message(local, seat)):
            reading = reading.of(reduce_reply(reading.state, reply)[0])
        over = say.GameOverReply(local.game.standings(local.state), "fair", file)
        told = " ".join(one for display in announce(over, reading, False) for one in lines(display.blocks, Style(200)))
        assert f"tta verify {named}" in told and f"tta replay {named}" in told and file in told
