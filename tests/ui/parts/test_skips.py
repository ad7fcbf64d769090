"""What the node declines for a seat."""

from __future__ import annotations

import msgspec

from tests.ui.fake_node import make_table, play, typing
from tests.ui.line_client import golden
from tests.ui.replies import GREETING, hear_all, turn
from tta_p2p.seats import messages as say
from tta_p2p.ui.changes import (
    TurnStarted,
)
from tta_p2p.ui.client import EXIT_GAME_OVER
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.parts.skips import SkipsChanged
from tta_p2p.ui.state import ClientState


async def test_skipping_reads_as_reviewed() -> None:
    script = ("skip", "skip turn", "skip", "skip off", "skip off", "skip dinner", "skip this", "who")
    code, shown, _ = await play(make_table("smugglers", 2, seed=4), typing(*script))
    golden("skip", shown)
    assert code == EXIT_GAME_OVER


async def test_what_cannot_be_declined_is_not_skipped() -> None:
    _, shown, client = await play(make_table("caravan", 2, seed=4), typing("skip this", "skip turn", "quit"))
    assert any("You cannot decline this" in line for line in shown) and client.state.turn is not None
    assert any("Nobody has a turn" in line for line in shown) and client.state.turn.skips == []


def test_what_is_skipped_is_told_when_it_changes() -> None:
    skips = [say.SkipRule("my-turn"), say.SkipRule(key="choose")]
    skipping = msgspec.structs.replace(turn(6, mine=False), skips=skips)
    state, changes = hear_all(ClientState(), [GREETING, turn(5), skipping, msgspec.structs.replace(skipping, number=7)])
    assert [change for change in changes if isinstance(change, SkipsChanged)] == [SkipsChanged(tuple(skips))]
    assert reduce_reply(state, turn(8))[1] == (SkipsChanged(()), TurnStarted())
