"""However many words somebody types, they are looked up in time that grows with them and no faster."""

import pytest

from tta_p2p.ui import plain


def test_a_long_line_is_compared_with_names_once_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = {f"thing-{number}": f"Thing of the {number}th kind" for number in range(50)}
    looked_at, bare = [0], plain.bare

    def counted(words: str) -> str:
        looked_at[0] += 1
        return bare(words)

    monkeypatch.setattr(plain, "bare", counted)
    assert plain.with_faces(["build", "Thing", "of", "the", "7th", "kind"], cards, ()) == ["build", "thing-7"]
    few, looked_at[0] = looked_at[0], 0
    assert plain.with_faces(["x"] * 2000, cards, ()) == ["x"] * 2000
    assert looked_at[0] <= few + 2000
