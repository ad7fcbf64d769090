"""Before the first card: seat order by a commit-and-reveal coin, masking keys, and their escrow.

All commitments are out before any opening. Keys come with proofs of possession, so that no seat can choose its key
against the others' (rogue keys: Ristenpart and Yilek 2007). An escrow dealing that a box owner refutes convicts its
dealer; at setup all masking keys are then made afresh without it.
"""

from __future__ import annotations

from protocol.errors import BadEncoding, BadProof, MissingSecret
from protocol.fiatshamir import HedgedRandom, SecretStream
from protocol.group import Element, decode_scalar
from protocol.messages import CoinCommit, CoinOpen, Escrow, EscrowVerdict, KeyCommit, KeyOpen
from protocol.play import OwnSeat, Run
from protocol.proofs import escrow, possession
from protocol.steps import Conviction, Steps
from protocol.wire import digest


def setup(run: Run) -> Steps[tuple[int, ...]]:
    """Seat order, keys and escrow; the order in which the seats play."""
    play = run.play
    order = yield from seat_order(run)
    attempt = 0
    while True:
        yield from make_keys(run, attempt)
        upheld = yield from share_keys(run, attempt)
        if not upheld and set(play.keys) == set(play.present):
            return tuple(seat for seat in order if seat in play.seated)
        play.unseat(tuple(play.gone))
        attempt += 1


def seat_order(run: Run) -> Steps[tuple[int, ...]]:
    """The cheap coin: all commit, all confirm, all open; who does not open only loses its say (and its seat)."""
    play = run.play

    def commitment(seat: int, value: bytes, salt: bytes) -> bytes:
        return digest("coin", play.sid, seat.to_bytes(2, "little"), value, salt)

    def opening(seat: int) -> tuple[bytes, bytes]:
        both = play.remember(f"coin {seat}", lambda: _fresh(run, "coin", seat, 0).block())
        return both[:32], both[32:]

    committed = yield from run.collect(
        CoinCommit,
        play.present,
        lambda seat: CoinCommit(commitment(seat, *opening(seat))),
        lambda _, body: body.commitment,
        64,
        "seats",
    )
    yield from run.confirm()

    def check(seat: int, body: CoinOpen) -> bytes:
        if commitment(seat, body.value, body.salt) != committed[seat]:
            raise BadProof("coin", "this is not what the seat committed to")
        return body.value

    values = yield from run.collect(
        CoinOpen, list(committed), lambda seat: CoinOpen(*opening(seat)), check, 96, "seats"
    )
    seed = digest("seat order", play.sid, *(values[seat] for seat in sorted(values)))
    return tuple(sorted(play.seated, key=lambda seat: digest("seat", seed, seat.to_bytes(2, "little"))))


def make_keys(run: Run, attempt: int) -> Steps[None]:
    """Masking keys y and box keys U of all seats: committed, then opened with proofs of possession."""
    play = run.play
    play.keys, play.boxes, play.dealings, play.escrowed = {}, {}, {}, {}
    fresh = {seat: _own_seat(run, seat, attempt) for seat in sorted(play.node) if seat in play.present}

    def commitment(seat: int, masking: bytes, box: bytes, salt: bytes) -> bytes:
        parts = (seat.to_bytes(2, "little"), attempt.to_bytes(4, "little"), masking, box, salt)
        return digest("key", play.sid, *parts)

    def commit(seat: int) -> KeyCommit:
        own, salt = fresh[seat]
        masking, box = play.group.base(own.masking), play.group.base(own.box)
        return KeyCommit(commitment(seat, masking, box, salt))

    committed = yield from run.collect(
        KeyCommit, play.present, commit, lambda _, body: body.commitment, 64, "key-commitments"
    )

    def produce(seat: int) -> KeyOpen:
        own, salt = fresh[seat]
        masking, box = play.group.base(own.masking), play.group.base(own.box)
        return KeyOpen(
            masking,
            box,
            salt,
            possession.prove(play.group, run.context(seat, "masking", attempt), masking, own.masking, own.rng),
            possession.prove(play.group, run.context(seat, "box", attempt), box, own.box, own.rng),
        )

    def check(seat: int, body: KeyOpen) -> tuple[Element, Element]:
        if commitment(seat, body.masking, body.box, body.salt) != committed[seat]:
            raise BadProof("key", "these are not the keys the seat committed to")
        try:
            masking, box = play.group.decode(body.masking), play.group.decode(body.box)
        except BadEncoding as error:
            raise BadProof("key", str(error)) from error
        possession.verify(play.group, run.context(seat, "masking", attempt), masking, body.masking_proof)
        possession.verify(play.group, run.context(seat, "box", attempt), box, body.box_proof)
        return masking, box

    keys = yield from run.collect(KeyOpen, list(committed), produce, check, 512, "keys")
    for seat, (masking, box) in sorted(keys.items()):
        play.keys[seat], play.boxes[seat] = masking, box
    play.own = {}
    for seat, (own, _) in fresh.items():
        if (play.group.base(own.masking), play.group.base(own.box)) == (play.keys.get(seat), play.boxes.get(seat)):
            play.own[seat] = own
        elif seat in play.keys:
            play.mark_secrets_lost(seat, "the keys with which this seat plays are not in the journal")


