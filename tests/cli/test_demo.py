"""`tta demo`: what it tells in words and as JSON, and that it leaves nothing behind."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
import trio

from protocol.charter import MAX_SEATS
from tests.cli.conftest import Evening
from tests.cli.terminals import Person, alive, eventually, here, tta
from tta_p2p import registry
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.nodes import demo
from tta_p2p.i18n import Words
from tta_p2p.node.machine import roster
from tta_p2p.node.plan.plans import Plan
from tta_p2p.table.audit import verify_file


def test_the_json_has_exactly_what_is_promised(evening: Evening) -> None:
    result = evening.result
    asked = {"fair", "standings", "seats", "steps", "messages", "bytes", "seconds", "transcript"}
    assert set(result) == asked
    assert result["fair"] is True and result["seats"] == 2
    assert list(result["seconds"]) == ["meeting", "setting up", "playing", "verifying"]
    assert all(seconds >= 0 for seconds in result["seconds"].values())
    assert Path(result["transcript"]) == evening.file and result["bytes"] == evening.file.stat().st_size
    verdict = verify_file(evening.file)
    assert verdict.state == "fair"
    assert (verdict.messages, verdict.operations) == (result["messages"], result["steps"])
    assert {place["name"] for place in result["standings"]} == {"Ada", "Bela"}
    assert all(place["points"] == sum(place["parts"].values()) for place in result["standings"])


def test_every_peer_had_a_data_folder_and_a_process_of_its_own_and_all_have_ended(evening: Evening) -> None:
    for home in evening.homes:
        assert (home / "identity.pem").is_file() and not list(roster.running_nodes(home))
        (transcript,) = (home / "transcripts").glob("*.tta")
        assert verify_file(transcript).state == "fair"
    assert len({(home / "identity.pem").read_bytes() for home in evening.homes}) == len(evening.homes)


def test_a_demonstration_ends_in_words_with_where_the_points_came_from(tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    asked = ("--game", "caravan", "--bots", "random")
    done = tta(tmp_path / "home", "demo", *asked, environment={"TMPDIR": str(temporary)})
    assert done.returncode == 0, done.stderr
    said = done.stdout
    assert "Caravan for 2." in said
    end = said.split("The game is over")[1]
    assert "Ada" in end and "Bela" in end and "place" in end and "points" in end
    assert re.search(r"^  (Kept bales|Coins) +\d+", end, re.M)
    assert "FAIR" in end and "2 players' transcripts have been compared" in end
    kept = tmp_path / "home" / "transcripts" / "demo.tta"
    assert f"tta verify {kept}" in end and kept.is_file()
    assert not list(temporary.glob("tta-demo-*")), "the peers' folders are gone"
    replayed = here(tmp_path, "replay", "--log", kept)
    assert replayed.returncode == 0 and len(replayed.stdout.splitlines()) > 5


MOMENTS = {
    "while players start": (("--seats", "3"), ("3 players start",)),
    "while they play": (
        ("--variant", "first-game"),
        ("for 2: first game (handbook).", "They shuffle together and play", "Round 1, Age A", "culture"),
    ),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_control_c_leaves_no_process_and_no_folder(tmp_path: Path, moment: str) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    asked, seen = MOMENTS[moment]
    with Person(tmp_path / "home", "demo", *asked, "--bots", "random", TMPDIR=str(temporary)) as person:
        person.sees(*seen)
        (base,) = eventually("the peers have folders", lambda: list(temporary.glob("tta-demo-*")))
        pids = {node.pid for home in base.iterdir() for node in roster.running_nodes(home)}
        os.kill(person.process.pid, signal.SIGINT)
        assert person.ends() == 130
        assert "was stopped" in person.seen and "Traceback" not in person.seen
    assert not list(temporary.glob("tta-demo-*"))
    for pid in pids | set(children_of(str(temporary))):
        eventually(f"process {pid} has ended", lambda: not alive(pid))  # noqa: B023


def children_of(mark: str) -> list[int]:
    """Processes with this text in their environment or in the name of their folder, where the system tells."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            # The environment of a copy is there the one of its template: it is found by the folder that it runs in.
            if mark.encode() in (folder / "environ").read_bytes() or mark in str((folder / "cwd").readlink()):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_demonstration_that_is_ended_from_outside_ends_its_peers(tmp_path: Path, number: signal.Signals) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    with Person(tmp_path / "home", "demo", "--bots", "random", TMPDIR=str(temporary)) as person:
        person.sees("2 players start")  # and play for much longer than it takes to see that
        os.kill(person.process.pid, number)
        assert person.ends() == 128 + number
    assert not list(temporary.glob("tta-demo-*"))
    eventually("all have ended", lambda: not [pid for pid in children_of(str(temporary)) if alive(pid)])


def test_there_is_a_name_for_every_peer_of_the_largest_table() -> None:
    assert len(set(demo.NAMES)) == MAX_SEATS >= max(max(registry.entry(game).seats) for game in registry.names())


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--variant", "silly"), "global-conflict"),
        (("--game", "chess"), "through-the-ages (tta)"),
        (("--game", "caravan", "--variant", "short"), "Caravan has no variants"),
        (("--bots", "genius"), "random"),
        (("--out", "/no/such/folder/x.tta"), "no such folder"),
        (("--seats", "5"), "Through the Ages is for 2, 3 or 4 players, not 5"),
    ],
)
def test_what_cannot_be_played_is_wrong_usage(asked: tuple[str, ...], words: str, tmp_path: Path) -> None:
    done = here(tmp_path, "demo", *asked)
    assert done.returncode == 2 and words in done.stderr and done.stdout == ""


@pytest.mark.parametrize(("keep", "logs"), [(False, "With --keep the players' data"), (True, "logs are in run/")])
def test_what_to_do_is_said_when_a_player_of_a_demonstration_is_gone(tmp_path: Path, keep: bool, logs: str) -> None:
    peers = demo.Demo(2, "caravan", {}, "random", tmp_path / "demo.tta", keep, quiet=True)
    with pytest.raises(CommandFailed) as failed:
        trio.run(peers._watch, tmp_path, Plan("join", "demo1", "Bela"), False)
    assert str(failed.value).startswith("Bela stopped before the game was over. A demo cannot be continued")
    assert "start another with tta demo" in str(failed.value) and logs in str(failed.value)
    for key in ("again", "again-kept"):
        assert "tta demo" in Words("zh-Hans")(f"demo.{key}", why="")
