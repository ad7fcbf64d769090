"""`tta rules`: the rules of a game to look up."""

from __future__ import annotations

from typing import Annotated

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.options.choices import Game, chosen_game


def register(root: typer.Typer) -> None:
    """Add the command."""
    root.command("rules", rich_help_panel="look-up")(rules)


def rules(
    ctx: typer.Context,
    topic: Annotated[list[str] | None, typer.Argument()] = None,
    game: Game = DEFAULT_GAME,
) -> None:
    """Look up the rules of a game."""
    from tta_p2p.cli.errors import USAGE, CommandFailed
    from tta_p2p.cli.help.game_words import game_for_topic
    from tta_p2p.cli.output.pager import show, size
    from tta_p2p.cli.output.speech import words
    from tta_p2p.i18n import Words, command
    from tta_p2p.ui.cells import wrap
    from tta_p2p.ui.reference import NotFound, chapter, contents, game_option, is_exact_topic, reference_for
    from tta_p2p.ui.titles import title_text

    name = chosen_game(game)
    if told := game_for_topic(ctx, topic or (), name):
        raise CommandFailed(told, USAGE)
    reference = reference_for(name, words())
    language = reference.presenter.words.language
    asked = " ".join(topic or ()).strip().lower()
    try:
        topics = reference.topics(language)
        if not asked:
            spoken = words() if language in reference.rules else Words()
            show(contents(title_text(name, spoken), topics, spoken, size(), name))
            return
        whole = topics if asked == "all" else reference.search_topics(asked, language)
    except NotFound as error:
        raise CommandFailed(str(error), USAGE) from error
    found = whole if asked == "all" or is_exact_topic(whole, asked) else reference.topic_excerpts(whole, asked)
    further = [command("rules", topic.name, *game_option(name).split()) for topic in whole if topic not in found]
    pages = [chapter(one, size()) for one in found]
    if further:
        spoken = words()
        pages.append(list(wrap(spoken("rules-whole", commands=spoken("comma").join(further)), size())))
    show(*pages)
