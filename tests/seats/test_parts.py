"""The messages of each concern are found by its file: without the file there are none, and all others are as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tests.without import program, run
from tta_p2p.seats.vocabulary import REPLIES, REQUESTS, message_modules

PARTS = sorted(path.stem for path in (ROOT / "tta_p2p" / "seats" / "parts").glob("*.py") if path.stem != "__init__")
TAGS = "from tta_p2p.seats.vocabulary import *; print(*(one.__struct_config__.tag for one in (*REQUESTS, *REPLIES)))"
SAID: dict[str, list[str]] = {}
"""The tags of the messages of each file."""
for kind in (*REQUESTS, *REPLIES):
    SAID.setdefault(kind.__module__.rpartition(".")[2], []).append(str(kind.__struct_config__.tag))


def test_every_file_has_messages_and_no_tag_is_of_two() -> None:
    assert set(SAID) == {"messages", *PARTS} and len(message_modules()) == len(SAID)
    for kinds in (REQUESTS, REPLIES):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(tags) == len(set(tags))


@pytest.mark.parametrize("name", ["orders", "votes"])
def test_without_a_file_its_messages_are_unknown_and_all_others_known(name: str, tmp_path: Path) -> None:
    done = run(program(tmp_path, f"seats/parts/{name}.py"), tmp_path, "-c", TAGS)
    assert not done.stderr
    assert sorted(done.stdout.split()) == sorted(tag for one, tags in SAID.items() if one != name for tag in tags)
