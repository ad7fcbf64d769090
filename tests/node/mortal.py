"""A node that dies when it is about to erase its secrets: ``python -m tests.node.mortal``."""

from __future__ import annotations

import os
import sys

from tta_p2p.node.__main__ import main
from tta_p2p.store.database import Store


def die(store: Store, sid: bytes, beginning: bytes) -> None:
    os._exit(77)


if __name__ == "__main__":
    Store.erase = die  # type: ignore[method-assign]
    sys.exit(main())
