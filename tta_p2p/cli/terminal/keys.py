"""The keys that a player has chosen in a file, and what is wrong with it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from tta_p2p.cli.errors import system_text
from tta_p2p.cli.output.speech import text_of, words
from tta_p2p.keyboard.key_file import LARGEST, PRESETS, BadKeys, read_keys
from tta_p2p.keyboard.key_map import USUAL, KeyMap
from tta_p2p.store.home import home
from tta_p2p.store.regular_files import named_path, read_regular
from tta_p2p.ui.screen.keys import short_names, strokes_of_games
from tta_p2p.ui.style import showable

FILE = "keys.toml"
"""The file of keys in the data folder."""
VARIABLE = "TTA_KEYS"
"""The variable of the environment that names another file of keys, or a preset."""


class ChosenKeys(NamedTuple):
    """The keys of this player; ``fault`` says why they are the usual ones although a file says otherwise."""

    keys: KeyMap = USUAL
    fault: str = ""


def key_file() -> Path:
    """Give the place of the file of keys."""
    named = os.environ.get(VARIABLE)
    if not named:
        return home() / FILE
    return named_path(named)


def chosen_keys() -> ChosenKeys:
    """Read the file of keys; one that cannot be used costs nothing but itself."""
    path, named = key_file(), os.environ.get(VARIABLE)
    try:
        is_preset = named in PRESETS and not path.exists()
        data = f'preset = "{named}"'.encode() if is_preset else read_regular(path, LARGEST)
    except FileNotFoundError:
        missing = text_of("keys.bad", file=path, why=text_of("keys.bad.missing")) if named else ""
        return ChosenKeys(fault=missing)
    except OSError as error:
        return ChosenKeys(fault=text_of("keys.bad", file=path, why=text_of("keys.bad.system", why=system_text(error))))
    try:
        return ChosenKeys(read_keys(data, strokes_of_games(), short_names()))
    except BadKeys as error:
        why = showable(words().line(f"keys.bad.{error.key}", error.told))
        if error.line:
            return ChosenKeys(fault=text_of("keys.bad.line", file=path, line=error.line, why=why))
        return ChosenKeys(fault=text_of("keys.bad", file=path, why=why))
