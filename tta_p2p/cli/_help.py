"""Help pages and what is wrong with a command line, in the words of the catalogue.

Commands have no texts in their source: what a command is for is the text `cli.COMMAND`, in a list of commands
`cli.COMMAND.short`; what an option or argument is for is `cli.COMMAND.NAME`, or `cli.any.NAME` for those of several
commands. `value.NAME` names what it takes, else `value.TYPE`. A page about one game names no option that game has no
use for.

A page fits a screen: where it would not, options of a topic (`TOPICS`) stand on a page of their own, `tta help TOPIC`,
and the page of the command names them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli._chosen import VARIANT, called, chosen_game
from tta_p2p.cli._menu import ALONE, opens, start_menu
from tta_p2p.cli.errors import USAGE, CommandFailed

GROUPS = ("play", "games", "after", "look-up", "you", "try")
"""The groups of the first page, most wanted first: `root.command(NAME, rich_help_panel=GROUP)`, texts `group.GROUP`."""
WANTED = ("play", "games")
"""The groups whose commands the first page explains; those of others it names."""
TOPICS = ("table", "network", "programs", "display", "game")
"""What rare options are about: `typer.Option("--NAME", rich_help_panel=TOPIC)`, texts `topic.TOPIC`."""
OFFERED = "game"
"""The topic that a game fills: what a table may choose. It stands on no page of a command."""
SCREEN = 23
"""So many lines has a page at most: a screen of 24, and the prompt under it."""
WIDEST = 80
LEFT = 30
"""What stands left is given so many cells at most; after more of it a line is broken."""
EVERYTHING = "tta_p2p.everything"
"""Where it is kept that all commands are to be explained."""
ASKED = "tta_p2p.asked"
"""Where the words of a command are kept while it makes its page."""


class TtaCommand(TyperCommand):
    """A command."""

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
        game = _asked(ctx)
        if game is None:
            return set()
        from tta_p2p.registry import entry, find

        found = {VARIANT} - {setting.name for setting in find(game).settings}
        return found | ({"scenario"} if entry(game).scenario is None else set())

    def below(self, ctx: Any) -> Iterator[str]:
        """Say how many play the game, unless an option does."""
        game = _asked(ctx)
        if game is not None and "seats" not in {param.name for param in self.params}:
            from tta_p2p.cli._saying import said

            yield ""
            yield said("help.of-game", game=_players(game))


class TtaGroup(TyperGroup):
    """A group of commands; the outermost one answers for errors, and for the language."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page."""
        formatter.write("\n".join(page(self, ctx)) + "\n")

    def useless(self, ctx: Any) -> set[str]:
        """Name the options that have no use here: none."""
        return set()

    def below(self, ctx: Any) -> Iterator[str]:
        """Give the commands, in groups by what one wants to do."""
        from tta_p2p.cli._saying import said

        if not _path(ctx) and not ctx.meta.get(EVERYTHING):
            yield from self._first_page(ctx)
            return
        of = {name: getattr(command, "rich_help_panel", None) for name, command in self.commands.items()}
        size = max(map(len, of))
        for group in (*GROUPS, None):
            names = [name for name, its in of.items() if its == group or (group is None and its not in GROUPS)]
            if names:
                yield ""
                yield said(f"group.{group}" if group else "help.commands")
                yield from definitions([(name, _told(said, _path(ctx, name), "short")) for name in names], size)

    def _first_page(self, ctx: Any) -> Iterator[str]:
        """Give the commands that are wanted most, and the names of the others."""
        from tta_p2p.cli._saying import said

        of: dict[str, list[str]] = {group: [] for group in GROUPS}
        for name, command in self.commands.items():
            of.setdefault(getattr(command, "rich_help_panel", None) or "", []).append(name)
        size = max(len(name) for group in WANTED for name in of[group])
        yield ""
        for group in WANTED:
            yield said(f"group.{group}")
            yield from definitions([(name, _told(said, name, "short")) for name in of[group]], size)
        yield said("help.further")
        rest = [(said(f"group.{group}"), said("comma").join(of[group])) for group in GROUPS if group not in WANTED]
        yield from definitions(rest)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command by its name. Raises CommandFailed."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            from tta_p2p.cli._saying import said

            meant = _meant(args[0], list(self.commands))
            text = said("usage.no-command", name=args[0], meant=meant, help=f"{ctx.command_path} --help")
            in_games = _said_in_games(args[0]) if not _path(ctx) else ""
            raise CommandFailed(in_games or text, USAGE)
        return super().resolve_command(ctx, args)

    def _run(self, typed: Sequence[str]) -> object:
        """Run a command that was chosen in the menu."""
        return self.main(list(typed), "tta", standalone_mode=False)

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
        from tta_p2p.cli._saying import without_language, words

        typed, language = without_language(list(sys.argv[1:] if args is None else args))
        before = os.environ.get("TTA_LANG")
        if language:
            os.environ["TTA_LANG"] = language  # for what this process starts, too
        try:
            if os.environ.get("TTA_LANG"):
                words()  # there is no such language: said at once
            if opens(typed):
                code = start_menu(self._run, "--ascii" in typed)
                sys.exit(code)
            typed = [] if not {*typed} - {*ALONE} else typed
            code = super().main(typed, prog_name, complete_var, False, windows_expand_args, **extra)
        except typer.TyperException as error:
            if type(error).__name__ == "NoArgsIsHelpError":  # its words are the page
                typer.echo(error.format_message(), err=True, nl=False)
                sys.exit(USAGE)
            raise _wrong(error, typed) from error
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


