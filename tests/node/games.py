"""What must hold of a game when it is over."""

from __future__ import annotations

from pathlib import Path

from tests.node.processes import HASTY, Game
from tta_p2p.store.database import Store
from tta_p2p.table.audit import Verdict, compare_files, export_journal, verify_file

EVERYBODY_HASTY = dict.fromkeys(range(3), HASTY)


def exported(game: Game, number: int, folder: Path) -> Verdict:
    """What verifying says of the game as this node has stored it."""
    store = Store(game.nodes[number].home)
    (row,) = store.games()
    export_journal(folder / f"{number}.tta", row.charter, store.journal(row.sid))
    store.close()
    return verify_file(folder / f"{number}.tta")


def all_fair_and_equal(game: Game, *numbers: int) -> None:
    files = [game.nodes[number].transcript() for number in numbers or range(len(game.nodes))]
    for number in numbers or range(len(game.nodes)):
        verdict = game.nodes[number].verdict()
        assert verdict.state == "fair", verdict.reason
    compared = compare_files(files)
    assert all(pair.relation == "equal" for pair in compared), compared
