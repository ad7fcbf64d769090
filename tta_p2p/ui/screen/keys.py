"""The keys of the screen: one table, from which help, the line at the bottom and docs/playing.md are made. Parts
bring theirs.

What a key does is the text `key.NAME`; a game has more keys for its kinds of acts (`Board.controls`).
Keys are named as urwid names them.
"""

from __future__ import annotations

from tta_p2p.i18n import Words

from ..blocks import Block, Fields, Heading
from ..cells import row
from ..part import Key
from ..parts import all_parts
from .boards import Board

COMMON_KEYS = (
    Key("up-down", ("up", "down", "page up", "page down", "home", "end"), "↑ ↓", "move"),
    Key("number", tuple("0123456789"), "0–9", "move"),
    Key("enter", ("enter",), "Enter", "move"),
    Key("escape", ("esc",), "Esc", "move"),
    Key("all", ("a",), "a", "act", "act"),
    Key("end", ("e",), "e", "act", "act"),
    Key("undo", ("z", "backspace"), "z", "act", "undo"),
    Key("redo", ("y",), "y", "act", "redo"),
    Key("reset", ("Z",), "Z", "act", "reset"),
    Key("typed", (":",), ":", "act", rank=60),
    Key("rival", ("left", "right"), "← →", "see"),
    Key("players", ("tab", "shift tab"), "Tab", "see"),
    Key("pages", ("o",), "o", "see"),
    Key("news", ("n",), "n", "see"),
    Key("log", ("g",), "g", "see"),
    Key("past", ("j",), "j", "see", "past"),
    Key("chart", ("k",), "k", "see", "past"),
    Key("who", ("w",), "w", "see", rank=60),
    Key("help", ("?", "f1"), "?", "see", rank=60),
    Key("look-up", ("/",), "/", "see", rank=60),
    Key("ready", ("r",), "r", "lobby", "ready"),
    Key("start", ("s",), "s", "lobby", "start"),
    Key("dismiss", ("D",), "D", "lobby", "dismiss"),
    Key("invite", ("I",), "I", "lobby"),
    Key("redraw", ("ctrl l",), "Ctrl-L", "others"),
    Key("leave", ("q", "ctrl c"), "q, Ctrl-C", "others"),
)
"""The keys that every game has."""
KEYS: tuple[Key, ...] = tuple(
    sorted((*COMMON_KEYS, *(key for part in all_parts() for key in part.keys)), key=lambda key: key.rank)
)
"""All keys but those of a game itself."""

LESS_IN_LISTS = frozenset(("end", "enter", "number", "undo"))
"""Keys that do less where all there is to choose among is a list of acts."""
BY_NAME = {name: key.action for key in KEYS for name in key.names}
GROUPS = ("move", "act", "see", "others")
"""The groups of the page of help; those of the lobby are shown where they apply."""


def game_keys(words: Words, board: Board) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Give the keys of a game itself with what each does: those for kinds of acts, and those that show a page."""
    acts = [(key, words(f"key.{letter.action}")) for key, letter in board.controls.letters.items()]
    return acts, [(key, words(f"help.{page}")) for key, page in board.controls.pages.items()]


def key_groups(
    words: Words, board: Board | None, lobby: bool = False, offers: frozenset[str] | None = None
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Give the groups of keys with how each key is written and what it does; a game's own keys among them.

    ``lobby``: those that do something there, in place of those of the game; ``offers``: what the node takes, None:
    everything.
    """
    taken = {key.action for key in KEYS if not key.request or offers is None or key.request in offers}
    acts, pages = game_keys(words, board) if board is not None else ([], [])
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for group in ("lobby", "act", "others") if lobby else GROUPS:
        keys = list(acts) if group == "act" and "all" in taken else list(pages) if group == "see" else []
        beside = board is None or board.has_panels
        shared = (key for key in KEYS if key.group == group and key.action in taken
                  and (beside or key.action != "rival"))  # fmt: skip
        for key in shared:
            keys.append((words.optional(f"menu.written.{key.action}") or key.label, _meaning(key, words, board, lobby)))
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


def help_blocks(
    words: Words, board: Board | None, lobby: bool = False, offers: frozenset[str] | None = None
) -> tuple[Block, ...]:
    """Give the table of keys as blocks of a page; ``offers``: what the node takes, None: everything."""
    blocks: list[Block] = []
    for title, keys in key_groups(words, board, lobby, offers):
        blocks += [Heading(row(title)), Fields(tuple((row(key), row(does)) for key, does in keys), 2)]
    return tuple(blocks)
