"""Names of files, tables and games that give orders to a terminal: no command prints them as they are."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Evening
from tests.cli.terminals import commands, here

HOSTILE = "e\x1b]0;PWN\x07\x1b[31m\x9b2J\u202ex"
"""A name that sets the title of a window, changes the colour, wipes the screen and turns the line round."""
ORDERS = {"\x1b", "\x07", "\x9b", "\u202e"}
BESIDE = {"--wait": "1"}
"""Options that let a command end soon."""


def with_arguments(node: Any, path: tuple[str, ...] = ()) -> Iterator[list[str]]:
    """Each command that takes a word, with the hostile name in place of every one."""
    for name, one in getattr(node, "commands", {}).items():
        yield from with_arguments(one, (*path, name))
    taken = [one for one in node.params if one.param_type_name == "argument"]
    if taken and not hasattr(node, "commands"):
        options = {name for one in node.params for name in one.opts}
        beside = [word for name, value in BESIDE.items() if name in options for word in (name, value)]
        yield [*path, *beside, "--", *[HOSTILE] * len(taken)]


TRIED = list(with_arguments(commands()))


def test_there_are_such_commands() -> None:
    assert {"verify", "replay", "export", "join", "resume", "attach"} <= {words[0] for words in TRIED}


@pytest.mark.parametrize("words", TRIED, ids=lambda words: "-".join(words[: words.index("--")]))
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_command_prints_a_hostile_word(
    words: list[str], language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTA_LANG", language)
    done = here(tmp_path / "home", *words)
    assert not ORDERS & {*done.stdout, *done.stderr}, (done.stdout, done.stderr)


def test_no_command_prints_the_hostile_name_of_a_file_that_is_there(
    evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    home = shutil.copytree(evening.homes[0], tmp_path / "home")
    (tmp_path / "damaged").mkdir()
    damaged = tmp_path / "damaged" / HOSTILE
    damaged.write_bytes(b"garbage")
    shutil.copy(evening.file, HOSTILE)
    game = evening.result.get("sid", "")
    for words in (["verify", HOSTILE], ["verify", HOSTILE, damaged], ["verify", HOSTILE, evening.file],
                  ["verify", damaged], ["replay", "--log", damaged], ["replay", "--log", HOSTILE],
                  ["export", game, "--out", HOSTILE], ["export", game, "--out", tmp_path / HOSTILE / "x"],
                  ["export", game, "--csv", "--out", HOSTILE]):  # fmt: skip
        done = here(home, *words)
        printed = done.stdout + done.stderr
        assert printed and not ORDERS & {*printed}, (words, printed)
