from dataclasses import replace
from itertools import combinations, permutations

import pytest

from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import ZERO, Element, Scalar, from_int, scalar_add, scalar_mul, scalar_neg
from protocol.proofs import escrow, share, sigma
from protocol.proofs.escrow import Dealing, Liar, ShareBox
from tests.protocol.proofs.mutations import other_contexts, refuses_all
from tests.protocol.proofs.setting import (
    GROUP,
    HOLDER,
    HOLDER_KEY,
    OP,
    OTHER_KEY,
    SID,
    face,
    masked,
    opened,
    public,
    rng,
    scalar,
)

DEALER = Context(SID, OP, 1, "escrow", generation=1)
SECRETS = {operator: scalar(f"box key {operator}") for operator in (0, 2, 3)}
KEYS = {operator: public(secret) for operator, secret in SECRETS.items()}
ACCUSER = Context(SID, OP, 2, "complaint", generation=1)


def deal(threshold: int = 3) -> bytes:
    return escrow.deal(GROUP, DEALER, HOLDER_KEY, threshold, KEYS, HOLDER, rng())


def verify(data: bytes, threshold: int = 3) -> Dealing:
    return escrow.verify(GROUP, DEALER, HOLDER_KEY, threshold, KEYS, data)


def bad_dealing(sealed: bytes | None = None, share_of_2: Scalar | None = None) -> Dealing:
    """A dealing of a liar that passes all public checks and holds another share (or other bytes) for operator 2."""
    data = deal()
    honest = verify(data)
    factor = scalar("liar's factor")
    random = GROUP.base(factor)
    shared = GROUP.mul(KEYS[2], factor)
    if sealed is None:
        pad = escrow._pad(GROUP, DEALER, 2, random, KEYS[2], shared)
        sealed = escrow._xor(share_of_2 or scalar("no share"), pad)
    fs = escrow._box_statement(GROUP, DEALER, honest.commitments, KEYS, 2, ShareBox(random, sealed))
    proof = sigma.prove(GROUP, fs, escrow._schnorr(GROUP, random), [sigma.Witness(0, [factor])], rng())
    start = 2 * 32 + 160
    return verify(data[:start] + random + sealed + proof + data[start + 160 :])


def recovered(dealing: Dealing, operators: tuple[int, ...], firsts: list[Element]) -> list[Element]:
    pieces = {}
    for operator in operators:
        own = escrow.open_box(dealing, operator, SECRETS[operator])
        context = Context(SID, OP, operator, "recovery")
        proof = share.prove(GROUP, context, dealing.share_key(operator), firsts, own, rng())
        pieces[operator] = share.verify(GROUP, context, dealing.share_key(operator), firsts, proof)
    return escrow.recombine(dealing, pieces)


@pytest.mark.parametrize("threshold", [2, 3])
def test_any_threshold_of_operators_strips_the_dealers_layer_card_by_card(threshold: int) -> None:
    dealing = verify(deal(threshold), threshold)
    cards = [masked("iron", HOLDER_KEY, "r1"), masked("ships", HOLDER_KEY, "r2")]
    firsts = [card.a for card in cards]
    for chosen in combinations(KEYS, threshold):
        for operators in permutations(chosen):
            layers = recovered(dealing, operators, firsts)
            assert layers == [GROUP.mul(a, HOLDER) for a in firsts]
            assert [GROUP.sub(c.b, d) for c, d in zip(cards, layers, strict=True)] == [face("iron"), face("ships")]
    assert dealing.threshold == threshold


def test_fewer_operators_than_the_threshold_get_nothing() -> None:
    dealing = verify(deal(3))
    card = masked("iron", HOLDER_KEY, "r1")
    with pytest.raises(ValueError, match="3 operators"):
        recovered(dealing, (0, 2), [card.a])
    fewer = replace(dealing, commitments=dealing.commitments[:2])
    pieces = {op: [GROUP.mul(card.a, escrow.open_box(dealing, op, SECRETS[op]))] for op in (0, 2)}
    assert escrow.recombine(fewer, pieces) != [GROUP.mul(card.a, HOLDER)]


def test_a_wrong_recovery_share_is_refused_before_it_is_recombined() -> None:
    dealing = verify(deal())
    own = escrow.open_box(dealing, 2, SECRETS[2])
    first = masked("iron", HOLDER_KEY, "r1").a
    context = Context(SID, OP, 2, "recovery")
    for key, secret in [
        (dealing.share_key(2), scalar_add(own, from_int(1))),
        (dealing.share_key(0), own),
        (HOLDER_KEY, own),
    ]:
        with pytest.raises(BadProof):
            share.verify(GROUP, context, key, [first], share.prove(GROUP, context, key, [first], secret, rng()))


