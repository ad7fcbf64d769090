"""Addresses that others tell are hints: whatever they are, they cost nothing, and old stores that hold them go on."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec

from tests.node.games import all_fair_and_equal
from tests.node.poisoner import TEXTS
from tests.node.processes import Game
from tta_p2p.node.plan.plans import Secrets
from tta_p2p.store import chain
from tta_p2p.store.database import Store


def places_in(home: Path, older: tuple[str, ...] = ()) -> list[list[str]]:
    """The addresses of the members in the only game of a data folder; with these, as an older version stored them."""
    with closing(Store(home)) as store:
        (row,) = store.games()
        secrets = msgspec.msgpack.decode(row.secrets, type=Secrets)
        if older:
            secrets = msgspec.structs.replace(secrets, places=[[*older, *one] for one in secrets.places])
            row = replace(row, secrets=msgspec.msgpack.encode(secrets))
            values = (row.secrets, chain.seal(*row.values), row.sid)
            store._db.execute("update games set secrets = ?, seal = ? where sid = ?", values)
        return secrets.places


def test_a_guest_that_tells_what_no_resolver_takes_ends_nobody_and_a_store_that_holds_it_is_taken_up(
    tmp_path: Path,
) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0,), programs={2: ("tests.node.poisoner",)})
    try:
        player = game.visit(0, seat=None)
        player.my_act()
        assert not {*TEXTS} & {place for home in (0, 1) for one in places_in(tmp_path / f"home{home}") for place in one}
        game.nodes[2].kill()  # the others look for it at all that it has told
        player.hear_that_it_waits_for("Player 0")
        game.until_away("Player 2", 0, 1)
        game.nodes[1].kill()
        assert places_in(tmp_path / "home1", TEXTS)[0][0] == TEXTS[0], "as a version before ours has stored it"
        game.restart(1)
        game.nodes[1].wait_for("playing")
        game.restart(2)
        spectators = [game.visit(number, watch=True) for number in range(3)]
        player.let_go()
        for watcher in spectators:
            watcher.hear("over")
        all_fair_and_equal(game)
        assert "UnicodeError" not in (tmp_path / "home1" / "errors.txt").read_text()
    finally:
        game.close()
