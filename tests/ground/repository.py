"""The checkout as the tests of the ground see it."""

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def files() -> tuple[Path, ...]:
    """Every file of the repository: tracked, or new and about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, check=True, text=True,
    ).stdout  # fmt: skip
    # One that is deleted and not yet committed is still listed.
    return tuple(sorted(path for name in set(listed.split("\0")) - {""} if (path := ROOT / name).is_file()))


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Name and content of every file that is text."""
    found = []
    for path in files():
        try:
            found.append((path.relative_to(ROOT).as_posix(), path.read_text("utf-8")))
        except UnicodeDecodeError:
            continue
    return tuple(found)
