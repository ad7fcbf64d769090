"""What holds of every part of a client, and of those who know parts by their contract only."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tests.ground.repository import ROOT
from tta_p2p.seats import messages as say
from tta_p2p.ui import part as contract
from tta_p2p.ui.parts import all_parts

UI = ROOT / "tta_p2p" / "ui"
PARTS = {path.stem for path in (UI / "parts").glob("*.py")} - {"__init__"}


def imported(path: Path) -> Iterator[str]:
    """What a file imports, dots for the packages around it left out, down to the names."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def names_a_part(module: str) -> bool:
    folders = module.split(".")
    return any(one == "parts" and after in PARTS for one, after in pairwise(folders))


def test_nobody_but_parts_knows_a_concern_by_name() -> None:
    files = [path for path in UI.rglob("*.py") if path.parent != UI / "parts"]
    assert len(files) > 50
    assert [(path.name, one) for path in files for one in imported(path) if names_a_part(one)] == []


def test_a_part_knows_no_other_one() -> None:
    for name in PARTS:
        found = {one for one in imported(UI / "parts" / f"{name}.py") if one.removeprefix(".").split(".")[0] in PARTS}
        theirs = {one for one in imported(UI / "parts" / f"{name}.py") if names_a_part(one)}
        assert not found and all(one.startswith(f"tta_p2p.seats.parts.{name}.") for one in theirs), name


def test_no_two_parts_tell_the_same_or_bring_the_same_word() -> None:
    tells = [kind for part in all_parts() for kind in part.change_types]
    words = [word for part in all_parts() for command in part.commands for word in (command.name, *command.short)]
    for some in (tells, words):
        assert some and len(some) == len(set(some))


def test_a_part_that_overrides_nothing_changes_nothing_and_says_nothing() -> None:
    part, state = contract.Part(), contract.ClientState()
    assert part.reduce(state, say.RollbackReply(), state) == (state, ())
    assert not (part.reply_types or part.change_types or part.notice_types or part.commands)
    assert part.reminder(state) is None and not part.is_paused(state) and not part.is_stalled(state)


def test_the_example_of_the_contract_is_true() -> None:
    assert doctest.testmod(contract).attempted > 4 and not doctest.testmod(contract).failed
