"""What a node says at the end of a game without going through it again is what going through all of it says."""

from __future__ import annotations

import dataclasses

import msgspec
import pytest

from protocol.messages import (
    ActMessage,
    FaceClaim,
    MixMessage,
    Motion,
    SealCommit,
    Shares,
    decode_body,
    decode_envelope,
)
from protocol.operations import Act, Deal, Finish, Operation, Prepare, Seal, Show, Shuffle
from protocol.transcript import PLAY, MessageRecord, Record, SecretRecord
from protocol.verdict import Verdict, verify_records, verify_session
from protocol.wire import encode
from tests.protocol.attackers.malice import Lie, Villain, resigned
from tests.protocol.session.slow import SlowTable
from tests.protocol.table import FACES, Node, OpenReferee, Table

pytestmark = pytest.mark.usefixtures("in_numbers")

END = Finish(bytes(32), b"over")
SEATS = (0, 1, 2)
GAME: tuple[Operation, ...] = (
    Shuffle((), FACES[:6], (0, 1, 2, 3, 4, 5)),
    Deal((0,), 0),
    Deal((1,), 1),
    Show((2,)),
    Act(0),
    Seal((0, 1), 8),
)


def whole(table: Table, node: Node) -> Verdict:
    """What whoever goes through all of it says."""
    return verify_records(table.signed, node.session.records, lambda charter: OpenReferee(table.claims))


def played(table: Table) -> Table:
    table.play(*GAME, answers={0: b"goes on", 1: b"and on"})
    return table


def ends(table: Table) -> None:
    """The game ends, with as many checks come back as anybody waits for."""
    table.play(END)
    assert [node.session.course.finished for node in table.nodes if node.up] == [True] * sum(
        node.up for node in table.nodes
    )


def came_back(table: Table, operator: int, journal: list[Record]) -> Node:
    """A node is started again with what its disk gives it."""
    table.kill(operator)
    table.nodes[operator].journal = journal
    table.revive(operator)
    table.run()
    return table.nodes[operator]


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("left", [False, True])
def test_who_has_checked_all_as_it_came_says_what_going_through_all_of_it_says(restarted: bool, left: bool) -> None:
    table = played(Table(SEATS))
    if left:
        table.kill(2)
        for node in table.nodes[:2]:
            node.session.vote(Motion("gone", 2))
        table.run()
    if restarted:
        came_back(table, 0, table.nodes[0].journal)
    ends(table)
    for node in table.nodes[: 2 if left else 3]:
        found = verify_session(node.session)
        assert found is not None and found.as_it_came and found.state == "fair"
        assert dataclasses.replace(found, as_it_came=False) == whole(table, node)
        assert found.seats_left == left


def test_before_the_end_nobody_says_how_a_game_has_ended() -> None:
    table = played(Table(SEATS))
    assert [verify_session(node.session) for node in table.nodes] == [None] * 3


def test_a_signature_that_was_changed_on_the_disk_is_seen_at_the_end() -> None:
    """What it stands under holds: only who signed it does not, and that nobody has looked at in this process."""
    table = played(Table(SEATS))
    journal: list[Record] = []
    for record in table.nodes[0].journal:
        said = decode_envelope(record.envelope) if isinstance(record, MessageRecord) else None
        if said is not None and said.seat == 1 and isinstance(decode_body(said.body), SealCommit):
            record = MessageRecord(encode(msgspec.structs.replace(said, signature=bytes(64))))
        journal.append(record)
    assert journal != table.nodes[0].journal
    node = came_back(table, 0, journal)
    ends(table)
    assert verify_session(node.session) is None
    assert whole(table, node).state == "damaged"


def test_a_proof_that_was_changed_on_the_disk_is_checked_when_it_is_read() -> None:
    """Seat 1 has signed it, so that it is what convicts; a node believes its own disk no more than anybody else."""
    table = played(Table(SEATS))
    journal: list[Record] = []
    for record in table.nodes[0].journal:
        said = decode_envelope(record.envelope) if isinstance(record, MessageRecord) else None
        if said is not None and said.seat == 1 and isinstance(body := decode_body(said.body), Shares):
            record = MessageRecord(resigned(table, said, body=Shares(bytes(len(body.proof)))))
        journal.append(record)
    assert journal != table.nodes[0].journal
    node = came_back(table, 0, journal)
    assert [found.seat for found in node.accused()] == [1]
    assert verify_session(node.session) is None and whole(table, node).state == "violated"


@pytest.mark.parametrize("signed", [False, True], ids=["changed on the way", "signed by its author"])
def test_a_record_that_is_swapped_in_catching_up_is_checked_like_any_other(signed: bool) -> None:
    """Who was away hears the game from a liar, which gives it another act of its own than all others have."""
    table = Table(SEATS)
    table.play(*GAME[:1])
    behind = list(table.nodes[2].journal)
    table.play(*GAME[1:], answers={0: b"goes on", 1: b"and on"})
    table.kill(2)
    node = table.nodes[2]
    node.journal = [
        *behind,
        *(record for record in table.nodes[2].journal[len(behind) :] if isinstance(record, SecretRecord)),
    ]
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(2, list(node.journal), stale=True)
    table.flush(node)
    swapped = 0
    for data in table.nodes[0].session.missing_for(node.session.heads(), (2,)):
        said = decode_envelope(data)
        if said.seat == 0 and isinstance(body := decode_body(said.body), ActMessage):
            false = ActMessage(b"another", body.claims, body.proofs, body.digest)
            data = resigned(table, said, body=false) if signed else encode(
                msgspec.structs.replace(said, body=encode(false))
            )  # fmt: skip
            swapped += 1
        node.session.receive(data)
        table.flush(node)
    assert swapped == 1
    table.catch_up(node)
    node.session.start_sending()
    table.flush(node)
    table.help_others(node)
    table.run()
    if signed:
        assert [found.seat for found in node.accused()] == [0]
        assert verify_session(node.session) is None and whole(table, node).state == "violated"
        return
    ends(table)
    found = verify_session(node.session)
    assert found is not None and found.state == whole(table, node).state == "fair"
    assert found.chain == table.nodes[1].session.chain


