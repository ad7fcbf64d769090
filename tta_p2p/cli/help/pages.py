"""Help pages, in the words of the catalogue.

Commands have no texts in their source: what a command is for is the text `cli.COMMAND`, in a list of commands
`cli.COMMAND.short`; what an option or argument is for is `cli.COMMAND.NAME`, or `cli.any.NAME` for those of several
commands. `value.NAME` names what it takes, else `value.TYPE`. A page about one game names no option that game has no
use for.

A page fits a screen: where it would not, options of a topic (`TOPICS`) stand on a page of their own, `tta help TOPIC`,
and the page of the command names them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.options.choices import VARIANT, chosen_game, written_name

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


def page(command: Any, ctx: Any) -> list[str]:
    """Give the lines of a help page, short enough for a screen where that can be."""
    whole = list(_page(command, ctx, (OFFERED,)))
    return whole if len(whole) <= SCREEN else list(_page(command, ctx, TOPICS))


def _page(command: Any, ctx: Any, elsewhere: Sequence[str]) -> Iterator[str]:
    """``elsewhere``: the topics whose options stand on pages of their own."""
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.i18n import command as typed

    pieces = " ".join(_usage(command, ctx))
    yield from _flowed(text_of("help.usage", command=f"{ctx.command_path} {pieces}".rstrip()))
    yield ""
    path = path_of(ctx)
    yield from _flowed(help_text(text_of, path) or command.help or "", 2)
    shown = [one for one in command.get_params(ctx) if not getattr(one, "hidden", False)]
    shown = [one for one in shown if one.name not in command.useless(ctx)]
    arguments = [one for one in shown if one.param_type_name == "argument"]
    options = [one for one in shown if one.param_type_name == "option" and one.name != "help"]
    if arguments:
        yield ""
        yield text_of("help.arguments")
        yield from definitions([(value_of(one, path), _about(one, path, ctx)) for one in arguments])
    if not path and not ctx.meta.get(EVERYTHING):
        yield from command.below(ctx)
        yield ""
        yield from _flowed(text_of("help.settings"), 2)
        return
    if not path:
        yield from command.below(ctx)
    rows = [(_written(one, path), _about(one, path, ctx)) for one in options if _topic(one) not in elsewhere]
    if "display" not in elsewhere:
        rows.append(_language())
    rows.append(("-h, --help", text_of("cli.any.help")))
    others = {topic: [_longest(one) for one in options if _topic(one) == topic] for topic in elsewhere}
    if others.get("display"):
        others["display"].append("--lang")
    elif "display" in elsewhere:
        rows.insert(-1, _language())
    yield ""
    yield text_of("help.options")
    yield from definitions(rows)
    further = [(typed("help", topic), ", ".join(names)) for topic, names in others.items() if names]
    if further:
        yield ""
        yield text_of("help.more")
        yield from definitions(further)
    if path:
        yield from command.below(ctx)


def _topic(param: Any) -> str:
    return getattr(param, "rich_help_panel", None) or ""


def _language() -> tuple[str, str]:
    """The row of the option that goes with every command."""
    from tta_p2p.cli.output.speech import text_of, words
    from tta_p2p.i18n import languages

    return f"--lang {text_of('value.language')}", text_of("cli.any.lang", languages=words().any_of(languages()))


def topic_page(topic: str, ctx: Any) -> Iterator[str]:
    """Give the page of a topic: the options that are about it, and which commands take them."""
    from tta_p2p.cli.output.speech import text_of, words
    from tta_p2p.i18n import command as typed

    rows: dict[str, tuple[str, str]] = {}
    taken: dict[str, list[str]] = {}
    for name, command in ctx.find_root().command.commands.items():
        for param in [param for param in command.params if _topic(param) == topic]:
            rows.setdefault(param.name, (_written(param, name), _about(param, name, ctx)))
            taken.setdefault(param.name, []).append(typed(name))
    yield from _flowed(text_of(f"topic.{topic}"))
    if topic == OFFERED:
        game = game_option(ctx)
        yield ""
        if game is not None:
            yield from _flowed(players(game))
            yield from _offered(game)
        return
    for alike in dict.fromkeys(tuple(commands) for commands in taken.values()):
        yield ""
        yield from _flowed(text_of("help.of-commands", commands=words().listed(alike)))
        yield from definitions([row for option, row in rows.items() if taken[option] == list(alike)])
    if topic == "display":
        yield ""
        yield text_of("help.of-all")
        yield from definitions([_language()])


def _offered(game: str) -> Iterator[str]:
    """Give what a game lets a table choose: what each variant and each value of an option changes, a sentence each."""
    from tta_p2p.cli.output.speech import text_of
    from tta_p2p.registry import load_rules

    settings = sorted(load_rules(game).settings, key=lambda one: one.name != VARIANT)
    for number, setting in enumerate(settings):
        if setting.name == VARIANT:
            yield f"--{VARIANT} {text_of(f'value.{VARIANT}')}"
        elif not number or settings[number - 1].name == VARIANT:
            yield f"--option {text_of('value.option')}"
        before = "" if setting.name == VARIANT else f"{setting.name}="
        told = [(f"{before}{choice}", choice_text(game, setting.name, choice)) for choice in setting.choices]
        first, *others = told
        yield from definitions([(first[0], text_of("help.default-is", text=first[1])), *others])


def choice_text(game: str, setting: str, choice: object) -> str:
    """Say in a sentence what a choice of a setting changes; by its name where the game says no more."""
    from tta_p2p.cli.output.speech import words
    from tta_p2p.registry import load_rules
    from tta_p2p.ui.texts import Texts

    texts = Texts(load_rules(game), words())
    return (
        texts.optional(f"choice.{setting}.{choice}")
        or texts.optional(f"setting.{setting}.{choice}")
        or texts.optional(f"setting.{setting}")
        or setting
    )


def players(game: str) -> str:
    """Name a game and how many play it."""
    from tta_p2p.cli.output.speech import text_of, title_of, words
    from tta_p2p.registry import entry

    return text_of("help.players", game=title_of(game), seats=words().any_of(entry(game).seats))


def definitions(rows: Sequence[tuple[str, str]], size: int = 0) -> Iterator[str]:
    """Give names with what they mean, in two columns."""
    from tta_p2p.ui.cells import pad, plain, width

    widths = [width(left) for left, _ in rows]
    size = size or max((one for one in widths if one <= LEFT), default=LEFT)
    for (left, right), wide in zip(rows, widths, strict=True):
        first, *others = list(_flowed(right, size + 4)) or [""]
        if wide > size:
            yield f"  {left}"
            yield first
        else:
            yield f"  {plain(pad(left, size))}  {first[size + 4 :]}".rstrip()
        yield from others


def _flowed(text: str, indent: int = 0) -> Iterator[str]:
    """Give paragraphs of text in lines of the page's width."""
    from tta_p2p.ui.cells import plain, wrap

    for paragraph in text.split("\n"):
        for line in wrap(paragraph, _width() - indent) if paragraph else [""]:
            yield f"{' ' * indent}{plain(line)}".rstrip()


