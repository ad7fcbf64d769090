"""A transcript of a game whose rules are others than here: verified as far as that goes, and said in words."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio
from click.testing import Result
from typer.testing import CliRunner

from protocol.wire import encode
from tests.table.peers import Peers, sign_charter
from tta_p2p.cli import main
from tta_p2p.games.through_the_ages import game as through_the_ages
from tta_p2p.games.through_the_ages.tables import digests
from tta_p2p.net.control import Greeting
from tta_p2p.net.framing import STRANGER_LIMIT
from tta_p2p.net.hello import differing
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.greeting import guests_parts, hello, rules_parts
from tta_p2p.node.plan.places import join_target
from tta_p2p.node.plan.plans import Plan, RematchTerms
from tta_p2p.registry import load_rules
from tta_p2p.table import audit
from tta_p2p.table.binding import BadEntry
from tta_p2p.table.referee import check_charter

GAME = "smugglers"


@pytest.fixture(scope="module")
def transcript(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The transcript of a whole game."""
    peers = Peers(GAME, [0, 1])
    peers.play()
    file = tmp_path_factory.mktemp("games") / "game.tta"
    audit.write_file(file, peers.signed, peers.tables[0].session.records)
    return file


@pytest.fixture(autouse=True)
def digests_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """The digests of tables are those of the tables as a test has them: otherwise they are made once a process."""
    monkeypatch.setattr(through_the_ages, "table_digests", digests.table_digests.__wrapped__)


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The rules here are a version further on than those the game was played by."""
    parts = {**load_rules(GAME).rules_digests(), "engine": b"the next one"}
    monkeypatch.setattr(type(load_rules(GAME)), "rules_digests", lambda game: parts)
    yield


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(main.build(), ["verify", *arguments])


def test_by_its_own_rules_the_game_is_fair(transcript: Path) -> None:
    assert verify(str(transcript)).exit_code == 0


@pytest.mark.usefixtures("newer_rules")
def test_by_other_rules_signatures_and_proofs_are_checked_and_nobody_is_accused(transcript: Path) -> None:
    result = verify(str(transcript))
    assert result.exit_code == 4, result.output
    assert "signatures and proofs are checked" in result.output
    assert "rules it was played by are not here: another version" in " ".join(result.output.split())
    (told,) = json.loads(verify(str(transcript), "--json").stdout)["results"]
    assert told["verdict"] == "other-rules" and told["accused"] == [] and told["standings"] == []
    assert told["messages"] > 20 and told["operations"] > 0


@pytest.mark.usefixtures("newer_rules")
def test_by_other_rules_a_changed_message_is_still_noticed(transcript: Path, tmp_path: Path) -> None:
    data = bytearray(transcript.read_bytes())
    data[-len(data) // 3] ^= 1
    changed = tmp_path / "changed.tta"
    changed.write_bytes(data)
    assert verify(str(changed)).exit_code in (1, 2)


def test_a_game_that_is_not_here_at_all_is_no_damaged_file(transcript: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tta_p2p import registry

    others = {name: entry for name, entry in registry._bundled_entries().items() if name != GAME}
    monkeypatch.setattr(registry, "_bundled_entries", lambda: others)
    result = verify(str(transcript))
    assert result.exit_code == 4 and GAME in result.output


def test_who_is_refused_at_a_lobby_hears_which_table_differs(monkeypatch: pytest.MonkeyPatch) -> None:
    here = rules_parts()
    assert len(encode(Greeting(hello(), bytes(32), bytes(32), here))) < STRANGER_LIMIT and len(here) <= 48
    monkeypatch.setattr(digests, "TABLES", {**digests.TABLES, "leaders": digests.TABLES["leaders"][1:]})
    monkeypatch.setattr(through_the_ages, "ENGINE", b"another")
    assert differing(here, rules_parts()) == "through_the_ages engine, through_the_ages leaders"


def test_who_has_heard_what_is_played_names_and_loads_no_rules_but_those() -> None:
    table = RematchTerms(Conditions(2, GAME), (), ("127.0.0.1:7777",))
    places, plays = trio.run(join_target, Plan(do="join", id="x", name="Eve", again=table))
    assert [str(place) for place in places] == ["127.0.0.1:7777"] and plays == GAME
    assert trio.run(join_target, Plan(do="join", id="x", name="Eve", address="127.0.0.1:7777"))[1] == ""
    loads = "import sys; from tta_p2p.node.lobby.greeting import guests_parts; print(*guests_parts(sys.argv[1]))"
    loads += "; print(*sorted(name for name in sys.modules if name.startswith('tta_p2p.games.')))"
    named, loaded = subprocess.check_output([sys.executable, "-c", loads, GAME], text=True).splitlines()
    assert named == " ".join(map(str, rules_parts(GAME))) and f"games.{GAME}.rules" in loaded
    assert "through_the_ages.tables" not in loaded
    for unheard in ("", "a game that nobody has", "../smugglers"):
        assert guests_parts(unheard) == rules_parts(), "it may be any of them"


@pytest.mark.parametrize("part", ["engine", "leaders", "boards"])
def test_no_table_of_through_the_ages_opens_by_another_engine_or_other_cards(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed, _ = sign_charter("through_the_ages", [0, 1], {})
    check_charter(through_the_ages.GAME, signed.charter)
    if part == "engine":
        monkeypatch.setattr(through_the_ages, "ENGINE", b"another")
    elif part == "boards":
        monkeypatch.setattr(digests, "BOARD", ())
    else:
        monkeypatch.setattr(digests, "TABLES", {**digests.TABLES, part: digests.TABLES[part][1:]})
    with pytest.raises(BadEntry, match="another version of the rules"):
        check_charter(through_the_ages.GAME, signed.charter)
