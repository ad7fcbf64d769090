"""What the processes of a test run remember is what libsodium has said, or nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nacl import bindings
from nacl.exceptions import BadSignatureError

from protocol.fiatshamir import HedgedRandom
from tests import memory
from tests.memory import SLOT, SODIUM, Shared
from tests.node.dice import Dice, dice_of
from tta_p2p.node.plan.plans import Plan

ONE, TWO = (k.to_bytes(32, "little") for k in (1, 2))
G, H = (bindings.crypto_scalarmult_ed25519_base_noclamp(k) for k in (ONE, TWO))
IDENTITY, SECRET = bindings.crypto_sign_seed_keypair(bytes(32))
SIGNED = bindings.crypto_sign(b"words", SECRET)
QUESTIONS: dict[str, tuple[bytes, ...]] = {
    "crypto_core_ed25519_add": (G, H),
    "crypto_core_ed25519_sub": (G, H),
    "crypto_core_ed25519_is_valid_point": (G,),
    "crypto_scalarmult_ed25519_noclamp": (TWO, H),
    "crypto_scalarmult_ed25519_base_noclamp": (TWO,),
    "crypto_sign_open": (SIGNED, IDENTITY),
}

FEW = 64


class Counted:
    """A function of libsodium that counts how often it is asked."""

    def __init__(self, name: str) -> None:
        self.times, self._function = 0, getattr(bindings, name)

    def __call__(self, *words: bytes) -> Any:
        self.times += 1
        return self._function(*words)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small one."""
    monkeypatch.setattr(memory, "SLOTS", FEW)
    (place := tmp_path / "memory").touch()
    with place.open("r+b") as file:
        file.truncate(SLOT * FEW)
    return place


def test_what_one_process_was_told_another_is_not_told_again(place: Path) -> None:
    assert QUESTIONS.keys() == set(SODIUM)
    for name, words in QUESTIONS.items():
        first, second = Counted(name), Counted(name)
        said = Shared(place).through(name, first)(*words)
        assert Shared(place).through(name, second)(*words) == said == getattr(bindings, name)(*words)
        assert (first.times, second.times) == (1, 0), name
    false = Shared(place).through("crypto_core_ed25519_is_valid_point", Counted("crypto_core_ed25519_is_valid_point"))
    assert [false(bytes(32)), false(bytes(32))] == [False, False]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(SODIUM), at=st.integers(0, SLOT - 1), bit=st.integers(0, 7))
def test_a_slot_that_is_half_written_or_was_changed_is_none(place: Path, name: str, at: int, bit: int) -> None:
    shared, counted = Shared(place), Counted(name)
    asked = shared.through(name, counted)
    said = asked(*QUESTIONS[name])
    times = counted.times
    where = next(i for i in range(0, SLOT * FEW, SLOT) if shared._map[i : i + 8] != bytes(8))
    shared._map[where + at : where + at + 1] = bytes([shared._map[where + at] ^ 1 << bit])
    assert asked(*QUESTIONS[name]) == said and counted.times == times + 1
    shared._map[where : where + SLOT] = bytes(SLOT)


def test_what_is_refused_is_refused_every_time_and_no_words_are_taken_for_others(place: Path) -> None:
    opened = Shared(place).through("crypto_sign_open", bindings.crypto_sign_open)
    assert opened(SIGNED, IDENTITY) == b"words"
    for wrong in (SIGNED[:-1], SIGNED + b"!", bytes(64) + b"words"):
        for _ in range(2):
            with pytest.raises(BadSignatureError):
                opened(wrong, IDENTITY)
    add = Shared(place).through("crypto_core_ed25519_add", bindings.crypto_core_ed25519_add)
    sub = Shared(place).through("crypto_core_ed25519_sub", bindings.crypto_core_ed25519_sub)
    assert add(G, H) != sub(G, H)
    with pytest.raises(Exception, match="long"):
        add((G + H)[:31], (G + H)[31:])


def test_what_was_signed_with_a_pair_made_here_needs_no_check(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(memory.PLACE, str(place))
    sodium, counted = memory.Remembering(), Counted("crypto_sign_open")
    opened = Shared(place).through("crypto_sign_open", counted)
    assert sodium.crypto_sign(b"words", SECRET) == SIGNED == sodium.crypto_sign(b"words", SECRET)
    assert opened(SIGNED, IDENTITY) == b"words" and counted.times == 1  # who knows where that pair is from
    assert sodium.crypto_sign_seed_keypair(bytes(32)) == (IDENTITY, SECRET)
    more = sodium.crypto_sign(b"more words", SECRET)
    assert more == bindings.crypto_sign(b"more words", SECRET)
    assert opened(more, IDENTITY) == b"more words" and counted.times == 1
    with pytest.raises(BadSignatureError):
        opened(more[:64] + b"other words", IDENTITY)


def test_the_memory_of_this_run_is_there_and_nobody_else_begins_one() -> None:
    assert memory.begin() is None


def test_what_a_seat_draws_is_the_same_at_every_table_whoever_asks_first_and_another_seats_is_not() -> None:
    ann, again, bob = (Dice(dice_of(number, Plan("host", "node", "Ann", quiet=True))) for number in (0, 0, 1))

    def nonce(dice: Dice) -> bytes:
        return dice(32)

    def key(dice: Dice) -> bytes:
        return dice(32)

    said = [nonce(ann), key(ann), nonce(ann), HedgedRandom(bytes(32), ann).stream("x").block()]
    assert [HedgedRandom(bytes(32), again).stream("x").block(), key(again), nonce(again), nonce(again)] == [
        said[number] for number in (3, 1, 0, 2)
    ]
    assert len({*said, nonce(bob), key(bob), HedgedRandom(bytes(32), bob).stream("x").block()}) == 7
    assert HedgedRandom(bytes(32), ann).stream("x").block() != HedgedRandom(bytes(32), ann).stream("y").block()


def test_who_comes_back_to_a_table_or_is_announced_to_other_tests_throws_no_such_dice() -> None:
    resumed, joined, heard = (Plan(do, "node", "Ann", quiet=do != "host") for do in ("resume", "join", "host"))
    assert dice_of(1, resumed) == dice_of(1, heard) == ""
    assert dice_of(1, joined) == dice_of(1, heard, apart=True) != ""
