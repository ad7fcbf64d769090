"""Section 9: which operations make sense, and the steps that each takes on play."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from . import shuffle, sigma
from .cards import JOINT, PUBLIC, Card
from .claims import check_claims, open_claimed
from .curve import O, Refused, element
from .hashes import digest, n2, n4
from .lanes import Program, Step
from .parts import (
    Abandoned,
    Work,
    all_layers,
    by_handle,
    cards_of,
    confirm,
    convict_repeats,
    masked_limit,
    mix,
    moved,
    moved_step,
    shares,
    shares_step,
    stripped,
)  # fmt: skip
from .shapes import Record
from .structs import BODY_LIMIT
from .verdicts import Damage, Disagreement

# What makes sense


def check_operation(table: Any, op: Record) -> None:
    """Raise `Damage` for an operation that no driver may ask for now. Prepared piles are the session's business."""
    if op.kind == "bundle":
        _check_bundle(table, op)
        return
    if hasattr(op, "seat") and op.seat not in table.seated:
        raise Damage(f"seat {op.seat} is not seated")
    if hasattr(op, "seats") and (len(set(op.seats)) != len(op.seats) or not set(op.seats) <= set(table.seated)):
        raise Damage("a seat twice, or one that is not seated")
    cards = table.live(op.handles) if hasattr(op, "handles") else []
    states = {card.state for card in cards}
    if hasattr(op, "into"):
        _check_new(table, op)
    elif hasattr(op, "handles") and not cards and op.kind != "prepare":
        raise Damage("an empty list of cards")
    if hasattr(op, "faces"):
        if not 1 <= len(cards) + len(op.faces) <= 512:
            raise Damage("a mix of no cards or of more than 512")
        if not set(op.faces) <= set(table.charter.fields.faces):
            raise Damage("a face that is not in the charter")
    holders = {state for state in states if isinstance(state, int)}
    match op.kind:
        case "prepare" if not states <= {JOINT}:
            raise Damage("only joint cards go into a pile beside play")
        case "shuffle" if holders:
            raise Damage("a card of a hand is mixed")
        case "deal" if states != {JOINT}:
            raise Damage("only joint cards are dealt")
        case "peek" if PUBLIC in states or op.seat in holders:
            raise Damage("a card that the seat knows already")
        case "show" if PUBLIC in states:
            raise Damage("a card that all know already")
        case "pass" if states != holders or op.seat in holders:
            raise Damage("only cards of other hands are passed")
        case "return" if states != holders:
            raise Damage("only cards of hands are returned")
        case "remix" if not states <= {op.seat}:
            raise Damage("only cards of the seat itself are mixed")
    if op.kind in ("deal", "peek") and any(card.state == JOINT and table.published(card.first) for card in cards):
        raise Damage("a card of which a layer is known cannot be drawn")


def _check_bundle(table: Any, op: Record) -> None:
    if not any(all(part.kind in stage for part in op.parts) for stage in STAGES):
        raise Damage("parts that do not go together")
    for part in op.parts:
        check_operation(table, part)
    named = [handle for part in op.parts for handle in part.handles]
    born = [handle for part in op.parts for handle in getattr(part, "into", ())]
    if len(set(named)) < len(named) or len(set(born)) < len(born):
        raise Damage("a card in two parts")
    if len(named) + sum(len(getattr(part, "faces", ())) for part in op.parts) > 512:
        raise Damage("more than 512 cards")
    if any(part.kind == "show" and table.cards[h].state != JOINT for part in op.parts for h in part.handles):
        raise Damage("a hand card is shown in a bundle")


def _check_new(table: Any, op: Record) -> None:
    if len(op.into) != len(op.handles) + len(op.faces):
        raise Damage("another number of new handles than of cards")
    live = set(table.cards) - set(op.handles)  # a handle that ends here may be born again
    if len(set(op.into)) != len(op.into) or live & set(op.into):
        raise Damage("a new handle is live or repeated")


# The steps


def _by_holder(work: Work, handles: Sequence[int]) -> dict[int, list[int]]:
    """The handles of hand cards by the seat that holds them, in their order."""
    holders: dict[int, list[int]] = {}
    for handle in handles:
        state = work.table.cards[handle].state
        if isinstance(state, int):
            holders.setdefault(state, []).append(handle)
    return holders


