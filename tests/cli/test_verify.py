"""`tta verify`: what a file is, told in words, as JSON and by the exit code; copies compared."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from protocol.charter import signed_by_all
from protocol.messages import Motion
from protocol.replay import Verifier
from protocol.transcript import MessageRecord, ProofRecord
from protocol.verdict import EXIT_CODES, Status, Verdict
from tests.cli.conftest import Evening, Little
from tests.cli.terminals import Person, here, tta
from tests.table.cheats import OPEN, cheat, convictions
from tests.table.peers import Peers
from tta_p2p.cli.commands.transcripts import WORST_FIRST
from tta_p2p.cli.errors import DEFECT, USAGE
from tta_p2p.registry import load_rules
from tta_p2p.table import audit, binding
from tta_p2p.table.audit import verify_file, write_file


def told(tmp_path: Path, *files: object) -> tuple[int, dict[str, Any]]:
    done = here(tmp_path / "home", "verify", "--json", *files)
    assert "Traceback" not in done.stderr
    return done.returncode, json.loads(done.stdout)


def test_a_fair_game_is_told_with_who_signed_it_and_where_the_points_came_from(
    evening: Evening, tmp_path: Path
) -> None:
    done = tta(tmp_path, "verify", evening.file)
    assert done.returncode == 0 and "FAIR" in done.stdout and not done.stderr
    for home in evening.homes:
        me = json.loads(here(home, "id", "show", "--json").stdout)
        assert me["fingerprint"] in done.stdout, "keys are told as people compare them"
    assert "Smugglers" in done.stdout
    sources = {source for one in evening.result["standings"] for source, points in one["parts"].items() if points}
    assert sources <= {"coins", "loot"}
    for source, name in (("coins", "Coins"), ("loot", "Loot of the cave")):
        assert (name in done.stdout) == (source in sources)


def test_the_json_says_the_same_as_the_demonstration(evening: Evening, tmp_path: Path) -> None:
    code, said = told(tmp_path, evening.file)
    (result,) = said["results"]
    assert code == 0 and said["comparison"] == []
    assert (result["verdict"], result["reason"], result["accused"]) == ("fair", "", [])
    assert result["standings"] == evening.result["standings"]
    assert result["messages"] == evening.result["messages"] and result["operations"] == evening.result["steps"]


def test_a_stored_game_is_verified_by_the_beginning_of_either_of_its_ids(evening: Evening, tmp_path: Path) -> None:
    (row,) = json.loads(here(evening.homes[0], "games", "--json").stdout)
    for named in (row["id"][:5], row["sid"][:5]):
        done = here(evening.homes[0], "verify", named)
        assert done.returncode == 0 and done.stdout.startswith(f"{named}: FAIR"), done.stderr
    both = here(evening.homes[0], "verify", row["id"], evening.file)
    assert both.returncode == 0 and f"{row['id']}" in both.stdout.splitlines()[-1], "copies are told by what was typed"
    assert "There is no file" in here(tmp_path, "verify", row["id"]).stderr


def test_at_a_terminal_progress_is_shown_and_then_gone(evening: Evening, tmp_path: Path) -> None:
    with Person(tmp_path, "verify", evening.file) as person:
        assert person.ends() == 0
        assert "checking evening.tta" in person.seen
        assert person.seen.rindex("\x1b[K") < person.seen.index("FAIR"), "the bar is gone before the verdict"


def test_what_is_no_transcript_is_called_so_and_accuses_nobody(tmp_path: Path) -> None:
    made = {
        "empty": b"",
        "binary": bytes(range(256)) * 300,
        "huge-line": b"tta-p2p transcript 4" + b"x" * 3_000_000,
        "only-the-first-line": b"tta-p2p transcript 4\n",
        "endless-record": b"tta-p2p transcript 4\n\xff\xff\xff\xff" + bytes(1000),
    }
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    code, said = told(tmp_path, *(tmp_path / name for name in made))
    assert code == 2
    assert {result["verdict"] for result in said["results"]} == {"damaged"}
    assert all(result["reason"] and result["accused"] == [] for result in said["results"])


@pytest.mark.parametrize(
    ("name", "words"), [("", "is a folder"), ("missing.tta", "There is no file"), ("/dev/null", "is a device")]
)
def test_what_cannot_be_named_is_wrong_usage_and_no_verdict(tmp_path: Path, name: str, words: str) -> None:
    done = here(tmp_path / "home", "verify", tmp_path / name)
    assert done.returncode == 2 and words in done.stderr and done.stdout == ""


def test_a_file_that_cannot_be_read_convicts_nobody(
    play: Callable[..., Little], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(path: Path, *_: Any) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(audit, "verify_file", unreadable)
    code, said = told(tmp_path, play().write(tmp_path / "locked.tta"))
    assert code == 2 and said["results"][0]["reason"] == "the file cannot be read: Permission denied"


def test_the_beginning_of_a_game_is_unfinished(play: Callable[..., Little], tmp_path: Path) -> None:
    done = here(tmp_path, "verify", play().write(tmp_path / "half.tta", 60))
    assert done.returncode == 3 and "UNFINISHED" in done.stdout and "the end is missing" in done.stdout


def test_a_game_by_other_rules_has_its_signatures_and_proofs_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other_rules(game: Any) -> bytes:
        return bytes(32)

    monkeypatch.setattr(binding, "rules_digest", other_rules)
    peers = Peers("caravan", [0, 1], seed=2)
    peers.play()
    file = Little(peers).write(tmp_path / "other.tta")
    monkeypatch.undo()
    code, said = told(tmp_path, file)
    (result,) = said["results"]
    assert code == 4 and result["verdict"] == "other-rules" and "another version of the rules" in result["reason"]
    assert result["messages"] == sum(isinstance(record, MessageRecord) for record in peers.tables[0].session.records)
    data = bytearray(file.read_bytes())
    data[-40] ^= 1  # in the signature of the last message
    file.write_bytes(data)
    code, said = told(tmp_path, file)
    assert code == 2 and said["results"][0]["accused"] == []


def test_options_that_the_game_does_not_have_are_no_defect(play: Callable[..., Little], tmp_path: Path) -> None:
    peers = play().peers
    wrong = msgspec.structs.replace(peers.signed.charter, options=binding.write_options({"sale": 99}))
    write_file(tmp_path / "wrong.tta", signed_by_all(wrong, peers.keys), [])
    verdict = verify_file(tmp_path / "wrong.tta")
    assert verdict.state == "other-rules" and "options" in verdict.reason


def other_version(peers: Peers, tmp_path: Path) -> Path:
    file = Little(peers).write(tmp_path / "older.tta")
    file.write_bytes(file.read_bytes().replace(b"transcript 4", b"transcript 1", 1))
    return file


def test_a_file_of_another_version_names_the_program_that_reads_it(play: Callable[..., Little], tmp_path: Path) -> None:
    done = here(tmp_path, "verify", other_version(play().peers, tmp_path))
    assert done.returncode == 4 and "OTHER VERSION" in done.stdout and "Use tta-p2p 0.1 for it." in done.stdout


@pytest.mark.parametrize(("kind", "words"), [("call-off", "called off by agreement"), ("forfeit", "given up by agree")])
def test_a_game_that_was_ended_by_agreement_has_an_exit_code_of_its_own(tmp_path: Path, kind: str, words: str) -> None:
    peers = Peers("caravan", [0, 1], seed=2)
    peers.step()
    for table in peers.tables:
        table.vote(Motion(kind, 0))  # type: ignore[arg-type]
    peers.deliver()
    done = here(tmp_path, "verify", Little(peers).write(tmp_path / "ended.tta"))
    assert done.returncode == 6 and "ENDED EARLY" in done.stdout and words in done.stdout


def test_rules_that_come_to_another_state_accuse_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = type(load_rules("caravan")).digest

    def another(game: Any, state: Any) -> bytes:
        return bytes(reversed(digest(game, state)))

    monkeypatch.setattr(type(load_rules("caravan")), "digest", another)
    peers = Peers("caravan", [0, 1], seed=2)
    peers.play()
    file = Little(peers).write(tmp_path / "differs.tta")
    monkeypatch.undo()
    code, said = told(tmp_path, file)
    assert code == 7 and said["results"][0]["verdict"] == "disagreed" and said["results"][0]["accused"] == []


def test_who_left_is_told_and_how(tmp_path: Path) -> None:
    peers = Peers("caravan", [0, 1, 2], seed=2)
    peers.step()
    peers.deliver()
    peers.up.discard(2)
    for number in (0, 1):
        peers.tables[number].vote(Motion("gone", 2))
    peers.play()
    file = Little(peers).write(tmp_path / "gone.tta")
    assert "seat 2 was gone; the others went on" in here(tmp_path, "verify", file).stdout
    code, said = told(tmp_path, file)
    assert code == 0 and said["results"][0]["left"] == [{"seat": 2, "name": "seat 2", "how": "gone"}]


@pytest.fixture(scope="module")
def convicted() -> tuple[Peers, int]:
    """A game that was played to its end without somebody who had broken its rules, and who that was."""
    peers = Peers("smugglers", [0, 1, 2], seed=3)
    operator, _ = cheat(peers, OPEN["a coin it does not have"])
    peers.deliver()
    peers.up.discard(operator)
    for number in sorted(peers.up):
        peers.tables[number].vote(Motion("cheated", operator))
    peers.play()
    return peers, operator


def test_a_game_that_was_fair_to_the_end_tells_who_was_convicted_on_the_way(
    convicted: tuple[Peers, int], tmp_path: Path
) -> None:
    peers, operator = convicted
    files = [Little(peers).write(tmp_path / f"{number}.tta", of=number) for number in sorted(peers.up)]
    done = here(tmp_path, "verify", *files)
    name = peers.signed.charter.seats[operator].name
    assert done.returncode == 5 and done.stdout.count("FAIR TO THE END") == 2
    assert f"{name} (key " in done.stdout and "broke the rules of the game: You have no coin" in done.stdout
    assert "(illegal-act); voted out" in done.stdout and "identical copies" in done.stdout
    _, said = told(tmp_path, *files)
    for result in said["results"]:
        assert (result["verdict"], result["status"], result["seats_left"]) == ("convicted", "finished", 1)
        assert result["left"] == [{"seat": operator, "name": name, "how": "cheated"}] and result["standings"]
        assert [(one["seat"], one["kind"], one["voted_out"]) for one in result["accused"]] == [
            (operator, "illegal-act", True)
        ]
    proofs = tmp_path / "proofs"
    assert here(tmp_path, "verify", files[0], "--certificates", proofs).returncode == 5
    (proof,) = proofs.iterdir()
    assert told(tmp_path, proof)[0] == 1
    log = here(tmp_path, "replay", "--log", files[0])
    assert log.returncode == 0 and f"{name} has left" in log.stdout


def test_a_file_that_calls_somebody_a_cheat_without_proof_is_damaged(
    convicted: tuple[Peers, int], tmp_path: Path
) -> None:
    peers, operator = convicted
    records = [one for one in peers.tables[(operator + 1) % 3].session.records if not isinstance(one, ProofRecord)]
    write_file(tmp_path / "file.tta", peers.signed, records)
    done = here(tmp_path, "verify", tmp_path / "file.tta")
    assert done.returncode == 2
    assert "Somebody was voted out as a cheat, and the file holds no proof of it: nobody is accused." in done.stdout
    assert "standings" not in done.stdout and "cheated" not in done.stdout
    _, said = told(tmp_path, tmp_path / "file.tta")
    assert (said["results"][0]["left"], said["results"][0]["accused"]) == ([], [])
    replay = here(tmp_path, "replay", "--log", tmp_path / "file.tta")
    assert replay.returncode == USAGE and "holds no proof" in replay.stderr and replay.stdout == ""


def test_without_the_rules_nobody_is_called_a_cheat_for_breaking_them(
    convicted: tuple[Peers, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peers, operator = convicted
    file = Little(peers).write(tmp_path / "file.tta", of=(operator + 1) % 3)
    monkeypatch.setattr(binding, "rules_digest", lambda game: bytes(32))
    done = here(tmp_path, "verify", file)
    assert done.returncode == 4 and "cheated" not in done.stdout and "(illegal-act)" not in done.stdout


@pytest.fixture(scope="module")
def cheated() -> tuple[Peers, Any]:
    """A game in which somebody said what the rules refuse, and the certificate of it."""
    peers = Peers("smugglers", [0, 1, 2], seed=3)
    for _ in range(4):
        peers.step()
    operator, _ = cheat(peers, OPEN["a coin it does not have"])
    for _ in range(3):
        peers.deliver()
    honest = next(number for number in range(3) if number != operator)
    return peers, convictions(peers, honest)[0].certificate


def test_a_certificate_convicts_by_name_and_checks_on_its_own(cheated: tuple[Peers, Any], tmp_path: Path) -> None:
    peers, certificate = cheated
    file = tmp_path / "proof.certificate"
    file.write_bytes(certificate.encode())
    done = tta(tmp_path, "verify", file)
    name = peers.signed.charter.seats[certificate.seat].name
    assert done.returncode == 1 and "VIOLATED" in done.stdout and f"{name} (key " in done.stdout


def test_a_file_with_a_violation_gives_a_certificate_that_checks_on_its_own(
    cheated: tuple[Peers, Any], tmp_path: Path
) -> None:
    peers, certificate = cheated
    records = [*certificate.prefix, *(MessageRecord(data) for data in certificate.evidence)]
    write_file(tmp_path / "game.tta", peers.signed, records)
    out = tmp_path / "proofs"
    code, said = told(tmp_path, tmp_path / "game.tta", "--certificates", out)
    (result,) = said["results"]
    assert code == 1 and result["verdict"] == "violated"
    assert [one["seat"] for one in result["accused"]] == [certificate.seat]
    (written,) = out.iterdir()
    code, said = told(tmp_path, written)
    assert code == 1 and said["results"][0]["accused"] == result["accused"]


def test_a_certificate_with_one_word_changed_convicts_nobody(cheated: tuple[Peers, Any], tmp_path: Path) -> None:
    _, certificate = cheated
    data = certificate.encode()
    for place in range(0, len(data), len(data) // 12):
        (tmp_path / "c").write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        verdict = verify_file(tmp_path / "c")
        assert verdict.state == "damaged" or verdict.certificates[0].seat == certificate.seat
        assert verdict.reason


def test_copies_and_beginnings_and_other_games_are_told_apart(
    play: Callable[..., Little], evening: Evening, tmp_path: Path
) -> None:
    one = play().write(tmp_path / "one.tta")
    other = play().write(tmp_path / "other.tta", of=1)
    half = play().write(tmp_path / "half.tta", 60)
    code, said = told(tmp_path, one, other, half, evening.file)
    relations = {tuple(Path(file).stem for file in row["files"]): row["relation"] for row in said["comparison"]}
    assert relations[("one", "other")] == "equal"
    assert relations[("one", "half")] == "first is longer" == relations[("other", "half")]
    assert relations[("one", "evening")] == "other games" == relations[("half", "evening")]
    assert all(row["accused"] == [] for row in said["comparison"])
    assert code == 3, "one of them is unfinished"


def test_two_ends_of_one_game_convict_who_signed_both(play: Callable[..., Little], tmp_path: Path) -> None:
    one = play(1, 3, 1).write(tmp_path / "one.tta")
    other = play(1, 3, 2).write(tmp_path / "other.tta")
    assert one.read_bytes() != other.read_bytes()
    done = here(tmp_path, "verify", one, other, "--certificates", tmp_path / "proofs")
    assert done.returncode == 1, "each of them is fair by itself, but not both"
    assert "contradict each other about one game" in done.stdout and done.stdout.count("FAIR") == 2
    written = sorted((tmp_path / "proofs").iterdir())
    assert written
    for path in written:
        verdict = verify_file(path)
        assert verdict.state == "violated" and verdict.certificates[0].kind == "equivocation"


def test_a_damaged_copy_is_not_compared_and_a_violation_outweighs_it(
    play: Callable[..., Little], cheated: tuple[Peers, Any], tmp_path: Path
) -> None:
    one = play().write(tmp_path / "one.tta")
    (tmp_path / "two.tta").write_bytes(one.read_bytes()[:-1])
    code, said = told(tmp_path, one, tmp_path / "two.tta")
    assert code == 2 and said["comparison"] == []
    (tmp_path / "proof").write_bytes(cheated[1].encode())
    code, said = told(tmp_path, one, tmp_path / "two.tta", tmp_path / "proof")
    assert code == 1 and said["comparison"] == []


@pytest.mark.parametrize("rest", [b"", b"\xff\xff\xff\xff", b"\x01"])
def test_copies_that_convict_somebody_are_told_of_whatever_stands_after_it(
    cheated: tuple[Peers, Any], tmp_path: Path, rest: bytes
) -> None:
    peers, certificate = cheated
    records = [*certificate.prefix, *(MessageRecord(data) for data in certificate.evidence)]
    paths = [tmp_path / "one.tta", tmp_path / "two.tta"]
    for path in paths:
        write_file(path, peers.signed, records)
    paths[1].write_bytes(paths[1].read_bytes() + rest)
    code, said = told(tmp_path, *paths)
    assert code == 1 and [one["verdict"] for one in said["results"]] == ["violated", "violated"]
    for result in said["results"]:
        assert [one["seat"] for one in result["accused"]] == [certificate.seat]
    assert [one["relation"] for one in said["comparison"]] == ([] if rest else ["equal"])


def test_the_help_and_the_page_of_the_protocol_name_every_exit_code(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    codes = page.partition("**Exit codes** of `tta verify`: ")[2].partition(". Of several")[0].replace(", or 5", "; 5")
    said = {int(part[0]): set(re.findall(r"`([a-z-]+)`", part)) for part in re.split(r";\s", codes)}
    assert said.pop(5) == set()
    assert {status: code for code, some in said.items() for status in some} == {
        status: Verdict(status).exit_code for status in get_args(Status)
    }
    order = page.partition("Of several files the first of ")[2].partition(" counts")[0]
    worst = dict.fromkeys(EXIT_CODES[state] for state in WORST_FIRST)
    assert [int(code) for code in re.findall(r"\d", order)] == list(worst)
    help_page = here(tmp_path, "verify", "--help").stdout
    assert {int(code) for code in re.findall(r"(?m)^\W*(\d)  \w", help_page)} == set(worst) == {*range(8)}


def test_a_defect_of_the_verifier_is_no_verdict(
    play: Callable[..., Little], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError("somewhere deep inside")

    monkeypatch.setattr(Verifier, "add", broken)
    done = here(tmp_path, "verify", play().write(tmp_path / "one.tta"))
    assert done.returncode == DEFECT and DEFECT not in range(8)
    assert "ZeroDivisionError" in done.stderr and "says nothing about your game" in done.stderr


def test_the_words_in_a_file_that_somebody_made_obey_nobody_on_the_screen(
    cheated: tuple[Peers, Any], tmp_path: Path
) -> None:
    peers, certificate = cheated
    reason = "\x1b]0;title\x07\x1b[2J\x9b2J\u202enothing\r"
    (tmp_path / "proof").write_bytes(msgspec.structs.replace(certificate, reason=reason).encode())
    with Person(tmp_path, "verify", tmp_path / "proof") as person:
        assert person.ends() == 1
        assert "nothing" not in person.seen, "what somebody did is told in this program's words"
        assert not any(obeyed in person.seen for obeyed in ("\x07", "\x1b[2J", "\x9b", "\u202e"))
    with Person(tmp_path, "verify", f"{tmp_path}/\x1b[2Jfile") as person:
        assert person.ends() == USAGE and "file" in person.seen and "\x1b[2J" not in person.seen
    operators = [msgspec.structs.replace(one, name=f"{one.name}\x1b[2J") for one in peers.signed.charter.operators]
    charter = msgspec.structs.replace(peers.signed.charter, operators=tuple(operators))
    write_file(tmp_path / "named.tta", signed_by_all(charter, peers.keys), [])
    for command, code in (("verify", 2), ("replay", USAGE)):
        with Person(tmp_path, command, tmp_path / "named.tta") as person:
            assert person.ends() == code and "cannot be shown" in person.seen and "\x1b[2J" not in person.seen
