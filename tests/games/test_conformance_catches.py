"""Every conformance check must catch games that break its rule: each mutant here breaks one."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from msgspec.structs import force_setattr, replace

from tta_p2p.games import contract as c
from tta_p2p.games.examples import caravan, smugglers
from tta_p2p.games.examples.caravan import Caravan
from tta_p2p.games.examples.smugglers import Smugglers
from tta_p2p.games.plain import View
from tta_p2p.testing.conformance import CHECKS, Conformance
from tta_p2p.testing.sample import Failure, Sample, any_option, record

MUTANTS: dict[str, list[tuple[type[c.Game], str]]] = {name: [] for name in CHECKS}


def breaks(check: str, why: str = ""):
    """Register a game that the check must refuse, with (part of) the reason it must give."""

    def register(game):
        MUTANTS[check].append((game, why))
        return game

    return register


# --- rules, options, words ---------------------------------------------------------------------------


@breaks("options_are_checked", "accepts options")
class TakesAnyOption(Smugglers):
    def start(self, options, seats):
        return super().start({k: v for k, v in options.items() if k == "actions" and v in (2, 3)}, seats)


@breaks("options_are_checked", "accepts options")
class TakesAnyNumberOfSeats(Smugglers):
    def start(self, options, seats):
        return super().start(options, min(4, max(2, seats)))


@breaks("options_are_checked", "rules must name")
class HasNoRules(Smugglers):
    def rules(self):
        return {}


@breaks("everything_has_words", "no English text for log.sell")
class IsMute(Smugglers):
    def texts(self, language):
        return {key: text for key, text in super().texts(language).items() if key != "log.sell"}


@breaks("everything_has_words", "has a place {7}")
class SaysTooMuch(Smugglers):
    def texts(self, language):
        return {**super().texts(language), "log.sell": "{0:seat} sells {7:card}"}


# --- states ------------------------------------------------------------------------------------------


class Counting(Smugglers):
    """A game with a memory of its own."""

    def __init__(self):
        self.asked = 0
        self.seen: Mapping[int, str] = {}


@breaks("replicas_agree", "has another state")
class StateDependsOnWhatASeatKnows(Counting):
    def view(self, state, knows, seat):
        self.seen = knows.faces
        return super().view(state, knows, seat)

    def apply(self, state, fact):
        step = super().apply(state, fact)
        if isinstance(fact, c.Act) and fact.verb == "end":
            coins = (step.state.coins[0] + len(self.seen), *step.state.coins[1:])
            return c.Step(replace(step.state, coins=coins), step.log, step.barrier)
        return step


@breaks("replicas_agree", "another decision")
class DecisionsDependOnWhatWasAsked(Counting):
    def legal(self, state, knows, seat):
        self.asked += 1
        return super().legal(state, knows, seat)

    def decision(self, state):
        decision = super().decision(state)
        return decision and replace(decision, args=(self.asked,))


@breaks("replay_gives_the_state", "was changed after")
class ChangesOldStates(Smugglers):
    def apply(self, state, fact):
        step = super().apply(state, fact)
        if isinstance(fact, c.Act):
            force_setattr(state, "next_handle", state.next_handle + 1)
        return step


@breaks("replay_gives_the_state", "decode accepts")
class ReadsAnything(Smugglers):
    def decode(self, data):
        try:
            return super().decode(data)
        except c.BadState:
            return super().start({}, 2).state


@breaks("replay_gives_the_state", "bytes of a state do not give")
class ForgetsTheLight(Smugglers):
    def decode(self, data):
        return replace(super().decode(data), light=0)


# --- acts --------------------------------------------------------------------------------------------


@breaks("legal_acts_are_accepted", "is refused (no-coin)")
class ListsWhatIsRefused(Smugglers):
    choose = staticmethod(lambda chance, options: options[0])

    def legal(self, state, knows, seat):
        options = super().legal(state, knows, seat)
        poor = options and not state.coins[seat] and len(state.used) < state.acts
        return (*options, c.Option(c.Act(seat, "fetch"))) if poor else options


@breaks("legal_acts_are_accepted", "whose claim is false")
class ListsFalseClaims(Caravan):
    choose = staticmethod(lambda chance, options: chance.choice([o for o in options if o.act.verb == "sell"]))

    def legal(self, state, knows, seat):
        options = super().legal(state, knows, seat)
        kept = [option.act.args[0] for option in options if option.act.verb == "keep"]
        if len(kept) < 2:
            return options
        lie = c.Act(seat, "keep", (c.Card(kept[0].handle, kept[1].face),))
        return (*options, c.Option(lie))


@breaks("legal_acts_are_accepted", "legal acts; deciding")
class LetsOthersActToo(Smugglers):
    def legal(self, state, knows, seat):
        return super().legal(state, knows, seat) or (c.Option(c.Act(seat, "end")),)


@breaks("legal_acts_are_accepted", "different costs")
class HidesCosts(Smugglers):
    def legal(self, state, knows, seat):
        return tuple(c.Option(option.act) for option in super().legal(state, knows, seat))


@breaks("legal_acts_are_accepted", "explain says barrier")
class ExplainsBarriersWrongly(Smugglers):
    def explain(self, state, knows, act):
        return replace(super().explain(state, knows, act), barrier=False)


@breaks("legal_acts_are_accepted", "twice")
class ListsTwice(Smugglers):
    def legal(self, state, knows, seat):
        return super().legal(state, knows, seat) * 2


@breaks("illegal_facts_change_nothing", "accepted out of place")
class TakesAnswersOutOfPlace(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Dealt) and state.needs:
            return super().apply(state, c.ANSWERS[type(state.needs[0])](state.needs[0].number))
        return super().apply(state, fact)


@breaks("illegal_facts_change_nothing", "KeyError instead of Illegal")
class Crashes(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Act) and fact.verb == "no-such-verb":
            raise KeyError(fact.verb)
        return super().apply(state, fact)


@breaks("illegal_facts_change_nothing", "accepted out of place")
class LetsAnybodyLeave(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Left) and fact.seat >= len(state.left):
            return c.Step(state)
        return super().apply(state, fact)


@breaks("illegal_facts_change_nothing", "accepted out of place: Left")
class LetsSeatsLeaveAfterTheEnd(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Left) and state.stage == "over":
            return c.Step(replace(state, left=smugglers._with(state.left, fact.seat, fact.reason)))
        return super().apply(state, fact)


@breaks("accepted_mutants_are_legal", "accepted but not listed")
class DoesNotListSpying(Smugglers):
    def legal(self, state, knows, seat):
        return tuple(o for o in super().legal(state, knows, seat) if o.act.verb != "spy" or o.act.args[0].handle % 2)


@breaks("accepted_mutants_are_legal", "accepted but not listed")
class IgnoresTooManyArguments(Smugglers):
    def claims(self, state, act):
        if act.verb == "end":
            act = c.Act(act.seat, "end")
        return super().claims(state, act)


@breaks("accepted_mutants_are_legal", "explain and legal disagree")
class ExplainsEverything(Smugglers):
    def explain(self, state, knows, act):
        told = super().explain(state, knows, act)
        if told.refusal and told.refusal.key == "not-so":
            return c.Explanation()
        return told

    def legal(self, state, knows, seat):
        options = super().legal(state, knows, seat)
        return tuple(o for o in options if Smugglers().explain(state, knows, o.act).refusal is None)


@breaks("notation_round_trips", "the same text")
class WritesShortly(Smugglers):
    def write(self, act):
        return act.verb


@breaks("notation_round_trips", "reads back as")
class ReadsFacesAsNothing(Smugglers):
    def read(self, text, seat):
        act = super().read(text, seat)
        bare = tuple(c.Card(arg.handle) if isinstance(arg, c.Card) else arg for arg in act.args)
        return c.Act(act.seat, act.verb, bare)


@breaks("drafts_stop_at_barriers", "no barrier after Shuffled")
class UndoesPastEverything(Smugglers):
    def apply(self, state, fact):
        step = super().apply(state, fact)
        return c.Step(step.state, step.log, False)

    def explain(self, state, knows, act):
        return replace(super().explain(state, knows, act), barrier=False)


@breaks("drafts_stop_at_barriers", "no barrier after Act")
class UndoesPastAPeek(Smugglers):
    def apply(self, state, fact):
        step = super().apply(state, fact)
        return c.Step(step.state, step.log, step.barrier and not (isinstance(fact, c.Act) and fact.verb == "spy"))


# --- needs and cards ---------------------------------------------------------------------------------


@breaks("needs_are_in_order", "was used before")
class NumbersNeedsAnew(Caravan):
    """Every round numbers its needs from 100 again."""

    def needs(self, state):
        if state.stage == "sell":
            return tuple(replace(need, number=100 + n) for n, need in enumerate(state.needs))
        return state.needs

    def apply(self, state, fact):
        if state.stage == "sell" and state.needs and isinstance(fact, c.Returned) and fact.need >= 100:
            fact = c.Returned(state.needs[0].number)
        return super().apply(state, fact)


@breaks("needs_are_in_order", "a decision while a need is open")
class DecidesTooSoon(Smugglers):
    def decision(self, state):
        return super().decision(state) or (c.Decision((0,), "turn") if state.needs else None)


@breaks("needs_are_in_order", "not a decision for these seats")
class AsksTwoSeatsOpenly(Caravan):
    def decision(self, state):
        decision = super().decision(state)
        return decision and replace(decision, sealed=False) if len(state.hands) > 1 else decision

    def apply(self, state, fact):
        if isinstance(fact, c.Act):
            acts = [
                fact if seat == fact.seat else c.Act(seat, "sell", (c.Card(hand[0]),))
                for seat, hand in enumerate(state.hands)
                if hand
            ]
            s, log = caravan._chosen(state, tuple(acts))
            while not s.needs and s.stage not in ("choose", "over"):
                s = caravan._advance(s)
            return c.Step(s, log)
        return super().apply(state, fact)


@breaks("cards_lie_where_they_should", "are nowhere")
class LosesCards(Smugglers):
    def hidden(self, state):
        return {h: place for h, place in super().hidden(state).items() if place.zone != "cave"}


@breaks("cards_lie_where_they_should", "is said to be with")
class MistakesHands(Smugglers):
    def hidden(self, state):
        seats = len(state.hands)
        places = super().hidden(state).items()
        return {h: p if p.seat is None else replace(p, seat=(p.seat + 1) % seats) for h, p in places}


@breaks("cards_lie_where_they_should", "shows back")
class ShowsWrongBacks(Smugglers):
    def hidden(self, state):
        return {h: replace(p, back="box") for h, p in super().hidden(state).items()}


@breaks("cards_lie_where_they_should", "unseen faces")
class ForgetsThatTheQuayIsOpen(Smugglers):
    def unseen(self, state):
        return super().unseen(replace(state, quay=()))


@breaks("nothing_is_lost", "should be")
class MakesCoins(Smugglers):
    """Coins are not conserved; the sample is told that they are."""

    counted = staticmethod(lambda state: {"coins": sum(state.coins)})


@breaks("shuffles_keep_their_word", "announced with other faces")
class BreaksItsWord(Smugglers):
    def start(self, options, seats):
        step = super().start(options, seats)
        random = c.Random(0, 2)
        needs = tuple(replace(need, number=need.number + 1) for need in step.state.needs)
        return c.Step(replace(step.state, needs=(random, *needs), next_need=step.state.next_need + 1))

    def apply(self, state, fact):
        if isinstance(fact, c.Rolled):
            return c.Step(replace(state, needs=state.needs[1:]))
        return super().apply(state, fact)

    def needs(self, state):
        return super().needs(state)[:1]

    def ahead(self, state):
        first = state.needs and state.needs[0].number == 0
        return (c.Ahead("crates", smugglers.FACES[1:]),) if first else ()


@breaks("shuffles_keep_their_word", "of one back")
class AnnouncesNothing(Smugglers):
    def ahead(self, state):
        return (c.Ahead("nothing", ()),)


# --- secrets -----------------------------------------------------------------------------------------


@breaks("secrets_do_not_leak", "depends on faces it does not know")
class RemembersWhatItShowed(Counting):
    def view(self, state, knows, seat):
        self.seen = {**self.seen, **knows.faces}
        return View(state, seat, c.Knowledge(dict(sorted(self.seen.items()))))

    def resample(self, view, rng):
        return Smugglers().resample(View(view.state, view.seat, c.NOTHING), rng)


@breaks("secrets_do_not_leak", "depends on faces it does not know")
class ListsByWhatOthersKnow(Counting):
    def legal(self, state, knows, seat):
        self.seen = {**self.seen, **knows.faces}
        options = super().legal(state, knows, seat)
        return tuple(sorted(options, key=lambda option: [self.seen.get(h) or "" for h in handles(option.act)]))


@breaks("samples_fit", "does not fit: #")
class SamplesWithoutKnowing(Smugglers):
    def resample(self, view, rng):
        return super().resample(View(view.state, view.seat, c.NOTHING), rng)


@breaks("samples_fit", "names other handles")
class SamplesHandsOnly(Smugglers):
    def resample(self, view, rng):
        world = super().resample(view, rng)
        return {h: f for h, f in world.items() if self.hidden(view.state)[h].seat is not None}


@breaks("samples_fit", "should be in")
class SamplesWithoutClaims(Smugglers):
    def resample(self, view, rng):
        knows = c.Knowledge(view.knows.faces)
        return super().resample(View(view.state, view.seat, knows), rng)


@breaks("samples_fit", "the true world does not fit")
class TellsWrongThingsAboutTheDeck(Smugglers):
    def unseen(self, state):
        faces = super().unseen(state)["crate"]
        return {"crate": tuple(sorted(("lamp-1", *faces[1:]))) if faces else ()}


@breaks("hands_are_remixed", "not all crate were remixed")
class NeverRemixes(Smugglers):
    def start(self, options, seats):
        step = super().start(options, seats)
        needs = tuple(need for need in step.state.needs if not isinstance(need, c.Remix))
        return c.Step(replace(step.state, needs=needs))


@breaks("hands_are_remixed", "not all crate were remixed")
class RemixesOnlyTheNewCards(Smugglers):
    def apply(self, state, fact):
        step = super().apply(state, fact)
        if isinstance(fact, c.Act) and fact.verb == "end":
            needs = tuple(need for need in step.state.needs if not isinstance(need, c.Remix))
            return c.Step(replace(step.state, needs=needs), step.log)
        return step


# --- the end, and leaving ----------------------------------------------------------------------------


@breaks("games_end", "random play broke off")
class NeverEnds(Smugglers):
    def claims(self, state, act):
        if act.verb == "wait" and not act.args and not state.needs and act.seat == state.turn:
            return ()
        if act.verb == "end":
            raise c.Illegal("no-more", "end", seat=act.seat)
        return super().claims(state, act)

    def legal(self, state, knows, seat):
        options = super().legal(state, knows, seat)
        waits = not state.needs and state.stage == "turn" and seat == state.turn
        return (*options, c.Option(c.Act(seat, "wait"))) if waits else options

    def apply(self, state, fact):
        if isinstance(fact, c.Act) and fact.verb == "wait" and not state.needs:
            return c.Step(state, (), False)
        return super().apply(state, fact)


@breaks("games_end", "places must ascend")
class CountsPlacesFromZero(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        return replace(told, places=tuple(replace(p, place=p.place - 1) for p in told.places))


@breaks("games_end", "their parts add up")
class AddsUpWrongly(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        return replace(told, places=tuple(replace(p, parts=(*p.parts, ("luck", 1))) for p in told.places))


@breaks("games_end", "standings say over")
class EndsTooSoon(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        return replace(told, over=True) if len(state.deck) < 3 else told


class LeavingMutant(Smugglers):
    """What happens when a seat leaves, to be broken by each heir in its own way."""

    def left(self, before, step, seat):
        return step

    def apply(self, state, fact):
        step = super().apply(state, fact)
        return self.left(state, step, fact.seat) if isinstance(fact, c.Left) else step


@breaks("seats_may_leave", "may not leave: busy")
class LeavesOnlyBetweenNeeds(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Left) and state.needs:
            raise c.Illegal("busy")
        return super().apply(state, fact)


@breaks("seats_may_leave", "has left and is needed")
class StillAsksWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        return c.Step(replace(step.state, needs=before.needs), step.log)


@breaks("seats_may_leave", "should decide")
class WaitsForWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        if before.stage == "turn" and before.turn == seat and step.state.stage == "turn":
            return c.Step(replace(step.state, turn=seat), step.log)
        return step


@breaks("seats_may_leave", "still has cards")
class KeepsTheHandOfWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        hand = before.hands[seat]
        out = tuple(handle for handle in step.state.out if handle not in hand)
        hands = smugglers._with(step.state.hands, seat, hand)
        return c.Step(replace(step.state, hands=hands, out=out), step.log)


@breaks("seats_may_leave", "are nowhere")
class LosesTheHandOfWhoLeft(LeavingMutant):
    def left(self, before, step, seat):
        return c.Step(replace(step.state, out=before.out), step.log)

    counted = staticmethod(lambda state: {})


@breaks("seats_may_leave", "should be {'crates'")
class LosesCratesOfWhoLeft(LosesTheHandOfWhoLeft):
    counted = None


@breaks("seats_may_leave", "may leave twice")
class LetsSeatsLeaveTwice(Smugglers):
    def apply(self, state, fact):
        if isinstance(fact, c.Left) and state.left[fact.seat]:
            return c.Step(state)
        return super().apply(state, fact)


@breaks("seats_may_leave", "standings do not say")
class ForgetsWhoLeft(Smugglers):
    def standings(self, state):
        told = super().standings(state)
        reasons = tuple(replace(p, left=p.left and "gone") for p in told.places)
        return replace(told, places=reasons)


@breaks("seats_may_leave", "0 needs, over: False")
class StopsWhenSomebodyLeaves(LeavingMutant):
    def left(self, before, step, seat):
        s = step.state
        return c.Step(replace(s, stage="act", needs=()), step.log) if s.stage != "over" else step


def handles(act: c.Act) -> list[int]:
    return [arg.handle for arg in act.args if isinstance(arg, c.Card)]


def crates(state: smugglers.State) -> dict[str, int]:
    closed = sum(map(len, (*state.hands, state.deck, state.cave, state.out)))
    return {"crates": closed + len(state.quay) + len(state.loot) if closed else 18}


CASES = [(check, game, why) for check, games in MUTANTS.items() for game, why in games]


@pytest.mark.parametrize(("check", "game", "why"), CASES, ids=[f"{c_}-{g.__name__}" for c_, g, _ in CASES])
def test_a_game_that_breaks_a_rule_is_caught(check, game, why):
    counted = getattr(game, "counted", None) or (crates if issubclass(game, Smugglers) else None)
    choose = getattr(game, "choose", any_option)
    sample = Sample(game(), games=4, moments=14, max_facts=600, conserved=counted, choose=choose)
    with pytest.raises(Failure, match=re.escape(why)):
        CHECKS[check](sample)


def test_every_check_has_a_game_it_catches():
    assert not [name for name, games in MUTANTS.items() if not games]


def test_every_check_is_a_test_of_the_class():
    assert [name for name in dir(Conformance) if name.startswith("test_")] == sorted(f"test_{name}" for name in CHECKS)


def test_a_failure_prints_the_acts_and_how_to_get_there_again():
    sample = Sample(MakesCoins(), games=1, conserved=MakesCoins.counted)
    with pytest.raises(Failure) as caught:
        CHECKS["nothing_is_lost"](sample)
    text = str(caught.value)
    again = re.search(r"record\(game, (\d), (\{.*\}), '(.*)'\)\.moments\[(\d+)\]", text)
    assert again and again[2] == "{}"
    moments = record(MakesCoins(), int(again[1]), {}, again[3]).moments
    moment = moments[int(again[4])]
    assert sum(moment.state.coins) != 0 == sum(moments[moment.index - 1].state.coins)
    act = moments[moment.index - 1].fact
    assert f"seat {act.seat}: {MakesCoins().write(act)}" in text.splitlines()[-1]
