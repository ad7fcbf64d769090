"""What people read where the node of somebody has stopped."""

from __future__ import annotations

from tests.ui.fake_node import talk
from tests.ui.line_client import THEIRS, WELCOME
from tta_p2p.seats.parts.outages import OutageReply


async def test_who_has_lost_a_sealed_answer_is_named_with_what_the_table_can_do() -> None:
    _, shown, _ = await talk([WELCOME, THEIRS, OutageReply(1, "Bob", "sealed")], "quit")
    text = " ".join("\n".join(shown).split())
    assert "Bob has lost a sealed answer" in text and "call-off" in text and "vote gone" in text


async def test_a_reason_is_read_once_and_again_by_who_asks_and_one_of_a_later_release_without_it() -> None:
    told = [WELCOME, THEIRS, OutageReply(1, "Bob", "full"), OutageReply(1, "Bob", "full")]
    _, shown, _ = await talk(told, "quit")
    assert "\n".join(shown).count("its disk is full") == 1
    _, shown, _ = await talk([*told, OutageReply(1, "Bob", "")], "who", "quit")
    assert "\n".join(shown).count("its disk is full") == 1
    _, shown, _ = await talk([WELCOME, THEIRS, OutageReply(1, "Bob", "mildew")], "quit")
    assert "Bob's node has stopped" in "\n".join(shown) and "mildew" not in "\n".join(shown)
