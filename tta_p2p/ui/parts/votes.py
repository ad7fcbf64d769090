"""Motions of the table, and votes on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.votes import MotionReply, VoteRequest

from ..changes import Change, ConfirmationOpened, News, Update
from ..commands.table import CommandContext, CommandWord, Handler, OfferCheck, is_no, is_yes, offered_with
from ..instructions import AskConfirmation, Display, Instruction, SendRequest, text_display
from ..part import Area, Part, PartState, Placement, Reminder, Urgency
from ..plain_view import normalize_name
from ..reading import Reading
from ..state import DEPARTURE_REASONS, ClientState, MotionKey, PendingConfirmation
from . import with_hook

MOTIONS = ("gone", "cheated", "resigned", "pause", "call-off", "forfeit")
"""The kinds of motions."""
ABOUT_NOBODY = ("pause", *DEPARTURE_REASONS)
"""Motions that name nobody and ask everybody."""
ABOUT_SOMEBODY = ("gone", "cheated")
"""Motions that put somebody else out of the game."""


@dataclass(frozen=True)
class VotesState(PartState):
    """The motions of the table."""

    open_motions: Mapping[MotionKey, Mapping[int, bool]] = field(default_factory=dict)
    """The votes on each open motion, by operator."""
    decided_motions: Mapping[MotionKey, bool] = field(default_factory=dict)
    """The motions that were decided last, and whether they were carried."""

    @property
    def dropped_operators(self) -> frozenset[int]:
        """Those whom a motion that was carried puts out."""
        return frozenset(
            who for (kind, who), carried in self.decided_motions.items() if carried and kind in ABOUT_SOMEBODY
        )


class BallotCast(News, frozen=True):
    """Somebody has voted: this client's own person (`own`), or somebody who thereby opens the motion (`first`)."""

    vote: MotionReply
    own: bool
    first: bool


class MotionDecided(News, frozen=True):
    """A motion was carried or is off; `ends_game`: that ends the game for everybody; `refused`: somebody said no."""

    motion: MotionReply
    ends_game: bool
    refused: bool = False


class VotesPart(Part):
    """Moves, votes, and asks the person here to vote."""

    reply_types = (MotionReply, say.TurnReply)
    change_types = notice_types = (BallotCast, MotionDecided)

    def __init__(self) -> None:
        self.commands = (
            CommandWord("vote", _vote, rank=70, group={"others": "vote"}, is_offered=_can_move,
                        fill_names=_offered_names),
            *(CommandWord(one, _moving_command(one), rank=70, is_offered=_can_move_about(one))
              for one in ABOUT_SOMEBODY),
            CommandWord("pause", _moving_command("pause"), rank=71, group={"others": "pause"},
                        is_offered=_can_move_about("pause")),
            CommandWord("call-off", _moving_command("call-off"), ("calloff",), rank=73, group={"others": "call-off"},
                        is_offered=_can_move_about("pause")),
            CommandWord("resign", _resign, rank=74, group={"others": "resign"}, is_offered=offered_with("vote", "act")),
        )  # fmt: skip

    # --- what it hears ---------------------------------------------------------------------------------------

    def reduce(self, state: ClientState, reply: say.Reply, before: ClientState) -> Update:
        """Count a vote, or see that a motion is decided; once a game is shown, tell what was moved before."""
        if isinstance(reply, MotionReply):
            return _count_vote(state, reply) if reply.open else _decide(state, reply)
        return _open_motions(state) if _is_before_game(before) and not _is_before_game(state) else (state, ())

    # --- how things stand ------------------------------------------------------------------------------------

    def reminder(self, state: ClientState) -> Reminder | None:
        """Remind the reader to vote; if nothing is asked now, the question has been put away."""
        return Reminder("owes", "vote") if _owes_vote(state) and state.confirmation is None else None

    def status(self, reading: Reading, urgency: Urgency) -> str:
        """Say that whoever reads it is to vote, or that the others vote on going on without them."""
        state, words = reading.state, reading.words
        if urgency is Urgency.OUT_OF_GAME:
            moved = state.part(VotesState).open_motions.get(
                ("gone", state.operator if state.operator is not None else -1), {}
            )
            return words("screen.going-on-without-you") if any(moved.values()) else ""
        if urgency is Urgency.OWN_SEAT and _owes_vote(state):
            return words("screen.owes-vote" if state.confirmation is None else "screen.your-vote")
        return ""

    def refusal(self, reading: Reading) -> Display | None:
        """Say that nobody plays until all have voted, where the person here has agreed to a motion."""
        state, mine = reading.state, reading.state.operator
        agreed = mine is not None and any(votes.get(mine) for votes in state.part(VotesState).open_motions.values())
        if not agreed or not any(wait.for_vote for wait in state.waits):
            return None
        return text_display(reading.words("not-while-voting"))

    def wait_reason(self, wait: say.SeatWait, reading: Reading) -> str:
        """Name those without whom it is voted to go on."""
        state = reading.state
        without = [
            state.operator_name(operator) for kind, operator in state.part(VotesState).open_motions if kind == "gone"
        ]
        if not without or wait.why != "vote-gone":
            return ""
        return reading.words("vote-without", names=reading.words.listed(without))

    # --- what it tells ---------------------------------------------------------------------------------------

    def announce(self, change: Change, reading: Reading, interactive: bool) -> Iterator[Display]:
        """Say who has voted, and what was decided."""
        words = reading.words
        match change:
            case BallotCast():
                yield from _ballot_text(change, reading)
            case MotionDecided(MotionReply("resigned" | "pause", yes=True)) | MotionDecided(ends_game=True):
                pass  # it follows that somebody has resigned, that the game is paused, or who has ended it
            case MotionDecided(motion, refused=True) if motion.motion in WITH_REFUSALS:
                pass  # that somebody does not agree, perhaps who reads this, has said so
            case MotionDecided(motion):
                key = f"motion.{'carried' if motion.yes else 'lapsed'}.{motion.motion}"
                yield text_display(words(key + _subject_suffix(motion, reading), **_names(motion, reading)), "warn")

    def placement(self, change: Change, reading: Reading) -> Placement | None:
        """Show what somebody else has voted with the question what the person here says to it."""
        asked = reading.state.confirmation
        if not isinstance(change, BallotCast) or asked is None:
            return None
        return (
            Placement(Area.QUESTION) if asked.motion == motion_key(change.vote.motion, change.vote.operator) else None
        )


