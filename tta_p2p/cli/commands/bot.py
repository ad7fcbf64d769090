"""`tta bot`: for authors of programs that play: check one, and print the schema of its messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.help.command import Commands, GameCommand
from tta_p2p.cli.options.choices import (
    Game,
    Options,
    Seats,
    Variant,
    chosen_game,
    chosen_options,
    chosen_seats,
    read_programs,
)
from tta_p2p.cli.output.speech import text_of, words

if TYPE_CHECKING:
    from tta_p2p.node.programs.conformance import Finding

app = Commands()


@app.command("check", cls=GameCommand)
def check(
    command: Annotated[str, typer.Argument()],
    game: Game = DEFAULT_GAME,
    seats: Seats = None,
    variant: Variant = "",
    option: Options = None,
    games: Annotated[int, typer.Option(min=1)] = 2,
    seed: Annotated[int, typer.Option(min=0)] = 1,
    limit: Annotated[float, typer.Option(min=1.0)] = 20.0,
) -> None:
    """Let a program play whole games and say what is wrong with it."""
    from tta_p2p.cli.terminal import fault_log
    from tta_p2p.node.programs.conformance import CHECKS, check_program

    (program,) = read_programs([command])
    game = chosen_game(game)
    number = chosen_seats(game, seats)
    options = chosen_options(game, number, variant, option or [])
    with fault_log.log_faults(fault_log.folder()):
        found = check_program(program, game, number, options, range(seed, seed + games), limit, _tell)
    last = found[-1]
    for name in CHECKS:
        if name in last.passed:
            verdict = text_of("checked.yes" if last.passed[name] else "checked.no")
            typer.echo(f"{verdict}  {text_of(f'checked.{name}')}")
    if last.failed:
        typer.echo("\n".join(_advice(last)), err=True)
        raise CommandFailed(text_of("checked.failed"))
    typer.echo(text_of("checked.passed", games=len(found)))


def _tell(finding: Finding) -> None:
    told = {"seed": finding.seed, "seat": finding.seat, "acts": finding.acts, "slowest": f"{finding.slowest:.2f}"}
    typer.echo(text_of("checked.game", **told), err=True)


def _advice(finding: Finding) -> list[str]:
    lines = []
    for name in finding.failed:
        why = finding.said.get(name, "")
        if name in ("starts", "hello", "plays"):
            reason = finding.reason
            why = words().line(f"program.{reason.key}", ["", "", reason.key, reason.detail])
        lines += ["", text_of(f"checked.{name}-not", why=why), text_of(f"checked.{name}-advice")]
    if finding.errors:
        lines += ["", text_of("checked.errors"), *(f"    {line}" for line in finding.errors)]
    return lines


@app.command("schema", cls=GameCommand)
def print_schema(game: Game = DEFAULT_GAME) -> None:
    """Print the JSON Schema of what a program reads and says."""
    from tta_p2p.cli.output.formats import json_text
    from tta_p2p.i18n import game_texts
    from tta_p2p.registry import load_rules
    from tta_p2p.seats.schema import schema

    rules = load_rules(chosen_game(game))
    typer.echo(json_text(schema(rules, game_texts(rules, "en"))))


def register(root: typer.Typer) -> None:
    """Add the group to `tta`."""
    root.add_typer(app, name="bot", rich_help_panel="try")
