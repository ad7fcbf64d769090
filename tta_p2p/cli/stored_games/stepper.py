"""Stepping through a recorded game at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.output.layout import standings_lines, style
from tta_p2p.cli.output.speech import editable_input, words
from tta_p2p.cli.stored_games.viewpoint import Viewpoint
from tta_p2p.seats import messages as say
from tta_p2p.table.recording import Recording
from tta_p2p.ui.blocks import Fields, lines
from tta_p2p.ui.cells import plain, row
from tta_p2p.ui.charts import chart_page
from tta_p2p.ui.history import find_turn, last_number, timeline_of, turn_list_blocks, turn_name, turns_in_words
from tta_p2p.ui.plain_view import parse_number
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import Style
from tta_p2p.ui.titles import title_text

HELP = ("next", "back", "number", "turns", "turn", "at", "pages", "chart", "seat", "find", "log", "quit")
"""The lines of the page of help, by their texts."""


class Stepper:
    """A position in a recorded game, as ``seat`` sees it (None: as all do)."""

    def __init__(
        self, recording: Recording, start: int = 0, seat: int | None = None, manner: Style | None = None
    ) -> None:
        self.recording = recording
        self.last = len(recording.instants) - 1
        self.at = min(start, self.last)
        self.seat = seat
        self.words = words()
        self.presenter = presenter_for(recording.game.name, self.words, recording.names)
        self.style = manner or style()
        self._commands: Mapping[str, Callable[[], None]] = {
            "": self.next, "n": self.next, "next": self.next,
            "b": self.back, "back": self.back,
            "log": lambda: self.print_all(self.at),
            "turns": self.print_turns,
            "chart": self.print_chart,
            "?": self.help, "h": self.help, "help": self.help,
        }  # fmt: skip

    def run(self) -> None:
        """Read commands until the end of input."""
        recording, said = self.recording, self.words
        how = "over" if recording.over else "called-off" if recording.called_off else "unfinished"
        names = said("comma").join(recording.names)
        self._say(said(f"replay.title.{how}", game=title_text(recording.game.name, said), names=names, n=self.last))
        if recording.opened:
            self._say(said("replay.opened"))
        self._say(said("replay.keys", page=self.presenter.pages[0]))
        self.print_step()
        while True:
            try:
                with editable_input():
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
        page = self.presenter.page_aliases.get(word, word)
        if typed in self._commands:
            self._commands[typed]()
        elif (number := parse_number(typed)) is not None:
            self.at = min(number, self.last)
            self.print_step()
        elif page in self.presenter.pages:
            self.print_page(page, rest)
        elif word in ("turn", "at"):
            self.go_to_turn(rest.strip(), page=word == "at")
        elif word in ("s", "seat"):
            self.choose(rest.strip())
        elif word in ("f", "find") and rest.strip():
            self.find(rest.strip().lower())
        else:
            self._say(self.words("replay.not-understood", typed=typed))

    def next(self) -> None:
        """Go on to the next step of which the log says something, or to the last one; there, say how it ended."""
        if self.at == self.last:
            self.print_end()
            return
        said = (number for number in range(self.at + 1, self.last) if self.said(number))
        self.at = next(said, self.last)
        self.print_step()

    def back(self) -> None:
        """Go back to the last step before this of which the log says something."""
        for number in range(self.at - 1, -1, -1):
            if self.said(number):
                self.at = number
                return self.print_step()
        self._say(self.words("replay.beginning"))

    def choose(self, name: str) -> None:
        """See the game through somebody's eyes."""
        try:
            self.seat = seat_of(self.recording, name) if name else None
        except CommandFailed as error:
            self._say(str(error))
            return
        if self.seat is None:
            self._say(self.words("replay.seen-by-all"))
        else:
            self._say(self.words("replay.seen-by", name=self.recording.names[self.seat]))
        self.print_step()

    def said(self, number: int) -> list[str]:
        """Give the log of a step, with the cards that this seat knew."""
        return self._viewpoint.said(number, self.presenter)

    @property
    def _viewpoint(self) -> Viewpoint:
        return Viewpoint(self.recording, self.seat)

    def ending(self) -> list[str]:
        """Give the ending of the recording: with the standings, by agreement, or before the game was over."""
        recording = self.recording
        if recording.over:
            state = recording.instants[-1].state
            standings = recording.game.standings(state)
            told = standings_lines(recording.game.name, recording.names, standings, manner=self.style, view=state)
            return [self.words("over"), *told]
        if not recording.called_off:
            return [self.words("replay.unfinished")]
        key = f"replay.called-off.{recording.called_off}"
        if recording.without:
            missing = self.words.listed(recording.without)
            return [self.words("replay.called-off.without", names=missing), self.words(key)]
        return [self.words(key)]

    def print_step(self) -> None:
        """Show the step one stands at, and at the last one how the recording ends."""
        silent = [] if self.at == self.last else [self.words("replay.silent" if self.at else "replay.beginning")]
        for line in self.said(self.at) or silent:
            self._say(f"{self.at:5}  {line}")
        if self.at == self.last:
            self.print_end()

    def print_end(self) -> None:
        """Say how the recording ends."""
        for line in self.ending():
            typer.echo(line)

    def print_all(self, until: int | None = None) -> None:
        """Show the log up to a step, or all of it with its end."""
        for number in range(self.last + 1 if until is None else until + 1):
            for line in self.said(number):
                self._say(f"{number:5}  {line}")
        if until is None and not self.recording.over:
            for line in self.ending():
                self._say(f"{self.last:5}  {line}")

    def print_page(self, page: str, about: str = "") -> None:
        """Show a page of the game as it stood here."""
        scene = self.presenter.make_scene(
            say.TurnReply(self.at, None, False, [], self._viewpoint.view(self.at)), self.seat
        )
        for line in lines(self.presenter.page(page, about, scene), self.style):
            typer.echo(line)

    def print_turns(self) -> None:
        """List the turns, with the numbers by which `turn` goes to them."""
        for line in lines((Fields(turn_list_blocks(self._viewpoint.reading(self.words)), 2),), self.style):
            typer.echo(line)

    def go_to_turn(self, asked: str, page: bool = False) -> None:
        """Go to where a turn begins; ``page``: and show a page of how it stood there, the one named or the first."""
        course = timeline_of(self._viewpoint.reading(self.words).state)
        asked, _, named = asked.partition(" ")
        name = self.presenter.page_aliases.get(named.strip(), named.strip()) or self.presenter.pages[0]
        if page and name not in self.presenter.pages:
            self._say(self.words("past.no-page", pages=self.words("comma").join(self.presenter.pages)))
            return
        found = turns_in_words(self._viewpoint.reading(self.words))
        turn = find_turn(found, asked)
        if turn is None:
            self._say(self.words("past.which", n=last_number(found)))
            return
        self.at = course[turn.first].number
        if self.said(self.at):
            self.print_step()
        else:
            self._say(f"{self.at:5}  {plain(turn_name(turn, self._viewpoint.reading(self.words)))}")
        if page:
            self.print_page(name)

    def print_chart(self) -> None:
        """Draw what the game measures, no further than it is looked at."""
        for line in lines(chart_page(self._viewpoint.reading(self.words, charts=True), until=self.at), self.style):
            typer.echo(line)

    def find(self, text: str) -> None:
        """Go to the next step whose log contains a text."""
        for number in range(self.at + 1, self.last + 1):
            if any(text in line.lower() for line in self.said(number)):
                self.at = number
                self.print_step()
                return
        self._say(self.words("replay.not-found", typed=text))

    def help(self) -> None:
        """List what can be typed."""
        for line in HELP:
            self._say(self.words(f"replay.help.{line}", pages=", ".join(self.presenter.pages)))

    def _say(self, line: str) -> None:
        typer.echo(self.style.paint(self.style.spell(row(line))))


def seat_of(recording: Recording, name: str) -> int:
    """The seat of a player by the name, its beginning, or the number (from 1). Raises CommandFailed."""
    if not recording.opened:
        raise CommandFailed(words()("replay.closed"), USAGE)
    return seat_called(recording.names, name)


def seat_called(names: Sequence[str], name: str) -> int:
    """The seat of a player by the name, its beginning, or the number (from 1). Raises CommandFailed."""
    found = [seat for seat, one in enumerate(names) if one.casefold().startswith(name.casefold())]
    exact = [seat for seat, one in enumerate(names) if one == name or str(seat + 1) == name]
    if len(exact or found) != 1:
        raise CommandFailed(words()("replay.nobody", name=name, names=", ".join(names)), USAGE)
    return (exact or found)[0]
