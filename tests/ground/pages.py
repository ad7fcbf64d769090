"""Every page of help, from a command line that is made once."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
import typer.testing
from typer.testing import CliRunner

from tta_p2p.cli import main


@cache
def root() -> Any:
    """The whole command line, made once; it keeps nothing of a run."""
    return typer.main.get_command(main.build())


@pytest.fixture(autouse=True)
def made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The runner of tests takes a command line that is made."""
    make = typer.testing._get_command  # type: ignore[attr-defined]
    monkeypatch.setattr(typer.testing, "_get_command", lambda app: app if app is root() else make(app))


def every_command() -> list[tuple[str, ...]]:
    """The words of every command and group, beginning with the root."""
    found: list[tuple[str, ...]] = []
    waiting: list[tuple[tuple[str, ...], object]] = [((), root())]
    while waiting:
        words, command = waiting.pop(0)
        found.append(words)
        waiting += [((*words, name), below) for name, below in sorted(getattr(command, "commands", {}).items())]
    return found


def page_of(words: Sequence[str], language: str = "en", **environment: str) -> str:
    """The help page of a command, on a screen of 80 columns."""
    surroundings = {"COLUMNS": "80", "TTA_GAME": None, "TTA_LANG": language, **environment}
    shown = CliRunner().invoke(root(), [*words, "--help"], prog_name="tta", env=surroundings)
    assert shown.exit_code == 0
    return str(shown.output)
