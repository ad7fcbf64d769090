"""Mutants that break a rule about needs, cards or secrets."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.battles import KINDS
from tests.games.mutants.base import Counting, ShortBattles, breaks, handles
from tta_p2p.games import contract as c
from tta_p2p.games.examples import caravan, smugglers
from tta_p2p.games.examples.caravan import Caravan
from tta_p2p.games.examples.smugglers import Smugglers
from tta_p2p.games.plain import View

# --- needs and cards -------------------------------------------------------------------------------


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


@breaks("shuffles_keep_their_word", "was announced with other cards")
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


@breaks("shuffles_keep_their_word", "was announced with other cards")
class AnnouncesADeckWithoutItsTop(ShortBattles):
    def ahead(self, state):
        return tuple(replace(one, handles=one.handles[1:]) for one in super().ahead(state))


@breaks("shuffles_keep_their_word", "do not lie shared and hidden")
class AnnouncesCardsInAHand(ShortBattles):
    def ahead(self, state):
        return tuple(replace(one, handles=(*one.handles, *state.armies[0])) for one in super().ahead(state))


@breaks("shuffles_keep_their_word", "a card is announced in two shuffles")
class AnnouncesCardsTwice(ShortBattles):
    def ahead(self, state):
        return tuple(c.Ahead(kind, (), state.decks[0]) for kind in KINDS if state.decks[0])


# --- secrets ---------------------------------------------------------------------------------------


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
class RemixesOnlyAtTheStart(Smugglers):
    def apply(self, state, fact):
        step = super().apply(state, fact)
        return without_remixes(step) if isinstance(fact, c.Act) and fact.verb == "end" else step


@breaks("hands_are_remixed", "not all crate were remixed")
class NeverRemixes(Smugglers):
    """The first hands are two cards of one shuffle, and nobody can tell them apart; the next card is another one."""

    def start(self, options, seats):
        return without_remixes(super().start(options, seats))

    def apply(self, state, fact):
        return without_remixes(super().apply(state, fact))


def without_remixes(step):
    needs = tuple(need for need in step.state.needs if not isinstance(need, c.Remix) or need.faces)
    return c.Step(replace(step.state, needs=needs), step.log)


class MusterMutant(ShortBattles):
    """How a part of an army is drawn, to be broken by each heir in its own way."""

    def muster(self, s):
        raise NotImplementedError

    def apply(self, state, fact):
        step = super().apply(state, fact)
        if state.stage == "muster" and step.state.stage == "attack":
            return c.Step(replace(step.state, **self.muster(step.state)), step.log)
        return step


@breaks("hands_are_remixed", "joined the front of seat 0")
class LetsTheOtherLookAtACardThatIsDealt(MusterMutant):
    def muster(self, s):
        first, *rest = s.needs
        later = (replace(need, number=need.number + 1) for need in rest)
        return {
            "needs": (first, c.Peek(first.number + 1, first.into[:1], 1), *later),
            "next_need": s.next_need + 1,
        }

    def apply(self, state, fact):
        if isinstance(fact, c.Peeked):
            return c.Step(replace(state, needs=state.needs[1:]))
        return super().apply(state, fact)


@breaks("hands_are_remixed", "joined the front of seat 0")
class DealsFromTwoPiles(MusterMutant):
    def muster(self, s):
        shuffled, front, *rest = s.needs
        return {"needs": (shuffled, replace(front, handles=(s.decks[0][0], *front.handles[1:])), *rest)}
