"""The demonstration: peers in processes of their own, with data folders of their own, on this machine."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio
import typer

from tta_p2p.cli import _nodes
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.transcripts import WORDS, standings, summary
from tta_p2p.node import running
from tta_p2p.node.conditions import Conditions
from tta_p2p.node.process import Plan
from tta_p2p.node.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.seats.messages import BadLine
from tta_p2p.table.audit import Verdict, compare_files, verify_file

NAMES = ("Ada", "Bela", "Cleo", "Dora")
PATIENCE = 600.0
"""Seconds after which a demonstration is given up."""


@dataclass
class Demo:
    """One demonstration. ``quiet``: nothing but the result."""

    seats: int
    variant: str
    level: str
    out: Path | None
    keep: bool
    quiet: bool
    seconds: dict[str, float] = field(default_factory=dict)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    async def run(self) -> dict[str, Any]:
        """Play, verify, tell. Raises CommandFailed."""
        base = Path(tempfile.mkdtemp(prefix="tta-demo-"))
        self._began = self._mark = time.monotonic()
        self._line = ""
        self._table = f"demo {_nodes.new_id()}"
        try:
            with trio.fail_after(PATIENCE):
                files = await self._play(base)
                return await self._verify(files)
        except trio.TooSlowError as error:
            raise CommandFailed(f"the demonstration did not end within {PATIENCE:.0f} seconds; see {base}") from error
        finally:
            for process in self.processes:
                if process.poll() is None:
                    process.terminate()
            if self.keep:
                self._say(f"data folders: {base}")
            else:
                shutil.rmtree(base, ignore_errors=True)

    async def _play(self, base: Path) -> list[Path]:
        homes = [base / name.lower() for name in NAMES[: self.seats]]
        for home in homes:
            home.mkdir(mode=0o700)
        conditions = Conditions(self.seats, options={"variant": self.variant}, on_leave="continue")
        self._say(f"{self.seats} peers start, each a process with a data folder of its own …")
        plans = [self._plan(i, conditions) for i in range(self.seats)]
        for plan, home in zip(plans, homes, strict=True):
            self.processes.append(_nodes.spawn(plan, home))
        for number, process in enumerate(self.processes):
            line = await self._heard(process, "playing ")
            self._say(f"{NAMES[number]} sits at the table ({line[:8]})")
        self._took("meeting")
        await self._watch(homes[0], plans[0].id)
        for process in self.processes:
            await self._heard(process, "ended")
        files = [next((home / "transcripts").glob("*.tta")) for home in homes]
        if self.out is not None:
            shutil.copyfile(files[0], self.out)
        return files

    def _plan(self, number: int, conditions: Conditions) -> Plan:
        return Plan(
            do="host" if number == 0 else "join",
            id=f"demo{number}",
            name=NAMES[number],
            conditions=conditions if number == 0 else None,
            listen="127.0.0.1:0",
            table=self._table,
            bot=self.level,
            at_once=True,
            interfaces=("127.0.0.1",),
            linger=3.0,
        )

    async def _heard(self, process: subprocess.Popen[bytes], wanted: str) -> str:
        """What a node reports behind this word. Raises CommandFailed where it fails instead."""
        while True:
            line = await trio.to_thread.run_sync(_nodes.heard, process.stdout, abandon_on_cancel=True)
            if line.startswith(wanted.strip()):
                return line[len(wanted) :]
            if not line or line.startswith("failed"):
                raise CommandFailed(f"a peer could not play: {line[7:] or 'it ended'}")

    async def _watch(self, home: Path, id: str) -> None:
        """Follow the game over the seat protocol, as anybody may, and show how it goes."""
        node = next(node for node in running.running(home) if node.id == id)
        lines = await connect_seat(node.socket)
        await lines.send(say.Hello(say.VERSION, watch=True, client="demo"))
        while True:
            try:
                said = await lines.reply()
            except BadLine:
                continue
            if said is None:
                return
            if isinstance(said, say.Turn) and said.view is not None:
                if "setting up" not in self.seconds:
                    self._took("setting up")
                self._progress(said.number, said.view)
            elif isinstance(said, say.Accused):
                self._say(f"{said.name} broke the rules: {said.reason}")
            elif isinstance(said, say.Over):
                self._clear()
                self._took("playing")
                self._say(f"The game is over; everybody has signed its end. Verified by this peer: {said.verdict}.")
                return

    def _progress(self, number: int, view: dict[str, Any]) -> None:
        points = [civilization["culture_points"] for civilization in view.get("civilizations", [])]
        ages = ("A", "I", "II", "III", "IV")
        age = view.get("age", 0)
        culture = " : ".join(str(point) for point in points)
        line = f"age {ages[age] if age < 5 else age}, round {view.get('round', '?')}, culture {culture}, {number} facts"
        if self.quiet or line == self._line:
            return
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        elif line.split(",")[:2] != self._line.split(",")[:2]:
            self._say(line)
        self._line = line

    def _clear(self) -> None:
        if not self.quiet and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")

    async def _verify(self, files: list[Path]) -> dict[str, Any]:
        verdict: Verdict = await trio.to_thread.run_sync(verify_file, files[0])
        comparison = await trio.to_thread.run_sync(compare_files, files)
        same = all(line.endswith(": equal") for line in comparison.splitlines())
        self._took("verifying")
        result = summary(files[0], verdict)
        fair = verdict.state == "fair" and same
        if not self.quiet:
            typer.echo(WORDS[verdict.state] if verdict.state != "fair" or same else "The peers kept different games!")
            typer.echo(f"{self.seats} transcripts compared: {'all tell the same game' if same else comparison}")
            for line in standings(verdict):
                typer.echo(line)
            times = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in self.seconds.items())
            typer.echo(f"{verdict.messages} messages, {files[0].stat().st_size // 1024} kB; {times}")
            if self.out is not None:
                typer.echo(f"transcript: {self.out}; check it yourself: tta verify {self.out}")
        return {
            "fair": fair,
            "standings": result["standings"],
            "seats": self.seats,
            "steps": result["operations"],
            "messages": verdict.messages,
            "bytes": files[0].stat().st_size,
            "seconds": {name: round(seconds, 2) for name, seconds in self.seconds.items()},
            "transcript": str(self.out) if self.out is not None else None,
            "reason": verdict.reason,
        }

    def _took(self, phase: str) -> None:
        now = time.monotonic()
        self.seconds[phase] = now - self._mark
        self._mark = now

    def _say(self, text: str) -> None:
        if not self.quiet:
            typer.echo(text)
