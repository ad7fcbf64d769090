"""Section 6: the charter with its checks, and the game id."""

from functools import cached_property
from itertools import pairwise

from . import shapes, structs
from .curve import Refused, element
from .hashes import SUITE, VERSION, digest, n2, n4, signature_holds, signed_bytes
from .pack import Unreadable, unpack
from .shapes import Record
from .verdicts import Damage, OtherVersion

FORBIDDEN = (
    *range(0x20), *range(0x7F, 0xA0), 0xAD, 0x061C, 0x180E, *range(0x200B, 0x2010), *range(0x2028, 0x202F),
    *range(0x2060, 0x2070), 0xFEFF, *range(0xFFF9, 0xFFFC), *range(0xE0000, 0xE0080),
)  # fmt: skip
"""Code points that a terminal obeys or nobody sees."""


class Charter:
    """A signed charter that holds."""

    def __init__(self, signed: Record) -> None:
        self.signed = signed
        self.fields = fields = signed.charter
        self.sid = digest("charter", bytes(fields))
        if (fields.version, fields.suite) != (VERSION, SUITE):
            raise Damage(f"of version {fields.version!r}, {fields.suite!r}")
        if any(low >= high for low, high in pairwise(fields.faces)):
            raise Damage("the faces do not ascend")
        names = [fields.game, *fields.faces, *(each.name for each in (*fields.operators, *fields.seats))]
        if any(ord(letter) in FORBIDDEN for name in names for letter in name):
            raise Damage("a name holds a character that a terminal obeys or nobody sees")
        for part in ("identity", "nonce"):
            if len({getattr(operator, part) for operator in fields.operators}) != len(fields.operators):
                raise Damage(f"two operators with one {part}")
        try:
            for operator in fields.operators:
                element(operator.identity)
        except Refused as refusal:
            raise Damage(f"an identity: {refusal}") from None
        if {seat.operator for seat in fields.seats} != set(range(len(fields.operators))):
            raise Damage("an operator without a seat, or a seat without an operator")
        if len(signed.signatures) != len(fields.operators):
            raise Damage("another number of signatures than of operators")
        message = signed_bytes("charter", self.sid)
        for operator, signature in zip(fields.operators, signed.signatures, strict=True):
            if not signature_holds(operator.identity, message, signature):
                raise Damage(f"the signature of {operator.name} does not hold")

    @cached_property
    def operators(self) -> tuple[int, ...]:
        """The operator of every seat."""
        return tuple(seat.operator for seat in self.fields.seats)

    def seats_of(self, operator: int) -> list[int]:
        return [seat for seat, its in enumerate(self.operators) if its == operator]

    def lead(self, operator: int) -> int:
        return self.seats_of(operator)[0]

    def identity(self, seat: int) -> bytes:
        return self.fields.operators[self.operators[seat]].identity

    @property
    def escrow(self) -> bool:
        return self.fields.on_leave == "continue" and len(self.fields.operators) >= 3


def version_of(number: str) -> bool:
    """Whether a word is the number of a version, as section 15 writes it."""
    return number.isascii() and number.isdecimal() and len(number) <= 4 and not number.startswith("0")


def read_charter(data: bytes) -> Charter:
    """Raises `OtherVersion` for whatever names another version where every version has its name."""
    try:
        match unpack(data):
            case [[*_, str(version), str(_)], *_] if version != VERSION:
                title, _, number = version.partition("/")
                if title == VERSION.partition("/")[0] and version_of(number):
                    raise OtherVersion(f"a charter of {version}")
        return Charter(shapes.read(structs.signed_charter, data, structs.CHARTER_LIMIT))
    except Unreadable as why:
        raise Damage(f"the charter: {why}") from None


class Message:
    """An envelope with what section 7 derives from it."""

    def __init__(self, envelope: Record) -> None:
        self.lane, self.epoch, self.step, self.seat = envelope.lane, envelope.epoch, envelope.step, envelope.seat
        self.sid, self.prev, self.body = envelope.sid, envelope.prev, envelope.body
        self.signature = envelope.signature
        self.signed = (
            self.sid, self.lane, n4(self.epoch), n4(self.step), n2(self.seat), self.prev, self.body,
        )  # fmt: skip
        self.id = digest("message", *self.signed)

    @property
    def slot(self) -> tuple[bytes, int, int, int]:
        return self.lane, self.epoch, self.step, self.seat

    def is_of(self, charter: Charter) -> bool:
        """Of this game, by one of its seats and signed by it."""
        return (
            self.sid == charter.sid
            and self.seat < len(charter.operators)
            and signature_holds(charter.identity(self.seat), signed_bytes("message", *self.signed), self.signature)
        )


def read_message(data: bytes) -> Message:
    try:
        return Message(shapes.read(structs.envelope, data, structs.BODY_LIMIT + structs.KIB))
    except Unreadable as why:
        raise Damage(f"an envelope: {why}") from None
