"""Any part of Civilization in a few words and in full: technologies, wonders, buildings, units, people, and so on."""

from __future__ import annotations

from typing import Protocol

from tta_p2p.games.civilization.map.drawing import SIGNS as EXTRAS
from tta_p2p.games.civilization.tables.buildings import BUILDINGS, WALLS, WALLS_COST, WALLS_TECH
from tta_p2p.games.civilization.tables.civilizations import CIVILIZATIONS, GOVERNMENTS
from tta_p2p.games.civilization.tables.events import EVENTS
from tta_p2p.games.civilization.tables.hidden import AIRCRAFT_COST, BACK, COPIES, HUTS, PEOPLE, UNITS, VILLAGES
from tta_p2p.games.civilization.tables.model import LETTERS, RESOURCES, UNIT_TYPES, Icons
from tta_p2p.games.civilization.tables.techs import NEEDED, TECHS
from tta_p2p.games.civilization.tables.tiles import NEUTRAL, TILES
from tta_p2p.games.civilization.tables.wonders import WONDERS
from tta_p2p.i18n import Words

from ..blocks import Block, Para, fields
from ..cells import Span, row
from ..texts import Texts
from .signs import GROUNDS

LEVELS = ("", "I", "II", "III", "IV", "V")
ICONS = ("production", "trade", "culture", "coin", "combat")


class CardTexts(Protocol):
    """The words of the game and of its pages."""

    @property
    def texts(self) -> Texts:
        """Names and words of the game."""

    @property
    def words(self) -> Words:
        """Words of the pages."""


KINDS: dict[str, tuple[str, ...]] = {
    "technology": tuple(TECHS),
    "wonder": tuple(WONDERS),
    "building": (*BUILDINGS, WALLS),
    "unit": (*UNIT_TYPES, *(face for face, back in BACK.items() if back == "unit")),
    "person": tuple(PEOPLE),
    "government": tuple(name for name in GOVERNMENTS if name not in TECHS),
    "civilization": tuple(CIVILIZATIONS),
    "marker": tuple(dict.fromkeys(face for face, back in BACK.items() if back in ("hut", "village"))),
    "tile": tuple(tile.name for tile in NEUTRAL),
    "event": tuple(dict.fromkeys(face for face, back in BACK.items() if back.startswith("event-"))),
    "resource": RESOURCES,
}
"""Kind -> the parts of that kind, in the order of a list; a government that is a technology too is listed as that."""
KIND_OF = {face: kind for kind, faces in KINDS.items() for face in faces}


def part_of(face: str) -> str:
    """Give what has the sheet of a face: a unit has that of its type, anything else its own."""
    kind = face.partition("-")[0]
    return kind if BACK.get(face) == "unit" else face


def has_sheet(face: str) -> bool:
    """Whether there is something to be said about a part."""
    return part_of(face) in KIND_OF


def icons(words: Words, some: Icons) -> str:
    """Say what icons give; empty if there are none."""
    given = ((name, getattr(some, name)) for name in ICONS)
    return words("civ.comma").join(words(f"civ.icon.{name}", n=number) for name, number in given if number)


def text(words: Words, kind: str, name: str) -> str:
    """Give the text about a part; empty if there is none."""
    return words.optional(f"civ.text.{kind}.{name}") or ""


def troops(words: Words, texts: Texts, kind: str) -> str:
    """Name units of a kind, of which there may be many."""
    return words.optional(f"civ.troops.{kind}") or texts.card(kind)


# --- in a few words ------------------------------------------------------------------------------------------


def unlocks(speech: CardTexts, name: str) -> list[str]:
    """Say what a technology unlocks and raises, thing by thing."""
    tech, words, card = TECHS[name], speech.words, speech.texts.card
    found = []
    if tech.building:
        found.append(words("civ.tech.building", name=card(tech.building)))
    if tech.government:
        found.append(words("civ.tech.government", name=card(tech.government)))
    if tech.unit:
        found.append(words("civ.tech.unit", name=troops(words, speech.texts, tech.unit), rank=LEVELS[tech.rank]))
    for what in ("speed", "stacking", "cities", "hand", "water", "coins"):
        if value := getattr(tech, what):
            key = f"civ.tech.{what}" if what != "water" else f"civ.tech.water-{value}"
            found.append(words(key, n=value))
    wonders = [card(one.name) for one in WONDERS.values() if one.tech == name]
    if wonders:
        found.append(words("civ.tech.cheaper", names=words.listed(wonders)))
    return found


