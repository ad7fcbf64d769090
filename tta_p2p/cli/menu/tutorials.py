"""Tutorials of all games: what is taught, how far somebody has come, and the pages of the start menu for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from tta_p2p.cli.menu.new_game import games_in_order
from tta_p2p.cli.options.choices import written_name
from tta_p2p.cli.output.speech import text_of, title_of, words
from tta_p2p.cli.terminal.lesson_progress import read_lessons
from tta_p2p.i18n import command
from tta_p2p.store.home import home
from tta_p2p.ui.blocks import Block, Fields, Gap, Heading, Para
from tta_p2p.ui.cells import row
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.menu import MenuEntry, MenuList, MenuText
from tta_p2p.ui.tutorial import Tutorial, general_page, tutorials_for


@dataclass(frozen=True)
class TutorialPart:
    """A part of what is taught of a game (``number``, from 1 on), and the lesson (from 0 on) reached; -1: none."""

    game: str
    number: int
    tutorial: Tutorial
    reached: int

    @property
    def is_finished(self) -> bool:
        """Whether all of its lessons were learned."""
        return self.reached >= len(self.tutorial.lessons)

    @property
    def title(self) -> str:
        """Its game and its name."""
        part = presenter_for(self.game, words()).words(f"tutorial.part.{self.tutorial.name}")
        return text_of("menu.tutorial.part", game=title_of(self.game), part=part)

    @property
    def standing(self) -> str:
        """Progress in it, in words; empty if it was not begun."""
        if self.is_finished:
            return text_of("menu.tutorial.finished")
        of = len(self.tutorial.lessons)
        return text_of("menu.tutorial.reached", n=self.reached + 1, of=of) if self.reached >= 0 else ""


def tutorial_parts(game: str) -> Iterator[TutorialPart]:
    """Give the parts that are taught of a game."""
    reached = read_lessons(home())
    for number, one in enumerate(tutorials_for(game), 1):
        yield TutorialPart(game, number, one, reached.get(f"{game}/{one.name}", -1))


def tutorial_page() -> tuple[Block, ...]:
    """List what is taught of all games, how far somebody has come, and what to type for it."""
    blocks: list[Block] = [Heading(row(text_of("menu.tutorial"))), Gap()]
    for game in games_in_order():
        parts = [*tutorial_parts(game)]
        for part in parts:
            standing = f"  {part.standing}" if part.standing else ""
            typed = command("tutorial", written_name(game), str(part.number))
            blocks += [Para(row(f"{part.title}{standing}")), Para(row(typed), 2)]
    others = [game for game in games_in_order() if not tutorials_for(game)]
    if others:
        told = tuple(
            (row(text_of("menu.tutorial.page", game=title_of(game))), row(command("tutorial", written_name(game))))
            for game in others
        )
        blocks += [Gap(), Fields(told)]
    return tuple(blocks)


class TutorialList:
    """The tutorials in the start menu."""

    def __init__(self, open: Callable[[Callable[[], MenuList | MenuText]], None], go: Callable[..., None]) -> None:
        """``open`` lays a page over what is seen; ``go`` runs a command, word by word."""
        self._open, self._go = open, go

    def listing(self) -> MenuList:
        """List the parts that are taught of each game; of others, how they are played."""
        entries = []
        for game in games_in_order():
            parts = [*tutorial_parts(game)]
            if not parts:
                told = text_of("menu.tutorial.page", game=title_of(game))
                entries.append(MenuEntry(told, enter=partial(self._open, partial(self._how_played, game, told))))
            for part in parts:
                lessons = partial(self._open, partial(self._lessons, part))
                entries.append(MenuEntry(part.title, "", part.standing, text_of("menu.tutorial.part.about"), lessons))
        return MenuList(text_of("menu.tutorial"), tuple(entries))

    def _lessons(self, part: TutorialPart) -> MenuList:
        """List the lessons of a part, with the mark on the one that was reached."""
        texts, entries = presenter_for(part.game, words()).words, []
        for number, lesson in enumerate(part.tutorial.lessons):
            told = text_of("menu.tutorial.from", n=number + 1, name=texts(f"tutorial.{lesson.key}"))
            go = partial(self._go, "tutorial", written_name(part.game), str(part.number), f"--from={number + 1}")
            is_past = number < part.reached
            key = "here" if number == part.reached else "past" if is_past else "lesson" if number else ""
            value = text_of("menu.tutorial.learned") if is_past else ""
            entries.append(MenuEntry(told, "", value, text_of(f"menu.tutorial.{key}") if key else "", go))
        return MenuList(part.title, tuple(entries), begin=0 if part.is_finished else max(0, part.reached))

    @staticmethod
    def _how_played(game: str, title: str) -> MenuText:
        return MenuText(title, general_page(presenter_for(game, words())))
