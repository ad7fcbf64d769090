"""Mistakes in a command line, in the words of the catalogue."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.help.game_words import extra_game
from tta_p2p.cli.help.pages import option_value, path_of, value_of

NAMING = ("--name", "--player")
"""Options that people expect for what is typed without any."""
PEOPLE = "people"
"""The words of a command that name who plays."""


def in_game_hint(typed: str) -> str:
    """Say that a word is one for inside a game, and what it does there; empty if it is not."""
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.ui.commands.parser import COMMANDS

    name = COMMANDS.short.get(typed, typed)
    if name not in COMMANDS.commands:
        return ""
    usage, does = text_of(f"usage.{name}"), text_of(f"help.{name}", motions=text_of("vote-about"))
    return text_of("usage.in-game", name=typed, usage=usage, does=does)


def nearest(typed: str, known: Sequence[str]) -> str:
    """Ask whether what is nearest was meant; empty if nothing is near."""
    from difflib import get_close_matches

    from tta_p2p.cli.output.speech import text_of, words

    near = get_close_matches(typed, known, n=2, cutoff=0.6)
    return text_of("usage.meant", names=words().any_of(near)) if near else ""


def describe_error(error: typer.TyperException, typed: Sequence[str], language: str = "") -> CommandFailed:
    """Describe a mistake in a command line; the classes of these errors are private to Typer.

    ``language``: the one that the command line asks for, which is no part of `typed` any more.
    """
    from tta_p2p.cli.output.speech import text_of

    ctx, param = getattr(error, "ctx", None), getattr(error, "param", None)
    kind = type(error).__name__
    option = getattr(error, "option_name", "")
    if param is not None:
        path = path_of(ctx) if ctx is not None else ""
        option = value_of(param, path) if param.param_type_name == "argument" else max(param.opts, key=len)
    match kind:
        case "NoSuchOption":
            known = [one for param in ctx.command.params for one in param.opts] if ctx is not None else []
            meant = _behind(ctx, option, typed) or _bare_name(ctx, option, typed, language) or nearest(option, known)
            text = text_of("usage.no-option", option=option, meant=meant)
        case "MissingParameter":
            text = text_of("usage.missing", what=option)
        case "BadParameter" if param is not None:
            value = option_value(typed, param.opts) or os.environ.get(str(param.envvar or ""), "")
            text = text_of("usage.takes", option=option, what=_taken(param), given=value)
        case "BadOptionUsage":
            text = text_of("usage.needs-value", option=option)
        case _:
            extra = error.message.rpartition("(")[2].rpartition(")")[0]
            if extra and ctx is not None and (told := extra_game(ctx)):
                return CommandFailed(told, USAGE)
            text = text_of("usage.extra", words=extra) if extra else error.format_message()
    if ctx is None:
        return CommandFailed(text, USAGE)
    return CommandFailed(text_of("usage.wrong", what=text, help=f"{ctx.command_path} --help"), USAGE)


def _behind(ctx: Any, option: str, typed: Sequence[str]) -> str:
    """Say that an option belongs behind the command that was typed after it; empty if that does not take it."""
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.i18n import command

    below: dict[str, Any] = getattr(ctx.command, "commands", {}) if ctx is not None else {}
    name = next((word for word in typed if word in below), "")
    if not name or not any(option in param.opts for param in below[name].params):
        return ""
    return text_of("usage.behind", command=command(name), option=option)


def _bare_name(ctx: Any, option: str, typed: Sequence[str], language: str) -> str:
    """Say that a name is typed without an option where people are named so; empty where the command names none."""
    from tta_p2p.cli.output.speech import LANGUAGE_OPTIONS, command_text, text_of

    name = option_value(typed, NAMING)
    if option not in NAMING or not name or ctx is None or all(one.name != PEOPLE for one in ctx.command.params):
        return ""
    at = next(number for number, word in enumerate(typed) if word.partition("=")[0] == option)
    rest = [*typed[:at], name, *typed[at + 1 + ("=" not in typed[at]) :]]
    return text_of("usage.bare-name", whole=command_text(*((LANGUAGE_OPTIONS[0], language) if language else ()), *rest))


def _taken(param: Any) -> str:
    """Name the values that a parameter takes."""
    from tta_p2p.cli.output.speech import text_of, words

    kind = param.type_descriptor
    if kind.is_choice:
        return words().any_of(list(kind.choices))
    info = kind.parameter_info
    least, most = getattr(info, "min", None), getattr(info, "max", None)
    number = text_of("usage.number")
    if least is not None and most is not None:
        return text_of("usage.between", number=number, least=least, most=most)
    return text_of("usage.at-least", number=number, least=least) if least is not None else number
