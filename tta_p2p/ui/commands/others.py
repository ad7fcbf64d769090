"""The others: chat, motions, coming and going."""

from __future__ import annotations

from collections.abc import Iterator

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.autopilot import Autopilot, Autopiloted
from tta_p2p.seats.parts.chat import Chat, Say
from tta_p2p.seats.parts.pause import Pause, Resume
from tta_p2p.seats.parts.recovery import GoOn
from tta_p2p.seats.parts.rematch import AskRematch, Rematch
from tta_p2p.seats.parts.votes import Motion, Vote

from ..blocks import Page
from ..cells import row
from ..changes import VoteCast
from ..instructions import AskConfirmation, Display, Instruction, Mute, Quit, SendRequest, tell
from ..invitation import invitation_blocks, may_invite
from ..plain import bare
from ..state import ABOUT_NOBODY, ENDING, MOTIONS, ClientState, Confirmation, agreement, motion_key
from ..telling import chat_line, pause, told, unheard
from .base import Applies, CommandContext, CommandWord, Handler, Offered, asks

LONGEST = 500
"""More letters are not said at once."""
SHOWN = 10
"""How much of what was said last is shown whole."""
LEVELS = ("random", "easy", "normal", "hard")
"""The levels of bots that a game may have, the weakest first, where the node does not say which there are."""
ABOUT_SOMEBODY = ("gone", "cheated")
"""Motions that put somebody else out of the game."""


def is_yes(context: CommandContext, typed: str) -> bool:
    """Whether somebody says yes."""
    return bare(typed) in context.words("answers.yes").split()


def is_no(context: CommandContext, typed: str) -> bool:
    """Whether somebody says no."""
    return bare(typed) in context.words("answers.no").split()


