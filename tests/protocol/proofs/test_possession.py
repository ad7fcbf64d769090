import pytest

from protocol.errors import BadProof
from protocol.fiatshamir import Context
from protocol.group import ONE, scalar_add
from protocol.proofs import possession
from tests.protocol.proofs.mutations import refuses_all
from tests.protocol.proofs.setting import (
    CONTEXT,
    GROUP,
    HOLDER,
    HOLDER_KEY,
    OTHER_KEY,
    face,
    public,
    rng,
    scalar,
)


def verify(context: Context, proof: bytes) -> None:
    possession.verify(GROUP, context, HOLDER_KEY, proof)


def test_the_owner_of_a_key_proves_it_and_nothing_altered_passes() -> None:
    proof = possession.prove(GROUP, CONTEXT, HOLDER_KEY, HOLDER, rng())
    assert len(proof) == possession.size() == 96
    refuses_all(verify, CONTEXT, proof, elements=(2,))


@pytest.mark.parametrize(
    "key", [OTHER_KEY, GROUP.add(HOLDER_KEY, GROUP.generator), GROUP.sub(GROUP.identity, HOLDER_KEY)]
)
def test_the_proof_of_one_key_is_worth_nothing_for_another(key: bytes) -> None:
    proof = possession.prove(GROUP, CONTEXT, HOLDER_KEY, HOLDER, rng())
    with pytest.raises(BadProof):
        possession.verify(GROUP, CONTEXT, GROUP.decode(key), proof)


def test_a_rogue_key_made_from_the_keys_of_others_cannot_be_proved() -> None:
    """y = z g - (the others' sum) would leave the rogue alone with the joint key; it knows z, not log y."""
    z = scalar("rogue")
    rogue = GROUP.sub(public(z), HOLDER_KEY)
    with pytest.raises(BadProof):
        possession.verify(GROUP, CONTEXT, rogue, possession.prove(GROUP, CONTEXT, rogue, z, rng()))


def test_a_wrong_secret_proves_nothing() -> None:
    proof = possession.prove(GROUP, CONTEXT, HOLDER_KEY, scalar_add(HOLDER, ONE), rng())
    with pytest.raises(BadProof):
        verify(CONTEXT, proof)


def test_a_key_of_unknown_logarithm_has_no_proof_by_scaling_an_honest_one() -> None:
    proof = possession.prove(GROUP, CONTEXT, HOLDER_KEY, HOLDER, rng())
    for key in (face("any"), GROUP.add(HOLDER_KEY, HOLDER_KEY)):
        with pytest.raises(BadProof):
            possession.verify(GROUP, CONTEXT, key, proof)


def test_the_identity_is_no_key() -> None:
    with pytest.raises(ValueError, match="identity"):
        possession.verify(GROUP, CONTEXT, GROUP.identity, bytes(64))