def page(command: Any, ctx: Any) -> list[str]:
    """Give the lines of a help page, short enough for a screen where that can be."""
    whole = list(_page(command, ctx, (OFFERED,)))
    return whole if len(whole) <= SCREEN else list(_page(command, ctx, TOPICS))


def _page(command: Any, ctx: Any, elsewhere: Sequence[str]) -> Iterator[str]:
    """``elsewhere``: the topics whose options stand on pages of their own."""
    from tta_p2p.cli._saying import said

    pieces = " ".join(_usage(command, ctx))
    yield from flowed(said("help.usage", command=f"{ctx.command_path} {pieces}".rstrip()))
    yield ""
    path = _path(ctx)
    yield from flowed(_told(said, path) or command.help or "", 2)
    shown = [one for one in command.get_params(ctx) if not getattr(one, "hidden", False)]
    shown = [one for one in shown if one.name not in command.useless(ctx)]
    arguments = [one for one in shown if one.param_type_name == "argument"]
    options = [one for one in shown if one.param_type_name == "option" and one.name != "help"]
    if arguments:
        yield ""
        yield said("help.arguments")
        yield from definitions([(_value(one), _about(one, path, ctx)) for one in arguments])
    if not path and not ctx.meta.get(EVERYTHING):
        yield from command.below(ctx)
        yield ""
        yield from flowed(said("help.settings"), 2)
        return
    if not path:
        yield from command.below(ctx)
    rows = [(_written(one, path), _about(one, path, ctx)) for one in options if _topic(one) not in elsewhere]
    if "display" not in elsewhere:
        rows.append(_language())
    rows.append(("-h, --help", said("cli.any.help")))
    others = {topic: [_longest(one) for one in options if _topic(one) == topic] for topic in elsewhere}
    if others.get("display"):
        others["display"].append("--lang")
    elif "display" in elsewhere:
        rows.insert(-1, _language())
    yield ""
    yield said("help.options")
    yield from definitions(rows)
    further = [(f"tta help {topic}", ", ".join(names)) for topic, names in others.items() if names]
    if further:
        yield ""
        yield said("help.more")
        yield from definitions(further)
    if path:
        yield from command.below(ctx)


def _topic(param: Any) -> str:
    return getattr(param, "rich_help_panel", None) or ""


def _language() -> tuple[str, str]:
    """The row of the option that goes with every command."""
    from tta_p2p.cli._saying import said, words
    from tta_p2p.i18n import languages

    return f"--lang {said('value.language')}", said("cli.any.lang", languages=words().any_of(languages()))


def topic_page(topic: str, ctx: Any) -> Iterator[str]:
    """Give the page of a topic: the options that are about it, and which commands take them."""
    from tta_p2p.cli._saying import said, words

    rows: dict[str, tuple[str, str]] = {}
    taken = []
    for name, command in ctx.find_root().command.commands.items():
        about_it = [param for param in command.params if _topic(param) == topic]
        if about_it:
            taken.append(f"tta {name}")
        for param in about_it:
            rows.setdefault(param.name, (_written(param, name), _about(param, name, ctx)))
    if topic == "display":
        rows["lang"] = _language()
    yield from flowed(said(f"topic.{topic}"))
    yield ""
    if topic == OFFERED:
        game = _asked(ctx)
        if game is not None:
            yield from flowed(_players(game))
            yield from offered(game)
        return
    yield from flowed(said("help.of-commands", commands=words().listed(taken)))
    yield ""
    yield from definitions(list(rows.values()))


