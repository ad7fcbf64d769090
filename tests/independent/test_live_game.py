"""A game that the product played, and what becomes of its file."""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from .verifier import files
from .verifier.cards import PUBLIC
from .verifier.charter import read_message

if TYPE_CHECKING:
    from .conftest import Judged, Live


@pytest.fixture(scope="module")
def parts(live: "Live") -> list[bytes]:
    """The charter and all records."""
    return list(files.pieces(live.file, files.TITLE))


def test_all_of_it_holds(live: "Live") -> None:
    verdict = files.verify(live.file)
    assert str(verdict) == "finished (rules not checked)"
    session = verdict.session
    assert session.table.order == live.order
    assert session.finished.standings == b"P0 1, P1 2, P2 3"
    assert session.numbers == [live.number]
    public = {handle: card.face for handle, card in session.table.cards.items() if card.state == PUBLIC}
    assert public == {handle: face for handle, face in live.faces.items() if handle in public}
    assert {2, 4} <= set(public)


def test_a_flipped_bit_is_damage(live: "Live", parts: list[bytes]) -> None:
    random = Random(2)
    for part in (*range(0, len(parts), 2), len(parts) - 1):
        at = random.randrange(len(parts[part]))
        flipped = bytearray(parts[part])
        flipped[at] ^= 1 << random.randrange(8)
        damaged = files.join([*parts[:part], bytes(flipped), *parts[part + 1 :]])
        assert files.verify(damaged).status == "damaged", (part, at)
    for at in (0, len(files.TITLE), len(files.TITLE) + 3, len(live.file) - 1):
        flipped = bytearray(live.file)
        flipped[at] ^= 1
        assert files.verify(bytes(flipped)).status == "damaged", at


def test_a_cut_is_told(live: "Live", parts: list[bytes]) -> None:
    for count in range(1, len(parts), 3):
        assert files.verify(files.join(parts[:count])).status == "unfinished"
    for length in (0, 5, len(files.TITLE), len(live.file) - 1):
        assert files.verify(live.file[:length]).status == "damaged"


def test_a_dropped_record_is_damage_unless_nothing_needs_it(parts: list[bytes]) -> None:
    last = read_message(files.read_record(parts[-1]).envelope).step
    for at in (*range(1, len(parts), 2), len(parts) - 2, len(parts) - 1):
        record = files.read_record(parts[at])
        in_the_last_step = record.kind == "said" and read_message(record.envelope).step == last
        expected = "unfinished" if in_the_last_step else "damaged"
        if in_the_last_step and read_message(record.envelope).lane != b"play":
            expected = "damaged"
        assert files.verify(files.join(parts[:at] + parts[at + 1 :])).status == expected, at


def test_neighbours_may_change_places_within_a_step(parts: list[bytes]) -> None:
    outcomes = set()
    for at in range(1, len(parts) - 1, 2):
        first, second = (files.read_record(part) for part in parts[at : at + 2])
        verdict = files.verify(files.join([*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :]]))
        if first.kind == second.kind == "said":
            one, other = read_message(first.envelope), read_message(second.envelope)
            if (one.lane, one.step) == (other.lane, other.step):
                assert verdict.status == "finished"
                outcomes.add("one step")
                continue
        if verdict.status == "damaged":
            outcomes.add("what follows was needed")
    assert outcomes == {"one step", "what follows was needed"}


def test_a_record_twice_or_a_foreign_one_is_damage(parts: list[bytes]) -> None:
    for at in range(1, len(parts), 7):
        assert files.verify(files.join([*parts[: at + 1], *parts[at:]])).status == "damaged"
        assert files.verify(files.join([*parts, parts[at]])).status == "damaged"


def test_the_product_says_the_same(live: "Live", parts: list[bytes], product: "Callable[[bytes], Judged]") -> None:
    assert product(live.file).status == "finished"
    random = Random(3)
    for _ in range(20):
        changed = list(parts)
        at = random.randrange(1, len(parts))
        match random.choice(["drop", "move", "swap", "cut", "twice"]):
            case "drop":
                del changed[at]
            case "move":
                part = changed.pop(at)
                changed.insert(random.randrange(1, len(parts)), part)
            case "swap":
                other = min(len(parts) - 1, at + random.randrange(1, 4))
                changed[at], changed[other] = changed[other], changed[at]
            case "cut":
                changed = changed[:at]
            case "twice":
                changed.insert(random.randrange(1, len(parts)), parts[at])
        file = files.join(changed)
        assert files.verify(file).status == product(file).status
