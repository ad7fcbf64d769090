"""A seat that skips is not asked: at a table in one process, and between nodes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import trio

from tests.node.contexts import context_of
from tests.node.inside import two_nodes
from tests.node.processes import Game, Visitor
from tests.patience import PATIENCE
from tests.seats.dialogue import Said, converse
from tests.table.peers import Peers
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.game.parts.orders import OrderStore
from tta_p2p.node.service.order_desk import OrderDesk
from tta_p2p.seats.parts.orders import OrderRequest
from tta_p2p.store.database import Store
from tta_p2p.table.orders import read_orders

HELLO = {"do": "hello", "version": 2}


def pass_one_turn(visitor: Visitor) -> None:
    """Wait until it is this person's turn, and end it."""
    visitor.say(do="look")
    visitor.my_act()
    visitor.say(do="act", text="end")
    while visitor.hear("turn")["mine"]:
        pass


async def said_to(game: str, *requests: Said, seats: int = 2) -> list[Said]:
    """What the node says when these are said in the first own turn, one after the other; then the seat resigns."""
    left = list(requests)
    answers: list[Said] = []

    def answer(heard: Said) -> Sequence[Said | bytes]:
        match heard:
            case {"is": "connected"}:
                return [HELLO]
            case {"is": "turn", "view": dict()} | {"is": "error"}:
                answers.append(heard)
                return [left.pop(0) if left else {"do": "vote", "motion": "resigned", "operator": 0}]
        return []

    await converse(game, answer, seats=seats)
    return answers


async def test_what_is_skipped_is_shown_and_taken_back() -> None:
    first, begun, both, one, none, last = (
        await said_to(
            "through_the_ages",
            {"do": "skip", "key": "auction"},
            {"do": "skip", "until": "my-turn"},
            {"do": "skip", "key": "auction", "yes": False},
            {"do": "skip", "yes": False},
            {"do": "skip", "yes": False},
        )
    )[:6]
    assert first["skips"] == [] and begun["skips"] == [{"until": "", "key": "auction"}]
    assert both["skips"] == [{"until": "", "key": "auction"}, {"until": "my-turn", "key": ""}]
    assert one["skips"] == [{"until": "my-turn", "key": ""}] and none["skips"] == []
    assert last["key"] == "node.nothing-skipped"


@pytest.mark.parametrize(
    ("game", "asked", "key"),
    [
        ("smugglers", {}, "node.skip-what"),
        ("smugglers", {"key": "turn", "until": "my-turn"}, "node.skip-what"),
        ("smugglers", {"key": "dinner"}, "node.no-decision"),
        ("smugglers", {"until": "tomorrow"}, "node.bad-line"),
        ("caravan", {"until": "my-turn"}, "node.no-turns"),
        ("caravan", {"key": "choose"}, "node.no-idle"),
    ],
)
async def test_what_cannot_be_skipped_is_refused(game: str, asked: Said, key: str) -> None:
    answers = await said_to(game, {"do": "skip", **asked})
    assert [one["key"] for one in answers if one["is"] == "error"] == [key]


async def test_a_game_goes_on_to_its_end_for_who_skips_every_turn() -> None:
    def answer(heard: Said) -> Sequence[Said | bytes]:
        match heard:
            case {"is": "connected"}:
                return [HELLO, {"do": "skip", "key": "turn"}]
        return []

    told = [json.loads(line[2:]) for line in await converse("smugglers", answer) if line.startswith("<")]
    ended = [line for one in told if one["is"] == "log" for line in one["lines"] if line["key"] == "end"]
    assert sum(line["actor"] == 0 for line in ended) > 3
    asked = [one for one in told if one["is"] == "turn" and one["mine"]]
    assert len(asked) <= 2, "only the first turn, before it was skipped"


