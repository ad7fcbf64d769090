"""Summary of many simulated games, as plain data and in words: means, and rates with the interval they lie in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import Any

from tta_p2p.bots.base import game_attribute
from tta_p2p.bots.levels import choices
from tta_p2p.cli.output.formats import csv_text
from tta_p2p.cli.output.layout import style
from tta_p2p.cli.output.speech import text_of, title_of, words
from tta_p2p.cli.simulation.intervals import Proportion, elo_of, mean_of
from tta_p2p.cli.simulation.trials import TrialResult
from tta_p2p.registry import load_rules
from tta_p2p.ui.blocks import lines as lines_of
from tta_p2p.ui.blocks import table
from tta_p2p.ui.texts import Texts

HOW_WON = "won-"
"""Figures of games that begin so are 1 where the game was won like that: a game has its ending in their place."""
MOST_LISTED = 40
"""With more games than this only the summary is shown."""


def summary(game: str, played: Sequence[TrialResult], wall: float) -> dict[str, Any]:
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
    for key in ("windows", "windows_left"):
        found[key] = median([number for one in ended for number in getattr(one, key)] or [0])
    found["endings"] = dict(Counter(one.ending for one in ended).most_common())
    found["figures"] = {key: _mean(one.figures[key] for one in ended) for key in ended[0].figures}
    found["points"] = [_mean(one.points[seat] for one in ended) for seat in seats]
    found["first"] = [_first([(one, seat) for one in ended]).as_json() for seat in seats]
    if any(one.bots for one in ended):
        played_by = sorted({bot for one in ended for bot in one.bots})
        anchor = min(played_by, key=_rank)
        found["levels"] = {level: _by_level(ended, level, anchor) for level in played_by}
    people = game_attribute(game, "human_averages", None)
    if people is not None and len({one.seats for one in ended}) == 1:
        found["people"] = dict(people(ended[0].seats))
    if any(one.cards for one in ended):
        found["cards"] = _cards(ended)
    return found


def _rank(level: str) -> int:
    """The place of a level among the bots, the weakest first; programs come last."""
    return [*choices(), level].index(level)


def _mean(numbers: Iterable[float]) -> float:
    all_of_them = list(numbers)
    return sum(all_of_them) / len(all_of_them)


def _first(at: Iterable[tuple[TrialResult, int]]) -> Proportion:
    """Count how often these seats came first, alone or with others."""
    places = [one.places[seat] for one, seat in at]
    return Proportion(places.count(1), len(places))


def _margin(at: Sequence[tuple[TrialResult, int]]) -> dict[str, float]:
    """By how much these seats lead over the best other one, and the interval of 95 % in which the mean lies."""
    found = [one.points[seat] - max([*one.points[:seat], *one.points[seat + 1 :]]) for one, seat in at if one.seats > 1]
    return mean_of(found)


def _by_level(ended: Sequence[TrialResult], level: str, anchor: str) -> dict[str, Any]:
    """Sum up the results of a level's seats; Elo is measured from the level `anchor`."""
    at = [(one, seat) for one in ended for seat, bot in enumerate(one.bots) if bot == level]
    parts = sorted({key for one, seat in at for key in one.parts[seat]})
    found = {
        "seats": len(at),
        "points": _mean(one.points[seat] for one, seat in at),
        "least_points": min(one.points[seat] for one, seat in at),
        "first": _first(at).as_json(),
        "margin": _margin(at),
        "parts": {key: _mean(one.parts[seat].get(key, 0) for one, seat in at) for key in parts},
        "figures": {key: _mean(one.seat_figures[key][seat] for one, seat in at) for key in ended[0].seat_figures},
    }
    score = _score(ended, level, anchor)
    if score.of:
        found |= {"score": score.as_json() | {"against": anchor}, "elo": elo_of(score) | {"against": anchor}}
    return found


def _score(ended: Sequence[TrialResult], level: str, anchor: str) -> Proportion:
    """Score a level against another in the games in which both played, each game once, a shared place as a half."""
    games = list[float]()
    for one in ended:
        ours, theirs = (
            [place for place, bot in zip(one.places, one.bots, strict=True) if bot == who] for who in (level, anchor)
        )
        pairs = [(mine < yours) + (mine == yours) / 2 for mine in ours for yours in theirs]
        if pairs and level != anchor:
            games.append(_mean(pairs))
    return Proportion(sum(games), len(games))


