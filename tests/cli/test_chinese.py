"""Whoever reads Chinese reads Chinese: help, results and refusals of every command, and no English sentence in them."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.cli.terminals import here
from tests.ground.pages import every_command, made_once, page_of  # noqa: F401
from tta_p2p.cli.output import speech
from tta_p2p.node.machine.installation import TTA, command_line
from tta_p2p.store.database import DATABASE

SENTENCE = re.compile(r"[A-Za-z][A-Za-z'’,]+(?: [A-Za-z][A-Za-z'’,]*){2,}")
"""Three words or more of a language with spaces."""
LATIN_MARK = re.compile("[一-鿿，、。；：] ?(?:[,;(!]|:(?!:))|[,:;)!] ?[一-鿿，、。；：]")
"""A mark of Latin script beside an ideograph, but for those that begin a message and stand in what is typed."""
MEANT = re.compile(
    r"tta(?: [a-z-]+)+|python3 \S+|sudo \w+(?: -?\w+){2}|“[^”]*”|`[^`]*`|ssh-keygen.*|(?:\b[a-z]{4} ){3,}[a-z]{4}\b"
)
"""Commands, what somebody has typed or named, and the words in which a key is read aloud."""


def english(shown: str, *named: str) -> list[str]:
    """Give the English sentences in what is shown, but for commands and names."""
    for name in named:
        shown = shown.replace(name, "")
    return [found for line in shown.splitlines() for found in SENTENCE.findall(MEANT.sub("", line))]


@pytest.fixture(autouse=True)
def chinese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TTA_LANG", "zh-Hans")
    yield


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "ja"])
@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_no_help_page_holds_an_english_sentence(words: tuple[str, ...], language: str) -> None:
    assert english(page_of(words, language)) == []


WRONG: Sequence[tuple[object, ...]] = (
    ("nonsense",),
    ("play", "--game", "nonsense"),
    ("play", "--game", "tta", "--bots", "9"),
    ("play", "--game", "tta", "--people", "Ann", "--people", "Ann"),
    ("play", "--bot-command", "no-such-program"),
    ("play", "--bot-command", "'"),
    ("play", "--bot-command", ""),
    ("play", "--level", "nonsense"),
    ("play", "--variant", "nonsense"),
    ("play", "--option", "x=y"),
    ("play", "--option", "edition=2006", "--option", "edition=2015"),
    ("play", "--seed", "x"),
    ("host", "--seats", "99"),
    ("host", "--bots", "7"),
    ("host", "--away", "1"),
    ("host", "--listen", "nowhere"),
    ("host", "--public", "[::1]"),
    ("host", "--on-leave", "nonsense"),
    ("join", "a:b:c"),
    ("join", "127.0.0.1:99999"),
    ("join", "127.0.0.1:7#x"),
    ("join", "[nowhere]:7"),
    ("join", "a b:7"),
    ("attach",),
    ("attach", "nonsense"),
    ("resume",),
    ("resume", "nonsense"),
    ("rematch",),
    ("export",),
    ("export", "nonsense"),
    ("replay", "nonsense"),
    ("verify", "nonsense"),
    ("watch", "127.0.0.1:x"),
    ("stats",),
    ("games",),
    ("cards", "nonsense"),
    ("rules", "nonsense"),
    ("rules",),
    ("rules", "--game", "7w"),
    ("play", "--ascii"),
    ("simulate", "--bots", "nonsense"),
    ("simulate", "--scenario", "nonsense.json"),
    ("id", "name", ""),
    ("id", "trust", "nobody"),
    ("id", "forget", "nobody"),
    ("id", "list"),
    ("id", "show"),
    ("id", "link-ssh", "nonsense"),
    ("move", "in", "nonsense"),
    ("move", "back"),
    ("doctor",),
    ("settings",),
    ("demo", "--level", "nonsense"),
)
"""Command lines that say something, most of them because they cannot do what they are asked."""


@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(map(str, words)))
def test_nothing_that_a_command_says_is_an_english_sentence(words: tuple[object, ...], tmp_path: Path) -> None:
    done = here(tmp_path, *words)
    assert done.stdout.strip() or done.stderr.strip()
    assert english(done.stdout + done.stderr, str(tmp_path)) == []
    said = re.sub(
        r"^tta: |“[^”]*”|(主机|地址):端口|:(warlike|builder|scholar)", "", done.stdout + done.stderr, flags=re.MULTILINE
    )
    assert LATIN_MARK.findall(said) == []


@pytest.mark.parametrize("programs", [(), ("tor", "ssh-keygen", "tmux", "stty", "systemctl", "loginctl")])
def test_nor_does_doctor_say_one_whatever_programs_a_machine_has(
    programs: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "bin"
    there.mkdir()
    for name in programs:
        (there / name).write_text("#!/bin/sh\nexit 1\n")
        (there / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(there))
    test_nothing_that_a_command_says_is_an_english_sentence(("doctor",), tmp_path / "home")


def test_files_that_are_no_transcripts_are_refused_in_chinese(tmp_path: Path) -> None:
    files = {"empty.tta": b"", "local.tta": b"not a transcript at all, whatever it says"}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    empty = here(tmp_path, "verify", tmp_path / "empty.tta")
    assert empty.returncode == 2 and english(empty.stdout + empty.stderr, str(tmp_path)) == []
    other = here(tmp_path, "verify", tmp_path / "local.tta")
    assert other.returncode == 2 and "local.tta：文件损坏" in other.stdout
    assert "文件的开头不是对局记录的开头" in other.stdout
    assert english(other.stdout + other.stderr, str(tmp_path)) == []


def test_a_store_that_cannot_be_read_is_refused_in_chinese(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"no database at all" * 1000)
    refused = here(tmp_path, "games")
    assert refused.returncode == 1 and "数据目录" in refused.stderr
    assert english(refused.stdout + refused.stderr, str(tmp_path)) == []


@pytest.mark.parametrize(
    ("encoding", "chinese"), [("ascii", False), ("gbk", False), ("gb18030", True), ("utf-8", True)]
)
def test_a_terminal_without_the_letters_reads_english_and_is_told_so_once(
    encoding: str, chinese: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"TTA_LANG": "", "LANG": "zh_CN.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}.items():
        monkeypatch.setenv(name, value)
    asked = ("rules", "--game", "7w")
    if encoding == "gbk":  # of one it is tried that it is the encoding of a process
        there = {**os.environ, "PYTHONIOENCODING": encoding, "TTA_HOME": str(tmp_path)}
        done = subprocess.run(command_line(TTA, *asked), capture_output=True, check=True, env=there, encoding=encoding)
    else:
        speech._speak_english.cache_clear()
        done = here(tmp_path, *asked, encoding=encoding)
    out, said = done.stdout, done.stderr
    assert ("七大奇迹" in out, "Rules of 7 Wonders" in out) == (chinese, not chinese) and "?" not in out
    assert said.count("cannot show zh-Hans") == (not chinese) and len(said.splitlines()) == (not chinese)
