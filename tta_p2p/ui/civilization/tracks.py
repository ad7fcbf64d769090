"""Tracks of a player's sheet, drawn: the pyramid of technologies, the culture track, the ways to win."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tta_p2p.games.civilization.tables.civilizations import COINS_TO_WIN
from tta_p2p.games.civilization.tables.techs import NEEDED, TECHS
from tta_p2p.games.civilization.tables.track import TRACK
from tta_p2p.games.civilization.technologies.pyramid import rows_of

from ..cells import ELLIPSIS, EMPTY, Row, Span, cut, pad, plain, row, widest_word, width, wrap
from ..room import tell_apart
from ..style import Style
from .wording import LEVELS, CivilizationWording

WIDEST = 5
"""Technologies in the lowest row of a pyramid that has room for Space Flight."""
LABEL = 4
"""Columns of what a level is called."""
LEAST_BOX, NARROW_BOX, MOST_BOX = 8, 9, 18
"""Columns of a technology with a short name, with words that are broken, and at most; both walls are among them."""
FOLDED_BOXES = (18, 14, 11)
"""Columns of a technology where the rows of a pyramid go on below."""
LEAST_DRAWN = 60
"""Columns from which on technologies with short names are drawn rather than listed with whole ones."""
MANY = 99
"""More lines than any pyramid takes."""
KNOWN = "ground.blue"
"""The role of a technology that somebody has."""
OPEN, CLOSED = "+", "·"
"""Where a technology has a place now, and where it has none yet."""
DONE, TO_COME = "=", "·"
"""A step that somebody has made, and one that is still to be made."""
STEP = 3
"""Columns of a space of the culture track."""
NAME = 12
"""Columns of a name at most."""


def levels_of(wording: CivilizationWording, seat: int) -> dict[int, list[str]]:
    """Give the technologies of a seat by their rows in the pyramid, the lowest row first; empty rows, too."""
    techs = wording.state.techs[seat]
    found: dict[int, list[str]] = {level: [] for level in range(1, WIDEST + 1)}
    for name, level in zip(techs, rows_of(techs), strict=True):
        found[level].append(name)
    return found


def open_places(wording: CivilizationWording, seat: int) -> dict[int, int]:
    """Give how many places of each row are open; the lowest one always has another one."""
    counts = [len(names) for names in levels_of(wording, seat).values()]
    return {level: max(0, counts[level - 2] - 1 - counts[level - 1]) if level > 1 else 1 for level in range(1, 6)}


def pyramid_rows(wording: CivilizationWording, seat: int, style: Style) -> list[Row]:
    """Draw the pyramid of a seat with its open places, in the first of these ways that fits into its columns and lines.

    Each row of it in a line; rows that go on in a line below it; a line each with words that are broken; in few columns
    lists; short names that tell all technologies apart. Where nothing fits, what takes the fewest lines is shown.
    """
    levels, places = levels_of(wording, seat), open_places(wording, seat)
    columns, size, lines = _columns(levels), style.width - LABEL, style.lines or MANY
    spelled = {name: style.spell(row(wording.texts.card(name))) for names in levels.values() for name in names}
    beside = LEAST_BOX if len(levels[1]) == columns else 0
    straight, longest = min(MOST_BOX, (size - beside) // columns), max(map(widest_word, spelled.values()), default=0)
    ways = [(box, size // box, spelled) for box in FOLDED_BOXES if box - 2 >= longest]
    if straight >= NARROW_BOX:
        ways.insert(0 if straight - 2 >= longest else len(ways), (straight, columns, spelled))
    drawings = [_draw(levels, places, size, box, across, names) for box, across, names in ways if across > 1]
    listed = list(_listed(wording, levels, places, style))
    if style.width < LEAST_DRAWN and len(listed) <= lines:  # names that are cut tell less than lists
        drawings.append(listed)
    if (across := size // LEAST_BOX) > 1:
        short = _short_names(wording, LEAST_BOX - 2, style)
        drawings.append(_draw(levels, places, size, LEAST_BOX, across, short))
    fitting = next((drawn for drawn in drawings if len(drawn) <= lines), None)
    return fitting or min([*drawings, listed], key=len)


def _columns(levels: Mapping[int, Sequence[str]]) -> int:
    """Give how many boxes stand in the lowest row; where they are all taken, an open place follows beside them."""
    return max(WIDEST, len(levels[1]))


def _short_names(wording: CivilizationWording, size: int, style: Style) -> dict[str, Row]:
    """Give all technologies names in so few cells, none of them that of another."""
    whole = tuple(style.spell(row(wording.texts.card(name))) for name in TECHS)
    more = plain(style.spell(row(ELLIPSIS)))
    return dict(zip(TECHS, tell_apart(whole, (size,) * len(whole), (), more), strict=True))


def _draw(
    levels: Mapping[int, Sequence[str]],
    places: Mapping[int, int],
    size: int,
    box: int,
    across: int,
    names: Mapping[str, Row],
) -> list[Row]:
    """Draw a pyramid of boxes in so many columns, ``across`` of them in a line; a longer row goes on below it."""
    rows, columns = list[Row](), _columns(levels)
    folds = across < columns
    for level, known in reversed(list(levels.items())):
        indent = " " * ((level - 1) * (1 if folds else box // 2))
        most = max(1, (size - width(indent)) // box) if folds else across + 1
        slots = [(wrap(names[name], box - 2), KNOWN) for name in known]
        several = folds and places[level] > 1
        number, each = (1, f"×{places[level]}") if several else (places[level], "")
        slots += [([row(f"[{OPEN} {NEEDED[level]}]{each}")], "good")] * number
        slots += [([row(f" {CLOSED}")], "label")] * (0 if folds else columns - level + 1 - len(slots))
        head = pad(Span(LEVELS[level], "number"), LABEL)
        for first in range(0, len(slots), most):
            *others, last = slots[first : first + most]
            for line in range(max(len(text) for text, _ in (*others, last))):
                begin = head if not line and not first else " " * LABEL
                boxes = [_box(one, line, box) for one in others]
                rows.append(row(begin, indent, *boxes, *_box(last, line, box, is_last=True)))
    return rows


def _box(slot: tuple[list[Row], str], line: int, box: int, is_last: bool = False) -> Row:
    """Give a line of a place in the pyramid: a technology between two walls, what is open or has no place yet."""
    text, role = slot
    told = text[line] if line < len(text) else EMPTY
    if role == KNOWN:
        return (Span(f"[{plain(pad(told, box - 2))}]", role),)
    return (Span(plain(told if is_last else pad(told, box)), role if told else ""),)


def _listed(
    wording: CivilizationWording, levels: dict[int, list[str]], places: dict[int, int], style: Style
) -> Iterator[Row]:
    """Give the rows of a pyramid as lists, the open places behind each."""
    comma = wording.words("civ.comma")
    for level, names in reversed(levels.items()):
        if not names and not places[level]:
            continue
        free = [Span(f"[{OPEN}]", "good")] * places[level]
        parts = [part for one in (*map(wording.card, names), *free) for part in (comma, one)][1:]
        for number, line in enumerate(wrap(style.spell(row(*parts)), style.width - LABEL)):
            yield row(pad(Span("" if number else LEVELS[level], "number"), LABEL), line)


def culture_rows(wording: CivilizationWording, style: Style) -> list[Row]:
    """Draw the culture track: each space with what it brings, and how far everybody is."""
    name = max(min(NAME, width(wording.texts.name(seat))) for seat in wording.seats) + 1
    if name + STEP * len(TRACK) > style.width:
        return []
    numbers = "".join(f"{number:>{STEP}}" for number in range(1, len(TRACK) + 1))
    brings = [Span(f"{_reward(number):>{STEP}}", _reward_role(number)) for number in range(len(TRACK))]
    rows = [row(" " * name, Span(numbers, "label")), row(" " * name, *brings)]
    for seat in wording.seats:
        done = wording.state.level[seat]
        role = wording.player(seat).role
        steps = f"{DONE * STEP}" * done + "".join(f"{TO_COME:>{STEP}}" for _ in TRACK[done:])
        label = pad(cut(row(wording.player(seat)), name - 1), name)
        rows.append(row(label, Span(steps[: STEP * done], role), Span(steps[STEP * done :], "label")))
    return [*rows, *wrap(style.spell(row(Span(wording.words("civ.track.signs"), "label"))), style.width)]


def _reward(number: int) -> str:
    step = TRACK[number]
    return {"person": "&", "victory": "*"}.get(step.reward, str(step.level))


def _reward_role(number: int) -> str:
    return {"person": "good", "victory": "warn"}.get(TRACK[number].reward, "")


def way_rows(wording: CivilizationWording, style: Style) -> list[Row]:
    """Draw how far everybody is on the three ways to win that are counted."""
    s, words = wording.state, wording.words
    ready = [seat for seat in wording.seats if wording.is_set_up(seat)]
    ways = ("culture", "technology", "economy")
    titles = {way: style.spell(row(Span(words(f"civ.way.{way}"), "label"))) for way in ways}
    title = max(map(width, titles.values())) + 2
    name = max((min(NAME, width(wording.texts.name(seat))) for seat in ready), default=0) + 1
    rows: list[Row] = []
    for way in titles:
        for number, seat in enumerate(ready):
            counts = [len(names) for names in levels_of(wording, seat).values()]
            needed = range(WIDEST, 0, -1)
            done, of, said = {
                "culture": (s.level[seat], len(TRACK), f"{s.level[seat]}/{len(TRACK)}"),
                "technology": (sum(map(min, counts, needed)), sum(needed), "-".join(str(one) for one in counts if one)),
                "economy": (wording.coins(seat), COINS_TO_WIN, f"{wording.coins(seat)}/{COINS_TO_WIN}"),
            }[way]
            done = min(done, of)
            bar = row(Span(DONE * done, wording.player(seat).role), Span(TO_COME * (of - done), "label"))
            head = pad(titles[way] if not number else EMPTY, title)
            player = pad(cut(row(wording.player(seat)), name - 1), name)
            whole = row("  ", head, player, pad(bar, len(TRACK) + 1), said)
            rows.append(whole if width(whole) <= style.width else row("  ", head, player, said))
    return rows
