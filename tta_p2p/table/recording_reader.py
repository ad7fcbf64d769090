"""Stepping through a recorded game: every fact with what the rules said of it and the state it led to.

Where the table has opened all hands after the game, also what each seat knew at every step.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

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
from tta_p2p.table.recording import DamagedFile, FileVersionMismatch, RecordedStep, Recording, RecordingSource
from tta_p2p.table.referee import GameReferee
from tta_p2p.table.releases import rules_of

Record: TypeAlias = OperationRecord | MessageRecord | ProofRecord
CHUNK = 1 << 15
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
    return read_whole(TranscriptSource(path, keys), progress)


def read_whole(source: RecordingSource, progress: Callable[[int, int], None] = lambda done, whole: None) -> Recording:
    """Read a recorded game to its end. Raises DamagedFile, UnknownGame and BadEntry for what cannot be replayed."""
    for done, whole in source.records():
        progress(done, whole)
    assert source.recording is not None
    return source.recording


class TranscriptSource:
    """A transcript file as a recorded game that is being read; see `RecordingSource`."""

    recording: Recording | None = None
    _read = 0

    def __init__(self, path: Path, keys: Path | None = None) -> None:
        """Take in the charter of the file, and the published keys of its seats. Raises DamagedFile and OSError."""
        try:
            self._statements = read_keys(_start(keys, MAX_KEYS)) if keys is not None else []
        except VersionMismatch as error:
            raise FileVersionMismatch(error) from error
        except ProtocolError as error:
            raise DamagedFile(str(error), "no-keys") from error
        self._reader, self._file, self._size = TranscriptReader(), path.open("rb"), path.stat().st_size
        self._pieces = self._read_pieces()
        self._first: list[Record] = []
        with _as_damage():
            for records in self._pieces:
                self._first += records
                if self._reader.charter is not None:
                    break

    def _read_pieces(self) -> Generator[list[Record], None, None]:
        """Read the records of the file piece by piece: what is no record is noticed before more of it is read."""
        with self._file as file:
            while piece := file.read(CHUNK):
                self._read += len(piece)
                yield self._reader.feed(piece)
        self._reader.end()

    def records(self) -> Iterator[tuple[int, int]]:
        """Check one record after the other; what is told are bytes."""
        with _as_damage(), closing(self._pieces):
            yield from self._check()

    def _check(self) -> Iterator[tuple[int, int]]:
        charter, statements, faces = self._reader.charter, self._statements, None
        assert charter is not None
        if statements:
            self._first += [record for piece in self._pieces for record in piece]
            faces = _faces(charter, self._first, statements)
        game, diary = rules_of(charter.charter), _Diary(faces)
        verifier = Verifier(charter, lambda: GameReferee(game, charter.charter, diary))
        for records in chain([self._first], self._pieces):
            for record in records:
                verifier.add(record)
                referee = verifier.referee
                if self.recording is None and diary.instants and isinstance(referee, GameReferee):
                    assert referee.seating is not None
                    names = tuple(charter.charter.seats[seat].name for seat in referee.seating.charter)
                    self.recording = Recording(game, names, diary.instants, bool(statements), False,
                                               options=referee.options, sid=charter.charter.sid)  # fmt: skip
                yield self._read, self._size
        if self.recording is None:
            raise DamagedFile("the game in this file never began", "not-begun")
        motion = verifier.ended_by
        self.recording.over = verifier.session.course.finished
        if motion is not None:
            self.recording.called_off = motion.kind
            self.recording.without = tuple(charter.charter.operators[one].name for one in motion.without)


@contextmanager
def _as_damage() -> Iterator[None]:
    """Call whatever is wrong with a file damage, or the work of another version. Raises DamagedFile."""
    try:
        yield
    except VersionMismatch as error:
        raise FileVersionMismatch(error) from error
    except ProtocolError as error:
        raise DamagedFile(str(error), error.key if isinstance(error, BadEncoding) else "changed") from error


def _start(path: Path, most: int) -> bytes:
    """Read a file as far as it can be of use: a byte more than it may have. Raises OSError."""
    with path.open("rb") as file:
        return file.read(most + 1)


def _faces(
    charter: SignedCharter, records: list[Record], statements: list[KeyStatement]
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
        self.instants: list[RecordedStep] = []
        self.restart()

    def restart(self) -> None:
        self.instants.clear()  # whoever reads along has this list
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
