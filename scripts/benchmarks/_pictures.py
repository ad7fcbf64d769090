"""Milliseconds until a key is answered in a large window on a busy machine, and until a recorded game is seen."""

import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks import Row, Table
from benchmarks._terminal import Terminal
from benchmarks.idle import _busy
from tests.ui.records import played
from tta_p2p.node.local.storage import LocalGameStore
from tta_p2p.node.machine.installation import TTA, command_line
from tta_p2p.store.database import Store
from tta_p2p.table import local_record

LARGE = (60, 200)
SEATS = 4
ROUNDS = 4
"""So often all keys are pressed."""
UP, DOWN, RIGHT, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"
ESC, PAGE_DOWN = b"\x1b", b"\x1b[6~"
KEYS = {
    "through_the_ages": (DOWN, DOWN, DOWN, UP, b"a", DOWN, ESC, b"o", ESC, b"c", ESC, b"?", PAGE_DOWN, ESC),
    "seven_wonders": (DOWN, DOWN, DOWN, UP, b"a", DOWN, ESC, b"o", ESC, b"v", ESC, b"?", PAGE_DOWN, ESC),
    "civilization": (
        b";", RIGHT, RIGHT, DOWN, LEFT, UP, DOWN, RIGHT, b"o", ESC, b"p", ESC, b"?", PAGE_DOWN, ESC,
    ),
}  # fmt: skip
"""The keys of somebody who looks around, by game: the mark, the map, lists and pages."""
DECISIONS = {"through_the_ages": "actions", "seven_wonders": "choose", "civilization": "moves"}
"""The decision of the first seat."""


def beside_load(home: Path) -> Table:
    """Press keys in a large window, in the middle of each game, while every processor has something else to do."""
    rows = []
    for game, keys in KEYS.items():
        terminal = Terminal(home, "resume", _middle(home, game), "--screen", size=LARGE)
        try:
            terminal.until("local")
            terminal.quiet()
            terminal.press(ESC)  # what the others did lies over the game
            terminal.until("? help")
            with _load():
                rows.append(_answers(terminal, game, keys))
        finally:
            terminal.close()
    return Table("The full screen of 200x60 in the middle of a game of four, all processors busy", rows)


def replayed(home: Path) -> Table:
    """Show a game of four from a file with its proofs."""
    file = home / "four.tta"
    words = ("demo", "--game", "through_the_ages", "--seats", f"{SEATS}", "--bots", "easy", "--out", str(file))
    subprocess.run(
        command_line(TTA, *words), check=True, capture_output=True, env={**os.environ, "TTA_HOME": f"{home / 'demo'}"}
    )
    firsts, busy, wholes = [], [], []
    for _ in range(3):
        terminal = Terminal(home, "replay", str(file), "--screen")
        firsts.append(terminal.until("Looking back"))
        busy.append(_busy(terminal.process.pid) * 1000)
        wholes.append(terminal.until_not("Still reading"))
        terminal.close()
    rows = [
        Row("start to the first picture", min(firsts), {"aim": "1,000 ms"}),
        Row("the same, processor time", min(busy)),
        Row(f"start until all {file.stat().st_size / 1e6:.1f} MB are read", min(wholes)),
    ]
    return Table("A recorded game of four on the full screen", rows)


def _middle(home: Path, game: str) -> str:
    """Store a game of bots that has come half way to its end and waits for the first seat; its id."""
    charter, deeds = played(game, SEATS, 10_000)
    local = local_record.deal(charter)
    for number, deed in enumerate(deeds):
        decision = local.decision
        assert decision is not None
        if number >= len(deeds) // 2 and decision.seats[0] == 0 and decision.key == DECISIONS[game]:
            deeds = deeds[:number]
            break
        local.act(*deed.acts)
    store = Store(home)
    try:
        kept = LocalGameStore(store, charter)
        for deed in deeds:
            kept.keep(deed)
    finally:
        store.close()
    return charter.sid.hex()


def _answers(terminal: Terminal, game: str, keys: tuple[bytes, ...]) -> Row:
    """Press keys; milliseconds to the last byte of their pictures.

    Raises RuntimeError where a key did nothing: then something else than meant was measured.
    """
    before, seen = _busy(terminal.process.pid), []
    for key in keys * ROUNDS:
        took, count = terminal.press(key)
        if not count:
            raise RuntimeError("\n".join([f"{game}, {key!r}: nothing was painted", *terminal.screen.display]))
        seen.append((took, count))
    spent = (_busy(terminal.process.pid) - before) / len(seen) * 1000
    times = [took for took, _ in seen]
    columns = {
        "95 %": f"{statistics.quantiles(times, n=20)[-1]:.1f}",
        "most": f"{max(times):.1f}",
        "processor": f"{spent:.1f}",
        "bytes": f"{statistics.mean(count for _, count in seen):,.0f}",
        "aim": "50 ms",
    }
    return Row(game, statistics.median(times), columns)


@contextmanager
def _load() -> Iterator[None]:
    """Keep every processor busy while this lasts."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in os.sched_getaffinity(0)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