def _joint(work: Work, handles: Sequence[int]) -> list[int]:
    return [handle for handle in handles if work.table.cards[handle].state == JOINT]


def born(work: Work, old: Sequence[int], into: Sequence[int], ciphers: Sequence[bytes], state: str | int) -> None:
    for handle in old:
        del work.table.cards[handle]
    work.table.replace(dict(zip(into, ciphers, strict=True)), state)


def mixed_shuffle(work: Work, op: Record, pile: Callable[[], Program] | None) -> Program:
    """`pile` gives the cards of a lane that was prepared, or None where it was dropped."""
    cards = yield from pile() if pile else _nothing()
    if cards is None:
        cards = yield from mix(work, unmixed(work, op))
    born(work, op.handles, op.into, cards, JOINT)


def unmixed(work: Work, op: Record) -> list[bytes]:
    """What the mix of a `prepare` or a `shuffle` begins with."""
    key = work.table.joint_key
    hidden = [_masking(work, handle, key) for handle in op.handles]
    return hidden + [work.table.open_masking(face, key) for face in op.faces]


def echo(work: Work) -> Program:
    """A confirmation in any case."""
    work.table.confirmed = False
    yield from confirm(work)


def _nothing() -> Program:
    return None
    yield  # a program that has no step


def _masking(work: Work, handle: int, key: bytes) -> bytes:
    card = work.table.cards[handle]
    if card.state == JOINT:
        return card.cipher
    assert card.face is not None
    return work.table.open_masking(card.face, key)


def deal(work: Work, op: Record) -> Program:
    yield from confirm(work)
    yield from _draw(work, list(op.handles), op.seat)


def _draw(work: Work, handles: list[int], seat: int) -> Program:
    table = work.table
    for handle in handles:
        table.cards[handle] = Card(table.cards[handle].cipher, seat)
    others = [each for each in table.seated if each != seat]
    layers = yield from shares(work, table.firsts(handles), others, "draw")
    table.replace(stripped(table, handles, layers), seat)


def peek(work: Work, op: Record) -> Program:
    table = work.table
    holders, joint = _by_holder(work, op.handles), _joint(work, op.handles)
    yield from confirm(work)
    if holders:
        yield from moved(work, holders, table.keys[op.seat], "glimpse")
    if joint:
        yield from confirm(work)
        yield from _draw(work, joint, op.seat)
        fresh = yield from moved(work, {op.seat: joint}, table.joint_key, "peek-back")
        table.replace(fresh, JOINT)


def show(work: Work, op: Record) -> Program:
    table = work.table
    holders, joint = _by_holder(work, op.handles), _joint(work, op.handles)
    yield from confirm(work)
    if holders:
        yield from _show_hands(work, holders)
    layers = yield from shares(work, table.firsts(joint), table.seated, "show")
    for handle, cipher in stripped(table, joint, layers).items():
        table.publish(handle, element(cipher[32:]))


def _show_hands(work: Work, holders: dict[int, list[int]]) -> Program:
    table = work.table

    def check(seat: int, body: Record, said: dict[int, Any]) -> tuple[bytes, ...]:
        firsts = table.firsts(holders[seat])
        return sigma.share(work.context(seat, "show-hand"), table.keys[seat], firsts, body.proof)

    longest = max(len(handles) for handles in holders.values())
    giving = [seat for seat in sorted(holders) if seat in table.present]
    about = {"op": work.op, "role": "show-hand", "firsts": lambda seat: table.firsts(holders[seat])}
    given = yield Step("shares", giving, 32 * longest + 160, check, about)
    for seat in given:
        table.note(table.firsts(holders[seat]), seat)
    if len(given) < len(holders):
        raise Abandoned
    for seat, layers in given.items():
        for handle, cipher in stripped(table, holders[seat], [layers]).items():
            table.publish(handle, element(cipher[32:]))


def pass_(work: Work, op: Record) -> Program:
    yield from confirm(work)
    fresh = yield from moved(work, _by_holder(work, op.handles), work.table.keys[op.seat], "pass")
    work.table.replace(fresh, op.seat)


def return_(work: Work, op: Record) -> Program:
    fresh = yield from moved(work, _by_holder(work, op.handles), work.table.joint_key, "return")
    work.table.replace(fresh, JOINT)


def remix(work: Work, op: Record) -> Program:
    said = yield remix_step(work, op)
    if not said:
        raise Abandoned
    born(work, op.handles, op.into, said[op.seat], op.seat)


