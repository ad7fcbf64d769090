"""The acts open to a seat: as a numbered menu, and found again from what somebody types."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tta_p2p.games.contract import Act, Card
from tta_p2p.seats.messages import CardRef, LegalAct

from .blocks import Block, Columns, Heading
from .cells import EMPTY, Row, Span, row, width
from .plain_view import FILLERS, normalize_name
from .presenter import MenuItem, Presenter, Scene, faces_among
from .texts import sentence


@dataclass(frozen=True)
class Menu:
    """Every legal act, those of one verb together; `blocks`: as the presenter of the game lays them out itself.

    `numbers` are those of all acts, in notation, that were possible in this turn: each keeps its own, so that what
    somebody has in mind never comes to mean something else.
    """

    groups: tuple[tuple[str, tuple[MenuItem, ...]], ...] = ()
    blocks: tuple[Block, ...] | None = None
    numbers: Mapping[str, int] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[MenuItem, ...]:
        """All entries in the order of their numbers."""
        return tuple(entry for _, entries in self.groups for entry in entries)

    def entry_of(self, number: int) -> MenuItem | None:
        """Give the entry of a number."""
        return next((entry for entry in self.entries if entry.number == number), None)


def make_menu(presenter: Presenter, scene: Scene, before: Mapping[str, int] | None = None) -> Menu:
    """Number the legal acts: verbs in the order of the rules, but those with one act last, and resigning after them.

    A game may keep the order of the rules (`Presenter.single_last`), may have another one (`Presenter.number_order`),
    and may number acts by where something lies (`Speech.place`).
    ``before``: the numbers that acts have had in this turn.
    """
    numbers = dict(before or {})
    free = max((presenter.speech.places, *numbers.values()))
    by_verb: dict[str, list[tuple[LegalAct, Act | None]]] = {}
    for choice in presenter.number_order(scene.turn.legal):
        act = presenter.parse_act(choice.text, scene)
        by_verb.setdefault(act.verb if act else choice.text.split(" ")[0], []).append((choice, act))
    groups = []
    last, texts = presenter.single_last, presenter.texts_for(scene.seat)
    for verb, choices in sorted(by_verb.items(), key=lambda item: (last and len(item[1]) == 1, item[0] == "resign")):
        entries = []
        for choice, act in choices:
            place = presenter.speech.place(act) if act is not None else None
            if choice.text not in numbers:
                free += place is None
                numbers[choice.text] = free if place is None else place
            number = numbers[choice.text]
            named, about = texts.label(choice.label), texts.label_detail(choice.label)
            cost = presenter.cost_row(choice.cost)
            entries.append(MenuItem(number, choice.text, verb, choice.label, named, about, cost, act))
        groups.append((verb, tuple(entries)))
    menu = Menu(tuple(groups), numbers=numbers)
    return replace(menu, blocks=presenter.menu_blocks(menu.entries, scene))


def menu_blocks(menu: Menu, presenter: Presenter) -> tuple[Block, ...]:
    """Lay the menu out: verbs with many acts under a heading, verbs without arguments together at the end.

    A game may lay its menu out in its own way (`Presenter.menu_blocks`).
    """
    if menu.blocks is not None:
        return menu.blocks
    blocks: list[Block] = []
    alone: list[Row] = []
    size = max((len(str(entry.number)) for entry in menu.entries), default=1)
    for verb, entries in menu.groups:
        if len(entries) == 1:
            alone.append(_entry(entries[0], row(entries[0].description), size))
            continue
        blocks += [
            Heading(row(sentence(presenter.verb_name(verb)))),
            Columns(tuple(_entry(entry, row(entry.short_description), size) for entry in entries)),
        ]
    if alone:
        blocks.append(Columns(tuple(alone), indent=2 if blocks else 0))
    return tuple(blocks)


def candidates_block(entries: Iterable[MenuItem]) -> Block:
    """Lay out some entries, each with its verb."""
    listed = tuple(entries)
    size = max((len(str(entry.number)) for entry in listed), default=1)
    return Columns(tuple(_entry(entry, row(entry.description), size) for entry in listed))


def _entry(entry: MenuItem, words: Row, size: int) -> Row:
    cost = row(Span(" (", "label"), entry.cost, Span(")", "label")) if width(entry.cost) else EMPTY
    return row(Span(f"{entry.number:>{size}}) ", "number"), words, cost)


# --- from what is typed --------------------------------------------------------------------------------


_WIDE_ACT = re.compile("[\u3400-\u9fff]")
_NARROW_ACT = re.compile(r"[0-9A-Za-z]+")
"""Letters of a script without spaces, and what stands between them: names, squares, numbers."""


@dataclass(frozen=True)
class Matches:
    """Meanings of typed words: the one act they say clearly, else those they fit (none: nothing legal)."""

    entry: MenuItem | None
    candidates: tuple[MenuItem, ...] = ()


def find_exact(typed: str, menu: Menu) -> tuple[MenuItem, ...]:
    """Give the legal act of this notation, else those that are called exactly so, as they are listed and advised."""
    plain = " ".join(typed.split())
    of_text = tuple(entry for entry in menu.entries if entry.text == plain)
    return of_text or tuple(
        entry for entry in menu.entries if normalize_name(entry.description) == normalize_name(plain) != ""
    )


def find_act(typed: str, menu: Menu, presenter: Presenter, asking: bool = False) -> Matches:
    """Find the legal act somebody means: by its notation, as it is called, or by words that fit its verb and its cards.

    Words may be shortened. Something is clear only if its verb was said, in full where there is nothing else to say.
    What an act is called comes before what the game hears in words; `asking`: they are only asked about.
    """
    plain = " ".join(presenter.speech.normalize(typed, asking).split())
    for named in (find_exact(typed, menu), find_exact(plain, menu)):
        if named:
            return Matches(named[0] if are_equivalent(named) else None, named)
    words = [normalize_name(word) for word in plain.replace("/", " ").split()]
    words = [word for word in words if word]
    best: list[tuple[tuple[int, int, int], MenuItem]] = []
    for tried in (words, [word for word in words if word not in FILLERS]):
        if tried and not best:
            best = [(fit, entry) for entry in menu.entries if (fit := _match_score(tried, entry, presenter))]
    likely = {entry.text for entry in presenter.likely_acts([entry for _, entry in best])}
    best = [(fit, entry) for fit, entry in best if entry.text in likely]
    if not best and (found := _find_by_kind(plain, menu, presenter)):
        return Matches(found[0] if are_equivalent(found) else None, found)
    if not best:  # a script without spaces has no words to fit
        begun = (
            entry
            for entry in menu.entries
            if len(normalize_name(plain)) > 1 and normalize_name(entry.description).startswith(normalize_name(plain))
        )
        return Matches(None, tuple(begun) or _find_by_letters(plain, menu, presenter))
    top = max(fit for fit, _ in best)
    fits = tuple(entry for fit, entry in best if fit[0] == top[0])
    finest = [entry for fit, entry in best if fit == top]
    if top[0] and (len(finest) == 1 or are_equivalent(finest)):
        clear = not _is_reordered(plain, finest[0])
        return Matches(finest[0], fits) if clear else Matches(None, (finest[0],))
    return Matches(None, fits)


def _is_reordered(typed: str, entry: MenuItem) -> bool:
    """Whether this has all that the notation of an act has, in another order: a move there may not be the one back."""
    return typed != entry.text and sorted(typed.split()) == sorted(entry.text.split())


def with_verb_names(said: Sequence[str], presenter: Presenter) -> list[str]:
    """Give words that begin with what a verb is called (increase population) with the verb itself."""
    called = {verb: presenter.verb_name(verb).lower().split() for verb in presenter.texts.verbs}
    fitting = [verb for verb, words in called.items() if words and list(said[: len(words)]) == words]
    verb = max(fitting, key=lambda one: len(called[one]), default=None)
    if verb is None and len(first := [one for one, words in called.items() if words[:1] == list(said[:1])]) == 1:
        verb = first[0]  # train infantry, where that is called “train a unit”
        return [verb, *(word for word in said[1:] if word not in called[verb])]
    if verb is not None:
        return [verb, *said[len(called[verb]) :]]
    whole = "".join(said)  # a script without spaces says a verb and its card in one
    begins = presenter.texts.verb_prefixes
    start = max((start for start in begins if whole.startswith(start)), key=len, default="")
    return [begins[start], *filter(None, (whole[len(start) :],))] if start else list(said)


def _find_by_kind(typed: str, menu: Menu, presenter: Presenter) -> tuple[MenuItem, ...]:
    """Give the acts of a verb with cards of one kind: build farm, 建造农场."""
    said = normalize_name(" ".join(word for word in typed.split() if word.lower() not in FILLERS))
    found = []
    for entry in menu.entries:
        kinds = filter(None, map(presenter.speech.kind_name, faces_among(entry.label.args)[:1]))
        if any(
            said == normalize_name(f"{verb} {kind}")
            for kind in kinds
            for verb in (entry.verb, presenter.verb_name(entry.verb))
        ):
            found.append(entry)
    return tuple(found)


def _find_by_letters(typed: str, menu: Menu, presenter: Presenter) -> tuple[MenuItem, ...]:
    """Give the acts that have all letters of a script without spaces that were typed, and all numbers and names beside.

    Nothing where no such letters were typed.
    """
    letters, pieces = _count_letters(typed)
    if sum(letters.values()) < 2:
        return ()
    found = []
    for entry in menu.entries:
        has, beside = _count_letters(f"{entry.description} {presenter.verb_name(entry.verb)}")
        more = Counter(_argument_words(entry)) | _count_letters(entry.short_description)[1]
        if letters <= has | _count_letters(entry.short_description)[0] and pieces <= beside | more:
            found.append(entry)
    return tuple(found)


def _count_letters(text: str) -> tuple[Counter[str], Counter[str]]:
    """Count the letters of a script without spaces in a text, and the words and numbers between them."""
    return Counter(_WIDE_ACT.findall(text)), Counter(normalize_name(one) for one in _NARROW_ACT.findall(text))


def _match_score(words: Sequence[str], entry: MenuItem, presenter: Presenter) -> tuple[int, int, int] | None:
    """Say how well words fit an act: whether the verb was said (2: as written), words whole, the act said wholly."""
    said = _split(entry.verb)
    verbs = {*said, normalize_name(entry.verb)}
    called = [normalize_name(word) for word in presenter.verb_name(entry.verb).split()]
    about = _argument_words(entry)
    left = list(words)
    verb = 0
    if left and left[0] in verbs:
        verb = 2 if left[0] == normalize_name(entry.verb) else 1
        left = left[1:]
    whole = 0
    bag = [*about, *called, *said]
    if left and left[0] in presenter.texts.verbs and left[0] not in bag:
        return None  # another verb, and no beginning of a name
    for word in left:
        exact = next((token for token in bag if token == word), None)
        token = exact or next((t for t in bag if len(word) > 1 and not word.isdigit() and _begins(word, t)), None)
        if token is None:
            return None
        if token not in about and not verb:
            verb = 1 if about or word == called[0] else 0
        whole += exact is not None
        bag.remove(token)
    complete = not any(token in bag for token in about)
    if not about and not verb:
        return (0, whole, 0)
    return (verb, whole + (len(words) - len(left)), int(complete))


def _begins(word: str, token: str) -> bool:
    """Whether a typed word is the beginning of a word of an act, or its singular (army, of armies)."""
    return token.startswith(word) or (word.endswith("y") and token == f"{word[:-1]}ies")


def _argument_words(entry: MenuItem) -> list[str]:
    """Give the words an act's arguments may be called by; a number of its words as often as it stands there."""
    found, more = _split(entry.short_description), list[str]()
    for arg in entry.act.args if entry.act is not None else ():
        if isinstance(arg, Card):
            more.append(str(arg.handle))
        elif isinstance(arg, int):
            more.append(str(arg))
    for face in faces_among(entry.label.args):
        more += [*_split(face), normalize_name(face)]
    words = [word for at, word in enumerate(found) if word.isdigit() or word not in found[:at]]
    return [*words, *(word for word in dict.fromkeys(more) if word not in words)]


def _split(words: str) -> list[str]:
    parts = words.replace("-", " ").replace("/", " ").split()
    return [part for part in map(normalize_name, parts) if part]


def are_equivalent(entries: Sequence[MenuItem]) -> bool:
    """Whether acts differ only in which of several equal cards they use."""

    def seen(entry: MenuItem) -> object:
        args = (arg.face or arg.card if isinstance(arg, CardRef) else arg for arg in entry.label.args)
        return (entry.verb, entry.cost, entry.label.key, *args)

    return len({seen(entry) for entry in entries}) == 1


def completions(menu: Menu) -> tuple[str, ...]:
    """Give what can be typed for each legal act: its notation, and its verb with names.

    A handle tells people nothing: where it has a name, the card is offered by that alone.
    """
    named = {entry.text: entry for entry in menu.entries if entry.act is not None and entry.short_description}
    found = [entry.text for entry in menu.entries if "#" not in entry.text or entry.text not in named]
    found += [f"{entry.verb} {entry.short_description.lower()}" for entry in named.values()]
    return tuple(dict.fromkeys(found))
