"""A cheat is caught, leaves, and the others go on; nodes that die over it remember whom they caught."""

from __future__ import annotations

import hashlib

import pytest

from protocol import replay
from protocol.events import SeatConvicted, SeatsLeft, SessionRestarted, StatesDiverged
from protocol.messages import ActMessage, MixMessage, Motion, Shares
from protocol.operations import Act, Deal, Operation, Prepare, Random, Show, Shuffle
from protocol.replay import Verifier
from tests.protocol.attackers.malice import Lie, Villain
from tests.protocol.session.world import TROUBLE, faces_on, vote
from tests.protocol.table import FACES, OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")

CHEATED = Motion("cheated", 3)
HONEST = (0, 1, 2)


class TruthfulTable(Table):
    """Remembers what was on the cards before anybody cheated."""

    truth: dict[int, str]


def dealt() -> TruthfulTable:
    table = TruthfulTable((0, 1, 2, 3), faces=FACES[:16])
    table.play(Shuffle((), FACES[:10], tuple(range(10))), *(Deal((seat,), seat) for seat in range(4)))
    table.truth = faces_on(table)
    return table


def bad_bytes(lie: Lie) -> Shares | MixMessage:
    body = lie.body
    assert isinstance(body, Shares | MixMessage)
    proof = body.proof[:-1] + bytes([body.proof[-1] ^ 1])
    return Shares(proof) if isinstance(body, Shares) else MixMessage(body.cards, proof)


def another_act(lie: Lie) -> ActMessage:
    return ActMessage(b"another tale", (), (), hashlib.sha256(b"another tale").digest())


CHEATS: dict[str, tuple[tuple[Operation, ...], type, object, tuple[int, ...] | None, str]] = {
    "a bad share": ((Deal((5,), 0),), Shares, bad_bytes, None, "bad-proof"),
    "a bad share to one alone": ((Deal((5,), 0),), Shares, bad_bytes, (1,), "bad-proof"),
    "a bad shuffle": ((Shuffle((5, 6, 7), (), (20, 21, 22)),), MixMessage, bad_bytes, None, "bad-proof"),
    "a bad shuffle beside play": (
        (Prepare("x", (), FACES[:3]), Shuffle((), FACES[:3], (20, 21, 22))),
        MixMessage,
        bad_bytes,
        None,
        "bad-proof",
    ),
    "two tales of an act": ((Act(3), Act(0), Deal((5,), 1)), ActMessage, another_act, (0, 1), "equivocation"),
    "two tales, one heard by one": ((Act(3), Act(0), Deal((5,), 1)), ActMessage, another_act, (2,), "equivocation"),
}


def cheating(name: str) -> tuple[TruthfulTable, str]:
    operations, kind, forge, to, offence = CHEATS[name]
    table = dealt()
    Villain(table, 3).lies(kind, forge, to=to)  # type: ignore[arg-type]
    table.play(*operations, answers={0: b"mine", 3: b"the tale"})
    return table, offence


def honest_said_once(table: Table) -> None:
    """Nobody but the cheat said two things for one slot."""
    assert {slot for slot, ids in table.spoken.items() if len(ids) > 1 and slot[3] != 3} == set()


def goes_on(table: TruthfulTable) -> None:
    """It has left, everybody is at one place, and the game goes on with the same cards."""
    for operator in HONEST:
        node = table.nodes[operator]
        assert node.session.seated == HONEST, (operator, node.session.waiting())
        assert [event.reason for event in node.events if isinstance(event, SeatsLeft)] == ["cheated"]
        assert {event.seat for event in node.accused()} <= {3}
    assert len({table.nodes[operator].session.chain for operator in HONEST}) == 1
    table.nodes[3].up = False
    table.tamper = None
    now = faces_on(table)
    assert {handle: now[handle] for handle in range(5)} == {handle: table.truth[handle] for handle in range(5)}
    table.script = table.script[: len(table.nodes[0].ended())]
    table.play(Deal((3, 8), 1), Random(4), Show((9,)), Prepare("z", (), FACES[3:5]), Shuffle((), FACES[3:5], (50, 51)))
    for operator in HONEST:
        assert len(table.nodes[operator].ended()) == len(table.script)
    honest_said_once(table)
    verifier = Verifier(table.signed, lambda: OpenReferee(table.claims), group=table.group)
    for record in table.records(1):
        verifier.add(record)
    verifier.end()


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_is_caught_by_everybody_and_the_others_go_on(name: str) -> None:
    table, offence = cheating(name)
    for operator in HONEST:
        (found,) = table.nodes[operator].accused()
        assert found.seat == 3 and found.certificate.kind in (offence, "equivocation")
        replay.check(found.certificate, group=table.group)
    table.kill(3)
    vote(table, CHEATED, *HONEST)
    goes_on(table)


