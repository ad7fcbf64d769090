"""The frozen vectors: the code still makes them, and a verifier that has nothing but them accepts every one."""

from __future__ import annotations

import hashlib
import json
from functools import cache, partial
from typing import Any

import pytest

from protocol import certificates, replay, signatures, transcript
from protocol.audit import KeyStatement
from protocol.charter import decode_charter
from protocol.elgamal import decode_ciphertexts, face_point, remask
from protocol.errors import BadEncoding, BadProof, BadSignature
from protocol.fiatshamir import FiatShamir
from protocol.group import (
    EDWARDS25519,
    decode_scalar,
    length_prefixed,
    pedersen_generators,
    reduce_scalar,
)
from protocol.messages import (
    Body,
    CoinOpen,
    Hello,
    KeyOpen,
    SealOpen,
    decode_body,
    decode_envelope,
    decode_head,
)
from protocol.operations import Operation, decode_operation
from protocol.proofs import (
    at_least,
    contribution,
    escrow,
    lock,
    membership,
    pedersen,
    possession,
    reencryption,
    share,
    shuffle,
    shuffle_chain,
    sums,
)
from protocol.replay import Verifier
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord, first_link
from protocol.verdict import verify_file
from protocol.wire import decode, digest
from tests.protocol.vectors import PLACE, make
from tests.protocol.vectors.fixed import context_from
from tests.protocol.vectors.messages import tag
from tests.protocol.vectors.play import Referee

GROUP = EDWARDS25519
raw = bytes.fromhex


@cache
def stored(name: str) -> Any:
    return json.loads((PLACE / f"{name}.json").read_text("utf-8"))


def raws(items: list[str]) -> list[bytes]:
    return [raw(item) for item in items]


def cards(items: list[str]) -> list[Any]:
    return decode_ciphertexts(GROUP, b"".join(raws(items)), len(items))


def elements(items: list[str]) -> list[Any]:
    return [GROUP.decode(item) for item in raws(items)]


def struct(tagged: type[Any], data: str) -> Any:
    return decode(raw(data), tagged, 2**20)


def test_the_code_makes_exactly_the_stored_vectors() -> None:
    """If this fails, the protocol has changed: `scripts/make-vectors` after a deliberate change, never otherwise."""
    made = make()
    assert sorted(made) == sorted(path.name for path in PLACE.iterdir())
    changed = [name for name, text in made.items() if (PLACE / name).read_text("utf-8") != text]
    assert changed == []


def test_elements_and_scalars() -> None:
    group = stored("group")
    for data in raws(group["elements"]["accepted"]):
        assert GROUP.decode(data) == data
    for why, data in group["elements"]["refused"].items():
        with pytest.raises(BadEncoding):
            pytest.fail(f"accepted: {why}, {GROUP.decode(raw(data)).hex()}")
    for data in raws(group["scalars"]["accepted"]):
        assert decode_scalar(data) == data
    for data in raws(group["scalars"]["refused"]):
        with pytest.raises(BadEncoding):
            decode_scalar(data)
    for one in group["reduce"]:
        assert reduce_scalar(raw(one["bytes"])) == raw(one["scalar"])
    for one in group["multiples"]:
        assert GROUP.mul(GROUP.decode(raw(one["point"])), decode_scalar(raw(one["scalar"]))) == raw(one["product"])
    assert (str(GROUP.order), GROUP.suite) == (group["order"], group["suite"])


def test_hashes_to_the_group() -> None:
    group = stored("group")
    for one in group["hash_to_group"]:
        assert GROUP.hash_to_group(one["label"], *raws(one["parts"])) == raw(one["element"])
    for one in group["faces"]:
        assert face_point(GROUP, raw(one["sid"]), one["face"]) == raw(one["element"])
    first = raws(group["pedersen_generators"]["first"])
    assert pedersen_generators(GROUP, len(first)) == first
    for count, sha in group["pedersen_generators"]["sha256_of_the_first"].items():
        assert hashlib.sha256(b"".join(pedersen_generators(GROUP, int(count)))).hexdigest() == sha
        assert pedersen.GENERATOR_DIGESTS[int(count)] == sha
    assert length_prefixed(*raws(group["length_prefixed"]["parts"])) == raw(group["length_prefixed"]["bytes"])
    one = group["digest"]
    assert digest(one["label"], *raws(one["parts"])) == raw(one["hash"])


