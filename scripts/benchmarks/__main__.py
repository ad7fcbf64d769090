"""The command behind `scripts/bench`: finds the benchmarks, runs them, prints tables or JSON."""

import argparse
import importlib
import inspect
import json
import os
import pkgutil
import platform
import sys
from pathlib import Path
from types import ModuleType

import benchmarks
from benchmarks import _against
from tta_p2p import DEFAULT_GAME, registry
from tta_p2p.bots.levels import personality_levels

TOLD = ("delay", "seats", "star", "decisions", "games", "seed", "level", "commit", "rival", "state")
"""Options of a benchmark beside the game, if ``run`` takes them."""
PERSONAL = tuple(dict.fromkeys(one.partition(":")[0] for one in personality_levels()))
"""The levels that have personalities."""


def names() -> list[str]:
    """The benchmarks there are, by the names of their modules."""
    found = (module.name for module in pkgutil.iter_modules(benchmarks.__path__))
    return sorted(name for name in found if not name.startswith("_"))


def machine() -> dict[str, str | int | None]:
    """Describe the machine of these figures."""
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
    }


def plays(module: ModuleType) -> bool:
    """Whether a benchmark plays the game that is asked for."""
    return "game" in inspect.signature(module.run).parameters


def main() -> int:
    """Run what the arguments name; stop in a word where somebody stops it, or reads no further."""
    try:
        found = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted; with --state, deals that have ended are kept", file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python flushes once more as it ends
        return 1
    return found


def _run() -> int:
    parser = argparse.ArgumentParser(prog="bench", description="Run benchmarks and print their tables.")
    parser.add_argument("name", nargs="?", help="one benchmark; without it, all of them")
    parser.add_argument("--game", help=f"the game that is played, in those that play one (default: {DEFAULT_GAME})")
    parser.add_argument("--delay", type=float, help="milliseconds from one computer to another, in network")
    parser.add_argument("--seats", type=int, help="how many computers play, in network")
    parser.add_argument("--decisions", type=int, help="how much of a game is played by them, in network (default: 60)")
    parser.add_argument(
        "--games",
        type=int,
        help="so many whole games of each shape, personality, exploiter or ancestor, where those are measured",
    )
    played = "personalities, exploiters and ancestors"
    parser.add_argument("--seed", type=int, help=f"the first deal, in {played} (default: 1)")
    parser.add_argument("--level", choices=PERSONAL, help=f"the level that plays, in {played} (default: normal)")
    parser.add_argument("--commit", help="whose bots are played against, in ancestors (default: HEAD)")
    parser.add_argument("--rival", choices=PERSONAL, help="their level, in ancestors (default: normal)")
    parser.add_argument(
        "--state",
        type=Path,
        metavar="FILE",
        help=f"keep the result of each deal there, and play none again, in {played}: runs add up",
    )
    parser.add_argument("--star", action="store_true", default=None, help="guests reach each other by way of the host")
    parser.add_argument(
        "--against",
        type=Path,
        metavar="FILE",
        help="say what is more than a quarter slower than in a run stored with --json",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")
    parser.add_argument("--list", action="store_true", help="name the benchmarks and run none")
    wanted = parser.parse_args()
    if wanted.name is not None and wanted.name not in names():
        parser.error(f"there is no benchmark {wanted.name!r}; there are: {', '.join(names())}")
    try:
        game = registry.resolve(wanted.game or DEFAULT_GAME)
    except registry.UnknownGame as error:
        parser.error(f"{error}; there are: {', '.join(registry.names())}")
    before = None
    if wanted.against:
        try:
            before = _against.read(wanted.against)
        except (_against.BadRun, OSError) as error:
            parser.error(str(error))
    chosen = [wanted.name] if wanted.name else names()
    how = {name: value for name in TOLD if (value := getattr(wanted, name)) is not None}
    results = []
    for name in chosen:
        module = importlib.import_module(f"benchmarks.{name}")
        if wanted.list:
            print(f"{name:12} {(module.__doc__ or '').strip().splitlines()[0]}")
            continue
        takes = inspect.signature(module.run).parameters
        if any(name not in takes for name in how):
            if wanted.name:
                parser.error(f"{', '.join(how)}: not in the benchmark {name}")
            continue
        if wanted.game and not plays(module):
            if wanted.name:
                parser.error(f"the benchmark {name} plays no game")
            continue
        print(f"running {name} ...", file=sys.stderr, flush=True)
        beside, tables = _against.machine_unit(), []
        try:
            for table in module.run(*[game][: plays(module)], **how):
                if not wanted.json:
                    print(f"\n{table.as_text()}", flush=True)
                tables.append(table.as_json())
        except benchmarks.NotMeasurable as error:
            parser.error(str(error))
        beside = (beside + _against.machine_unit()) / 2
        results += [{"benchmark": name, "beside": beside, **table} for table in tables]
    if wanted.json and not wanted.list:
        print(json.dumps({"machine": machine(), "tables": results}, indent=2))
    if before is None or wanted.list:
        return 0
    found = _against.compare(before, results)
    print(f"\n{_against.told(found)}", file=sys.stderr if wanted.json else sys.stdout)
    return 1 if found.grown else 0


if __name__ == "__main__":
    sys.exit(main())
