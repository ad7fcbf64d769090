"""`tta replay`: step through a recorded game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed, system_text
from tta_p2p.cli.options.groups import DisplayOptions, with_groups
from tta_p2p.cli.output.speech import text_of

if TYPE_CHECKING:
    from tta_p2p.table.recording import Recording


@with_groups
def replay(
    file: Annotated[Path, typer.Argument()],
    *,
    start: Annotated[int, typer.Option("--from", min=0)] = 0,
    seat: Annotated[str, typer.Option("--seat")] = "",
    keys: Annotated[Path | None, typer.Option()] = None,
    log: Annotated[bool, typer.Option("--log")] = False,
    html: Annotated[Path | None, typer.Option()] = None,
    cast: Annotated[Path | None, typer.Option()] = None,
    display: Annotated[DisplayOptions, "plain", "ascii", "screen"],
) -> None:
    """Step through a game, forwards and backwards, as everybody could see it.

    Enter: next step; b: back; a number: go to that step; table: the table; f TEXT: find; ?: all commands; q: quit.
    If the table opened all hands after the game, --seat (or s NAME) shows it through a player's eyes.
    """
    from tta_p2p.cli.output.layout import style
    from tta_p2p.cli.stored_games.opening import RecordingOpening
    from tta_p2p.cli.stored_games.stepper import Stepper, seat_of

    manner, opening = display.manner(), RecordingOpening(file, keys)
    if manner.screen and not log and html is None and cast is None:
        from tta_p2p.cli.stored_games.screen import replay_on_screen

        raise typer.Exit(replay_on_screen(opening, start, seat, manner))
    found = opening.whole()
    eyes = seat_of(found, seat) if seat else None
    if html is not None:
        _write(html, _page(found, file, eyes), "page.written")
    if cast is not None:
        from tta_p2p.cli.stored_games.exhibits import terminal_recording

        _write(cast, terminal_recording(found, eyes), "page.cast-written")
    if html is not None or cast is not None:
        return
    stepper = Stepper(found, start, eyes, style(display.ascii, plain=display.plain))
    if log:
        stepper.print_all()
    else:
        stepper.run()


def _page(found: "Recording", named: Path, eyes: int | None) -> str:
    """Give the page of a recorded game, with the verdict on its file."""
    from tempfile import TemporaryDirectory

    from tta_p2p.cli.commands.transcripts import verdict_lines
    from tta_p2p.cli.output.progress import ProgressBar
    from tta_p2p.cli.stored_games.exhibits import local_verdict, page_verdict, web_page
    from tta_p2p.cli.stored_games.selection import stored_file
    from tta_p2p.table import local_record
    from tta_p2p.table.audit import verify_file

    with TemporaryDirectory() as folder:
        file = stored_file(named, Path(folder)) or named
        if local_record.is_file(file):
            verdict = local_verdict()
        else:
            with ProgressBar(text_of("file.checking", file=file.name)) as step:
                judged = verify_file(file, step)
            verdict = page_verdict(file, judged, verdict_lines(judged))
    return web_page(found, verdict, eyes)


def _write(out: Path, text: str, told: str) -> None:
    """Write a file to show, and say that it is there. Raises CommandFailed."""
    from tta_p2p.cli.output.speech import tell

    data = text.encode()
    try:
        out.write_bytes(data)
    except OSError as error:
        raise CommandFailed(text_of("page.not-written", file=out, why=system_text(error)), USAGE) from error
    tell(told, file=out, size=-(-len(data) // 1000))


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("replay", rich_help_panel="after")(replay)
