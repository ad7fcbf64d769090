"""Whole nodes that reach each other through folders alone, which a tool copies: late, in any order, doubled and cut.

Each machine has a folder of its own; nobody dials anybody. What a person's tools do to the files in it is carried out
by chance: a file comes cut and whole later, an older copy comes back, beside the file or in its place, copies are
called as tools call them, and strangers leave files of every kind. Nodes are killed meanwhile and started again.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import trio

from tests.simulation.computer import SINCE, Computer
from tests.simulation.world import NAMES, World
from tta_p2p.net.folder.boxes import MAGIC, NONCE, SealedFrame
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.plan.plans import Plan

DAY = 86_400
COMING, TROUBLE, CALM = 4_000.0, 900.0, 20_000.0
"""Seconds in which a table comes together, in which all goes wrong, and in which the game then ends."""
LOOK = 5.0
"""Seconds between two looks of a node into its folder."""
CROWDED = 0.15
"""How likely a crowd comes into a folder."""
CROWD, GUESTS, ITEMS = 5_000, 300, 20_000
"""Files of strangers, guests that never say anything sensible, and items for one reader that do not open."""
PAUSE = 72.0
"""Seconds from one copying from a folder to another to the next between these two, on average."""


class FolderWorld(World):
    """The machines of a table that meet in folders."""

    def __init__(self, seed: int, folder: Path, theme: str = "", *, brief: bool = False) -> None:
        self.shared = [folder / f"shared{number}" for number in range(8)]
        for one in self.shared:
            one.mkdir()
        super().__init__(seed, folder, "nothing", brief=brief)
        self.theme = "folder"
        for computer in self.computers:
            computer.machine.dialled = False
        self.tools = random.Random(f"{seed} tools")
        self._older: dict[str, list[bytes]] = {}
        self.rough = True
        """Whether tools do what they should not."""
        self.crowds = random.Random(f"{seed} crowds")
        self._crowded = [self.crowds.random() < CROWDED for _ in self.shared]
        """The folders into which strangers will put a crowd: of names, of guests, or of items in one file."""

    def _plans(self, spectators: Any) -> list[Plan]:
        self.played = [False for _ in self.computers]
        self.programs = [False for _ in self.computers]
        self.rematches = self.pauses = self.kills_signing = False
        conditions = Conditions(len(self.computers), self.game, on_leave="wait", away=7 * DAY, idle=0)
        plans = []
        for computer, name, shared in zip(self.computers, NAMES, self.shared, strict=False):
            common: dict[str, Any] = {"id": f"node{computer.number}", "name": name, "at_once": True, "quiet": True}
            level = self.wits.choice(("random", "easy"))
            common |= {"bot": level, "folder": str(shared), "look": LOOK}
            common["listen"] = f"{computer.machine.host}:7000"
            if computer is self.computers[0]:
                plans.append(Plan("host", conditions=conditions, **common))
            else:
                plans.append(Plan("join", **common))
        return plans

    async def _live(self) -> None:
        async with trio.open_nursery() as nursery:
            self.nursery = nursery
            self.spectators, self.people = [], []
            nursery.start_soon(self.copy)
            for computer in self.computers:
                nursery.start_soon(self._keep, computer)
            with trio.move_on_after(COMING):
                await self._playing.wait()
            if self._playing.is_set():
                await self._until_the_end(nursery)
            else:
                self.watch.find("nobody comes together")
            nursery.cancel_scope.cancel()

    async def _until_the_end(self, nursery: trio.Nursery) -> None:
        with trio.move_on_after(TROUBLE):
            nursery.start_soon(self._kill)
            for ended in self._ended:
                await ended.wait()
        self.calm.set()
        self.rough = False
        with trio.move_on_after(CALM):
            for ended in self._ended:
                await ended.wait()
        for computer, ended in zip(self.computers, self._ended, strict=True):
            if not ended.is_set():
                self.watch.find(f"node {computer.number} comes to no end: {self._waits_of(computer)}")

    async def _kill(self) -> None:
        while not self.calm.is_set():
            await trio.sleep(self.tools.uniform(20, 300))
            one = self.tools.choice(self.computers)
            if one.up and not self.calm.is_set():
                one.down_for = self.tools.choice((1.0, 30.0, 200.0))
                one.kill()
                self.count("kill -9")

    # What tools do.

    async def copy(self) -> None:
        """Copy from one folder to another, again and again."""
        pairs = len(self.computers) * (len(self.computers) - 1)
        while True:
            await trio.sleep(self.tools.expovariate(pairs / PAUSE))
            source, target = self.tools.sample(self.computers, 2)
            self.carry(self.shared[source.number], self.shared[target.number])
            self.count("copies of folders")
            if self.rough and self.tools.random() < 0.1:
                self._leave_strange_files(self.tools.choice(self.computers))
            if self.rough and self.tools.random() < 0.03:
                self._put_back(self.tools.choice(self.computers))
            if self.rough and self._crowded[target.number] and self.crowds.random() < 0.05:
                self._crowded[target.number] = False
                self._leave_crowd(target)

    def carry(self, source: Path, target: Path) -> None:
        """Copy what is newer."""
        files = [one for one in sorted(source.iterdir()) if one.name.startswith("tta-") and one.is_file()]
        self.tools.shuffle(files)
        for file in files:
            if file.is_symlink() or "strange" in file.name:
                continue
            there = target / file.name
            self._remember(file)
            newer = not there.is_file() or there.stat().st_mtime_ns < file.stat().st_mtime_ns
            if not newer:
                continue
            chance = self.tools.random() if self.rough else 1.0
            if chance < 0.15:
                self._cut(file, there)
            elif chance < 0.2:
                self.count("files that a tool left out")
            else:
                if chance < 0.3:
                    self._double(file, target)
                _put(there, file)

    def _remember(self, file: Path) -> None:
        kept = self._older.setdefault(file.name, [])
        if len(kept) < 20:
            kept.append(file.read_bytes())

    def _cut(self, file: Path, there: Path) -> None:
        """Only the beginning of a file comes, with an older date, so that the whole comes another time."""
        data = file.read_bytes()
        there.unlink(missing_ok=True)
        there.write_bytes(data[: self.tools.randrange(len(data) + 1)])
        os.utime(there, ns=(0, 1))
        self.count("files that were cut")

    def _double(self, file: Path, target: Path) -> None:
        """A copy stands beside the file, as tools call it."""
        stem, _, ending = file.name.rpartition(".")
        name = self.tools.choice(
            (
                f"{stem}.sync-conflict-20261128-120000-ABCDEFG.{ending}",
                f"{stem} (1).{ending}",
                f".syncthing.{file.name}.tmp",
                f"{file.name}~",
            )
        )
        data = self.tools.choice(self._older.get(file.name, [b""])) or file.read_bytes()
        (target / name).write_bytes(data)
        self.count("copies beside files")

    def _put_back(self, computer: Computer) -> None:
        """An older copy of a file takes its place, also of the own one."""
        there = [one for one in sorted(self.shared[computer.number].glob("tta-*.box")) if one.name in self._older]
        if there:
            file = self.tools.choice(there)
            if not file.is_symlink():
                file.unlink()
                file.write_bytes(self.tools.choice(self._older[file.name]))
                os.utime(file, ns=(0, 2))
                self.count("older copies in the place of files")

    def _leave_strange_files(self, computer: Computer) -> None:
        folder = self.shared[computer.number]
        boxes = sorted(folder.glob("tta-*-*.box"))
        stem = boxes[0].name.removesuffix(".box")[:-1] if boxes else "tta-table-"
        name = f"{stem}{self.tools.randrange(4)} (strange {self.tools.randrange(3)}).box"
        there = folder / name
        if there.is_dir() and not there.is_symlink():
            there.rmdir()
        else:
            there.unlink(missing_ok=True)
        match self.tools.randrange(6):
            case 0:
                there.write_bytes(self.tools.randbytes(500))
            case 1:
                there.symlink_to(computer.home / "id")
            case 2:
                there.mkdir()
            case 3:
                with there.open("wb") as file:
                    file.truncate(2**33)
            case 4:
                os.mkfifo(there)
            case _:
                there.write_bytes(MAGIC + self.tools.randbytes(2000))
        self.count("files of strangers")

    def _leave_crowd(self, computer: Computer) -> None:
        """Strangers fill a folder with what each costs a little."""
        folder, what = self.shared[computer.number], self.crowds.choice(("names", "words", "guests", "items"))
        table = next((one.name[10:26] for one in folder.glob("tta-table-*.json")), "0" * 16)
        box = next((one.name for one in folder.glob("tta-*-*.box")), f"tta-{table}-0.box")
        match what:
            case "names":
                for number in range(CROWD):
                    (folder / f"holiday {number}.jpg").touch()
            case "words":  # names that are no text
                for number in range(20):
                    (folder / os.fsdecode(box.encode() + b"\xff strange %d" % number)).write_bytes(b"?" * number)
            case "guests":
                for number in range(GUESTS):
                    (folder / f"tta-{table}-{number:016x}.guest").write_bytes(b"?" * (number % 3))
            case "items":
                first = (SINCE + round(trio.current_time()) + 60) * 1_000_000  # above what honest nodes have said
                items = (SealedFrame(n % 4, first + n, bytes(NONCE), bytes(40)) for n in range(ITEMS))
                data = MAGIC + b"".join(item.write() for item in items)
                (folder / f"{box.removesuffix('.box')} (strange items).box").write_bytes(data)
        self.count(f"crowds of {what}")


def _put(there: Path, file: Path) -> None:
    beside = there.with_name(f".{there.name}.copying")
    shutil.copy2(file, beside)
    if there.is_dir() and not there.is_symlink():
        there.rmdir()
    beside.replace(there)
