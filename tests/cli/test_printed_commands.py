"""Every command that this program prints for people works in a shell: it is taken word by word, and does what it says.

What stands in the catalogues is found there, in every language, and given to the parser of the command line; what is
printed while people play is run, with names of tables, files and folders as bad for a shell as they may be.
"""

from __future__ import annotations

import os
import re
import secrets
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Evening
from tests.cli.nodes import announced, end_nodes
from tests.cli.terminals import commands, eventually, surroundings
from tests.patience import PATIENCE
from tta_p2p.cli.commands.tables import watching
from tta_p2p.i18n import LANGUAGES, SHELL, Words, catalogue, templates
from tta_p2p.i18n.program import command, in_shell
from tta_p2p.net.addresses import fingerprint

NASTY = "it's $HOME; `x` * [a]"
"""A name that a shell makes something else of, unless it is quoted."""
VALUES = {text for one in LANGUAGES for key, text in catalogue(one).items() if key.startswith("value.")}
STANDING = sorted({*VALUES, "TOPIC", "主题", "NAME", "名称"}, key=len, reverse=True)
"""What stands for a value on pages of help and in texts."""
VALUE = re.compile(rf"\{{[^}}]*\}}|--[a-z-]+|HOST:PORT#KEY|(?:{'|'.join(map(re.escape, STANDING))})(?![\w一-鿿:])")
"""What belongs to a command in a text: places, options, and what stands for a value."""


