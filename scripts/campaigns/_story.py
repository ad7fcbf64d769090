"""The story of a game between processes: what nodes reported and what each Tor logged, in the order of time."""

import re
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from campaigns._sides import LINE, Report, Side

_LINE = re.compile(r"(\w{3} \d\d \d\d:\d\d:\d\d\.\d{3}) \[(\w+)\] (.*)")
_MATTERS = re.compile(
    r"(hs_|rend_|connection_ap_handle_onion|connection_ap_handshake_attach|handle_hs|service_|client_)"
)
"""Functions of Tor that tell how a service comes and is looked for."""


class Story:
    """Events at a table, in their order."""

    def __init__(self) -> None:
        self.began, self._wall = time.monotonic(), time.time()
        self.part = self.began
        """When the part of the game began that is looked at now."""
        self.sides = list[Side]()
        self.logs = dict[str, Path]()
        """The log of each Tor, by whose it is."""
        self.readers = dict[str, Report]()
        """The lines told to those that look on, by the node that tells them."""
        self._noted = list[tuple[float, str]]()

    def begin(self, text: str) -> float:
        """A part of the game begins, now, with this."""
        self.part = time.monotonic()
        self._noted.append((self.part, text))
        return self.part

    def since(self, began: float) -> list[str]:
        """Give the events since this moment, with seconds from there."""
        lines = [*self._noted, *((at, f"{side.plan.name}: {line}") for side in self.sides for at, line in side.lines)]
        lines += [(at, f"{name} reads: {line}") for name, told in self.readers.items() for at, line in told.lines]
        lines += [line for name, path in self.logs.items() for line in self._logged(name, path)]
        return [f"{at - began:8.2f}  {text[:LINE]}" for at, text in sorted(lines) if at >= began]

    def _logged(self, name: str, path: Path) -> Iterator[tuple[float, str]]:
        year = datetime.now().year
        for line in path.read_text(errors="replace").splitlines() if path.exists() else ():
            found = _LINE.match(line)
            if found and (found[2] != "info" or _MATTERS.match(found[3])):
                moment = datetime.strptime(f"{year} {found[1]}", "%Y %b %d %H:%M:%S.%f").timestamp()
                yield moment - self._wall + self.began, f"{name}'s Tor: {found[3]}"
