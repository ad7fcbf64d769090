"""The file of keys that a player writes: `keys.toml` in the data folder, or what ``TTA_KEYS`` names.

preset = "hjkl"          # begins with these in place of the usual ones
undo = ["u", "ctrl z"]   # several keys for one action

[through-the-ages]       # a game's own keys, by what they do
hand = "c"
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import NamedTuple

from .key_map import KeyMap
from .strokes import NoSuchStroke, parse_stroke
from .table import ACTIONS, REDRAW, KeyPlace

LARGEST = 1 << 16
"""Bytes of a file of keys at most."""
PRESETS = ("hjkl",)
"""The names of the presets that come with the program."""

Letters = Mapping[str, Mapping[str, str]]
"""The usual keys of games, by game: key -> the name of what it does."""


class BadKeys(ValueError):
    """A file of keys that cannot be used: the text `keys.bad.KEY` with arguments says why; ``line`` counts from 1, 0:
    it is about the whole file.
    """

    def __init__(self, key: str, line: int = 0, *args: object) -> None:
        super().__init__(key, line, *args)
        self.key, self.line, self.told = key, line, args


class _Line(NamedTuple):
    """A line of a file: the table in which it stands, the name before its sign, and its number."""

    table: str
    name: str
    number: int


def parse_keys(text: str, games: Letters, short: Mapping[str, str] | None = None) -> KeyMap:
    """Read what a file of keys says; ``short``: other names that people have for games. Raises BadKeys."""
    data, lines = _with_whole_names(_toml(text), _lines(text), short or {})
    preset = data.pop("preset", "")
    base = KeyMap()
    if preset:
        if preset not in PRESETS:
            raise BadKeys("preset", lines.get(("", "preset"), 0), str(preset), list(PRESETS))
        base = _read(_toml(preset_text(preset)), {}, KeyMap(), {})
    found = _read(data, lines, base, games)
    _check_clashes(found, lines, games)
    return found


def _with_whole_names(
    data: Mapping[str, object], lines: Mapping[tuple[str, str], int], short: Mapping[str, str]
) -> tuple[dict[str, object], dict[tuple[str, str], int]]:
    """Call the tables of games by the names of these."""
    found: dict[str, object] = {}
    for name, value in data.items():
        game = short.get(name.casefold(), name) if isinstance(value, dict) else name
        before = found.get(game)
        found[game] = {**before, **value} if isinstance(before, dict) and isinstance(value, dict) else value
    named = {(short.get(table.casefold(), table), name): line for (table, name), line in lines.items()}
    return found, {**named, **lines}


def preset_text(name: str) -> str:
    """Give the file of a preset."""
    return (files(__package__) / "presets" / f"{name}.toml").read_text("utf-8")


def read_keys(data: bytes, games: Letters, short: Mapping[str, str] | None = None) -> KeyMap:
    """Read the bytes of a file of keys, as `parse_keys` does. Raises BadKeys."""
    try:
        return parse_keys(data.decode("utf-8"), games, short)
    except UnicodeDecodeError as error:
        raise BadKeys("bytes", data[: error.start].count(b"\n") + 1) from error


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also of a number too long to read
        line = re.search(r"line (\d+)", str(error))
        last = text.count("\n") + 1
        raise BadKeys("toml", int(line[1]) if line else last) from error


def _lines(text: str) -> dict[tuple[str, str], int]:
    """Give the line of each name, by its table."""
    found, table = dict[tuple[str, str], int](), ""
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*\"?([^\]\"]*?)\"?\s*\]", line):
            table = header[1]
            found.setdefault((table, ""), number)
            found.setdefault((table.replace("-", "_"), ""), number)
        elif named := re.match(r"\s*[\"']?([^\s=\"']+)[\"']?\s*=", line):
            found.setdefault((table, named[1]), number)
            found.setdefault((table.replace("-", "_"), named[1]), number)
    return found


def _read(data: Mapping[str, object], lines: Mapping[tuple[str, str], int], base: KeyMap, games: Letters) -> KeyMap:
    chosen, own = dict(base.chosen), {game: dict(keys) for game, keys in base.games.items()}
    for name, value in data.items():
        line = lines.get(("", name), 0)
        if isinstance(value, dict):
            game = name.replace("-", "_")
            if games and game not in games:
                raise BadKeys("game", lines.get((name, ""), 0), name)
            for action, keys in value.items():
                line = lines.get((name, action), 0)
                if games and action not in games[game].values():
                    raise BadKeys("action", line, action)
                own.setdefault(game, {})[action] = _strokes(keys, line)
        elif name in ACTIONS:
            chosen[name] = _strokes(value, line)
        else:
            raise BadKeys("action", line, name)
    if "leave" in chosen:  # whatever a file says, there is a way out
        chosen["leave"] = tuple(dict.fromkeys((*chosen["leave"], "ctrl c")))
    return KeyMap(chosen, own)


def _strokes(value: object, line: int) -> tuple[str, ...]:
    some = value if isinstance(value, list) else [value]
    if not some or not all(isinstance(one, str) and one for one in some):
        raise BadKeys("value", line)
    found = list[str]()
    for one in map(str, some):
        try:
            found.append(parse_stroke(one))
        except NoSuchStroke as error:
            raise BadKeys(f"stroke.{error.why}", line, one) from error
    return tuple(dict.fromkeys(found))


def _check_clashes(keys: KeyMap, lines: Mapping[tuple[str, str], int], games: Letters) -> None:
    """Refuse two actions on one key at the same place; the line is that of the later of both."""
    for place in KeyPlace:
        taken = {REDRAW: "redraw"}
        here = [action for action in ACTIONS.values() if place in action.places]
        for action in here:
            for stroke in keys.strokes(action.name):
                _take(
                    taken,
                    stroke,
                    action.name,
                    [lines.get(("", one), 0) for one in (action.name, taken.get(stroke, ""))],
                )
        if place is not KeyPlace.GAME:
            continue
        for game, letters in games.items():
            both = dict(taken)
            for letter, strokes in keys.letters(game, letters).items():
                for stroke in strokes:
                    other = both.get(stroke, "")
                    known = [
                        lines.get((game, letters[letter]), 0),
                        lines.get((game, other), 0),
                        lines.get(("", other), 0),
                    ]
                    _take(both, stroke, letters[letter], known)


def _take(taken: dict[str, str], stroke: str, action: str, lines: list[int]) -> None:
    other = taken.setdefault(stroke, action)
    if other != action:
        raise BadKeys("clash", max(lines), stroke, other, action)


def written_keys(keys: KeyMap, games: Letters, explain: Callable[[str, str], str]) -> str:
    """Write all keys as a file that says the same; ``explain`` says what an action does: of a game, or (empty) all."""
    some = [(action.name, keys.strokes(action.name)) for action in ACTIONS.values()]
    lines = [_written(name, strokes, explain("", name)) for name, strokes in some]
    for game, letters in games.items():
        own = keys.letters(game, letters)
        lines += ["", f"[{game.replace('_', '-')}]"] if own else []
        lines += [_written(letters[letter], strokes, explain(game, letters[letter])) for letter, strokes in own.items()]
    return "\n".join(lines)


def _written(name: str, strokes: tuple[str, ...], told: str) -> str:
    some = ", ".join(json.dumps("space" if stroke == " " else stroke, ensure_ascii=False) for stroke in strokes)
    value = some if len(strokes) == 1 else f"[{some}]"
    return f"{name} = {value}".ljust(34) + (f" # {told}" if told else "")
