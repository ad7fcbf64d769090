"""Type of a command, its context, and the table of all commands.

A command is a pure function of a `CommandContext`: it gives instructions and never touches a terminal or a connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from tta_p2p.i18n import Words

from ..instructions import Instruction
from ..plain_view import normalize_name
from ..presenter import Presenter
from ..reading import Reading
from ..state import ClientState


class Applicability(Enum):
    """The times at which a command applies; at any other, it only says that it does not."""

    ALWAYS = ""
    LOBBY = "not-in-lobby"
    DEALT = "no-game-yet"


@dataclass(frozen=True)
class CommandContext:
    """The context of a command: the state of the game, and a little about the person typing."""

    reading: Reading
    table: CommandTable
    interactive: bool = True
    """Whether a person types; else lines come from a file or a program."""
    resume_command: str = ""
    """The command that comes back to this game; empty if there is none."""
    wait_seconds: float = 0.0
    """Seconds since the node said whom the game waits for."""
    names_keys: bool = False
    """Whether the line of keys says what there is to do: then no command is named for it."""

    @property
    def state(self) -> ClientState:
        """The client's knowledge."""
        return self.reading.state

    @property
    def words(self) -> Words:
        """The words of the reader's language."""
        return self.reading.words

    @property
    def presenter(self) -> Presenter | None:
        """The presenter of the game, once the game is known."""
        return self.reading.presenter

    def names(self) -> tuple[str, ...]:
        """Name every command and page there is for this client."""
        offered = [name for name, command in self.table.commands.items() if command.is_offered(self.state)]
        return tuple(dict.fromkeys([*offered, *(self.presenter.pages if self.presenter else ())]))

    def find_name(self, word: str) -> str | None:
        """Give the command or page that a word is the name of, or a short name."""
        found = self.table.short.get(word.lower(), word.lower())
        pages = self.presenter.pages if self.presenter is not None else ()
        found = found if self.presenter is None else self.presenter.page_aliases.get(found, found)
        return found if found in self.table.commands or found in pages else None


def is_yes(context: CommandContext, typed: str) -> bool:
    """Whether somebody says yes."""
    return normalize_name(typed) in context.words("answers.yes").split()


def is_no(context: CommandContext, typed: str) -> bool:
    """Whether somebody says no."""
    return normalize_name(typed) in context.words("answers.no").split()


Handler: TypeAlias = Callable[[CommandContext, str], Iterable[Instruction]]
OfferCheck: TypeAlias = Callable[[ClientState], bool]
NameFiller: TypeAlias = Callable[[CommandContext], Mapping[str, str]]


def is_always_offered(state: ClientState) -> bool:
    """Offer a command that asks nothing of the node."""
    return True


def no_names(context: CommandContext) -> Mapping[str, str]:
    """Fill in nothing in a line of help."""
    return {}


def offered_with(*requests: str) -> OfferCheck:
    """Offer a command where the node takes the request (one of them) that it makes, by its `handler`."""
    return lambda state: not state.offers.isdisjoint(requests)


@dataclass(frozen=True)
class CommandWord:
    """A word that can be typed. Its usage and its line of help are the texts `usage.NAME` and `help.NAME`."""

    name: str
    handler: Handler
    """What it does, given what came after the word."""
    short: tuple[str, ...] = ()
    """Other words for it."""
    applicability: Applicability = Applicability.ALWAYS
    own_turn: bool = False
    """Whether a script waits with it until its seat is to decide."""
    group: Mapping[str, str] = field(default_factory=dict)
    """The groups of the page of help that list it, with the name it has there."""
    is_offered: OfferCheck = is_always_offered
    """Whether help offers it: what the node refuses altogether is not offered."""
    mark: str = ""
    """A sign that stands for it at the beginning of a line."""
    prose: bool = False
    """Whether what comes after it is for others to read, and may be long."""
    key_help: bool = False
    """Whether a key of the screen that stands among those for the others does the same."""
    fill_names: NameFiller = no_names
    """The names that its line of help has a place for."""
    rank: int = 0
    """Where the page of help lists it: lower numbers first; those of a concern stand where people look for them."""


class CommandTable:
    """All words that can be typed, but for the pages of a game: those are its presenter's."""

    def __init__(self, commands: Iterable[CommandWord]) -> None:
        self.commands: Mapping[str, CommandWord] = {
            command.name: command for command in sorted(commands, key=lambda command: command.rank)
        }
        self.short: Mapping[str, str] = {
            word: command.name for command in self.commands.values() for word in command.short
        }

    def group(self, name: str, state: ClientState) -> tuple[str, ...]:
        """Give what a group of the page of help lists for a client."""
        listed = [command for command in self.commands.values() if name in command.group and command.is_offered(state)]
        return tuple(command.group[name] for command in listed)
