"""Nobody changes a pile, opens the wrong card or moves another card than it says: every false statement has a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from protocol.elgamal import CIPHERTEXT_BYTES, Ciphertext, decode_ciphertexts, face_point, known, remask
from protocol.fiatshamir import Context
from protocol.group import Element, Scalar, from_int
from protocol.messages import (
    Body,
    Contribution,
    Echo,
    MixMessage,
    Motion,
    MoveMessage,
    Shares,
    decode_body,
    decode_envelope,
)
from protocol.operations import Act, Deal, Pass, Prepare, Random, Remix, Return, Show, Shuffle
from protocol.ops.result import Completion
from protocol.proofs import contribution, reencryption, share, shuffle
from tests.protocol.attackers.contexts import ELSEWHERE
from tests.protocol.attackers.malice import (
    GROUP,
    IDENTITY,
    NON_CANONICAL,
    OFF_CURVE,
    SMALL_ORDER,
    Forge,
    Lie,
    Villain,
    assert_caught,
    honest,
    mixed_order,
    said_by,
    set_up,
)
from tests.protocol.proofs.setting import rng
from tests.protocol.proofs.shuffling import Case, Shuffler, mixture, remask_as
from tests.protocol.table import FACES, Table

SEVEN = from_int(7)


BAD_POINTS = {
    "small order": lambda point: SMALL_ORDER,
    "mixed order": mixed_order,
    "identity": lambda point: IDENTITY,
    "not canonical": lambda point: NON_CANONICAL,
    "off the curve": lambda point: OFF_CURVE,
    "cut": lambda point: point[:-1],
}
"""What stands where an element of the group should."""


def over(scalar: bytes) -> bytes:
    """The same scalar, written as s + q."""
    return (int.from_bytes(scalar, "little") + GROUP.order).to_bytes(32, "little")


def with_last_scalar_over(proof: bytes, commitments: int) -> bytes:
    """The proof with the scalar before so many commitments written as s + q."""
    end = len(proof) - 32 * commitments
    return proof[: end - 32] + over(proof[end - 32 : end]) + proof[end:]


# Shuffles.


def pile_before(lie: Lie) -> list[Ciphertext]:
    """The pile that the villain, seat 1, was given to mix."""
    earlier = decode_body(said_by(lie.table.nodes[0], MixMessage, [0])[-1].body)
    assert isinstance(earlier, MixMessage)
    return decode_ciphertexts(GROUP, earlier.cards, len(earlier.cards) // CIPHERTEXT_BYTES)


def masked(cards: Sequence[Ciphertext], proof: bytes) -> MixMessage:
    return MixMessage(b"".join(card.encode() for card in cards), proof)


def mixing(
    change: Callable[[Lie, list[Ciphertext], list[Ciphertext]], Sequence[Ciphertext]],
    key: Callable[[Lie], Element] = lambda lie: lie.play.joint_key,
    context: Callable[[Context], Context] = lambda context: context,
) -> Forge:
    """The honest prover's program, run on a changed result, under another key or in another context."""

    def forge(lie: Lie) -> Body:
        before, Z = pile_before(lie), key(lie)
        place = context(lie.context("shuffle"))
        mixed = shuffle.shuffle(GROUP, place, Z, before, lie.own.rng)
        after = change(lie, before, list(mixed.cards))
        proof = shuffle.prove(GROUP, place, Z, before, after, mixed.permutation, mixed.factors, lie.own.rng)
        return masked(after, proof)

    return forge


def duplicate(lie: Lie, before: list[Ciphertext], after: list[Ciphertext]) -> list[Ciphertext]:
    return [remask(GROUP, after[1], lie.play.joint_key, SEVEN), *after[1:]]


def foreign(lie: Lie, before: list[Ciphertext], after: list[Ciphertext]) -> list[Ciphertext]:
    card = known(GROUP, face_point(GROUP, lie.play.sid, FACES[6]), lie.play.joint_key)
    return [remask(GROUP, card, lie.play.joint_key, SEVEN), *after[1:]]


def swapped(lie: Lie, before: list[Ciphertext], after: list[Ciphertext]) -> list[Ciphertext]:
    return [Ciphertext(after[0].a, after[1].b), Ciphertext(after[1].a, after[0].b), *after[2:]]


