"""Sections 9 to 11: setup, escrow rounds, and how the layers of those who leave come off."""

from typing import Any

from . import escrow, sigma
from .cards import JOINT
from .curve import Refused, element
from .hashes import Context, digest, n2, n4
from .lanes import Program, Step, Wait
from .parts import Abandoned, Work, confirm, moved, recovered, shares, stripped
from .shapes import Record
from .verdicts import Damage, Fault


def setup(work: Work) -> Program:
    """Coins, keys, escrow. Attempts go on until one has lost nobody; leaves that are due come after setup."""
    table = work.table
    yield from _coins(work)
    attempt = 0
    while True:
        keys = yield from _keys(work, attempt)
        table.keys = {seat: body.masking for seat, body in keys.items()}
        table.boxes = {seat: body.box for seat, body in keys.items()}
        culprits = yield from escrow_round(work, attempt)
        if culprits:
            yield Wait(lambda culprits=culprits: not culprits & set(table.present))
        if set(keys) <= set(table.present):
            return
        attempt += 1


def _coins(work: Work) -> Program:
    table = work.table
    committed = yield Step("coin-commit", list(table.present), 64)
    yield from confirm(work)

    def check(seat: int, body: Record, said: dict[int, Any]) -> bytes:
        if committed[seat].commitment != digest("coin", table.sid, n2(seat), body.value, body.salt):
            raise Refused("it does not open the commitment")
        return body.value

    values = yield Step("coin-open", [seat for seat in sorted(committed) if seat in table.present], 96, check)
    seed = digest("seat order", table.sid, *(values[seat] for seat in sorted(values)))
    table.order = seat_order(seed, sorted(values))


def seat_order(seed: bytes, seats: list[int]) -> tuple[int, ...]:
    return tuple(sorted(seats, key=lambda seat: digest("seat", seed, n2(seat))))


def _keys(work: Work, attempt: int) -> Program:
    """What every seat opened in this attempt."""
    table = work.table
    about = {"op": work.op, "attempt": attempt}
    committed = yield Step("key-commit", list(table.present), 64, about=about)

    def check(seat: int, body: Record, said: dict[int, Any]) -> Record:
        opened = digest("key", table.sid, n2(seat), n4(attempt), body.masking, body.box, body.salt)
        if committed[seat].commitment != opened:
            raise Refused("it does not open the commitment")
        sigma.possession(work.context(seat, "masking", attempt), body.masking, body.masking_proof)
        sigma.possession(work.context(seat, "box", attempt), body.box, body.box_proof)
        return body

    return (yield Step("key-open", [seat for seat in sorted(committed) if seat in table.present], 512, check, about))


def escrow_round(work: Work, generation: int) -> Program:
    """Everybody shares its key out among all others. The seats whose dealing was refuted; they are convicted."""
    table = work.table
    charter = table.charter
    table.dealings = {}
    operators = table.operators_present()  # as the round begins: who goes during it keeps its boxes
    if not charter.escrow or len(operators) < 3:
        return set()

    def keys_for(seat: int) -> tuple[tuple[int, bytes], ...]:
        return tuple((j, table.boxes[charter.lead(j)]) for j in operators if j != charter.operators[seat])

    def check_dealing(seat: int, body: Record, said: dict[int, Any]) -> escrow.Dealing:
        keys, context = keys_for(seat), work.context(seat, "escrow", generation)
        return escrow.dealing(context, table.keys[seat], keys, len(keys), body.dealing)

    most = len(operators) - 1
    about = {"op": work.op, "generation": generation, "keys": keys_for}
    dealings = yield Step("escrow", list(table.present), 32 * (most - 1) + 160 * most + 64, check_dealing, about)

    def check_verdict(seat: int, body: Record, said: dict[int, Any]) -> list[int]:
        try:
            return [
                _upheld(
                    dealings, charter.operators[seat], each, work.context(seat, f"complaint {each.seat}", generation)
                )
                for each in _each_once(body.complaints)
            ]
        except Refused as why:
            raise Fault(seat, "false-complaint", str(why)) from None

    leads = table.leads(table.operators_present())
    limit = 64 + 176 * len(table.present)
    about = {"op": work.op, "generation": generation, "dealings": dealings}
    verdicts = yield Step("escrow-verdict", leads, limit, check_verdict, about)
    refuted = {dealer for upheld in verdicts.values() for dealer in upheld}
    for dealer in sorted(refuted):
        work.convict(Fault(dealer, "bad-escrow", "a box does not hold the share that it must"))
    if not refuted:
        table.dealings = dealings
    return refuted


