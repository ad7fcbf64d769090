"""Decks, honest shuffles and chains for the shuffle tests, and a prover and a verifier written from the formulas.

``Shuffler`` follows the equations one by one and not the code under test; its ``lies`` name places where it cheats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from nacl.bindings import crypto_core_ed25519_add

from protocol.elgamal import Ciphertext, known
from protocol.fiatshamir import Context, FiatShamir, HedgedRandom
from protocol.group import Element, Group, Scalar, from_int, pedersen_generators, to_int
from protocol.proofs import pedersen, shuffle
from protocol.proofs.shuffle_chain import ShuffleLink
from tests.protocol.proofs import setting
from tests.protocol.proofs.mutations import ORDER_8
from tests.protocol.proofs.setting import CONTEXT, GROUP, JOINT_KEY

Q = GROUP.order


class Case(NamedTuple):
    """A shuffle with all its secrets."""

    context: Context
    key: Element
    before: list[Ciphertext]
    after: list[Ciphertext]
    permutation: list[int]
    factors: list[Scalar]

    @property
    def received(self) -> bytes:
        return encode(self.after)

    def prove(self, name: str = "proof") -> bytes:
        return shuffle.prove(
            GROUP, self.context, self.key, self.before, self.after, self.permutation, self.factors, setting.rng(name)
        )


def encode(cards: Sequence[Ciphertext]) -> bytes:
    return b"".join(card.encode() for card in cards)


def hidden_deck(count: int, key: Element = JOINT_KEY) -> list[Ciphertext]:
    """Cards of which no element equals another."""
    return [setting.masked(f"face {i}", key, f"factor {i}") for i in range(count)]


def open_deck(faces: Sequence[str], key: Element = JOINT_KEY) -> list[Ciphertext]:
    return [known(GROUP, setting.face(name), key) for name in faces]


def honest(before: list[Ciphertext], context: Context = CONTEXT, key: Element = JOINT_KEY, name: str = "case") -> Case:
    after, permutation, factors = shuffle.shuffle(GROUP, context, key, before, setting.rng(name))
    return Case(context, key, before, after, permutation, factors)


def chain(start: list[Ciphertext], seats: int) -> list[ShuffleLink]:
    links: list[ShuffleLink] = []
    deck = start
    for seat in range(seats):
        case = honest(deck, replace(CONTEXT, seat=seat))
        links.append(ShuffleLink(case.context, case.received, case.prove()))
        deck = case.after
    return links


def mixture(before: Sequence[Ciphertext], name: str = "mixture", key: Element = JOINT_KEY) -> Case:
    """Cards of which the first is the sum of two: an invertible linear map, but no permutation, of the old ones."""
    summed = Ciphertext(GROUP.add(before[0].a, before[1].a), GROUP.add(before[0].b, before[1].b))
    case = remask_as([summed, *before[1:]], range(len(before)), key, setting.rng(name))
    return case._replace(before=list(before))


def remask_as(before: Sequence[Ciphertext], sources: Sequence[int], key: Element, rng: HedgedRandom) -> Case:
    """Cards re-masked after ``sources``, which need be no permutation."""
    factors = rng.stream("sources").scalars(len(sources))
    after = [
        Ciphertext(GROUP.add(before[j].a, GROUP.base(r)), GROUP.add(before[j].b, GROUP.mul(key, r)))
        for j, r in zip(sources, factors, strict=True)
    ]
    return Case(CONTEXT, key, list(before), after, list(sources), factors)


class Shuffler:
    """The prover of Groth 2010 for any map ψ, permutation or not, and for a ``mixture``."""

    def __init__(self, case: Case, *lies: str, committed: Sequence[int] | None = None) -> None:
        self.case = case
        self.lies = lies
        self.psi = [j + 1 for j in case.permutation]
        self.committed = self.psi if committed is None else [j + 1 for j in committed]
        self.h = pedersen_generators(GROUP, pedersen.ROW + 1)[1:]
        self.stream = setting.rng("shuffler").stream("shuffler")

    def draw(self) -> int:
        return to_int(self.stream.scalar())

    def draws(self, count: int) -> list[int]:
        return [self.draw() for _ in range(count)]

    def com(self, values: Sequence[int], r: Sequence[int]) -> list[Element]:
        return com(GROUP, self.h, values, r)

    def twist(self, commitments: list[Element], start: int) -> list[Element]:
        """Add a point of order 8 to the commitment that the lie "twist" names by its place in the proof."""
        return [
            Element(crypto_core_ed25519_add(point, ORDER_8)) if f"twist {start + i}" in self.lies else point
            for i, point in enumerate(commitments)
        ]

    def prove(self, guessed_t: Sequence[int] | None = None) -> bytes:
        key, before, after = self.case.key, self.case.before, self.case.after
        n = len(before)
        factors = [to_int(factor) for factor in self.case.factors]
        fs = FiatShamir(GROUP, "shuffle", self.case.context)
        fs.absorb("key", key)
        fs.absorb_pairs("before", before)
        fs.absorb_pairs("after", after)

        lines = -(-n // pedersen.ROW)
        r, r_big, r_e = self.draws(lines), self.draws(lines), self.draw()
        big = self.draws(n)
        c, c_big = self.com(self.committed, r), self.com([-d for d in big], r_big)
        e_d = [
            GROUP.msm([(card[k], from_int(-d)) for card, d in zip(after, big, strict=True)] + [(base, from_int(r_e))])
            for k, base in enumerate((GROUP.generator, key))
        ]
        if guessed_t is not None:  # what is needed so that (iv) holds if the challenges come out as guessed
            f = [guessed_t[j - 1] + d for j, d in zip(self.psi, big, strict=True)]
            z_e = r_e + sum(guessed_t[j - 1] * factor for j, factor in zip(self.psi, factors, strict=True))
            terms = [(card, t) for card, t in zip(before, guessed_t, strict=True)]
            terms += [(card, -value) for card, value in zip(after, f, strict=True)]
            e_d = [
                GROUP.msm([(card[k], from_int(value)) for card, value in terms] + [(base, from_int(z_e))])
                for k, base in enumerate((GROUP.generator, key))
            ]
        first = self.twist([*c, *c_big, *e_d], 0)
        fs.absorb_all("first commitments", first)
        t = self.t = [to_int(value) for value in fs.challenges("t", n)]

        moved = [t[j - 1] for j in self.psi]
        if "mixture" in self.lies:
            moved[1] -= moved[0]
        f = [(value + d) % Q for value, d in zip(moved, big, strict=True)]
        z_e = (r_e + sum(value * factor for value, factor in zip(moved, factors, strict=True))) % Q
        fs.absorb("first responses", b"".join(map(from_int, [*f, z_e])))
        lam, x = to_int(fs.challenge("lambda")), to_int(fs.challenge("x"))

        mu = [(lam * j + t[j - 1]) % Q for j in self.committed]
        if "mixture shown" in self.lies:
            mu = [(lam * j + value) % Q for j, value in zip(self.committed, moved, strict=True)]
        m = [value - x for value in mu]
        small = self.draws(n)
        delta = [small[0], *self.draws(n - 2), 0]
        r_d, r_delta, r_a = self.draws(lines), self.draws(lines), self.draws(lines)
        alpha = [m[0]]
        for value in m[1:]:
            alpha.append(alpha[-1] * value % Q)
        blinds = [-delta[i] * small[i + 1] for i in range(n - 1)]
        products = [delta[i + 1] - m[i + 1] * delta[i] - alpha[i] * small[i + 1] for i in range(n - 1)]
        if "another product committed" in self.lies:
            goal = 1
            for place, value in enumerate(t, 1):
                goal = goal * (lam * place + value - x) % Q
            products[-1] += goal - alpha[-1]
        masks = self.draws(n - 1)
        second = [*self.com(small, r_d), *self.com(blinds, r_delta), *self.com(masks, r_a)]
        second = self.twist(second, len(first))
        fs.absorb_all("second commitments", second)
        masked = [value - mask for value, mask in zip(products, masks, strict=True)]
        fs.absorb("masked products", b"".join(map(from_int, masked)))
        e = to_int(fs.challenge("e"))
        if "masks chosen late" in self.lies:  # as if what is sent of the products were bound by nothing
            masked[0] += 1

        p = [(e * value + d) % Q for value, d in zip(mu, small, strict=True)]
        z = [(e * (lam * one + two) + three) % Q for one, two, three in zip(r, r_big, r_d, strict=True)]
        u = [(e * value + blind) % Q for value, blind in zip(products, blinds, strict=True)]
        z_delta = [(e * one + two) % Q for one, two in zip(r_a, r_delta, strict=True)]
        if "masks chosen late" in self.lies:
            u[0] += e
        goal = e
        for place, value in enumerate(t, 1):
            goal = goal * (lam * place + value - x) % Q
        if "u bent" in self.lies or "p bent" in self.lies:
            value = p[0] - e * x
            for i in range(n - 2):
                value = (value * (p[i + 1] - e * x) + u[i]) * pow(e, -1, Q) % Q
            if "u bent" in self.lies:
                u[-1] = (e * goal - value * (p[-1] - e * x)) % Q
            else:
                p[-1] = ((e * goal - u[-1]) * pow(value, -1, Q) + e * x) % Q
        return b"".join([*first, *second, *map(from_int, [*f, z_e, *masked, *p, *z, *u, *z_delta])])


def com(group: Group, h: Sequence[Element], values: Sequence[int], r: Sequence[int]) -> list[Element]:
    """The commitments to a vector, a row each."""
    lines = [values[i * pedersen.ROW : (i + 1) * pedersen.ROW] for i in range(len(r))]
    return [
        group.msm([(group.generator, from_int(blind)), *zip(h, map(from_int, line), strict=False)])
        for line, blind in zip(lines, r, strict=True)
    ]


def failing_equations(claim: shuffle.ShuffleCheck) -> set[str]:
    """Which of the equations (ii), (iii) and the two components of (iv) a claim does not meet, each by itself."""
    h = pedersen_generators(GROUP, pedersen.ROW + 1)[1:]
    e, lam, lines = claim.e, claim.lam, len(claim.z)
    received = iter([GROUP.decode(data) for data in claim.commitments])
    c, c_big, (e_a, e_b), c_d, c_delta, c_b = (
        [next(received) for _ in range(count)] for count in (lines, lines, 2, lines, lines, lines)
    )
    assert next(received, None) is None

    def in_rows(*terms: tuple[int, list[Element]]) -> list[Element]:
        return [GROUP.msm([(points[i], from_int(k)) for k, points in terms]) for i in range(lines)]

    left: dict[str, object] = {
        "ii": in_rows((e * lam, c), (e, c_big), (1, c_d)),
        "iii": in_rows((e, c_b), (1, c_delta)),
    }
    places = [(p - e * f) % Q for p, f in zip(claim.p, claim.f, strict=True)]
    corrections = [(u - e * masked) % Q for u, masked in zip(claim.u, claim.masked, strict=True)]
    right: dict[str, object] = {
        "ii": com(GROUP, h, places, claim.z),
        "iii": com(GROUP, h, corrections, claim.z_delta),
    }
    for k, (name, blind, base) in enumerate((("iv a", e_a, GROUP.generator), ("iv b", e_b, claim.key))):
        old = [(card[k], from_int(-t)) for card, t in zip(claim.before, claim.t, strict=True)]
        new = [(card[k], from_int(f)) for card, f in zip(claim.after, claim.f, strict=True)]
        left[name] = GROUP.msm([*old, *new, (blind, from_int(1))])
        right[name] = GROUP.mul(base, from_int(claim.z_e))
    return {name for name in left if left[name] != right[name]}
