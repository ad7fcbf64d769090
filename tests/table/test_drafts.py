"""Drafts: tried freely, sent at the first act that cannot be undone, kept over restarts and departures."""

from __future__ import annotations

import pytest

from protocol.messages import Motion
from protocol.transcript import Record
from tests.protocol.table import entropy_of
from tests.table.peers import Peers
from tta_p2p.games.contract import Act, Acts, Card, Illegal, Left
from tta_p2p.table.audit import verify_records
from tta_p2p.table.game_table import GameTable


class Journaled(Peers):
    """Peers that keep what they must store, and can be killed and taken up again."""

    journals: dict[int, list[Record]]

    def flush(self) -> None:
        if not hasattr(self, "journals"):
            self.journals = {i: [] for i in range(len(self.tables))}
        for i in sorted(self.up):
            self.journals[i] += self.tables[i]._output.store
        super().flush()

    def restart(self, number: int) -> None:
        self.deliver()
        journal = self.journals[number]
        self.tables[number] = table = GameTable(
            self.tables[number].game,
            self.signed,
            entropy_of(f"again {number}"),
            operator=number,
            signer=self.keys[number],
            journal=journal,
            resumed=True,
        )
        for i in sorted(self.up - {number}):
            other = self.tables[i].session
            for data in list(other.missing_for(table.session.heads())):
                table.receive(data)
            table.session.take_head(other.head(bytes(32), number), {bytes(32)})
        assert not table.session.may_answer(0)
        table.start_sending()


def deciding(peers: Peers) -> tuple[GameTable, int]:
    peers.deliver()
    return next((table, table.to_decide()[0]) for table in peers.tables if table.to_decide())


def free(table: GameTable, seat: int) -> list[Act]:
    """The acts that can be undone."""
    draft = table.draft(seat)
    return [option.act for option in draft.legal() if not draft.explain(option.act).barrier]


def until_somebody_is_free(peers: Peers) -> tuple[GameTable, int]:
    while True:
        table, seat = deciding(peers)
        if free(table, seat):
            return table, seat
        assert peers.step()


def test_acts_of_a_draft_are_seen_by_nobody_and_undone_freely() -> None:
    peers = Peers("smugglers", [0, 1], seed=2)
    table, seat = until_somebody_is_free(peers)
    before, sent, facts = table.view(seat), peers.messages, len(table.facts)
    act = free(table, seat)[0]
    assert not table.act(act)
    assert table.view(seat) != before
    draft = table.draft(seat)
    assert draft.undo() and table.view(seat) == before and not draft.undo()
    assert draft.redo() and table.view(seat) != before and not draft.redo()
    draft.reset()
    assert table.view(seat) == before and draft.acts == []
    table.act(act)
    peers.deliver()
    assert peers.messages == sent
    assert all(len(other.facts) == facts for other in peers.tables)


def test_a_new_act_forgets_what_was_undone() -> None:
    peers = Peers("smugglers", [0, 1], seed=2)
    table, seat = until_somebody_is_free(peers)
    draft = table.draft(seat)
    first, *_, last = free(table, seat)
    draft.act(first)
    draft.undo()
    draft.act(last)
    assert first != last and not draft.redo() and draft.acts == [last]


def test_the_entry_is_sent_whole_at_the_first_act_that_cannot_be_undone() -> None:
    peers = Peers("smugglers", [0, 1], seed=2)
    table, seat = until_somebody_is_free(peers)
    act = free(table, seat)[0]
    facts = len(table.facts)
    table.act(act)
    assert table.act(Act(seat, "end", ()))
    peers.deliver()
    for other in peers.tables:
        assert other.facts[facts : facts + 2] == [act, Act(seat, "end", ())]
    assert seat not in table.to_decide()
    with pytest.raises(Illegal, match="not-your-decision"):
        table.draft(seat)


def test_a_claim_that_the_seat_knows_to_be_false_does_not_leave_the_draft() -> None:
    peers = Peers("smugglers", [0, 1], seed=2)
    table, seat = deciding(peers)
    hand = table.state.hands[seat]
    faces = table.knowledge[seat].faces
    wrong = next(face for face in ("barrel-1", "barrel-2") if face != faces[hand[0]])
    with pytest.raises(Illegal, match="false-claim"):
        table.act(Act(seat, "sell", (Card(hand[0], wrong),)))
    assert table.draft(seat).acts == []


def test_a_draft_survives_a_restart_as_far_as_it_is_legal() -> None:
    peers = Journaled("smugglers", [0, 1, 2], seed=2)
    table, seat = until_somebody_is_free(peers)
    number = peers.tables.index(table)
    act = free(table, seat)[0]
    table.act(act)
    kept = list(table.draft(seat).acts)
    peers.restart(number)
    table = peers.tables[number]
    assert table.to_decide() == (seat,)
    assert table.draft(seat).replay([*kept, Act(seat, "cheat", ()), Act(seat, "end", ())]) == 1
    assert table.draft(seat).acts == [act]
    peers.play()
    assert all(other.session.course.finished for other in peers.tables)
    assert verify_records(peers.signed, table.session.records).state == "fair"