def tech_gist(speech: CardTexts, name: str) -> str:
    """Give a technology in a few words: what it unlocks, then what it can do."""
    words = speech.words
    said = words("civ.comma").join(unlocks(speech, name))
    own = text(words, "tech", name)
    return words("civ.then").join(one for one in (said, own) if one)


def building_gist(speech: CardTexts, name: str) -> str:
    """Give a building in a few words: what it gives and where it stands."""
    words = speech.words
    if name == WALLS:
        return text(words, "part", WALLS)
    one = BUILDINGS[name]
    terrain = words("civ.on-land") if len(one.terrain) > 1 else words(f"civ.terrain.{one.terrain[0]}")
    return words("civ.building", gives=icons(words, one.icons), terrain=terrain)


def wonder_gist(speech: CardTexts, name: str) -> str:
    """Give a wonder in a few words."""
    words, wonder = speech.words, WONDERS[name]
    culture = words("civ.icon.culture", n=wonder.culture)
    return words("civ.then").join((culture, text(words, "wonder", name)))


def gist(speech: CardTexts, face: str) -> str:
    """Give any part in a few words."""
    words, given, face = speech.words, face, part_of(face)
    match KIND_OF.get(face):
        case "technology":
            return tech_gist(speech, face)
        case "wonder":
            return wonder_gist(speech, face)
        case "building":
            return building_gist(speech, face)
        case "unit":
            strength = given.partition("-")[2]
            own = [words("civ.strength", n=strength)] if strength else []
            return words("civ.then").join((*own, text(words, "kind", face)))
        case "tile":
            extras = [what for _, _, what in TILES[face].extras]
            named = (words.optional(f"civ.extra.{what}") or speech.texts.card(what) for what in extras)
            return words("civ.comma").join(named)
        case "person":
            return icons(words, PEOPLE[face])
        case "government":
            return text(words, "government", face)
        case "civilization":
            return text(words, "civilization", face)
        case "marker":
            return text(words, "part", face.partition("-")[2])
        case "event":
            return text(words, "event", face)
        case "resource":
            return text(words, "part", face)
    return ""


# --- in full -------------------------------------------------------------------------------------------------


class _CardTexts:
    """Words of the game and of its pages together."""

    def __init__(self, texts: Texts, words: Words) -> None:
        self.texts, self.words = texts, words


def card_texts(texts: Texts, words: Words) -> CardTexts:
    """Give the words to talk of cards without a game."""
    return _CardTexts(texts, words)


def card_blocks(texts: Texts, words: Words, face: str) -> tuple[Block, ...]:
    """Give all that is to be said about a part of the game."""
    speech, name = card_texts(texts, words), part_of(face)
    kind = KIND_OF[name]
    label = words(f"civ.kind.{kind}")
    if kind == "technology":
        label = words("civ.kind.technology-level", level=LEVELS[TECHS[name].level])
    if kind == "wonder":
        label = words(f"civ.kind.wonder-{WONDERS[name].age}")
    head = Para(row(Span(texts.card(face), "heading"), "  ", Span(label, "label")))
    return (head, *_facts(speech, name, kind), *_prose(speech, name, kind))


