import doctest

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.letters import LETTERS
from tta_p2p.games import contract as c
from tta_p2p.games import game
from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.game import check_acts, check_answer, complete_options, read_act, write_act

numbers = st.integers(0, 2**31)
words = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)
handles = st.lists(numbers, max_size=4).map(tuple)
faces = st.lists(words, max_size=4).map(tuple)
cards = st.builds(c.Card, st.integers(0, 10**9 - 1), st.one_of(st.just(""), words))
args = st.lists(st.one_of(st.integers(-(10**6), 10**6), words, cards), max_size=5).map(tuple)
acts = st.builds(c.Act, st.integers(0, 5), words, args)
needs = st.one_of(
    st.builds(c.Shuffle, numbers, words, handles, faces, handles),
    st.builds(c.Deal, numbers, handles, numbers),
    st.builds(c.Peek, numbers, handles, numbers),
    st.builds(c.Show, numbers, handles),
    st.builds(c.Pass, numbers, handles, numbers),
    st.builds(c.Return, numbers, handles),
    st.builds(c.Remix, numbers, numbers, handles, faces, handles),
    st.builds(c.Random, numbers, numbers),
)
facts = st.one_of(
    acts,
    st.builds(c.Acts, st.lists(acts, max_size=3).map(tuple)),
    st.builds(c.Left, numbers, st.sampled_from(["resigned", "gone", "cheated"])),
    st.builds(c.Shown, numbers, faces),
    st.builds(c.Rolled, numbers, numbers),
    *(st.builds(kind, numbers) for kind in (c.Shuffled, c.Dealt, c.Peeked, c.Passed, c.Returned, c.Remixed)),
)


def test_the_examples_in_docstrings_hold():
    assert doctest.testmod(game).failed == 0 and doctest.testmod(game).attempted > 1


@given(facts, needs)
def test_facts_and_needs_round_trip_through_canonical_bytes(fact, need):
    assert c.decode_fact(c.canonical(fact)) == fact
    assert c.decode_need(c.canonical(need)) == need


@given(needs, needs)
def test_different_needs_have_different_bytes(one, other):
    assert (c.canonical(one) == c.canonical(other)) == (one == other)


@pytest.mark.parametrize(
    "data",
    [
        b'["Rolled", 1, 2]',
        b'["Rolled",1,2,3]',
        b'["Rolled",1,true]',
        b'["Rolled",1,2.0]',
        b'["Left",1,"bored"]',
        b'["Nothing",1]',
        b'{"type":"Rolled"}',
        b'["Act",1,"go",[["#",1,null]]]',
        b"",
    ],
)
def test_bytes_that_are_no_canonical_fact_are_refused(data):
    with pytest.raises(msgspec.DecodeError):
        c.decode_fact(data)


@given(acts)
def test_acts_round_trip_through_their_text(act):
    assert read_act(write_act(act), act.seat) == act


@given(st.text(LETTERS, max_size=40))
def test_text_that_reads_as_an_act_reads_back(text):
    try:
        act = read_act(text, 1)
    except c.Unreadable as error:
        assert error.line.key == "unreadable"
    else:
        assert read_act(write_act(act), 1) == act


@pytest.mark.parametrize("text", ["", " ", "go 007", "go #", "go #x=raid", "go #-1", "go #1=", "x " * 2000])
def test_untidy_text_is_unreadable(text):
    with pytest.raises(c.Unreadable):
        read_act(text, 0)


def test_values_cannot_be_changed_and_have_no_dictionary():
    act = c.Act(0, "go")
    with pytest.raises(AttributeError):
        act.verb = "stop"
    assert not hasattr(act, "__dict__") and hash(act) == hash(c.Act(0, "go"))


def test_an_answer_must_answer_the_first_need():
    needs = (c.Show(4, (1, 2)), c.Random(6, 3))
    assert check_answer(needs, c.Shown(4, ("a", "b"))) is needs[0]
    assert check_answer(needs[1:], c.Rolled(6, 2)) is needs[1]
    for fact in (c.Shown(4, ("a",)), c.Shown(5, ("a", "b")), c.Dealt(4), c.Rolled(6, 2)):
        with pytest.raises(c.Illegal, match="not-asked"):
            check_answer(needs, fact)
    for value in (-1, 3):
        with pytest.raises(c.Illegal):
            check_answer(needs[1:], c.Rolled(6, value))
    with pytest.raises(c.Illegal):
        check_answer((), c.Dealt(0))


def test_acts_must_come_from_the_deciding_seats_in_the_right_form():
    openly = c.Decision((1,), "turn")
    sealed = c.Decision((0, 2), "choose", sealed=True)
    check_acts(openly, c.Act(1, "go"))
    check_acts(sealed, c.Acts((c.Act(0, "go"), c.Act(2, "go"))))
    wrong = [
        (None, c.Act(1, "go"), "nothing-to-decide"),
        (openly, c.Act(0, "go"), "not-your-decision"),
        (openly, c.Acts((c.Act(1, "go"),)), "not-sealed"),
        (sealed, c.Act(0, "go"), "sealed"),
        (sealed, c.Acts((c.Act(0, "go"),)), "not-your-decision"),
        (sealed, c.Acts((c.Act(2, "go"), c.Act(0, "go"))), "not-your-decision"),
        (sealed, c.Acts(()), "not-your-decision"),
    ]
    for decision, fact, key in wrong:
        with pytest.raises(c.Illegal) as caught:
            check_acts(decision, fact)
        assert caught.value.line.key == key


def test_options_take_their_default_and_must_be_among_the_choices():
    settings = (c.Setting("sale", (3, 2)), c.Setting("open", (False, True)), c.Setting("map", ("small", "big")))
    assert complete_options(settings, {"open": True}) == {"sale": 3, "open": True, "map": "small"}
    for options in ({"sale": 4}, {"sale": True}, {"open": 1}, {"map": "Small"}, {"maps": "small"}):
        with pytest.raises(c.BadOptions):
            complete_options(settings, options)


def test_errors_carry_a_key_and_arguments_for_the_players_language():
    error = c.Illegal("not-in-hand", c.Card(7), 3, seat=2)
    assert error.line == c.Line("not-in-hand", (c.Card(7), 3)) and error.seat == 2
    assert str(error) == "not-in-hand #7 3"


def test_a_state_read_from_foreign_bytes_is_refused_in_words():
    with pytest.raises(c.BadState) as caught:
        Caravan().decode(b'{"sale":3}')
    assert caught.value.line == c.Line("bad-state", ("version-sale",))
