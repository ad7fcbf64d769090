"""The keys that act: what they stand for depends on what there is to choose among."""

from __future__ import annotations

from dataclasses import replace

from ..blocks import Para
from ..cells import Span, row
from ..commands.acts import is_last_choice
from ..plain_view import parse_number
from ..presenter import MenuItem
from .boards import Spot
from .numbers import has_menu_numbers
from .panes import Panes
from .screen_state import ALL_ACTS, HAND, SOME_ACTS, TURNS, focus_number
from .viewport import may_act

KIND_LISTS = 2
"""So many verbs of a letter are so much alike that why the first is not possible says why none is."""


class ActKeys:
    """Does and lists acts."""

    def __init__(self, panes: Panes) -> None:
        self._panes, self._view, self._queue = panes, panes.view, panes.queue
        self._selection = panes.selection

    def press(self, does: str) -> bool:
        """Take a key by what it does; whether it was one that acts."""
        context = self._view.context
        assert context is not None
        if does == "enter" and self._view.screen_state.list_name == TURNS:
            self._panes.history.go_to_turn(self._view.spot())
        elif does == "enter" and self._view.screen_state.moment is None:
            self.do(self._view.spot())
        elif does == "escape":
            self._close_list()
        elif does == "all":
            self.list_acts(ALL_ACTS)
        elif does == "end":
            self._end()
        elif does in ("undo", "redo", "reset"):
            self._panes.undo.is_whole_draft = does == "reset"
            self._queue.put(does)
        else:
            return False
        return True

    def _close_list(self) -> None:
        if self._view.screen_state.list_filter:
            self._selection.filter_list("")
            return
        listed = self._view.screen_state.list_name
        if not listed:  # one's own board, or the map, comes back as well
            self._view.screen_state = replace(self._view.screen_state, rival_offset=0)
        if listed:
            self._selection.leave_list()
        else:
            self._selection.close_list()
            self._selection.focus(focus_number(self._view.screen_state, self._view.spots()))

    def do(self, spot: Spot | None) -> None:
        """Do the act in focus; where there is none, it is said why."""
        context = self._view.context
        assert context is not None
        if spot is None and self._view.screen_state.list_filter:
            self._panes.notes.answer((Para(row(context.words("screen.filter.none"))),))
        elif spot is None or not may_act(context.state):
            self._queue.put("who")
        elif spot.item is not None:
            self._queue.put_act(f"{'sure' if self.needs_confirmation(spot.item) else 'act'} {spot.item.text}")
            self._selection.is_moved = False
            if self._view.screen_state.list_filter:  # what is done next need not fit
                self._selection.close_list()
        elif spot.acts:
            self._selection.is_moved = False
            self._selection.show(SOME_ACTS, spot.acts)
            self._selection.focus(0)
        elif spot.refusal:
            self._panes.notes.answer((Para(row(spot.refusal)),))
        elif spot.query:
            self._queue.put_act(f"why {spot.query}")

    def needs_confirmation(self, item: MenuItem) -> bool:
        """Whether an act in focus may be one for good that a single key would do: nobody has chosen it among others."""
        return not self._selection.is_moved and self._may_be_final(item)

    def _may_be_final(self, item: MenuItem) -> bool:
        """Whether an act cannot be taken back, as far as is known, though something else could be done.

        What lets an act of others pass is never asked about: it is what happens where nobody is there.
        """
        board, context = self._view.board, self._view.context
        if board is None or context is None or context.reading.scene is None or context.state.turn is None:
            return False
        turn, scene = context.state.turn, context.reading.scene
        passes = turn.decision is not None and item.text == turn.decision.idle and board.is_response(scene)
        others = [one for one in context.reading.menu.entries if one.verb not in board.controls.hidden_verbs]
        if context.state.seat_request.tutorial:  # a lesson takes one act alone, and its question would be in the way
            return False
        if passes or not (turn.draft or len(others) > 1):
            return False
        return is_last_choice(context.state) or self._panes.preview.is_final(item.text)

    def type_number(self, typed: str) -> None:
        """Do what the line of a number shows; it is asked about where it is final, as nothing has said what it does.

        Where the numbers in sight are those of the menu, as on a page, the number may be that of an act further down.
        """
        view, context, number = self._view, self._view.context, parse_number(typed)
        assert context is not None
        found, state = view.spots(), context.state
        spot = next((one for one in found if number and one.number == number), None)
        if spot is not None and spot.item is None and state.confirmation is None:
            self.do(spot)
            return
        of_menu = view.screen_state.page is not None or has_menu_numbers(found) or not may_act(state)
        item = spot.item if spot is not None else None
        if item is None and not of_menu:
            self._panes.notes.answer((Para(row(Span(context.words("screen.number.none", n=typed), "warn"))),))
            return
        entry = item or (context.reading.menu.entry_of(number) if number is not None else None)
        seen = entry is not None and (entry == item or entry.text in state.listed_acts)
        if entry is None or not may_act(state) or not seen:
            self._queue.put_act(typed)
        elif self._may_be_final(entry):
            self._queue.put_act(f"sure {entry.text}")
        else:
            self._queue.put_act(f"act {entry.text}" if entry == item else typed)

    def list_hand(self) -> bool:
        """List the own cards, each with what can be done with it; whether there are any that are not listed yet."""
        view, before = self._view, self._view.screen_state
        if before.moment is not None or before.list_name == HAND:
            view.screen_state = replace(before, list_name="")
            return False
        self._selection.show(HAND)
        if not view.spots():
            view.screen_state = before
            return False
        self._selection.focus(0)
        return True

    def list_acts(self, key: str) -> None:
        """List acts; where the only one is meant by the key, it is done."""
        view, context, board = self._view, self._view.context, self._view.board
        if context is None or board is None:
            return
        if not may_act(context.state):
            self._queue.put("who")
            return
        before = view.screen_state
        self._selection.show(key)
        found = view.spots()
        letter = board.controls.letters.get(key)
        if letter is not None and letter.does_single_act and len(found) == 1:
            view.screen_state = before
            self.do(found[0])
        elif not found:
            view.screen_state = before
            scene = context.reading.scene
            decision = scene.turn.decision if scene is not None else None
            own = scene is not None and (board.is_own_turn(scene) or (decision is not None and decision.sealed))
            if letter is not None and len(letter.verbs) <= KIND_LISTS and own:
                self._queue.put_act(f"why {letter.verbs[0]}")  # the rules say what is missing
            elif letter is not None:
                none = context.words("screen.none", what=context.words(f"key.{letter.action}"))
                self._panes.notes.answer((Para(row(none)),))
        else:
            self._selection.focus(0)

    def _end(self) -> None:
        """Do what ends the turn, or lets something pass."""
        context, board = self._view.context, self._view.board
        if context is None or board is None:
            return
        entries = context.reading.menu.entries if may_act(context.state) else ()
        for verb in board.controls.end_verbs:
            meant = [item for item in entries if item.verb == verb]
            if len(meant) == 1:
                self._queue.put_act(f"{'sure' if self._may_be_final(meant[0]) else 'act'} {meant[0].text}")
                return
        if entries:
            self._panes.notes.answer((Para(row(context.words("screen.no-end"))),))
        else:
            self._queue.put("who")