def _facts(speech: CardTexts, name: str, kind: str) -> tuple[Block, ...]:
    words, card = speech.words, speech.texts.card
    pairs: list[tuple[str, str]] = []
    if kind == "technology":
        pairs.append((words("civ.label.price"), words("civ.research-price", n=NEEDED[TECHS[name].level])))
        pairs.append((words("civ.label.brings"), words("civ.comma").join(unlocks(speech, name))))
        begins = [card(one.name) for one in CIVILIZATIONS.values() if one.tech == name]
        pairs.append((words("civ.label.start-of"), words.listed(begins) if begins else ""))
    elif kind == "wonder":
        wonder = WONDERS[name]
        price = words("civ.icon.production", n=wonder.cost)
        if wonder.tech:
            price = words("civ.price-with", price=price, less=wonder.discount, tech=card(wonder.tech))
        pairs.append((words("civ.label.price"), price))
        pairs.append((words("civ.label.gives"), words("civ.icon.culture", n=wonder.culture)))
    elif name == WALLS:
        pairs.append((words("civ.label.price"), words("civ.icon.production", n=WALLS_COST)))
        pairs.append((words("civ.label.needs"), card(WALLS_TECH)))
    elif kind == "building":
        one = BUILDINGS[name]
        terrain = words("civ.on-land") if len(one.terrain) > 1 else words(f"civ.terrain.{one.terrain[0]}")
        later = [card(other.name) for other in BUILDINGS.values() if other.upgrade_of == name]
        pairs += [
            (words("civ.label.price"), words("civ.icon.production", n=one.cost)),
            (words("civ.label.needs"), card(one.tech)),
            (words("civ.label.gives"), icons(words, one.icons)),
            (words("civ.label.stands-on"), terrain),
            (words("civ.label.becomes"), words.listed(later) if later else ""),
            (words("civ.label.limit"), words("civ.one-a-city") if one.limited else ""),
        ]
    elif kind == "unit":
        unit = next(kind for kind in UNIT_TYPES if kind == name)
        split = words("civ.comma").join(
            words("civ.copies", strength=strength, n=number) for strength, number in UNITS[unit].items()
        )
        price = str(AIRCRAFT_COST) if name == "aircraft" else "5/7/9/11"
        raising = [tech for tech in TECHS.values() if tech.unit == name]
        ranks = [words("civ.rank", rank=LEVELS[tech.rank], tech=card(tech.name)) for tech in raising]
        pairs += [
            (words("civ.label.price"), words("civ.icon.production", n=price)),
            (words("civ.label.strength"), split),
            (words("civ.label.ranks"), words("civ.comma").join(ranks)),
        ]
    elif kind == "person":
        pairs.append((words("civ.label.gives"), icons(words, PEOPLE[name])))
        pairs.append((words("civ.label.copies"), str(COPIES)))
    elif kind == "government":
        brought = [card(tech.name) for tech in TECHS.values() if tech.government == name]
        pairs.append((words("civ.label.needs"), words.listed(brought) if brought else ""))
    elif kind == "civilization":
        one_ = CIVILIZATIONS[name]
        pairs += [
            (words("civ.label.first-tech"), card(one_.tech)),
            (words("civ.label.government"), card(one_.government)),
        ]
    elif kind == "event":
        event = EVENTS[name]
        label = f"civ.phase.{event.phase}"
        pairs.append((words("civ.label.level"), LEVELS[event.level]))
        pairs.append((words("civ.label.phase"), words(label)))
        pairs.append((words("civ.label.copies"), str(event.copies)))
    elif kind == "marker":
        number = (HUTS if name.startswith("hut") else VILLAGES)[name.partition("-")[2]]
        pairs.append((words("civ.label.copies"), str(number)))
    return (fields(*pairs, indent=2),)


def _tile(name: str) -> list[str]:
    """Draw a tile in the signs of the map."""
    tile = TILES[name]
    signs = {(down, across): EXTRAS.get(what, what[:1]) for down, across, what in tile.extras}
    return [
        "  ".join(f"{GROUNDS[LETTERS[one]].sign} {signs.get((y, x), ' ')}" for x, one in enumerate(line)).rstrip()
        for y, line in enumerate(tile.rows)
    ]


def _prose(speech: CardTexts, name: str, kind: str) -> tuple[Block, ...]:
    words = speech.words
    found: list[str] = []
    if kind == "technology":
        found.append(text(words, "tech", name))
        government = TECHS[name].government
        if government:
            told = text(words, "government", government)
            found.append(words("civ.government-is", name=speech.texts.card(government), text=told))
    elif kind == "tile":
        return tuple(Para(row("    ", one)) for one in _tile(name))
    elif kind == "marker":
        found += [text(words, "part", name.partition("-")[0]), text(words, "part", name.partition("-")[2])]
    elif kind == "wonder":
        found += [text(words, "wonder", name)]
    elif kind not in ("building", "person") or name == WALLS:
        found.append(gist(speech, name))
    elif kind == "person":
        found.append(words("civ.person-how"))
    return tuple(Para(row(one), 2) for one in found if one)
