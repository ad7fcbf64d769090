"""The game that a campaign plays: what comes next and which acts are legal, by nothing but what everybody has seen."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping, Sequence

from protocol.errors import BadEncoding, IllegalAct
from protocol.events import Event, OperationEnded, SeatsDrawn, SeatsLeft, SessionRestarted
from protocol.messages import Claim, Claims, FaceClaim, MembershipClaim, SumClaim
from protocol.operations import (
    Act,
    Bundle,
    Deal,
    Finish,
    Operation,
    Pass,
    Peek,
    Prepare,
    Random,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
    encode_operation,
)
from protocol.ops.result import AcceptedAct, Completion, OpenedAnswers, Result
from protocol.play import Ruling
from protocol.session import Session
from protocol.wire import Struct, decode, encode
from tests.protocol.table import FACES

DECK = FACES[:16]
ROOM = 700


class Deed(Struct, frozen=True):
    """The payload of an act: anything, and what it claims about hidden cards."""

    nonce: bytes
    claims: Claims


class Rules:
    """A referee that takes every deed but those that say themselves that they are illegal."""

    def judge(self, seat: int, payload: bytes) -> Ruling:
        try:
            deed = decode(payload, Deed, 65536)
        except BadEncoding as error:
            raise IllegalAct("this is no deed") from error
        if deed.nonce.startswith(b"illegal"):
            raise IllegalAct(f"seat {seat} may not do that")
        return Ruling(deed.claims, hashlib.sha256(payload).digest())

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Claim, ...]:
        return self.judge(seat, payload).claims

    def sealed_answers(self, seat: int) -> Sequence[bytes]:
        """Deeds cannot be listed: they hold a nonce."""
        return ()

    def judge_opened(self, payloads: Mapping[int, bytes]) -> tuple[int, str] | None:
        wrong = [seat for seat, payload in sorted(payloads.items()) if b"wrong together" in payload]
        return (wrong[0], "it does not fit the state") if wrong else None

    def follow(self, event: Event) -> None:
        """Nothing in this game depends on who sits where."""

    def expect(self, operation: Operation) -> None:
        """Any operation may come next."""


class FailingRules(Rules):
    """The same in a program that fails now and then."""

    def __init__(self, luck: random.Random, chance: float) -> None:
        self.luck, self.chance = luck, chance

    def judge(self, seat: int, payload: bytes) -> Ruling:
        if self.luck.random() < self.chance:
            raise self.luck.choice([MemoryError(), RecursionError(), KeyError("raid")])
        return super().judge(seat, payload)


class Driver:
    """Asks for one operation after the other; the same at everybody who has seen the same."""

    def __init__(self, seed: int, length: int, piles: bool = False, names: int = 4) -> None:
        """``piles``: many are prepared beside play and few are taken over, while seats act. ``names``: theirs."""
        self.seed, self.length, self.many, self.names = seed, length, piles, names
        self._begin()

    def _begin(self) -> None:
        self.number = 0
        self.past = hashlib.sha256(b"campaign %d" % self.seed).digest()
        self.pending = True
        self.piles: list[tuple[tuple[int, ...], tuple[str, ...]]] = []

    def follow(self, event: Event) -> None:
        """Take in what the session says."""
        match event:
            case SessionRestarted():
                self._begin()
            case SeatsDrawn():
                self.pending = False
            case OperationEnded(operation, result):
                self._see(encode_operation(operation), _public(operation, result))
            case SeatsLeft(seats, reason):
                self.piles.clear()
                self._see(bytes(seats), reason.encode())

    def _see(self, *what: bytes) -> None:
        self.past = hashlib.sha256(b"|".join((self.past, *what))).digest()
        self.number += 1
        self.pending = False

    def next(self, session: Session) -> Operation | None:
        """What the rules ask for now, once."""
        if self.pending or session.over or not session.seated:
            return None
        self.pending = True
        return self._choose(session)

    def _choose(self, session: Session) -> Operation:
        luck = random.Random(self.past)
        born = int.from_bytes(self.past[:3], "little") * 64  # a card of another course has another handle
        if self.number >= self.length:
            return Finish(self.past, b"the end")
        cards = session.play.table.cards
        joint = [handle for handle, card in sorted(cards.items()) if card.joint]
        held = [handle for handle, card in sorted(cards.items()) if card.holder is not None]
        shown = [handle for handle, card in sorted(cards.items()) if card.face is not None]
        seat = luck.choice(session.seated)
        others = [handle for handle in held if cards[handle].holder != seat]

        def some(handles: list[int], most: int = 3) -> tuple[int, ...]:
            return tuple(luck.sample(handles, min(len(handles), luck.randint(1, most))))

        def into(count: int) -> tuple[int, ...]:
            return tuple(range(born, born + count))

        if not self.number or len(cards) < 3:
            return self._pile(luck, born)
        kind = luck.randrange(14 if self.many else 16)
        if kind == 0 and not self.many:
            mine = some(joint + shown, 4) if joint + shown else ()
            faces = tuple(luck.choices(DECK, k=luck.randint(0 if mine else 1, 2)))
            return Shuffle(mine, faces, into(len(mine) + len(faces)))
        again = self.names == 1 and kind in (5, 6, 7, 10, 12)
        if kind == 1 or again or (self.many and kind == 11 and len(self.piles) < 6):
            faces = tuple(luck.choices(DECK, k=3))
            mine = some(joint) if joint and luck.random() < 0.6 else ()
            self.piles.append((mine, faces))
            return Prepare(f"pile {luck.randrange(self.names)}", mine, faces)
        if kind == 2 and self.piles:
            mine, faces = self.piles.pop(0)
            if set(mine) <= {*joint, *shown}:
                return Shuffle(mine, faces, into(len(mine) + 3))
        if kind in (3, 4) and joint:
            return Deal(some(joint), seat)
        if kind == 5 and joint + others:
            return Peek(some(joint + others), seat)
        if kind == 6 and joint + held:
            return Show(some(joint + held, 2))
        if kind == 7 and others:
            return Pass(some(others), seat)
        if kind == 8 and held:
            return Return(some(held))
        if kind == 9:
            mine = [handle for handle in held if cards[handle].holder == seat]
            kept = some(mine) if mine else ()
            faces = tuple(luck.choices(DECK, k=luck.randint(0 if kept else 1, 2)))
            return Remix(seat, kept, faces, into(len(kept) + len(faces)))
        if kind >= 14:
            parts = self._parts(session, luck, born)
            return Bundle(tuple(parts)) if len(parts) > 1 else Act(seat)
        if kind == 10:
            return Random(luck.choice([1, 2, 6, 1000]))
        if kind == 11:
            seats = luck.sample(session.seated, luck.randint(1, len(session.seated)))
            return Seal(tuple(sorted(seats)), ROOM)
        return Act(seat)

    @staticmethod
    def _parts(session: Session, luck: random.Random, born: int) -> list[Deal | Show | Pass | Return | Remix]:
        """The parts of a bundle that opens, moves or mixes some cards, a card or a hand in each."""
        cards = session.play.table.cards
        joint = [handle for handle, card in sorted(cards.items()) if card.joint]
        held = [handle for handle, card in sorted(cards.items()) if card.holder is not None]
        stage = luck.choice(["open", "open", "move", "mix"])
        if stage == "open":
            opened = luck.sample(joint, min(len(joint), luck.randint(2, 4)))
            to = {one: luck.choice(session.seated) for one in opened}
            return [Show((one,)) if luck.random() < 0.3 else Deal((one,), to[one]) for one in opened]
        if stage == "move":
            moved = luck.sample(held, min(len(held), luck.randint(2, 4)))
            to = {one: [seat for seat in session.seated if seat != cards[one].holder] for one in moved}
            return [
                Pass((one,), luck.choice(to[one])) if to[one] and luck.random() < 0.8 else Return((one,))
                for one in moved
            ]
        remixes: list[Deal | Show | Pass | Return | Remix] = []
        for seat in luck.sample(session.seated, min(len(session.seated), 3)):
            mine = tuple(handle for handle in held if cards[handle].holder == seat)
            faces = tuple(luck.choices(DECK, k=luck.randint(0 if mine else 1, 2)))
            remixes.append(Remix(seat, mine, faces, tuple(range(born, born + len(mine) + len(faces)))))
            born += len(mine) + len(faces)
        return remixes

    @staticmethod
    def _pile(luck: random.Random, born: int) -> Shuffle:
        count = luck.randint(4, 9)
        return Shuffle((), tuple(luck.choices(DECK, k=count)), tuple(range(born, born + count)))


def deed(session: Session, seat: int, luck: random.Random) -> bytes:
    """What a seat of this node does: it claims the truth about some of its cards, or nothing."""
    play = session.play
    mine = [card for _, card in sorted(play.table.cards.items()) if card.holder == seat]
    claims: list[Claim] = []
    if mine and luck.random() < 0.5:
        card = luck.choice(mine)
        face = play.open_own(card.cipher, seat)
        others = sorted({face, *luck.choices(DECK, k=2)})
        kind = luck.randrange(3)
        if kind == 0:
            claims.append(FaceClaim(card.handle, face))
        elif kind == 1:
            claims.append(MembershipClaim(card.handle, tuple(others)))
        else:
            worth = tuple((some, 2 if some == face else 1) for some in others)
            claims.append(SumClaim((card.handle,), worth, 2))
    return encode(Deed(luck.randbytes(6), tuple(claims)))


def _public(operation: Operation, result: Result) -> bytes:
    match result:
        case AcceptedAct(_, payload):
            return payload
        case OpenedAnswers(payloads):
            return b"|".join(payload for _, payload in sorted(payloads.items()))
        case Completion(faces, value):
            parts = operation.parts if isinstance(operation, Bundle) else (operation,)
            public = {handle for part in parts if isinstance(part, Show) for handle in part.handles}
            shown = sorted((handle, face) for handle, face in faces.items() if handle in public)
            return repr((shown, value)).encode()
        case _:
            return type(result).__name__.encode()
