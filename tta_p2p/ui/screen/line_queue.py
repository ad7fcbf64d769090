"""The lines that keys stand for, in the order in which they wait to be read as if they had been typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import trio

AUTOMATIC_QUERIES = "the past"
"""What a line is about that nobody has typed: it never answers a question."""


class QueuedLine(NamedTuple):
    """A line, and what it asks about by itself; empty: a person means it.

    `answers`: whether a question was in sight as it was said; `decision`: that which it is about (`choice_key`).
    """

    line: str
    about: str = ""
    answers: bool = False
    decision: str | None = None


class LineQueue:
    """Lines on their way from the keys to the client."""

    def __init__(self, asks: Callable[[], bool], decision: Callable[[], str]) -> None:
        """``asks`` tells whether a question is in sight; ``decision``: what is to be decided (`choice_key`)."""
        self._asks, self._decision = asks, decision
        self._send, self.channel = trio.open_memory_channel[QueuedLine | None](float("inf"))
        self._held: list[QueuedLine] | None = None
        """Lines that wait to be looked at (`hold`); None: none does."""

    def put(self, line: str) -> None:
        """Say a line as if it had been typed."""
        self.enqueue(QueuedLine(line, answers=self._asks()))

    def put_act(self, line: str) -> None:
        """Say a line about the decision in sight: once something else is to be decided, nobody means it any more."""
        self.enqueue(QueuedLine(line, answers=self._asks(), decision=self._decision()))

    def enqueue(self, line: QueuedLine) -> None:
        """Say a line, also one that was held."""
        if self._held is not None:
            self._held.append(line)
        else:
            self._send.send_nowait(line)

    @contextmanager
    def hold(self) -> Iterator[list[QueuedLine]]:
        """Keep the lines that are said meanwhile in a list, for somebody who says those of them that are meant."""
        held = self._held = []
        try:
            yield held
        finally:
            self._held = None

    def ask(self, line: str, about: str) -> None:
        """Ask something that nobody has typed."""
        self._send.send_nowait(QueuedLine(line, about))

    def hang_up(self) -> None:
        """No line comes any more: the terminal is gone, or somebody ends the program."""
        self._send.send_nowait(None)

    async def get(self) -> QueuedLine | None:
        """Give the next line; None: there is none any more."""
        return await self.channel.receive()
