"""Local games are kept as they are played: taken up again after any deed they go on as they would have."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock

from tests.node.local_games import charter, decide, stands
from tta_p2p.cli.stored_games.earlier import earlier_results
from tta_p2p.games.chance import Chance
from tta_p2p.node.data_folder.lent_games import read_lent_games
from tta_p2p.node.data_folder.stored_games import stored_games
from tta_p2p.node.local.games import lay_out, new_charter, open_table
from tta_p2p.node.local.table import LocalTable
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.votes import VoteRequest
from tta_p2p.store.database import GameInUse, Store
from tta_p2p.table import local_record
from tta_p2p.table.audit import verify_file
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.local_record import LocalCharter
from tta_p2p.table.recording import DamagedFile

GAMES = [
    ("caravan", 3, 1, 25),
    ("smugglers", 3, 2, 25),
    ("seven_wonders", 3, 1, 12),
    ("seven_wonders", 3, 2, 12),
    ("through_the_ages", 2, 1, 16),
    ("through_the_ages", 2, 2, 16),
]
"""A game, its seats, how many of them people have, and how many steps of these: each replays all before it."""


async def bots_play(table: LocalTable) -> None:
    """Let the bots act until a person is to decide, or the game is over."""
    with trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.run)
            await trio.testing.wait_all_tasks_blocked()
            scope.cancel()


@pytest.mark.parametrize(("game", "seats", "people", "steps"), GAMES)
async def test_a_game_taken_up_again_after_every_step_is_the_one_that_went_on(
    game: str, seats: int, people: int, steps: int, tmp_path: Path
) -> None:
    """Every step of people is made at a table that was just laid out from the store, and at one that never stops."""
    store, chance, twin = Store(tmp_path), Chance(3), Chance(3)
    begun = charter(game, seats, people)
    steady = LocalTable(lay_out(begun, store).game, seats, {}, begun.seed, begun.names, dict(begun.bots))
    for _ in range(steps):
        table = lay_out(begun, store)
        await bots_play(table)
        await bots_play(steady)
        assert stands(table) == stands(steady)
        if not decide(table, chance):
            break
        decide(steady, twin)
        assert stands(lay_out(begun, store)) == stands(table) or table.local.over
    assert len(steady.facts) > 5
    store.close()


@pytest.mark.parametrize("again", [False, True])
async def test_a_game_in_which_a_bot_has_acted_for_its_person_is_no_record(
    again: bool, tmp_path: Path, autojump_clock: MockClock
) -> None:
    """Also where the person has the seat again since, in a process that knows nothing of it."""
    store, chance, begun, alone = Store(tmp_path), Chance(3), charter("caravan", 2), charter("caravan", 2)
    table = lay_out(begun, store)
    while not again or len(table.facts) < 8:
        table._stand_in(0, "" if table.stand_ins else "random")
        with trio.move_on_after(3 if again else 10_000):
            await table.run()
            break
    table, own = lay_out(begun, store), lay_out(alone, store)
    told = list[object]()
    table.desk.tell_all = told.append  # type: ignore[method-assign]
    for one in (table, own):
        while not one.local.over:
            await bots_play(one)
            decide(one, chance)
        await one.run()
    ends = [one.lent for one in told if isinstance(one, say.GameOverReply)]
    assert ends == [True] and read_lent_games(tmp_path) == {begun.sid}
    assert len(stored_games(tmp_path)) == 2 and len(earlier_results(tmp_path)) == 1
    store.close()


async def test_a_game_in_which_nobody_has_done_anything_is_not_kept(tmp_path: Path) -> None:
    store, begun = Store(tmp_path), charter("caravan", 2)
    with open_table(begun, store):
        assert store.games() == []
    assert stored_games(tmp_path) == []
    store.close()


async def test_a_game_that_is_over_is_kept_as_over_and_replayed_with_every_hand_open(tmp_path: Path) -> None:
    store, begun, chance = Store(tmp_path), charter("caravan", 2), Chance(1)
    table = lay_out(begun, store)
    while not table.local.over:
        await bots_play(table)
        decide(table, chance)
    await bots_play(table)
    (row,) = stored_games(tmp_path)
    assert (row.status, row.local, row.me) == ("over", True, "Player 0")
    assert {*row.result} == {
        (begun.names[one.seat], one.place, one.points) for one in table.game.standings(table.state).places
    }
    deeds = [local_record.read_record(data) for data in store.journal(begun.sid)]
    recording = local_record.recording(begun, deeds)
    assert recording.over and recording.opened
    assert [instant.fact for instant in recording.instants[1:]] == table.facts
    assert [line for instant in recording.instants for line in instant.log] == list(table.log)
    assert recording.instants[-1].knows[1] == table.knows(1)
    store.close()


async def test_somebody_who_resigned_has_resigned_when_the_game_is_taken_up_again(tmp_path: Path) -> None:
    store, begun = Store(tmp_path), charter("smugglers", 3, people=3)
    table = lay_out(begun, store)
    client = table.desk  # nobody looks on: what the table does needs no client
    assert not client.clients

    class Somebody:
        seat = 1

    assert [*table.news()] == []
    table.ask(Somebody(), VoteRequest("resigned", 1, True))  # type: ignore[arg-type]
    again = lay_out(begun, store)
    assert stands(again) == stands(table)
    assert (
        [*again.news()] == [*table.news()] == [say.DepartureReply(1, "Player 1", "resigned")]
    )  # for a client that comes now
    store.close()


async def test_a_game_begun_with_a_level_that_it_does_not_have_goes_on_with_the_bot_that_has_played(
    tmp_path: Path,
) -> None:
    """Release 0.4.0 began every game with `hard` and let a weaker bot play."""
    names, kept = ("Player 0", "Player 1", "Player 2"), []
    for folder, level in ((tmp_path / "old", "hard"), (tmp_path / "new", "easy")):
        folder.mkdir(mode=0o700)
        store, chance = Store(folder), Chance(3)
        begun = new_charter("caravan", 3, {}, 7, names, {1: level, 2: "random"}, {})
        for _ in range(3):
            table = lay_out(begun, store)
            assert table.bots == {1: "easy", 2: "random"}
            await bots_play(table)
            decide(table, chance)
        kept.append(stands(lay_out(begun, store)))
        store.close()
    assert kept[0] == kept[1]


def test_two_processes_do_not_play_one_game(tmp_path: Path) -> None:
    one, other, begun = Store(tmp_path), Store(tmp_path), charter("caravan", 2)
    with open_table(begun, one), pytest.raises(GameInUse), open_table(begun, other):
        pass
    one.close()
    other.close()


async def test_a_game_that_cannot_be_stored_any_more_goes_on_and_says_so_once(tmp_path: Path) -> None:
    store, begun, chance = Store(tmp_path), charter("caravan", 2), Chance(1)
    table = lay_out(begun, store)
    told: list[say.Reply] = []
    table.desk.tell_all = told.append  # type: ignore[method-assign]
    decide(table, chance)
    store.close()
    while not table.local.over:
        await bots_play(table)
        decide(table, chance)
    assert [one.key for one in told if isinstance(one, say.ErrorReply)] == ["node.not-kept"]


def test_a_file_of_a_local_game_proves_nothing_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.tta"
    path.write_bytes(empty_file())
    verdict = verify_file(path)
    assert verdict.state == "damaged" and "proves nothing" in verdict.reason and not verdict.accused


@cache
def empty_file() -> bytes:
    """A game in which nobody has done anything, as a file."""
    return local_record.write_file(local_record.write_charter(charter("caravan", 2)), [])


@given(data=st.data())
def test_whatever_became_of_a_file_it_is_read_as_written_or_not_at_all(data: st.DataObject) -> None:
    whole = empty_file()
    place = data.draw(st.integers(0, len(whole) - 1))
    change: Callable[[bytes], bytes] = data.draw(
        st.sampled_from((
            lambda one: one[:place],
            lambda one: one[:place] + bytes([one[place] ^ 1]) + one[place + 1 :],
            lambda one: one[:place] + one[place + 1 :],
        ))
    )  # fmt: skip
    with pytest.raises(DamagedFile):
        local_record.read_file(change(whole))


def test_a_game_of_other_rules_is_not_played_by_these() -> None:
    begun = charter("caravan", 2)
    other = LocalCharter(begun.sid, "caravan", bytes(32), 2, {}, 7, begun.names, begun.bots)
    with pytest.raises(BadEntry, match="another version of the rules"):
        local_record.deal(other)


def test_deeds_that_the_rules_refuse_are_damage() -> None:
    begun = charter("caravan", 2)
    deed = local_record.read_record(b'["gone",7,"resigned"]')
    with pytest.raises(DamagedFile):
        local_record.deal(begun, [deed])
    with pytest.raises(DamagedFile):
        local_record.read_record(b'["gone"]')
