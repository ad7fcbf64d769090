"""The cryptography of the table: shuffles, draws, claims and a whole setup, in scalar multiplications.

Every time stands beside the number of multiplications that the work really makes, of any point and of the generator
(about a fifth of the price); additions, of which a sum needs one a term (about a sixth), and hashing come on top.
For a comparison with a shuffle proof made elsewhere: .venv/bin/pip install --target .scratch/curdleproofs
curdleproofs==0.1.2
"""

import importlib
import itertools
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks import Row, Table, measure
from protocol.elgamal import Ciphertext, decode_ciphertexts, face_point, known, remask, strip
from protocol.fiatshamir import Context, HedgedRandom
from protocol.group import Edwards25519, Element, Scalar
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
)
from protocol.proofs.groundwork import GroundworkPool
from protocol.proofs.shuffle_chain import ShuffleLink, verify_chain

SEATS = 4
SIZES = (52, 150, 350)
SETUP = (16, 10, 55, 45, 60, 50, 60, 54)
ELSEWHERE = Path(__file__).resolve().parents[2] / ".scratch" / "curdleproofs"

RNG = HedgedRandom(os.urandom(32), os.urandom)
CONTEXT = Context(os.urandom(32), os.urandom(32), 0, "benchmark", b"deck")


class Counting(Edwards25519):
    """The group, counting what it multiplies."""

    def __init__(self) -> None:
        """Begin at nothing."""
        self.muls = 0
        self.bases = 0

    def mul(self, p: Element, k: Scalar) -> Element:
        """Count a multiplication of any point."""
        self.muls += 1
        return super().mul(p, k)

    def base(self, k: Scalar) -> Element:
        """Count a multiplication of the generator."""
        self.bases += 1
        return super().base(k)


def groundwork(key: Element, count: int) -> shuffle.ShuffleGroundwork:
    """Prepare the groundwork of a shuffle; a measurement uses it again and again: never do this in a game."""
    numbers = itertools.count()
    pool = GroundworkPool(PLAIN, key, RNG, lambda: next(numbers))
    while pool.lay((count,), most=count):
        pass
    prepared = pool.take(count)
    assert prepared is not None
    return prepared


PLAIN = Edwards25519()
Work = Callable[[Edwards25519], object]


