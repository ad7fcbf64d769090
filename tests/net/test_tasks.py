"""Tasks that serve hints keep their faults to themselves, and begin again where they go on for ever."""

from __future__ import annotations

from itertools import pairwise

import pytest
import trio
from trio.testing import MockClock

from tta_p2p.net import tasks
from tta_p2p.net.tasks import FIRST_PAUSE, LAST_PAUSE, MAX_FAULTS, FaultLog, Hint, contain, start_hint, start_play


class Invented(Exception):
    """What no library raises."""


@pytest.fixture(autouse=True)
def nothing_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins with nothing written down."""
    monkeypatch.setattr(tasks, "FAULTS", FaultLog())


@pytest.mark.parametrize("again", [False, True])
async def test_what_goes_on_for_ever_begins_again_later_and_later(again: bool, autojump_clock: MockClock) -> None:
    begun = list[float]()

    async def fails() -> None:
        begun.append(trio.current_time())
        if len(begun) < 10:
            raise Invented

    async with trio.open_nursery() as nursery:
        start_hint(nursery, Hint.DISCOVERY, "somebody", fails, again=again)
    pauses = [later - before for before, later in pairwise(begun)]
    expected = [min(FIRST_PAUSE * 2**number, LAST_PAUSE) for number in range(9)] if again else []
    assert pauses == pytest.approx(expected)


async def test_a_task_of_play_that_fails_ends_what_it_was_started_with(autojump_clock: MockClock) -> None:
    async def fails() -> None:
        raise Invented

    with pytest.RaisesGroup(Invented):
        async with trio.open_nursery() as nursery:
            start_play(nursery, fails)
            await trio.sleep(3600)


async def test_a_fault_beside_a_cancellation_is_kept_and_the_cancellation_goes_on() -> None:
    """A connection fails at the moment at which its node stops."""

    async def fails_as_it_goes() -> None:
        try:
            await trio.sleep_forever()
        finally:
            raise Invented

    with trio.CancelScope() as node:
        with contain(Hint.CHANNEL, "somebody") as contained:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(fails_as_it_goes)
                nursery.start_soon(trio.sleep_forever)
                await trio.lowlevel.checkpoint()
                node.cancel()
        raise AssertionError("it has not been cancelled")
    assert contained.failed and node.cancelled_caught


def test_what_means_something_to_who_comes_next_passes() -> None:
    for error in (KeyError("a"), ExceptionGroup("", [KeyError("a")])):
        with pytest.raises(type(error)), contain(Hint.HOST, "somebody", KeyError):
            raise error
    with pytest.raises(KeyboardInterrupt), contain(Hint.HOST, "somebody"):
        raise KeyboardInterrupt


def test_a_flood_of_faults_fills_no_log_and_nothing_of_it_is_obeyed(capfd: pytest.CaptureFixture[str]) -> None:
    kinds = [type(f"Fault{number}", (Exception,), {}) for number in range(2 * MAX_FAULTS)]
    for kind in kinds:
        for origin in ("\x1b[2Jevil\u202e._http._tcp.local.", "x" * 10_000):
            with contain(Hint.DISCOVERY, origin):
                raise kind("\x1b]0;owned\x07" + "y" * 10_000)
    written = capfd.readouterr().err
    assert written.count("failed: ") == MAX_FAULTS + 1 and written.count("more faults of hints are not") == 1
    assert all(line.isprintable() for line in written.splitlines()) and len(written) < (MAX_FAULTS + 1) * 1500
    assert "looking for tables, from evil._http._tcp.local.: Fault0\n" in written
