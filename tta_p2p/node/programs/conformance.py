"""Whether a program keeps to the seat protocol: it plays whole games, is watched, and what is amiss has a name."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

import trio

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Options
from tta_p2p.games.local import LocalGame
from tta_p2p.net.cleaning import clean
from tta_p2p.net.tasks import start_part
from tta_p2p.node.local.table import LocalTable
from tta_p2p.node.programs.bounds import ErrorLog
from tta_p2p.node.programs.program import (
    GRACE,
    LinePeek,
    Patience,
    ProgramCommand,
    ProgramRun,
    Reason,
)
from tta_p2p.registry import load_rules
from tta_p2p.seats import encoding
from tta_p2p.seats import messages as say

LATER = b'{"is":"of-a-later-version","news":[1,2,3]}\n'
"""What every program must ignore; it is said before the first turn."""
CHECKS = ("starts", "hello", "plays", "understood", "legal", "ends")
"""What is looked at, in this order."""
LAST_LINES, LONGEST_LINE = 5, 200
"""So much of its error output is shown: lines, and letters of each."""


@dataclass
class Finding:
    """The findings of one game. ``passed`` has the checks by name; unreached ones are not in it."""

    seed: int
    seat: int
    passed: dict[str, bool] = field(default_factory=dict)
    reason: Reason = field(default_factory=Reason)
    said: dict[str, str] = field(default_factory=dict)
    """What the program was told first where a check has failed."""
    acts: int = 0
    slowest: float = 0.0
    """Seconds that an act of it took at most."""
    errors: tuple[str, ...] = ()
    """The last lines of its error output."""

    @property
    def failed(self) -> tuple[str, ...]:
        """The checks that have failed."""
        return tuple(check_program for check_program in CHECKS if not self.passed.get(check_program, True))


class _Examiner:
    """Notes down whatever is amiss with a start of a program."""

    def __init__(self, finding: Finding) -> None:
        self.finding = finding
        self.over_at = math.inf
        """When the program was told that the game is over."""
        self._asked_at = math.inf
        self._told_later = False

    def _amiss(self, check_program: str, text: str) -> None:
        self.finding.passed[check_program] = False
        self.finding.said.setdefault(check_program, text)

    def refused(self, said: say.ErrorReply) -> None:
        self._amiss("understood", said.text)

    def heard(self, news: LinePeek, tried: bool) -> None:
        if news.kind == "error" and tried:
            self._amiss("legal", news.text or news.key)

    def before(self, line: bytes) -> bytes:
        heard, now = encoding.read_reply(line), trio.current_time()
        if isinstance(heard, say.TurnReply):
            if self._asked_at < math.inf:
                self.finding.slowest = max(self.finding.slowest, now - self._asked_at)
            self._asked_at = now if heard.mine else math.inf
        elif isinstance(heard, say.GameOverReply):
            self.over_at = now
        if self._told_later or not isinstance(heard, say.TurnReply):
            return b""
        self._told_later = True
        return LATER


async def _one(
    command: ProgramCommand, game: str, seats: int, options: Options, seed: int, seat: int, limit: float
) -> Finding:
    finding = Finding(seed, seat)
    rules = load_rules(game)
    local = LocalGame(rules, seats, options, Chance(seed).fork("dealer"))
    bots = {other: "random" for other in range(seats) if other != seat}
    table = LocalTable(rules, seats, options, seed, bots=bots, local=local, programs=[seat])
    place = _Place(table, seat)
    with tempfile.TemporaryDirectory(prefix="tta-bot-") as folder:
        path = Path(folder) / "errors"
        examiner = _Examiner(finding)
        run = ProgramRun(command, place, ErrorLog(path), Patience(limit, limit), observer=examiner)
        async with trio.open_nursery() as nursery:
            start_part(nursery, table.run)
            await run.run()
            ended = trio.current_time()
            nursery.cancel_scope.cancel()
        written = path.read_text(errors="replace").splitlines() if path.exists() else []
        last = [line for line in written if not line.startswith("-- ")][-LAST_LINES:]
        finding.errors = tuple(clean(line, LONGEST_LINE) for line in last)
    finding.acts, finding.reason = run.acts, run.reason
    finding.passed["starts"] = run.reason.key != "cannot-start"
    if finding.passed["starts"]:
        finding.passed["hello"] = not run.greeting
        if finding.passed["hello"]:
            finding.passed["plays"] = run.over
            finding.passed.setdefault("understood", True)
            finding.passed.setdefault("legal", True)
            if run.over:
                finding.passed["ends"] = ended - examiner.over_at < GRACE
    return finding


class _Place:
    """The seat that the program plays."""

    def __init__(self, table: LocalTable, seat: int) -> None:
        self._table = table
        self.seat: int | None = seat

    async def serve(self, stream: trio.abc.Stream) -> None:
        """Serve the program as a client of the table."""
        await self._table.serve(stream)

    def tell(self, what: str, *args: say.TextArgument) -> None:
        """Nobody else is here."""

    def answers(self) -> None:
        """Nobody comes later."""


def check_program(
    command: ProgramCommand,
    game: str,
    seats: int,
    options: Options,
    games: Iterable[int],
    limit: float,
    told: Callable[[Finding], None],
) -> list[Finding]:
    """Let a program play games of these seeds, at another seat each time, up to the first that shows something amiss.

    ``limit``: seconds that it may take for an act; ``told`` hears of each game as it ends.
    """
    found = list[Finding]()
    for number, seed in enumerate(games):
        finding = trio.run(_one, command, game, seats, options, seed, number % seats, limit)
        found.append(finding)
        told(finding)
        if finding.failed:
            break
    return found