def test_a_whole_game_in_which_somebody_is_restarted_after_every_act_is_fair() -> None:
    peers = Journaled("caravan", [0, 1, 2], seed=2)
    number = 0
    while peers.step():
        number = (number + 1) % 3
        peers.restart(number)
    peers.deliver()
    assert all(table.session.course.finished for table in peers.tables)
    assert verify_records(peers.signed, peers.tables[0].session.records).state == "fair"


def test_somebody_leaving_in_the_middle_of_a_draft_disturbs_it_not_and_is_told_after_it() -> None:
    peers = Peers("smugglers", [0, 1, 2], seed=2)
    table, seat = until_somebody_is_free(peers)
    act = free(table, seat)[0]
    table.act(act)
    mine = peers.tables.index(table)
    gone = next(number for number in range(3) if number != mine)
    peers.up.discard(gone)
    for number in sorted(peers.up):
        peers.tables[number].vote(Motion("gone", gone))
    peers.deliver()
    assert table.to_decide() == (seat,) and table.draft(seat).acts == [act]
    facts = len(table.facts)
    table.act(Act(seat, "end", ()))
    peers.deliver()
    assert table.facts[facts] == act
    assert any(isinstance(fact, Left) for fact in table.facts[facts:])
    assert len(table.session.seated) == 2
    peers.play()
    assert all(peers.tables[number].session.course.finished for number in peers.up)
    assert verify_records(peers.signed, table.session.records).state == "fair"


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 5])
def test_a_seat_that_leaves_during_a_sealed_decision_holds_nobody_up(steps: int) -> None:
    """The leaver has not decided yet, or has; it is gone before anything is opened, or the round is done."""
    peers = Peers("caravan", [0, 1, 2], seed=7)
    for _ in range(steps):
        peers.step()
    if steps % 3 < 2:
        peers.deliver()
    gone = steps % 3
    peers.up.discard(gone)
    for number in sorted(peers.up):
        peers.tables[number].vote(Motion("gone", gone))
    peers.play()
    first, second = (peers.tables[number] for number in sorted(peers.up))
    assert first.session.course.finished and second.session.course.finished
    assert first.facts == second.facts and first.session.chain == second.session.chain
    verdict = verify_records(peers.signed, first.session.records)
    assert verdict.state == "fair" and verdict.seats_left == 1


def choosing(count: int) -> tuple[Peers, GameTable, Act, Act]:
    """So many of three have chosen; the table of seat 0, what it has chosen and what else it could have."""
    peers = Peers("caravan", [0, 1, 2], seed=7)
    peers.deliver()
    seats = {table.own_seats[0]: table for table in peers.tables}
    assert seats[0].decision is not None and seats[0].decision.sealed
    first, second = (option.act for option in seats[0].draft(0).legal()[:2])
    for seat in range(count):
        seats[seat].act(first if seat == 0 else seats[seat].draft(seat).legal()[0].act)
    peers.deliver()
    return peers, seats[0], first, second


def last_to_choose(peers: Peers) -> None:
    for table in peers.tables:
        for seat in table.to_decide():
            table.act(table.draft(seat).legal()[0].act)
    peers.deliver()


def test_a_sealed_choice_is_replaced_or_taken_back_while_somebody_else_is_choosing() -> None:
    peers, table, first, second = choosing(2)
    sent = peers.messages
    assert table.choice(0) == first and table.to_decide() == ()
    table.act(second)
    assert table.choice(0) == second
    assert table.take_back(0) and table.choice(0) is None and table.to_decide() == (0,)
    assert not table.take_back(0)
    table.act(second)
    peers.deliver()
    assert peers.messages == sent
    last_to_choose(peers)
    acts = next(fact for fact in table.facts if isinstance(fact, Acts))
    assert acts.acts[0] == second


def test_a_sealed_choice_stands_when_everybody_has_chosen() -> None:
    peers, table, first, second = choosing(2)
    for other in peers.tables:
        for seat in other.to_decide():
            other.act(other.draft(seat).legal()[0].act)
    peers.flush()
    while table.choice(0) is not None:  # until the word of the last one has come
        to, data = peers.wire.popleft()
        peers.tables[to].receive(data)
    for attempt in (lambda: table.take_back(0), lambda: table.act(second)):
        with pytest.raises(Illegal) as refused:
            attempt()
        assert refused.value.line.key == "all-have-chosen"
    peers.deliver()
    acts = next(fact for fact in table.facts if isinstance(fact, Acts))
    assert acts.acts[0] == first


def test_a_choice_that_the_rules_refuse_leaves_the_one_before() -> None:
    peers, table, first, _ = choosing(2)
    with pytest.raises(Illegal):
        table.act(Act(0, first.verb, (Card(9999),)))
    assert table.choice(0) == first
    last_to_choose(peers)
    acts = next(fact for fact in table.facts if isinstance(fact, Acts))
    assert acts.acts[0] == first


def test_a_table_that_is_restarted_while_others_choose_asks_its_seat_again() -> None:
    peers = Journaled("caravan", [0, 1, 2], seed=7)
    table, seat = deciding(peers)
    number = peers.tables.index(table)
    table.act(table.draft(seat).legal()[0].act)
    peers.restart(number)
    table = peers.tables[number]
    assert table.to_decide() == (seat,) and table.choice(seat) is None
    table.act(table.draft(seat).legal()[1].act)
    assert table.choice(seat) is not None
    peers.play()
    assert all(other.session.course.finished for other in peers.tables)
