"""What an order does in positions of real games: what one of its choices says, by the rules, and nothing else."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.positions import PlayPosition, positions
from tests.through_the_ages.play import Playing, me, play, them
from tests.through_the_ages.politics.revealing import reveal
from tta_p2p.games.contract import Act, Card
from tta_p2p.games.local import LocalGame
from tta_p2p.table.orders import Order, entry_of

PLAYED = (("through_the_ages", 3, 400), ("civilization", 3, 300), ("seven_wonders", 4, 60), ("smugglers", 3, 60))
"""Games, seats, and how many positions of each are tried."""
BONUS = "defense-colonization-i"


@st.composite
def orders(draw: st.DrawFn, at: PlayPosition) -> Order:
    """An order for the decision of a position: of choices that fit, of such as could, and of nonsense."""
    forms = [form for form in at.game.order_forms() if form.key == at.decision.key]
    legal = [at.game.write(act) for act in at.legal()]
    words = sorted({word for text in legal for word in re.split("[ =]", text)} | {"", "3", "#1", "moses", "no such"})
    verbs = sorted({text.split()[0] for text in legal} | {"pass", "bid", "take", "dance"})
    act = st.builds(
        lambda verb, rest: " ".join([verb, *rest]), st.sampled_from(verbs), st.lists(st.sampled_from(words), max_size=2)
    )
    of_game = st.sampled_from(forms or [None]).flatmap(
        lambda form: (
            st.lists(st.integers(0, 6), min_size=form.numbers, max_size=form.numbers).map(
                lambda numbers: " ".join(filter(None, (form.name, *map(str, numbers))))
            )
            if form is not None
            else st.just("")
        )
    )
    choices = draw(st.lists(st.sampled_from(legal) | act | of_game | st.just(""), min_size=1, max_size=4))
    return Order(at.decision.key, tuple(" ".join(one.split()) for one in choices))


def allows(at: PlayPosition, choice: str, acts: tuple[Act, ...]) -> bool:
    """Whether a choice of an order says these acts, as docs/seat-protocol.md has it."""
    verbs = [act.verb for act in acts]
    name, *words = choice.split() or [""]
    match at.decision.key, name, words:
        case _, "", _:
            return at.game.write(acts[0]) == at.decision.idle and len(acts) == 1
        case "auction", "up-to", [most]:
            return verbs == ["pass"] or (verbs == ["bid"] and int(str(acts[0].args[0])) <= int(most))
        case "auction", "over", [most]:
            return verbs == ["pass"] and int(str(at.decision.args[1])) >= int(most)
        case "defence", "cards", [most]:
            return verbs[-1] == "done" and {*verbs[:-1]} <= {"bonus", "throw"} and len(verbs) <= int(most) + 1
        case "force", "units" | "cards", _:
            return verbs[-1] == "done" and {*verbs[:-1]} <= {"bonus", "send"}
        case "offer", "accept", _:
            return verbs == ["accept"]
        case "blow", "fight", _:
            return verbs in (["strike"], ["front"])
    said = {word for text in (at.game.write(acts[0]),) for word in re.split("[ =]", text)[1:] + text.split()[1:]}
    label = at.game.label(at.state, acts[0])
    for arg in (*acts[0].args, *label.args):
        said |= {arg.face or at.knows.faces.get(arg.handle, "")} if isinstance(arg, Card) else {str(arg)}
    return verbs == [name] and said.issuperset(words)


@pytest.mark.parametrize(("name", "seats", "most"), PLAYED)
def test_an_order_does_what_one_of_its_choices_says_and_what_is_legal_or_nothing(
    name: str, seats: int, most: int
) -> None:
    course = positions(name, seats, 5, most)

    @settings(max_examples=120, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        at = data.draw(st.sampled_from(course))
        order = data.draw(orders(at))
        acts = entry_of(at.game, order, at.state, at.knows, at.seat)
        state = at.state
        for act in acts:
            knows = at.knows
            assert at.decision.sealed or act in [one.act for one in at.game.legal(state, knows, at.seat)]
            assert act.seat == at.seat
            state = state if at.decision.sealed else at.game.apply(state, act).state
        if acts:
            assert any(allows(at, choice, acts) for choice in order.choices), (at.decision, order, acts)
        elif "" in order.choices:
            assert not at.decision.idle
        else:
            assert not {*order.choices} & {at.game.write(act) for act in at.legal()}, (
                "what is legal word for word is done"
            )

    check()


@pytest.mark.parametrize(("name", "seats", "most"), PLAYED)
def test_every_decision_that_can_be_declined_is_declined_by_order(name: str, seats: int, most: int) -> None:
    for at in positions(name, seats, 5, most):
        idle = (at.decision.default(at.seat),) if at.decision.idle else ()
        assert entry_of(at.game, Order(at.decision.key), at.state, at.knows, at.seat) == idle


def done(game: Playing, *choices: str) -> list[str]:
    """What an order of the seat that decides comes to now, in notation without handles; it is carried out."""
    local: LocalGame[object, object] = game.local
    seat = game.who
    acts = entry_of(local.game, Order(game.asked, choices), local.state, local.dealer.knowledge_of(seat), seat)
    for act in acts:
        local.act(act)
    return [re.sub("#[0-9]+=?", "", local.game.write(act)).strip() for act in acts]


def test_the_first_choice_that_is_legal_is_done() -> None:
    game = play(me(science=9), them(), row=["iron", "", "moses"], phase="actions")
    assert done(game, "take bronze", "take moses", "take iron") == ["take 3"]
    assert done(game, "take moses") == [], "it is not there any more"
    assert done(game, "take 3", "take iron") == ["take 1"]


def test_bids_go_up_to_what_was_ordered_and_no_higher() -> None:
    strong = {"warriors": 5}
    game = reveal("historic-territory-i", me(workers=strong), them(workers=strong), them(workers=strong))
    assert done(game, "up-to 2") == ["bid 1"]
    assert done(game, "over 2") == [] == done(game, "over 3"), "one is asked as long as the bid is no higher"
    assert done(game, "up-to 3") == ["bid 2"]
    assert done(game, "up-to 2") == ["pass"] and done(game, "over 2") == ["pass"]


@pytest.mark.parametrize(("choice", "second"), [("units", "send warriors"), ("cards", f"bonus {BONUS}")])
def test_the_force_is_sent_without_asking(choice: str, second: str) -> None:
    game = reveal("historic-territory-i", me(workers={"warriors": 4}, hand=[BONUS]), them(workers={"warriors": 3}))
    game.act("bid 2", seat=0).act("pass", seat=1)
    assert done(game, choice) == ["send warriors", second, "done"] and game.asked == "actions"


@pytest.mark.parametrize(
    ("warriors", "choice", "does"),
    [
        (1, "cards 2", ["throw", "done"]),  # 1 is missing: a plain card does
        (2, "cards 2", [f"bonus {BONUS}", "done"]),
        (3, "cards 2", [f"bonus {BONUS}", "throw", "done"]),
        (3, "cards 1", []),
        (4, "cards 9", []),
        (3, "cards 0", []),
    ],
)
def test_a_defence_costs_as_few_cards_as_are_needed_and_never_more_than_ordered(
    warriors: int, choice: str, does: list[str]
) -> None:
    """Nobody defends in vain: an attack that cannot be repelled is another choice's matter."""
    attacker = me(workers={"warriors": warriors}, hand=["plunder-i"])
    game = play(attacker, them(hand=[BONUS, "legion"], workers={"warriors": 0}, food=3, resource=3), phase="politics")
    game.act("attack plunder-i 1")
    assert (game.asked, game.who) == ("defence", 1)
    assert done(game, choice, "") == (does or ["done"])
    assert (game.asked == "plunder") is not bool(does)


def test_a_stored_choice_of_a_form_that_took_other_numbers_fits_nothing_and_the_next_is_tried() -> None:
    at = next(one for one in positions("through_the_ages", 3, 5, 400) if one.decision.key == "offer")
    legal = at.game.write(at.legal()[0])
    order = Order("offer", ("accept #1", legal))
    assert [at.game.write(act) for act in entry_of(at.game, order, at.state, at.knows, at.seat)] == [legal]