class Meter:
    """Measures rows against one unit, taken again before each row because a shared machine changes its speed."""

    def __init__(self) -> None:
        """Draw the points and scalars of the unit."""
        self._pairs = [(PLAIN.base(k), k) for k in RNG.stream("unit").scalars(50)]
        self._units: list[float] = []
        self.rows: list[Row] = []

    def row(self, label: str, work: Work, cards: int = 0, aim: str = "", least: int = 5) -> None:
        """Measure one piece of work; ``cards`` divides its multiple, and the aim is for one card."""
        self._units.append(self._unit())
        milliseconds = measure(lambda: work(PLAIN), seconds=0.25, least=least)
        self._units.append(self._unit())
        counting = Counting()
        work(counting)
        columns = {"mults": f"{counting.muls:,}", "of g": f"{counting.bases:,}"}
        if cards:
            near = (self._units[-1] + self._units[-2]) / 2
            columns["×unit a card"] = f"{milliseconds / near / cards:.2f}"
            columns["aim"] = aim
        self.rows.append(Row(label, milliseconds, columns))

    def table(self, title: str) -> Table:
        """The rows so far, in the median unit of all taken beside them."""
        unit = sorted(self._units)[len(self._units) // 2]
        return Table(title, self.rows, unit=Row("scalar multiplication", unit))

    def _unit(self) -> float:
        return measure(lambda: [PLAIN.mul(p, k) for p, k in self._pairs], seconds=0.05) / len(self._pairs)


def encode(cards: Sequence[Ciphertext]) -> bytes:
    """Cards as they go over the wire."""
    return b"".join(card.encode() for card in cards)


@dataclass
class Seats:
    """The keys of a table."""

    secrets: list[Scalar]
    keys: list[Element]
    joint: Element


def seated(count: int = SEATS) -> Seats:
    """A table of so many seats."""
    secrets = RNG.stream("secrets").scalars(count)
    keys = [PLAIN.base(secret) for secret in secrets]
    joint = keys[0]
    for key in keys[1:]:
        joint = PLAIN.add(joint, key)
    return Seats(secrets, keys, joint)


def faces(count: int) -> list[Element]:
    """The points of different faces."""
    return [face_point(PLAIN, CONTEXT.sid, f"face {i}") for i in range(count)]


def masked(key: Element, points: Sequence[Element]) -> list[Ciphertext]:
    """Hidden cards of these faces under a key."""
    factors = RNG.stream("masked").scalars(len(points))
    return [remask(PLAIN, known(PLAIN, p, key), key, r) for p, r in zip(points, factors, strict=True)]


@dataclass
class Chain:
    """The shuffles of a deck by all seats, with their authors' secrets."""

    decks: list[list[Ciphertext]]
    shuffled: list[shuffle.ShuffleOutput]
    links: list[ShuffleLink]


def chained(key: Element, count: int) -> Chain:
    """A deck of open cards, shuffled by all seats."""
    chain = Chain([[known(PLAIN, point, key) for point in faces(count)]], [], [])
    for seat in range(SEATS):
        context, before = replace(CONTEXT, seat=seat), chain.decks[-1]
        done = shuffle.shuffle(PLAIN, context, key, before, RNG)
        proof = shuffle.prove(PLAIN, context, key, before, *done, RNG)
        chain.decks.append(done.cards)
        chain.shuffled.append(done)
        chain.links.append(ShuffleLink(context, encode(done.cards), proof))
    return chain


def shuffles(count: int) -> Table:
    """One deck: every step of its shuffling."""
    key, meter = seated().joint, Meter()
    chain = chained(key, count)
    pedersen.generators(PLAIN, min(count, pedersen.ROW))
    prepared = groundwork(key, count)

    def remasked(group: Edwards25519) -> None:
        shuffle.shuffle(group, CONTEXT, key, chain.decks[1], RNG)

    def prove(seat: int) -> Work:
        context = chain.links[seat].context
        return lambda group: shuffle.prove(group, context, key, chain.decks[seat], *chain.shuffled[seat], RNG)

    def online(seat: int, checked: bool) -> Work:
        """Do a seat's remaining work while others wait for it, and where ``checked``, the next seat's."""
        context, before = chain.links[seat].context, chain.decks[seat]

        def work(group: Edwards25519) -> None:
            done = shuffle.shuffle(group, context, key, before, RNG, prepared=prepared)
            proof = shuffle.prove(group, context, key, before, *done, RNG, prepared=prepared)
            if checked:
                shuffle.verify(group, context, key, before, encode(done.cards), proof)

        return work

    def verify(seat: int) -> Work:
        link = chain.links[seat]
        return lambda group: shuffle.verify(group, link.context, key, chain.decks[seat], link.after, link.proof)

    meter.row("shuffle", remasked, count)
    meter.row("shuffle and prove, prepared, open cards", online(0, False), count, "2.2")
    meter.row("shuffle and prove, prepared, hidden cards", online(1, False), count, "3.2")
    meter.row("the same and verify, open cards", online(0, True), count, "6.5")
    meter.row("the same and verify, hidden cards", online(1, True), count, "8.5")
    meter.row("prove, open cards", prove(0), count, "7")
    meter.row("prove, hidden cards", prove(1), count, "7")
    meter.row("verify, open cards", verify(0), count, "6")
    meter.row("verify, hidden cards", verify(1), count, "6")
    meter.row(
        f"verify a chain of {SEATS}",
        lambda group: verify_chain(group, key, chain.decks[0], chain.links),
        count * SEATS,
        "3",
    )
    size = f"{shuffle.size(count):,} bytes of proof, {count * 64:,} of cards"
    return meter.table(f"Shuffle of {count} cards ({size})")


def cards() -> Table:
    """Measure operations on single cards and hands; "make" and "check" are the work of one seat each."""
    table, meter = seated(), Meter()
    points = sorted(faces(50))
    own, own_key = table.secrets[0], table.keys[0]
    hidden = masked(table.joint, points)
    hand = masked(own_key, points[:8])

    def draw(group: Edwards25519) -> None:
        card, layers = hidden[0], []
        for secret, key in zip(table.secrets[1:], table.keys[1:], strict=True):
            proof = share.prove(group, CONTEXT, key, [card.a], secret, RNG)
            layers += share.verify(group, CONTEXT, key, [card.a], proof)
        mine = strip(group, card, *layers)
        group.sub(mine.b, group.mul(mine.a, own))

    def pair(label: str, make: Callable[[Edwards25519], bytes], check: Callable[[Edwards25519, bytes], object]) -> None:
        proof = make(PLAIN)
        meter.row(f"{label}: make", make)
        meter.row(f"{label}: check ({len(proof):,} bytes)", lambda group: check(group, proof))

    meter.row("private draw by one of 4: 3 shares, 3 checks, open", draw)
    for count in (1, 10, 50):
        firsts = [card.a for card in hidden[:count]]
        pair(
            f"{count} share{'s' * (count > 1)}",
            lambda group, firsts=firsts: share.prove(group, CONTEXT, own_key, firsts, own, RNG),
            lambda group, proof, firsts=firsts: share.verify(group, CONTEXT, own_key, firsts, proof),
        )
    for count in (10, 50):
        among = points[:count]
        pair(
            f"one of {count} faces",
            lambda group, among=among: membership.prove(group, CONTEXT, own_key, hand[0], among, own, RNG),
            lambda group, proof, among=among: membership.verify(group, CONTEXT, own_key, hand[0], among, proof),
        )
    worth = {point: 1 + i for i, point in enumerate(points[:4])}
    pair(
        "5 cards, 4 faces worth something, at least 7",
        lambda group: at_least.prove(group, CONTEXT, own_key, hand[:5], worth, 7, own, RNG),
        lambda group, proof: at_least.verify(group, CONTEXT, own_key, hand[:5], worth, 7, proof),
    )
    other = table.keys[1]
    pair(
        "pass a card",
        lambda group: reencryption.prove(group, CONTEXT, own_key, other, hand[:1], own, RNG),
        lambda group, proof: reencryption.verify(group, CONTEXT, own_key, other, hand[:1], proof),
    )
    mixed = shuffle.shuffle(PLAIN, CONTEXT, own_key, hand, RNG)
    remixed = shuffle.prove(PLAIN, CONTEXT, own_key, hand, *mixed, RNG)

    def remix(group: Edwards25519) -> None:
        done = shuffle.shuffle(group, CONTEXT, own_key, hand, RNG)
        shuffle.prove(group, CONTEXT, own_key, hand, *done, RNG)

    meter.row("remix a hand of 8: make", remix)
    meter.row(
        f"remix a hand of 8: check ({64 * 8 + len(remixed):,} bytes)",
        lambda group: shuffle.verify(group, CONTEXT, own_key, hand, encode(mixed.cards), remixed),
    )
    theirs = masked(other, points[:1])
    pair(
        "lock a card",
        lambda group: lock.prove(group, CONTEXT, own_key, other, theirs, own, RNG),
        lambda group, proof: lock.verify(group, CONTEXT, own_key, other, theirs, proof),
    )
    pair(
        "contribution to a coin",
        lambda group: contribution.prove(group, CONTEXT, table.joint, RNG),
        lambda group, proof: contribution.verify(group, CONTEXT, table.joint, proof),
    )
    pair(
        "possession of a key",
        lambda group: possession.prove(group, CONTEXT, own_key, own, RNG),
        lambda group, proof: possession.verify(group, CONTEXT, own_key, proof),
    )
    boxes = dict(enumerate(table.keys[1:], 1))
    pair(
        "escrow of a key among 3",
        lambda group: escrow.deal(group, CONTEXT, own_key, SEATS - 1, boxes, own, RNG),
        lambda group, proof: escrow.verify(group, CONTEXT, own_key, SEATS - 1, boxes, proof),
    )
    return meter.table("Cards and keys, 4 seats")


def setup() -> Table:
    """Everything that one seat computes until all decks lie on the table: its own shuffles and all checks."""
    key, meter = seated().joint, Meter()
    chains = [chained(key, count) for count in SETUP]
    total = sum(SETUP)
    laid = [groundwork(key, count) for count in SETUP]

    def own(group: Edwards25519, laid: Sequence[shuffle.ShuffleGroundwork | None] = (None,) * len(SETUP)) -> None:
        for chain, prepared in zip(chains, laid, strict=True):
            link = chain.links[0]
            before = decode_ciphertexts(group, link.after, len(chain.decks[0]))
            done = shuffle.shuffle(group, chain.links[1].context, key, before, RNG, prepared=prepared)
            shuffle.prove(group, chain.links[1].context, key, before, *done, RNG, prepared=prepared)

    def checks(group: Edwards25519) -> None:
        for chain in chains:
            verify_chain(group, key, chain.decks[0], chain.links)

    def whole(group: Edwards25519) -> None:
        own(group)
        checks(group)

    meter.row("own shuffles and proofs, received points checked", own, total, least=3)
    meter.row("the same, prepared", lambda group: own(group, laid), total, least=3)
    meter.row(f"chains of {SEATS} verified", checks, total * SEATS, "3", least=3)
    meter.row("whole setup, one seat", whole, least=3)
    return meter.table(f"Setup of {len(SETUP)} decks, {total} cards, {SEATS} seats")


def elsewhere(count: int = 60) -> Table:
    """The same shuffle with and without the package curdleproofs (Ethereum's Whisk), where it is installed."""
    key, meter = seated().joint, Meter()
    chain = chained(key, count)
    link = chain.links[1]

    def shuffled(group: Edwards25519) -> None:
        done = shuffle.shuffle(group, link.context, key, chain.decks[1], RNG)
        shuffle.prove(group, link.context, key, chain.decks[1], *done, RNG)

    meter.row("shuffle and prove", shuffled)
    meter.row(
        f"verify ({len(link.proof):,} bytes)",
        lambda group: shuffle.verify(group, link.context, key, chain.decks[1], link.after, link.proof),
    )
    if ELSEWHERE.is_dir():
        sys.path.append(str(ELSEWHERE))
    try:
        whisk = importlib.import_module("curdleproofs.whisk_interface")
        crs = importlib.import_module("curdleproofs.crs").CurdleproofsCrs.new(count, 4)
        util = importlib.import_module("curdleproofs.util")
    except ImportError:
        place = ELSEWHERE.relative_to(ELSEWHERE.parents[1])
        print(f"curdleproofs is not compared: pip install --target {place} curdleproofs==0.1.2", file=sys.stderr)
        return meter.table(f"Shuffle of {count} cards beside other software")
    start = []
    for _ in range(count):
        point = util.G1 * util.random_scalar()
        pair = (point, point * util.random_scalar())
        start.append(whisk.WhiskTracker(*(util.BLSPubkey(util.point_projective_to_bytes(p)) for p in pair)))
    after, proof = whisk.GenerateWhiskShuffleProof(crs, start)
    if not whisk.IsValidWhiskShuffleProof(crs, start, after, proof):
        raise RuntimeError("curdleproofs refuses its own proof")
    meter.rows.append(
        Row("curdleproofs: shuffle and prove", measure(lambda: whisk.GenerateWhiskShuffleProof(crs, start)))
    )
    meter.rows.append(
        Row(
            f"curdleproofs: verify ({len(proof):,} bytes)",
            measure(lambda: whisk.IsValidWhiskShuffleProof(crs, start, after, proof)),
        )
    )
    return meter.table(f"Shuffle of {count} cards beside other software")


def run() -> Iterator[Table]:
    """The tables, each as soon as it is measured."""
    for count in SIZES:
        yield shuffles(count)
    yield cards()
    yield setup()
    yield elsewhere()
