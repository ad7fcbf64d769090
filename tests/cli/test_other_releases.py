"""A game begun by an earlier release, whose rules are no longer here: every command names the release that plays it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import tta_p2p
from tests.cli.terminals import here
from tests.table.peers import Peers, sign_charter
from tta_p2p import registry
from tta_p2p.games.entry import Entry
from tta_p2p.node.lobby.greeting import hello, hello_of, parts_of, rules_parts
from tta_p2p.node.local import games
from tta_p2p.store.database import GameRow, Store
from tta_p2p.table import audit, binding, local_record
from tta_p2p.table.recording_reader import read_recording
from tta_p2p.table.releases import ReleaseMismatch, release_of, rules_of

GAME = "caravan"
OLD = "0.0.9"
RELEASED = [name for name in registry.bundled_games() if not registry.entry(name).example]
UNDER_WAY, OVER, ALONE = ("0101", "0202", "03")
"""How the ids of the games of an earlier release begin: two of a table, and one of this computer alone."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder and a transcript as an earlier release leaves them."""
    home = tmp_path_factory.mktemp("earlier")
    peers = Peers(GAME, [0, 1], seed=2)
    peers.play()
    audit.write_file(home / "game.tta", peers.signed, peers.tables[0].session.records)
    signed, _ = sign_charter(GAME, [0, 1], {})
    store = Store(home)
    for id, status in ((UNDER_WAY, "playing"), (OVER, "over")):
        store.add_game(GameRow(bytes.fromhex(id) * 16, GAME, 0, 0, 0, signed.encode(), status, b"x"))
    alone_charter = games.new_charter(GAME, 2, {}, 1, ("Ann", "Bo"), {1: "easy"}, {})
    charter = local_record.write_charter(alone_charter)
    store.add_game(GameRow(bytes.fromhex(ALONE) * 32, GAME, 0, 0, 0, charter, "playing", b""))
    store.close()
    (home / "alone.tta").write_bytes(local_record.write_file(charter, []))
    return home


