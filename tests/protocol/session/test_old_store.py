"""Yesterday's store and lost secrets: nothing is ever said twice with different words."""

from __future__ import annotations

import pytest

from protocol import signatures
from protocol.errors import BadEncoding, BadSignature, OutOfOrder
from protocol.events import DuplicateNode, SecretsLost, StatesDiverged
from protocol.mailbox import WINDOW
from protocol.messages import (
    Confirmation,
    Echo,
    Envelope,
    Motion,
    SealOpen,
    Vote,
    decode_body,
    decode_envelope,
    decode_head,
    seal_envelope,
)
from protocol.operations import Act, Deal, Prepare, Seal, Shuffle
from protocol.outbox import Outbox
from protocol.session import Session
from protocol.transcript import PLAY, MessageRecord, Record, SecretRecord
from protocol.wire import encode
from tests.protocol.attackers.malice import said_by
from tests.protocol.session.slow import SlowTable
from tests.protocol.session.world import at_rest, in_peace, scripted, vote
from tests.protocol.table import FACES, OpenReferee, Table, body_kind, entropy_of

pytestmark = pytest.mark.usefixtures("in_numbers")

NONCE = bytes(range(32))


def cut(table: Table, operator: int, length: int, keep_secrets: bool) -> None:
    """Bring a node back from the first records of its journal (and perhaps all its secrets)."""
    journal = table.nodes[operator].journal
    table.kill(operator)
    later = [record for record in journal[length:] if isinstance(record, SecretRecord)] if keep_secrets else []
    table.nodes[operator].journal = [*journal[:length], *later]
    table.revive(operator, stale=True)


@pytest.mark.parametrize("part", [0, 1, 3, 5, 7, 9])
def test_a_node_with_an_old_store_takes_its_own_later_messages_from_the_others_and_goes_on(part: int) -> None:
    table = scripted()
    script, table.script = table.script, table.script[:15]
    table.run()
    length = len(table.nodes[1].journal) * part // 10
    cut(table, 1, length, keep_secrets=True)
    table.run()
    table.script = script
    table.run()
    at_rest(table)


@pytest.mark.parametrize("part", range(10))
def test_an_old_store_without_its_secrets_says_so_and_never_says_anything_twice(part: int) -> None:
    table = scripted((0, 1, 2, 3))
    script, table.script = table.script, table.script[:12]
    table.run()
    length = len(table.nodes[1].journal) * part // 10
    cut(table, 1, length, keep_secrets=False)
    table.run()
    table.script = script
    table.run()
    assert table.said_once()
    lost = [event for event in table.nodes[1].events if isinstance(event, SecretsLost)]
    assert [node for node in table.nodes if node.accused()] == []
    if lost:
        # The others may go on without it; it follows as a watcher.
        assert {wait.seat for wait in table.nodes[0].session.waiting()} == {1}
        table.script = table.script[:12]
        vote(table, Motion("gone", 1), 0, 2, 3)
        table.play(Deal((4,), 0))
        assert len({node.session.chain for node in table.nodes}) == 1
    else:
        at_rest(table)
    kept = [record.name for record in table.nodes[1].journal[:length] if isinstance(record, SecretRecord)]
    assert bool(lost) == ("keys 1 0" not in kept)


def test_the_opening_of_an_own_sealed_answer_that_is_lost_is_named() -> None:
    table = scripted()
    table.script = table.script[:15]
    table.tamper = lambda sender, to, data: [] if sender == 2 and body_kind(data) == "SealCommit" else [data]
    table.run()  # seats 0 and 1 have committed, and seat 2 as well, which nobody has heard
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {2}
    journal = table.nodes[1].journal
    table.kill(1)
    table.nodes[1].journal = [
        record for record in journal if not (isinstance(record, SecretRecord) and record.name.startswith("seal"))
    ]
    table.revive(1)
    table.tamper = None
    table.help_others(table.nodes[2])
    table.run()
    (lost,) = [event for event in table.nodes[1].events if isinstance(event, SecretsLost)]
    assert lost.seat == 1 and "commitment" in lost.reason
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {1}
    assert table.said_once() and not any(node.accused() for node in table.nodes)


