"""A node whose store was damaged comes back with what the others can give it, or a sentence says why not.

Nobody is accused, and nothing is said twice. What the tables do is the whole of a node but its sockets.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol import events
from protocol.transcript import SecretRecord
from protocol.wire import encode
from tests.node.games import all_fair_and_equal
from tests.node.peers import StoredPeers
from tests.node.processes import Game
from tests.protocol.table import entropy_of
from tta_p2p.node.plan.resumption import CannotResume, charter_of, journal_of, secret_name
from tta_p2p.registry import load_rules
from tta_p2p.store import marks
from tta_p2p.store.database import DATABASE, GameRow, Store
from tta_p2p.table.game_table import GameTable

Harm = Literal["change", "remove", "seal", "link", "cut", "head"]


def stored(folder: Path, peers: StoredPeers) -> Store:
    """A data folder with the journal of number 1."""
    folder.mkdir(exist_ok=True)
    store = Store(folder)
    sid = peers.signed.charter.sid
    store.add_game(GameRow(sid, "caravan", 1, 1, 1, peers.signed.encode(), "playing", b"x"))
    store.append(sid, [encode(record) for record in peers.journal])
    marks.renew(store, sid)
    return store


def harm(folder: Path, how: Harm, number: int, byte: int) -> None:
    """Change something in the file behind the store's back."""
    with closing(sqlite3.connect(folder / DATABASE)) as raw:
        if how == "head":
            raw.execute("delete from heads")
        elif how == "remove":
            raw.execute("delete from journal where number = ?", (number,))
        elif how == "cut":
            raw.execute("delete from journal where number >= ?", (number,))
        else:
            column = {"change": "record", "seal": "seal", "link": "link"}[how]
            ((data,),) = raw.execute(f"select {column} from journal where number = ?", (number,)).fetchall()
            at = byte % len(data)
            fresh = data[:at] + bytes([data[at] ^ 1 << byte % 8]) + data[at + 1 :]
            raw.execute(f"update journal set {column} = ? where number = ?", (fresh, number))
        raw.commit()


HARMS = ("change", "change", "remove", "remove", "seal", "link", "cut", "head")