def shifted(lie: Lie, before: list[Ciphertext], after: list[Ciphertext]) -> list[Ciphertext]:
    return [Ciphertext(after[0].a, GROUP.add(after[0].b, GROUP.generator)), *after[1:]]


def reordered(lie: Lie, before: list[Ciphertext], after: list[Ciphertext]) -> list[Ciphertext]:
    return [after[1], after[0], *after[2:]]


def merged(lie: Lie, before: list[Ciphertext], after: list[Ciphertext]) -> list[Ciphertext]:
    """Not a permutation, although the sum of all cards is right."""
    both = Ciphertext(GROUP.add(after[0].a, after[1].a), GROUP.add(after[0].b, after[1].b))
    half = Ciphertext(GROUP.sub(both.a, before[2].a), GROUP.sub(both.b, before[2].b))
    return [before[2], half, *after[2:]]


def same(lie: Lie, before: list[Ciphertext], after: list[Ciphertext]) -> list[Ciphertext]:
    return after


def consistent(change: Callable[[list[Ciphertext], Element], Case], *lies: str) -> Forge:
    """A prover of its own for a map that is no permutation: whatever it says about the map holds."""

    def forge(lie: Lie) -> Body:
        case = change(pile_before(lie), lie.play.joint_key)._replace(context=lie.context("shuffle"))
        return masked(case.after, Shuffler(case, *lies).prove())

    return forge


def twice(before: list[Ciphertext], key: Element) -> Case:
    return remask_as(before, [1, *range(1, len(before))], key, rng("twice"))


def summed(before: list[Ciphertext], key: Element) -> Case:
    return mixture(before, key=key)


SHUFFLES: dict[str, Forge] = {
    "a card twice, consistently": consistent(twice),
    "the sum of two cards, consistently": consistent(summed, "mixture", "mixture shown"),
    "a card twice": mixing(duplicate),
    "a foreign card": mixing(foreign),
    "two plaintexts swapped": mixing(swapped),
    "a shifted plaintext": mixing(shifted),
    "another order than proved": mixing(reordered),
    "not a permutation": mixing(merged),
    "under its own key": mixing(same, key=lambda lie: lie.play.keys[1]),
    "under the key without one seat": mixing(same, key=lambda lie: GROUP.sub(lie.play.joint_key, lie.play.keys[2])),
    **{f"proved for another {name}": mixing(same, context=change) for name, change in ELSEWHERE.items()},
    "a scalar of q or more": lambda lie: MixMessage(lie.body.cards, lie.body.proof[:-32] + over(lie.body.proof[-32:])),
    "a proof too short": lambda lie: MixMessage(lie.body.cards, lie.body.proof[:-32]),
    "a proof too long": lambda lie: MixMessage(lie.body.cards, lie.body.proof + bytes(32)),
    "a card too few": lambda lie: MixMessage(lie.body.cards[:-64], lie.body.proof),
    "a card too many": lambda lie: MixMessage(lie.body.cards + lie.body.cards[:64], lie.body.proof),
}


@pytest.mark.parametrize("how", SHUFFLES)
def test_a_false_shuffle_is_named(how: str) -> None:
    table = Table((0, 1, 2), faces=FACES[:8])
    villain = Villain(table, 1).lies(MixMessage, SHUFFLES[how])
    table.play(Shuffle((), FACES[:4], (0, 1, 2, 3)), Deal((0,), 2))
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)
    assert 0 not in table.nodes[2].session.play.table.cards


