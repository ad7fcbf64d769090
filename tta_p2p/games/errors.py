"""What a game says to something that is not possible: a key with arguments, put into words where it is read."""

from __future__ import annotations

from .values import Arg, Line, Seat, write_arg


class RuleError(Exception):
    """Something outside the rules; `line` says in the player's terms what was wrong."""

    def __init__(self, key: str, *args: Arg) -> None:
        super().__init__(key, *args)
        self.line = Line(key, args)

    def __str__(self) -> str:
        """Give key and arguments on one line (for developers; people read the text of `line`)."""
        return " ".join([self.line.key, *(write_arg(arg) for arg in self.line.args)])


COMMON = (
    "not-asked",
    "nothing-to-decide",
    "sealed",
    "not-sealed",
    "not-your-decision",
    "all-have-chosen",
    "unreadable",
    "unknown-option",
    "bad-option",
    "bad-seats",
    "bad-state",
)
"""Keys of errors that mean the same in every game; their texts are the application's, not the game's."""


class Illegal(RuleError):
    """The fact is not possible in this state. `seat` is whose act was refused, None for other facts."""

    def __init__(self, key: str, *args: Arg, seat: Seat | None = None) -> None:
        super().__init__(key, *args)
        self.seat = seat


class Unreadable(RuleError):
    """The text is not an act of this game."""


class BadOptions(RuleError):
    """The options or the number of seats do not make a game."""


class BadState(RuleError):
    """The bytes are not a state of this game."""
