"""The root of the `tta` command: its global options, and the commands found in `commands`.

Every module of that folder has a function `register(root)` that adds its command or group to the root. These modules
are imported at every start, so they import what is heavy inside their commands.
"""

import atexit
import contextlib
import errno
import gc
import importlib
import os
import pkgutil
import sys
from typing import Annotated

import typer

import tta_p2p
from tta_p2p.cli import commands as folder
from tta_p2p.cli import errors
from tta_p2p.cli.help.command import Commands


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tta {tta_p2p.__version__}")
        raise typer.Exit


def _root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    """The root of all commands; its words are those of the catalogue."""


def commands() -> list[str]:
    """The names of the modules that hold commands, in the order of the help page."""
    return sorted(found.name for found in pkgutil.iter_modules(folder.__path__))


def build() -> typer.Typer:
    """The whole command line, ready to run."""
    root = Commands(
        name="tta",
        callback=_root,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_show_locals=False,  # locals could be a hand of cards
    )
    for name in commands():
        importlib.import_module(f"{folder.__name__}.{name}").register(root)
    return root


def _said_of_defects() -> str:
    from tta_p2p.cli.output.speech import text_of

    try:
        return text_of("error.defect")
    except Exception:  # it may be the catalogue that has failed
        return "this is a defect of tta, which says nothing about your game or file; report it"


def main() -> None:
    """Run the command line of this process and exit."""
    atexit.register(gc.freeze)  # nobody waits until garbage is found in what goes with the process
    gc.set_threshold(50_000, 20, 20)  # hardly anything here is garbage in a ring: to look seldom saves a thirtieth
    nowhere = _open_closed()
    code = errors.FAILED if nowhere else _run()
    if why := nowhere or _unwritten():
        _say_to_person(errors.write_failure(why))
        _write_nowhere()  # or Python would try it again
        code = code or errors.FAILED
    sys.exit(code)


def _run() -> int:
    """Run the command line, and say what goes wrong; the exit code."""
    from tta_p2p.cli.output.speech import chosen_language, without_language
    from tta_p2p.i18n.program import program

    try:
        _, language = without_language(sys.argv[1:])
        if language := language or ("" if os.environ.get("TTA_LANG") else chosen_language()):
            os.environ["TTA_LANG"] = language  # also for what is said once the command has ended
        build()(prog_name=program())
    except SystemExit as ended:
        if ended.__context__ is not None and errors.is_broken_pipe(ended.__context__):  # which Typer has noticed first
            _write_nowhere()
            return 0
        return ended.code if isinstance(ended.code, int) else 0
    except BaseException as error:
        if errors.is_interruption(error):
            return errors.INTERRUPTED
        if not isinstance(error, Exception):
            raise
        if errors.is_broken_pipe(error):  # as in `tta play | head`: nothing is wrong
            _write_nowhere()
            return 0
        told = errors.report_of(error)
        if _unwritten():  # which is said in the end
            return told.code if told is not None else errors.FAILED
        if told is None:
            for line in errors.traceback_lines(error):
                typer.echo(line, err=True)
            told = errors.Report(_said_of_defects(), errors.DEFECT)
        _say_to_person(told.text)
        return told.code
    return 0


def _say_to_person(text: str) -> None:
    """Say something where errors are told, or end the line there; nothing where that cannot be written either."""
    with contextlib.suppress(OSError):
        typer.echo(errors.for_people(f"tta: {text}" if text else ""), err=True)


def _open_closed() -> OSError | None:
    """Open what was closed when the process began, that no file may take its place; why nothing can be printed."""
    names = ("stdin", "stdout", "stderr")
    closed = [name for name in names if getattr(sys, name) is None]
    for name in closed:
        handle = os.open(os.devnull, os.O_RDWR)
        setattr(sys, name, os.fdopen(handle, "r" if name == "stdin" else "w", closefd=False))
    return OSError(errno.EBADF, os.strerror(errno.EBADF)) if "stdout" in closed else None


def _unwritten() -> OSError | None:
    """Print what is still to be printed; why that cannot be, unless nobody reads any more."""
    try:
        sys.stdout.flush()
    except OSError as error:
        if not errors.is_broken_pipe(error):
            return error
        _write_nowhere()
    return None


def _write_nowhere() -> None:
    """Have what could not be printed, and whatever else is, go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