@pytest.mark.parametrize("how", ["a card twice", "two plaintexts swapped", "a scalar of q or more"])
def test_a_false_shuffle_of_hidden_cards_beside_play_is_named(how: str) -> None:
    table = set_up((0, 1, 2), cards=6)
    villain = Villain(table, 1).lies(MixMessage, SHUFFLES[how])
    table.play(Prepare("later", (3, 4, 5), FACES[:1]), Act(0), answers={0: b"meanwhile"})
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)
    assert {3, 4, 5} <= set(table.nodes[2].session.play.table.cards)


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("how", BAD_POINTS)
def test_a_shuffle_with_a_point_outside_the_group_is_named_by_everybody(how: str, seat: int) -> None:
    """Seat 2 mixes last: the check of the whole chain finds it; in the middle nobody mixes such a point any further."""
    table = Table((0, 1, 2), faces=FACES[:8])

    def bad(lie: Lie) -> Body:
        assert isinstance(lie.body, MixMessage)
        cards = lie.body.cards
        return MixMessage(BAD_POINTS[how](cards[:32]) + cards[32:], lie.body.proof)

    Villain(table, seat).lies(MixMessage, bad)
    table.play(Shuffle((), FACES[:4], (0, 1, 2, 3)))
    assert_caught(table, seat, "bad-proof", thorough=False)
    assert seat == 2 or not said_by(table.nodes[2], MixMessage, [2])


def test_a_table_goes_on_without_the_false_shuffler() -> None:
    table = set_up((0, 1, 2, 3), cards=6)
    Villain(table, 1).lies(MixMessage, mixing(duplicate))
    table.play(Shuffle((), FACES[:4], (10, 11, 12, 13)), Deal((10,), 2))
    assert_caught(table, 1, "bad-proof")
    table.kill(1)
    for node in honest(table):
        node.session.vote(Motion("cheated", 1))
    table.run()
    assert all(node.session.seated == (0, 2, 3) and not node.session.waiting() for node in honest(table))
    result = table.nodes[2].ended()[-1].result
    assert isinstance(result, Completion) and set(result.faces) == {10}


# Shares.


def sharing(
    firsts: Callable[[list[Element]], list[Element]] = lambda firsts: firsts,
    secret: Callable[[Lie], Scalar] = lambda lie: lie.own.masking,
    context: Callable[[Context], Context] = lambda context: context,
) -> Forge:
    """The honest prover's program for other cards, with another secret or in another context."""

    def forge(lie: Lie) -> Body:
        cards = lie.table.nodes[0].session.play.table.cards
        asked = [cards[handle].cipher.a for handle in (4, 5)]
        place = context(lie.context("draw"))
        return Shares(share.prove(GROUP, place, lie.play.keys[1], firsts(asked), secret(lie), lie.own.rng))

    return forge


def share_point(change: Callable[[bytes], bytes]) -> Forge:
    return lambda lie: Shares(change(lie.body.proof[:32]) + lie.body.proof[32:])


def share_of_seat_2(lie: Lie) -> Body:
    return decode_body(said_by(lie.table.nodes[2], Shares, [2])[-1].body)


SHARES: dict[str, Forge] = {
    "of another position": sharing(lambda firsts: [firsts[0], GROUP.generator]),
    "in another order": sharing(lambda firsts: firsts[::-1]),
    "of one card twice": sharing(lambda firsts: [firsts[0], firsts[0]]),
    "of one card only": sharing(lambda firsts: firsts[:1]),
    "with another key": sharing(secret=lambda lie: lie.own.box),
    "shifted": share_point(lambda point: GROUP.add(Element(point), GROUP.generator)),
    **{f"proved for another {name}": sharing(context=change) for name, change in ELSEWHERE.items()},
    **{f"with a point that is none: {name}": share_point(change) for name, change in BAD_POINTS.items()},
    "a scalar of q or more": lambda lie: Shares(with_last_scalar_over(lie.body.proof, 2)),
    "copied from another seat": share_of_seat_2,
    "said in a draw before": lambda lie: decode_body(said_by(lie.table.nodes[0], Shares, [1])[-1].body),
    "no share but a confirmation": lambda lie: Echo(),
    "no share but a share with more after it": lambda lie: Shares(lie.body.proof + bytes(32)),
}


@pytest.mark.parametrize("how", SHARES)
def test_a_false_share_is_named_and_opens_nothing(how: str) -> None:
    table = set_up((0, 1, 2), cards=8, hand=1)
    villain = Villain(table, 1).lies(Shares, SHARES[how], last=True)
    table.play(Deal((4, 5), 0))
    villain.rush()
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)
    assert table.nodes[0].ended()[-1].operation != Deal((4, 5), 0)


