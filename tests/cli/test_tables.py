"""`tta host`, `join`, `tables`, `attach`, `games`, `resume`: two people at two terminals of one machine."""

from __future__ import annotations

import itertools
import json
import os
import re
import secrets
import signal
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.nodes import announced, end_nodes, node_of
from tests.cli.terminals import HERE, Person, alive, eventually, here, tta
from tests.node.doors import bound
from tests.node.processes import Process
from tests.protocol.table import make_charter
from tests.ui.screen.windows import Window as Screen
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.nodes import attachment, processes, table_choice
from tta_p2p.cli.nodes.nearby import list_tables_in
from tta_p2p.cli.output import progress
from tta_p2p.cli.terminal import fault_log
from tta_p2p.cli.terminal.display import DisplayMode
from tta_p2p.net.addresses import fingerprint, parse_address
from tta_p2p.net.folder.doors import TableNote
from tta_p2p.net.notices import Notice, TableFound
from tta_p2p.node.lobby.announcements import OpenTable, group_by_claim, matches_table
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine import endings, roster
from tta_p2p.node.plan.plans import Plan
from tta_p2p.store.database import DATABASE, GameRow, Store

LOOK = ("--wait", "2", "--interface", "127.0.0.1")


def test_from_host_to_the_first_turn_and_back_after_a_closed_window_and_a_killed_node(tmp_path: Path) -> None:
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    table = f"friday {secrets.token_hex(4)}"  # other tables may be announced on this machine
    asked = ("--game", "caravan", "--name", "Ann", "--table", table, *HERE)
    try:
        with Person(ann, "host", "--lines", *asked) as host, Person(bob, "id", "name", "Bob") as name:
            name.sees("Other players now see: Bob")
            host.sees(f"Table {table}: 1 of 2 seats", "Send the others this invitation:", "Caravan for 2.")
            host.sees("Ann asks you to play Caravan:", "tta join 127.0.0.1:")
            host.sees("As host you are already ready")
            row = eventually("the table is heard of", lambda: announced(bob, table))
            assert (row["game"], row["seats"], row["state"], row["sid"]) == ("caravan", "1/2", "open", "")
            line = re.compile(rf"^{table} +Caravan +1/2 seats\s+tta join ", re.M)
            eventually("the same is heard in words", lambda: line.search(here(bob, "tables", *LOOK).stdout))
            assert re.search(rf"^lobby +Caravan +{table} +tta attach ", here(ann, "games").stdout, re.M)
            named = f"{table} (Caravan): tta join 127.0.0.1:"
            refused = eventually(  # it is named where it was heard of in time
                "the table is named", lambda: (done := tta(bob, "join", *HERE)) and named in done.stderr and done
            )
            assert refused.returncode == 2
            assert not list(roster.running_nodes(bob)), "nobody joins a table unasked"
            with Person(bob, "join", "--lines", table, *HERE) as guest:
                guest.sees("Looking for the table", f"Table {table}: 2 of 2 seats", "new to you, not compared")
                guest.sees("Type ready to agree to these conditions")
                seen = host.sees("Everybody is here. Waiting for Bob to agree; then type start.")
                assert "this invitation" not in seen.partition("2 of 2 seats")[2], "nobody else can join"
                host.types("' welcome, Bob")
                guest.sees("welcome, Bob")
                guest.types("chat thank you!")
                for person in (host, guest):
                    person.sees("thank you!")
                eventually("a seat is heard to be taken", lambda: announced(bob, table).get("seats") == "2/2")
                guest.types("ready")
                host.sees("Everybody agrees. Type start to begin")
                host.types("start")
                for person in (host, guest):
                    seen = person.sees("Your turn", "Keep a bale, face up", "8) ", "Read these words aloud")
                    assert "Traceback" not in seen and "None" not in seen
                guest.types("table")
                guest.sees("Bales not dealt")
                node = node_of(bob)
                assert node.called == node.sid[:8]
                guest.hang_up()
            assert alive(node.pid), "a node outlives its terminal"
            with Person(bob, "attach", "--lines") as guest:
                guest.sees("Your turn", "8) ")
                guest.types("quit")
                guest.sees("tta attach comes back to it")
                assert guest.ends() == 0
            again = here(bob, "resume", "--detach")
            assert "is running already" in again.stderr and f"tta attach {node.called}" in again.stderr
            told = here(bob, "resume", "--detach", "--at", "127.0.0.1:9").stderr
            assert "Looking for Ann at 127.0.0.1:9." in told, "the node that runs is told"
            refused = here(bob, "resume", "--at", "127.0.0.1")
            assert refused.returncode == 2 and "--at takes HOST:PORT, or an invitation." in refused.stderr
            assert alive(node.pid)
            os.kill(node.pid, signal.SIGKILL)
            eventually("the node is dead", lambda: not alive(node.pid))
            strange = f"127.0.0.1:9#{fingerprint(bytes(32))}"
            refused = here(bob, "resume", "--detach", "--at", strange)
            assert refused.returncode == 2 and len(refused.stderr.splitlines()) == 1
            assert f"nobody else at this table has the key in {strange}" in refused.stderr
            assert endings.find(bob, node.sid) is None and not list(roster.running_nodes(bob)), "no node was started"
            (stored,) = json.loads(here(bob, "games", "--json").stdout)
            assert stored["game"] == "caravan" and "  Caravan  " in here(bob, "games").stdout
            assert stored["status"] == "playing" and stored["running"] is False
            listed = here(bob, "games").stdout
            assert f"{node.called}  Caravan " in listed and f"tta resume {node.called}" in listed and "Bob" in listed
            with Person(bob, "resume", "--lines", "--listen", "127.0.0.1:0") as guest:
                assert "Knocking" not in guest.sees("Your turn", "8) "), "who takes a game up again knocks nowhere"
                for home in (ann, bob):
                    assert node_of(home).table == table, "a table keeps its name, for its guests too"
                guest.types("1")
                host.types("2")
                guest.sees("You have kept", "Ann's coins", "Your turn")
                host.sees("You have kept", "Bob's coins", "Your turn")
                called = {node.called, node_of(ann).called, node_of(bob).called}
                assert len(called) == 1, "a game keeps its id, whichever process plays it, and for everybody"
                listed = here(bob, "games").stdout
                assert f"tta attach {node.called}" in listed
                assert "\n          Waiting for you and Ann" in listed
                assert set(json.loads(here(bob, "games", "--json").stdout)[0]["waits_for"]) == {"Ann", "Bob"}
                guest.types("1")
                said = re.compile(r"\n {10}Waiting for Ann[,;\n]")
                eventually("only the other one is to choose", lambda: said.search(here(bob, "games").stdout))
                mine = re.compile(r"\n {10}Your turn[,;\n]")
                eventually("her node has heard it too", lambda: mine.search(here(ann, "games").stdout))
    finally:
        end_nodes(ann, bob)