def paths(node: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The commands there are, with the words before them."""
    if path:
        yield path
    for name, one in getattr(node, "commands", {}).items():
        yield from paths(one, (*path, name))


def commands_in(text: str) -> Iterator[str]:
    """The commands that a text names, each with what belongs to it."""
    known = sorted((" ".join(path) for path in paths(commands())), key=len, reverse=True)
    for found in re.finditer(rf"(?<![\w./-])tta ({'|'.join(known)})(?![\w-])", text):
        line, rest = found[0], text[found.end() :]
        while (value := re.match(rf" ({VALUE.pattern})", rest)) is not None:
            line, rest = line + value[0], rest[value.end() :]
        if (of := re.match(r"\{of\}", rest)) is not None:
            line += of[0]
        yield line


def in_shell_words(lines: list[str], folder: Path) -> list[list[str]]:
    """What a shell makes of commands: the words that the program gets, of each."""
    script = folder / "script"
    script.write_text("tta() { printf '%s\\0' \"$@\"; printf '\\1\\0'; }\n" + "\n".join(lines) + "\n")
    done = subprocess.run(["sh", str(script)], capture_output=True, timeout=PATIENCE, check=True)
    assert not done.stderr, done.stderr
    taken, words = list[list[str]](), list[str]()
    for word in done.stdout.decode().split("\0")[:-1]:
        if word == "\1":
            taken.append(words)
            words = []
        else:
            words.append(word)
    return taken


def parse(words: list[str]) -> None:
    """Give words to the parser of the command line; nothing is done. Raises what Typer raises where they are wrong."""
    node, context, rest = commands(), None, words
    while True:
        context = node.make_context(rest[0] if context else "tta", rest[1:] if context else rest, parent=context)
        if not getattr(node, "commands", None):
            return
        rest = [*context._protected_args, *context.args]
        if not rest:
            return
        _, node, _ = node.resolve_command(context, rest)


NAMES = ("cli.any.name", "cli.move-in.file")
"""Texts that speak of a command by its name, and do not ask anybody to type it."""
SAMPLES = {"LANGUAGE": "en", "语言": "en", "FILE": "some.tta", "文件": "some.tta", "GAME": "caravan", "游戏": "caravan"}


def filled(line: str, language: str) -> str:
    """The command as it is printed for a value that is bad for a shell; values that a person chooses are sensible."""
    address = f"10.0.0.7:4711#{fingerprint(bytes(32))}"

    def value(word: str) -> str:
        if word == "{of}":
            return " --game caravan"
        if re.fullmatch(r"\{[a-z0-9]+:shell\}", word):
            return in_shell(NASTY)
        return SAMPLES.get(word, address if "HOST" in word else word)

    first, *rest = re.split(r"( )", line)
    return first + "".join(VALUE.sub(lambda found: value(found[0]), word) for word in rest)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_of_the_catalogue_is_taken_by_a_shell_and_by_the_program(language: str, tmp_path: Path) -> None:
    texts = catalogue(language)
    named = [(key, line) for key, text in sorted(texts.items()) for line in commands_in(text)]
    assert len(named) > 60 and {("told.come-back", "tta attach {id:shell}")} < set(named)
    for key, line in named:
        loose = [one for one in re.findall(r"\{([^}]*)\}", line) if one != "of" and not one.endswith(f":{SHELL}")]
        assert not loose, f"{key}: what stands in a command is one word of a shell: {{{loose[0]}:{SHELL}}}"
    lines = [filled(line, language) for _, line in named]
    taken = in_shell_words(lines, tmp_path)
    assert len(taken) == len(lines)
    for (key, line), words in zip(named, taken, strict=True):
        assert line.count(f":{SHELL}}}") == words.count(NASTY), (key, line, words)
        if key in NAMES:
            continue
        try:
            parse(words)
        except Exception as error:  # the classes of Typer's parser are private
            raise AssertionError(f"{key}: {line}: {error}") from error
    assert all(one.sort != SHELL for text in texts.values() for one in templates.places(text) if not one.place)


def test_a_command_is_one_word_of_a_shell_for_each_of_its_words(tmp_path: Path) -> None:
    words = ["verify", NASTY, "[fd00::2]:7#x", "#a", "~", "=x", "plain", "战士", ""]
    assert in_shell_words([command(*words)], tmp_path) == [words]
    plain = "10.0.0.7:4711,10.0.0.8:1#abc"
    assert command("join", plain) == f"tta join {plain}", "what need not be quoted is not"
    assert Words()("told.join-named", table=NASTY).endswith(f"tta join {shlex.quote(NASTY)}")


def test_a_game_names_each_of_its_addresses_in_a_command_of_its_own_to_those_who_watch(tmp_path: Path) -> None:
    places = ["10.0.0.7:4711", "[fd00::2]:4711"]
    key = fingerprint(bytes(32))
    lines = watching(f"{','.join(places)}#{key}").split(" or ")
    assert in_shell_words(lines, tmp_path) == [["watch", f"{place}#{key}"] for place in places]
    assert lines[0] == f"tta watch {places[0]}#{key}"
    assert watching("") == watching("no address") == ""


class Shell:
    """A shell at which commands are typed, in a folder with a nasty name."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin = folder / NASTY, folder / "bin"
        self.folder.mkdir()
        self.bin.mkdir()
        (self.bin / "tta").write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m tta_p2p.cli "$@"\n')
        (self.bin / "tta").chmod(0o755)

    def __call__(self, home: Path, line: str) -> str:
        """Type a line; what is printed."""
        around = surroundings(home, PATH=f"{self.bin}:{os.environ['PATH']}", COLUMNS="500")
        done = subprocess.run(
            ["sh", "-c", line], env=around, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE,
            stdin=subprocess.DEVNULL,
        )  # fmt: skip
        assert done.returncode == 0, f"{line}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr


def printed(text: str, do: str) -> str:
    """The command that a text ends a line or a column with."""
    found = re.search(rf"tta {do} .*?(?=$|   )", text, re.M)
    assert found is not None, (do, text)
    return found[0]


def test_what_is_printed_while_people_play_is_typed_again_and_does_what_it_says(
    evening: Evening, tmp_path: Path
) -> None:
    shell = Shell(tmp_path)
    home = tmp_path / "home of 'Ada'"
    shutil.copytree(evening.homes[0], home)
    listed = shell(home, "tta games")
    assert printed(listed, "rematch").split()[2] == printed(listed, "replay").split()[2]
    exported = shell(home, f"{printed(listed, 'export')} --out {shlex.quote(NASTY + '.tta')}")
    assert (shell.folder / f"{NASTY}.tta").is_file()
    assert "FAIR" in shell(home, printed(exported, "verify"))

    ann, bob = tmp_path / "ann", tmp_path / "bob"
    here = "--interface 127.0.0.1 --listen 127.0.0.1:0"
    table = f"it's $HOME; `x` * {secrets.token_hex(4)}"  # other tables may be announced on this machine
    try:
        opened = shell(ann, f"tta host --game caravan --seats 4 --table {shlex.quote(table)} --detach {here}")
        first, second = re.findall(r"tta join .*$", opened, re.M)
        assert "127.0.0.1" in first and second == f"tta join {shlex.quote(table)}"
        joined = shell(bob, f"{first} --detach {here}")
        assert printed(joined, "attach") == printed(shell(bob, "tta games"), "attach")
        message = re.search(r"this invitation: (.*)$", opened, re.M)
        assert message is not None and " asks you to play Caravan: " in message[1]
        shell(tmp_path / "dan", f"tta join {message[1]} --detach {here}")  # as it was pasted behind the command
        eventually("the table is announced", lambda: announced(tmp_path, table))
        shell(tmp_path / "cid", f"{second} --detach {here}")
        assert "4 of 4 seats" in shell(ann, f"{printed(opened, 'attach')} --lines; test $? -eq 4")
    finally:
        end_nodes(ann, bob, tmp_path / "cid", tmp_path / "dan")