def test_a_withheld_share_is_waited_for_and_accuses_nobody() -> None:
    table = set_up((0, 1, 2), cards=8)
    Villain(table, 1).lies(Shares, lambda lie: None)
    table.play(Deal((4,), 0))
    for node in (table.nodes[0], table.nodes[2]):
        assert [(wait.seat, wait.why) for wait in node.session.waiting()] == [(1, "key-shares")]
        assert not node.accused() and not node.session.halted


# Cards of a hand.


def moving(
    role: str,
    cards: Callable[[list[Ciphertext]], list[Ciphertext]] = lambda cards: cards,
    key: Callable[[Lie], Element] = lambda lie: lie.play.joint_key,
    context: Callable[[Context], Context] = lambda context: context,
) -> Forge:
    """The honest prover's program for other cards, to another key or in another context."""

    def forge(lie: Lie) -> Body:
        hand = [lie.table.nodes[0].session.play.table.cards[handle].cipher for handle in (2, 3)]
        place = context(lie.context(role))
        source = lie.play.keys[1]
        proof = reencryption.prove(GROUP, place, source, key(lie), cards(hand), lie.own.masking, lie.own.rng)
        return MoveMessage(proof)

    return forge


def other_face(cards: list[Ciphertext]) -> list[Ciphertext]:
    return [Ciphertext(cards[0].a, GROUP.add(cards[0].b, GROUP.generator)), cards[1]]


def moved_point(change: Callable[[bytes], bytes]) -> Forge:
    return lambda lie: MoveMessage(change(lie.body.proofs[:32]) + lie.body.proofs[32:])


RETURNS: dict[str, Forge] = {
    "another face": moving("return", other_face),
    "in another order": moving("return", lambda cards: cards[::-1]),
    "one card twice": moving("return", lambda cards: [cards[0], cards[0]]),
    "one card only": moving("return", lambda cards: cards[:1]),
    "still under its own key": moving("return", key=lambda lie: lie.play.keys[1]),
    "under the key without one seat": moving("return", key=lambda lie: GROUP.sub(lie.play.joint_key, lie.play.keys[2])),
    "proved for passing": moving("pass"),
    **{f"proved for another {name}": moving("return", context=change) for name, change in ELSEWHERE.items()},
    **{f"with a point that is none: {name}": moved_point(change) for name, change in BAD_POINTS.items()},
    "a scalar of q or more": lambda lie: MoveMessage(with_last_scalar_over(lie.body.proofs, 3)),
}


@pytest.mark.parametrize("how", RETURNS)
def test_who_puts_back_something_else_is_named(how: str) -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    villain = Villain(table, 1).lies(MoveMessage, RETURNS[how])
    table.play(Return((2, 3)))
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)


def test_who_puts_back_its_old_pointers_is_named() -> None:
    """A card returned with the randomness of its draw is one whose layers everybody has."""
    table = set_up((0, 1, 2), cards=8, hand=2)
    cards = table.nodes[0].session.play.table.cards

    def old(lie: Lie) -> Body:
        assert isinstance(lie.body, MoveMessage)
        same = b"".join(cards[handle].cipher.encode() for handle in (2, 3))
        return MoveMessage(same + lie.body.proofs[len(same) :])

    Villain(table, 1).lies(MoveMessage, old)
    table.play(Return((2, 3)))
    assert_caught(table, 1, "bad-proof")


def test_who_puts_back_a_card_with_the_message_of_an_earlier_time_is_named() -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    table.play(Return((2,)), Deal((2,), 1))
    (earlier,) = said_by(table.nodes[0], MoveMessage, [1])
    Villain(table, 1).lies(MoveMessage, lambda lie: decode_body(earlier.body))
    table.play(Return((2,)))
    assert_caught(table, 1, "bad-proof")


PASSES: dict[str, Forge] = {
    "to another seat's key": moving("pass", key=lambda lie: lie.play.keys[0]),
    "to nobody": moving("pass"),
    "another face": moving("pass", other_face, key=lambda lie: lie.play.keys[2]),
}


@pytest.mark.parametrize("how", PASSES)
def test_who_passes_something_else_is_named(how: str) -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    villain = Villain(table, 1).lies(MoveMessage, PASSES[how])
    table.play(Pass((2, 3), 2))
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)