def test_a_table_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with Person(tmp_path, "join", "--lines", "127.0.0.1:9", "--name", "Bob", *HERE, "--wait", "1") as person:
        assert person.ends() == 1
        said = ("Knocking at 127.0.0.1:9", "Nobody answers at 127.0.0.1:9: check the address")
        assert all(words in " ".join(person.seen.split()) for words in said)
        assert "attach" not in person.seen and "Traceback" not in person.seen
    assert not list(roster.running_nodes(tmp_path))


def test_a_message_is_pasted_line_by_line_at_the_terminal_and_what_it_lacks_is_said(tmp_path: Path) -> None:
    key = fingerprint(bytes(32))
    with Person(tmp_path, "join", "--lines", "--name", "Bob", *HERE, "--wait", "0", "-") as person:
        person.sees("Paste the invitation")
        for line in ("> Hi!", "> Ann asks you to play: tta join 127.0.0.1:9,127.0.", f"> 0.1:10#{key[:9]}"):
            person.types(line)
        person.types(f"> {key[9:]}")  # the invitation is whole, so nothing need end it
        person.sees("Nobody answers at 127.0.0.1:")
        assert person.ends() == 1
    lacking = tta(tmp_path, "join", "-", "--detach", typed=f"Ann asks you: tta join 127.0.0.1:9#{key[:20]}")
    assert lacking.returncode == 2 and "has 20 of 26 letters" in lacking.stderr
    assert not list(roster.running_nodes(tmp_path))


