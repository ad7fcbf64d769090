"""The demonstration: peers in processes of their own, with data folders of their own, on this machine."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import trio
import typer

from tta_p2p.cli.commands.transcripts import standings, summary
from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.nodes import processes
from tta_p2p.cli.output.layout import wrap_text
from tta_p2p.cli.output.speech import text_of as told
from tta_p2p.cli.output.speech import words
from tta_p2p.games.contract import Value
from tta_p2p.i18n import command
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.machine import roster
from tta_p2p.node.plan.plans import Plan
from tta_p2p.node.service.seat_server import connect_seat
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.store.home import home as data_folder
from tta_p2p.table.audit import Verdict, compare_files, verify_file
from tta_p2p.ui.cells import cut, plain
from tta_p2p.ui.lobby_page import conditions
from tta_p2p.ui.presenter import presenter_for

NAMES = (
    "Ada", "Bela", "Cleo", "Dora", "Emil", "Faye", "Goran", "Hana",
    "Ivo", "Jana", "Karl", "Lena", "Milo", "Nora", "Otto", "Petra",
)  # fmt: skip
"""As many as a table can have seats."""
PATIENCE = 600.0
"""Seconds after which a demonstration is given up."""
GRACE = 5.0
"""Seconds in which a peer that was told to stop must be gone."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def default_transcript() -> Path:
    """Give the path of a demonstration's transcript where none was given."""
    return data_folder() / "transcripts" / "demo.tta"


