"""How games of the protocol end: who vanishes, who votes to go on, what is proved of it."""

from __future__ import annotations

from protocol.messages import Motion
from protocol.operations import Act
from protocol.transcript import write as write_file
from protocol.verdict import Verdict, verify_file
from tests.protocol.session.world import dealt
from tests.protocol.table import OpenReferee, Table


def without(*operators: int, kind: str = "forfeit") -> Motion:
    return Motion(kind, 0, b"so be it", operators)  # type: ignore[arg-type]


def verdict(table: Table, operator: int) -> Verdict:
    file = write_file(table.signed, table.records(operator))
    return verify_file(file, lambda charter: OpenReferee(table.claims))


def two_vanish_at_once() -> Table:
    table = dealt()
    table.play(Act(2))
    table.kill(2)
    table.kill(3)
    return table
