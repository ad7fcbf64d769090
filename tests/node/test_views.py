"""Views are made only for whoever looks, and only when the game has moved: counted, without looking at a clock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import trio
from trio.testing import memory_stream_pair, wait_all_tasks_blocked

from tests.node.attending import attend
from tests.node.inside import two_nodes
from tests.node.streams import played, said, watching
from tests.patience import PATIENCE
from tests.seats.dialogue import table
from tests.table.peers import Peers
from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.contract import Act
from tta_p2p.games.game import complete_options
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.node.game.inbox import Tick
from tta_p2p.node.game.signed_table import PROVEN, SignedTable
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.desk import Desk
from tta_p2p.node.service.seat_server import Door
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats.lines import Lines
from tta_p2p.seats.parts.chat import ChatReply, ChatRequest
from tta_p2p.table.game_table import GameTable


@pytest.fixture
def views(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The seat of every view that is made from now on."""
    made: list[object] = []

    def count(rules: Any) -> None:
        view = rules.view

        def counted(game: Any, state: Any, knows: Any, seat: int | None) -> Any:
            made.append(seat)
            return view(game, state, knows, seat)

        monkeypatch.setattr(rules, "view", counted)

    count(Smugglers)
    count(Caravan)
    return made


def play_a_turn(at_table: LocalTable) -> None:
    """Whoever is to decide ends the turn; everybody is shown that."""
    at_table.act(Act(at_table.to_decide()[0], "end"))
    at_table.desk.show_all()


@pytest.mark.parametrize("clients", [0, 1, 2])
async def test_a_table_in_one_process_makes_one_view_a_position_however_many_look(
    clients: int, views: list[object]
) -> None:
    at_table = table("smugglers", people=(0, 1))
    async with trio.open_nursery() as nursery:
        joined = [await attend(at_table.serve, nursery, watch=True) for _ in range(clients)]
        quiet = await attend(at_table.serve, nursery, watch=True, quiet=True)
        await wait_all_tasks_blocked()
        for _ in range(5):
            play_a_turn(at_table)
            at_table.desk.show_all()
        await wait_all_tasks_blocked()
        assert views == [None] * (6 if clients else 0)
        for client in joined:
            await client.ask(*[ChatRequest("still here?"), say.LogRequest(), say.RefreshRequest()] * 10)
            await wait_all_tasks_blocked()
            assert len(client.turns) == 6 + 10, "who asks is shown it again"
        assert len(views) == (6 if clients else 0), "and nothing is made anew for that"
        assert {type(said) for said in quiet.heard} <= {say.WelcomeReply, ChatReply}, (
            "whoever is quiet is shown nothing"
        )
        await quiet.ask(say.RefreshRequest())
        await wait_all_tasks_blocked()
        assert len(quiet.turns) == 1, "until it asks"
        nursery.cancel_scope.cancel()


async def test_a_seat_that_tries_and_undoes_is_shown_each_draft_and_the_others_nothing_new(views: list[object]) -> None:
    at_table = table("through_the_ages", people=(0, 1))
    async with trio.open_nursery() as nursery:
        seat = at_table.to_decide()[0]
        driver = await attend(at_table.serve, nursery, seat=seat)
        other = await attend(at_table.serve, nursery, watch=True)
        await wait_all_tasks_blocked()
        act = next(choice.text for choice in driver.turns[-1].legal if choice.text.startswith("take"))
        await driver.ask(say.ActRequest(act), say.UndoRequest(), say.RedoRequest(), say.ResetRequest())
        await wait_all_tasks_blocked()
        assert [len(turn.draft) for turn in driver.turns] == [0, 1, 0, 1, 0]
        assert len(other.turns) == 1
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("clients", [0, 1, 2])
async def test_a_game_that_is_watched_is_shown_at_most_once_a_position(
    clients: int, views: list[object], tmp_path: Path
) -> None:
    _, stored = played()
    messages = said(stored)
    async with watching(tmp_path) as game, trio.open_nursery() as nursery:
        game.finish_catch_up()
        for _ in range(clients):
            await attend(Door(game.desk).serve_stream, nursery, watch=True)
        await wait_all_tasks_blocked()
        for data in messages:
            await game.take(data)
            while game._jobs:
                await game._checked.wait()
            game.desk.show_all()
        nursery.cancel_scope.cancel()
    if clients:
        assert 2 < len(views) <= len(game.table.facts) + 1 < len(messages)
    else:
        assert not views


