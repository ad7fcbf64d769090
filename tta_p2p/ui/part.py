"""A concern of a game under way as a client knows it: what it hears and keeps, tells, shows and lets people ask.

The reducer, the words, the commands and the faces know parts by this contract alone, and find them by their files
(`parts`). Every method has a default that does nothing. A part that counts what is said:

    >>> from dataclasses import dataclass, replace
    >>> from tta_p2p.seats.parts.chat import ChatReply
    >>> @dataclass(frozen=True)
    ... class Count(PartState):
    ...     lines: int = 0
    >>> class Counting(Part):
    ...     reply_types = (ChatReply,)
    ...     def reduce(self, state, reply, before):
    ...         kept = state.part(Count)
    ...         return state.with_part(replace(kept, lines=kept.lines + 1)), ()
    >>> state, changes = Counting().reduce(ClientState(), ChatReply(0, "Ann", "Hello"), ClientState())
    >>> state.part(Count).lines
    1
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say

from .blocks import Block, Page
from .cells import EMPTY, Row, Span
from .changes import Change, News, Update
from .commands.table import CommandWord
from .instructions import Display
from .reading import Reading
from .state import ClientState, PartState

__all__ = ["Area", "KeyEffect", "Part", "PartState", "Placement", "Reminder", "Urgency", "store_if_changed"]


class Urgency(Enum):
    """The order of the few words about the state of a game, most urgent first."""

    OUT_OF_GAME = "whoever reads it is, or is to be, out of the game"
    HALTED = "nothing goes on"
    OWN_SEAT = "something is asked of the reader's seat, or is done for it, whosever turn it is"
    WAITING = "something is to be said of those for whom the game waits"


class Area(Enum):
    """The areas of a screen in which a change may be shown."""

    NOTE = "below the game"
    PROGRESS = "below the game, in place of how far it had come before; nothing once it is done"
    PAGE = "below the game, or on a page of its own where it is long"
    OVER = "over the game, until it is read"
    QUESTION = "with what is asked, and in the log"


class Placement(NamedTuple):
    """The way a screen shows a change, where it differs from the usual one.

    ``title``: the key of the title of the page; ``acts``: those to choose among from now on, in notation; ``blocks``:
    what is shown in place of what is told; ``numbered``: gives it by the numbers that the acts have in the list then.
    """

    area: Area
    title: str = ""
    acts: tuple[str, ...] = ()
    blocks: tuple[Block, ...] | None = None
    numbered: Callable[[Mapping[str, int]], tuple[Block, ...]] | None = None


class Reminder(NamedTuple):
    """A wait of the table for the reader: the key of the text in the line of keys, and the line to type.

    Both are empty where it has been done, so that nothing else is due.
    """

    key: str = ""
    line: str = ""


class KeyEffect(NamedTuple):
    """The effect of a screen's key: a line, the sign of one to be typed, the key of a note, or a page."""

    line: str = ""
    prefix: str = ""
    note: str = ""
    page: Page | None = None


