"""The half of the contract that follows from a game's flow, its codec and its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import msgspec

from .. import contract as c
from .. import knowledge
from ..game import Game, complete_options
from . import cards, refusals
from .encoding import Codec
from .flow import Flow, Verb
from .state import Frame, GameState, Pending, ResumableState
from .view import View, view_fields

NOTHING: Mapping[str, Any] = MappingProxyType({})
UNSHOWN: Mapping[str, str] = MappingProxyType({"view.left": "", "view.ending": ""})
"""Fields of a `GameState` that a plain view need not show, since the node says the same."""

W = TypeVar("W", bound=ResumableState)
S = TypeVar("S", bound=GameState)
V = TypeVar("V")


class FlowGame(Game[W, V], Generic[W, V]):
    """A game whose acts and answers go through a flow: what is done with a fact, what is asked, bytes, texts.

    What remains is to lay the game out, to let a seat leave, the view, places and points.
    """

    flow: Flow[W]
    codec: Codec[W]
    words: Mapping[str, Mapping[str, str]] = NOTHING
    """Language -> key of `texts` -> text; nothing for a game whose texts are files (`texts`)."""
    names: Mapping[str, Mapping[c.Face, str]] = NOTHING
    """Language -> face -> name of the card; nothing likewise."""
    signs: Mapping[str, str] = NOTHING
    """Key of `texts` -> what is said so in every language."""
    parts: frozenset[str] = frozenset()
    """What acts may name of a game whose texts are files: cards and other parts by their ids, and further words."""

    def initial_state(self, options: Mapping[str, c.Value], seats: int) -> W:
        """Give the state in which the game begins: shuffles are asked for, work is put down.

        Every option has a value, and the number of seats is one of the game's.
        """
        raise NotImplementedError

    def leave(self, s: W, seat: c.Seat, reason: c.Reason) -> None:
        """Take a seat out of the game, on a copy that may be changed. Raises Illegal if it is not in it."""
        raise NotImplementedError

    def start(self, options: c.Options, seats: int) -> c.Step[W]:
        """Lay the game out up to its first needs. Raises BadOptions."""
        settled = complete_options(self.settings, options)
        if seats not in self.seats:
            raise c.BadOptions("bad-seats", seats)
        return self._step(self.initial_state(settled, seats), None)

    def apply(self, state: W, fact: c.Fact) -> c.Step[W]:
        """Give what a fact leads to; raises Illegal and then nothing has changed."""
        s = state.copy()
        shares: tuple[int, ...] = ()
        match fact:
            case c.Act() | c.Acts():
                acts = fact.acts if isinstance(fact, c.Acts) else (fact,)
                try:
                    shares = self.flow.act(s, fact)
                except c.Illegal as error:
                    raise refusals.in_known_words(error, acts, self._words_of_acts) from None
            case c.Left(seat, reason):
                self.leave(s, seat, reason)
            case _:
                self.after_answer(s, cards.take_answer(s, fact, self.back), fact)
        step = self._step(s, fact)
        return msgspec.structs.replace(step, shares=shares) if shares else step

    def carry_out(self, state: W, option: c.Option) -> c.Step[W]:
        """Give what an act leads to that `legal` has listed for this very state: it is not checked again.

        For searches; acts of sealed decisions, and whatever comes from elsewhere, go through `apply`.
        """
        s = state.copy()
        self.flow.carry_out(s, option)
        return self._step(s, option.act)

    def after_answer(self, s: W, pending: Pending, fact: c.Answer) -> None:
        """Go on after an answer was taken in: tell what asked for it."""
        if pending.listener is not None:
            self.flow.deliver(s, pending.listener, fact)

    def _step(self, s: W, fact: c.Fact | None) -> c.Step[W]:
        self.flow.run(s)
        log, s.log = tuple(s.log), []
        return c.Step(s, log, fact is None or self.flow.is_barrier(s, fact))

    def needs(self, state: W) -> tuple[c.Need, ...]:
        """Give the open needs."""
        return tuple(pending.need for pending in state.pending)

    def decision(self, state: W) -> c.Decision | None:
        """Return the open decision."""
        return self.flow.decision(state)

    def decision_kind(self, key: str) -> c.DecisionKind | None:
        """Say what answers decisions of this key; None where nothing is asked so."""
        return self.flow.kind_of_decision(key)

    def claims(self, state: W, act: c.Act) -> tuple[c.Claim, ...]:
        """Say what an act asserts about hidden cards. Raises Illegal."""
        try:
            frame, verb, _ = self.flow.check(state, act)
        except c.Illegal as error:
            raise refusals.in_known_words(error, (act,), self._words_of_acts) from None
        return verb.claims(state, frame, act.args)

    def legal(self, state: W, knows: c.Knowledge, seat: c.Seat) -> tuple[c.Option, ...]:
        """List every act open to a seat."""
        return self.flow.legal(state, knows, seat)

    def explain(self, state: W, knows: c.Knowledge, act: c.Act) -> c.Explanation:
        """Say what an act does and costs and whether it ends the undo, or why it is refused.

        An open act is tried on a copy; what dealers have still to answer is not foreseen.
        """
        try:
            frame, verb, cost = self.flow.check(state, act)
        except c.Illegal as error:
            words, faces = self._words_of_acts, self.names.get("en", {}) or self.parts
            return refusals.explain_refusal(self.flow, state, knows, act, error.line, words, faces)
        for claim in verb.claims(state, frame, act.args):
            if not knowledge.entails(knows, claim):
                return c.Explanation(refusal=c.Line("not-true"))
        decision = self.flow.decision(state)
        after = None
        if decision is not None and not decision.sealed:
            after = state.copy()
            self.flow.act(after, act)
            self.flow.run(after)
        barrier = after is None or self.flow.is_barrier(after, act)
        effects = self.effects(state, act, frame, verb, after)
        return c.Explanation(cost, (*effects, *self.ending_lines(act, after)), barrier)

    def ending_lines(self, act: c.Act, after: W | None) -> tuple[c.Line, ...]:
        """Say that an act ends the game, and who wins by it; nothing where something hidden decides."""
        if after is None or self.flow.decision(after) is not None or self.needs(after):
            return ()
        standings = self.standings(after)
        first = [place.seat for place in standings.places if place.place == 1]
        if not standings.over:
            return ()
        if len(first) == 1:
            return (c.Line("ends-won", (first[0],)),)
        return (c.Line("ends-shared", (act.seat,)),) if act.seat in first else (c.Line("ends"),)

    @cached_property
    def _words_of_acts(self) -> frozenset[str]:
        return self._known_words()

    def _known_words(self) -> frozenset[str]:
        """Words that may stand in acts: faces of cards and other parts, and what else the game has texts for."""
        return self.parts | {key.partition(".")[2] for key in self.texts("en")}

    def effects(self, state: W, act: c.Act, frame: Frame, verb: Verb[W], after: W | None) -> tuple[c.Line, ...]:
        """Say what an act does; `after` is the state it leads to, None where others act at the same time."""
        return verb.effects(state, frame, act.args)

    def unseen(self, state: W) -> Mapping[c.Back, tuple[c.Face, ...]]:
        """Say which faces the hidden cards of each back carry together."""
        return cards.unseen_faces(state)

    def texts(self, language: str) -> Mapping[str, str]:
        """Give the texts that the game brings itself in a language."""
        if language not in self._texts:
            self._texts[language] = self._all_texts(language)
        return self._texts[language]

    @cached_property
    def _texts(self) -> dict[str, Mapping[str, str]]:
        """The texts of each language that has been asked for."""
        return {}

    def _all_texts(self, language: str) -> Mapping[str, str]:
        """Put together the texts of a language."""
        names = {f"card.{face}": name for face, name in self.names.get(language, {}).items()}
        return {**self.signs, **self.words.get(language, {}), **names}

    def encode(self, state: W) -> bytes:
        """Give the canonical bytes of a state."""
        return self.codec.encode(state)

    def decode(self, data: bytes) -> W:
        """Give the state back. Raises BadState."""
        return self.codec.decode(data)


class KitGame(FlowGame[S, View]):
    """A game whose state is a `GameState`: views and places of cards follow from it, too."""

    def zones(self, state: S) -> Iterable[tuple[str, c.Seat | None, Iterable[c.Handle]]]:
        """Yield the zones of hidden cards: name, the seat whose hand it is (None: shared), and the handles.

        Living cards that lie nowhere are out of the game.
        """
        raise NotImplementedError

    def clear_seat(self, s: S, seat: c.Seat, dropped: Sequence[c.Need]) -> None:
        """Clear the table of a seat that leaves; the kit has dropped its frames and needs (`dropped`).

        If only one seat is left now, all needs are, and the game will be over.
        """
        raise NotImplementedError

    last_seat_ending = "alone"
    """Key of the ending when only one seat is left in the game."""

    def leave(self, s: S, seat: c.Seat, reason: c.Reason) -> None:
        """Take a seat out of the game. Raises Illegal if it is not in it.

        What it was to be dealt, shown or passed stays where it is; what it was passing on still arrives.
        """
        if not 0 <= seat < len(s.left) or s.left[seat] is not None or s.over:
            raise c.Illegal("not-playing", seat)
        s.left[seat] = reason
        s.say("left", seat, reason)
        alone = len(s.active_seats) == 1
        passing = [one for one in s.pending if isinstance(one.need, c.Pass) and _holds(s, seat, one.need)]
        dropped = [one for one in s.pending if alone or one.seat == seat]
        s.pending = [one for one in s.pending if one not in dropped and one not in passing]
        for one in passing if not alone else ():
            cards.deal(s, one.seat, getattr(one.need, "handles", ()))
        self.flow.drop_frames(s, seat)
        self.clear_seat(s, seat, [one.need for one in dropped])
        s.holders = {handle: holder for handle, holder in s.holders.items() if holder != seat}
        if alone:
            s.finish(self.last_seat_ending)

    def after_answer(self, s: S, pending: Pending, fact: c.Answer) -> None:
        """Go on after an answer was taken in."""
        match pending.need:
            case c.Deal(_, handles, seat) | c.Pass(_, handles, seat) | c.Remix(_, seat, _, _, handles):
                s.holders.update(dict.fromkeys(handles, seat))
            case c.Return(_, handles):
                for handle in handles:
                    del s.holders[handle]
            case _:
                pass
        super().after_answer(s, pending, fact)

    def _step(self, s: S, fact: c.Fact | None) -> c.Step[S]:
        step = super()._step(s, fact)
        if not s.holders.keys() <= s.backs.keys():
            s.holders = {handle: seat for handle, seat in s.holders.items() if handle in s.backs}
        return step

    def hidden_cards(self, state: S) -> Mapping[c.Handle, c.CardLocation]:
        """Say where every hidden card lies; one that an open need still moves is under way."""
        found = {h: (zone, seat) for zone, seat, handles in self.zones(state) for h in handles}
        moving = {h for pending in state.pending for h in getattr(pending.need, "handles", ())}
        places = {}
        for handle in sorted(state.backs):
            held = state.holders.get(handle)
            zone, seat = found.get(handle, ("under-way" if handle in moving else "out", held))
            places[handle] = c.CardLocation(state.backs[handle], zone if seat == held else "under-way", held)
        return places

    def view(self, state: S, knows: c.Knowledge, seat: c.Seat | None) -> View:
        """Give the game's own fields with what the seat knows."""
        known = c.Knowledge(dict(sorted(knows.faces.items())), knows.among, knows.worth)
        return View(view_fields(state), seat, known, dict(sorted(state.backs.items())), self.unseen(state))

    def _all_texts(self, language: str) -> Mapping[str, str]:
        return {**UNSHOWN, **super()._all_texts(language)}

    def resample(self, view: View, rng: c.Rng) -> Mapping[c.Handle, c.Face]:
        """Give every hidden card a face that agrees with the view."""
        return knowledge.sample(view.backs, view.unseen, view.knows, rng)


def _holds(s: GameState, seat: c.Seat, need: c.Pass) -> bool:
    return any(s.holders.get(handle) == seat for handle in need.handles)


def rank_seats(
    parts: Sequence[tuple[tuple[str, int], ...]],
    left: Sequence[c.Reason | None],
    ending: c.Line | None,
) -> c.Standings:
    """Rank seats by the sum of their parts, equal sums sharing a place; seats that left come last.

    `ending` says why the game is over, None that it goes on.
    """
    keys = [(gone is not None, -sum(points for _, points in own)) for own, gone in zip(parts, left, strict=True)]
    places = tuple(
        c.Place(seat, 1 + sum(other < keys[seat] for other in keys), -keys[seat][1], parts[seat], left[seat])
        for seat in sorted(range(len(keys)), key=lambda seat: (keys[seat], seat))
    )
    return c.Standings(ending is not None, places, ending)
