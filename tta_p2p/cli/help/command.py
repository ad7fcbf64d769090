"""Commands whose help pages and errors are told in the words of the catalogue (`pages`, `mistakes`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.help.game_words import game_for_command
from tta_p2p.cli.help.mistakes import describe_error, in_game_hint, nearest
from tta_p2p.cli.help.pages import ASKED, EVERYTHING, definitions, game_option, help_text, page, path_of
from tta_p2p.cli.help.quick import convert_plainly
from tta_p2p.cli.menu.start import ALONE, opens, start_menu
from tta_p2p.cli.options.choices import VARIANT

GROUPS = ("play", "games", "after", "look-up", "you", "try")
"""The groups of the first page, most wanted first: `root.command(NAME, rich_help_panel=GROUP)`, texts `group.GROUP`."""
WANTED = ("play", "games")
"""The groups whose commands the first page explains; those of others it names."""


class TtaCommand(TyperCommand):
    """A command."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Give what it takes, the option for help included."""
        return convert_plainly(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Keep the words that were typed: help and errors are told with them."""
        ctx.find_root().meta[ASKED] = list(args)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page."""
        formatter.write("\n".join(page(self, ctx)) + "\n")

    def useless(self, ctx: Any) -> set[str]:
        """Name the options that have no use here."""
        return set()

    def below(self, ctx: Any) -> Iterator[str]:
        """Give what stands below the options."""
        yield from ()


class GameCommand(TtaCommand):
    """A command with the option `--game`."""

    def useless(self, ctx: Any) -> set[str]:
        """Name the options that are of no use for the game."""
        game = game_option(ctx)
        if game is None:
            return set()
        from tta_p2p.registry import entry, load_rules

        found = {VARIANT} - {setting.name for setting in load_rules(game).settings}
        return found | ({"scenario"} if entry(game).scenario is None else set())


class TtaGroup(TyperGroup):
    """A group of commands; the outermost one answers for errors, and for the language."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Give what it takes, the option for help included."""
        return convert_plainly(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page."""
        formatter.write("\n".join(page(self, ctx)) + "\n")

    def useless(self, ctx: Any) -> set[str]:
        """Name the options that have no use here: none."""
        return set()

    def below(self, ctx: Any) -> Iterator[str]:
        """Give the commands, in groups by what one wants to do."""
        from tta_p2p.cli.output.speech import text_of

        if not path_of(ctx) and not ctx.meta.get(EVERYTHING):
            yield from self._first_page(ctx)
            return
        of = {name: getattr(command, "rich_help_panel", None) for name, command in self.commands.items()}
        size = max(map(len, of))
        for group in (*GROUPS, None):
            names = [name for name, its in of.items() if its == group or (group is None and its not in GROUPS)]
            if names:
                yield ""
                yield text_of(f"group.{group}" if group else "help.commands")
                yield from definitions(
                    [(name, help_text(text_of, path_of(ctx, name), "short")) for name in names], size
                )

    def _first_page(self, ctx: Any) -> Iterator[str]:
        """Give the commands that are wanted most, and the names of the others."""
        from tta_p2p.cli.output.speech import text_of

        of: dict[str, list[str]] = {group: [] for group in GROUPS}
        for name, command in self.commands.items():
            of.setdefault(getattr(command, "rich_help_panel", None) or "", []).append(name)
        size = max(len(name) for group in WANTED for name in of[group])
        yield ""
        for group in WANTED:
            yield text_of(f"group.{group}")
            yield from definitions([(name, help_text(text_of, name, "short")) for name in of[group]], size)
        yield text_of("help.further")
        rest = [
            (text_of(f"group.{group}"), text_of("comma").join(of[group])) for group in GROUPS if group not in WANTED
        ]
        yield from definitions(rest)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command by its name. Raises CommandFailed."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            from tta_p2p.cli.output.speech import text_of
            from tta_p2p.i18n import command

            whole = ctx.find_root().command.commands
            meant = nearest(args[0], list(self.commands))
            if not meant and args[0] in whole:  # `tta id move`
                meant = text_of("usage.meant", names=command(args[0]))
            text = text_of("usage.no-command", name=args[0], meant=meant, help=f"{ctx.command_path} --help")
            told = ""
            if not path_of(ctx):
                told = game_for_command(whole, args, begun=False) or in_game_hint(args[0])
                is_command = meant and any(name.startswith(args[0]) for name in whole)
                told = told or ("" if is_command else game_for_command(whole, args, begun=True))
            raise CommandFailed(told or text, USAGE)
        return super().resolve_command(ctx, args)

    def _run(self, typed: Sequence[str]) -> object:
        """Run a command that was chosen in the menu."""
        from tta_p2p.i18n import program

        return self.main(list(typed), program(), standalone_mode=False)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command line in the language that it asks for."""
        from tta_p2p.cli.output.speech import without_language, words

        typed, language = without_language(list(sys.argv[1:] if args is None else args))
        before = os.environ.get("TTA_LANG")
        if language:
            os.environ["TTA_LANG"] = language  # for what this process starts, too
        try:
            if os.environ.get("TTA_LANG"):
                words()  # there is no such language: said at once
            if opens(typed):
                code = start_menu(self._run, typed)
                sys.exit(code)
            typed = [] if not {*typed} - {*ALONE} else typed
            code = super().main(typed, prog_name, complete_var, False, windows_expand_args, **extra)
        except typer.TyperException as error:
            if type(error).__name__ == "NoArgsIsHelpError":  # its words are the page
                typer.echo(error.format_message(), err=True, nl=False)
                sys.exit(USAGE)
            raise describe_error(error, typed, language) from error
        finally:
            if language and before is None:
                del os.environ["TTA_LANG"]
            elif language:
                os.environ["TTA_LANG"] = before or ""
        if standalone_mode:
            sys.exit(code if isinstance(code, int) else 0)
        return code


class Commands(typer.Typer):
    """A group to which commands are added."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(cls=TtaGroup, rich_markup_mode=None, add_completion=False, no_args_is_help=True, **settings)

    def command(self, name: str | None = None, **settings: Any) -> Callable[[Any], Any]:
        """Add a command (see `typer.Typer.command`); `rich_help_panel` is its group on the first page."""
        settings.setdefault("cls", TtaCommand)
        return super().command(name, **settings)
