"""The page of keys: made of the one table of actions (`tta_p2p.keyboard.table`) and of the game's own keys
(`Board.controls`), as this player has them.

What a key does is the text `key.NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tta_p2p.i18n import Words
from tta_p2p.keyboard.key_map import KeyMap
from tta_p2p.keyboard.table import ACTIONS, KEYS, REDRAW, Key
from tta_p2p.registry import entry, names

from ..blocks import Block, Fields, Heading
from ..cells import pad, row, width
from ..presenter import presenter_for
from .boards import Board, Controls, board_for, game_strokes
from .screen_state import PageEntry

LESS_IN_LISTS = frozenset(("end", "enter", "number", "undo"))
"""Keys that do less where all there is to choose among is a list of acts."""
GROUPS = ("move", "act", "see", "others")
"""The groups of the page of help; those of the lobby are shown where they apply."""


def controls_of(game: str) -> Controls:
    """Give the keys of a game. Raises UnknownGame."""
    return board_for(presenter_for(game, Words())).controls


def strokes_of_games() -> dict[str, dict[str, str]]:
    """Give the usual keys of all games here, each with the name by which a file of keys calls what it does."""
    return {game: controls_of(game).names() for game in names()}


def short_names() -> dict[str, str]:
    """Give the games that short names stand for, as people write them."""
    return {alias.casefold(): game for game in names() for alias in entry(game).aliases}


def explained(words: Words) -> Callable[[str, str], str]:
    """Give what says what an action does: of a game, or (empty) of every game."""
    shared = {name: key.action for key in KEYS for name in key.actions}
    spoken = {game: presenter_for(game, words).words for game in names()}

    def explain(game: str, action: str) -> str:
        if game:
            page = action.removesuffix("-page")
            return spoken[game](f"help.{page}" if page != action else f"key.{action}")
        return words(f"key.{shared.get(action, action)}")

    return explain


def game_keys(words: Words, board: Board) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Give the keys of a game itself with what each does: those for kinds of acts, and those that show a page."""
    own = game_strokes(board, words.keys)
    acts = [(_listed(words, own[key]), words(f"key.{one.action}")) for key, one in board.controls.letters.items()]
    pages = [(_listed(words, own[key]), words(f"help.{page}")) for key, page in board.controls.pages.items()]
    return acts, pages


def _game_lines(words: Words, board: Board) -> tuple[list[KeyLine], list[KeyLine]]:
    controls = board.controls
    acts, pages = game_keys(words, board)
    names = controls.names()
    return (
        [KeyLine(*line, stroke, search_words(words, names[stroke]))
         for line, stroke in zip(acts, controls.letters, strict=True)],
        [KeyLine(*line, stroke, search_words(words, names[stroke]))
         for line, stroke in zip(pages, controls.pages, strict=True)],
    )  # fmt: skip


def key_label(key: Key, words: Words) -> str:
    """Write the strokes of a line of the page: the usual one, or all that a player has chosen."""
    if key.action == "number":
        return "0–9"
    if key.action == "redraw":
        return words.stroke(REDRAW)
    keys: KeyMap = words.keys
    if key.actions:
        return " ".join(words.stroke(keys.strokes(action)[0]) for action in key.actions[: key.shown])
    some = keys.strokes(key.action)
    whole = some != ACTIONS[key.action].strokes or key.action == "leave"
    return _listed(words, some if whole else some[:1])


def _listed(words: Words, strokes: tuple[str, ...]) -> str:
    return ", ".join(map(words.stroke, strokes))


class KeyLine(NamedTuple):
    """A line of the page of keys: how the key is written, what it does, and the usual stroke (empty: several).

    ``words``: other words by which people look for it (`search_words`); ``outside``: typed in a shell, not in a game.
    """

    written: str
    does: str
    stroke: str = ""
    words: str = ""
    outside: bool = False


def search_words(words: Words, name: str) -> str:
    """Give the words by which an action or a command is found that are not in its line: its name, and a text `find`."""
    return f"{name} {words.optional(f'find.{name}') or ''}".strip()


def key_groups(
    words: Words, board: Board | None, lobby: bool = False, offers: frozenset[str] | None = None
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Give the groups of keys with how each key is written and what it does, as `key_lines` gives them."""
    groups = key_lines(words, board, lobby, offers)
    return [(title, [(one.written, one.does) for one in lines]) for title, lines in groups]


def key_lines(
    words: Words, board: Board | None, lobby: bool = False, offers: frozenset[str] | None = None
) -> list[tuple[str, list[KeyLine]]]:
    """Give the groups of keys; a game's own keys among them.

    ``lobby``: those that do something there, in place of those of the game; ``offers``: what the node takes, None:
    everything.
    """
    taken = {key.action for key in KEYS if not key.request or offers is None or key.request in offers}
    acts, pages = _game_lines(words, board) if board is not None else ([], [])
    found: list[tuple[str, list[KeyLine]]] = []
    for group in ("lobby", "act", "others") if lobby else GROUPS:
        keys = list(acts) if group == "act" and "all" in taken else list(pages) if group == "see" else []
        beside = board is None or board.has_panels
        shared = (key for key in KEYS if key.group == group and key.action in taken
                  and (beside or key.action != "rival")
                  and (board is None or board.has_map or key.action != "map"))  # fmt: skip
        for key in shared:
            stroke = "" if key.actions or key.action not in ACTIONS else ACTIONS[key.action].strokes[0]
            found_by = search_words(words, key.action)
            keys.append(KeyLine(key_label(key, words), _meaning(key, words, board, lobby), stroke, found_by))
        if keys:
            found.append((words(f"keys.{group}"), keys))
    return found


def _meaning(key: Key, words: Words, board: Board | None, lobby: bool) -> str:
    """Say what a key does; in the lobby, and where all there is to choose among is a list of acts, some do less."""
    otherwise = words(f"key.{key.action}")
    if lobby:
        return words(f"key.{key.action}.lobby") if key.action == "leave" else otherwise
    is_listed = board is not None and not board.has_panels and key.action in LESS_IN_LISTS
    return words(f"key.{key.action}.listed") if is_listed else otherwise


class EntryGroup(NamedTuple):
    """Lines of a page that can be chosen, under a title: two columns, and what each does (`screen_state.PageEntry`)."""

    title: str
    lines: tuple[KeyLine, ...]


def entry_blocks(
    before: Sequence[Block], groups: Iterable[EntryGroup]
) -> tuple[tuple[Block, ...], tuple[PageEntry, ...]]:
    """Give the blocks of a page that ends in groups of lines, and those lines as what can be chosen there."""
    blocks, entries = [*before], list[PageEntry]()
    for group in groups:
        blocks.append(Heading(row(group.title)))
        size = max((width(row(one.written)) for one in group.lines), default=0)
        for one in group.lines:
            typed = one.stroke.startswith(":")
            stroke, line = ("", one.stroke[1:]) if typed else (one.stroke, "")
            entries.append(PageEntry(len(blocks), stroke, line, one.words, one.outside))
            blocks.append(Fields(((pad(row(one.written), size), row(one.does)),), 2))
    return tuple(blocks), tuple(entries)
