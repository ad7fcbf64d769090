"""The mark on what a game draws: it is moved by arrows, says what is there, and chooses among the acts that name it.

The list beside the drawing stays, and both marks follow each other: where an act of the list names the place under the
mark, that act is in focus; what the mark of the list comes to stand on takes the one on the drawing with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..blocks import Para
from ..cells import EMPTY, row
from .act_keys import ActKeys
from .boards import Board, Spot
from .panes import Panes
from .screen_state import (
    HAND,
    SOME_ACTS,
    TURNS,
    ScreenState,
    acts_of,
    focus_number,
    marked_number,
    place_in_focus,
    places_of,
)
from .viewport import may_act

STEPS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
TURNED = {"page up": -1, "page down": 1}
"""Keys that move the mark of the list meanwhile."""


def next_place(places: Mapping[str, tuple[int, int]], place: str, key: str) -> str:
    """Give the nearest place in the direction of a key, straight ahead first; the same one where there is none."""
    if place not in places:
        return next(iter(places), "")
    (x, y), (across, down) = places[place], STEPS[key]
    ahead = [
        (abs(along) + 3 * aside, other)
        for other, (to_x, to_y) in places.items()
        if (along := (to_x - x) * across + (to_y - y) * down) > 0
        for aside in (abs((to_x - x) * down) + abs((to_y - y) * across),)
    ]
    return min(ahead)[1] if ahead else place


def spot_at(found: Sequence[Spot], board: Board, place: str, focus: int) -> int:
    """Give the number of the spot that names a place: the one in focus, else one that ends there; -1: none does."""
    ends, names = list[int](), list[int]()
    for number, spot in enumerate(found):
        if place in (places := places_of(spot, board)):
            ends += [number] if spot.item is not None and places[-1] == place else []
            names.append(number)
    return focus if focus in names else next(iter((*ends, *names)), -1)


class MapMark:
    """Takes the keys of the mark on the drawing."""

    def __init__(self, panes: Panes, acts: ActKeys) -> None:
        self._panes, self._view, self._acts = panes, panes.view, acts

    def press(self, does: str, key: str) -> bool:
        """Take a key; whether it was one for the mark on the drawing."""
        look, places = self._view.screen_state, self._places()
        if does == "map" and not look.is_on_map:
            self._begin(places)
        elif does == "escape" and look.returns_to_map and look.list_name == SOME_ACTS:
            self._panes.selection.close_list()
            self._set(replace(self._view.screen_state, is_on_map=bool(places), returns_to_map=False))
            self._point(look.place)
        elif not look.is_on_map or not places or look.list_name in (TURNS, HAND):
            return False
        elif does == "map":
            self._tell()
        elif key in STEPS:
            self._panes.selection.is_moved = True
            self._point(next_place(places, look.place, key))
        elif key in TURNED and (found := self._view.spots()):
            self._panes.selection.is_moved = True
            self._panes.selection.focus((focus_number(look, found) + TURNED[key]) % len(found))
        elif does == "enter":
            self._choose()
        elif does == "escape" and not look.list_name:
            self._set(replace(look, is_on_map=False, preview=()))
            self._panes.selection.focus(focus_number(look, self._view.spots()))
        else:
            return False
        return True

    def click(self, place: str, is_goal: bool) -> None:
        """Put the mark on a place; choose among the acts there if it stands there already.

        ``is_goal``: the place is marked as one where the act in focus, or one like it, can lead: that act is done.
        """
        look = self._view.screen_state
        if place not in self._places() or look.list_name in (TURNS, HAND):
            return
        if is_goal and self._choose_goal(place):
            return
        if look.is_on_map and look.place == place:
            self._choose()
            return
        self._panes.selection.is_moved = True
        self._set(replace(look, is_on_map=True, returns_to_map=False, rival_offset=0))
        self._point(place)

    def _choose_goal(self, place: str) -> bool:
        """Do the act like the one in focus that leads to a place, or list them; whether there is any."""
        look, board, found, context = self._view.screen_state, self._view.board, self._view.spots(), self._view.context
        at = focus_number(look, found)
        if board is None or context is None or at < 0 or not may_act(context.state) or look.moment is not None:
            return False
        item = found[at].item
        items = {one.text: one for one in context.reading.menu.entries}
        alike = (one.item for one in found if one.item is not None and item is not None and one.item.verb == item.verb)
        begins = board.choices.places(item.text)[:-1] if item is not None else ()
        acts = found[at].acts or tuple(
            one.text for one in alike if len(begins) != 1 or board.choices.places(one.text)[:-1] == begins
        )
        leads = [text for text in acts if text in items and board.choices.places(text)[-1:] == (place,)]
        if len(leads) == 1:
            self._panes.selection.mark_act(leads[0])
            self._acts.do(Spot(leads[0], EMPTY, items[leads[0]]))
        elif leads:
            self._panes.selection.show(SOME_ACTS, tuple(leads))
            self._set(replace(self._view.screen_state, is_on_map=False, returns_to_map=True, place=place))
            self._panes.selection.focus(0)
        return bool(leads)

    def _set(self, look: ScreenState) -> None:
        self._view.screen_state = look

    def _places(self) -> Mapping[str, tuple[int, int]]:
        """Give the places that are drawn now."""
        reading, board = self._view.reading(), self._view.board
        if reading is None or reading.scene is None or board is None:
            return {}
        return board.places(reading.scene)

    def _begin(self, places: Mapping[str, tuple[int, int]]) -> None:
        """Put the mark on the drawing: on the place of what is in focus, else where it was last."""
        look, board, found = self._view.screen_state, self._view.board, self._view.spots()
        if not places or board is None or look.list_name in (TURNS, HAND):
            if self._view.context is not None:
                none = Para(row(self._view.context.words("screen.no-map")))
                self._panes.notes.answer((none,))
            return
        at = focus_number(look, found)
        about = place_in_focus(found[at], board) if at >= 0 else ""
        # where a board of another player is shown in place of the map, the map comes back
        self._set(replace(look, is_on_map=True, returns_to_map=False, rival_offset=0))
        self._point(next(one for one in (about, look.place, *places) if one in places))

    def _point(self, place: str) -> None:
        """Put the mark on a place, and on what the list has for it."""
        look, board, found = self._view.screen_state, self._view.board, self._view.spots()
        if board is None:
            return
        self._set(replace(look, place=place, preview=()))
        at = spot_at(found, board, place, focus_number(look, found))
        if at >= 0:
            self._panes.selection.focus(at)
        self._panes.preview.refresh()

    def _tell(self) -> None:
        """Say all that is to be said of the place: where it covers nothing of the map, if it has room there."""
        reading, board = self._view.reading(), self._view.board
        if reading is not None and reading.scene is not None and board is not None:
            look = self._view.screen_state
            blocks = tuple(board.place_blocks(look.place, reading.scene))
            more, before = blocks[1:], look.preview  # the first of it is said of the mark as well
            if more and before[-len(more) :] != more and self._view.has_room_beside((*before, *more)):
                self._panes.preview.show((*before, *more))
            else:
                self._panes.pager.open(row(look.place), blocks, low=True)

    def _choose(self) -> None:
        """Do what is in focus at the place; where the list has several acts there, choose among them next."""
        look, board, found, context = self._view.screen_state, self._view.board, self._view.spots(), self._view.context
        if board is None or context is None:
            return
        every = [text for spot in found for text in acts_of(spot)]
        here = tuple(text for text in every if look.place in board.choices.places(text))
        at = marked_number(look, found, board)
        if not here or not may_act(context.state) or look.moment is not None:
            self._panes.notes.answer((Para(row(context.words("screen.nothing-here", place=look.place))),))
        elif len(here) == 1 and at >= 0 and found[at].item is not None:
            self._acts.do(found[at])
        elif len(here) == len(every):  # the place tells them apart no further
            self._set(replace(look, is_on_map=False, returns_to_map=True))
        else:
            ends = {board.choices.places(text)[-1] for text in here}
            self._panes.selection.show(SOME_ACTS, here)
            several = len(here) > 1 and len(ends) == 1
            self._set(replace(self._view.screen_state, is_on_map=not several, returns_to_map=several))
            self._point(look.place)
