"""`tta settings`: what your programs do for you."""

from typing import Annotated

import typer

from tta_p2p.cli._saying import said, tell, words
from tta_p2p.cli.errors import USAGE, CommandFailed

NAMES = ("on-turn", "bell", "client", "times")


def settings(
    name: Annotated[str, typer.Argument()] = "",
    value: Annotated[str | None, typer.Argument()] = None,
) -> None:
    """Show what is set, or set something: on-turn a command, bell and times on or off, client screen or lines."""
    import msgspec

    from tta_p2p.store.home import home
    from tta_p2p.store.settings import read_settings, write_settings
    from tta_p2p.ui.style import showable

    now = read_settings(home())
    if name and name not in NAMES:
        raise CommandFailed(said("told.no-setting", name=name, names=words().any_of(NAMES)), USAGE)
    if value is not None and name in ("bell", "times"):
        if value not in ("on", "off"):
            raise CommandFailed(said("told.setting-on-off", name=name), USAGE)
        now = msgspec.structs.replace(now, **{name: value == "on"})
    elif value is not None and name == "client":
        if value not in ("screen", "lines"):
            raise CommandFailed(said("told.setting-client", name=name), USAGE)
        now = msgspec.structs.replace(now, client="lines" if value == "lines" else "screen")
    elif value is not None:
        now = msgspec.structs.replace(now, on_turn=value)
    if value is not None:
        write_settings(home(), now)
    shown = {"on-turn": now.on_turn or said("told.setting-none"), "bell": "on" if now.bell else "off"}
    shown |= {"client": now.client, "times": "on" if now.times else "off"}
    for one in (name,) if name else NAMES:
        typer.echo(showable(said("told.of", name=one, told=shown[one])))
        tell(f"told.setting.{one}")


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("settings", rich_help_panel="you")(settings)
