"""Files of local games come from anybody: each is a game that can be replayed, or a reason why not."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.letters import LETTERS
from tta_p2p.games.contract import Act
from tta_p2p.games.local import LocalGame
from tta_p2p.registry import UnknownGame, load_rules
from tta_p2p.table import binding
from tta_p2p.table.local_record import (
    DIGEST,
    MAGIC,
    DecisionRecord,
    DepartureRecord,
    LocalCharter,
    LocalRecord,
    read_file,
    recording,
    write_charter,
    write_file,
    write_record,
)
from tta_p2p.table.recording import DamagedFile, Recording

GAME = load_rules("caravan")
SOUND = LocalCharter(bytes(32), GAME.name, binding.rules_digest(GAME), 2, {}, 5, ("Ann", "Bob"), {1: "easy"})


def replayed(charter: LocalCharter, *deeds: LocalRecord) -> Recording:
    """What `tta replay` does with a file of this."""
    return recording(*read_file(write_file(write_charter(charter), [write_record(deed) for deed in deeds])))


def first_act() -> Act:
    """What the first seat that decides may do."""
    game: LocalGame[Any, Any] = LocalGame(GAME, 2, {}, 5)
    game.answer_needs()
    assert game.decision is not None
    seat = game.decision.seats[0]
    return GAME.legal(game.state, game.dealer.knowledge_of(seat), seat)[0].act


@pytest.mark.parametrize(
    "changed",
    [
        {"options": {"\x1b]0;owned\x07\x1b[2J\x9b\u202e": 1}},
        {"options": {"sale": 10**9}},
        {"options": {"sale": "3"}},
        {"seats": 10**9},
        {"seats": -1, "names": (), "bots": {}},
        {"seats": 0, "names": (), "bots": {}},
        {"seats": 50},
        {"names": ("Ann", "\x1b[2J")},
        {"names": ("Ann", "x" * 65)},
        {"names": ("Ann", "")},
        {"names": ("Ann", "Bob", "Cid")},
        {"bots": {2: "easy"}},
        {"programs": {-1: (("x",), "/")}},
    ],
)
def test_what_no_game_begins_with_is_a_damaged_file(changed: dict[str, Any]) -> None:
    assert replayed(SOUND).names == ("Ann", "Bob")
    with pytest.raises(DamagedFile) as caught:
        replayed(msgspec.structs.replace(SOUND, **changed))
    assert str(caught.value).isprintable(), "nothing of it reaches a terminal"


@pytest.mark.parametrize("deed", [DecisionRecord(()), DepartureRecord(10**9, "gone"), DepartureRecord(-1, "gone")])
def test_what_nobody_can_have_done_is_against_the_rules(deed: LocalRecord) -> None:
    with pytest.raises(DamagedFile) as caught:
        replayed(SOUND, deed)
    assert caught.value.why[:2] == ("damaged", "against-rules")


VALUES = st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(LETTERS, max_size=8)
SEATS = st.integers(-2, 5) | st.sampled_from([10**9, -(2**63)])
CHARTERS = st.builds(
    lambda changed: msgspec.structs.replace(SOUND, **changed),
    st.fixed_dictionaries(
        {},
        optional={
            "game": st.sampled_from(["caravan", "no game", "\x1b[2J", "../x"]),
            "rules": st.binary(max_size=40),
            "seats": SEATS,
            "options": st.dictionaries(st.sampled_from(["sale"]) | st.text(LETTERS, max_size=8), VALUES, max_size=3),
            "seed": st.integers(-(2**63), 2**63 - 1),
            "names": st.lists(st.text(LETTERS, max_size=70), max_size=5).map(tuple),
            "bots": st.dictionaries(SEATS, st.text(max_size=5), max_size=3),
        },
    ),
)
ACTS = st.builds(Act, SEATS, st.sampled_from(["sell", "buy", "pass", "end", "", "\x1b"]), st.just(()))
DEEDS = st.one_of(
    st.builds(DecisionRecord, st.lists(ACTS | st.just(first_act()), max_size=3).map(tuple)),
    st.builds(DepartureRecord, SEATS, st.sampled_from(["gone", "resigned", "cheated"])),
)


@given(charter=CHARTERS | st.just(SOUND), deeds=st.lists(DEEDS, max_size=4))
@example(charter=SOUND, deeds=[DecisionRecord((first_act(),)), DepartureRecord(0, "gone"), DepartureRecord(0, "gone")])
def test_whatever_is_in_a_file_it_is_a_game_or_a_reason_why_not(
    charter: LocalCharter, deeds: list[LocalRecord]
) -> None:
    try:
        found = replayed(charter, *deeds)
    except (DamagedFile, binding.BadEntry, UnknownGame):
        return
    assert found.instants and all(name.isprintable() for name in found.names)


@given(data=st.binary(max_size=200))
def test_random_bytes_with_a_right_digest_are_a_damaged_file(data: bytes) -> None:
    whole = MAGIC + data
    with pytest.raises(DamagedFile):
        read_file(whole + hashlib.blake2b(whole, digest_size=DIGEST).digest())
