"""`tta settings`: what your programs do for you."""

from typing import Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.output.speech import tell, text_of, words

NAMES = ("on-turn", "bell", "client", "times", "router", "look")
LONGEST_LOOK = 3600
"""Seconds between two looks into a folder, at most."""


def settings(
    name: Annotated[str, typer.Argument()] = "",
    value: Annotated[str | None, typer.Argument()] = None,
) -> None:
    """Show what is set, or set it: on-turn a command, bell, times and router on or off, client screen or lines,
    look seconds.
    """
    import msgspec

    from tta_p2p.store.home import home
    from tta_p2p.store.settings import change_settings, read_settings
    from tta_p2p.ui.style import showable

    if name and name not in NAMES:
        raise CommandFailed(text_of("told.no-setting", name=name, names=words().any_of(NAMES)), USAGE)
    if value is None:
        now = read_settings(home())
    else:
        fresh = _value(name, value)
        now = change_settings(home(), lambda found: msgspec.structs.replace(found, **fresh))
    shown = {"on-turn": now.on_turn or text_of("told.setting-none"), "bell": "on" if now.bell else "off"}
    shown |= {"client": now.client, "times": "on" if now.times else "off", "router": "on" if now.router else "off"}
    shown |= {"look": str(now.look)}
    for one in (name,) if name else NAMES:
        typer.echo(showable(text_of("told.of", name=one, told=shown[one])))
        tell(f"told.setting.{one}")


def _value(name: str, value: str) -> dict[str, str | bool | int]:
    """The field of the settings that is named, and what it is to be. Raises CommandFailed."""
    if name in ("bell", "times", "router"):
        if value not in ("on", "off"):
            raise CommandFailed(text_of("told.setting-on-off", name=name), USAGE)
        return {name: value == "on"}
    if name == "look":
        if not (value.isascii() and value.isdecimal() and 1 <= int(value[:5]) <= LONGEST_LOOK):
            raise CommandFailed(text_of("told.setting-look", name=name, most=LONGEST_LOOK), USAGE)
        return {name: int(value)}
    if name == "client":
        if value not in ("screen", "lines"):
            raise CommandFailed(text_of("told.setting-client", name=name), USAGE)
        return {name: value}
    return {"on_turn": value}


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("settings", rich_help_panel="you")(settings)
