"""Looking back by keys: from place to place in the course of the game, turn by turn, by itself, and back to now."""

from __future__ import annotations

from dataclasses import replace

import trio

from tta_p2p.keyboard.table import BY_STROKE
from tta_p2p.seats.messages import UNFINISHED

from ..blocks import Block, Para
from ..cells import row
from ..history import HistoryTurn, timeline_of, turn_at, turns_in_words
from ..news_text import announce
from ..state import CHART
from ..timeline import HistoryMoment
from .boards import Spot
from .line_queue import AUTOMATIC_QUERIES, LineQueue
from .notes import blocks_of
from .pager import Pager
from .screen_state import TURNS
from .selection import Selection
from .turn_list import turn_of_spot
from .viewport import Viewport

REPLAY_SECONDS = 1.0
"""Seconds from one place to the next where it goes on by itself."""
HISTORY_ABOUT = frozenset((
    "up-down", "number", "enter", "players", "pages", "log", "past", "chart", "fair", "who", "help", "look-up", "chat",
    "chats", "typed",
))  # fmt: skip
"""Keys that do the same while the past is looked at; those that act do nothing then."""
PREFETCH = 4
"""So many places on either side are asked for together."""


class HistoryPane:
    """Shows how the game stood before."""

    def __init__(self, view: Viewport, queue: LineQueue, pager: Pager, selection: Selection) -> None:
        self._view, self._queue, self._pager, self._selection = view, queue, pager, selection
        self._begins: int | None = None
        """So many facts into a recorded game somebody wants to begin."""
        self._wakes = trio.Event()
        """Set when the past begins to be played."""

    @property
    def _recorded(self) -> bool:
        context = self._view.context
        return context is not None and context.state.is_recording

    def _course(self) -> tuple[HistoryMoment, ...]:
        context = self._view.context
        return timeline_of(context.state) if context is not None else ()

    def _turns(self) -> tuple[HistoryTurn, ...]:
        context = self._view.context
        return turns_in_words(context.reading) if context is not None else ()

    def list_turns(self) -> None:
        """List the turns so far; the focus stands on the one that is looked at, else on the last."""
        view, context = self._view, self._view.context
        assert context is not None
        if "past" not in context.state.offers or context.presenter is None:
            return
        at = view.screen_state.moment if view.screen_state.moment is not None else len(self._course())
        self._selection.show(TURNS)
        view.screen_state = replace(view.screen_state, is_replaying=False)
        there = turn_at(self._turns(), at)
        found = enumerate(view.spots())
        self._selection.focus(max((n for n, spot in found if turn_of_spot(spot) <= there), default=0))

    def show_moment(self, place: int) -> None:
        """Show how it stood at a place, counted from 0."""
        view, course = self._view, self._course()
        if course:
            place = max(0, min(place, len(course) - 1))
            rival = (
                0 if view.screen_state.moment is None else view.screen_state.rival_offset
            )  # whose board stood beside it before is not meant
            view.screen_state = replace(
                view.screen_state, moment=place, list_name="", list_acts=(), page=None, preview=(), rival_offset=rival
            )
            self._fetch(course)
            self._selection.focus(view.screen_state.focus_index)

    def _fetch(self, course: tuple[HistoryMoment, ...]) -> None:
        """Ask the node for the place that is looked at, and for those around it, unless they are known."""
        context, at = self._view.context, self._view.screen_state.moment
        if context is None or at is None or course[at].number in context.state.history:
            return
        near = course[max(0, at - PREFETCH) : at + PREFETCH + 1]
        numbers = dict.fromkeys(place.number for place in near if place.number not in context.state.history)
        self._queue.ask(f"past {' '.join(map(str, numbers))}", AUTOMATIC_QUERIES)

    def ask_chart(self) -> None:
        """Ask for the charts: of a recorded game no further than it is looked at."""
        at, course = self._view.screen_state.moment, self._course()
        past = self._recorded and at is not None and at < len(course)
        self._queue.put(f"{CHART} {course[at].number}" if past and at is not None else CHART)

    def begin_at(self, facts: int) -> None:
        """Show a recorded game from there on, as soon as it is told."""
        self._begins = facts

    def refresh(self) -> None:
        """Show the place that is looked at, once more where another seat has come to look."""
        context, begins, at = self._view.context, self._begins, self._view.screen_state.moment
        if context is None or context.state.turn is None or not context.state.is_recording:
            return
        course = self._course()
        if begins is not None and course:
            self._begins = None
            self.show_moment(next((at for at, place in enumerate(course) if place.number >= begins), len(course) - 1))
        elif at is not None and at < len(course):
            self._fetch(course)

    def _show_end(self) -> None:
        """Show how a recorded game came out."""
        context = self._view.context
        assert context is not None
        state, words = context.state, context.words
        blocks: list[Block] = []
        if state.game_over is not None:
            blocks += [
                block for display in announce(state.game_over, context.reading, False) for block in blocks_of(display)
            ]
        elif state.is_growing:
            self._pager.open(row(words("past.reading")), (Para(row(words("past.reading.far"))),), low=True)
            return
        elif state.halt is not None and state.halt.key != UNFINISHED:
            blocks += [Para(row(words(f"replay.called-off.{state.halt.key}")))]
        else:
            blocks += [Para(row(words("replay.unfinished")))]
        self._pager.open(row(words("over" if state.game_over is not None else "past.end")), tuple(blocks))

    def _switch_seat(self) -> None:
        """See a recorded game through the eyes of the next seat, or of everybody."""
        context = self._view.context
        assert context is not None
        state = context.state
        if not state.seat_request.shared_seats:
            self._pager.open(row(), (Para(row(context.words("past.closed"))),), low=True)
            return
        eyes: list[int | None] = [None, *state.seat_request.shared_seats]
        self._view.forget_past()
        self._queue.put(f"eyes {eyes[(eyes.index(state.seat) + 1) % len(eyes)]}" if state.seat in eyes else "eyes")

    def _close(self) -> None:
        self._view.screen_state = replace(
            self._view.screen_state, moment=None, is_replaying=False, list_name="", preview=()
        )
        self._view.forget_past()
        self._selection.focus_default()

    def press(self, key: str) -> bool:
        """Take a key while the past is looked at; whether it was one for that."""
        view, at = self._view, self._view.screen_state.moment
        if at is None or view.screen_state.list_name:
            return False
        course, past = self._course(), self._turns()
        now = turn_at(past, at)
        view.screen_state = replace(view.screen_state, is_replaying=view.screen_state.is_replaying and key == " ")
        if key in ("right", "page down", "end") and self._recorded and at >= len(course) - 1:
            self._show_end()
        elif key in ("left", "right"):
            self.show_moment(at + (1 if key == "right" else -1))
        elif key in ("page up", "page down") and past:
            to = now - (at <= past[now].first) if key == "page up" else now + 1
            self.show_moment(past[max(0, to)].first if to < len(past) else len(course) - 1)
        elif key in ("home", "end"):
            self.show_moment(0 if key == "home" else len(course) - 1)
        elif key == " ":
            view.screen_state = replace(view.screen_state, is_replaying=not view.screen_state.is_replaying)
            self._wakes.set()
        elif key == "s" and self._recorded and len(course):
            self._switch_seat()
        elif key in ("q", "esc") and self._recorded:
            self._queue.put("quit")
        elif key in ("esc", "q"):
            self._close()
        else:
            return view.board is None or not (key in view.board.controls.pages or BY_STROKE.get(key) in HISTORY_ABOUT)
        return True

    async def replay(self) -> None:
        """Go on from place to place as long as that is wanted; wakes up at no other time."""
        view = self._view
        while True:
            if not view.screen_state.is_replaying:
                self._wakes = trio.Event()
                await self._wakes.wait()
            await trio.sleep(REPLAY_SECONDS)
            at = view.screen_state.moment
            if view.screen_state.is_replaying and at is not None:
                if at >= len(self._course()) - 1:
                    view.screen_state = replace(view.screen_state, is_replaying=False)
                else:
                    self.show_moment(at + 1)
                view.changed()

    def go_to_turn(self, spot: Spot | None) -> None:
        """Show how it stood when the turn in focus began; of one with phases these are listed first."""
        past = self._turns()
        if spot is not None and len(spot.acts) > 1:
            self._selection.show(TURNS, spot.acts)
            self._selection.focus(0)
        elif spot is not None and turn_of_spot(spot) < len(past):
            self.show_moment(past[turn_of_spot(spot)].first)

    def show_page(self, name: str) -> None:
        """Show a page of the game as it stood at the place that is looked at."""
        reading = self._view.reading()
        if reading is not None and reading.presenter is not None and reading.scene is not None:
            page = reading.presenter.page(name, "", reading.scene)
            self._pager.open(row(reading.words("past.back"), " ", page.title), page.blocks)
