"""Promise 1: all the others together cannot see a hidden card (without an escrow, or with one of them missing)."""

from __future__ import annotations

import os

import pytest

from protocol.elgamal import known, remask
from protocol.errors import CardLeak
from protocol.fiatshamir import HedgedRandom
from protocol.group import from_int
from protocol.memory import MemoryTable
from protocol.messages import (
    Echo,
    Escrow,
    MixMessage,
    MoveMessage,
    SealOpen,
    SealReady,
    Shares,
    decode_body,
    decode_envelope,
)
from protocol.operations import (
    Act,
    Deal,
    Operation,
    Pass,
    Peek,
    Prepare,
    Random,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
)
from protocol.ops.result import Completion
from protocol.proofs import escrow, reencryption, shuffle
from protocol.transcript import MessageRecord, SecretRecord
from tests.protocol.attackers.malice import (
    GROUP,
    Eavesdropper,
    Forge,
    Lie,
    OneFactor,
    Villain,
    assert_caught,
    honest,
    nobody_accused,
    own_words,
    resigned,
    said_by,
    secrets_of,
    set_up,
    waits_for,
)
from tests.protocol.table import FACES, Table, body_kind, make_charter

GAME: tuple[Operation, ...] = (
    Shuffle((), FACES[:8], tuple(range(8))),
    Deal((0, 1, 2), 0),
    Deal((3,), 1),
    Peek((4,), 0),
    Peek((4,), 1),
    Prepare("never taken over", (4, 6), (FACES[10],)),
    Prepare("taken over", (6, 7), (FACES[11],)),
    Return((0,)),
    Deal((0,), 1),
    Pass((1,), 2),
    Remix(2, (1,), (FACES[8],), (20, 21)),
    Peek((2,), 1),
    Pass((20,), 1),
    Return((20,)),
    Show((5, 3)),
    Random(6),
    Shuffle((4, 20, 3), (FACES[9],), (30, 31, 32, 33)),
    Deal((30,), 0),
    Shuffle((6, 7), (FACES[11],), (40, 41, 42)),
    Deal((41,), 1),
)
"""Every way in which a card can move; at the end seats 0, 1 and 2 all hold hidden cards."""


def shown(table: Table) -> set[str]:
    """The faces that the game has shown to all."""
    return {
        face
        for ended in table.nodes[0].ended()
        if isinstance(ended.operation, Show) and isinstance(ended.result, Completion)
        for face in ended.result.faces.values()
    }


def hidden(table: Table) -> dict[int, int | None]:
    """The cards that are not public, and in whose hand they lie."""
    cards = table.nodes[0].session.play.table.cards
    return {handle: card.holder for handle, card in sorted(cards.items()) if card.face is None}


def test_a_listener_opens_nothing_but_what_was_shown() -> None:
    table = Table((0, 1, 2), faces=FACES[:12])
    table.play(*GAME)
    assert set(hidden(table).values()) == {None, 0, 1, 2}
    assert set(Eavesdropper(table, table.records()).opened().values()) == shown(table) != set()


@pytest.mark.parametrize("victim", [0, 1, 2])
def test_all_others_together_open_no_card_that_they_never_held(victim: int) -> None:
    """Control: with the victim's key as well every card opens, so the search is a real one."""
    table = Table((0, 1, 2), faces=FACES[:12], on_leave="wait")
    table.play(*GAME)
    others = [seat for seat in (0, 1, 2) if seat != victim]
    ears = Eavesdropper(table, table.records())
    cards = table.nodes[0].session.play.table.cards
    unknown = {cards[handle].cipher for handle, holder in hidden(table).items() if holder in (victim, None)}
    seen = {cards[handle].cipher for handle, holder in hidden(table).items() if holder in others}
    opened = ears.opened(secrets_of(table, *others))
    assert unknown and not unknown & set(opened)
    assert seen <= set(opened)
    assert unknown <= set(ears.opened(secrets_of(table, 0, 1, 2)))


def test_a_host_with_its_bots_has_no_escrow_and_cannot_read_a_guests_hand() -> None:
    table = Table((0, 0, 0, 1), faces=FACES[:8])
    table.play(Shuffle((), FACES[:6], tuple(range(6))), *(Deal((seat,), seat) for seat in range(4)))
    assert not table.signed.charter.escrow and not table.signed.charter.readers_of(3)
    assert not table.nodes[0].session.play.dealings and not table.nodes[0].session.play.escrowed
    guest = table.nodes[0].session.play.table.cards[3].cipher
    ears = Eavesdropper(table, table.records())
    assert guest not in ears.opened(secrets_of(table, 0))
    assert guest in ears.opened(secrets_of(table, 1))


