"""State of a screen beside the client's knowledge: the focus, the open page, the typed text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..blocks import Block, Fields
from ..cells import EMPTY, Row, plain
from ..parts import with_hook
from ..presenter import MenuItem
from ..reading import Reading
from ..state import ClientState
from . import numbers
from .boards import Board, Spot, act_spots, distinguish_spots
from .filters import filter_rank, fits_filter
from .turn_list import turn_spots

ALL_ACTS = "all"
"""The name of the list of every legal act."""
SOME_ACTS = "some"
"""The name of a list that was made for an occasion (`ScreenState.list_acts`)."""
HAND = "hand"
"""The name of the list of the own cards."""
TURNS = "turns"
"""The name of the list of the turns so far."""


@dataclass(frozen=True)
class PageEntry:
    """A line of a page that can be chosen: its block among those of the page, and what it does.

    `stroke`: the usual key that is pressed then; `line`: what is typed, with a blank at the end where more follows;
    `words`: other words by which people look for it.
    """

    block: int
    stroke: str = ""
    line: str = ""
    words: str = ""
    is_outside: bool = False
    """Whether it is typed in a shell, where no game is."""

    @property
    def can_run(self) -> bool:
        """Whether Enter does what it says: of several keys nobody knows which one is meant."""
        return bool(self.stroke or self.line)


@dataclass(frozen=True)
class OpenPage:
    """A page over the game: what it is called, what is on it, and how far it is scrolled.

    `actions`: news shown one by one, of which `actions_shown` are seen (0: the page shows `blocks`). `cycle`: what
    Left and Right change, `pages` or `players`, of which this is `number`. `from_end`: it is read from its end.
    """

    title: Row
    blocks: tuple[Block, ...]
    scroll: int = 0
    actions: tuple[Row, ...] = ()
    actions_shown: int = 0
    cycle: str = ""
    number: int = 0
    from_end: bool = False
    is_low: bool = False
    """Whether it lies over the lower part only, as far as it needs room, with the game to be seen above."""
    needs_escape: bool = False
    """Whether only Esc closes it: neither a decision that begins nor a key that was meant for the game."""
    entries: tuple[PageEntry, ...] = ()
    """What can be chosen on it: typing leaves what fits `filter`, and `mark` is the number of one (-1: none)."""
    filter: str = ""
    mark: int = -1
    note: Row = EMPTY
    """The answer to the key that was pressed last: why it did nothing."""
    awaits_reason: bool = False
    """Whether the node was asked why it does nothing, and the answer is said here."""
    below: OpenPage | None = None
    """The page over which it was opened, and to which it comes back."""
    is_over_question: bool = False
    """Whether it explains the keys of what is asked, which waits below it for the answer."""
    shows_news_after: bool = False
    """Whether what the others did is shown once it is closed."""


def entry_name(entry: PageEntry) -> str:
    """Name a line of a page that can be chosen: the number of its block."""
    return str(entry.block)


def shown_entries(page: OpenPage) -> tuple[PageEntry, ...]:
    """Give what can be chosen on a page with its filter: first what is called so, then what says so."""
    found = []
    for one in page.entries:
        name, does = entry_texts(page.blocks[one.block])
        said = (does, one.line, one.words)
        if not page.filter:
            found.append((0, one))
        elif fits_filter(page.filter, name, does, one.line, unseen=one.words):
            found.append((filter_rank(page.filter, name, *said), one))
    return tuple(one for _, one in sorted(found, key=lambda pair: pair[0]))


def entry_texts(block: Block) -> tuple[Row, Row]:
    """Give the texts of a line that can be chosen: its name, and what is said of it."""
    return block.pairs[0] if isinstance(block, Fields) and block.pairs else (EMPTY, EMPTY)


@dataclass(frozen=True)
class InputLine:
    """A line being typed: what stands before it, which is part of what is said, the text and where the cursor is."""

    prefix: str
    text: str = ""
    cursor: int = 0
    completions: tuple[str, ...] = ()
    """What the text may go on to."""
    lines_back: int = 0
    """How many lines back in what was typed before."""


@dataclass(frozen=True)
class ScreenState:
    """Everything of a screen that is not in `ClientState`."""

    list_name: str = ""
    """What there is to choose among: the game's panel (empty), all acts, a letter's, or `list_acts`."""
    list_acts: tuple[str, ...] = ()
    list_filter: str = ""
    """What was typed over the list of all acts: it leaves those that fit."""
    focus: str = ""
    focus_index: int = 0
    """Where the focus was last, for when what it stood on is gone."""
    last_act_note: tuple[str, Row] = ("", EMPTY)
    """What is in focus since the last act, and what is said of what that act took from there: it can still be read."""
    notes: tuple[Block, ...] = ()
    """What was said last, in its order."""
    fresh_notes: int = 0
    """How much of that has come since the last key: it is seen whole, before what is said of the focus."""
    words_read: int = 0
    """How much of what people said had come when a key was pressed while it could be seen."""
    lobby_scroll: int = 0
    """How far the lobby is scrolled."""
    question: tuple[Block, ...] = ()
    """What belongs to what is asked with yes or no."""
    preview: tuple[Block, ...] = ()
    longest_preview: tuple[Block, ...] = ()
    """The longest that was said of an act in this decision: its rows are kept, so that nothing moves with the mark."""
    page: OpenPage | None = None
    input_line: InputLine | None = None
    asks_to_leave: bool = False
    """Whether the person is asked whether to leave."""
    vote: str = ""
    """What the person is about to vote, `y` or `n`; Enter casts it."""
    astray: bool = False
    """Whether something was typed at a question that is no answer to it; Enter forgets it."""
    seen_things: frozenset[str] = frozenset()
    """What lay open already when the own last turn ended; what is not in it is new."""
    task: str = ""
    """What a tutorial asks for."""
    rival_offset: int = 0
    """How many players on from the one that would be shown."""
    moment: int | None = None
    """The place in the course of the game that is looked back at; None: how it stands now."""
    is_replaying: bool = False
    """Whether it goes on from there by itself."""
    place: str = ""
    """The place on what the game draws where the mark stands, or stood last, by its name."""
    is_on_map: bool = False
    """Whether arrows move the mark there, and not in the list."""
    returns_to_map: bool = False
    """Whether they do so again once what is listed has been chosen among."""
    connection_note: str = ""
    """What is said of a connection that is gone."""


def current_spots(look: ScreenState, reading: Reading, board: Board | None, size: int = 80) -> tuple[Spot, ...]:
    """Give what there is to choose among now, in rows of this width: it is asked for many times in a picture."""
    asked = (current_spots, board, look.list_name, look.list_acts, look.list_filter, look.seen_things, size)
    if asked not in reading.cache:
        found = tuple(_make_spots(look, reading, board, size))
        if not all(isinstance(one, Spot) for one in found):
            raise TypeError(f"a board gave {found!r:.200} to choose among")
        reading.cache[asked] = found
    return reading.cache[asked]  # type: ignore[no-any-return]


def _make_spots(look: ScreenState, reading: Reading, board: Board | None, size: int) -> tuple[Spot, ...]:
    presenter, state = reading.presenter, reading.state
    if board is None or presenter is None or reading.scene is None:
        return ()
    may = state.may_act or state.may_change_choice
    if look.list_name == TURNS:
        return turn_spots(reading, look.list_acts)
    if look.list_name == HAND:
        return board.choices.hand(reading)
    if not look.list_name:
        panel = board.choices.spots(reading, look.seen_things, size)
        if panel is not None and not board.choices.panel_has_places:
            return numbers.with_list_numbers(tuple(panel), board)
        if panel is not None:
            return numbers.with_menu_numbers(tuple(panel), dict(reading.menu.numbers))
    entries = reading.menu.entries if may else ()
    if look.list_name == SOME_ACTS:
        entries = tuple(item for item in entries if item.text in look.list_acts)
    elif not look.list_name:
        entries = tuple(item for item in entries if item.verb not in board.controls.hidden_verbs) or entries
    elif look.list_name in board.controls.letters:
        verbs = board.controls.letters[look.list_name].verbs
        entries = tuple(item for item in entries if item.verb in verbs)
    fitting = entries
    if look.list_filter:
        fitting = tuple(item for item in entries if fits_filter(look.list_filter, item.description, item.text))
    found = _list_spots(look, reading, board, fitting)
    if (bids := numbers.with_bid_numbers(found, board)) is not None:
        return bids
    if look.list_name != ALL_ACTS:
        return numbers.with_list_numbers(found, board)
    if board.choices.panel_has_places and board.choices.spots(reading, look.seen_things, size) is not None:
        return numbers.with_menu_numbers(found, dict(reading.menu.numbers))
    shown = current_spots(replace(look, list_name="", list_filter=""), reading, board, size)
    return numbers.with_numbers_of(shown, found, _list_spots(look, reading, board, entries))


def _list_spots(look: ScreenState, reading: Reading, board: Board, entries: tuple[MenuItem, ...]) -> tuple[Spot, ...]:
    """Give acts as things to choose among, without numbers of a list."""
    assert reading.scene is not None
    found = board.choices.group_acts(entries, reading.scene, look.list_name == SOME_ACTS)
    if found is None:
        whole = len({item.verb for item in entries}) > 1 or len(entries) == 1
        found = act_spots(entries, board, reading.scene, whole)
    return distinguish_spots(tuple(found), reading.menu, reading.words)


def words_heard(state: ClientState) -> int:
    """Give how much people have said so far."""
    return sum(part.words_heard(state) for part in with_hook("words_heard"))


def focus_number(look: ScreenState, found: tuple[Spot, ...]) -> int:
    """Give the number of the spot in focus: the one it stood on, else the one where that was; -1 if there is none."""
    if not found:
        return -1
    for number, spot in enumerate(found):
        if spot.key == look.focus:
            return number
    return min(look.focus_index, len(found) - 1)


def acts_of(spot: Spot) -> tuple[str, ...]:
    """Give the acts that a spot stands for, in notation."""
    return (spot.item.text,) if spot.item is not None else spot.acts


def places_of(spot: Spot, board: Board) -> tuple[str, ...]:
    """Give the places that the acts of a spot name."""
    return tuple(dict.fromkeys(place for text in acts_of(spot) for place in board.choices.places(text)))


def place_in_focus(spot: Spot, board: Board) -> str:
    """Give the place that a spot is about: of one act where it leads, of several where they begin; empty: none."""
    places = places_of(spot, board)
    return (places[-1] if spot.item is not None else places[0]) if places else ""


def marked_number(look: ScreenState, found: tuple[Spot, ...], board: Board | None) -> int:
    """Give the number of the spot that Enter is about; -1: the mark is on the drawing, and no act is there."""
    at = focus_number(look, found)
    if at < 0 or board is None or not look.is_on_map:
        return at
    return at if look.place in places_of(found[at], board) else -1


def with_mark_at_focus(look: ScreenState, found: tuple[Spot, ...], board: Board | None) -> ScreenState:
    """Put the mark on the drawing where the spot in focus is about, if it is about another place."""
    at = focus_number(look, found)
    places = places_of(found[at], board) if at >= 0 and board is not None and look.is_on_map else ()
    if board is None or not places or look.place in places:
        return look
    return replace(look, place=place_in_focus(found[at], board))


def with_focus(look: ScreenState, found: tuple[Spot, ...], to: int) -> ScreenState:
    """Put the focus on a spot."""
    if not found:
        return replace(look, focus="", focus_index=0, preview=())
    to = max(0, min(to, len(found) - 1))
    same = found[to].key == look.focus
    return replace(look, focus=found[to].key, focus_index=to, preview=look.preview if same else ())


def focus_note(look: ScreenState, found: tuple[Spot, ...]) -> Row:
    """Give what is said of what is in focus."""
    if not found:
        return EMPTY
    spot, (key, left) = found[focus_number(look, found)], look.last_act_note
    return spot.note or (left if spot.key == key else EMPTY)


def is_result_page(look: ScreenState, reading: Reading) -> bool:
    """Whether a page says how the game ended: nothing is left to go back to, so the key to leave leaves."""
    state, page = reading.state, look.page
    return page is not None and state.game_over is not None and plain(page.title) == reading.words("over")
