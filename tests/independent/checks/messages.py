"""charter.json, chains.json, operations.json, messages.json."""

import pytest

from ..verifier import pack, shapes, structs
from ..verifier.charter import read_charter, read_message
from ..verifier.hashes import Context, digest, n2, n4, signature_holds, signed_bytes
from ..verifier.motions import lane_of
from ..verifier.sigma import possession
from ..watched import Watched, document
from . import as_json, checks

LONG = 1 << 28


@checks("charter", "fields", "charter", "sid", "signed_bytes", "signed")
def charter(file: Watched) -> None:
    encoded = file.hex("charter")
    fields = shapes.read(structs.charter, encoded, structs.CHARTER_LIMIT)
    assert as_json(fields.plain) == file.plain("fields")
    assert bytes(fields) == encoded
    sid = digest("charter", encoded)
    assert sid == file.hex("sid")
    assert signed_bytes("charter", sid) == file.hex("signed_bytes")
    signed = read_charter(file.hex("signed"))
    assert bytes(signed.fields) == encoded
    assert signed.sid == sid


@checks("chains", "chain", "first", "operation", "step", "epoch", "lane")
def links(file: Watched) -> None:
    chain = file.hex("chain")
    first, operation, step, epoch, lane = (file[name] for name in ("first", "operation", "step", "epoch", "lane"))
    assert digest("chain", first.hex("sid"), first.hex("lane")) == first.hex("link")
    link = digest("operation", chain, n4(operation["number"]), operation.hex("operation"))
    assert link == operation.hex("link")
    assert shapes.read(structs.operation, operation.hex("operation"), LONG).kind == "deal"
    spoken = [part for each in step["said"] for part in (n2(each["seat"]), each.hex("id"))]
    assert digest("step", chain, n4(step["step"]), *spoken) == step.hex("link")
    assert digest("epoch", chain, n4(epoch["epoch"]), epoch.hex("motion")) == epoch.hex("link")
    assert shapes.read(structs.motion, epoch.hex("motion"), LONG).type == "gone"
    assert digest("lane", chain, lane.hex("lane"), lane.hex("head")) == lane.hex("link")


@checks("chains", "ids")
def lane_ids(file: Watched) -> None:
    ids, sid = file["ids"], file["first"].hex("sid")
    assert digest("setup", sid) == ids.hex("setup")
    motion = shapes.read(structs.motion, file["epoch"].hex("motion"), LONG)
    assert lane_of(sid, 1, motion) == ids.hex("motion_lane_of_epoch_1")
    part = ids["part"]
    assert digest("part", part.hex("op"), n4(part["number"])) == part.hex("id")
    deck = ids["deck_lane"]
    assert digest("deck lane", deck.hex("chain")) == deck.hex("lane")


@checks("chains", "commitments")
def commitments(file: Watched) -> None:
    sid = file["first"].hex("sid")
    coin, key, seal = (file["commitments"][name] for name in ("coin", "key", "seal"))
    opened = shapes.read(structs.body, coin.hex("opening"), LONG)
    assert digest("coin", sid, n2(coin["seat"]), opened.value, opened.salt) == coin.hex("commitment")
    opened = shapes.read(structs.body, key.hex("opening"), LONG)
    keys = opened.masking, opened.box, opened.salt
    assert digest("key", sid, n2(key["seat"]), n4(0), *keys) == key.hex("commitment")
    for role, known, proof in (
        ("masking", opened.masking, opened.masking_proof),
        ("box", opened.box, opened.box_proof),
    ):
        possession(Context(sid, digest("setup", sid), key["seat"], role), known, proof)
    opened = shapes.read(structs.body, seal.hex("opening"), LONG)
    committed = digest("seal", sid, seal.hex("op"), n2(seal["seat"]), opened.padded + opened.salt)
    assert committed == seal.hex("commitment")


@checks("chains", "seat_order")
def seat_order(file: Watched) -> None:
    # Only seat 0's coin of that game is in the vectors; the order of seats is recomputed in transcript.json.
    assert sorted(file["seat_order"]) == list(range(4))


def operation(kind: str) -> None:
    @checks("operations", kind)
    def check(file: Watched) -> None:
        given = file[kind]
        encoded = given.hex("bytes")
        shape = structs.leave if kind == "leave" else structs.operation
        read = shapes.read(shape, encoded, structs.OPERATION_LIMIT)
        assert (read.kind, bytes(read)) == (kind, encoded)
        assert as_json(read.plain) == given.plain("fields")
        if kind == "leave":  # is never asked for
            with pytest.raises(pack.Unreadable):
                shapes.read(structs.operation, encoded, structs.OPERATION_LIMIT)
        else:
            assert bytes(structs.record(["asked", encoded])) == given.hex("record")


for each in (
    "act", "bundle", "deal", "finish", "leave", "pass", "peek", "prepare", "random", "remix", "return", "seal", "show",
    "shuffle",
):  # fmt: skip
    operation(each)


@checks("messages", "sid", "identities", "bodies")
def bodies(file: Watched) -> None:
    sid, identities = file.hex("sid"), file.all_hex("identities")
    signed = read_charter(document("charter").hex("signed"))
    assert signed.sid == sid
    assert identities == tuple(map(signed.identity, range(len(identities))))
    kinds = set()
    for kind, given in file["bodies"].items():
        message = read_message(given.hex("envelope"))
        assert message.sid == sid
        assert message.slot == (given.hex("lane"), given["epoch"], given["step"], given["seat"])
        assert (message.prev, message.body, message.id) == (given.hex("prev"), given.hex("body"), given.hex("id"))
        assert signed_bytes("message", *message.signed) == given.hex("signed_bytes")
        assert message.is_of(signed)
        body = shapes.read(structs.body, message.body, structs.BODY_LIMIT)
        assert (body.kind, bytes(body)) == (kind, message.body)
        if message.step == 0:
            assert message.prev == digest("chain", sid, message.lane)
        kinds.add(kind)
    assert kinds == structs.body.kinds, "a kind of body that no vector shows"


@checks("messages", "outside")
def outside(file: Watched) -> None:
    identities, given = file.all_hex("identities"), file["outside"]
    for kind, shape in (
        ("hello", structs.hello),
        ("head", structs.head),
        ("key_statement", structs.key_statement),
    ):
        read = shapes.read(shape, given[kind].hex("bytes"), structs.BODY_LIMIT)
        assert bytes(read) == given[kind].hex("bytes")
        assert as_json(read.plain) == given[kind].plain("fields")
        if kind == "hello":  # nobody signs it
            continue
        message = given[kind].hex("signed_bytes")
        assert message == signed_outside(read)
        # The statement of a key stands there as it is before it is signed.
        holds = signature_holds(identities[read.seat], message, read.signature)
        assert holds == (read.signature != bytes(64))


def signed_outside(read: shapes.Record) -> bytes:
    match read.kind:
        case "head":
            return signed_bytes("head", pack.pack([*read.plain[:-1], bytes(64)]))
    return signed_bytes("audit", read.sid, read.head, n2(read.seat), read.masking)