@example(2, "change", 0.15, 446)  # the space in the name of a secret
@settings(max_examples=settings().max_examples // 4)  # each is a whole game
@given(st.integers(0, 8), st.sampled_from(HARMS), st.floats(0, 1, exclude_max=True), st.integers(0, 10_000))
def test_whatever_of_a_journal_is_damaged_the_game_goes_on_or_words_say_why_not(
    tmp_path_factory: pytest.TempPathFactory, acts: int, how: Harm, part: float, byte: int
) -> None:
    folder = tmp_path_factory.mktemp("damage") / "home"
    peers = under_way(acts)
    comes_through(folder, peers, how, int(part * len(peers.journal)), byte)


def test_a_game_comes_through_damage_at_every_other_record_of_a_journal(tmp_path: Path) -> None:
    """In its tag, in what it is called, in what it holds, or where it is missing: one of these ways for each."""
    peers, number = under_way(3), 0
    while number < len(peers.journal):
        where = ("tag", "name", "end", "none of it left")[number // 2 % 4]
        byte = {"tag": 2, "name": 8}.get(where, -1)
        how: Harm = "remove" if where == "none of it left" else "change"
        comes_through(tmp_path / str(number), peers.again(), how, number, byte)
        number += 2
    assert number > 30


def under_way(acts: int) -> StoredPeers:
    peers = StoredPeers(acts)
    for _ in range(acts):
        peers.step()
    peers.deliver()
    return peers


def comes_through(folder: Path, peers: StoredPeers, how: Harm, number: int, byte: int) -> None:
    """A game of which one record was harmed goes on, or words say why not."""
    with closing(stored(folder, peers)) as store:
        harm(folder, how, number, byte)
        row, _ = charter_of(store, peers.signed.charter.sid)
        found = journal_of(store, row)
        assert found.said is not None and str(folder) in found.said.text
        assert how == "head" or f"record {number + 1} " in found.said.text
        assert not marks.is_newest(store, row.sid)
        assert journal_of(store, row).said is None, "it is mended"
    whole = [encode(record) for record in peers.journal]
    gone = [record.name for record in found.records if isinstance(record, SecretRecord) and not record.secret]
    kept = [record for record in found.records if not isinstance(record, SecretRecord) or record.secret]
    assert all(encode(record) in whole for record in kept)
    lost = [record.name for record in peers.journal if isinstance(record, SecretRecord) and record not in found.records]
    assert how == "change" or set(gone) <= set(lost), "a changed byte may stand in the name"
    assert bool(lost) >= (found.said.key == "node.damaged-secrets")
    peers.come_back(found.records)
    peers.play()
    assert peers.all_events(events.SeatConvicted) == []
    assert peers.all_events(events.SessionFailed) == [] == peers.all_events(events.StatesDiverged)
    if not peers.all_events(events.SecretsLost):
        assert [table.session.course.finished for table in peers.tables] == [True, True]
        assert peers.tables[0].session.chain == peers.tables[1].session.chain
    else:
        assert lost, "only who has lost a secret falls silent"
        seen = found.said.key == "node.damaged-secrets"
        assert how in ("cut", "remove") or seen or "perhaps a secret" in found.said.text


@pytest.mark.parametrize("name", ("coin 1", "keys 1 0"))
def test_no_secret_is_made_anew_where_one_was_lost_though_nobody_has_heard_of_it(name: str, tmp_path: Path) -> None:
    """Who heard what was said with it may have lost it too, and bring it back with an older copy of a store."""
    peers = StoredPeers(0)
    peers.deliver()
    at = next(i for i, record in enumerate(peers.journal) if isinstance(record, SecretRecord) and record.name == name)
    with closing(stored(tmp_path, peers)) as store:
        harm(tmp_path, "change", at, len(encode(peers.journal[at])) - 1)
        harm(tmp_path, "cut", at + 1, 0)
        row, _ = charter_of(store, peers.signed.charter.sid)
        journal_of(store, row)
        found = journal_of(store, row)
    assert found.said is None and found.records == [*peers.journal[:at], SecretRecord(name, b"")]
    caravan, new = load_rules("caravan"), entropy_of("later")
    table = GameTable(caravan, peers.signed, new, operator=1, signer=peers.keys[1], journal=found.records, resumed=True)
    table.start_sending()
    output = table.poll()
    assert output.send == []
    (lost,) = [event for event in output.events if isinstance(event, events.SecretsLost)]
    assert lost.seat == 1 and repr(name) in lost.reason


def test_the_name_of_a_secret_is_read_from_what_is_left_of_it() -> None:
    for name in ("keys 1 0", "seal " + "ab" * 32, "n" * 31, "n" * 32, "n" * 128):
        assert secret_name(encode(SecretRecord(name, b"\x00" * 70))) == name
        assert secret_name(b"\x93\xa4kepT" + encode(SecretRecord(name, b"\x00" * 70))[6:]) == name
        assert secret_name(encode(SecretRecord(name, b"\x00" * 70))[:-60] + b"?") == name
    assert (
        secret_name(b"") == secret_name(encode(SecretRecord("x", b""))[:6]) == "" == secret_name(b"\x93\xa4said\xa1x")
    )


@pytest.mark.parametrize("name", ("coin 1", "keys 1 0", "keys 1 12", "seal " + "ab" * 32))
def test_any_byte_before_a_secret_may_change_and_its_kind_is_known_still(name: str) -> None:
    """And its name, where the change is not in what only the name tells."""
    record = encode(SecretRecord(name, bytes(range(128))))
    own = range(record.index(name.encode()) + name.index(" ") + 1, record.index(name.encode()) + len(name))
    for at in range(record.index(name.encode()) + len(name) + 2):
        for other in range(256):
            found = secret_name(record[:at] + bytes((other,)) + record[at + 1 :])
            assert found.partition(" ")[0] == name.partition(" ")[0], (at, other)
            assert at in own or found == name, (at, other)


def test_a_damaged_row_of_a_game_and_a_damaged_journal_of_one_that_is_over_are_said(tmp_path: Path) -> None:
    peers = StoredPeers(1)
    peers.play()
    sid = peers.signed.charter.sid
    with closing(stored(tmp_path / "home", peers)) as store:
        store.set_status(sid, "over", 2)
        harm(tmp_path / "home", "remove", 4, 0)
        row, _ = charter_of(store, sid)
        with pytest.raises(CannotResume, match="is over, and its journal") as refused:
            journal_of(store, row)
        assert "日志" in refused.value.told({"LANG": "zh_CN.UTF-8"})
        with closing(sqlite3.connect(tmp_path / "home" / DATABASE)) as raw:
            raw.execute("update games set operator = 0")
            raw.commit()
        with pytest.raises(CannotResume, match="undamaged copy"):
            charter_of(store, sid)
        with pytest.raises(CannotResume, match="no such game"):
            charter_of(store, bytes(32))


def harm_beside(home: Path, sid: bytes) -> None:
    """Change a byte in all that is kept beside the games and their journals, in every row of every table."""
    with closing(Store(home)) as store:
        store.save_draft(sid, 1, b"what somebody has begun")
        store.save_skips(sid, 1, b"what it skips")
        store.save_times(sid, b"[1,1,1]")
        store.save_addresses(sid, 1, b'[["127.0.0.1:7"],[]]')
        store.save_result(sid, b"none yet", 1)
        marks.renew(store, sid)
        assert store.players()
    kept = {"drafts": "acts", "skips": "kept", "times": "kept", "addresses": "kept", "results": "standings"}
    kept |= {"newest": "name", "players": "name"}
    with closing(sqlite3.connect(home / DATABASE)) as raw:
        for table, column in kept.items():
            kind = "text" if column == "name" else "blob"
            changed = f"update {table} set {column} = cast('#' || substr({column}, 2) as {kind})"
            assert raw.execute(changed).rowcount > 0, table
        raw.execute("insert into erased values (x'00')")
        raw.commit()


def test_a_node_with_a_damaged_journal_says_so_and_plays_to_the_end_whatever_else_is_damaged(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0,), within=(0, 2))
    try:
        game.under_way(1).close()
        game.nodes[1].kill()
        home = game.nodes[1].home
        with closing(Store(home)) as store:
            count = len(store.journal(bytes.fromhex(game.sid)))
        harm(home, "change", count // 2, 77)
        game.restart(1)
        assert f"record {count // 2 + 1} " in game.nodes[1].wait_for("not")
        visitor = game.visit(1, watch=True)
        assert f"record {count // 2 + 1} " in visitor.hear("error")["text"]
        visitor.hear_that_it_waits_for("Player 0")
        visitor.close()
        game.nodes[1].kill()
        harm_beside(home, bytes.fromhex(game.sid))
        game.restart(1)
        game.let_go(0)
        game.wait()
        all_fair_and_equal(game)
        assert not list(tmp_path.glob("home*/certificates/*"))
    finally:
        game.close()
