"""The keys of a whole game of Through the Ages on the full screen: of acts, of answers to questions, and of looking.

The acts are those of an easy bot, done by as few keys as somebody needs who knows them. In each turn of the own one
reads the page of what the others did, and looks at the events and at the hand.
"""

from collections.abc import Iterator
from typing import Any

import trio

from benchmarks import Row, Table
from benchmarks.terminal import do_act
from tests.ui.fake_node import make_table
from tests.ui.screen.keyboard import Person, at_the_screen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.node.local.table import LocalTable

LOOKS = ("v", "h", "esc")
"""The looks of each turn."""
SEED = 5


def run() -> Iterator[Table]:
    """Play a game."""
    yield trio.run(_game)


async def _game() -> Table:
    table = make_table("through_the_ages", 2, seed=SEED)
    keys, acts, turns, looks = 0, 0, 0, 0
    turn: Any = None
    async with at_the_screen(table) as ann:
        while not table.local.over and ann.client.state.may_act:
            now = table.game.turn(table.state)
            if now != turn and now[1] == 0:
                turn, turns = now, turns + 1
                looks += await _look(ann)
            keys += await do_act(table, ann, _choose(table))
            acts += 1
    whole = keys + looks
    columns = {"keys": f"{whole}", "of looking": f"{looks}", "acts": f"{acts}", "keys a turn": f"{whole / turns:.1f}"}
    return Table(f"A whole game by keys ({turns} turns)", [Row("a game", 0.0, {**columns, "aim": "360"})])


def _choose(table: LocalTable) -> Any:
    draft = table.draft(0)
    situation = Situation(table.game, draft.state, draft.knows, 0, draft.legal())
    return make_bot("easy", f"{len(table.facts)}/{len(draft.acts)}").choose(situation)


async def _look(ann: Person) -> int:
    """Close the page of what the others did, and look at what is worth it; the keys."""
    pressed = 0
    while ann.face.screen_state.page is not None:
        await ann.press("esc")
        pressed += 1
    await ann.press(*LOOKS)
    return pressed + len(LOOKS)
