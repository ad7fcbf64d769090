"""`tta games`, `tta export`, `tta replay`: what is kept of a game, and looking at it again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import msgspec
import pytest

from protocol.audit import key_statement, write_keys
from protocol.messages import Motion
from tests.cli.conftest import Evening, Little
from tests.cli.terminals import Person, here, tta
from tests.protocol.table import make_charter
from tests.table.peers import Peers
from tta_p2p.store.database import GameRow, Store
from tta_p2p.table.audit import compare_files, verify_file, write_file
from tta_p2p.table.recording_reader import read_recording


def test_a_game_that_is_over_is_listed_and_exported_to_the_same_transcript(evening: Evening, tmp_path: Path) -> None:
    home = evening.homes[1]
    (row,) = json.loads(here(home, "games", "--json").stdout)
    assert row["status"] == "over" and row["running"] is False and set(row["players"]) == {"Ada", "Bela"}
    listed = here(home, "games").stdout
    id = row["sid"][:8]  # the same for everybody who played it
    assert listed.startswith(f"{id} ") and f"tta export {id}" in listed
    known = {one["name"]: (one["place"], one["points"]) for one in evening.result["standings"]}
    assert {name: (place, points) for name, place, points in row["result"]} == known
    name, place, points = row["result"][0]
    assert place == 1 and re.search(rf"^ +(Won|Shared) by .*{name}.*: {name} {points}, ", listed, re.M)
    assert f"tta replay {id}   tta export {id}   tta rematch {id}" in listed
    assert "tta attach" not in listed, "nothing of it runs any more"
    for asked in ((id,), ()):
        refused = here(home, "hint", *asked)
        over = r"over \((Won|Shared) by .*\). tta replay (\w+) shows it. tta rematch (\w+) opens"
        told = re.search(over, refused.stderr)
        assert refused.returncode == 1 and told and told[2] == told[3] == id, refused.stderr
    done = tta(home, "export", row["sid"][:8], cwd=tmp_path)
    file = tmp_path / f"{row['sid'][:16]}.tta"
    assert done.returncode == 0 and f"tta verify {file.name}" in done.stdout
    assert verify_file(file).state == "fair"
    assert [one.relation for one in compare_files([file, evening.file])] == ["equal"]
    last = here(home, "export", "--out", tmp_path / "last.tta")
    assert last.returncode == 0 and (tmp_path / "last.tta").read_bytes() == file.read_bytes()
    refused = here(home, "export", "--out", tmp_path / "no" / "folder.tta")
    assert refused.returncode == 1 and "folder.tta" in refused.stderr and "Traceback" not in refused.stderr


def test_nothing_played_yet_is_said_with_what_to_do(tmp_path: Path) -> None:
    assert "tta host" in here(tmp_path, "games").stdout
    assert json.loads(here(tmp_path, "games", "--json").stdout) == []


def stepped(home: Path, file: Path, *typed: str, more: tuple[str, ...] = ()) -> list[str]:
    """What each command gives, the greeting first."""
    done = tta(home, "replay", file, *more, typed="\n".join([*typed, "q"]) + "\n")
    assert done.returncode == 0 and not done.stderr, done.stderr
    prompt = "> "
    return [part.rpartition("\n")[0] for part in f"\n{done.stdout}".split(prompt)]


def test_a_game_is_stepped_through_in_both_directions(evening: Evening, tmp_path: Path) -> None:
    typed = ("", "", "b", "b", "b", "999", "", "table", "xyz", "?", "f zzz")
    shown = [part.strip() for part in stepped(tmp_path, evening.file, *typed)]
    start, one, two, back, first, nothing, last, end, table, unknown, help_, none, *_ = shown
    assert "Smugglers: " in start and "steps." in start
    assert one and two and one != two and back == one
    assert nothing == "This is the beginning." or first == "This is the beginning."
    assert end.startswith("The game is over") and end in last, "the last step shows how it ended, and so does going on"
    assert "The table" in table and "I do not understand “xyz”" in unknown
    assert "f TEXT" in help_ and "Nothing further on" in none


def test_line_by_line_a_turn_is_gone_to_as_while_playing_and_shown_as_it_stood(
    evening: Evening, tmp_path: Path
) -> None:
    typed = ("turn 2", "at 2", "at 2 table", "at 99", "at 1 x")
    _, turned, at, page, unknown, wrong = stepped(tmp_path, evening.file, *typed)[:6]
    assert "The table" not in turned and at.startswith(turned) and "The table" in at and page == at
    assert "Which turn?" in unknown and "no such page" in wrong


@pytest.mark.parametrize(("language", "cut", "changed"), [("en", "in the middle", "not what was written"),
                                                          ("zh", "中间断开", "不是当初写下")])  # fmt: skip
def test_a_damaged_file_is_refused_in_words_that_say_what_to_do(
    evening: Evening, tmp_path: Path, language: str, cut: str, changed: str
) -> None:
    data, file = evening.file.read_bytes(), tmp_path / "some.tta"
    for some, said in ((evening.cut_short(), cut), (data[:300] + bytes([data[300] ^ 8]) + data[301:], changed)):
        file.write_bytes(some)
        done = here(tmp_path, "--lang", language, "replay", "--log", file)
        assert done.returncode == 2 and said in done.stderr and "tta export" in done.stderr
        assert "$[" not in done.stderr and "Expected" not in done.stderr and "Invalid" not in done.stderr


def test_the_whole_log_is_printed_for_scripts(evening: Evening, tmp_path: Path) -> None:
    done = here(tmp_path, "replay", "--log", evening.file)
    numbers = [int(line.split()[0]) for line in done.stdout.splitlines()]
    assert done.returncode == 0 and numbers == sorted(numbers) and len(numbers) > 10


def test_a_game_is_stepped_through_in_ascii_and_for_who_hears_it(evening: Evening, tmp_path: Path) -> None:
    done = tta(tmp_path, "replay", "--ascii", "--plain", evening.file, typed="\ntable\n999\n")
    assert done.returncode == 0 and done.stdout.isascii() and "The table" in done.stdout
    refused = tta(tmp_path, "--lang", "zh", "replay", "--ascii", evening.file)
    assert refused.returncode == 2 and "--lang en" in refused.stderr and not refused.stdout


def test_at_a_terminal_one_steps_with_the_enter_key(evening: Evening, tmp_path: Path) -> None:
    with Person(tmp_path, "replay", "--lines", evening.file, NO_COLOR="1") as person:
        person.sees("Smugglers: ", "0/", "> ")
        person.types("")
        person.sees("> ")
        person.types("table")
        person.sees("The table")
        assert "\x1b[1m" not in person.seen, "no colours where none are wanted"
        person.types("q")
        assert person.ends() == 0


def test_closed_hands_stay_closed(evening: Evening, tmp_path: Path) -> None:
    done = here(tmp_path, "replay", "--log", "--seat", "Ada", evening.file)
    assert done.returncode == 2 and "the hands of this game are closed" in done.stderr


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> tuple[Peers, Path]:
    """A game whose charter opens all hands, with its keys beside it."""
    peers = Peers("caravan", [0, 1], seed=4, audit="open")
    peers.play()
    peers.deliver()
    file = tmp_path_factory.mktemp("opened") / "open.tta"
    write_file(file, peers.signed, peers.tables[0].session.records)
    statements = [key_statement(table.session, peers.keys[i], i) for i, table in enumerate(peers.tables)]
    file.with_suffix(".keys").write_bytes(b"".join(write_keys(statements)))
    return peers, file


def test_a_table_is_shown_as_a_client_shows_it(opened: tuple[Peers, Path], tmp_path: Path) -> None:
    _, file = opened
    shown = tta(tmp_path, "replay", file, "--seat", "1", typed="8\ntable\nq\n").stdout
    (hand,) = re.findall(r"(?:Your|.*'s) hand: ((?!card #|a hidden card|a card|\d+ (?:hidden )?cards|hidden).*)", shown)
    assert hand and not re.search(r"[()#]", hand), shown


def test_opened_hands_are_seen_through_the_eyes_of_each_player(opened: tuple[Peers, Path], tmp_path: Path) -> None:
    peers, file = opened
    recording = read_recording(file, file.with_suffix(".keys"))
    assert recording.opened and recording.over
    for seat in range(2):
        operator = peers.tables[0].seating.to_charter(seat)  # type: ignore[union-attr]
        known = peers.tables[operator].knowledge[seat]
        assert recording.instants[-1].knows[seat] == known, "what the player knew at the end, and nothing else"
    everybody, one, other = (
        here(tmp_path, "replay", "--log", file, *asked).stdout for asked in ((), ("--seat", "1"), ("--seat", "2"))
    )
    assert len({everybody, one, other}) == 3, "the log names the cards that each knew"
    shown = stepped(tmp_path, file, "s seat 0", "s nobody", "s")
    assert "All hands are open" in shown[0] and "You see what seat 0 saw" in shown[1]
    assert "nobody is called “nobody”" in shown[2] and "You see what everybody saw" in shown[3]


def test_keys_of_another_game_or_not_of_all_open_nothing(
    opened: tuple[Peers, Path], evening: Evening, tmp_path: Path
) -> None:
    peers, file = opened
    keys = tmp_path / "some.keys"
    keys.write_bytes(b"".join(write_keys([key_statement(peers.tables[0].session, peers.keys[0], 0)])))
    for game, given, words in (
        (file, keys, "are missing"),
        (evening.file, keys, "cannot be replayed"),
        (file, file, "holds no keys"),
    ):
        done = here(tmp_path, "replay", "--log", "--keys", given, game)
        assert done.returncode == 2 and words in done.stderr and done.stdout == ""


def test_an_unfinished_game_is_replayed_as_far_as_it_went(play: Callable[..., Little], tmp_path: Path) -> None:
    half = play().write(tmp_path / "half.tta", 70)
    shown = stepped(tmp_path, half, "999", "")
    assert "it is not over" in shown[0] and "the game was not over" in shown[1] and "was not over" in shown[2]


@pytest.mark.parametrize(
    ("motion", "how", "chinese"),
    [("call-off", "end the game here, undecided", "不分胜负"), ("forfeit", "here, without a winner", "没有赢家")],
)
def test_a_game_that_was_ended_by_agreement_is_replayed_to_its_last_step_and_says_how_it_ended(
    motion: Literal["call-off", "forfeit"], how: str, chinese: str, tmp_path: Path
) -> None:
    peers = Peers("smugglers", [0, 1], seed=3)
    for _ in range(12):
        peers.step()
    for table in peers.tables:
        table.vote(Motion(motion, 0))
    peers.deliver()
    file = tmp_path / "ended.tta"
    write_file(file, peers.signed, peers.tables[0].session.records)
    last = len(read_recording(file).instants) - 1
    shown = stepped(tmp_path, file, *[""] * (last + 1))
    assert "; ended by agreement." in shown[0] and how in shown[-2]
    done = tta(tmp_path, "replay", file, typed="\n" * (last + 1))
    assert f"{last}/{last}> " in done.stdout, "Enter goes to the last step, even if the log says nothing of it"
    whole = [here(tmp_path, "replay", "--log", file).stdout.splitlines()[-1]]
    whole.append(tta(tmp_path, "replay", "--log", file, environment={"TTA_LANG": "zh"}).stdout.splitlines()[-1])
    assert how in whole[0] and chinese in whole[1] and all(line.split()[0] == str(last) for line in whole)


@pytest.mark.parametrize("data", [b"", b"nothing of the kind", b"tta-p2p transcript 4\n\x05"])
def test_what_cannot_be_replayed_is_refused_in_words(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.tta").write_bytes(data)
    done = here(tmp_path, "replay", tmp_path / "x.tta")
    assert done.returncode == 2 and "“tta export” writes" in done.stderr


def test_games_of_another_version_are_listed_with_the_program_they_need(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed, _ = make_charter((0, 1))
    older = msgspec.msgpack.decode(signed.encode())
    older[0][-2] = "tta-p2p/1"
    store = Store(tmp_path)
    store.add_game(GameRow(b"\x01" * 32, "caravan", 0, 0, 0, msgspec.msgpack.encode(older), "playing", b""))
    store.close()
    assert "needs tta-p2p 0.1" in here(tmp_path, "games").stdout
    (row,) = json.loads(here(tmp_path, "games", "--json").stdout)
    assert row["needs"] == "tta-p2p 0.1"
    for command in ("resume", "export"):
        refused = here(tmp_path, command, "0101")
        assert refused.returncode == 1 and "tta-p2p 0.1" in refused.stderr and "Traceback" not in refused.stderr
        assert refused.stderr.removeprefix("tta: ")[0].isupper()
    monkeypatch.setenv("TTA_LANG", "zh")
    assert "请用tta-p2p 0.1" in here(tmp_path, "export", "0101").stderr


def test_verify_names_the_program_that_a_transcript_of_another_version_needs(evening: Evening, tmp_path: Path) -> None:
    older, newer = tmp_path / "older.tta", tmp_path / "newer.tta"
    title, _, rest = evening.file.read_bytes().partition(b" 4\n")
    older.write_bytes(title + b" 1\n" + rest)
    newer.write_bytes(title + b" 7\n" + rest)
    for file, needed in ((older, "Use tta-p2p 0.1"), (newer, "Use a newer tta-p2p")):
        done = here(tmp_path, "verify", file)
        assert done.returncode == 4 and needed in done.stdout and "Traceback" not in done.stderr
        replayed = here(tmp_path, "replay", file)
        assert needed in replayed.stderr and "not what was written" not in replayed.stderr


def test_every_command_speaks_the_language_of_its_reader(evening: Evening, tmp_path: Path) -> None:
    chinese = {"TTA_LANG": "zh"}
    names = "Ada|Bela|Enter|Smugglers|Caravan|table|help|tta [a-z]+|Wilson|Elo|ms|[a-z0-9]{12,}|/[^ ：。]*"
    simulated = ("simulate", "--game", "caravan", "--games", "2", "--jobs", "1")
    for asked in (("verify", evening.file), simulated, ("replay", evening.file), ("games",), ("stats",)):
        done = tta(tmp_path, *asked, typed="999\nq\n", environment=chinese)
        assert done.returncode == 0 and re.search("[一-鿿]", done.stdout), done.stderr
        assert not re.search("[A-Za-z]{2,}", re.sub(names, "", done.stdout)), done.stdout