def remix_step(work: Work, op: Record) -> Step:
    table = work.table
    key = table.keys[op.seat]
    before = (*table.ciphers(op.handles), *(table.open_masking(face, key) for face in op.faces))

    def check(seat: int, body: Record, said: dict[int, Any]) -> tuple[bytes, ...]:
        after = cards_of(body, len(before))
        shuffle.verify(work.context(seat, "remix"), key, before, after, body.proof)
        if table.stale(after):
            raise Refused("a first component that is known already")
        return after

    about = {"op": work.op, "role": "remix", "generation": 0, "key": key, "cards": before}
    author = [op.seat] if op.seat in table.present else []
    return Step("masked", author, masked_limit(len(before)), check, about)


def bundle(work: Work, op: Record) -> Program:
    """All parts in one step; each is bound to an op-id of its own."""
    works = [Work(work.table, digest("part", work.op, n4(i)), work.convict) for i in range(len(op.parts))]
    if op.parts[0].kind != "remix" and any(part.kind != "return" for part in op.parts):
        yield from confirm(work)
    stage = next(stage for stage in STAGES if op.parts[0].kind in stage)
    yield from STAGES[stage](list(zip(works, op.parts, strict=True)))


def _opened(parts: Sequence[tuple[Work, Record]]) -> Program:
    table = parts[0][0].table
    asked = []
    for work, part in parts:
        dealt = part.kind == "deal"
        for handle in part.handles if dealt else ():
            table.cards[handle] = Card(table.cards[handle].cipher, part.seat)
        owed = [seat for seat in table.seated if not (dealt and seat == part.seat)]
        asked.append((work, table.firsts(part.handles), owed, "draw" if dealt else "show"))
    given = yield from _all_at_once([shares_step(*each) for each in asked], layers=True)
    layers = []
    for each, said in zip(asked, given, strict=True):
        layers.append((yield from all_layers(*each, said)))
    for (_, part), of in zip(parts, layers, strict=True):
        ciphers = stripped(table, list(part.handles), of)
        if part.kind == "deal":
            table.replace(ciphers, part.seat)
        else:
            for handle, cipher in ciphers.items():
                table.publish(handle, element(cipher[32:]))


def _moved(parts: Sequence[tuple[Work, Record]]) -> Program:
    work, table = parts[0][0], parts[0][0].table
    cards = [_by_holder(work, part.handles) for _, part in parts]
    targets = [table.keys[part.seat] if part.kind == "pass" else table.joint_key for _, part in parts]
    steps = [
        moved_step(each, of, target, part.kind) for (each, part), of, target in zip(parts, cards, targets, strict=True)
    ]
    said = yield from _all_at_once(steps)
    if any(len(fresh) < len(of) for fresh, of in zip(said, cards, strict=True)):
        raise Abandoned
    yield from _convict_repeats(work, said)
    for (_, part), of, fresh in zip(parts, cards, said, strict=True):
        table.replace(by_handle(of, fresh), part.seat if part.kind == "pass" else JOINT)


def _mixed(parts: Sequence[tuple[Work, Record]]) -> Program:
    said = yield from _all_at_once([remix_step(work, part) for work, part in parts])
    if not all(said):
        raise Abandoned
    yield from _convict_repeats(parts[0][0], said)
    for (work, part), fresh in zip(parts, said, strict=True):
        born(work, part.handles, part.into, fresh[part.seat], part.seat)


STAGES: dict[tuple[str, ...], Callable[[Sequence[tuple[Work, Record]]], Program]] = {
    ("deal", "show"): _opened,
    ("pass", "return"): _moved,
    ("remix",): _mixed,
}


