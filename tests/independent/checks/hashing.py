"""group.json, fiat_shamir.json, signatures.json, hedged.json."""

from hashlib import blake2b, sha256

import pytest

from ..prover import Signer
from ..verifier import hashes
from ..verifier.curve import G, O, Refused, element, reduce, scalar
from ..verifier.hashes import Transcript, digest, lp, n8, signature_holds, signed_bytes
from ..watched import Watched
from . import checks, context_of, number


@checks("group", "suite", "order", "generator", "identity")
def constants(group: Watched) -> None:
    assert group["suite"] == hashes.SUITE
    assert int(group["order"]) == hashes.ORDER
    assert group.hex("generator") == bytes(G)
    assert group.hex("identity") == bytes(O)


@checks("group", "elements")
def elements(group: Watched) -> None:
    for encoded in group["elements"].all_hex("accepted"):
        assert bytes(element(encoded)) == encoded
    for why, encoded in group["elements"]["refused"].items():
        with pytest.raises(Refused):
            assert element(bytes.fromhex(encoded)), why


@checks("group", "scalars")
def scalars(group: Watched) -> None:
    for encoded in group["scalars"].all_hex("accepted"):
        assert number(scalar(encoded)) == encoded
    for encoded in group["scalars"].all_hex("refused"):
        with pytest.raises(Refused):
            scalar(encoded)


@checks("group", "reduce")
def reduced(group: Watched) -> None:
    for each in group["reduce"]:
        assert number(reduce(each.hex("bytes"))) == each.hex("scalar")


@checks("group", "multiples")
def multiples(group: Watched) -> None:
    for each in group["multiples"]:
        product = scalar(each.hex("scalar")) * element(each.hex("point"))
        assert bytes(product) == each.hex("product")


@checks("group", "length_prefixed", "digest")
def length_prefixed(group: Watched) -> None:
    each = group["length_prefixed"]
    assert lp(*each.all_hex("parts")) == each.hex("bytes")
    each = group["digest"]
    assert digest(each["label"], *each.all_hex("parts")) == each.hex("hash")


@checks("group", "hash_to_group", "faces")
def hashed_to_group(group: Watched) -> None:
    for each in group["hash_to_group"]:
        assert bytes(hashes.hash_to_group(each["label"], *each.all_hex("parts"))) == each.hex("element")
    for each in group["faces"]:
        assert bytes(hashes.face_point(each.hex("sid"), each["face"])) == each.hex("element")


@checks("group", "pedersen_generators")
def generators(group: Watched) -> None:
    given = group["pedersen_generators"]
    for i, encoded in enumerate(given.all_hex("first")):
        assert bytes(hashes.pedersen(i)) == encoded
    for count, fingerprint in given["sha256_of_the_first"].items():
        first = b"".join(bytes(hashes.pedersen(i)) for i in range(int(count)))
        assert sha256(first).hexdigest() == fingerprint


@checks("fiat_shamir", "proof", "context", "steps")
def fiat_shamir(file: Watched) -> None:
    transcript = Transcript(file["proof"], context_of(file["context"]))
    for step in file["steps"]:
        if "state" in step:
            assert transcript.state() == step.hex("state")
        elif "absorb" in step:
            transcript.absorb(step["absorb"], step.hex("data"))
        elif "absorb_all" in step:
            transcript.absorb_all(step["absorb_all"], step.all_hex("items"))
        elif "challenge" in step:
            assert number(transcript.challenge(step["challenge"])) == step.hex("scalar")
        else:
            given = step.all_hex("scalars")
            assert tuple(map(number, transcript.challenges(step["challenges"], len(given)))) == given


@checks("signatures", "seed", "identity", "fields", "purposes")
def signatures(file: Watched) -> None:
    signer, fields = Signer(file.hex("seed")), file.all_hex("fields")
    identity = file.hex("identity")
    assert signer.identity == identity
    for purpose, each in file["purposes"].items():
        message, signature = signed_bytes(purpose, *fields), each.hex("signature")
        assert message == each.hex("signed_bytes")
        assert signature_holds(identity, message, signature)
        assert signer.sign(purpose, *fields) == signature
        assert not signature_holds(identity, message + b"\0", signature)
        for at in range(0, 64, 7):
            wrong = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]
            assert not signature_holds(identity, message, wrong)
        unreduced = number(scalar(signature[32:]) + hashes.ORDER)
        assert not signature_holds(identity, message, signature[:32] + unreduced)


@checks("signatures", "refused_identities")
def refused_identities(file: Watched) -> None:
    for identity in file.all_hex("refused_identities"):
        with pytest.raises(Refused):
            element(identity)
        for attempt in range(16):  # of O and s = 0, a key of order 8 would take every eighth message
            assert not signature_holds(identity, bytes([attempt]), bytes(O) + bytes(32))


@checks("hedged", "secret", "fresh", "label", "parts", "blocks", "scalars", "permutation_of_10")
def hedged(file: Watched) -> None:
    seed = lp("tta-p2p/4", "hedged", file["label"], file.hex("secret"), file.hex("fresh"), *file.all_hex("parts"))
    key = blake2b(seed).digest()
    for i, (block, given) in enumerate(zip(file.all_hex("blocks"), file.all_hex("scalars"), strict=True), 1):
        assert block == blake2b(n8(i), key=key).digest()
        assert number(reduce(block)) == given
    # How an implementation draws a permutation from that is its own business; this one shows that it is one.
    assert sorted(file["permutation_of_10"]) == list(range(10))
