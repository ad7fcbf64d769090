"""Looking back by keys: from place to place in the course of the game, turn by turn, by itself, and back to now."""

from __future__ import annotations

from dataclasses import replace

import trio

from ..blocks import Page
from ..cells import row
from ..past import Place, as_it_stood, course_of, turn_at, turns
from ..reading import Reading
from .boards import Spot
from .keys import BY_NAME
from .look import TURNS
from .showing import ASKED_BY_ITSELF, Showing

PACE = 1.0
"""Seconds from one place to the next where it goes on by itself."""
LOOKING = frozenset((
    "up-down", "number", "enter", "players", "pages", "log", "past", "chart", "fair", "who", "help", "look-up", "chat",
    "chats", "typed",
))  # fmt: skip
"""Keys that do the same while the past is looked at; those that act do nothing then."""
AHEAD = 4
"""So many places on either side are asked for together."""


class History(Showing):
    """Shows how the game stood before."""

    def _list_turns(self) -> None:
        """List the turns so far; the focus stands on the one that is looked at, else on the last."""
        assert self._context is not None
        if "past" not in self._context.state.offers or self._context.presenter is None:
            return
        course = self._course()
        at = self.look.past if self.look.past is not None else len(course)
        self.look = replace(self.look, shown=TURNS, some=(), focus="", place=0, preview=(), plays=False)
        self._focus(turn_at(turns(course), at))

    def _course(self) -> tuple[Place, ...]:
        return course_of(self._context.state) if self._context is not None else ()

    def go_back_to(self, place: int) -> None:
        """Show how it stood at a place, counted from 0."""
        course = self._course()
        if course:
            place = max(0, min(place, len(course) - 1))
            self.look = replace(self.look, past=place, shown="", some=(), page=None, preview=(), digits="")
            self._fetch(course)
            self._focus(self.look.place)

    def _fetch(self, course: tuple[Place, ...]) -> None:
        """Ask the node for the place that is looked at, and for those around it, unless they are known."""
        at = self.look.past
        if self._context is None or at is None or course[at].number in self._context.state.past:
            return
        near = course[max(0, at - AHEAD) : at + AHEAD + 1]
        numbers = dict.fromkeys(place.number for place in near if place.number not in self._context.state.past)
        self._send.send_nowait((f"past {' '.join(map(str, numbers))}", ASKED_BY_ITSELF))

    def reading(self) -> Reading | None:
        """Read how it stands now, or stood at the place that is looked at as soon as the node has told it."""
        context, at = self._context, self.look.past
        if context is None or at is None:
            return super().reading()
        course = self._course()
        past = context.state.past.get(course[at].number) if at < len(course) else None
        if past is None:
            return self._stood[1] if self._stood is not None else context.reading
        if self._stood is None or self._stood[0] is not past:
            self._stood = past, as_it_stood(context.reading, past)
        return self._stood[1]

    def _back_to_now(self) -> None:
        self.look = replace(self.look, past=None, plays=False, shown="", preview=(), digits="")
        self._stood = None
        self._focus(self._default())

    def _looks_back(self, key: str) -> bool:
        """Take a key while the past is looked at; whether it was one for that."""
        at, course = self.look.past, self._course()
        if at is None or self.look.shown:
            return False
        past = turns(course)
        now = turn_at(past, at)
        self.look = replace(self.look, plays=self.look.plays and key == " ")
        if key in ("left", "right"):
            self.go_back_to(at + (1 if key == "right" else -1))
        elif key in ("page up", "page down") and past:
            to = now - (at <= past[now].first) if key == "page up" else now + 1
            self.go_back_to(past[max(0, to)].first if to < len(past) else len(course) - 1)
        elif key in ("home", "end"):
            self.go_back_to(0 if key == "home" else len(course) - 1)
        elif key == " ":
            self.look = replace(self.look, plays=not self.look.plays)
            self._wakes.set()
        elif key in ("esc", "ctrl c", "q"):
            self._back_to_now()
        else:
            return self._board is None or not (key in self._board.pages or BY_NAME.get(key) in LOOKING)
        return True

    async def play_forward(self) -> None:
        """Go on from place to place as long as that is wanted; wakes up at no other time."""
        while True:
            if not self.look.plays:
                self._wakes = trio.Event()
                await self._wakes.wait()
            await trio.sleep(PACE)
            at = self.look.past
            if self.look.plays and at is not None:
                if at >= len(self._course()) - 1:
                    self.look = replace(self.look, plays=False)
                else:
                    self.go_back_to(at + 1)
                self.changed()

    def _go_to_turn(self, spot: Spot | None) -> None:
        """Show how it stood when the turn in focus began."""
        past = turns(self._course())
        if spot is not None and 0 < spot.number <= len(past):
            self.go_back_to(past[spot.number - 1].first)

    def _page_of_then(self, name: str) -> None:
        """Show a page of the game as it stood at the place that is looked at."""
        reading = self.reading()
        if reading is not None and reading.presenter is not None and reading.scene is not None:
            page: Page = reading.presenter.page(name, "", reading.scene)
            self._open(row(reading.words("past.back"), " ", page.title), page.blocks)