def test_a_fiat_shamir_transcript() -> None:
    vector = stored("fiat_shamir")
    context = context_from(vector["context"])
    assert context.encode() == raw(vector["context"]["encoded"])
    fs = FiatShamir(GROUP, vector["proof"], context)
    for step in vector["steps"]:
        match step:
            case {"state": state}:
                assert fs.state() == raw(state)
            case {"absorb": label, "data": data}:
                fs.absorb(label, raw(data))
            case {"absorb_all": label, "items": items}:
                fs.absorb_all(label, raws(items))
            case {"challenge": label, "scalar": scalar}:
                assert fs.challenge(label) == raw(scalar)
            case {"challenges": label, "scalars": scalars}:
                assert fs.challenges(label, len(scalars)) == raws(scalars)
            case _:
                pytest.fail(f"an unknown step: {step}")


def test_signatures_of_every_purpose() -> None:
    vector = stored("signatures")
    identity, fields = raw(vector["identity"]), raws(vector["fields"])
    assert signatures.IdentityKey(raw(vector["seed"])).identity == identity
    for purpose, one in vector["purposes"].items():
        assert signatures.signed_bytes(purpose, *fields) == raw(one["signed_bytes"])
        signatures.verify(identity, raw(one["signature"]), purpose, *fields)
        with pytest.raises(BadSignature):
            signatures.verify(identity, raw(one["signature"]), "another", *fields)
    for bad in raws(vector["refused_identities"]):
        with pytest.raises(BadEncoding):
            signatures.check_identity(bad)


def test_every_proof_holds_and_no_longer_with_one_bit_changed() -> None:
    vectors = stored("proofs")
    context = context_from(vectors["context"])
    checks: list[tuple[Any, str]] = []
    one = vectors["possession"]
    (key,) = elements([one["key"]])
    checks.append((partial(possession.verify, GROUP, context, key), one["proof"]))
    for one in vectors["share"]:
        firsts, secret = elements(one["firsts"]), decode_scalar(raw(one["secret"]))
        layers = share.verify(GROUP, context, key, firsts, raw(one["proof"]))
        assert layers == [GROUP.mul(first, secret) for first in firsts]
        checks.append((partial(share.verify, GROUP, context, key, firsts), one["proof"]))
    for one in vectors["reencryption"]:
        statement = (*elements([one["source"], one["target"]]), cards(one["cards"]))
        checks.append((partial(reencryption.verify, GROUP, context, *statement), one["proof"]))
    one = vectors["lock"]
    statement = (*elements([one["key"], one["current"]]), cards(one["cards"]))
    checks.append((partial(lock.verify, GROUP, context, *statement), one["proof"]))
    one = vectors["membership"]
    (card,), faces = cards([one["card"]]), elements(one["faces"])
    checks.append((partial(membership.verify, GROUP, context, key, card, faces), one["proof"]))
    for one in vectors["at_least"]:
        worth = {GROUP.decode(raw(element)): number for element, number in one["worth"].items()}
        statement = (cards(one["cards"]), worth, one["total"])
        checks.append((partial(at_least.verify, GROUP, context, key, *statement), one["proof"]))
    for one in vectors["shuffle"]:
        statement = (*elements([one["key"]]), cards(one["before"]), b"".join(raws(one["after"])))
        checks.append((partial(shuffle.verify, GROUP, context, *statement), one["proof"]))
    for verify, text in checks:
        proof = raw(text)
        verify(proof)
        with pytest.raises(BadProof):
            verify(proof[:-1] + bytes([proof[-1] ^ 1]))
        with pytest.raises(BadProof):
            verify(bytes([proof[0] ^ 1]) + proof[1:])


def test_a_joint_random_number() -> None:
    vectors = stored("proofs")
    context, one = context_from(vectors["context"]), vectors["contribution"]
    (joint, opened) = elements([one["joint"], one["opened"]])
    sent = [contribution.verify(GROUP, context, joint, proof) for proof in raws(one["proofs"])]
    assert contribution.combine(GROUP, sent).encode() == raw(one["sum"])
    for bound, number in one["numbers"].items():
        assert contribution.number(GROUP, context.sid, context.op, opened, int(bound)) == number


