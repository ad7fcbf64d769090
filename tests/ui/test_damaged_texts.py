"""Damaged texts: what is wrong with one file, text or language costs that one, and is said in one sentence."""

from __future__ import annotations

import marshal
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.ground.repository import ROOT
from tta_p2p.i18n import UnusableLanguage, Words, compiled, languages, po

MODULE = sys.modules["tta_p2p.i18n.languages"]
"""A function of the package has the same name."""
KEY, ENGLISH, CHINESE = "a.one", "One {n}", "一{n}"
GOOD = f'msgctxt "{KEY}"\nmsgid "{ENGLISH}"\nmsgstr "{CHINESE}"\n'
BROKEN = {
    "syntax": GOOD + "nonsense\n",
    "quotation mark": GOOD + 'msgctxt "b\nmsgid "x"\nmsgstr "y"\n',
    "no translation": GOOD + 'msgctxt "b"\nmsgid "x"\n',
    "merge": "<<<<<<< ours\n" + GOOD + "=======\n" + GOOD + ">>>>>>> theirs\n",
    "bytes": GOOD.encode() + b'msgctxt "b"\nmsgid "x"\nmsgstr "\xff"\n',
    "plural": GOOD + '\nmsgctxt "b"\nmsgid "x"\nmsgid_plural "y"\nmsgstr[0] "z"\n',
    "no key": GOOD + '\nmsgid "x"\nmsgstr "y"\n',
    "continued nothing": '"x"\n' + GOOD,
    "date": 'msgid ""\nmsgstr "POT-Creation-Date: yesterday\\n"\n' + GOOD,
}
TABLES = {
    "syntax": "nothing = [\n",
    "bytes": b'before-english = "\xff"\n',
    "other values": "before-english = 5\n",
    "a date": "\nideographic = 2026-01-01\n",
    "no lists": "[nothing]\napplication = 5\n",
}
WRONG_PLACES = ("{", "}", "{x}", "{0!r}", "{}", "{n:gender?{x}|b}", "{n[0]}")
SHAPES = (
    5,
    (),
    (1,),
    None,
    (compiled.FORM, [], {}, 5),
    (compiled.FORM, [5], {}, {}),
    (compiled.FORM, [], {}, {"": b"N"}),
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The texts of two languages; what is remembered of those of this program is forgotten meanwhile."""
    for language, name in (("en", "area.pot"), ("zh-Hans", "area.po")):
        (tmp_path / language).mkdir()
        (tmp_path / language / name).write_text(GOOD, "utf-8")
    (tmp_path / "zh-Hans" / "other.po").write_text(GOOD.replace(KEY, "a.two"), "utf-8")
    (tmp_path / "en" / "other.pot").write_text(GOOD.replace(KEY, "a.two"), "utf-8")
    monkeypatch.setattr(MODULE, "FOLDER", tmp_path)
    for name in ("_compiled", "_texts", "_others", "_package"):
        monkeypatch.setattr(MODULE, name, _fresh(getattr(MODULE, name)))
    return tmp_path


def _fresh(cached: object) -> object:
    return cache(cached.__wrapped__)  # type: ignore[attr-defined]


def put(path: Path, content: str | bytes) -> None:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_of_a_translation_is_named_with_its_line_and_english_is_spoken(
    folder: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "zh-Hans" / "area.po"
    put(path, BROKEN[kind])
    assert Words("zh-Hans")(KEY, n=3) == "One 3" and Words("zh-Hans")("a.two", n=3) == "一3"
    assert Words()(KEY, n=3) == "One 3"
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1 and told[0].startswith(f"tta: {path}:") and told[0].split(":")[2].isdigit(), told
    put(path, GOOD)
    assert compiled.load(folder / "zh-Hans").of()[KEY] == CHINESE and capsys.readouterr().err == ""


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_template_is_an_error_with_file_and_line(folder: Path, kind: str) -> None:
    put(folder / "en" / "area.pot", BROKEN[kind])
    with pytest.raises(po.UnreadableTexts, match=r"area\.pot:\d+: "):
        Words()


@pytest.mark.parametrize("kind", TABLES)
def test_a_broken_table_of_a_language_costs_what_it_says(
    folder: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder / "zh-Hans" / compiled.LANGUAGE, TABLES[kind])
    assert Words("zh-Hans")(KEY, n=3) == "一3" and Words()(KEY, n=3) == "One 3"
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1 and f"{compiled.LANGUAGE}:" in told[0] and told[0].split(":")[2].isdigit(), told


def test_what_editors_and_file_managers_leave_is_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = folder / "zh-Hans"
    (own / ".#answers.po").symlink_to("ann@host.1:2")
    (own / "#gone.po").symlink_to("nowhere")
    put(own / "._answers.po", b"\x00\x05\x16\x07")
    (own / "x.po").mkdir()
    os.mkfifo(own / "y.po")
    os.mkfifo(own / compiled.LANGUAGE)
    assert Words("zh-Hans")(KEY, n=3) == "一3" and capsys.readouterr().err == ""


@pytest.mark.parametrize("text", WRONG_PLACES)
def test_a_text_whose_places_cannot_be_filled_is_said_in_english(folder: Path, text: str) -> None:
    put(folder / "zh-Hans" / "area.po", GOOD.replace(CHINESE, text))
    assert Words("zh-Hans")(KEY, n=3) == "One 3" and Words("zh-Hans").line(KEY, ()) == "One ?"
    words = Words("zh-Hans").extended({"zh-Hans": {"b": text}, "en": {"b": "Two {0}"}})  # which no file had
    assert words.line("b", (3,)) == "Two 3"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _shaped(shape: object) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        content = marshal.dumps(shape, compiled.MARSHAL)
        path.write_bytes(zlib.crc32(content).to_bytes(compiled.SUM_BYTES, "big") + content)

    return write


@pytest.mark.parametrize("replace", [_pipe, _endless, *map(_shaped, SHAPES)])
def test_what_is_kept_of_texts_is_made_anew_where_it_is_something_else(
    folder: Path, replace: Callable[[Path], None]
) -> None:
    kept = folder / "zh-Hans" / compiled.COMPILED
    replace(kept)
    assert Words("zh-Hans")(KEY, n=3) == "一3"
    assert kept.is_file() and not kept.is_symlink() and kept.stat().st_size > 50


MODULES = {
    "words": "WORDS = 5",
    "other words": "WORDS = {'a': 5}",
    "games": "GAMES = {'caravan': 5}",
    "no folder": "FOLDER = '/nonexistent'",
    "other folder": "FOLDER = 5",
    "before": "BEFORE_ENGLISH = 5",
    "exception": "1 / 0",
    "exit": "raise SystemExit(3)",
    "missing": None,
}


@pytest.mark.parametrize("kind", MODULES)
def test_a_language_from_outside_that_cannot_be_read_costs_itself_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    name = f"damaged_latin_{kind.replace(' ', '_')}"
    if (content := MODULES[kind]) is not None:
        put(tmp_path / f"{name}.py", content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(MODULE, "_others", lambda: {"la": name})
    with pytest.raises(UnusableLanguage, match=rf"'la'.*{name}") as caught:
        Words("la")
    assert str(caught.value).count("\n") == 0 and "la" in languages()
    assert Words()(KEY, n=3) == "One 3" and Words("zh-Hans")(KEY, n=3) == "一3"
    put(folder / "zh-Hans" / compiled.LANGUAGE, 'before-english = "la"\n')
    MODULE._compiled.cache_clear()
    assert Words("zh-Hans")(KEY, n=3) == "一3"


def test_commands_go_on_in_other_languages_and_say_in_one_sentence_what_is_wrong(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tta_p2p", tmp_path / "tta_p2p", ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "protocol").symlink_to(ROOT / "protocol")
    about = tmp_path / "tta_latin-1.dist-info"
    about.mkdir()
    put(about / "METADATA", "Metadata-Version: 2.1\nName: tta-latin\nVersion: 1\n")
    put(about / "entry_points.txt", "[tta_p2p.languages]\nla = tta_latin\n")
    put(tmp_path / "tta_latin.py", "WORDS = 5\n")

    def run(language: str) -> tuple[int, list[str], list[str]]:
        done = subprocess.run(
            [sys.executable, "-c", "from tta_p2p.cli import main; main.main()", "id", "list", "--lang", language],
            cwd=tmp_path, capture_output=True, text=True, check=False,
            env={"PYTHONPATH": str(tmp_path), "TTA_HOME": str(tmp_path / "home"), "PYTHONIOENCODING": "utf-8",
                 "TTA_PROGRAM": "/other"},
        )  # fmt: skip
        return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()

    code, _, told = run("la")
    assert code == 2 and len(told) == 1 and "la" in told[0] and "WORDS" in told[0]
    texts = tmp_path / "tta_p2p" / "texts"
    for area in (texts / "zh-Hans").glob("*.po"):
        put(area, "<<<<<<< ours\n")
    code, said, told = run("zh-Hans")
    assert code == 0 and said == run("en")[1] and said and all(":1: " in line for line in told), told
    put(texts / "en" / "menu.pot", GOOD + "nonsense\n")
    code, _, told = run("en")
    assert code == 70 and len(told) == 1 and "menu.pot:4: " in told[0]