def test_a_proof_that_is_left_out_is_no_proof_that_somebody_else_has_checked() -> None:
    """Its author is caught when it says it; the table plays on without it, and says at the end what it was."""
    table = Table(SEATS)
    table.claims[b"this one"] = (FaceClaim(0, FACES[0]),)
    table.play(*GAME[:3])

    def skips(lie: Lie) -> Shares:
        return Shares(lie.body.proof[:32] + bytes(len(lie.body.proof) - 32))

    Villain(table, 2).lies(Shares, skips)
    table.play(Deal((3,), 0))
    assert all([found.seat for found in node.accused()] == [2] for node in table.nodes[:2])
    table.kill(2)
    for node in table.nodes[:2]:
        node.session.vote(Motion("cheated", 2))
    table.run()
    ends(table)
    for node in table.nodes[:2]:
        assert verify_session(node.session) is None
        assert whole(table, node).state == "convicted"


@pytest.mark.parametrize("false", [False, True])
def test_a_shuffle_that_nobody_has_looked_at_when_its_pile_is_given_up_is_looked_at_in_the_end(false: bool) -> None:
    """Its check is still in the worker when another pile of its name begins, and then nobody waits for it any more."""
    table = SlowTable(SEATS, faces=FACES[:6])
    table.play(Shuffle((), FACES[:3], (0, 1, 2)))
    while table.work():
        pass

    def spoils(lie: Lie) -> MixMessage:
        assert lie.envelope.lane != PLAY
        return MixMessage(lie.body.cards, bytes(len(lie.body.proof)))

    if false:
        Villain(table, 2).lies(MixMessage, spoils)
    table.play(Prepare("x", (0, 1), ()), Act(0), Prepare("x", (0, 2), ()), answers={0: b"goes on"})
    table.play(END)
    while table.work():
        pass
    for node in table.nodes[:2]:
        assert node.session.course.finished and not node.accused()
        assert verify_session(node.session) is None
        assert whole(table, node).state == ("convicted" if false else "fair")


@pytest.mark.parametrize("ended_before", [False, True])
def test_who_follows_others_in_voting_a_cheat_out_and_has_lost_the_proof_goes_through_all_of_it(
    ended_before: bool,
) -> None:
    """An older store has lost what its node was shown, and an accomplice hands over everything but that."""
    table = Table(SEATS)
    table.play(Shuffle((), FACES[:6], (0, 1, 2, 3, 4, 5)), Deal((0,), 0))
    before = len(table.nodes[0].journal)
    Villain(table, 2).lies(Shares, lambda lie: Shares(lie.body.proof[:32] + bytes(len(lie.body.proof) - 32)))
    table.play(Deal((3,), 0))
    table.kill(2)
    for node in table.nodes[:2]:
        node.session.vote(Motion("cheated", 2))
    table.run()
    if ended_before:
        table.play(END)
    node = table.nodes[0]
    table.kill(0)
    node.journal = node.journal[:before]
    table.accept_proof = lambda node, data: None  # type: ignore[method-assign]
    table.revive(0, stale=True)
    table.run()
    if not node.session.sending:
        node.session.start_sending(node.session.missing_heads)
        table.flush(node)
        table.help_others(node)
        table.run()
    if not ended_before:
        table.play(END)
    assert node.session.course.finished and 2 not in node.session.play.present and not node.session.blame.certificates
    assert verify_session(node.session) is None and whole(table, node).state != "fair"


def test_a_check_that_comes_back_when_its_author_was_voted_gone_is_not_forgotten() -> None:
    table = SlowTable(SEATS, faces=FACES[:6])
    table.run()
    while table.work():
        pass
    Villain(table, 2).lies(MixMessage, lambda lie: MixMessage(lie.body.cards, bytes(len(lie.body.proof))))
    table.play(Shuffle((), FACES[:3], (0, 1, 2)))
    table.kill(2)
    for node in table.nodes[:2]:
        node.session.vote(Motion("gone", 2))
    for what in ((), (Act(0),), (END,)):
        table.play(*what, answers={0: b"x"}) if what else table.run()
        while table.work():
            pass
    for node in table.nodes[:2]:
        assert node.session.course.finished and verify_session(node.session) is None
        assert [accused.seat for accused in whole(table, node).accused] == [2]


def test_a_cheat_that_was_caught_and_called_gone_is_in_the_verdict() -> None:
    table = Table(SEATS)
    table.play(Shuffle((), FACES[:6], (0, 1, 2, 3, 4, 5)), Deal((0,), 0))
    Villain(table, 2).lies(Shares, lambda lie: Shares(lie.body.proof[:32] + bytes(len(lie.body.proof) - 32)))
    table.play(Deal((3,), 0))
    table.kill(2)
    for node in table.nodes[:2]:
        node.session.vote(Motion("gone", 2))
    table.run()
    table.play(END)
    for node in table.nodes[:2]:
        assert node.session.course.finished and not node.session.course.expelled
        assert verify_session(node.session) is None
        assert [accused.seat for accused in whole(table, node).accused] == [2]
