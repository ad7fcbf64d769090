"""What must never be, whatever happens to the nodes of a table: watched in every run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from protocol.certificates import Certificate
from protocol.charter import Charter, decode_charter
from protocol.messages import decode_envelope
from protocol.transcript import MessageRecord, ProofRecord
from tests.simulation.computer import state_of
from tta_p2p.seats import messages as say
from tta_p2p.seats.names import BY_PROGRAM
from tta_p2p.store.database import Store
from tta_p2p.table.audit import FileComparison, compare_files, read_record, verify_file

if TYPE_CHECKING:
    from tests.simulation.computer import Computer
    from tests.simulation.world import World

Slot = tuple[bytes, bytes, int, int, int]
"""A game and a slot of it."""


class Watch:
    """Sees what every node stores and tells its people; ``found`` says in words what must not be."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.found: list[str] = []
        self.charters: dict[str, Charter] = {}
        """The charters of all games that have begun, by their ids."""
        self.known: dict[Computer, dict[Slot, bytes]] = {}
        """What every honest node holds of what was said; of a slot the first thing that it stored."""
        self.vanished: set[Slot] = set()
        """What honest people had said and no store has any more: its author may say it anew, and only who looked on
        can still know."""
        self.words: dict[int, list[str]] = {}
        """What the nodes say to their people about what does not go on."""

    def find(self, what: str) -> None:
        """Something is wrong."""
        if what not in self.found:
            self.found.append(what)
            self.world.note("found", what)

    # Whose seat it is.

    def begins(self, charter: bytes) -> None:
        """A charter is signed."""
        begun = decode_charter(charter).charter
        self.charters.setdefault(begun.sid.hex(), begun)

    def computer_of(self, sid: str, seat: int) -> Computer:
        """Whose seat (of the charter) it is in this game."""
        identity = self.charters[sid].identity_of(seat)
        return next(one for one in self.world.computers if one.key.identity == identity)

    def named(self, sid: str, name: str) -> Computer:
        """Whose node has this name in this game."""
        (found,) = (one.identity for one in self.charters[sid].operators if one.name == name)
        return next(one for one in self.world.computers if one.key.identity == found)

    # What nodes store.

    def stored(self, computer: Computer, sid: bytes, records: list[bytes]) -> None:
        """A node has stored something."""
        self.world.note("stored", computer.number, len(records), sum(map(len, records)))
        if not computer.honest:
            return
        known = self.known.setdefault(computer, {})
        for data in records:
            record = read_record(data)
            if isinstance(record, MessageRecord):
                self._said(computer, known, record.envelope)
            elif isinstance(record, ProofRecord):
                self._caught(computer, sid.hex(), record.seat, f"{record.kind}: {record.reason}")

    def forgot(self, computer: Computer) -> None:
        """What a node knows has changed without it: another copy of its store is there, or a damaged one."""
        before = self.known.get(computer, {})
        known = self.known[computer] = {}
        store = Store(computer.home)
        try:
            for row in store.games():
                journal = store.read_journal(row.sid)
                for data in (*journal.records, *journal.beyond):
                    record = read_record(data)
                    if isinstance(record, MessageRecord):
                        envelope = decode_envelope(record.envelope)
                        known.setdefault((envelope.sid, *envelope.slot), envelope.id)
        finally:
            store.close()
        kept = {slot for one, theirs in self.known.items() if not one.given_up for slot in theirs}
        self.vanished |= before.keys() - kept

    def _said(self, computer: Computer, known: dict[Slot, bytes], data: bytes) -> None:
        envelope = decode_envelope(data)
        slot = (envelope.sid, *envelope.slot)
        known.setdefault(slot, envelope.id)
        author = self.computer_of(envelope.sid.hex(), envelope.seat)
        if not author.honest:
            return
        self.world.note("said", computer.number, envelope.seat, *envelope.slot[1:3], envelope.id.hex()[:12])
        for other, theirs in self.known.items():
            if not other.given_up and theirs.get(slot, envelope.id) != envelope.id:
                self.world.count("said twice")
                where = f"at step {envelope.step} of epoch {envelope.epoch} in lane {envelope.lane.hex()[:8]}"
                self.find(
                    f"honest node {author.number} said two things {where}: nodes {other.number} and {computer.number}"
                )

    def _caught(self, computer: Computer, sid: str, seat: int, what: str) -> None:
        accused = self.computer_of(sid, seat)
        if accused.honest:
            self.world.count("accusations of honest")
            self.find(f"node {computer.number} accuses the honest node {accused.number} of {what}")
        else:
            self.world.count("accusations of liars")

    # What nodes tell their people.

    def told(self, computer: Computer, said: say.Reply) -> None:
        """A node says something to somebody at it."""
        match said:
            case say.AccusationReply(seat, _, kind) if computer.honest:
                self._caught(computer, computer.sid, seat, kind)
            case say.HaltReply(key, args):
                self.world.note("halted", computer.number, key, args)
                self.words.setdefault(computer.number, []).append(key)
                # Nobody honest comes to another state than the others, or seems to: a liar lies about its own alone.
                named = args[0] if args else None
                liars = {self.world.plans[one.number].name for one in self.world.villains}
                differs = key in ("differ", "differ-here") and named not in liars
                if (key in ("fault", "doubled") or differs) and computer.honest:
                    self.find(f"node {computer.number} plays no further: {key} {args}")
            case say.ErrorReply("node.fault" | "node.fault-showing", args) if computer.honest:
                self.find(f"node {computer.number} has failed: {args}")
            case _:
                pass

    def told_outside(self, who: str, said: say.Reply) -> None:
        """Somebody who looks on is told something."""
        names = {self.world.plans[one.number].name for one in self.world.villains}
        match said:
            case say.AccusationReply(_, name, "equivocation") if name.removesuffix(BY_PROGRAM) in self._vanished_of():
                self.world.count("words that only who looks on still had")
            case say.AccusationReply(_, name, kind) if name.removesuffix(BY_PROGRAM) not in names:
                self.find(f"{who} is told that honest {name} is a cheat: {kind}")
            case say.HaltReply("fault-watching", args):
                self.find(f"{who} can watch no further: {args}")
            case say.GameOverReply(_, verdict) if verdict not in (
                {"fair", "convicted"} if names | self._vanished_of() else {"fair"}
            ):
                self.find(f"{who} sees an end that is {verdict}")
            case _:
                pass

    def _vanished_of(self) -> set[str]:
        """The names of those of whose words every store has lost some."""
        found = (self.computer_of(sid.hex(), seat) for sid, _, _, _, seat in self.vanished)
        return {self.world.plans[one.number].name for one in found}

    # The end.

    def at_the_end(self) -> None:
        """Nothing runs any more: every copy of a finished game verifies, and all of them agree."""
        files: dict[str, list[Path]] = {sid: [] for sid in self.charters}
        for person in self.world.people:
            if person.looks and not person.greeted:
                self.find(f"the person at node {person.computer.number} hears nothing from it")
        for computer in self.world.computers:
            for sid in self.charters:
                status = state_of(computer.home, sid)
                self.world.note("at the end", computer.number, status)
                self.world.count(f"nodes {status}")
                if status == "over" and computer.honest:
                    files[sid] += self._finished(computer, sid)
            for path in (computer.home / "certificates").glob("*"):
                begin, _, rest = path.name.partition("-seat")
                seat, sid = int(rest.partition(".")[0]), next(one for one in self.charters if one.startswith(begin))
                if computer.honest and self.computer_of(sid, seat).honest:
                    self._caught(computer, sid, seat, path.name)
        for one in self.world.spectators:
            lacks = one.watching is not None and one.file is None and not one.watching.told.is_set()
            if self.world.theme == "nothing" and lacks:
                self.find(f"spectator {one.number} looks on and is not shown the end, though nothing goes wrong")
            if one.file is not None and (sid := one.sid) in files and verify_file(one.file).status == "finished":
                files[sid].append(one.file)
        for sid, found in files.items():
            for compared in compare_files(found):
                self.compare(sid, compared)

    def compare(self, sid: str, found: FileComparison) -> None:
        """Two finished copies are one course of one game; what a liar has said beside it may stand in them twice.

        So may, in what somebody who looked on has kept, a word that every store has lost, and what was said for it.
        """
        told = [certificate for certificate in found.certificates if not self._of_vanished(certificate)]
        lost = len(told) < len(found.certificates)
        cheats = [self.computer_of(sid, certificate.seat) for certificate in told]
        if any(cheat.honest for cheat in cheats):
            self.find("two finished copies convict somebody honest")
        elif found.relation == "different" and (cheats or lost) and self._ends_alike(found):
            self.world.count("copies with two tales beside play" if cheats else "copies with a word that was lost")
        elif found.relation != "equal":
            self.find(f"two finished copies compare as {found.relation}")

    def _of_vanished(self, certificate: Certificate) -> bool:
        """Whether it convicts somebody of a word that every store has lost."""
        if certificate.kind != "equivocation":
            return False
        envelope = decode_envelope(certificate.evidence[0])
        return (envelope.sid, *envelope.slot) in self.vanished

    @staticmethod
    def _ends_alike(found: FileComparison) -> bool:
        return verify_file(found.first).chain == verify_file(found.second).chain

    def _finished(self, computer: Computer, sid: str) -> list[Path]:
        """The file of a node at which a game is over; what it has made of it is looked at, or it is verified here."""
        found = sorted((computer.home / "transcripts").glob(f"{sid[:16]}.tta"))
        if not found:
            self.find(f"the game is over at node {computer.number}, and there is no transcript")
            return []
        verdict = computer.verdicts.get(sid) or verify_file(found[0])
        if verdict.status != "finished":
            self.find(f"the file of node {computer.number} is {verdict.status}: {verdict.reason}")
        for accused in verdict.accused:
            if self.computer_of(sid, accused.seat).honest:
                self.find(f"the file of node {computer.number} calls the honest seat {accused.seat} a cheat")
        return found