MOMENTS = ("caught", "voted", "left")


@pytest.mark.parametrize(
    ("name", "moment"),
    [(name, moment) for i, name in enumerate(CHEATS) for j, moment in enumerate(MOMENTS) if (i + j) % 3],
)
def test_a_node_that_dies_over_a_cheat_remembers_it(name: str, moment: str) -> None:
    table, _ = cheating(name)
    table.kill(3)
    if moment == "caught":
        table.kill(1)
        table.revive(1)
        table.run()
        assert 3 in {event.seat for event in table.nodes[1].events if isinstance(event, SeatConvicted)}
        vote(table, CHEATED, *HONEST)
    else:
        vote(table, CHEATED, 1, 2)
        if moment == "voted":
            table.kill(1)
            table.revive(1)
            table.run()
            assert table.nodes[1].session.ballots.has_voted
        vote(table, CHEATED, 0)
        if moment == "left":
            table.kill(1)
            table.revive(1)
            table.run()
    goes_on(table)


def test_evidence_reaches_a_node_that_was_away_when_the_cheat_was_caught() -> None:
    table = dealt()
    table.kill(1)
    Villain(table, 3).lies(ActMessage, another_act, to=(0,))
    table.play(Act(3), Act(0), answers={0: b"mine", 3: b"the tale"})
    table.kill(3)
    assert table.nodes[0].accused() and table.nodes[2].accused()
    table.revive(1)
    table.run()
    (found,) = table.nodes[1].accused()
    replay.check(found.certificate, group=table.group)
    vote(table, CHEATED, *HONEST)
    goes_on(table)


def test_going_back_repeats_what_was_said_beside_play_word_for_word() -> None:
    """Piles were being prepared when the two tales came out; nobody says anything about them twice."""
    table = dealt()
    Villain(table, 3).lies(ActMessage, another_act, to=(2,))
    table.play(
        *(Prepare("x", (), FACES[:3]), Act(3), Prepare("y", (), FACES[:2]), Act(0), Random(4)),
        answers={0: b"a", 3: b"the tale"},
    )
    table.kill(3)
    vote(table, CHEATED, *HONEST)
    assert any(isinstance(event, SessionRestarted) for operator in HONEST for event in table.nodes[operator].events)
    goes_on(table)


def test_all_who_are_honest_die_at_once_over_two_tales_and_still_agree() -> None:
    table, _ = cheating("two tales of an act")
    table.kill(3)
    for operator in HONEST:
        table.kill(operator)
    table.wires.clear()
    for operator in HONEST:
        table.revive(operator)
        table.run()
    for operator in HONEST:
        assert {found.seat for found in table.nodes[operator].accused()} == {3}
    vote(table, CHEATED, *HONEST)
    goes_on(table)


def test_a_cheat_who_says_yes_to_one_and_no_to_another_does_not_split_the_table() -> None:
    """Two tales about a vote: nobody goes where another cannot follow."""
    from protocol.messages import Vote

    table = Table((0, 1, 2, 3, 4), faces=FACES[:16])
    table.play(Shuffle((), FACES[:10], tuple(range(10))))
    table.kill(4)
    Villain(table, 3).lies(
        Vote,
        lambda lie: Vote(lie.body.motion, False, lie.body.trail),
        to=(0,),  # type: ignore[union-attr]
    )
    vote(table, Motion("gone", 4), 0, 1, 2, 3)
    assert {table.nodes[operator].session.heads()[b"play"][0] for operator in HONEST} == {0}
    for operator in HONEST:
        assert {found.seat for found in table.nodes[operator].accused()} == {3}
    honest_said_once(table)


def test_engines_that_differ_halt_and_may_call_the_game_off_although_they_stand_apart() -> None:
    class OddReferee(OpenReferee):
        def judge(self, seat: int, payload: bytes):  # type: ignore[no-untyped-def]
            ruling = super().judge(seat, payload)
            return type(ruling)(ruling.claims, bytes(32)) if payload == b"odd" else ruling

    table = dealt()
    table.nodes[2].session._machine.referee = table.nodes[2].session.play.referee = OddReferee(table.claims)
    table.play(Act(3), Act(0), answers={0: b"odd", 3: b"fine"})
    assert [event.seat for event in table.nodes[2].events if isinstance(event, StatesDiverged)] == [0]
    assert table.nodes[2].session.halted
    assert not any(node.accused() for node in table.nodes)
    assert [wait.seat for wait in table.nodes[2].session.waiting()] == [0]
    vote(table, Motion("call-off", 0), 0, 1, 2, 3)
    assert all(node.session.over for node in table.nodes)
    assert len({node.session.chain for node in table.nodes}) == 1
    assert [event for event in table.nodes[0].events if isinstance(event, TROUBLE)] == []
