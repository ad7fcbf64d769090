"""A seat leaves the game for good, at any moment (rulebook: resigning; `docs/…/rulings.md`).

Its cards leave the game, its open choices and needs are dropped, and those who stay go on. A module whose
frames name other seats than the one they ask registers with `@flow.departure` what becomes of them.
"""

from __future__ import annotations

from ..contract import Illegal, Reason, Seat
from .economy import score_culture
from .flow import FLOW, departure
from .index import SPECIALS
from .phases import NextTurn
from .piles import cancel
from .scoring import EndEvents, Finish, GameEnd, finish
from .state import EMPTY, Frame, State
from .tableau import Do, remove_pact
from .tables import BOARD
from .tables.effects import For, Rank
from .variants import clear_seat


def leave(s: State, seat: Seat, reason: Reason) -> None:
    """Take a seat out of the game. Raises Illegal if it is not in it."""
    if not 0 <= seat < len(s.players) or s.players[seat].left is not None or s.over:
        raise Illegal("not-playing", seat)
    s.players[seat].left = reason
    s.say("left", seat, reason)
    _hidden_cards(s, seat)
    _wars(s, seat)
    for pact in [one for one in s.pacts if seat in (one.a, one.b)]:
        remove_pact(s, pact)
    _open_cards(s, seat)
    FLOW.drop_frames(s, seat)
    if s.playing == 1:
        finish(s, "one-left")
        return
    ending = any(isinstance(frame, GameEnd | EndEvents | Finish) for frame in s.stack)
    if s.current == seat and not ending and not any(isinstance(frame, NextTurn) for frame in s.stack):
        s.stack.insert(0, NextTurn(seat))


@departure(Do)
def _do_leaves(s: State, frame: Do, seat: Seat) -> Frame | None:
    """Keep what concerns the whole table: the further parts of an event go on for those who stay."""
    if seat not in (frame.seat, frame.rival):
        return frame
    effects = tuple(one for one in frame.effects if isinstance(one, For | Rank))
    return Do(s.clockwise(seat)[0], effects, frame.source) if effects else None


def _hidden_cards(s: State, seat: Seat) -> None:
    """Take the seat's hidden cards out of the game, whatever was still to be done with them."""
    p = s.players[seat]
    cancel(s, [pending for pending in s.pending if pending.seat == seat])
    s.gone_hidden += p.military_hand + p.thrown
    p.military_hand = p.thrown = ()
    p.unmixed = ()
    clear_seat(s, seat)


def _wars(s: State, seat: Seat) -> None:
    """Wars it declared disappear; whoever declared war on it scores."""
    for war in s.wars:
        if war.attacker == seat or war.rival == seat:
            s.gone += (war.card,)
            s.say("war-dropped", war.attacker, war.card, war.rival)
            if war.rival == seat:
                score_culture(s, war.attacker, BOARD.resignation_culture, "resignation")
    s.wars = tuple(war for war in s.wars if seat not in (war.attacker, war.rival))


def _open_cards(s: State, seat: Seat) -> None:
    """Take the seat's open cards out of the game; cards printed on its board stay there."""
    p = s.players[seat]
    cards = [*p.civil_hand, *p.specials, *p.colonies, *p.wonders]
    cards += [face for face in (p.leader, p.wonder) if face]
    if p.homer_under:
        cards += SPECIALS["homer"]
    if p.exclusive:
        cards.append(p.tactic)
    s.gone += tuple(cards)
    p.civil_hand = p.fresh = p.specials = p.colonies = p.wonders = p.ravaged = ()
    p.leader = p.wonder = p.tactic = p.homer_under = EMPTY
    p.exclusive = False
    p.stages = 0
