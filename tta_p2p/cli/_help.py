"""Help pages of commands about one game: they end with what that game offers, and name no option it has no use for."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from typer.core import TyperCommand

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli._chosen import VARIANT, chosen_game, in_words
from tta_p2p.cli.errors import CommandFailed

if TYPE_CHECKING:
    from tta_p2p.games.entry import Entry

ASKED = "tta_p2p.asked"
"""Where the words of a command are kept while it makes its page."""


class GameCommand(TyperCommand):
    """A command with the option `--game`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words that were typed: the help page is made before they are read."""
        ctx.meta[ASKED] = list(args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options that are of use for the game, and what the game offers."""
        game = _asked(ctx.meta.get(ASKED, ()))
        if game is None:
            super().format_options(ctx, formatter)
            return
        from tta_p2p.registry import entry, find

        known, settings = entry(game), find(game).settings
        useless = {VARIANT} - {setting.name for setting in settings}
        if known.scenario is None:
            useless.add("scenario")
        hidden = [param for param in self.params if param.name in useless and not getattr(param, "hidden", True)]
        try:
            for param in hidden:
                param.hidden = True  # type: ignore[attr-defined]
            super().format_options(ctx, formatter)
        finally:
            for param in hidden:
                param.hidden = False  # type: ignore[attr-defined]
        names = {param.name for param in self.params if param.name}
        with formatter.section(f"{known.title} (--game NAME --help tells of another game)"):
            formatter.write_dl(list(_offers(known, settings, names)))


def _offers(known: Entry, settings: Sequence[Any], names: set[str]) -> Iterator[tuple[str, str]]:
    yield "players", in_words(known.seats)
    if "option" not in names:
        return
    for setting in settings:
        first, *others = map(str, setting.choices)
        way = f"--{VARIANT}" if setting.name == VARIANT else f"--option {setting.name}="
        yield way, ", ".join((f"{first} (default)", *others))


def _asked(words: Sequence[str]) -> str | None:
    """The game that a command was asked about; None where there is none of that name."""
    asked = os.environ.get("TTA_GAME") or DEFAULT_GAME
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word == "--game":
            asked = following
        elif word.startswith("--game="):
            asked = word.partition("=")[2]
    try:
        return chosen_game(asked)
    except CommandFailed:
        return None