@pytest.fixture(params=[True, False], ids=["known", "unknown"])
def later(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The rules are others from now on; what a reader is told to use, where the earlier release is known or not."""
    rules = registry.load_rules(GAME)
    released = {OLD: binding.rules_digest(rules).hex()} if request.param else {}
    own, known = replace(registry.entry(GAME), released=released), registry._entry_or_error
    monkeypatch.setattr(registry, "_entry_or_error", lambda name: own if name == GAME else known(name))
    monkeypatch.setattr(type(rules), "rules_digests", lambda game: {"engine": b"a later one"})
    yield f"tta-p2p {OLD}" if request.param else "another version of tta-p2p"


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are others from now on, and those of the earlier release are still here for the games begun with it."""
    rules = registry.load_rules(GAME)
    digests = rules.rules_digests()
    old = type("Earlier", (type(rules),), {"rules_digests": lambda game: digests})
    released = {OLD: binding.rules_digest(rules).hex()}
    own, known = replace(registry.entry(GAME), released=released, earlier={OLD: old}), registry._entry_or_error
    monkeypatch.setattr(registry, "_entry_or_error", lambda name: own if name == GAME else known(name))
    monkeypatch.setattr(type(rules), "rules_digests", lambda game: {"engine": b"a later one"})


@pytest.mark.usefixtures("kept")
def test_games_of_a_release_whose_rules_are_kept_go_on_here_and_new_ones_begin_with_new_rules(
    folder: Path, tmp_path: Path
) -> None:
    assert "needs" not in here(folder, "games").stdout
    assert not any(row["needs"] for row in json.loads(here(folder, "games", "--json").stdout))
    checked = here(folder, "verify", folder / "game.tta")
    assert checked.returncode == 0 and "OTHER RULES" not in checked.stdout, checked.stdout
    assert read_recording(folder / "game.tta").over
    assert not local_record.recording(*local_record.read_path(folder / "alone.tta")).over
    told = here(folder, "hint", ALONE)
    assert told.returncode == 0 and OLD not in told.stdout, (told.stdout, told.stderr)
    exported = here(folder, "export", ALONE, "--out", tmp_path / "alone.tta")
    assert exported.returncode == 0 and "tta replay" in exported.stdout and OLD not in exported.stdout
    with closing(Store(folder)) as store:
        charter = local_record.read_charter(store.game(bytes.fromhex(ALONE) * 32).charter)  # type: ignore[union-attr]
        table = games.lay_out(charter, store)
        assert table.game.rules_digests() != registry.load_rules(GAME).rules_digests()
        again = games.rematch_charter(charter)
        assert again.rules == binding.rules_digest(registry.load_rules(GAME)) != charter.rules


@pytest.mark.usefixtures("kept")
def test_spectators_and_the_peers_of_a_game_hear_of_the_rules_that_it_was_signed_for() -> None:
    (old,) = registry.load_earlier_rules(GAME)
    signed, _ = sign_charter(GAME, [0, 1], {})
    before = msgspec.structs.replace(signed.charter, rules=binding.charter_rules(old))
    assert hello_of(signed.charter) == hello(GAME) and parts_of(signed.charter) == rules_parts(GAME)
    assert hello_of(before).rules == before.rules != hello(GAME).rules
    assert parts_of(before) == (), "spectators name the parts of today's rules"
    assert rules_of(before).rules_digests() == old.rules_digests()
    assert rules_of(signed.charter).rules_digests() == {"engine": b"a later one"}


@pytest.mark.parametrize("game", [name for name in RELEASED if registry.entry(name).earlier])
def test_rules_that_are_kept_are_those_of_the_release_that_they_are_called_by(game: str) -> None:
    own = registry.entry(game)
    for release, old in zip(own.earlier, registry.load_earlier_rules(game), strict=True):
        assert binding.rules_digest(old).hex() == own.released[release]
        assert old.name == game and old.faces() == registry.load_rules(game).played_by({}).faces()


def test_every_list_and_command_names_the_release_that_plays_it_on(later: str, folder: Path) -> None:
    listed = here(folder, "games").stdout
    assert len(re.findall(f"needs {later}", listed)) == 3 and "tta resume" not in listed
    rows = json.loads(here(folder, "games", "--json").stdout)
    assert all(row["needs"] in (later, "another tta-p2p") for row in rows)
    for id in (UNDER_WAY, ALONE):
        refused = here(folder, "resume", id)
        assert refused.returncode == 1 and f"Resume it with {later}." in refused.stderr, refused.stderr
    named = later if OLD in later else "use the version that began it"
    for words in (["export", OVER], ["replay", OVER], ["replay", folder / "game.tta"], ["replay", folder / "alone.tta"],
                  ["hint", ALONE], ["stats"]):  # fmt: skip
        refused = here(folder, *words)
        said = " ".join((refused.stdout + refused.stderr).split())
        assert named in said and "Traceback" not in said, said
        assert "damaged" not in said.lower() and "a fresh copy" not in said, "nothing is wrong with the file"


def test_an_exported_game_of_one_computer_comes_with_the_release_that_replays_it(
    later: str, folder: Path, tmp_path: Path
) -> None:
    exported = here(folder, "export", ALONE, "--out", tmp_path / "alone.tta")
    assert exported.returncode == 0 and (tmp_path / "alone.tta").read_bytes() == (folder / "alone.tta").read_bytes()
    assert f"replay it with {later}." in exported.stdout and "tta replay" not in exported.stdout


def test_a_check_names_the_release_that_checks_the_rules_too(later: str, folder: Path) -> None:
    checked = here(folder, "verify", folder / "game.tta")
    said = " ".join(checked.stdout.split())
    assert checked.returncode == 4 and "OTHER RULES: signatures and proofs are checked" in said
    assert (f"{later} has the rules of this game" in said) == (OLD in later)


def test_chinese_readers_read_the_same(later: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTA_LANG", "zh")
    refused = here(folder, "resume", ALONE).stderr
    assert f"请用{later if OLD in later else '另一版本的tta-p2p'}继续" in refused


def test_a_release_is_found_by_either_digest_of_its_rules() -> None:
    for game in RELEASED:
        for release, digest in registry.entry(game).released.items():
            rules = bytes.fromhex(digest)
            for known in (rules, *(binding.order_digest(order, rules) for order in binding.ORDERS)):
                assert release_of(game, known) == release
        assert release_of(game, bytes(32)) == ""
    assert release_of("a game that nobody has", bytes(32)) == ""
    assert ReleaseMismatch("a game that nobody has", bytes(32)).why == ("other-rules-unknown",)


@pytest.mark.parametrize("game", RELEASED)
def test_rules_that_change_after_a_release_come_with_another_version(game: str) -> None:
    released = registry.entry(game).released
    assert released, "a game that came with a release tells what it played by"
    now = binding.rules_digest(registry.load_rules(game)).hex()
    known = {digest: release for release, digest in released.items()}
    assert known.get(now, tta_p2p.__version__) == list(released)[-1] or tta_p2p.__version__ not in released


@pytest.mark.parametrize("earlier", [{"0.1": registry.load_rules}, {OLD: "rules"}, [OLD]])
def test_earlier_rules_of_no_release_are_refused_at_once(earlier: object) -> None:
    with pytest.raises(ValueError, match="earlier"):
        Entry("X", (2,), lambda: registry.load_rules(GAME), released={OLD: "a" * 64}, earlier=earlier)  # type: ignore[arg-type]


@pytest.mark.parametrize("released", [{"0.1": "ab"}, {"0.1": "Z" * 64}, {"0.1": b"x"}, ["0.1"]])
def test_what_is_no_digest_is_refused_at_once(released: object) -> None:
    with pytest.raises(ValueError, match="released"):
        Entry("X", seats=(2,), rules=lambda: registry.load_rules(GAME), released=released)  # type: ignore[arg-type]
