"""Speech of commands, in the language that `--lang`, `TTA_LANG`, the settings or the locale name.

The catalogue is imported when there is something to say: every command imports this module at its start.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, TextIO

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from tta_p2p.i18n import Words

LANGUAGE_OPTIONS = ("--lang", "--language")


def words() -> Words:
    """Give the words of the language that is spoken. Raises CommandFailed where one was asked for that is not here."""
    from tta_p2p.i18n import UnknownLanguage, UnusableLanguage, Words, choose, languages

    try:
        language = choose("", os.environ)
        if not (_words(language)("reader").isascii() or shows_everything(sys.stdout)):
            _speak_english(language)
            language = "en"
        return _words(language)
    except UnusableLanguage as error:
        unusable = Words()("cli.no-usable-language", asked=error.asked, why=error.reason)
        raise CommandFailed(unusable, USAGE) from error
    except UnknownLanguage as error:
        english = Words()
        text_of = english("cli.no-language", asked=error.asked, there=english.any_of(languages()))
        raise CommandFailed(text_of, USAGE) from error


def chosen_language() -> str:
    """Give the language that is set in the data folder, if it is one there is; empty where none is."""
    from tta_p2p.store.home import BadHome, place

    with contextlib.suppress(BadHome, OSError):
        folder = place()
        if not (folder / "settings.json").exists():  # as for most people: nothing else is loaded then
            return ""
        from tta_p2p.i18n import LANGUAGES, languages
        from tta_p2p.store.settings import BadSettings, read_settings

        with contextlib.suppress(BadSettings):
            kept = read_settings(folder).language
            return kept if not kept or kept in LANGUAGES or kept in languages() else ""
    return ""


def text_of(key: str, /, **values: object) -> str:
    """Give a text of the catalogue, made safe for a terminal: names of files, tables and games are anybody's words."""
    return words()(key, **{name: _harmless(value) for name, value in values.items()})


def _harmless(value: object) -> object:
    """Give what stands in a text without what a terminal obeys; a text of ours in another may have several lines."""
    if not isinstance(value, str | os.PathLike) or (text := os.fspath(value)).isprintable():
        return value
    from tta_p2p.ui.style import showable

    lines = text.split("\n") if isinstance(value, str) else [text]
    return "\n".join(map(showable, lines))


def tell(key: str, /, **values: object) -> None:
    """Print a text of the catalogue, made safe for a terminal."""
    from tta_p2p.ui.style import showable

    typer.echo(showable(text_of(key, **values)))


def title_of(game: str) -> str:
    """Give the title of a game, as the language has it."""
    from tta_p2p.ui.titles import title_text

    return title_text(game, words())


def names_of(players: Iterable[str]) -> list[str]:
    """Call the players of a kept game in the person's language: its bots were called so in that of whoever began it."""
    from tta_p2p.ui.titles import bot_name

    return [bot_name(name, words()) for name in players]


def command_text(*command: str) -> str:
    """Give a command of this program as it is typed."""
    from tta_p2p.i18n import command as as_typed

    return as_typed(*command)


def ask_line(question: str, default: str | None = None, shows_default: bool = True) -> str:
    """Ask a person for a line, which the arrow keys edit at a terminal; ``default``: what Enter says. Raises Abort."""
    with editable_input():
        return str(typer.prompt(question, default=default, show_default=shows_default, prompt_suffix=" "))


@contextlib.contextmanager
def editable_input() -> Iterator[None]:
    """Let what is typed meanwhile be edited with the arrow keys, where this Python can; nothing of it is remembered."""
    try:
        import readline
    except ImportError:  # not everywhere
        yield
        return
    readline.set_auto_history(False)
    try:
        yield
    finally:
        readline.set_auto_history(True)


def confirm(question: str, default: bool = True) -> bool:
    """Ask a person something that is answered with yes or no; ``default``: what nothing is."""
    yes, no = (text_of(f"answers.{answer}").split() for answer in ("yes", "no"))
    while True:
        answer = (
            ask_line(f"{question} {text_of('told.yes-no' if default else 'told.no-yes')}:", "", shows_default=False)
            .strip()
            .lower()
        )
        if not answer:
            return default
        if answer in ("y", *yes):
            return True
        if answer in ("n", *no):
            return False
        typer.echo(text_of("told.yes-or-no"))


def ask_hidden(question: str, again: str = "") -> str:
    """Ask a person for something that is not shown; ``again``: ask a second time, which must be the same."""
    while True:
        command_text = str(typer.prompt(question, default="", hide_input=True, show_default=False, err=True))
        if not again or command_text == typer.prompt(again, default="", hide_input=True, show_default=False, err=True):
            return command_text
        typer.echo(text_of("told.passphrase-differs"), err=True)


@cache
def _words(language: str) -> Words:
    from tta_p2p.i18n import Words

    return Words(language)


def shows_everything(stream: TextIO | None) -> bool:
    """Whether letters of every script can be written there."""
    try:
        "中É─🙂".encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


@cache
def _speak_english(language: str) -> None:
    """Say once that this terminal has no letters for the language."""
    from tta_p2p.i18n import Words

    english = Words()
    typer.echo(english("cli.no-letters", language=language), err=True)


def without_language(args: list[str]) -> tuple[list[str], str]:
    """Take `--lang LANGUAGE` out of what was typed: it goes with every command. Raises CommandFailed."""
    rest, ask_line = list[str](), ""
    words = iter(args)
    for word in words:
        name, equals, value = word.partition("=")
        if word == "--":
            return [*rest, word, *words], ask_line
        if name not in LANGUAGE_OPTIONS:
            rest.append(word)
            continue
        ask_line = value if equals else next(words, "")
        if not ask_line:
            raise CommandFailed(text_of("usage.needs-value", option=name), USAGE)
    return rest, ask_line
