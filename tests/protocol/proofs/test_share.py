import pytest

from protocol.errors import BadProof
from protocol.fiatshamir import Context, FiatShamir
from protocol.group import ELEMENT_BYTES, ONE, ZERO, Edwards25519, Element
from protocol.proofs import share, sigma
from protocol.proofs.batching import BatchingGroup
from tests.protocol.proofs.mutations import refuses_all
from tests.protocol.proofs.setting import CONTEXT, GROUP, HOLDER, HOLDER_KEY, OTHER, OTHER_KEY, face, rng

FIRSTS = [face(f"first {i}") for i in range(3)]


def forge(firsts: list[Element], shares: list[Element], frozen: str = "frozen") -> bytes:
    """The honest program on whatever shares."""
    fs = share._statement(GROUP, CONTEXT, HOLDER_KEY, firsts, shares)
    clauses = share._clauses(GROUP, HOLDER_KEY, firsts, shares, share._weights(fs, len(firsts)))
    return b"".join(shares) + sigma.prove(GROUP, fs, clauses, [sigma.Witness(0, [HOLDER])], rng(frozen))


@pytest.mark.parametrize("count", [1, 3])
def test_honest_shares_pass_and_nothing_altered_does(count: int) -> None:
    firsts = FIRSTS[:count]

    def verify(context: Context, proof: bytes) -> list[Element]:
        return share.verify(GROUP, context, HOLDER_KEY, firsts, proof)

    proof = share.prove(GROUP, CONTEXT, HOLDER_KEY, firsts, HOLDER, rng())
    assert len(proof) == share.size(count)
    assert verify(CONTEXT, proof) == [GROUP.mul(a, HOLDER) for a in firsts]
    refuses_all(verify, CONTEXT, proof, elements=[*range(count), count + 2, count + 3])


def test_every_part_of_the_statement_counts() -> None:
    proof = share.prove(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, HOLDER, rng())
    for key, firsts in [
        (OTHER_KEY, FIRSTS),
        (HOLDER_KEY, FIRSTS[::-1]),
        (HOLDER_KEY, [FIRSTS[1], FIRSTS[0], FIRSTS[2]]),
        (HOLDER_KEY, [GROUP.add(FIRSTS[0], GROUP.generator), *FIRSTS[1:]]),
        (HOLDER_KEY, FIRSTS[:2]),
        (HOLDER_KEY, [*FIRSTS, face("a fourth")]),
    ]:
        with pytest.raises(BadProof):
            share.verify(GROUP, CONTEXT, key, firsts, proof)


def test_shares_made_with_another_secret_are_refused() -> None:
    with pytest.raises(BadProof):
        share.verify(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, share.prove(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, OTHER, rng()))


@pytest.mark.parametrize("cancel", [True, False])
def test_wrong_shares_are_refused_even_where_their_errors_cancel(cancel: bool) -> None:
    """The honest program on false shares: one share off by g, or two off by g and -g."""
    shares = [GROUP.mul(a, HOLDER) for a in FIRSTS]
    shares[0] = GROUP.add(shares[0], GROUP.generator)
    if cancel:
        shares[1] = GROUP.sub(shares[1], GROUP.generator)
    forged = forge(FIRSTS, shares)
    with pytest.raises(BadProof):
        share.verify(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, forged)


def test_swapped_shares_of_two_cards_are_refused() -> None:
    shares = [GROUP.mul(a, HOLDER) for a in (FIRSTS[1], FIRSTS[0])]
    forged = forge(FIRSTS[:2], shares)
    with pytest.raises(BadProof):
        share.verify(GROUP, CONTEXT, HOLDER_KEY, FIRSTS[:2], forged)


TORSION = bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")


@pytest.mark.parametrize("group", [GROUP, BatchingGroup()])
@pytest.mark.parametrize("count", [1, 3])
def test_a_share_of_mixed_order_is_refused_where_the_challenge_hides_it(count: int, group: Edwards25519) -> None:
    """Times a multiple of 8 nothing is left of what its author added to it, so that every equation holds."""
    firsts = FIRSTS[:count]
    shares = [GROUP.mul(a, HOLDER) for a in firsts]
    shares[-1] = GROUP.add(shares[-1], Element(TORSION))
    end = count * ELEMENT_BYTES
    tried = (forge(firsts, shares, f"seed {number}") for number in range(1000))
    forged = next(proof for proof in tried if proof[end] % 8 == 0)
    with pytest.raises(BadProof, match="canonical"):
        share.verify(group, CONTEXT, HOLDER_KEY, firsts, forged)
        if isinstance(group, BatchingGroup):
            group.settle()


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("zero", ["challenge", "weight"])
def test_what_is_no_element_is_refused_also_where_it_is_multiplied_by_nothing(
    count: int, zero: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A share is looked at by its multiplication; a challenge or a weight of 0 would pass over it."""
    firsts = FIRSTS[:count]
    shares = [GROUP.mul(a, HOLDER) for a in firsts]
    if zero == "challenge":
        monkeypatch.setattr(FiatShamir, "challenge", lambda fs, label: ZERO)
    elif count > 1:
        monkeypatch.setattr(FiatShamir, "challenges", lambda fs, label, number: [ONE] * (number - 1) + [ZERO])
    else:
        monkeypatch.setattr(FiatShamir, "challenge", lambda fs, label: ONE)
    mixed = GROUP.add(shares[-1], Element(TORSION))
    for bad in (GROUP.identity, TORSION, mixed, b"\x02" + bytes(31), b"\xee" + b"\xff" * 30 + b"\x7f"):
        forged = forge(firsts, [*shares[:-1], Element(bad)])
        with pytest.raises(BadProof, match="canonical"):
            share.verify(GROUP, CONTEXT, HOLDER_KEY, firsts, forged)


def test_no_shares_are_no_message() -> None:
    with pytest.raises(ValueError, match="never empty"):
        share.prove(GROUP, CONTEXT, HOLDER_KEY, [], HOLDER, rng())
    with pytest.raises(ValueError, match="never empty"):
        share.verify(GROUP, CONTEXT, HOLDER_KEY, [], bytes(64))