def _each_once(complaints: tuple[Record, ...]) -> tuple[Record, ...]:
    if len({complaint.seat for complaint in complaints}) != len(complaints):
        raise Refused("two complaints about one seat")
    return complaints


def _upheld(dealings: dict[int, escrow.Dealing], operator: int, complaint: Record, context: Context) -> int:
    dealing = dealings.get(complaint.seat)
    if dealing is None or operator not in dealing.boxes:
        raise Refused("that seat dealt this operator no box")
    shared = escrow.complaint(context, dealing, operator, complaint.proof)
    if dealing.opens(operator, shared):
        raise Refused("the box holds what it must")
    return complaint.seat


def leave(work: Work, op: Record, count: int) -> Program:
    """Take the seats of an operator off the cards; `count` is the number of leaves, this one included."""
    table = work.table
    leaving = [seat for seat in table.charter.seats_of(op.operator) if seat in table.seated]
    off = set(leaving)
    if set(leaving) & set(table.keys):
        try:
            off |= yield from _take_off(work, leaving, op.reason)
        except Abandoned:
            raise Damage("somebody is gone without whom these cards can never be opened") from None
    elif not leaving and table.joint():
        yield from confirm(work)  # they were taken off together with another operator
    table.seated = [seat for seat in table.seated if seat not in off]
    table.present = [seat for seat in table.present if seat not in off]
    for seat in off & set(table.keys):
        del table.keys[seat], table.boxes[seat]
    if set(table.seated) <= set(table.present):
        yield from escrow_round(work, count)


def _take_off(work: Work, leaving: list[int], reason: str) -> Program:
    """The seats whose layers came off: those that leave, and with retiring ones also whoever is gone by then."""
    table = work.table
    if reason != "resigned":
        yield from _take_off_gone(work, leaving, [seat for seat in table.seated if seat not in leaving])
        return set(leaving)
    handed = yield from _resign(work, leaving)
    gone = [seat for seat in table.seated if seat not in table.present and not (handed and seat in leaving)]
    if gone:
        yield from _take_off_gone(work, gone, [seat for seat in table.present if seat not in leaving])
    return {*leaving, *gone}


def _resign(work: Work, leaving: list[int]) -> Program:
    """The retiring seats hand back and take their own layers off. Whether they did; else they are gone."""
    table = work.table
    handles = table.joint()
    for seat in leaving:
        if hand := table.hand(seat):
            try:
                fresh = yield from moved(work, {seat: hand}, table.joint_key, f"resign {seat}")
            except Abandoned:
                return False
            table.replace(fresh, JOINT)
            handles += hand
    if handles:
        yield from confirm(work)
        layers = yield from shares(work, table.firsts(handles), leaving, "resign")
        table.replace(stripped(table, handles, layers), JOINT)
    return True


def _take_off_gone(work: Work, gone: list[int], staying: list[int]) -> Program:
    table = work.table
    joint = table.joint()
    yield from confirm(work)
    for seat in gone:
        if hand := table.hand(seat):
            yield from _lock(work, seat, hand, staying)
    yield from confirm(work)
    for seat in gone:
        hand = table.hand(seat)
        if handles := [*joint, *hand]:
            layers = yield from recovered(work, table.firsts(handles), seat, "leave")
            table.replace(stripped(table, handles, [layers]), JOINT)


def _lock(work: Work, gone: int, hand: list[int], staying: list[int]) -> Program:
    """Those who stay lock the hand of a gone seat, one after the other."""
    table = work.table
    current = table.keys[gone]

    for seat in staying:
        if seat not in table.present:
            raise Abandoned

        def check(author: int, body: Record, said: dict[int, Any], current: bytes = current) -> tuple[bytes, ...]:
            context, key = work.context(author, f"lock {gone}"), table.keys[author]
            locked = sigma.lock(context, key, current, table.ciphers(hand), body.proofs)
            if table.stale(locked):
                raise Refused("a first component that is known already")
            return locked

        about = {"op": work.op, "role": f"lock {gone}", "current": current, "cards": table.ciphers(hand)}
        said = yield Step("locked", [seat], 64 * len(hand) + 32 * (3 * len(hand) + 3) + 64, check, about)
        if not said:
            raise Abandoned
        table.replace(dict(zip(hand, said[seat], strict=True)), gone)
        current = bytes(element(current) + element(table.keys[seat]))
