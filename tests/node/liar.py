"""A node that plays fairly and changes one byte of one message it shows: ``python -m tests.node.liar NUMBER``."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from protocol.transcript import Record
from tta_p2p.node.__main__ import main
from tta_p2p.node.spectators.stream import Stream


def change(number: int) -> None:
    """Change the middle of this message of every stream."""
    honest = Stream.add

    def add(stream: Stream, stored: Iterable[Record]) -> None:
        before = len(stream.messages)
        honest(stream, stored)
        if before <= number < len(stream.messages):
            data = bytearray(stream.messages[number])
            data[len(data) // 2] ^= 1
            stream.messages[number] = bytes(data)

    Stream.add = add  # type: ignore[method-assign]


if __name__ == "__main__":
    change(int(sys.argv[1]))
    sys.exit(main())
