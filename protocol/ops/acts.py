"""Acting openly, answering sealed, and signing the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from protocol.cards import Card
from protocol.errors import BadEncoding, BadProof, IllegalAct, MissingOpening, MissingSecret
from protocol.messages import ActMessage, Claim, Outcome, SealCommit, SealOpen, SealReady, decode_body
from protocol.operations import Act, Finish, Seal
from protocol.ops import claims
from protocol.ops.result import Abandonment, AcceptedAct, OpenedAnswers, SignedEnd
from protocol.play import Run
from protocol.steps import Conviction, Steps
from protocol.wire import digest, encode

AuthorBody = TypeVar("AuthorBody", ActMessage, SealOpen)

Answer = Callable[[int], bytes | None]
"""The driver's payload for a seat of this node; None while it has not decided."""


class DigestMismatch(Exception):
    """Two engines came to different states: a program fault at somebody's, and no proof against anybody."""

    def __init__(self, seat: int, theirs: bytes, ours: bytes) -> None:
        super().__init__(f"seat {seat} reached the state {theirs.hex()[:16]}, this engine {ours.hex()[:16]}")
        self.seat, self.theirs, self.ours = seat, theirs, ours


def act(run: Run, operation: Act, answer: Answer) -> Steps[AcceptedAct | Abandonment]:
    """One seat acts: its payload, judged by the referee, with a proof of every claim it makes about hidden cards."""
    play = run.play
    seat = operation.seat

    def produce(author: int) -> ActMessage | None:
        payload = answer(author)
        if payload is None:
            return None
        if play.referee is None:
            raise IllegalAct("without a referee nobody acts")
        if len(payload) > play.charter.payload_limit:
            raise IllegalAct(f"an act has at most {play.charter.payload_limit} bytes, not {len(payload)}")
        ruling = play.referee.judge(author, payload)
        return _readable(ActMessage(payload, ruling.claims, claims.prove(run, author, ruling.claims), ruling.digest))

    def check(author: int, body: ActMessage) -> tuple[AcceptedAct, list[tuple[Card, str]]]:
        if len(body.payload) > play.charter.payload_limit:
            raise BadProof("message", f"an act has at most {play.charter.payload_limit} bytes")
        if play.referee is not None:
            ruling = play.referee.judge(author, body.payload)
            if ruling.claims != body.claims:
                raise IllegalAct("the act does not make the claims that its rules ask for")
            if ruling.digest != body.digest:
                raise DigestMismatch(author, body.digest, ruling.digest)
        return AcceptedAct(author, body.payload), claims.verify(run, author, body.claims, body.proofs)

    heard = yield from run.collect(ActMessage, [seat], produce, check, 512 * 1024, "its-turn")
    if seat not in heard:
        return Abandonment("the seat whose turn it was is gone")
    acted, opened = heard[seat]
    claims.reveal(run, seat, opened)
    return acted


