"""What a table could work out: it comes true, and says no more than the seat that looks may know."""

from __future__ import annotations

from collections import Counter

from tests.through_the_ages.play import me, play
from tests.ui.positions import random_moments, scene
from tests.ui.screen.keyboard import face_of
from tta_p2p.games.through_the_ages.estimates import ending_scores, event_scores
from tta_p2p.games.through_the_ages.index import EVENTS, back
from tta_p2p.games.through_the_ages.tables import CARDS
from tta_p2p.games.through_the_ages.view_model import View
from tta_p2p.seats import messages as say
from tta_p2p.ui.blocks import Heading, lines
from tta_p2p.ui.cells import plain
from tta_p2p.ui.presenter import Presenter, Scene
from tta_p2p.ui.style import Style
from tta_p2p.ui.through_the_ages.knowledge import cards_of_the_age, next_places, next_price, takers
from tta_p2p.ui.through_the_ages.wording import ThroughTheAgesWording

SINGLE = ("leader", "wonder")
"""Kinds of cards of which there is one each."""
IMPACTS = tuple(face for face, card in EVENTS.items() if card.impact)
PAGES = ("row", "events", "table", "hand")


def test_what_is_said_to_leave_the_row_leaves_it_and_nothing_that_stays_costs_more() -> None:
    """Of each card in each turn of a whole game, until the next turn of the seat that was told."""
    foretold: dict[int, tuple[int, tuple[tuple[str, int], ...]]] = {}
    checked = gone = 0
    for local, seat in random_moments("through_the_ages", 3, seed=8):
        view = local.view(seat)
        if view.current != seat or view.phase not in ("politics", "actions"):
            continue
        here = tuple(space.card for space in view.row)
        for card, place in foretold.pop(seat, (0, ()))[1] if foretold.get(seat, (0,))[0] == view.round - 1 else ():
            checked += 1
            if place < 0:
                gone += 1
                assert card not in here, card
            elif card in here:
                assert here.index(card) <= place, (card, place, here)
        if (places := next_places(view)) is not None:
            alone = ((one, at) for one, at in zip(here, places, strict=True) if one and CARDS[one].kind in SINGLE)
            foretold[seat] = view.round, tuple(alone)
    assert checked > 40 and gone > 10


def test_a_card_that_leaves_is_marked_and_the_page_says_what_one_that_stays_will_cost() -> None:
    local = play(me(), me(), me(), round=5, age="I", phase="actions").local
    presenter, now = scene(local, 0)
    places = next_places(now.view)
    assert places is not None and places[:4] != tuple(range(4))
    assert next_price(now.view.row[-1], places[-1]) == 2 and places[0] == -1
    first = next(line for line in lines(presenter.page("row", "", now), Style(100)) if line.lstrip().startswith("1 "))
    assert presenter.words("tta.row.leaves") in first
    assert plain(face_of(local, 0).spots()[0].text).startswith("<")
    assert next_places(scene(local, None)[1].view) is None, "who watches has no next turn"


def test_what_an_impact_would_bring_changes_nothing_and_is_what_the_rules_bring() -> None:
    seen = 0
    for local, seat in random_moments("through_the_ages", 2, seed=1, every=97):
        view = local.view(seat)
        for face in IMPACTS:
            scores = event_scores(view.state, face)
            assert set(scores) == {one.seat for one in view.civilizations if one.left is None}
            seen += any(scores.values())
        strengths = [one.strength.total for one in view.civilizations]
        told = event_scores(view.state, "impact-of-strength")
        if strengths[0] != strengths[1]:
            assert told == {at: 10 if strengths[at] == max(strengths) else 0 for at in (0, 1)}
        assert set(ending_scores(view.state)) == set(told) and local.view(seat).state == view.state
        assert event_scores(view.state, "rats") == {}
    assert seen > 10


def test_two_worlds_that_differ_in_what_others_hold_unseen_are_told_the_same() -> None:
    """The pages of a seat say the same, whatever the hands of others, the decks and their events are."""
    told = []
    worlds = (
        (["raid-i", "legion"], ["rats", "barbarians"]),
        (["plunder-i", "phalanx"], ["pestilence", "rebellion"]),
    )
    for theirs, events in worlds:
        ann = me(hand=["defense-colonization-i"], workers={"warriors": 2})
        local = play(ann, me(hand=theirs), round=5, age="I", phase="actions", future_events=events).local
        presenter, now = scene(local, 0)
        pages = [lines(presenter.page(name, "", now), Style(100)) for name in PAGES]
        told.append((pages, [plain(spot.note) for spot in face_of(local, 0).spots()]))
    assert told[0] == told[1]


def test_cards_not_seen_yet_are_those_of_the_deck_and_of_hidden_hands() -> None:
    seen = 0
    for local, seat in random_moments("through_the_ages", 3, seed=4, every=71):
        presenter, now = scene(local, seat)
        view = now.view
        page = "\n".join(lines(presenter.page("row", "", now), Style(100)))
        assert not own_only(view) & {*listed(presenter, now)}, "what this seat holds is no news to it"
        unseen = view.unseen.get(back("civil", view.age), {})
        assert sum(unseen.values()) == view.decks.civil
        for face in unseen:
            assert presenter.texts.card(face).split(" ")[0] in page
            seen += 1
    assert seen > 50


def test_who_took_a_card_is_said_in_its_space_until_the_row_is_filled() -> None:
    took = say.DraftedAct("take 3", say.TextRef("take", [say.CardRef(1, "moses")]))
    filled = say.LogEntry("row-card", ["homer", 13])
    taken = say.LogEntry("takes", [1, "moses"], actor=1, act=took)
    assert takers((filled, taken)) == {3: (1, "moses")} and takers((taken, filled)) == {}


def own_only(view: View) -> set[str]:
    """The military cards of the age of which this seat holds all that are hidden."""
    held = Counter(card.face for card in view.civilizations[view.seat or 0].hand if card.face)
    unseen = view.unseen.get(back("military", view.age), {})
    return {face for face, n in held.items() if unseen.get(face) == n}


def listed(presenter: Presenter, now: Scene) -> list[str]:
    """The military cards that are listed as not seen yet."""
    blocks = cards_of_the_age(ThroughTheAgesWording.of(now, presenter))
    names = {presenter.texts.card(face): face for face in CARDS}
    words = presenter.words("tta.unseen.military", n=0).split("(")[0]
    at = next((at for at, one in enumerate(blocks) if isinstance(one, Heading) and words in plain(one.text)), None)
    told = plain(blocks[at + 1].text) if at is not None else ""  # type: ignore[union-attr]
    return [names[name] for part in told.split(", ") if (name := part.split(" ×")[0]) in names]
