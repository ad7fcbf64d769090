"""Whoever may open the table again holds the others for so long and no longer, whatever it says meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any, get_args

import pytest
import trio
import trio.testing
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.wire import encode
from tests.node.contexts import Wire, context_of
from tests.table.peers import Peers
from tta_p2p.net.addresses import Address
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.parts.rematch import PASSED, PONDERING, TURN, WINDOW, Rematch, RematchStand, Stand
from tta_p2p.node.service.clients import Client
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.memory import memory_pair
from tta_p2p.seats.parts.rematch import RematchRequest

STANDS: tuple[Stand, ...] = get_args(Stand)
LOOK = 0.5
"""Seconds from one look of a node to the next."""
FORTH = tuple(Peers("caravan", [0, 1, 2, 3]).tables)


class Sitter:
    """A node of four at the end of a game whose person wants another one, and the words of the others."""

    def __init__(self, operator: int = 2, addresses: tuple[Address, ...] = (Address("10.0.0.3", 7777),)) -> None:
        self.wire = Wire()
        self.wire.addresses, self.wire.dispensable = addresses, True  # type: ignore[attr-defined]
        self.context = context_of(FORTH[operator], operator, wire=self.wire)
        self.context.presence.connected |= self.context.others
        self.part, person = Rematch(self.context), Client(Lines(memory_pair()[0]))
        self.wire.clients.add(person)
        self.part.closing()
        self.part.ask(person, RematchRequest("yes"))

    def hears(self, operator: int, stand: Stand, *places: str) -> None:
        """Somebody says where it stands."""
        self.part.hear(operator, FrameKind.REMATCH, encode(RematchStand(stand, places)))

    async def opens(self, words: Iterator[tuple[int, Stand]]) -> float:
        """Seconds after which it opens the table, or gives up, where the others say one word before each look."""
        began = trio.current_time()
        while self.part.next_table is None and trio.current_time() < began + WINDOW:
            self.hears(*next(words))
            await self.part.tick()
            await trio.sleep(LOOK)
        return trio.current_time() - began

    def passed(self) -> list[Any]:
        """The names of those who did not open the table in their time, as clients here were told."""
        errors = [said for said in self.wire.told if isinstance(said, say.ErrorReply)]
        return [said.args[0] for said in errors if said.key == PASSED]


def run(case: Any, *arguments: Any) -> Any:
    return trio.run(case, *arguments, clock=trio.testing.MockClock(autojump_threshold=0))


async def opening(words: list[tuple[int, Stand]]) -> tuple[float, list[Any], Any]:
    sitter = Sitter()
    seconds = await sitter.opens(cycle(words))
    return seconds, sitter.passed(), sitter.part.next_table


@pytest.mark.parametrize("first", STANDS)
def test_a_host_that_says_one_thing_for_ever_is_passed_over_and_its_name_is_told(first: Stand) -> None:
    seconds, passed, table = run(opening, [(0, first)])
    assert table is not None and table.host == 2
    bound = {"may": PONDERING, "no": 0.0, "opens": 0.0}.get(first, TURN)  # who opens it nowhere has not
    assert bound <= seconds <= bound + 3 * LOOK + 1.0
    assert passed == (["player 0"] if bound else [])


def test_two_that_want_to_and_do_not_have_their_time_one_after_the_other() -> None:
    seconds, passed, _ = run(opening, [(0, "wants"), (1, "wants")])
    assert 2 * TURN <= seconds <= 2 * TURN + 4 * LOOK and passed == ["player 0", "player 1"]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from((0, 1, 3)), st.sampled_from(STANDS)), min_size=1, max_size=6))
def test_whatever_the_others_say_by_turns_each_of_them_has_its_time_once(words: list[tuple[int, Stand]]) -> None:
    seconds, passed, table = run(opening, words)
    assert table is not None and table.host == 2, "it opens the table in the end"
    assert seconds <= PONDERING + 2 * TURN + 10.0 and len(passed) == len(set(passed)) <= 2


def test_a_host_that_wants_to_in_its_time_is_not_passed_over_and_is_followed() -> None:
    async def case() -> None:
        sitter = Sitter()
        said: list[tuple[int, Stand]] = [(0, "may")]
        with trio.move_on_after(PONDERING / 2):
            await sitter.opens(cycle(said))
        assert sitter.part.next_table is None and sitter.part._reply().host == "player 0"
        sitter.hears(0, "opens", "10.0.0.1:7777")
        await sitter.part.tick()
        assert sitter.part.next_table is not None and sitter.part.next_table.host == 0 and sitter.passed() == []

    run(case)


def test_who_takes_its_wish_back_and_wants_again_waits_anew() -> None:
    async def case() -> None:
        sitter = Sitter()
        (person,) = sitter.wire.clients
        said: list[tuple[int, Stand]] = [(0, "may")]
        for answer in ("no", "yes"):
            with trio.move_on_after(PONDERING - 10.0):
                await sitter.opens(cycle(said))
            sitter.part.ask(person, RematchRequest(answer))
        with trio.move_on_after(PONDERING - 10.0):
            await sitter.opens(cycle(said))
        assert sitter.part.next_table is None and sitter.passed() == []

    run(case)
