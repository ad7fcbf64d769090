"""News in words: the same for every client, but for turns and for seats that change hands.

Those depend on how a client paints, so each tells them in its own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import PurePath

import msgspec

from tta_p2p import registry
from tta_p2p.games.contract import Standings
from tta_p2p.i18n import Words
from tta_p2p.i18n.clauses import first_place
from tta_p2p.i18n.refusals import is_refusal
from tta_p2p.i18n.templates import beginning
from tta_p2p.seats import messages as say

from . import changes as new
from .blocks import Block, Page, Para
from .cells import EMPTY, WHOLE, Row, Span, row
from .charts import chart_page, course_blocks
from .history import reading_at
from .honours import honours, result_for
from .instructions import Display, text_display
from .lobby_page import is_consent_void, lobby_blocks, welcome_blocks
from .part import Part
from .parts import all_parts, is_paused, with_hook
from .plain_view import parse_number
from .presenter import Presenter
from .reading import Reading
from .state import CHART, DECISION_REASONS, DEPARTURE_REASONS, ClientState, PendingConfirmation
from .texts import Texts, sentence
from .titles import title_text

ID = 8
"""Letters of the id of a game in a command."""
NOTHING_OF_KIND = "nothing-for"
"""The refusal by which the rules say that no act of a kind is possible."""
MISWRITTEN = "bad-arguments"
"""The refusal that is about what was written, and not about what it means."""
CHECKED_AS_IT_CAME = ("fair", "as-it-came")
"""A verdict, with how it was reached, that has a sentence of its own."""


def announce(change: new.Change, reading: Reading, interactive: bool) -> Iterator[Display]:
    """Tell a change; `reading` is how things stand after it. Nothing for what a client tells in its own way."""
    part = announcing_part(type(change))
    if part is not None:
        yield from part.announce(change, reading, interactive)
        return
    words, presenter = reading.words, reading.presenter
    match change:
        case new.LobbyChanged(lobby, before):
            yield Display(lobby_blocks(lobby, words, before))
            yield from withdrawn_consent(change, words)
        case new.GameChanged():
            yield from _game(change, reading)
        case new.CardsPrepared():
            yield text_display(words("preparing"))
        case new.ChoiceSealed(label) if presenter is not None:
            yield text_display(words("chosen", act=presenter.texts.label(label)), "good")
            for part in with_hook("delivery_note"):
                yield from part.delivery_note(reading)
        case new.CardsRevealed(sentences):
            yield Display(tuple(Para(row(Span(one, "good"))) for one in sentences))
        case new.SpectatorOnly():
            yield text_display(words("watching"))
        case new.ActExplained():
            yield from explanation(change, reading)
        case new.HistoryLoaded():
            yield from _history(change, reading)
        case new.ConfirmationOpened(confirmation):
            yield confirmation_page(confirmation, reading)
        case say.AccusationReply():
            yield from _accusation(change, reading)
        case say.HaltReply():
            yield from _halt(change, reading, interactive)
        case say.RollbackReply():
            yield text_display(words("again"), "warn")
        case say.DepartureReply(seat, name, reason):
            own = ".you" if seat == reading.state.seat and not reading.state.seat_request.shared_seats else ""
            yield text_display(words(f"has-left.{reason}{own}", name=name), "warn")
        case say.GameOverReply() if presenter is not None:
            yield from _over(change, reading, interactive)
        case say.ErrorReply():
            yield from _failure(change, reading)


@cache
def announcing_part(kind: type[object]) -> Part | None:
    """Give the part that puts a kind of change into words; None: none does, every game has it."""
    return next((part for part in all_parts() if kind in part.change_types), None)


def seat_notes(state: ClientState) -> Callable[[say.SeatInfo], Iterable[str]]:
    """Give what gives the keys of what parts say beside a player in the list of all."""
    return lambda info: [note for part in with_hook("seat_note") if (note := part.seat_note(info, state))]


def _history(change: new.HistoryLoaded, reading: Reading) -> Iterator[Display]:
    name, _, until = change.page.partition(" ")
    if name == CHART:
        yield Display(chart_page(reading, until=parse_number(until)))
    else:
        yield from history_page(reading, change.page, change.moments[0])


def history_page(reading: Reading, page: str, place: int) -> Iterator[Display]:
    """Show a page of the game as it stood after so many facts."""
    then = reading_at(reading, reading.state.history[place])
    if then.presenter is not None and then.scene is not None:
        standing = then.presenter.progress(then.scene)
        yield text_display(row(Span(reading.words("past.back"), "warn"), " ", standing))
        yield Display(then.presenter.page(page, "", then.scene))


def farewell(state: ClientState, words: Words, comeback: str, asked: bool = False) -> str:
    """Say what becomes of the game when a client goes; ``comeback``: the command that comes back to it, if any.

    ``asked``: it stands behind the question whether to leave.
    """
    if not state.is_local:
        how = "stays-paused" if is_paused(state) else "goes-on"
    elif comeback:
        how = "not-kept" if state.seat_request.tutorial else "saved"
        how = "puzzle-kept" if state.seat_request.puzzle else how
    else:
        how = "ends-here" if state.has_begun else "nothing-saved"
    return words(f"leave.{how}" if asked else how, comeback=comeback)


def withdrawn_consent(change: new.LobbyChanged, words: Words) -> Iterator[Display]:
    """Tell who had agreed that the table has changed since."""
    if is_consent_void(change.lobby, change.previous):
        yield text_display(words("lobby.void"), "warn")


def draft_text(added: bool, reading: Reading) -> Display:
    """Say what was done, or taken back, as long as it can be."""
    words, done = reading.words, reading.draft_acts()
    if added:
        return text_display(words("done", act=done[-1], n=len(done)), "good")
    return text_display(words("undone", acts="; ".join(done)) if done else words("undone-all"))


def draft_so_far(reading: Reading, answered: bool = False) -> Iterator[Display]:
    """Say to who comes back in the middle of a turn what is done already, as far as it can be taken back.

    ``answered``: the node has done it, by an order, or because nothing else was possible.
    """
    turn, done = reading.state.turn, reading.draft_acts()
    if done and turn is not None:
        key = "still-done" if not answered else "answered" if turn.orders else "answered-alone"
        yield text_display(reading.words(key, acts="; ".join(done), n=len(done)))


def confirmation_page(confirmation: PendingConfirmation, reading: Reading) -> Display:
    """Ask something that waits for yes or no."""
    answers = reading.words("yes-no.enter" if confirmation.enter_confirms else "yes-no")
    asked = Span(sentence(reading.confirmation_text(confirmation)), "mine")
    return text_display(row(asked, " ", Span(answers, WHOLE)))


def halt_text(said: say.HaltReply, words: Words) -> Display:
    """Say that nothing goes on, and why; also for good."""
    key = f"halted.{said.key}"
    reason = words.optional_line(key, said.args) or said.text or said.key
    if said.key in DEPARTURE_REASONS:
        return text_display(words("ended-by", reason=sentence(reason)), "warn")
    return text_display(words("halted", reason=reason), "warn")


def _halt(said: say.HaltReply, reading: Reading, interactive: bool) -> Iterator[Display]:
    yield halt_text(said, reading.words)
    if said.key in DEPARTURE_REASONS:
        yield text_display(reading.words("ended.watched" if reading.state.is_spectating else "ended"))
        if interactive:
            yield from after_game(reading)


def after_game(reading: Reading) -> Iterator[Display]:
    """Say what there is to do after the game."""
    for part in with_hook("after_game"):
        yield from part.after_game(reading)


def _accusation(said: say.AccusationReply, reading: Reading) -> Iterator[Display]:
    words, presenter = reading.words, reading.presenter
    accused = words.optional_line(f"accused.{said.kind}", [said.name])
    yield text_display(accused or words("accused", name=said.name, kind=said.kind), "bad")
    why = said.refusal
    if why is not None and presenter is not None and is_refusal(presenter.game, why.key, why.args):
        yield text_display(words("accused-why", why=presenter.texts.line("illegal", why)), "bad")
    if said.certificate:
        yield text_display(words("certificate", file=said.certificate))
    yield text_display(words("accused-then", name=said.name))


def _game(change: new.GameChanged, reading: Reading) -> Iterator[Display]:
    words, presenter, welcome = reading.words, reading.presenter, change.welcome
    if presenter is None:
        return
    if welcome.version != say.VERSION:
        yield text_display(words("other-version", theirs=welcome.version, ours=say.VERSION), "warn")
    if change.previous is None:
        yield Display(welcome_blocks(welcome, words, presenter, watching=reading.state.seat_request.spectate))
    elif change.previous.seats != welcome.seats:
        yield Display(welcome_blocks(welcome, words, presenter, again=True, notes=seat_notes(reading.state)))


def explanation(
    change: new.ActExplained, reading: Reading, cards: bool = True, final: bool = True
) -> Iterator[Display]:
    """Say what an act costs and does, or why it is not possible; ``cards``: and what a card does that it is about;
    ``final``: and whether it can be taken back.
    """
    words, presenter, scene = reading.words, reading.presenter, reading.scene
    if presenter is None or scene is None:
        return
    explained = change.explanation
    texts = presenter.texts_for(scene.seat)
    named = texts.label(explained.label)
    about = presenter.act_details(explained.label, scene) if cards else EMPTY
    if explained.refusal is not None:
        yield text_display(_refusal_text(change, explained.refusal, named, presenter, texts), "warn")
        yield from (Display((Para(about, 2, 2),)),) if about else ()
        for one in explained.instead:
            yield Display((Para(_alternative(one, presenter, texts), 2, 4),))
        return
    cost = presenter.price(explained.cost, scene)
    yield text_display(row(Span(named, "heading"), words("costs") if cost else "", cost))
    yield from (Display((Para(about, 2, 2),)),) if about else ()
    restated = texts.style.act(explained.label.key).restated_by
    for line in explained.effects:
        if line.key not in restated:
            yield Display((Para(row(texts.effect(line)), 2, 2),))
    if not final:
        return
    if scene.turn.decision is not None and scene.turn.decision.sealed:
        bots = any(wait.seat != scene.seat for wait in reading.state.waits)
        others = "sealed-undo" if reading.state.awaits_other_people else "sealed-bots" if bots else "sealed-last"
        yield text_display(words(others))
    elif explained.barrier:
        yield text_display(words("no-undo"))


def _refusal_text(
    change: new.ActExplained, refusal: say.TextRef, named: str, presenter: Presenter, texts: Texts
) -> str:
    """Say why an act is not possible; where only a kind of acts was asked about, as by a key, no more than why.

    The act is called as it was typed; in words where that was its notation, which a key stands for as well.
    """
    words, query = presenter.words, change.query
    if refusal.key == NOTHING_OF_KIND:
        return words("screen.none", what=named)
    why = texts.line("illegal", refusal)
    if query in texts.verbs:
        return f"{sentence(why)}."
    is_notation = query == change.explanation.text and refusal.key != MISWRITTEN
    return words("refused-because", act=(not is_notation and _quote(query, presenter)) or named, why=why)


def _quote(typed: str, presenter: Presenter) -> str:
    """Give what somebody has typed as it is repeated.

    Empty where it begins with a verb of the notation, which is English, and everything else is in another language.
    """
    first = typed.partition(" ")[0].lower()
    of_notation = first.isascii() and any(verb.startswith(first) for verb in presenter.texts.verbs)
    return "" if of_notation and not presenter.words.language.startswith("en") else beginning(typed)


def _alternative(one: say.Alternative, presenter: Presenter, texts: Texts) -> Row:
    """Say an act that may have been meant, with what it costs or why it is not possible."""
    named = texts.label(one.label)
    if one.refusal is not None:
        return row(named, Span(f": {texts.line('illegal', one.refusal)}", "label"))
    cost = presenter.cost_row(one.cost)
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
    if first == [reading.state.seat] and len(reading.state.seat_request.shared_seats) < 2:
        return words("won.you")
    return words("won", names=words.listed([presenter.texts.names[seat] for seat in first]), n=len(first))


def _over(over: say.GameOverReply, reading: Reading, interactive: bool) -> Iterator[Display]:
    words, presenter = reading.words, reading.presenter
    assert presenter is not None
    try:
        standings = msgspec.convert(over.standings, Standings)
    except msgspec.ValidationError as error:
        yield text_display(words("bad-line", why=str(error)), "warn")
        standings = Standings(True, ())
    ending = presenter.texts.line("ending", standings.ending) if standings.ending is not None else ""
    scored = presenter.results.final_scoring(reading.state.log, [place.seat for place in standings.places])
    reached = presenter.results.further_standings(reading.scene.view) if reading.scene is not None else ()
    told = tuple(Para(row(Span(one, "good"))) for one in _honours(standings, over.lent, reading))
    # what the computers found is in sight above the places, before all that one scrolls to
    *why, places = presenter.results.standings(standings.places, ending)
    ended = (*why, *_verdict(over, reading), places)
    yield Display(Page(row(words("over")), (*ended, *told, *reached, *scored, *course_blocks(reading))))
    for part in with_hook("proof_summary"):
        yield from part.proof_summary(reading, over=True)
    for part in with_hook("wait_details"):
        yield from part.wait_details(reading)
    if over.file:
        named = _file_name(over.file, reading)
        yield text_display(words("transcript", file=named))
        yield text_display(words("transcript.replay", file=named))
        if named != over.file:
            yield text_display(words("transcript.file", file=over.file))
    if interactive:
        yield text_display(words("look-around"))
        yield from after_game(reading)


def _verdict(over: say.GameOverReply, reading: Reading) -> Iterator[Block]:
    """Say what was found where the game was checked; nothing where there was nothing to check."""
    if over.verdict:
        words = reading.words
        is_checked = (over.verdict, over.checked) == CHECKED_AS_IT_CAME
        known = words("verdict.fair.as-it-came") if is_checked else words.optional(f"verdict.{over.verdict}")
        text = known or words("verdict", verdict=over.verdict)
        yield Para(row(Span(text, "good" if over.verdict in ("fair", "convicted") else "bad")))


def _file_name(file: str, reading: Reading) -> str:
    """Name the file of a game as a command takes it: by the id of the game where it is kept here, which fits a line."""
    welcome, stem = reading.state.welcome, PurePath(file).stem
    kept = welcome is not None and reading.state.seat is not None and welcome.sid.startswith(stem)
    return stem[:ID] if kept and len(stem) >= ID else file


def _honours(standings: Standings, lent: bool, reading: Reading) -> Iterator[str]:
    """Say how the game stands beside the earlier ones of whoever reads; ``lent``: a bot has played for that person."""
    state, presenter = reading.state, reading.presenter
    assert presenter is not None
    if state.seat is None or state.is_recording or len(state.seat_request.shared_seats) > 1:
        return
    name = presenter.game.name
    now = result_for(name, standings.places, state.seat)
    if now is not None and lent:
        yield reading.words("honours.lent")
    elif now is not None:
        yield from honours(now, state.seat_request.earlier, registry.has_points(name), reading.words)


def _failure(failed: say.ErrorReply, reading: Reading) -> Iterator[Display]:
    words, presenter = reading.words, reading.presenter
    text = ""
    if not failed.key.startswith("node."):  # a refusal by the rules, for which the game has a text
        texts = presenter.texts_for(reading.state.seat) if presenter is not None else None
        text = texts.say("illegal", failed.key, failed.args) if texts is not None else ""
    elif (template := words.optional(failed.key)) is not None:
        games = [one for one in failed.args if isinstance(one, str) and one in registry.names()]
        called = {f"game.{one}": title_text(one, words) for one in games}
        text = words.extended({"en": called, words.language: called}).line(failed.key, failed.args)
        text = text if first_place(template) is not None else sentence(text)  # a name stays as it is
    yield text_display(text or failed.text or failed.key, "warn")
    if failed.key == "node.seat-taken":
        yield text_display(words("take-over"))


def waits_text(reading: Reading, short: bool = False) -> str:
    """Say in a few words for whom the game waits, and (unless `short`) for what; empty: for nobody else."""
    state, words, scene, presenter = reading.state, reading.words, reading.scene, reading.presenter
    if presenter is None or scene is None:
        return ""
    for wait in state.waits:
        if wait.seat != state.seat and wait.why not in DECISION_REASONS:
            alike = [one for one in state.waits if one.why == wait.why and one.seat != state.seat]
            names = words.listed([*dict.fromkeys(one.name or words("this-node") for one in alike)])
            if short:
                return words("screen.waits.short", names=names)
            return words("screen.waits", names=names, what=words.name_of("why", wait.why))
    decision = scene.turn.decision
    if decision is None:
        return ""
    waited = [wait.seat for wait in state.waits]
    deciding = [seat for seat in decision.seats if seat in waited] or decision.seats
    names = words.listed([_player_name(seat, reading) for seat in deciding if seat != state.seat])
    if not names:
        return ""
    if short:
        return words("screen.waits.short", names=names)
    return presenter.wait_text(scene, ("screen.waits", "screen.waits.to"), names)


def _player_name(seat: int, reading: Reading) -> str:
    """Name a player; one for whom a bot plays with that."""
    assert reading.presenter is not None
    name = reading.presenter.texts.name(seat)
    return reading.words("screen.by-bot", name=name) if seat in reading.state.autopilot_seats else name