def _cards(ended: Sequence[TrialResult]) -> dict[str, dict[str, dict[str, Any]]]:
    """By what was done with cards, for each card: at how many seats that was, and how many of those came first."""
    seats = sum(one.seats for one in ended)
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for done in dict.fromkeys(key for one in ended for key in one.cards):
        at: dict[str, list[tuple[TrialResult, int]]] = {}
        for one in ended:
            for face, who in one.cards.get(done, {}).items():
                at.setdefault(face, []).extend((one, seat) for seat in who)
        found[done] = {
            face: {"often": Proportion(len(at[face]), seats).as_json(), "first": _first(at[face]).as_json()}
            for face in sorted(at)
        }
    return found


def in_words(found: dict[str, Any], played: Sequence[TrialResult], *, cards: bool = False) -> list[str]:
    """The summary for people, below the games if they are not too many; of each card only where that is asked."""
    texts = Texts(load_rules(found["game"]), words(), ())
    lines = _games(played, texts) if len(played) <= MOST_LISTED else []
    ended, games, game = found["ended"], found["games"], title_of(found["game"])
    lines.append(text_of("simulated.ended", ended=ended, games=games, game=game, seconds=f"{found['seconds']:.1f}"))
    if "points" not in found:
        return lines
    has_programs = any(bot not in choices() for one in played for bot in one.bots)
    counted = [text_of("simulated.acts", n=round(found["acts_per_game"])), *_figures(found["figures"], texts)]
    lines += [
        text_of(
            "simulated.speed.programs" if has_programs else "simulated.speed",
            games=f"{found['games_per_second']:.1f}",
            game=round(found["seconds_per_game"] * 1000),
            act=round(found["microseconds_per_act"]),
            legal=round(found["microseconds_per_legal"]),
        ),
        text_of("simulated.average", counted=text_of("comma").join(counted)),
    ]
    if found["windows"]:
        asked = {key: f"{found[key]:.0f}" for key in ("windows", "windows_left")}
        lines.append(text_of("simulated.windows", all=asked["windows"], left=asked["windows_left"]))
    for seat, points in enumerate(found["points"]):
        rate = _rate(found["first"][seat])
        lines.append(text_of("simulated.seat", seat=seat + 1, points=f"{points:.1f}", rate=rate))
    for level, of in found.get("levels", {}).items():
        values = {"points": f"{of['points']:.1f}", "least": of["least_points"], "rate": _rate(of["first"])}
        lines.append(text_of("simulated.level", level=level, n=of["seats"], **values))
        if of["margin"]:
            lines.append(text_of("simulated.margin", level=level, margin=_between(of["margin"])))
        if "elo" in of:
            lines.append(text_of("simulated.elo", level=level, anchor=of["elo"]["against"], elo=_between(of["elo"])))
    if "levels" in found:
        lines += _compared(found, texts)
    if cards:
        lines += [one for done, by_face in found.get("cards", {}).items() for one in _of_cards(done, by_face, texts)]
        lines += [] if "cards" in found else [text_of("simulated.no-cards", game=game), ""]
    return [*lines, text_of("simulated.confidence")]


def _between(of: dict[str, Any]) -> str:
    """A difference with the interval it lies in, or its one bound; what nothing bounds is a dash."""
    if of["mean"] is None and of["low"] is None and of["high"] is not None:  # lost throughout
        return text_of("simulated.below", high=f"{of['high']:+.0f}")
    if of["mean"] is None and of["high"] is None and of["low"] is not None:  # won throughout
        return text_of("simulated.above", low=f"{of['low']:+.0f}")
    shown = {key: "–" if of[key] is None else f"{of[key]:+.0f}" for key in ("mean", "low", "high")}
    return text_of("simulated.rate", rate=shown["mean"], low=shown["low"], high=shown["high"])


