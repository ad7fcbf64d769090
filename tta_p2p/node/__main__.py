"""A node process: reads its plan from standard input and says what becomes of it in lines on standard output."""

from __future__ import annotations

import atexit
import contextlib
import errno
import gc
import os
import signal
import sys
import traceback
from typing import TypeVar

import trio

from protocol.library import UnsoundLibrary
from tta_p2p.net import fault_log
from tta_p2p.net.scopes import background
from tta_p2p.node.machine.logs import bound_error_output
from tta_p2p.node.plan.plans import NodeFailed, decode_plan
from tta_p2p.node.plan.resumption import CannotResume
from tta_p2p.node.process import Node
from tta_p2p.store.database import GameInUse, StoreError
from tta_p2p.store.home import BadHome, home
from tta_p2p.store.identity import BadIdentity

E = TypeVar("E", bound=Exception)


def main() -> int:
    """Run a node; 0 when its game has ended, 1 when it could not do what it was started for."""
    atexit.register(gc.freeze)  # to look for garbage in what goes with the process took a fifth of a second
    bound_error_output()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # the others need this node's part whatever becomes of the terminal
    plan = decode_plan(sys.stdin.buffer.read())
    failed = False
    node = Node(plan, home(), os.environ.get("TTA_PASSPHRASE"), report=_report)
    try:
        trio.run(_run, node)
    except* GameInUse as group:
        _report(f"taken {_first(group).pid}")
        failed = True
    except* CannotResume as group:
        _note_end(_first(group))
        _report(f"failed {_first(group).told(os.environ)}")
        failed = True
    except* (NodeFailed, StoreError, BadIdentity, BadHome, UnsoundLibrary) as group:
        _note_end(_first(group))
        _report(f"failed {_first(group)}")
        failed = True
    except* OSError as group:  # a full disk, where even the log of this process stays empty
        _note_end(_first(group))
        _report(f"failed {_of_the_system(_first(group))}")
        failed = True
    except* Exception as group:  # nobody foresaw it: all that is known of it stands in the log
        fault_log.write("".join(traceback.format_exception(group)))
        _note_end(_first(group))
        _report(f"failed {_crashed(_first(group))}")
        failed = True
    if failed:
        return 1
    _report("stopped" if node.stopped else "ended")
    return 0


async def _run(node: Node) -> None:
    """Run a node until its end, or until somebody tells its process to stop (SIGTERM)."""
    async with background(lambda: _stop_when_told(node)):
        await node.run()


async def _stop_when_told(node: Node) -> None:
    with trio.open_signal_receiver(signal.SIGTERM) as signals:
        async for _ in signals:
            await node.stop()


def _note_end(error: Exception) -> None:
    """Write why this node ends into its log, which is open also where no file can be opened any more."""
    print(f"this node ends: {error}", file=sys.stderr, flush=True)


def _crashed(error: Exception) -> str:
    """Tell that this program failed, in the language of the person at this terminal."""
    from tta_p2p.i18n import Words, choose

    return Words(choose("", os.environ)).line("halted.crashed", [type(error).__qualname__])


def _of_the_system(error: OSError) -> str:
    """Put a refusal of the system into the language of the person at this terminal."""
    from tta_p2p.i18n import Words, choose

    words = Words(choose("", os.environ))
    known = words.optional(f"system.{errno.errorcode.get(error.errno or 0, '')}")
    why = known or error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename else why


def _first(group: BaseExceptionGroup[E]) -> E:
    """The first exception in a group of groups."""
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner


def _report(line: str) -> None:
    """Tell whoever started this process, as long as somebody listens."""
    with contextlib.suppress(BrokenPipeError, ValueError):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
