"""Mutants that break a rule about options, words, states or acts."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from tests.games.mutants.base import Counting, breaks, changed
from tta_p2p.games import contract as c
from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.smugglers import rules as smugglers
from tta_p2p.games.smugglers.rules import Smugglers

# --- rules, options, words -------------------------------------------------------------------------


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
    def rules_digests(self):
        return {}


@breaks("everything_has_words", "no English text for log.sell")
class IsMute(Smugglers):
    def texts(self, language):
        return {key: text for key, text in super().texts(language).items() if key != "log.sell"}


@breaks("everything_has_words", "has a place {7}")
class SaysTooMuch(Smugglers):
    def texts(self, language):
        return {**super().texts(language), "log.sell": "{0:seat} sells {7:card}"}


@breaks("everything_has_words", "no English text for label.gloom")
class LabelsAnActWithoutWords(Smugglers):
    def label(self, state, act):
        return c.Line("gloom") if act.verb == "end" else super().label(state, act)


@breaks("turns_go_on", "comes after turn")
class CountsTurnsBackwards(Smugglers):
    def turn(self, state):
        number, seat = super().turn(state)
        return 100 - number, seat


@breaks("turns_go_on", "the turn of seat 9")
class GivesATurnToNobody(Smugglers):
    def turn(self, state):
        return super().turn(state)[0], 9


# --- states ----------------------------------------------------------------------------------------


@breaks("replicas_agree", "has another state")
class StateDependsOnWhatASeatKnows(Counting):
    def view(self, state, knows, seat):
        self.seen = knows.faces
        return super().view(state, knows, seat)

    def apply(self, state, fact):
        step = super().apply(state, fact)
        if isinstance(fact, c.Act) and fact.verb == "end":
            step.state.coins[0] += len(self.seen)
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
            state.next_handle += 1
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
        return changed(super().decode(data), light=0)


# --- acts ------------------------------------------------------------------------------------------


@breaks("legal_acts_are_accepted", "is refused (no-coin)")
class ListsWhatIsRefused(Smugglers):
    choose = staticmethod(lambda chance, options: options[0])

    def legal(self, state, knows, seat):
        options = super().legal(state, knows, seat)
        poor = options and state.quay and not state.coins[seat] and not {"fetch"} & {*state.used}
        poor = poor and len(state.used) < state.acts
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


@breaks("declining_is_legal", "seat 0 cannot decline: wait is not legal")
class DeclinesWithAnUnknownVerb(Smugglers):
    def decision(self, state):
        decision = super().decision(state)
        return decision and replace(decision, idle="wait")


@breaks("declining_is_legal", "cannot decline: fetch is not legal")
class DeclinesWithWhatCannotAlwaysBeSaid(Smugglers):
    def decision(self, state):
        decision = super().decision(state)
        return decision and replace(decision, idle="fetch")


@breaks("declining_is_legal", "declining says something about cards")
class ShowsACardByDeclining(Smugglers):
    def claims(self, state, act):
        claims = super().claims(state, act)
        hand = state.hands[act.seat]
        return (*claims, c.OneOf(hand[0], smugglers.FACES)) if act.verb == "end" and hand else claims


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
        if isinstance(fact, c.Dealt) and state.pending:
            need = state.pending[0].need
            return super().apply(state, c.ANSWERS[type(need)](need.number))
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
        if isinstance(fact, c.Left) and state.over:
            left = [*state.left]
            left[fact.seat] = fact.reason
            return c.Step(changed(state, left=left))
        return super().apply(state, fact)


@breaks("accepted_mutants_are_legal", "accepted but not listed")
class DoesNotListSpying(Smugglers):
    def legal(self, state, knows, seat):
        return tuple(o for o in super().legal(state, knows, seat) if o.act.verb != "spy" or o.act.args[0].handle % 2)


@breaks("accepted_mutants_are_legal", "accepted but not listed")
class IgnoresTooManyArguments(Smugglers):
    def claims(self, state, act):
        return super().claims(state, without_arguments(act))

    def apply(self, state, fact):
        return super().apply(state, without_arguments(fact))


def without_arguments(fact):
    return c.Act(fact.seat, "end") if isinstance(fact, c.Act) and fact.verb == "end" else fact


@breaks("accepted_mutants_are_legal", "explain and legal disagree")
class ExplainsEverything(Smugglers):
    def explain(self, state, knows, act):
        told = super().explain(state, knows, act)
        if told.refusal and told.refusal.key == "not-true":
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


@breaks("answered_frames_are_gone", "is on the stack still: `do` takes it off with `pop(s)`")
class DoesNotSayThatTurnsGoOn(Smugglers):
    flow = copy(Smugglers.flow)
    flow.repeats = lambda frame: False
