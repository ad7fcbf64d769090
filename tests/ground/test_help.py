"""The help pages and what the root of `tta` promises: a quick start, and failures told in words."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import typer
import typer.testing
from typer.testing import CliRunner

import tta_p2p
from tests.cli.terminals import here
from tests.ground.pages import every_command, made_once, page_of, root  # noqa: F401
from tests.ground.repository import ROOT
from tests.texts import command_line_keys
from tta_p2p import registry
from tta_p2p.cli import errors, main
from tta_p2p.cli.commands.help import ALL
from tta_p2p.cli.help.command import Commands
from tta_p2p.cli.help.pages import TOPICS
from tta_p2p.i18n import LANGUAGES, Words, as_typed, catalogue, program
from tta_p2p.i18n.program import PROGRAM
from tta_p2p.i18n.program import command as typed
from tta_p2p.node.machine.installation import TTA, command_line
from tta_p2p.ui.cells import width
from tta_p2p.ui.reference import reference_for

PAGES = Path(__file__).with_name("help")


def command_of(words: Sequence[str]) -> Any:
    """The command of these words."""
    command: Any = root()
    for word in words:
        command = command.commands[word]
    return command


def topic_of(topic: str, language: str = "en", *more: str, **environment: str) -> str:
    """The page of a topic, on a screen of 80 columns."""
    surroundings = {"COLUMNS": "80", "TTA_GAME": None, "TTA_LANG": language, **environment}
    shown = CliRunner().invoke(root(), ["help", topic, *more], prog_name="tta", env=surroundings)
    assert shown.exit_code == 0
    return str(shown.output)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("words", every_command(), ids=lambda words: " ".join(("tta", *words)))
def test_the_help_page_is_as_reviewed(words: tuple[str, ...], language: str) -> None:
    _as_reviewed(page_of(words, language), "-".join(("tta", *words)), language)


def test_commands_are_told_as_they_are_typed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    every = [" ".join(("tta", *words)) for words in every_command() if words]
    assert [as_typed(f"({one})") for one in every] == [f"({one})" for one in every]
    monkeypatch.setenv(PROGRAM, "./scripts/tta")
    assert [as_typed(f"({one})") for one in every] == [f"(./scripts/{one})" for one in every]
    for text in ("an older version of tta", "tta speaks English", "bin/tta play", "tta-p2p games", "tta played it"):
        assert as_typed(text) == text
    for language in LANGUAGES:
        assert "./scripts/tta play" in Words(language)("told.no-games")
    shown = CliRunner().invoke(root(), ["id", "trust", "-h"], prog_name=program()).output
    assert "./scripts/tta id trust" in shown and "checked" in shown
    (topic,) = reference_for("seven_wonders", Words()).search_topics("first-game", "en")
    assert "`./scripts/tta play --game 7w" in topic.text

    folder = tmp_path / "it's mine"  # what a shell reads
    folder.mkdir()
    (script := folder / "tta").touch(0o700)
    monkeypatch.setenv(PROGRAM, str(script))
    assert shlex.split(typed("resume", "ab12")) == [str(script), "resume", "ab12"]
    assert "Mark a player" in CliRunner().invoke(root(), ["id", "-h"], prog_name=program()).output
    monkeypatch.setenv("PATH", str(folder))  # found by its name
    monkeypatch.setenv(PROGRAM, str(folder / ".." / folder.name / "tta"))
    assert typed("resume") == "tta resume"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", [*TOPICS, ALL])
def test_the_page_of_a_topic_is_as_reviewed(topic: str, language: str) -> None:
    _as_reviewed(topic_of(topic, language), f"help-{topic}", language, {ALL: 24 * 3, "game": 24 * 2}.get(topic, 24))


def _as_reviewed(shown: str, name: str, language: str, screen: int = 24) -> None:
    page = PAGES / language / f"{name}.txt"
    assert len(shown.splitlines()) < screen, "the page fits a screen, and the prompt under it"
    if os.environ.get("HELP_UPDATE"):
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(shown, "utf-8")
    assert page.is_file(), "a new command: see docs/adding-a-command.md for how to write its page"
    assert shown == page.read_text("utf-8")
    assert all(width(line) <= 80 and not line.endswith(("…", "...")) for line in shown.splitlines())


@pytest.mark.parametrize("words", every_command(), ids=lambda words: " ".join(("tta", *words)))
def test_every_option_says_in_every_language_what_it_is_for(words: tuple[str, ...]) -> None:
    command = command_of(words)
    path = "-".join(words)
    keys = [".".join(filter(None, ("cli", path)))]
    for language in LANGUAGES:
        texts = catalogue(language)
        for param in command.params:
            assert not param.help or param.name == "help", f"{param.name}: its words stand in the catalogue"
            own = ".".join(filter(None, ("cli", path, param.name)))
            assert own in texts or f"cli.any.{param.name}" in texts, param.name
        assert [key for key in keys if key not in texts] == []


def test_no_option_is_explained_that_is_not_there() -> None:
    """Texts of help are found by what there is: commands, their options, what these take."""
    there = {"cli", "cli.any.lang", "cli.any.help", "cli.no-language", "cli.no-letters", "cli.no-usable-language"}
    named = {"options", "command", "language", "text", "int", "float", "path"}
    for words in every_command():
        path, params = "-".join(words), command_of(words).params
        there |= {f"cli.{path}", f"cli.{path}.short"}
        there |= {".".join(filter(None, ("cli", path, param.name))) for param in params}
        there |= {f"cli.any.{param.name}" for param in params}
        named |= {str(param.name) for param in params} | {f"{path}.{param.name}" for param in params}
    pages = {key for key in command_line_keys() if key.startswith("cli")}
    assert sorted(pages - there) == []
    values = {key for key in command_line_keys() if key.startswith("value.")}
    assert sorted(values - {f"value.{name}" for name in named}) == []


def test_the_page_of_a_command_about_a_game_says_what_that_game_offers() -> None:
    for command in ("host", "play", "demo", "simulate"):
        for caravan in (page_of((command, "--game", "caravan")), page_of((command, "--game=Caravan"), TTA_GAME="7w")):
            assert "2, 3, 4 or 5 (default: the fewest)" in caravan
            assert "--variant" not in caravan and "--scenario" not in caravan
    named = (topic_of("game", "en", "--game", "caravan"), topic_of("game", TTA_GAME="caravan"), topic_of("caravan"))
    assert topic_of("civ") == topic_of("game", "en", "--game", "civ"), "a game is asked for by any name"
    for choices in named:
        assert "Caravan: 2, 3, 4 or 5 players" in choices and "--variant" not in choices
        assert "  sale=3  Coins for a sold bale (default)\n" in choices
    assert "--scenario" in page_of(("simulate",), TTA_GAME="7w")
    assert "3, 4, 5, 6 or 7" in page_of(("demo",), TTA_GAME="7w")
    assert "--variant" in page_of(("host", "--game", "tta")) and "--variant" in page_of(("host",), TTA_GAME="no-such")
    for command in (["host"], ["play"], ["help", "game"]):
        with pytest.raises(errors.CommandFailed, match="There is no game “no-such-game”"):
            root()([*command, "--game", "no-such-game", *["--help"][: len(command) == 1]], prog_name="tta")


def test_every_option_stands_on_the_page_of_its_command_or_of_its_topic() -> None:
    topics = {topic: topic_of(topic) for topic in TOPICS}
    for words in every_command():
        shown, command = page_of(words), command_of(words)
        for param in command.params if words else ():
            option = f"({'|'.join(param.opts + param.secondary_opts)})"  # of a choice between two one name may do
            own = shown.partition("For more options, type:")[0]
            if param.param_type_name != "option" or re.search(rf"^  .*{option}\b", own, re.M):
                continue
            topic = next(topic for topic in TOPICS if re.search(rf"tta help {topic} (.|\n  +(?=--))*{option}\b", shown))
            assert re.search(rf"^ *.*{option}\b", topics[topic], re.M), f"{words} {option}"
    assert all(f"  {words[0]} " in topic_of(ALL) for words in every_command() if len(words) == 1)
    for words in every_command():
        assert CliRunner().invoke(root(), ["help", *words], prog_name="tta").exit_code == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_a_page_names_opens_also_with_the_options_beside_it(language: str) -> None:
    named = {
        line for words in every_command() for line in re.findall(r"^  tta help \w.*", page_of(words, language), re.M)
    }
    assert len(named) > len(TOPICS)
    for line in named:
        topic, *options = line.split()[2:]
        for asked in ([topic], [topic, *[one for one in options if one.strip(",") != "--lang"]]):  # that takes a value
            shown = CliRunner().invoke(root(), ["help", *asked], prog_name="tta", env={"TTA_LANG": language})
            assert shown.exit_code == 0, asked
            assert all(one.strip(",") in shown.output for one in asked[1:]), asked
    with pytest.raises(errors.CommandFailed, match="--no-such"):
        root()(["help", "table", "--no-such"], prog_name="tta", standalone_mode=False)


def test_the_command_of_the_page_on_commands_is_one_for_every_game() -> None:
    page = (ROOT / "docs" / "adding-a-command.md").read_text("utf-8")
    module: dict[str, Any] = {}
    exec(page.partition("```python\n")[2].partition("```")[0], module)
    bare = Commands()
    module["register"](bare)
    bare.command("other")(lambda: None)
    shown = CliRunner().invoke(bare, ["faces", "--game", "Caravan"])
    assert shown.exit_code == 0 and shown.output.splitlines() == list(registry.load_rules("caravan").faces())
    shown = CliRunner().invoke(bare, ["faces", "--game", "caravan", "--help"])
    assert "--game GAME" in shown.output and "players" not in shown.output, "it has no seats to choose"


def test_no_help_page_is_left_of_a_command_that_is_gone() -> None:
    for language in LANGUAGES:
        pages = {page.stem for page in (PAGES / language).iterdir()}
        topics = {f"help-{topic}" for topic in (*TOPICS, ALL)}
        assert pages == {"-".join(("tta", *words)) for words in every_command()} | topics
    assert {folder.name for folder in PAGES.iterdir()} == set(LANGUAGES)


def test_without_arguments_the_help_is_shown(tmp_path: Path) -> None:
    done = here(tmp_path)
    assert "Usage: tta" in done.stdout + done.stderr


def test_dash_h_is_help_for_the_root_and_every_command() -> None:
    for words in every_command():
        shown = CliRunner().invoke(root(), [*words, "-h"], prog_name="tta")
        assert shown.exit_code == 0 and shown.output.startswith(("Usage: tta", "用法：tta"))


def test_the_version_is_the_packages_version() -> None:
    """Said by a process of its own."""
    done = subprocess.run(command_line(TTA, "--version"), cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"tta {tta_p2p.__version__}\n")


def test_an_unknown_command_is_wrong_usage(tmp_path: Path) -> None:
    done = here(tmp_path, "no-such-command")
    assert done.returncode == errors.USAGE
    assert "no-such-command" in done.stderr and done.stdout == ""


def test_an_option_before_its_command_is_told_to_belong_behind_it(tmp_path: Path) -> None:
    said = here(tmp_path, "--game", "7w", "play").stderr
    assert "Write it after the command: tta play --game …" in " ".join(said.split())
    assert "behind" not in here(tmp_path, "--game", "7w", "id").stderr, "which takes none"


def test_a_word_for_inside_a_game_is_told_apart_from_an_unknown_one(tmp_path: Path) -> None:
    done = here(tmp_path, "why")
    assert done.returncode == errors.USAGE and "inside a game" in done.stderr and "why MOVE" in done.stderr
    assert "Did you mean" in here(tmp_path, "watc").stderr


def test_starting_imports_nothing_but_the_command_line() -> None:
    code = (
        "import sys, json; before = set(sys.modules); from tta_p2p.cli import main; main.build();"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, env={**os.environ}
    )
    loaded = set(json.loads(shown.stdout))
    ours = {name for name in loaded if name.partition(".")[0] in ("protocol", "tta_p2p")}
    assert ours and all(name == "tta_p2p" or name.startswith("tta_p2p.cli") for name in ours)
    heavy = {"trio", "nacl", "cryptography", "zeroconf", "msgspec", "sqlite3", "ssl", "rich"}
    assert loaded.isdisjoint(heavy)


def fail_with(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "text", "code"),
    [
        (errors.CommandFailed("no such game; `tta list` shows them"), "no such game; `tta list` shows them", 1),
        (FileNotFoundError(2, "No such file or directory", "evening.tta"), "evening.tta: No such file", 1),
    ],
)
def test_a_failure_is_told_in_words_with_an_exit_code(
    error: Exception, text: str, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = typer.Typer()
    failing.command()(lambda: fail_with(error))
    monkeypatch.setattr(main, "build", lambda: failing)
    monkeypatch.setattr(sys, "argv", ["tta"])
    with pytest.raises(SystemExit) as exit_:
        main.main()
    assert exit_.value.code == code
    shown = capsys.readouterr()
    assert shown.err.startswith(f"tta: {text}") and shown.out == ""


def test_a_defect_is_not_told_as_a_failure() -> None:
    assert errors.report_of(ZeroDivisionError()) is None
    assert errors.report_of(KeyError("x")) is None


def test_of_tasks_that_fail_together_one_speaks_unless_one_is_a_defect() -> None:
    failed = errors.CommandFailed("no such table", errors.USAGE)
    assert errors.report_of(ExceptionGroup("tasks", [ExceptionGroup("more", [failed]), failed])) == errors.report_of(
        failed
    )
    assert errors.report_of(ExceptionGroup("tasks", [failed, KeyError("x")])) is None


def test_a_proof_that_does_not_hold_is_told_as_cheating() -> None:
    from protocol.errors import BadProof, OutOfOrder

    assert errors.report_of(BadProof("share", "wrong")) == errors.Report("share proof refused: wrong", errors.CHEATED)
    assert errors.report_of(OutOfOrder("not now")) == errors.Report("not now", errors.FAILED)


def test_every_kind_of_failure_names_an_exception_that_exists() -> None:
    import importlib

    for name, code in errors.KINDS:
        module, _, kind = name.partition(":")
        assert issubclass(getattr(importlib.import_module(module), kind), Exception)
        assert code in (errors.FAILED, errors.USAGE, errors.CHEATED, errors.DEFECT)
