"""Settings are checked at the door: no text that is to be a command or a name has a letter that none can have."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.store.settings import FILE, BadSettings, Settings, change_settings, read_settings

PLACES = {
    "on-turn": lambda text: {"on-turn": text},
    "on-turn-in": lambda text: {"on-turn-in": {"ab": text}},
    "the game in on-turn-in": lambda text: {"on-turn-in": {text: "x"}},
    "language": lambda text: {"language": text},
}
"""Every place of the settings at which any text may stand."""
LETTERS = [chr(code) for code in range(0xA0) if unicodedata.category(chr(code)) == "Cc"]


def test_every_text_of_the_settings_has_its_place_here() -> None:
    free = [one.encode_name for one in msgspec.structs.fields(Settings) if "str" in str(one.type)]
    assert {name for name in free if "Literal" not in name} <= {place.rpartition(" ")[2] for place in PLACES}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("letter", ["\0", "\x07", "\x1b", "\x7f", "\x9b"])
def test_a_control_character_is_refused_with_the_setting_and_the_letter(
    place: str, letter: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text(json.dumps(PLACES[place](f"x{letter}y")))
    with pytest.raises(BadSettings) as refused:
        read_settings(tmp_path)
    assert refused.value.why == ("settings-letter", tmp_path / FILE, place.rpartition(" ")[2], f"U+{ord(letter):04X}")
    for language in LANGUAGES:
        assert f"U+{ord(letter):04X}" in (
            Words(language).optional_line("error.settings-letter", refused.value.why[1:]) or ""
        )


@given(st.text(st.sampled_from([*LETTERS, "a", "'", "手", "\udcff", "\ud800"]), max_size=8))
def test_what_a_person_sets_is_refused_or_read_again_as_it_was(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    folder = tmp_path_factory.mktemp("home")
    try:
        change_settings(folder, lambda found: msgspec.structs.replace(found, on_turn=text))
    except BadSettings as refused:
        assert refused.why[0] == "settings-letter" and not (folder / FILE).exists()
    else:
        assert read_settings(folder).on_turn == text and "\0" not in text
