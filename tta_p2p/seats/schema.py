"""JSON Schema of all messages to and from a program that plays a game."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec

from tta_p2p.games.game import Game
from tta_p2p.seats import messages as say

DIALECT = "https://json-schema.org/draft/2020-12/schema"
AT = "#/$defs/{name}"
TEXT = "act."
"""How the keys of the texts of acts begin; their verb follows."""


def schema(game: Game[Any, Any], texts: Iterable[str]) -> dict[str, Any]:
    """The schema of the messages `turn` (with the game's own view) and `act`; ``texts``: the keys of the game's texts.

    A line that a node sends is checked against `#/$defs/turn`, one that a program says against `#/$defs/act`; the
    schema itself takes either.
    """
    view = get_type_hints(type(game).view)["return"]
    (turn, seen), parts = msgspec.json.schema_components((say.TurnReply, view), ref_template=AT)
    of_turn = parts.pop(turn["$ref"].rpartition("/")[2])
    of_turn["properties"]["view"] = {"anyOf": [seen, {"type": "null"}]}
    of_turn["required"] = sorted({*of_turn["required"], "is"})
    verbs = sorted(key.removeprefix(TEXT) for key in texts if key.startswith(TEXT))
    text = {"type": "string", "pattern": f"^(?:{'|'.join(map(re.escape, verbs))})(?: [^ ]+)*$"}
    act = {
        "title": "act",
        "type": "object",
        "properties": {"do": {"enum": ["act"]}, "text": text},
        "required": ["do", "text"],
    }
    return {
        "$schema": DIALECT,
        "title": f"{game.name}, seat protocol {say.VERSION}",
        "anyOf": [{"$ref": AT.format(name="turn")}, {"$ref": AT.format(name="act")}],
        "$defs": {"turn": of_turn, "act": act, **parts},
    }
