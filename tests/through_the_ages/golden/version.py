"""Which version of the rules leads the stored games where: `python -m tests.through_the_ages.golden.version`.

`version.txt` names the digest of the rules and a digest of the course of each stored game: its states with
their needs, and the claims on the way. If a game takes another course under rules of the same digest, `ENGINE` must
be raised: else nobody would notice before two peers disagree in the middle of a game.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tta_p2p.games.contract import Claim, Seat, canonical
from tta_p2p.games.through_the_ages.game import GAME

from .stored import Local, Stored, stored

FILE = Path(__file__).parent / "version.txt"


def rules() -> str:
    """Give a digest of the version of the engine and of all tables."""
    total = hashlib.blake2b(digest_size=16)
    for name, digest in sorted(GAME.rules_digests().items()):
        total.update(b"%s %s\n" % (name.encode(), digest.hex().encode()))
    return total.hexdigest()


class Course:
    """The course of one stored game, told while it is played."""

    def __init__(self, game: Stored) -> None:
        self.game = game
        self.name = f"{game.name} {hashlib.blake2b(game.text().encode(), digest_size=8).hexdigest()}"
        """The game and a digest of its acts: other acts are another game."""
        self.heard = 0
        """How many lines its log had before the entry just played."""
        self._total = hashlib.blake2b(digest_size=16)

    def play(self) -> Iterator[Local]:
        """Play the game and give it after every entry."""
        for number, (_, local) in enumerate(self.game.play()):
            if not number:
                self._hear_claims(local)
            self._total.update(GAME.digest(local.state))  # needs are part of the state
            yield local
            self.heard = len(local.log)

    def _hear_claims(self, local: Local) -> None:
        check = local.dealer.check

        def heard(seat: Seat, claims: Sequence[Claim]) -> None:
            for claim in claims:
                self._total.update(canonical(claim))
            check(seat, claims)

        local.dealer.check = heard  # type: ignore[method-assign]

    def digest(self) -> str:
        """Give the digest of the course so far."""
        return self._total.hexdigest()


@dataclass(frozen=True)
class Version:
    """A version of the rules and where it leads each game."""

    rules: str
    courses: Mapping[str, str]

    def changed(self, now: Version) -> list[str]:
        """List the games of both that take another course now."""
        both = sorted(self.courses.keys() & now.courses.keys())
        return [name for name in both if self.courses[name] != now.courses[name]]

    def text(self) -> str:
        """Give it as it is stored."""
        return "\n".join([self.rules, *(f"{name} {digest}" for name, digest in sorted(self.courses.items())), ""])

    @classmethod
    def parse(cls, text: str) -> Version:
        """Read what `text` gave."""
        first, *lines = text.splitlines()
        pairs = (line.rpartition(" ") for line in lines)
        return cls(first, {name: digest for name, _, digest in pairs})

    @classmethod
    def read(cls) -> Version:
        """Read the stored version."""
        return cls.parse(FILE.read_text())


def version() -> Version:
    """Play all stored games and give the version of now."""
    courses = {}
    for game in stored():
        course = Course(game)
        for _ in course.play():
            pass
        courses[course.name] = course.digest()
    return Version(rules(), courses)


def main() -> None:
    """Write the version, unless the rules must be given a new one first."""
    now = version()
    if FILE.exists():
        was = Version.read()
        changed = was.changed(now)
        if changed and was.rules == now.rules:
            sys.exit(f"raise ENGINE in game.py first: {', '.join(changed)} go otherwise")
    FILE.write_text(now.text())


if __name__ == "__main__":
    main()
