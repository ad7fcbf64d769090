"""Forecast of the end of a turn if it came now, made by carrying it out on a copy."""

from __future__ import annotations

from ..contract import Line, Seat
from .economy import (
    FOOD,
    RESOURCE,
    ProductionStep,
    consumption,
    score_culture,
    score_science,
    stock,
)
from .flow import push, run
from .hands import Discard
from .ratings import culture, military_hand_limit, military_left, science, uprising
from .specials import automatic, end_conversions
from .state import State
from .tableau import trigger
from .tables import BOARD
from .tables.words import Step, When
from .view_model import Forecast

NO_FORECAST = Forecast(False, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""That of a seat that has left, or when the game is over."""


def forecasts(s: State) -> list[Forecast]:
    """Give the forecast of every seat."""
    twin = s.copy()
    twin.pending.clear()
    return [
        NO_FORECAST if p.left is not None or s.over else _forecast(twin, p.seat, _named(s, p.seat)) for p in s.players
    ]


def end_lines(s: State, seat: Seat) -> tuple[Line, ...]:
    """Say what a seat's turn brings if it ends now."""
    twin = s.copy()
    foreseen = _forecast(twin, seat, _named(s, seat))
    lines = [Line("end-discards", (seat, foreseen.discards))] if foreseen.discards else []
    if foreseen.uprising:
        lines.append(Line("end-uprising", (seat,)))
    for key, number in (
        ("end-science", foreseen.science),
        ("end-culture", foreseen.culture),
        ("end-corruption", foreseen.corruption),
        ("end-corrupted-food", foreseen.corrupted_food),
        ("end-food", foreseen.food),
        ("end-consumption", foreseen.consumption),
        ("end-missing", foreseen.missing),
        ("end-starvation", foreseen.starvation),
        ("end-resource", foreseen.resource),
        ("end-draws", foreseen.draws),
    ):
        if number:
            lines.append(Line(key, (seat, number)))
    return tuple(lines)


def _named(s: State, seat: Seat) -> int:
    """Give how many cards a seat has named to discard that are still in its hand."""
    frame = s.stack[-1] if s.stack else None
    return len(frame.chosen) if isinstance(frame, Discard) and frame.seat == seat else 0


def _forecast(s: State, seat: Seat, named: int) -> Forecast:
    """Carry the end of a turn out for a seat; no other seat's things change by it. ``named``: see `_named`."""
    p = s.players[seat]
    before = p.science, p.culture
    s.current = seat
    s.stack.clear()
    p.by_hand = False
    end_conversions(s, seat)
    excess = max(0, len(p.military_hand) - named - military_hand_limit(s, seat)) if s.rules.discards_at_end else 0
    automatic(s, seat)
    trigger(s, seat, When.END_OF_TURN)
    _settle(s)
    there = len(s.military_deck) + len(s.discards) + len(s.hidden_discards)
    draws = max(0, min(BOARD.most_cards_drawn, military_left(s, seat), there))
    rises = uprising(s, seat)
    if rises and not s.rules.draws_in_uprising:
        draws = 0
    corrupted = corrupted_food = made_food = eaten = missing = starvation = made_resource = 0
    if not rises:
        score_science(s, seat, science(s, seat))
        score_culture(s, seat, culture(s, seat), "production")
        for step in s.rules.turn_steps:
            food, resource = stock(p, FOOD), stock(p, RESOURCE)
            points = p.culture
            s.log.clear()
            push(s, ProductionStep(seat, step))
            _settle(s)
            if step is Step.CORRUPTION:
                corrupted, corrupted_food = resource - stock(p, RESOURCE), food - stock(p, FOOD)
            elif step is Step.FOOD:
                made_food = stock(p, FOOD) - food
            elif step is Step.CONSUMPTION:
                starvation = points - p.culture
                missing = _starving(s)
                eaten = consumption(p) - missing
            else:
                made_resource = stock(p, RESOURCE) - resource
    return Forecast(
        uprising=rises,
        science=p.science - before[0],
        culture=p.culture - before[1] + starvation,
        corruption=corrupted,
        corrupted_food=corrupted_food,
        food=made_food,
        consumption=eaten,
        missing=missing,
        starvation=starvation,
        resource=made_resource,
        stored_food=stock(p, FOOD),
        stored_resource=stock(p, RESOURCE),
        science_points=p.science,
        culture_points=p.culture,
        draws=draws,
        discards=excess,
    )


def _settle(s: State) -> None:
    """Carry out what is on the stack, up to a choice the player would have to make."""
    run(s)
    s.stack.clear()


def _starving(s: State) -> int:
    """Give the food that the log says is missing."""
    for line in s.log:
        if line.key == "starvation" and isinstance(line.args[1], int):
            return line.args[1]
    return 0