def test_an_escrow_and_the_recovery_of_a_layer() -> None:
    vectors = stored("proofs")
    context, one = context_from(vectors["context"]), vectors["escrow"]
    (key,) = elements([one["key"]])
    boxes = {int(operator): GROUP.decode(raw(box)) for operator, box in one["box_keys"].items()}
    dealing = escrow.verify(GROUP, context, key, one["threshold"], boxes, raw(one["dealing"]))
    for operator, secret in one["box_secrets"].items():
        piece = escrow.open_box(dealing, int(operator), decode_scalar(raw(secret)))
        assert piece == raw(one["shares"][operator])
        assert dealing.share_key(int(operator)) == raw(one["share_keys"][operator]) == GROUP.base(piece)
    assert escrow.judge(dealing, context, 2, raw(one["complaint_of_2"])) is escrow.Liar.ACCUSER
    pieces = {int(operator): elements([piece]) for operator, piece in one["recovery"]["pieces"].items()}
    assert escrow.recombine(dealing, pieces) == [raw(one["recovery"]["layer"])]


def test_a_chain_of_shuffles_and_its_weights() -> None:
    vectors = stored("proofs")
    context, one = context_from(vectors["context"]), vectors["shuffle_chain"]
    (key,), start = elements([one["key"]]), cards(one["start"])
    links = [shuffle_chain.ShuffleLink(context, raw(link["after"]), raw(link["proof"])) for link in one["links"]]
    decks = shuffle_chain.verify_chain(GROUP, key, start, links)
    claims = []
    for before, link in zip([start, *decks], links, strict=False):
        claim = shuffle.read(GROUP, context, key, before, link.after, link.proof)
        assert claim is not None
        claims.append(claim)
    assert [[str(weight) for weight in weights] for weights in sums.weights(claims)] == one["weights"]
    first = one["challenges_of_the_first"]
    assert [str(t) for t in claims[0].t] == first["t"]
    assert (str(claims[0].lam), str(claims[0].e)) == (first["lambda"], first["e"])
    assert claims[0].digest.hex() == first["digest"]
    # The permutation of a vector is what its cards say.
    shuffled = vectors["shuffle"][2]
    before, after = cards(shuffled["before"]), cards(shuffled["after"])
    joint = GROUP.decode(raw(shuffled["key"]))
    for place, (source, factor) in enumerate(zip(shuffled["permutation"], raws(shuffled["factors"]), strict=True)):
        assert after[place] == remask(GROUP, before[source], joint, decode_scalar(factor))


def test_the_charter_is_signed_by_everybody_and_names_the_game() -> None:
    one = stored("charter")
    signed = decode_charter(raw(one["signed"]))
    assert signed.charter.encode() == raw(one["charter"])
    assert signed.charter.sid == raw(one["sid"]) == digest("charter", raw(one["charter"]))
    assert signatures.signed_bytes("charter", signed.charter.sid) == raw(one["signed_bytes"])


def test_there_is_a_message_of_every_kind_and_each_is_signed() -> None:
    vectors = stored("messages")
    kinds = {str(kind.__struct_config__.tag) for kind in Body.__args__}  # type: ignore[attr-defined]
    assert set(vectors["bodies"]) == kinds
    for kind, one in vectors["bodies"].items():
        envelope = decode_envelope(raw(one["envelope"]))
        assert tag(decode_body(envelope.body)) == kind
        assert envelope.sid == raw(vectors["sid"])
        assert (envelope.id, envelope.body, envelope.lane) == (raw(one["id"]), raw(one["body"]), raw(one["lane"]))
        assert (envelope.epoch, envelope.step, envelope.seat) == (one["epoch"], one["step"], one["seat"])
        assert signatures.signed_bytes("message", *envelope.fields()) == raw(one["signed_bytes"])
        assert digest("message", *envelope.fields()) == envelope.id
        identity = raw(vectors["identities"][envelope.seat])
        signatures.verify(identity, envelope.signature, signatures.MESSAGE, *envelope.fields())


def test_what_is_said_outside_the_chains() -> None:
    vectors = stored("messages")
    charter = decode_charter(raw(stored("charter")["signed"])).charter
    outside = vectors["outside"]
    assert struct(Hello, outside["hello"]["bytes"]).product == outside["hello"]["fields"][1]
    head = decode_head(raw(outside["head"]["bytes"]))
    assert signatures.signed_bytes("head", *head.fields()) == raw(outside["head"]["signed_bytes"])
    signatures.verify(charter.identity_of(head.seat), head.signature, signatures.HEAD, *head.fields())
    statement: KeyStatement = struct(KeyStatement, outside["key_statement"]["bytes"])
    fields = (statement.sid, statement.head, bytes([statement.seat, 0]), statement.masking)
    assert signatures.signed_bytes("audit", *fields) == raw(outside["key_statement"]["signed_bytes"])


