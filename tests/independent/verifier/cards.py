"""Section 8: live cards, who sits at the table, and the ledger of published layers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .charter import Charter
from .curve import G, O, Point, element
from .escrow import Dealing
from .hashes import face_point
from .sigma import total_of
from .verdicts import Damage

JOINT, PUBLIC = "joint", "public"


@dataclass(frozen=True)
class Card:
    """A live card: its ciphertext, and JOINT, PUBLIC or the seat that it is under."""

    cipher: bytes
    state: str | int
    face: str | None = None

    @property
    def first(self) -> bytes:
        return self.cipher[:32]


def strip(cipher: bytes, layers: Iterable[bytes]) -> bytes:
    """The ciphertext without some layers."""
    return cipher[:32] + bytes(element(cipher[32:]) - total_of([element(layer) for layer in layers]))


class Table:
    """What the operations work on."""

    def __init__(self, charter: Charter) -> None:
        self.charter = charter
        self.sid = charter.sid
        everybody = range(len(charter.operators))
        self.seated = list(everybody)
        self.present = list(everybody)
        self.retiring: set[int] = set()
        self.confirmed = False  # whether all have said that they stand on one chain since anything could differ
        self.keys: dict[int, bytes] = {}
        self.boxes: dict[int, bytes] = {}
        self.dealings: dict[int, Dealing] = {}
        self.order: tuple[int, ...] = ()
        self.cards: dict[int, Card] = {}
        self.ledger: dict[bytes, set[int]] = {}
        self.faces = {face_point(self.sid, face): face for face in charter.fields.faces}

    # Who is there

    def operators_present(self) -> list[int]:
        return sorted({self.charter.operators[seat] for seat in self.present})

    def leads(self, operators: Iterable[int]) -> list[int]:
        """The leads of operators, as far as they are present."""
        return [lead for lead in map(self.charter.lead, operators) if lead in self.present]

    # Keys and ciphertexts

    def key(self, seats: Iterable[int]) -> bytes:
        """The sum of the keys of some seats."""
        return bytes(total_of([element(self.keys[seat]) for seat in seats]))

    @property
    def joint_key(self) -> bytes:
        return self.key(self.seated)

    def open_masking(self, face: str, key: bytes) -> bytes:
        return bytes(G) + bytes(face_point(self.sid, face) + element(key))

    def face_of(self, point: Point) -> str | None:
        return self.faces.get(point) if point != O else None

    # Cards

    def hand(self, seat: int) -> list[int]:
        return sorted(handle for handle, card in self.cards.items() if card.state == seat)

    def joint(self) -> list[int]:
        return sorted(handle for handle, card in self.cards.items() if card.state == JOINT)

    def firsts(self, handles: Iterable[int]) -> tuple[bytes, ...]:
        return tuple(self.cards[handle].first for handle in handles)

    def ciphers(self, handles: Iterable[int]) -> tuple[bytes, ...]:
        return tuple(self.cards[handle].cipher for handle in handles)

    def live(self, handles: Sequence[int]) -> list[Card]:
        """The cards that an operation names: live, each once."""
        if len(set(handles)) != len(handles):
            raise Damage("a card is named twice")
        for handle in handles:
            if handle not in self.cards:
                raise Damage(f"card {handle} is dead")
        return [self.cards[handle] for handle in handles]

    def published(self, first: bytes) -> set[int]:
        """The seats still seated whose layer of this ciphertext is known."""
        return self.ledger.get(first, set()) & set(self.seated)

    def note(self, firsts: Iterable[bytes], seat: int) -> None:
        for first in firsts:
            self.ledger.setdefault(first, set()).add(seat)

    def stale(self, fresh: Sequence[bytes]) -> bool:
        """Whether fresh ciphertexts break the ledger rules by themselves."""
        firsts = [cipher[:32] for cipher in fresh]
        live = {card.first for card in self.cards.values()}
        return len(set(firsts)) != len(firsts) or any(first in live or first in self.ledger for first in firsts)

    def replace(self, ciphers: Mapping[int, bytes], state: str | int) -> None:
        for handle, cipher in ciphers.items():
            self.cards[handle] = Card(cipher, state)

    def publish(self, handle: int, point: Point) -> None:
        """The plaintext of a card is known to all."""
        self.cards[handle] = Card(self.cards[handle].cipher, PUBLIC, self.face_of(point))
