"""Scores at the end of the game, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tta_p2p.i18n import Words
from tta_p2p.seats.messages import LogEntry

from ..blocks import Block, Charts, Gap, Para, SpeechAlternative, table
from ..cells import Piece, Row, Span, row
from ..plot import HUES, Chart, Curve, letters
from ..presenter import Results
from ..texts import Texts

BEGINS = ("end-event", "end-card")
"""Keys of the lines that name what is scored next; the card is their last argument."""
CULTURE = {"culture": 1, "culture-lost": -1}
"""Keys of the lines that say what such a card has brought."""
SCORED = {**CULTURE, "culture-for": 1}
"""Keys of all lines that say how culture has changed."""
HEIGHT = 8
"""Rows of the curves of culture."""


def final_scores(log: Iterable[LogEntry]) -> list[tuple[str, dict[int, int]]]:
    """Give the cards scored at the end of the game in their order, each with the culture it gave or took by seat."""
    found: list[tuple[str, dict[int, int]]] = []
    for line in log:
        if line.key in BEGINS:
            card = line.args[-1]
            found.append((str(getattr(card, "face", card)), {}))
        elif found and line.key in CULTURE and isinstance(line.args[0], int) and isinstance(line.args[1], int):
            seat, amount = line.args[0], line.args[1]
            found[-1][1][seat] = found[-1][1].get(seat, 0) + CULTURE[line.key] * amount
    return found


def final_scoring(log: Iterable[LogEntry], seats: Sequence[int], texts: Texts, words: Words) -> tuple[Block, ...]:
    """Show what each card scored at the end has brought; nothing if none was. ``seats``: the columns."""
    found = final_scores(log)
    if not found:
        return ()
    head: list[Piece] = [words("tta.ending"), *(texts.name(seat) for seat in seats)]
    rows: list[list[Piece]] = [
        [f"  {texts.card(face)}", *(f"{points.get(seat) or ''}" for seat in seats)] for face, points in found
    ]
    return (
        Gap(),
        SpeechAlternative(
            (table(head, rows, "l" + "r" * len(seats)),), tuple(_scoring_sentences(found, seats, texts, words))
        ),
    )


def _scoring_sentences(
    found: Iterable[tuple[str, dict[int, int]]], seats: Sequence[int], texts: Texts, words: Words
) -> Iterable[Row]:
    """Say the same in sentences."""
    for face, points in found:
        scored = words("comma").join(f"{texts.name(seat)} {points[seat]}" for seat in seats if points.get(seat))
        yield row(Span(texts.card(face)), ": ", scored or words("tta.ending.nobody"))


def culture_by_round(log: Iterable[LogEntry]) -> dict[int, dict[int, int]]:
    """Give the culture of each seat at the end of each round, as far as the log says how it has changed."""
    found, points, now = dict[int, dict[int, int]](), dict[int, int](), 0
    for line in log:
        if line.key == "turn" and isinstance(line.args[1], int):
            now = line.args[1]
        elif line.key in SCORED and isinstance(line.args[0], int) and isinstance(line.args[1], int):
            points[line.args[0]] = points.get(line.args[0], 0) + SCORED[line.key] * line.args[1]
        if now:
            found[now] = dict(points)
    return found


def culture_course(log: Iterable[LogEntry], seats: Sequence[int], texts: Texts, words: Words) -> tuple[Block, ...]:
    """Draw the culture of all seats over the rounds, and say who scored most in one; nothing of less than two."""
    rounds = culture_by_round(log)
    if len(rounds) < 2:
        return ()
    signs = letters(texts.names)  # by seat, as in all other charts
    curves = tuple(
        Curve(texts.name(seat), signs[seat], HUES[seat % len(HUES)], tuple(one.get(seat, 0) for one in rounds.values()))
        for seat in seats
    )
    most = max(
        (now.get(seat, 0) - before.get(seat, 0), -number, seat)
        for (_, before), (number, now) in pairwise(rounds.items()) for seat in seats
    )  # fmt: skip
    record = words("tta.record.round", name=texts.name(most[2]), n=most[0], round=-most[1])
    chart = Chart(row(words("tta.chart.culture")), curves, tuple(map(str, rounds)), HEIGHT)
    return (Gap(), Charts((chart,)), Para(row(record)))


class ThroughTheAgesResults(Results):
    """Shows what each card that was scored at the end has brought."""

    def final_scoring(self, log: Iterable[LogEntry], seats: Sequence[int]) -> tuple[Block, ...]:
        """Show what each card that was scored at the end has brought, then how everybody came to their culture."""
        lines = tuple(log)
        course = culture_course(lines, seats, self.texts, self.words)
        return (*final_scoring(lines, seats, self.texts, self.words), *course)
