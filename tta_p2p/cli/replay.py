"""`tta replay`: step through a recorded game."""

from pathlib import Path
from typing import Annotated

import typer

from tta_p2p.cli.errors import CommandFailed


def replay(
    file: Annotated[Path, typer.Argument(help="A transcript file.")],
    start: Annotated[int, typer.Option("--from", min=0, help="The step to begin with.")] = 0,
    log: Annotated[bool, typer.Option("--log", help="Print the whole log and end.")] = False,
) -> None:
    """Step through a recorded game, forwards and backwards, as everybody could see it.

    Enter or n: next step; b: back; a number: go to that step; t: the table; f TEXT: find; q: quit.
    """
    from tta_p2p.cli._replay import Stepper
    from tta_p2p.table.replaying import read_recording

    if not file.is_file():
        raise CommandFailed(f"{file}: there is no such file", code=2)
    stepper = Stepper(read_recording(file), start)
    if log:
        stepper.print_all()
    else:
        stepper.run()


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("replay")(replay)
