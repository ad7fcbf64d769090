"""From what the rules give to what the node says of it: acts, decisions and explanations as keys with arguments."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tta_p2p.games.contract import Act, Arg, Card, Decision, Explanation, Line, Option
from tta_p2p.games.game import Game
from tta_p2p.games.log import LogLine
from tta_p2p.seats import messages as say

Faces = Mapping[int, str]
"""The faces that the seat knows, by handle."""
NOTHING: Faces = MappingProxyType({})


def text_ref(line: Line, faces: Faces) -> say.TextRef:
    """A line of the rules for a seat that knows these faces."""
    return say.TextRef(line.key, text_arguments(line.args, faces))


def text_arguments(args: Iterable[Arg], faces: Faces = NOTHING) -> list[say.TextArgument]:
    """Arguments of a line as they travel, for a seat that knows these faces."""
    return [
        say.CardRef(arg.handle, arg.face or faces.get(arg.handle, "")) if isinstance(arg, Card) else arg for arg in args
    ]


def legal_acts(game: Game[Any, Any], state: Any, options: Iterable[Option], faces: Faces) -> list[say.LegalAct]:
    """The legal acts of a seat in this state."""
    return [
        say.LegalAct(game.write(option.act), text_ref(game.label(state, option.act), faces), list(option.cost))
        for option in options
    ]


def drafted_acts(game: Game[Any, Any], labels: Iterable[tuple[Act, Line]], faces: Faces) -> list[say.DraftedAct]:
    """The acts of a draft with their labels."""
    return [say.DraftedAct(game.write(act), text_ref(label, faces)) for act, label in labels]


def labels(game: Game[Any, Any], state: Any, acts: Sequence[Act], faces: Faces) -> list[say.TextRef]:
    """Acts that one seat means to take one after the other, from this state on."""
    found: list[say.TextRef] = []
    for number, act in enumerate(acts):
        if number:
            state = game.apply(state, acts[number - 1]).state
        found.append(text_ref(game.label(state, act), faces))
    return found


def pending_decision(decision: Decision | None) -> say.PendingDecision | None:
    """The decision to be made, and by which seats."""
    if decision is None:
        return None
    return say.PendingDecision(
        list(decision.seats), decision.key, text_arguments(decision.args), decision.sealed, decision.idle
    )


def explain_reply(
    game: Game[Any, Any], state: Any, text: str, act: Act, said: Explanation, faces: Faces
) -> say.ExplainReply:
    """Explain an act, asked about in these words: its effect in this state, or why the rules refuse it."""
    return say.ExplainReply(
        text,
        text_ref(game.label(state, act), faces),
        list(said.cost),
        [text_ref(line, faces) for line in said.effects],
        said.barrier,
        _refusal(said.refusal, faces),
        [
            say.Alternative(
                game.write(one.act),
                text_ref(game.label(state, one.act), faces),
                list(one.cost),
                _refusal(one.refusal, faces),
            )
            for one in said.instead
        ],
    )


def _refusal(refusal: Line | None, faces: Faces) -> say.TextRef | None:
    return None if refusal is None else text_ref(refusal, faces)


def log(
    game: Game[Any, Any], lines: Iterable[LogLine], faces: Faces, then: Callable[[int], Faces] = lambda _: NOTHING
) -> list[say.LogEntry]:
    """Lines of the log with what they follow from.

    ``then``: the faces that the seat knew when the fact of a number was told. Cards that were mixed with others since
    are called by them.
    """
    told = []
    number, known = -1, faces
    for line in lines:
        if line.number != number:
            number, known = line.number, {**then(line.number), **faces}
        act = None
        if line.act is not None and line.label is not None:
            act = say.DraftedAct(game.write(line.act), text_ref(line.label, known))
        args = text_arguments(line.args, known)
        told.append(say.LogEntry(line.key, args, line.turn, line.number, line.actor, act, line.player))
    return told
