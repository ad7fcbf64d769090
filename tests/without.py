"""The program as it is without some of its files, for processes that show that it goes without them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path, PurePath

from tests.ground.repository import ROOT
from tests.patience import PATIENCE


def program(home: Path, *deleted: str) -> Path:
    """Lay it out in a folder of its own; ``deleted``: paths below `tta_p2p`. Raises FileNotFoundError for no file."""
    root = home / "program"
    root.mkdir()
    (root / "protocol").symlink_to(ROOT / "protocol")
    _link(ROOT / "tta_p2p", root / "tta_p2p", [PurePath(one).parts for one in deleted])
    return root


def _link(source: Path, to: Path, deleted: list[tuple[str, ...]]) -> None:
    to.mkdir()
    for first in {one[0] for one in deleted}:
        if not (source / first).exists():
            raise FileNotFoundError(source / first)
    for path in source.iterdir():
        below = [one[1:] for one in deleted if one[0] == path.name]
        if not below:
            (to / path.name).symlink_to(path)
        elif all(below):
            _link(path, to / path.name, below)


def run(root: Path, home: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with that program, in ``home`` and with its data there; ``typed``: what it reads."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TTA_HOME": str(home / "data"),
    }
    return subprocess.run(
        (sys.executable, "-P", *arguments), input=typed, env=environment, cwd=home,
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
