"""Stepping through a recorded game at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
import typer

from tta_p2p.cli._printing import style, words
from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.registry import title
from tta_p2p.seats import messages as say
from tta_p2p.table.replaying import Recording
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.presenter import presenter_for

HELP = (
    "Enter  the next step at which something happened",
    "b      back to the one before",
    "NUMBER go to that step",
    "{pages}  look at the game as it stood there",
    "s NAME see it as this player did; s alone: as everybody did",
    "f TEXT the next step whose log says so",
    "log    everything up to here",
    "q      quit",
)


class Stepper:
    """Where somebody stands in a recorded game; ``seat`` is through whose eyes (None: everybody's)."""

    def __init__(self, recording: Recording, start: int = 0, seat: int | None = None) -> None:
        self.recording = recording
        self.last = len(recording.instants) - 1
        self.at = min(start, self.last)
        self.seat = seat
        self.presenter = presenter_for(recording.game.name, words(), recording.names)
        self.style = style()
        self._commands: Mapping[str, Callable[[], None]] = {
            "": self.next, "n": self.next, "next": self.next,
            "b": self.back, "back": self.back,
            "log": lambda: self.print_all(self.at),
            "?": self.help, "h": self.help, "help": self.help,
        }  # fmt: skip

    def run(self) -> None:
        """Read commands until the end of input."""
        recording = self.recording
        end = "" if recording.over else "; ended by agreement" if recording.called_off else "; it is not over"
        typer.echo(f"{title(recording.game.name)}: {', '.join(recording.names)}; {self.last} steps{end}.")
        if recording.opened:
            typer.echo("All hands are open: s NAME sees the game as this player did.")
        typer.echo(f"Enter: next step, b: back, {self.presenter.pages[0]}: the table, ?: help, q: quit.")
        self.print_step()
        while True:
            try:
                typed = input(f"{self.at}/{self.last}> ").strip()
            except EOFError:
                typer.echo()
                return
            if typed in ("q", "quit"):
                return
            self.do(typed)

    def do(self, typed: str) -> None:
        """Carry out one command."""
        word, _, rest = typed.partition(" ")
        page = self.presenter.short.get(word, word)
        if typed in self._commands:
            self._commands[typed]()
        elif typed.isdecimal():
            self.at = min(int(typed), self.last)
            self.print_step()
        elif page in self.presenter.pages:
            self.print_page(page, rest)
        elif word in ("s", "seat"):
            self.choose(rest.strip())
        elif word in ("f", "find") and rest.strip():
            self.find(rest.strip().lower())
        else:
            typer.echo(f"I do not understand {typed!r}; ? lists what can be typed")

    def next(self) -> None:
        """Go on to the next step of which the log says something."""
        for number in range(self.at + 1, self.last + 1):
            if self.said(number):
                self.at = number
                return self.print_step()
        ended = self.recording.over or self.recording.called_off
        typer.echo("this is the end" if ended else "this is all there is; the game was not over")

    def back(self) -> None:
        """Go back to the last step before this of which the log says something."""
        for number in range(self.at - 1, -1, -1):
            if self.said(number):
                self.at = number
                return self.print_step()
        typer.echo("this is the beginning")

    def choose(self, name: str) -> None:
        """See the game through somebody's eyes."""
        try:
            self.seat = seat_of(self.recording, name) if name else None
        except CommandFailed as error:
            typer.echo(str(error))
            return
        who = "everybody" if self.seat is None else self.recording.names[self.seat]
        typer.echo(f"You see what {who} saw.")
        self.print_step()

    def said(self, number: int) -> list[str]:
        """What the log says of a step, with the cards that this seat knew."""
        instant = self.recording.instants[number]
        faces = {} if self.seat is None or self.seat not in instant.knows else dict(instant.knows[self.seat].faces)
        return [self.presenter.texts.line("log", say.words(line, faces)) for line in instant.log]

    def print_step(self) -> None:
        """Show the step one stands at."""
        for line in self.said(self.at) or ["(the log says nothing)"]:
            typer.echo(f"{self.at:5}  {line}")

    def print_all(self, until: int | None = None) -> None:
        """Show the log up to a step, or all of it."""
        for number in range(self.last + 1 if until is None else until + 1):
            for line in self.said(number):
                typer.echo(f"{number:5}  {line}")

    def print_page(self, page: str, about: str = "") -> None:
        """Show a page of the game as it stood here."""
        view = msgspec.to_builtins(self.recording.view(self.at, self.seat), str_keys=True)
        scene = self.presenter.scene(say.Turn(self.at, None, False, [], view), self.seat)
        for line in lines(self.presenter.page(page, about, scene), self.style):
            typer.echo(line)

    def find(self, text: str) -> None:
        """Go to the next step whose log contains a text."""
        for number in range(self.at + 1, self.last + 1):
            if any(text in line.lower() for line in self.said(number)):
                self.at = number
                self.print_step()
                return
        typer.echo(f"nothing further on contains {text!r}")

    def help(self) -> None:
        """List what can be typed."""
        for line in HELP:
            typer.echo(line.format(pages=", ".join(self.presenter.pages)))


def seat_of(recording: Recording, name: str) -> int:
    """The seat of a player by the name, its beginning, or the number (from 1). Raises CommandFailed."""
    names = recording.names
    if not recording.opened:
        raise CommandFailed("the hands of this game are closed: nobody has its keys", USAGE)
    found = [seat for seat, one in enumerate(names) if one.casefold().startswith(name.casefold())]
    exact = [seat for seat, one in enumerate(names) if one == name or str(seat + 1) == name]
    if len(exact or found) != 1:
        raise CommandFailed(f"nobody is called {name!r} here; there are {', '.join(names)}", USAGE)
    return (exact or found)[0]