def test_there_is_an_operation_of_every_kind() -> None:
    vectors = stored("operations")
    assert set(vectors) == {str(kind.__struct_config__.tag) for kind in Operation.__args__}  # type: ignore[attr-defined]
    for kind, one in vectors.items():
        assert tag(decode_operation(raw(one["bytes"]))) == kind


def test_the_links_of_the_chains_are_the_hashes_that_the_page_says() -> None:
    one = stored("chains")
    chain = raw(one["chain"])
    sid = raw(one["first"]["sid"])
    assert first_link(sid, b"play") == raw(one["first"]["link"]) == digest("chain", sid, b"play")
    operation = one["operation"]
    number = operation["number"].to_bytes(4, "little")
    assert digest("operation", chain, number, raw(operation["operation"])) == raw(operation["link"])
    step = one["step"]
    said = [part for m in step["said"] for part in (m["seat"].to_bytes(2, "little"), raw(m["id"]))]
    assert digest("step", chain, step["step"].to_bytes(4, "little"), *said) == raw(step["link"])
    epoch = one["epoch"]
    assert digest("epoch", chain, bytes([1, 0, 0, 0]), raw(epoch["motion"])) == raw(epoch["link"])
    lane = one["lane"]
    assert digest("lane", chain, raw(lane["lane"]), raw(lane["head"])) == raw(lane["link"])
    assert digest("setup", sid) == raw(one["ids"]["setup"])
    assert digest("motion", sid, bytes([1, 0, 0, 0]), raw(epoch["motion"])) == raw(one["ids"]["motion_lane_of_epoch_1"])
    part = one["ids"]["part"]
    assert digest("part", raw(part["op"]), part["number"].to_bytes(4, "little")) == raw(part["id"])
    assert digest("deck lane", raw(one["ids"]["deck_lane"]["chain"])) == raw(one["ids"]["deck_lane"]["lane"])


def test_the_commitments_open_as_the_page_says() -> None:
    one = stored("chains")
    sid = raw(one["first"]["sid"])
    found = one["commitments"]
    coin: CoinOpen = decode_body(raw(found["coin"]["opening"]))  # type: ignore[assignment]
    seat = found["coin"]["seat"].to_bytes(2, "little")
    assert digest("coin", sid, seat, coin.value, coin.salt) == raw(found["coin"]["commitment"])
    key: KeyOpen = decode_body(raw(found["key"]["opening"]))  # type: ignore[assignment]
    seat = found["key"]["seat"].to_bytes(2, "little")
    parts = (seat, bytes(4), key.masking, key.box, key.salt)
    assert digest("key", sid, *parts) == raw(found["key"]["commitment"])
    seal: SealOpen = decode_body(raw(found["seal"]["opening"]))  # type: ignore[assignment]
    seat = found["seal"]["seat"].to_bytes(2, "little")
    op = raw(found["seal"]["op"])
    assert digest("seal", sid, op, seat, seal.padded + seal.salt) == raw(found["seal"]["commitment"])


@pytest.mark.parametrize("name", ["transcript", "transcript_caught"])
def test_the_small_games_verify_link_by_link_and_as_files(name: str) -> None:
    one = stored(name)
    charter = decode_charter(raw(one["signed_charter"]))
    verifier = Verifier(charter)
    assert verifier.session.chain == raw(one["chain_of_play_at_the_start"])
    records: list[OperationRecord | MessageRecord | ProofRecord] = []
    for line in one["records"]:
        records.append(decode(raw(line["record"]), OperationRecord | MessageRecord | ProofRecord, 2**20))  # type: ignore[arg-type]
        verifier.add(records[-1])
        assert verifier.session.chain == raw(line["chain_of_play"])
    data = b"".join(transcript.write(charter, records))
    assert (len(data), hashlib.sha256(data).hexdigest()) == (one["file"]["bytes"], one["file"]["sha256"])
    found = verify_file([data], lambda _: Referee())
    assert (found.status, list(found.order)) == (one["status"], one["order"])
    assert [seat for left in found.left for seat in left.seats] == one["left"]
    assert [[accused.seat, accused.certificate.kind] for accused in found.accused] == one["convicted"]
    assert found.finished is not None and found.finished.standings == raw(one["standings"])


def test_there_is_a_certificate_of_every_kind_and_each_convicts() -> None:
    vectors = stored("certificates")
    assert set(vectors) == set(certificates.Kind.__args__)  # type: ignore[attr-defined]
    for kind, one in vectors.items():
        certificate = certificates.decode_certificate(raw(one["certificate"]))
        assert (certificate.kind, certificate.seat) == (kind, one["seat"])
        replay.check(certificate, Referee)
