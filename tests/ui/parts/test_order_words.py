"""Orders as they are typed: a name stands for every card called so, and what can never come is refused at once."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.positions import PlayPosition, positions
from tests.through_the_ages.play import me, play, them
from tests.ui.replies import turn
from tta_p2p.games.contract import Act, Card
from tta_p2p.i18n import Words
from tta_p2p.seats.messages import OrderRule, PendingDecision
from tta_p2p.table.orders import Order, entry_of
from tta_p2p.ui.order_words import BadOrder, kind_text, order_text, read_order
from tta_p2p.ui.plain_view import normalize_name
from tta_p2p.ui.presenter import Presenter, presenter_for

PLAYED = (("through_the_ages", 3, 300), ("civilization", 3, 200), ("seven_wonders", 4, 60), ("smugglers", 3, 60),
          ("caravan", 3, 30))  # fmt: skip
"""Games, seats, and how many positions of each are tried."""
LANGUAGES = ("en", "zh-Hans")


@lru_cache
def presenter(name: str, language: str = "en") -> Presenter:
    return presenter_for(name, Words(language), ("Ann", "Bob", "Cid", "Dee"))


def read(typed: str, asked: str = "actions", game: str = "through_the_ages") -> Order:
    """The order that somebody types while a decision of this kind is open."""
    open_now = turn(3, decision=PendingDecision([0], asked))
    request = read_order(typed, open_now, presenter(game))
    return Order(request.key, request.choices, request.until)


def faces_of(at: PlayPosition, act: Act) -> list[str]:
    """The cards an act is about, as far as the seat knows them."""
    args = (*act.args, *at.game.label(at.state, act).args)
    known = [arg.face or at.knows.faces.get(arg.handle, "") if isinstance(arg, Card) else str(arg) for arg in args]
    return [face for face in dict.fromkeys(known) if face in presenter(at.game.name).texts.cards]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "seats", "most"), PLAYED)
def test_what_is_legal_is_ordered_by_the_names_of_its_cards_and_any_card_called_so_will_do(
    name: str, seats: int, most: int, language: str
) -> None:
    """The words of an act are never refused, and what is done is an act of that verb with cards of those names."""
    shown = presenter(name, language)
    course = positions(name, seats, 5, most)

    @settings(max_examples=120, deadline=None)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        at = data.draw(st.sampled_from(course))
        act = data.draw(st.sampled_from(at.legal()))
        if act.verb == "resign":
            return
        faces = faces_of(at, act)
        called = [shown.texts.cards[face].removesuffix(face.rpartition("-")[2].upper()).strip() for face in faces]
        plain = [word for word in at.game.write(act).split()[1:] if "#" not in word and word not in faces]
        typed = " ".join([at.decision.key, act.verb, *called, *(plain if data.draw(st.booleans()) else [])])
        request = read_order(typed, turn(3), shown)
        acts = entry_of(at.game, Order(request.key, request.choices), at.state, at.knows, at.seat)
        assert len(acts) == 1 and acts[0].verb == act.verb, (typed, request, act)
        done = [normalize_name(shown.texts.cards[face]) for face in faces_of(at, acts[0])]
        assert all(any(normalize_name(one) in other for other in done) for one in called), (typed, acts)

    check()


@pytest.mark.parametrize(("name", "seats", "most"), PLAYED)
def test_only_verbs_that_answer_a_question_are_told_of_and_what_always_fits_always_does(
    name: str, seats: int, most: int
) -> None:
    for at in positions(name, seats, 5, most):
        kind = at.game.decision_kind(at.decision.key)
        assert kind is not None and {act.verb for act in at.legal()} <= {*kind.verbs}
        assert kind.idle in ("", at.decision.idle)
        for form in at.game.order_forms():
            if form.key == at.decision.key and (form.always or not form.name):
                choice = " ".join([form.name, *["2"] * form.numbers])
                assert entry_of(at.game, Order(form.key, (choice,)), at.state, at.knows, at.seat), (form, at.decision)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name, _, _ in PLAYED])
def test_every_kind_of_question_has_a_name_of_its_own_by_which_it_is_found(name: str, language: str) -> None:
    shown = presenter(name, language)
    keys = [key for key in shown.texts.decisions if shown.game.decision_kind(key) is not None]
    called = [kind_text(shown, key) for key in keys]
    assert len({*map(normalize_name, called)}) == len(keys) > 0
    for key, kind in zip(keys, called, strict=True):
        answers = shown.game.decision_kind(key)
        assert shown.texts.optional(f"order.{key}") and answers is not None
        assert read_order(f"{kind} {answers.verbs[0]}", turn(3), shown).key == key


def test_an_order_by_name_takes_whichever_copy_and_age_lies_there_when_the_question_comes() -> None:
    order = read("this take urban growth, take iron always")
    for row, space in ((["", "urban-growth-ii"], 2), (["urban-growth-a", "iron"], 1), (["iron", "moses"], 1)):
        game = play(me(science=9), them(), row=row, phase="actions")
        local = game.local
        assert entry_of(local.game, order, local.state, local.dealer.knowledge_of(0), 0) == (Act(0, "take", (space,)),)
    silk = read("choose sell silk", game="caravan")
    assert {*silk.choices[0].split()[1].split("|")} == {f"silk-{n}" for n in range(1, 8)}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("take urban growth", "your actions: Take from the row: Urban Growth (once)"),
        ("take urban growth ii", "your actions: Take from the row: Urban Growth II (once)"),
        ("build farm", "your actions: Build: farm (once)"),
        ("take great", "your actions: Take from the row: Alexander the Great/Great Wall (once)"),
    ],
)
def test_an_order_is_said_with_the_name_that_was_typed(typed: str, expected: str) -> None:
    order = read(f"actions {typed}")
    rule = OrderRule(order.key, list(order.choices), order.until)
    assert order_text(rule, presenter("through_the_ages")) == expected


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("auction build farm", "orders.other-verb"),
        ("auction dance", "orders.no-verb"),
        ("this take zeppelin", "orders.no-name"),
        ("foo take iron", "orders.no-kind"),
        ("99", "orders.no-form"),
        ("2", "orders.numbers"),
        ("2 -1", "orders.numbers"),
        ("8 1", "orders.numbers"),
        ("3 4, 6", "orders.two-kinds"),
        ("2 3, 2 4", "orders.unreachable"),
        ("auction -, bid 4", "orders.unreachable"),
        ("auction pass, bid 4 always", "orders.unreachable"),
        ("politics resign", "orders.resign"),
        ("always", "orders.not-understood"),
    ],
)
def test_what_can_never_be_carried_out_is_refused_where_it_is_typed_and_says_why(typed: str, why: str) -> None:
    with pytest.raises(BadOrder) as found:
        read(typed)
    assert found.value.key == why
    for language in LANGUAGES:
        assert "{" not in found.value.text(presenter("through_the_ages", language))


def test_choices_that_may_come_after_one_another_are_taken() -> None:
    assert read("3 4, 2 6").choices == ("over 4", "up-to 6")
    assert read("this attack raid bob, pass", "politics").choices[1] == "pass"
    assert read("auctions bid 2, -").key == "auction"
