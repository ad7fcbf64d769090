"""Digest of a game, by player: a phrase for each act with its price, without the things the table shows anyway.

Which lines are grouped, shortened or left out, `digest_style` says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from dataclasses import replace as replace_clause
from itertools import groupby, pairwise, takewhile

from msgspec.structs import replace

from tta_p2p.i18n import Words, templates
from tta_p2p.seats import messages as say
from tta_p2p.seats.messages import CardRef, LogEntry

from . import changes as new
from .blocks import Block, Para
from .cells import ELLIPSIS, EMPTY, PHRASE_GAP, Row, Span, join, row
from .digest_style import Wording
from .log_text import (
    by_act,
    clauses,
    follow_same_act,
    is_implied_by_act,
    merge_lines,
    omits_act,
    starts_paragraph,
    states_act,
    with_true_act,
)
from .player_colours import player_role
from .state import ClientState
from .texts import Clause, Texts, row_of, sentence

FLUSHING_CHANGES = (
    *(new.CardsRevealed, new.TurnStarted, new.TurnContinued, new.DraftChanged, new.ChoiceSealed, new.SeatHandover),
    *(say.GameOverReply, say.AccusationReply, say.HaltReply),
)
"""Changes that are announced only after all pending lines of the log."""


@dataclass(frozen=True)
class ActionGroup:
    """One act with all lines of the log that follow from it, or a line that follows from none.

    ``continues``: the act, and what followed from it first, were told before.
    """

    actor: int | None
    lines: tuple[LogEntry, ...]
    continues: bool = False


@dataclass(frozen=True)
class PlayerSummary:
    """The deeds of one player, one action after the other; `actor` is None for events that belong to nobody."""

    actor: int | None
    actions: tuple[ActionGroup, ...]


def group_actions(lines: Iterable[LogEntry], before: LogEntry | None = None) -> tuple[ActionGroup, ...]:
    """Group lines of the log by act; ``before``: the line before them, if any."""
    found = []
    for act in by_act(lines):
        acts = act[0].act is not None
        found.append(ActionGroup(act[0].actor if acts else None, tuple(act), acts and follow_same_act(act[0], before)))
        before = act[-1]
    return tuple(found)


def line_before(state: ClientState, lines: Sequence[LogEntry]) -> LogEntry | None:
    """Give the line of the log before these, the last ones."""
    at = len(state.log) - len(lines)
    return state.log[at - 1] if lines and at > 0 and state.log[at] == lines[0] else None


def consecutive_summaries(done: Iterable[ActionGroup]) -> tuple[PlayerSummary, ...]:
    """Summarise consecutive actions of one player together."""
    found: list[PlayerSummary] = []
    for deed in done:
        if found and found[-1].actor == deed.actor:
            found[-1] = PlayerSummary(deed.actor, (*found[-1].actions, deed))
        else:
            found.append(PlayerSummary(deed.actor, (deed,)))
    return tuple(found)


def player_summaries(done: Sequence[ActionGroup]) -> tuple[PlayerSummary, ...]:
    """Summarise all actions of each player together, players in the order of their first action.

    What is nobody's comes last, but before all else what was so before anybody did anything.
    """
    before = tuple(takewhile(lambda deed: deed.actor is None, done))
    after = done[len(before) :]
    actors = sorted(dict.fromkeys(deed.actor for deed in after), key=lambda actor: actor is None)
    shared = tuple(PlayerSummary(actor, tuple(deed for deed in after if deed.actor == actor)) for actor in actors)
    return (PlayerSummary(None, before), *shared) if before else shared


def since_own_turn(state: ClientState) -> tuple[LogEntry, ...]:
    """Give what has happened since the last turn of this seat, before the one it is in; all of it for spectators.

    Where all act at once, since the last choice of this seat.
    """
    log, seat = state.log, state.seat
    if seat is None:
        return log
    acts = [one for one in by_act(log) if one[0].act is not None]
    goes_on = state.turn is not None and state.turn.mine
    if any(one[0].number == other[0].number for one, other in pairwise(acts)):
        begins = _own_choice(acts, seat)
    elif any(one[0].player is not None for one in acts):
        begins = _after_own_turn(acts, seat, goes_on)
    else:
        begins = _after_own_run(acts, seat, goes_on)
    return tuple(line for line in log if line.number >= begins)


def _own_choice(acts: Sequence[Sequence[LogEntry]], seat: int) -> int:
    """Give the number of the fact at which a seat has chosen last, as all do at once; 0: it has not."""
    return max((one[0].number for one in acts if one[0].actor == seat), default=0)


def _after_own_turn(acts: Sequence[Sequence[LogEntry]], seat: int, goes_on: bool) -> int:
    """Give the number of the first fact after the last turn of a seat, in a game that says whose turns are played; 0:
    it has had none. ``goes_on``: it is its turn, which does not count, with what others answered in it.
    """
    ended = list(acts)
    while goes_on and ended and (ended[-1][0].player, ended[-1][0].turn) == (seat, acts[-1][0].turn):
        ended.pop()
    own = [one[-1].number for one in ended if one[0].actor == one[0].player == seat]
    return own[-1] + 1 if own else 0


def _after_own_run(acts: Sequence[Sequence[LogEntry]], seat: int, goes_on: bool) -> int:
    """Give the same in a game that does not: acts of one seat after another are its turn, but for answers."""
    runs = [list(run) for _, run in groupby(acts, key=lambda one: one[0].actor)]
    if goes_on and runs and runs[-1][0][0].actor == seat:
        runs.pop()
    own = (number for number in range(len(runs) - 1, -1, -1) if runs[number][0][0].actor == seat)
    last = next((number for number in own if not _is_answer(runs, number)), None)
    return runs[last][-1][-1].number + 1 if last is not None else 0


def is_only_passed(lines: Sequence[LogEntry], texts: Texts, seat: int | None) -> bool:
    """Whether all of this is of the turn of a seat, in which others have done no more than let pass what it did."""
    mine = all(line.player == seat for line in lines)
    return mine and all(deed.actor in (seat, None) for deed in separate_effects(group_actions(lines), texts))


def end_of_own_turn(state: ClientState, ending: Sequence[str], before: int) -> tuple[LogEntry, ...]:
    """Give what the end of the last own turn has brought, as far as that was before a fact of this number.

    ``ending``: the verbs that end a turn. What somebody must do after that (discard) brings the end, too: it is the
    last thing that they do in a turn of theirs.
    """
    for act in reversed([one for one in by_act(state.log) if one[0].act is not None and one[0].actor == state.seat]):
        first = act[0]
        if act[-1].number >= before or first.act is None or first.player not in (state.seat, None):
            continue
        if first.player is not None or first.act.text.split(" ")[0] in ending[:1]:
            return tuple(act)
    return ()


def _is_answer(runs: Sequence[Sequence[Sequence[LogEntry]]], number: int) -> bool:
    """Whether a player only answered in the turn of another player, and that turn then continued."""
    if not 0 < number < len(runs) - 1:
        return False
    before, after = runs[number - 1][-1][-1], runs[number + 1][0][0]
    return (before.actor, before.turn) == (after.actor, after.turn)


def hold_back(
    pending: tuple[LogEntry, ...], changes: Iterable[new.Change], state: ClientState
) -> tuple[tuple[LogEntry, ...], tuple[new.Change, ...]]:
    """Hold lines of the log back until the acting player has finished or a question comes.

    Returns the lines that are still held and the changes to announce.
    """
    told: list[new.Change] = []
    for change in changes:
        if isinstance(change, new.LogExtended):
            if change.initial:
                told.append(change)
            else:
                pending += change.lines
            continue
        if pending and (
            isinstance(change, FLUSHING_CHANGES)
            or (isinstance(change, new.TableChanged) and _is_finished(pending, state))
        ):
            told.append(new.LogExtended(pending, False))
            pending = ()
        told.append(change)
    return pending, tuple(told)


def _is_finished(pending: Sequence[LogEntry], state: ClientState) -> bool:
    """Whether the player of the last line has finished; while no decision is open, more may follow."""
    decision = state.turn.decision if state.turn is not None else None
    actor = pending[-1].actor
    return decision is not None and (
        actor is None or actor == state.seat or decision.sealed or actor not in decision.seats
    )


# --- in words -----------------------------------------------------------------------------------------


def separate_effects(done: Iterable[ActionGroup], texts: Texts) -> tuple[ActionGroup, ...]:
    """Separate effects that belong to nobody, although they follow from an act."""
    found: list[ActionGroup] = []
    for deed in done:
        act = deed.lines[0].act
        if act is not None and texts.style.act(act.label.key).lets_through:  # what others did has come through
            whose = deed.lines[0].player
            found.append(ActionGroup(whose, tuple(replace(line, actor=whose, act=None) for line in deed.lines)))
            continue
        ends = [at for at, line in enumerate(deed.lines) if starts_paragraph(line, texts)]
        own = deed.lines[: ends[0] + 1] if ends else deed.lines
        rest_of = tuple(line for at, line in enumerate(own) if not _is_separate(line, own[:at], texts))
        if act is not None and texts.style.act(act.label.key).is_answer:
            rest_of = tuple(line for line in rest_of if texts.subject(line) in (None, deed.actor))
        nobodys = tuple(line for line in own if line not in rest_of) + deed.lines[len(own) :]
        if rest_of:
            found.append(ActionGroup(deed.actor, rest_of, deed.continues))
        parts = _split_effects([replace(line, actor=None, act=None) for line in nobodys], texts)
        found += (ActionGroup(None, part) for part in parts)
    return tuple(found)


def _is_separate(line: LogEntry, before: Iterable[LogEntry], texts: Texts) -> bool:
    """Whether a line, after these, belongs to nobody."""
    style = texts.style.line(line.key)
    return style.is_apart or any(one.key in style.apart_after for one in before)


def _split_effects(lines: Sequence[LogEntry], texts: Texts) -> Iterator[tuple[LogEntry, ...]]:
    """Split effects that belong to nobody: a line that starts a paragraph keeps what follows from it."""
    part: list[LogEntry] = []
    before = False
    for at, line in enumerate(lines):
        new = starts_paragraph(line, texts)
        alone = not new and _is_separate(line, lines[:at], texts)
        if part and (new or alone != before):
            yield tuple(part)
            part = []
        part.append(line)
        before = alone
    if part:
        yield tuple(part)


@dataclass(frozen=True)
class Phrase:
    """An action as a paragraph has it: a clause, with what it cost and brought behind it."""

    clause: Clause
    more: str = ""
    """What stands behind the clause, in brackets or after a colon."""
    tail: str = ""
    """What goes on with the clause."""

    def text(self, said: str) -> str:
        """Give all of it, the clause being said in this way."""
        return f"{said}{self.tail}{self.more}"


def action_text(deed: ActionGroup, texts: Texts, own: int | None) -> str:
    """Say an action without its player; empty if the table shows all of it. ``own``: the reader's seat."""
    phrase = _phrase(deed, texts, own)
    return phrase.text(texts.again(phrase.clause)) if phrase is not None else ""