def offered(game: str) -> Iterator[str]:
    """Give what a game lets a table choose: variants a line each, and options with their values."""
    from tta_p2p.cli._saying import said, words
    from tta_p2p.registry import find
    from tta_p2p.ui.texts import Texts

    texts, options = Texts(find(game), words()), list[tuple[str, str]]()
    for setting in find(game).settings:
        told = {choice: texts.get(f"setting.{setting.name}.{choice}") or "" for choice in setting.choices}
        if setting.name == VARIANT:
            yield f"--{VARIANT} {said(f'value.{VARIANT}')}"
            first = setting.choices[0]
            named = [(str(one), said("help.default-is", text=about) if one == first else about)
                     for one, about in told.items()]  # fmt: skip
            yield from definitions(named)
            continue
        values = []
        for number, (choice, about) in enumerate(told.items()):
            key = "help.value" + (".told" if about else "") + (".first" if not number else "")
            values.append(said(key, value=choice, told=about))
        about = texts.get(f"setting.{setting.name}") or setting.name
        options.append((setting.name, said("help.setting", about=about, values=words().any_of(values))))
    if options:
        yield f"--option {said('value.option')}"
        yield from definitions(options)


def _players(game: str) -> str:
    """Name a game and how many play it."""
    from tta_p2p.cli._saying import said, titled, words
    from tta_p2p.registry import entry

    return said("help.players", game=titled(game), seats=words().any_of(entry(game).seats))


def definitions(rows: Sequence[tuple[str, str]], size: int = 0) -> Iterator[str]:
    """Give names with what they mean, in two columns."""
    from tta_p2p.ui.cells import pad, plain, width

    widths = [width(left) for left, _ in rows]
    size = size or max((one for one in widths if one <= LEFT), default=LEFT)
    for (left, right), wide in zip(rows, widths, strict=True):
        first, *others = list(flowed(right, size + 4)) or [""]
        if wide > size:
            yield f"  {left}"
            yield first
        else:
            yield f"  {plain(pad(left, size))}  {first[size + 4 :]}".rstrip()
        yield from others


def flowed(text: str, indent: int = 0) -> Iterator[str]:
    """Give paragraphs of text in lines of the page's width."""
    from tta_p2p.ui.cells import plain, wrap

    for paragraph in text.split("\n"):
        for line in wrap(paragraph, _width() - indent) if paragraph else [""]:
            yield f"{' ' * indent}{plain(line)}".rstrip()


def _width() -> int:
    import shutil

    return max(40, min(WIDEST, shutil.get_terminal_size().columns))


def _path(ctx: Any, *more: str) -> str:
    """The words of a command as keys name it: those after the name of the program."""
    return "-".join((*ctx.command_path.split()[1:], *more))


def _told(said: Callable[..., str], path: str, what: str = "") -> str:
    from tta_p2p.cli._saying import words

    key = ".".join(filter(None, ("cli", path, what)))
    if key not in words() and what == "short":
        return _told(said, path)
    return said(key) if key in words() else ""


def _usage(command: Any, ctx: Any) -> Iterator[str]:
    from tta_p2p.cli._saying import said

    for param in command.get_params(ctx):
        if param.param_type_name == "argument":
            yield _value(param) if param.required else f"[{_value(param)}]"
    if hasattr(command, "commands"):
        yield said("value.command")
    yield said("value.options")


def _longest(param: Any) -> str:
    """The longest name of an option; of a choice between two, the one that is not the default."""
    other: list[str] = [name for name in param.secondary_opts if not name.startswith("--no-")]
    return max(other or list[str](param.opts), key=len)


def _written(param: Any, path: str) -> str:
    names = ", ".join(sorted((*param.opts, *param.secondary_opts), key=lambda one: (one.startswith("--no-"), len(one))))
    return names if param.is_flag else f"{names} {_value(param, path)}"


def _value(param: Any, path: str = "") -> str:
    """What a parameter takes, as a page names it."""
    from tta_p2p.cli._saying import words

    known, kind = words(), param.type_descriptor
    if kind.is_choice:
        return "|".join(map(str, kind.choices))
    name = next((one for one in (f"value.{path}.{param.name}", f"value.{param.name}") if one in known), "")
    if not name:
        annotation = getattr(kind.annotation, "__name__", "")
        name = f"value.{annotation.lower() if annotation in ('int', 'float', 'Path') else 'text'}"
    several = param.param_type_name == "argument" and param.nargs == -1
    return f"{known(name)}{' …' if several else ''}"


