"""The log as people read it: a paragraph an act, which goes on with what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from tta_p2p.seats.messages import CardRef, LogEntry, TextArgument, TextRef

from .blocks import Block, Para
from .cells import Span, row
from .digest_style import Wording
from .texts import Clause, Texts


def log_paragraphs(lines: Iterable[LogEntry], texts: Texts, before: LogEntry | None = None) -> tuple[Para, ...]:
    """Lay lines of the log out; `before` is the line that is shown already and that they come after.

    What is no longer of an act that it follows from (the turn of somebody else begins) is a paragraph of its own, which
    stands out.
    """
    found: list[Para] = []
    for act in (
        with_true_act(merge_lines(part, texts), texts) for whole in by_act(lines) for part in split_act(whole, texts)
    ):
        new = starts_paragraph(act[0], texts)
        goes_on = (
            act[0].act is not None and not new and follow_same_act(act[0], before)
        )  # its beginning was shown before
        stands = None if goes_on or new else next((line for line in act if states_act(line, texts)), None)
        if stands is None and (goes_on or new or act[0].act is None or omits_act(act[0], texts)):
            stands = act[0]
        first = texts.line("log", stands) if stands is not None else act_sentence(act[0], texts)
        others = (line for line in act if line is not stands and not is_implied_by_act(line, texts))
        told = ((line, texts.clause("log", line)) for line in others)
        about_actor = stands is None or is_about_actor(texts.clause("log", stands), stands)
        parts = [first, *clauses(told, texts, act[0].actor if about_actor else None, each=True)]
        found.append(Para(row(Span(texts.words("log.and").join(parts), "log")), 0 if new else 4 if goes_on else 2, 2))
        before = act[-1]
    return tuple(found)


def with_notices(lines: Sequence[LogEntry], notices: Iterable[tuple[int, Block]], texts: Texts) -> tuple[Block, ...]:
    """Lay lines of the log out, with what was told of the table where it was told: each after so many lines."""
    found: list[Block] = []
    start = 0
    for after, notice in notices:
        stop = max(start, min(after, len(lines)))
        found += [*log_paragraphs(lines[start:stop], texts, lines[start - 1] if start else None), notice]
        start = stop
    return (*found, *log_paragraphs(lines[start:], texts, lines[start - 1] if start else None))


def by_act(lines: Iterable[LogEntry]) -> Iterator[list[LogEntry]]:
    """Give the lines of each act together; a line without an act stands alone."""
    group: list[LogEntry] = []
    for line in lines:
        if group and line.act is not None and group[-1].act is not None and follow_same_act(line, group[-1]):
            group.append(line)
            continue
        if group:
            yield group
        group = [line]
    if group:
        yield group


def latest_lines(log: Sequence[LogEntry], number: int) -> Sequence[LogEntry]:
    """Give the last lines of the log, so many at least: from the beginning of the act that the first of them is of."""
    start = max(0, len(log) - number)
    while 0 < start < len(log) and log[start].act is not None and follow_same_act(log[start], log[start - 1]):
        start -= 1
    return log[start:]


def starts_paragraph(line: LogEntry, texts: Texts) -> bool:
    """Whether what comes with this line and after it is no longer of the act that it follows from."""
    return texts.style.line(line.key).starts_paragraph


def split_act(act: Sequence[LogEntry], texts: Texts) -> tuple[Sequence[LogEntry], ...]:
    """Give the lines of an act, and apart from them those no longer of it: a part for each that begins anew."""
    at = next((at for at, line in enumerate(act) if starts_paragraph(line, texts)), None)
    if at is None:
        return (act,)
    begins = [place for place, line in enumerate(act) if starts_paragraph(line, texts)]
    parts = [act[here:then] for here, then in zip(begins, [*begins[1:], len(act)], strict=True)]
    silent = [len(part) == 1 and texts.style.line(part[0].key).wording is Wording.SILENT for part in parts[:-1]]
    said = [part for part, is_silent in zip(parts, silent, strict=False) if not is_silent]
    parts = [*said, parts[-1]]  # whose turn it is says which round it is as well
    return (act[:at], *parts) if at else tuple(parts)


def with_true_act(lines: Sequence[LogEntry], texts: Texts) -> Sequence[LogEntry]:
    """Give lines as those of the act that they follow from in truth, where another brings it about.

    A discard may end the turn (`LineStyle.true_acts`).
    """
    act = lines[0].act
    if act is None:
        return lines
    styles = (texts.style.line(line.key.partition("+")[0]) for line in lines)
    truly = (style.true_acts.get(act.label.key, "") for style in styles)
    other = next(filter(None, truly), "")
    return [replace(line, act=replace(act, label=TextRef(other, []))) for line in lines] if other else lines


def omits_act(line: LogEntry, texts: Texts) -> bool:
    """Whether what follows from the act of a line is all there is to say of it."""
    return line.act is not None and texts.style.act(line.act.label.key).is_omitted


def merge_lines(lines: Sequence[LogEntry], texts: Texts) -> list[LogEntry]:
    """Say several lines as one: hidden cards are counted, amounts added up, and some lines said with the next.

    `LineStyle` says which; the text `log.KEY-hidden` says how many hidden cards something happens to, where the card
    stood, and `log.KEY+NEXT` has the arguments of both lines.
    """
    found: list[LogEntry] = []
    for _, same in groupby(lines, lambda line: (line.key, _seat_of_hidden_card(line))):
        run = list(same)
        if len(run) > 1 and _seat_of_hidden_card(run[0]) is not None and texts.style.line(run[0].key).counts_hidden:
            found.append(replace(run[0], key=f"{run[0].key}-hidden", args=[run[0].args[0], len(run)]))
            continue
        for line in run:
            before = found[-1] if found else None
            joined = before is not None and line.key in texts.style.line(before.key).joins
            if before is not None and joined and before.args[:1] == line.args[:1]:
                found[-1] = replace(before, key=f"{before.key}+{line.key}", args=[*before.args, *line.args])
            elif before is not None and (sum_ := _merged_amount(before, line, texts)) is not None:
                found[-1] = replace(before, args=[*before.args[:-1], sum_])
            else:
                found.append(line)
    return found


def _merged_amount(before: LogEntry, line: LogEntry, texts: Texts) -> int | None:
    """Give the number of two equal lines together; None where they tell of different things, or it is no amount."""
    if line.key != before.key or line.args[:-1] != before.args[:-1] or not texts.style.line(line.key).sums:
        return None
    some, more = before.args[-1], line.args[-1]
    return some + more if isinstance(some, int) and isinstance(more, int) else None


def _seat_of_hidden_card(line: LogEntry) -> int | None:
    """Give the seat of which a line tells something about one hidden card and nothing else; None: any other line."""
    if len(line.args) != 2 or not isinstance(line.args[0], int):
        return None
    card = line.args[1]
    return line.args[0] if isinstance(card, CardRef) and not card.face else None


def act_sentence(line: LogEntry, texts: Texts) -> str:
    """Say that whoever a line follows from has done its act: a sentence, or the act as a list of acts has it."""
    if line.act is None or line.actor is None:
        return ""
    deed = texts.deed(line.actor, line.act.label)
    if deed is None and line.actor == texts.you:
        deed = Clause(texts.label(line.act.label, inside=True), line.actor)
    if deed is not None:
        return texts.statement(deed)
    return texts.words("log.act", name=texts.name(line.actor), act=texts.label(line.act.label))


def clauses(
    told: Iterable[tuple[LogEntry, Clause]], texts: Texts, spoken_of: int | None, each: bool = False
) -> Iterator[str]:
    """Say what follows from an act, line by line; ``spoken_of``: the seat that what stands before is about.

    Nobody is named again whom the clause before was about already, to its end (unless it turns to others,
    `LineStyle.turns_away`). Who reads is you once more, at the beginning or (``each``) in every clause, in languages
    that say it.
    """
    you_again = True
    for line, clause in told:
        same = clause.subject is not None and clause.subject == spoken_of
        yield texts.again(clause, you_again) if same else texts.statement(clause, inside=True)
        spoken_of = clause.subject if not texts.style.line(line.key).turns_away else None
        you_again = each or clause.subject != texts.you


def follow_same_act(line: LogEntry, before: LogEntry | None) -> bool:
    """Whether two lines follow from the same act."""
    return before is not None and (line.number, line.actor) == (before.number, before.actor)


def is_about_actor(clause: Clause, line: LogEntry) -> bool:
    """Whether a line, by its clause, says something of who acts."""
    return line.actor is not None and clause.subject == line.actor


def states_act(line: LogEntry, texts: Texts) -> bool:
    """Whether a line tells no more than that its act was done, so that it can stand for it."""
    if line.act is None or line.actor is None or texts.subject(line) != line.actor:
        return False
    if texts.style.line(line.key).is_effect or omits_act(line, texts):
        return False
    if _verb_of_key(line.key) == _verb_of_key(line.act.label.key):  # how it was paid for is in the line as well
        return True
    done, told = line.act.label.args, {_argument_name(arg) for arg in line.args[1:]}
    named = {_argument_name(arg) for arg in done if not isinstance(arg, int)} or {_argument_name(arg) for arg in done}
    return not told if not named else named <= told


def is_implied_by_act(line: LogEntry, texts: Texts) -> bool:
    """Whether what its act is called says this already: the act is told, and this is not."""
    return line.act is not None and line.act.label.key in texts.style.line(line.key).implied_by


def _verb_of_key(key: str) -> str:
    """Give the verb that a key of a log (`builds-paying`) or of a label (`build-buying`) begins with."""
    return key.partition("-")[0].removesuffix("s")


def _argument_name(arg: TextArgument) -> int | str:
    if isinstance(arg, CardRef):
        return arg.face or f"#{arg.card}"
    return arg if isinstance(arg, int | str) else ", ".join(map(str, arg))
