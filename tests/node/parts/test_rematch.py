"""Another game at the same table, between real processes: who opens it, who comes along, and who is not held."""

from __future__ import annotations

import signal
import socket
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec

from tests.cli.nodes import node_of
from tests.cli.terminals import here
from tests.node.passing import play_on
from tests.node.processes import Game, Process, Visitor
from tta_p2p.net.addresses import parse_address
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.plan.rematch_plan import rematch_plan_of
from tta_p2p.store.database import Store
from tta_p2p.table.audit import verify_file


def person(game: Game, number: int) -> Visitor:
    """Somebody at a node who may want to play again."""
    visitor = game.visit(number, seat=None)
    while visitor.hear("welcome")["seat"] is None:
        pass
    visitor.say(do="rematch", answer="perhaps")
    return visitor


def sat_down(visitor: Visitor) -> dict[str, Any]:
    """What a client is greeted with when the next game begins."""
    while (said := visitor.hear("lobby", "welcome"))["is"] == "lobby":
        assert said["state"] != "failed", visitor.said[-3:]
    return said


def test_one_word_opens_the_same_table_and_people_and_bots_come_along_one_that_is_lost_while_all_sign_too(
    tmp_path: Path,
) -> None:
    """For that one the host opens the table once more."""
    game = Game(
        tmp_path,
        3,
        game="skiff",
        options={"actions": 3},
        people=(0, 1),
        on_leave="wait",
        away=77,
        idle=777,
        hints=True,
        programs={2: ("tests.node.forgetful",)},
    )
    try:
        ann, bob = person(game, 0), person(game, 1)
        before = next(one for one in reversed(bob.said) if one["is"] == "welcome")
        play_on(ann, bob)
        bob.say(do="rematch")
        while ann.hear("rematch")["names"] != ["Player 1"]:
            pass
        assert (ann.said[-1]["host"], ann.said[-1]["open"], ann.said[-1]["mine"]) == ("Player 0", False, False)
        game.nodes[2].popen.send_signal(signal.SIGSTOP)
        ann.say(do="rematch")
        while len(ann.hear("lobby")["guests"]) < 2:
            pass
        game.nodes[2].popen.send_signal(signal.SIGCONT)  # who does not hear for a while comes along all the same
        new = [sat_down(one) for one in (ann, bob)]
        assert new[0]["sid"] == new[1]["sid"] != game.sid
        assert any(said.get("key") == "node.opened-again" and said["args"] == [["Player 2"]] for said in ann.said)
        for key in ("game", "options"):
            assert new[1][key] == before[key]
        assert {one["name"]: one["bot"] for one in new[0]["seats"]} == {
            one["name"]: one["bot"] for one in before["seats"]
        } | {"Player 2": None}
        agreed = [sorted(str(one) for one in said["charter"] if one["key"] != "price") for said in (before, *new)]
        assert agreed[0] == agreed[1] == agreed[2], "the same, in whichever order people came"
        for one in (ann, bob):
            while one.hear("turn")["view"] is None:  # the cards are dealt, for which all three are needed
                pass
        for node in game.nodes:
            (file,) = (node.home / "transcripts").glob("*.tta")
            assert verify_file(file).state == "fair"
            store = Store(node.home)
            assert {row.sid.hex(): row.status for row in store.games()} == {game.sid: "over", new[0]["sid"]: "playing"}
            store.close()
    finally:
        game.close()


def test_who_does_not_want_to_is_not_held_and_the_table_stays_open_for_it(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0, 1))
    try:
        ann, bob = person(game, 0), person(game, 1)
        play_on(ann, bob)
        ann.say(do="rematch")
        while not bob.hear("rematch")["open"]:
            pass
        while (room := ann.hear("lobby"))["state"] != "waiting" or not room["guests"]:
            pass
        assert [one["name"] for one in room["guests"]] == ["Player 0"] and room["seats"] == 2
        assert game.nodes[1].running, "it may still come"
        listed, called, id = here(game.nodes[0].home, "games").stdout, game.sid[:8], node_of(game.nodes[0].home).id
        opened, finished = listed.split(f"\n{called} ")
        assert f"tta attach {id}" in opened and f"The table of {called}, open again" in opened
        assert "finished" in finished and "replay" in finished and "tta rematch" not in finished, "it is open already"
        told = here(game.nodes[0].home, "rematch", called, "--detach")
        assert told.returncode == 0 and f"open again already. Come to it with: tta attach {id}" in told.stderr
        assert node_of(game.nodes[0].home).id == id, "no twin of it was opened"
        bob.close()
        game.wait(1)
        ann.say(do="leave")
        game.wait(0)
    finally:
        game.close()


def test_when_the_host_has_gone_whoever_wants_to_opens_the_table(tmp_path: Path) -> None:
    game = Game(tmp_path, 3, game="skiff", people=(0, 1, 2))
    try:
        ann, bob, cleo = (person(game, number) for number in range(3))
        play_on(ann, bob, cleo)
        ann.close()
        game.wait(0)
        cleo.say(do="rematch")
        while "Player 2" not in bob.hear("rematch")["names"]:
            pass
        bob.say(do="rematch")
        rooms = []
        for one in (bob, cleo):
            while len((room := one.hear("lobby"))["guests"]) < 2:
                pass
            rooms.append([(guest["name"], guest["host"]) for guest in room["guests"]])
        assert rooms[0] == rooms[1] and sorted(name for name, _ in rooms[0]) == ["Player 1", "Player 2"]
        assert sorted(host for _, host in rooms[0]) == [False, True]
    finally:
        game.close()


def test_a_stranger_in_the_place_of_a_former_player_makes_no_host_begin_by_itself(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", people=(0, 1), within=(0, 1))
    stranger = None
    try:
        ann, bob = person(game, 0), person(game, 1)
        play_on(ann, bob)
        bob.close()
        game.wait(1)
        ann.say(do="rematch")
        while (room := ann.hear("lobby"))["state"] != "waiting" or not room["begins"]:
            pass
        plan = Plan(do="join", id="eve", name="Eve", address=room["address"], at_once=True)
        stranger = Process(tmp_path / "eve", plan)
        while (room := ann.hear("lobby"))["state"] != "agreeing" or not room["guests"][-1]["ready"]:
            assert room["state"] == "waiting" or not room["begins"]
        assert [one["name"] for one in room["guests"]] == ["Player 0", "Eve"] and not room["begins"]
        ann.say(do="chat", text="who are you?")
        assert ann.hear("chat", "welcome")["is"] == "chat", "a person has to say that it begins"
        ann.say(do="start")
        assert sat_down(ann)["sid"] != game.sid
    finally:
        if stranger is not None:
            stranger.close()
        game.close()


def test_a_host_whose_port_somebody_has_now_opens_its_table_at_another_one_and_says_where(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="skiff", within=(1,))
    try:
        game.wait()
    finally:
        game.close()
    home = tmp_path / "home0"
    plan = msgspec.structs.replace(rematch_plan_of(home, bytes.fromhex(game.sid)), quiet=True)
    assert plan.port == parse_address(game.address).port
    with closing(socket.socket()) as other:
        with suppress(OSError):  # somebody has it already
            other.bind(("127.0.0.1", plan.port))
            other.listen()
        with closing(Process(home, plan)) as node:
            address = node.wait_for("listening")
            assert parse_address(address).port != plan.port
            said = Visitor(home, plan.id, watch=True)
            heard = said.hear("error")
            assert (heard["key"], heard["args"]) == ("node.other-port", [plan.port, address])
            said.close()