# --- hearing -----------------------------------------------------------------------------------------------


def motion_key(motion: str, operator: int) -> MotionKey:
    """Tell which motion a vote is about."""
    return motion, 0 if motion in ABOUT_NOBODY else operator


def _open_motions(state: ClientState) -> Update:
    """Once a game is shown, tell the motions that were put before and are open still."""
    after, changes = state, list[Change]()
    for (kind, operator), votes in state.part(VotesState).open_motions.items():
        for number, (by, yes) in enumerate(votes.items()):
            changes.append(BallotCast(MotionReply(kind, operator, by, yes), by == state.operator, not number))
        after, asked = _ask(after, MotionReply(kind, operator, next(iter(votes)), any(votes.values())))
        changes += asked
    return after, tuple(changes)


def _is_before_game(state: ClientState) -> bool:
    """Whether nothing of the game was shown yet: what is decided already needs no words by the time it is."""
    return state.turn is None and not state.is_preparing


def _count_vote(state: ClientState, vote: MotionReply) -> Update:
    about, mine, kept = motion_key(vote.motion, vote.operator), state.operator, state.part(VotesState)
    votes = kept.open_motions.get(about, {})
    if votes.get(vote.by) == vote.yes:
        return state, ()
    decided = {motion: carried for motion, carried in kept.decided_motions.items() if motion != about}
    after = state.with_part(VotesState({**kept.open_motions, about: {**votes, vote.by: vote.yes}}, decided))
    if _is_before_game(state):
        return after, ()
    if vote.by != mine:
        after, asked = _ask(after, vote)
    else:  # perhaps by the node itself, as somebody is against it
        asked, open_question = (), state.confirmation
        answered = open_question is not None and open_question.motion == about
        after = replace(after, confirmation=None) if answered else after
    return after, (BallotCast(vote, vote.by == mine, about not in kept.open_motions), *asked)


def _ask(state: ClientState, vote: MotionReply) -> Update:
    """Ask the person here about a motion, unless they are being asked or have voted, or it is not theirs."""
    about = motion_key(vote.motion, vote.operator)
    asked = state.confirmation is not None and state.confirmation.motion == about
    asked = asked or state.operator in state.part(VotesState).open_motions.get(about, {})
    if not vote.yes or asked or not _may_agree(state, *about):
        return state, ()
    confirmation = _agreement(vote.motion, vote.operator)
    return replace(state, confirmation=confirmation), (ConfirmationOpened(confirmation),)


def _decide(state: ClientState, motion: MotionReply) -> Update:
    """A motion is decided: what is still asked about it is not asked any more."""
    about, kept = motion_key(motion.motion, motion.operator), state.part(VotesState)
    if kept.decided_motions.get(about) == motion.yes:
        return state, ()
    ends = motion.yes and motion.motion in DEPARTURE_REASONS
    asked = state.confirmation
    off = ends or (asked is not None and asked.motion == about)
    still = {other: votes for other, votes in kept.open_motions.items() if other != about}
    after = state.with_part(VotesState(still, {**kept.decided_motions, about: motion.yes}))
    after = replace(after, ended_early=state.ended_early or ends, confirmation=None if off else asked)
    refused = not motion.yes and not all(kept.open_motions.get(about, {}).values())
    return after, () if _is_before_game(state) and not ends else (MotionDecided(motion, ends, refused),)


