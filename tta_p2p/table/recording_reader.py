"""Stepping through a recorded game: every fact with what the rules said of it and the state it led to.

Where the table has opened all hands after the game, also what each seat knew at every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from protocol.audit import KeyStatement, open_hands, read_keys
from protocol.charter import SignedCharter
from protocol.errors import BadEncoding, ProtocolError
from protocol.replay import Verifier
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord, TranscriptReader
from protocol.versions import VersionMismatch
from tta_p2p.games import contract, knowledge
from tta_p2p.games.contract import NO_KNOWLEDGE, Act, Fact, Knowledge, Seat
from tta_p2p.games.log import LogLine
from tta_p2p.table.draft import learn
from tta_p2p.table.recording import DamagedFile, FileVersionMismatch, RecordedStep, Recording
from tta_p2p.table.referee import GameReferee
from tta_p2p.table.releases import rules_of

CHUNK = 1 << 20
"""Bytes of a transcript that are read at once."""
MAX_KEYS = 1 << 20
"""Bytes that a file of keys never has."""


def read_recording(
    path: Path,
    keys: Path | None = None,
    progress: Callable[[int, int], None] = lambda done, whole: None,
) -> Recording:
    """Replay a transcript file, with the file of its seats' keys if they are published; ``progress`` hears messages.

    Raises DamagedFile (also for what another version of this program has written), UnknownGame and BadEntry for what
    cannot be replayed.
    """
    try:
        statements = read_keys(_start(keys, MAX_KEYS)) if keys is not None else []
    except VersionMismatch as error:
        raise FileVersionMismatch(error) from error
    except ProtocolError as error:
        raise DamagedFile(str(error), "no-keys") from error
    try:
        return _read(path, statements, progress)
    except VersionMismatch as error:
        raise FileVersionMismatch(error) from error
    except ProtocolError as error:
        raise DamagedFile(str(error), error.key if isinstance(error, BadEncoding) else "changed") from error


def _start(path: Path, most: int) -> bytes:
    """Read a file as far as it can be of use: a byte more than it may have. Raises OSError."""
    with path.open("rb") as file:
        return file.read(most + 1)


def _read(path: Path, statements: list[KeyStatement], progress: Callable[[int, int], None]) -> Recording:
    reader = TranscriptReader()
    records = []
    with path.open("rb") as file:
        while piece := file.read(CHUNK):  # what is no record is noticed before more of it is read
            records += reader.feed(piece)
    reader.end()
    charter = reader.charter
    assert charter is not None
    game, faces = rules_of(charter.charter), _faces(charter, records, statements) if statements else None
    verifier = Verifier(charter, lambda: GameReferee(game, charter.charter, _Diary(faces)))
    for number, record in enumerate(records, 1):
        verifier.add(record)
        progress(number, len(records))
    referee = verifier.referee
    assert isinstance(referee, GameReferee)
    diary = referee.observer
    assert isinstance(diary, _Diary)
    if not diary.instants:
        raise DamagedFile("the game in this file never began", "not-begun")
    assert referee.seating is not None
    names = tuple(charter.charter.seats[seat].name for seat in referee.seating.charter)
    over, motion = verifier.session.course.finished, verifier.ended_by
    called_off = motion.kind if motion is not None else ""
    without = tuple(charter.charter.operators[one].name for one in motion.without) if motion is not None else ()
    options, sid = referee.options, charter.charter.sid
    return Recording(game, names, diary.instants, bool(statements), over, called_off, without, options, sid)


def _faces(
    charter: SignedCharter, records: list[OperationRecord | MessageRecord | ProofRecord], statements: list[KeyStatement]
) -> dict[contract.Handle, contract.Face]:
    """The face of every card that was ever hidden: handles are never used twice."""
    audit = open_hands(charter, records, statements)
    for seats, what in ((audit.refused, "missing"), (audit.wrong, "wrong")):
        if seats:
            names = ", ".join(charter.charter.seats[seat].name for seat in seats)
            raise DamagedFile(f"the keys of {names} are {what}, so no hand can be opened", f"keys-{what}", names)
    return {sighting.handle: sighting.face for sighting in audit.cards}


class _Diary:
    """Writes down what the rules said of each fact and, with all faces, what each seat learned."""

    def __init__(self, faces: Mapping[int, str] | None) -> None:
        self._faces = faces
        self.restart()

    def restart(self) -> None:
        self.instants: list[RecordedStep] = []
        self._seen: dict[Seat, Knowledge] = {}

    def game_started(self, order: tuple[int, ...], log: tuple[LogLine, ...], state: Any) -> None:
        self._seen = dict.fromkeys(range(len(order)), NO_KNOWLEDGE)
        self.instants.append(RecordedStep(None, log, state, {}))

    def fact_applied(self, fact: Fact, log: tuple[LogLine, ...], state: Any) -> None:
        self.instants.append(RecordedStep(fact, log, state, {} if self._faces is None else dict(self._seen)))

    def learn_answer(self, need: contract.Need, fact: contract.Answer, faces: Mapping[int, str]) -> None:
        if self._faces is not None:
            to = getattr(need, "seat", None)
            handles = need.into if isinstance(need, contract.Remix) else getattr(need, "handles", ())
            shown = {handle: self._faces[handle] for handle in handles if handle in self._faces}
            for seat, knows in self._seen.items():
                self._seen[seat] = knowledge.after_answer(knows, need, fact, shown if seat == to else {})

    def learn_claims(self, claims: tuple[contract.Claim, ...]) -> None:
        self._seen = {seat: learn(knows, claims) for seat, knows in self._seen.items()}

    def entry_settled(self, seat: Seat) -> None:
        pass

    def sealed_options(self, seat: Seat) -> Iterable[Act]:
        return ()
