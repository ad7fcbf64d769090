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
    meant = f"did you mean {' or '.join(guess)}?" if guess else "the kinds are " + ", ".join(sorted(groups))
    raise CommandFailed(f"there is no kind of card {asked!r}; {meant}", USAGE)


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

    return get_close_matches(word, words, n=3, cutoff=0.6)


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
    for fits in (
        lambda word: word == wanted,
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
    from tta_p2p.cli._pages import cut, pad, width
    from tta_p2p.games.through_the_ages.tables.export import TABLE_OF, cost_line, figures_line
    from tta_p2p.games.through_the_ages.tables.model import AGES
    from tta_p2p.games.through_the_ages.texts.cards import name, text

    lines: list[str] = []
    table = ""
    for card in found:
        if TABLE_OF[card.id] != table:
            table = TABLE_OF[card.id]
            title = _TITLES.get(table, table.capitalize())
            lines += [""] * bool(lines) + [_styled(title, table)]
        copies = "/".join(map(str, card.copies)) if any(card.copies) else "board"
        facts = " · ".join(part for part in (_icon(card, table), cost_line(card), figures_line(card)) if part)
        start = f"  {pad(name(card.id, language), 27)}{AGES[card.age]:<4} {copies:<6}"
        lines.append(start + cut(facts or text(card.id), width() - 40))
    many = f"{len(found)} cards" if len(found) > 1 else "1 card"
    lines += ["", f"{many}; copies are for 2/3/4 players. `tta cards NAME` shows a card in full."]
    return "\n".join(lines)


def _icon(card: Card, table: str) -> str:
    return card.kind.value if table in ("urban", "units", "special") else ""
