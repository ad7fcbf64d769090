"""Rules whose program fails: the node that has them stops and says so; the others and the game are none the worse."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from protocol.errors import Fault
from protocol.events import SeatConvicted, SessionFailed
from protocol.messages import Motion
from protocol.replay import check
from protocol.transcript import Record, write
from tests.protocol.table import entropy_of
from tests.table.cheats import OPEN, cheat, convictions
from tests.table.peers import Peers, whose_turn
from tta_p2p.cli.errors import DEFECT
from tta_p2p.games.contract import Act, Fact, Rolled, Step
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.table import audit
from tta_p2p.table.audit import standing_records, verify_certificate, verify_records
from tta_p2p.table.game_table import EntryRefused, GameStarted, GameTable
from tta_p2p.table.recording_reader import read_recording
from tta_p2p.table.referee import GameReferee


class Failing(Smugglers):
    """Rules with a defect, or on a machine whose memory is at an end: ``when`` says at which fact."""

    def __init__(self, when: Callable[[Any, Fact], bool], error: Exception) -> None:
        self.when, self.error = when, error

    def apply(self, state: Any, fact: Fact) -> Step[Any]:
        if self.when(state, fact):
            raise self.error
        return super().apply(state, fact)


def ends(state: Any, fact: Fact) -> bool:
    return isinstance(fact, Act) and fact.verb == "end"


def anything_but_acts(state: Any, fact: Fact) -> bool:
    return not isinstance(fact, Act)


FAULTS = [MemoryError(), RecursionError(), KeyError(7), TypeError("no")]


class Journaled(Peers):
    """Peers that keep a journal, so that they can come back."""

    journals: dict[int, list[Record]]

    def flush(self) -> None:
        self.journals = getattr(self, "journals", {})
        for i, table in enumerate(self.tables):
            self.journals.setdefault(i, []).extend(table._output.store)
        super().flush()

    def come_back(self, number: int) -> None:
        """A peer begins anew from its journal, with rules that work."""
        self.events[number] = []
        journal, key = self.journals[number], self.keys[number]
        entropy = entropy_of(f"again {number}")
        again = GameTable(Smugglers(), self.signed, entropy, operator=number, signer=key, journal=journal, resumed=True)
        self.tables[number] = again
        self.up.add(number)
        for other in self.up - {number}:
            for data in self.tables[other].session.missing_for(again.session.heads()):
                again.receive(data)
        again.start_sending()


def table_with(number: int, game: Smugglers, seats: int = 3) -> Journaled:
    peers = Journaled("smugglers", list(range(seats)), seed=3)
    peers.deliver()
    peers.tables[number].referee.game = game
    return peers


def faults(peers: Peers, number: int) -> list[Fault]:
    return [event.fault for event in peers.events[number] if isinstance(event, SessionFailed)]


def nobody_accused(peers: Peers) -> None:
    assert not any(isinstance(event, SeatConvicted) for events in peers.events for event in events)


@pytest.mark.parametrize("error", FAULTS, ids=[type(error).__name__ for error in FAULTS])
def test_rules_that_fail_over_an_act_accuse_nobody_and_it_is_tried_again(error: Exception) -> None:
    peers = table_with(0, Failing(ends, error))
    while whose_turn(peers) == 0:
        peers.tables[0].referee.game = Smugglers()
        peers.step()
        peers.tables[0].referee.game = Failing(ends, error)
    peers.play()
    nobody_accused(peers)
    (fault,) = faults(peers, 0)
    assert repr(error) in str(fault) and "at checking a message of seat" in fault.doing
    assert peers.tables[0].session.halted and not peers.tables[0].session.course.finished
    peers.come_back(0)
    peers.play()
    nobody_accused(peers)
    assert all(table.session.course.finished for table in peers.tables)
    assert len({table.session.chain for table in peers.tables}) == 1


def test_rules_that_fail_at_carrying_out_what_was_said_stop_their_node_only() -> None:
    peers = table_with(1, Failing(anything_but_acts, MemoryError()))
    peers.play()
    nobody_accused(peers)
    assert [fault.doing for fault in faults(peers, 1)] == ["at carrying out what was said"]
    facts = len(peers.tables[1].facts)
    peers.deliver()
    assert len(peers.tables[1].facts) == facts, "a state that is half told is told nothing more"
    peers.come_back(1)
    peers.play()
    assert all(table.session.course.finished for table in peers.tables)


def test_a_node_whose_rules_fail_still_votes() -> None:
    peers = table_with(1, Failing(anything_but_acts, MemoryError()))
    peers.play()
    for table in peers.tables:
        table.vote(Motion("call-off", 0))
    peers.deliver()
    assert all(table.session.over for table in peers.tables)
    nobody_accused(peers)


def test_others_play_on_without_a_node_whose_rules_fail() -> None:
    peers = table_with(1, Failing(anything_but_acts, MemoryError()))
    peers.play()
    for number in (0, 2):
        peers.tables[number].vote(Motion("gone", 1))
    peers.deliver()
    peers.up.discard(1)
    peers.play()
    assert all(peers.tables[number].session.course.finished for number in (0, 2))
    nobody_accused(peers)


def test_an_own_act_at_which_the_program_fails_is_given_back_with_its_draft() -> None:
    peers = Journaled("smugglers", [0, 1, 2], seed=3)
    number = whose_turn(peers)
    table = peers.tables[number]
    (seat,) = table.to_decide()
    peers.flush()
    judging: list[bool] = []
    table.referee.judge = lambda at, payload: judging.append(True) or 1 // 0  # type: ignore[method-assign]
    assert table.act(Act(seat, "end")) is False
    peers.deliver()
    assert judging and [type(event) for event in peers.events[number]][-1] is EntryRefused
    (unsaid,) = [event for event in peers.events[number] if isinstance(event, EntryRefused)]
    assert unsaid.seat == seat and isinstance(unsaid.error, Fault) and not table.session.halted
    assert table.to_decide() == (seat,) and table.draft(seat).acts == [] and table.draft(seat).legal()
    table.referee.judge = lambda at, payload: GameReferee.judge(table.referee, at, payload)  # type: ignore[method-assign]
    peers.play()
    assert all(table.session.course.finished for table in peers.tables)
    nobody_accused(peers)


def test_what_comes_next_in_rules_that_fail_is_a_fault() -> None:
    peers = table_with(0, Failing(anything_but_acts, MemoryError()))
    table = peers.tables[0]
    table.game.needs = lambda state: [][1]  # type: ignore[method-assign]
    peers.play()
    nobody_accused(peers)
    assert len(faults(peers, 0)) == 1
    peers.come_back(0)
    peers.play()
    assert all(table.session.course.finished for table in peers.tables)


# Whoever goes through a game again.


def broken(monkeypatch: pytest.MonkeyPatch, when: Callable[[Any, Fact], bool]) -> None:
    """All verifiers here have rules that fail."""
    game = Failing(when, RecursionError("too deep"))
    for module in (audit, "tta_p2p.table.referee", "tta_p2p.table.recording_reader"):
        target = module if isinstance(module, str) else module.__name__
        monkeypatch.setattr(f"{target}.rules_of", lambda charter: game)


@pytest.mark.parametrize("when", [ends, anything_but_acts])
def test_a_verifier_whose_rules_fail_finds_nothing_violated_and_nothing_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: Callable[[Any, Fact], bool]
) -> None:
    peers = Journaled("smugglers", [0, 1], seed=3)
    peers.play()
    records = peers.tables[0].session.records
    path = tmp_path / "game.tta"
    path.write_bytes(b"".join(write(peers.signed, records)))
    assert verify_records(peers.signed, records).state == "fair"
    broken(monkeypatch, when)
    for check_it in (
        lambda: verify_records(peers.signed, records),
        lambda: audit.verify_file(path),
        lambda: standing_records(peers.signed, peers.journals[0]),
        lambda: read_recording(path),
    ):
        with pytest.raises(Fault):
            check_it()


FAILING = """
import sys
from tta_p2p.cli.main import main
from tta_p2p.games.smugglers.rules import Smugglers
Smugglers.apply = lambda *what: {}["a defect"]
main()
"""


def test_tta_verify_tells_a_fault_of_its_own_by_an_exit_code_that_says_nothing_about_the_file(tmp_path: Path) -> None:
    peers = Journaled("smugglers", [0, 1], seed=3)
    peers.play()
    path = tmp_path / "game.tta"
    path.write_bytes(b"".join(write(peers.signed, peers.tables[0].session.records)))
    done = subprocess.run([sys.executable, "-c", FAILING, "verify", str(path)], capture_output=True, text=True)
    assert done.returncode == DEFECT and "says nothing about your game or file" in done.stderr
    assert "a defect" in done.stderr and "VIOLATED" not in done.stdout and "DAMAGED" not in done.stdout


def test_a_certificate_is_not_false_because_a_verifier_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    peers = Peers("smugglers", [0, 1, 2], seed=3)
    for _ in range(4):
        peers.step()
    operator, _ = cheat(peers, OPEN["a coin it does not have"])
    peers.deliver()
    (convicted,) = convictions(peers, (operator + 1) % 3)
    check(convicted.certificate, lambda: GameReferee(Smugglers(), peers.signed.charter))
    broken(monkeypatch, lambda state, fact: True)
    with pytest.raises(Fault):
        verify_certificate(convicted.certificate)


def test_the_failing_rules_of_these_tests_are_right_where_they_do_not_fail() -> None:
    peers = Journaled("smugglers", [0, 1], seed=3)
    peers.tables[0].referee.game = Failing(
        lambda state, fact: isinstance(fact, Rolled) and fact.value < 0, MemoryError()
    )
    peers.play()
    assert all(table.session.course.finished for table in peers.tables)
    assert any(isinstance(event, GameStarted) for event in peers.events[0])
