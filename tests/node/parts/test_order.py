"""The parts of a game under way: a file each, in one order with reasons, and in no circle of questions."""

from __future__ import annotations

import ast
from operator import attrgetter
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tta_p2p.node.game import parts, roles
from tta_p2p.node.game.catch_up import CatchUp
from tta_p2p.node.game.ending import Ending
from tta_p2p.node.game.part import Part
from tta_p2p.node.game.progress import Progress

FILES = sorted(path for path in Path(parts.__path__[0]).glob("*.py") if path.stem != "__init__")
CORE = (CatchUp, Ending, Progress)
"""What no game goes on without: every part may ask it."""
ROLES = {
    name: role for name, role in vars(roles).items() if isinstance(role, type) and role.__module__ == roles.__name__
}


def test_every_file_has_its_place_in_the_order_and_a_reason_for_it() -> None:
    assert [*parts.ORDER] and sorted(parts.ORDER) == [path.stem for path in FILES]
    assert all(len(reason.split()) > 4 for reason in parts.ORDER.values())
    assert [part.__module__.rpartition(".")[2] for part in parts.find_parts()] == [*parts.ORDER]


def test_no_file_of_the_product_knows_a_part_by_name() -> None:
    package = parts.__name__
    knows = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "tta_p2p").rglob("*.py"))
        if path.parent != Path(parts.__path__[0]) and f"{package}." in path.read_text("utf-8")
    ]
    assert knows == []
    among = [path.name for path in FILES if f"{package}." in path.read_text("utf-8")]
    assert among == [], "a part that needs another asks for a role"


def test_no_frame_and_no_request_belongs_to_two() -> None:
    found: list[type[Part]] = [*parts.find_parts(), CatchUp, Ending]
    kinds = [kind for part in found for kind in part.kinds]
    requests = [request for part in found for request in part.requests]
    assert len(kinds) == len(set(kinds)) > 6 and len(requests) == len(set(requests)) > 5


NAME = attrgetter("__name__")


def source_of(part: type[Part]) -> Path:
    """The file of a part."""
    return Path(parts.__path__[0]) / f"{part.__module__.rpartition('.')[2]}.py"


def questions() -> dict[str, set[str]]:
    """The parts that each part asks for, by the roles in its source and those that parts play."""
    found = {part.__name__: part for part in (*parts.find_parts(), *CORE)}
    asked: dict[str, set[str]] = {name: set() for name in found}
    sources = {
        part.__name__: Path(parts.__path__[0]) / f"{part.__module__.rpartition('.')[2]}.py"
        for part in parts.find_parts()
    }
    for name, path in sources.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "part":
                role = ast.unparse(node.args[0])
                plays = [
                    other
                    for other, part in found.items()
                    if role == other or role in {one.__name__ for one in part.__mro__}
                ]
                assert role in ROLES or role in found, f"{name} asks for {role}: nobody can play that"
                asked[name].update(plays)
    asked["Votes"] |= {"Pause"}  # its limits (`game/limits.py`) ask who has paused
    return asked


def test_parts_ask_each_other_in_no_circle(capsys: pytest.CaptureFixture[str]) -> None:
    asked = questions()
    for name, others in sorted(asked.items()):
        if others:
            print(f"{name} asks {', '.join(sorted(others))}")
    assert "Times asks Pause" in capsys.readouterr().out
    left = {name: others - {core.__name__ for core in CORE} for name, others in asked.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}, "these ask each other in a circle"


def test_every_role_is_played_and_has_an_answer_without_a_part() -> None:
    for name, role in ROLES.items():
        if name != "NextTable":
            players = [part for part in (*parts.find_parts(), *CORE) if issubclass(part, role)]
            assert len(players) == 1, name
            assert role() is not None
