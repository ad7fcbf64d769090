"""The number of an act means one thing for a whole turn, whatever is done, undone and listed in it."""

from __future__ import annotations

import pytest

from tests.ui.fake_node import make_table, play
from tta_p2p.games.chance import Chance
from tta_p2p.ui.client import SeatClient
from tta_p2p.ui.commands.parser import COMMANDS, instructions
from tta_p2p.ui.commands.table import CommandContext
from tta_p2p.ui.instructions import SendRequest

GAMES = [("caravan", 2), ("smugglers", 2), ("seven_wonders", 3), ("through_the_ages", 2)]


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_a_number_never_means_another_act_within_a_turn(game: str, seats: int) -> None:
    """Played by numbers alone; every number that was ever shown in a turn is tried again after every act of it."""
    chance, typed, turns, lines = Chance(4), 0, 0, 0
    meant: dict[int, str] = {}

    def player(client: SeatClient) -> str | None:
        nonlocal typed, turns, lines
        state, menu = client.state, client.reading.menu
        if state.turn is None or state.turn.decision is None or not state.may_act:
            return "who"
        fresh = [line.actor for line in state.log[lines:]]
        lines = len(state.log)
        if any(menu.numbers.get(text) != number for number, text in meant.items()):
            assert not state.turn.draft, "numbers changed within a draft"
            assert state.turn.decision.sealed or set(fresh) - {None, 0}, "nobody else has acted"
            meant.clear()
            turns += 1
        for text, number in menu.numbers.items():
            assert meant.setdefault(number, text) == text, "a number stands for another act"
        assert len({entry.number for entry in menu.entries}) == len(menu.entries)
        context = CommandContext(client.reading, COMMANDS)
        for number, text in meant.items():
            sent = [one.request for one in instructions(context, str(number)) if isinstance(one, SendRequest)]
            assert all(getattr(request, "text", text) == text for request in sent)
        typed += 1
        entries = [entry for entry in menu.entries if entry.verb not in ("resign", "by-hand")]
        if typed > 80 or not entries:
            return None
        if state.turn and state.turn.draft and not chance.below(4):
            return "undo"
        return str(chance.choice(entries).number)

    await play(make_table(game, seats, seed=3), player)
    assert (typed > 10 and turns > 0) or game == "caravan"


async def test_a_card_of_the_row_is_taken_by_the_number_of_its_space() -> None:
    seen: list[tuple[int, str]] = []

    def player(client: SeatClient) -> str | None:
        entries = client.reading.menu.entries
        seen.extend((one.number, one.text) for one in entries)
        if len(seen) > 200:
            return None
        others = [one for one in entries if one.verb not in ("resign", "by-hand")]
        return str(others[-1].number) if others and client.state.may_act else "who"

    await play(make_table("through_the_ages", 2, seed=3), player)
    taken = [(number, text) for number, text in seen if text.startswith("take ")]
    assert len(taken) > 20 and all(text == f"take {number}" for number, text in taken)
    assert all(number > 13 for number, text in seen if not text.startswith("take "))