def test_a_pasted_message_needs_one_key_at_most_and_its_rest_answers_no_question(tmp_path: Path) -> None:
    message, question = f"Ann asks you: tta join 127.0.0.1:9#{fingerprint(bytes(32))}", "What should other players"
    for number, (pasted, key) in enumerate((("", "\x04"), ("\n> Eve\n> Bye\nYours", ""), ("", "\n"))):
        with Person(tmp_path / f"{number}", "join", "--lines", *HERE, "--wait", "0", "-") as person:
            person.sees("Paste the invitation")
            os.write(person.ours, f"{message}{pasted}{key}".encode())
            seen = person.sees(question)
            assert seen.partition(question)[0].endswith("\n") or pasted, "the question begins on a line of its own"
            person.types("Bob")
            person.sees("Nobody answers at 127.0.0.1:9")
            assert person.ends() == 1 and here(person.home, "id", "show").stdout.splitlines()[0] == "Bob"
    with Person(tmp_path / "nothing", "join", "--lines", "-") as person:
        person.sees("Paste the invitation")
        os.write(person.ours, f"{message[:-9]}\x04".encode())
        person.sees("of 26 letters")
        assert person.ends() == 2


def nearby(key: str, nick: str, game: str = "ab" * 8) -> TableFound:
    key = fingerprint(key.encode() * 32)
    return TableFound(
        Notice(key, 7777, "i", nick, "2/2", plays="caravan", game=game), (parse_address(f"127.0.0.1:7777#{key}"),)
    )


def test_the_tables_in_a_folder_are_listed_with_the_command_that_goes_to_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    list_tables_in(str(tmp_path), "copy", False)
    assert "no open table in copy" in capsys.readouterr().out
    for number, (table, key) in enumerate((("Friday", "a"), ("Eve's", "b"), ("Friday", "c"))):
        note = TableNote(table, "caravan", fingerprint(key.encode() * 32), number)
        (tmp_path / f"tta-table-{number:016x}.json").write_bytes(msgspec.json.encode(note))
    list_tables_in(str(tmp_path), "copy", False)
    said = capsys.readouterr().out
    named = [fingerprint(key * 32) for key in (b"a", b"c")]
    assert said.count("tta join --folder copy") == 3 and all(f"--folder copy {key}" in said for key in named)
    assert "--folder copy 'Eve'" in said and "Caravan" in said
    list_tables_in(str(tmp_path), "copy", True)
    assert {one["table"] for one in json.loads(capsys.readouterr().out)} == {"Friday", "Eve's"}


def test_no_notice_hides_the_game_of_another_key() -> None:
    ann, bob, eve, mime = (
        nearby(*said) for said in (("a", "Friday"), ("b", "Friday"), ("e", "Eve's"), ("m", "Friday"))
    )
    for found in itertools.permutations((ann, bob, eve, mime)):
        groups = group_by_claim(found)
        assert sorted(map(len, groups)) == [1, 3] and [eve] in groups, (
            "nodes of a game stand together, each with its key"
        )


def test_a_table_that_is_heard_twice_stands_once_and_open_tables_stand_alone() -> None:
    ann, opens = nearby("a", "Friday"), [nearby(key, "Friday", "") for key in "ab"]
    assert group_by_claim([ann, ann]) == [[ann]] and group_by_claim(opens) == [[one] for one in opens]


