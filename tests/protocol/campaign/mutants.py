"""Programs that break one rule of the protocol each: a campaign that does not find them watches nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from protocol.ballots import Place
from protocol.blame import Blame
from protocol.machine import Machine
from protocol.mailbox import Mailbox
from protocol.outbox import Outbox
from protocol.play import Run
from protocol.session import Session
from protocol.steps import Steps

Mutation = Callable[[pytest.MonkeyPatch], None]


def speaks_where_it_has_spoken(patch: pytest.MonkeyPatch) -> None:
    """A node says something wherever its store has nothing, whatever others have handed over of its words."""
    patch.setattr(Outbox, "is_free", lambda self, lane, epoch, step, seat: True)


def opens_unconfirmed(patch: pytest.MonkeyPatch) -> None:
    """Nobody asks whether all have heard the same before something is opened."""

    def confirm(self: Run) -> Steps[None]:
        yield from ()

    patch.setattr(Run, "confirm", confirm)


def believes_any_promise(patch: pytest.MonkeyPatch) -> None:
    """Whoever confirms two motions first is not caught."""
    patch.setattr(Blame, "broken_promise", lambda self, envelope: None)


def forgets_what_was_beside_play(patch: pytest.MonkeyPatch) -> None:
    """Going back, a node drops what was said about piles and motions as well."""
    rewind, begin = Machine._rewind, Machine._begin

    def forgetful(self: Machine, place: Place) -> None:
        length, _ = self.course.totals_at(place)
        prefix = self.collector.records[:length]

        def without(backlog: object, expected: Iterable[bytes]) -> None:
            begin(self, prefix, expected)

        self._begin = without  # type: ignore[method-assign]
        try:
            rewind(self, place)
        finally:
            del self._begin

    patch.setattr(Machine, "_rewind", forgetful)


def forgets_words_of_piles_given_up(patch: pytest.MonkeyPatch) -> None:
    """A node does not keep for its author what was said of a pile that it has given up."""
    patch.setattr(Mailbox, "keep_for_author", lambda self, envelope: None)


def asks_for_no_proof(patch: pytest.MonkeyPatch) -> None:
    """A node asks for proof only of who has left, not of who is called a cheat and not known as one here."""

    def missing_proofs(self: Session) -> tuple[int, ...]:
        gone, seats = self._machine.course.expelled, self.charter.charter.seats_of
        return tuple(one for one in gone if not self.blame.convicts(seats(one)))

    patch.setattr(Session, "missing_proofs", property(missing_proofs))


MUTANTS: dict[str, tuple[str, int, Mutation]] = {
    "speaks where it has spoken": ("old stores", 96, speaks_where_it_has_spoken),
    "opens unconfirmed": ("two tales", 20, opens_unconfirmed),
    "believes any promise": ("motions", 2, believes_any_promise),
    "forgets words of piles given up": ("late piles", 69, forgets_words_of_piles_given_up),
    "asks for no proof": ("two tales", 35, asks_for_no_proof),
    "forgets what was beside play": ("two tales", 109, forgets_what_was_beside_play),
}
"""What such a program does wrong, and the theme and the first seed of the games that are to show it."""
