"""Where all decide unseen, people change their minds until everybody has chosen: at real nodes, and in one process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import trio
from trio.testing import memory_stream_pair

from tests.node.processes import Game, Visitor
from tests.seats.dialogue import table
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines


@contextmanager
def two_people(folder: Path) -> Iterator[tuple[Game, list[Visitor]]]:
    """A game of two people who are to choose what they keep; the client of each."""
    game = Game(folder, 2, game="caravan", people=(0, 1), within=(1,))
    try:
        visitors = [game.visit(number, client="test") for number in range(2)]
        for visitor in visitors:
            until(visitor, lambda turn: turn["mine"])
        yield game, visitors
    finally:
        game.close()


def until(visitor: Visitor, holds: Any) -> dict[str, Any]:
    """The next turn of which something holds."""
    while not holds(turn := visitor.hear("turn")):
        pass
    return turn


def texts(turn: dict[str, Any], part: str) -> list[str]:
    return [act["text"] for act in turn[part]]


def test_a_choice_is_taken_back_or_replaced_while_somebody_else_is_choosing_and_stands_afterwards(
    tmp_path: Path,
) -> None:
    with two_people(tmp_path) as (_, (one, other)):
        legal = texts(one.said[-1], "legal")
        one.say(do="act", text=legal[0])
        turn = until(one, lambda turn: turn["draft"])
        assert not turn["mine"] and texts(turn, "draft") == legal[:1] and texts(turn, "legal") == legal
        one.say(do="undo")
        turn = until(one, lambda turn: not turn["draft"])
        assert turn["mine"] and texts(turn, "legal") == legal
        one.say(do="act", text=legal[0])
        one.say(do="act", text=legal[1])
        until(one, lambda turn: texts(turn, "draft") == legal[1:2])
        other.say(do="act", text=texts(other.said[-1], "legal")[0])
        turn = until(one, lambda turn: turn["number"] > 0 and turn["mine"])  # the next decision
        one.say(do="undo")
        assert one.hear("error")["key"] == "node.nothing-to-undo"
        log = [line for said in one.said if said["is"] == "log" for line in said["lines"]]
        assert legal[1].split("=")[-1] in str(log) and legal[0].split("=")[-1] not in str(log)


def test_a_choice_outlives_its_node(tmp_path: Path) -> None:
    with two_people(tmp_path) as (game, (one, other)):
        legal = texts(one.said[-1], "legal")
        one.say(do="act", text=legal[1])
        until(one, lambda turn: turn["draft"])
        game.nodes[0].kill()
        game.restart(0)
        again = game.visit(0, client="test")
        turn = until(again, lambda turn: turn["draft"])
        assert not turn["mine"] and texts(turn, "draft") == legal[1:2]
        other.say(do="act", text=texts(other.said[-1], "legal")[0])
        until(again, lambda turn: turn["mine"])


async def test_at_a_table_in_one_process_it_is_the_same() -> None:
    local = table("caravan", people=(0, 1))
    async with trio.open_nursery() as nursery:
        lines = []
        for seat in range(2):
            ours, theirs = memory_stream_pair()
            nursery.start_soon(local.serve, theirs)
            lines.append(Lines(ours))
            await lines[-1].send(say.HelloRequest(say.VERSION, seat))

        async def turn(seat: int, holds: Any) -> say.TurnReply:
            while not (isinstance(reply := await lines[seat].reply(), say.TurnReply) and holds(reply)):
                assert reply is not None
            return reply

        legal = [choice.text for choice in (await turn(0, lambda turn: turn.mine)).legal]
        await lines[0].send(say.ActRequest(legal[0]))
        assert [act.text for act in (await turn(0, lambda turn: turn.draft)).draft] == legal[:1]
        await lines[0].send(say.UndoRequest())
        assert (await turn(0, lambda turn: not turn.draft)).mine
        await lines[0].send(say.ActRequest(legal[0]))
        await lines[0].send(say.ActRequest(legal[1]))
        await turn(0, lambda turn: [act.text for act in turn.draft] == legal[1:2])
        await lines[1].send(say.ActRequest((await turn(1, lambda turn: turn.mine)).legal[0].text))
        await turn(0, lambda turn: turn.mine)
        await lines[0].send(say.UndoRequest())
        while not isinstance(reply := await lines[0].reply(), say.ErrorReply):
            pass
        assert reply.key == "node.nothing-to-undo"
        nursery.cancel_scope.cancel()
