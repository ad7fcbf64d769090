"""Where the own node is reached, and where others are looked for, in words."""

from __future__ import annotations

from tests.ui.fake_node import talk
from tests.ui.line_client import THEIRS, WELCOME
from tta_p2p.seats.parts.address_book import AddressReply, AddressRequest


async def test_where_the_own_node_is_reached_is_told_and_an_address_is_handed_on() -> None:
    own = AddressReply(("10.0.0.5:7#key", "10.1.0.5:7#key"))
    sent, shown, _ = await talk([WELCOME, THEIRS, own], "address", "address 10.0.0.6:8", "quit")
    assert [one for one in sent if isinstance(one, AddressRequest)] == [
        AddressRequest(),
        AddressRequest(("10.0.0.6:8",)),
    ]
    text = "\n".join(shown)
    assert (
        "Others reach you at 10.0.0.5:7#key or 10.1.0.5:7#key; your computer tells them" in text
        and "address 10.0.0.5:7#key" in text
    )


async def test_who_is_looked_for_is_told_and_that_there_is_no_address() -> None:
    sought = AddressReply((), ("Bob", "Cid"), ("10.0.0.6:8",))
    _, shown, _ = await talk([WELCOME, THEIRS, sought, AddressReply(())], "quit")
    assert "Looking for Bob or Cid at 10.0.0.6:8." in "\n".join(shown)
    assert "This computer has no address" in "\n".join(shown)
