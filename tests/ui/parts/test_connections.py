"""Whether the nodes of the others can be reached."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.ui.fake_node import talk
from tests.ui.line_client import ANN, CID, MINE, WELCOME
from tests.ui.positions import acting, middle
from tests.ui.screen.keyboard import face_of, shown
from tests.ui.screen.notices import (
    MOTION,
    hear_of,
    title_of,
)
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.service.notices import connection_refusal
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.connections import ConnectionReply
from tta_p2p.seats.parts.pause import PauseReply
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.seats.parts.recovery import RecoveryReply
from tta_p2p.ui.cells import plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_that_whoever_is_said_to_be_gone_is_back_stands_beside_the_question(language: str) -> None:
    said = [ConnectionReply(1, "Bob", False), MOTION, ConnectionReply(1, "Bob", True)]
    face, words = face_of(acting(), 0, language, replies=said), Words(language)
    assert face.screen_state.question and words("connected.again", name="Bob") in plain(
        face.screen_state.question[-1].text
    )  # type: ignore[union-attr]
    assert words("screen.away", name="Bob") not in title_of(face)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_misses_who_was_agreed_to_be_gone(language: str) -> None:
    over = [ConnectionReply(1, "Bob", False), MOTION, msgspec.structs.replace(MOTION, open=False)]
    for heard, told in ((over[:1], True), (over, False)):
        title = title_of(face_of(acting(), 0, language, replies=heard))
        assert (Words(language)("screen.away", name="Bob") in title) is told


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_plays_from_two_places_reads_it_in_the_first_line_until_one_is_closed(language: str) -> None:
    doubled, face = Words(language)("screen.doubled"), face_of(acting(), 0, language)
    assert face.context is not None
    refused = connection_refusal("Bob", "seated")
    for reply, reads in (
        (RecoveryReply(["Bob"]), False),
        (refused, True),
        (RecoveryReply([]), False),
        (say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 5.0, False)]), False),
        (refused, True),
        (say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 5.0, True)]), False),
        (say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 5.0, False)]), False),
        (connection_refusal("Bob", "crowded"), False),
    ):
        state, _ = hear_of(face, reply)
        face.refresh(replace(face.context, reading=face.context.reading.of(state)))
        assert (doubled in shown(face)[0]) == reads, reply


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_not_connected_goes_before_the_counts_of_cards_in_the_first_line(language: str) -> None:
    words = Words(language)
    lost, proofs = ConnectionReply(1, "Bob", False), ProofsReply(4711, chain="8f3a6c0d1e2b4a59" * 4)
    face = face_of(middle(), 0, language, replies=[proofs, lost])
    title = shown(face)[0]
    assert words("screen.away", name="Bob") in title and words("screen.proofs.short", n=4711) in title
    wait = say.WaitReply([say.SeatWait(1, "Bob", "its-turn", 30.0, False)])
    title = shown(face_of(acting(), 2, language, replies=[proofs, lost, wait]))[0]
    assert title.count(words("screen.away", name="Bob")) == 1


async def test_a_lost_connection_is_told_in_the_own_turn_and_that_it_is_back() -> None:
    bob = say.SeatInfo(1, "Bob", 1, "Bob")
    welcome = msgspec.structs.replace(WELCOME, seats=[ANN, bob, CID])
    lost, again = ConnectionReply(1, "Bob", False), ConnectionReply(1, "Bob", True)
    _, shown, _ = await talk([welcome, MINE, lost, lost], "conditions", "quit")
    assert sum("connection to Bob is lost" in line for line in shown) == 1
    assert any(line.startswith("  2. Bob ") and line.endswith(" not connected") for line in shown)
    _, shown, _ = await talk([welcome, MINE, lost, again, again], "conditions", "quit")
    assert sum("Bob is connected again" in line for line in shown) == 1
    assert not any(line.endswith(" not connected") for line in shown)
    paused = PauseReply(True, True, ["Bob"])
    for met, told in ((True, "The connection to Bob is lost; your"), (False, "Bob is not connected yet; your")):
        lost_then = msgspec.structs.replace(lost, met=met)
        _, shown, _ = await talk([welcome, MINE, paused, lost_then], "who", "quit")
        assert sum(line.startswith(told) for line in shown) == 2, "nothing goes on in a pause"
    left = [say.DepartureReply(1, "Bob", "resigned"), say.DepartureReply(2, "Cid's bot", "resigned")]
    for quiet in ([welcome, lost, MINE], [welcome, MINE, *left, lost], [welcome, MINE, again]):
        _, shown, _ = await talk(quiet, "quit")
        assert not any("connect" in line for line in shown)


async def test_nothing_is_said_of_connections_that_are_only_being_made() -> None:
    bob = say.SeatInfo(1, "Bob", 1, "Bob", connected=False, connecting=True)
    welcome = msgspec.structs.replace(WELCOME, seats=[ANN, bob, CID])
    first, not_yet = ConnectionReply(1, "Bob", True, met=False), ConnectionReply(1, "Bob", False, met=False)
    _, shown, _ = await talk([welcome, MINE, first], "conditions", "quit")
    assert any(line.startswith("  2. Bob ") and line.endswith(" connecting …") for line in shown)
    assert not any("connected" in line for line in shown)
    _, shown, _ = await talk([welcome, MINE, not_yet], "who", "quit")
    assert sum("Bob is not connected yet" in line for line in shown) == 2 and "is lost" not in " ".join(shown)
    _, shown, _ = await talk([welcome, MINE, not_yet, first], "quit")
    told = [line for line in shown if "connected" in line]
    assert "Bob is not connected yet" in told[0] and told[1:] == ["Bob is connected."]
