"""The mark among what there is to choose among: where it stands, and what is listed for it."""

from __future__ import annotations

from dataclasses import replace

from tta_p2p.seats import messages as say

from ..cells import EMPTY
from ..commands.table import CommandContext
from ..presenter import Scene
from .boards import Board, Spot
from .preview import Preview
from .screen_state import (
    ALL_ACTS,
    SOME_ACTS,
    current_spots,
    focus_number,
    with_focus,
    with_mark_at_focus,
)
from .viewport import Viewport


class Selection:
    """Puts the mark on things, and says what there is to choose among."""

    def __init__(self, view: Viewport, preview: Preview) -> None:
        self._view, self._preview = view, preview
        self.is_moved = False
        """Whether the person has moved the mark since it was put where it stands."""
        self._left = ("", 0)
        """Where the mark stood before a list was opened."""

    def focus(self, to: int) -> None:
        """Put the mark on the thing of this number, from 0."""
        found = self._view.spots()
        look = with_focus(self._view.screen_state, found, to)
        self._view.screen_state = with_mark_at_focus(look, found, self._view.board)
        self._preview.refresh()

    def focus_default(self) -> None:
        """Put the mark where it stands at first."""
        self.focus(self._default())

    def _default(self) -> int:
        """Give where the mark stands at first: in a list on what lets it pass, so that nobody attacks by haste."""
        view = self._view
        board, found, context = view.board, view.spots(), view.context
        ending = (
            [verb for verb in board.controls.end_verbs if verb not in board.controls.unmarked_verbs]
            if board is not None
            else []
        )
        self.is_moved = False
        scene = context.reading.scene if context is not None else None
        if board is not None and scene is not None and scene.turn.mine and _is_reward(scene, board):
            return next((at for at, spot in enumerate(found) if spot.item is None or spot.item.verb not in ending), 0)
        passing = (at for at, spot in enumerate(found) if spot.item is not None and spot.item.verb in ending)
        listed = {text for spot in found for text in (spot.acts or (spot.item.text if spot.item else "",))}
        entries = context.reading.menu.entries if context is not None else ()
        items = [item for item in entries if item.text in listed]
        anew = board is not None and scene is not None and self._needs_reset(found)
        first = board.choices.initial_act(items, scene) if board is not None and scene is not None and anew else ""
        wanted = (at for at, spot in enumerate(found) if first and (spot.key == first or first in spot.acts))
        begun = next(wanted, focus_number(view.screen_state, found))
        return next(passing, begun)

    def _needs_reset(self, found: tuple[Spot, ...]) -> bool:
        """Whether the mark stands on nothing yet, or on what has come where the thing was that it stood on."""
        board, focus = self._view.board, self._view.screen_state.focus
        again = board is not None and board.controls.resets_mark
        return not focus or (again and all(spot.key != focus for spot in found))

    def show(self, shown: str, some: tuple[str, ...] = ()) -> None:
        """List things of a kind (as in `Look`) with the mark on none of them yet."""
        self.is_moved = False
        if not self._view.screen_state.list_name:
            self._left = self._view.screen_state.focus, self._view.screen_state.focus_index
        self._view.screen_state = replace(
            self._view.screen_state,
            list_name=shown,
            list_acts=some,
            list_filter="",
            focus="",
            focus_index=0,
            preview=(),
        )

    def filter_list(self, filter: str) -> None:
        """Leave of the list of all acts what fits, with the mark on the first of it."""
        self._view.screen_state = replace(self._view.screen_state, list_filter=filter, focus="", focus_index=0)
        self.is_moved = bool(filter)
        self.focus(0)

    def close_list(self) -> None:
        """Show the game's own panel in place of a list; the mark stays where it is, as far as that is there."""
        self._view.screen_state = replace(self._view.screen_state, list_name="", list_acts=(), list_filter="")

    def leave_list(self) -> None:
        """Show the game's own panel again with the mark where it stood, as far as that is there."""
        self.close_list()
        self.is_moved = False
        key, place = self._left
        if any(spot.key == key for spot in self._view.spots()):
            self._view.screen_state = replace(self._view.screen_state, focus=key, focus_index=place, preview=())
            self.focus(focus_number(self._view.screen_state, self._view.spots()))
        else:
            self.focus_default()

    def begin(self, done: tuple[int, Spot] | None, anew: bool) -> None:
        """Put the mark where it stands at first in a decision, or after an act in one.

        ``done``: where the last act stood (`last_act_spot`); ``anew``: another thing is decided now.
        """
        view = self._view
        if view.screen_state.list_name and not view.spots():
            self.close_list()
        if done is not None and not view.screen_state.list_name:  # it may have been done in a list
            view.screen_state = replace(view.screen_state, focus=done[1].key, focus_index=done[0])
        place = view.screen_state.focus_index
        if anew:
            view.screen_state = replace(
                view.screen_state, focus="", focus_index=0
            )  # what stands there now is of another kind
        self._return_to_map()
        self.focus_default()
        spot = view.spot()
        gone = spot is not None and spot.item is None and view.screen_state.focus_index == place  # nothing is there now
        left = done[1].note if done is not None and gone and not view.screen_state.list_name else EMPTY
        view.screen_state = replace(view.screen_state, last_act_note=(view.screen_state.focus, left))

    def _return_to_map(self) -> None:
        """Move the mark on the drawing again after an act that was chosen from there, as long as there is one."""
        look, reading, board = self._view.screen_state, self._view.reading(), self._view.board
        scene = reading.scene if reading is not None else None
        drawn = board is not None and scene is not None and bool(board.places(scene))
        listed = bool(look.list_name)
        on_map = drawn and (look.is_on_map or (look.returns_to_map and not listed))
        self._view.screen_state = replace(look, is_on_map=on_map, returns_to_map=look.returns_to_map and listed)

    def last_act_spot(self, before: CommandContext | None, turn: say.TurnReply | None) -> tuple[int, Spot] | None:
        """Give where the act that was just done stood in the game's own panel, if the mark stood on it somewhere."""
        was, look = before.state.turn if before is not None else None, self._view.screen_state
        grown = was is not None and turn is not None and was.number == turn.number and len(turn.draft) > len(was.draft)
        if before is None or turn is None or not grown:
            return None
        panel, done = replace(look, list_name="", list_acts=(), list_filter=""), turn.draft[-1].text
        found = current_spots(panel, before.reading, self._view.board)
        at = next((at for at, spot in enumerate(found) if spot.item is not None and spot.item.text == done), -1)
        listed = current_spots(look, before.reading, self._view.board) if look.list_name else found
        marked = listed[focus_number(look, listed)].item if listed else None
        # A list that was filtered is closed by now.
        was_marked = look.focus == done or (marked is not None and marked.text == done)
        return (at, found[at]) if at >= 0 and was_marked else None

    def settle(self, decision: bool) -> None:
        """After an act: go on with what there is to choose among, or with the next decision."""
        shown = self._view.screen_state.list_name
        if decision or shown == SOME_ACTS or (shown not in ("", ALL_ACTS) and not self._view.spots()):
            self.close_list()
            self.focus_default()
        self._preview.refresh()

    def mark_act(self, text: str) -> None:
        """Put the mark on an act, or on what stands for it among others."""
        found = enumerate(self._view.spots())
        at = next((at for at, spot in found if text and (spot.key == text or text in spot.acts)), None)
        if at is not None:
            self.focus(at)

    def mark_single_act(self, text: str) -> None:
        """Put the mark on an act; where it has no line of its own, what it is chosen among is listed."""
        self.close_list()
        found = self._view.spots()
        group = next((spot.acts for spot in found if text in spot.acts), (text,))
        if all(spot.item is None or spot.item.text != text for spot in found):
            self.show(SOME_ACTS, group)
        self.mark_act(text)

    def choose_among(self, texts: tuple[str, ...]) -> None:
        """Put the mark on the first of these acts; where one of them has no line of its own, list them."""
        lines = {spot.item.text: at for at, spot in enumerate(self._view.spots()) if spot.item is not None}
        if lines.keys() >= {*texts}:
            self.focus(lines[texts[0]])
            return
        before = self._view.screen_state
        self.show(SOME_ACTS, texts)
        if found := self._view.spots():
            self.focus(next((at for at, one in enumerate(found) if one.key == texts[0]), 0))
        else:
            self._view.screen_state = before


def _is_reward(scene: Scene, board: Board) -> bool:
    """Whether the seat chooses among gains of its own."""
    decision = scene.turn.decision
    return decision is not None and decision.key in board.controls.reward_decisions
