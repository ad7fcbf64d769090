"""Whatever bytes arrive, a decoder raises ``BadEncoding`` and a verifier ``BadProof``, and nothing else comes out."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.elgamal import decode_ciphertexts
from protocol.errors import BadEncoding, BadProof
from protocol.group import decode_elements, decode_scalar, decode_scalars
from protocol.proofs import at_least, contribution, escrow, lock, membership, possession, reencryption, share
from tests.protocol.proofs.mutations import NOT_CANONICAL, ORDER_2, ORDER_4, ORDER_8
from tests.protocol.proofs.setting import (
    CONTEXT,
    GROUP,
    HOLDER,
    HOLDER_KEY,
    JOINT_KEY,
    OTHER,
    OTHER_KEY,
    face,
    masked,
    public,
    rng,
    scalar,
)

FIRSTS = [face("first 1"), face("first 2")]
CARDS = [masked("iron", HOLDER_KEY, "r1"), masked("ships", HOLDER_KEY, "r2")]
FACES = sorted(face(name) for name in ("iron", "ships"))
WORTH = {face("iron"): 2, face("ships"): 1}
KEYS = {operator: public(scalar(f"box key {operator}")) for operator in (0, 2)}
DEALING = escrow.deal(GROUP, CONTEXT, HOLDER_KEY, 2, KEYS, HOLDER, rng())
DEALT = escrow.verify(GROUP, CONTEXT, HOLDER_KEY, 2, KEYS, DEALING)

VERIFIERS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "possession": (
        lambda data: possession.verify(GROUP, CONTEXT, HOLDER_KEY, data),
        possession.prove(GROUP, CONTEXT, HOLDER_KEY, HOLDER, rng()),
    ),
    "share": (
        lambda data: share.verify(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, data),
        share.prove(GROUP, CONTEXT, HOLDER_KEY, FIRSTS, HOLDER, rng()),
    ),
    "reencryption": (
        lambda data: reencryption.verify(GROUP, CONTEXT, HOLDER_KEY, JOINT_KEY, CARDS, data),
        reencryption.prove(GROUP, CONTEXT, HOLDER_KEY, JOINT_KEY, CARDS, HOLDER, rng()),
    ),
    "lock": (
        lambda data: lock.verify(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, CARDS, data),
        lock.prove(GROUP, CONTEXT, OTHER_KEY, HOLDER_KEY, CARDS, OTHER, rng()),
    ),
    "membership": (
        lambda data: membership.verify(GROUP, CONTEXT, HOLDER_KEY, CARDS[0], FACES, data),
        membership.prove(GROUP, CONTEXT, HOLDER_KEY, CARDS[0], FACES, HOLDER, rng()),
    ),
    "at_least": (
        lambda data: at_least.verify(GROUP, CONTEXT, HOLDER_KEY, CARDS, WORTH, 2, data),
        at_least.prove(GROUP, CONTEXT, HOLDER_KEY, CARDS, WORTH, 2, HOLDER, rng()),
    ),
    "contribution": (
        lambda data: contribution.verify(GROUP, CONTEXT, JOINT_KEY, data),
        contribution.prove(GROUP, CONTEXT, JOINT_KEY, rng()),
    ),
    "escrow": (lambda data: escrow.verify(GROUP, CONTEXT, HOLDER_KEY, 2, KEYS, data), DEALING),
    "complaint": (
        lambda data: escrow.judge(DEALT, CONTEXT, 2, data),
        escrow.complain(DEALT, CONTEXT, 2, scalar("box key 2"), rng()),
    ),
}

PARTS = [
    GROUP.generator,
    GROUP.identity,
    HOLDER_KEY,
    CARDS[0].a,
    *NOT_CANONICAL.values(),
    ORDER_2,
    ORDER_4,
    ORDER_8,
    bytes(32),
    scalar("any"),
    GROUP.order.to_bytes(32, "little"),
]
PART = st.sampled_from(PARTS) | st.binary(min_size=32, max_size=32)


@pytest.mark.parametrize("name", VERIFIERS)
def test_only_bad_proof_comes_out_of_a_verifier(name: str) -> None:
    verify, honest = VERIFIERS[name]
    verify(honest)
    count = len(honest) // 32

    @settings(max_examples=60, deadline=None)
    @given(
        st.binary(max_size=200)
        | st.lists(PART, min_size=count, max_size=count).map(b"".join)
        | st.tuples(st.integers(0, count - 1), PART).map(
            lambda change: honest[: 32 * change[0]] + change[1] + honest[32 * change[0] + 32 :]
        )
    )
    def fuzz(data: bytes) -> None:
        if data != honest:
            with pytest.raises(BadProof):
                verify(data)

    fuzz()


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=160) | PART | st.lists(PART, max_size=4).map(b"".join), st.integers(0, 4))
def test_only_bad_encoding_comes_out_of_a_decoder(data: bytes, count: int) -> None:
    decoders: list[Callable[[], object]] = [
        lambda: GROUP.decode(data),
        lambda: decode_scalar(data),
        lambda: decode_elements(GROUP, data, count),
        lambda: decode_scalars(data, count),
        lambda: decode_ciphertexts(GROUP, data, count),
    ]
    for decode in decoders:
        try:
            decode()
        except BadEncoding:
            continue


@pytest.mark.parametrize("name", VERIFIERS)
def test_no_proof_of_one_kind_passes_as_another(name: str) -> None:
    verify, _ = VERIFIERS[name]
    for other, (_, proof) in VERIFIERS.items():
        if other != name:
            with pytest.raises(BadProof):
                verify(proof)


def test_every_kind_of_proof_has_its_own_name() -> None:
    """Possession, a box and a complaint are one relation or nearly; the name keeps their challenges apart."""
    kinds = [at_least, contribution, escrow, lock, membership, possession, reencryption, share]
    names = [kind.NAME for kind in kinds] + [escrow.BOX, escrow.SHARE, escrow.COMPLAINT]
    assert len(set(names)) == len(names)
