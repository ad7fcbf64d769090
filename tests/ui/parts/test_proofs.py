"""What was proved and checked."""

from __future__ import annotations

import pytest

from tests.ui.screen.keyboard import shown
from tests.ui.screen.notices import told_over_a_long_card
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.proofs import ProofsReply


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_disputed_only_until_the_cheat_is_out_of_it(language: str) -> None:
    disputed = Words(language)("screen.proofs.disputed", n=4711)
    said = (ProofsReply(4711), say.AccusationReply(1, "Bob", "bad-proof", None, "/tmp/bob.certificate"))
    caught = shown(told_over_a_long_card(*said, language=language))
    assert disputed in caught[0]
    alone = shown(told_over_a_long_card(*said, say.DepartureReply(1, "Bob", "cheated"), language=language))
    assert disputed not in alone[0] and "4711" in alone[0]
