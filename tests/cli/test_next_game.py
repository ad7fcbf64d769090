"""`N` at the screen: from one game that runs here to the next that waits for the person, round and round."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.nodes import end_nodes
from tests.cli.terminals import Person, eventually, tta
from tests.ui.screen.windows import Window


def test_one_key_goes_from_a_game_that_runs_to_the_next_that_waits_and_back(tmp_path: Path) -> None:
    home = tmp_path / "home"
    try:
        for game in ("caravan", "smugglers"):
            asked = ("--seats", "2", "--bots", "1", "--auto-start", "--quiet", "--detach", "--listen", "127.0.0.1:0")
            opened = tta(home, "host", "--name", "Ann", "--game", game, *asked)
            assert opened.returncode == 0, opened.stderr

        def waiting() -> dict[str, str]:
            rows = json.loads(tta(home, "games", "--json").stdout)
            return {row["game"]: row["sid"] for row in rows if "Ann" in row["waits_for"]}

        games = eventually("both games wait for her", lambda: len(found := waiting()) == 2 and found)
        with Person(home, "attach", games["caravan"][:8]) as person:
            window = Window(person)
            window.sees("Bales not dealt")
            window.press(b"N")
            window.sees("Crates not dealt")
            window.press(b"N")
            window.sees("Bales not dealt")
    finally:
        end_nodes(home)
