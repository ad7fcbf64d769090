"""The product, for the tests that put it beside the second verifier: games that it plays, its verdict on a file."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from importlib import import_module
from random import Random
from typing import Any

import pytest

from protocol import transcript
from protocol.charter import Charter, Operator, Seat
from protocol.errors import IllegalAct
from protocol.memory import MemoryTable
from protocol.messages import FaceClaim, MembershipClaim, SumClaim
from protocol.operations import (
    Act,
    Deal,
    Finish,
    Pass,
    Peek,
    Prepare,
    Remix,
    Return,
    Seal,
    Show,
    Shuffle,
)  # fmt: skip
from protocol.operations import Random as Number
from protocol.play import Ruling
from protocol.signatures import IdentityKey
from protocol.verdict import verify_file
from tests.independent.verifier import curve
from tests.node.skiff import known
from tests.protocol.campaign.play import Game
from tests.table.peers import Peers
from tta_p2p.table import binding


def remembering(combine: Callable[[Iterable[tuple[int, curve.Point]]], curve.Point]) -> Callable[..., curve.Point]:
    """Sums are a function of their terms, and games of tests begin alike: what is known is not computed again."""
    known: dict[tuple[tuple[int, curve.Coordinates], ...], curve.Point] = {}

    def remembered(terms: Iterable[tuple[int, curve.Point]]) -> curve.Point:
        terms = list(terms)
        asked = tuple((scalar, point.at) for scalar, point in terms)
        if (said := known.get(asked)) is None:
            if len(known) > MOST_KEPT:
                known.clear()
            said = known[asked] = combine(terms)
        return said

    return remembered


def reading(read: Callable[..., Any]) -> Callable[..., Any]:
    """What bytes say, too, which are those of the file before but for a few; nobody changes what was read."""
    known: dict[tuple[Any, ...], Any] = {}

    def remembered(*asked: Any) -> Any:
        if (said := known.get(asked)) is None:
            if len(known) > MOST_KEPT:
                known.clear()
            said = known[asked] = read(*asked)
        return said

    return remembered


MOST_KEPT = 50_000
# Before any other module of the verifier has taken them.
curve.combine = remembering(curve.combine)
charter = import_module("tests.independent.verifier.charter")
charter.shapes.read = reading(charter.shapes.read)
charter.read_message = reading(charter.read_message)
files = import_module("tests.independent.verifier.files")

FACES = tuple(f"card {number:02}" for number in range(12))


class Referee:
    """Reads what an act claims: `is HANDLE=FACE`, `one-of HANDLE=FACE,FACE`, `at-least HANDLE,HANDLE=TOTAL`, or `pay`.

    Of `at-least`, every face is worth its number."""

    def judge(self, seat: int, payload: bytes) -> Ruling:
        return Ruling(self.judge_sealed(seat, payload), blake2b(payload, digest_size=32).digest())

    def judge_sealed(self, seat: int, payload: bytes) -> tuple[Any, ...]:
        word, _, rest = payload.decode().partition(" ")
        cards, _, said = rest.partition("=")
        match word:
            case "is":
                return (FaceClaim(int(cards), said),)
            case "one-of":
                return (MembershipClaim(int(cards), tuple(said.split(","))),)
            case "at-least":
                worths = tuple((face, number) for number, face in enumerate(FACES))
                return (SumClaim(tuple(map(int, cards.split(","))), worths, int(said)),)
            case "pay":
                return ()
        raise IllegalAct(f"no such act: {payload!r}")

    def judge_opened(self, payloads: Any) -> None:
        return None


@dataclass
class Live:
    """A finished game of the product: its file, and what the players saw."""

    file: bytes
    order: tuple[int, ...] = ()
    number: int = 0
    faces: dict[int, str] = field(default_factory=dict)


def sit_down(seed: int, operators: int = 3) -> MemoryTable:
    random = Random(seed)
    keys = [IdentityKey(random.randbytes(32)) for _ in range(operators)]
    charter = Charter(
        game="independent",
        rules=bytes(32),
        options=b"",
        faces=FACES,
        operators=tuple(Operator(key.identity, bytes(32), random.randbytes(32), f"P{i}") for i, key in enumerate(keys)),
        seats=tuple(Seat(operator, f"S{operator}") for operator in range(operators)),
        on_leave="continue",
    )
    return MemoryTable(charter, keys, random.randbytes, Referee)


@pytest.fixture(scope="session")
def live() -> Live:
    """Three seats shuffle, deal, peek, pass, show, remix, draw numbers, act, seal and finish."""
    table = sit_down(1)
    seen = Live(b"")
    table.ask(Prepare("later", (), FACES[8:]))
    table.ask(Shuffle((), FACES[:8], tuple(range(8))))
    hands = {seat: dict(table.ask(Deal((2 * seat, 2 * seat + 1), seat))[seat].faces) for seat in range(3)}
    table.ask(Peek((6, 2), 0))
    seen.faces |= table.ask(Show((7, 4)))[1].faces
    table.ask(Pass((3,), 0))
    table.ask(Return((5,)))
    mixed = table.ask(Remix(0, (0, 1, 3), (FACES[0],), (20, 21, 22, 23)))[0].faces
    seen.number = table.ask(Number(1000))[2].value
    table.ask(Act(1), {1: f"is 2={hands[1][2]}".encode()})
    seen.faces[2] = hands[1][2]
    four = sorted({mixed[20], *FACES[:3]})
    table.ask(Act(0), {0: f"one-of 20={','.join(four)}".encode()})
    total = sum(FACES.index(mixed[handle]) for handle in (21, 22))
    table.ask(Act(0), {0: f"at-least 21,22={total}".encode()})
    table.ask(Shuffle((), FACES[8:], tuple(range(30, 34))))
    table.ask(Seal((0, 2), 64), {0: b"pay 1", 2: b"pay 3"})
    table.ask(Shuffle((5, 6, 7), (FACES[1],), (40, 41, 42, 43)))
    table.ask(Finish(bytes(32), b"P0 1, P1 2, P2 3"))
    seen.file = b"".join(table.file(1))
    seen.order = tuple(verify_file([seen.file]).order)
    return seen


@dataclass
class Real:
    """A game of this program that its random bots have played: the file, and what the table reached."""

    file: bytes
    chain: bytes
    digest: bytes
    standings: bytes


@pytest.fixture(scope="session", params=[("caravan", 2), ("skiff", 3)], ids=["caravan", "skiff"])
def real(request: pytest.FixtureRequest) -> Real:
    """Some seats play a whole game, the same in every run."""
    game, seats = request.param
    with known():
        peers = Peers(game, list(range(seats)), seed=1)
    peers.play()
    table = peers.tables[0]
    return Real(
        b"".join(transcript.write(peers.signed, table.session.records)),
        table.session.chain,
        table.game.digest(table.state),
        binding.write_standings(table.game.standings(table.state)),
    )


@pytest.fixture(scope="session")
def among_liars() -> Callable[[int], Iterator[bytes]]:
    """The files of those who are honest, of a game of the campaign by its seed: whole, and cut in two places."""

    def play(seed: int) -> Iterator[bytes]:
        game, luck = Game(seed), Random(seed)
        game.length = min(game.length, 10)
        game.play()
        for mind in game.honest():
            records = mind.session.records
            for count in (len(records), luck.randrange(len(records)), luck.randrange(len(records))):
                yield b"".join(transcript.write(game.signed, records[:count]))

    return play


@dataclass
class Judged:
    """The product's verdict on a file: status, who is convicted of what, the last chain of play, a pause, who left."""

    status: str
    convicted: list[tuple[int, str]]
    chain: bytes
    paused: bool = False
    left: list[tuple[int, str]] = field(default_factory=list)