def _phrase(deed: ActionGroup, texts: Texts, own: int | None) -> Phrase | None:
    """Say an action with its cost and effects; None if the table shows all of it."""
    lines, act = _true_lines(deed, texts, own)
    stated, paid, others = _sorted_lines(lines, deed, texts)
    effects = _effects(others, act, deed, texts)
    prices = [_short_text(f"price.{line.key}", line, texts) for line in paid]
    is_bare = deed.continues or (
        bool(effects) and (lines[0].act is None or (not prices and omits_act(lines[0], texts)))
    )
    said = [clause for line in stated if (clause := _clause(line, act, texts)).text]
    if not said and not is_bare and (effects or prices or any(is_implied_by_act(line, texts) for line in others)):
        said = [*_deed(lines[0], deed.actor, texts)]
    if not said:
        return _bare_phrase(effects, deed, texts)
    words = texts.words
    parts = clauses(effects, texts, deed.actor)
    price = words("digest.price", prices=words("comma").join(prices)) if prices else ""
    more = price + (words("digest.so") + words("digest.and").join(parts) if effects else "")
    tail = "".join(words("digest.also") + texts.again(clause) for clause in said[1:])
    return Phrase(said[0], more, tail)


def _true_lines(deed: ActionGroup, texts: Texts, own: int | None) -> tuple[Sequence[LogEntry], str]:
    """Give the lines of an action, those said together merged, and the key of the act of somebody else that they
    follow from (empty: an act of the reader, or none).
    """
    lines: Sequence[LogEntry] = merge_lines(deed.lines, texts)

    def key() -> str:
        act = lines[0].act
        return act.label.key if act is not None and deed.actor != own else ""

    if any(_clause(line, key(), texts).text for line in lines if not states_act(line, texts)):  # more than the act
        lines = with_true_act(lines, texts)
    return lines, key()


