"""A person hands the seat to a bot of the own node and takes it back; the others are told, between real nodes."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.node.processes import Game


def test_a_bot_plays_for_who_asked_for_it_and_everybody_is_told(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="smugglers", people=(0, 1))) as game:
        ann, bob = game.under_way(0, client="ann"), game.under_way(1, client="bob")
        seat = next(said["seat"] for said in reversed(ann.said) if said["is"] == "welcome")
        ann.say(do="autopilot", level="superb")
        refused = ann.hear("error")
        assert refused["key"] == "node.no-level" and refused["args"][0] == "superb"
        ann.say(do="autopilot")
        assert ann.hear("error")["key"] == "node.autopilot-so"
        ann.say(do="autopilot", level="random")
        told = bob.hear("autopilot")
        assert (told["seat"], told["name"], told["level"]) == (seat, "Player 0", "random")
        assert ann.hear("autopilot")["level"] == "random"
        late = game.visit(1, watch=True)
        assert late.hear("autopilot")["seat"] == seat
        before = len(bob.said)
        bob.my_act()
        bob.let_go()
        bob.hear("over")
        log = [line for said in bob.said[before:] if said["is"] == "log" for line in said["lines"]]
        assert sum(line["key"] == "end" and line["actor"] == seat for line in log) > 2
        bob.close()
        ann.close()
        game.wait()
        assert all(node.verdict().state == "fair" for node in game.nodes)


def test_the_seat_is_taken_back_and_after_kill_9_it_is_the_persons_again(tmp_path: Path) -> None:
    with closing(Game(tmp_path, 2, game="smugglers", people=(0, 1))) as game:
        ann, bob = game.under_way(0, client="ann"), game.under_way(1, client="bob")
        ann.say(do="autopilot", level="easy")
        assert bob.hear("autopilot")["level"] == "easy"
        ann.say(do="autopilot")
        assert bob.hear("autopilot")["level"] == ""
        ann.say(do="autopilot", level="easy")
        assert bob.hear("autopilot")["level"] == "easy"
        game.nodes[0].kill()
        game.restart(0)
        assert bob.hear("autopilot")["level"] == ""
        again = game.under_way(0, client="ann")
        again.say(do="look")
        bob.say(do="skip", key="turn")  # whose turn it is now depends on when the node was killed
        again.my_act()


@pytest.mark.parametrize("said", [b"", b"{}x", b'{"7":"easy"}', b'{"0":"\\u001b[2J"}', b"[]", b"\xff"])
def test_what_nobody_can_say_of_own_seats_is_nothing(said: bytes) -> None:
    from tests.table.peers import Peers
    from tta_p2p.node.game.autopilot import Autopilots
    from tta_p2p.node.game.players import Players

    heard: list[object] = []

    class Hall:
        def tell_all(self, said: object) -> None:
            heard.append(said)

    table = Peers("caravan", [0, 1]).tables[0]
    players = Players(table.charter, 0, {}, (), seed=1, pace=0.0)
    autopilots = Autopilots(table, 0, players, None, Hall(), 1)  # type: ignore[arg-type]
    assert not autopilots.hear(1, said)
    assert not heard and not list(autopilots.news())
    own = str(table.charter.seats_of(1)[0]).encode()
    assert autopilots.hear(1, b'{"' + own + b'":"easy"}') and len(heard) == 1
    assert not autopilots.hear(1, b'{"' + own + b'":"easy"}')
    assert not autopilots.hear(0, b'{"' + own + b'":"random"}'), "nobody speaks of the seats of others"
