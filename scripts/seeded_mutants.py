"""Programs that break one rule each (`tests/mutants`): the tests that are named there must fail with every one.

Who makes the tests shorter runs this before and after: what was noticed must still be noticed. Each mutant is a copy of
the repository with one change; hypothesis draws the same examples every time.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
LISTS = ROOT / "tests/mutants"
SECONDS = 1800
"""In which the tests of a mutant must end: a program that never comes to an end is noticed."""


class Mutant(NamedTuple):
    """One change: ``old`` stands once in the file, and ``new`` in its place breaks a rule that these tests keep."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def applied(self, text: str) -> str:
        """The text of the file with the change. Raises ValueError where the old words do not stand there once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} has {text.count(self.old)} places for the mutant {self.name!r}, not one")
        return text.replace(self.old, self.new)


def mutants() -> list[Mutant]:
    """All that are listed."""
    found = [one for path in sorted(LISTS.glob("*.toml")) for one in tomllib.loads(path.read_text())["mutant"]]
    return [Mutant(**{**one, "tests": tuple(one["tests"])}) for one in found]


@contextmanager
def copy() -> Iterator[Path]:
    """The files of the repository in a folder of their own."""
    asked = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    with tempfile.TemporaryDirectory(prefix="tta-mutants-") as folder:
        for name in filter(None, names):
            if (ROOT / name).is_file():
                (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, Path(folder) / name)
        subprocess.run(["git", "init", "-q", folder], check=True)  # some tests ask git what there is
        yield Path(folder)


def run(
    tests: tuple[str, ...], root: Path, jobs: int, seconds: int | None = SECONDS
) -> subprocess.CompletedProcess[str]:
    """Run tests in a copy, up to the first that fails. Raises subprocess.TimeoutExpired."""
    spread = ["-n", str(jobs), "--dist", "worksteal"] if jobs > 1 else []
    words = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *spread, *tests]
    paths = os.pathsep.join([str(root), str(root / "scripts")])
    where = {**os.environ, "PYTHONPATH": paths, "HYPOTHESIS_PROFILE": "ci"}
    return subprocess.run(words, cwd=root, env=where, capture_output=True, text=True, timeout=seconds, check=False)


def noticed(mutant: Mutant, root: Path, jobs: int) -> str:
    """The first test that fails with a mutant; empty where none does."""
    file = root / mutant.file
    text = file.read_text()
    file.write_text(mutant.applied(text))
    try:
        shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)  # a change may be as long and as old as before
        done = run(mutant.tests, root, jobs)
        failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    except subprocess.TimeoutExpired:
        return f"no end within {SECONDS} seconds"
    finally:
        file.write_text(text)
        shutil.rmtree(file.parent / "__pycache__", ignore_errors=True)
    if done.returncode == 0:
        return ""
    if done.returncode != 1 and not failed:
        raise RuntimeError(f"{mutant.name}: the tests could not be run\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return failed[0].partition(" - ")[0] if failed else "a worker that ended"


def main() -> int:
    """Try the mutants and say which survive; 1 if one does, or if the tests fail without any."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("--only", default="", metavar="WORDS", help="those whose name or file has these words in it")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many tests run at once")
    wanted = parser.parse_args()
    chosen = [one for one in mutants() if wanted.only in one.name or wanted.only in one.file]
    if not chosen:
        parser.error(f"no mutant has {wanted.only!r} in its name or file; tests/mutants has them all")
    with copy() as root:
        green = run(tuple(sorted({test for one in chosen for test in one.tests})), root, wanted.jobs, None)
        if green.returncode:
            print(f"{green.stdout[-3000:]}\nthe tests fail without a mutant")
            return 1
        survivors = []
        for one in chosen:
            by = noticed(one, root, wanted.jobs)
            print(f"{'noticed ' if by else 'SURVIVES'}  {one.name}{f': {by}' if by else ''}", flush=True)
            if not by:
                survivors.append(one)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} mutants are noticed")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
