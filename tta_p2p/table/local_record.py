"""A local game as it is kept: how it began, and every deed since. Dealt again from its seed, it is the same game.

Nobody has signed anything in it and one process knew every card, so it proves nothing; it can be taken up again and
replayed. A file of it is `MAGIC`, its parts, and a digest by which damage is noticed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from protocol.charter import is_showable
from tta_p2p.games.contract import NO_KNOWLEDGE, Act, BadOptions, Fact, Knowledge, Reason, RuleError, Seat, Step, Value
from tta_p2p.games.game import Game, complete_options
from tta_p2p.games.local import FalseClaim, LocalGame
from tta_p2p.table.binding import rules_digest
from tta_p2p.table.moments import RememberedGame
from tta_p2p.table.origin import GameOrigin, go_on, masked
from tta_p2p.table.recording import DamagedFile, RecordedStep, Recording
from tta_p2p.table.releases import ReleaseMismatch, rules_by

MAGIC = b"tta-local/1\n"
MAX_NAME = 64
"""Letters of what a seat is called, as in a charter."""
DIGEST = 16
"""Bytes of the digest at the end of a file."""


class LocalCharter(msgspec.Struct, frozen=True, array_like=True):
    """The beginning of a local game; ``rules`` is the digest of its rules, ``seed`` the source of all its chance.

    ``bots``: the levels by seat; ``programs``: the words of a command and the folder it starts in, by seat.
    """

    sid: bytes
    game: str
    rules: bytes
    seats: int
    options: dict[str, Value]
    seed: int
    names: tuple[str, ...]
    bots: dict[Seat, str] = {}
    programs: dict[Seat, tuple[tuple[str, ...], str]] = {}
    origin: GameOrigin | None = None
    """The moment of another game from which this one goes on; ``rules`` are masked then (`origin.masked`)."""

    @property
    def people(self) -> tuple[Seat, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(self.seats) if seat not in self.bots and seat not in self.programs)


class DecisionRecord(msgspec.Struct, frozen=True, array_like=True, tag="done"):
    """One decision: the acts of one seat in order, or one act of each where all decide at once."""

    acts: tuple[Act, ...]


class DepartureRecord(msgspec.Struct, frozen=True, array_like=True, tag="gone"):
    """A seat has left the game."""

    seat: Seat
    reason: Reason


class ReplacementRecord(msgspec.Struct, frozen=True, array_like=True, tag="replaced"):
    """A bot of this level plays on for a program that failed."""

    seat: Seat
    level: str


LARGEST = 64 << 20
"""Bytes of the file of a local game, at most."""

LocalRecord = DecisionRecord | DepartureRecord | ReplacementRecord
"""A record of the journal of a local game."""

_deeds = msgspec.json.Decoder(LocalRecord)


def is_local(data: bytes) -> bool:
    """Whether these are the beginning of a local game, as a charter or as a file."""
    return data.startswith(MAGIC)


def is_file(path: Path) -> bool:
    """Whether a file is that of a local game."""
    with path.open("rb") as file:
        return is_local(file.read(len(MAGIC)))


def read_path(path: Path) -> tuple[LocalCharter, list[LocalRecord]]:
    """Read the file of a local game. Raises Damaged, also where it is longer than any, and OSError."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise DamagedFile("the file is longer than any that was written")
    return read_file(data)


def write_charter(charter: LocalCharter) -> bytes:
    """A charter for the store."""
    return MAGIC + msgspec.msgpack.encode(charter)


def read_charter(data: bytes) -> LocalCharter:
    """Read the output of `write_charter`. Raises Damaged."""
    try:
        return msgspec.msgpack.decode(data.removeprefix(MAGIC), type=LocalCharter)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedFile(f"what a local game began with cannot be read: {error}") from error


def write_record(deed: LocalRecord) -> bytes:
    """A record for the journal."""
    return msgspec.json.encode(deed)


def read_record(data: bytes) -> LocalRecord:
    """Read the output of `write_record`. Raises Damaged."""
    try:
        deed: LocalRecord = _deeds.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedFile(f"a record of a local game cannot be read: {error}") from error
    return deed


def write_file(charter: bytes, journal: Iterable[bytes]) -> bytes:
    """A local game as a file."""
    whole = MAGIC + msgspec.msgpack.encode((charter, tuple(journal)))
    return whole + hashlib.blake2b(whole, digest_size=DIGEST).digest()


def read_file(data: bytes) -> tuple[LocalCharter, list[LocalRecord]]:
    """Read the output of `write_file`. Raises Damaged."""
    whole, digest = data[:-DIGEST], data[-DIGEST:]
    if not is_local(data) or hashlib.blake2b(whole, digest_size=DIGEST).digest() != digest:
        raise DamagedFile("the file is not as it was written")
    try:
        charter, journal = msgspec.msgpack.decode(whole.removeprefix(MAGIC), type=tuple[bytes, tuple[bytes, ...]])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise DamagedFile(f"the file cannot be read: {error}") from error
    return read_charter(charter), [read_record(record) for record in journal]


def rules_of_local(charter: LocalCharter) -> Game[Any, Any]:
    """The rules that a local game was begun with, as far as they are here; else those of today. Raises UnknownGame."""
    return rules_by(charter.game, charter.rules, partial(local_rules_digest, charter))


