"""`tta rules`: the rules of Through the Ages to look up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tta_p2p.games.through_the_ages.texts.rules_en import Topic


def register(root: typer.Typer) -> None:
    """Add the command."""
    root.command("rules")(rules)


def rules(
    topic: Annotated[
        list[str] | None, typer.Argument(help="A topic or a word of one, or all. Without it: the list of topics.")
    ] = None,
) -> None:
    """Look up the rules of Through the Ages."""
    from tta_p2p.cli._pages import page
    from tta_p2p.games.through_the_ages.texts.rules_en import TOPICS

    asked = " ".join(topic or ()).strip().lower()
    if not asked:
        page(_contents(TOPICS))
    elif asked == "all":
        page("\n\n".join(_chapter(one) for one in TOPICS))
    else:
        page("\n\n".join(_chapter(one) for one in _find(asked)))


def _contents(topics: tuple[Topic, ...]) -> str:
    from tta_p2p.cli._pages import pad

    size = max(len(topic.name) for topic in topics) + 1
    lines = [typer.style("Rules of Through the Ages, a new story of civilization", bold=True), ""]
    half = (len(topics) + 1) // 2
    for row in range(half):
        cells = (topics[at] for at in (row, row + half) if at < len(topics))
        lines.append("".join(f" {pad(topic.name, size)}{pad(topic.title, 20)}" for topic in cells).rstrip())
    lines += ["", "`tta rules TOPIC` shows one, `tta rules all` all. For cards: `tta cards`."]
    return "\n".join(lines)


def _find(asked: str) -> tuple[Topic, ...]:
    """The topic of that name, else those it is a word of, else those whose text has the word."""
    from difflib import get_close_matches

    from tta_p2p.cli.errors import CommandFailed
    from tta_p2p.games.through_the_ages.texts.rules_en import TOPICS

    word = asked.replace(" ", "-")
    named = tuple(topic for topic in TOPICS if word in (topic.name, topic.name.removesuffix("s")))
    if named:
        return named
    started = tuple(topic for topic in TOPICS if topic.name.startswith(word))
    listed = tuple(topic for topic in TOPICS if asked in topic.words)
    within = tuple(topic for topic in TOPICS if len(asked) > 2 and asked in " ".join(topic.text.lower().split()))
    for found in (started, listed, within):
        if found:
            return found
    words = {word: topic.name for topic in TOPICS for word in (topic.name, *topic.words)}
    guesses = list(dict.fromkeys(words[guess] for guess in get_close_matches(asked, words, n=3, cutoff=0.7)))
    hint = f"did you mean {' or '.join(guesses)}?" if guesses else "`tta rules` lists the topics"
    raise CommandFailed(f"the rules have nothing under {asked!r}; {hint}")


def _chapter(topic: Topic) -> str:
    from tta_p2p.cli._pages import paragraph, width

    lines = [typer.style(topic.title, bold=True), "─" * width()]
    item_before = False
    for part in topic.text.split("\n\n"):
        item = part.startswith("- ")
        if not (item and item_before):
            lines.append("")
        if part.startswith("| "):
            lines += ["  " + line.removeprefix("| ") for line in part.splitlines()]
        else:
            words = " ".join(part.split())
            lines.append(paragraph(words, "  ", "    " if item else "  "))
        item_before = item
    del lines[2]
    return "\n".join(lines)
