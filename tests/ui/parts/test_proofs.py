"""What was proved and checked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ui.positions import middle
from tests.ui.screen.keyboard import coming, face_told, shown
from tests.ui.screen.notices import told_over_a_long_card
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import ChatReply
from tta_p2p.seats.parts.proofs import ProofsReply
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.cells import plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_is_disputed_only_until_the_cheat_is_out_of_it(language: str) -> None:
    disputed = Words(language)("screen.proofs.disputed", n=4711)
    said = (ProofsReply(4711), say.AccusationReply(1, "Bob", "bad-proof", None, "/tmp/bob.certificate"))
    caught = shown(told_over_a_long_card(*said, language=language))
    assert disputed in caught[0]
    alone = shown(told_over_a_long_card(*said, say.DepartureReply(1, "Bob", "cheated"), language=language))
    assert disputed not in alone[0] and "4711" in alone[0]


@settings(max_examples=60)
@given(
    st.lists(
        st.builds(ProofsReply, st.integers(0, 40), busy=st.booleans(), whole=st.integers(0, 40))
        | st.builds(ChatReply, st.just(1), st.just("Bob"), st.sampled_from(["hi", "well", "go"])),
        max_size=12,
    ),
    st.sampled_from([None, "down"]),
)
def test_how_far_the_checks_have_come_is_said_once_and_no_longer_than_they_lag(
    said: list[ProofsReply | ChatReply], key: str | None
) -> None:
    local = middle()
    face = face_told([*coming(local, 0), ChatReply(1, "Bob", "before"), *said])
    if key is not None:
        face.press(key)
    told = [plain(block.text) for block in face.screen_state.notes if isinstance(block, Para)]
    checked = [one for one in said if isinstance(one, ProofsReply)]
    lags = bool(checked) and checked[-1].busy and checked[-1].messages < checked[-1].whole
    progress = [text for text in told if text.startswith("Catching up")]
    assert progress == (
        [f"Catching up: {checked[-1].messages} of {checked[-1].whole} messages checked …"] if lags else []
    )
    assert face.screen_state.fresh_notes <= len(face.screen_state.notes)
    talk = [f"Bob: {one.text}" for one in said if isinstance(one, ChatReply)]
    kept = [text for text in told if text.startswith("Bob:")]
    assert kept[0] == "Bob: before" and {*talk} <= {*kept}, "nothing else is taken away"