def committed(options: tuple[bytes, ...] = ()) -> tuple[Table, int]:
    """A table where seats 0 and 1 have committed to sealed answers, and how long the journal of 1 was before."""
    table = scripted()
    seal = next(number for number, operation in enumerate(table.script) if isinstance(operation, Seal))
    script, table.script = table.script, table.script[:seal]
    for operator in range(3):
        table.referees[operator] = OpenReferee(table.claims)
        table.referees[operator].options = options
    table.run()
    before = len(table.nodes[1].journal)
    table.script = script[: seal + 1]
    table.tamper = lambda sender, to, data: [] if sender == 2 and body_kind(data) == "SealCommit" else [data]
    table.run()
    assert {wait.seat for wait in table.nodes[0].session.waiting()} == {2}
    return table, before


def answers_of(table: Table, seat: int) -> tuple[bytes, ...]:
    """What a seat answers anywhere in the game, and more that it could answer."""
    return (b"", b"no", *(payload for (_, of), payload in table.answers.items() if of == seat), b"longer than any" * 9)


@pytest.mark.parametrize("kept", ["all but the opening", "nothing since before"])
def test_an_older_copy_finds_the_opening_of_its_sealed_answer_again(kept: str) -> None:
    table, before = committed(answers_of(scripted(), 1))
    journal = table.nodes[1].journal
    table.kill(1)
    lacking = [one for one in journal if not (isinstance(one, SecretRecord) and one.name.startswith("seal"))]
    assert len(lacking) < len(journal)
    table.nodes[1].journal = lacking if kept == "all but the opening" else journal[:before]
    table.revive(1, stale=True)
    table.tamper = None
    table.help_others(table.nodes[2])
    table.run()
    at_rest(table)
    assert table.said_once()
    assert len({node.ended()[-1].result.payloads[1] for node in table.nodes}) == 1  # type: ignore[union-attr]


def test_an_answer_that_is_chosen_anew_is_sealed_with_another_salt_and_the_same_one_with_the_same() -> None:
    """A copy that knows nothing of its choice may choose anew: neither commitment says anything of the other."""
    found = dict[bytes, list[bytes]]()
    for payload in (b"one", b"one", b"two"):
        table = Table(faces=FACES[:4])
        table.play(Seal((0, 1, 2), 16), answers={0: payload, 1: b"1", 2: b"2"})
        (said,) = said_by(table.nodes[1], SealOpen, [0])
        opened = decode_body(said.body)
        assert isinstance(opened, SealOpen)
        found.setdefault(payload, []).append(opened.salt)
    first, second = found[b"one"]
    assert first == second != found[b"two"][0]


def test_a_session_that_was_begun_before_keeps_silent_even_with_an_empty_journal() -> None:
    table = Table()
    fresh = Session(table.signed, entropy_of("x"), group=table.group, operator=0, signer=table.keys[0], resumed=True)
    assert fresh.poll().send == []
    assert {wait.seat for wait in fresh.waiting()} == {0, 1, 2}
    fresh.start_sending()
    assert len(fresh.poll().send) == 1


