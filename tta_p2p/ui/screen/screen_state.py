"""How a screen stands beside what its client knows: what is in focus, which page is open, what is being typed."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..blocks import Block
from ..cells import EMPTY, Row, plain
from ..reading import Reading
from . import numbers
from .boards import Board, Spot, act_spots, told_apart
from .turn_list import turn_spots

ALL = "all"
"""The name of the list of every legal act."""
SOME = "some"
"""The name of a list that was made for an occasion (`Look.some`)."""
HAND = "hand"
"""The name of the list of the own cards."""
TURNS = "turns"
"""The name of the list of the turns so far."""


@dataclass(frozen=True)
class Opened:
    """A page over the game: what it is called, what is on it, and how far it is scrolled.

    `deeds`: what is told step by step, of which `step` were told (0: the page shows `blocks`). `cycle` says what Left
    and Right change: `pages` or `players`, of which this is number `at`. `end`: it is read from its end.
    """

    title: Row
    blocks: tuple[Block, ...]
    scroll: int = 0
    deeds: tuple[Row, ...] = ()
    step: int = 0
    cycle: str = ""
    at: int = 0
    end: bool = False
    low: bool = False
    """Whether it lies over the lower part only, as far as it needs room, with the game to be seen above."""
    stays: bool = False
    """Whether only Esc closes it: neither a decision that begins nor a key that was meant for the game."""
    news: bool = False
    """Whether what the others did is shown once it is closed."""


@dataclass(frozen=True)
class Typing:
    """A line being typed: what stands before it, which is part of what is said, the text and where the cursor is."""

    before: str
    text: str = ""
    at: int = 0
    offered: tuple[str, ...] = ()
    """What the text may go on to."""
    recalled: int = 0
    """How many lines back in what was typed before."""


@dataclass(frozen=True)
class Look:
    """Everything of a screen that is not in `ClientState`."""

    shown: str = ""
    """What there is to choose among: the game's panel (empty), all acts, a letter's, or `some`."""
    some: tuple[str, ...] = ()
    focus: str = ""
    place: int = 0
    """Where the focus was last, for when what it stood on is gone."""
    left: tuple[str, Row] = ("", EMPTY)
    """What is in focus since the last act, and what is said of what that act took from there: it can still be read."""
    said: tuple[Block, ...] = ()
    """What was said last, in its order."""
    fresh: int = 0
    """How much of that has come since the last key: it is seen whole, before what is said of the focus."""
    scroll: int = 0
    """How far the lobby is scrolled."""
    question: tuple[Block, ...] = ()
    """What belongs to what is asked with yes or no."""
    preview: tuple[Block, ...] = ()
    page: Opened | None = None
    typing: Typing | None = None
    leaving: bool = False
    """Whether the person is asked whether to leave."""
    vote: str = ""
    """What the person is about to vote, `y` or `n`; Enter casts it."""
    new: frozenset[str] = frozenset()
    """What lay open already when the own last turn ended; what is not in it is new."""
    task: str = ""
    """What a tutorial asks for."""
    rival: int = 0
    """How many players on from the one that would be shown."""
    past: int | None = None
    """The place in the course of the game that is looked back at; None: how it stands now."""
    plays: bool = False
    """Whether it goes on from there by itself."""
    lost: str = ""
    """What is said of a connection that is gone."""


def spots(look: Look, reading: Reading, board: Board | None, size: int = 80) -> tuple[Spot, ...]:
    """Give what there is to choose among now, in rows of this width: it is asked for many times in a picture."""
    asked = (spots, board, look.shown, look.some, look.new, size)
    if asked not in reading.made:
        found = tuple(_spots(look, reading, board, size))
        if not all(isinstance(one, Spot) for one in found):
            raise TypeError(f"a board gave {found!r:.200} to choose among")
        reading.made[asked] = found
    return reading.made[asked]  # type: ignore[no-any-return]


def _spots(look: Look, reading: Reading, board: Board | None, size: int) -> tuple[Spot, ...]:
    presenter, state = reading.presenter, reading.state
    if board is None or presenter is None or reading.scene is None:
        return ()
    may = state.may_act or state.may_choose_anew
    if look.shown == TURNS:
        return turn_spots(reading, look.some)
    if look.shown == HAND:
        return board.choices.hand(reading)
    if not look.shown:
        panel = board.choices.spots(reading, look.new, size)
        if panel is not None:
            return numbers.of_menu(tuple(panel), dict(reading.menu.numbers))
    entries = reading.menu.entries if may else ()
    if look.shown == SOME:
        entries = tuple(item for item in entries if item.text in look.some)
    elif not look.shown:
        entries = tuple(item for item in entries if item.verb not in board.controls.aside) or entries
    elif look.shown in board.controls.letters:
        verbs = board.controls.letters[look.shown].verbs
        entries = tuple(item for item in entries if item.verb in verbs)
    found = board.choices.grouped(entries, reading.scene, look.shown == SOME)
    if found is None:
        whole = len({item.verb for item in entries}) > 1 or len(entries) == 1
        found = act_spots(entries, board, reading.scene, whole)
    found = told_apart(tuple(found), reading.words)
    if (bids := numbers.of_bids(found, board)) is not None:
        return bids
    if look.shown in ("", ALL):
        return numbers.of_menu(found, dict(reading.menu.numbers))
    return numbers.of_part(found, board)


def focused(look: Look, found: tuple[Spot, ...]) -> int:
    """Give the number of the spot in focus: the one it stood on, else the one where that was; -1 if there is none."""
    if not found:
        return -1
    for number, spot in enumerate(found):
        if spot.key == look.focus:
            return number
    return min(look.place, len(found) - 1)


def moved(look: Look, found: tuple[Spot, ...], to: int) -> Look:
    """Put the focus on a spot."""
    if not found:
        return replace(look, focus="", place=0, preview=())
    to = max(0, min(to, len(found) - 1))
    same = found[to].key == look.focus
    return replace(look, focus=found[to].key, place=to, preview=look.preview if same else ())


def note_of(look: Look, found: tuple[Spot, ...]) -> Row:
    """Give what is said of what is in focus."""
    if not found:
        return EMPTY
    spot, (key, left) = found[focused(look, found)], look.left
    return spot.note or (left if spot.key == key else EMPTY)


def tells_the_end(look: Look, reading: Reading) -> bool:
    """Whether a page says how the game ended: nothing is left to go back to, so the key to leave leaves."""
    state, page = reading.state, look.page
    return page is not None and state.over is not None and plain(page.title) == reading.words("over")