def _sorted_lines(
    lines: Sequence[LogEntry], deed: ActionGroup, texts: Texts
) -> tuple[Sequence[LogEntry], Sequence[LogEntry], Sequence[LogEntry]]:
    """Give the lines that state an act (the same may be done to several things), what is its price, and the others."""
    if deed.continues:
        return (), (), lines
    first = next((line for line in lines if states_act(line, texts)), None)
    paid = [line for line in lines if texts.style.line(line.key).is_price and line.args[:1] == [deed.actor]]
    others = [line for line in lines if line not in paid and line is not first]
    if first is None:
        return (), paid, others
    stated = [line for line in others if line.key == first.key]
    return (first, *stated), paid, [line for line in others if line.key != first.key]


def _effects(lines: Iterable[LogEntry], act: str, deed: ActionGroup, texts: Texts) -> Sequence[tuple[LogEntry, Clause]]:
    """Give what follows from an act, line by line; what reads alike in a row is counted."""
    told = [
        (line, _clause(line, act if line.args[:1] == [deed.actor] else "", texts))
        for line in lines
        if not is_implied_by_act(line, texts)
    ]
    alike = [list(same) for _, same in groupby((one for one in told if one[1].text), lambda one: one[1])]
    return [(same[0][0], _counted(same[0][1], len(same), texts.words)) for same in alike]


