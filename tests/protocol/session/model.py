"""A plain model of a game: where each card lies and what is on it; and a driver that plays at random and compares."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from protocol.events import SeatsLeft
from protocol.messages import Claim, FaceClaim, MembershipClaim, Motion, SumClaim
from protocol.operations import (
    Act,
    Bundle,
    Deal,
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
)
from protocol.ops.result import AcceptedAct, Completion, OpenedAnswers
from tests.protocol.session.crashing import RevivingTable
from tests.protocol.session.world import faces_on, in_peace
from tests.protocol.table import FACES, Table

SHARED, SHOWN = -1, -2


class Model:
    """``place``: a seat, ``SHARED`` or ``SHOWN`` by handle; ``truth``: the face by handle."""

    def __init__(self, seats: Sequence[int], seed: int, kind: type[Table] = Table) -> None:
        self.rng = random.Random(seed)
        self.table = kind(seats, seed=seed, faces=FACES)
        self.table.shuffled, self.table.doubled = True, 0.1
        self.table.run()
        self.place: dict[int, int] = {}
        self.truth: dict[int, str] = {}
        self.born = 0
        self.acts = self.piles = 0
        self.prepared: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {}

    @property
    def seats(self) -> list[int]:
        return list(self.table.nodes[self.operators()[0]].session.seated)

    def operators(self) -> list[int]:
        return [node.operator for node in self.table.nodes if node.up]

    def operator_of(self, seat: int) -> int:
        return self.table.signed.charter.seats[seat].operator

    def at(self, *places: int) -> list[int]:
        return [handle for handle, place in sorted(self.place.items()) if place in places]

    def held(self) -> list[int]:
        return [handle for handle, place in sorted(self.place.items()) if place >= 0]

    def some(self, handles: Sequence[int], most: int = 3) -> tuple[int, ...]:
        return tuple(self.rng.sample(list(handles), min(len(handles), self.rng.randint(1, most))))

    def new(self, count: int) -> tuple[int, ...]:
        self.born += count
        return tuple(range(self.born - count, self.born))

    def do(self, operation: Operation, told: dict[int, set[int]], answers: dict[int, bytes] | None = None) -> None:
        """Carry it out; ``told``: which handles each operator must learn the faces of (empty for all others)."""
        ended = self.table.play(operation, answers=answers)
        in_peace(self.table)
        assert len(ended) == len(self.operators())
        truth = faces_on(self.table, self.operators()[0])
        for handle in self.truth.keys() & truth.keys():
            assert truth[handle] == self.truth[handle], "a card changed its face"
        self.truth = truth
        assert set(truth) == set(self.place)
        for operator, end in zip(self.operators(), ended, strict=True):
            assert end.operation == operation
            if isinstance(end.result, Completion):
                wanted = {handle: truth[handle] for handle in told.get(operator, ())}
                assert dict(end.result.faces) == wanted, (operation, operator)
            cards = self.table.nodes[operator].session.play.table.cards
            for handle, place in self.place.items():
                card = cards[handle]
                assert (SHOWN if card.face is not None else SHARED if card.joint else card.holder) == place
                assert card.face in (None, truth[handle])

    # One of each kind, if there are cards for it.

    def shuffle(self) -> None:
        handles = self.some(self.at(SHARED, SHOWN), 5) if self.at(SHARED, SHOWN) and self.rng.random() < 0.7 else ()
        faces = tuple(self.rng.choices(FACES, k=self.rng.randint(0 if handles else 1, 4)))
        self.mix(Shuffle(handles, faces, self.new(len(handles) + len(faces))), SHARED, None)

    def prepare(self) -> None:
        self.piles += 1
        name = f"pile {self.piles % 4}"
        handles = self.some(self.at(SHARED)) if self.at(SHARED) and self.rng.random() < 0.6 else ()
        self.prepared[name] = handles, tuple(self.rng.choices(FACES, k=3))
        self.do(Prepare(name, *self.prepared[name]), {})

    def lay_out(self) -> None:
        if self.prepared:
            handles, faces = self.prepared.pop(self.rng.choice(sorted(self.prepared)))
            if set(handles) <= set(self.at(SHARED, SHOWN)):
                self.mix(Shuffle(handles, faces, self.new(len(handles) + 3)), SHARED, None)

    def remix(self) -> None:
        seat = self.rng.choice(self.seats)
        handles = self.some(self.at(seat)) if self.at(seat) and self.rng.random() < 0.8 else ()
        faces = tuple(self.rng.choices(FACES, k=self.rng.randint(0 if handles else 1, 2)))
        self.mix(Remix(seat, handles, faces, self.new(len(handles) + len(faces))), seat, seat)

    def mix(self, operation: Shuffle | Remix, place: int, seat: int | None) -> None:
        """Nothing is lost and nothing is added, however it is mixed."""
        before = Counter(self.truth[handle] for handle in operation.handles) + Counter(operation.faces)
        for handle in operation.handles:
            del self.place[handle]
        self.place |= dict.fromkeys(operation.into, place)
        told = {} if seat is None else {self.operator_of(seat): set(operation.into)}
        self.do(operation, told)
        assert Counter(self.truth[handle] for handle in operation.into) == before

    def deal(self) -> None:
        if self.at(SHARED):
            handles, seat = self.some(self.at(SHARED)), self.rng.choice(self.seats)
            self.place |= dict.fromkeys(handles, seat)
            self.do(Deal(handles, seat), {self.operator_of(seat): set(handles)})

    def peek(self) -> None:
        seat = self.rng.choice(self.seats)
        there = [handle for handle, place in sorted(self.place.items()) if place not in (SHOWN, seat)]
        if there:
            handles = self.some(there)
            self.do(Peek(handles, seat), {self.operator_of(seat): set(handles)})

    def show(self) -> None:
        hidden = [handle for handle, place in sorted(self.place.items()) if place != SHOWN]
        if hidden:
            handles = self.some(hidden)
            self.place |= dict.fromkeys(handles, SHOWN)
            self.do(Show(handles), {operator: set(handles) for operator in self.operators()})

    def pass_on(self) -> None:
        seat = self.rng.choice(self.seats)
        theirs = [handle for handle in self.held() if self.place[handle] != seat]
        if theirs:
            handles = self.some(theirs)
            self.place |= dict.fromkeys(handles, seat)
            self.do(Pass(handles, seat), {self.operator_of(seat): set(handles)})

    def return_face_down(self) -> None:
        if self.held():
            handles = self.some(self.held())
            self.place |= dict.fromkeys(handles, SHARED)
            self.do(Return(handles), {})

    def open_together(self) -> None:
        """A bundle of deals and shows, one card in each."""
        if len(self.at(SHARED)) < 2:
            return
        parts: list[Deal | Show] = []
        told: dict[int, set[int]] = {operator: set() for operator in self.operators()}
        for handle in self.rng.sample(self.at(SHARED), self.rng.randint(2, min(4, len(self.at(SHARED))))):
            seat = self.rng.choice(self.seats)
            shown = self.rng.random() < 0.3
            parts.append(Show((handle,)) if shown else Deal((handle,), seat))
            self.place[handle] = SHOWN if shown else seat
            for operator in self.operators() if shown else [self.operator_of(seat)]:
                told[operator].add(handle)
        self.do(Bundle(tuple(parts)), told)

    def move_together(self) -> None:
        """A bundle of passes and returns, one card in each."""
        if len(self.held()) < 2:
            return
        parts: list[Pass | Return] = []
        told: dict[int, set[int]] = {operator: set() for operator in self.operators()}
        for handle in self.rng.sample(self.held(), self.rng.randint(2, min(4, len(self.held())))):
            others = [seat for seat in self.seats if seat != self.place[handle]]
            seat = self.rng.choice(others) if others and self.rng.random() < 0.7 else SHARED
            parts.append(Return((handle,)) if seat == SHARED else Pass((handle,), seat))
            self.place[handle] = seat
            if seat != SHARED:
                told[self.operator_of(seat)].add(handle)
        self.do(Bundle(tuple(parts)), told)

    def mix_together(self) -> None:
        """A bundle of whole hands that are mixed."""
        hands = [seat for seat in self.seats if self.at(seat)]
        if len(hands) < 2:
            return
        parts, told, before = [], {operator: set[int]() for operator in self.operators()}, {}
        for seat in self.rng.sample(hands, self.rng.randint(2, len(hands))):
            handles, faces = tuple(self.at(seat)), tuple(self.rng.choices(FACES, k=self.rng.randint(0, 1)))
            part = Remix(seat, handles, faces, self.new(len(handles) + len(faces)))
            before[part.into] = Counter([*(self.truth[handle] for handle in handles), *faces])
            for handle in handles:
                del self.place[handle]
            self.place |= dict.fromkeys(part.into, seat)
            told[self.operator_of(seat)] |= set(part.into)
            parts.append(part)
        self.do(Bundle(tuple(parts)), told)
        for into, faces_before in before.items():
            assert Counter(self.truth[handle] for handle in into) == faces_before

    def random(self) -> None:
        below = self.rng.choice([1, 2, 6, 1000])
        self.do(Random(below), {})
        values = {node.ended()[-1].result.value for node in self.table.nodes if node.up}  # type: ignore[union-attr]
        (value,) = values
        assert value is not None and 0 <= value < below

    def claims_of(self, seat: int) -> list[Claim]:
        """True claims of a seat about its hand."""
        claims: list[Claim] = []
        for handle in self.some(self.at(seat)) if self.at(seat) else ():
            face = self.truth[handle]
            others = set(self.rng.choices(FACES, k=3))
            kind = self.rng.randrange(3)
            if kind == 0:
                claims.append(FaceClaim(handle, face))
            elif kind == 1:
                claims.append(MembershipClaim(handle, tuple(sorted({face, *others}))))
            else:
                worth = tuple((some, 2 if some == face else 1) for some in sorted({face, *others}))
                claims.append(SumClaim((handle,), worth, 2))
        return claims

    def act(self) -> None:
        seat = self.rng.choice(self.seats)
        payload = b"act %d" % self.acts
        self.acts += 1
        claims = self.claims_of(seat)
        self.table.claims[payload] = tuple(claims)
        self.place |= {claim.handle: SHOWN for claim in claims if isinstance(claim, FaceClaim)}
        self.do(Act(seat), {}, {seat: payload})
        for node in self.table.nodes:
            assert not node.up or node.ended()[-1].result == AcceptedAct(seat, payload)

    def seal(self) -> None:
        seats = sorted(self.rng.sample(self.seats, self.rng.randint(1, len(self.seats))))
        payloads = {}
        for seat in seats:
            payloads[seat] = b"sealed %d %d" % (self.acts, seat)
            claims = self.claims_of(seat)
            self.table.claims[payloads[seat]] = tuple(claims)
            self.place |= {claim.handle: SHOWN for claim in claims if isinstance(claim, FaceClaim)}
        self.acts += 1
        self.do(Seal(tuple(seats), 32), {}, payloads)
        for node in self.table.nodes:
            assert not node.up or node.ended()[-1].result == OpenedAnswers(payloads)

    def leave(self, operator: int, kind: str) -> None:
        """An operator goes home; its cards are shared from then on and nobody has learned anything."""
        if isinstance(self.table, RevivingTable):
            self.table.away |= {operator}
        if kind == "gone":
            self.table.kill(operator)
        seats = [seat for seat in self.seats if self.operator_of(seat) == operator]
        motion = Motion(kind, operator)  # type: ignore[arg-type]
        before = self.truth
        while not all(isinstance(node.events[-1], SeatsLeft) for node in self.table.nodes if node.up):
            for node in self.table.nodes:
                if node.up and not node.session.ballots.has_voted and set(seats) <= set(node.session.play.present):
                    node.session.vote(motion)
            self.table.run()
        self.table.nodes[operator].up = False
        in_peace(self.table)
        assert not set(seats) & set(self.seats)
        self.place = {handle: SHARED if place in seats else place for handle, place in self.place.items()}
        self.prepared.clear()
        self.truth = faces_on(self.table, self.operators()[0])
        assert self.truth == before

    def step(self) -> None:
        """Something legal at random."""
        kinds = [
            self.shuffle,
            self.prepare,
            self.lay_out,
            self.remix,
            self.deal,
            self.deal,
            self.peek,
            self.show,
            self.pass_on,
            self.return_face_down,
            self.open_together,
            self.move_together,
            self.mix_together,
            self.random,
            self.act,
            self.seal,
        ]
        self.rng.choice(kinds)()