def _all_at_once(steps: Sequence[Step], layers: bool = False) -> Program:
    """One step of all these; what was said in each, by seat."""
    owed = {
        seat: [i for i, step in enumerate(steps) if seat in step.authors]
        for seat in sorted({seat for step in steps for seat in step.authors})
    }

    def check(seat: int, body: Record, said: dict[int, Any]) -> dict[int, Any]:
        if len(body.parts) != len(owed[seat]):
            raise Refused("another number of parts than is owed")
        taught = {}
        for i, part in zip(owed[seat], body.parts, strict=True):
            if part.kind != steps[i].kind:
                raise Refused(f"{part.kind} where {steps[i].kind} is due")
            taught[i] = steps[i].check(seat, part, {})
        firsts = [] if layers else [cipher[:32] for fresh in taught.values() for cipher in fresh]
        if len(set(firsts)) < len(firsts):
            raise Refused("one first component in two parts")
        return taught

    said: dict[int, Any] = {}
    if owed:
        limit = 64 + max(sum(steps[i].limit for i in of) for of in owed.values())
        said = yield Step("parts", list(owed), limit, check, {"steps": steps, "owed": owed}, layers)
    return [{seat: taught[i] for seat, taught in said.items() if i in taught} for i in range(len(steps))]


def _convict_repeats(work: Work, said: Sequence[dict[int, tuple[bytes, ...]]]) -> Program:
    fresh: dict[int, tuple[bytes, ...]] = {}
    for part in said:
        for seat, ciphers in part.items():
            fresh[seat] = (*fresh.get(seat, ()), *ciphers)
    yield from convict_repeats(work, fresh)


def random(work: Work, op: Record) -> Program:
    table = work.table
    key = table.joint_key

    def check(seat: int, body: Record, said: dict[int, Any]) -> bytes:
        return sigma.contribution(work.context(seat, "random"), key, body.proof)

    sent = yield Step("contribution", list(table.present), 256, check, {"op": work.op, "joint": key})
    pairs = [sigma.pair(each) for each in sent.values()]
    first, second = (sigma.total_of([pair[side] for pair in pairs]) for side in (0, 1))
    yield from confirm(work)
    if first == O:
        raise Damage("the contributions cancel: only all together can have made that")
    layers = yield from shares(work, (bytes(first),), table.seated, "random share")
    opened = second - sigma.total_of([element(of[0]) for of in layers])
    return sigma.joint_number(table.sid, work.op, opened, op.below)


def act(work: Work, op: Record) -> Program:
    table = work.table

    def check(seat: int, body: Record, said: dict[int, Any]) -> Record:
        if len(body.payload) > table.charter.fields.payload_limit:
            raise Refused("a payload longer than the charter allows")
        check_claims(work, seat, body)
        return body

    said = yield Step("acted", [op.seat], BODY_LIMIT, check, {"op": work.op})
    if not said:
        raise Abandoned
    open_claimed(table, op.seat, said[op.seat])


def seal(work: Work, op: Record) -> Program:
    table = work.table
    about = {"op": work.op, "room": op.room}

    def deciding(seats: Iterable[int]) -> list[int]:
        return [seat for seat in sorted(seats) if seat in table.present]

    if len(op.seats) > 1:
        yield Step("seal-ready", deciding(op.seats), 32)
    committed = yield Step("seal-commit", deciding(op.seats), 64, about=about)
    yield from confirm(work)

    def check(seat: int, body: Record, said: dict[int, Any]) -> Record:
        padded = body.padded
        if len(padded) != op.room + 4:
            raise Refused("another length than the room")
        length = int.from_bytes(padded[:4], "little")
        if length > op.room or any(padded[4 + length :]):
            raise Refused("the padding is not zero")
        if committed[seat].commitment != digest("seal", table.sid, work.op, n2(seat), padded + body.salt):
            raise Refused("it does not open the commitment")
        check_claims(work, seat, body)
        return body

    opened = yield Step("seal-open", deciding(committed), op.room + BODY_LIMIT, check, about)
    for seat, body in opened.items():
        open_claimed(table, seat, body)


def finish(work: Work, op: Record) -> Program:
    def check(seat: int, body: Record, said: dict[int, Any]) -> Record:
        if (body.digest, body.standings) != (op.digest, op.standings):
            raise Disagreement(f"seat {seat} reaches another end")
        return body

    about = {"digest": op.digest, "standings": op.standings}
    return (yield Step("finish", list(work.table.present), len(op.standings) + 128, check, about))


STEPS: dict[str, Callable[[Work, Record], Program]] = {
    "deal": deal,
    "peek": peek,
    "show": show,
    "pass": pass_,
    "return": return_,
    "remix": remix,
    "bundle": bundle,
    "random": random,
    "act": act,
    "seal": seal,
    "finish": finish,
}
"""All but `prepare` and `shuffle`, which need the lanes of the session."""

__all__ = ["STEPS", "check_operation", "echo", "mixed_shuffle"]