class Part:
    """A concern of a game under way; see the module for an example."""

    reply_types: tuple[type[say.Reply], ...] = ()
    """The replies that it takes in; others may take in the same."""
    change_types: tuple[type[News] | type[say.Reply], ...] = ()
    """The kinds of changes that only this part puts into words."""
    notice_types: tuple[type[News] | type[say.Reply], ...] = ()
    """Of those, what a screen keeps beside the log."""
    commands: Sequence[CommandWord] = ()
    """The words that can be typed."""

    # --- what it hears and tells ----------------------------------------------------------------------------

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Take a reply in; ``before``: how things stood before anything had heard it. Pure, and without words."""
        return state, ()

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Put a change into words; `reading` is how things stand after it."""
        return iter(())

    def placement(self, change: Change, reading: Reading) -> Placement | None:
        """Give how a screen shows a change of its own; None: as any other."""
        return None

    def greeting(self, state: ClientState) -> Iterable[say.Request]:
        """Give what a person's client says when it has been given a seat."""
        return ()

    # --- how things stand -----------------------------------------------------------------------------------

    def is_paused(self, state: ClientState) -> bool:
        """Whether nobody plays meanwhile, because all have agreed to that."""
        return False

    def is_stalled(self, state: ClientState) -> bool:
        """Whether the game does not go on by itself."""
        return self.is_paused(state)

    def missing_names(self, state: ClientState) -> Iterable[str]:
        """Name those without whom the game does not go on."""
        return ()

    def reminder(self, state: ClientState) -> Reminder | None:
        """Give what the table waits for from whoever reads it; None: nothing that this part knows of."""
        return None

    # --- how that is said -----------------------------------------------------------------------------------

    def status(self, reading: Reading, urgency: Urgency) -> str:
        """Say in a few words above the game what is as urgent as this; empty: nothing."""
        return ""

    def brief_status(self, reading: Reading, urgency: Urgency) -> str:
        """Say the same in fewer words, for a narrow window; empty: there is no shorter way."""
        return ""

    def title(self, reading: Reading) -> tuple[Span | None, tuple[Span, ...]]:
        """Say what stands first above the game in case of trouble, and what stands last, the longest way first."""
        return None, ()

    def words_heard(self, state: ClientState) -> int:
        """Give how much people have said so far that nobody of this client has typed."""
        return 0

    def seat_note(self, info: say.SeatInfo, state: ClientState) -> str:
        """Give the key of what stands beside a player in the list of all; empty: nothing."""
        return ""

    def obstacles(self, reading: Reading) -> Iterator[Display]:
        """Say what the game stands still for, where `who` is asked."""
        return iter(())

    def delivery_note(self, reading: Reading) -> Iterator[Display]:
        """Say why nobody hears yet what has just been done here."""
        return iter(())

    def refusal(self, reading: Reading) -> Display | None:
        """Say why nothing can be done now; None: not because of this."""
        return None

    def wait_lines(
        self, wait: say.SeatWait, reading: Reading, line: Callable[[str], Display]
    ) -> tuple[Display, ...] | None:
        """Say that the game waits for somebody; None: as it is said of anybody. ``line`` says so by another key."""
        return None

    def wait_reason(self, wait: say.SeatWait, reading: Reading) -> str:
        """Say for what the game waits, in place of the text `why.REASON`; empty: by that."""
        return ""

    def wait_details(self, reading: Reading, waited: float = 0.0) -> Iterator[Display]:
        """Say more about those for whom the game waits; ``waited``: seconds since the node said whom."""
        return iter(())

    def proof_summary(self, reading: Reading, over: bool) -> Iterator[Display]:
        """Say how much was checked; ``over``: beside the verdict on the whole game."""
        return iter(())

    # --- pages, and after the game --------------------------------------------------------------------------

    def handle_key(self, does: str, reading: Reading) -> KeyEffect | None:
        """Take a key of the screen by its action (`tta_p2p.keyboard.table`); None: it is none of its own."""
        return None

    def phrases(self, sign: str, words: Words) -> tuple[str, ...]:
        """Give what is often said in a line that begins with a sign, to be completed."""
        return ()

    def after_game(self, reading: Reading) -> Iterator[Display]:
        """Say what there is to do after the game, or that there is nothing any more since the node has gone."""
        return iter(())

    def question_keys(self, reading: Reading) -> tuple[str, ...]:
        """Name the keys for what is asked now, of the line of keys (`screen.keys.NAME`)."""
        return ()

    def after_game_keys(self, reading: Reading) -> Row:
        """Say what a key does after the game, for the line of keys; empty: none does anything."""
        return EMPTY


def store_if_changed(state: ClientState, kept: PartState, reply: say.Reply) -> Update:
    """Keep something of a reply, which is news exactly if it says something else than was known."""
    return (state, ()) if kept == state.part(type(kept)) else (state.with_part(kept), (reply,))