def test_nodes_go_on_without_asking_who_skips_and_what_is_skipped_outlives_them(tmp_path: Path) -> None:
    """Nobody need look at a node that was killed and comes back: it declines as before, and says so to who does."""
    game = Game(tmp_path, 2, game="skiff", people=(0, 1))  # the other one takes its time: the game is there throughout
    try:
        visitor, other = game.under_way(0, seat=None), game.under_way(1, seat=None)
        visitor.say(do="skip", key="turn")
        while not visitor.hear("turn")["skips"]:
            pass
        visitor.say(do="chat", text="what came before this is stored when this is said")
        visitor.hear("chat")
        visitor.close()
        game.nodes[0].kill()
        game.restart(0)
        pass_one_turn(other)
        pass_one_turn(other)  # in between the node has declined its own, and nobody has looked
        again = game.visit(0, seat=None)
        while (turn := again.hear("turn"))["view"] is None:
            pass
        assert turn["skips"] == [{"until": "", "key": "turn"}]
        other.say(do="look")
        other.my_act()
        again.say(do="skip", yes=False)
        while again.hear("turn")["skips"]:
            pass
        again.say(do="chat", text="and this")
        again.hear("chat")
        again.close()
        game.nodes[0].kill()
        game.restart(0)
        last = game.visit(0, seat=None)
        other.say(do="skip", key="turn")
        while not (turn := last.hear("turn"))["mine"]:
            assert turn["skips"] == []
        last.say(do="skip", key="turn")
        last.hear("over")
        asked = [said for said in last.said if said["is"] == "turn" and said["mine"]]
        assert len(asked) <= 2, "only its first turn, before it was skipped"
        for one in (last, other):
            one.close()
    finally:
        game.close()


def test_an_order_for_one_decision_outlives_a_node_that_is_killed_and_is_carried_out_once(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0, 1))
    order = {"key": "turn", "choices": ["sell no such crate", "end"], "until": "once"}
    try:
        visitor, other = game.under_way(0, seat=None), game.under_way(1, seat=None)
        pass_one_turn(visitor)
        visitor.say(do="order", **order)
        while not visitor.hear("turn")["orders"]:
            pass
        visitor.say(do="chat", text="what came before this is stored when this is said")
        visitor.hear("chat")
        visitor.close()
        game.nodes[0].kill()
        game.restart(0)
        pass_one_turn(other)
        other.say(do="look")
        other.my_act()  # the node has ended the turn of its seat, and nobody has looked
        game.nodes[0].kill()
        game.restart(0)
        again = game.visit(0, seat=None)
        while (turn := again.hear("turn"))["view"] is None:
            pass
        played = {**order, "progress": "played", "acts": ["end"], "labels": [{"key": "end", "args": []}]}
        assert turn["orders"] == [played]
        other.say(do="act", text="end")
        while not (turn := again.hear("turn"))["mine"]:
            pass
        assert turn["orders"] == [played], "it is asked, and reads why once not"
        again.say(do="act", text="end")
        while again.hear("turn")["orders"]:
            pass
        for one in (again, other):
            one.close()
    finally:
        game.close()


async def test_it_is_stored_that_an_order_is_carried_out_before_what_it_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a node that dies in between carries an order for one decision out at the next one, too."""
    nodes: list[GameLoop] = []
    ordered: list[Store] = []
    noted: list[list[str]] = []
    told = trio.Event()
    carry_out, append = OrderDesk.carry_out, Store.append

    def carried(desk: OrderDesk) -> int | None:
        node = next((node for node in nodes if node.desk.orders is desk), None)
        play = node.desk.table.play if node is not None else None
        if noted:
            told.set()
        elif not ordered and node is not None and play is not None and play.state is not None and play.to_decide():
            ordered.append(node.context.store)
            desk.ask(play, play.to_decide()[0], OrderRequest("turn", ("end",)))
        return carry_out(desk)

    def appended(store: Store, sid: bytes, records: list[bytes], *mark: Any) -> None:
        if store in ordered:
            noted.append([one.progress for data in store.skips(sid).values() for one in read_orders(data).values()])
        append(store, sid, records, *mark)

    monkeypatch.setattr(OrderDesk, "carry_out", carried)
    monkeypatch.setattr(Store, "append", appended)
    async with two_nodes(tmp_path, {}) as loops:
        nodes += loops
        with trio.fail_after(PATIENCE):
            await told.wait()
    assert noted[0] == ["played"]


@pytest.mark.parametrize("kept", [b"", b"{}", b"[1]", b'{"\xff":[1,null]}', 100_000 * b"["])
def test_a_node_starts_whatever_the_store_says_of_skips(kept: bytes) -> None:
    table = Peers("caravan", [0, 1]).tables[0]
    OrderStore(context_of(table, 0, store=SimpleNamespace(skips=lambda sid: {0: kept})))
