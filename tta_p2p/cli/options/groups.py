"""Options that several commands take together, as one value: how a game is shown, and where a node is reached."""

import functools
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from tta_p2p.cli.options.choices import check_addresses, check_folder, check_interfaces, whole_path

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.display import DisplayMode

Interface = Annotated[list[str] | None, typer.Option("--interface", rich_help_panel="network")]


@dataclass(frozen=True)
class DisplayOptions:
    """Options for the display of a game."""

    screen: Annotated[bool | None, typer.Option("--screen/--lines", rich_help_panel="display")] = None
    plain: Annotated[bool, typer.Option("--plain", rich_help_panel="display")] = False
    brief: Annotated[bool, typer.Option("--brief", rich_help_panel="display")] = False
    ascii: Annotated[bool, typer.Option("--ascii", rich_help_panel="display")] = False

    def manner(self) -> "DisplayMode":
        """The way this terminal shows games. Raises CommandFailed where it cannot do so."""
        from tta_p2p.cli.terminal.display import display_mode

        return display_mode(self.screen, plain=self.plain, ascii=self.ascii, brief=self.brief)


@dataclass(frozen=True)
class NetworkOptions:
    """The addresses at which a node listens and is reached, and the interfaces by which it looks for tables."""

    listen: Annotated[str, typer.Option("--listen", rich_help_panel="network")] = ""
    public: Annotated[str, typer.Option("--public", rich_help_panel="network")] = ""
    interface: Interface = None
    onion: Annotated[bool, typer.Option("--onion", rich_help_panel="network")] = False
    folder: Annotated[str, typer.Option("--folder", rich_help_panel="network")] = ""

    def check(self) -> None:
        """Raise CommandFailed unless a node can listen there, others come to its address, and a folder is one."""
        check_addresses(self.listen, self.public)
        check_interfaces(self.interface or ())
        check_folder(self.folder)

    @property
    def shared(self) -> str:
        """The folder by way of which it meets others, from wherever a node is started."""
        return whole_path(self.folder)


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Expand each parameter of a command that is a group of options: the command line takes the options one by one.

    A group is annotated with its dataclass, or with `Annotated[DATACLASS, "NAME", …]` for some of its options in the
    order in which help pages name them.
    """
    signature = inspect.signature(command)
    groups = {name: group for name, one in signature.parameters.items() if (group := _group(one.annotation))}

    def expanded() -> Iterator[inspect.Parameter]:
        for name, one in signature.parameters.items():
            yield from groups[name][1] if name in groups else (one,)

    @functools.wraps(command)
    def run(**given: Any) -> None:
        taken = {
            name: group(**{option.name: given.pop(option.name) for option in options})
            for name, (group, options) in groups.items()
        }
        command(**given, **taken)

    run.__signature__ = signature.replace(parameters=[*expanded()])  # type: ignore[attr-defined]
    return run


def _group(annotation: Any) -> tuple[Callable[..., Any], list[inspect.Parameter]] | None:
    """The dataclass of a group and its options as parameters; None for what is no group."""
    group, *names = get_args(annotation) or (annotation,)
    if not (isinstance(group, type) and is_dataclass(group)):
        return None
    keyword = inspect.Parameter.KEYWORD_ONLY
    options = {
        one.name: inspect.Parameter(one.name, keyword, default=one.default, annotation=one.type)
        for one in fields(group)
    }
    return group, [options[name] for name in names or options]