def test_two_players_share_no_keys_although_the_charter_would_let_them() -> None:
    """The one share would be the key."""
    table = Table((0, 1), on_leave="continue")
    table.run()
    assert said_by(table.nodes[0], Escrow) == []


def test_seats_of_one_operator_hold_no_shares_of_each_other_and_all_other_operators_are_needed() -> None:
    table = Table((0, 0, 1, 2, 3), faces=FACES[:8])
    table.play(Shuffle((), FACES[:6], tuple(range(6))), *(Deal((seat,), seat) for seat in range(5)))
    for node in table.nodes:
        for seat, dealing in node.session.play.dealings.items():
            mine = table.signed.charter.seats[seat].operator
            assert set(dealing.keys) == set(table.signed.charter.readers_of(seat)) == {0, 1, 2, 3} - {mine}
            assert dealing.threshold == 3
        assert {operator for _, operator in node.session.play.escrowed} == {node.operator}
        own = set(table.signed.charter.seats_of(node.operator))
        assert not own & {seat for seat, _ in node.session.play.escrowed}


def test_all_other_operators_but_one_cannot_open_a_hand_through_the_escrow() -> None:
    """Control: all of them together can; that is what the charter says in plain words."""
    table = Table((0, 1, 2, 3), faces=FACES[:8])
    table.play(Shuffle((), FACES[:6], tuple(range(6))), *(Deal((seat,), seat) for seat in range(4)))
    card = table.nodes[0].session.play.table.cards[0].cipher
    faces = table.nodes[0].session.play.faces

    def read(operators: list[int]) -> str | None:
        """What interpolation over the shares of these operators makes of the card."""
        point = card.b
        for operator in operators:
            share = table.nodes[operator].session.play.escrowed[(0, operator)]
            weight = escrow._lagrange(operator, operators)
            point = GROUP.sub(point, GROUP.mul(GROUP.mul(card.a, share), weight))
        return faces.get(point)

    assert [read([1, 2]), read([1, 3]), read([2, 3])] == [None, None, None]
    result = table.nodes[0].ended()[1].result
    assert isinstance(result, Completion) and read([1, 2, 3]) == result.faces[0]


# Shares are given for what the game asks, once, to one seat.


def test_no_message_makes_a_node_give_a_share_that_no_operation_asks_for() -> None:
    """Every message ever said is said again, in later steps, other lanes and other epochs."""
    table = set_up((0, 1, 2), cards=5)
    node = table.nodes[0]
    count = own_words(table, Shares)
    for record in table.records(1):
        if isinstance(record, MessageRecord) and decode_envelope(record.envelope).seat != 0:
            envelope = decode_envelope(record.envelope)
            step = node.session._machine.course.lane.step
            for changes in (
                {"step": step, "prev": node.session.chain},
                {"step": step + 1, "prev": node.session.chain},
                {"step": step, "epoch": envelope.epoch + 1},
                {"lane": bytes(32), "step": 0},
            ):
                node.session.receive(resigned(table, envelope, **changes))
    assert [data for data in node.session.poll().send if decode_envelope(data).seat == 0 and said_now(data)] == []
    assert own_words(table, Shares) == count


def test_an_old_message_said_again_in_place_of_a_confirmation_gets_no_share() -> None:
    table = set_up((0, 1, 2), cards=6, on_leave="wait")
    table.play(Seal((0, 1, 2), 16), answers={seat: b"answer" for seat in range(3)})
    count = own_words(table, Shares, 1)
    Villain(table, 1).lies(Echo, lambda lie: decode_body(said_by(lie.table.nodes[0], SealReady, [1])[-1].body))
    table.play(Deal((4,), 2))
    assert_caught(table, 1, "bad-proof")
    assert own_words(table, Shares, 1) == count


def said_now(data: bytes) -> bool:
    return body_kind(data) in ("Shares", "MoveMessage", "SealOpen")


def test_a_card_in_a_hand_is_not_dealt_to_another_seat() -> None:
    table = set_up()
    records, count = table.records(), own_words(table, Shares)
    table.play(Deal((0,), 1))
    assert all(node.session.halted and not node.accused() for node in table.nodes)
    assert own_words(table, Shares) == count
    assert Eavesdropper(table, records).opened() == {}


def test_a_card_whose_layers_are_known_is_not_drawn_again() -> None:
    table = set_up()
    play = table.nodes[0].session.play
    card = play.table.cards[0]
    card.holder = None  # as if an unfinished draw had left it on the table
    with pytest.raises(CardLeak):
        play.table.order_draw([0], 1, play.seated)
    with pytest.raises(CardLeak):
        play.table.ledger.guard([card.cipher.a], 0, play.seated)


