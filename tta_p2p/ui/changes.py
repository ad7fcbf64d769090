"""What is new after a reply of the node and worth telling; where the reply says it all, it is the change itself."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from tta_p2p.seats import messages as say

from .state import ClientState, PendingConfirmation


class News(Struct, frozen=True):
    """Something new that no reply says by itself; parts have kinds of their own."""


class GameChanged(News, frozen=True):
    """What is played, by whom or under which conditions is new; ``previous`` is None at the greeting."""

    welcome: say.WelcomeReply
    previous: say.WelcomeReply | None


class LobbyChanged(News, frozen=True):
    """Somebody came, went or agreed before the game."""

    lobby: say.LobbyReply
    previous: say.LobbyReply | None


class CardsPrepared(News, frozen=True):
    """The game has begun, but nothing is dealt yet."""


class SpectatorOnly(News, frozen=True):
    """This client has no seat although it asked for one."""


class TableChanged(News, frozen=True):
    """The table looks different, and nothing new is asked of this seat."""


class TurnStarted(News, frozen=True):
    """The seat is to decide something."""


class TurnContinued(News, frozen=True):
    """The seat still is to decide something, after an act of its own that is final; `decision`: it is another one."""

    decision: bool


class ChoiceSealed(News, frozen=True):
    """What the seat has chosen is sealed until everybody has; `label` says it."""

    label: say.TextRef


class DraftChanged(News, frozen=True):
    """An act was added to the draft or acts were taken back; `decision`: another one is asked for now."""

    added: bool
    decision: bool


class CardsRevealed(News, frozen=True):
    """The seat alone has learned something of hidden cards, a sentence each (`Presenter.learned`)."""

    sentences: tuple[str, ...]


class LogExtended(News, frozen=True):
    """Lines of the log that nobody at this client has seen; `initial`: they are the first ones it is told."""

    lines: tuple[say.LogEntry, ...]
    initial: bool


class ActExplained(News, frozen=True):
    """What an act would do or why it is refused; `query`: the words the act was guessed from."""

    explanation: say.ExplainReply
    query: str


class HistoryLoaded(News, frozen=True):
    """The node has told all of the past that was asked for: a page of it, or the chart of the whole game."""

    page: str
    moments: tuple[int, ...]


class SeatHandover(News, frozen=True):
    """Hot seat: the game waits for somebody else at this terminal."""

    seat: int


class ConfirmationOpened(News, frozen=True):
    """Something is asked that waits for yes or no."""

    confirmation: PendingConfirmation


Change: TypeAlias = News | say.Reply
"""What is told: news, or a reply that says all of it."""
Update: TypeAlias = tuple[ClientState, tuple[Change, ...]]
"""What a client knows after a reply, and the changes in the order in which they are to be told."""
