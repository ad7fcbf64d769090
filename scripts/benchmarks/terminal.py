"""The full screen as somebody has it over SSH: start, bytes of what is painted, wake-ups, keys of a turn.

A game against a bot in a pseudo-terminal of 80x24, games under way in one of 200x60 while all processors are busy, a
game that is looked at again, and whole turns of an easy bot played by keys in this process.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import trio

from benchmarks import Row, Table, measure
from benchmarks._pictures import beside_load, replayed
from benchmarks._terminal import SIZE, Terminal
from benchmarks.idle import _busy, _waits
from protocol.group import Edwards25519, Scalar
from tests.ui.civilization import four, middle
from tests.ui.fake_node import make_table
from tests.ui.screen.keyboard import Person, at_the_screen
from tta_p2p.bots.base import Situation
from tta_p2p.bots.levels import make_bot
from tta_p2p.games.contract import Act
from tta_p2p.node.local.table import LocalTable
from tta_p2p.ui.act_menu import are_equivalent
from tta_p2p.ui.presenter import MenuItem
from tta_p2p.ui.screen.boards import Board, Spot
from tta_p2p.ui.screen.face import ScreenFace
from tta_p2p.ui.screen.painter import Cells, cells_of, code_of, repaint
from tta_p2p.ui.screen.screen_state import focus_number
from tta_p2p.ui.state import SeatRequest
from tta_p2p.ui.style import deepen_colours

SETTLING, IDLE = 8.0, 10.0
"""Seconds until whoever is waited for has been named, and for which nothing is done then."""
ARROWS = ("up", "down", "left", "right")
MAP_KEYS = ("enter", "enter", "z", "y", "z", "y", ";", "right", "right", "down", "left", "up", "up", "right", "down")
"""A group is chosen and moved to the first square, back and again; then the mark goes over the map."""
TURNS = 12
"""So many turns are played by keys."""


def run() -> Iterator[Table]:
    """Start, traffic and idleness of one game, and the keys of turns."""
    plain, scalar = Edwards25519(), Scalar(os.urandom(31) + b"\x05")
    point = plain.base(scalar)
    unit = Row("scalar multiplication", measure(lambda: plain.mul(point, scalar)))
    with tempfile.TemporaryDirectory() as home:
        yield _start(Path(home), unit)
        yield from _traffic(Path(home))
        yield beside_load(Path(home))
        yield replayed(Path(home))
    yield trio.run(_map_traffic)
    yield trio.run(_turns)


def _start_python() -> None:
    subprocess.run([sys.executable, "-c", "pass"], check=True)


def _start(home: Path, unit: Row) -> Table:
    def import_it() -> None:
        subprocess.run([sys.executable, "-c", "import tta_p2p.ui.screen.terminal"], check=True, capture_output=True)

    firsts, busy = [], []
    for number in range(6):
        terminal = Terminal(home, "play", "Ann", "--seed", "5", "--screen")
        first = terminal.until("? help")
        if number:  # what is missing is compiled by the first one
            firsts.append(first)
            busy.append(_busy(terminal.process.pid) * 1000)
        terminal.close()
    rows = [
        Row("python -c pass", measure(_start_python, 0.5, clock=time.perf_counter)),
        Row("importing the screen, Trio and urwid", measure(import_it, 1.0, clock=time.perf_counter)),
        Row("start to the first whole picture", min(firsts), {"aim": "1,200 ms at a unit of 0.11 ms"}),
        Row("the same, processor time", min(busy), {"aim": "500 ms"}),
    ]
    return Table("The full screen, starting", rows, unit)


def _traffic(home: Path) -> Iterator[Table]:
    terminal = Terminal(home, "play", "Ann", "--seed", "5", "--screen")
    try:
        terminal.until("? help")
        terminal.quiet()
        rows = [_row("the first picture", [(0.0, terminal.bytes)], "3,000")]
        rows.append(_row("a key: the mark goes on", [terminal.press(b"\x1b[B") for _ in range(8)]))
        terminal.press(b"1")  # the mark goes there: that is another row
        acts = [terminal.press(key) for key in (b"\r", b"z", b"y")]
        rows.append(_row("an act is done, undone, done again", acts, "300"))
        terminal.press(b"e")
        terminal.press(b"\r")  # actions are left: it asks
        terminal.until("Since your last turn")  # however long the bot thinks: what it did is shown over anything else
        terminal.press(b"\x1b")
        terminal.press(b"?")
        terminal.until("How to read the screen")
        rows.append(_row("a page is scrolled by a line", [terminal.press(b"\x1b[B") for _ in range(4)]))
        screens = [terminal.press(key) for key in (b"\x1b[6~", b"\x1b[5~") * 2]  # down and up: each moves
        rows.append(_row("a page is scrolled by a screen", screens))
        terminal.press(b"\x1b")
        yield Table("The full screen, what is painted", rows)
        yield Table("The full screen, while nobody does anything", [_idle(terminal.process.pid)])
    finally:
        terminal.close()


async def _map_traffic() -> Table:
    """Give the bytes of a game with a map: a mark that is moved there, and acts that change it."""
    rows = []
    for name, local in (("two", middle("movement").local), ("four", four())):
        table = make_table("civilization", local.seats, local=local, people=range(local.seats))
        async with at_the_screen(table, SeatRequest(0)) as ann:
            await ann.press("esc", "esc")
            ann.face.panes.view.style = replace(ann.face.style, colour=True, deep=True)
            shown = [_cells(ann.face)]
            spent = [len(deepen_colours(repaint(None, shown[0], erases=True)).encode())]
            for key in MAP_KEYS:
                await ann.press(key)
                shown.append(_cells(ann.face))
                spent.append(len(deepen_colours(repaint(shown[-2], shown[-1], erases=True)).encode()))
        rows.append(_row(f"{name}: the first picture", [(0.0, spent[0])], "3,000"))
        moves = [(0.0, spent[1 + at]) for at, key in enumerate(MAP_KEYS) if key in ARROWS]
        rows.append(_row("the mark goes on to the next square", moves, "300"))
        acts = [(0.0, spent[1 + at]) for at, key in enumerate(MAP_KEYS) if key in ("z", "y")]
        rows.append(_row("figures are moved back, and again", acts))
    return Table("The full screen of Civilization, what is painted", rows)


def _cells(face: ScreenFace) -> list[Cells]:
    """Give the picture in cells."""
    return [cells_of([(span.text, code_of(span.role, True)) for span in one], SIZE[1]) for one in face.frame().rows]


def _row(label: str, seen: Sequence[tuple[float, int]], aim: str = "") -> Row:
    """A mean of what was seen: milliseconds to the last byte, and the bytes.

    Raises RuntimeError where a key did nothing: then something else than meant was measured.
    """
    if not all(count for _, count in seen):
        raise RuntimeError(f"{label}: nothing was painted")
    columns = {"bytes": f"{statistics.mean(count for _, count in seen):,.0f}", "aim": aim}
    return Row(label, statistics.mean(took for took, _ in seen), columns)


def _idle(pid: int) -> Row:
    time.sleep(SETTLING)
    before, busy, began = _waits(pid), _busy(pid), time.monotonic()
    time.sleep(IDLE)
    took = time.monotonic() - began
    woken = sum(count - before.get(thread, 0) for thread, count in _waits(pid).items())
    columns = {"wake-ups a second": f"{woken / took:.2f}", "aim": "0"}
    return Row("processor time a second", (_busy(pid) - busy) / took * 1000, columns)


# --- the keys of a turn ----------------------------------------------------------------------------------


async def _turns() -> Table:
    """Turns as an easy bot plays them, by as few keys as somebody needs who knows them."""
    table = make_table("through_the_ages", 2, seed=5)
    counts, acts = list[int](), list[int]()
    async with at_the_screen(table) as ann:
        while len(counts) < TURNS and not table.local.over:
            turn = ann.client.state.turn
            assert turn is not None and turn.decision is not None
            if not ann.client.state.may_act:
                break
            pressed, done = await _turn(table, ann)
            if pressed:
                counts.append(pressed)
                acts.append(done)
    columns = {
        "keys, median": f"{statistics.median(counts):.0f}", "most": f"{max(counts)}",
        "acts, median": f"{statistics.median(acts):.0f}", "aim": "25",
    }  # fmt: skip
    return Table(f"The full screen, keys of a turn ({len(counts)} turns)", [Row("a turn", 0.0, columns)])


async def _turn(table: LocalTable, ann: Person) -> tuple[int, int]:
    """Play a turn of the first seat; how many keys that took, and for how many acts."""
    pressed, done = 0, 0
    current = table.game.turn(table.state)
    while ann.client.state.may_act and table.game.turn(table.state) == current:
        draft = table.draft(0)
        situation = Situation(table.game, draft.state, draft.knows, 0, draft.legal())
        act = make_bot("easy", f"{len(table.facts)}/{len(draft.acts)}").choose(situation)
        pressed += await do_act(table, ann, act)
        done += 1
    return pressed, done


async def do_act(table: LocalTable, ann: Person, act: Act) -> int:
    """Do an act, or one with a card like its own, by the fewest keys; how many they were."""
    text, face = table.game.write(act), ann.face
    for key in ("esc", "a", "esc"):  # the mark stands where a list puts it that closes
        face.press(key)
    board, context = face.board, face.context
    assert board is not None and context is not None
    entries = context.reading.menu.entries
    meant = next(item for item in entries if item.text == text)
    at_once = _acts_at_once(board, entries)
    ways = [[key] for key, item in at_once.items() if item is meant]
    for key in ("", *board.controls.letters, "a"):
        if key in at_once or (key not in ("", "a") and act.verb not in board.controls.letters[key].verbs):
            continue
        face.press("esc")
        if key:
            face.press(key)
        ways += [[*([key] if key else []), *way] for way in _to(face, meant)]
    face.press("esc")
    assert ways, text
    best = min(ways, key=len)
    before = ann.client.state.turn
    if best[-1] == "enter":
        await ann.press(*best[:-1])
        assert _does(face.spot(), meant), (text, best)
        await ann.press("enter")
    else:
        await ann.press(*best)
    extra = 0
    if ann.client.state.confirmation is not None:
        await ann.press("enter")
        extra = 1
    assert ann.client.state.turn is not before, (text, best)
    return len(best) + extra


def _acts_at_once(board: Board, entries: Sequence[MenuItem]) -> dict[str, MenuItem]:
    """Give the keys that do an act without a list, each with its act."""
    found = dict[str, MenuItem]()
    for verb in board.controls.end_verbs:
        ends = [item for item in entries if item.verb == verb]
        if len(ends) == 1:
            found["e"] = ends[0]
            break
    for key, letter in board.controls.letters.items():
        some = [item for item in entries if item.verb in letter.verbs]
        if letter.does_single_act and len(some) == 1:
            found[key] = some[0]
    return found


def _to(face: ScreenFace, meant: MenuItem) -> list[list[str]]:
    """Ways to an act in the list in sight: by its number, or by going up or down to it."""
    ways, spots = [], face.spots()
    start = focus_number(face.screen_state, spots)
    for at, spot in enumerate(spots):
        if _does(spot, meant):
            if spot.number:
                ways.append([*str(spot.number), "enter"])
            ways += [[*[key] * (by % len(spots)), "enter"] for key, by in (("down", at - start), ("up", start - at))]
    return ways


def _does(spot: Spot | None, meant: MenuItem) -> bool:
    return spot is not None and spot.item is not None and are_equivalent((spot.item, meant))
