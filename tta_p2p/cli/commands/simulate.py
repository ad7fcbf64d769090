"""`tta simulate`: complete games between random seats or bots, to see that they end, how well and how fast."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import USAGE, CommandFailed, is_interruption
from tta_p2p.cli.help.command import GameCommand
from tta_p2p.cli.options.choices import (
    Game,
    Options,
    Programs,
    Seats,
    Variant,
    check_level,
    chosen_game,
    chosen_options,
    chosen_seats,
    read_programs,
)
from tta_p2p.cli.output.speech import text_of, title_of, words

if TYPE_CHECKING:
    from tta_p2p.cli.simulation.trials import GameTrial, TrialResult


def simulate(
    seats: Seats = None,
    games: Annotated[int, typer.Option(min=0)] = 20,
    game: Game = DEFAULT_GAME,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    variant: Variant = "",
    option: Options = None,
    style: Annotated[str, typer.Option(rich_help_panel="programs")] = "eager",
    bots: Annotated[str, typer.Option()] = "",
    bot_command: Programs = None,
    scenario: Annotated[str, typer.Option()] = "",
    jobs: Annotated[int, typer.Option(min=0)] = 0,
    add: Annotated[list[str] | None, typer.Option(rich_help_panel="programs")] = None,
    cards: Annotated[bool, typer.Option("--cards")] = False,
    as_json: Annotated[bool, typer.Option("--json")] = False,
    as_csv: Annotated[bool, typer.Option("--csv")] = False,
) -> None:
    """Play complete games between random seats or bots."""
    import time
    from dataclasses import asdict, replace

    from tta_p2p.cli.output.formats import json_text
    from tta_p2p.cli.simulation import summary
    from tta_p2p.cli.simulation.earlier_games import check_seeds, conditions, read_earlier_games
    from tta_p2p.cli.simulation.trials import STYLES, GameTrial

    if style not in STYLES:
        raise CommandFailed(text_of("told.no-style", style=style, styles=words().listed(STYLES)), USAGE)
    if not games and not add:
        raise CommandFailed(text_of("simulated.no-games"), USAGE)
    game = chosen_game(game)
    if scenario:
        if seats is not None or variant or option:
            raise CommandFailed(text_of("simulated.scenario-says"), USAGE)
        first = _from_scenario(GameTrial(game, seed, 0, style=style, scenario=_read(game, scenario)))
    else:
        number = chosen_seats(game, seats)
        first = GameTrial(
            game, seed, number, chosen_options(game, number, variant, _unattended(game, option or [])), style
        )
    if len(given := _levels(bots, game)) > first.seats:
        raise CommandFailed(text_of("simulated.too-many-bots", n=len(given), seats=first.seats), USAGE)
    programs = {f"program {number}": one for number, one in enumerate(read_programs(bot_command or []), 1)}
    levels = (*given, *programs)
    wanted = []
    for number in range(games):
        who = _turned(levels, first.seats, number)
        theirs = {seat: programs[one] for seat, one in enumerate(who) if one in programs}
        wanted.append(replace(first, seed=seed + number, bots=who, programs=theirs))
    common = conditions(first, given, bot_command or [])
    before, took = read_earlier_games(add or [], common)
    check_seeds(before, wanted, "--seed")
    began = time.perf_counter()
    played, interrupted = [*before], False
    try:
        for one in _progress(_run(wanted, jobs), games):
            played.append(one)
    except BaseException as error:
        if not is_interruption(error) or len(played) == len(before):
            raise
        interrupted = True  # the games that have ended count
    played.sort(key=lambda one: one.seed)
    found = summary.summary(game, played, took + time.perf_counter() - began)
    if as_csv:
        typer.echo(summary.as_csv(game, played), nl=False)
    elif as_json:
        all_of_it = {"conditions": common, "games": [asdict(one) for one in played], "summary": found}
        typer.echo(json_text(all_of_it))
    else:
        typer.echo("\n".join(summary.in_words(found, played, cards=cards)))
    broken = [one for one in played if one.error]
    if broken:
        from tta_p2p.ui.style import showable

        typer.echo(f"\n{text_of('simulated.seed-broke', seed=broken[0].seed)}", err=True)
        for line in broken[0].error.splitlines():
            typer.echo(showable(line), err=True)
        seeds = ", ".join(str(one.seed) for one in broken)
        raise CommandFailed(text_of("simulated.broke-off", n=len(broken), games=len(played), seeds=seeds))
    if interrupted:
        typer.echo(text_of("simulated.interrupted", number=len(played) - len(before), games=games), err=True)
        raise KeyboardInterrupt


def _levels(told: str, game: str) -> tuple[str, ...]:
    found = tuple(level.strip() for level in told.split(",")) if told else ()
    for level in found:
        check_level(level, game)
    return found


def _unattended(game: str, option: list[str]) -> list[str]:
    """Give the options asked for, and those of games in which no person sits where they say nothing else."""
    from tta_p2p.bots.base import game_attribute

    own = [f"{name}={value}" for name, value in game_attribute(game, "BOT_ONLY_OPTIONS", {}).items()]
    given = {one.partition("=")[0] for one in option}
    return [*(one for one in own if one.partition("=")[0] not in given), *option]


def _turned(levels: tuple[str, ...], seats: int, number: int) -> tuple[str, ...]:
    """The level of each seat in a game of this number: everybody sits everywhere in turn."""
    around = [levels[seat % len(levels)] for seat in range(seats)] if levels else []
    by = number % seats
    return tuple(around[by:] + around[:by])


def _read(game: str, path: str) -> Any:
    """The JSON data of a scenario. Raises CommandFailed where the game has none."""
    import json
    from pathlib import Path

    from tta_p2p.registry import entry
    from tta_p2p.store.regular_files import read_named

    if entry(game).scenario is None:
        raise CommandFailed(text_of("simulated.no-scenarios", game=title_of(game)), USAGE)
    try:
        return json.loads(read_named(Path(path)).decode("utf-8"))
    except ValueError as error:  # not even text: the place is the first
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise CommandFailed(text_of("simulated.no-json", file=path, line=line, column=column)) from error


def _from_scenario(job: GameTrial) -> GameTrial:
    """The job with the number of seats that its scenario has; what is wrong with it is said in words."""
    from dataclasses import replace

    from tta_p2p.cli.output.layout import rule_line
    from tta_p2p.cli.simulation.trials import begin
    from tta_p2p.games.contract import BadOptions
    from tta_p2p.games.entry import ImpossibleScenario

    try:
        return replace(job, seats=begin(job).seats)
    except ImpossibleScenario as error:
        cause = error.__cause__
        why = rule_line(job.game, cause.line) if isinstance(cause, BadOptions) else error
        raise CommandFailed(text_of("simulated.scenario-impossible", why=why)) from error


def _run(wanted: list[GameTrial], jobs: int) -> Iterator[TrialResult]:
    """Play the games, in this process if one is enough, and give each as it ends."""
    import os

    from tta_p2p.cli.simulation.trials import play

    number = min(jobs or os.cpu_count() or 1, len(wanted))
    if number <= 1:
        yield from map(play, wanted)
        return
    import signal
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from multiprocessing import active_children, get_context

    deaf = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is heard here alone, and ends them
    with ProcessPoolExecutor(number, get_context("spawn"), signal.signal, deaf) as executor:
        try:
            # a process is known only when it has started: until all have, Ctrl-C waits
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                games = [executor.submit(play, trial) for trial in wanted]
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            for one in as_completed(games):
                yield one.result()
        except BaseException:  # nobody waits for the games that have begun
            executor.shutdown(wait=False, cancel_futures=True)
            for child in active_children():
                child.terminate()
            raise


def _progress(played: Iterator[TrialResult], games: int) -> Iterator[TrialResult]:
    import sys

    shown, number = sys.stderr.isatty(), 0
    try:
        for number, one in enumerate(played, 1):
            if shown:
                typer.echo(f"\r{text_of('simulated.progress', number=number, games=games)}", err=True, nl=False)
            yield one
    finally:
        if shown and number:
            typer.echo(err=True)


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("simulate", cls=GameCommand, rich_help_panel="try")(simulate)