def _agreement(kind: str, operator: int, again: bool = False) -> PendingConfirmation:
    """Give what is asked about a motion: whether the person here agrees to it."""
    yes, no = (VoteRequest(kind, operator, agreed) for agreed in (True, False))
    return PendingConfirmation("motion.agree", (yes,), (no,), motion_key(kind, operator), repeated=again)


def _owes_vote(state: ClientState) -> bool:
    """Whether the table waits for what the person here votes."""
    return state.seat is not None and any(wait.for_vote and wait.seat == state.seat for wait in state.waits)


def _may_agree(state: ClientState, kind: str, operator: int) -> bool:
    """Whether the person here can still agree to a motion that was put.

    Whoever resigns does so: nodes agree to it by themselves, and nobody is asked.
    """
    mine, votes = state.operator, state.part(VotesState).open_motions.get((kind, operator), {})
    if mine is None or kind == "resigned" or votes.get(mine) or not any(votes.values()) or state.has_left:
        return False
    return kind in ABOUT_NOBODY or mine != operator


def _owed_motion(state: ClientState) -> MotionKey | None:
    """Give the motion that the person here is to vote on.

    Two ends of a game that do without different people are one to whoever votes, and a yes may be to the other one.
    """
    motions = state.part(VotesState).open_motions
    kinds = {wait.why.removeprefix("vote-") for wait in state.waits if wait.seat == state.seat}
    agreeable = (motion for motion in motions if _may_agree(state, *motion))
    again = (motion for motion in motions if motion[0] in kinds and motion[0] in DEPARTURE_REASONS)
    return next(agreeable, None) or next(again, None)


# --- telling -----------------------------------------------------------------------------------------------


WITH_REFUSALS = frozenset(("call-off", "forfeit", "gone", "pause"))
"""Motions of which it is said what becomes of them once somebody does not agree."""


WITH_REFUSALS = frozenset(("call-off", "forfeit", "gone", "pause"))
"""Motions of which it is said what becomes of them once somebody does not agree."""


def _ballot_text(change: BallotCast, reading: Reading) -> Iterator[Display]:
    vote = change.vote
    resigns = vote.motion == "resigned" and vote.yes
    if resigns and vote.by != vote.operator:
        return  # the node of everybody else agrees by itself
    if change.own:
        votes = reading.state.part(VotesState).open_motions.get(motion_key(vote.motion, vote.operator), {})
        if vote.motion == "pause" and not vote.yes and any(not yes for by, yes in votes.items() if by != vote.by):
            return  # their node has said that, as it was refused already
        about = ".resigned" if resigns else "" if change.first else ".voted"
        no = f".no.{vote.motion}"  # what becomes of it is known by now: all must agree
        about = no if not vote.yes and vote.motion in WITH_REFUSALS else about
        yield text_display(reading.words(f"motion.own{about}", **_names(vote, reading)))
        return
    how = "motion.yes"
    if not vote.yes:
        you = ".you" if vote.motion == "gone" and _subject_suffix(vote, reading) == ".you" else ""
        how = f"motion.no.{vote.motion}{you}" if vote.motion in WITH_REFUSALS else "motion.no"
    if vote.yes and (change.first or resigns):
        how = f"motion.{vote.motion}{_subject_suffix(vote, reading)}"
    yield text_display(reading.words(how, **_names(vote, reading)), "warn")


def _subject_suffix(motion: MotionReply, reading: Reading) -> str:
    """Give the suffix of a motion's key: whether the one to go on without reads it, or is connected.

    A spectator knows nothing of connections between players.
    """
    state = reading.state
    if motion.motion != "gone" or state.operator is None:
        return ""
    if motion.operator == state.operator:
        return ".you"
    seats = state.welcome.seats if state.welcome is not None else []
    here = any(info.operator == motion.operator and info.connected for info in seats)
    return ".here" if here and motion.open else ""


def _names(motion: MotionReply, reading: Reading) -> dict[str, str]:
    """Name whom a motion is about, and who moved it or voted."""
    state = reading.state
    return {"name": state.operator_name(motion.operator), "by": state.operator_name(motion.by)}


# --- what is typed -----------------------------------------------------------------------------------------


