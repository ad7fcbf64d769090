"""Vectors of every proof: statement, fixed randomness, the proof's bytes, and what it teaches."""

from __future__ import annotations

from protocol.elgamal import known
from protocol.group import Element
from protocol.proofs import (
    at_least,
    contribution,
    escrow,
    lock,
    membership,
    possession,
    reencryption,
    share,
    shuffle,
    shuffle_chain,
    sums,
)
from tests.protocol.vectors.fixed import (
    CONTEXT,
    GROUP,
    JOINT,
    KEY,
    SID,
    X_JOINT,
    Json,
    X,
    cards_json,
    context_json,
    face,
    hexes,
    masked,
    rng,
    scalar,
)

NAMES = ("iron", "ships", "iron", "temple", "library")
CARDS = [masked(name) for name in ("iron", "ships")]


def make() -> dict[str, Json]:
    return {
        "proofs": {
            "context": context_json(CONTEXT),
            "possession": _possession(),
            "share": [_share(1), _share(3)],
            "reencryption": [_reencryption(1), _reencryption(2)],
            "lock": _lock(),
            "membership": _membership(),
            "at_least": [_at_least(3), _at_least(1)],
            "contribution": _contribution(),
            "escrow": _escrow(),
            "shuffle": [_shuffle(1), _shuffle(2), _shuffle(5), _shuffle(34)],
            "shuffle_chain": _chain(),
        }
    }


def _possession() -> Json:
    return {
        "key": KEY.hex(),
        "secret": X.hex(),
        "proof": possession.prove(GROUP, CONTEXT, KEY, X, rng("possession")).hex(),
    }


def _share(count: int) -> Json:
    firsts = [masked(name).a for name in ("iron", "ships", "temple")[:count]]
    proof = share.prove(GROUP, CONTEXT, KEY, firsts, X, rng("share"))
    return {"key": KEY.hex(), "secret": X.hex(), "firsts": hexes(firsts), "proof": proof.hex()}


def _reencryption(count: int) -> Json:
    proof = reencryption.prove(GROUP, CONTEXT, KEY, JOINT, CARDS[:count], X, rng("re-encryption"))
    return {
        "source": KEY.hex(),
        "target": JOINT.hex(),
        "secret": X.hex(),
        "cards": cards_json(CARDS[:count]),
        "proof": proof.hex(),
    }


def _lock() -> Json:
    other = GROUP.base(X_JOINT)
    proof = lock.prove(GROUP, CONTEXT, other, KEY, CARDS, X_JOINT, rng("lock"))
    return {
        "key": other.hex(),
        "current": KEY.hex(),
        "secret": X_JOINT.hex(),
        "cards": cards_json(CARDS),
        "proof": proof.hex(),
    }


def _membership() -> Json:
    faces = sorted(face(name) for name in ("iron", "ships", "temple"))
    proof = membership.prove(GROUP, CONTEXT, KEY, CARDS[0], faces, X, rng("membership"))
    return {"key": KEY.hex(), "card": CARDS[0].encode().hex(), "faces": hexes(faces), "proof": proof.hex()}


def _at_least(total: int) -> Json:
    worth: dict[Element, int] = {face("iron"): 2, face("ships"): 1, face("temple"): 0}
    proof = at_least.prove(GROUP, CONTEXT, KEY, CARDS, worth, total, X, rng("at least"))
    return {
        "key": KEY.hex(),
        "cards": cards_json(CARDS),
        "worth": {element.hex(): number for element, number in sorted(worth.items())},
        "total": total,
        "proof": proof.hex(),
    }


