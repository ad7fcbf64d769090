"""A node is killed when the others hold its answer sealed, and comes back from a copy that knows nothing of it."""

from __future__ import annotations

import signal
from contextlib import closing
from pathlib import Path

from protocol.transcript import SecretRecord
from tests.node.processes import Game, Visitor, copy_of
from tests.node.stored import put_back
from tests.node.turns import my_turn
from tta_p2p.store.database import Store
from tta_p2p.table.audit import read_record


def choose(visitor: Visitor) -> None:
    visitor.say(do="look")
    visitor.say(do="act", text=my_turn(visitor)["legal"][0]["text"])


def waits_for_alone(visitor: Visitor, name: str) -> None:
    """Wait until the game waits for the sealed answer of one player alone."""
    while [(one["name"], one["why"]) for one in visitor.hear("waiting")["for"]] != [(name, "sealed-answer")]:
        pass


def secrets_of(home: Path) -> set[str]:
    """The first words of the secrets in the store of a node."""
    with closing(Store(home)) as store:
        (row,) = store.games()
        records = [read_record(data) for data in store.read_journal(row.sid).records]
    return {one.name.partition(" ")[0] for one in records if isinstance(one, SecretRecord)}


def test_a_seat_killed_in_the_window_whose_older_copy_is_put_back_plays_to_a_fair_end(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 3, game="caravan", people=(0, 1))) as game:
        ann, bob, looks = game.under_way(0, seat=None), game.under_way(1, seat=None), game.under_way(2)
        choose(bob)
        waits_for_alone(looks, "Player 0")
        before = copy_of(game.nodes[0].home, tmp_path / "before")
        assert "seal" not in secrets_of(before)
        game.nodes[1].popen.send_signal(signal.SIGSTOP)  # so that nobody opens anything
        choose(ann)
        waits_for_alone(looks, "Player 1")  # the others hold what Ann has sealed
        game.nodes[0].kill()
        assert "seal" in secrets_of(game.nodes[0].home)
        put_back(before, game.nodes[0].home, "folder")
        game.nodes[1].popen.send_signal(signal.SIGCONT)
        game.restart(0)
        for visitor in (game.visit(0, seat=None), bob):
            visitor.say(do="autopilot", level="random")
        game.wait()
        assert {node.verdict().state for node in game.nodes} == {"fair"}
