"""proofs.json: every proof holds as it stands, belongs to the secrets given with it, and holds for nothing else."""

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from typing import Any

import pytest

from ..verifier import escrow, shuffle, sigma
from ..verifier.curve import ORDER, G, Refused, element, scalar
from ..verifier.hashes import Context, expand, lp
from ..watched import Watched
from . import checks, context_of


def proves(check: Callable[..., Any], context: Context, *statement: Any) -> Any:
    """What the check gives. The last of the statement is the proof; changed anywhere, or elsewhere, it is refused."""
    *given, proof = statement
    result = check(context, *given, proof)
    apart = max(37, len(proof) // 12)
    spoiled = [proof[:at] + bytes([proof[at] ^ 1]) + proof[at + 1 :] for at in range(0, len(proof), apart)]
    for wrong in (*spoiled, proof[:-1], proof + b"\0", b""):
        with pytest.raises(Refused):
            check(context, *given, wrong)
    for other in (
        replace(context, sid=bytes(32)),
        replace(context, op=bytes(32)),
        replace(context, seat=context.seat + 1),
        replace(context, role="another"),
        replace(context, generation=context.generation + 1),
    ):
        with pytest.raises(Refused):
            check(other, *given, proof)
    return result


def knows(file: Watched, secret: str = "secret", key: str = "key") -> int:
    """The secret of a key that is given."""
    value = scalar(file.hex(secret))
    assert bytes(value * G) == file.hex(key)
    return value


def opened(card: bytes, secret: int) -> bytes:
    first, second = sigma.pair(card)
    return bytes(second - secret * first)


@checks("proofs", "context", "possession", "share")
def possession_and_share(file: Watched) -> None:
    context = context_of(file["context"])
    each = file["possession"]
    knows(each)
    proves(sigma.possession, context, each.hex("key"), each.hex("proof"))
    for each in file["share"]:
        secret, firsts = knows(each), each.all_hex("firsts")
        layers = proves(sigma.share, context, each.hex("key"), firsts, each.hex("proof"))
        assert layers == tuple(bytes(secret * element(first)) for first in firsts)


@checks("proofs", "reencryption", "lock")
def reencryption_and_lock(file: Watched) -> None:
    context = context_of(file["context"])
    for each in file["reencryption"]:
        knows(each, key="source")
        cards = each.all_hex("cards")
        proves(sigma.reencryption, context, each.hex("source"), each.hex("target"), cards, each.hex("proof"))
    each = file["lock"]
    knows(each)
    proves(sigma.lock, context, each.hex("key"), each.hex("current"), each.all_hex("cards"), each.hex("proof"))


@checks("proofs", "membership", "at_least")
def membership_and_at_least(file: Watched) -> None:
    context = context_of(file["context"])
    each = file["membership"]
    faces = each.all_hex("faces")
    proves(sigma.membership, context, each.hex("key"), each.hex("card"), faces, each.hex("proof"))
    with pytest.raises(Refused):
        sigma.membership(context, each.hex("key"), each.hex("card"), faces[::-1], each.hex("proof"))
    for each in file["at_least"]:
        worths = tuple((bytes.fromhex(face), worth) for face, worth in each["worth"].items())
        total, cards = each["total"], each.all_hex("cards")
        proves(sigma.at_least, context, each.hex("key"), cards, worths, total, each.hex("proof"))
        for other in (total - 1, total + 1):
            with pytest.raises(Refused):
                sigma.at_least(context, each.hex("key"), cards, worths, other, each.hex("proof"))


@checks("proofs", "contribution")
def contributions(file: Watched) -> None:
    context, each = context_of(file["context"]), file["contribution"]
    sent = [proves(sigma.contribution, context, each.hex("joint"), proof) for proof in each.all_hex("proofs")]
    total = [sigma.total_of([sigma.pair(card)[side] for card in sent]) for side in (0, 1)]
    assert b"".join(map(bytes, total)) == each.hex("sum")
    plain = element(each.hex("opened"))
    for bound, expected in each["numbers"].items():
        assert sigma.joint_number(context.sid, context.op, plain, int(bound)) == expected


@checks("proofs", "escrow")
def escrows(file: Watched) -> None:
    context, each = context_of(file["context"]), file["escrow"]
    knows(each)
    keys = tuple((int(operator), bytes.fromhex(key)) for operator, key in each["box_keys"].items())
    dealing = proves(escrow.dealing, context, each.hex("key"), keys, each["threshold"], each.hex("dealing"))
    pieces, first = [], element(each["recovery"].hex("first"))
    for operator, key in keys:
        name = str(operator)
        secret = scalar(each["box_secrets"].hex(name))
        assert bytes(secret * G) == key
        assert dealing.opens(operator, dealing.pad_of(operator, secret))
        share = scalar(each["shares"].hex(name))
        assert bytes(dealing.share_key(operator)) == bytes(share * G) == each["share_keys"].hex(name)
        pieces.append((operator, share * first))
        assert bytes(share * first) == each["recovery"]["pieces"].hex(name)
    assert bytes(escrow.recover(pieces)) == each["recovery"].hex("layer")
    assert bytes(scalar(each.hex("secret")) * first) == each["recovery"].hex("layer")
    # The complaint is the accuser's, and here in the context of the dealing itself.
    shared = proves(escrow.complaint, context, dealing, 2, each.hex("complaint_of_2"))
    assert dealing.opens(2, shared)
    assert not dealing.opens(2, bytes(G))


@checks("proofs", "shuffle")
def shuffles(file: Watched) -> None:
    context = context_of(file["context"])
    for each in file["shuffle"]:
        key, before, after = each.hex("key"), each.all_hex("before"), each.all_hex("after")
        proves(shuffle.verify, context, key, before, after, each.hex("proof"))
        with pytest.raises(Refused):
            shuffle.verify(context, key, before, (*after[1:], after[0][:32] + before[0][32:]), each.hex("proof"))
        for card, at, factor in zip(after, each["permutation"], each.all_hex("factors"), strict=True):
            r = scalar(factor)
            a, b = sigma.pair(before[at])
            assert card == bytes(a + r * G) + bytes(b + r * element(key))


@checks("proofs", "shuffle_chain")
def shuffle_chain(file: Watched) -> None:
    context, chain = context_of(file["context"]), file["shuffle_chain"]
    key, before = chain.hex("key"), chain.all_hex("start")
    states = []
    for i, link in enumerate(chain["links"]):
        after = sigma.chunks(link.hex("after"), 64, len(before))
        shuffle.verify(context, key, before, after, link.hex("proof"))
        read = shuffle.read(context, key, before, after, link.hex("proof"))
        states.append(read.state)
        if i == 0:
            given = chain["challenges_of_the_first"]
            assert read.t == [int(t) for t in given["t"]]
            assert (read.lambda_, read.e) == (int(given["lambda"]), int(given["e"]))
            assert read.state == given.hex("digest")
        before = after
    seed = blake2b(lp("tta-p2p/4", "weights", *states)).digest()
    weights = [int(weight) for of in chain["weights"] for weight in of]
    assert expand(seed, 4 * len(states)) == weights
    assert all(0 < weight < ORDER for weight in weights)
