"""The one table of actions and keys, from which all lines of keys, help and docs/playing.md are made.

Strokes are named as urwid names them. A game has more keys, for its kinds of acts and its pages (`Controls`).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Flag, auto
from typing import NamedTuple


class KeyPlace(Flag):
    """The places in which a stroke means something; in two places it may mean two things."""

    GAME = auto()
    LOBBY = auto()
    PAST = auto()
    QUESTION = auto()
    MENU = auto()


PLAY = KeyPlace.GAME | KeyPlace.LOBBY | KeyPlace.PAST
ANY = PLAY | KeyPlace.QUESTION | KeyPlace.MENU
SEEN = PLAY | KeyPlace.MENU


class Action(NamedTuple):
    """Something that keys do: the strokes that do it unless a player chooses others, and where they do it."""

    name: str
    strokes: tuple[str, ...]
    places: KeyPlace = PLAY


class Key(NamedTuple):
    """A line of the page of help: what it does is the text `key.DOES`.

    ``actions``: those that it stands for, of which ``shown`` are shown; ``request``: what it asks of the node, as the
    ``do`` of the request: the line is left out if the node refuses that; ``rank``: where the group lists it, lower
    numbers first.
    """

    action: str
    group: str
    request: str = ""
    rank: int = 50
    actions: tuple[str, ...] = ()
    shown: int = 2


ACTIONS: Mapping[str, Action] = {
    one.name: one
    for one in (
        Action("up", ("up",), SEEN),
        Action("down", ("down",), SEEN),
        Action("page-up", ("page up",), SEEN),
        Action("page-down", ("page down",), SEEN),
        Action("first", ("home",), SEEN),
        Action("last", ("end",), SEEN),
        Action("left", ("left",), SEEN),
        Action("right", ("right",), SEEN),
        Action("next", ("tab",)),
        Action("previous", ("shift tab",)),
        Action("enter", ("enter",), ANY),
        Action("escape", ("esc",), ANY),
        Action("more", (" ",), SEEN),
        Action("yes", ("y", "Y"), KeyPlace.QUESTION),
        Action("no", ("n", "N"), KeyPlace.QUESTION),
        Action("all", ("a",)),
        Action("end", ("e",)),
        Action("undo", ("z",)),
        Action("redo", ("y",)),
        Action("reset", ("Z",)),
        Action("skip", ("S",)),
        Action("skip-kind", ("P",)),
        Action("orders", ("O",)),
        Action("withdraw", ("X",)),
        Action("hint", ("H",)),
        Action("next-lesson", (">",), KeyPlace.GAME),
        Action("previous-lesson", ("<",), KeyPlace.GAME),
        Action("typed", (":",)),
        Action("map", (";",)),
        Action("pages", ("o",)),
        Action("news", ("n",)),
        Action("log", ("g",)),
        Action("past", ("j",)),
        Action("chart", ("k",)),
        Action("fair", ("f",)),
        Action("who", ("w",)),
        Action("help", ("?", "f1"), ANY),
        Action("look-up", ("/",)),
        Action("ready", ("r",), KeyPlace.GAME | KeyPlace.LOBBY),
        Action("start", ("s",), KeyPlace.LOBBY),
        Action("dismiss", ("D",), KeyPlace.LOBBY),
        Action("invite", ("I",), KeyPlace.LOBBY),
        Action("seat", ("s",), KeyPlace.PAST),
        Action("chat", ("'",)),
        Action("chats", ('"',)),
        Action("rematch", ("R",)),
        Action("autopilot", ("A",)),
        Action("onward", ("N",)),
        Action("leave", ("q", "ctrl c"), ANY),
    )
}
"""All actions by name, in the order in which they are listed."""

KEYS: tuple[Key, ...] = tuple(
    sorted(
        (
            Key("up-down", "move", actions=("up", "down", "page-up", "page-down", "first", "last")),
            Key("number", "move"),
            Key("enter", "move"),
            Key("escape", "move"),
            Key("all", "act", "act"),
            Key("end", "act", "act"),
            Key("undo", "act", "undo"),
            Key("redo", "act", "redo"),
            Key("reset", "act", "reset"),
            Key("skip", "act", "skip", 51),
            Key("skip-kind", "act", "order", 51),
            Key("orders", "act", "order", 51),
            Key("withdraw", "act", "order", 51),
            Key("hint", "act", "hint", 52),
            Key("next-lesson", "act", "lesson", 53),
            Key("previous-lesson", "act", "lesson", 54),
            Key("typed", "act", rank=60),
            Key("rival", "see", actions=("left", "right")),
            Key("map", "see"),
            Key("players", "see", actions=("next", "previous"), shown=1),
            Key("pages", "see"),
            Key("news", "see"),
            Key("log", "see"),
            Key("past", "see", "past"),
            Key("chart", "see", "past"),
            Key("fair", "see", "proved", 51),
            Key("who", "see", rank=60),
            Key("help", "see", rank=60),
            Key("look-up", "see", rank=60),
            Key("ready", "lobby", "ready"),
            Key("start", "lobby", "start"),
            Key("dismiss", "lobby", "dismiss"),
            Key("invite", "lobby"),
            Key("chat", "others", "chat", 41),
            Key("chats", "others", "chat", 42),
            Key("rematch", "others", "rematch", 43),
            Key("autopilot", "others", "autopilot", 44),
            Key("redraw", "others"),
            Key("onward", "others"),
            Key("leave", "others"),
        ),
        key=lambda key: key.rank,
    )
)
"""The lines of the page of help, but for those of a game itself."""

DIGITS = tuple("0123456789")
REDRAW = "ctrl l"
BY_STROKE: Mapping[str, str] = {
    stroke: key.action
    for key in KEYS
    for name in key.actions or (key.action,)
    if name in ACTIONS
    for stroke in ACTIONS[name].strokes
} | dict.fromkeys(DIGITS, "number")
"""What a stroke does where the game is seen, by the usual keys."""
