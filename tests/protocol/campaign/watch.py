"""What must never be, whatever happens at a table: watched in every game of a campaign."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from protocol import certificates, replay
from protocol.compare import compare
from protocol.elgamal import Ciphertext
from protocol.errors import BadEncoding, ProtocolError
from protocol.events import (
    DuplicateNode,
    Event,
    SeatConvicted,
    SeatsLeft,
    SecretsLost,
    SessionFailed,
    SessionRestarted,
    StatesDiverged,
)
from protocol.group import EDWARDS25519, Element, Scalar
from protocol.messages import (
    ActMessage,
    Confirmation,
    Echo,
    Envelope,
    FaceClaim,
    MoveMessage,
    Parts,
    SealOpen,
    Shares,
    decode_body,
    decode_envelope,
)
from protocol.motions import WITHOUT_LEAVER
from protocol.operations import Bundle, Deal, Operation, Pass, Peek, Remix, Show
from protocol.proofs import escrow, share
from protocol.replay import NO_PROOF
from protocol.transcript import PLAY, write
from protocol.verdict import verify_file
from protocol.wire import decode
from tests.protocol.campaign.boxes import Combined
from tests.protocol.campaign.people import Mind, Player, accusations
from tests.protocol.campaign.rules import Deed, Rules

if TYPE_CHECKING:
    from tests.protocol.campaign.play import Game

Slot = tuple[bytes, int, int, int]
Layers = Mapping[bytes, Element]


class Published:
    """Every layer of a card that a proof of somebody shows, once that proof has left its machine."""

    def __init__(self) -> None:
        self.proved: dict[bytes, tuple[bytes, list[Element], list[Element]]] = {}
        self.layers: dict[Element, dict[bytes, Element]] = {}
        self._firsts: Sequence[Element] = ()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Take note of all shares that programs check; only one game at a time is listened to."""
        verify, recombine = share.verify, escrow.recombine

        def shares(group: Any, context: Any, key: Any, firsts: Sequence[Element], proof: bytes) -> list[Element]:
            layers = verify(group, context, key, firsts, proof)
            self._firsts = firsts
            self.proved.setdefault(proof, (key, list(firsts), layers))
            return layers

        def recovered(dealing: escrow.Dealing, recovery: Any) -> list[Element]:
            layers = recombine(dealing, recovery)
            self._publish(dealing.commitments[0], self._firsts, layers)
            return layers

        share.verify, escrow.recombine = shares, recovered  # type: ignore[assignment]
        try:
            yield
        finally:
            share.verify, escrow.recombine = verify, recombine

    def sent(self, envelope: Envelope) -> None:
        """A message is on its way; what it proves is known to everybody."""
        try:
            body = decode_body(envelope.body)
        except BadEncoding:
            return
        bodies = body.parts if isinstance(body, Parts) else (body,)
        proofs = tuple(one.proof for one in bodies if isinstance(one, Shares))
        proofs = body.proofs if isinstance(body, ActMessage | SealOpen) else proofs
        for proof in proofs:
            if proof in self.proved:
                self._publish(*self.proved[proof])

    def _publish(self, key: bytes, firsts: Sequence[Element], layers: Sequence[Element]) -> None:
        for first, layer in zip(firsts, layers, strict=True):
            self.layers.setdefault(first, {})[key] = layer


def passes(mind: Mind, body: object) -> bool:
    """Whether cards go to somebody who sees them by this; what goes back to all is seen by nobody."""
    operation = mind.session.course.operation or mind.asked_for
    asked = operation.parts if isinstance(operation, Bundle) else (operation,)
    said = body.parts if isinstance(body, Parts) else (body,)
    return any(isinstance(one, MoveMessage) for one in said) and any(isinstance(part, Pass) for part in asked)


def gives_layers(body: object) -> bool:
    """Whether a message is nothing but layers of cards: the same whoever hears which proof of them."""
    said = body.parts if isinstance(body, Parts) else (body,)
    return all(isinstance(one, Shares) for one in said)