def _width() -> int:
    import shutil

    return max(40, min(WIDEST, shutil.get_terminal_size().columns))


def path_of(ctx: Any, *more: str) -> str:
    """The words of a command as keys name it: those after the name of the program."""
    return "-".join((*ctx.command_path.removeprefix(ctx.find_root().command_path).split(), *more))


def help_text(text_of: Callable[..., str], path: str, what: str = "") -> str:
    """The text of a command or of ``what`` it has: one of its options, or ``short`` for the list of commands."""
    from tta_p2p.cli.output.speech import words

    key = ".".join(filter(None, ("cli", path, what)))
    if words().optional(key) is not None:
        return text_of(key)
    return help_text(text_of, path) if what == "short" else ""


def _usage(command: Any, ctx: Any) -> Iterator[str]:
    from tta_p2p.cli.output.speech import text_of

    for param in command.get_params(ctx):
        if param.param_type_name == "argument":
            value = value_of(param, path_of(ctx))
            yield value if param.required else f"[{value}]"
    if hasattr(command, "commands"):
        yield text_of("value.command")
    yield text_of("value.options")


def _longest(param: Any) -> str:
    """The longest name of an option; of a choice between two, the one that is not the default."""
    other: list[str] = [name for name in param.secondary_opts if not name.startswith("--no-")]
    return max(other or list[str](param.opts), key=len)