def share_keys(run: Run, number: int) -> Steps[bool]:
    """Every seat shares its masking key among the other operators; whether a dealing was refuted.

    With fewer than three operators there is nothing to share: the one share would be the key.
    """
    play = run.play
    charter = play.charter
    present = play.operators(play.present)
    play.dealings, play.escrowed = {}, {}
    if not charter.escrow or len(present) < 3 or set(play.keys) != set(play.present):
        return False
    leads = {operator: charter.lead(operator) for operator in present}

    def holders(seat: int) -> dict[int, Element]:
        mine = charter.seats[seat].operator
        return {operator: play.boxes[lead] for operator, lead in leads.items() if operator != mine}

    def produce(seat: int) -> Escrow:
        own, keys = play.own[seat], holders(seat)
        context = run.context(seat, "escrow", number)
        return Escrow(escrow.deal(play.group, context, play.keys[seat], len(keys), keys, own.masking, own.rng))

    def check(seat: int, body: Escrow) -> escrow.Dealing:
        keys = holders(seat)
        context = run.context(seat, "escrow", number)
        return escrow.verify(play.group, context, play.keys[seat], len(keys), keys, body.dealing)

    limit = escrow.size(len(present) - 1, len(present) - 1) + 64
    dealings = yield from run.collect(Escrow, play.present, produce, check, limit, "escrow")

    refused: list[int] = []
    for lead in leads.values():
        if lead in play.own:
            operator = charter.seats[lead].operator
            for seat, dealing in sorted(dealings.items()):
                if operator in dealing.keys:
                    try:
                        play.escrowed[(seat, operator)] = escrow.open_box(dealing, operator, play.own[lead].box)
                    except BadProof:
                        refused.append(seat)

    def verdict(lead: int) -> EscrowVerdict:
        operator, own = charter.seats[lead].operator, play.own[lead]
        complaints = []
        for seat in refused:
            context = run.context(lead, f"complaint {seat}", number)
            complaints.append((seat, escrow.complain(dealings[seat], context, operator, own.box, own.rng)))
        return EscrowVerdict(tuple(complaints))

    def judge(lead: int, body: EscrowVerdict) -> list[int]:
        operator = charter.seats[lead].operator
        refuted = []
        for seat, complaint in body.complaints:
            dealing = dealings.get(seat)
            if dealing is None or operator not in dealing.keys or seat in refuted:
                raise FalseComplaint(f"a complaint about seat {seat}, which dealt it no box")
            try:
                liar = escrow.judge(dealing, run.context(lead, f"complaint {seat}", number), operator, complaint)
            except BadProof as error:
                raise FalseComplaint(error.reason) from error
            if liar is escrow.Liar.ACCUSER:
                raise FalseComplaint(f"the box from seat {seat} holds what it must")
            refuted.append(seat)
        return refuted

    speakers = sorted(leads.values())
    limit = 64 + len(play.present) * (escrow.complaint_size() + 16)
    verdicts = yield from run.collect(EscrowVerdict, speakers, verdict, judge, limit, "escrow")
    culprits = tuple(sorted({seat for refuted in verdicts.values() for seat in refuted}))
    if culprits:
        yield Conviction(culprits, "bad-escrow", "a box of its escrow does not hold the share it must")
        return True
    play.dealings = dealings
    return False


class FalseComplaint(BadProof):
    """A complaint about an escrow dealing that is in order."""

    def __init__(self, reason: str) -> None:
        super().__init__("complaint", reason)


def _own_seat(run: Run, seat: int, attempt: int) -> tuple[OwnSeat, bytes]:
    """The secrets of an own seat, journaled before anything of them leaves; never derived from the identity key."""
    play = run.play
    try:
        stored = play.remember(f"keys {seat} {attempt}", lambda: _secrets(run, seat, attempt))
    except MissingSecret as error:
        play.mark_secrets_lost(seat, str(error))
        stored = _secrets(run, seat, attempt)  # nothing is said with these
    masking, box = decode_scalar(stored[:32]), decode_scalar(stored[32:64])
    return OwnSeat(masking, box, HedgedRandom(stored[96:], play.entropy)), stored[64:96]


def _secrets(run: Run, seat: int, attempt: int) -> bytes:
    """x ‖ u ‖ salt ‖ the key of the seat's hedged randomness."""
    stream = _fresh(run, "keys", seat, attempt)
    masking, box = stream.scalars(2)
    return masking + box + stream.block()


def _fresh(run: Run, label: str, seat: int, attempt: int) -> SecretStream:
    """Secrets of a seat that has no hedged source yet; fresh bytes that come twice still differ from game to game."""
    play = run.play
    parts = (play.sid, seat.to_bytes(2, "little"), attempt.to_bytes(4, "little"))
    return HedgedRandom(play.entropy(64), play.entropy).stream(label, *parts)
