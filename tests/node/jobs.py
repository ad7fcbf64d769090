"""What workers are asked to do in tests. They load this file for it, which therefore needs next to nothing."""

from __future__ import annotations

import os
import sys
import threading
import time


def broken(number: int) -> int:
    raise MemoryError(number)


def dies(number: int) -> int:
    os._exit(number)


def leaves(number: int) -> int:
    sys.exit(number)


def interrupts(number: int) -> int:
    raise KeyboardInterrupt(number)


class Unsendable(BaseException):
    """An exception that no pickle makes anew."""

    def __init__(self, what: str, *, why: str) -> None:
        super().__init__(what + why)
        self.lock = threading.Lock()


def raises_what_cannot_be_sent(number: int) -> int:
    raise Unsendable("x", why=f"{number}")


def gives_what_cannot_be_sent(number: int) -> object:
    return threading.Lock()


def prints(number: int) -> int:
    print("this is no answer", flush=True)
    os.write(1, b"nor is this")
    return number


def takes_a_while(number: int) -> int:
    time.sleep(0.7)
    return number
