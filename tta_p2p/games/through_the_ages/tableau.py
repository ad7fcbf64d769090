"""Cards coming into play and leaving it, with all that goes with them: action totals, tokens, triggers.

When a total of actions falls, spent actions go first (rulebook: civil and military actions). Tokens a card
brought go back to the box when it leaves.
"""

from __future__ import annotations

from ..contract import Cost, Face, Knowledge, Line, Seat
from .flow import Args, Verb, pop, push, question, runner, verb
from .index import BLUE_TOKENS, KIND, LEVEL, TOKEN_VALUE, TRIGGERS, YELLOW_TOKENS
from .ratings import active_cards, civil_actions, military_actions
from .state import EMPTY, Frame, PactInPlay, Player, State
from .tables.effects import Effect
from .tables.words import When


class Do(Frame, frozen=True):
    """Carry out effects one after another; `source` is the card they stand on.

    `rival` is the other side of an attack or war or of a part of an event (-1: none), `advantage` that of a war.
    """

    effects: tuple[Effect, ...]
    source: Face
    rival: Seat = -1
    advantage: int = 0


Totals = list[tuple[int, int]]


def action_totals(s: State) -> Totals:
    """Note everybody's totals of actions before something changes; give them to `settle_actions` afterwards."""
    return [(civil_actions(s, p.seat), military_actions(s, p.seat)) for p in s.players]


def settle_actions(s: State, before: Totals) -> None:
    """Take away the actions of those whose totals have fallen: spent ones first."""
    for p, (civil, military) in zip(s.players, before, strict=True):
        p.civil_spent = max(0, p.civil_spent - max(0, civil - civil_actions(s, p.seat)))
        p.military_spent = max(0, p.military_spent - max(0, military - military_actions(s, p.seat)))


def trigger(s: State, seat: Seat, when: When, only: Face = EMPTY) -> None:
    """Set off what a seat's cards in play (or just one card) do when something happens; it comes next."""
    cards = TRIGGERS[when]
    able = (only,) if only else active_cards(s.players[seat])
    push(s, *(Do(seat, on.effects, face) for face in able for on in cards.get(face, ())))


def _tokens_come(s: State, seat: Seat, face: Face) -> None:
    p = s.players[seat]
    yellow, blue = YELLOW_TOKENS.get(face, 0), BLUE_TOKENS.get(face, 0)
    if yellow or blue > 0:
        s.say("tokens-come", seat, face, yellow, max(0, blue))
    p.yellow_bank += yellow
    if blue < 0:
        lose_blue(s, seat, -blue)
    p.blue_bank += max(0, blue)


def _tokens_go(s: State, seat: Seat, face: Face) -> None:
    p = s.players[seat]
    yellow, blue = min(p.yellow_bank, YELLOW_TOKENS.get(face, 0)), BLUE_TOKENS.get(face, 0)
    if yellow:
        p.yellow_bank -= yellow
        s.say("yellow-lost", seat, yellow)
    if blue > 0:
        lose_blue(s, seat, blue)
    elif blue:
        s.say("tokens-come", seat, face, 0, -blue)
    p.blue_bank += max(0, -blue)


# --- blue tokens lost to the box -----------------------------------------------------------------------------


class LoseBlue(Frame, frozen=True):
    """Give up blue tokens lying on cards, choosing the cards."""

    number: int


class AskLoseBlue(Frame, frozen=True):
    """Choose the card to give up a blue token from."""


def lose_blue(s: State, seat: Seat, number: int) -> None:
    """Return blue tokens to the box: from the bank, with an empty bank from food and resources; stages stay."""
    p = s.players[seat]
    from_bank = min(number, p.blue_bank)
    p.blue_bank -= from_bank
    if from_bank:
        s.say("blue-lost", seat, from_bank)
    if number > from_bank:
        push(s, LoseBlue(seat, number - from_bank))


def _blue_places(s: State, seat: Seat) -> list[Face]:
    return sorted(s.players[seat].tokens, key=lambda face: (KIND[face], TOKEN_VALUE[face], face))


@runner(LoseBlue)
def _lose_blue(s: State, frame: LoseBlue) -> None:
    cards = _blue_places(s, frame.seat)
    if not cards:
        return
    if frame.number > 1:
        push(s, LoseBlue(frame.seat, frame.number - 1))
    if len(cards) == 1:
        _take_blue(s, frame.seat, cards[0])
    else:
        push(s, AskLoseBlue(frame.seat))


def _take_blue(s: State, seat: Seat, face: Face) -> None:
    p = s.players[seat]
    if p.tokens[face] > 1:
        p.tokens[face] -= 1
    else:
        del p.tokens[face]
    s.say("blue-lost-from", seat, face)


@verb
class GiveBlue(Verb):
    """`give-blue iron`: give up a blue token lying on that card."""

    name = "give-blue"
    shape = (str,)

    def candidates(self, s: State, frame: AskLoseBlue, knows: Knowledge) -> list[Args]:
        return [(face,) for face in _blue_places(s, frame.seat)]

    def check(self, s: State, frame: AskLoseBlue, args: Args) -> Cost | Line:
        return () if args[0] in _blue_places(s, frame.seat) else Line("no-such-choice")

    def do(self, s: State, frame: AskLoseBlue, args: Args, cost: Cost) -> None:
        pop(s)
        _take_blue(s, frame.seat, args[0])


question(AskLoseBlue, "lose-blue", ("give-blue",))


def leave_hand(p: Player, face: Face) -> None:
    """Take one copy of a civil card out of a player's hand; the caller says where it goes."""
    hand = list(p.civil_hand)
    hand.remove(face)
    p.civil_hand = tuple(hand)


# --- leaders and governments ---------------------------------------------------------------------------------