def _written(param: Any, path: str) -> str:
    names = ", ".join(sorted((*param.opts, *param.secondary_opts), key=lambda one: (one.startswith("--no-"), len(one))))
    return names if param.is_flag else f"{names} {value_of(param, path)}"


def value_of(param: Any, path: str = "") -> str:
    """Name the value of a parameter, as a page does."""
    from tta_p2p.cli.output.speech import words

    known, kind = words(), param.type_descriptor
    if kind.is_choice:
        return "|".join(map(str, kind.choices))
    name = next((one for one in (f"value.{path}.{param.name}", f"value.{param.name}") if known.optional(one)), "")
    if not name:
        annotation = getattr(kind.annotation, "__name__", "")
        name = f"value.{annotation.lower() if annotation in ('int', 'float', 'Path') else 'text'}"
    several = param.param_type_name == "argument" and param.nargs == -1
    return f"{known(name)}{' …' if several else ''}"


def _about(param: Any, path: str, ctx: Any) -> str:
    from tta_p2p.cli.output.speech import words

    known = words()
    own = ".".join(filter(None, ("cli", path, param.name)))
    key = next((one for one in (own, f"cli.any.{param.name}") if known.optional(one) is not None), "")
    text = known(key, **_figures(key, ctx)) if key else param.help or ""
    default = written_name(param.default) if param.name == "game" and param.default else param.default
    if isinstance(default, bool) or default in (None, "") or callable(default) or param.param_type_name == "argument":
        return text
    shown = f"{default:g}" if isinstance(default, float) else default
    return known("help.default", text=text, default=shown)


def _figures(key: str, ctx: Any) -> dict[str, str]:
    """Fill in the facts that a text about an option names: levels of bots, numbers of players, topics."""
    from tta_p2p.cli.output.speech import words

    if key.endswith((".level", ".bot", ".bots")):
        from tta_p2p.bots.levels import PERSONALITIES, choices, levels
        from tta_p2p.ui.levels import levels_text

        first, *further = PERSONALITIES
        personal = words().any_of((f"{levels()[-1]}:{first}", *(f":{one}" for one in further)))
        return {"levels": words().any_of(levels()), "personal": personal, "offered": levels_text(choices(), words())}
    if key == "cli.any.seats":
        from tta_p2p.registry import entry

        game = game_option(ctx)
        return {"seats": words().any_of(entry(game).seats) if game else ""}
    return {"topics": words().any_of(TOPICS)} if key == "cli.help.topic" else {}


def game_option(ctx: Any) -> str | None:
    """The game that a command was asked about; None where TTA_GAME names none. Raises CommandFailed for `--game`."""
    asked = option_value(ctx.find_root().meta.get(ASKED, ()), ("--game",))
    try:
        return chosen_game(asked or os.environ.get("TTA_GAME") or DEFAULT_GAME)
    except CommandFailed:
        if asked:
            raise
        return None


def option_value(typed: Sequence[str], names: Sequence[str]) -> str:
    """The value that one of these options was given; empty if it was not."""
    for word, following in zip(typed, [*typed, ""][1:], strict=True):
        name, equals, value = word.partition("=")
        if name in names:
            return value if equals else following
    return ""