def test_an_honest_dealing_passes_and_nothing_altered_does() -> None:
    data = deal()
    assert len(data) == escrow.size(3, 3) == 2 * 32 + 3 * 160
    # Parts: two commitments, then for each box its random point, the sealed share, two scalars and a commitment.
    refuses_all(
        lambda context, altered: escrow.verify(GROUP, context, HOLDER_KEY, 3, KEYS, altered),
        DEALER,
        data,
        elements=(0, 1, 2, 6, 7, 11, 12, 16),
        opaque=(3, 8, 13),
    )


def test_every_part_of_the_statement_counts() -> None:
    data = deal()
    swapped = {0: KEYS[2], 2: KEYS[0], 3: KEYS[3]}
    renamed = {0: KEYS[0], 2: KEYS[2], 4: KEYS[3]}
    for key, threshold, keys in [
        (OTHER_KEY, 3, KEYS),
        (HOLDER_KEY, 2, KEYS),
        (HOLDER_KEY, 3, swapped),
        (HOLDER_KEY, 3, renamed),
        (HOLDER_KEY, 3, {**KEYS, 3: HOLDER_KEY}),
        (HOLDER_KEY, 3, {**KEYS, 4: OTHER_KEY}),
        (HOLDER_KEY, 2, {0: KEYS[0], 2: KEYS[2]}),
    ]:
        with pytest.raises(BadProof):
            escrow.verify(GROUP, DEALER, key, threshold, keys, data)


def test_a_key_dealt_for_another_masking_key_is_seen_by_every_box_owner() -> None:
    """The honest program with a false secret: A_0 is the key of the statement, so no share fits."""
    dealing = verify(escrow.deal(GROUP, DEALER, HOLDER_KEY, 3, KEYS, scalar("false"), rng()))
    for operator, secret in SECRETS.items():
        with pytest.raises(BadProof, match="share"):
            escrow.open_box(dealing, operator, secret)


@pytest.mark.parametrize("threshold", [-1, 0, 1, 4])
def test_a_threshold_that_protects_or_recovers_nothing_is_no_dealing(threshold: int) -> None:
    with pytest.raises(ValueError, match="threshold"):
        deal(threshold)
    with pytest.raises(ValueError, match="threshold"):
        verify(bytes(448), threshold)


def test_no_operator_is_dealt_the_key_itself() -> None:
    assert escrow.point(0) == 1
    dealing = verify(deal())
    assert all(dealing.share_key(operator) != HOLDER_KEY for operator in KEYS)
    with pytest.raises(ValueError, match="from 0"):
        escrow.deal(GROUP, DEALER, HOLDER_KEY, 2, {-1: KEYS[0], 2: KEYS[2]}, HOLDER, rng())


def test_a_share_that_is_0_is_refused_in_public() -> None:
    """f(3) = 0 for operator 2 by A_1 = -x/3 g: its recovery shares would be the identity."""
    slope = scalar_mul(scalar_neg(HOLDER), from_int(pow(3, -1, GROUP.order)))
    keys = {0: KEYS[0], 2: KEYS[2]}
    commitments = [HOLDER_KEY, GROUP.base(slope)]
    boxes = b""
    for operator in keys:
        factor = scalar(f"factor {operator}")
        box = ShareBox(GROUP.base(factor), bytes(32))
        fs = escrow._box_statement(GROUP, DEALER, commitments, keys, operator, box)
        proof = sigma.prove(GROUP, fs, escrow._schnorr(GROUP, box.factor), [sigma.Witness(0, [factor])], rng())
        boxes += box.factor + box.sealed + proof
    with pytest.raises(BadProof, match="operator 2 is 0"):
        escrow.verify(GROUP, DEALER, HOLDER_KEY, 2, keys, commitments[1] + boxes)


def test_an_honest_share_opens_and_an_unfounded_complaint_convicts_its_author() -> None:
    dealing = verify(deal())
    for operator, secret in SECRETS.items():
        own = escrow.open_box(dealing, operator, secret)
        assert GROUP.base(own) == dealing.share_key(operator)
        accuser = replace(ACCUSER, seat=operator)
        complaint = escrow.complain(dealing, accuser, operator, secret, rng())
        assert escrow.judge(dealing, accuser, operator, complaint) is Liar.ACCUSER


@pytest.mark.parametrize("sealed", [None, bytes(32), b"\xff" * 32])
def test_a_false_share_passes_in_public_and_the_complaint_convicts_the_dealer(sealed: bytes | None) -> None:
    dealing = bad_dealing(sealed)
    with pytest.raises(BadProof, match="operator 2"):
        escrow.open_box(dealing, 2, SECRETS[2])
    complaint = escrow.complain(dealing, ACCUSER, 2, SECRETS[2], rng())
    assert len(complaint) == escrow.complaint_size()
    assert escrow.judge(dealing, ACCUSER, 2, complaint) is Liar.DEALER
    refuses_all(lambda context, data: escrow.judge(dealing, context, 2, data), ACCUSER, complaint, elements=(0, 3, 4))


