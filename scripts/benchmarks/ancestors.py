"""Ancestors in Through the Ages: bots of now against those of an earlier commit, every deal at both seats."""

import hashlib
import importlib
import io
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from types import ModuleType

from benchmarks import NotMeasurable, Table
from benchmarks.personalities import Maker, level_maker, match
from tta_p2p.bots import through_the_ages
from tta_p2p.games.chance import Chance

PACKAGE = through_the_ages.__name__
ROOT = Path(__file__).resolve().parents[2]
_FACTORIES = {"normal": "make_planner", "hard": "make_lookahead"}
_numbers = count()
"""Of the packages that were loaded in this process."""


class NoAncestor(NotMeasurable):
    """A commit has no bots that could be read."""


def run(
    games: int = 2,
    seed: int = 1,
    level: str = "normal",
    commit: str = "HEAD",
    rival: str = "normal",
    state: Path | None = None,
) -> Iterator[Table]:
    """Tell how often a level of now beats the level ``rival`` of a commit, by the rules of now."""
    with tempfile.TemporaryDirectory(prefix="tta-ancestor-") as folder:
        modules = archived(ROOT, commit)
        then = ancestor_maker(load_bots(modules, Path(folder)), rival)
        deals = range(seed, seed + games // 2)
        yield match(level, level_maker(level), f"{rival} of {commit} ({digest(modules)})", then, deals, state)


def digest(modules: Mapping[str, str]) -> str:
    """Give a short name of some modules: a commit may be told by a word that means another one tomorrow."""
    return hashlib.sha256(repr(sorted(modules.items())).encode()).hexdigest()[:8]


def ancestor_maker(bots: ModuleType, level: str) -> Maker:
    """Give a function that makes bots of a level from the seeds of their chance. Raises NoAncestor."""
    make = getattr(bots, _FACTORIES[level], None)
    if make is None:
        raise NoAncestor(f"the bots of then had no level {level}")
    return lambda seed: make(Chance(seed))


def archived(root: Path, commit: str) -> dict[str, str]:
    """Read the modules of the bots at a commit of a repository, by file name. Raises NoAncestor."""
    at = PACKAGE.replace(".", "/")
    try:
        done = subprocess.run(["git", "archive", commit, at], cwd=root, capture_output=True, check=False)
    except OSError as error:
        raise NoAncestor(f"git cannot be started: {error.strerror}") from error
    if done.returncode:
        raise NoAncestor(f"{commit} has no bots to play against: {done.stderr.decode(errors='replace').strip()}")
    with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
        found = ((Path(one.name), archive.extractfile(one)) for one in archive if one.isfile())
        return {name.name: data.read().decode() for name, data in found if data is not None and name.suffix == ".py"}


def load_bots(modules: dict[str, str], folder: Path) -> ModuleType:
    """Load modules as a package beside the present one: nothing of the two is shared but the rules.

    Raises NoAncestor where they do not fit the rules of now.
    """
    package = f"ancestor_{next(_numbers)}"
    (folder / package).mkdir()
    for name, text in modules.items():
        (folder / package / name).write_text(text.replace(PACKAGE, package))
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        bots = importlib.import_module(package)
        for name in modules:  # while the folder is there: the makers import more
            if name != "__init__.py":
                importlib.import_module(f"{package}.{name.removesuffix('.py')}")
    except ImportError as error:
        raise NoAncestor(f"the bots of then do not fit the rules of now: {error}") from error
    finally:
        sys.path.remove(str(folder))
    return bots