def _compared(found: dict[str, Any], texts: Texts) -> list[str]:
    """A table of what each level did on average, beside what people do where the game knows that."""
    by_level, people = found["levels"], found.get("people", {})
    rows = [(text_of("simulated.points"), [of["points"] for of in by_level.values()], people.get("points"))]
    for kind, name in (("parts", "score"), ("figures", "figure")):
        for key in dict.fromkeys(key for of in by_level.values() for key in of[kind]):
            means = [of[kind].get(key, 0.0) for of in by_level.values()]
            known = people.get(key) if kind == "figures" else None
            called = texts.optional(f"{name}.{key}") or key
            rows.append((text_of("simulated.from", source=called) if kind == "parts" else called, means, known))
    head = [text_of("simulated.head.average"), *by_level, *([text_of("simulated.head.people")] if people else [])]
    body = []
    for name, means, known in rows:
        theirs = ["" if known is None else f"{known:.1f}"] if people else []
        body.append([name, *(f"{mean:.1f}" for mean in means), *theirs])
    return ["", *lines_of([table(head, body, "l" + "r" * (len(head) - 1))], style()), ""]


def _of_cards(done: str, by_face: dict[str, dict[str, Any]], texts: Texts) -> list[str]:
    """A table of cards with which this was done, the most often used first."""
    ordered = sorted(by_face, key=lambda face: (-by_face[face]["often"]["times"], face))
    rows = [[texts.card(face), _rate(by_face[face]["often"]), _rate(by_face[face]["first"])] for face in ordered]
    head = [texts.optional(f"figure.{done}") or done, text_of("simulated.head.often"), text_of("simulated.head.first")]
    return [*lines_of([table(head, rows, "lrr")], style()), ""]


def _rate(data: dict[str, Any]) -> str:
    found = Proportion(data["times"], data["of"])
    low, high = found.interval
    return text_of("simulated.rate", rate=f"{found.rate:.0%}", low=f"{low:.0%}", high=f"{high:.0%}")


def _figures(figures: dict[str, float], texts: Texts, places: int = 1) -> list[str]:
    told = ((key, mean) for key, mean in figures.items() if mean or not key.startswith(HOW_WON))
    return [f"{mean:.{places}f} {texts.optional(f'figure.{key}') or key}" for key, mean in told]


def _games(played: Sequence[TrialResult], texts: Texts) -> list[str]:
    """A table of games, a line each; names of columns may be as wide as they like."""
    keys = [key for key in dict.fromkeys(key for one in played for key in one.figures) if not key.startswith(HOW_WON)]
    how = len(keys) < len({key for one in played for key in one.figures})
    head = [text_of("simulated.head.seed"), *(texts.optional(f"figure.{key}") or key for key in keys)]
    head += [text_of("simulated.head.acts"), "ms", text_of("simulated.head.points"), *([""] if how else [])]
    rows = []
    for one in played:
        points = "".join(f"{points:>5}" for points in one.points)
        broke = f"  {text_of('simulated.broke')}" if one.error else ""
        counted = (str(one.figures.get(key, "")) for key in keys)
        ended = [texts.optional(f"ending.{one.ending}") or one.ending] if how else []
        rows.append([str(one.seed), *counted, str(one.acts), f"{one.seconds * 1000:.0f}", points + broke, *ended])
    return [*lines_of([table(head, rows, "r" * (len(keys) + 3) + "l" * (1 + how))], style()), ""]


HEAD = ("game", "seed", "seats", "ending", "acts", "error", "seat", "bot", "place", "points")
"""Columns of the table; behind them stand `points.SOURCE` and `figure.NAME`, as those of `tta stats --csv`."""


def as_csv(game: str, played: Sequence[TrialResult]) -> str:
    """A table of all seats of all games, a line each; a game that never began has a line without a seat."""
    sources = sorted({key for one in played for parts in one.parts for key in parts})
    counted = list(dict.fromkeys(key for one in played for key in (*one.figures, *one.seat_figures)))
    rows: list[list[object]] = [[*HEAD, *(f"points.{key}" for key in sources), *(f"figure.{key}" for key in counted)]]
    for one in played:
        head = [game, one.seed, one.seats, one.ending, one.acts, one.error.rpartition("\n")[2]]
        if not one.points:
            rows.append(head)
        for seat, points in enumerate(one.points):
            bot = one.bots[seat] if one.bots else ""
            figures = [one.seat_figures[key][seat] if key in one.seat_figures else one.figures[key] for key in counted]
            parts = [one.parts[seat].get(key, 0) for key in sources]
            rows.append([*head, seat, bot, one.places[seat], points, *parts, *figures])
    return csv_text(rows)
