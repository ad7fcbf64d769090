"""Another game at the same table begins by itself only with those, and under what, people have agreed to before."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.table.peers import sign_charter
from tta_p2p.node.lobby.conditions import Conditions
from tta_p2p.node.lobby.exchange import Agreement
from tta_p2p.node.lobby.messages import Room, RoomMember
from tta_p2p.node.plan.plans import FormerOperator, Plan, RematchTerms, Secrets, secrets_of
from tta_p2p.node.plan.rematch_plan import is_same_table, make_rematch_plan, may_be_same_table

ANN, BOB, CID, EVE = (bytes([number]) * 32 for number in range(1, 5))
CONDITIONS = Conditions(4, "skiff", bots=("easy",))
FORMER = (
    FormerOperator(ANN, "Ann", ("Ann", "Bot 1")),
    FormerOperator(BOB, "Bob", ("Bob",)),
    FormerOperator(CID, "Cid", ("Cid (program)",), unattended=True),
)
AGAIN = RematchTerms(CONDITIONS, FORMER)
"""What host and guests keep of the game before."""
EARLIER = RematchTerms(replace(CONDITIONS, bots=()), FORMER)
"""What a guest of an earlier release has kept, to which nobody told the levels of bots."""


def present(former: FormerOperator) -> RoomMember:
    return RoomMember(
        former.name, former.identity, bytes(8), bytes(32), former.seats, (), True, unattended=former.unattended
    )


def room(*parties: FormerOperator, conditions: Conditions = CONDITIONS) -> Room:
    return Room(msgspec.json.encode(conditions), tuple(map(present, parties)), "a table")


def test_the_same_people_and_bots_are_the_same_table_in_whichever_order_they_come() -> None:
    ann, bob, cid = FORMER
    for parties in ((ann, bob, cid), (ann, cid, bob), (bob, cid, ann)):
        assert is_same_table(AGAIN, room(*parties))
    assert may_be_same_table(AGAIN, room(ann, cid)) and not is_same_table(AGAIN, room(ann, cid)), "one is still missing"


TWO_BOTS, NO_BOTS = (replace(CONDITIONS, bots=bots) for bots in (("easy", "easy"), ()))
ELSE = {
    "a bot in the place of a player": (TWO_BOTS, {0: FormerOperator(ANN, "Ann", ("Ann", "Bot 1", "Bot 2")), 1: None}),
    "a player in the place of a bot": (
        NO_BOTS,
        {0: FormerOperator(ANN, "Ann", ("Ann",)), 3: FormerOperator(EVE, "Eve", ("Eve",))},
    ),
    "names exchanged between keys": (
        CONDITIONS,
        {1: FormerOperator(BOB, "Cid", ("Cid",)), 2: FormerOperator(CID, "Bob", ("Bob (program)",), unattended=True)},
    ),
    "another key under a name": (CONDITIONS, {1: FormerOperator(EVE, "Bob", ("Bob",))}),
    "a key under another name": (CONDITIONS, {1: FormerOperator(BOB, "Rob", ("Rob",))}),
    "a bot under another name": (CONDITIONS, {0: FormerOperator(ANN, "Ann", ("Ann", "Anna"))}),
    "a program in the place of a person": (
        CONDITIONS,
        {1: FormerOperator(BOB, "Bob", ("Bob (program)",), unattended=True)},
    ),
    "nobody in the place of a person": (CONDITIONS, {1: FormerOperator(BOB, "Bob", ("Bob",), unattended=True)}),
    "one player missing": (CONDITIONS, {1: None}),
    "a bot of another level": (replace(CONDITIONS, bots=("hard",)), {}),
    "a bot of no level": (NO_BOTS, {}),
    "other conditions": (replace(CONDITIONS, on_leave="continue"), {}),
    "other options": (replace(CONDITIONS, options={"actions": 3}), {}),
    "a longer limit": (replace(CONDITIONS, away=61), {}),
}


@pytest.mark.parametrize("what", ELSE)
def test_what_is_otherwise_is_another_table(what: str) -> None:
    conditions, changed = ELSE[what]
    parties = {number: former for number, former in enumerate(FORMER)} | changed
    proposed = room(*(former for former in parties.values() if former is not None), conditions=conditions)
    assert not is_same_table(AGAIN, proposed)


@pytest.mark.parametrize("bots", [(), ("easy",), ("hard",), ("easy", "easy")])
def test_a_guest_that_never_heard_the_levels_of_bots_agrees_to_none_by_itself(bots: tuple[str, ...]) -> None:
    assert not is_same_table(EARLIER, room(*FORMER, conditions=replace(CONDITIONS, bots=bots)))
    ann = FormerOperator(ANN, "Ann", ("Ann", "Ann 2 (program)"), unattended=True)
    alone = RematchTerms(NO_BOTS, (ann, *FORMER[1:]))
    assert is_same_table(alone, room(ann, *FORMER[1:], conditions=NO_BOTS)), "of programs there is nothing to hear"


def test_a_guest_keeps_the_levels_that_its_host_has_said() -> None:
    guest = Plan(do="join", id="n", name="Bob")
    signed, tls = sign_charter("seven_wonders", [0, 0, 1], {})[0], bytes(32)
    agreed = Agreement(signed, 1, (b"a", b"b"), (("127.0.0.1:7777",), ()), (), ("hard",))
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(secrets_of(guest, agreed, "", tls, 1)), type=Secrets)
    plan = make_rematch_plan(guest, signed.charter, 1, kept, 0)
    assert plan.again is not None and plan.again.conditions.bots == ("hard",)


def test_a_table_that_was_not_announced_is_not_announced_for_the_next_game_either() -> None:
    signed = sign_charter("seven_wonders", [0, 0, 1], {})[0]
    agreed = Agreement(signed, 0, (b"a", b"b"), (("127.0.0.1:7777",), ()), (), ("hard",))
    for quiet in (True, False):
        plan = Plan(do="host", id="n", name="Ann", quiet=quiet, interfaces=("127.0.0.1",), conditions=CONDITIONS)
        kept = secrets_of(plan, agreed, "", bytes(32), 1)
        later = make_rematch_plan(Plan(do="host", id="", name=""), signed.charter, 0, kept, 0)
        assert (later.quiet, later.interfaces) == (quiet, ("127.0.0.1",)), "also where only the store knows it"


def test_a_plan_that_an_older_version_has_stored_knows_nobody_and_agrees_to_nothing_by_itself() -> None:
    old = msgspec.msgpack.encode({"conditions": CONDITIONS, "players": [ANN], "places": [], "before": "ab"})
    again = msgspec.msgpack.decode(old, type=RematchTerms)
    assert again.operators == () and not is_same_table(again, room()) and not is_same_table(again, room(*FORMER))


NAMES = st.sampled_from(["Ann", "Bob", "Cid (program)", "Bot 1", "Eve"])
PARTIES = st.builds(
    FormerOperator,
    st.sampled_from([ANN, BOB, CID, EVE]),
    NAMES,
    st.lists(NAMES, min_size=1, max_size=3).map(tuple),
    st.booleans(),
)


@example(parties=[FORMER[0], FORMER[1], FORMER[1]])
@given(parties=st.lists(PARTIES | st.sampled_from(FORMER), max_size=4))
def test_whoever_is_in_a_room_it_is_the_same_table_only_with_exactly_the_same(parties: list[FormerOperator]) -> None:
    same = sorted(parties, key=repr) == sorted(FORMER, key=repr)
    assert is_same_table(AGAIN, room(*parties)) == same
