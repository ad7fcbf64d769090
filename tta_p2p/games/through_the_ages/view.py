"""A seat's view: the public state in the words of `view_model`, and the faces the seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from .. import knowledge
from ..contract import Among, Back, Face, Handle, Knowledge, Line, Rng, Seat
from ..kit.cards import expand_counts
from . import flow
from .civil import cannot_take
from .costs import make_cost, take_price
from .encoding import CODEC
from .events import TakeByAgreement
from .forecast import forecasts
from .phases import Actions, FirstActions, NextTurn, Politics, PoliticsPhase, RowCards
from .piles import future_backs
from .politics import AfterAction
from .scoring import EndEvents, Finish, GameEnd
from .state import Frame, State
from .tables import BOARD
from .turn import StartOfTurn
from .view_attacks import attacks, wars
from .view_civilization import civilization
from .view_model import (
    AttackView,
    CertainCard,
    CivilizationView,
    Decks,
    Events,
    HiddenCard,
    KnownCards,
    PactView,
    PileView,
    Space,
    View,
)
from .view_private import private_view
from .workers import payable

__all__ = ["PublicViewCache", "View", "resample", "view"]

_PHASES: tuple[tuple[tuple[type[Frame], ...], str], ...] = (
    ((GameEnd, EndEvents, Finish), "scoring"),
    ((StartOfTurn, PoliticsPhase), "start-of-turn"),
    ((Politics, AfterAction), "politics"),
    ((Actions, FirstActions), "actions"),
    ((NextTurn,), "end-of-turn"),
)
"""Frames that lie on the stack in a phase and no later one, by the name of the phase."""


class PublicView(NamedTuple):
    """The common part of all seats' views of a state; the civilizations without the cards in their hands."""

    state: bytes
    civilizations: tuple[CivilizationView, ...]
    attacks: tuple[AttackView, ...]


class PublicViewCache:
    """The common part of the views of the last state, kept for the next seat that looks."""

    def __init__(self) -> None:
        self._last: PublicView | None = None

    def refresh(self, s: State) -> PublicView:
        """Give it; it is worked out unless it was that of this very state."""
        last, state = self._last, CODEC.encode(s)
        if last is None or last.state != state:  # kept in one step: one set of rules serves several threads
            foreseen = forecasts(s)
            civilizations = tuple(civilization(s, p.seat, foreseen[p.seat]) for p in s.players)
            self._last = last = PublicView(state, civilizations, attacks(s))
        return last


def view(s: State, knows: Knowledge, seat: Seat | None, table: PublicViewCache | None = None) -> View:
    """Give what this seat may see; ``table`` may know what was seen last."""
    s.memo = {}
    try:
        return _view(s, knows, seat, (table or PublicViewCache()).refresh(s))
    finally:
        s.memo = None


def _view(s: State, knows: Knowledge, seat: Seat | None, table: PublicView) -> View:
    backs = future_backs(s)
    playing = seat is not None and s.players[seat].playing
    return View(
        seat=seat,
        variant=s.options.variant,
        round=s.round,
        last_round=s.final_round,
        age=s.age,
        phase=phase(s),
        starting=s.starting if s.playing else None,
        current=s.current,
        deciding=flow.decision(s),
        ending=s.ending,
        row=tuple(_space(s, space, seat if playing else None) for space in range(len(s.row))),
        decks=Decks(len(s.civil_deck), len(s.military_deck), s.discards, _cards(backs, knows, s.hidden_discards)),
        events=Events(
            _pile(backs, knows, s.current_events),
            _pile(backs, knows, s.future_events),
            s.past_events,
            s.open_events,
            tuple(_cards(backs, knows, handles) for handles in s.seat_events),
        ),
        tactics=s.common_tactics,
        pacts=tuple(PactView(pact.card, pact.owner, pact.a, pact.b) for pact in s.pacts),
        wars=wars(s),
        attacks=table.attacks,
        civilizations=tuple(
            replace(civ, hand=_cards(backs, knows, p.military_hand))
            for civ, p in zip(table.civilizations, s.players, strict=True)
        ),
        own=private_view(s, knows, seat) if seat is not None and playing else None,
        out=s.gone,
        hidden=_by_back(s),
        unseen={back: dict(sorted(faces.items())) for back, faces in sorted(s.unseen.items()) if faces},
        faces=_known(s, knows),
        among=_grouped(knows),
        worth=knows.worth,
        state=table.state,
    )