def _about(param: Any, path: str, ctx: Any) -> str:
    from tta_p2p.cli._saying import words

    known = words()
    own = ".".join(filter(None, ("cli", path, param.name)))
    key = next((one for one in (own, f"cli.any.{param.name}") if one in known), "")
    text = known(key, **_figures(key, ctx)) if key else param.help or ""
    default = called(param.default) if param.name == "game" and param.default else param.default
    if isinstance(default, bool) or default in (None, "") or callable(default) or param.param_type_name == "argument":
        return text
    shown = f"{default:g}" if isinstance(default, float) else default
    return known("help.default", text=text, default=shown)


def _figures(key: str, ctx: Any) -> dict[str, str]:
    """What a text about an option names that is known elsewhere: the levels of bots, how many play, the topics."""
    from tta_p2p.cli._saying import words

    if key.endswith((".level", ".bot", ".bots")):
        from tta_p2p.bots.levels import levels

        return {"levels": words().any_of(levels())}
    if key == "cli.any.seats":
        from tta_p2p.registry import entry

        game = _asked(ctx)
        return {"seats": words().any_of(entry(game).seats) if game else ""}
    return {"topics": words().any_of(TOPICS)} if key == "cli.help.topic" else {}


def _asked(ctx: Any) -> str | None:
    """The game that a command was asked about; None where TTA_GAME names none. Raises CommandFailed for `--game`."""
    asked = _given(ctx.find_root().meta.get(ASKED, ()), ("--game",))
    try:
        return chosen_game(asked or os.environ.get("TTA_GAME") or DEFAULT_GAME)
    except CommandFailed:
        if asked:
            raise
        return None


def _given(typed: Sequence[str], names: Sequence[str]) -> str:
    """The value that one of these options was given; empty if it was not."""
    for word, following in zip(typed, [*typed, ""][1:], strict=True):
        name, equals, value = word.partition("=")
        if name in names:
            return value if equals else following
    return ""


def _said_in_games(typed: str) -> str:
    """Say that a word is one for inside a game, and what it does there; empty if it is not."""
    from tta_p2p.cli._saying import said, words
    from tta_p2p.ui.commands.typed import COMMANDS

    name = COMMANDS.short.get(typed, typed)
    if name not in COMMANDS.commands or f"help.{name}" not in words():
        return ""
    usage, does = said(f"usage.{name}"), said(f"help.{name}", motions=said("vote-about"))
    return said("usage.in-game", name=typed, usage=usage, does=does)


def _meant(typed: str, known: Sequence[str]) -> str:
    """Ask whether what is nearest was meant; empty if nothing is near."""
    from difflib import get_close_matches

    from tta_p2p.cli._saying import said, words

    near = get_close_matches(typed, known, n=2, cutoff=0.6)
    return said("usage.meant", names=words().any_of(near)) if near else ""


def _wrong(error: typer.TyperException, typed: Sequence[str]) -> CommandFailed:
    """What is wrong with a command line, in words; the classes of these errors are private to Typer."""
    from tta_p2p.cli._saying import said

    ctx, param = getattr(error, "ctx", None), getattr(error, "param", None)
    kind = type(error).__name__
    option = getattr(error, "option_name", "")
    if param is not None:
        option = _value(param) if param.param_type_name == "argument" else max(param.opts, key=len)
    match kind:
        case "NoSuchOption":
            known = [one for param in ctx.command.params for one in param.opts] if ctx is not None else []
            meant = _meant(option, known)
            text = said("usage.no-option", option=option, meant=meant)
        case "MissingParameter":
            text = said("usage.missing", what=option)
        case "BadParameter" if param is not None:
            value = _given(typed, param.opts) or os.environ.get(str(param.envvar or ""), "")
            text = said("usage.takes", option=option, what=_taken(param), given=value)
        case "BadOptionUsage":
            text = said("usage.needs-value", option=option)
        case _:
            extra = error.message.rpartition("(")[2].rpartition(")")[0]
            text = said("usage.extra", words=extra) if extra else error.format_message()
    if ctx is None:
        return CommandFailed(text, USAGE)
    return CommandFailed(said("usage.wrong", what=text, help=f"{ctx.command_path} --help"), USAGE)


def _taken(param: Any) -> str:
    """What values a parameter takes."""
    from tta_p2p.cli._saying import said, words

    kind = param.type_descriptor
    if kind.is_choice:
        return words().any_of(list(kind.choices))
    info = kind.parameter_info
    least, most = getattr(info, "min", None), getattr(info, "max", None)
    number = said("usage.number")
    if least is not None and most is not None:
        return said("usage.between", number=number, least=least, most=most)
    return said("usage.at-least", number=number, least=least) if least is not None else number