def test_a_head_is_fresh_signed_and_about_this_game() -> None:
    table = scripted()
    table.run()
    one, two = table.nodes[0].session, table.nodes[1].session
    data = one.head(NONCE, 1)
    assert two.take_head(data, {NONCE, bytes(32)}) == 0
    with pytest.raises(BadEncoding):
        two.take_head(data, {bytes(32)})
    with pytest.raises(BadEncoding):
        two.take_head(data + b"\x00", {NONCE})
    with pytest.raises(BadEncoding, match="somebody else"):
        table.nodes[2].session.take_head(data, {NONCE})  # who was asked with a copied nonce has told another one
    with pytest.raises(BadEncoding, match="itself"):
        two.take_head(two.head(NONCE, 1), {NONCE})
    head = decode_head(data)
    assert (head.step, head.chain) == (one.heads()[b"play"][1], one.chain)
    for changed in (
        {"seat": 2},
        {"step": head.step + 1},
        {"chain": bytes(32)},
        {"signature": bytes(64)},
    ):
        with pytest.raises(BadSignature):
            two.take_head(encode(replace(head, **changed)), {NONCE})
    with pytest.raises(BadEncoding):
        two.take_head(Table((0, 1)).nodes[0].session.head(NONCE, 1), {NONCE})
    with pytest.raises(OutOfOrder):
        Session(table.signed, entropy_of("spectator"), group=table.group).head(NONCE, 1)


def replace(head: object, **changes: object) -> object:
    import msgspec

    return msgspec.structs.replace(head, **changes)  # type: ignore[type-var]


def returning(table: Table, operator: int, journal: list[Record]) -> Session:
    """A node with a store that is perhaps old; its driver has asked for the whole script."""
    session = Session(
        table.signed,
        entropy_of("old"),
        group=table.group,
        operator=operator,
        signer=table.keys[operator],
        referee=OpenReferee(table.claims),
        journal=journal,
        resumed=True,
        stale=True,
    )
    for operation in table.script:
        session.request(operation)
    return session


