"""Players made of the page alone: they sit at a session of the verifier and say, or do not say, what it waits for."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from . import prover
from .verifier import files, structs
from .verifier.audit import KEYS_TITLE
from .verifier.charter import Message, read_charter
from .verifier.curve import ORDER, G, scalar
from .verifier.escrow import Dealing
from .verifier.hashes import SUITE, VERSION, Context, Transcript, digest, face_point, n2, n4
from .verifier.lanes import Lane
from .verifier.motions import lane_of
from .verifier.pack import Value, pack
from .verifier.session import Session
from .verifier.shapes import Record
from .verifier.sigma import pair

DIGEST = bytes(32)


def charter_bytes(signers: Sequence[prover.Signer], random: Random, **changes: Any) -> bytes:
    """A signed charter: a seat for every signer, or as `seats` (their operators) says."""
    operators = [[each.identity, bytes(32), random.randbytes(32), f"P{i}"] for i, each in enumerate(signers)]
    seats = changes.pop("seats", range(len(signers)))
    fields: dict[str, Value] = {
        "game": "independent", "rules": bytes(32), "options": b"", "faces": [f"card {i:02}" for i in range(12)],
        "operators": operators, "seats": [[operator, f"S{i}"] for i, operator in enumerate(seats)],
        "on_leave": "continue", "audit": "closed", "spectators": "none", "hints": False, "away": 60, "idle": 900,
        "payload_limit": 8192, "version": VERSION, "suite": SUITE,
    } | changes  # fmt: skip
    plain = list(fields.values())
    sid = digest("charter", pack(plain))
    return pack([plain, [signer.sign("charter", sid) for signer in signers]])


class Player:
    """One seat: its secrets, and the body that it owes in an open step."""

    def __init__(self, seat: int, signer: prover.Signer, random: Random) -> None:
        self.seat, self.signer, self.random = seat, signer, random
        self.value, self.salt = random.randbytes(32), random.randbytes(32)
        self.key = self.box = 0
        self.answers: dict[str, tuple[bytes, list[Value]]] = {}
        self.payload, self.claims = b"", []
        self.bad_boxes: Sequence[int] = ()

    def context(self, session: Session, about: dict[str, Any], role: str = "", generation: int = 0) -> Context:
        role, generation = role or about.get("role", ""), generation or about.get("generation", 0)
        return Context(session.charter.sid, about["op"], self.seat, role, generation)

    def body(self, session: Session, lane: Lane) -> list[Value]:
        """What this seat owes in the open step, honestly."""
        step = lane.open
        assert step is not None
        make = getattr(self, "_" + step.kind.replace("-", "_"))
        return [step.kind, *make(session, step.about)]

    def _echo(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return []

    def _coin_commit(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return [digest("coin", session.charter.sid, n2(self.seat), self.value, self.salt)]

    def _coin_open(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return [self.value, self.salt]

    def _key_commit(self, session: Session, about: dict[str, Any]) -> list[Value]:
        self.key, self.box = (self.random.randrange(1, ORDER) for _ in range(2))
        keys = bytes(self.key * G), bytes(self.box * G)
        return [digest("key", session.charter.sid, n2(self.seat), n4(about["attempt"]), *keys, self.salt)]

    def _key_open(self, session: Session, about: dict[str, Any]) -> list[Value]:
        proofs = [
            prover.possession(self.context(session, about, role, about["attempt"]), secret, self.random)
            for role, secret in (("masking", self.key), ("box", self.box))
        ]
        return [bytes(self.key * G), bytes(self.box * G), self.salt, *proofs]

    def _escrow(self, session: Session, about: dict[str, Any]) -> list[Value]:
        context, keys = self.context(session, about, "escrow"), about["keys"](self.seat)
        return [prover.dealing(context, self.key, keys, self.random, self.bad_boxes)]

    def _escrow_verdict(self, session: Session, about: dict[str, Any]) -> list[Value]:
        operator = session.charter.operators[self.seat]
        return [
            [
                self.complaint(dealer, session, about)
                for dealer, dealing in sorted(about["dealings"].items())
                if operator in dealing.boxes and not dealing.opens(operator, dealing.pad_of(operator, self.box))
            ]
        ]

    def complaint(self, dealer: int, session: Session, about: dict[str, Any]) -> list[Value]:
        """A complaint with a proof that holds, whatever the box holds."""
        context, operator = self.context(session, about, f"complaint {dealer}"), session.charter.operators[self.seat]
        return [dealer, prover.complaint(context, about["dealings"][dealer], operator, self.box, self.random)]

    def share_of(self, dealing: Dealing, operator: int) -> int:
        """What the box of a good dealing holds."""
        box = dealing.boxes[operator]
        transcript = Transcript("escrow pad", dealing.context)
        transcript.absorb("operator", n2(operator))
        transcript.absorb_all("points", [box.factor, box.key, dealing.pad_of(operator, self.box)])
        return scalar(bytes(x ^ y for x, y in zip(box.sealed, transcript.state(), strict=False)))

    def _shares(self, session: Session, about: dict[str, Any]) -> list[Value]:
        secret = self.key
        if "of" in about:
            secret = self.share_of(session.table.dealings[about["of"]], session.charter.operators[self.seat])
        return [prover.share(self.context(session, about), secret, about["firsts"](self.seat), self.random)]

    def _moved(self, session: Session, about: dict[str, Any]) -> list[Value]:
        cards = about["cards"](self.seat)
        context = self.context(session, about)
        return [prover.reencryption(context, self.key, about["target"], cards, self.random)]

    def _parts(self, session: Session, about: dict[str, Any]) -> list[Value]:
        owed = [about["steps"][i] for i in about["owed"][self.seat]]
        return [[[step.kind, *getattr(self, "_" + step.kind)(session, step.about)] for step in owed]]

    def _locked(self, session: Session, about: dict[str, Any]) -> list[Value]:
        context = self.context(session, about)
        return [prover.lock(context, self.key, about["current"], about["cards"], self.random)]

    def _masked(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return [*prover.masked(self.context(session, about), about["key"], about["cards"], self.random)]

    def _contribution(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return [prover.contribution(self.context(session, about, "random"), about["joint"], self.random)]

    def face_in_hand(self, session: Session, handle: int) -> str | None:
        a, b = pair(session.table.cards[handle].cipher)
        return session.table.face_of(b - self.key * a)

    def claim_proof(self, session: Session, about: dict[str, Any], number: int, claim: list[Value]) -> bytes:
        context, cards, sid = self.context(session, about, f"claim {number}"), session.table.cards, session.charter.sid
        match claim:
            case ["is", handle, _]:
                return prover.share(context, self.key, [cards[handle].first], self.random)
            case ["one-of", handle, faces]:
                points = sorted(bytes(face_point(sid, face)) for face in faces)
                own = bytes(face_point(sid, self.face_in_hand(session, handle) or ""))
                at = points.index(own) if own in points else 0
                return prover.membership(context, self.key, cards[handle].cipher, points, at, self.random)
            case ["at-least", handles, worths, total]:
                ciphers = [cards[handle].cipher for handle in handles]
                points = {bytes(face_point(sid, face)): worth for face, worth in worths}
                return prover.at_least(context, self.key, ciphers, points, total, self.random)
        raise AssertionError(claim)

    def _claimed(self, session: Session, about: dict[str, Any]) -> list[Value]:
        proofs = [self.claim_proof(session, about, i, claim) for i, claim in enumerate(self.claims)]
        return [self.claims, proofs]

    def _acted(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return [self.payload, *self._claimed(session, about), DIGEST]

    def _padded(self, about: dict[str, Any]) -> bytes:
        return n4(len(self.payload)) + self.payload + bytes(about["room"] - len(self.payload))

    def _seal_ready(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return []

    def _seal_commit(self, session: Session, about: dict[str, Any]) -> list[Value]:
        opening = self._padded(about) + self.salt
        return [digest("seal", session.charter.sid, about["op"], n2(self.seat), opening)]

    def _seal_open(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return [self._padded(about), self.salt, *self._claimed(session, about)]

    def _finish(self, session: Session, about: dict[str, Any]) -> list[Value]:
        return [about["digest"], about["standings"]]


class Game:
    """A game of such players, and the records of it. Whoever is in `silent` says nothing by itself."""

    def __init__(self, operators: int = 3, seed: int = 0, begin: bool = True, **changes: Any) -> None:
        self.random = Random(seed)
        signers = [prover.Signer(self.random.randbytes(32)) for _ in range(operators)]
        self.signed = charter_bytes(signers, self.random, **changes)
        self.charter = read_charter(self.signed)
        self.reader = files.Reader(self.charter)
        self.players = [
            Player(seat, signers[operator], self.random) for seat, operator in enumerate(self.charter.operators)
        ]
        self.records: list[bytes] = []
        self.silent: set[int] = set()
        if begin:
            self.go()

    @property
    def session(self) -> Session:
        return self.reader.replay.session

    @property
    def kind(self) -> str | None:
        """What the open step of play asks for."""
        return self.session.play.open.kind if self.session.play.open else None

    def file(self, *further: bytes) -> bytes:
        return files.join([self.signed, *self.records, *further])

    def key_statement(self, seat: int, key: int | None = None) -> bytes:
        """What a seat publishes after an open game: its masking key, or another one."""
        player, sid, head = self.players[seat], self.charter.sid, self.session.play.chain
        masking = prover.number(player.key if key is None else key)
        return pack([sid, head, seat, masking, player.signer.sign("audit", sid, head, n2(seat), masking)])

    def keys(self) -> bytes:
        """The file of all keys."""
        return files.join([self.key_statement(player.seat) for player in self.players], KEYS_TITLE)

    def envelope(self, seat: int, lane: Lane, body: list[Value] | bytes, /, **changes: Any) -> bytes:
        """A signed envelope for the place where the lane stands."""
        fields: dict[str, Any] = {
            "sid": self.charter.sid, "lane": lane.id, "epoch": self.session.epoch, "step": lane.step, "seat": seat,
            "prev": lane.chain, "body": body if isinstance(body, bytes) else pack(body),
        } | changes  # fmt: skip
        message = Message(structs.envelope([*fields.values(), bytes(64)]))
        return pack([*fields.values(), self.players[seat].signer.sign("message", *message.signed)])

    def said(self, seat: int, lane: Lane, body: list[Value] | bytes, /, **changes: Any) -> bytes:
        return pack(["said", self.envelope(seat, lane, body, **changes)])

    def add(self, record: bytes) -> None:
        """Take a record into the game."""
        self.reader.take(files.read_record(record))
        self.records.append(record)

    def say(self, seat: int, lane: Lane | None = None) -> None:
        lane = lane or self.session.play
        self.add(self.said(seat, lane, self.players[seat].body(self.session, lane)))

    def go(self, until: Callable[[], bool] = lambda: False) -> "Game":
        """Everybody who is not silent says what it owes, until nothing more comes or `until` holds."""
        while not until():
            owed = [
                (seat, lane)
                for lane in self.session.lanes.values()
                if lane.open is not None and lane.open.kind not in ("vote", "confirm")
                for seat in lane.open.authors
                if seat not in lane.heard and seat not in self.silent
            ]
            if not owed:
                break
            self.say(*owed[0])
        return self

    def ask(self, *operation: Value) -> "Game":
        self.add(pack(["asked", pack(list(operation))]))
        return self.go()

    def motion(self, kind: str, operator: int, outcome: bytes = b"", without: Sequence[int] = ()) -> Record:
        return structs.motion([kind, operator, outcome, list(without)])

    def lane(self, motion: Record) -> Lane:
        """The lane of a motion; before its first vote, a lane where that vote would stand."""
        lane_id = lane_of(self.charter.sid, self.session.epoch, motion)
        return self.session.lanes.get(lane_id) or Lane(lane_id, digest("chain", self.charter.sid, lane_id))

    def vote(self, seat: int, motion: Record, yes: bool = True, trail: Sequence[tuple[int, bytes]] = ()) -> None:
        places = [[step, chain] for step, chain in trail or self.session.trail]
        self.add(self.said(seat, self.lane(motion), ["vote", motion.plain, yes, places]))

    def confirm(self, seat: int, motion: Record, first: Record | None = None) -> None:
        self.add(self.said(seat, self.lane(motion), ["confirm", (first or motion).plain]))

    def agree(self, motion: Record) -> "Game":
        """All voters who are not silent carry a motion, and play goes on."""
        epoch = self.session.epoch
        while self.session.epoch == epoch and not self.session.ended and not self.session.outcome:
            lane = self.lane(motion)
            authors = lane.open.authors if lane.open else self.charter.seats_of(self.voters(motion)[0])[:1]
            seat = next(each for each in authors if each not in lane.heard)
            if lane.open is None or lane.open.kind == "vote":
                self.vote(seat, motion)
            else:
                self.confirm(seat, motion)
        return self.go()

    def voters(self, motion: Record) -> list[int]:
        named = {motion.operator} if motion.type in ("gone", "cheated") else set()
        return [each for each in self.session.table.operators_present() if each not in named | set(motion.without)]
