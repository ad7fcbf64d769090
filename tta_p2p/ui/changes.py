"""Changes: what is new after a reply of the node. If the reply says it all, the reply itself is the change."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from tta_p2p.seats import messages as say

from .state import ClientState, PendingConfirmation


class News(Struct, frozen=True):
    """News that no reply says by itself; parts have kinds of their own.

    >>> from tta_p2p.seats import messages as say
    >>> from tta_p2p.ui.intake import reduce_reply
    >>> wait = say.SeatWait(1, "Ann", "its-turn", connected=False)
    >>> state, changes = reduce_reply(ClientState(), say.WaitReply([wait]))
    >>> [one.name for one in state.waits], [type(change).__name__ for change in changes]
    (['Ann'], ['WaitReply'])
    """


class GameChanged(News, frozen=True):
    """The game, its players or its conditions are new; ``previous`` is None at the greeting."""

    welcome: say.WelcomeReply
    previous: say.WelcomeReply | None


class LobbyChanged(News, frozen=True):
    """A guest came, went or agreed before the game."""

    lobby: say.LobbyReply
    previous: say.LobbyReply | None


class CardsPrepared(News, frozen=True):
    """The game has begun, but nothing is dealt yet."""


class SpectatorOnly(News, frozen=True):
    """This client has no seat although it asked for one."""


class TableChanged(News, frozen=True):
    """The table looks different, and nothing new is asked of this seat."""


class TurnStarted(News, frozen=True):
    """The seat is to decide something; `answered`: the node has done a part of that for it."""

    answered: bool = False


class TurnContinued(News, frozen=True):
    """The seat still is to decide something, after an act of its own that is final; `decision`: it is another one."""

    decision: bool


class ChoiceSealed(News, frozen=True):
    """The seat's choice is sealed until everybody has chosen; `label` says it."""

    label: say.TextRef


class DraftChanged(News, frozen=True):
    """An act was added to the draft or acts were taken back; `decision`: another one is asked for now."""

    added: bool
    decision: bool


class CardsRevealed(News, frozen=True):
    """The seat alone now knows hidden cards, a sentence each (`Presenter.card_news`)."""

    sentences: tuple[str, ...]


class LogExtended(News, frozen=True):
    """The log has lines that this client has not shown; `initial`: they came with the greeting."""

    lines: tuple[say.LogEntry, ...]
    initial: bool


class ActExplained(News, frozen=True):
    """The effect of an act, or the reason for its refusal; `query`: the words the act was guessed from."""

    explanation: say.ExplainReply
    query: str


class HistoryLoaded(News, frozen=True):
    """All requested moments of the history are there, for a page or for the chart of the game."""

    page: str
    moments: tuple[int, ...]


class SeatHandover(News, frozen=True):
    """Hot seat: the game waits for another person at this terminal."""

    seat: int


class ConfirmationOpened(News, frozen=True):
    """Something is asked that waits for yes or no."""

    confirmation: PendingConfirmation


Change: TypeAlias = News | say.Reply
"""News, or a reply that says all of it."""
Update: TypeAlias = tuple[ClientState, tuple[Change, ...]]
"""The state after a reply, and its changes in the order in which a face announces them."""
