"""What is new after a reply of the node and worth telling; where the reply says it all, it is the change itself."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.votes import Motion

from .state import Confirmation


class GameChanged(Struct, frozen=True):
    """What is played, by whom or under which conditions is new; ``before`` is None at the greeting."""

    welcome: say.Welcome
    before: say.Welcome | None


class LobbyChanged(Struct, frozen=True):
    """Somebody came, went or agreed before the game."""

    lobby: say.Lobby
    before: say.Lobby | None


class CardsPrepared(Struct, frozen=True):
    """The game has begun, but nothing is dealt yet."""


class OnlyWatching(Struct, frozen=True):
    """This client has no seat although it asked for one."""


class TableChanged(Struct, frozen=True):
    """The table looks different, and nothing new is asked of this seat."""


class TurnBegan(Struct, frozen=True):
    """The seat is to decide something."""


class TurnWentOn(Struct, frozen=True):
    """The seat still is to decide something, after an act of its own that is final; `decision`: it is another one."""

    decision: bool


class ChoiceSealed(Struct, frozen=True):
    """What the seat has chosen is sealed until everybody has; `label` says it."""

    label: say.Keyed


class DraftChanged(Struct, frozen=True):
    """An act was added to the draft or acts were taken back; `decision`: another one is asked for now."""

    added: bool
    decision: bool


class Learned(Struct, frozen=True):
    """The seat alone has learned something of hidden cards, a sentence each (`Presenter.learned`)."""

    sentences: tuple[str, ...]


class SkipsChanged(Struct, frozen=True):
    """The node declines something else for the seat than before, or nothing any more."""

    skips: tuple[say.Skipped, ...]


class LogGrew(Struct, frozen=True):
    """Lines of the log that nobody at this client has seen; `coming_in`: they are the first ones it is told."""

    lines: tuple[say.LogLine, ...]
    coming_in: bool


class ActExplained(Struct, frozen=True):
    """What an act would do or why it is refused; `typed`: the words the act was guessed from."""

    explained: say.Explained
    typed: str


class PastTold(Struct, frozen=True):
    """The node has told all of the past that was asked for: a page of it, or the chart of the whole game."""

    what: str
    numbers: tuple[int, ...]


class HandOver(Struct, frozen=True):
    """Hot seat: the game waits for somebody else at this terminal."""

    seat: int


class VoteCast(Struct, frozen=True):
    """Somebody has voted: this client's own person (`own`), or somebody who thereby opens the motion (`first`)."""

    vote: Motion
    own: bool
    first: bool


class MotionDecided(Struct, frozen=True):
    """A motion was carried or is off; `ends`: that ends the game for everybody; `refused`: somebody said no."""

    motion: Motion
    ends: bool
    refused: bool = False


class ConfirmationAsked(Struct, frozen=True):
    """Something is asked that waits for yes or no."""

    confirmation: Confirmation


Change: TypeAlias = (
    GameChanged
    | LobbyChanged
    | CardsPrepared
    | OnlyWatching
    | TableChanged
    | TurnBegan
    | TurnWentOn
    | ChoiceSealed
    | DraftChanged
    | Learned
    | SkipsChanged
    | LogGrew
    | ActExplained
    | PastTold
    | HandOver
    | VoteCast
    | MotionDecided
    | ConfirmationAsked
    | say.Reply
)
