"""A table opened again that lets people in, loses or dismisses them, and lets them in again holds nobody for ever."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from protocol.signatures import IdentityKey
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.exchange import COME_IN, LobbyFailed
from tta_p2p.node.machine.environment import Environment
from tta_p2p.node.machine.tor import Tor
from tta_p2p.node.plan.matchmaking import Matchmaking
from tta_p2p.node.plan.plans import Plan, RematchTerms
from tta_p2p.node.plan.rematch_plan import KNOCKING, REACHING
from tta_p2p.store.database import Store

TERMS = RematchTerms(Conditions(2, game="skiff"), (), ("127.0.0.1:7",), "00")


def guest_of(store: Store, folder: Path) -> Matchmaking:
    """A guest that comes along to a table opened again."""
    nothing: Any = lambda *arguments: None  # noqa: E731
    return Matchmaking(
        Plan(do="join", id="ann", name="Ann", again=TERMS, knocking=REACHING),
        store,
        IdentityKey(os.urandom(32)),
        Environment(),
        report=nothing,
        entered=nothing,
        left=nothing,
        hold=nothing,
        nursery=nothing,
        tor=Tor(folder / "tor", os.urandom),
    )


@pytest.mark.parametrize("why", sorted(COME_IN))
@pytest.mark.parametrize("held", [0.0, 1.0, KNOCKING / 3])
def test_a_table_that_lets_a_guest_in_and_never_begins_is_left_after_ten_minutes(
    why: str, held: float, tmp_path: Path
) -> None:
    async def case() -> None:
        with closing(Store(tmp_path)) as store:
            guest = guest_of(store, tmp_path)

            async def enter(*arguments: Any) -> Any:
                await trio.sleep(held)
                raise LobbyFailed(why, ["Bob"])

            guest._enter = enter  # type: ignore[method-assign]
            began = trio.current_time()
            with trio.fail_after(10 * KNOCKING), pytest.raises(LobbyFailed) as left:
                await guest._join(None, ())  # type: ignore[arg-type]
            assert left.value.why[0] == why
            assert KNOCKING <= trio.current_time() - began <= KNOCKING + 2 * held + 2.0

    trio.run(case, clock=trio.testing.MockClock(autojump_threshold=0))


def test_who_was_in_the_room_for_long_and_is_lost_again_has_as_long_to_come_back(tmp_path: Path) -> None:
    async def case() -> None:
        stays = iter([KNOCKING / 2, KNOCKING + 1.0])
        with closing(Store(tmp_path)) as store:
            guest = guest_of(store, tmp_path)

            async def enter(*arguments: Any) -> Any:
                await trio.sleep(next(stays, 0.0))
                raise LobbyFailed("host-gone")

            guest._enter = enter  # type: ignore[method-assign]
            began = trio.current_time()
            with trio.fail_after(10 * KNOCKING), pytest.raises(LobbyFailed):
                await guest._join(None, ())  # type: ignore[arg-type]
            assert trio.current_time() - began >= 2.5 * KNOCKING

    trio.run(case, clock=trio.testing.MockClock(autojump_threshold=0))