@pytest.mark.parametrize("patience, least", [(60.0, 30), (5.0, 5), (0.0, 3)])
def test_a_name_is_looked_for_as_long_as_the_help_says(
    patience: float, least: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looked: list[float] = []
    monkeypatch.setattr(fault_log, "run", lambda what, table, interfaces, seconds: looked.append(seconds))
    with pytest.raises(CommandFailed, match="hello friend"):
        table_choice.choose_table("hello friend", (), patience)
    assert looked == [least] and f"up to {least} s" in capsys.readouterr().err


def test_who_does_not_look_at_it_hears_where_a_table_is_or_that_there_is_none(tmp_path: Path) -> None:
    ann, bob = tmp_path / "ann", tmp_path / "bob"
    try:
        opened = tta(ann, "host", "--game", "caravan", "--quiet", "--detach", "--listen", "127.0.0.1:0")
        assert opened.returncode == 0, opened.stderr
        found = re.search(r"this invitation: (.*tta join \S+)\n.* Come back with: tta attach \w+$", opened.stdout)
        assert found is not None, opened.stdout
        asked = ("--detach", "--listen", "127.0.0.1:0")
        joined = tta(bob, "join", found[1], *asked)
        assert joined.returncode == 0 and "Come back with: tta attach" in joined.stdout, joined.stderr
        assert "Caravan" in here(bob, "games").stdout, "the table has told what is played"
        full = tta(tmp_path / "cid", "join", found[1], *asked)
        assert full.returncode == 1 and "Every seat at that table is taken" in full.stderr and full.stdout == ""
        gone = tta(tmp_path / "dan", "join", "127.0.0.1:9", "--wait", "0", *asked)
        assert gone.returncode == 1 and "127.0.0.1:9" in gone.stderr and gone.stdout == ""
        assert not list(roster.running_nodes(tmp_path / "dan"))
    finally:
        end_nodes(ann, bob)


def test_what_a_node_calls_its_table_moves_no_cursor_and_no_column(tmp_path: Path) -> None:
    told = "\x1b[2J\nlobby  Caravan \u202e" + "x" * 500
    path = str(roster.socket_path(tmp_path, "abcd"))
    roster.announce(tmp_path, roster.RunningNode("abcd", os.getpid(), path, told, game="caravan"))
    with bound(path):
        (line,) = here(tmp_path, "games").stdout.splitlines()
    assert len(line) < 80 and line.endswith("tta attach abcd") and line.isprintable()


def test_an_id_that_means_several_games_is_refused_with_those_it_may_mean(tmp_path: Path) -> None:
    signed, _ = make_charter((0, 1))
    sids = [bytes.fromhex(f"abcdef0123{last}" + "0" * 52) for last in ("45", "46")]
    store = Store(tmp_path)
    for number, sid in enumerate(sids):
        store.add_game(GameRow(sid, "caravan", number, number, 0, signed.encode(), "playing", b"x"))
    store.close()
    listed = here(tmp_path, "games").stdout
    for command in ("resume", "export"):
        for asked in ("abc", "ABCDEF0123"):
            refused = here(tmp_path, command, asked)
            assert refused.returncode == 2 and f"Several of your games begin with {asked}" in refused.stderr
            for shown in ("abcdef012345", "abcdef012346"):
                assert f"{shown} (Caravan, 1970-01-01 " in refused.stderr
                assert f"tta resume {shown}\n" in listed
    assert "Several games are unfinished" in here(tmp_path, "resume").stderr
    exported = here(tmp_path, "export", "abcdef012345", "--out", tmp_path / "one.tta")
    assert "there are no rules of a game “tour” here" in exported.stderr, "one game is meant, of a game that nobody has"


def test_where_only_a_damaged_game_is_to_be_resumed_it_is_named_with_what_helps(tmp_path: Path) -> None:
    signed, _ = make_charter((0, 1))
    sid = bytes.fromhex("abcdef0123" + "0" * 54)
    store = Store(tmp_path)
    store.add_game(GameRow(sid, "caravan", 1, 1, 0, signed.encode(), "playing", b"x"))
    store.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as db:
        db.execute("update games set charter = ?", (signed.encode()[:-1] + b"?",))
        db.commit()
    refused = here(tmp_path, "resume")
    assert refused.returncode == 1 and "store of game abcdef01 is damaged" in refused.stderr, refused.stderr
    assert f"undamaged copy of {tmp_path}" in " ".join(refused.stderr.split())
    named = here(tmp_path, "resume", "abcdef01")
    assert named.returncode == 1 and str(tmp_path / DATABASE) in named.stderr.replace("\n", ""), named.stderr
    assert not (tmp_path / "run").exists() and not list(tmp_path.rglob("*.log")), "no node was started to say so"


def test_an_id_that_means_several_nodes_is_refused_with_those_it_may_mean() -> None:
    def node(id: str, sid: str, game: str) -> roster.RunningNode:
        return roster.RunningNode(id, os.getpid(), "", f"of {id}", sid, game=game)

    nodes = [node("one", "abc1", "caravan"), node("two", "abc2", "seven_wonders"), node("abc", "f" * 8, "")]
    assert [processes.pick(nodes, wanted).id for wanted in ("abc1", "ABC2", "of two", "abc", "fff", "on", "Tw")] == [
        "one", "two", "two", "abc", "abc", "one", "two",
    ]  # fmt: skip
    for wanted in ("ab", ""):
        with pytest.raises(CommandFailed, match=r"abc1 \(Caravan, of one\), abc2 \(7 Wonders, of two\), f{8} \("):
            processes.pick(nodes, wanted)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("join", "nowhere:99999"), "a port is a number"),
        (("join", "127.0.0.1:7777#abc"), "has 26 letters and digits"),
        (("join", "127.0.0.1:7777", "--bot", "genius"), "no bots of level"),
        (("host", "--variant", "silly"), "global-conflict"),
        (("host", "--game", "smugglers", "--seats", "7"), "Smugglers is for 2, 3 or 4 players, not 7"),
        (("host", "--game", "chess"), "no game “chess”"),
        (("host", "--listen", "foo", "--detach"), "--listen takes ADDRESS:PORT, such as *:0"),
        (("join", "127.0.0.1:9", "--listen", "a:b", "--detach"), "--listen takes ADDRESS:PORT"),
        (("host", "--public", "[::1]", "--detach"), "--public takes HOST:PORT, such as games.example.org:7777"),
        (("attach",), "None of your games is running here. tta resume continues"),
        (("attach", "ab"), "No such game is running"),
        (("export", "ab"), "None of your games has an id that starts with ab."),
        (("resume", "ab"), "None of your games has an id that starts with ab."),
        (("rematch", "ab"), "None of your finished games with others has an id that starts with ab."),
        (("resume",), "no unfinished game"),
        (("export",), "tta host opens a table"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_starts(
    command: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    done = here(tmp_path, *command)
    assert done.returncode in (1, 2) and words in done.stderr and done.stdout == ""
    assert not list(roster.running_nodes(tmp_path))


@pytest.mark.parametrize("command", [("host", "--game", "caravan", "--quiet"), ("join", "127.0.0.1:9")])
@pytest.mark.parametrize("typed", ["", "ready\n", Path("/dev/null")])
def test_without_a_person_at_the_input_nothing_starts_that_nobody_would_play(
    command: tuple[str, ...], typed: str | Path, tmp_path: Path
) -> None:
    done = tta(tmp_path, *command, "--listen", "127.0.0.1:0", typed=typed)
    assert done.returncode == 2 and "--detach" in done.stderr and "--bot LEVEL" in done.stderr
    assert not list(roster.folder(tmp_path).glob("*.log")), "a node begins with its log, before anybody can reach it"


@pytest.mark.parametrize("client", ["--lines", "--screen"])
def test_a_port_that_is_taken_is_named_however_one_looks_at_the_table(client: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        asked = ("--quiet", "--game", "caravan", "--name", "Ann", "--listen", place)
        with Person(tmp_path, "host", client, *asked) as host:
            if client == "--screen":
                Screen(host).sees("listens at", place)
                host.types("q")
            else:
                host.sees("listens at", place)
            assert host.ends() == 1
    assert "listens at" in host.seen or client == "--lines", "it is still there without the screen"
    assert not list(roster.running_nodes(tmp_path))


def test_where_several_tables_are_found_a_person_picks_one_and_a_script_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("a" * 26, "b" * 25 + "a")
    tables = [OpenTable("friday", key, "caravan", "2", f"10.0.0.1:7#{key}") for key in keys]

    looked: list[float] = []

    async def find(wanted: str, _: Any, seconds: float) -> list[OpenTable]:
        looked.append(seconds)
        return [table for table in tables if wanted in ("", table.name)]

    answers = iter(["9", "2"])
    monkeypatch.setattr(table_choice, "open_tables", find)
    monkeypatch.setattr(table_choice.typer, "prompt", lambda *_, **__: next(answers))
    monkeypatch.setattr(table_choice, "confirm", lambda text: "“sunday” (7 Wonders, 2 seats" in text)
    for name in ("", "friday"):
        with pytest.raises(CommandFailed, match=rf"friday \(Caravan\): tta join 10.0.0.1:7#{keys[0]}; friday"):
            table_choice.choose_table(name, ())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert table_choice.choose_table("friday", ()) == keys[1], "the first answer was no number of the list"
    tables[:] = [OpenTable("sunday", keys[0], "seven_wonders", "2", tables[0].address)]
    assert table_choice.choose_table("", ()) == keys[0], "a single table is asked about as well"
    monkeypatch.setattr(table_choice, "confirm", lambda text: False)
    with pytest.raises(CommandFailed, match="No table was joined"):
        table_choice.choose_table("", ())
    with pytest.raises(CommandFailed, match="No table “monday” is announced"):
        table_choice.choose_table("monday", ())
    with pytest.raises(CommandFailed, match="tta tables lists those that are"):
        table_choice.choose_table("monday", (), 5.0)
    assert looked[-2:] == [30.0, 5.0], "a host may be about to open it; nobody looks longer than --wait says"
    assert table_choice.choose_table(f"[::1]:7#{keys[0]}", ()) == f"[::1]:7#{keys[0]}"
    for without_a_port in (f"127.0.0.1#{keys[0]}", "127.0.0.1"):
        with pytest.raises(CommandFailed, match="is not HOST:PORT"):
            table_choice.choose_table(without_a_port, ())


def test_a_table_is_known_by_its_name_as_it_is_said_aloud_and_by_its_key() -> None:
    key = "a" * 26
    notice = Notice(key, 7, "one", nick="Friday", game="0123456789abcdef")
    assert all(matches_table(notice, table) for table in ("", "Friday", "friday", "FRIDAY", key, "01234567"))
    assert not any(matches_table(notice, table) for table in ("Fri", "Sunday", "012", key.upper()))


def test_whoever_quits_in_the_lobby_is_asked_whether_the_place_is_given_up(tmp_path: Path) -> None:
    table = f"closes-{os.getpid()}"
    with Person(tmp_path, "host", "--lines", "--game", "caravan", "--name", "Ann", "--table", table, *HERE) as host:
        host.sees("1 of 2 seats", "As host you are already ready")
        node = node_of(tmp_path)
        host.types("quit")
        host.sees("Close the table for everybody")
        host.types("n")
        host.sees("The table stays open without this window", "tta attach")
        assert host.ends() == 0 and alive(node.pid)
    sits_down = ("join", "--lines", table, "--name", "Bob", *HERE)
    with Person(tmp_path, "attach", "--lines") as host, Person(tmp_path / "bob", *sits_down) as guest:
        guest.sees("Everybody is here")
        host.sees("Everybody is here")
        host.types("quit")
        host.sees("Close the table for everybody")
        host.types("y")
        host.sees("The table is closed for everybody")
        guest.sees("The host has closed the table")
        assert host.ends() == 0 and guest.ends() == 1
        for one in (host, guest):
            assert "The connection" not in one.seen and "No game came about" not in one.seen, one.seen
    eventually("the node has ended", lambda: not alive(node.pid))
    assert not list(roster.running_nodes(tmp_path))


def test_a_plan_of_another_program_for_a_table_that_cannot_be_is_refused_in_words(tmp_path: Path) -> None:
    plan = Plan(do="host", id="one", name="Ann", conditions=Conditions(7, "smugglers"), quiet=True)
    node = Process(tmp_path, plan)
    try:
        said = node.wait_for("failed")
        assert "nobody can play so: Smugglers is played by 2, 3, 4, and this table has 7 seats" in said
        assert node.ends() == 1
    finally:
        node.close()


class Window(StringIO):
    """A terminal; ``told`` is called as soon as something is written there."""

    def __init__(self, told: Callable[[], None]) -> None:
        super().__init__()
        self.told = told

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.told()
        return super().write(text)


@pytest.mark.parametrize(
    ("terminal", "plain", "told"),
    [
        ("xterm", False, "Replaying the game so far …\r\x1b[K"),
        ("xterm", True, "Replaying the game so far …\n"),
        ("dumb", False, "Replaying the game so far …\n"),
        ("", False, ""),
    ],
)
def test_who_waits_while_a_game_is_gone_through_is_told_so_and_a_pipe_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, terminal: str, plain: bool, told: str
) -> None:
    says = f"echo ready; {'read told; ' if terminal else ''}echo shown there; echo playing here"
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", terminal)
    monkeypatch.setattr(progress, "SOON", 0.0)
    with subprocess.Popen(["sh", "-c", says], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as node:
        assert node.stdin is not None
        stream = Window(node.stdin.close) if terminal else StringIO()
        monkeypatch.setattr(processes, "spawn", lambda *_: node)
        monkeypatch.setattr("sys.stderr", stream)
        with pytest.raises(CommandFailed, match="ended at once"):  # what stands for a node here plays nothing
            attachment.start(Plan(do="resume", id="12345678", name="Ann"), False, DisplayMode(plain=plain))
        assert stream.getvalue() == told