class Watch:
    """Collects what happens in a game and says what of it must not be; ``found`` is in words."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found: list[str] = []
        self.published = Published()
        self._spoken: dict[Slot, dict[bytes, int]] = {}
        self._first: dict[tuple[int, int], dict[bytes, set[bytes]]] = {}
        """By epoch and seat: the messages in which a motion is said to be the first confirmed, by that motion."""
        self._forgotten: set[bytes] = set()
        """Messages that only liars or nobody still knows, of nodes that came back with an older store."""
        self._ciphers: dict[Ciphertext, set[int]] = {}
        self._may_see: set[int] = set()
        self._theirs: set[Ciphertext] = set()
        """Cards as they were when only liars had layers on them: everybody honest had left the table."""
        self._held = Combined()
        self._checked: set[tuple[int, str]] = set()

    def find(self, what: str) -> None:
        """Something is wrong."""
        if what not in self.found:
            self.found.append(what)

    # Nothing is said twice.

    def said(self, mind: Mind, data: bytes) -> None:
        """A program sends a message."""
        envelope = decode_envelope(data)
        self.published.sent(envelope)
        if not isinstance(mind, Player) or not mind.own(envelope):
            return
        contents = self._spoken.setdefault(envelope.slot, {})
        if envelope.id not in contents:
            contents[envelope.id] = mind.life
            self._said_twice(envelope.seat, contents, f"in {envelope.slot[1:]} of lane {envelope.lane.hex()[:8]}")
            in_game = all(ballot.lane.id != envelope.lane for ballot in mind.session._machine.ballots)
            if mind.session.paused and in_game and envelope.epoch >= mind.session.heads()[PLAY][0]:
                self.find(f"operator {mind.operator} says something in the game in a pause, in {envelope.slot[1:]}")
            body = decode_body(envelope.body)
            if envelope.lane == PLAY and (isinstance(body, SealOpen) or gives_layers(body) or passes(mind, body)):
                self._opened(mind, envelope)
            if isinstance(body, Confirmation):
                firsts = self._first.setdefault((envelope.epoch, envelope.seat), {})
                firsts.setdefault(repr(body.first).encode(), set()).add(envelope.id)
                self._confirmed_twice(envelope.epoch, envelope.seat, firsts)

    def _opened(self, mind: Mind, opening: Envelope) -> None:
        """Nothing is opened before everybody has confirmed that it was told the same."""
        mine = mind.session.messages
        for other in self.game.honest():
            theirs = other.session.messages
            for slot, said in (
                mine.items() if other.operator in mind.session.play.operators(mind.session.play.present) else ()
            ):
                if slot[0] == PLAY and slot[1] == opening.epoch and slot[2] < opening.step and slot in theirs:
                    same = theirs[slot].id == said.id or isinstance(body := decode_body(said.body), Echo)
                    same = same or gives_layers(body)
                    # Who confirmed one thing and came back without knowing of it has told two tales to nobody's gain.
                    same = same or (not self.game.lies(said.seat) and self._excused(said.seat))
                    if not same and other.session.heads()[PLAY][0] == opening.epoch:
                        where = f"in {opening.slot[1:]} although seat {said.seat} told two tales in {slot[1:]}"
                        self.find(f"operator {mind.operator} opens something {where}")

    def promises(self) -> None:
        """Who has confirmed two motions first, and was heard by one honest node, is caught there."""
        for mind in self.game.honest():
            firsts: dict[tuple[int, int], set[bytes]] = {}
            for said in mind.session.messages.values():
                body = None if said.lane == PLAY else decode_body(said.body)
                if isinstance(body, Confirmation):
                    firsts.setdefault((said.epoch, said.seat), set()).add(repr(body.first).encode())
            for (epoch, seat), found in firsts.items():
                if len(found) > 1 and seat not in mind.session.blame.certificates:
                    self.find(f"operator {mind.operator} lets seat {seat} confirm two motions first in epoch {epoch}")

    def _said_twice(self, seat: int, contents: Mapping[bytes, int], where: str) -> None:
        if len(contents) > 1:
            if len(contents.keys() - self._forgotten) > 1:
                self.game.count("said twice")
                self.find(f"honest seat {seat} said two things {where}, in lives {sorted(contents.values())}")
            else:
                self.game.count("said twice what only liars or nobody knew")

    def _confirmed_twice(self, epoch: int, seat: int, firsts: Mapping[bytes, set[bytes]]) -> None:
        standing = [motion for motion, ids in firsts.items() if ids - self._forgotten]
        if len(standing) > 1:
            self.game.count("said twice")
            self.find(f"honest seat {seat} confirmed two motions first in epoch {epoch}: {standing}")

    def forgotten(self, player: Player) -> None:
        """A node that may have forgotten some of its words is about to speak: what can nobody have told it?

        What an honest node that it waited for knew when it said that this was all, or knows where it was not asked.
        """
        asked = player.session.play.operators(player.session.play.present)
        known = set(player.knows())
        for other in self.game.honest():
            if other.operator in asked and other.operator not in player.without and other is not player:
                known |= player.told.get(other.operator, other.knows())
        mine = {slot: ids for slot, ids in self._spoken.items() if slot[3] in player.seats}
        last: dict[tuple[bytes, int, int], int] = {}
        epochs: dict[int, int] = {}
        for (lane, epoch, step, seat), ids in mine.items():
            if ids.keys() & known:
                last[lane, epoch, seat] = max(step, last.get((lane, epoch, seat), -1))
                epochs[seat] = max(epoch, epochs.get(seat, 0))
        for (lane, epoch, step, seat), ids in mine.items():
            # Before words of its own that it is told it says nothing, whatever else it has forgotten.
            if step > last.get((lane, epoch, seat), -1) and epoch >= epochs.get(seat, 0):
                self._forgotten |= ids.keys() - known

    def _excused(self, seat: int) -> bool:
        """Whether a seat may have said two things without any fault of its program."""
        said = any(slot[3] == seat and len(ids) > 1 for slot, ids in self._spoken.items())
        return said or any(at[1] == seat and len(firsts) > 1 for at, firsts in self._first.items())

    # Nobody honest is blamed, and nobody honest stops.

    def event(self, mind: Mind, event: Event) -> None:
        """Somebody's program says something."""
        if not mind.honest:
            return
        match event:
            case SeatConvicted(seat, certificate):
                self._accused(mind, seat, certificate)
            case DuplicateNode(seat) if not any(
                slot[3] == seat and ids.keys() & self._forgotten for slot, ids in self._spoken.items()
            ):
                self.find(f"operator {mind.operator} takes itself for a second copy")
            case SecretsLost(_, reason) if not (isinstance(mind, Player) and mind.ever_stale):
                self.find(f"operator {mind.operator} has lost a secret: {reason}")
            case StatesDiverged(seat, reason) if not self.game.liars:
                self.find(f"operator {mind.operator} differs from seat {seat}, and nobody lies: {reason}")
            case StatesDiverged(-1, reason):
                self.find(f"operator {mind.operator} cannot go on: {reason}")
            case SessionFailed(fault) if not any(why in fault.why for why in ("MemoryError", "RecursionError", "raid")):
                self.find(f"operator {mind.operator} fails {fault.doing}: {fault.why}\n{fault.trace}")
            case _:
                pass
        if isinstance(event, SessionRestarted):
            self.game.count("went back")
        if isinstance(event, DuplicateNode):
            self.game.count("took itself for a second copy")

    def _accused(self, mind: Mind, seat: int, certificate: certificates.Certificate) -> None:
        if self.game.lies(seat):
            self.game.count("accusations of liars")
        elif self._excused(seat):
            self.game.count("accusations of honest seats that had forgotten their words")
        else:
            self.game.count("accusations of honest")
            self.find(
                f"operator {mind.operator} accuses honest seat {seat} of {certificate.kind}: {certificate.reason}"
            )
        if (seat, certificate.kind) not in self._checked or certificate.kind == "equivocation":
            self._checked.add((seat, certificate.kind))
            self._check(certificate)

    def proofs(self, here: Sequence[Mind]) -> None:
        """Of those who are here and have told each other all, nobody lacks a proof that another one has."""
        for mind in here:
            for _, motion in mind.session._machine.ballots:
                seats = self.game.signed.charter.seats_of(motion.operator)
                if motion.kind != "cheated" or motion.operator == mind.operator or mind.session.blame.convicts(seats):
                    continue
                if any(other.session.proof(motion.operator) for other in here):
                    self.find(f"operator {mind.operator} is not shown that operator {motion.operator} is a cheat")

    def _check(self, certificate: certificates.Certificate) -> None:
        """Whom it accuses it convicts, from nothing but its bytes."""
        read = certificates.decode_certificate(certificate.encode())
        try:
            replay.check(read, Rules)
        except (ProtocolError, AssertionError) as error:
            self.find(f"a certificate against seat {read.seat} ({read.kind}: {read.reason}) does not convince: {error}")

    # No hidden card is seen.

    def cards(self, mind: Mind) -> None:
        """Take down every card there is at somebody's table, and who may see what by the rules."""
        for handle, card in mind.session.play.table.cards.items():
            self._ciphers.setdefault(card.cipher, set()).add(handle)
            if all(self.game.lies(seat) for seat in mind.session.play.seated):
                self._theirs.add(card.cipher)
            if card.face is not None:
                self._may_see.add(handle)

    def liar(self, mind: Mind) -> None:
        """Take down what a liar holds of the keys of others."""
        self._held.hold(mind.session.play, self.game.liars)

    def allow(self, operation: Operation) -> None:
        """The rules ask for this at somebody honest."""
        match operation:
            case Bundle(parts):
                for part in parts:
                    self.allow(part)
            case Show(handles):
                self._may_see |= set(handles)
            case Deal(handles, seat) | Peek(handles, seat) | Pass(handles, seat) if self.game.lies(seat):
                self._may_see |= set(handles)
            case Remix(seat, handles, _, into) if self.game.lies(seat):
                self._may_see |= {*handles, *into}
            case _:
                pass

    def shown_by(self, payload: bytes) -> None:
        """Somebody honest opens a card by what it claims."""
        self._may_see |= {claim.handle for claim in decode(payload, Deed, 65536).claims if isinstance(claim, FaceClaim)}

    def hidden_cards(self) -> None:
        """All liars together, with their keys and all that was ever published, open no card but what they may see."""
        group = EDWARDS25519
        secrets: set[Scalar] = set()
        faces: dict[Element, str] = {}
        for minds in self.game.minds.values():
            for mind in minds:
                faces |= mind.session.play.faces
                if not mind.honest:
                    secrets |= {own.masking for own in mind.session.play.own.values()}
        opened = 0
        hidden = {
            cipher: handles
            for cipher, handles in self._ciphers.items()
            if not handles & self._may_see and cipher not in self._theirs
        }
        for cipher, handles in hidden.items():
            layers = list(self.published.layers.get(cipher.a, {}).values())
            layers += [group.mul(cipher.a, secret) for secret in sorted(secrets)]
            layers = sorted({*layers, *self._held.layers([cipher.a], self.published.layers)})
            for count in range(len(layers) + 1):
                for some in itertools.combinations(layers, count):
                    point = cipher.b
                    for layer in some:
                        point = group.sub(point, layer)
                    opened += point in faces
                    if point in faces:
                        self.find(f"card {sorted(handles)} opens to {faces[point]}, and nobody was to see it")
        self.game.count("hidden cards tried", len(hidden))

    # The files.

    def files(self) -> None:
        """Every honest node's file verifies as what it is, and two of them convict nobody honest."""
        copies = [mind for mind in self.game.honest() if isinstance(mind, Player)]
        for mind in copies:
            self._file(mind)
        for one, two in itertools.combinations(copies, 2):
            self._compare(one, two)
        done = [mind for mind in copies if mind.session.course.finished or (mind.session.over and self._agreed(mind))]
        for one, two in itertools.combinations(done, 2):
            if one.session.chain != two.session.chain and not self._parted(one, two):
                both = one.session.course.finished and two.session.course.finished
                how = "finished different games" if both else "ended the game in different places"
                self.find(f"honest nodes have {how}")

    @staticmethod
    def _parted(one: Mind, two: Mind) -> bool:
        """Whether one went on without the other, or without somebody whose last words only one that has left has heard.

        Who cannot hear each other cannot agree on whether the last message came: each may finish without the other.
        """
        out = [_voted_out(mind) for mind in (one, two)]
        staying = [mind.session.play.operators(mind.session.play.present) for mind in (one, two)]
        left = one.operator not in staying[1] or two.operator not in staying[0]
        return one.operator in out[1] or two.operator in out[0] or (out[0] != out[1] and left)

    @staticmethod
    def _agreed(mind: Mind) -> bool:
        """Whether it ended by the agreement of everybody who was there."""
        return mind.ended_by is not None and not mind.ended_by.without

    def _file(self, mind: Mind) -> None:
        data = b"".join(write(self.game.signed, mind.session.records))
        verdict = verify_file([data], lambda _: Rules())
        blamed = {accused.seat for accused in verdict.accused}
        for seat in sorted(blamed):
            if not self.game.lies(seat) and not self._excused(seat):
                self.find(f"the file of operator {mind.operator} shows honest seat {seat} as a cheat")
        expected = {"unfinished"}
        if mind.session.course.finished:
            expected = {"finished"}
        elif mind.ended_by is not None:
            motion = mind.ended_by
            expected = {"left"} if motion.without else {"called-off"} if motion.kind == "call-off" else {"forfeited"}
        elif mind.parted:
            expected = {"left", "unfinished"}
        if accusations(mind) and not mind.session.course.finished:
            expected.add("violated")
        if verdict.reason == NO_PROOF and mind.session.missing_proofs and not self._proved(mind.session.missing_proofs):
            self.game.count("files without a proof that nobody honest holds any more")
            return
        self.game.count(f"files {verdict.status}")
        if verdict.status not in expected:
            self.find(f"the file of operator {mind.operator} is {verdict.status}, not {expected}: {verdict.reason}")
        alone = mind.ended_by is not None and mind.ended_by.without  # a pile may have been with its worker then
        if verdict.chain != mind.session.chain and not alone:
            self.find(f"the file of operator {mind.operator} comes to another chain than its game")

    def _proved(self, gone: Iterable[int]) -> bool:
        """Whether somebody honest can hand over the proof against some of these."""
        return any(other.session.proof(one) for one in gone for other in self.game.honest())

    def _compare(self, one: Mind, two: Mind) -> None:
        found = compare(self.game.signed, one.session.records, two.session.records)
        for certificate in found.certificates:
            self._check(certificate)
            if not self.game.lies(certificate.seat) and not self._excused(certificate.seat):
                self.find(f"the files of {one.operator} and {two.operator} convict honest seat {certificate.seat}")
        if (
            found.relation == "different"
            and not self.game.liars
            and not any(map(self._excused, self.game.honest_seats()))
        ):
            self.find(f"the files of {one.operator} and {two.operator} differ, and nobody lies")


def _voted_out(mind: Mind) -> set[int]:
    """The operators whom the others have put out, in the course of the game that this node is in."""
    out: set[int] = set()
    for event in mind.events:
        if isinstance(event, SessionRestarted):
            out.clear()
        elif isinstance(event, SeatsLeft) and event.reason in WITHOUT_LEAVER:
            out.update(mind.game.operator_of(seat) for seat in event.seats)
    out.update(mind.game.operator_of(seat) for left in mind.session.course.leaving for seat in left.seats)
    return out
