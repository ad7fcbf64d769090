"""`tta cards`: every card of Through the Ages, looked up by name or listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tta_p2p.games.through_the_ages.tables.model import Card

MOST_SHOWN = 6
"""Up to so many cards found are shown in full; more are listed."""


def register(root: typer.Typer) -> None:
    """Add the command."""
    root.command("cards")(cards)


def cards(
    name: Annotated[list[str] | None, typer.Argument(help="A card's name or part of it, or its id.")] = None,
    age: Annotated[str | None, typer.Option(help="Only cards of this age: A, I, II or III.")] = None,
    kind: Annotated[
        str | None, typer.Option(help="Only cards of this kind: leader, wonder, farm, urban, unit, event, pact …")
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=4, help="Only cards in the decks of so many players.")
    ] = None,
    language: Annotated[str, typer.Option(help="Language of the names: en or zh-Hans.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Everything about the cards, for programs.")] = False,
) -> None:
    """Show the cards of Through the Ages: one by its name, or all of them."""
    from tta_p2p.cli._pages import page
    from tta_p2p.games.through_the_ages.tables import CARDS

    found = [card for card in CARDS.values() if _wanted(card, _age(age), _kinds(kind), players)]
    if not found:
        from tta_p2p.cli.errors import CommandFailed

        raise CommandFailed("no card is of that age and kind in a game of so many players; ask for less at once")
    asked = " ".join(name or ()).strip()
    if asked:
        found = _find(asked, found)
    _language(language)
    if as_json:
        _print_json(found)
    elif asked and len(found) <= MOST_SHOWN:
        page("\n\n".join(_sheet(card, language) for card in found))
    else:
        page(_list(found, language))


# --- choosing ----------------------------------------------------------------------------------------


def _age(asked: str | None) -> int | None:
    from tta_p2p.cli.errors import USAGE, CommandFailed

    if asked is None:
        return None
    ages = {"a": 0, "i": 1, "ii": 2, "iii": 3, "0": 0, "1": 1, "2": 2, "3": 3}
    if asked.lower() not in ages:
        raise CommandFailed(f"there is no age {asked!r}; the ages with cards are A, I, II and III", USAGE)
    return ages[asked.lower()]


def _groups() -> dict[str, tuple[str, ...]]:
    """What can be asked for as a kind: every kind of card, the tables, and some common words."""
    from tta_p2p.games.through_the_ages.tables import CARDS, TABLES
    from tta_p2p.games.through_the_ages.tables.words import BUILDINGS, SPECIAL, TECHNOLOGIES, UNITS, URBAN, Kind

    groups = {table: tuple(dict.fromkeys(card.kind for card in cards)) for table, cards in TABLES.items()}
    groups |= {kind.value: (kind,) for kind in Kind}
    groups |= {"urban": URBAN, "unit": UNITS, "special": SPECIAL, "technology": TECHNOLOGIES, "building": BUILDINGS}
    for deck in ("civil", "military"):
        groups[deck] = tuple(dict.fromkeys(card.kind for card in CARDS.values() if card.deck == deck))
    return {word: tuple(kinds) for word, kinds in groups.items()}


def _kinds(asked: str | None) -> tuple[str, ...] | None:
    from tta_p2p.cli.errors import USAGE, CommandFailed

    if asked is None:
        return None
    groups = _groups()
    word = asked.lower().replace(" ", "-")
    for wanted in (word, word.removesuffix("s"), word.removesuffix("ies") + "y"):
        if wanted in groups:
            return groups[wanted]
    guess = _closest(word, groups)
    meant = f"did you mean {' or '.join(guess)}?" if guess else "there are " + ", ".join(_singular(groups))
    raise CommandFailed(f"there is no kind of card {asked!r}; {meant}", USAGE)


def _singular(groups: dict[str, tuple[str, ...]]) -> list[str]:
    from tta_p2p.games.through_the_ages.tables import TABLES

    return [word for word in groups if word not in TABLES or word in ("urban", "special")]


def _wanted(card: Card, age: int | None, kinds: tuple[str, ...] | None, players: int | None) -> bool:
    return (
        (age is None or card.age == age)
        and (kinds is None or card.kind in kinds)
        and (players is None or card.copies[players - 2] > 0)
    )


def _language(asked: str) -> None:
    from tta_p2p.cli.errors import USAGE, CommandFailed
    from tta_p2p.games.through_the_ages.texts.cards import NAMES

    if asked not in NAMES:
        raise CommandFailed(f"there are no card names in {asked!r}; there are some in {', '.join(NAMES)}", USAGE)


def _closest(word: str, words: dict[str, tuple[str, ...]] | dict[str, str]) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(word, words, n=3, cutoff=0.7)


def _bare(words: str) -> str:
    """Letters and digits only, in lower case and without accents: how names are compared."""
    import unicodedata

    flat = unicodedata.normalize("NFKD", words).casefold()
    return "".join(letter for letter in flat if letter.isalnum())


def _find(asked: str, among: list[Card]) -> list[Card]:
    """The cards whose name is asked for: exactly, else as a part of the name, else nearly.

    A trailing age ("raid 2", "plunder ii") picks among cards that share a name.
    """
    from tta_p2p.cli.errors import CommandFailed
    from tta_p2p.games.through_the_ages.tables.model import AGES
    from tta_p2p.games.through_the_ages.texts.cards import NAMES

    words = {card.id: {_bare(card.id), *(_bare(names[card.id]) for names in NAMES.values())} for card in among}
    for card in among:
        words[card.id] |= {_bare(NAMES["en"][card.id]) + end for end in (AGES[card.age].lower(), str(card.age))}
    wanted = _bare(asked)
    parts = {
        card.id: {_bare(part) for names in NAMES.values() for part in names[card.id].split()} for card in among
    }
    whole = [card for card in among if wanted in words[card.id]] or [card for card in among if wanted in parts[card.id]]
    if whole:
        return whole
    for fits in (
        lambda word: word.startswith(wanted),
        lambda word: wanted in word,
    ):
        found = [card for card in among if wanted and any(fits(word) for word in words[card.id])]
        if found:
            return found
    names = {_bare(NAMES["en"][card.id]): NAMES["en"][card.id] for card in among}
    # A word alone ("arc", "ghandi") is compared with the words of the names too.
    for name in list(names.values()):
        for part in name.split():
            if len(part) > 3:
                names.setdefault(_bare(part), name)
    guesses = list(dict.fromkeys(names[guess] for guess in _closest(wanted, names)))
    hint = f"did you mean {' or '.join(guesses)}?" if guesses else "`tta cards` lists all"
    raise CommandFailed(f"no card is called {asked!r}; {hint}")


# --- showing -----------------------------------------------------------------------------------------


def _print_json(found: list[Card]) -> None:
    import json

    from tta_p2p.games.through_the_ages.tables.export import as_data
    from tta_p2p.games.through_the_ages.texts.cards import NAMES, text

    data = [
        {
            **as_data(card),
            "names": {language: names[card.id] for language, names in NAMES.items() if card.id in names},
            "text": text(card.id),
        }
        for card in found
    ]
    typer.echo(json.dumps(data, ensure_ascii=False, indent=1))


_COLOURS = {
    "leaders": "green",
    "wonders": "magenta",
    "farms": "yellow",
    "mines": "yellow",
    "urban": "white",
    "units": "red",
    "special": "blue",
    "governments": "yellow",
    "actions": "bright_yellow",
    "events": "green",
    "territories": "green",
    "tactics": "red",
    "aggressions": "red",
    "wars": "red",
    "pacts": "cyan",
    "bonuses": "yellow",
}

_TITLES = {
    "urban": "Urban buildings",
    "units": "Military units",
    "special": "Special technologies",
    "actions": "Action cards",
    "bonuses": "Military bonus cards",
}


def _styled(words: str, table: str) -> str:
    return typer.style(words, fg=_COLOURS[table], bold=True)


def _copies(card: Card) -> str:
    two, three, four = card.copies
    if not four:
        return "printed on the player board"
    if two == three == four:
        return f"{four} in every game"
    return f"{two}, {three}, {four} with 2, 3, 4 players"


def _sheet(card: Card, language: str) -> str:
    from tta_p2p.cli._pages import pad, paragraph, width
    from tta_p2p.games.through_the_ages.tables.export import TABLE_OF, cost_line, figures_line
    from tta_p2p.games.through_the_ages.tables.model import AGES
    from tta_p2p.games.through_the_ages.texts.cards import NAMES, name, text

    table = TABLE_OF[card.id]
    title = name(card.id, language)
    right = f"{card.kind} · Age {AGES[card.age]} · {card.deck}"
    gap = max(width() - len(right), 0)
    lines = [_styled(pad(title, gap), table) + right, "─" * width()]
    others = [names[card.id] for other, names in NAMES.items() if other != language and card.id in names]
    facts = (
        ("cost", cost_line(card)),
        ("shows", figures_line(card)),
        ("copies", _copies(card)),
        ("also", ", ".join(others)),
        ("id", card.id),
    )
    lines += [f"  {label:<8}{fact}" for label, fact in facts if fact]
    return "\n".join([*lines, "", paragraph(text(card.id), "  ")])


def _list(found: list[Card], language: str) -> str:
    from tta_p2p.cli._pages import columns, cut, pad, width
    from tta_p2p.games.through_the_ages.tables.export import TABLE_OF
    from tta_p2p.games.through_the_ages.tables.model import AGES
    from tta_p2p.games.through_the_ages.texts.cards import name

    by_table: dict[str, list[Card]] = {}
    for card in found:
        by_table.setdefault(TABLE_OF[card.id], []).append(card)
    lines: list[str] = []
    for table, those in by_table.items():
        names = [name(card.id, language) for card in those]
        size = max(columns(words) for words in (_title(table), *names)) + 2
        lines.append(_heading(table, size + 1))
        for card, words in zip(those, names, strict=True):
            start = f" {pad(words, size)}{AGES[card.age]:<4}{_few_copies(card):<7}"
            costs = zip(_costs(card), _columns(table), strict=True)
            start += "".join(f"{number:<{wide}}" for number, (_, wide) in costs)
            lines.append((start + cut(_gist(card), width() - columns(start))).rstrip())
        lines.append("")
    many = f"{len(found)} cards" if len(found) > 1 else "1 card"
    lines.append(f"{many}; 1/2/2 means copies with 2/3/4 players. `tta cards NAME` shows one.")
    return "\n".join(lines)


def _columns(table: str) -> tuple[tuple[str, int], ...]:
    """The columns of costs in the list of a table: title and size."""
    if table in ("farms", "mines", "urban", "units"):
        return (("sci", 4), ("res", 4))
    if table == "governments":
        return (("sci", 4), ("rev", 4), ("CA", 3), ("MA", 3), ("limit", 6))
    if table == "tactics":
        return (("inf", 4), ("cav", 4), ("art", 4), ("army", 5), ("outdated", 9))
    one = {"wonders": ("stages", 10), "special": ("sci", 4), "aggressions": ("MA", 3), "wars": ("MA", 3)}
    return (one[table],) if table in one else ()


def _costs(card: Card) -> tuple[str, ...]:
    from tta_p2p.games.through_the_ages.tables import model

    match card:
        case model.WorkerTechnology():
            return (str(card.science), str(card.resource))
        case model.Government():
            shown = card.symbols
            revolution = "–" if card.revolution is None else card.revolution
            numbers = (card.science, revolution, shown.civil_actions, shown.military_actions, card.urban_limit)
            return tuple(map(str, numbers))
        case model.Tactic():
            army = tuple(str(number or "") for number in (card.infantry, card.cavalry, card.artillery))
            return (*army, f"+{card.bonus}", f"+{card.outdated}" if card.outdated < card.bonus else "")
        case model.SpecialTechnology():
            return (str(card.science),)
        case model.Wonder():
            return ("-".join(map(str, card.stages)),)
        case model.Aggression() | model.War():
            return (str(card.military_actions),)
        case _:
            return ()


def _few_copies(card: Card) -> str:
    if not any(card.copies):
        return "board"
    return str(card.copies[0]) if len(set(card.copies)) == 1 else "/".join(map(str, card.copies))


def _title(table: str) -> str:
    return _TITLES.get(table, table.capitalize())


def _heading(table: str, size: int) -> str:
    costs = "".join(f"{title:<{wide}}" for title, wide in _columns(table))
    title = f"{_title(table):<{size}}"
    return _styled(title, table) + typer.style(f"{'age':<4}{'copies':<7}{costs}".rstrip(), dim=True)


def _gist(card: Card) -> str:
    """What the columns of a card do not say, for one line: figures if they say it all, else its text."""
    from dataclasses import replace

    from tta_p2p.games.through_the_ages.tables import model
    from tta_p2p.games.through_the_ages.tables.export import TABLE_OF, figures_line, symbols_line
    from tta_p2p.games.through_the_ages.texts.cards import text

    match card:
        case model.WorkerTechnology():
            kind = "" if TABLE_OF[card.id] in ("farms", "mines") else f"{card.kind}: "
            return kind + figures_line(card)
        case model.Government():
            return symbols_line(replace(card.symbols, civil_actions=0, military_actions=0))
        case model.Tactic():
            return ""
        case model.BonusCard():
            return figures_line(card)
        case _:
            return text(card.id)
