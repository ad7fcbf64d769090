"""Compiled texts: what is kept says what the files say, whatever has become of it, and nobody has to know of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ground.repository import ROOT
from tta_p2p.i18n import compiled, po

KEYS = st.from_regex(r"[a-z]{1,6}(\.[a-z-]{1,8}){0,2}", fullmatch=True)
SAID = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), exclude_characters="{}") | st.just("\n"),
    min_size=1,
    max_size=60,
)
FOLDERS = st.sampled_from(["", "caravan/", "caravan/pages/"])
CATALOGUES = st.dictionaries(FOLDERS, st.dictionaries(KEYS, st.tuples(SAID, SAID), min_size=1, max_size=5), min_size=1)


def write(folder: Path, texts: Mapping[str, Mapping[str, tuple[str, str]]]) -> None:
    for within, some in texts.items():
        both = [po.Text(key, english, text, ("A note.",)) for key, (english, text) in some.items()]
        po.write(folder / "en" / f"{within}area.pot", "en", po.TextFile((), tuple(both)))
        po.write(folder / "la" / f"{within}area.po", "la", po.TextFile(("About.",), tuple(both)))


def said(folder: Path, texts: Mapping[str, object]) -> dict[str, dict[str, str]]:
    loaded = compiled.load(folder)
    return {within: dict(loaded.of(within.rstrip("/"))) for within in texts}


@given(CATALOGUES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_texts_come_through_files_and_what_is_kept_of_them_unchanged(
    tmp_path_factory: pytest.TempPathFactory, texts: Mapping[str, Mapping[str, tuple[str, str]]]
) -> None:
    folder = tmp_path_factory.mktemp("texts")
    write(folder, texts)
    for number, language in enumerate(("en", "la")):
        wanted = {within: {key: pair[number] for key, pair in some.items()} for within, some in texts.items()}
        assert said(folder / language, texts) == wanted, "read"
        assert (folder / language / compiled.COMPILED).is_file() and said(folder / language, texts) == wanted, "kept"


@pytest.fixture(scope="module")
def latin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("texts")
    write(folder, {"": {"a.one": ("One", "Unum")}, "caravan/": {"log.x": ("X", "Y")}})
    compiled.load(folder / "la")
    return folder / "la"


@given(st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_damaged_in_what_is_kept_costs_no_start(latin: Path, data: st.DataObject) -> None:
    kept = latin / compiled.COMPILED
    whole = kept.read_bytes()
    match data.draw(st.sampled_from(["cut", "changed", "other", "longer"])):
        case "cut":
            kept.write_bytes(whole[: data.draw(st.integers(0, len(whole) - 1))])
        case "changed":
            at = data.draw(st.integers(0, len(whole) - 1))
            kept.write_bytes(whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :])
        case "other":
            kept.write_bytes(data.draw(st.binary(max_size=200)))
        case "longer":
            kept.write_bytes(whole + data.draw(st.binary(min_size=1, max_size=20)))
    loaded = compiled.load(latin)
    assert loaded.of() == {"a.one": "Unum"} and loaded.of("caravan") == {"log.x": "Y"} and loaded.of("none") == {}
    assert kept.read_bytes() == whole, "it is made anew"


def test_a_file_that_is_changed_added_or_taken_away_is_read_again(latin: Path) -> None:
    path = latin / "area.po"
    before, stat = path.read_bytes(), path.stat()
    path.write_bytes(before.replace(b"Unum", b"Duo!"))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1))
    assert compiled.load(latin).of() == {"a.one": "Duo!"}
    po.write(latin / "more.po", "la", po.TextFile((), (po.Text("b.two", "Two", "Duo"),)))
    (latin.parent / compiled.NEUTRAL).write_text('[application]\n"c.sign" = "*"\n')
    assert compiled.load(latin).of() == {"a.one": "Duo!", "b.two": "Duo", "c.sign": "*"}
    (latin / "more.po").unlink()
    (latin.parent / compiled.NEUTRAL).unlink()
    path.write_bytes(before)
    assert compiled.load(latin).of() == {"a.one": "Unum"}


def test_what_a_wheel_brings_counts_wherever_and_whenever_it_is_unpacked(latin: Path) -> None:
    shipped = compiled.compile_folder(latin, compiled.without_times(compiled.find_sources(latin)))
    (latin / compiled.COMPILED).write_bytes(shipped)
    os.utime(latin / "area.po", ns=(5, 5))
    assert compiled.load(latin).of() == {"a.one": "Unum"} and (latin / compiled.COMPILED).read_bytes() == shipped
    with (latin / "area.po").open("a") as file:
        file.write("\n# Somebody was here.\n")
    assert compiled.load(latin).of() == {"a.one": "Unum"} and (latin / compiled.COMPILED).read_bytes() != shipped


def test_where_nothing_can_be_written_texts_are_read_and_nothing_is_left(latin: Path, tmp_path: Path) -> None:
    (tmp_path / "la").mkdir()
    (tmp_path / "la" / "area.po").write_bytes((latin / "area.po").read_bytes())
    (tmp_path / "la" / compiled.COMPILED).mkdir()  # as good as a folder of somebody else, even for root
    assert "a.one" in compiled.load(tmp_path / "la").of()
    assert sorted(path.name for path in (tmp_path / "la").iterdir()) == ["area.po", compiled.COMPILED]


def test_processes_that_compile_at_once_all_start_and_leave_one_file(latin: Path, tmp_path: Path) -> None:
    (tmp_path / "la").mkdir()
    (tmp_path / "la" / "area.po").write_bytes((latin / "area.po").read_bytes())
    program = (
        "import sys; from pathlib import Path; from tta_p2p.i18n import compiled;"
        "print(compiled.load(Path(sys.argv[1])).of()['a.one'])"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", program, tmp_path / "la"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    assert {one.communicate()[0].strip() for one in started} == {"Unum"}
    assert sorted(path.name for path in (tmp_path / "la").iterdir()) == ["area.po", compiled.COMPILED]


def test_a_file_that_is_no_po_is_named(tmp_path: Path) -> None:
    (tmp_path / "la").mkdir()
    for wrong in (
        'msgid "a',
        'msgid "One"\nmsgstr "Unum"\n',
        'msgctxt "a"\nmsgid "x"\nmsgid_plural "y"\nmsgstr[0] "z"\n',
    ):
        (tmp_path / "la" / "area.pot").write_text(wrong)
        with pytest.raises(po.UnreadableTexts, match=r"area\.pot:\d"):
            compiled.load(tmp_path / "la")


def test_a_translation_may_have_the_subject_inside_its_clauses_and_nowhere_else(tmp_path: Path) -> None:
    keys = ("log.keeps", "menu.keeps")
    write(tmp_path, {"caravan/": {key: ("keeps {1}", "{1} {subject:named?{subject} |}tenet") for key in keys}})
    assert [*compiled.load(tmp_path / "la").of("caravan")] == ["log.keeps"]
