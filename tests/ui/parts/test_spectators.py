"""Whoever looks on through the own node."""

from __future__ import annotations

import pytest

from tests.ui.replies import GREETING, hear_all, turn
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats.parts.spectators import SpectatorsReply
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain
from tta_p2p.ui.news_text import announce
from tta_p2p.ui.reading import Reading
from tta_p2p.ui.state import ClientState


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_looks_on_is_named_whenever_that_changes(language: str) -> None:
    words = Words(language)
    says = [SpectatorsReply(["Eve", "Fay"]), SpectatorsReply(["Eve", "Fay"]), SpectatorsReply([])]
    state, changes = hear_all(ClientState(), [GREETING, turn(1), *says])
    watched = [change for change in changes if isinstance(change, SpectatorsReply)]
    assert watched == [says[0], says[2]]
    reading = Reading(ClientState(), words).of(state)
    blocks = [block for change in watched for display in announce(change, reading, True) for block in display.content]
    lines = [plain(block.text) for block in blocks if isinstance(block, Para)]
    assert lines == [words("watched", names=words.listed(["Eve", "Fay"])), words("watched.nobody")]
