"""What the tests of sessions share: small tables, a script of every operation, and the truth about every card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from protocol.cards import Card
from protocol.elgamal import strip
from protocol.events import ChainForked, DuplicateNode, SecretsLost, StatesDiverged
from protocol.messages import FaceClaim, MembershipClaim, Motion, SumClaim
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
)
from protocol.ops.result import Completion
from protocol.replay import Verifier
from protocol.session import Session
from protocol.waits import owed, waiting
from tests.protocol.attackers.malice import Eavesdropper
from tests.protocol.table import FACES, Node, OpenReferee, Table

GONE = Motion("gone", 3)

TROUBLE = (StatesDiverged, DuplicateNode, ChainForked, SecretsLost)

SCRIPT: tuple[Operation, ...] = (
    Prepare("second", (), FACES[10:13]),
    Shuffle((), FACES[:8], tuple(range(8))),
    Deal((0, 1), 0),
    Deal((2,), 1),
    Deal((3,), 2),
    Peek((4,), 1),
    Peek((0, 3), 1),
    Show((5, 1)),
    Pass((2, 3), 0),
    Return((3,)),
    Shuffle((), FACES[10:13], (10, 11, 12)),
    Remix(0, (0, 2), (FACES[13],), (20, 21, 22)),
    Random(6),
    Act(0),
    Seal((0, 1, 2), 24),
    Shuffle((3, 4, 10), (FACES[14],), (30, 31, 32, 33)),
    Deal((31,), 2),
    Act(1),
    Bundle((Deal((11,), 1), Show((12,)))),
    Bundle((Remix(0, (20, 21), (), (40, 41)), Remix(1, (11,), (FACES[15],), (42, 43)))),
    Bundle((Pass((40,), 1), Return((42,)))),
    Finish(bytes(32), b"0 wins"),
)
"""Every operation there is, for three seats, on a handful of cards."""

ANSWERS = {
    (13, 0): b"claims",
    (14, 0): b"seven",
    (14, 1): b"eight",
    (14, 2): b"nine",
    (17, 1): b"passes",
}


def scripted(seats: Sequence[int] = (0, 1, 2), seed: int = 0, kind: type[Table] = Table, **options: object) -> Table:
    """A table with the whole script before it; nothing has been said yet."""
    table = kind(seats, seed=seed, faces=FACES[:20], **options)
    table.claims[b"claims"] = (
        MembershipClaim(20, FACES[:16]),
        SumClaim((20, 21, 22), tuple((face, 1) for face in FACES[:16]), 3),
    )
    table.script = list(SCRIPT)
    table.answers = dict(ANSWERS)
    return table


def is_claim(handle: int, face: str) -> tuple[FaceClaim]:
    """The claim that opens a card."""
    return (FaceClaim(handle, face),)


def face_of(table: Table, card: Card) -> str:
    """What is really on a card, by the keys of everybody: nobody at the table can know that."""
    if card.face is not None:
        return card.face
    play = next(node for node in table.nodes if node.up).session.play
    layers = play.seated if card.holder is None else (card.holder,)
    secrets = {seat: own.masking for node in table.nodes for seat, own in node.session.play.own.items()}
    opened = strip(play.group, card.cipher, *(play.group.mul(card.cipher.a, secrets[seat]) for seat in layers))
    return play.face_of(opened.b)


def faces_on(table: Table, operator: int = 0) -> dict[int, str]:
    """The face of every live card at a node, by handle."""
    cards = table.nodes[operator].session.play.table.cards
    return {handle: face_of(table, cards[handle]) for handle in sorted(cards)}


def assert_waits_are_fresh(session: Session) -> None:
    """What a session says again and again of who is waited for is what it would find now."""
    assert session.waiting() == waiting(session._machine) and session.owed() == owed(session._machine)


def at_rest(table: Table, nodes: Sequence[Node] | None = None) -> None:
    """Everybody who is there has gone through the whole script, in the same game, and nobody is blamed for anything."""
    here = [node for node in table.nodes if node.up] if nodes is None else nodes
    for node in here:
        assert len(node.ended()) == len(table.script), (
            node.operator,
            node.session.course.operation,
            node.session.waiting(),
        )
        assert node.session.waiting() == []
    in_peace(table, here)


def in_peace(table: Table, nodes: Sequence[Node] | None = None) -> None:
    """One game for all, nothing said twice, nobody accused, nobody silenced."""
    here = [node for node in table.nodes if node.up] if nodes is None else nodes
    assert table.said_once()
    assert len({node.session.chain for node in here}) == 1
    for node in here:
        assert node.accused() == []
        assert [event for event in node.events if isinstance(event, TROUBLE)] == []


def vote(table: Table, motion: Motion, *operators: int, yes: bool = True) -> None:
    """These operators vote, and the table comes to rest."""
    for operator in operators:
        table.nodes[operator].session.vote(motion, yes)
    table.run()


def dealt(seats: tuple[int, ...] = (0, 1, 2, 3), **options: object) -> Table:
    """Four players with two cards each, four cards in the middle, one of them open."""
    table = Table(seats, faces=FACES[:20], **options)
    table.play(
        Shuffle((), FACES[:12], tuple(range(12))),
        *(Deal((2 * seat, 2 * seat + 1), seat) for seat in range(4)),
        Show((11,)),
    )
    return table


def goes_on(table: Table, gone: tuple[int, ...] = (3,), thorough: bool = True) -> None:
    """The others play every kind of operation with what is there now, and a verifier takes their file.

    Not ``thorough``: they mix all cards again and open some, for tests with many ways of one departure.
    """
    staying = [node.operator for node in table.nodes if node.up]
    seats = [seat for seat in table.nodes[staying[0]].session.seated if seat not in gone]
    one, two = seats[0], seats[-1]
    table.script = table.script[: len(table.nodes[staying[0]].ended())]
    cards = table.nodes[staying[0]].session.play.table.cards
    hidden = [handle for handle, card in sorted(cards.items()) if card.joint][:3]
    shown = [handle for handle, card in sorted(cards.items()) if card.face is not None][:1]
    into = tuple(range(900, 900 + len(hidden) + len(shown)))
    before = (Deal(tuple(hidden[:2]), one), Pass(tuple(hidden[:1]), two), Return(tuple(hidden[:2])), Random(10))
    table.play(
        *(before if thorough else ()),
        Shuffle((*hidden, *shown), (), into),
        Peek((900,), two),
        Show((901,)),
        Finish(bytes(32), b"over"),
    )
    for node in table.nodes:
        if node.up:
            assert node.session.course.finished
            assert isinstance(node.ended()[-2].result, Completion)
    in_peace(table)
    if not thorough:
        return
    verifier = Verifier(table.signed, lambda: OpenReferee(table.claims), group=table.group)
    for record in table.records(staying[0]):
        verifier.add(record)
    verifier.end()
    assert verifier.finished is not None


def no_hand_was_opened(table: Table, hands: dict[int, str], shown: Iterable[str] = ()) -> None:
    """With everything that was ever published nobody can open a card that the rules have not shown."""
    staying = [node.operator for node in table.nodes if node.up]
    opened = Eavesdropper(table, table.records(staying[0])).opened()
    assert not set(opened.values()) & (set(hands.values()) - set(shown))