def test_a_right_share_written_above_the_order_is_a_bad_share() -> None:
    own = escrow.open_box(verify(deal()), 2, SECRETS[2])
    above = Scalar((int.from_bytes(own, "little") + GROUP.order).to_bytes(32, "little"))
    dealing = bad_dealing(share_of_2=above)
    assert escrow.open_box(bad_dealing(share_of_2=own), 2, SECRETS[2]) == own
    with pytest.raises(BadProof):
        escrow.open_box(dealing, 2, SECRETS[2])
    complaint = escrow.complain(dealing, ACCUSER, 2, SECRETS[2], rng())
    assert escrow.judge(dealing, ACCUSER, 2, complaint) is Liar.DEALER


def test_an_accuser_cannot_open_its_box_with_anything_but_its_own_key() -> None:
    """The honest program with a false secret would make the pad wrong and the dealer look guilty."""
    dealing = verify(deal())
    for secret in (SECRETS[0], HOLDER, scalar("false")):
        with pytest.raises(BadProof):
            escrow.judge(dealing, ACCUSER, 2, escrow.complain(dealing, ACCUSER, 2, secret, rng()))


def test_a_complaint_about_one_box_dealing_or_accuser_is_worth_nothing_elsewhere() -> None:
    dealing = bad_dealing()
    complaint = escrow.complain(dealing, ACCUSER, 2, SECRETS[2], rng())
    again = escrow.verify(
        GROUP,
        replace(DEALER, generation=2),
        HOLDER_KEY,
        3,
        KEYS,
        escrow.deal(GROUP, replace(DEALER, generation=2), HOLDER_KEY, 3, KEYS, HOLDER, rng()),
    )
    moved = replace(dealing, context=again.context)
    for other, operator in [(again, 2), (moved, 2), (verify(deal()), 2), (dealing, 0), (dealing, 3)]:
        with pytest.raises(BadProof):
            escrow.judge(other, ACCUSER, operator, complaint)
    for _, context in other_contexts(ACCUSER):
        with pytest.raises(BadProof):
            escrow.judge(dealing, context, 2, complaint)


def test_a_box_around_a_point_of_unknown_logarithm_is_refused_and_so_never_complained_about() -> None:
    """A complaint would multiply the point with u: the first component of a card, or the box of another dealer."""
    data = deal()
    honest = verify(data)
    other_dealer = replace(DEALER, seat=0)
    stolen_data = escrow.deal(GROUP, other_dealer, OTHER_KEY, 3, KEYS, scalar("other"), rng())
    start = 2 * 32 + 160
    stolen_box = stolen_data[start : start + 160]
    card = masked("iron", KEYS[2], "r1")
    fs = escrow._box_statement(GROUP, DEALER, honest.commitments, KEYS, 2, ShareBox(card.a, bytes(32)))
    guess = sigma.prove(GROUP, fs, escrow._schnorr(GROUP, card.a), [sigma.Witness(0, [scalar("guess")])], rng())
    other_point = card.a + data[start + 32 : start + 160]
    for box in (stolen_box, card.a + bytes(32) + guess, stolen_box[:64] + guess, other_point):
        with pytest.raises(BadProof):
            verify(data[:start] + box + data[start + 160 :])


def test_a_box_of_the_same_dealing_cannot_be_copied_to_another_operator() -> None:
    data = deal()
    with pytest.raises(BadProof):
        verify(data[:64] + data[64:224] + data[64:224] + data[384:])


def test_a_frozen_random_source_gives_two_dealings_unrelated_polynomials() -> None:
    """With one polynomial for two keys, or one degree for two thresholds, shares of both would give a key away."""
    seen: list[bytes] = []
    for context, threshold in [(DEALER, 2), (DEALER, 3), (replace(DEALER, generation=2), 3)]:
        data = escrow.deal(GROUP, context, HOLDER_KEY, threshold, KEYS, HOLDER, rng())
        cut = 32 * (threshold - 1)
        seen += [data[i : i + 32] for i in range(0, cut, 32)]
        seen += [data[i : i + 32] for i in range(cut, len(data), 160)]
    assert len(set(seen)) == len(seen) == 1 + 2 + 2 + 3 * 3
    assert deal() == deal()


def test_the_share_of_an_outsider_is_no_part_of_a_recovery() -> None:
    dealing = verify(deal(2), 2)
    first = face("first")
    with pytest.raises(ValueError, match="operators of the dealing"):
        escrow.recombine(dealing, {0: [first], 1: [first]})
    with pytest.raises(ValueError):
        escrow.recombine(dealing, {0: [first], 2: [first, first]})


def test_a_hand_card_is_not_readable_from_what_one_operator_holds() -> None:
    dealing = verify(deal(2), 2)
    card = masked("iron", HOLDER_KEY, "r1")
    own = escrow.open_box(dealing, 2, SECRETS[2])
    assert opened(card, own) != face("iron") and own != ZERO
