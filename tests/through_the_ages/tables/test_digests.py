"""Digests: equal tables, equal digests on every machine; one number changed, and the table is named."""

import os
import subprocess
import sys

import pytest

from tta_p2p.games.kit.records import replace
from tta_p2p.games.through_the_ages.tables import BOARD, TABLES, digests, table_digests

DUMP = (
    "from tta_p2p.games.through_the_ages.tables import table_digests;"
    "print({name: digest.hex() for name, digest in table_digests().items()})"
)
anew = table_digests.__wrapped__
"""The digests of the tables as they are now: otherwise they are made once a process."""


def test_every_table_and_the_boards_have_a_digest_of_their_own():
    found = table_digests()
    assert set(found) == {"boards", *TABLES}
    assert all(len(digest) == 32 for digest in found.values())
    assert len(set(found.values())) == len(found)


def test_a_changed_number_changes_the_digest_of_its_table_alone(monkeypatch):
    before = table_digests()
    wonders = TABLES["wonders"]
    changed = {**TABLES, "wonders": (replace(wonders[0], stages=(3, 4)), *wonders[1:])}
    monkeypatch.setattr(digests, "TABLES", changed)
    after = anew()
    assert [name for name in before if before[name] != after[name]] == ["wonders"]


def test_a_changed_board_changes_its_digest(monkeypatch):
    before = table_digests()
    monkeypatch.setattr(digests, "BOARD", replace(BOARD, starvation_culture=3))
    assert [name for name, digest in anew().items() if before[name] != digest] == ["boards"]


def test_digests_do_not_depend_on_the_hash_seed():
    def run(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run([sys.executable, "-c", DUMP], env=env, capture_output=True, text=True, check=True).stdout

    assert run("1") == run("2") == f"{ {name: digest.hex() for name, digest in table_digests().items()} }\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [((1, 2), (12,)), ("1", 1), (True, 1), (None, ()), (("a", "b"), ("ab",)), ((1, (2,)), ((1,), 2)), (-1, 1)],
)
def test_different_values_have_different_bytes(one, other):
    assert digests.encode(one) != digests.encode(other)


@pytest.mark.parametrize("value", (1.5, {1}, [1], b"x", int))
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(TypeError):
        digests.encode(value)
