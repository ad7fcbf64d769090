"""From what is typed to the act that is meant."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.seven_wonders import play as cities
from tests.through_the_ages.play import me, play, them
from tests.ui.commands import answered, do, greeting, reading_of, requests
from tests.ui.positions import random_moments, scene
from tta_p2p.games.contract import Card
from tta_p2p.i18n import LANGUAGES
from tta_p2p.registry import names
from tta_p2p.seats import messages as say
from tta_p2p.testing.pages import turn_message
from tta_p2p.ui import act_menu
from tta_p2p.ui.instructions import AskConfirmation, ListActs
from tta_p2p.ui.presenter import MenuItem, Presenter, Scene


@pytest.mark.parametrize(("name", "every"), [("caravan", 1), ("smugglers", 3), ("through_the_ages", 23)])
def test_every_legal_act_is_found_by_its_notation_its_number_and_its_words(name: str, every: int) -> None:
    tried = 0
    for local, seat in random_moments(name, 3, seed=5, every=every):
        presenter, now = scene(local, seat)
        menu = act_menu.make_menu(presenter, now)
        assert sorted(entry.text for entry in menu.entries) == sorted(choice.text for choice in now.turn.legal)
        for entry in menu.entries:
            assert menu.entry_of(entry.number) is entry
            assert act_menu.find_act(entry.text, menu, presenter).entry is entry
            said = act_menu.find_act(f"{entry.verb} {entry.short_description.lower()}", menu, presenter)
            assert said.entry is entry or _same(said.entry, entry, now) or entry in said.candidates, entry
            tried += 1
    assert tried >= 20


@pytest.mark.parametrize("language", ["en", "zh-Hans"])
@pytest.mark.parametrize("name", names())
def test_what_an_act_is_called_is_what_can_be_typed_for_it(name: str, language: str) -> None:
    """As it is listed and advised, word by word, whatever else the words would mean: a command, a card, another act."""
    verbs = set()
    for local, seat in islice(random_moments(name, 3, seed=4, every=EVERY.get(name, 1)), 60):
        reading = reading_of(greeting(local, seat), turn_message(local, seat), language=language)
        for entry in reading.menu.entries:
            alike = {one.text for one in reading.menu.entries if one.description == entry.description}
            given = do(reading, entry.description)[1]
            asked = [one.confirmation for one in given if isinstance(one, AskConfirmation) and one.confirmation]
            listed = [number for one in given if isinstance(one, ListActs) for number in one.numbers]
            acts = [*requests(given), *(request for one in asked for request in one.yes)]
            named = [request.text for request in acts if isinstance(request, say.ActRequest)]
            named += [entry.text for entry in reading.menu.entries if entry.number in listed]
            assert entry.verb == "resign" or (named and alike.issuperset(named)), (entry.description, given)
            verbs.add(entry.verb)
    assert len(verbs) >= 2


EVERY = {"civilization": 17, "through_the_ages": 9}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", names())
def test_the_refusal_of_an_act_that_was_possible_before_is_said_in_words(name: str, language: str) -> None:
    """Keys say acts in notation, and one may come too late for the menu in which it stood."""
    before: dict[int, set[str]] = {}
    refused = set()
    for local, seat in islice(random_moments(name, 3, seed=5), 400):
        now = {local.game.write(option.act) for option in local.legal(seat)}
        gone = {text.partition(" ")[0]: text for text in sorted(before.get(seat, set()) - now) if " " in text}
        before[seat] = now
        for verb, text in sorted(gone.items()):
            act = local.game.read(text, seat)
            reason = local.game.explain(local.state, local.dealer.knowledge_of(seat), act).refusal
            if reason is None or (verb, reason.key) in refused:
                continue
            refused.add((verb, reason.key))
            shown = answered(local, f"act {text}", language, seat)
            notation = [word for word in (text, *text.split()[1:]) if not word.isalnum()]
            assert shown and not [word for word in notation if word in shown] and "#" not in shown, (text, shown)
    assert len(refused) >= 2


def test_an_act_whose_way_back_alone_is_possible_is_asked_about_and_never_done() -> None:
    """A key may come after the group has moved: its notation has the same squares and numbers as the way back."""
    asked = 0
    for local, seat in islice(random_moments("civilization", 3, seed=5), 400):
        possible = {local.game.write(option.act): option.act for option in local.legal(seat)}
        reading = reading_of(greeting(local, seat), turn_message(local, seat))
        for text in sorted(possible):
            verb, *rest = text.split()
            other = " ".join([verb, *reversed(rest)])
            if verb == "move" and other not in possible and len(set(rest)) > 1:
                given = do(reading, f"act {other}")[1]
                assert not requests(given) or isinstance(requests(given)[0], say.ExplainRequest), (text, other)
                asked += 1
        if asked > 40:
            break
    assert asked > 40


def test_what_is_said_of_a_stage_is_no_card_even_where_it_cannot_be_built() -> None:
    table = cities.play(cities.city("gizah", hand=["barracks"]), cities.city("rhodos"), cities.city("alexandria"))
    presenter, now = scene(table.local, 0)
    for typed in ("build stage 1 of the wonder with Barracks under it", "stage with the Barracks"):
        guess = presenter.speech.guess(presenter.speech.normalize(typed).lower().split(), now)
        assert guess.text.startswith("stage #") and not guess.unknown and not guess.missing


def _same(one: MenuItem | None, other: MenuItem, now: Scene) -> bool:
    """Equal cards of a hand are as good as each other."""
    if one is None or one.act is None or other.act is None or one.verb != other.verb:
        return False

    def faces(entry: MenuItem) -> list[Any]:
        assert entry.act is not None
        return [now.faces.get(arg.handle, arg) if isinstance(arg, Card) else arg for arg in entry.act.args]

    return faces(one) == faces(other)


@pytest.fixture(scope="module")
def here() -> tuple[Presenter, Scene, act_menu.Menu]:
    hand = ["homer", "iron", "urban-growth-a", "raid-i", "legion"]
    game = play(me(hand=hand, science=9, resource=5, food=5), them(), row=["hanging-gardens", "pyramids", "colossus"])
    presenter, now = scene(game.local, 0)
    return presenter, now, act_menu.make_menu(presenter, now)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("take hanging gardens", "take 1"),
        ("take the Pyramids", "take 2"),
        ("take 3", "take 3"),
        ("TAKE COLOSSUS", "take 3"),
        ("develop iron", "develop iron"),
        ("dev iron", "develop iron"),
        ("develop ir", "develop iron"),
        ("play homer", "leader homer"),
        ("leader homer", "leader homer"),
        ("play urban growth", "play urban-growth-a"),
        ("play the leader Homer", "leader homer"),
        ("build bronze", "build bronze"),
        ("build a warrior", "build warriors"),
        ("build a farm", "build agriculture"),
        ("destroy lab", "destroy philosophy"),
        ("increase population", "population"),
        ("end", "end"),
        ("end turn", "end"),
        ("tactic legion", None),
    ],
)
def test_people_say_it_in_their_words(
    typed: str, text: str | None, here: tuple[Presenter, Scene, act_menu.Menu]
) -> None:
    presenter, _, menu = here
    found = act_menu.find_act(typed, menu, presenter).entry
    assert (found and found.text.partition("=")[0]) == text if text else found is None or "legion" in found.text


@pytest.mark.parametrize("typed", ["bronze", "build", "pop", "turn", "e", "take"])
def test_what_is_not_clear_is_asked_about_and_never_done(
    typed: str, here: tuple[Presenter, Scene, act_menu.Menu]
) -> None:
    presenter, _, menu = here
    assert act_menu.find_act(typed, menu, presenter).entry is None


@pytest.mark.parametrize("typed", ["frobnicate", "build pyramids", "take gandhi", "9 9", "develop irony"])
def test_what_fits_nothing_finds_nothing(typed: str, here: tuple[Presenter, Scene, act_menu.Menu]) -> None:
    presenter, _, menu = here
    assert act_menu.find_act(typed, menu, presenter) == act_menu.Matches(None, ())


@pytest.mark.parametrize(
    ("typed", "guess"),
    [
        ("build iron", "build iron"),
        ("upgrade bronze to iron", "upgrade bronze iron"),
        ("take colossus", "take 3"),
        ("take mahatma gandhi", ""),
        ("develop caesar", "develop julius-caesar"),
        ("upgrade lab", "upgrade philosophy"),
        ("build arena", "build arena"),
        ("play urban", "play urban-growth-a"),  # Urban Growth is in four ages; of one hand it is clear
    ],
)
def test_what_is_not_legal_becomes_notation_for_the_rules_to_refuse(
    typed: str, guess: str, here: tuple[Presenter, Scene, act_menu.Menu]
) -> None:
    presenter, now, _ = here
    assert presenter.speech.guess(typed.split(), now).text == guess


@pytest.mark.parametrize("typed", ["build pyramids", "build wonder"])
def test_who_builds_the_wonder_under_construction_means_its_next_stage(typed: str) -> None:
    presenter, now = scene(play(me(wonder="pyramids", stages=1), them()).local, 0)
    assert presenter.speech.guess(typed.split(), now).text == "stage 1"


def test_completion_offers_notation_and_names(here: tuple[Presenter, Scene, act_menu.Menu]) -> None:
    _, _, menu = here
    offered = act_menu.completions(menu)
    assert "take 1" in offered and "take hanging gardens" in offered and "develop iron" in offered


@pytest.mark.parametrize(
    ("typed", "text", "fits"),
    [
        ("拿取空中花园", "take 1", 1),
        ("拿取 金字塔", "take 2", 1),
        ("take 金字塔", "take 2", 1),
        ("发展铁矿", "develop iron", 1),
        ("结束回合", "end", 1),
        ("拿取罗德岛", None, 1),
        ("拿取空", None, 1),
        ("拿取长城", None, 0),
    ],
)
def test_an_act_may_be_called_as_it_is_listed_in_a_script_without_spaces(
    typed: str, text: str | None, fits: int
) -> None:
    hand = ["homer", "iron", "urban-growth-a", "raid-i", "legion"]
    game = play(me(hand=hand, science=9, resource=5, food=5), them(), row=["hanging-gardens", "pyramids", "colossus"])
    presenter, now = scene(game.local, 0, "zh-Hans")
    found = act_menu.find_act(typed, act_menu.make_menu(presenter, now), presenter)
    assert (found.entry.text if found.entry else None, len(found.candidates)) == (text, fits)
