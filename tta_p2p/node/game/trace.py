"""Trace of a real game's loop for debugging: one line for each thing taken in and each put out.

Written where the environment variable TTA_TRACE names a file; `docs/debugging.md` says how to read it. Nothing that is
hidden stands in it: of a frame its kind and length, of a request what it asks for, of a part how it says it stands.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TextIO

import trio

from tta_p2p.net import fault_log
from tta_p2p.net.cleaning import clean
from tta_p2p.net.framing import FrameKind
from tta_p2p.net.mesh import FrameReceived, PeerConnected, PeerDisconnected, PeerRefusal
from tta_p2p.net.tasks import MAX_ORIGIN, Hint, contain
from tta_p2p.node.game.inbox import CertificateVerified, ClientRequest, Item, JobResult, Tick, Wake
from tta_p2p.node.game.part import Part
from tta_p2p.store.regular_files import open_regular
from tta_p2p.table.game_table import TableOutput

LONGEST = 64 * 1024 * 1024
"""Bytes of a trace; peers may make it grow."""

FILE = "TTA_TRACE"
"""The environment variable that names the file; lines are added at its end."""


def open_trace(sid: bytes, operator: int) -> Trace | None:
    """The trace that this process is to write; None where nobody wants one, or where its file cannot be opened."""
    path = os.environ.get(FILE, "")
    if not path:
        return None
    try:
        handle = open_regular(Path(path), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return Trace(os.fdopen(handle, "a", encoding="utf-8"), f"{sid.hex()[:8]}/{operator}")
    except (OSError, ValueError) as error:  # of a name that is none as well
        fault_log.write(f"no trace is written to {clean(path, MAX_ORIGIN)}: {error}")
        return None


def describe(item: Item) -> str:
    """Describe an input in a few words."""
    match item:
        case FrameReceived(operator, kind, payload):
            known = FrameKind(kind).name if kind in FrameKind.__members__.values() else str(kind)
            return f"frame {known} of {len(payload)} bytes from {operator}"
        case PeerConnected(operator):
            return f"connected {operator}"
        case PeerDisconnected(operator):
            return f"disconnected {operator}"
        case PeerRefusal(operator, why):
            return f"turned away by {operator}: {why}"
        case ClientRequest(client, None):
            return f"client at seat {client.seat} has gone"
        case ClientRequest(client, request):
            return f"request {request.__struct_config__.tag if request else '-'} at seat {client.seat}"
        case JobResult(job, _, failure):
            return f"check {job} {'done' if failure is None else 'not done'}"
        case CertificateVerified(certificate):
            return f"proof of {certificate.kind} checked"
        case Wake():
            return "wake"
        case Tick():
            return "tick"


class Trace:
    """The lines of one game at one node. What fails in describing something costs that line, and no game."""

    def __init__(self, file: TextIO, name: str) -> None:
        """``name``: the game and the operator, at the beginning of every line."""
        self._file, self._name = file, name
        self._stands: dict[str, str] = {}
        self._ended = False
        self._tick = False
        """Whether time has passed since the last line, and led to nothing yet."""

    def took(self, item: Item) -> None:
        """Something has come in."""
        self._tick = isinstance(item, Tick)
        if not self._tick:
            with contain(Hint.BESIDE, FILE):
                self._write("<", describe(item))

    def put(self, output: TableOutput) -> None:
        """Something is stored, sent and told."""
        told = [type(event).__name__ for event in output.events]
        if output.store or output.send or output.jobs or told:
            counts = f"stores {len(output.store)}, sends {len(output.send)}, checks {len(output.jobs)}"
            self._write(">", f"{counts}; {', '.join(told) or 'tells nothing'}")

    def compare(self, parts: Sequence[Part]) -> None:
        """Write down each part that stands otherwise than it did."""
        for part in parts:
            with contain(Hint.BESIDE, FILE):
                name, stands = type(part).__name__, part.summary()
                if stands != self._stands.get(name, ""):
                    self._stands[name] = stands
                    self._write("=", f"{name}: {stands or '-'}")

    def close(self) -> None:
        """The game has ended here."""
        with suppress(OSError):
            self._file.close()

    def _write(self, sign: str, line: str) -> None:
        if self._ended:
            return
        if self._tick:
            self._tick = False
            self._write("<", "tick")
        try:
            self._file.write(f"{self._name} {trio.current_time():.3f} {sign} {line}\n")
            self._file.flush()
            if self._file.tell() > LONGEST:
                self._end(f"it is longer than {LONGEST} bytes")
        except (OSError, ValueError) as error:  # the game goes on without a trace
            self._end(str(error))

    def _end(self, why: str) -> None:
        """Write no more: what is to help must not fill a disk, nor stop a game."""
        self._ended = True
        fault_log.write(f"the trace ends here: {why}")
