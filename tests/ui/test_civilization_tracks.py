"""The pyramid, the culture track and the ways to win, drawn: they show what the rules say, at every width."""

from __future__ import annotations

from itertools import islice

import pytest

from tests.texts import QUOTED
from tests.ui.civilization import at, four
from tests.ui.positions import random_moments, scene
from tests.ui.screen.golden import golden
from tests.ui.screen.keyboard import face_of, shown
from tta_p2p.games.civilization.tables.techs import NEEDED, TECHS
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.pyramid import researchable
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.ui.blocks import lines
from tta_p2p.ui.cells import Row, plain, width
from tta_p2p.ui.civilization.tracks import KNOWN, LABEL, culture_rows, open_places, pyramid_rows, way_rows
from tta_p2p.ui.civilization.wording import LEVELS, CivilizationWording
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.style import Style

WIDTHS = (36, 60, 78, 80, 120, 200)


def wording_at(phase: str, language: str = "en") -> CivilizationWording:
    presenter, now = scene(at(phase), 0, language)
    return CivilizationWording.of(now, presenter)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_whole_games_every_technology_stands_in_the_pyramid_and_open_places_are_those_of_the_rules(
    language: str,
) -> None:
    for seats in (2, 4):
        for local, asked in islice(random_moments("civilization", seats, 7, 151), 12):
            presenter, now = scene(local, asked, language)
            wording = CivilizationWording.of(now, presenter)
            for seat in wording.seats:
                techs = wording.state.techs[seat]
                open_levels = {TECHS[name].level for name in researchable(techs)}
                if techs:
                    unknown = {tech.level for name, tech in TECHS.items() if name not in techs}
                    places = {level for level, number in open_places(wording, seat).items() if number}
                    assert places & unknown == open_levels
                for columns in WIDTHS:
                    check(wording, seat, columns)


def check(wording: CivilizationWording, seat: int, columns: int) -> None:
    """The drawings are no wider than there is room, and nothing that belongs to them is missing."""
    style, techs = Style(columns), wording.state.techs[seat]
    drawn = pyramid_rows(wording, seat, style)
    for one in (*drawn, *culture_rows(wording, style), *way_rows(wording, style)):
        assert width(one) <= columns, plain(one)
    assert_boxes(drawn, [wording.texts.card(name) for name in techs])
    seen = "".join(plain(one) for one in drawn)
    for level, number in open_places(wording, seat).items():
        told = seen.count(place := f"[+ {NEEDED[level]}]")
        assert told == number or (told == 1 and f"{place}×{number}" in seen), (columns, level, seen)
    for most in (9, 12, 15):
        drawn = pyramid_rows(wording, seat, Style(columns, lines=most))
        if boxes := [plain(span) for one in drawn for span in one if span.role == KNOWN]:
            assert len(drawn) <= most
            told = [one for one in boxes if one.strip("[ ]")]
            assert len(told) >= len(techs) and (len(set(told)) == len(told) or "…" not in "".join(told))
        assert boxes or columns < 60 or not techs, (columns, most)
    for most in (12, 15):  # as beside what can be researched: a name is cut only where no list has room
        drawn = pyramid_rows(wording, seat, Style(36, lines=most))
        listed = pyramid_rows(wording, seat, Style(36, lines=1))
        assert "…" not in "".join(map(plain, drawn)) or len(listed) > most, (most, [plain(one) for one in drawn])


def assert_boxes(drawn: list[Row], names: list[str]) -> None:
    """Each technology stands in a box of its own, between two walls, under a name that can be read downwards."""
    downwards = dict[int, str]()
    for one in drawn:
        at = 0
        for span in one:
            if span.role == KNOWN:
                assert span.text[0] == "[" and span.text[-1] == "]", plain(one)
                downwards[at] = downwards.get(at, "") + span.text[1:-1].replace(" ", "")
            at += width(span.text)
    for name in names:
        assert any(name.replace(" ", "") in one for one in downwards.values()), (name, downwards)


def test_a_place_says_what_it_needs_and_the_rows_lie_on_each_other() -> None:
    drawn = [plain(one) for one in pyramid_rows(wording_at("cities"), 0, Style(120))]
    heads = [one.split(" ")[0] for one in drawn if one[0] != " "]
    assert heads == [*reversed(LEVELS[1:])]
    level_two = next(one for one in drawn if one.startswith("II "))
    assert f"[+ {NEEDED[2]}" in level_two and "[Irrigation" in level_two
    starts = [len(one[LABEL:]) - len(one[LABEL:].lstrip()) for one in drawn if one[0] != " "]
    assert starts == sorted(starts, reverse=True), "each row begins further in than the one below"


def test_everybody_has_a_marker_on_the_track_and_each_space_what_it_brings() -> None:
    wording = wording_at("cities")
    numbers, brings, mine, other, *_ = [plain(one) for one in culture_rows(wording, Style(80))]
    assert len(brings.split()) == len(TRACK) == len(numbers.split())
    assert brings.split()[0] == "1" and brings.split()[2] == "&" and brings.split()[-1] == "*"
    assert (mine.count("=") // 3, other.count("=") // 3) == (4, 2)
    assert not culture_rows(wording, Style(60)), "the list below tells it where there is no room"


def test_how_far_everybody_is_on_each_way_is_drawn_and_said_where_pages_are_spoken() -> None:
    drawn = [plain(one) for one in way_rows(wording_at("cities"), Style(80))]
    assert len(drawn) == 6 and drawn[0].endswith("4/21") and drawn[2].endswith("6-2") and drawn[5].endswith("0/15")
    assert [one.count("=") for one in drawn] == [4, 2, 7, 5, 3, 0]
    presenter, now = scene(four(), 0)
    spoken = "\n".join(lines(presenter.page("track", "", now), Style(80, speech=True)))
    assert "Technology: " in spoken and "Conquest: " in spoken and "=" not in spoken
    techs = "\n".join(lines(presenter.page("techs", "", now), Style(80, speech=True)))
    assert "[" not in techs and "Pottery" in techs


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize(("name", "keys"), [("techs", 3), ("ways", 5), ("research", 0)])
def test_the_drawings_in_a_large_window_are_as_reviewed(name: str, keys: int, language: str) -> None:
    words = presenter_for("civilization", Words(language)).words
    face = face_of(at("research" if not keys else "cities"), 0, language, (200, 60))
    for key in ["o", *["right"] * keys] if keys else []:
        face.press(key)
    seen = shown(face)
    assert words("civ.legend.more") not in seen
    golden(f"civ-{name}-200-{language}", seen)
