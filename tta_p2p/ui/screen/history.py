"""Looking back by keys: from place to place in the course of the game, turn by turn, by itself, and back to now."""

from __future__ import annotations

from dataclasses import replace

import trio

from ..blocks import Block, Page, Para
from ..cells import row
from ..course import Place
from ..past import PastTurn, as_it_stood, course_of, turn_at, turns_of
from ..reading import Reading
from ..telling import told
from .boards import Spot
from .keys import BY_NAME
from .look import TURNS
from .past import turn_of_spot
from .showing import ASKED_BY_ITSELF, Showing, blocks_of

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

    _begins: int | None = None
    """So many facts into a recorded game somebody wants to begin."""

    @property
    def _recorded(self) -> bool:
        return self._context is not None and self._context.state.recorded

    def _line(self, line: str) -> None:
        """Say a line as if it had been typed."""
        self._send.send_nowait((line, ""))

    def _list_turns(self) -> None:
        """List the turns so far; the focus stands on the one that is looked at, else on the last."""
        assert self._context is not None
        if "past" not in self._context.state.offers or self._context.presenter is None:
            return
        course = self._course()
        at = self.look.past if self.look.past is not None else len(course)
        self.look = replace(self.look, shown=TURNS, some=(), focus="", place=0, preview=(), plays=False)
        there = turn_at(self._turns(), at)
        self._focus(max((n for n, spot in enumerate(self.spots()) if turn_of_spot(spot) <= there), default=0))

    def _course(self) -> tuple[Place, ...]:
        return course_of(self._context.state) if self._context is not None else ()

    def _turns(self) -> tuple[PastTurn, ...]:
        return turns_of(self._context.reading) if self._context is not None else ()

    def go_back_to(self, place: int) -> None:
        """Show how it stood at a place, counted from 0."""
        course = self._course()
        if course:
            place = max(0, min(place, len(course) - 1))
            rival = 0 if self.look.past is None else self.look.rival  # whose board stood beside it before is not meant
            self.look = replace(self.look, past=place, shown="", some=(), page=None, preview=(), rival=rival)
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

    def _seen(self) -> Reading | None:
        """Give what is looked at: how it stands, or stood at a place of the past as soon as the node has told it."""
        context, at = self._context, self.look.past
        if context is None or at is None:
            return super()._seen()
        course = self._course()
        past = context.state.past.get(course[at].number) if at < len(course) else None
        if past is None:
            return self._stood[1] if self._stood is not None else context.reading
        if self._stood is None or self._stood[0] is not past:
            self._stood = past, as_it_stood(context.reading, past)
        return self._stood[1]

    def begin_at(self, facts: int) -> None:
        """Show a recorded game from there on, as soon as it is told."""
        self._begins = facts

    def _begin_back(self) -> None:
        """Show the place that is looked at, once more where another seat has come to look."""
        context, begins = self._context, self._begins
        if context is None or context.state.turn is None or not context.state.recorded:
            return
        course = self._course()
        if begins is not None and course:
            self._begins = None
            self.go_back_to(next((at for at, place in enumerate(course) if place.number >= begins), len(course) - 1))
        elif self.look.past is not None and self.look.past < len(course):
            self._fetch(course)

    def _show_end(self) -> None:
        """Show how a recorded game came out."""
        context = self._context
        assert context is not None
        state, words = context.state, context.words
        blocks: list[Block] = []
        if state.over is not None:
            blocks += [block for display in told(state.over, context.reading, False) for block in blocks_of(display)]
        elif state.halted is not None:
            blocks += [Para(row(words(f"replay.called-off.{state.halted.key}")))]
        else:
            blocks += [Para(row(words("replay.unfinished")))]
        self._open(row(words("over" if state.over is not None else "past.end")), tuple(blocks))

    def _other_eyes(self) -> None:
        """See a recorded game through the eyes of the next seat, or of everybody."""
        assert self._context is not None
        state = self._context.state
        if not state.wish.others:
            self._open(row(), (Para(row(self._context.words("past.closed"))),), low=True)
            return
        eyes: list[int | None] = [None, *state.wish.others]
        self._stood = None
        self._line(f"eyes {eyes[(eyes.index(state.seat) + 1) % len(eyes)]}" if state.seat in eyes else "eyes")

    def _back_to_now(self) -> None:
        self.look = replace(self.look, past=None, plays=False, shown="", preview=())
        self._stood = None
        self._focus(self._default())

    def _looks_back(self, key: str) -> bool:
        """Take a key while the past is looked at; whether it was one for that."""
        at = self.look.past
        if at is None or self.look.shown:
            return False
        course, past = self._course(), self._turns()
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
        elif key == "s" and self._recorded and len(course):
            self._other_eyes()
        elif key == "q" and self._recorded:
            self._line("quit")
        elif key in ("esc", "ctrl c", "q") and self._recorded:
            self.go_back_to(len(course) - 1)
            self._show_end()
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
        """Show how it stood when the turn in focus began; of one with phases these are listed first."""
        past = self._turns()
        if spot is not None and len(spot.several) > 1:
            self.look = replace(self.look, some=spot.several, focus="", place=0, preview=())
            self._focus(0)
        elif spot is not None and turn_of_spot(spot) < len(past):
            self.go_back_to(past[turn_of_spot(spot)].first)

    def _page_of_then(self, name: str) -> None:
        """Show a page of the game as it stood at the place that is looked at."""
        reading = self.reading()
        if reading is not None and reading.presenter is not None and reading.scene is not None:
            page: Page = reading.presenter.page(name, "", reading.scene)
            self._open(row(reading.words("past.back"), " ", page.title), page.blocks)