def _deed(line: LogEntry, actor: int | None, texts: Texts) -> Iterator[Clause]:
    """Say the act that a line follows from, if any: by its own words, or as a list of acts has it."""
    if line.act is None:
        return
    deed = texts.deed(actor or 0, line.act.label)
    reads = actor == texts.you
    yield deed or Clause(texts.label(line.act.label, reads), actor if reads else None)


def _bare_phrase(effects: Sequence[tuple[LogEntry, Clause]], deed: ActionGroup, texts: Texts) -> Phrase | None:
    """Say what came of an act without the act."""
    if not effects:
        return None
    first = effects[0][1]
    parts = list(clauses(effects, texts, deed.actor))
    if deed.actor is None or first.subject != deed.actor:  # of nobody's deed the name stands in the line
        first = Clause(parts[0], begins_with_name=texts.begins_with_name(first))
    return Phrase(first, tail="".join(texts.words("digest.and") + part for part in parts[1:]))


def _counted(clause: Clause, n: int, words: Words) -> Clause:
    def counted(text: str) -> str:
        return words("digest.times", text=text, n=n)

    return _reworded(clause, counted) if n > 1 else clause


def _reworded(clause: Clause, word: Callable[[str], str]) -> Clause:
    """Say a clause in other words, wherever its subject stands."""
    return replace_clause(clause, text=word(clause.text), frame=word(clause.frame) if clause.frame else "")


def _clause(line: LogEntry, act: str, texts: Texts) -> Clause:
    """Say a line as the digest has it, with no text if it has none; ``act``: what somebody else's act it follows from
    is called.

    What is said of that act in place of a hidden card is not said to a reader who knows the card.
    """
    style, key = texts.style.line(line.key), f"digest.{line.key}"
    wording = style.others.get(act)
    if wording is Wording.SHORT and any(isinstance(arg, CardRef) and arg.face for arg in line.args):
        wording = None
    elif wording is Wording.SHORT:
        key = f"digest.{act}.{line.key}"
    match wording or style.wording:
        case Wording.SILENT:
            return Clause("")
        case Wording.SHORT:
            return texts.clause_of(texts.words.template(key), line.args, texts.subject(line))
        case Wording.LOG:
            return texts.clause("log", line)


def _short_text(key: str, line: LogEntry, texts: Texts) -> str:
    return texts.fill(texts.words.template(key), line.args, texts.words.language, inside=True)


def summary_paragraph(share: PlayerSummary, texts: Texts, own: int | None) -> Para | None:
    """Say what a player has done in one short paragraph; None where there is nothing to say."""
    done = [_phrase(deed, texts, own) for deed in share.actions]
    told = [_times(one, len(list(same)), texts.words) for one, same in groupby(filter(None, done))]
    if not told:
        return None
    about = _about_reader(share, done, texts) if own is not None and share.actor != own and texts.you == own else []
    if share.actor is None or share.actor == texts.you:
        kept = (row(texts.statement(one.clause, inside=True), one.tail, Span(one.more, "log")) for one in about)
        core = _joined([row(ELLIPSIS), *kept], texts.words) if about else EMPTY
        return Para(_joined(_sentence_rows(told, texts), texts.words), 2, 2, core)
    name = Span(texts.name(share.actor), player_role(share.actor, own))
    core = _named(name, [row(ELLIPSIS), *(_phrase_row(one, texts) for one in about)], texts.words) if about else EMPTY
    return Para(_named(name, [_phrase_row(one, texts) for one in told], texts.words), 2, 2, core)