def _vote(context: CommandContext, rest: str) -> Iterator[Instruction]:
    said = rest.split()
    motion = said[0].lower() if said else ""
    mine = context.state.operator
    why = _vote_refusal(context.state, motion)
    if mine is None or why:
        yield text_display(context.words(why))
        return
    if not said and (owed := _owed_motion(context.state)):
        yield from _ask_again(context, *owed)
        return
    if motion not in MOTIONS:
        yield text_display(context.words("vote-how", motions=_usages(context)))
        return
    no = len(said) > 1 and is_no(context, said[-1])
    yes = len(said) > 1 and is_yes(context, said[-1])
    name = " ".join(said[1 : -1 if yes or no else None])
    operator = _operator(context, name) if name else (mine if motion not in ABOUT_SOMEBODY else None)
    if name and motion in ABOUT_NOBODY:
        yield text_display(context.words("vote-nobody", motion=motion))
        return
    if operator is None:
        yield text_display(context.words("vote-whom", motion=motion))
        return
    motions = context.state.part(VotesState).open_motions
    if motion not in (*DEPARTURE_REASONS, "resigned") and motions.get(motion_key(motion, operator), {}).get(mine):
        yield text_display(context.words("motion.own.stands"))
        return
    vote = VoteRequest(motion, operator, not no)
    if motion == "resigned" and operator == mine and not (yes or no):
        yield AskConfirmation(PendingConfirmation("resign.act", (vote,)))
    elif motion in DEPARTURE_REASONS and not (yes or no or motion_key(motion, operator) in motions):
        yield AskConfirmation(PendingConfirmation(f"vote.{motion}", (vote,)))
    else:
        yield SendRequest(vote)
        for part in with_hook("delivery_note"):
            yield from part.delivery_note(context.reading)


def _ask_again(context: CommandContext, kind: str, operator: int) -> Iterator[Instruction]:
    """Ask once more about a motion that the person here has put away: what it is, who agrees, whether they do."""
    for number, (by, yes) in enumerate(context.state.part(VotesState).open_motions[kind, operator].items()):
        cast = BallotCast(MotionReply(kind, operator, by, yes), by == context.state.operator, not number)
        yield from _ballot_text(cast, context.reading)
    mine = context.state.operator if kind in ABOUT_NOBODY else None
    yield AskConfirmation(_agreement(kind, operator if mine is None else mine, again=True))


def _vote_refusal(state: ClientState, motion: str) -> str:
    """Give the key of the text that says why nothing can be voted on so; empty if it can."""
    if state.operator is None:
        return "watcher" if state.welcome is not None else "no-game-yet"
    if state.game_over is not None or state.ended_early:
        return "vote-over"
    if not _can_move(state):
        return "vote-alone"
    return "vote-waits" if motion in ABOUT_SOMEBODY and motion not in _movable_motions(state) else ""


def _usages(context: CommandContext) -> str:
    """Say how each motion is typed that can be moved at this table."""
    about = f" {context.words('vote-about')}"
    offered = _movable_motions(context.state)
    return context.words("comma").join(f"vote {kind}{about if kind in ABOUT_SOMEBODY else ''}" for kind in offered)


def _operator(context: CommandContext, name: str) -> int | None:
    welcome = context.state.welcome
    for info in welcome.seats if welcome is not None else []:
        if normalize_name(name) in (normalize_name(info.name), normalize_name(info.operated_by)):
            return info.operator
    return None


def _resign(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Resign as the rules know it if that is possible now, else by a motion of the table."""
    mine = context.state.operator
    if mine is None:
        yield text_display(context.words(_vote_refusal(context.state, "resigned")))
    elif context.state.game_over is not None or context.state.ended_early:
        yield text_display(context.words("vote-over"))
    elif context.state.may_act and any(entry.text == "resign" for entry in context.reading.menu.entries):
        yield AskConfirmation(PendingConfirmation("resign.act", (say.ActRequest("resign"),)))
    else:
        yield AskConfirmation(PendingConfirmation("resign.act", (VoteRequest("resigned", mine, True),)))


def _moving_command(motion: str) -> Handler:
    """Move something that has a word of its own."""
    return lambda context, rest: _vote(context, f"{motion} {rest}")


def _can_move(state: ClientState) -> bool:
    """Whether there is anything to vote about but that oneself resigns, for which there is a word of its own."""
    return any(motion != "resigned" for motion in _movable_motions(state))


def _can_move_about(motion: str) -> OfferCheck:
    """Offer a motion by its own name where the table knows it."""
    return lambda state: motion in _movable_motions(state)


def _movable_motions(state: ClientState) -> tuple[str, ...]:
    """Give the kinds of motions that this client can move."""
    return tuple(state.welcome.motions) if state.welcome is not None and "vote" in state.offers else ()


def _offered_names(context: CommandContext) -> dict[str, str]:
    """Name those but for resigning, for the line of help."""
    motions = context.words("comma").join(kind for kind in _movable_motions(context.state) if kind != "resigned")
    return {"motions": motions}


PART = VotesPart()
