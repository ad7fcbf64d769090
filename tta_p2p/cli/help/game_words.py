"""Games that are named where a command line has no place for one: the whole line that was meant, with all the rest."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from tta_p2p.cli.help.pages import ASKED, option_value, path_of
from tta_p2p.cli.options.choices import written_name

CHOOSES = "--game"
"""The option that takes the name of a game."""
PLAY = "play"
"""The command that is meant where a game is named in place of one."""


class NamedGame(NamedTuple):
    """A game, the words of a command line that name it, and all others."""

    game: str
    called: str
    rest: tuple[str, ...]


def named_game(command: Any, words: Sequence[str], alone: bool = False) -> NamedGame | None:
    """Give the game that is named by words that are no options, one after the other, most of them first; None: none.

    ``alone``: what is nothing but the beginning of a name counts only where there is no other word beside it.
    """
    from tta_p2p.registry import bundled_game

    places = list(_free_places(command, words))
    for size in range(len(places), 0, -1):
        for first in range(len(places) - size + 1):
            at, to = places[first], places[first + size - 1] + 1
            called = " ".join(words[at:to])
            if to - at == size and (game := bundled_game(called, begun=not alone or size == len(places))):
                return NamedGame(game, called, (*words[:at], *words[to:]))
    return None


def _free_places(command: Any, words: Sequence[str]) -> Iterator[int]:
    """Give the places of the words that are neither options nor their values."""
    flags = {name for one in command.params for name in (*one.opts, *one.secondary_opts) if getattr(one, "is_flag", 0)}
    is_value = False
    for at, word in enumerate(words):
        if is_value:
            is_value = False
        elif word == "--":
            yield from range(at + 1, len(words))
            return
        elif word.startswith("-") and len(word) > 1:
            is_value = word not in flags and "=" not in word
        else:
            yield at


def with_game(command: Sequence[str], rest: Sequence[str], game: str) -> str:
    """Give a command line as it is typed, with its game chosen by the option, in the language that was asked for."""
    from tta_p2p.cli.output.speech import LANGUAGE_OPTIONS, command_text, without_language

    _, language = without_language(sys.argv[1:])
    end = rest.index("--") if "--" in rest else len(rest)
    options = (*((LANGUAGE_OPTIONS[0], language) if language else ()), CHOOSES, written_name(game))
    return command_text(*command, *rest[:end], *options, *rest[end:])


def extra_game(ctx: Any) -> str:
    """Say how a game is chosen that is named behind a command that takes no such word; empty: none is.

    Where the command is about no game in particular, it is said how that one is played.
    """
    from tta_p2p.cli.output.speech import text_of, title_of

    words = ctx.find_root().meta.get(ASKED, ())
    named = named_game(ctx.command, words) if not option_value(words, (CHOOSES,)) else None
    if named is None:
        return ""
    if not _takes_game(ctx.command):
        plays = with_game([PLAY], [], named.game)
        told = {"word": named.called, "title": title_of(named.game), "command": ctx.command_path, "plays": plays}
        return text_of("usage.game-not-taken", **told)
    whole = with_game(path_of(ctx).split("-"), named.rest, named.game)
    return text_of("usage.game-extra", word=named.called, title=title_of(named.game), whole=whole)


def game_for_topic(ctx: Any, topic: Sequence[str], chosen: str) -> str:
    """Say how the rules of another game are looked up that is named in place of a topic, or first; empty: none is.

    Only a whole name counts: rules may have much to say of its beginning.
    """
    from tta_p2p.cli.output.speech import text_of, title_of
    from tta_p2p.registry import bundled_game

    words = ctx.find_root().meta.get(ASKED, ())
    for size in range(len(topic), 0, -1):
        called = " ".join(topic[:size])
        game = bundled_game(called) if not option_value(words, (CHOOSES,)) else None
        if game is not None and game != chosen:
            whole = with_game(path_of(ctx).split("-"), topic[size:], game)
            return text_of("usage.game-extra", word=called, title=title_of(game), whole=whole)
    return ""


def game_for_command(commands: Mapping[str, Any], words: Sequence[str], begun: bool) -> str:
    """Say how a game is played that is named in place of a command; empty: none is.

    ``begun``: whether the beginning of a name is enough.
    """
    from tta_p2p.cli.output.speech import text_of, title_of
    from tta_p2p.registry import bundled_game

    first = list(takewhile(lambda word: not word.startswith("-"), words))
    for size in range(len(first), 0, -1):
        called, name, rest = " ".join(words[:size]), PLAY, list(words[size:])
        game = bundled_game(called, begun=begun)
        if game is not None:
            if rest and _takes_game(commands.get(rest[0])):  # `tta civ host`
                name = rest.pop(0)
            return text_of("usage.game-command", word=called, title=title_of(game), plays=with_game([name], rest, game))
    return ""


def _takes_game(command: Any) -> bool:
    """Whether a command has the option for a game."""
    return any(CHOOSES in one.opts for one in getattr(command, "params", ()))
