"""What a transcript file proves, in one value that an application can show and turn into an exit code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from protocol.charter import Charter, SignedCharter
from protocol.errors import ProtocolError
from protocol.events import Accused, SeatsLeft
from protocol.messages import Motion
from protocol.ops.result import Finished
from protocol.replay import FollowingReferee, OtherState, Verifier
from protocol.transcript import Reader

Status = Literal["finished", "forfeited", "adjourned", "left", "unfinished", "violated", "disagreed", "damaged"]
"""
``finished``: complete, every seat that was still there signed the end, and nobody broke anything.
``forfeited``, ``adjourned``: ended so by the signed agreement of everybody who was still there.
``left``: so far nobody broke anything; then all but those whom ``ended_by`` names agreed to end it without them.
``unfinished``: everything there is in order, but the end is missing; a cut copy looks the same.
``violated``: somebody broke the protocol, as the certificates in ``accused`` show by themselves.
``disagreed``: the rules used here come to another state than a seat signed; accuses nobody.
``damaged``: not a transcript, or one in which something was changed, removed, repeated or added; accuses nobody.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a transcript proves. ``seated`` are the seats still there at its end: if finished, those who signed it."""

    status: Status
    reason: str
    charter: SignedCharter | None = None
    accused: tuple[Accused, ...] = ()
    left: tuple[SeatsLeft, ...] = ()
    order: tuple[int, ...] = ()
    seated: tuple[int, ...] = ()
    finished: Finished | None = None
    ended_by: Motion | None = None
    messages: int = 0
    operations: int = 0
    chain: bytes = b""


def verify_file(
    pieces: Iterable[bytes], rules: Callable[[Charter], FollowingReferee] | None = None
) -> Verdict:
    """The verdict on a transcript file, given in pieces of any size; nothing that its bytes say makes it raise.

    Raises ``Fault`` where this program itself fails, which says nothing about the file.

    ``rules`` makes the referee of the game; whatever it raises itself, for a charter of rules that are not here, goes
    through to the caller. Without it acts are taken as they stand.
    """
    reader = Reader()
    verifier: Verifier | None = None
    try:
        for piece in pieces:
            records = reader.feed(piece)
            if verifier is None and reader.charter is not None:
                referee = None if rules is None else _made(rules, reader.charter.charter)
                verifier = Verifier(reader.charter, referee)
            for record in records:
                assert verifier is not None, "records come after the charter"
                verifier.add(record)
        reader.end()
        assert verifier is not None, "a file with an end has a charter"
        verifier.end()
    except _NoRules as error:
        raise error.cause from None
    except ProtocolError as error:
        return _verdict(verifier, reader.charter, error)
    return _verdict(verifier, reader.charter, None)


class _NoRules(Exception):
    def __init__(self, cause: Exception) -> None:
        self.cause = cause


def _made(rules: Callable[[Charter], FollowingReferee], charter: Charter) -> FollowingReferee:
    try:
        return rules(charter)
    except Exception as error:
        raise _NoRules(error) from error


def _verdict(verifier: Verifier | None, charter: SignedCharter | None, error: ProtocolError | None) -> Verdict:
    if verifier is None:
        return Verdict("damaged", str(error), charter)
    status, reason = _status(verifier, error)
    session = verifier.session
    return Verdict(
        status,
        reason,
        charter,
        tuple(verifier.accused),
        tuple(verifier.left),
        verifier.order,
        session.seated,
        verifier.finished,
        verifier.ended_by,
        verifier.messages,
        verifier.operations,
        session.chain,
    )


def _status(verifier: Verifier, error: ProtocolError | None) -> tuple[Status, str]:
    if verifier.accused:  # a certificate convinces by itself, whatever state the rest of the file is in
        first = verifier.accused[0]
        return "violated", f"seat {first.seat}: {first.certificate.reason}"
    if isinstance(error, OtherState):
        return "disagreed", str(error)
    if error is not None:
        return "damaged", str(error)
    if verifier.finished is not None:
        return "finished", "complete, and every signature, proof and chain holds"
    if verifier.ended_by is not None:
        names = [operator.name for operator in verifier.charter.charter.operators]
        missing = ", ".join(names[operator] for operator in verifier.ended_by.without)
        if missing:
            return "left", f"ended by agreement of everybody but {missing}"
        status: Status = "adjourned" if verifier.ended_by.kind == "adjourn" else "forfeited"
        return status, f"{status} by agreement of everybody who was still there"
    return "unfinished", "everything so far is in order, but the end is missing"


