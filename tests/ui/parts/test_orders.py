"""What the node decides for a seat as it was ordered."""

from __future__ import annotations

import msgspec
import pytest

from tests.ui.fake_node import make_table, play, typing
from tests.ui.line_client import golden
from tests.ui.replies import GREETING, hear_all, turn
from tta_p2p.i18n import Words
from tta_p2p.registry import names
from tta_p2p.seats import messages as say
from tta_p2p.seats.messages import OrderRule
from tta_p2p.ui.changes import (
    TurnStarted,
)
from tta_p2p.ui.client import EXIT_GAME_OVER
from tta_p2p.ui.intake import reduce_reply
from tta_p2p.ui.parts.orders import OrdersChanged, SkipsChanged
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.state import ClientState


async def test_skipping_reads_as_reviewed() -> None:
    script = ("skip", "skip turn", "skip", "skip off", "skip off", "skip dinner", "skip this", "who")
    code, shown, _ = await play(make_table("smugglers", 2, seed=4), typing(*script))
    golden("skip", shown)
    assert code == EXIT_GAME_OVER


async def test_orders_read_as_reviewed() -> None:
    """A list of choices, one that does not fit, what is no order, and all withdrawn at once."""
    script = ("order", "order turn sell lamp 9, sell Lamp 9", "order this dance", "order 7", "order dinner end",
              "order turn fetch, end always", "order", "order off turn", "order off", "who")  # fmt: skip
    _, shown, _ = await play(make_table("smugglers", 2, seed=4), typing(*script, "quit"))
    golden("order", shown)


async def test_an_order_for_what_an_own_move_has_led_to_waits_and_says_so() -> None:
    script = ("order this end", "undo", "take 1", "order this end", "order off", "order auction bid 1", "quit")
    _, shown, _ = await play(make_table("through_the_ages", 2, seed=5), typing("take 1", *script))
    waits = [number for number, line in enumerate(shown) if "A move of your own led to" in line]
    assert len(waits) == 2, "both times for the open question, and never for another kind"
    assert all("your first turn: End the turn (once)" in " ".join(" ".join(shown[at : at + 3]).split()) for at in waits)


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_every_form_of_every_game_is_named(language: str) -> None:
    for name in names():
        presenter = presenter_for(name, Words(language), ("Ann", "Bob"))
        for form in presenter.game.order_forms():
            assert presenter.texts.optional(f"order.{form.key}"), (name, form)
            assert presenter.texts.optional(f"order.{form.key}.{form.name or 'decline'}"), (name, form)
            assert presenter.texts.optional(f"decision.{form.key}"), (name, form)


def test_an_order_that_was_carried_out_or_did_not_fit_is_told_once() -> None:
    begun = msgspec.structs.replace(turn(5, mine=False), orders=[OrderRule("choose", ["keep salt-6"], "once")])
    played = msgspec.structs.replace(begun, number=6, orders=[OrderRule("choose", ["keep salt-6"], "once", "played")])
    later = msgspec.structs.replace(played, number=7)
    _, changes = hear_all(ClientState(), [GREETING, turn(5), begun, played, later])
    told = [change for change in changes if isinstance(change, OrdersChanged)]
    assert told == [OrdersChanged((), tuple(begun.orders)), OrdersChanged(tuple(begun.orders), tuple(played.orders))]


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
