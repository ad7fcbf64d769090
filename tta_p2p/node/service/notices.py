"""A node's own notices of errors and halts: keys with arguments, which clients put into words.

For whoever reads the seat protocol by eye the English words go with them; they are the application's own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tta_p2p.games.game import Game
from tta_p2p.i18n import Words
from tta_p2p.i18n.refusals import read_refusal
from tta_p2p.net.errors import NetError
from tta_p2p.net.router.answers import RouterAnswer, RouterOutcome
from tta_p2p.seats import messages as say
from tta_p2p.seats.encoding import BadLine, ReservedLine

if TYPE_CHECKING:  # only a process that checks whole files loads what that takes
    from tta_p2p.table.audit import Verdict


def error_reply(key: str, *args: say.TextArgument) -> say.ErrorReply:
    """An error with a key of the node's own (`node.…`)."""
    return say.ErrorReply(key, list(args), in_english(key, args))


def game_over_reply(standings: Any, verdict: Verdict, file: str, lent: bool = False) -> say.GameOverReply:
    """Tell that the game is over, and the knowledge of its transcript."""
    return say.GameOverReply(standings, verdict.state, file, "as-it-came" if verdict.as_it_came else "at-the-end", lent)


TOR_SAID = {
    "looking": "node.tor-looking",
    "starting": "node.tor-starting",
    "connecting": "node.tor-connecting",
    "connected": "node.tor-connected",
    "publishing": "node.tor-publishing",
    "open": "node.tor-open",
    "missing": "node.tor-missing",
    "closed": "node.tor-closed",
    "away": "node.tor-away",
    "ended": "node.tor-ended",
}
"""The states of a Tor that are told, and the keys of their texts."""


def tor_reply(state: str, progress: int) -> say.ErrorReply:
    """Say how the Tor of this node stands; ``progress`` in hundredths."""
    return error_reply(TOR_SAID[state], progress)


def halt_reply(key: str, *args: say.TextArgument) -> say.HaltReply:
    """Nothing goes on, for the reason `halt_reply.KEY`."""
    return say.HaltReply(key, list(args), in_english(f"halted.{key}", args))


def router_text(answer: RouterAnswer) -> say.TextRef | None:
    """Tell what the router answered (`router.OUTCOME`); nothing where there is none."""
    if answer.outcome is RouterOutcome.NONE:
        return None
    told = [answer.host] if answer.host else [str(place) for place in answer.addresses[:1]]
    return say.TextRef(str(answer.outcome), [*told])


def connection_refusal(name: str, why: str) -> say.ErrorReply:
    """Somebody refuses the connection; ``why`` is what it says, a key that it may have made up."""
    return error_reply("node.turned-away", name, why if Words().optional(f"refusal.{why}") else "other")


def in_english(key: str, args: Sequence[say.TextArgument]) -> str:
    """The English text of a key, which must be there."""
    return Words().line(key, args)


def rule_refusal(game: Game[Any, Any], reason: str) -> say.TextRef | None:
    """Make the refusal of an act from the line that the rules give; None for one that they do not give."""
    read = read_refusal(game, reason, say.CardRef)
    return None if read is None else say.TextRef(read[0], [*read[1]])


def kind_of(error: Exception) -> str:
    """Give the key of a kind of error in texts: its own word, or else the name of its class."""
    word = error.kind if isinstance(error, NetError) else ""
    return word or re.sub("(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()


def version_refusal(theirs: int) -> say.ErrorReply:
    """To a client that speaks another version of the seat protocol."""
    return error_reply("node.version", theirs, say.VERSION)


def bad_request(error: BadLine) -> say.ErrorReply:
    """To a client that has said something that is no request; what exactly is wrong stands in the English text."""
    if isinstance(error, ReservedLine):
        return error_reply("node.reserved", str(error))
    return say.ErrorReply("node.bad-line", [], f"{in_english('node.bad-line', ())}: {error}")