def _about_reader(share: PlayerSummary, done: Sequence[Phrase | None], texts: Texts) -> list[Phrase]:
    """Give what changes where the reader goes by name; nothing if that is all."""
    plainly = texts.for_others()
    both = zip(done, [_phrase(deed, plainly, texts.you) for deed in share.actions], strict=True)
    about = list(dict.fromkeys(one for one, other in both if one is not None and one != other))
    return about if len(about) < sum(one is not None for one in done) else []


def _times(phrase: Phrase, n: int, words: Words) -> Phrase:
    """Say a phrase once for several that are the same."""
    if n == 1:
        return phrase
    behind = phrase.text("")
    clause = replace_clause(
        phrase.clause,
        text=f"{phrase.clause.text}{behind}",
        frame=f"{phrase.clause.frame}{templates.escape(behind)}" if phrase.clause.frame else "",
    )
    return Phrase(_counted(clause, n, words))


def _sentence_rows(told: Sequence[Phrase], texts: Texts) -> Iterator[Row]:
    """Say what the reader (or nobody) has done as parts of a sentence: You take X; end your turn.

    What does not go on behind "you" (Bob attacks with 5, you defend with 3) stands in it for itself, and you are named
    again after that.
    """
    spoken_of = None
    for number, phrase in enumerate(told):
        clause = phrase.clause
        if not number and clause.subject is not None:
            you = Span(texts.name(clause.subject), "mine")
            said = _begun(row_of(texts.frame(clause), "log", subject=you))
        elif clause.subject is not None and clause.subject != spoken_of:
            said = row(texts.statement(clause, inside=True))
        else:
            said = row(texts.again(clause))
            said = said if number or texts.begins_with_name(clause) else _begun(said)
        yield row(said, phrase.tail, Span(phrase.more, "log"))
        spoken_of = clause.subject


def _begun(said: Row) -> Row:
    """Begin a sentence."""
    return (said[0]._replace(text=sentence(said[0].text)), *said[1:]) if said else said


def _phrase_row(phrase: Phrase, texts: Texts) -> Row:
    """Say an action behind the name of its player."""
    return row(texts.again(phrase.clause), phrase.tail, Span(phrase.more, "log"))


def _named(name: Span, told: Iterable[Row], words: Words) -> Row:
    return row_of(words.template("digest.told"), "log", subject=name, told=_joined(told, words))


def _joined(told: Iterable[Row], words: Words) -> Row:
    """Join actions in a row; costs and effects are dim, and no action is broken over two lines."""
    return join(told, Span(words("digest.next"), PHRASE_GAP))


def digest(
    lines: Iterable[LogEntry],
    texts: Texts,
    own: int | None = None,
    merged: bool = False,
    before: LogEntry | None = None,
) -> tuple[Block, ...]:
    """Say what has happened: a paragraph a player in a row, or (`merged`) only one for each.

    ``before``: the line of the log that was told before these.
    """
    done = separate_effects(group_actions(lines, before), texts)
    alike = player_summaries(done) if merged else consecutive_summaries(done)
    told = (summary_paragraph(one, texts, own) for share in alike for one in _split_summary(share, texts))
    return tuple(one for one in told if one is not None)


def _split_summary(share: PlayerSummary, texts: Texts) -> Iterator[PlayerSummary]:
    """Take apart what is nobody's where something begins anew."""
    begins = [
        at for at, deed in enumerate(share.actions) if share.actor is None and starts_paragraph(deed.lines[0], texts)
    ]
    for here, then in pairwise(sorted({0, *begins, len(share.actions)})):
        yield PlayerSummary(share.actor, share.actions[here:then])


def action_rows(lines: Iterable[LogEntry], texts: Texts, own: int | None = None) -> tuple[Row, ...]:
    """Say what happened action by action, each with its player."""
    found = []
    for deed in separate_effects(group_actions(lines), texts):
        one = summary_paragraph(PlayerSummary(deed.actor, (deed,)), texts, own)
        if one is not None:
            found.append(one.text)
    return tuple(found)
