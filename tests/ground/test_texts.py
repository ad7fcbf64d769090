"""The files of texts: every language of this program is whole and up to date, and written in one way."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
import texts

from tta_p2p.i18n import LANGUAGES, compiled, po
from tta_p2p.i18n.languages import FOLDER

OURS = texts.Catalogues()
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_of_this_program_lacks_nothing_and_has_nothing_stale_or_left_over(language: str) -> None:
    """`scripts/texts status` says the same, and `set` says a text otherwise."""
    assert [gap for gap in OURS.gaps(language) if gap] == []


def test_every_file_is_as_format_writes_it(tmp_path: Path) -> None:
    """`scripts/texts format` writes it so: one order, no date, no name, no flag of a tool."""
    copy = texts.Catalogues(tmp_path / "texts")
    shutil.copytree(FOLDER, copy.folder, ignore=shutil.ignore_patterns(f"{compiled.COMPILED}*"))
    copy.format()
    areas = [(language, area) for language in ("en", *OURS.languages()) for area in OURS.areas(language)]
    assert len(areas) > 80
    assert [one for one in areas if copy.path(*one).read_bytes() != OURS.path(*one).read_bytes()] == []


def test_a_paragraph_of_the_rules_is_a_text_of_its_own() -> None:
    """So what is changed in one makes no other stale; help of commands is typed as a whole."""
    paged = [one.key for area in OURS.areas() for one in OURS.read("en", area).texts if "\n\n" in one.english]
    assert [key for key in paged if not key.startswith("cli.")] == []


def test_what_is_the_same_in_every_language_is_in_no_template() -> None:
    neutral = tomllib.loads((FOLDER / compiled.NEUTRAL).read_text("utf-8"))
    said = {(area.rpartition("/")[0], one.key) for area in OURS.areas() for one in OURS.read("en", area).texts}
    pairs = {
        ("" if folder == compiled.APPLICATION else folder, key) for folder, some in neutral.items() for key in some
    }
    assert pairs and pairs & said == set()


# --- the tool ------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> texts.Catalogues:
    """Two areas in English and Latin."""
    folder = tmp_path / "texts"
    english = (po.Text("a.one", "One"), po.Text("a.three", "{n} {n:n?thing|things}", "", ("At most 9 cells.",)))
    po.write(folder / "en" / "area.pot", "en", po.TextFile(("About it.",), english))
    po.write(folder / "en" / "game" / "names.pot", "en", po.TextFile((), (po.Text("card.x", "50% “X”\nand\\n"),)))
    found = texts.Catalogues(folder)
    found.begin("la", False, "")
    found.set("area", "a.one", {"la": "Unum"})
    found.set("area", "a.three", {"la": "{n} {n:n?res|res}"})
    found.set("game/names", "card.x", {"la": "50% “X”\net\\n"})
    return found


def run(small: texts.Catalogues, *words: str) -> int:
    return texts.main(list(words), small.folder)


def counts(small: texts.Catalogues, language: str = "la") -> tuple[int, int, int]:
    gaps = small.gaps(language)
    return tuple(sum(len(getattr(gap, kind)) for gap in gaps) for kind in ("missing", "stale", "left_over"))  # type: ignore[return-value]


def test_a_translation_of_another_english_text_is_stale_until_somebody_looks_at_it(small: texts.Catalogues) -> None:
    assert counts(small) == (0, 0, 0) and run(small, "status", "la") == 0
    assert run(small, "set", "a.one", "--en", "Two") == 0
    assert counts(small) == (0, 1, 0)
    assert run(small, "merge", "la") == 0
    merged = small.read("la", "area").texts[0]
    assert (merged.english, merged.previous, merged.is_fuzzy) == ("Two", "One", True) and counts(small) == (0, 1, 0)
    assert "a.one" not in compiled.load(small.folder / "la").of(), "what is stale is said in English"
    small.format()
    assert small.read("la", "area").texts[0] == merged
    assert run(small, "set", "a.one", "--la", "Duo") == 0
    assert counts(small) == (0, 0, 0) and compiled.load(small.folder / "la").of()["a.one"] == "Duo"
    assert run(small, "set", "a.one", "--en", "2", "--keep") == 0 and counts(small) == (0, 0, 0)


def test_texts_are_added_renamed_and_removed_in_all_languages(small: texts.Catalogues) -> None:
    assert run(small, "add", "a.pear", "--en", "Pear", "--la", "Pirum", "--note", "A fruit.") == 0
    assert [one.key for one in small.read("en", "area").texts] == ["a.one", "a.pear", "a.three"]
    assert [one.key for one in small.read("la", "area").texts] == ["a.one", "a.pear", "a.three"]
    assert run(small, "add", "a.fig", "--en", "Fig", "--la", "Ficus", "--after", "a.three") == 0
    assert [one.key for one in small.read("la", "area").texts] == ["a.one", "a.pear", "a.three", "a.fig"]
    assert run(small, "add", "a.kiwi", "--en", "Kiwi", "--after", "a.none") == 2 and run(small, "remove", "a.fig") == 0
    assert run(small, "rename", "a.pear", "a.fruit") == 0 and run(small, "remove", "a.one") == 0
    assert [one.key for one in small.read("la", "area").texts] == ["a.fruit", "a.three"] and counts(small) == (0, 0, 0)
    assert run(small, "add", "a.apple", "--en", "Apple") == 0 and counts(small) == (1, 0, 0)
    for wrong in (["add", "a.fruit", "--en", "x"], ["set", "a.none", "--en", "x"], ["add", "z.z", "--en", "x"]):
        assert run(small, *wrong) == 2
    assert run(small, "add", "a.empty", "--la", "x") == 2 and run(small, "new", "la") == 2


def test_a_new_language_is_translated_from_one_file(small: texts.Catalogues, tmp_path: Path) -> None:
    assert run(small, "new", "ko", "--ideographic", "--before-english", "la") == 0
    known = compiled.load(small.folder / "ko")
    assert known.about["ideographic"] is True and known.about["before-english"] == "la" and known.of() == {}
    assert counts(small, "ko") == (3, 0, 0)
    assert run(small, "status", "ko", "--write", str(tmp_path / "ko.po")) == 0
    lacking = po.read(tmp_path / "ko.po")
    assert [one.key for one in lacking.texts] == ["area:a.one", "area:a.three", "game/names:card.x"]
    done = [po.Text(one.key, one.english, f"역{one.english}", one.notes) for one in lacking.texts[1:]]
    po.write(tmp_path / "ko.po", "ko", po.TextFile((), tuple(done)))
    assert run(small, "take", "ko", str(tmp_path / "ko.po")) == 0
    assert counts(small, "ko") == (1, 0, 0)
    assert compiled.load(small.folder / "ko").of("game") == {"card.x": "역50% “X”\nand\\n"}


def test_what_tools_of_translators_add_goes_again(small: texts.Catalogues) -> None:
    path = small.path("la", "area")
    before = path.read_text("utf-8")
    dated = '"PO-Revision-Date: 2026-01-01 12:00+0100\\n"\n"X-Generator: X 3\\n"'
    told = before.replace('"PO-Revision-Date: \\n"', dated)
    assert told != before
    path.write_text(told.replace('msgctxt "a.three"', '#, python-brace-format\nmsgctxt "a.three"'), "utf-8")
    small.format()
    assert path.read_text("utf-8") == before