def phase(s: State) -> str:
    """Name the phase the game is in."""
    if s.over:
        return "over"
    there = {type(frame) for frame in s.stack}
    return next((name for kinds, name in _PHASES if not there.isdisjoint(kinds)), "setup")


def _space(s: State, space: int, seat: Seat | None) -> Space:
    face = s.row[space]
    if not face or seat is None:
        return Space(space + 1, face, BOARD.row_costs[space] if face else 0, None)
    price = take_price(s, s.players[seat], space)
    asked = flow.decision_frame(s)
    if isinstance(asked, RowCards) and asked.seat == seat:
        told = TakeByAgreement().check(s, asked, (space + 1,))
        return Space(space + 1, face, price, told if isinstance(told, Line) else None)
    refusal = cannot_take(s, seat, space)
    if refusal is None:
        cost = payable(s, seat, make_cost(civil_action=price))
        refusal = cost if isinstance(cost, Line) else None
    return Space(space + 1, face, price, refusal)


def _cards(backs: Mapping[Handle, Back], knows: Knowledge, handles: Iterable[Handle]) -> tuple[HiddenCard, ...]:
    return tuple(HiddenCard(h, backs[h], knows.faces.get(h, "")) for h in handles)


def _pile(backs: Mapping[Handle, Back], knows: Knowledge, handles: tuple[Handle, ...]) -> PileView:
    """Give a pile with what is surely in it beyond the cards known by their handles."""
    there = frozenset(handles)
    known = Counter(knows.faces[h] for h in handles if h in knows.faces)
    sure: dict[Face, int] = {}
    for said in knows.among:
        if len(said.faces) == 1 and said.handles[0] in there and there.issuperset(said.handles):
            face = said.faces[0]
            sure[face] = max(sure.get(face, 0), said.count)
    more = tuple(CertainCard(face, n - known[face]) for face, n in sorted(sure.items()) if n > known[face])
    return PileView(_cards(backs, knows, handles), more)


def _by_back(s: State) -> dict[Back, tuple[Handle, ...]]:
    found: dict[Back, list[Handle]] = {}
    for handle, back in sorted(s.backs.items()):
        found.setdefault(back, []).append(handle)
    return {back: tuple(found[back]) for back in sorted(found)}


def _known(s: State, knows: Knowledge) -> dict[Handle, Face]:
    """Give the known faces of living cards, and of others that statements still name."""
    named = set(s.backs)
    handles: tuple[Handle, ...] = ()
    for said in knows.among:
        if said.handles is not handles:  # statements about one pile are neighbours and share their handles
            handles = said.handles
            named.update(handles)
    for promise in knows.worth:
        named.update(promise.handles)
    return {handle: face for handle, face in sorted(knows.faces.items()) if handle in named}


def _grouped(knows: Knowledge) -> tuple[KnownCards, ...]:
    """Put the statements about the same cards together."""
    found: list[tuple[tuple[Handle, ...], list[tuple[tuple[Face, ...], int]]]] = []
    for said in knows.among:
        if not found or found[-1][0] != said.handles:
            found.append((said.handles, []))
        found[-1][1].append((said.faces, said.count))
    return tuple(KnownCards(handles, tuple(words)) for handles, words in found)


def resample(seen: View, rng: Rng) -> Mapping[Handle, Face]:
    """Give a face for every hidden handle that agrees with the view."""
    backs = {handle: back for back, handles in seen.hidden.items() for handle in handles}
    faces = {back: expand_counts(numbers) for back, numbers in seen.unseen.items()}
    among = tuple(Among(known.handles, said, count) for known in seen.among for said, count in known.said)
    return knowledge.sample(backs, faces, Knowledge(seen.faces, among, seen.worth), rng)
