"""What the watch over simulated nodes allows: copies made for it, in which nothing is left to chance."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from protocol.messages import Motion, Vote, body_of, decode_envelope, seal_envelope
from protocol.transcript import MessageRecord, OperationRecord, ProofRecord
from protocol.wire import encode
from tests.simulation.world import World
from tests.table.peers import Peers
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.table.audit import compare_files, write_file
from tta_p2p.table.game_table import GameTable

PAUSE = Motion("pause", 1)


def no_entropy(count: int) -> bytes:
    raise AssertionError("a spectator makes no secrets")


class Evening:
    """A game in which player 1 moved a pause. A spectator alone has the word that was lost before it."""

    def __init__(self) -> None:
        self.peers = Peers("caravan", [0, 1], 1)
        self.peers.deliver()
        self.peers.tables[1].vote(PAUSE)
        self.peers.deliver()
        self.peers.tables[0].vote(PAUSE, False)
        self.peers.play()
        self.records = self.peers.tables[0].session.records
        self.lost = b""
        self.spectator = self._look_on()

    def _look_on(self) -> GameTable:
        """The table of a spectator who was shown the word that was lost, and then all that the players have."""
        table = GameTable(load_rules("caravan"), self.peers.signed, no_entropy)
        for record in (one for one in self.records if isinstance(one, MessageRecord)):
            said = decode_envelope(record.envelope)
            vote = body_of(said)
            if isinstance(vote, Vote) and said.seat == 1:
                place = (said.sid, said.lane, said.epoch, said.step, said.seat, said.prev)
                no = msgspec.structs.replace(vote, yes=False)
                self.lost = encode(seal_envelope(self.peers.keys[1], *place, no))
                table.receive(self.lost)
            table.receive(record.envelope)
            table.poll()
        return table


class Watched:
    """The copies of that game in a world whose watch compares them."""

    def __init__(self, evening: Evening, folder: Path) -> None:
        self.evening, self.folder = evening, folder
        self.world = World(0, folder, "nothing", brief=True)
        for computer, key in zip(self.world.computers, evening.peers.keys, strict=False):
            computer.key = key
        self.world.watch.begins(encode(evening.peers.signed))

    def lose(self) -> None:
        """Player 1 stores the word, and nothing is left of it: its disk is replaced by an empty one."""
        computer = self.world.computers[1]
        self.world.watch.stored(
            computer, self.evening.peers.signed.charter.sid, [encode(MessageRecord(self.evening.lost))]
        )
        self.world.watch.forgot(computer)

    def compare(self, records: Sequence[OperationRecord | MessageRecord | ProofRecord]) -> list[str]:
        """What the watch finds in the copies of a player and of a spectator who has these."""
        files, signed = [self.folder / "player.tta", self.folder / "spectator.tta"], self.evening.peers.signed
        for path, copy in zip(files, (self.evening.records, records), strict=True):
            write_file(path, signed, copy)
        (compared,) = compare_files(files)
        assert [certificate.seat for certificate in compared.certificates] == [1]
        self.world.watch.compare(signed.charter.sid.hex(), compared)
        return self.world.watch.found


@pytest.fixture(scope="module")
def evening() -> Evening:
    return Evening()


@pytest.fixture
async def watched(evening: Evening, tmp_path: Path) -> Watched:
    return Watched(evening, tmp_path)


async def test_a_spectators_copy_may_hold_a_word_that_every_store_has_lost_beside_what_was_said_for_it(
    watched: Watched,
) -> None:
    watched.lose()
    copy = watched.evening.spectator.session.records
    assert isinstance(copy[-1], ProofRecord)
    assert watched.compare(copy) == []
    assert watched.world.counts["copies with a word that was lost"] == 1


async def test_a_copy_with_two_words_of_which_none_was_lost_convicts_somebody_honest(watched: Watched) -> None:
    copy = watched.evening.spectator.session.records
    assert watched.compare(copy) == ["two finished copies convict somebody honest"]


async def test_a_word_that_was_lost_excuses_no_copy_that_ends_otherwise(watched: Watched) -> None:
    watched.lose()
    *begun, _, caught = watched.evening.spectator.session.records
    assert watched.compare((*begun, caught)) == ["two finished copies compare as different"]


def accused(watched: Watched) -> say.AccusationReply:
    """What a spectator is told of player 1, of whose words there are two."""
    return say.AccusationReply(1, watched.world.plans[1].name, "equivocation")


async def test_a_spectator_who_is_told_of_a_word_that_every_store_has_lost_accuses_nobody(watched: Watched) -> None:
    watched.lose()
    watched.world.watch.told_outside("spectator 1", accused(watched))
    assert watched.world.watch.found == []
    assert watched.world.counts["words that only who looks on still had"] == 1


async def test_a_spectator_who_is_told_of_two_words_of_which_none_was_lost_is_a_finding(watched: Watched) -> None:
    watched.world.watch.told_outside("spectator 1", accused(watched))
    name = watched.world.plans[1].name
    assert watched.world.watch.found == [f"spectator 1 is told that honest {name} is a cheat: equivocation"]