def test_no_share_is_given_for_a_pile_of_which_one_shuffle_does_not_hold() -> None:
    table = Table((0, 1, 2), faces=FACES[:8])

    def spoilt(lie: Lie) -> MixMessage:
        assert isinstance(lie.body, MixMessage)
        return MixMessage(lie.body.cards, lie.body.proof[:-32] + bytes(32))

    Villain(table, 1).lies(MixMessage, spoilt)
    table.play(Shuffle((), FACES[:5], tuple(range(5))), Deal((0,), 2))
    assert_caught(table, 1, "bad-proof")
    assert own_words(table, Shares) == 0


def test_a_card_that_somebody_was_shown_is_still_its_holders_alone() -> None:
    """Seat 1 has seen card 0 of seat 0; it can neither pass it nor give anything of it to others."""
    table = set_up((0, 1, 2), cards=6)
    table.play(Peek((0,), 1))
    seen = table.nodes[1].ended()[-1].result
    assert isinstance(seen, Completion) and seen.faces
    template = said_by(table.nodes[0], MoveMessage)[-1]
    table.script.append(Pass((0,), 2))
    Villain(table, 0).lies(MoveMessage, lambda lie: None)  # the holder has not spoken yet
    table.run()
    lane = table.nodes[2].session._machine.course.lane
    forged = resigned(table, template, seat=1, step=lane.step, prev=lane.chain)
    assert table.nodes[2].session.receive(forged) == "early"
    assert waits_for(table.nodes[2]) == {0}
    assert table.nodes[2].session.play.table.cards[0].holder == 0
    nobody_accused(table)
    assert table.nodes[0].session.play.table.cards[0].cipher not in Eavesdropper(table, table.records(2)).opened()


# Choosing what one draws.


def test_an_owner_cannot_mix_its_hand_after_the_number_that_picks_from_it() -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    Villain(table, 0).lies(MixMessage, lambda lie: None)
    table.play(Remix(0, (0, 1), (), (20, 21)), Random(2))
    for node in honest(table, 0):
        assert waits_for(node) == {0}
        assert isinstance(node.session.course.operation, Remix), "no contribution, no share, nothing to know"
    nobody_accused(table)


# Randomness.


def test_a_frozen_source_of_randomness_does_not_repeat_secrets() -> None:
    """Two cards put back with one factor, or two piles mixed with one, would be known to everybody."""
    table = set_up((0, 1, 2), cards=8, hand=2)
    for node in table.nodes:
        for own in node.session.play.own.values():
            own.rng._entropy = bytes  # nothing but zeros from now on
    cards = table.nodes[0].session.play.table.cards
    table.play(Return((0,)))
    first = cards[0].cipher.a
    table.play(Return((1,)), Shuffle((6, 7), (), (6, 7)), Shuffle((6, 7), (), (16, 17)))
    cards = table.nodes[0].session.play.table.cards
    firsts = [first, *(cards[handle].cipher.a for handle in (1, 16, 17))]
    assert len(set(firsts)) == len(firsts)
    assert Eavesdropper(table, table.records()).opened() == {}


def test_a_frozen_source_of_randomness_does_not_tell_a_sealed_answer() -> None:
    """Who has seen the salt of one answer could try every other answer under the same salt."""
    table = set_up((0, 1, 2), cards=5)
    for node in table.nodes:
        node.session.play.entropy = bytes  # nothing but zeros from now on
        for own in node.session.play.own.values():
            own.rng._entropy = bytes
    table.play(Seal((0, 1), 8), Seal((0, 1), 8), answers={0: b"yes", 1: b"yes"})
    opened = [decode_body(said.body) for said in said_by(table.nodes[2], SealOpen)]
    assert len({body.salt for body in opened if isinstance(body, SealOpen)}) == len(opened) == 4


def test_a_salt_that_is_found_again_depends_on_the_secret_and_on_all_that_it_is_for() -> None:
    """Who knows the place, the seat and all answers that there can be, but not the secret, finds no opening."""
    secret, place, answer = bytes(range(32)), b"place" * 8, b"answer"
    mine = HedgedRandom(secret, bytes).fixed("seal", place, answer)
    assert mine == HedgedRandom(secret, os.urandom).fixed("seal", place, answer) and len(mine) == 32
    others = {
        HedgedRandom(bytes(32), bytes).fixed("seal", place, answer),
        HedgedRandom(secret, bytes).fixed("seal", place, b"other"),
        HedgedRandom(secret, bytes).fixed("seal", b"other" * 8, answer),
        HedgedRandom(secret, bytes).fixed("other", place, answer),
        HedgedRandom(secret, bytes).fixed("seal", place + answer),
        HedgedRandom(secret, bytes).stream("seal", place, answer).block()[:32],
    }
    assert len(others | {mine}) == 7


