"""`tta id` and `tta doctor`: who one is to others, whom one knows, and what is wrong on this machine."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from protocol.signatures import IdentityKey
from tests.cli.conftest import Evening
from tests.cli.terminals import Person, here, tta
from tests.needs import not_run_here
from tta_p2p.cli.errors import report_of
from tta_p2p.net.errors import NoMulticast
from tta_p2p.node.data_folder.people import NAMESPACE
from tta_p2p.node.machine import doctor
from tta_p2p.node.plan.resumption import CannotResume
from tta_p2p.node.service.notices import halt_reply
from tta_p2p.registry import UnknownGame
from tta_p2p.store import identity
from tta_p2p.store.database import DATABASE, Store, StoreError
from tta_p2p.store.errors import FULL
from tta_p2p.ui.cells import width


def test_the_first_look_makes_a_key_that_stays(tmp_path: Path) -> None:
    first = json.loads(tta(tmp_path, "id", "show", "--json").stdout)
    again = json.loads(here(tmp_path, "id", "show", "--json").stdout)
    assert first == again and len(first["fingerprint"]) == 26 and len(first["words"].split()) >= 6
    assert (tmp_path / "identity.pem").stat().st_mode & 0o077 == 0
    assert first["fingerprint"] in here(tmp_path, "id", "show").stdout


@pytest.mark.parametrize(
    ("given", "read"),
    [("Zoë", "Zoë"), (" Ann  von  B ", "Ann von B"), ("李雷", "李雷"), ("Zoe\u0308", "Zoë"), ("७!", "७!")],
)
def test_a_name_is_read_as_it_was_typed(tmp_path: Path, given: str, read: str) -> None:
    assert here(tmp_path, "id", "name", given).returncode == 0
    assert json.loads(here(tmp_path, "id", "show", "--json").stdout)["name"] == read


NO_NAMES = {
    "": "at least one letter or digit",
    "  ": "at least one letter or digit",
    "\u0301": "at least one letter or digit",
    "?!": "at least one letter or digit",
    "\x1b[31mred": "one line of visible letters",
    "two\nlines": "one line of visible letters",
    "turned \u202eround": "one line of visible letters",
    "x" * 33: "at most 32 letters; this one has 33",
}


@pytest.mark.parametrize("given", NO_NAMES)
@pytest.mark.parametrize(
    "command",
    [
        ("id", "name"),
        ("play",),
        ("host", "--detach", "--name"),
        ("host", "--detach", "--table"),
        ("join", "127.0.0.1:9", "--detach", "--name"),
        ("watch", "127.0.0.1:9", "--name"),
    ],
)
def test_no_name_enters_that_screens_could_not_show(tmp_path: Path, command: tuple[str, ...], given: str) -> None:
    if not given and command[-1] in ("--name", "--table"):
        return  # nothing chosen: the name one has
    refused = here(tmp_path, *command, given)
    assert refused.returncode == 2 and NO_NAMES[given] in refused.stderr
    assert "\x1b" not in refused.stderr and "\u202e" not in refused.stderr
    assert not list(tmp_path.glob("run/*")), "nothing was started"


def test_a_name_that_was_written_into_the_profile_by_hand_is_shown_safely(tmp_path: Path) -> None:
    (tmp_path / "profile.json").write_text(json.dumps({"name": "\x1b[31mred\n" + "x" * 99}))
    assert json.loads(here(tmp_path, "id", "show", "--json").stdout)["name"] == "red " + "x" * 28
    (tmp_path / "profile.json").write_text(json.dumps({"name": "?!"}))
    assert json.loads(here(tmp_path, "id", "show", "--json").stdout)["name"] == "?!", "it was chosen when it could be"


def ssh_key(path: Path) -> str:
    """Write a new SSH key without a passphrase; its fingerprint is not known here."""
    key = Ed25519PrivateKey.generate()
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()))
    path.chmod(0o600)
    public = key.public_key().public_bytes(Encoding.OpenSSH, PublicFormat.OpenSSH).decode()
    path.with_suffix(".pub").write_text(f"{public} test\n")
    return public


def test_an_ssh_key_certifies_the_identity_once(tmp_path: Path) -> None:
    if shutil.which("ssh-keygen") is None:
        not_run_here("certifying an identity with an SSH key", "there is no ssh-keygen")
    public = ssh_key(tmp_path / "id_test")
    home = tmp_path / "home"
    linked = tta(home, "id", "link-ssh", tmp_path / "id_test")
    assert linked.returncode == 0 and "Certified by SHA256:" in linked.stdout, linked.stderr
    me = json.loads(here(home, "id", "show", "--json").stdout)
    assert linked.stdout.split()[-1] == me["ssh"] and me["ssh"] in here(home, "id", "show").stdout
    (tmp_path / "allowed").write_text(f"me {public}\n")
    statement = f"tta-p2p/1 identity {identity_of(home)}\n"
    checked = subprocess.run(
        ["ssh-keygen", "-Y", "verify", "-f", tmp_path / "allowed", "-I", "me", "-n", NAMESPACE,
         "-s", home / "identity.sshsig"],
        input=statement, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, "anybody can check it with SSH's own tools"
    missing = here(home, "id", "link-ssh", tmp_path / "nothing")
    assert missing.returncode == 1 and "no such key file" in missing.stderr
    (tmp_path / "junk").write_text("no key")
    (tmp_path / "junk").chmod(0o600)
    refused = here(home, "id", "link-ssh", tmp_path / "junk")
    assert refused.returncode == 1 and "did not sign" in refused.stderr


def identity_of(home: Path) -> str:
    return IdentityKey(identity.load_or_create(home)).identity.hex()


def test_a_passphrase_locks_the_key(tmp_path: Path) -> None:
    before = json.loads(here(tmp_path, "id", "show", "--json").stdout)
    with Person(tmp_path, "id", "passphrase") as person:
        person.sees("Passphrase so far (empty: none): ")  # with the last space: what is typed before it is dropped
        person.types("")
        person.sees("New passphrase (empty: none): ")
        person.types("open sesame")
        person.sees("Once more: ")
        person.types("open sesame")
        assert person.ends() == 0
        assert "open sesame" not in person.seen
    locked = here(tmp_path, "id", "show")
    assert locked.returncode == 1 and "TTA_PASSPHRASE" in locked.stderr
    wrong = tta(tmp_path, "id", "show", environment={"TTA_PASSPHRASE": "sesame"})
    assert wrong.returncode == 1 and "passphrase is wrong" in wrong.stderr
    right = tta(tmp_path, "id", "show", "--json", environment={"TTA_PASSPHRASE": "open sesame"})
    assert json.loads(right.stdout) == before
    with Person(tmp_path, "id", "show") as person:
        person.sees("Passphrase of your key: ")
        person.types("sesame")
        person.sees("That is not its passphrase", "Passphrase of your key: ")
        person.types("open sesame")
        person.sees(before["fingerprint"])
        assert person.ends() == 0
        assert "open sesame" not in person.seen


def test_players_one_has_met_are_listed_compared_and_forgotten(evening: Evening, tmp_path: Path) -> None:
    home = tmp_path / "ada"
    shutil.copytree(evening.homes[0], home)
    (bela,) = json.loads(here(home, "id", "list", "--json").stdout)
    theirs = json.loads(here(evening.homes[1], "id", "show", "--json").stdout)
    key = {"fingerprint": theirs["fingerprint"], "words": theirs["words"]}
    assert bela == {"name": "Bela", **key, "compared": False, "trusted": False}
    listed = here(home, "id", "list").stdout
    assert "not compared" in listed and theirs["words"] in listed, "what each reads aloud stands on both screens"
    assert "marked as compared" in here(home, "id", "trust", "Bela").stdout
    assert json.loads(here(home, "id", "list", "--json").stdout)[0]["compared"] is True
    assert here(home, "id", "trust", "Nobody").returncode == 1
    assert "forgotten" in here(home, "id", "forget", theirs["fingerprint"][:6]).stdout
    assert json.loads(here(home, "id", "list", "--json").stdout) == []
    assert "Nobody yet" in here(home, "id", "list").stdout


def findings(home: Path) -> dict[str, tuple[bool, str]]:
    done = here(home, "doctor", "--json")
    rows = {row["what"]: (row["ok"], row["says"]) for row in json.loads(done.stdout)}
    assert done.returncode == (0 if all(ok for ok, _ in rows.values()) else 1)
    return rows


def test_the_doctor_finds_nothing_in_a_new_folder_and_prints_a_line_each(tmp_path: Path) -> None:
    here(tmp_path, "settings", "router", "off")  # a process of its own would ask that of this machine
    done = tta(tmp_path, "doctor")
    assert done.returncode == 0, done.stdout
    words = "key store privacy games ports multicast router Tor terminal clock cryptography"
    assert [line.split()[1] for line in done.stdout.splitlines()] == words.split()
    assert all(line.startswith("ok ") for line in done.stdout.splitlines())


def test_the_doctor_names_a_broken_store_and_a_key_that_others_can_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_multicast", lambda words: iter(()))
    here(tmp_path, "id", "show")
    (tmp_path / DATABASE).write_bytes(b"this is no database at all, but long enough to be one" * 40)
    (tmp_path / "identity.pem").chmod(0o644)
    found = findings(tmp_path)
    assert found["store"][0] is False and DATABASE in found["store"][1]
    assert found["key"][0] is False and "chmod 600" in found["key"][1]
    assert found["privacy"][0] is False and "chmod go=" in found["privacy"][1]
    assert found["clock"][0] and found["ports"][0], "what is well is said as well"


def test_the_doctor_says_what_to_do_without_multicast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise NoMulticast("no interface of this machine can be used")

    monkeypatch.setattr(doctor, "open_discovery", none)
    ok, says = findings(tmp_path)["multicast"]
    assert not ok and "no interface" in says and "tta join HOST:PORT" in says


def test_a_folder_that_cannot_be_used_is_said_in_words(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    for home in (file, file / "home"):
        done = here(home, "games")
        assert done.returncode == 1 and f"{file} is a file" in done.stderr and "TTA_HOME" in done.stderr, done.stderr


@pytest.mark.parametrize(
    ("language", "circle", "dangling"),
    [("en", "leads back to itself", "is not there"), ("zh-Hans", "指回自身", "那里什么也没有")],
)
def test_a_link_that_leads_nowhere_is_called_what_it_is(
    tmp_path: Path, language: str, circle: str, dangling: str
) -> None:
    (tmp_path / "one").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "one")
    (tmp_path / "lost").symlink_to(tmp_path / "nothing")
    for home, words in (("one", circle), ("one/home", circle), ("lost", dangling), ("lost/home", dangling)):
        done = here(tmp_path / home, "games", "--lang", language)
        assert done.returncode == 1 and words in done.stderr and "TTA_HOME" in done.stderr, done.stderr
        assert str(tmp_path / home.partition("/")[0]) in done.stderr.replace("\n", "") and "Errno" not in done.stderr
    assert not (tmp_path / "nothing").exists()


@pytest.mark.parametrize(("language", "way_out"), [("en", "Make it writable"), ("zh-Hans", "请让它可以写入")])
@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_a_store_that_may_not_be_written_to_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, language: str, way_out: str
) -> None:
    monkeypatch.setenv("TTA_LANG", language)
    monkeypatch.setenv("TTA_HOME", str(tmp_path))

    def refuse(path: object, *_: object) -> int:
        raise OSError(number, os.strerror(number), str(path))

    with monkeypatch.context() as patched, pytest.raises(StoreError) as caught:
        patched.setattr(os, "open", refuse)
        Store(tmp_path)
    sqlite = StoreError("attempt to write a readonly database", "SQLITE_READONLY_DIRECTORY")
    said = [report_of(caught.value), report_of(sqlite)]
    if number == errno.EROFS:
        said.append(report_of(OSError(number, os.strerror(number), str(tmp_path / "run"))))
    for report in said:
        assert report is not None and report.code == 1 and "Errno" not in report.text and "SQLITE" not in report.text
        assert all(words in report.text for words in (str(tmp_path), way_out, "TTA_HOME")), report
    elsewhere = report_of(OSError(errno.EROFS, "Read-only file system", "/stick/file"))
    assert elsewhere is not None and elsewhere.text.startswith("/stick/file") and "TTA_HOME" not in elsewhere.text


@pytest.mark.parametrize(("language", "kept"), [("en", "stored before is kept"), ("zh-Hans", "以前存下的都还在")])
@pytest.mark.parametrize("code", sorted(FULL))
def test_of_a_disk_that_takes_no_more_one_reads_what_is_kept_and_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, language: str, kept: str
) -> None:
    monkeypatch.setenv("TTA_LANG", language)
    monkeypatch.setenv("TTA_HOME", str(tmp_path))
    report = report_of(StoreError("the store cannot be opened: disk I/O error", code))
    assert report is not None and "I/O" not in report.text and code not in report.text
    assert all(words in report.text for words in (str(tmp_path), kept, "tta resume", "TTA_HOME")), report
    report = report_of(StoreError("database or disk is full", code, where="/stick/packed"))
    assert report is not None and "/stick/packed" in report.text and "TTA_HOME" not in report.text


@pytest.mark.parametrize(
    ("language", "moved", "unknown"),
    [("en", "has moved to another computer", "no such game"), ("zh-Hans", "已搬到另一台电脑", "没有")],
)
def test_what_keeps_a_folder_or_a_game_from_being_used_is_said_in_the_language_of_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, moved: str, unknown: str
) -> None:
    monkeypatch.setenv("TTA_LANG", language)
    home = tmp_path / "home"
    assert here(home, "id", "show").returncode == 0
    assert here(home, "move", "out", str(tmp_path / "packed")).returncode == 0
    refused = here(home, "id", "show")
    assert refused.returncode == 1 and moved in refused.stderr
    assert moved in here(home, "games").stderr
    report = report_of(CannotResume(halt_reply("no-such-game")))
    assert report is not None and report.code == 1 and unknown in report.text
    report = report_of(UnknownGame("straws"))
    assert report is not None and "straws" in report.text and ("there are" in report.text) == (language == "en")


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
def test_what_went_wrong_is_broken_between_words_at_a_narrow_terminal_and_not_at_all_in_a_pipe(
    tmp_path: Path, language: str
) -> None:
    words = ("--lang", language, "resume", "1234")
    (whole,) = here(tmp_path, *words).stderr.splitlines()
    assert width(whole) > 30
    with Person(tmp_path, *words, size=(30, 24)) as person:
        assert person.ends() == 1
    lines = person.seen.splitlines()
    assert len(lines) > 1 and all(width(line) <= 30 for line in lines)
    assert (" " if language == "en" else "").join(lines) == whole
