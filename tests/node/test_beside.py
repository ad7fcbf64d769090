"""A node whose program fails at what a peer says beside the game: the game goes on, and its log knows why."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tta_p2p.net import tasks
from tta_p2p.net.framing import FrameKind
from tta_p2p.node.game.loop import GameLoop
from tta_p2p.node.game.part import FrameValue
from tta_p2p.node.game.parts import find_parts
from tta_p2p.store.database import StoreError


def hearing(error: Exception) -> GameLoop:
    """As much of the loop of a game as hears frames; every part of it fails so."""

    def fail(operator: int, kind: FrameKind, payload: bytes) -> FrameValue:
        raise error

    names = ("Ann", "Bob\x1b[2J")
    part: Any = SimpleNamespace(hear=fail)
    loop: Any = GameLoop.__new__(GameLoop)
    loop.context = SimpleNamespace(name=lambda operator: names[operator])
    loop.catch_up = part
    loop._hears = {kind: SimpleNamespace(hear=fail) for kind in FrameKind} | {FrameKind.HEADS: part}
    hears: GameLoop = loop
    return hears


NEWS = 1.0
"""What a frame costs that says something new, as every honest peer says it: many at once are bounded, none is guilt."""


@pytest.mark.parametrize("kind", [*sorted({kind for part in find_parts() for kind in part.kinds})])
def test_what_nobody_foresaw_in_a_word_beside_the_game_is_noted_and_its_sender_pays(
    kind: int, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "FAULTS", tasks.FaultLog())
    loop = hearing(ZeroDivisionError("nobody foresaw this"))
    assert 0 < loop._hear(1, kind, b"?") <= NEWS
    written = capfd.readouterr().err
    assert written.startswith(f"failed: {tasks.Hint.ASIDE.value}, from Bob: ZeroDivisionError\n")
    assert written.endswith("ZeroDivisionError: nobody foresaw this\n") and "test_beside.py" in written
    assert 0 < loop._hear(1, kind, b"?") <= NEWS
    assert capfd.readouterr().err == "", "it is written down once"


@pytest.mark.parametrize(("error", "kind"), [(StoreError("full"), FrameKind.CHAT), (ValueError(), FrameKind.HEADS)])
def test_what_cannot_be_stored_and_what_fails_in_the_game_itself_still_stop_play(error: Exception, kind: int) -> None:
    with pytest.raises(type(error)):
        hearing(error)._hear(1, kind, b"?")