def seal(run: Run, operation: Seal, answer: Answer) -> Steps[OpenedAnswers]:
    """Several seats commit to their answers, then all open; padded to one length, so that sizes tell nothing.

    Nobody commits before everybody has said that it has chosen, so until then a driver may choose anew. Before the
    first opening everybody confirms all commitments: who committed to two answers cannot choose any more.
    """
    play = run.play
    room = operation.room

    def judge(author: int, payload: bytes, said: tuple[Claim, ...]) -> tuple[Claim, ...]:
        return said if play.referee is None else play.referee.judge_sealed(author, payload)

    def choice(author: int) -> bytes | None:
        payload = answer(author)
        if payload is None:
            return None
        if len(payload) > room:
            raise IllegalAct(f"a sealed act has at most {room} bytes here, not {len(payload)}")
        asked = judge(author, payload, ())  # what could not be opened must not be committed to
        _readable(SealOpen(_pad(payload, room), bytes(32), asked, claims.prove(run, author, asked)))
        return payload

    def ready(author: int) -> SealReady | None:
        return None if choice(author) is None else SealReady()

    def commit(author: int) -> SealCommit | None:
        payload = choice(author)
        if payload is None:
            return None
        opening = _opening(run, author, payload, room)
        commitment = _commitment(run, author, opening)
        with suppress(MissingSecret):  # a damaged record of it: it is found again
            play.remember(f"seal {commitment.hex()}", lambda: opening)
        return SealCommit(commitment)

    if len(operation.seats) > 1:  # one alone has nobody to wait for
        yield from run.collect(SealReady, operation.seats, ready, lambda _, body: None, 32, "sealed-answer")
    commitments = yield from run.collect(
        SealCommit, operation.seats, commit, lambda _, body: body.commitment, 64, "sealed-answer"
    )
    yield from run.confirm()

    def produce(author: int) -> SealOpen:
        opening = _own_opening(run, author, commitments[author], room)
        padded, salt = opening[:-32], opening[-32:]
        asked = judge(author, _unpad(padded), ())
        return SealOpen(padded, salt, asked, claims.prove(run, author, asked))

    def check(author: int, body: SealOpen) -> tuple[bytes, list[tuple[Card, str]]]:
        if len(body.padded) != room + 4 or commitments[author] != _commitment(run, author, body.padded + body.salt):
            raise BadProof("seal", "this is not what the seat committed to")
        payload = _unpad(body.padded)
        if judge(author, payload, body.claims) != body.claims:
            raise IllegalAct("the act does not make the claims that its rules ask for")
        return payload, claims.verify(run, author, body.claims, body.proofs)

    heard = yield from run.collect(
        SealOpen, list(commitments), produce, check, room + 512 * 1024, "opening-sealed-answer"
    )
    for seat, (_, opened) in sorted(heard.items()):
        claims.reveal(run, seat, opened)
    payloads = {seat: payload for seat, (payload, _) in sorted(heard.items())}
    while play.referee is not None and (wrong := play.referee.judge_opened(payloads)) is not None:
        seat, reason = wrong
        yield Conviction((seat,), "illegal-act", reason)
        del payloads[seat]
    return OpenedAnswers(payloads)


def finish(run: Run, operation: Finish) -> Steps[SignedEnd]:
    """Every seat signs the final digest and the standings."""
    body = Outcome(operation.digest, operation.standings)

    def check(seat: int, said: Outcome) -> None:
        if said != body:
            raise DigestMismatch(seat, said.digest, operation.digest)

    yield from run.collect(Outcome, run.play.present, lambda _: body, check, len(operation.standings) + 128, "end")
    return SignedEnd(operation.digest, operation.standings)


def _readable(said: AuthorBody) -> AuthorBody:
    """The same. Raises ``IllegalAct`` where a proof, or all of it, is longer than anybody takes: it would accuse us."""
    try:
        decode_body(encode(said))
    except BadEncoding as error:
        raise IllegalAct(f"what this act has to prove is too long to be said: {error}") from error
    return said


def _commitment(run: Run, seat: int, opening: bytes) -> bytes:
    return digest("seal", run.play.sid, run.op, seat.to_bytes(2, "little"), opening)


def _opening(run: Run, seat: int, payload: bytes, room: int) -> bytes:
    """Make the opening of a seat's commitment: its padded answer and a salt.

    The salt depends on a secret of the seat, the place in the game and the answer alone. So an older copy of the store,
    which lacks the opening, finds it again; and two answers never have one salt.
    """
    padded = _pad(payload, room)
    return padded + run.play.own[seat].rng.fixed("seal", run.op, seat.to_bytes(2, "little"), padded)


def _own_opening(run: Run, seat: int, commitment: bytes, room: int) -> bytes:
    """The opening of a commitment of this node, from the journal or found again. Raises ``MissingOpening``.

    Earlier releases chose a salt at random: where such an opening is not in the journal, it is lost.
    """
    with suppress(MissingSecret):
        return run.play.remember(f"seal {commitment.hex()}", _lost)
    found = () if run.play.referee is None else run.play.referee.sealed_answers(seat)
    for payload in found:
        if len(payload) <= room and _commitment(run, seat, opening := _opening(run, seat, payload, room)) == commitment:
            return opening
    return _lost()


def _pad(payload: bytes, room: int) -> bytes:
    return len(payload).to_bytes(4, "little") + payload + bytes(room - len(payload))


def _unpad(padded: bytes) -> bytes:
    length = int.from_bytes(padded[:4], "little")
    if length > len(padded) - 4 or any(padded[4 + length :]):
        raise BadProof("seal", "the answer is not padded as it must be")
    return padded[4 : 4 + length]


def _lost() -> bytes:
    raise MissingOpening("the opening of an own commitment is not in the journal")