def test_a_frozen_source_of_randomness_gives_every_seat_and_every_game_other_secrets() -> None:
    secrets: list[bytes] = []
    for away in (60, 61):
        signed, keys = make_charter((0, 0, 1), away=away)
        table = MemoryTable(signed.charter, keys, bytes)
        for operator in (0, 1):
            for kept in table.journals[operator]:
                if isinstance(kept, SecretRecord):
                    secrets += [kept.secret[i : i + 32] for i in range(0, len(kept.secret), 32)]
    # A coin and its salt; two keys, their salt and the key of what comes later: of three seats in two games.
    assert len(secrets) == len(set(secrets)) == 2 * 3 * (2 + 4)


def returned(before: list[int], table: Table) -> Forge:
    """These cards of seat 0 put back, all with one factor."""
    ciphers = [table.nodes[0].session.play.table.cards[handle].cipher for handle in before]

    def forge(lie: Lie) -> MoveMessage:
        play, rng = lie.play, OneFactor(bytes(32), bytes)
        context = lie.context("return")
        key = play.joint_key
        return MoveMessage(reencryption.prove(GROUP, context, play.keys[0], key, ciphers, lie.own.masking, rng))

    return forge


def test_who_gives_two_cards_one_randomness_is_named() -> None:
    """A layer published for the one would be a layer of the other, and nobody could be given a share any more."""
    table = set_up((0, 1, 2), cards=8, hand=2)
    Villain(table, 0).lies(MoveMessage, returned([0, 1], table))
    table.play(Return((0, 1)))
    assert_caught(table, 0, "bad-proof")


def test_who_uses_the_randomness_of_an_earlier_card_again_is_named() -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    own = table.nodes[0].session.play.own[0]
    sound, own.rng = own.rng, OneFactor(bytes(32), bytes)
    table.play(Return((0,)))
    nobody_accused(table)
    own.rng = sound
    Villain(table, 0).lies(MoveMessage, returned([1], table))
    table.play(Return((1,)))
    assert_caught(table, 0, "bad-proof")


def test_who_uses_the_randomness_of_a_card_that_is_gone_again_is_named() -> None:
    """Layers of the earlier card were published when it was drawn; they would be known layers of the new one."""
    table = set_up((0, 1, 2), cards=8, hand=2)
    own = table.nodes[0].session.play.own[0]
    sound, own.rng = own.rng, OneFactor(bytes(32), bytes)
    table.play(Return((0,)))
    own.rng = sound
    table.play(Deal((0,), 1), Return((0,)))
    live = {card.cipher.a for card in table.nodes[1].session.play.table.cards.values()}
    assert GROUP.base(from_int(7)) not in live
    nobody_accused(table)
    Villain(table, 0).lies(MoveMessage, returned([1], table))
    table.play(Return((1,)))
    assert_caught(table, 0, "bad-proof")


def test_who_mixes_its_hand_into_the_randomness_of_another_card_is_named() -> None:
    """It looked at card 5 and so knows its factor; a card that it takes in open gets the same one, and is then shown.

    The layer of that one would be a known layer of card 5, which nobody could draw any more: the game would stop.
    """
    table = set_up((0, 1, 2), cards=8)
    own = table.nodes[0].session.play.own[0]
    sound, own.rng = own.rng, OneFactor(bytes(32), bytes)
    table.play(Peek((5,), 0))
    own.rng = sound
    assert table.nodes[1].session.play.table.cards[5].cipher.a == GROUP.base(from_int(7))

    play = table.nodes[0].session.play
    before = [play.table.cards[0].cipher, known(GROUP, play.point_of(FACES[9]), play.keys[0])]

    def forge(lie: Lie) -> MixMessage:
        factors = [from_int(5), from_int(6)]  # an open card has the factor 1
        after = [remask(GROUP, card, play.keys[0], factor) for card, factor in zip(before, factors, strict=True)]
        context = lie.context("remix")
        proof = shuffle.prove(GROUP, context, play.keys[0], before, after, [0, 1], factors, lie.own.rng)
        return MixMessage(b"".join(card.encode() for card in after), proof)

    Villain(table, 0).lies(MixMessage, forge)
    table.play(Remix(0, (0,), (FACES[9],), (20, 21)))
    assert_caught(table, 0, "bad-proof")


def test_two_holders_who_share_their_randomness_are_named() -> None:
    """Both know it, so it was agreed; the later seat is named."""
    table = set_up((0, 1, 2), cards=8, hand=2)
    for seat in (0, 1):
        table.nodes[seat].session.play.own[seat].rng = OneFactor(bytes(32), bytes)
    table.play(Act(2), Return((0, 2)), answers={2: b"both of you"})
    assert_caught(table, 1, "bad-proof", by=[table.nodes[0], table.nodes[2]])
