"""Games that were simulated before: what `tta simulate --json` wrote, read again so that they count with new ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.output.speech import text_of

if TYPE_CHECKING:
    from tta_p2p.cli.simulation.trials import GameTrial, TrialResult


def conditions(first: GameTrial, bots: Sequence[str], programs: Sequence[str]) -> dict[str, Any]:
    """Give, as plain data, the conditions that games must share to be counted together: all but seeds and seating."""
    common = {key: value for key, value in asdict(first).items() if key not in ("seed", "bots", "programs")}
    return {**common, "bots": list(bots), "programs": list(programs)}


def read_earlier_games(files: Iterable[str], wanted: Mapping[str, Any]) -> tuple[list[TrialResult], float]:
    """The games in these files, and the seconds they took. Raises CommandFailed, OSError.

    `wanted`: the conditions of the new games. A seed gives the same game again, so no two files may share one.
    """
    import json

    found, took = list[Any](), 0.0
    for file in files:
        games, seconds, theirs = _read(file)
        if theirs != json.loads(json.dumps(wanted)):
            raise CommandFailed(text_of("simulated.other-games", file=file), USAGE)
        check_seeds(found, games, file)
        found += games
        took += seconds
    return found, took


def check_seeds(before: Sequence[TrialResult], more: Iterable[Any], where: str) -> None:
    """Raises CommandFailed where one of more games has the seed of one before."""
    seeds = {one.seed for one in before}
    if again := sorted(one.seed for one in more if one.seed in seeds):
        raise CommandFailed(text_of("simulated.seed-again", seed=again[0], where=where), USAGE)


def _read(file: str) -> tuple[list[TrialResult], float, Any]:
    """The games of a file, the seconds they took, and their conditions."""
    from pathlib import Path

    import msgspec

    from tta_p2p.cli.simulation.trials import TrialResult
    from tta_p2p.store.regular_files import read_named

    try:
        data = msgspec.json.decode(read_named(Path(file)))
        return msgspec.convert(data["games"], list[TrialResult]), float(data["summary"]["seconds"]), data["conditions"]
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise CommandFailed(text_of("simulated.not-games", file=file), USAGE) from error