@dataclass
class Demo:
    """One demonstration; the transcript is copied to ``out``. ``quiet``: nothing is printed."""

    seats: int
    game: str
    options: Mapping[str, Value]
    level: str
    out: Path
    keep: bool
    quiet: bool
    seconds: dict[str, float] = field(default_factory=dict)
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)
    """What each peer's own verification gave."""
    until_first_move: float = 0.0
    """Seconds from the last seat's joining until the first player can move."""
    _joined: float = 0.0
    _checked: int = 0
    """How many messages the peer that shows the game has checked."""
    _last: tuple[str, int] = ("", 0)
    """Where the game stood, and how many messages were checked, when that was last told on a line of its own."""
    _met: bool = False
    _turn: say.TurnReply | None = None
    _interrupted: int = 0

    async def run(self) -> dict[str, Any]:
        """Play, verify, tell. Raises CommandFailed; whatever happens, no process of a peer is left behind."""
        base = Path(tempfile.mkdtemp(prefix="tta-demo-"))
        self._began = self._mark = time.monotonic()
        self._table = f"demo {processes.new_id()}"
        result: dict[str, Any] = {}
        failed: list[CommandFailed] = []
        try:
            async with trio.open_nursery() as nursery:
                await nursery.start(self._heed_signals, nursery.cancel_scope)
                with trio.fail_after(PATIENCE):
                    result = await self._verify(await self._play(base))
                nursery.cancel_scope.cancel()
        except* CommandFailed as group:
            failed.append(_first(group))
        except* trio.TooSlowError:
            self.keep = True
            failed.append(CommandFailed(told("demo.too-slow", seconds=round(PATIENCE))))
        finally:
            self._clear()
            with trio.CancelScope(shield=True):
                await self._end_processes()
            if self.keep:
                self._say(told("demo.folders", folder=base))
            else:
                shutil.rmtree(base, ignore_errors=True)
        if failed:
            raise failed[0]
        if self._interrupted:
            raise CommandFailed(told("demo.stopped"), 128 + self._interrupted)
        return result

    async def _heed_signals(
        self, scope: trio.CancelScope, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        with trio.open_signal_receiver(*SIGNALS) as signals:
            task_status.started()
            async for number in signals:
                self._interrupted = number
                scope.cancel()

    async def _end_processes(self) -> None:
        """The peers are in sessions of their own: nobody else would end them."""
        for process in self.processes:
            if process.poll() is None:
                process.terminate()
        for process in self.processes:
            try:
                await trio.to_thread.run_sync(process.wait, GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    async def _play(self, base: Path) -> list[Path]:
        homes = [base / name.lower() for name in NAMES[: self.seats]]
        for home in homes:
            home.mkdir(mode=0o700)
        proposed = Conditions(self.seats, self.game, self.options, on_leave="continue")
        self._say(told("demo.begins", n=self.seats))
        plans = [self._plan(number, proposed) for number in range(self.seats)]
        for plan, home in zip(plans, homes, strict=True):
            self.processes.append(self.start(plan, home))
        async with trio.open_nursery() as nursery:
            for process, plan in zip(self.processes, plans, strict=True):
                nursery.start_soon(self._meets, process, plan.do == "join")
        self._took("meeting")
        async with trio.open_nursery() as nursery:
            for number, (home, plan) in enumerate(zip(homes, plans, strict=True)):
                nursery.start_soon(self._watch, home, plan, number == 0)
        self._clear()
        self._took("playing")
        self._say(told("demo.over"))
        files = [next((home / "transcripts").glob("*.tta")) for home in homes]
        self.out.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copyfile(files[0], self.out)
        return files

    def start(self, plan: Plan, home: Path) -> subprocess.Popen[bytes]:
        """Start the process of one peer, with a data folder of its own."""
        return processes.spawn(plan, home)

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
            linger=GRACE,
        )

    async def _meets(self, process: subprocess.Popen[bytes], joins: bool) -> None:
        if joins:
            await self._heard(process, "joined")
            self._joined = time.monotonic()
        await self._heard(process, "playing ")

    async def _heard(self, process: subprocess.Popen[bytes], wanted: str) -> str:
        """Give a node's report behind this word. Raises CommandFailed where it fails instead."""
        while True:
            line = await trio.to_thread.run_sync(processes.next_report, process.stdout, abandon_on_cancel=True)
            if line.startswith(wanted.strip()):
                return line[len(wanted) :]
            if not line or line.startswith("failed"):
                raise self._over(told("demo.broke", why=line[7:].rstrip(".。") or told("demo.ended")))

    def _over(self, why: str) -> CommandFailed:
        """Say why this demonstration does not come to its end, and what to do now."""
        return CommandFailed(told("demo.again-kept" if self.keep else "demo.again", why=why))

    async def _watch(self, home: Path, plan: Plan, tells: bool) -> None:
        """Follow the game at one peer over the seat protocol, as anybody may; one of them shows how it goes, of the
        others only the end matters.
        """
        node = next((node for node in roster.running_nodes(home) if node.id == plan.id), None)
        if node is None:
            raise self._over(told("demo.broke-off", name=plan.name))
        lines = await connect_seat(node.socket)
        await lines.send(say.HelloRequest(say.VERSION, watch=True, client="demo", quiet=not tells))
        while True:
            try:
                said = await lines.reply()
            except BadLine:
                continue
            if said is None:
                raise self._over(told("demo.broke-off", name=plan.name))
            if isinstance(said, say.GameOverReply):
                self.verdicts.append(said.verdict)
                return
            if tells:
                self._tell(said)

    def _tell(self, said: say.Reply) -> None:
        match said:
            case say.WelcomeReply(charter=charter, phrase=phrase, seats=seats):
                self._presenter = presenter_for(self.game, words(), [info.name for info in seats])
                if self._met:
                    return
                self._met = True
                self._say(told("demo.met", phrase=phrase))
                for sentence in conditions(self.game, charter, words()):
                    self._say(sentence, 2)
                self._say(told("demo.shuffling"))
            case say.TurnReply(view=view) if view is not None:
                if "setting up" not in self.seconds:
                    self._took("setting up")
                    self.until_first_move = self._mark - self._joined
                self._turn = said
                self._progress()
            case ProofsReply(messages):
                self._checked = messages
                self._progress()
            case say.AccusationReply(name=name, kind=kind):
                self._say(words().line(f"accused.{kind}", [name]))
            case _:
                pass

    def _progress(self) -> None:
        """One line that changes, at a terminal; else a line whenever the game stands elsewhere."""
        if self.quiet or self._turn is None:
            return
        scene = self._presenter.make_scene(self._turn, None)
        where, points = plain(self._presenter.progress(scene)), plain(self._presenter.points(scene))
        line = told("comma").join(filter(None, (where, points, told("demo.progress", n=self._checked))))
        if sys.stderr.isatty():
            width = shutil.get_terminal_size().columns - 1
            sys.stderr.write(f"\r\x1b[K{plain(cut(line, width))}")
            sys.stderr.flush()
        elif where != self._last[0] and self._checked > self._last[1]:  # messages are counted after what they tell
            self._say(line, 2)
            self._last = (where, self._checked)

    def _clear(self) -> None:
        if not self.quiet and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    async def _verify(self, files: list[Path]) -> dict[str, Any]:
        verdict: Verdict = await trio.to_thread.run_sync(verify_file, self.out)
        compared = await trio.to_thread.run_sync(compare_files, files)
        same = all(one.relation == "equal" for one in compared)
        self._took("verifying")
        result = summary(self.out, verdict)
        fair = verdict.state == "fair" and same and all(one == "fair" for one in self.verdicts)
        if not self.quiet:
            typer.echo()
            for line in standings(verdict):
                typer.echo(line)
            typer.echo()
            self._say(told(f"verify.state.{verdict.state}"))
            if verdict.reason:
                self._say(verdict.reason)
            if same:
                self._say(told("demo.compared", n=self.seats))
            for one in compared:
                if one.relation != "equal":
                    typer.echo(told(f"verify.copies.{one.relation}", first=one.first, second=one.second))
            times = told("comma").join(
                told("demo.time", phase=told(f"demo.phase.{name}"), seconds=f"{seconds:.1f}")
                for name, seconds in self.seconds.items()
            )
            size = self.out.stat().st_size // 1024
            self._say(told("demo.figures", messages=verdict.messages, size=size, times=times))
            self._say(told("demo.kept-until" if self.out == default_transcript() else "demo.kept"))
            typer.echo(f"  {command('verify', str(self.out))}")
            typer.echo(f"  {command('replay', str(self.out))}")
        return {
            "fair": fair,
            "standings": result["standings"],
            "seats": self.seats,
            "steps": result["operations"],
            "messages": verdict.messages,
            "bytes": self.out.stat().st_size,
            "seconds": {name: round(seconds, 2) for name, seconds in self.seconds.items()},
            "transcript": str(self.out),
        }

    def _took(self, phase: str) -> None:
        now = time.monotonic()
        self.seconds[phase] = now - self._mark
        self._mark = now

    def _say(self, text: str, indent: int = 0) -> None:
        if not self.quiet:
            self._clear()
            for line in wrap_text(text, indent):
                typer.echo(line)


def _first(group: BaseExceptionGroup[CommandFailed]) -> CommandFailed:
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner
