"""What tests remember: whatever a function of bytes alone has said, is not computed again.

The tables of a test have all their peers in one process, and each decodes, hashes and checks what all others have; and
the game before a test is often the game before the last one, by its seed. So answers are kept by the very arguments:
of libsodium (points, products, sums and signatures, and whether one holds), of the one codec, of the hash that names a
message, and of the checks of proofs. What is refused is not kept: each peer refuses it itself.

What libsodium has said is kept for all processes of a run, the nodes that are copies of a template too: they check the
same proofs as their neighbours, and so does the test afterwards. The product keeps nothing of this.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache, wraps
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from nacl import bindings

from protocol import group, session, signatures, wire
from tests.protocol.numbers import Numbers

SODIUM = (
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_core_ed25519_is_valid_point",
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_sign_open",
)
PROOFS = (
    "at_least.verify",
    "contribution.verify",
    "escrow.verify",
    "lock.verify",
    "membership.verify",
    "possession.verify",
    "reencryption.verify",
    "share.verify",
    "shuffle_chain.verify_chain",
)
KNOWN = (group.Edwards25519, Numbers)
"""The groups in which proofs are checked once."""
MOST_KEPT = 1 << 16
"""Of each function: some 25 megabytes."""
MOST_BYTES = 32 << 20
"""Of messages, and of proofs: then all of them are forgotten."""


SELDOM = (20_000, 20, 50)
"""How seldom tests and their nodes look for garbage that goes round in circles: they make little of that."""

FILES = Path("/dev/shm")
"""Where what tests write is kept, if it can: to write to a disk is a sixth of all that nodes do."""
ROOM = 2 << 30
"""The bytes that must be free there."""

PLACE = "TTA_TEST_MEMORY"
"""In the environment of a run: the file that its processes share."""
SLOT = 64
SLOTS = 1 << 20
"""What comes to the same place takes it: 64 megabytes, of which a run fills about a half."""


class Shared:
    """Answers of all processes of a run, in one file that they have mapped: no locks, for a slot says what it holds.

    A slot has the hash of the question, the answer, and a hash of both: one that is half written, or written by two at
    once, is none.
    """

    def __init__(self, place: Path) -> None:
        with place.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), SLOTS * SLOT)

    def through(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of libsodium, as it says itself or has said."""
        table, salt = self._map, name.removeprefix("crypto_")[:16].encode()
        signed, valid = name == "crypto_sign_open", name == "crypto_core_ed25519_is_valid_point"

        def answered(*words: bytes) -> Any:
            if any(len(word) != 32 for word in (words[1:] if signed else words)):
                return function(*words)
            question = blake2b(b"".join(words), digest_size=24, salt=salt).digest()
            at = int.from_bytes(question[:4], "little") % SLOTS * SLOT
            slot = table[at : at + SLOT]
            answer = slot[24:56]
            if slot[:24] == question and slot[56:] == blake2b(slot[:56], digest_size=8).digest():
                return words[0][64:] if signed else answer[0] == 1 if valid else answer
            said = function(*words)
            slot = question + (bytes([1 if signed else said]) + bytes(31) if signed or valid else said)
            table[at : at + SLOT] = slot + blake2b(slot, digest_size=8).digest()
            return said

        return answered

    def holds(self, signed: bytes, identity: bytes) -> None:
        """What has just been signed is a signature: nobody need check it."""
        self.through("crypto_sign_open", lambda *_: b"")(signed, identity)


class Remembering:
    """The bindings of libsodium, of which some answer from memory what they have answered before."""

    def __init__(self) -> None:
        place = os.environ.get(PLACE)
        shared = Shared(Path(place)) if place else None
        for name in SODIUM:
            function = getattr(bindings, name)
            setattr(self, name, lru_cache(MOST_KEPT)(shared.through(name, function) if shared else function))
        self.crypto_core_ed25519_scalar_reduce = lru_cache(MOST_KEPT)(bindings.crypto_core_ed25519_scalar_reduce)
        self._shared, self._pairs, self._signed = shared, set[bytes](), dict[tuple[bytes, bytes], bytes]()

    def crypto_sign_seed_keypair(self, seed: bytes) -> tuple[bytes, bytes]:
        """A pair of keys; of its signatures nobody asks whether they hold."""
        identity, secret = bindings.crypto_sign_seed_keypair(seed)
        self._pairs.add(secret)
        return identity, secret

    def crypto_sign(self, message: bytes, secret: bytes) -> bytes:
        """The signature and the message, as libsodium makes it or has made it."""
        question = (blake2b(message, digest_size=24).digest(), secret)
        if (known := self._signed.get(question)) is not None:
            return known + message
        signed: bytes = bindings.crypto_sign(message, secret)
        if len(self._signed) < MOST_KEPT:
            self._signed[question] = signed[:64]
        if self._shared is not None and secret in self._pairs:
            self._shared.holds(signed, secret[32:])
        return signed

    def __getattr__(self, name: str) -> Any:
        return getattr(bindings, name)


class Kept(dict[Hashable, Any]):
    """Answers by their questions, until these have too many bytes together."""

    def __init__(self) -> None:
        self._bytes = 0

    def keep(self, question: Hashable, answer: Any, size: int) -> None:
        """Keep an answer."""
        self._bytes += size
        if self._bytes > MOST_BYTES:
            self.clear()
            self._bytes = size
        self[question] = answer


def decoding(decode: Callable[[bytes, Any, int], Any]) -> Callable[[bytes, Any, int], Any]:
    """The codec. What it gives is immutable, so all may have the same."""
    kept, kinds = Kept(), dict[int, Any]()  # by identity: the hash of a union of types is dear, and each is there once

    @wraps(decode)
    def remembered(data: bytes, kind: Any, limit: int) -> Any:
        kinds.setdefault(id(kind), kind)
        if len(data) > limit or type(data) is not bytes:
            return decode(data, kind, limit)
        question = (id(kind), data)
        if (value := kept.get(question)) is None:
            kept.keep(question, value := decode(data, kind, limit), 2 * len(data) + 500)
        return value

    return remembered


def checking(check: Callable[..., Any]) -> Callable[..., Any]:
    """The check of a proof: its statement and its bytes are the question."""
    kept = Kept()

    @wraps(check)
    def remembered(over: Any, *words: Any) -> Any:
        if type(over) is group.Edwards25519 and not isinstance(group._sodium, Remembering):
            return check(over, *words)  # a library that a test has put there
        if type(over) not in KNOWN:
            return check(over, *words)  # one that counts what it does
        question = (over.suite, *map(frozen, words))
        if question not in kept:
            kept.keep(question, check(over, *words), 2000 + 2 * sum(map(size, words)))
        return copied(kept[question])

    return remembered


def naming(name: Callable[[Any], bytes]) -> Callable[[Any], bytes]:
    """The hash of a message."""
    kept = Kept()

    @wraps(name)
    def remembered(envelope: Any) -> bytes:
        answer: bytes | None = envelope.__dict__.get("id")  # the message itself keeps it: to hash a message is dear
        if answer is None:
            if (known := kept.get(envelope)) is None:
                kept.keep(envelope, known := name(envelope), len(envelope.body) + 500)
            envelope.__dict__["id"] = answer = known
        return answer

    return remembered


def frozen(word: Any) -> Hashable:
    """An argument that can be looked up."""
    if isinstance(word, Mapping):
        return tuple(word.items())
    if isinstance(word, Sequence) and not isinstance(word, (bytes, str)):
        return tuple(map(frozen, word))
    known: Hashable = word
    return known


def size(word: Any) -> int:
    """About how many bytes an argument has."""
    if isinstance(word, Mapping):
        return sum(map(size, word.values()))
    if isinstance(word, Sequence) and not isinstance(word, (bytes, str)):
        return sum(map(size, word)) + 100
    return len(word) + 40 if isinstance(word, bytes) else 100


def copied(answer: Any) -> Any:
    """An answer whose lists are whoever has asked's own."""
    return [copied(one) for one in answer] if isinstance(answer, list) else answer


def keep_files() -> None:
    """From now on tests and all that they start write to memory, unless the environment names another place.

    What a loss of power leaves of a disk is tried in the simulated world: a process that is killed loses nothing of
    what it has written, wherever that is.
    """
    if os.environ.get("TMPDIR") or not os.access(FILES, os.W_OK):
        return
    found = os.statvfs(FILES)
    if found.f_bavail * found.f_frsize >= ROOM and not found.f_flag & os.ST_NOEXEC:
        os.environ["TMPDIR"] = tempfile.tempdir = str(FILES)


def begin() -> Path | None:
    """The file that all processes of this run share; None in one that another has begun. Who begins it ends it."""
    if Path(os.environ.get(PLACE) or os.devnull).is_file():
        return None
    number, name = tempfile.mkstemp(prefix="tta-tests-")
    os.truncate(number, SLOTS * SLOT)
    os.close(number)
    os.environ[PLACE] = name
    return Path(name)


def nothing_ahead() -> None:
    """From now on nodes of this process prepare no shuffle that may never come, which costs a tenth of what they do.

    What is laid ahead, and what becomes of it, is tried where whole nodes are simulated (`tests/simulation`), and in
    `tests/protocol/attackers/test_groundwork.py`.
    """
    session.PILES = session.HANDS = ()


def remember_libsodium() -> None:
    """From now on in this process, what libsodium says."""
    if not isinstance(group._sodium, Remembering):
        group._sodium = signatures._sodium = Remembering()


def remember() -> None:
    """From now on in this process."""
    if isinstance(group._sodium, Remembering):
        return
    remember_libsodium()
    wire.decode = decoding(wire.decode)
    messages = import_module("protocol.messages")
    messages.Envelope.id = property(naming(messages.Envelope.id.fget))
    for name in PROOFS:
        module, _, function = name.partition(".")
        proofs = import_module(f"protocol.proofs.{module}")
        setattr(proofs, function, checking(getattr(proofs, function)))