def leader_comes(s: State, seat: Seat, face: Face) -> None:
    """Put a leader into play where none is."""
    before = action_totals(s)
    s.players[seat].leader = face
    settle_actions(s, before)


def leader_goes(s: State, seat: Seat, *, gone: bool = True, successor: Face = EMPTY) -> None:
    """Take a seat's leader out of play, for whatever reason; `gone`: out of the game, not under a wonder.

    A `successor` comes in the same moment: of actions that both give none is lost and won again.
    """
    p = s.players[seat]
    face = p.leader
    before = action_totals(s)
    p.leader = successor
    settle_actions(s, before)
    if gone:
        s.gone += (face,)
    s.say("leader-goes", seat, face)
    trigger(s, seat, When.LEAVE_OR_END, face)


def change_government(s: State, seat: Seat, face: Face) -> None:
    """Replace a seat's government."""
    before = action_totals(s)
    p = s.players[seat]
    s.gone += (p.government,)
    s.say("replaced", seat, p.government)
    p.government = face
    settle_actions(s, before)


def superseding(p: Player, face: Face) -> Face:
    """Give the special technology in play because of which another would leave at once; empty if there is none."""
    return next((one for one in p.specials if KIND[one] is KIND[face] and LEVEL[one] >= LEVEL[face]), EMPTY)


def add_special(s: State, seat: Seat, face: Face) -> None:
    """Put a special technology into play; of two with the same icon the lower one leaves the game."""
    p = s.players[seat]
    higher = superseding(p, face)
    if higher:
        s.gone += (face,)
        s.say("superseded", seat, face, higher)
        return
    rival = next((other for other in p.specials if KIND[other] is KIND[face]), EMPTY)
    before = action_totals(s)
    if rival:
        s.say("replaced", seat, rival)
        p.specials = tuple(other for other in p.specials if other != rival)
        s.gone += (rival,)
        _tokens_go(s, seat, rival)
    p.specials += (face,)
    _tokens_come(s, seat, face)
    settle_actions(s, before)


def take_special(s: State, seat: Seat, face: Face) -> None:
    """Take a special technology out of a seat's play area; the caller says where it goes."""
    p = s.players[seat]
    before = action_totals(s)
    p.specials = tuple(other for other in p.specials if other != face)
    _tokens_go(s, seat, face)
    settle_actions(s, before)


# --- wonders and colonies ------------------------------------------------------------------------------------


def complete_wonder(s: State, seat: Seat) -> None:
    """Turn the unfinished wonder, all its stages built, into a finished one: it works at once."""
    p = s.players[seat]
    face = p.wonder
    before = action_totals(s)
    p.blue_bank += p.stages
    p.wonder, p.stages = EMPTY, 0
    p.wonders += (face,)
    _tokens_come(s, seat, face)
    settle_actions(s, before)
    s.say("wonder-finished", seat, face)
    trigger(s, seat, When.COMPLETE, face)


def remove_unfinished_wonder(s: State, seat: Seat) -> None:
    """Take the unfinished wonder out of the game; its tokens return to the bank."""
    p = s.players[seat]
    s.gone += (p.wonder,)
    s.say("wonder-goes", seat, p.wonder)
    p.blue_bank += p.stages
    p.wonder, p.stages = EMPTY, 0


def ravage_wonder(s: State, seat: Seat, face: Face) -> None:
    """Turn a finished wonder face down."""
    p = s.players[seat]
    before = action_totals(s)
    p.ravaged += (face,)
    _tokens_go(s, seat, face)
    settle_actions(s, before)
    s.say("ravaged", seat, face)


def add_colony(s: State, seat: Seat, face: Face) -> None:
    """Put a territory into a seat's play area: its permanent effect."""
    before = action_totals(s)
    s.players[seat].colonies += (face,)
    _tokens_come(s, seat, face)
    settle_actions(s, before)


def remove_colony(s: State, seat: Seat, face: Face, *, gone: bool = True) -> None:
    """Take a colony out of a seat's play area; `gone`: out of the game."""
    p = s.players[seat]
    before = action_totals(s)
    p.colonies = tuple(other for other in p.colonies if other != face)
    _tokens_go(s, seat, face)
    settle_actions(s, before)
    if gone:
        s.gone += (face,)


# --- pacts ---------------------------------------------------------------------------------------------------


def add_pact(s: State, pact: PactInPlay) -> None:
    """Put a pact into play; one that lay in the owner's area already is removed."""
    before = action_totals(s)
    for old in [one for one in s.pacts if one.owner == pact.owner]:
        s.gone += (old.card,)
        s.say("pact-ends", old.card, old.a, old.b)
    s.pacts = (*(one for one in s.pacts if one.owner != pact.owner), pact)
    settle_actions(s, before)


def remove_pact(s: State, pact: PactInPlay) -> None:
    """End a pact; its card leaves the game."""
    before = action_totals(s)
    s.pacts = tuple(one for one in s.pacts if one != pact)
    s.gone += (pact.card,)
    settle_actions(s, before)
    s.say("pact-ends", pact.card, pact.a, pact.b)


# --- workers -------------------------------------------------------------------------------------------------


def place_worker(s: State, seat: Seat, face: Face) -> None:
    """Put an unused worker on a card."""
    p = s.players[seat]
    p.unused -= 1
    p.workers[face] += 1


def move_worker(s: State, seat: Seat, source: Face, target: Face) -> None:
    """Move a worker from one card to another (an upgrade)."""
    p = s.players[seat]
    p.workers[source] -= 1
    p.workers[target] += 1


def remove_worker(s: State, seat: Seat, face: Face) -> None:
    """Send a worker from a card to the pool (destroy or disband)."""
    p = s.players[seat]
    p.workers[face] -= 1
    p.unused += 1
