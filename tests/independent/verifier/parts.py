"""What operations are made of (section 9): confirm, shares, moved, mix, with the checks of section 10."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from . import escrow, shuffle, sigma
from .cards import Table, strip
from .curve import Refused, element
from .hashes import Context
from .lanes import Program, Step, Wait
from .shapes import Record
from .verdicts import Fault


class Abandoned(Exception):
    """The operation needs a seat that is gone."""


@dataclass
class Work:
    """The operation under way: the table and the op-id that its proofs are bound to."""

    table: Table
    op: bytes
    convict: Callable[[Fault], None]

    def context(self, seat: int, role: str, generation: int = 0) -> Context:
        return Context(self.table.sid, self.op, seat, role, generation)


def confirm(work: Work) -> Program:
    if not work.table.confirmed:
        yield Step("echo", list(work.table.present), 16)


def check_layers(
    work: Work, key: Callable[[int], bytes], role: str, firsts: Callable[[int], tuple[bytes, ...]]
) -> Callable[[int, Record, dict[int, Any]], tuple[bytes, ...]]:
    def check(seat: int, body: Record, said: dict[int, Any]) -> tuple[bytes, ...]:
        return sigma.share(work.context(seat, role), key(seat), firsts(seat), body.proof)

    return check


def shares_limit(count: int) -> int:
    return 32 * count + 128 + 32


def shares(
    work: Work, firsts: tuple[bytes, ...], owed: Sequence[int], role: str
) -> Generator[Step | Wait, dict[int, Any], list[tuple[bytes, ...]]]:
    """The layers of all `owed` seats of these ciphertexts: given by themselves, or recovered. A list a seat."""
    given: dict[int, tuple[bytes, ...]] = {}
    if not firsts:
        return []
    step = shares_step(work, firsts, owed, role)
    if step.authors:
        given = yield step
    return (yield from all_layers(work, firsts, owed, role, given))


def shares_step(work: Work, firsts: tuple[bytes, ...], owed: Sequence[int], role: str) -> Step:
    """The step in which the `owed` seats that are present give their layers."""
    return Step(
        "shares",
        [seat for seat in owed if seat in work.table.present],
        shares_limit(len(firsts)),
        check_layers(work, work.table.keys.__getitem__, role, lambda seat: firsts),
        {"op": work.op, "role": role, "firsts": lambda seat: firsts},
    )


def all_layers(
    work: Work, firsts: tuple[bytes, ...], owed: Sequence[int], role: str, given: dict[int, tuple[bytes, ...]]
) -> Generator[Step | Wait, dict[int, Any], list[tuple[bytes, ...]]]:
    """The layers that were given, with those of the `owed` seats that are gone."""
    layers = dict(given)
    for seat in layers:
        work.table.note(firsts, seat)
    for seat in owed:
        if seat not in layers:
            layers[seat] = yield from recovered(work, firsts, seat, role)
    return list(layers.values())


def recovered(
    work: Work, firsts: tuple[bytes, ...], seat: int, role: str
) -> Generator[Step | Wait, dict[int, Any], tuple[bytes, ...]]:
    """The layers of a seat that is gone, from the shares of its key that the others hold."""
    table = work.table
    if seat not in table.dealings:
        raise Abandoned
    dealing = table.dealings[seat]
    operators = list(dealing.boxes)
    authors = table.leads(operators)
    if len(authors) < len(operators):
        raise Abandoned
    operator_of = table.charter.operators
    pieces = yield Step(
        "shares",
        authors,
        shares_limit(len(firsts)),
        check_layers(
            work,
            lambda author: bytes(dealing.share_key(operator_of[author])),
            f"recover {seat} {role}",
            lambda author: firsts,
        ),
        {"op": work.op, "role": f"recover {seat} {role}", "firsts": lambda author: firsts, "of": seat},
    )
    if len(pieces) < len(operators):
        raise Abandoned
    table.note(firsts, seat)
    return tuple(
        bytes(escrow.recover([(operator_of[author], element(given[i])) for author, given in pieces.items()]))
        for i in range(len(firsts))
    )


def moved(
    work: Work, cards: dict[int, list[int]], target: bytes, role: str
) -> Generator[Step | Wait, dict[int, Any], dict[int, bytes]]:
    """The cards (handles by holder) afresh under `target`. The new ciphertexts by handle."""
    fresh = yield moved_step(work, cards, target, role)
    if len(fresh) < len(cards):
        raise Abandoned
    yield from convict_repeats(work, fresh)
    return by_handle(cards, fresh)


def moved_step(work: Work, cards: dict[int, list[int]], target: bytes, role: str) -> Step:
    """The step in which the holders of cards who are present say them afresh."""
    table = work.table

    def check(seat: int, body: Record, said: dict[int, Any]) -> tuple[bytes, ...]:
        before = table.ciphers(cards[seat])
        fresh = sigma.reencryption(work.context(seat, role), table.keys[seat], target, before, body.proofs)
        if table.stale(fresh):
            raise Refused("a first component that is known already")
        return fresh

    longest = max(len(handles) for handles in cards.values())
    holders = [seat for seat in sorted(cards) if seat in table.present]
    about = {"op": work.op, "role": role, "target": target, "cards": lambda seat: table.ciphers(cards[seat])}
    return Step("moved", holders, 64 * longest + 32 * (3 * longest + 3) + 32, check, about)


def by_handle(cards: dict[int, list[int]], fresh: dict[int, tuple[bytes, ...]]) -> dict[int, bytes]:
    """What the holders have said, by handle."""
    return {
        handle: cipher
        for holder, handles in cards.items()
        for handle, cipher in zip(handles, fresh[holder], strict=True)
    }


def convict_repeats(work: Work, fresh: dict[int, tuple[bytes, ...]]) -> Program:
    """Between the authors of one step the higher seat is convicted of a first component that another has as well."""
    seen: set[bytes] = set()
    for seat in sorted(fresh):
        firsts = {cipher[:32] for cipher in fresh[seat]}
        if firsts & seen:
            work.convict(Fault(seat, "bad-proof", "a first component that a lower seat has as well"))
            yield Wait(lambda seat=seat: seat not in work.table.present)
            raise Abandoned
        seen |= firsts


def masked_limit(count: int) -> int:
    return 64 * count + shuffle.proof_size(count) + 64


def cards_of(body: Record, count: int) -> tuple[bytes, ...]:
    if len(body.cards) != 64 * count or len(body.proof) != shuffle.proof_size(count):
        raise Refused("another length than for so many cards")
    return sigma.chunks(body.cards, 64, count)


def mix(work: Work, cards: Sequence[bytes]) -> Generator[Step | Wait, dict[int, Any], tuple[bytes, ...]]:
    """Every present seat masks the cards in turn, until a whole chain verifies."""
    table = work.table
    generation = 0

    def check(seat: int, body: Record, said: dict[int, Any]) -> tuple[tuple[bytes, ...], bytes]:
        after = cards_of(body, len(cards))
        if seat != table.present[-1]:
            for cipher in after:
                sigma.pair(cipher)
        return after, body.proof

    while True:
        links: list[tuple[int, tuple[bytes, ...], bytes]] = []
        for seat in list(table.seated):
            if seat not in table.present:
                continue
            about = {
                "op": work.op, "role": "shuffle", "generation": generation, "key": table.joint_key,
                "cards": links[-1][1] if links else tuple(cards),
            }  # fmt: skip
            said = yield Step("masked", [seat], masked_limit(len(cards)), check, about)
            if said:
                links.append((seat, *said[seat]))
        fault = first_bad_link(work, tuple(cards), links, generation)
        if fault is None:
            return links[-1][1] if links else tuple(cards)
        work.convict(fault)
        culprit = fault.seat
        yield Wait(lambda culprit=culprit: culprit not in table.present)
        generation += 1


def first_bad_link(
    work: Work, before: tuple[bytes, ...], links: list[tuple[int, tuple[bytes, ...], bytes]], generation: int
) -> Fault | None:
    key = work.table.joint_key
    for seat, after, proof in links:
        try:
            shuffle.verify(work.context(seat, "shuffle", generation), key, before, after, proof)
        except Refused as why:
            return Fault(seat, "bad-proof", f"masked: {why}")
        before = after
    return None


def stripped(table: Table, handles: Sequence[int], layers: list[tuple[bytes, ...]]) -> dict[int, bytes]:
    """The cards without these layers (lists a seat, in the order of the handles), by handle."""
    return {handle: strip(table.cards[handle].cipher, [of[i] for of in layers]) for i, handle in enumerate(handles)}