def _contribution() -> Json:
    proofs = [contribution.prove(GROUP, CONTEXT, JOINT, rng(f"contribution {i}")) for i in range(2)]
    total = contribution.combine(GROUP, [contribution.verify(GROUP, CONTEXT, JOINT, proof) for proof in proofs])
    opened = GROUP.sub(total.b, GROUP.add(GROUP.mul(total.a, X), GROUP.mul(total.a, X_JOINT)))
    return {
        "joint": JOINT.hex(),
        "proofs": hexes(proofs),
        "sum": total.encode().hex(),
        "opened": opened.hex(),
        "numbers": {
            str(bound): contribution.number(GROUP, SID, CONTEXT.op, opened, bound) for bound in (1, 6, 20, 2**40)
        },
    }


def _escrow() -> Json:
    boxes = {operator: scalar(f"box {operator}") for operator in (0, 2, 3)}
    keys = {operator: GROUP.base(u) for operator, u in boxes.items()}
    dealing = escrow.deal(GROUP, CONTEXT, KEY, 3, keys, X, rng("escrow"))
    dealt = escrow.verify(GROUP, CONTEXT, KEY, 3, keys, dealing)
    first = masked("iron").a
    pieces = {operator: escrow.open_box(dealt, operator, u) for operator, u in boxes.items()}
    return {
        "key": KEY.hex(),
        "secret": X.hex(),
        "threshold": 3,
        "box_keys": {str(operator): key.hex() for operator, key in keys.items()},
        "box_secrets": {str(operator): u.hex() for operator, u in boxes.items()},
        "dealing": dealing.hex(),
        "shares": {str(operator): piece.hex() for operator, piece in pieces.items()},
        "share_keys": {str(operator): dealt.share_key(operator).hex() for operator in boxes},
        "complaint_of_2": escrow.complain(dealt, CONTEXT, 2, boxes[2], rng("complaint")).hex(),
        "recovery": {
            "first": first.hex(),
            "pieces": {str(operator): GROUP.mul(first, piece).hex() for operator, piece in pieces.items()},
            "layer": GROUP.mul(first, X).hex(),
        },
    }


def _shuffle(count: int) -> Json:
    cards = [known(GROUP, face(NAMES[i % len(NAMES)]), JOINT) for i in range(count)]
    mixed = shuffle.shuffle(GROUP, CONTEXT, JOINT, cards, rng("shuffle"))
    proof = shuffle.prove(
        GROUP, CONTEXT, JOINT, cards, mixed.cards, mixed.permutation, mixed.factors, rng("shuffle proof")
    )
    return {
        "key": JOINT.hex(),
        "before": cards_json(cards),
        "after": cards_json(mixed.cards),
        "permutation": mixed.permutation,
        "factors": hexes(mixed.factors),
        "proof": proof.hex(),
    }


def _chain() -> Json:
    start = [known(GROUP, face(name), JOINT) for name in NAMES[:4]]
    cards = start
    links: list[shuffle_chain.ShuffleLink] = []
    for i in range(3):
        mixed = shuffle.shuffle(GROUP, CONTEXT, JOINT, cards, rng(f"chain {i}"))
        proof = shuffle.prove(
            GROUP, CONTEXT, JOINT, cards, mixed.cards, mixed.permutation, mixed.factors, rng(f"chain proof {i}")
        )
        links.append(shuffle_chain.ShuffleLink(CONTEXT, b"".join(card.encode() for card in mixed.cards), proof))
        cards = mixed.cards
    claims = []
    before = start
    for link in links:
        claim = shuffle.read(GROUP, link.context, JOINT, before, link.after, link.proof)
        assert claim is not None
        claims.append(claim)
        before = shuffle.cut(link.after)
    return {
        "key": JOINT.hex(),
        "start": cards_json(start),
        "links": [{"after": link.after.hex(), "proof": link.proof.hex()} for link in links],
        "challenges_of_the_first": {
            "t": [str(t) for t in claims[0].t],
            "lambda": str(claims[0].lam),
            "e": str(claims[0].e),
            "digest": claims[0].digest.hex(),
        },
        "weights": [[str(weight) for weight in weights] for weights in sums.weights(claims)],
    }
