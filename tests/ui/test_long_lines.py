"""However much somebody types: it is looked up in time that grows with it and no faster, and repeated in one line."""

import pytest

from tests.through_the_ages.play import me, play, them
from tests.ui.commands import do, greeting, reading_of, said
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui import plain_view
from tta_p2p.ui.cells import width
from tta_p2p.ui.reading import Reading


def test_a_long_line_is_compared_with_names_once_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = {f"thing-{number}": f"Thing of the {number}th kind" for number in range(50)}
    looked_at, bare = [0], plain_view.normalize_name

    def counted(words: str) -> str:
        looked_at[0] += 1
        return bare(words)

    monkeypatch.setattr(plain_view, "normalize_name", counted)
    assert plain_view.with_faces(["build", "Thing", "of", "the", "7th", "kind"], cards, ()) == ["build", "thing-7"]
    few, looked_at[0] = looked_at[0], 0
    assert plain_view.with_faces(["x"] * 2000, cards, ()) == ["x"] * 2000
    assert looked_at[0] <= few + 2000


@pytest.fixture(scope="module", params=LANGUAGES)
def first(request: pytest.FixtureRequest) -> Reading:
    local = play(me(), them(), row=["pyramids"]).local
    return reading_of(greeting(local, 0), turn_message(local, 0), language=request.param)


LONG = {"a word": "x" * 900, "words": "wort " * 180, "digits": "9" * 900, "a script of wide letters": "文" * 900}


@pytest.mark.parametrize("long", LONG.values(), ids=LONG)
def test_what_is_long_is_repeated_by_its_beginning(first: Reading, long: str) -> None:
    for before in ("", "why ", "? ", ":", "act ", "autopilot ", "mute ", "vote gone ", "log ", "at ", "skip "):
        given = said(do(first, before + long)[1])
        assert width(given) < 300, (before, given)
    repeated = Words(first.words.language)("not-understood", typed=long)
    assert "…" in repeated and width(repeated) < 80
    assert Words(first.words.language)("not-understood", typed="bulid irno") in said(do(first, "bulid irno")[1])


def test_a_line_that_is_too_long_to_mean_anything_is_refused_whole(first: Reading) -> None:
    for line in ("9" * 5000, "why " + "9" * 5000, "? " + "x" * 20_000):
        assert "1,000" in said(do(first, line)[1])
