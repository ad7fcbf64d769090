"""A game begun by an earlier release, whose rules are no longer here: every command names the release that plays it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import tta_p2p
from tests.cli.terminals import here
from tests.table.peers import Peers, sign_charter
from tta_p2p import registry
from tta_p2p.games.entry import Entry
from tta_p2p.node.local import games
from tta_p2p.store.database import GameRow, Store
from tta_p2p.table import audit, binding, local_record
from tta_p2p.table.releases import ReleaseMismatch, release_of

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
        assert "damaged" not in said.lower() and "whoever has it whole" not in said, "nothing is wrong with the file"


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


@pytest.mark.parametrize("released", [{"0.1": "ab"}, {"0.1": "Z" * 64}, {"0.1": b"x"}, ["0.1"]])
def test_what_is_no_digest_is_refused_at_once(released: object) -> None:
    with pytest.raises(ValueError, match="released"):
        Entry("X", seats=(2,), rules=lambda: registry.load_rules(GAME), released=released)  # type: ignore[arg-type]
