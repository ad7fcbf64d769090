"""One position at the screen: the mark on every line, every key, every page; nothing is sent to a node."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from string import ascii_letters, digits
from typing import Any

from tests.ui.campaign.watch import Size, Watch
from tests.ui.screen.keyboard import coming, face_told, lines_of
from tta_p2p.games.local import LocalGame
from tta_p2p.keyboard.table import ACTIONS
from tta_p2p.seats import messages as say
from tta_p2p.ui.act_menu import are_equivalent
from tta_p2p.ui.screen.boards import Spot
from tta_p2p.ui.screen.screen_state import ScreenState

STROKES = tuple(stroke for action in ACTIONS.values() for stroke in action.strokes)
EVERY = tuple(dict.fromkeys((
    *ascii_letters, *digits, *STROKES, *"!@#$%^&*()-_=+[]{};,.<>\\|`~ ", "ctrl u",
    "ctrl a", "ctrl z", "f5", "delete", "insert", "meta x", "中", "é",
)))  # fmt: skip
"""Every key of a keyboard, as a terminal reports it."""
LISTS = ("", "a", "h")
"""What lists acts in every game: the panel, all of them, the hand."""


class Walk:
    """A client that was told a moment of a game, and a person who tries all keys there."""

    def __init__(
        self, local: LocalGame[Any, Any], seat: int | None, language: str, size: Size, watch: Watch, where: str
    ) -> None:
        """``seat``: whose client it is; None: it looks on."""
        self.size, self.watch, self.where = size, watch, f"{where}, {language}, {size[0]}×{size[1]}"
        self.seats, self.keys = local.seats, 0
        self.face, self.time = face_told(coming(local, seat), language, size), 0.0
        self.face.panes.numbers.clock = lambda: self.time
        self.base = self.face.screen_state
        self._seen: list[ScreenState] = []
        self._asked: list[tuple[str, ...]] = []
        self._look()

    def _look(self, *keys: str) -> None:
        look = self.face.screen_state
        if look in self._seen:  # this picture has been seen
            return
        self._seen.append(look)
        self.watch.look(self.face, self.size, " ".join((self.where, "keys", *keys)) if keys else self.where)

    def _press(self, *keys: str, after: Sequence[str] = ()) -> None:
        for at, key in enumerate(keys):
            self.face.press(key)
            self.keys += 1
            self._look(*after, *keys[: at + 1])

    def _back(self) -> None:
        self.face.panes.view.screen_state = self.base
        lines_of(self.face)

    @property
    def letters(self) -> tuple[str, ...]:
        """The keys that list acts here."""
        board = self.face.board
        return (*LISTS, *(board.controls.letters if board is not None else ()))

    def lists(self, most: int | None = None) -> None:
        """Stand on every line of every list, ask about it and do it; ``most``: of so many lines of a list."""
        met = list[tuple[Spot, ...]]()
        for letter in self.letters:
            self._back()
            if letter:
                self._press(letter)
            if (not letter or self.face.screen_state != self.base) and self.face.spots() not in met:
                met.append(self.face.spots())
                lines_of(self.face)
                self._lines(most if letter else None, (letter,) if letter else ())
        self._back()

    def _lines(self, most: int | None, after: tuple[str, ...]) -> None:
        number = len(self.face.spots())
        for _ in range(number if most is None else min(number, most)):
            self.line(after)
            after = (*after, "down")
            self._press("down", after=after[:-1])

    def line(self, after: Sequence[str] = (), deeper: bool = True) -> None:
        """Ask about the line in focus, and do what it says: what is sent is what it shows."""
        before, spot = self.face.screen_state, self.face.spot()
        if spot is None:
            return
        if spot.faces not in self._asked:  # the page of help, with what is in focus
            self._asked.append(spot.faces)
            self._press("?", after=after)
            self.face.panes.view.screen_state = before
            lines_of(self.face)
        self._press("enter", after=after)
        self._sent(spot, lines_of(self.face), (*after, "enter"))
        if deeper and self.face.screen_state.list_name != before.list_name and spot.acts:
            self._one_of(spot, (*after, "enter"))
        self.face.panes.view.screen_state = before
        lines_of(self.face)

    def _sent(self, spot: Spot, lines: Iterable[str], keys: Sequence[str]) -> None:
        """What Enter has sent is the act that the mark showed."""
        for line in lines:
            word, _, act = line.partition(" ")
            if word in ("act", "sure") and (spot.item is None or spot.item.text != act):
                shown = spot.item.text if spot.item is not None else "no act"
                self.watch.find("an act that the mark did not show", act, f"{self.where} keys {' '.join(keys)}", shown)

    def _one_of(self, spot: Spot, after: Sequence[str]) -> None:
        """One line stood for several acts: they are listed now."""
        within = {text for one in self.face.spots() for text in (one.acts or (one.item.text if one.item else "",))}
        entries = self.face.context.reading.menu.entries if self.face.context is not None else ()
        left_out = [item for item in entries if item.text in spot.acts and item.text not in within]
        kept = [item for item in entries if item.text in within]
        if any(not any(are_equivalent([item, one]) for one in kept) for item in left_out):
            matter = f"{left_out[0].text} of {len(spot.acts)}"
            self.watch.find("an act that no line stands for", matter, f"{self.where} keys {' '.join(after)}")
        for _ in range(min(3, len(self.face.spots()))):
            self.line(after, deeper=False)
            self._press("down", after=after)

    def every_key(self, keys: Iterable[str] = EVERY, luck: random.Random | None = None) -> None:
        """Press every key in this position; ``luck``: another key after each that opens something."""
        for key in keys:
            self._press(key)
            if luck is not None and self.face.screen_state != self.base:
                self._press(luck.choice(EVERY), after=(key,))
            self._back()

    def pages(self) -> None:
        """Turn all pages of the game, and those of all its players."""
        presenter = self.face.context.presenter if self.face.context is not None else None
        for key, number in (("o", len(presenter.pages) if presenter is not None else 0), ("tab", self.seats)):
            self._press(key, *["right"] * (number - 1))
            self._back()
        board = self.face.board
        for key in board.controls.pages if board is not None else ():
            self._press(key, "end")
            self._back()

    def numbers(self) -> None:
        """Type the number of every line of every list: the mark stands on the line that shows it."""
        for letter in self.letters:
            self._back()
            if letter:
                self._press(letter)
            base = self.face.screen_state
            if letter and base == self.base:
                continue
            for spot in self.face.spots():
                if not spot.number:
                    continue
                now = self._typed(str(spot.number), base)
                if now is None or now.number != spot.number:
                    self._off(letter, str(spot.number), now)
        self._back()

    def digits(self) -> None:
        """Press every digit in every list: the mark goes to the line that shows it, or stays, and that is said."""
        for letter in self.letters:
            self._back()
            if letter:
                self._press(letter)
            self.face.press("down")
            base, was = self.face.screen_state, self.face.spot()
            for digit in digits:
                now = self._typed(digit, base)
                if now != was and (now is None or now.number != int(digit)):
                    self._off(letter, digit, now)
                if (now is None or now.number != int(digit)) and self.face.screen_state.notes == base.notes:
                    where = f"{self.where} keys {letter} down {digit}"
                    self.watch.find("a number that means nothing, and nothing says so", digit, where)
        self._back()
        self.numbers()

    def _typed(self, number: str, look: ScreenState) -> Spot | None:
        """Give what the mark stands on once a number was typed at once, long after the one before."""
        self.face.panes.view.screen_state, self.time = look, self.time + 10.0
        for digit in number:
            self.face.press(digit)
        return self.face.spot()

    def _off(self, letter: str, number: str, now: Spot | None) -> None:
        decided = self.face.context.reading.state.turn if self.face.context is not None else None
        about = decided.decision.key if isinstance(decided, say.TurnReply) and decided.decision is not None else ""
        stands = f"the mark is on {now.number} {now.key}" if now is not None else "no mark"
        keys = f"{self.where} keys {letter} {' '.join(number)}"
        self.watch.find("a number that marks another line", about, keys, f"{number} typed, {stands}")

    def is_own_page(self) -> bool:
        """Whether the game's own presenter and board show the position, not those that show any game."""
        context, board = self.face.context, self.face.board
        assert context is not None and context.presenter is not None and board is not None
        room = f"tta_p2p.ui.{context.presenter.game.name}"
        return type(context.presenter).__module__.startswith(room) and type(board).__module__.startswith(room)
