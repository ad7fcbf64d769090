"""What the files of a game say that some or all have ended: whoever stopped, came back or ended it alone."""

from __future__ import annotations

import itertools

import pytest

from protocol.compare import compare
from protocol.messages import Motion
from protocol.motions import MAX_MOTIONS
from protocol.operations import Act, Deal, Shuffle
from protocol.transcript import PLAY
from protocol.transcript import write as write_file
from protocol.verdict import verify_file
from tests.protocol.session.endings import two_vanish_at_once, verdict, without
from tests.protocol.session.world import dealt, vote
from tests.protocol.table import FACES, OpenReferee, Table, body_kind

pytestmark = pytest.mark.usefixtures("in_numbers")


def test_the_file_of_who_has_ended_the_game_says_so_also_after_a_restart() -> None:
    """Whoever comes back takes all votes before play, so the order of records says nothing about who went on."""
    table = two_vanish_at_once()
    vote(table, without(2, 3), 0, 1)
    for operator in (0, 1):
        table.kill(operator)
        table.revive(operator)
        assert table.nodes[operator].session.over
        assert verdict(table, operator).status == "left"


def test_what_else_a_node_votes_on_stands_in_no_file_after_the_end() -> None:
    """A node that comes back confirms the end of the game and votes on something else at one moment."""
    table = dealt()
    table.nodes[2].session._machine.ballots._own_confirm = lambda motion: None  # type: ignore[method-assign]
    vote(table, Motion("forfeit", 0), 0, 1, 2, 3)
    session = table._session(2, list(table.nodes[2].journal))
    for operation in table.script:
        session.request(operation)
    for data in table.nodes[0].session.missing_for(session.heads(), (2,)):
        session.receive(data)
    session.vote(Motion("call-off", 2))
    session.start_sending()
    assert session.over
    file = write_file(table.signed, session.records)
    assert verify_file(file, lambda charter: OpenReferee(table.claims)).status == "forfeited"


def test_a_file_holds_whoever_has_moved_most_of_what_was_voted_on() -> None:
    """Who opened a motion is lost with a restart: then the votes of a step stand by seats, not as they came."""
    table = dealt()
    for i in range(MAX_MOTIONS):
        vote(table, Motion("forfeit", 0, b"%d" % i), 0)
    for i in range(MAX_MOTIONS):
        for operator in (1, 0):
            vote(table, Motion("call-off", 1, b"%d" % i), operator)
    table.kill(1)
    table.revive(1)
    assert len(table.nodes[1].session._machine.ballots.open) == 2 * MAX_MOTIONS
    assert verdict(table, 1).status == "unfinished"


def a_step_further() -> tuple[Table, set[tuple[int, int, str]]]:
    """Four players, and player 1 a step further than the others; what of it is lost on the way from now on."""
    table = Table((0, 1, 2, 3), faces=FACES)
    lost: set[tuple[int, int, str]] = {(sender, 3, "Shares") for sender in (0, 2)}
    table.tamper = lambda sender, to, data: [] if (sender, to, body_kind(data)) in lost else [data]
    table.play(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 1), Act(1), answers={1: b"on"})
    assert table.nodes[1].session.heads()[PLAY][1] > table.nodes[3].session.heads()[PLAY][1]
    lost |= {(sender, to, "Confirmation") for sender in range(4) for to in range(4)}
    lost |= {(1, to, kind) for to in (0, 2) for kind in ("Echo", "ActMessage")}
    return table, lost


def told_all(table: Table, *operators: int) -> None:
    """Nothing is lost any more, and these hear what they lack."""
    table.tamper = None
    for one in operators:
        for other in range(4):
            for data in table.nodes[other].session.missing_for(table.nodes[one].session.heads(), ()):
                table.nodes[one].session.receive(data)
    table.run()


def test_who_goes_back_to_the_end_has_nothing_after_it_in_the_file() -> None:
    """What is beside play is heard anew then, and one motion was still open beside that by which the game ends."""
    table, _ = a_step_further()
    vote(table, without(kind="forfeit"), 0, 1, 2, 3)
    vote(table, without(2), 1, yes=False)
    vote(table, without(2), 3)
    assert not any(node.session.over for node in table.nodes)
    told_all(table, *range(4))
    assert [verdict(table, operator).status for operator in range(4)] == ["forfeited"] * 4


def test_the_files_of_who_ended_it_a_step_further_and_of_who_went_back_agree() -> None:
    """Two end the game for themselves, one of them a step further; then the others hear that all had confirmed."""
    table, lost = a_step_further()
    lost |= {(3, to, kind) for to in (0, 2) for kind in ("Echo", "ActMessage")}
    vote(table, without(kind="forfeit"), 0, 1, 2, 3)
    vote(table, without(0, 2), 1, 3)
    assert [node.session.over for node in table.nodes] == [False, True, False, True]
    told_all(table, 0, 2)
    assert all(node.session.over for node in table.nodes)
    ends = [verdict(table, operator) for operator in range(4)]
    assert [end.status for end in ends] == ["forfeited", "left", "forfeited", "left"]
    assert ends[0].chain == ends[2].chain != ends[1].chain
    for one, two in itertools.combinations(range(4), 2):
        found = compare(table.signed, table.records(one), table.records(two))
        assert found.relation != "different" and not found.certificates
