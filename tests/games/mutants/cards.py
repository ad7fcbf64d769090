"""Mutants that break a rule about needs, cards or secrets."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.battles import KINDS
from tests.games.mutants.base import Counting, ShortBattles, breaks, handles
from tta_p2p.games import contract as c
from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.kit.state import Pending
from tta_p2p.games.smugglers import rules as smugglers
from tta_p2p.games.smugglers.rules import Smugglers

# --- needs and cards -------------------------------------------------------------------------------


@breaks("needs_are_in_order", "was used before")
class NumbersNeedsAnew(Caravan):
    """Every round numbers its needs from 100 again."""

    def needs(self, state):
        needs = super().needs(state)
        if needs and isinstance(needs[0], c.Return):
            return tuple(replace(need, number=100 + n) for n, need in enumerate(needs))
        return needs

    def apply(self, state, fact):
        if state.pending and isinstance(fact, c.Returned) and fact.need >= 100:
            fact = c.Returned(state.pending[0].need.number)
        return super().apply(state, fact)


@breaks("needs_are_in_order", "a decision while a need is open")
class DecidesTooSoon(Smugglers):
    def decision(self, state):
        return super().decision(state) or (c.Decision((0,), "turn") if state.pending else None)


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
            return super().apply(state, c.Acts(tuple(acts)))
        return super().apply(state, fact)


@breaks("cards_lie_where_they_should", "are nowhere")
class LosesCards(Smugglers):
    def hidden_cards(self, state):
        return {h: place for h, place in super().hidden_cards(state).items() if place.zone != "cave"}


@breaks("cards_lie_where_they_should", "is said to be with")
class MistakesHands(Smugglers):
    def hidden_cards(self, state):
        seats = len(state.hands)
        places = super().hidden_cards(state).items()
        return {h: p if p.seat is None else replace(p, seat=(p.seat + 1) % seats) for h, p in places}


@breaks("cards_lie_where_they_should", "shows back")
class ShowsWrongBacks(Smugglers):
    def hidden_cards(self, state):
        return {h: replace(p, back="box") for h, p in super().hidden_cards(state).items()}


@breaks("cards_lie_where_they_should", "unseen faces")
class ForgetsThatTheQuayIsOpen(Smugglers):
    def unseen(self, state):
        faces = super().unseen(state)
        return {back: tuple(sorted((*unseen, *state.quay))) for back, unseen in faces.items()}


@breaks("nothing_is_lost", "should be")
class MakesCoins(Smugglers):
    """Coins are not conserved; the sample is told that they are."""

    counted = staticmethod(lambda state: {"coins": sum(state.coins)})


@breaks("shuffles_keep_their_word", "was announced with other cards")
class BreaksItsWord(Smugglers):
    def start(self, options, seats):
        step = super().start(options, seats)
        for at, pending in enumerate(step.state.pending):
            step.state.pending[at] = replace(pending, need=replace(pending.need, number=pending.need.number + 1))
        step.state.pending.insert(0, Pending(c.Random(0, 2), -1, None))
        step.state.next_need += 1
        return step

    def needs(self, state):
        return super().needs(state)[:1]

    def upcoming_shuffles(self, state):
        first = state.pending and state.pending[0].need.number == 0
        return (c.UpcomingShuffle("crates", smugglers.FACES[1:]),) if first else ()


@breaks("shuffles_keep_their_word", "of one back")
class AnnouncesNothing(Smugglers):
    def upcoming_shuffles(self, state):
        return (c.UpcomingShuffle("nothing", ()),)


@breaks("shuffles_keep_their_word", "was announced with other cards")
class AnnouncesADeckWithoutItsTop(ShortBattles):
    def upcoming_shuffles(self, state):
        return tuple(replace(one, handles=one.handles[1:]) for one in super().upcoming_shuffles(state))


@breaks("shuffles_keep_their_word", "do not lie shared and hidden")
class AnnouncesCardsInAHand(ShortBattles):
    def upcoming_shuffles(self, state):
        return tuple(replace(one, handles=(*one.handles, *state.armies[0])) for one in super().upcoming_shuffles(state))


@breaks("shuffles_keep_their_word", "a card is announced in two shuffles")
class AnnouncesCardsTwice(ShortBattles):
    def upcoming_shuffles(self, state):
        deck = () if state.pending else state.decks[KINDS[0]]
        return tuple(c.UpcomingShuffle(kind, (), deck) for kind in KINDS if deck)


# --- secrets ---------------------------------------------------------------------------------------


@breaks("secrets_do_not_leak", "depends on faces it does not know")
class RemembersWhatItShowed(Counting):
    def view(self, state, knows, seat):
        self.seen = {**self.seen, **knows.faces}
        return super().view(state, c.Knowledge(self.seen), seat)

    def resample(self, view, rng):
        return super().resample(replace(view, knows=c.NO_KNOWLEDGE), rng)


@breaks("secrets_do_not_leak", "depends on faces it does not know")
class ListsByWhatOthersKnow(Counting):
    def legal(self, state, knows, seat):
        self.seen = {**self.seen, **knows.faces}
        options = super().legal(state, knows, seat)
        return tuple(sorted(options, key=lambda option: [self.seen.get(h) or "" for h in handles(option.act)]))


@breaks("samples_fit", "does not fit: #")
class SamplesWithoutKnowing(Smugglers):
    def resample(self, view, rng):
        return super().resample(replace(view, knows=c.NO_KNOWLEDGE), rng)


@breaks("samples_fit", "names other handles")
class SamplesHandsOnly(Smugglers):
    def resample(self, view, rng):
        world = super().resample(view, rng)
        held = {h for hand in view.state["hands"] for h in hand}
        return {h: f for h, f in world.items() if h in held}


@breaks("samples_fit", "should be in")
class SamplesWithoutClaims(Smugglers):
    def resample(self, view, rng):
        return super().resample(replace(view, knows=c.Knowledge(view.knows.faces)), rng)


@breaks("samples_fit", "the true world does not fit")
class TellsWrongThingsAboutTheDeck(Smugglers):
    def unseen(self, state):
        faces = super().unseen(state)
        return {back: tuple(sorted(("lamp-1", *unseen[1:]))) for back, unseen in faces.items()}


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


@breaks("hands_are_remixed", "a hand that returned unmixed")
class LooksAtOneCardOfAHandThatHasReturned(Smugglers):
    """Instead of being mixed the hand returns to the table and is drawn anew; in between the other looks at a card."""

    def apply(self, state, fact):
        step = super().apply(state, fact)
        s = step.state
        mix = s.pending[-1].need if s.pending else None
        if isinstance(fact, c.Act) and fact.verb == "end" and isinstance(mix, c.Remix) and not mix.faces:
            number, seat = mix.number, mix.seat
            needs = [
                c.Return(number, tuple(sorted(mix.handles))),
                c.Peek(number + 1, mix.handles[-1:], (seat + 1) % len(s.hands)),
                c.Shuffle(number + 2, "again", mix.handles, (), mix.into),
                c.Deal(number + 3, mix.into, seat),
            ]
            s.pending[-1:] = [Pending(need, seat, None) for need in needs]
            s.next_need += 3
        return step


@breaks("hands_are_remixed", "not all crate were remixed")
class LetsTheOtherLookBeforeTheMix(Smugglers):
    """No act names the card that was drawn last, and no seat decides before the hand is mixed: a need opens it."""

    def apply(self, state, fact):
        step = super().apply(state, fact)
        s = step.state
        last = s.pending[-1].need if s.pending else None
        if isinstance(fact, c.Act) and fact.verb == "end" and isinstance(last, c.Remix) and not last.faces:
            peek = c.Peek(last.number, last.handles[-1:], (last.seat + 1) % len(s.hands))
            mix = replace(s.pending[-1], need=replace(last, number=last.number + 1))
            s.pending[-1:] = [Pending(peek, peek.seat, None), mix]
            s.next_need += 1
        return step


def without_remixes(step):
    """Leave out the needs that mix a hand without taking a card into it."""
    s = step.state
    for pending in list(s.pending):
        need = pending.need
        if isinstance(need, c.Remix) and not need.faces:
            s.pending.remove(pending)
            s.hands[need.seat] = need.handles
    return step


class MusterMutant(ShortBattles):
    """How a part of an army is drawn, to be broken by each heir in its own way."""

    def muster(self, s):
        raise NotImplementedError

    def apply(self, state, fact):
        step = super().apply(state, fact)
        asked = [pending.need for pending in step.state.pending]
        if asked and isinstance(fact, c.Returned) and isinstance(asked[0], c.Shuffle):
            self.muster(step.state)
        return step


@breaks("hands_are_remixed", "joined the front of seat 0")
class LetsTheOtherLookAtACardThatIsDealt(MusterMutant):
    def muster(self, s):
        first, *rest = s.pending
        later = [replace(pending, need=replace(pending.need, number=pending.need.number + 1)) for pending in rest]
        peek = c.Peek(first.need.number + 1, first.need.into[:1], 1)
        s.pending[:] = [first, Pending(peek, 1, None), *later]
        s.next_need += 1


@breaks("hands_are_remixed", "joined the front of seat 0")
class DealsFromTwoPiles(MusterMutant):
    def muster(self, s):
        front = s.pending[1]
        handles = (s.decks["foot"][0], *front.need.handles[1:])
        s.pending[1] = replace(front, need=replace(front.need, handles=handles))
        s.decks["foot"], s.fronts[0] = s.decks["foot"][1:], handles
