"""`tta settings`: what your programs do for you."""

from typing import Annotated

import typer

from tta_p2p.cli.errors import USAGE, CommandFailed
from tta_p2p.cli.output.speech import tell, text_of, words

NAMES = ("on-turn", "bell", "client", "colours", "language", "mouse", "times", "router", "look", "whereabouts")
SWITCHES = ("bell", "mouse", "times", "router", "whereabouts")
"""Those that can be on or off."""
SPELLINGS = {"color": "colours", "colors": "colours", "colour": "colours"}
"""Other ways in which people write a name."""
SYSTEM = "system"
"""In place of a language: the one that the system names."""
LONGEST_LOOK = 3600
"""Seconds between two looks into a folder, at most."""


def settings(
    name: Annotated[str, typer.Argument()] = "",
    value: Annotated[str | None, typer.Argument()] = None,
    game: Annotated[str, typer.Option("--in")] = "",
) -> None:
    """Show what is set, or set it: on-turn a command, client screen or lines, colours a preset, language one of those
    there are, look seconds, all others on or off.
    """
    import msgspec

    from tta_p2p.cli.output.layout import wrap_text
    from tta_p2p.node.data_folder.whereabouts import forget_whereabouts
    from tta_p2p.store.home import home
    from tta_p2p.store.settings import change_settings, read_settings
    from tta_p2p.ui.style import showable

    name = SPELLINGS.get(name, name)
    if name and name not in NAMES:
        raise CommandFailed(text_of("told.no-setting", name=name, names=words().any_of(NAMES)), USAGE)
    if game and name != "on-turn":
        raise CommandFailed(text_of("told.setting-in"), USAGE)
    if game:
        _command_in(game, value)
        return
    if value is None:
        now = read_settings(home())
    else:
        fresh = _value(name, value)
        now = change_settings(home(), lambda found: msgspec.structs.replace(found, **fresh))
        if not now.whereabouts:
            forget_whereabouts(home())
    shown = {"on-turn": now.on_turn or text_of("told.setting-none"), "client": now.client, "look": str(now.look)}
    shown |= {one: "on" if getattr(now, one) else "off" for one in SWITCHES}
    shown |= {"colours": now.colours, "language": now.language or SYSTEM}
    for one in (name,) if name else NAMES:
        for line in wrap_text(showable(text_of("told.of", name=one, told=shown[one]))):
            typer.echo(line)
        for line in wrap_text(text_of(f"told.setting.{one}").strip(), 2, 0):
            typer.echo(line)


def _command_in(game: str, value: str | None) -> None:
    """Set the command for one game, or show it. Raises CommandFailed."""
    import msgspec

    from tta_p2p.cli.stored_games.selection import matching_games, only_game, short_ids
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.store.home import home
    from tta_p2p.store.settings import Settings, change_settings, read_settings
    from tta_p2p.ui.style import showable

    rows = stored_games(home())
    matching = matching_games(rows, game)
    if not matching:
        raise CommandFailed(text_of("told.no-id", id=game), USAGE)
    row = only_game(matching, game)

    def change(found: Settings) -> Settings:
        known = {row.sid for row in rows if row.under_way}  # those that are over need none any more
        others = {sid: one for sid, one in found.on_turn_in.items() if sid in known and sid != row.sid}
        return msgspec.structs.replace(found, on_turn_in=others | ({row.sid: value} if value else {}))

    now = read_settings(home()) if value is None else change_settings(home(), change)
    told = now.on_turn_in.get(row.sid, "") or text_of("told.setting-as-all")
    typer.echo(showable(text_of("told.of", name=f"on-turn, {short_ids(rows)[row.sid]}", told=told)))
    tell("told.setting.on-turn")


def _value(name: str, value: str) -> dict[str, str | bool | int]:
    """The field of the settings that is named, and what it is to be. Raises CommandFailed."""
    if name in SWITCHES:
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
    if name == "colours":
        from tta_p2p.ui.colour_presets import PRESETS

        if value not in PRESETS:
            raise CommandFailed(text_of("told.setting-colours", name=name, names=words().any_of(list(PRESETS))), USAGE)
        return {name: value}
    if name == "language":
        from tta_p2p.i18n import UnknownLanguage, choose, languages

        try:
            return {name: "" if value == SYSTEM else choose(value or SYSTEM, {})}
        except UnknownLanguage as error:
            offered = words().any_of([*languages(), SYSTEM])
            raise CommandFailed(text_of("told.setting-colours", name=name, names=offered), USAGE) from error
    return {"on_turn": value}


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("settings", rich_help_panel="you")(settings)