def _chat(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if rest:
        yield SendRequest(Say(rest[:LONGEST]), (Chat,))
        if len(rest) > LONGEST:
            yield tell(context.words("chat.too-long", most=LONGEST), "warn")
    elif heard := context.state.chat[-SHOWN:]:
        yield Display(tuple(chat_line(one, context.reading) for one in heard))
    else:
        yield tell(context.words("chat-what"))


def _mute(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Show nothing any more of what somebody says, or (named once more) show it again."""
    state, words = context.state, context.words
    seats = state.welcome.seats if state.welcome is not None else []
    others = [info for info in seats if info.operator != state.operator]
    talking = [info.operated_by for info in others if not info.bot or info.operated_by != info.name]  # bots say nothing
    names = {bare(name): name for name in talking}
    name = names.get(bare(rest))
    if name is None:
        key = "mute.whom" if names else "mute.nobody"
        yield tell(words(key, names=words.any_of([*names.values()])))
    else:
        yield Mute(state.muted ^ {name})
        yield tell(words("mute.off" if name in state.muted else "mute.on", name=name))


def phrases(context: CommandContext) -> tuple[str, ...]:
    """Give what is often said, to be completed."""
    return tuple(context.words("chat.phrases").split("|"))


def _vote(context: CommandContext, rest: str) -> Iterator[Instruction]:
    said = rest.split()
    motion = said[0].lower() if said else ""
    mine = context.state.operator
    why = _no_vote(context.state, motion)
    if mine is None or why:
        yield tell(context.words(why))
        return
    if not said and (owed := context.state.owed):
        yield from put_again(context, *owed)
        return
    if motion not in MOTIONS:
        yield tell(context.words("vote-how", motions=_usages(context)))
        return
    no = len(said) > 1 and is_no(context, said[-1])
    yes = len(said) > 1 and is_yes(context, said[-1])
    name = " ".join(said[1 : -1 if yes or no else None])
    operator = _operator(context, name) if name else (mine if motion not in ABOUT_SOMEBODY else None)
    if name and motion in ABOUT_NOBODY:
        yield tell(context.words("vote-nobody", motion=motion))
        return
    if operator is None:
        yield tell(context.words("vote-whom", motion=motion))
        return
    if motion not in (*ENDING, "resigned") and context.state.motions.get(motion_key(motion, operator), {}).get(mine):
        yield tell(context.words("motion.own.stands"))
        return
    vote = Vote(motion, operator, not no)
    if motion == "resigned" and operator == mine and not (yes or no):
        yield AskConfirmation(Confirmation("resign.act", (vote,)))
    elif motion in ENDING and not (yes or no or motion_key(motion, operator) in context.state.motions):
        yield AskConfirmation(Confirmation(f"vote.{motion}", (vote,)))
    else:
        yield SendRequest(vote)
        yield from unheard(context.reading)


def put_again(context: CommandContext, kind: str, operator: int) -> Iterator[Instruction]:
    """Ask once more about a motion that the person here has put away: what it is, who agrees, whether they do."""
    for number, (by, yes) in enumerate(context.state.motions[kind, operator].items()):
        cast = VoteCast(Motion(kind, operator, by, yes), by == context.state.operator, not number)
        yield from told(cast, context.reading, context.interactive)
    mine = context.state.operator if kind in ABOUT_NOBODY else None
    yield AskConfirmation(agreement(kind, operator if mine is None else mine, again=True))


def _no_vote(state: ClientState, motion: str) -> str:
    """Give the key of the text that says why nothing can be voted on so; empty if it can."""
    if state.operator is None:
        return "watcher"
    if state.over is not None or state.ended:
        return "vote-over"
    if not _can_move(state):
        return "vote-alone"
    return "vote-waits" if motion in ABOUT_SOMEBODY and motion not in state.offered_motions else ""


def _usages(context: CommandContext) -> str:
    """Say how each motion is typed that can be moved at this table."""
    about = f" {context.words('vote-about')}"
    offered = context.state.offered_motions
    return context.words("comma").join(f"vote {kind}{about if kind in ABOUT_SOMEBODY else ''}" for kind in offered)


def _operator(context: CommandContext, name: str) -> int | None:
    welcome = context.state.welcome
    for info in welcome.seats if welcome is not None else []:
        if bare(name) in (bare(info.name), bare(info.operated_by)):
            return info.operator
    return None


def _resign(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Resign as the rules know it if that is possible now, else by a motion of the table."""
    mine = context.state.operator
    if mine is None:
        yield tell(context.words("watcher"))
    elif context.state.over is not None or context.state.ended:
        yield tell(context.words("vote-over"))
    elif context.state.may_act and any(entry.text == "resign" for entry in context.reading.menu.entries):
        yield AskConfirmation(Confirmation("resign.act", (say.Act("resign"),)))
    else:
        yield AskConfirmation(Confirmation("resign.act", (Vote("resigned", mine, True),)))


def _moves(motion: str) -> Handler:
    """Move something that has a word of its own."""
    return lambda context, rest: _vote(context, f"{motion} {rest}")


def _resume(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if context.state.pause.holds and context.state.pause.wanted:
        yield pause(context.state.pause, context.reading)  # that has been said
    elif context.state.pause.holds:
        yield SendRequest(Resume(), (Pause,))
    else:
        yield tell(context.words("pause.none"))


def _go_on(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if context.state.missing:
        yield AskConfirmation(Confirmation("go-on.risk", (GoOn(),), names=context.state.missing))
    else:
        yield tell(context.words("go-on.nobody"))


def _rematch(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Play again at the same table, or not."""
    state = context.state
    if state.over is None and not state.ended:
        yield tell(context.words("rematch.not-over"))
    elif "rematch" not in state.offers:
        yield tell(context.words("rematch.alone" if state.local else "rematch.elsewhere"))
    elif state.hung_up:
        yield tell(context.words("rematch.gone"))
    elif is_no(context, rest):
        yield SendRequest(AskRematch("no"))
        yield tell(context.words("rematch.declined"))
    else:
        yield SendRequest(AskRematch("yes"), (Rematch, say.Lobby))


def _autopilot(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Hand the seat over to a bot for a while, or take it back; at one keyboard also what others handed over."""
    state, words = context.state, context.words
    level = rest.strip().casefold()
    levels = state.welcome.levels if state.welcome is not None else []
    off = is_no(context, rest) or level == "off"
    on = state.seat is not None and state.seat in state.autopilots
    beside = [seat for seat in state.wish.others if seat != state.seat and seat in state.autopilots]
    if state.over is not None or state.ended:
        yield tell(words("over-acts"))
    elif on and (off or not level):
        yield SendRequest(Autopilot(), (Autopiloted,))
    elif beside and (off or not level):
        names = tuple(info.name for info in state.welcome.seats if info.seat in beside) if state.welcome else ()
        back = tuple(Autopilot(seat=seat) for seat in beside)
        yield AskConfirmation(Confirmation("autopilot.back", back, names=names))
    elif off:
        yield tell(words("autopilot.none"))
    elif level and (level not in levels if levels else f"level.{level}" not in words):
        plain = [one for one in levels or LEVELS if ":" not in one]
        yield tell(words("autopilot.no-level", level=rest.strip(), levels=words.any_of(plain)), "warn")
    else:
        request = Autopilot(level or "easy")
        key = "autopilot.sure.here" if state.local else "autopilot.sure"
        called = words.get(f"level.{request.level}", request.level)
        yield AskConfirmation(Confirmation(key, (request,), names=(called,)))


def _ready(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.Ready(not is_no(context, rest)), (say.Lobby,))


def _start(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.Start(), (say.Lobby, say.Welcome))


def _dismiss(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield SendRequest(say.Dismiss(rest.strip()), (say.Lobby,))


def _invite(context: CommandContext, rest: str) -> Iterator[Instruction]:
    lobby = context.state.lobby
    if lobby is None or not may_invite(lobby):
        yield tell(context.words("invitation.none"))
    else:
        yield Display(Page(row(context.words("invitation.title")), invitation_blocks(lobby, context.words)))


def _quit(context: CommandContext, rest: str) -> Iterator[Instruction]:
    state = context.state
    if state.in_lobby and context.interactive:
        key = "quit.knocking" if state.knocks else "quit.lobby.host" if "start" in state.offers else "quit.lobby"
        yield AskConfirmation(Confirmation(key, (say.Leave(),), (say.Bye(),)))
    elif context.comeback or state.recorded or state.over is not None or not state.begun or not context.interactive:
        yield Quit()
    else:
        yield AskConfirmation(Confirmation("quit.lost", (say.Bye(),)))


def _can_move(state: ClientState) -> bool:
    """Whether there is anything to vote about but that oneself resigns, for which there is a word of its own."""
    return any(motion != "resigned" for motion in state.offered_motions)


def _can_move_about(motion: str) -> Offered:
    """Offer a motion about somebody by its own name where the table knows it."""
    return lambda state: motion in state.offered_motions


def _can_pause(state: ClientState) -> bool:
    """Whether there is anybody to agree with."""
    return "pause" in state.offered_motions


COMMANDS = (
    CommandWord("vote", _vote, listed={"others": "vote"}, offered=_can_move),
    *(CommandWord(one, _moves(one), offered=_can_move_about(one)) for one in ABOUT_SOMEBODY),  # as in `vote gone Bob`
    CommandWord("pause", _moves("pause"), listed={"others": "pause"}, offered=_can_pause),
    CommandWord("resume", _resume, ("go",), listed={"others": "resume"}, offered=asks("resume")),
    CommandWord("call-off", _moves("call-off"), ("calloff",), listed={"others": "call-off"}, offered=_can_pause),
    CommandWord("resign", _resign, listed={"others": "resign"}, offered=asks("vote", "act")),
    CommandWord("go-on", _go_on, offered=asks("go-on")),
    CommandWord("rematch", _rematch, listed={"others": "rematch"}, offered=asks("rematch")),
    CommandWord("mute", _mute, listed={"others": "mute"}, offered=asks("chat")),
    CommandWord("autopilot", _autopilot, listed={"others": "autopilot"}, offered=asks("autopilot")),
    CommandWord("ready", _ready, when=Applies.LOBBY, listed={"lobby": "ready"}, offered=asks("ready")),
    CommandWord("start", _start, when=Applies.LOBBY, listed={"lobby": "start"}, offered=asks("start")),
    CommandWord("invite", _invite, when=Applies.LOBBY, listed={"lobby": "invite"}),
    CommandWord("dismiss", _dismiss, when=Applies.LOBBY, listed={"lobby": "dismiss"}, offered=asks("dismiss")),
    CommandWord("quit", _quit, ("q", "exit", "leave"), listed={"others": "quit", "lobby": "give-up"}),
)
CHAT = CommandWord("chat", _chat, ("say",), listed={"others": "chat", "lobby": "chat"}, offered=asks("chat"))
"""Listed before the rest: it is what people want most of each other."""
