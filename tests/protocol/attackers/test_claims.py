"""False claims about hidden cards, false contributions to random numbers, and acts against the rules: all named."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import pytest

from protocol.elgamal import Ciphertext
from protocol.group import Element
from protocol.messages import (
    ActMessage,
    Body,
    Claim,
    Contribution,
    FaceClaim,
    MembershipClaim,
    Shares,
    SumClaim,
    decode_body,
)
from protocol.operations import Act, Deal, Random
from protocol.ops.result import Completion
from protocol.proofs import at_least, contribution, membership, share
from tests.protocol.attackers.contexts import ELSEWHERE
from tests.protocol.attackers.malice import (
    GROUP,
    Forge,
    Lie,
    Villain,
    assert_caught,
    said_by,
    set_up,
)
from tests.protocol.table import FACES, Table

# Random numbers.


def contribution_of_seat_0(lie: Lie) -> Body:
    return decode_body(said_by(lie.table.nodes[0], Contribution, [0])[-1].body)


def mauled(lie: Lie) -> Body:
    copied = contribution_of_seat_0(lie)
    assert isinstance(copied, Contribution)
    shifted = GROUP.add(Element(copied.proof[32:64]), GROUP.generator)
    return Contribution(copied.proof[:32] + shifted + copied.proof[64:])


CONTRIBUTIONS: dict[str, Forge] = {
    "copied": contribution_of_seat_0,
    "mauled": mauled,
    "under another key": lambda lie: Contribution(
        contribution.prove(GROUP, lie.context("random"), lie.play.keys[1], lie.own.rng)
    ),
    **{
        f"proved for another {name}": lambda lie, change=change: Contribution(
            contribution.prove(GROUP, change(lie.context("random")), lie.play.joint_key, lie.own.rng)
        )
        for name, change in ELSEWHERE.items()
    },
}


@pytest.mark.parametrize("how", CONTRIBUTIONS)
def test_a_false_contribution_to_a_random_number_is_named(how: str) -> None:
    table = set_up((0, 1, 2), cards=4, hand=0)
    villain = Villain(table, 1).lies(Contribution, CONTRIBUTIONS[how], last=True)
    table.play(Random(6))
    villain.rush()
    assert villain.sent
    assert_caught(table, 1, "bad-proof", thorough=False)
    assert not [m for m in said_by(table.nodes[0], Shares) if m.step >= said_by(table.nodes[0], Contribution)[0].step]


# Claims.


def faces_of(table: Table, seat: int) -> dict[int, str]:
    return {
        handle: face
        for ended in table.nodes[seat].ended()
        if isinstance(ended.operation, Deal) and isinstance(ended.result, Completion)
        for handle, face in ended.result.faces.items()
    }


def claiming(table: Table, claim: Claim, prove: Callable[[Lie], bytes]) -> None:
    """Seat 1 acts; its act makes the claim that the rules ask for, with a proof of its own making."""
    table.claims[b"claim"] = (claim,)
    digest = hashlib.sha256(b"claim").digest()
    villain = Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(b"claim", (claim,), (prove(lie),), digest))
    table.play(Act(1), answers={1: b"nothing"})
    assert villain.sent
    assert_caught(table, 1, "bad-proof")


def test_who_opens_its_card_as_another_is_named() -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    face = next(face for face in FACES[:8] if face != faces_of(table, 1)[2])
    cipher = table.nodes[0].session.play.table.cards[2].cipher

    def prove(lie: Lie) -> bytes:
        place = lie.context("claim 0")
        return share.prove(GROUP, place, lie.play.keys[1], [cipher.a], lie.own.masking, lie.own.rng)

    claiming(table, FaceClaim(2, face), prove)


@pytest.mark.parametrize("handle", [0, 6, 99])
def test_who_claims_something_about_a_card_that_is_not_its_own_is_named(handle: int) -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    cards = table.nodes[0].session.play.table.cards
    first = cards[handle].cipher.a if handle in cards else GROUP.generator

    def prove(lie: Lie) -> bytes:
        place = lie.context("claim 0")
        return share.prove(GROUP, place, lie.play.keys[1], [first], lie.own.masking, lie.own.rng)

    claiming(table, FaceClaim(handle, FACES[0]), prove)


def false_membership(faces: Callable[[list[str], str], list[str]]) -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    mine = faces_of(table, 1)[2]
    listed = faces(sorted(face for face in FACES[:8] if face != mine)[:3], mine)
    play = table.nodes[0].session.play
    cipher = play.table.cards[2].cipher

    def prove(lie: Lie) -> bytes:
        points = [play.points[face] for face in listed]
        return membership._prove(
            GROUP, lie.context("claim 0"), lie.play.keys[1], cipher, points, 0, lie.own.masking, lie.own.rng
        )

    claiming(table, MembershipClaim(2, tuple(listed)), prove)


def test_who_claims_a_false_membership_is_named() -> None:
    false_membership(lambda others, mine: others)


def test_who_repeats_a_face_in_a_membership_is_named() -> None:
    false_membership(lambda others, mine: [mine, mine, others[0]])


def test_who_counts_a_face_for_two_numbers_is_named() -> None:
    """What a face is worth would depend on which of the two a verifier takes."""
    table = set_up((0, 1, 2), cards=8, hand=2)
    twice = (*((face, 2) for face in FACES[:8]), *((face, 1) for face in FACES[:8]))

    def prove(lie: Lie) -> bytes:
        play = lie.play
        ciphers = [play.table.cards[handle].cipher for handle in (2, 3)]
        worth = {play.points[face]: 1 for face in FACES[:8]}
        context = lie.context("claim 0")
        return at_least.prove(GROUP, context, play.keys[1], ciphers, worth, 2, lie.own.masking, lie.own.rng)

    claiming(table, SumClaim((2, 3), twice, 2), prove)


Sums = Callable[[Lie, list[Ciphertext], dict[Element, int]], bytes]
"""Makes the proof of a sum, from the ciphers of all cards by handle and what each face is worth."""


def false_sum(handles: tuple[int, ...], total: int, prove: Sums) -> None:
    """Seat 1 holds cards 2 and 3, worth 1 each, and claims ``total`` for ``handles``; other faces are worth 4.

    The claim could be true, so only what is proved stands between it and the table.
    """
    table = set_up((0, 1, 2), cards=8, hand=2)
    play = table.nodes[0].session.play
    mine = set(faces_of(table, 1).values())
    worth = tuple((face, 1 if face in mine else 4) for face in FACES[:8])
    points = {play.points[face]: number for face, number in worth}
    ciphers = [play.table.cards[handle].cipher for handle in range(6)]
    claiming(table, SumClaim(handles, worth, total), lambda lie: prove(lie, ciphers, points))


def sum_statement(
    lie: Lie, cards: Sequence[Ciphertext], worth: dict[Element, int], total: int
) -> tuple[at_least._Statement, list[int]]:
    """The statement as a verifier makes it who counts every card, and the branch that holds at each card."""
    faces = at_least._table(worth)
    bits = at_least._bits(len(cards), faces, total)
    assert bits is not None
    shown = [GROUP.sub(card.b, GROUP.mul(card.a, lie.own.masking)) for card in cards]
    points = [face for face, _ in faces]
    branches = [points.index(face) + 1 if face in points else 0 for face in shown]
    return at_least._Statement(GROUP, lie.play.keys[1], cards, faces, total, bits), branches


def prove_sum(
    lie: Lie, cards: Sequence[Ciphertext], worth: dict[Element, int], total: int, excess: int | None = None
) -> bytes:
    """The honest program for cards that may stand there twice; ``excess``: what it shows, where that is not so."""
    claim, branches = sum_statement(lie, cards, worth, total)
    over = sum(claim.table[branch - 1][1] for branch in branches if branch) - total if excess is None else excess
    secrets = at_least._Secrets(lie.own.masking, branches, [over >> j & 1 for j in range(claim.bits)])
    return at_least._prove(claim, lie.context("claim 0"), secrets, lie.own.rng)


def test_who_claims_a_greater_sum_than_it_holds_is_named() -> None:
    """The cards are worth 2, each is shown as what it is, and nothing is said to be left over."""
    false_sum((2, 3), 3, lambda lie, cards, worth: prove_sum(lie, cards[2:4], worth, 3, excess=0))


def test_who_shows_cards_as_dearer_than_they_are_is_named() -> None:
    """The sum is right for the faces that it names, which are not those of its cards."""

    def prove(lie: Lie, cards: list[Ciphertext], worth: dict[Element, int]) -> bytes:
        claim, _ = sum_statement(lie, cards[2:4], worth, 5)
        dearest = next(i for i, (_, number) in enumerate(claim.table, 1) if number == 4)
        secrets = at_least._Secrets(lie.own.masking, [dearest] * 2, [3 >> j & 1 for j in range(claim.bits)])
        return at_least._prove(claim, lie.context("claim 0"), secrets, lie.own.rng)

    false_sum((2, 3), 5, prove)


def test_who_counts_a_card_twice_is_named() -> None:
    """Every equation of this proof holds: three cards that are worth 1 each, of which two are one."""
    false_sum((2, 2, 3), 3, lambda lie, cards, worth: prove_sum(lie, [cards[2], *cards[2:4]], worth, 3))


def test_who_counts_a_card_that_it_does_not_hold_is_named() -> None:
    false_sum((2, 3, 4), 3, lambda lie, cards, worth: prove_sum(lie, cards[2:5], worth, 3, excess=0))


def test_a_proof_of_a_lower_sum_or_of_fewer_cards_does_not_serve() -> None:
    """Both proofs hold, and the first is as long as the right one."""
    false_sum((2, 3), 3, lambda lie, cards, worth: prove_sum(lie, cards[2:4], worth, 2))
    false_sum((2, 3), 2, lambda lie, cards, worth: prove_sum(lie, [cards[2]], worth, 1))


def test_the_prover_of_sums_is_right_where_nothing_is_false() -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    play = table.nodes[0].session.play
    worth = tuple((face, 1) for face in FACES[:8])
    points = {play.points[face]: 1 for face, _ in worth}
    cards = [play.table.cards[handle].cipher for handle in (2, 3)]
    claim = SumClaim((2, 3), worth, 2)
    table.claims[b"claim"] = (claim,)
    digest = hashlib.sha256(b"claim").digest()
    villain = Villain(table, 1).lies(
        ActMessage, lambda lie: ActMessage(b"claim", (claim,), (prove_sum(lie, cards, points, 2),), digest)
    )
    table.play(Act(1), answers={1: b"nothing"})
    assert villain.sent and not any(node.accused() for node in table.nodes)


def test_an_act_without_the_claims_that_the_rules_ask_for_is_illegal() -> None:
    """Checked with the rules; without them the certificate cannot be checked at all."""
    table = set_up((0, 1, 2), cards=8, hand=2)
    table.claims[b"claim"] = (FaceClaim(2, FACES[0]),)
    digest = hashlib.sha256(b"claim").digest()
    Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(b"claim", (), (), digest))
    table.play(Act(1), answers={1: b"nothing"})
    assert_caught(table, 1, "illegal-act")


def test_an_illegal_act_is_named() -> None:
    table = set_up((0, 1, 2), cards=8, hand=2)
    digest = hashlib.sha256(b"illegal").digest()
    Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(b"illegal", (), (), digest))
    table.play(Act(1), answers={1: b"nothing"})
    assert_caught(table, 1, "illegal-act")


def test_an_act_longer_than_the_charter_allows_is_named() -> None:
    table = Table((0, 1, 2), payload_limit=64)
    long = bytes(65)
    Villain(table, 1).lies(ActMessage, lambda lie: ActMessage(long, (), (), hashlib.sha256(long).digest()))
    table.play(Act(1), answers={1: b"nothing"})
    assert_caught(table, 1, "bad-proof")