def showing(change: Callable[[list[Element]], list[Element]]) -> Forge:
    def forge(lie: Lie) -> Body:
        cards = lie.table.nodes[0].session.play.table.cards
        firsts = change([cards[2].cipher.a])
        proof = share.prove(GROUP, lie.context("show-hand"), lie.play.keys[1], firsts, lie.own.masking, lie.own.rng)
        return Shares(proof)

    return forge


@pytest.mark.parametrize("which", ["another card", "the whole hand"])
def test_who_shows_another_card_than_asked_is_named(which: str) -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    other = table.nodes[0].session.play.table.cards[3].cipher.a
    forge = showing((lambda firsts: [other]) if which == "another card" else (lambda firsts: [*firsts, other]))
    Villain(table, 1).lies(Shares, forge)
    table.play(Show((2,)))
    assert_caught(table, 1, "bad-proof", thorough=False)


def remixing(change: Callable[[Lie, list[Ciphertext]], Sequence[Ciphertext]]) -> Forge:
    def forge(lie: Lie) -> Body:
        key = lie.play.keys[1]
        cards = lie.table.nodes[0].session.play.table.cards
        before = [cards[2].cipher, cards[3].cipher, known(GROUP, face_point(GROUP, lie.play.sid, FACES[8]), key)]
        mixed = shuffle.shuffle(GROUP, lie.context("remix"), key, before, lie.own.rng)
        after = change(lie, list(mixed.cards))
        count = len(after)
        if count != 3:
            return masked(after, bytes(shuffle.size(count)))
        args = (before, after, mixed.permutation, mixed.factors, lie.own.rng)
        return masked(after, shuffle.prove(GROUP, lie.context("remix"), key, *args))

    return forge


REMIXES: dict[str, Forge] = {
    "a card dropped": remixing(lambda lie, after: after[:2]),
    "a card added": remixing(lambda lie, after: [*after, after[0]]),
    "a card twice": remixing(lambda lie, after: [after[1], *after[1:]]),
    "a better card": remixing(
        lambda lie, after: [known(GROUP, face_point(GROUP, lie.play.sid, FACES[9]), lie.play.keys[1]), *after[1:]]
    ),
}


@pytest.mark.parametrize("how", REMIXES)
def test_who_mixes_another_hand_into_its_own_is_named(how: str) -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    villain = Villain(table, 1).lies(MixMessage, REMIXES[how])
    table.play(Remix(1, (2, 3), (FACES[8],), (20, 21, 22)))
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)


CONTROLS: dict[str, tuple[type[object], Forge, object]] = {
    "shuffle": (MixMessage, mixing(same), Shuffle((), FACES[:4], (10, 11, 12, 13))),
    "share": (Shares, sharing(), Deal((4, 5), 0)),
    "return": (MoveMessage, moving("return"), Return((2, 3))),
    "pass": (MoveMessage, moving("pass", key=lambda lie: lie.play.keys[2]), Pass((2, 3), 2)),
    "show": (Shares, showing(lambda firsts: firsts), Show((2,))),
    "remix": (MixMessage, remixing(lambda lie, after: after), Remix(1, (2, 3), (FACES[8],), (20, 21, 22))),
    "contribution": (
        Contribution,
        lambda lie: Contribution(contribution.prove(GROUP, lie.context("random"), lie.play.joint_key, lie.own.rng)),
        Random(6),
    ),
}


@pytest.mark.parametrize("which", CONTROLS)
def test_the_provers_of_these_tests_are_right_where_nothing_is_false(which: str) -> None:
    """Control: what everybody else takes of a villain that says the truth (its own node said it in other words)."""
    kind, forge, operation = CONTROLS[which]
    table = set_up((0, 1, 2), cards=8, hand=1 if which == "share" else 2)
    villain = Villain(table, 1).lies(kind, forge)
    table.play(operation)  # type: ignore[arg-type]
    said = decode_envelope(villain.sent[0])
    for node in (table.nodes[0], table.nodes[2]):
        assert not [found for found in node.accused() if found.certificate.kind != "equivocation"]
        assert node.session.has_taken(said)