def test_a_stale_store_speaks_only_when_all_others_have_said_what_they_heard() -> None:
    table = scripted()
    table.script = table.script[:6]
    table.run()
    node = table.nodes[1]
    table.kill(1)
    session = returning(table, 1, node.journal[: len(node.journal) // 2])
    assert session.missing_heads == (0, 2)
    for operator in (0, 2):
        with pytest.raises(OutOfOrder):
            session.start_sending()
        for data in table.nodes[operator].session.missing_for(session.heads(), (1,)):
            session.receive(data)
        session.take_head(table.nodes[operator].session.head(NONCE, 1), {NONCE})
    assert session.missing_heads == () and session.chain == table.nodes[0].session.chain
    session.start_sending()
    assert session.poll().send == [] and session.sending


def test_a_person_may_go_on_without_somebody_and_takes_its_own_words_from_whoever_comes_later() -> None:
    """Nothing was said meanwhile where it had said something: then it is no second copy and no second tale."""
    table = scripted()
    script, table.script = table.script, table.script[:6]
    table.run()
    journal = table.nodes[1].journal
    table.kill(1)
    secrets = [record for record in journal if isinstance(record, SecretRecord)]
    cuts = [[*journal[:length], *secrets] for length in range(len(journal) // 2, len(journal))]
    waits = (cut for cut in cuts if 1 not in {wait.seat for wait in returning(table, 1, cut).waiting()})
    table.nodes[1].journal = next(waits)  # so it is for the others to speak, as far as it knows
    for away in (0, 2):
        table.nodes[away].up = False
    table.revive(1, stale=True)
    node = table.nodes[1]
    assert node.session.missing_heads == (0, 2) and not node.session.sending
    node.session.start_sending(without=(0, 2))
    table.flush(node)
    for back in (0, 2):
        node.session.stop_sending()
        assert not node.session.sending
        table.nodes[back].up = True
        table.ask(node, table.nodes[back])
        node.session.start_sending(without=(2,) if back == 0 else ())
        table.flush(node)
    table.script = script
    table.run()
    at_rest(table)


def test_a_peer_that_had_no_room_for_my_words_does_not_say_that_it_has_told_me_all() -> None:
    table = scripted()
    table.script = table.script[:2]
    table.run()
    one, lane = table.nodes[0].session, b"a lane that nobody knows"
    said = next(iter(one.messages.values()))
    for step in range(WINDOW + 1):
        bare = replace(said, lane=lane, step=step, seat=1, signature=bytes(64))
        assert isinstance(bare, Envelope)
        signature = signatures.sign(table.keys[1], signatures.MESSAGE, *bare.fields())
        outcome = one.receive(encode(replace(bare, signature=signature)))
        assert outcome == ("far" if step == WINDOW else "early")
    with pytest.raises(OutOfOrder, match="must come again"):
        one.head(NONCE, 1)
    one.head(NONCE, 2)
    two = table.nodes[2].session
    two.head(NONCE, 1)  # nothing was dropped there


def test_a_pile_prepared_twice_under_one_name_is_no_contradiction() -> None:
    table = Table((0, 1, 2))
    faces = FACES[:3]
    table.play(
        Prepare("tactics", (), faces),
        Shuffle((), faces, (0, 1, 2)),
        Prepare("tactics", (), faces),
        Shuffle((), faces, (3, 4, 5)),
    )
    at_rest(table)


def test_a_table_that_went_back_says_nothing_twice_beside_play() -> None:
    """A leave lets lanes beside play fall; the same pile prepared again is another lane."""
    table = Table((0, 1, 2, 3))
    faces = FACES[:3]
    table.play(Shuffle((), FACES[:6], tuple(range(6))), Prepare("later", (), faces))
    table.kill(3)
    vote(table, Motion("gone", 3), 0, 1, 2)
    table.play(Prepare("later", (), faces), Shuffle((), faces, (10, 11, 12)), Deal((0,), 0))
    at_rest(table)


def test_an_answer_given_again_after_a_restart_in_a_new_epoch_is_the_one_that_counts() -> None:
    """A committed answer whose step is said again without a leaver may be another one after a restart."""
    table = Table((0, 1, 2, 3))
    table.play(Shuffle((), FACES[:6], tuple(range(6))), Seal((0, 1, 2, 3), 16), answers={0: b"a", 1: b"b"})
    table.kill(3)
    table.kill(1)
    table.answers[(1, 1)] = b"second thoughts"
    table.answers[(1, 2)] = b"c"
    table.revive(1)
    table.run()
    vote(table, Motion("gone", 3), 0, 1, 2)
    for node in table.nodes[:3]:
        (ended,) = [event for event in node.ended() if isinstance(event.operation, Seal)]
        assert ended.result.payloads == {0: b"a", 1: b"second thoughts", 2: b"c"}  # type: ignore[union-attr]
    in_peace(table)


def test_own_words_are_never_dropped_and_nothing_else_is_said_in_their_places() -> None:
    """While its worker is busy more comes than is kept of a seat; the head is here before the worker is back."""
    table = SlowTable((0, 1, 2), faces=FACES[:6])
    count = WINDOW + 20
    table.play(Shuffle((), FACES[:6], tuple(range(6))))
    while table.work():
        pass
    done = len(table.script)
    table.script += [Act(1)] * count
    table.answers |= {(number, 1): f"act {number}".encode() for number in range(done, done + count)}
    table.run()
    assert len(table.nodes[0].ended()) == len(table.script)
    table.kill(1)
    node = table.nodes[1]
    node.journal = [record for record in node.journal if isinstance(record, SecretRecord)]
    table.answers |= {key: b"something else" for key in table.answers}
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(1, list(node.journal), stale=True)
    own = [data for data in table.nodes[0].session.missing_for({}, (1,)) if decode_envelope(data).seat == 1]
    others = [data for data in table.nodes[0].session.missing_for({}, (1,)) if data not in own]
    for data in [*others, *own]:
        node.session.receive(data)
        table.flush(node)
    for other in (0, 2):
        node.session.take_head(table.nodes[other].session.head(NONCE, 1), {NONCE})
    node.session.start_sending()
    table.flush(node)
    while table.work():
        pass
    table.catch_up(node)
    while table.work():
        pass
    at_rest(table)


def test_own_words_that_come_early_are_stored_before_everybody_has_been_heard() -> None:
    """From then on the store is the newest: after the next start nobody is asked first."""
    table = scripted()
    table.script = table.script[:6]
    table.run()
    secrets = [record for record in table.nodes[1].journal if isinstance(record, SecretRecord)]
    session = returning(table, 1, secrets)
    others = [table.nodes[0].session, table.nodes[2].session]
    own = [data for data in others[0].missing_for({}, (1,)) if decode_envelope(data).seat == 1]
    for data in own[2:]:
        session.receive(data)
    stored = session.poll().store
    assert [record.envelope for record in stored if isinstance(record, MessageRecord)] == own[2:]
    again = Session(
        table.signed,
        entropy_of("again"),
        group=table.group,
        operator=1,
        signer=table.keys[1],
        referee=OpenReferee(table.claims),
        journal=[*secrets, *stored],
        resumed=True,
    )
    again.start_sending()
    for data in others[0].missing_for({}, (1,)):
        if decode_envelope(data).seat != 1:
            again.receive(data)
    assert again.poll().send == []  # it has said something at a later place, so it may have said anything here


def test_own_words_that_somebody_had_kept_back_are_no_sign_of_a_second_copy() -> None:
    """Later ones were known when it spoke again, so it has said nothing in their places."""
    table = scripted()
    table.script = table.script[:6]
    table.run()
    secrets = [record for record in table.nodes[1].journal if isinstance(record, SecretRecord)]
    session = returning(table, 1, secrets)
    others = [table.nodes[0].session, table.nodes[2].session]
    words = others[0].missing_for({}, (1,))
    own = [data for data in words if decode_envelope(data).seat == 1 and decode_envelope(data).lane == PLAY]
    for data in words:
        if decode_envelope(data).seat == 1 and data not in own[:2]:
            session.receive(data)
    for other in others:
        session.take_head(other.head(NONCE, 1), {NONCE})
    session.start_sending()
    for data in words:
        session.receive(data)
    assert not [event for event in session.poll().events if isinstance(event, DuplicateNode)]
    assert session.chain == others[0].chain


def after_a_vote(voters: tuple[int, ...]) -> tuple[Session, list[bytes]]:
    """Seat 3 has gone, and it is seat 1's turn; it has voted and lost all that it stored since before its vote.

    The node as it comes back, and what seat 0 hands over of its words.
    """
    table = Table((0, 1, 2, 3), faces=FACES[:8])
    table.play(Act(0), answers={0: b"x"})
    table.play(Act(1))
    table.kill(3)
    before = len(table.nodes[1].journal)
    vote(table, Motion("gone", 3), *voters)
    table.kill(1)
    session = returning(table, 1, table.nodes[1].journal[:before])
    words = table.nodes[0].session.missing_for(session.heads(), (1,))
    return session, [data for data in words if decode_envelope(data).seat == 1]


def test_who_has_voted_says_nothing_in_play_while_the_others_votes_are_withheld() -> None:
    session, words = after_a_vote((1,))
    assert [type(decode_body(decode_envelope(data).body)) for data in words] == [Vote]
    session.start_sending(without=(0, 2, 3))
    assert session.may_answer(1)  # it does not know better
    session.stop_sending()
    session.receive(words[0])
    session.start_sending(without=(0, 2, 3))
    session.answer(1, b"its act")
    assert session.ballots.has_voted and session.poll().send == []
    # The same where the round of its vote has not come.
    session, words = after_a_vote((0, 2, 1))
    kinds = {type(decode_body(decode_envelope(data).body)): data for data in words}
    session.receive(kinds[Confirmation])
    session.start_sending(without=(0, 2, 3))
    assert not session.ballots.has_voted and not session.may_answer(1)


CHEATED = Motion("cheated", 3)


def beyond_its_vote() -> tuple[Table, int]:
    """Seat 1 has voted and lost that; it is told of the game first, which went on without it, and then of its vote.

    The table, and where in play it has voted.
    """
    table = Table((0, 1, 2, 3))
    table.play(Act(0))
    for node in table.nodes[:3]:
        for body in (Echo(), Confirmation(CHEATED)):
            said = seal_envelope(table.keys[3], table.signed.charter.sid, PLAY, 0, 1000, 3, bytes(32), body)
            node.session.receive(encode(said))
    table.kill(3)
    table.run()
    before = len(table.nodes[1].journal)
    vote(table, CHEATED, 1)
    place = table.nodes[1].session.heads()[PLAY][1]
    table.answers = {(0, 0): b"an act", (1, 2): b"the next"}
    table.play(Act(2), Act(1))
    table.kill(1)
    node = table.nodes[1]
    del node.journal[before:]
    node.up, node.asked, node.events = True, 0, []
    node.session = table._session(1, list(node.journal), stale=True)
    table.flush(node)
    words = table.nodes[0].session.missing_for(node.session.heads(), (1,))
    for data in sorted(words, key=lambda data: decode_envelope(data).lane != PLAY):
        node.session.receive(data)
        table.flush(node)
    for other in (0, 2):
        node.session.take_head(table.nodes[other].session.head(NONCE, 1), {NONCE})
    assert node.session.course.operation == Act(1) and node.session.heads()[PLAY][1] > place
    node.session.start_sending(without=(3,))
    table.flush(node)
    return table, place


def test_who_has_voted_and_is_beyond_the_place_of_its_vote_says_nothing_more_in_play() -> None:
    """The table can still go back to that place, and what was opened beyond it would be dealt out once more."""
    table, _ = beyond_its_vote()
    node = table.nodes[1]
    node.session.answer(1, b"its act")
    assert node.session.ballots.has_voted and not [
        data for data in node.session.poll().send if decode_envelope(data).seat == 1
    ]
    vote(table, CHEATED, 0, yes=False)
    vote(table, CHEATED, 2)
    assert not node.session.ballots.has_voted
    table.run()
    assert len(node.ended()) == 3 and node.session.chain == table.nodes[0].session.chain
    assert table.said_once()


def test_what_was_asked_for_beyond_a_vote_counts_no_more_where_the_table_goes_back_after_a_restart() -> None:
    """The store says more than was played in the end: after somebody has left, rules may ask for something else."""
    table, place = beyond_its_vote()
    node = table.nodes[1]
    table.kill(1)
    table.revive(1)
    assert node.session.heads()[PLAY][1] == place
    table.script, table.answers = [Act(0), Act(1), Act(0)], {(0, 0): b"an act", (1, 1): b"mine", (2, 0): b"more"}
    vote(table, CHEATED, 0, 2)
    for _ in range(2):
        assert len(node.ended()) == 3 and node.session.chain == table.nodes[0].session.chain
        assert not [event for event in node.events if isinstance(event, StatesDiverged)]
        table.kill(1)
        table.revive(1)
        table.run()
    assert table.said_once()


def test_who_has_confirmed_a_motion_never_confirms_another_first() -> None:
    session, words = after_a_vote((0, 2, 1))
    (own,) = [data for data in words if isinstance(decode_body(decode_envelope(data).body), Confirmation)]
    session.receive(own)
    assert session._machine.ballots._own_confirm(Motion("resigned", 2)) is None


def test_nothing_is_said_in_an_epoch_that_is_over_or_after_which_it_has_spoken() -> None:
    words = Outbox((1,))
    table = scripted()
    table.run()
    said = next(one for one in table.nodes[0].session.messages.values() if one.seat == 1 and one.lane == PLAY)
    assert words.is_free(PLAY, said.epoch, said.step, 1)
    words.record(said)
    assert not words.is_free(PLAY, said.epoch, said.step, 1)
    assert words.is_free(PLAY, said.epoch, said.step + 1, 1)
    assert words.is_free(PLAY, said.epoch, said.step, 2)  # a seat that this node does not run
    later = replace(said, epoch=said.epoch + 2)
    assert isinstance(later, Envelope)
    words.record(later)
    assert not words.is_free(PLAY, said.epoch + 1, 1000, 1)
    assert words.is_free(PLAY, said.epoch + 2, said.step + 1, 1)
