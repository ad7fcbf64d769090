"""Help: the page of all commands, a line about one of them, and all about a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tta_p2p.games.kit.topics import Topic

from .. import name_search
from ..blocks import Block, Fields, Gap, Heading, Page, Para
from ..cells import row
from ..instructions import Display, Instruction, text_display
from ..plain_view import fold_name, parse_number
from ..presenter import Presenter
from ..reference import NotFound, Reference, is_exact_topic, reference_of, topic_blocks
from .table import CommandContext, CommandWord

MAX_TOPICS = 2
"""No more topics of the rules are shown at once."""
CLOSE_MATCHES = 0.75
"""How like must be what is shown although it is called otherwise."""
MAX_CARDS = 4
"""No more cards are shown at once."""


def _help(context: CommandContext, rest: str) -> Iterator[Instruction]:
    words, presenter = context.words, context.presenter
    if not rest:
        yield Display(_page(context))
        return
    name = context.find_name(rest)
    if name is not None:
        usage, explained = _help_line(context, name)
        yield Display((Fields(((row(usage), row(explained)),)),))
        return
    if presenter is not None and (topics := _named_topics(presenter, rest)):
        yield from topic_answer(topics, rest, reference_of(presenter))
        return
    scene = context.reading.scene
    if presenter is not None and scene is not None and (there := presenter.speech.place_text(rest, scene)):
        yield Display((Para(there),))
        return
    faces, topic, meant = _find_cards(context, presenter, rest) if presenter is not None else ([], "", [])
    if presenter is not None and topic:
        yield from topic_answer(_named_topics(presenter, topic), topic, reference_of(presenter))
        return
    if presenter is not None and not faces and not meant and (topics := _topics_about(presenter, rest)):
        yield from topic_answer(topics, rest, reference_of(presenter))
        return
    if presenter is None or not faces:
        hint = words("did-you-mean", words=words("or").join(meant)) if meant else words("no-card.otherwise")
        yield text_display(f"{words('no-card', typed=rest)} {hint}")
        return
    found = [block for face in faces[:MAX_CARDS] for block in (Gap(), *presenter.card_sheet(face))][1:]
    if len(faces) > MAX_CARDS:
        names = words("comma").join(presenter.texts.card(face) for face in faces[MAX_CARDS:])
        found += [Gap(), Para(row(words("more-cards", names=names)))]
    yield Display(tuple(found))  # one answer: on a screen another one would take its place


def _rules(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Show a topic of the rules, or list them all."""
    presenter = context.presenter
    if presenter is None:
        yield text_display(context.words("no-game-yet"))
        return
    reference, language = reference_of(presenter), context.words.language
    try:
        if rest:
            found = reference.search_topics(rest.lower(), language)
            if is_exact_topic(found, rest):
                yield Display(topic_blocks(found[0]))
            else:
                yield from topic_answer(found, rest, reference)
        else:
            topics = tuple((row(topic.name), row(topic.title)) for topic in reference.topics(language))
            yield Display(Page(row(context.words("rules-title")), (Fields(topics, 2),)))
    except NotFound as error:
        yield text_display(str(error))


def topic_answer(topics: Sequence[Topic], asked: str, reference: Reference) -> Iterator[Instruction]:
    """Show what topics say of what was asked, and where to read on; only what they are called where they are many."""
    if len(topics) > MAX_TOPICS:
        yield Display((Fields(tuple((row(topic.name), row(topic.title)) for topic in topics), 2),))
        return
    found, words = reference.topic_excerpts(topics, asked), reference.presenter.words
    blocks = [block for topic in found for block in topic_blocks(topic)]
    whole = words("comma").join(f"rules {topic.name}" for topic in topics if topic not in found)
    if whole:
        blocks.append(Para(row(words("rules-whole", commands=whole)), 0, 2))
    yield Display(tuple(blocks))


def _topics_about(presenter: Presenter, asked: str) -> tuple[Topic, ...]:
    """Give the topics of the rules that say something of what is neither a card nor a topic."""
    try:
        return reference_of(presenter).search_topics(asked.lower(), presenter.words.language)
    except NotFound:
        return ()


