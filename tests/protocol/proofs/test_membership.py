import pytest

from protocol.elgamal import Ciphertext
from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.proofs import membership
from tests.protocol.proofs.mutations import refuses_all
from tests.protocol.proofs.setting import (
    CONTEXT,
    GROUP,
    HOLDER,
    HOLDER_KEY,
    OTHER,
    OTHER_KEY,
    face,
    masked,
    rng,
)

FACES = sorted(face(name) for name in ("iron", "ships", "coal", "oil"))
CARD = masked("iron", HOLDER_KEY, "r1")
FOREIGN = masked("gold", HOLDER_KEY, "r2")


def verify(proof: bytes, card: Ciphertext = CARD) -> None:
    membership.verify(GROUP, CONTEXT, HOLDER_KEY, card, FACES, proof)


@pytest.mark.parametrize("name", ["iron", "ships", "coal", "oil"])
def test_a_card_that_is_one_of_the_faces_is_proved_and_nothing_altered_passes(name: str) -> None:
    card = masked(name, HOLDER_KEY, "r1")
    proof = membership.prove(GROUP, CONTEXT, HOLDER_KEY, card, FACES, HOLDER, rng())
    assert len(proof) == membership.size(4) == 512

    def check(context: Context, data: bytes) -> None:
        membership.verify(GROUP, context, HOLDER_KEY, card, FACES, data)

    if name == "iron":
        refuses_all(check, CONTEXT, proof, elements=range(8, 16))
    else:
        check(CONTEXT, proof)


def test_one_face_is_an_opening() -> None:
    faces = [face("iron")]
    proof = membership.prove(GROUP, CONTEXT, HOLDER_KEY, CARD, faces, HOLDER, rng())
    membership.verify(GROUP, CONTEXT, HOLDER_KEY, CARD, faces, proof)


def test_every_part_of_the_statement_counts() -> None:
    proof = membership.prove(GROUP, CONTEXT, HOLDER_KEY, CARD, FACES, HOLDER, rng())
    replaced = sorted([*FACES[1:], face("gold")])
    moved = Ciphertext(GROUP.add(CARD.a, GROUP.generator), CARD.b)
    for key, card, faces in [
        (OTHER_KEY, CARD, FACES),
        (HOLDER_KEY, FOREIGN, FACES),
        (HOLDER_KEY, moved, FACES),
        (HOLDER_KEY, masked("iron", HOLDER_KEY, "r3"), FACES),
        (HOLDER_KEY, CARD, replaced),
        (HOLDER_KEY, CARD, FACES[:3]),
        (HOLDER_KEY, CARD, sorted([*FACES, face("gold")])),
    ]:
        with pytest.raises(BadProof):
            membership.verify(GROUP, CONTEXT, key, card, faces, proof)


def test_a_card_outside_the_list_cannot_be_proved_by_any_branch() -> None:
    with pytest.raises(ValueError, match="none of these faces"):
        membership.prove(GROUP, CONTEXT, HOLDER_KEY, FOREIGN, FACES, HOLDER, rng())
    for secret in (HOLDER, OTHER):
        for which in range(len(FACES)):
            forged = membership._prove(GROUP, CONTEXT, HOLDER_KEY, FOREIGN, FACES, which, secret, rng())
            with pytest.raises(BadProof):
                verify(forged, FOREIGN)


def test_a_card_under_the_key_of_another_seat_is_no_member() -> None:
    """The equation of the card holds with the other seat's secret; the holder's key does not."""
    card = masked("iron", OTHER_KEY, "r1")
    which = FACES.index(face("iron"))
    for key in (HOLDER_KEY, OTHER_KEY):
        proof = membership._prove(GROUP, CONTEXT, key, card, FACES, which, OTHER, rng())
        if key == OTHER_KEY:
            membership.verify(GROUP, CONTEXT, key, card, FACES, proof)
        else:
            with pytest.raises(BadProof):
                membership.verify(GROUP, CONTEXT, key, card, FACES, proof)


def test_a_member_proved_by_the_wrong_branch_fails() -> None:
    wrong = (FACES.index(face("iron")) + 1) % len(FACES)
    with pytest.raises(BadProof):
        verify(membership._prove(GROUP, CONTEXT, HOLDER_KEY, CARD, FACES, wrong, HOLDER, rng()))


def test_a_proof_simulated_in_all_branches_fails() -> None:
    scalars = b"".join(rng("forger").stream("forger").scalars(8))
    with pytest.raises(BadProof):
        verify(scalars + 8 * GROUP.generator, FOREIGN)


@pytest.mark.parametrize("faces", [[], FACES[::-1], [FACES[0], *FACES], [*FACES[:2], FACES[3], FACES[2]], FACES * 65])
def test_only_a_canonical_list_of_faces_is_a_statement(faces: list[bytes]) -> None:
    listed = [GROUP.decode(data) for data in faces]
    with pytest.raises(ValueError, match="faces"):
        membership.prove(GROUP, CONTEXT, HOLDER_KEY, CARD, listed, HOLDER, rng())
    with pytest.raises(ValueError, match="faces"):
        membership.verify(GROUP, CONTEXT, HOLDER_KEY, CARD, listed, bytes(128 * len(faces)))
