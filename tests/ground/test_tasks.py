"""Every task of a node is started for play or for a hint: what is started otherwise is found here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.ground.repository import ROOT
from tta_p2p.net.tasks import Hint

TASKS = ROOT / "tta_p2p" / "net" / "tasks.py"
SCOPES = ROOT / "tta_p2p" / "net" / "scopes.py"
"""Where tasks are started that are parts of a body (`background`), as a call is."""
SERVED = {"start_hint": 1, "contain": 0}
"""What serves a hint, and which argument says which."""


def calls() -> Iterator[tuple[Path, ast.Call, str]]:
    """The calls in the product's network and nodes, each with what is called."""
    for package in ("net", "node"):
        for path in sorted((ROOT / "tta_p2p" / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    yield path, node, ast.unparse(node.func)


def served() -> dict[str, list[str]]:
    """The places of the product that serve each hint, by its name."""
    found: dict[str, list[str]] = {}
    for path, call, name in calls():
        if path != TASKS and name in SERVED:
            hint = ast.unparse(call.args[SERVED[name]])
            found.setdefault(hint, []).append(f"{path.name}:{call.lineno}")
    return found


def test_no_task_of_a_node_is_started_but_for_play_or_for_a_hint() -> None:
    raw = [
        f"{path.name}:{call.lineno}"
        for path, call, name in calls()
        if path not in (TASKS, SCOPES)
        and (name.endswith(".start_soon") or name.endswith(("nursery.start", "nursery().start")))
    ]
    assert raw == []
    started = [(path.name, name) for path, _, name in calls() if name in ("start_play", "start_part")]
    assert len(started) > 20, "tasks are started somehow else"
    play = {"loop.py", "matchmaking.py", "process.py", "ports.py"}
    assert {name for name, way in started if way == "start_play"} == play, "the whole node rests on it"


def test_what_runs_beside_a_body_by_itself_is_no_hint() -> None:
    """`background` is for parts of the body; what serves a hint beside it is started in its nursery."""
    beside = {ast.unparse(argument) for _, call, name in calls() if name == "background" for argument in call.args}
    assert beside == {
        "playing.run",
        "channel.write",
        "channel.beat",
        "lambda: self._feed(link, channel)",
        "lambda: self._sound(link, channel, candidate.carrier)",
        "lambda: self._stop_at_the_end(watching, scope)",
        "lambda: _stop_when_told(node)",
    }


def test_every_hint_is_served_somewhere_and_none_by_another_name() -> None:
    assert set(served()) - {"opened.hint"} | {"Hint.SPECTATOR", "Hint.MEMBER"} == {f"Hint.{hint.name}" for hint in Hint}


def test_a_command_runs_its_tasks_where_their_faults_go_to_the_log_of_the_client() -> None:
    """The error output of a client is the terminal at which its screen is."""
    run = [
        f"{path.name}:{call.lineno}"
        for package in ("cli", "ui")
        for path in sorted((ROOT / "tta_p2p" / package).rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in ("trio.run", "run_sync", "anyio.run")
    ]
    assert [place.partition(":")[0] for place in run] == ["fault_log.py"]


def test_a_node_writes_faults_down_by_the_log_of_faults_alone() -> None:
    raw = [f"{path.name}:{call.lineno}" for path, call, name in calls() if name.startswith("traceback.print")]
    assert raw == []
