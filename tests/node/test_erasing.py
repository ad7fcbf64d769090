"""After every kind of end no secret of a game is left in any file of its node; before it, all are there."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from protocol.audit import open_hands, read_keys
from protocol.transcript import MessageRecord, OperationRecord, SecretRecord, TranscriptReader
from tests.cli.terminals import here
from tests.node.games import EVERYBODY_HASTY, all_fair_and_equal
from tests.node.processes import Game, carry, end, hear_who_ended, move
from tests.node.turns import my_turn
from tests.patience import PATIENCE
from tta_p2p.node.data_folder.whereabouts import read_whereabouts
from tta_p2p.node.game.erasure import SECRET
from tta_p2p.seats.messages import VERSION
from tta_p2p.store.database import Store
from tta_p2p.table.audit import read_record

PIECE = 16


def secrets_of(home: Path) -> list[bytes]:
    """The secrets that a node keeps of its game now, and its drafts; without what it has published of them itself."""
    store = Store(home)
    (row,) = store.games()
    records = [read_record(data) for data in store.journal(row.sid)]
    drafts = list(store.drafts(row.sid).values())
    store.close()
    public = b"".join(record.envelope for record in records if isinstance(record, MessageRecord))
    kept = [record.secret for record in records if isinstance(record, SecretRecord) and record.name.startswith("keys")]
    pieces = [secret[at : at + PIECE] for secret in kept for at in range(0, len(secret), PIECE)]
    return [piece for piece in pieces if piece not in public] + drafts


def files(home: Path) -> Iterator[bytes]:
    for path in sorted(home.rglob("*")):
        if path.is_file():
            with suppress(FileNotFoundError):  # a node under way replaces its marks
                yield path.read_bytes()


def found(home: Path, secrets: list[bytes]) -> list[bytes]:
    """Which of these stand in a file of the data folder."""
    there = list(files(home))
    return [secret for secret in secrets if any(secret in data for data in there)]


def under_way(game: Game, *numbers: int) -> dict[Path, list[bytes]]:
    """When the game has been laid out: the secrets of these (or all) nodes, which all stand in their files."""
    homes = [game.nodes[number].home for number in numbers or range(len(game.nodes))]
    for number in numbers or range(len(game.nodes)):
        game.under_way(number).close()
    secrets = {home: secrets_of(home) for home in homes}
    for home, some in secrets.items():
        assert len(some) >= 4 and found(home, some) == some
    return secrets


@pytest.mark.parametrize("audit", ["closed", "open"])
def test_after_a_finished_game_no_secret_is_left_and_its_end_is_still_handed_over(tmp_path: Path, audit: str) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,), audit=audit, within=(0,))
    try:
        secrets = under_way(game)
        game.nodes[1].kill()
        game.restart(1)
        game.let_go(0)
        game.wait()
        assert all(len(read_whereabouts(home)) == 1 for home in secrets), "each may ask the other for another game"
        published = list(tmp_path.glob("home*/transcripts/*.keys"))
        assert len(published) == (2 if audit == "open" else 0)
        shown = b"".join(path.read_bytes() for path in published)
        for home, some in secrets.items():
            assert found(home, [secret for secret in some if secret not in shown]) == []
            store = Store(home)
            assert not any(data.startswith(SECRET) for data in store.journal(bytes.fromhex(game.sid)))
            store.close()
        home = game.nodes[0].home
        assert "tta export" in here(home, "games").stdout
        assert here(home, "export", game.sid[:8], "-o", home / "again.tta").returncode == 0
        assert here(home, "verify", home / "again.tta").returncode == 0
        all_fair_and_equal(game)
        for number in range(2):
            game.restart(number)  # so that whoever lacks the end can fetch it; here nobody does
        game.wait()
        assert list(tmp_path.glob("home*/transcripts/*.keys")) == published
        if audit == "open":
            reader = TranscriptReader()
            records = reader.feed(game.nodes[0].transcript().read_bytes())
            assert reader.charter is not None
            for path in published:  # each has the keys of all
                opened = open_hands(reader.charter, records, read_keys(path.read_bytes()))
                assert not opened.refused and not opened.wrong
                assert {0, 1} <= {sighting.holder for sighting in opened.cards}, "every hand can be looked at"
        for home, some in secrets.items():
            assert found(home, [secret for secret in some if secret not in shown]) == []
    finally:
        game.close()


@pytest.mark.parametrize("kind", ["call-off", "forfeit"])
def test_after_a_game_that_was_called_off_no_secret_and_no_draft_is_left(tmp_path: Path, kind: str) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,), audit="open", within=(0, 1))
    try:
        ann = game.visit(0)
        ann.say(do="hello", version=VERSION)
        acts = list[str]()
        while not (acts := [act["text"] for act in my_turn(ann)["legal"] if act["text"] != "end"]):
            ann.say(do="act", text="end")  # its lamps are weaker than the light that burns
        act = acts[0]
        ann.say(do="act", text=act)
        while not ann.hear("turn")["draft"]:
            pass
        secrets = under_way(game)
        assert any(act.split()[0].encode() in secret for secret in secrets[game.nodes[0].home]), "its draft"
        ann.say(do="vote", motion=kind, operator=0)
        assert ann.hear("halted")["key"] == kind
        game.wait()
        for home, some in secrets.items():
            assert found(home, some) == []
            store = Store(home)
            (row,) = store.games()
            assert row.status in ("called-off", "forfeited")
            assert not read_whereabouts(home), "only a game that was played to its end makes friends"
            assert not any(data.startswith(SECRET) for data in store.journal(row.sid))
            store.close()
            assert ("called off" if kind == "call-off" else "given up") in here(home, "games").stdout
            assert here(home, "export", game.sid[:8], "-o", home / "again.tta").returncode == 0
    finally:
        game.close()


def test_who_was_voted_gone_erases_its_secrets_when_it_learns_of_it(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0, 1, 2), away=0, within=(0, 1))
    try:
        secrets = under_way(game, 2)
        ann, bob = (game.under_way(number, seat=None) for number in (0, 1))
        game.nodes[2].kill()
        game.until_away("Player 2", 0, 1)
        move("gone", 2, 0, ann)
        late = game.visit(1, watch=True)
        motion = late.hear("motion")
        assert (motion["motion"], motion["operator"], motion["open"]) == ("gone", 2, True), "who comes later reads it"
        move("gone", 2, 1, bob)
        carry("gone", 2, {0: ann, 1: bob})
        (home,) = secrets
        assert found(home, secrets[home]) == secrets[home]
        game.restart(2)
        deadline = time.monotonic() + PATIENCE
        while found(home, secrets[home]):
            assert time.monotonic() < deadline, "the secrets of who is gone are still there"
            time.sleep(0.1)
        assert game.nodes[2].running, "it may look on"
        end("forfeit", ann, bob)
        game.wait(0, 1)
    finally:
        game.close()


def test_after_an_end_without_somebody_no_secret_is_left_on_either_side(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0, 1, 2), away=0, programs=EVERYBODY_HASTY, within=(0, 1))
    try:
        secrets = under_way(game)
        ann, bob, cleo = (game.visit(number, seat=None) for number in range(3))
        game.nodes[2].popen.send_signal(signal.SIGSTOP)
        game.until_away("Player 2", 0, 1)
        end("forfeit", ann, bob)
        away = game.nodes[2].home
        assert found(away, secrets[away]) == secrets[away], "it has heard of no end"
        game.nodes[2].popen.send_signal(signal.SIGCONT)
        hear_who_ended(cleo, "Player 0", "Player 1")
        end("forfeit", cleo)
        for node in game.nodes[:2]:
            node.kill()  # they would wait whether anybody comes who lacks the end
        game.wait(2)
        for home, some in secrets.items():
            assert found(home, some) == []
            store = Store(home)
            (row,) = store.games()
            assert not row.under_way
            store.close()
    finally:
        game.close()


def test_who_has_resigned_erases_its_secrets_while_the_others_play_on(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0,), within=(0, 1, 2))
    try:
        ann = game.visit(0)
        ann.say(do="hello", version=VERSION)
        my_turn(ann)
        secrets = under_way(game, 0)
        ann.say(do="vote", motion="resigned", operator=0)
        (home,) = secrets
        deadline = time.monotonic() + PATIENCE
        while found(home, secrets[home]):
            assert time.monotonic() < deadline, "the secrets of who has resigned are still there"
            time.sleep(0.1)
        game.wait(1, 2)
        assert game.nodes[1].verdict().seats_left == 1
    finally:
        game.close()


def test_what_a_crash_has_left_is_erased_by_the_next_node(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0,), programs={1: ("tests.node.mortal",)}, within=(0,))
    try:
        secrets = under_way(game)
        game.let_go(0)
        home = game.nodes[1].home
        assert game.nodes[1].ends() == 77 and found(home, secrets[home])
        assert isinstance(read_record(next(iter_journal(home))), OperationRecord | MessageRecord | SecretRecord)
        assert here(home, "export", "-o", home / "cut.tta").returncode == 0
        game.programs.clear()
        game.restart(1)
        game.wait()  # the other one may have waited for it: its last word may have died with it
        assert found(home, secrets[home]) == []
        all_fair_and_equal(game)
    finally:
        game.close()


def iter_journal(home: Path) -> Iterator[bytes]:
    store = Store(home)
    (row,) = store.games()
    yield from store.journal(row.sid)
    store.close()
