"""Conformance checks of what must stay hidden, and of what happens when a seat leaves."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from tta_p2p.games import contract as c
from tta_p2p.games import knowledge
from tta_p2p.games.chance import Chance
from tta_p2p.games.game import Game
from tta_p2p.games.local import BadNeed, FalseClaim, LocalGame

from .checks import card_mismatch, standings_mismatch
from .sample import DENSE, REASONS, Failure, Moment, RandomGame, Sample, play_on

_encoder = msgspec.json.Encoder()
NEAR_FACTS = 15
"""How many facts are played after a seat left, where the game is not played to its end."""
COUNT_INTERVAL = 5
"""Later than that, every how many facts the cards and what is conserved are counted again."""
MAX_EXPLAINED = 8
"""How many acts of a list are explained when looking for leaks."""


def _seat_output(game: Game[Any, Any], m: Moment, knows: c.Knowledge, seat: c.Seat | None, view: Any = None) -> bytes:
    """Give everything a seat is shown, as bytes; the view may be there already."""
    shown = _encoder.encode(game.view(m.state, knows, seat) if view is None else view)
    options = game.legal(m.state, knows, seat) if seat is not None else ()
    told = tuple(game.explain(m.state, knows, option.act) for option in options[:MAX_EXPLAINED])
    return shown + _encoder.encode(options) + _encoder.encode(told)


def secrets_do_not_leak(sample: Sample) -> None:
    """Another face on a card a seat does not know changes nothing that seat is shown.

    Two copies of the game show the seat what it sees, one with the true faces, one with other faces the seat cannot
    tell from them. That one has been asked before what another seat sees of those: what it may remember of it must
    not make a difference either.
    """
    for play in sample.plays:
        true, other = copy.deepcopy(play.game), copy.deepcopy(play.game)
        for m in play.pick_moments(sample.moments, "secrets", deciding=True):
            if m.needs:
                continue
            for seat in (*range(play.seats), None):
                knows = m.dealer.knowledge_of(seat)
                chance = Chance(f"{play.seed} secrets {m.index} {seat}")
                view = true.view(m.state, knows, seat)
                shown = _seat_output(true, m, knows, seat, view)
                world = play.game.resample(view, chance)
                rival = chance.choice([one for one in range(play.seats) if one != seat])
                _seat_output(other, m, _in_world(m.dealer.knowledge_of(rival), world), rival)
                if shown != _seat_output(other, m, knows, seat):
                    play.fail(f"what seat {seat} is shown depends on faces it does not know", m)


def _in_world(knows: c.Knowledge, world: Mapping[c.Handle, c.Face]) -> c.Knowledge:
    """Give what a seat that knows these cards would know in another world."""
    return c.Knowledge({h: world.get(h, face) for h, face in knows.faces.items()}, knows.among, knows.worth)


def samples_fit(sample: Sample) -> None:
    """The true world fits what every seat knows, and so does every sample drawn from its view."""
    for play, m, chance in sample.picked_moments("samples", deciding=True):
        if m.needs:
            continue
        game = play.game
        hidden = game.hidden_cards(m.state)
        backs = {handle: place.back for handle, place in hidden.items()}
        unseen = game.unseen(m.state)
        true = {handle: m.dealer.faces[handle] for handle in backs}
        for seat in (*range(play.seats), None):
            knows = m.dealer.knowledge_of(seat)
            wrong = knowledge.world_mismatch(true, backs, unseen, knows)
            if wrong:
                play.fail(f"the true world does not fit what seat {seat} knows: {wrong}", m)
            view = game.view(m.state, knows, seat)
            for _ in range(2):
                world = game.resample(view, chance)
                wrong = knowledge.world_mismatch(world, backs, unseen, knows)
                if wrong:
                    play.fail(f"a sample from the view of seat {seat} does not fit: {wrong}", m)


def hands_are_remixed(sample: Sample) -> None:
    """Check that a deciding seat's new cards look alike: when it decides, or a card of its hand is named, nobody can
    tell a card that came into its hand from its like.

    If cards came into a hand (by Deal, Pass or Remix) since its seat last decided, all its cards of that back must
    have been born by one Remix, unless there is only one. Cards that all came since then, dealt out of one Shuffle and
    seen by nobody else (nothing was asked or claimed of them but this Deal), may stay as they are: nobody can tell
    one from another. While only others decide and name none of them, there is nothing to be told. A need that opens or
    moves one of the new cards tells it from the others as well, unless all of that back return to the table, hidden,
    and nothing but one shuffle is ever done with them there.
    """
    for play in sample.plays:
        births = _Origins()
        before: dict[c.Handle, c.Seat] = {}  # cards that could not be told from their like in a hand
        laid: list[set[c.Handle]] = []  # hands that have returned without having been mixed
        for m in play.moments:
            deciding, named = m.decision.seats if m.decision else (), _named_cards(m)
            opened, returned = _opened_cards(m), _returned_cards(m)
            if deciding or named or opened or returned:
                groups: dict[tuple[c.Seat, str, c.Back], list[c.Handle]] = {}
                for handle, place in play.game.hidden_cards(m.state).items():
                    if place.seat is not None:
                        groups.setdefault((place.seat, place.zone, place.back), []).append(handle)
                settled: dict[c.Handle, c.Seat] = {}
                for (seat, zone, back), cards in groups.items():
                    new = [h for h in cards if before.get(h) != seat]
                    moved = opened if returned.issuperset(cards) else opened | returned
                    due = seat in deciding or not named.isdisjoint(cards) or not moved.isdisjoint(new)
                    alike = not new or births.alike(cards, len(new) == len(cards))
                    if due and not alike:
                        play.fail(f"{new} joined the {zone} of seat {seat} and not all {back} were remixed", m)
                    if not alike and returned.issuperset(cards):
                        laid.append(set(cards))
                    settled |= dict.fromkeys(cards if alike else [h for h in cards if h not in new], seat)
                before = settled
            laid = _unmixed_hands(play, m, laid)
            births.follow(m)


def _unmixed_hands(play: RandomGame, m: Moment, laid: list[set[c.Handle]]) -> list[set[c.Handle]]:
    """Give the hands that lie on the table unmixed behind this moment; fail where a part of one goes on by itself."""
    need = m.needs[0] if m.needs and not isinstance(m.fact, c.Left) else None
    handles = set() if need is None or isinstance(need, c.Return) else set(getattr(need, "handles", ()))
    touched = [hand for hand in laid if not hand.isdisjoint(handles)]
    for hand in touched:
        if not isinstance(need, c.Shuffle) or not hand <= handles:
            play.fail(f"{sorted(hand & handles)} are told from {sorted(hand)}, a hand that returned unmixed", m)
    return [hand for hand in laid if hand not in touched]


def _named_cards(m: Moment) -> set[c.Handle]:
    """Give the cards that are named next, in hands or not, by acts and their claims."""
    if isinstance(m.fact, c.Act | c.Acts):
        acts = m.fact.acts if isinstance(m.fact, c.Acts) else (m.fact,)
        claimed = [h for claim in m.claims for h in _claim_handles(claim)]
        return {*claimed, *(arg.handle for act in acts for arg in act.args if isinstance(arg, c.Card))}
    return set()


def _opened_cards(m: Moment) -> set[c.Handle]:
    """Give the cards that are shown or passed next."""
    need = m.needs[0] if m.needs and not isinstance(m.fact, c.Left) else None
    return set(need.handles) if isinstance(need, c.Peek | c.Show | c.Pass) else set()


def _returned_cards(m: Moment) -> set[c.Handle]:
    """Give the cards that leave their hands next, hidden, in however many needs one behind the other."""
    if isinstance(m.fact, c.Left):
        return set()
    needs = itertools.takewhile(lambda need: isinstance(need, c.Return), m.needs)
    return {handle for need in needs if isinstance(need, c.Return) for handle in need.handles}


def _claim_handles(claim: c.Claim) -> tuple[c.Handle, ...]:
    return claim.handles if isinstance(claim, c.AtLeast) else (claim.handle,)


class _Origins:
    """The mix that each card came out of, until something tells it from the others of that mix."""

    def __init__(self) -> None:
        self._remix: dict[c.Handle, int] = {}
        self._shuffle: dict[c.Handle, int] = {}
        self._dealt: set[c.Handle] = set()

    def follow(self, m: Moment) -> None:
        """Take in what happens after a moment."""
        for claim in m.claims:
            self._touch(_claim_handles(claim))
        if not m.needs or isinstance(m.fact, c.Left):
            return
        match m.needs[0]:
            case c.Remix(number, _, _, _, into):
                self._remix.update(dict.fromkeys(into, number))
            case c.Shuffle(number, _, _, _, into):
                self._shuffle.update(dict.fromkeys(into, number))
            case c.Deal(_, handles, _):
                self._touch(self._dealt.intersection(handles))
                self._dealt.update(handles)
            case c.Peek(_, handles, _) | c.Show(_, handles) | c.Pass(_, handles, _) | c.Return(_, handles):
                self._touch(handles)
            case c.Random():
                pass

    def alike(self, cards: Sequence[c.Handle], all_new: bool) -> bool:
        """Say whether nobody but their owner can tell these cards of a hand from one another."""
        if len(cards) == 1 or len({self._remix.get(h, -h - 1) for h in cards}) == 1:
            return True
        return all_new and len({self._shuffle.get(h, -h - 1) for h in cards}) == 1

    def _touch(self, handles: Iterable[c.Handle]) -> None:
        for handle in handles:
            self._shuffle.pop(handle, None)


def seats_may_leave(sample: Sample) -> None:
    """A seat may leave at any instant; nothing waits for it, nothing is lost, and the game ends.

    At each moment looked at every seat leaves once and a few facts follow; at every other one (of a long game, at every
    fourth), for one of them, with a second leaver on the way, the game is played to its end.
    """
    for play, m, chance in sample.picked_moments("leave"):
        staying = _active_seats(play.game, m.state)
        if m.decision is None and not m.needs:
            continue
        to_the_end = None if chance.below(4 if len(play.moments) > DENSE else 2) else chance.choice(staying)
        for seat in staying:
            local = play.resume(m, f"leave {seat}")
            _leave(sample, play, m, local, seat, chance.choice(REASONS))
            facts = play_on(local, chance, sample.max_facts, sample.choose)
            leave_again = 1 + chance.below(60)
            try:
                for step, _ in enumerate(facts):
                    near = step <= NEAR_FACTS or 0 <= step - leave_again <= NEAR_FACTS
                    _check_consistency(sample, play, m, local, closely=near or step % COUNT_INTERVAL == 0)
                    if seat != to_the_end and step == NEAR_FACTS:
                        break
                    if step == leave_again and not local.over and (staying_on := _active_seats(play.game, local.state)):
                        _leave(sample, play, m, local, chance.choice(staying_on), chance.choice(REASONS))
            except Failure:
                raise
            except (c.Illegal, FalseClaim, BadNeed, AssertionError) as error:
                play.fail(f"after seat {seat} left: {type(error).__name__}: {error}", m, local)
            wrong = standings_mismatch(play.game, local.state, play.seats, over=local.over)
            if wrong:
                play.fail(f"after seat {seat} left: {wrong}", m, local)
        _everybody_leaves(sample, play, m, chance)


def _everybody_leaves(sample: Sample, play: RandomGame, m: Moment, chance: Chance) -> None:
    local = play.resume(m, "all leave")
    for seat in chance.shuffled(_active_seats(play.game, m.state)):
        if local.over:
            return
        _leave(sample, play, m, local, seat, "gone")
    if not local.over:
        play.fail("everybody has left and the game is not over", m, local)


def _active_seats(game: Game[Any, Any], state: Any) -> list[c.Seat]:
    return sorted(p.seat for p in game.standings(state).places if p.left is None)


def _highest(play: RandomGame, m: Moment) -> int:
    """Give the highest number of a need so far; they ascend, as `needs_are_in_order` sees to."""
    return next((x.needs[-1].number for x in reversed(play.moments[: m.index + 1]) if x.needs), -1)


def _need_handles(need: c.Need) -> set[c.Handle]:
    return set(getattr(need, "handles", ()))


def _leave(
    sample: Sample, play: RandomGame, m: Moment, local: LocalGame[Any, Any], seat: c.Seat, reason: c.Reason
) -> None:
    game, before = play.game, local.game.needs(local.state)
    highest = max([_highest(play, m), *(need.number for need in before)])
    decision = game.decision(local.state)
    own = game.turn(local.state)[1] == seat or (decision is not None and decision.seats == (seat,))
    theirs = {handle for handle, holder in local.dealer.hands.items() if holder == seat}
    try:
        local.apply(c.Left(seat, reason))
    except c.Illegal as error:
        play.fail(f"seat {seat} may not leave: {error}", m, local)
    after = game.needs(local.state)
    lasting, lost = [], theirs  # what is made of cards that the seat keeps shut is never there
    for need in before:
        if getattr(need, "seat", None) != seat and not _need_handles(need) & lost:
            lasting.append(need)
        else:
            lost = lost | set(getattr(need, "into", ()))
    if not local.over and [need for need in after if need in lasting] != lasting:
        play.fail(f"an open need that has nothing to do with seat {seat} changed when it left", m, local)
    for need in after:
        if need not in before and need.number <= highest:
            play.fail(f"the number of a need was used before seat {seat} left: {need}", m, local)
    if not after and not local.over and game.decision(local.state) is None:
        turn = "in its own turn " if own else ""
        play.fail(f"seat {seat} left {turn}and nothing is left to do: `clear_seat` must hand its turn on", m, local)
    _check_consistency(sample, play, m, local)
    try:
        game.apply(local.state, c.Left(seat, reason))
    except c.Illegal:
        pass
    else:
        play.fail(f"seat {seat} may leave twice", m, local)
    if not [p for p in game.standings(local.state).places if p.seat == seat and p.left == reason]:
        play.fail(f"the standings do not say that seat {seat} has left ({reason})", m, local)
    if game.legal(local.state, local.dealer.face_knowledge_of(seat), seat):
        play.fail(f"seat {seat} has left and has legal acts", m, local)


def _check_consistency(
    sample: Sample, play: RandomGame, m: Moment, local: LocalGame[Any, Any], closely: bool = True
) -> None:
    game, state = play.game, local.state
    decision, needs, standings = game.decision(state), game.needs(state), game.standings(state)
    over = decision is None and standings.over
    gone = {p.seat for p in standings.places if p.left is not None}
    for need in needs:
        if getattr(need, "seat", None) in gone:
            play.fail(f"a seat has left and is needed: {need}", m, local)
    if decision is not None and not gone.isdisjoint(decision.seats):
        play.fail(f"a seat has left and should decide: {decision}", m, local)
    if (decision is None) != bool(needs or over) or (over and needs):
        play.fail(f"decision {decision}, {len(needs)} needs, over: {over}", m, local)
    if not closely and not over:
        return
    if any(place.seat in gone for place in game.hidden_cards(state).values()):
        play.fail("a seat has left and still has cards in its hand", m, local)
    first, now = sample.conserved(play.moments[0].state), sample.conserved(state)
    if dict(now) != dict(first):
        play.fail(f"should be {dict(first)}, is {dict(now)}", m, local)
    wrong = card_mismatch(game, state, local.dealer) if decision is not None else ""
    if wrong:
        play.fail(wrong, m, local)
