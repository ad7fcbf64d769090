"""Stepping through a recorded game at a terminal."""

from __future__ import annotations

import os
import shutil
import sys

import msgspec
import typer

from tta_p2p.i18n import Words, choose
from tta_p2p.seats import messages as say
from tta_p2p.table.replaying import Recording
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import Style


class Stepper:
    """Where somebody stands in a recorded game."""

    def __init__(self, recording: Recording, start: int = 0) -> None:
        self.recording = recording
        self.at = min(start, len(recording.instants) - 1)
        words = Words(choose("", os.environ))
        self.presenter = presenter_for(recording.game.name, words, recording.names)
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
        utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
        self.style = Style.of(os.environ, width, sys.stdout.isatty(), utf8=utf8)

    def run(self) -> None:
        """Read commands until the end of input."""
        last = len(self.recording.instants) - 1
        names = ", ".join(self.recording.names)
        typer.echo(f"{names}: {last} steps. Enter next, b back, NUMBER go to, t table, f TEXT find, q quit.")
        self.print_step()
        while True:
            try:
                typed = input(f"{self.at}/{last}> ").strip()
            except EOFError:
                return
            if typed in ("q", "quit"):
                return
            self.do(typed)

    def do(self, typed: str) -> None:
        """Carry out one command."""
        last = len(self.recording.instants) - 1
        if typed in ("", "n"):
            if self.at == last:
                typer.echo("this is the end")
                return
            self.at += 1
            self.print_step()
        elif typed == "b":
            self.at = max(0, self.at - 1)
            self.print_step()
        elif typed.isdigit():
            self.at = min(int(typed), last)
            self.print_step()
        elif typed == "t":
            self.print_table()
        elif typed.startswith("f "):
            self.find(typed[2:].lower())
        else:
            typer.echo("Enter or n next, b back, NUMBER go to, t table, f TEXT find, q quit")

    def said(self, number: int) -> list[str]:
        """What the log says of a step."""
        return [self.presenter.texts.line("log", line) for line in self.recording.instants[number].log]

    def print_step(self) -> None:
        """Show the step one stands at."""
        for line in self.said(self.at) or ["(nothing to be seen)"]:
            typer.echo(f"{self.at:5}  {line}")

    def print_all(self) -> None:
        """Show the whole log."""
        for number in range(len(self.recording.instants)):
            for line in self.said(number):
                typer.echo(f"{number:5}  {line}")

    def print_table(self) -> None:
        """Show what everybody could see here."""
        view = msgspec.to_builtins(self.recording.view(self.at), str_keys=True)
        scene = self.presenter.scene(say.Turn(self.at, None, False, [], view), None)
        for line in lines(self.presenter.table(scene), self.style):
            typer.echo(line)

    def find(self, text: str) -> None:
        """Go to the next step whose log contains a text."""
        for number in range(self.at + 1, len(self.recording.instants)):
            if any(text in line.lower() for line in self.said(number)):
                self.at = number
                self.print_step()
                return
        typer.echo(f"nothing further on contains {text!r}")