def _named_topics(presenter: Presenter, asked: str) -> tuple[Topic, ...]:
    """Give the topics that are called so, unless a card is."""
    word = asked.lower()
    if any(word == name.lower() for name in presenter.sheet_names.values()):
        return ()
    reference, wanted = reference_of(presenter), fold_name(asked)
    for tongue in reference.language_names(presenter.words.language):
        names = [  # only what is called just so: a card may begin as a topic does, or be called so in part
            one.name
            for one in reference.find_topics(asked, tongue)
            if wanted
            in (
                fold_name(one.name),
                fold_name(one.name).removesuffix("s"),
                fold_name(one.title),
                *map(fold_name, one.words),
            )
        ]
        if names:
            return tuple(one for one in reference.topics(presenter.words.language) if one.name in names)
    return ()


def _find_cards(context: CommandContext, presenter: Presenter, asked: str) -> tuple[list[str], str, list[str]]:
    """Give the cards called so, or those of a numbered act; else what is nearly called so, cards or a topic of the
    rules by its name; else the names of what may be meant perhaps.
    """
    scene, cards = context.reading.scene, presenter.sheet_names
    if (number := parse_number(asked)) is not None and cards and scene is not None:
        entry = context.reading.menu.entry_of(number)
        return presenter.cards_of(entry.label) if entry else [], "", []
    if found := name_search.find_names(asked, {face: (face, name) for face, name in cards.items()}):
        return found, "", []
    called = {fold_name(word): word for word in reversed(list(reference_of(presenter).topic_names()))}
    both = {word: word for word in called} | {face: name for face, name in cards.items()}
    first, *_ = (*name_search.closest_names(asked, both, 1, CLOSE_MATCHES), "")
    if first in cards:
        return name_search.closest_names(asked, cards, 2, CLOSE_MATCHES), "", []
    if first:
        return [], called[first], []
    return [], "", [cards.get(one) or called[one] for one in name_search.closest_names(asked, both)]


def _help_line(context: CommandContext, name: str) -> tuple[str, str]:
    """Give how a command is typed, and its line of help."""
    words, command = context.words, context.table.commands.get(name)
    names = command.fill_names(context) if command is not None else {}
    return words(f"usage.{name}"), words(f"help.{name}", **names)


def typed_commands(context: CommandContext) -> tuple[tuple[str, str], ...]:
    """Give what concerns the others and has no key of its own: how it is typed, and what it does."""
    if context.state.welcome is None:
        return ()
    table = context.table
    keyed = {name for name, command in table.commands.items() if command.key_help}
    return tuple(_help_line(context, name) for name in table.group("others", context.state) if name not in keyed)


def _page(context: CommandContext) -> Page:
    words, table, state = context.words, context.table, context.state
    blocks: list[Block] = []
    groups = {
        "turn": table.group("turn", state),
        "see": (*(context.presenter.pages if context.presenter is not None else ()), *table.group("see", state)),
        "others": table.group("others", state),
    }
    if state.welcome is None:
        groups = {"lobby": table.group("lobby", state)}
    elif "act" in state.offers:
        scene, presenter = context.reading.scene, context.presenter
        asked = presenter is not None and scene is not None and state.may_act
        possible = presenter.possible_acts(context.reading.menu.entries) if presenter is not None and asked else ()
        blocks += [Para(row(words("help.acts-are"))), *possible, Gap()]
    for group, names in groups.items():
        if not names:
            continue
        blocks.append(Heading(row(words(f"help.group.{group}"))))
        listed = (_help_line(context, name) for name in names)
        blocks.append(Fields(tuple((row(usage), row(explained)) for usage, explained in listed), 2))
    return Page(row(words("help-title")), tuple(blocks))


COMMANDS = (
    CommandWord("help", _help, ("h", "?"), group={"see": "card"}, mark="?"),
    CommandWord("rules", _rules, group={"see": "rules"}),
)