@pytest.fixture(scope="session")
def product() -> Callable[[bytes], Judged]:
    """What the product says of a file."""

    def judge(file: bytes) -> Judged:
        verdict = verify_file([file])
        accused = [(each.seat, each.certificate.kind) for each in verdict.accused]
        left = [(verdict.charter.charter.seats[each.seats[0]].operator, each.reason) for each in verdict.left]
        return Judged(verdict.status, accused, verdict.chain, verdict.paused, left)

    return judge


@pytest.fixture(scope="session")
def both(product: Callable[[bytes], Judged]) -> Callable[[bytes], Any]:
    """The verdict of the second verifier on a file, of which the product says the same."""

    def judge(file: bytes) -> Any:
        mine, theirs = files.verify(file), product(file)
        convicted = [(fault.seat, fault.kind) for fault in mine.convicted]
        assert (mine.status, convicted) == (theirs.status, theirs.convicted), mine.why
        if mine.status != "damaged":
            assert mine.session.play.chain == theirs.chain, mine.status
            assert (mine.status == "unfinished" and mine.session.paused) == theirs.paused
        if mine.status in ("finished", "called-off", "forfeited", "left"):
            left = [(each.operator, each.reason) for each in mine.session.left]
            assert sorted([*left, *mine.session.out]) == sorted(theirs.left)
        return mine

    return judge


@pytest.fixture
def agree(both: Callable[[bytes], Any]) -> Callable[..., str]:
    """Both verifiers on a game with some further records: the verdict that they share, with who is convicted."""

    def judge(game: Any, *further: bytes) -> str:
        verdict = both(game.file(*further))
        return " ".join([verdict.status, *(f"{fault.seat}:{fault.kind}" for fault in verdict.convicted)])

    return judge
