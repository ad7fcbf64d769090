"""Advice on acts for a player: the effect of one, and a bot's choice instead.

A bot thinks beside the table, in a worker where there is one: nobody else waits for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tta_p2p.bots.base import ActProposal
from tta_p2p.bots.levels import adviser_level
from tta_p2p.games.contract import RuleError, Seat
from tta_p2p.games.game import Game
from tta_p2p.net.tasks import Hint, contain
from tta_p2p.node.service.clients import Client
from tta_p2p.node.service.notices import error_reply
from tta_p2p.node.service.tables import NotPossible, PlayUnderWay
from tta_p2p.node.workers.bot_entry import advice_of, seed_of
from tta_p2p.node.workers.pool import WorkerFailed, WorkerPool
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.seats.parts import advice as advice_words
from tta_p2p.table.draft import Draft

QUESTION = "a question for advice"
"""The origin that the log names where the answer to it fails."""
Task = Callable[[], Awaitable[None]]
"""Something that goes on beside the table."""


def explain_act(play: PlayUnderWay, seat: Seat, text: str) -> say.ExplainReply:
    """Explain an act: its effect now, or why the rules refuse it. Raises RuleError for what is no act."""
    act, state = play.game.read(text, seat), play.state
    if seat in play.to_decide() or play.choice(seat) is not None:
        draft = play.draft(seat)
        state, said = draft.state, draft.explain(act)
    else:
        said = play.game.explain(state, play.knows(seat), act)
    return wording.explain_reply(play.game, state, text, act, said, play.knows(seat).faces)


class Advisor:
    """Asks the best bot there is, for the clients of one table; one question of a client at a time."""

    def __init__(self, thinkers: WorkerPool | None = None, start: Callable[[Task], None] | None = None) -> None:
        """``thinkers`` and ``start``: where a bot thinks, and what lets it go on there (default: here and at once)."""
        self._thinkers, self._start = thinkers, start
        self._asking: set[Client] = set()

    def ask(self, play: PlayUnderWay, client: Client, seat: Seat) -> None:
        """Answer a client with `advice`, at once or later. Raises NotPossible, Illegal."""
        if client in self._asking:
            raise NotPossible("node.advice-coming")
        draft, level = play.draft(seat), adviser_level(play.game.name)
        before = tuple(draft.acts)
        # the same lots all through a game: a plan told at one act is the advice given at the next
        asked = (play.game.name, level, seed_of(0, seat, 0), draft.state, draft.knows, seat)
        if self._thinkers is None or self._start is None:
            with contain(Hint.CLIENT, QUESTION) as here:
                client.say(_advice(play.game, draft, level, advice_of(*asked)))
            if here.failed:
                client.say(error_reply("node.no-advice"))
            return
        thinkers = self._thinkers
        self._asking.add(client)

        async def find_out() -> None:
            said: say.Reply = error_reply("node.advice-late")
            try:
                with contain(Hint.CLIENT, QUESTION, WorkerFailed) as there:
                    found: tuple[ActProposal, ...] = await thinkers.run_with_fallback(advice_of, *asked)
                    if _still(play, seat, draft) and tuple(draft.acts) == before:
                        said = _advice(play.game, draft, level, found)
                if there.failed:
                    said = error_reply("node.no-advice")
            except WorkerFailed:
                said = error_reply("node.no-advice")
            finally:  # also where the game has ended meanwhile: whoever asks is answered
                self._asking.discard(client)
                client.say(said)

        self._start(find_out)


def _still(play: PlayUnderWay, seat: Seat, draft: Draft) -> bool:
    """Whether a seat still decides with this draft."""
    try:
        return play.draft(seat) is draft
    except RuleError:
        return False


def _advice(game: Game[Any, Any], draft: Draft, level: str, found: tuple[ActProposal, ...]) -> advice_words.AdviceReply:
    """Proposals as the seat protocol says them."""
    return advice_words.AdviceReply(level, [_said(game, draft, one, found[0]) for one in found])


def _said(game: Game[Any, Any], draft: Draft, one: ActProposal, first: ActProposal) -> advice_words.Suggestion:
    faces, act = draft.knows.faces, one.acts[0]
    said = draft.explain(act)
    known = one.value is not None and first.value is not None
    return advice_words.Suggestion(
        game.write(act),
        wording.text_ref(game.label(draft.state, act), faces),
        list(said.cost),
        [wording.text_ref(line, faces) for line in said.effects],
        wording.labels(game, draft.state, one.acts, faces)[1:],
        (first.value or 0) - (one.value or 0) if known else None,
        list((one.reasons or {}).items()),
        [wording.text_ref(line, faces) for line in one.facts],
    )
