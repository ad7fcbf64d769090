"""`tta simulate`: complete games between random seats or bots, to see that they end, how well and how fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tta_p2p.cli._chosen import Options, Programs, read_options, read_programs

if TYPE_CHECKING:
    from tta_p2p.cli._simulation import Job, Played

BOTS = "Let bots play: their levels, such as easy,random; repeated for further seats, and one seat on in each game."
MOST_LISTED = 40
"""With more games than this only the summary is shown."""


def simulate(
    seats: Annotated[int, typer.Option(min=2, max=4, help="How many play.")] = 4,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 20,
    seed: Annotated[int, typer.Option(help="Game number n has the seed plus n; equal seeds, equal games.")] = 1,
    variant: Annotated[str, typer.Option(help="The variant to play.")] = "complete",
    option: Options = None,
    style: Annotated[str, typer.Option(help="How seats choose: eager (seldom idle), or any legal act.")] = "eager",
    bots: Annotated[str, typer.Option(help=BOTS)] = "",
    bot_command: Programs = None,
    scenario: Annotated[str, typer.Option(help="A JSON file with the position to begin with.")] = "",
    jobs: Annotated[int, typer.Option(min=0, help="Processes to use; 0: one for each core.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Every game and the summary, for programs.")] = False,
) -> None:
    """Play complete games of Through the Ages between random seats or bots."""
    import json
    import time

    from tta_p2p.cli._simulation import STYLES, Job
    from tta_p2p.cli.errors import USAGE, CommandFailed

    if style not in STYLES:
        raise CommandFailed(f"there is no style {style!r}; there are {' and '.join(STYLES)}", USAGE)
    data = _scenario(scenario) if scenario else None
    options = {} if data else read_options("through_the_ages", variant, option or [])
    programs = {f"program {number}": one for number, one in enumerate(read_programs(bot_command or []), 1)}
    levels = (*_levels(bots), *programs)
    there = _can_begin(Job(seed, seats, options, style, data))
    wanted = []
    for number in range(games):
        who = _turned(levels, there, number)
        theirs = {seat: programs[one] for seat, one in enumerate(who) if one in programs}
        wanted.append(Job(seed + number, seats, options, style, data, who, theirs))
    began = time.perf_counter()
    played = sorted(_progress(_run(wanted, jobs), games), key=lambda one: one.seed)
    wall = time.perf_counter() - began
    summary = _summary(played, wall)
    if as_json:
        typer.echo(json.dumps({"games": [_as_json(one) for one in played], "summary": summary}, indent=1))
    else:
        typer.echo("\n".join([*_lines(played), *_told(summary)]))
    broken = [one for one in played if one.error]
    if broken:
        typer.echo(f"\nseed {broken[0].seed} broke off:\n{broken[0].error}", err=True)
        seeds = ", ".join(str(one.seed) for one in broken)
        raise CommandFailed(f"{len(broken)} of {games} games broke off; their seeds: {seeds}")


def _levels(told: str) -> tuple[str, ...]:
    from tta_p2p.bots.base import levels
    from tta_p2p.cli.errors import USAGE, CommandFailed

    found = tuple(level.strip() for level in told.split(",")) if told else ()
    for level in found:
        if level not in levels():
            raise CommandFailed(f"there is no bot {level!r}; there are {' and '.join(levels())}", USAGE)
    return found


def _turned(levels: tuple[str, ...], seats: int, number: int) -> tuple[str, ...]:
    """The level of each seat in a game of this number: everybody sits everywhere in turn."""
    around = [levels[seat % len(levels)] for seat in range(seats)] if levels else []
    by = number % seats
    return tuple(around[by:] + around[:by])


def _scenario(path: str) -> Any:
    import json
    from pathlib import Path

    from tta_p2p.cli.errors import CommandFailed

    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        raise CommandFailed(f"{path} is no JSON: {error}") from error


def _can_begin(job: Job) -> int:
    """Say in words what is wrong with the options, else give the number of seats."""
    from tta_p2p.cli._simulation import begin
    from tta_p2p.cli.errors import USAGE, CommandFailed
    from tta_p2p.games.contract import BadOptions
    from tta_p2p.games.through_the_ages.options import SETTINGS
    from tta_p2p.games.through_the_ages.scenario_seats import ImpossibleScenario

    try:
        return begin(job).seats
    except BadOptions as error:
        variants = ", ".join(str(choice) for choice in SETTINGS[0].choices)
        raise CommandFailed(f"there is no such game ({error}); variants are {variants}", USAGE) from error
    except ImpossibleScenario as error:
        raise CommandFailed(f"the scenario is impossible: {error}") from error


def _run(wanted: list[Job], jobs: int) -> Iterator[Played]:
    """Play the games, in this process if one is enough, and give each as it ends."""
    import os

    from tta_p2p.cli._simulation import play

    number = min(jobs or os.cpu_count() or 1, len(wanted))
    if number == 1:
        yield from map(play, wanted)
        return
    import multiprocessing

    pool = multiprocessing.get_context("spawn").Pool(number)
    try:
        yield from pool.imap_unordered(play, wanted, chunksize=max(1, min(8, len(wanted) // (4 * number))))
        pool.close()
    finally:
        pool.terminate()
        pool.join()


def _progress(played: Iterator[Played], games: int) -> Iterator[Played]:
    import sys

    shown = sys.stderr.isatty()
    for number, one in enumerate(played, 1):
        if shown:
            typer.echo(f"\r{number} of {games} games", err=True, nl=number == games)
        yield one


def _as_json(one: Played) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(one)


def _summary(played: list[Played], wall: float) -> dict[str, Any]:
    """The figures of all games that ended."""
    ended = [one for one in played if not one.error]
    acts = sum(one.acts for one in ended)
    found: dict[str, Any] = {"games": len(played), "ended": len(ended), "seconds": wall}
    if not acts:
        return found
    seats = max(one.seats for one in ended)
    found["games_per_second"] = len(ended) / wall
    found["seconds_per_game"] = sum(one.seconds for one in ended) / len(ended)
    found["acts_per_game"] = acts / len(ended)
    found["microseconds_per_act"] = sum(one.act_seconds for one in ended) / acts * 1e6
    found["microseconds_per_legal"] = sum(one.legal_seconds for one in ended) / acts * 1e6
    found["rounds_per_game"] = sum(one.rounds for one in ended) / len(ended)
    found["culture"] = [sum(one.points[seat] for one in ended) / len(ended) for seat in range(seats)]
    found["first_places"] = [sum(one.places[seat] == 1 for one in ended) for seat in range(seats)]
    if any(one.bots for one in ended):
        found["levels"] = {level: _by_level(ended, level) for level in sorted({b for one in ended for b in one.bots})}
    return found


def _by_level(ended: list[Played], level: str) -> dict[str, Any]:
    """How the seats of a level did."""
    at = [(one, seat) for one in ended for seat, bot in enumerate(one.bots) if bot == level]
    return {
        "seats": len(at),
        "culture": sum(one.points[seat] for one, seat in at) / len(at),
        "least_culture": min(one.points[seat] for one, seat in at),
        "first_places": sum(one.places[seat] == 1 for one, seat in at),
        "uprisings": sum(one.uprisings[seat] for one, seat in at) / len(at),
        "starving": sum(one.starving[seat] for one, seat in at) / len(at),
    }


def _lines(played: list[Played]) -> list[str]:
    if len(played) > MOST_LISTED:
        return []
    lines = [f"{'seed':>8} {'rounds':>7} {'acts':>6} {'ms':>6}  culture by seat"]
    for one in played:
        figures = f"{one.seed:>8} {one.rounds:>7} {one.acts:>6} {one.seconds * 1000:>6.0f}  "
        points = "".join(f"{points:>5}" for points in one.points)
        lines.append(figures + (f"{points}  broke off" if one.error else points))
    return [*lines, ""]


def _told(summary: dict[str, Any]) -> list[str]:
    lines = [f"{summary['ended']} of {summary['games']} games ended, in {summary['seconds']:.1f} s"]
    if "culture" not in summary:
        return lines
    culture = ", ".join(f"{points:.0f}" for points in summary["culture"])
    first = ", ".join(map(str, summary["first_places"]))
    lines += [
        f"{summary['games_per_second']:.1f} games/s; one game {summary['seconds_per_game'] * 1000:.0f} ms on one core",
        f"{summary['microseconds_per_act']:.0f} µs per act, {summary['microseconds_per_legal']:.0f} µs per list of"
        f" legal acts; {summary['acts_per_game']:.0f} acts and {summary['rounds_per_game']:.0f} rounds a game",
        f"culture by seat: {culture}; first places by seat: {first}",
    ]
    for level, found in summary.get("levels", {}).items():
        lines.append(
            f"{level}: first {found['first_places']} times in {found['seats']} seats; culture {found['culture']:.0f},"
            f" at least {found['least_culture']}; {found['uprisings']:.2f} uprisings and {found['starving']:.2f} times"
            " too little food a game"
        )
    return lines


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("simulate")(simulate)
