"""What many simulated games come to, as plain data and in words: means, and rates with the interval they lie in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tta_p2p.cli._printing import style
from tta_p2p.cli._saying import said, titled, words
from tta_p2p.cli._simulation import Played
from tta_p2p.registry import find
from tta_p2p.ui.blocks import lines as lines_of
from tta_p2p.ui.blocks import table
from tta_p2p.ui.texts import Texts

Z = 1.959963984540054
"""The quantile of the normal distribution for intervals of 95 %."""
MOST_LISTED = 40
"""With more games than this only the summary is shown."""


@dataclass(frozen=True)
class Proportion:
    """How often something happened of so many times, and the Wilson interval of 95 % in which its rate lies."""

    times: int
    of: int

    @property
    def rate(self) -> float:
        """The share of the times; 0 where there was none."""
        return self.times / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The least and the greatest rate that what was seen speaks for (E. B. Wilson, 1927)."""
        if not self.of:
            return 0.0, 1.0
        square = Z * Z / self.of
        middle = (self.rate + square / 2) / (1 + square)
        half = Z / (1 + square) * sqrt(self.rate * (1 - self.rate) / self.of + square / (4 * self.of))
        # not beyond what was seen, by which rounding could miss it at 0 and 1
        return max(0.0, min(middle - half, self.rate)), min(1.0, max(middle + half, self.rate))

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        low, high = self.interval
        return {"times": self.times, "of": self.of, "rate": self.rate, "low": low, "high": high}


def summary(game: str, played: Sequence[Played], wall: float) -> dict[str, Any]:
    """The figures of all games that ended; `wall`: the seconds that all of it took."""
    ended = [one for one in played if not one.error]
    acts = sum(one.acts for one in ended)
    found: dict[str, Any] = {"game": game, "games": len(played), "ended": len(ended), "seconds": wall}
    found["broke_off"] = Proportion(len(played) - len(ended), len(played)).as_json()
    if not acts:
        return found
    seats = range(max(one.seats for one in ended))
    found["games_per_second"] = len(ended) / wall
    found["seconds_per_game"] = _mean(one.seconds for one in ended)
    found["acts_per_game"] = acts / len(ended)
    found["microseconds_per_act"] = sum(one.act_seconds for one in ended) / acts * 1e6
    found["microseconds_per_legal"] = sum(one.legal_seconds for one in ended) / acts * 1e6
    found["endings"] = dict(Counter(one.ending for one in ended).most_common())
    found["figures"] = {key: _mean(one.figures[key] for one in ended) for key in ended[0].figures}
    found["points"] = [_mean(one.points[seat] for one in ended) for seat in seats]
    found["first"] = [_first([(one, seat) for one in ended]).as_json() for seat in seats]
    if any(one.bots for one in ended):
        levels = sorted({bot for one in ended for bot in one.bots})
        found["levels"] = {level: _by_level(ended, level) for level in levels}
    return found


def _mean(numbers: Iterable[float]) -> float:
    all_of_them = list(numbers)
    return sum(all_of_them) / len(all_of_them)


def _first(at: Iterable[tuple[Played, int]]) -> Proportion:
    """How often these seats came first, alone or with others."""
    places = [one.places[seat] for one, seat in at]
    return Proportion(places.count(1), len(places))


def _margin(at: Sequence[tuple[Played, int]]) -> dict[str, float]:
    """By how much these seats lead over the best other one, and the interval of 95 % in which the mean lies."""
    found = [one.points[seat] - max([*one.points[:seat], *one.points[seat + 1 :]]) for one, seat in at if one.seats > 1]
    if not found:
        return {}
    mean = _mean(found)
    variance = sum((margin - mean) ** 2 for margin in found) / max(1, len(found) - 1)
    half = Z * sqrt(variance / len(found))
    return {"mean": mean, "low": mean - half, "high": mean + half}


def _by_level(ended: Sequence[Played], level: str) -> dict[str, Any]:
    """How the seats of a level did."""
    at = [(one, seat) for one in ended for seat, bot in enumerate(one.bots) if bot == level]
    return {
        "seats": len(at),
        "points": _mean(one.points[seat] for one, seat in at),
        "least_points": min(one.points[seat] for one, seat in at),
        "first": _first(at).as_json(),
        "margin": _margin(at),
        "figures": {
            key: _mean(one.seat_figures[key][seat] for one, seat in at) for key in ended[0].seat_figures
        },
    }


def in_words(found: dict[str, Any], played: Sequence[Played]) -> list[str]:
    """The summary for people, below the games if they are not too many."""
    texts = Texts(find(found["game"]), words(), ())
    lines = _games(played, texts) if len(played) <= MOST_LISTED else []
    ended, games, game = found["ended"], found["games"], titled(found["game"])
    lines.append(said("simulated.ended", ended=ended, games=games, game=game, seconds=f"{found['seconds']:.1f}"))
    if "points" not in found:
        return lines
    counted = [said("simulated.acts", n=round(found["acts_per_game"])), *_figures(found["figures"], texts)]
    lines += [
        said(
            "simulated.speed",
            games=f"{found['games_per_second']:.1f}",
            game=round(found["seconds_per_game"] * 1000),
            act=round(found["microseconds_per_act"]),
            legal=round(found["microseconds_per_legal"]),
        ),
        said("simulated.average", counted=said("comma").join(counted)),
    ]
    for seat, points in enumerate(found["points"]):
        rate = _rate(found["first"][seat])
        lines.append(said("simulated.seat", seat=seat + 1, points=f"{points:.1f}", rate=rate))
    for level, of in found.get("levels", {}).items():
        figures = "".join(f"{said('log.and')}{figure}" for figure in _figures(of["figures"], texts, 2))
        points, rate = f"{of['points']:.1f}", _rate(of["first"])
        values = {"points": points, "least": of["least_points"], "rate": rate, "n": of["seats"], "figures": figures}
        lines.append(said("simulated.level", level=level, **values))
    return [*lines, said("simulated.confidence")]


def _rate(data: dict[str, Any]) -> str:
    found = Proportion(data["times"], data["of"])
    low, high = found.interval
    return said("simulated.rate", rate=f"{found.rate:.0%}", low=f"{low:.0%}", high=f"{high:.0%}")


def _figures(figures: dict[str, float], texts: Texts, places: int = 1) -> list[str]:
    return [f"{mean:.{places}f} {texts.get(f'figure.{key}') or key}" for key, mean in figures.items()]


def _games(played: Sequence[Played], texts: Texts) -> list[str]:
    """A table of games, a line each; names of columns may be as wide as they like."""
    keys = list(dict.fromkeys(key for one in played for key in one.figures))
    head = [said("simulated.head.seed"), *(texts.get(f"figure.{key}") or key for key in keys)]
    head += [said("simulated.head.acts"), "ms", said("simulated.head.points")]
    rows = []
    for one in played:
        points = "".join(f"{points:>5}" for points in one.points)
        broke = f"  {said('simulated.broke')}" if one.error else ""
        counted = (str(one.figures.get(key, "")) for key in keys)
        rows.append([str(one.seed), *counted, str(one.acts), f"{one.seconds * 1000:.0f}", points + broke])
    return [*lines_of([table(head, rows, "r" * (len(head) - 1) + "l")], style()), ""]
