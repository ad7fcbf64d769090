"""What must never be, whatever happens to the nodes of a table: watched in every run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from protocol.charter import Charter, decode_charter
from protocol.messages import decode_envelope
from protocol.transcript import Caught, Said
from tests.simulation.computer import state_of
from tta_p2p.seats import messages as say
from tta_p2p.store.database import Store
from tta_p2p.table.audit import compare_files, read_record, verify_file

if TYPE_CHECKING:
    from tests.simulation.computer import Computer
    from tests.simulation.world import World

Slot = tuple[bytes, int, int, int]


class Watch:
    """Sees what every node stores and tells its people; ``found`` says in words what must not be."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.found: list[str] = []
        self.charter: Charter | None = None
        self.known: dict[Computer, dict[Slot, bytes]] = {}
        """What every honest node holds of what was said; of a slot the first thing that it stored."""
        self.words: dict[int, list[str]] = {}
        """What the nodes say to their people about what does not go on."""

    def find(self, what: str) -> None:
        """Something is wrong."""
        if what not in self.found:
            self.found.append(what)
            self.world.note("found", what)

    # Whose seat it is.

    def begins(self, charter: bytes) -> None:
        """The charter is signed."""
        self.charter = decode_charter(charter).charter

    def computer_of(self, seat: int) -> Computer:
        """Whose seat (of the charter) it is."""
        assert self.charter is not None
        identity = self.charter.identity_of(seat)
        return next(one for one in self.world.computers if one.key.identity == identity)

    # What nodes store.

    def stored(self, computer: Computer, records: list[bytes]) -> None:
        """A node has stored something."""
        self.world.note("stored", computer.number, len(records), sum(map(len, records)))
        if not computer.honest:
            return
        known = self.known.setdefault(computer, {})
        for data in records:
            record = read_record(data)
            if isinstance(record, Said):
                self._said(computer, known, record.envelope)
            elif isinstance(record, Caught):
                self._caught(computer, record.seat, f"{record.kind}: {record.reason}")

    def forgot(self, computer: Computer) -> None:
        """What a node knows has changed without it: another copy of its store is there, or a damaged one."""
        known = self.known[computer] = {}
        store = Store(computer.home)
        try:
            for row in store.games():
                journal = store.read_journal(row.sid)
                for data in (*journal.records, *journal.beyond):
                    record = read_record(data)
                    if isinstance(record, Said):
                        envelope = decode_envelope(record.envelope)
                        known.setdefault(envelope.slot, envelope.id)
        finally:
            store.close()

    def _said(self, computer: Computer, known: dict[Slot, bytes], data: bytes) -> None:
        envelope = decode_envelope(data)
        known.setdefault(envelope.slot, envelope.id)
        author = self.computer_of(envelope.seat)
        if not author.honest:
            return
        self.world.note("said", computer.number, envelope.seat, *envelope.slot[1:3], envelope.id.hex()[:12])
        for other, theirs in self.known.items():
            if not other.given_up and theirs.get(envelope.slot, envelope.id) != envelope.id:
                self.world.count("said twice")
                where = f"at step {envelope.step} of epoch {envelope.epoch} in lane {envelope.lane.hex()[:8]}"
                self.find(
                    f"honest node {author.number} said two things {where}: nodes {other.number} and {computer.number}"
                )

    def _caught(self, computer: Computer, seat: int, what: str) -> None:
        if self.computer_of(seat).honest:
            self.world.count("accusations of honest")
            self.find(f"node {computer.number} accuses the honest node {self.computer_of(seat).number} of {what}")
        else:
            self.world.count("accusations of liars")

    # What nodes tell their people.

    def told(self, computer: Computer, said: say.Reply) -> None:
        """A node says something to somebody at it."""
        match said:
            case say.Accused(seat, _, kind) if computer.honest:
                self._caught(computer, seat, kind)
            case say.Halted(key, args):
                self.world.note("halted", computer.number, key, args)
                self.words.setdefault(computer.number, []).append(key)
                differs = key in ("differ", "differ-here") and not self.world.villains
                if (key in ("fault", "doubled") or differs) and computer.honest:
                    self.find(f"node {computer.number} plays no further: {key} {args}")
            case say.Failed("node.fault" | "node.fault-showing", args) if computer.honest:
                self.find(f"node {computer.number} has failed: {args}")
            case _:
                pass

    # The end.

    def at_the_end(self) -> None:
        """Nothing runs any more: every copy of a finished game verifies, and all of them agree."""
        files = []
        for person in self.world.people:
            if person.looks and not person.greeted:
                self.find(f"the person at node {person.computer.number} hears nothing from it")
        for computer in self.world.computers:
            status = state_of(computer.home)
            self.world.note("at the end", computer.number, status)
            self.world.count(f"nodes {status}")
            if status == "over" and computer.honest:
                files += self._finished(computer)
            for path in (computer.home / "certificates").glob("*"):
                seat = int(path.name.partition("-seat")[2].partition(".")[0])
                if computer.honest and self.computer_of(seat).honest:
                    self._caught(computer, seat, path.name)
        for one in compare_files(files):
            if one.relation != "equal":
                self.find(f"two finished copies compare as {one.relation}")

    def _finished(self, computer: Computer) -> list[Path]:
        """The file of a node at which the game is over; what it has made of it is looked at, or it is verified here."""
        found = sorted((computer.home / "transcripts").glob("*.tta"))
        if not found:
            self.find(f"the game is over at node {computer.number}, and there is no transcript")
            return []
        verdict = computer.verdict or verify_file(found[0])
        if verdict.status != "finished":
            self.find(f"the file of node {computer.number} is {verdict.status}: {verdict.reason}")
        for accused in verdict.accused:
            if self.computer_of(accused.seat).honest:
                self.find(f"the file of node {computer.number} calls the honest seat {accused.seat} a cheat")
        return found
