"""A node comes back with a store of any age, among peers that lie, in every order: nobody honest says two things.

Messages, heads and the results of its own worker reach the node in any order. A liar withholds what it wants, is
quicker than the others with other words of its own, and says that it has told everything first, last or never.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from protocol.messages import decode_envelope
from protocol.session import Session
from protocol.transcript import SecretRecord
from tests.protocol.session.slow import SlowTable
from tests.protocol.session.world import at_rest, scripted
from tests.protocol.table import Node, OpenReferee, entropy_of

pytestmark = pytest.mark.usefixtures("in_numbers")

HONEST, BACK, LIAR = 0, 1, 2
LIES = ("none", "withholds", "other words", "never")


class Race:
    """One such game. Everything by chance comes from the seed."""

    def __init__(self, seed: int, lie: str, background: bool = True) -> None:
        self.rng, self.lie = random.Random(seed), lie
        SlowTable.background = background
        table = scripted(kind=SlowTable, seed=seed)
        assert isinstance(table, SlowTable)
        self.table = table
        self.node = table.nodes[BACK]
        self.waits: dict[int, list[bytes]] = {}
        self.nonces: dict[int, bytes] = {}
        self.stood: object = None

    def play(self) -> None:
        """A game up to a moment by chance; then the node dies, and the others go on as far as they can."""
        for node in self.table.nodes:
            self.table.flush(node)
        for _ in range(self.rng.randrange(700)):
            if not self.step(range(3)):
                break
        self.table.kill(BACK)
        self.table.jobs = [pair for pair in self.table.jobs if pair[0] != BACK]
        while self.step((HONEST, LIAR)):
            pass
        self.alternatives = dict(self.other_words()) if self.lie == "other words" else {}

    def step(self, operators: object) -> bool:
        """A message arrives somewhere, or some worker has done its work; whether there was anything."""
        table = self.table
        full = [wire for wire in sorted(table.wires) if table.wires[wire] and table.nodes[wire[1]].up]
        jobs = [pair for pair in table.jobs if table.nodes[pair[0]].up]
        if full and (not jobs or self.rng.random() < 0.9):
            wire = self.rng.choice(full)
            data = table.wires[wire].pop(0)
            if table.nodes[wire[1]].session.receive(data) == "far":
                table.wires[wire].append(data)
            table.flush(table.nodes[wire[1]])
            return True
        if jobs:
            self.work(self.rng.choice(jobs))
            return True
        return False

    def work(self, pair: tuple[int, object]) -> None:
        """A worker has done its work."""
        self.table.jobs.remove(pair)  # type: ignore[arg-type]
        operator, job = pair
        self.table.nodes[operator].session.job_done(job.id, job.function(*job.arguments))  # type: ignore[attr-defined]
        self.table.flush(self.table.nodes[operator])

    def other_words(self) -> Iterator[tuple[tuple[bytes, int, int, int], bytes]]:
        """What the liar could have said as well: a second program with its keys, from an earlier place."""
        table, node = self.table, self.table.nodes[LIAR]
        journal = node.journal[: self.rng.randrange(len(node.journal) + 1)]
        secrets = [record for record in node.journal if isinstance(record, SecretRecord)]
        twin = Session(
            table.signed,
            entropy_of("twin"),
            group=table.group,
            operator=LIAR,
            signer=table.keys[LIAR],
            referee=OpenReferee(table.claims),
            journal=[*journal, *secrets],
            resumed=True,
        )
        for operation in table.script:
            twin.request(operation)
        twin.start_sending()
        for data in table.nodes[HONEST].session.missing_for({}):
            if decode_envelope(data).seat != LIAR:
                twin.receive(data)
        for data in twin.poll().send:
            envelope = decode_envelope(data)
            if envelope.seat == LIAR:
                yield envelope.slot, data

    def come_back(self, age: float, keep_secrets: bool) -> None:
        """The node comes back with what the first part of its journal holds."""
        whole = self.node.journal
        kept = whole[: int(len(whole) * age)]
        secrets = [record for record in whole[len(kept) :] if isinstance(record, SecretRecord)] if keep_secrets else []
        self.node.journal = [*kept, *secrets]
        self.node.up, self.node.asked, self.node.events = True, 0, []
        self.node.session = self.table._session(BACK, list(self.node.journal), stale=True)
        self.table.flush(self.node)
        session = self.node.session
        for _ in range(20_000):
            if self.rng.random() < 0.02:
                self.ask()
            moves = [one for one, frames in self.waits.items() if frames]
            work = [pair for pair in self.table.jobs if pair[0] == BACK]
            if work and (not moves or self.rng.random() < 0.1):
                self.work(self.rng.choice(work))
            elif moves:
                self.hear(self.rng.choice(moves))
            if not session.missing_heads and not session._machine.gate.sending:
                session.start_sending()
                self.table.flush(self.node)
                self.table.help_others(self.node)
            if not moves and not work and not self.step(range(3)):
                stands = (session.heads(), session.missing_heads, session.sending)
                if stands == self.stood:
                    return  # asking again has changed nothing
                self.stood = stands
                self.ask()
        raise AssertionError("it does not come to rest")

    def ask(self) -> None:
        """The node asks everybody what it lacks; the answers are on their way."""
        for one in (HONEST, LIAR):
            if not self.waits.get(one):
                other = self.table.nodes[one].session
                frames = other.missing_for(self.node.session.heads(), (BACK,))
                if one == LIAR:
                    frames = list(self.lies(frames))
                self.nonces[one] = self.rng.randbytes(32)
                head = [] if one == LIAR and self.lie == "never" else [other.head(self.nonces[one], BACK)]
                first = one == LIAR and self.lie != "none" and self.rng.random() < 0.5
                self.waits[one] = [*head, *frames] if first else [*frames, *head]

    def lies(self, frames: list[bytes]) -> Iterator[bytes]:
        """What the liar hands over instead of these."""
        for data in frames:
            envelope = decode_envelope(data)
            if self.lie in ("withholds", "never") and self.rng.random() < 0.5:
                continue
            if self.lie == "other words" and envelope.seat == LIAR and envelope.slot in self.alternatives:
                yield self.alternatives[envelope.slot]
                if self.rng.random() < 0.5:
                    continue
            yield data
        yield from self.alternatives.values()

    def hear(self, one: int) -> None:
        """The next frame of a peer arrives."""
        data, session = self.waits[one].pop(0), self.node.session
        try:
            decode_envelope(data)
        except Exception:
            session.take_head(data, {self.nonces[one]})
        else:
            session.receive(data)
        self.table.flush(self.node)


def honest_at_all_times(race: Race) -> None:
    """Nobody honest has said two things, and nobody honest is accused."""
    said = {slot: ids for slot, ids in race.table.spoken.items() if slot[3] != LIAR}
    assert [slot for slot, ids in said.items() if len(ids) > 1] == []
    for node in (race.table.nodes[HONEST], race.node):
        assert {accused.seat for accused in node.accused()} <= {LIAR}


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("lie", LIES)
def test_whatever_the_age_of_a_store_and_whoever_lies_nobody_honest_says_two_things(lie: str, part: int) -> None:
    for seed in (2 * part, 2 * part + 1):
        race = Race(seed, lie)
        race.play()
        race.come_back(age=race.rng.random(), keep_secrets=race.rng.random() < 0.8)
        honest_at_all_times(race)
        assert race.node.session.sending or race.lie == "never" or lost(race.node) or forked(race.node)


@pytest.mark.parametrize("part", range(2))
def test_among_honest_peers_a_node_with_a_store_of_any_age_plays_to_the_end(part: int) -> None:
    for seed in range(100 + part * 2, 100 + part * 2 + 2):
        race = Race(seed, "none")
        race.play()
        race.come_back(age=race.rng.random(), keep_secrets=True)
        at_rest(race.table)


def lost(node: Node) -> bool:
    """Whether this node lacks a secret, so that it only watches."""
    return any(type(event).__name__ in ("SecretsLost", "DuplicateNode") for event in node.events)


def forked(node: Node) -> bool:
    """Whether this node has heard two tales."""
    return any(type(event).__name__ in ("ChainForked", "SeatConvicted") for event in node.events)
