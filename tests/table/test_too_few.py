"""So many leave before the seats are drawn that the game is not played with those who are left."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.messages import Motion
from tests.table.peers import Peers
from tta_p2p.registry import load_rules
from tta_p2p.table.audit import departures, names_of, standings_of, verify_records, write_file
from tta_p2p.table.game_table import GameOver
from tta_p2p.table.recording_reader import read_recording


def without(peers: Peers, gone: int) -> None:
    """Those who are up vote somebody gone, and hear each other until that one is out for the first of them."""
    for voter in sorted(peers.up):
        peers.tables[voter].vote(Motion("gone", gone))
    peers.flush()
    seats = set(peers.signed.charter.seats_of(gone))
    while seats & set(peers.tables[0].session.play.present):
        to, data = peers.wire.popleft()
        if to in peers.up:
            peers.tables[to].receive(data)
        peers.flush()


@pytest.mark.parametrize(("game", "operators"), [("through_the_ages", 3), ("civilization", 3), ("seven_wonders", 3)])
def test_the_rules_say_what_becomes_of_a_game_that_so_many_have_left_before_it_began(
    game: str, operators: int, tmp_path: Path
) -> None:
    peers = Peers(game, list(range(operators)))
    # Nobody hears the last one; then the others are called gone one by one until too few are left.
    left = list(range(operators - 1, 0, -1))[: 1 + operators - min(load_rules(game).seats)]
    for gone in left:
        peers.up.discard(gone)
        without(peers, gone)
        assert peers.tables[0].seating is None or gone == left[-1]
    peers.play()
    for one in peers.up:
        table = peers.tables[one]
        (over,) = (event for event in peers.events[one] if isinstance(event, GameOver))
        assert table.session.course.finished and over.standings.over
    table = peers.tables[0]
    verdict = verify_records(peers.signed, table.session.records)
    assert (verdict.state, sorted(one.seat for one in departures(verdict))) == ("fair", sorted(left))
    standings, names = standings_of(verdict), names_of(verdict)
    assert standings is not None
    places = {names[place.seat]: place.left for place in standings.places}
    assert {name for name, how in places.items() if how == "gone"} == {f"seat {one}" for one in left}
    assert len(places) == operators
    file = tmp_path / "game.tta"
    write_file(file, peers.signed, table.session.records)
    assert read_recording(file).names == names
