"""Makes the frozen test vectors of `protocol/vectors/`: `scripts/make-vectors` writes them, `test_vectors.py` compares.

Everything secret comes from fixed bytes, so the same code makes the same files on every machine. Hexadecimal strings
are bytes; numbers are numbers. A vector that changes is a change of the protocol: every peer and every file notices.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.protocol.vectors import certificates, game, hashing, messages, proofs

PLACE = Path(__file__).parents[3] / "protocol" / "vectors"


def make() -> dict[str, str]:
    """The text of every file of vectors, by its name."""
    parts = {**hashing.make(), **proofs.make(), **messages.make(), **game.make(), **certificates.make()}
    return {f"{name}.json": json.dumps(content, indent=1, ensure_ascii=False) + "\n" for name, content in parts.items()}
