"""A node whose program fails at what a peer says beside the game: the game goes on, and its log knows why."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tta_p2p.net import tasks
from tta_p2p.net.framing import Kind
from tta_p2p.node.game.hearing import ASIDE, Hearing
from tta_p2p.store.database import StoreError


class Part:
    """A part of a node in which everything fails."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def hear(self, operator: int, payload: bytes) -> bool:
        raise self.error

    hear_chat = hear
    charter = SimpleNamespace(operators=[SimpleNamespace(name=name) for name in ("Ann", "Bob\x1b[2J")])


def hearing(error: Exception) -> Hearing:
    """What hears at a node all of whose parts fail so."""
    part: Any = Part(error)
    return Hearing(part, part, part, part, part, part, part, part, part)


@pytest.mark.parametrize("kind", [Kind.CHAT, Kind.ATTENDED, Kind.AUTOPILOT, Kind.REMATCH])
def test_what_nobody_foresaw_in_a_word_beside_the_game_is_noted_and_its_sender_pays(
    kind: int, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "FAULTS", tasks.Faults())
    part = hearing(ZeroDivisionError("nobody foresaw this"))
    assert part.frame(1, kind, b"?") >= ASIDE
    written = capfd.readouterr().err
    assert written.startswith(f"failed: {tasks.Hint.ASIDE.value}, from Bob: ZeroDivisionError\n")
    assert written.endswith("ZeroDivisionError: nobody foresaw this\n") and "test_beside.py" in written
    assert part.frame(1, kind, b"?") >= ASIDE
    assert capfd.readouterr().err == "", "it is written down once"


@pytest.mark.parametrize(("error", "kind"), [(StoreError("full"), Kind.CHAT), (ValueError(), Kind.WENT_ON)])
def test_what_cannot_be_stored_and_what_fails_in_the_game_itself_still_stop_play(error: Exception, kind: int) -> None:
    with pytest.raises(type(error)):
        hearing(error).frame(1, kind, b"?")
