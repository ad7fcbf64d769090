"""What is new, in words: the same for every client, but for turns and for seats that change hands.

Those depend on how a client paints, so each tells them in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

import msgspec

from tta_p2p import registry
from tta_p2p.games.contract import Standings
from tta_p2p.i18n import Words
from tta_p2p.i18n.templates import beginning
from tta_p2p.seats import messages as say

from . import changes as new
from .blocks import Page, Para
from .cells import EMPTY, Row, Span, row
from .charts import chart_page
from .history import as_it_stood
from .instructions import Display, tell
from .lobby_page import lobby_blocks, void, welcome_blocks
from .part import Part
from .parts import in_order, rests, with_hook
from .presenter import Presenter
from .reading import Reading
from .state import CHART, ENDING, ClientState, Confirmation
from .texts import Texts, sentence
from .titles import title_in


def told(change: new.Change, reading: Reading, interactive: bool) -> Iterator[Display]:
    """Tell a change; `reading` is how things stand after it. Nothing for what a client tells in its own way."""
    part = teller(type(change))
    if part is not None:
        yield from part.told(change, reading, interactive)
        return
    words, presenter = reading.words, reading.presenter
    match change:
        case new.LobbyChanged(lobby, before):
            yield Display(lobby_blocks(lobby, words, before))
            yield from agreed_before(change, words)
        case new.GameChanged():
            yield from _game(change, reading)
        case new.CardsPrepared():
            yield tell(words("preparing"))
        case new.ChoiceSealed(label) if presenter is not None:
            yield tell(words("chosen", act=presenter.texts.label(label)), "good")
            for part in with_hook("unheard"):
                yield from part.unheard(reading)
        case new.Learned(sentences):
            yield Display(tuple(Para(row(Span(one, "good"))) for one in sentences))
        case new.OnlyWatching():
            yield tell(words("watching"))
        case new.ActExplained():
            yield from explanation(change, reading)
        case new.PastTold():
            yield from _past(change, reading)
        case new.ConfirmationAsked(confirmation):
            yield asking(confirmation, reading)
        case say.AccusationReply():
            yield from _accused(change, reading)
        case say.HaltReply():
            yield from _halted(change, reading, interactive)
        case say.RollbackReply():
            yield tell(words("again"), "warn")
        case say.DepartureReply(seat, name, reason):
            own = ".you" if seat == reading.state.seat and not reading.state.wish.others else ""
            yield tell(words(f"has-left.{reason}{own}", name=name), "warn")
        case say.GameOverReply() if presenter is not None:
            yield from _over(change, reading, interactive)
        case say.ErrorReply():
            yield from _failed(change, reading)


@cache
def teller(kind: type[object]) -> Part | None:
    """Give the part that puts a kind of change into words; None: none does, every game has it."""
    return next((part for part in in_order() if kind in part.tells), None)


def notes_of(state: ClientState) -> Callable[[say.SeatInfo], Iterable[str]]:
    """Give what gives the keys of what parts say beside a player in the list of all."""
    return lambda info: [note for part in with_hook("note") if (note := part.note(info, state))]


def _past(change: new.PastTold, reading: Reading) -> Iterator[Display]:
    if change.what == CHART:
        yield Display(chart_page(reading))
    else:
        yield from shown_as_it_stood(reading, change.what, change.numbers[0])


def shown_as_it_stood(reading: Reading, page: str, place: int) -> Iterator[Display]:
    """Show a page of the game as it stood after so many facts."""
    then = as_it_stood(reading, reading.state.past[place])
    if then.presenter is not None and then.scene is not None:
        standing = then.presenter.standing(then.scene)
        yield tell(row(Span(reading.words("past.back"), "warn"), " ", standing))
        yield Display(then.presenter.page(page, "", then.scene))


def parting(state: ClientState, words: Words, comeback: str, asked: bool = False) -> str:
    """Say what becomes of the game when a client goes; ``comeback``: the command that comes back to it, if any.

    ``asked``: it stands behind the question whether to leave.
    """
    if not state.local:
        how = "stays-paused" if rests(state) else "goes-on"
    elif comeback:
        how = "not-kept" if state.wish.learns else "saved"
    else:
        how = "ends-here" if state.begun else "nothing-saved"
    return words(f"leave.{how}" if asked else how, comeback=comeback)


def agreed_before(change: new.LobbyChanged, words: Words) -> Iterator[Display]:
    """Tell who had agreed that the table has changed since."""
    if void(change.lobby, change.before):
        yield tell(words("lobby.void"), "warn")


def drafted(added: bool, reading: Reading) -> Display:
    """Say what was done, or taken back, as long as it can be."""
    words, done = reading.words, reading.drafted()
    if added:
        return tell(words("done", act=done[-1], n=len(done)), "good")
    return tell(words("undone", acts="; ".join(done)) if done else words("undone-all"))


def still_done(reading: Reading) -> Iterator[Display]:
    """Say to who comes back in the middle of a turn what is done already, as far as it can be taken back."""
    if done := reading.drafted():
        yield tell(reading.words("still-done", acts="; ".join(done), n=len(done)))


def asking(confirmation: Confirmation, reading: Reading) -> Display:
    """Ask something that waits for yes or no."""
    answers = reading.words("yes-no.enter" if confirmation.enter else "yes-no")
    return tell(row(Span(sentence(reading.asked(confirmation)), "mine"), " ", answers))


def halted(said: say.HaltReply, words: Words) -> Display:
    """Say that nothing goes on, and why; also for good."""
    key = f"halted.{said.key}"
    reason = words.line(key, said.args) if key in words else said.text or said.key
    if said.key in ENDING:
        return tell(words("ended-by", reason=sentence(reason)), "warn")
    return tell(words("halted", reason=reason), "warn")


def _halted(said: say.HaltReply, reading: Reading, interactive: bool) -> Iterator[Display]:
    yield halted(said, reading.words)
    if said.key in ENDING:
        yield tell(reading.words("ended.watched" if reading.state.looks_on else "ended"))
        if interactive:
            yield from afterwards(reading)


def afterwards(reading: Reading) -> Iterator[Display]:
    """Say what there is to do after the game."""
    for part in with_hook("afterwards"):
        yield from part.afterwards(reading)


def _accused(said: say.AccusationReply, reading: Reading) -> Iterator[Display]:
    words, presenter, key = reading.words, reading.presenter, f"accused.{said.kind}"
    known = key in words
    yield tell(words.line(key, [said.name]) if known else words("accused", name=said.name, kind=said.kind), "bad")
    if said.refusal is not None and presenter is not None:
        yield tell(words("accused-why", why=presenter.texts.line("illegal", said.refusal)), "bad")
    if said.certificate:
        yield tell(words("certificate", file=said.certificate))
    yield tell(words("accused-then", name=said.name))


def _game(change: new.GameChanged, reading: Reading) -> Iterator[Display]:
    words, presenter, welcome = reading.words, reading.presenter, change.welcome
    if presenter is None:
        return
    if welcome.version != say.VERSION:
        yield tell(words("other-version", theirs=welcome.version, ours=say.VERSION), "warn")
    if change.before is None:
        yield Display(welcome_blocks(welcome, words, presenter, watching=reading.state.wish.watch))
    elif change.before.seats != welcome.seats:
        yield Display(welcome_blocks(welcome, words, presenter, again=True, notes=notes_of(reading.state)))


def explanation(change: new.ActExplained, reading: Reading, cards: bool = True) -> Iterator[Display]:
    """Say what an act costs and does, or why it is not possible; ``cards``: and what a card does that it is about."""
    words, presenter, scene = reading.words, reading.presenter, reading.scene
    if presenter is None or scene is None:
        return
    explained = change.explained
    texts = presenter.addressed(scene.seat)
    named = texts.label(explained.label)
    about = presenter.about(explained.label, scene) if cards else EMPTY
    if explained.refusal is not None:
        why = texts.line("illegal", explained.refusal)
        yield tell(words("refused-because", act=_asked(change.typed, presenter) or named, why=why), "warn")
        yield from (Display((Para(about, 2, 2),)),) if about else ()
        for one in explained.instead:
            yield Display((Para(_instead(one, presenter, texts), 2, 4),))
        return
    cost = presenter.cost(explained.cost)
    mine = sentence(texts.name(scene.seat)) + words("digest.does") if scene.seat is not None else ""
    yield tell(row(Span(named, "heading"), words("costs") if cost else "", cost))
    yield from (Display((Para(about, 2, 2),)),) if about else ()
    for line in explained.effects:
        told = texts.line("effect", line)  # whose effects these are goes without saying
        if scene.seat is not None and _repeats(told, named, texts.name(scene.seat)):
            continue
        yield Display((Para(row(sentence(told.removeprefix(mine))), 2, 2),))
    if scene.turn.decision is not None and scene.turn.decision.sealed:
        others = any(wait.seat != scene.seat for wait in reading.state.waits)
        yield tell(words("sealed-undo" if others else "sealed-last"))
    elif explained.barrier:
        yield tell(words("no-undo"))


def _asked(typed: str, presenter: Presenter) -> str:
    """Give what somebody has typed as it is repeated.

    Empty where it begins with a verb of the notation, which is English, and everything else is in another language.
    """
    first = typed.partition(" ")[0].lower()
    of_notation = first.isascii() and any(verb.startswith(first) for verb in presenter.texts.verbs)
    return "" if of_notation and not presenter.words.language.startswith("en") else beginning(typed)


def _repeats(effect: str, act: str, name: str) -> bool:
    """Whether an effect says no more than the act itself: “You build a temple” of “Build a temple”."""
    done = effect.casefold().removeprefix(name.casefold()).strip()
    return effect.casefold() != done and act.casefold().startswith(done)


def _instead(one: say.Alternative, presenter: Presenter, texts: Texts) -> Row:
    """Say an act that may have been meant, with what it costs or why it is not possible."""
    named = texts.label(one.label)
    if one.refusal is not None:
        return row(named, Span(f": {texts.line('illegal', one.refusal)}", "label"))
    cost = presenter.cost(one.cost)
    return row(named, *((Span(" (", "label"), cost, Span(")", "label")) if cost else ()))


def winners(over: say.GameOverReply, reading: Reading) -> str:
    """Say who has won; empty where that is not known, or where a game without points ends without a winner."""
    words, presenter = reading.words, reading.presenter
    try:
        standings = msgspec.convert(over.standings, Standings)
    except msgspec.ValidationError:
        return ""
    first = [place.seat for place in standings.places if place.place == 1]
    if presenter is None or not first:
        return ""
    if len(first) == len(standings.places) > 1 and not registry.has_points(presenter.game.name):
        return ""
    if first == [reading.state.seat] and len(reading.state.wish.others) < 2:
        return words("won.you")
    return words("won", names=words.listed([presenter.texts.names[seat] for seat in first]), n=len(first))


def _over(over: say.GameOverReply, reading: Reading, interactive: bool) -> Iterator[Display]:
    words, presenter = reading.words, reading.presenter
    assert presenter is not None
    try:
        standings = msgspec.convert(over.standings, Standings)
    except msgspec.ValidationError as error:
        yield tell(words("bad-line", why=str(error)), "warn")
        standings = Standings(True, ())
    ending = presenter.texts.line("ending", standings.ending) if standings.ending is not None else ""
    scored = presenter.results.itemised(reading.state.log, [place.seat for place in standings.places])
    reached = presenter.results.reached(reading.scene.view) if reading.scene is not None else ()
    yield Display(Page(row(words("over")), (*presenter.results.standings(standings.places, ending), *reached, *scored)))
    if over.verdict:
        known = f"verdict.{over.verdict}"
        known = f"{known}.{over.checked}" if f"{known}.{over.checked}" in words else known
        text = words(known) if known in words else words("verdict", verdict=over.verdict)
        yield tell(text, "good" if over.verdict in ("fair", "convicted") else "bad")
    for part in with_hook("checked"):
        yield from part.checked(reading, over=True)
    for part in with_hook("waits"):
        yield from part.waits(reading)
    if over.file:
        yield tell(words("transcript", file=over.file))
        yield tell(words("transcript.replay", file=over.file))
    if interactive:
        yield tell(words("look-around"))
        yield from afterwards(reading)


def _failed(failed: say.ErrorReply, reading: Reading) -> Iterator[Display]:
    words, presenter = reading.words, reading.presenter
    text = ""
    if not failed.key.startswith("node."):  # a refusal by the rules, for which the game has a text
        texts = presenter.addressed(reading.state.seat) if presenter is not None else None
        text = texts.say("illegal", failed.key, failed.args) if texts is not None else ""
    elif failed.key in words:
        games = [one for one in failed.args if isinstance(one, str) and one in registry.names()]
        called = {f"game.{one}": title_in(one, words) for one in games}
        text = words.extended({"en": called, words.language: called}).line(failed.key, failed.args)
        text = text if words.get(failed.key, "").startswith("{") else sentence(text)  # a name stays as it is
    yield tell(text or failed.text or failed.key, "warn")
    if failed.key == "node.seat-taken":
        yield tell(words("take-over"))
