"""The stored vectors, checked by a second implementation that was written from the page of the protocol alone."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from tests.ground.repository import ROOT
from tests.protocol.vectors import reader
from tests.protocol.vectors.reader import (
    G,
    Point,
    Transcript,
    add,
    context,
    digest,
    element,
    encode,
    generator,
    hash_to_group,
    le,
    mul,
    neg,
    scalar,
    shuffle,
    sigma,
    signed,
    sub,
    unpack,
)

raw = bytes.fromhex


@cache
def stored(name: str) -> Any:
    return json.loads((ROOT / "protocol" / "vectors" / f"{name}.json").read_text("utf-8"))


def point(data: str | bytes) -> Point:
    found = element(raw(data) if isinstance(data, str) else data)
    assert found is not None
    return found


def cards(items: list[str]) -> list[tuple[Point, Point]]:
    return [(point(raw(item)[:32]), point(raw(item)[32:])) for item in items]


def pieces(data: bytes, count: int) -> list[bytes]:
    return [data[i : i + 32] for i in range(0, 32 * count, 32)]


def proofs() -> tuple[Any, bytes]:
    vectors = stored("proofs")
    c = vectors["context"]
    made = context(raw(c["sid"]), raw(c["op"]), c["seat"], c["role"], raw(c["deck"]), c["generation"])
    assert made == raw(c["encoded"])
    return vectors, made


def test_the_page_is_enough_for_group_and_hashes() -> None:
    group = stored("group")
    assert all(element(raw(data)) is not None for data in group["elements"]["accepted"])
    assert not any(element(raw(data)) is not None for data in group["elements"]["refused"].values())
    assert all(scalar(raw(data)) is not None for data in group["scalars"]["accepted"])
    assert not any(scalar(raw(data)) is not None for data in group["scalars"]["refused"])
    for one in group["hash_to_group"]:
        assert encode(hash_to_group(one["label"], *map(raw, one["parts"]))) == raw(one["element"])
    for one in group["faces"]:
        assert encode(hash_to_group("card", raw(one["sid"]), one["face"].encode())) == raw(one["element"])
    assert [encode(generator(i)).hex() for i in range(6)] == group["pedersen_generators"]["first"]
    (one,) = group["multiples"]
    assert encode(mul(int.from_bytes(raw(one["scalar"]), "little"), point(one["point"]))) == raw(one["product"])
    one = group["digest"]
    assert digest(one["label"], *map(raw, one["parts"])) == raw(one["hash"])


def test_the_page_is_enough_for_signatures() -> None:
    vector = stored("signatures")
    fields = [raw(field) for field in vector["fields"]]
    for purpose, one in vector["purposes"].items():
        assert signed(raw(vector["identity"]), raw(one["signature"]), purpose, *fields)
        assert not signed(raw(vector["identity"]), raw(one["signature"]), "another", *fields)


def test_the_page_is_enough_for_possession_and_shares() -> None:
    vectors, ctx = proofs()
    y = vectors["possession"]["key"]
    fs = Transcript("possession", ctx)
    fs.absorb("key", raw(y))
    assert sigma(fs, [[[(point(y), [(0, G)])]]], raw(vectors["possession"]["proof"]))
    for one in vectors["share"]:
        firsts, proof = [raw(first) for first in one["firsts"]], raw(one["proof"])
        m = len(firsts)
        shares = pieces(proof, m)
        fs = Transcript("share", ctx)
        fs.absorb("key", raw(y))
        fs.list("firsts", firsts)
        fs.list("shares", shares)
        big_a, big_d = point(firsts[0]), point(shares[0])
        if m > 1:
            weights = fs.challenges("weights", m)
            big_a = big_d = reader.ZERO
            for weight, first, share in zip(weights, firsts, shares, strict=True):
                big_a, big_d = add(big_a, mul(weight, point(first))), add(big_d, mul(weight, point(share)))
        assert sigma(fs, [[[(point(y), [(0, G)]), (big_d, [(0, big_a)])]]], proof[32 * m :])


def test_the_page_is_enough_for_reencryption_and_lock() -> None:
    vectors, ctx = proofs()
    for one in vectors["reencryption"]:
        m, proof, old = len(one["cards"]), raw(one["proof"]), cards(one["cards"])
        fresh = cards([proof[64 * i : 64 * i + 64].hex() for i in range(m)])
        source, target = point(one["source"]), point(one["target"])
        fs = Transcript("re-encryption", ctx)
        fs.absorb("source", raw(one["source"]))
        fs.absorb("target", raw(one["target"]))
        fs.list("cards", [raw(card) for card in one["cards"]])
        fs.list("fresh", [proof[64 * i : 64 * i + 64] for i in range(m)])
        branch: list[reader.Equation] = [(neg(source), [(0, G)])]
        for i, ((a, b), (a2, b2)) in enumerate(zip(old, fresh, strict=True), 1):
            branch += [(a2, [(i, G)]), (sub(b2, b), [(i, target), (0, a)])]
        assert sigma(fs, [[branch]], proof[64 * m :])
    one = vectors["lock"]
    m, proof, old = len(one["cards"]), raw(one["proof"]), cards(one["cards"])
    locked = cards([proof[64 * i : 64 * i + 64].hex() for i in range(m)])
    fs = Transcript("lock", ctx)
    fs.absorb("key", raw(one["key"]))
    fs.absorb("current", raw(one["current"]))
    fs.list("cards", [raw(card) for card in one["cards"]])
    fs.list("locked", [proof[64 * i : 64 * i + 64] for i in range(m)])
    branch = [(point(one["key"]), [(0, G)])]
    for i, ((a, b), (a2, b2)) in enumerate(zip(old, locked, strict=True), 1):
        branch += [(sub(a2, a), [(i, G)]), (sub(b2, b), [(i, point(one["current"])), (0, a2)])]
    assert sigma(fs, [[branch]], proof[64 * m :])


def test_the_page_is_enough_for_membership_and_sums() -> None:
    vectors, ctx = proofs()
    one = vectors["membership"]
    y, (a, b) = point(one["key"]), cards([one["card"]])[0]
    fs = Transcript("membership", ctx)
    fs.absorb("key", raw(one["key"]))
    fs.list("card", [raw(one["card"])])
    fs.list("faces", [raw(face) for face in one["faces"]])
    clause = [[(y, [(0, G)]), (sub(b, point(face)), [(0, a)])] for face in one["faces"]]
    assert sigma(fs, [clause], raw(one["proof"]))
    h = generator(0)
    for one in vectors["at_least"]:
        held, total = cards(one["cards"]), one["total"]
        table = sorted((raw(face), worth) for face, worth in one["worth"].items() if worth > 0)
        n = max(1, (len(held) * max(worth for _, worth in table) - total).bit_length())
        proof = raw(one["proof"])
        assert len(proof) == 32 * (len(held) + n - 1) + 32 * (len(held) * (2 + 3 * len(table)) + 4 * n)
        sent = pieces(proof, len(held) + n - 1)
        values, upper = sent[: len(held)], sent[len(held) :]
        fs = Transcript("at-least", ctx)
        fs.absorb("key", raw(one["key"]))
        fs.list("cards", [raw(card) for card in one["cards"]])
        fs.list("faces", [face for face, _ in table])
        fs.list("worths", [le(worth, 8) for _, worth in table])
        fs.absorb("total", le(total, 8))
        fs.list("values", values)
        fs.list("bits", upper)
        lowest = neg(mul(total, G))
        for value in values:
            lowest = add(lowest, point(value))
        for j, bit in enumerate(upper, 1):
            lowest = sub(lowest, mul(2**j, point(bit)))
        clauses: list[list[list[reader.Equation]]] = []
        for (a, b), value in zip(held, values, strict=True):
            v = point(value)
            clauses.append([[(v, [(0, h)])]])
            for face, worth in table:
                equations = [(y, [(0, G)]), (sub(b, point(face)), [(0, a)]), (sub(v, mul(worth, G)), [(1, h)])]
                clauses[-1].append(equations)  # type: ignore[arg-type]
        for bit in [lowest, *(point(bit) for bit in upper)]:
            clauses.append([[(bit, [(0, h)])], [(sub(bit, G), [(0, h)])]])
        assert sigma(fs, clauses, proof[32 * len(sent) :])


def test_the_page_is_enough_for_joint_numbers() -> None:
    vectors, ctx = proofs()
    one = vectors["contribution"]
    joint, total = point(one["joint"]), (reader.ZERO, reader.ZERO)
    for proof in map(raw, one["proofs"]):
        a, b = point(proof[:32]), point(proof[32:64])
        fs = Transcript("contribution", ctx)
        fs.absorb("joint", raw(one["joint"]))
        fs.list("sent", [proof[:64]])
        assert sigma(fs, [[[(a, [(0, G)]), (b, [(1, G), (0, joint)])]]], proof[64:])
        total = (add(total[0], a), add(total[1], b))
    assert encode(total[0]) + encode(total[1]) == raw(one["sum"])
    c = vectors["context"]
    for bound, number in one["numbers"].items():
        fs = Transcript("joint number", context(raw(c["sid"]), raw(c["op"]), 0, "number"))
        fs.absorb("opened", raw(one["opened"]))
        fs.absorb("bound", le(int(bound), 8))
        assert int.from_bytes(fs.state(), "little") % int(bound) == number


def test_the_page_is_enough_for_escrow() -> None:
    vectors, ctx = proofs()
    one = vectors["escrow"]
    t, operators, dealing = one["threshold"], sorted(map(int, one["box_keys"])), raw(one["dealing"])
    commitments = [raw(one["key"]), *pieces(dealing, t - 1)]
    keys = {j: raw(one["box_keys"][str(j)]) for j in operators}
    for place, j in enumerate(operators):
        box = dealing[32 * (t - 1) + 128 * place :][:128]
        fs = Transcript("escrow box", ctx)
        fs.absorb("key", raw(one["key"]))
        fs.absorb("threshold", le(t, 2))
        fs.list("operators", [le(i, 2) for i in operators])
        fs.list("keys", [keys[i] for i in operators])
        fs.list("commitments", commitments)
        fs.absorb("operator", le(j, 2))
        fs.absorb("factor", box[:32])
        fs.absorb("sealed", box[32:64])
        assert sigma(fs, [[[(point(box[:32]), [(0, G)])]]], box[64:])
        share_key = reader.ZERO
        for k, commitment in enumerate(commitments):
            share_key = add(share_key, mul((j + 1) ** k, point(commitment)))
        assert encode(share_key) == raw(one["share_keys"][str(j)])
        opened = mul(int.from_bytes(raw(one["box_secrets"][str(j)]), "little"), point(box[:32]))
        fs = Transcript("escrow pad", ctx)
        fs.absorb("operator", le(j, 2))
        fs.list("points", [box[:32], keys[j], encode(opened)])
        share = bytes(x ^ y for x, y in zip(box[32:64], fs.state()[:32], strict=True))
        assert share == raw(one["shares"][str(j)]) and mul(int.from_bytes(share, "little"), G) == share_key
        if j == 2:
            complaint = raw(one["complaint_of_2"])
            fs = Transcript("complaint", ctx)
            fs.absorb("dealing", ctx)
            fs.list("commitments", commitments)
            fs.absorb("operator", le(j, 2))
            for label, data in (("key", keys[j]), ("factor", box[:32]), ("sealed", box[32:64])):
                fs.absorb(label, data)
            fs.absorb("shared", complaint[:32])
            equations = [(point(keys[j]), [(0, G)]), (point(complaint[:32]), [(0, point(box[:32]))])]
            assert sigma(fs, [[equations]], complaint[32:])  # type: ignore[list-item]
    layer = reader.ZERO
    for j in operators:
        weight = 1
        for i in operators:
            if i != j:
                weight = weight * (i + 1) * pow(i - j, -1, reader.Q) % reader.Q
        layer = add(layer, mul(weight, point(one["recovery"]["pieces"][str(j)])))
    assert encode(layer) == raw(one["recovery"]["layer"])


@pytest.mark.parametrize("index", [0, 1, 2])
def test_the_page_is_enough_for_shuffles(index: int) -> None:
    vectors, ctx = proofs()
    one = vectors["shuffle"][index]
    before, after = ([raw(card) for card in one[name]] for name in ("before", "after"))
    assert shuffle(ctx, raw(one["key"]), before, after, raw(one["proof"]))
    if len(after) > 1:
        assert not shuffle(ctx, raw(one["key"]), before, after[::-1], raw(one["proof"]))


def test_the_page_is_enough_to_follow_the_chain_of_the_tiny_game() -> None:
    vector = stored("transcript")
    charter, signatures = unpack(raw(vector["signed_charter"]))
    packed = raw(vector["signed_charter"])[1:]
    sid = digest("charter", packed[: len(packed) - 1 - 66 * len(signatures)])
    identities = [operator[0] for operator in charter[4]]
    for identity, signature in zip(identities, signatures, strict=True):
        assert signed(identity, signature, "charter", sid)
    chain, number, motion = digest("chain", sid, b"play"), 0, b""
    place, step_said = (0, 0), dict[int, bytes]()

    def close() -> None:
        nonlocal chain
        if step_said:
            parts = [part for seat, id in sorted(step_said.items()) for part in (le(seat, 2), id)]
            chain = digest("step", chain, le(place[1], 4), *parts)
            step_said.clear()

    for line in vector["records"]:
        kind, data = unpack(raw(line["record"]))
        if kind == "asked":
            close()
            chain, number = digest("operation", chain, le(number, 4), data), number + 1
            continue
        got_sid, lane, epoch, step, seat, prev, body, signature = unpack(data)
        fields = (got_sid, lane, le(epoch, 4), le(step, 4), le(seat, 2), prev, body)
        assert got_sid == sid and signed(identities[charter[5][seat][0]], signature, "message", *fields)
        if lane != b"play":
            if unpack(body)[0] == "vote":
                start = len(b"\x94\xa4vote")
                motion = body[start : reader.end_of(body, start)]
                assert lane == digest("motion", sid, le(epoch, 4), motion)
            continue
        if (epoch, step) != place:
            close()
        if epoch != place[0]:
            head = chain = digest("epoch", chain, le(epoch, 4), motion)
            # Seat 1 has gone: the leave follows at once, because no operation was under way.
            operation = b"\x95\xa5leave" + bytes([1]) + b"\xa4gone" + bytes([step]) + b"\xc4\x20" + head
            chain, number = digest("operation", chain, le(number, 4), operation), number + 1
        place = (epoch, step)
        assert prev == chain, line["what"]
        step_said[seat] = digest("message", *fields)
    close()
    assert chain == raw(vector["records"][-1]["chain_of_play"])