def local_rules_digest(charter: LocalCharter, rules: Game[Any, Any]) -> bytes:
    """The digest of rules as it stands in this charter."""
    digest = rules_digest(rules)
    return digest if charter.origin is None else masked(digest)


def check_rules(charter: LocalCharter) -> None:
    """Whether this game can be played here. Raises ReleaseMismatch where other rules than its own are here, UnknownGame
    where none are, and Damaged for what no game begins with.
    """
    rules = rules_of_local(charter)
    if local_rules_digest(charter, rules) != charter.rules:
        raise ReleaseMismatch(charter.game, charter.rules)
    try:
        complete_options(rules.settings, charter.options)
    except BadOptions as error:
        raise DamagedFile(f"a local game with other options than {rules.name} has") from error
    named = len(charter.names) <= charter.seats and all(0 < len(one) <= MAX_NAME for one in charter.names)
    seated = {*charter.bots, *charter.programs} <= {*range(charter.seats)} if charter.seats in rules.seats else False
    if not seated or not named or not all(map(is_showable, charter.names)):
        raise DamagedFile("a local game with seats or names that no game has")


def deal(charter: LocalCharter, deeds: Iterable[LocalRecord] = ()) -> LocalGame[Any, Any]:
    """The game as it stands after these deeds. Raises Damaged, BadEntry and UnknownGame."""
    check_rules(charter)
    return _played(_begun(RememberedGame, charter), deeds)


G = TypeVar("G", bound=LocalGame[Any, Any])


def _begun(kind: type[G], charter: LocalCharter) -> G:
    """The game as it began. Raises DamagedFile."""
    rules = rules_of_local(charter)
    if charter.origin is not None:
        options = complete_options(rules.settings, charter.options)
        return go_on(kind, rules, charter.seats, options, charter.seed, charter.origin, charter.people)
    return kind(rules, charter.seats, charter.options, charter.seed)


def _played(game: LocalGame[Any, Any], deeds: Iterable[LocalRecord]) -> LocalGame[Any, Any]:
    for _ in _play(game, deeds):
        pass
    return game


def _play(game: LocalGame[Any, Any], deeds: Iterable[LocalRecord]) -> Iterator[None]:
    """Play one record after the other. Raises DamagedFile."""
    game.answer_needs()
    yield
    try:
        for deed in deeds:
            match deed:
                case DecisionRecord(acts):
                    if not acts:
                        raise DamagedFile("nothing was decided where somebody was to decide", "against-rules")
                    game.act(*acts)
                case DepartureRecord(seat, reason):
                    if not 0 <= seat < game.seats:
                        raise DamagedFile("a seat has left that there is not", "against-rules")
                    game.leave(seat, reason)
            yield
    except (RuleError, FalseClaim) as error:
        raise DamagedFile(f"what was done does not follow the rules: {error}", "against-rules") from error


def bots_after(charter: LocalCharter, deeds: Iterable[LocalRecord]) -> Mapping[Seat, str]:
    """The levels of the bots by seat, those included that have come for a program."""
    return {**charter.bots, **{deed.seat: deed.level for deed in deeds if isinstance(deed, ReplacementRecord)}}


class _ObservedGame(LocalGame[Any, Any]):
    """A game that writes down what was said of every fact, and what each seat knew."""

    instants: list[RecordedStep]

    def _begin(self, step: Step[Any]) -> None:
        super()._begin(step)
        self.instants = [RecordedStep(None, tuple(self.log), self.state, self._known())]

    def apply(self, fact: Fact) -> Step[Any]:
        before = len(self.log)
        step = super().apply(fact)
        self.instants.append(RecordedStep(fact, tuple(self.log[before:]), self.state, self._known()))
        return step

    def _known(self) -> dict[Seat, Knowledge]:
        return {seat: self.dealer.knowledge_of(seat) for seat in range(self.seats)}


class LocalSource:
    """A local game to be stepped through, with every hand open; see `RecordingSource`."""

    recording: Recording | None = None

    def __init__(self, charter: LocalCharter, deeds: Sequence[LocalRecord]) -> None:
        """Take in how it began and what was done. Raises DamagedFile, BadEntry and UnknownGame."""
        check_rules(charter)
        self._charter, self._deeds = charter, deeds

    def records(self) -> Iterator[tuple[int, int]]:
        """Play one record after the other."""
        charter, origin = self._charter, self._charter.origin
        game = _begun(_ObservedGame, charter)
        self.recording = Recording(
            game.game, charter.names, game.instants, opened=True, over=False, options=charter.options,
            sid=charter.sid, before=origin.facts if origin else (),
            public=origin.knows[-1] if origin else NO_KNOWLEDGE,
        )  # fmt: skip
        for number, _ in enumerate(_play(game, self._deeds)):
            yield number, len(self._deeds)
        self.recording.over = game.over


def recording(charter: LocalCharter, deeds: Sequence[LocalRecord]) -> Recording:
    """A local game to be stepped through, with every hand open. Raises Damaged, BadEntry and UnknownGame."""
    source = LocalSource(charter, deeds)
    for _ in source.records():
        pass
    assert source.recording is not None
    return source.recording
