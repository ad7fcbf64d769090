"""A person's settings for the own programs: a file in the data folder, which its owner may also write by hand."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from tta_p2p.store import locks
from tta_p2p.store.regular_files import read_regular, write_regular

FILE = "settings.json"
LAYOUT = "\t\n"
"""Control characters that a command may have: the shell reads them as it does in a script."""
LONGEST_FAULT = 200
"""Letters of what is told of a fault: it may quote a name that stands in the file."""
NO_COMMAND = "-"
"""In place of a command: none is run in this game, whatever is set for all."""


class BadSettings(Exception):
    """The file of settings cannot be read; ``why`` is a key that says so with its arguments."""

    def __init__(self, text: str, *why: object) -> None:
        super().__init__(text)
        self.why = why


class UnusableText(ValueError):
    """A text of the settings has a letter that no command, path, name or address can have."""

    def __init__(self, name: str, letter: str) -> None:
        super().__init__(f"{name} contains U+{ord(letter):04X}, which no command or name can contain")
        self.name, self.letter = name, f"U+{ord(letter):04X}"


def check_text(name: str, text: str, allowed: str = "") -> None:
    """Check that a text has no control characters and no halves of letters. Raises UnusableText, for a setting."""
    for letter in text:
        if letter not in allowed and unicodedata.category(letter) in ("Cc", "Cs"):
            raise UnusableText(name, letter)


class Settings(msgspec.Struct, frozen=True, rename="kebab", forbid_unknown_fields=True, omit_defaults=True):
    """Settings. `on_turn`: the command run whenever it becomes your turn; `on_turn_in`: those of single games in place
    of it, by the id of the game (`-` runs none); `bell`: whether the terminal rings then; `times`: whether the time of
    each player is shown; `client`: whether games open on the full screen, where the terminal can, or line by line;
    `colours`: the preset of colours; `language`: what tta speaks where nothing else says (empty: as the system does);
    `mouse`: whether the full screen takes clicks and the wheel; `router`: whether the router is asked to open the port
    of a game that others may join; `look`: seconds between two looks into the folder by way of which a game is played;
    `whereabouts`: whether it is kept where friends were found in games that were played to their end.

    What is as at first is not written: releases that do not know a setting would refuse the file.
    """

    on_turn: str = ""
    bell: bool = False
    times: bool = True
    client: Literal["screen", "lines"] = "screen"
    router: bool = True
    colours: Literal["usual", "dark", "light", "high-contrast", "red-green", "blue-yellow"] = "usual"
    language: Annotated[str, msgspec.Meta(max_length=40)] = ""
    mouse: bool = False
    look: Annotated[int, msgspec.Meta(ge=1, le=3600)] = 5
    on_turn_in: dict[str, str] = {}
    whereabouts: bool = True

    def __post_init__(self) -> None:
        """Check all texts, wherever they come from: a file or a person. Raises ValueError (`UnusableText`)."""
        check_text("on-turn", self.on_turn, LAYOUT)
        check_text("language", self.language)
        for sid, command in self.on_turn_in.items():
            check_text("on-turn-in", sid)
            check_text("on-turn-in", command, LAYOUT)

    def command_for(self, sid: str) -> str:
        """Give the command that is run when it becomes your turn in a game; empty where none is."""
        command = self.on_turn_in.get(sid, self.on_turn)
        return "" if command == NO_COMMAND else command


def read_settings(folder: Path) -> Settings:
    """Give what is set in a data folder. Raises BadSettings."""
    path = folder / FILE
    try:
        data = read_regular(path, 1 << 20)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise BadSettings(f"{path}: {error.strerror}", "settings", path, error.strerror) from error
    try:
        return msgspec.json.decode(data, type=Settings)
    except (msgspec.DecodeError, RecursionError, ValueError) as error:
        if isinstance(cause := error.__cause__, UnusableText):
            raise _unusable(path, cause) from error
        why = "".join(one if one.isprintable() else ascii(one)[1:-1] for one in str(error))[:LONGEST_FAULT]
        raise BadSettings(f"{path}: {why}", "settings", path, why) from error


def change_settings(folder: Path, change: Callable[[Settings], Settings]) -> Settings:
    """Change what is set, whatever another process sets at the same moment; what is set now.

    Raises BadSettings, and OSError, which names the file.
    """
    path = folder / FILE
    try:
        with locks.held(folder, "settings", locks.PATIENCE):
            found = read_settings(folder)
            try:
                now = change(found)
                now.__post_init__()  # msgspec does not call it for a value that is made of another one
            except UnusableText as error:
                raise _unusable(path, error) from error
            _write(path, msgspec.json.format(msgspec.json.encode(now), indent=1) + b"\n")
    except OSError as error:
        error.filename = str(path)
        raise
    return now


def _unusable(path: Path, error: UnusableText) -> BadSettings:
    return BadSettings(f"{path}: {error}", "settings-letter", path, error.name, error.letter)


def _write(path: Path, data: bytes) -> None:
    fresh = path.with_suffix(".new")
    try:
        write_regular(fresh, data)
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