async def test_a_node_whose_bots_play_makes_views_only_for_who_looks(views: list[object], tmp_path: Path) -> None:
    """Two look at the one, and nobody at the other."""
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {0: "random", 1: "random"}) as (playing, other), trio.open_nursery() as nursery:
            playing.proven.watcher_pause = 0.0
            joined = [await attend(Door(playing).serve_stream, nursery, watch=True) for _ in range(2)]
            await other.ending.told.wait()
            await playing.ending.told.wait()
            positions, messages = len(playing.table.facts) + 1, len(playing.table.session.messages)
            assert 2 < len(views) <= positions < messages
            assert all(2 < len(client.turns) <= positions + 1 for client in joined)
            nursery.cancel_scope.cancel()


async def test_a_node_that_waits_makes_no_view_whatever_is_said_and_however_long_it_takes(
    views: list[object], tmp_path: Path
) -> None:
    with trio.fail_after(PATIENCE):
        async with two_nodes(tmp_path, {1: "random"}) as (playing, _), trio.open_nursery() as nursery:
            client = await attend(Door(playing).serve_stream, nursery)
            await client.until(lambda: bool(client.turns) and client.turns[-1].mine)
            before = len(views)
            assert before
            for number in range(30):
                await playing._inbox_in.send(Tick())
                await client.ask(ChatRequest(f"{number}"), say.RefreshRequest())
            await client.until(lambda: sum(isinstance(reply, ChatReply) for reply in client.heard) == 30)
            assert len(views) == before
            nursery.cancel_scope.cancel()


class Returning(SignedTable):
    """A game of signed messages that its node has taken up again."""

    def offers(self, client: Client) -> frozenset[str]:
        return PROVEN


async def test_who_looks_on_while_a_journal_is_gone_through_is_shown_the_game_once_and_as_who_comes_later() -> None:
    game = load_rules("caravan")
    peers = Peers(game.name, [0, 1], options=complete_options(game.settings, {}))
    for _ in range(12):
        peers.step()
    peers.deliver()
    table = GameTable(
        game, peers.signed, bytes, operator=0, signer=peers.keys[0], journal=tuple(peers.stored[0]),
        background=True, resumed=True,
    )  # fmt: skip
    desk, heard, before = Desk(Returning(table, {}, {0, 1})), [list[say.Reply](), list[say.Reply]()], set[int]()

    def comes(told: list[say.Reply]) -> None:
        client = Client(Lines(memory_stream_pair()[0]))
        client.say = told.append  # type: ignore[method-assign]
        desk.attach(client)
        desk.receive(client, say.HelloRequest(say.VERSION, watch=True))

    comes(heard[0])
    table.start_sending()
    while jobs := table.poll().jobs:  # another process checks the proofs of the journal
        desk.show_all()
        before.add(len(table.log))
        assert not [one for one in heard[0] if isinstance(one, say.LogReply | say.TurnReply)]
        for job in jobs:
            table.job_done(job.id, job.function(*job.arguments))
    desk.show_all()
    comes(heard[1])
    for told in heard:
        assert [type(one) for one in told] == [say.WelcomeReply, say.LogReply, say.TurnReply, say.WaitReply]
    assert heard[0][1:3] == heard[1][1:3] and 0 < min(before) < max(before) < len(table.log)


async def test_before_the_seats_are_drawn_a_person_may_vote_and_who_only_watches_may_not(tmp_path: Path) -> None:
    async with two_nodes(tmp_path, {1: "random"}) as (person, bots):
        assert person.table.seating is None
        comes, watches = say.HelloRequest(say.VERSION), say.HelloRequest(say.VERSION, watch=True)
        for node, hello, offered in ((person, comes, True), (person, watches, False), (bots, comes, False)):
            client = Client(Lines(memory_stream_pair()[0]), hello=hello)
            assert ("vote" in node.proven.offers(client)) is offered
