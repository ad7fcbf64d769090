"""What is new, in words: the same for every client, but for turns and for seats that change hands.

Those depend on how a client paints, so each tells them in its own way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from tta_p2p import registry
from tta_p2p.games.contract import Standings
from tta_p2p.i18n import Words
from tta_p2p.i18n.templates import beginning
from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.advice import Advice
from tta_p2p.seats.parts.autopilot import Autopiloted
from tta_p2p.seats.parts.chat import Chat
from tta_p2p.seats.parts.connections import Connected
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.seats.parts.proofs import Proofs, Proved
from tta_p2p.seats.parts.recovery import Returning
from tta_p2p.seats.parts.rematch import Rematch
from tta_p2p.seats.parts.spectators import Watched
from tta_p2p.seats.parts.votes import Motion

from . import changes as new
from .advice import advice
from .blocks import Page, Para
from .cells import EMPTY, Row, Span, cut, plain, row, width
from .charts import chart_page
from .fairness import fairness_page
from .instructions import Display, tell
from .lobby import lobby_blocks, void, welcome_blocks
from .past import as_it_stood
from .presenter import Presenter
from .reading import Reading
from .state import CHART, ENDING, ClientState, Confirmation, motion_key
from .texts import Texts, sentence
from .titles import title_in

TO_DECIDE = ("its-turn", "sealed-answer")
"""Reasons for waiting that say no more than that a seat is to decide."""
FOLDED, MARGIN = 200, 40
"""Cells that are shown of what somebody says, and how many more it must have to be cut: nobody fills a screen."""


def told(change: new.Change, reading: Reading, interactive: bool) -> Iterator[Display]:
    """Tell a change; `reading` is how things stand after it. Nothing for what a client tells in its own way."""
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
            yield from unheard(reading)
        case new.Learned(sentences):
            yield Display(tuple(Para(row(Span(one, "good"))) for one in sentences))
        case new.OnlyWatching():
            yield tell(words("watching"))
        case new.SkipsChanged(skips):
            yield tell(skipping(skips, words), "warn")
        case new.ActExplained():
            yield from explanation(change, reading)
        case Advice():
            yield from advice(change, reading, interactive)
        case new.PastTold():
            yield from _past(change, reading)
        case new.VoteCast():
            yield from _vote(change, reading)
        case new.MotionDecided(Motion("resigned" | "pause", yes=True)) | new.MotionDecided(ends=True):
            pass  # it follows that somebody has resigned, that the game is paused, or who has ended it
        case new.MotionDecided(motion, refused=True) if f"motion.no.{motion.motion}" in words:
            pass  # that somebody does not agree, perhaps who reads this, has said so
        case new.MotionDecided(motion):
            key = f"motion.{'carried' if motion.yes else 'lapsed'}.{motion.motion}"
            yield tell(words(key + _about(motion, reading), **_names(motion, reading)), "warn")
        case new.ConfirmationAsked(confirmation):
            yield asking(confirmation, reading)
        case Chat():
            yield Display((chat_line(change, reading, "chat.rest"),))
        case Proofs(messages, busy, whole):
            if busy and whole:
                yield tell(words("proofs.busy", n=messages, whole=whole))
        case Proved():
            yield Display(fairness_page(reading, change))
        case Returning(missing):
            yield tell(words("returning" if missing else "returning.over", names=words.listed(missing)), "warn")
        case Pause():
            yield pause(change, reading)
        case say.Accused():
            yield from _accused(change, reading)
        case say.Halted(key):
            yield halted(change, words)
            if key in ENDING:
                yield tell(words("ended.watched" if reading.state.looks_on else "ended"))
                if interactive and "rematch" in reading.state.offers and reading.state.seat is not None:
                    yield tell(words("rematch.offered"), "mine")
        case say.Again():
            yield tell(words("again"), "warn")
        case say.Left(seat, name, reason):
            own = ".you" if seat == reading.state.seat and not reading.state.wish.others else ""
            yield tell(words(f"has-left.{reason}{own}", name=name), "warn")
        case Autopiloted(seat, name, level, absent):
            alone = seat == reading.state.seat and len(reading.state.wish.others) < 2
            own = "own." if alone else "here." if reading.state.local else ""
            own += "absent." if absent else ""
            called = words.get(f"level.{level}", level)
            yield tell(words(f"autopilot.{own}{'on' if level else 'off'}", name=name, level=called), "warn")
            if not level and seat == reading.state.seat and (done := reading.drafted()):
                yield tell(words("autopilot.begun", acts="; ".join(done)), "warn")
        case Connected(_, name, True, met):
            yield tell(words("connected.again" if met else "connected.now", name=name))
        case Connected(_, name, False, met):
            yield missed(name, met, reading)
        case Watched(names):
            yield tell(words("watched" if names else "watched.nobody", names=words.listed(names)))
        case say.Over() if presenter is not None:
            yield from _over(change, reading, interactive)
        case Rematch():
            yield from rematch(change, reading)
        case say.Failed():
            yield from _failed(change, reading)


def chat_line(chat: Chat, reading: Reading, rest: str = "") -> Para:
    """Give what somebody says; ``rest``: the key that says where all of it stands, if only its beginning is shown."""
    name, text, words = chat.name, chat.text, reading.words
    if chat.seat == reading.state.seat and len(reading.state.wish.others) < 2:
        name = sentence(words("reader"))
    shown = plain(cut(text, FOLDED, "")) if rest and width(text) > FOLDED + MARGIN else text
    more = Span(words(rest, n=len(text) - len(shown)), "label") if shown != text else ""
    said = words("chat", name=name)
    space = " " if width(said[-1:]) == 1 else ""  # a wide colon has its own
    return Para(row(Span(said, "chat"), space, shown, more), hanging=4)


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


def skipping(skips: Iterable[say.Skipped], words: Words) -> str:
    """Say what the node declines for the seat."""
    kinds = [words("skips.turn") if one.until else words("skips.kind", kind=one.key) for one in skips]
    return words("skips", what=words.listed(kinds)) if kinds else words("skips.nothing")


def parting(state: ClientState, words: Words, comeback: str, asked: bool = False) -> str:
    """Say what becomes of the game when a client goes; ``comeback``: the command that comes back to it, if any.

    ``asked``: it stands behind the question whether to leave.
    """
    if not state.local:
        how = "stays-paused" if state.pause.holds else "goes-on"
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


def halted(said: say.Halted, words: Words) -> Display:
    """Say that nothing goes on, and why; also for good."""
    key = f"halted.{said.key}"
    reason = words.line(key, said.args) if key in words else said.text or said.key
    if said.key in ENDING:
        return tell(words("ended-by", reason=sentence(reason)), "warn")
    return tell(words("halted", reason=reason), "warn")


def pause(said: Pause, reading: Reading) -> Display:
    """Say whether the game is paused, and what it takes to go on."""
    words, names = reading.words, reading.words.listed(said.missing)
    asks = said.holds and not said.wanted and "resume" in reading.state.offers and said.resumed
    doubled = reading.state.doubled
    if said.holds and doubled:
        return tell(words("pause.doubled", names=words.listed(sorted(doubled)), n=len(doubled)), "warn")
    if asks:
        names, key = words.listed(asks), "pause.asked" if len(asks) == 1 else "pause.asked.several"
    elif not said.holds:
        key = "pause.over" if not said.missing else "pause.others-rest"
    elif "resume" not in reading.state.offers:
        key = "pause.others"
    elif not said.wanted:
        key = "pause.rests"
    else:
        key = "pause.waits" if len(said.missing) == 1 else "pause.waits.several"
    return tell(words(key, names=names, n=len(said.missing)), "warn")


def unheard(reading: Reading) -> Iterator[Display]:
    """Say why nobody hears yet what is done here, where the own node first asks others what it has said."""
    if missing := reading.state.missing:
        yield tell(reading.words("returning", names=reading.words.listed(missing)), "warn")


def missed(name: str, met: bool, reading: Reading) -> Display:
    """Say that somebody is not connected, and what that means; ``met``: they have been."""
    key = "lost" if met else "not-yet"
    if name in reading.state.doubled:
        key = "doubled"
    elif reading.state.pause.holds:
        key += ".paused"  # nothing goes on without them, nor with them
    return tell(reading.words(f"connected.{key}", name=name), "warn")


def chain(reading: Reading) -> Iterator[Display]:
    """Show the hash of the game so far, if the node has told it: two who have seen the same see the same."""
    proofs = reading.state.proofs
    if proofs is not None and proofs.chain:
        yield tell(reading.words("proofs.chain", chain=proofs.chain[:16]))


def _accused(said: say.Accused, reading: Reading) -> Iterator[Display]:
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
        unattended = reading.state.unattended
        yield Display(welcome_blocks(welcome, words, presenter, again=True, unattended=unattended))


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


def _instead(one: say.Instead, presenter: Presenter, texts: Texts) -> Row:
    """Say an act that may have been meant, with what it costs or why it is not possible."""
    named = texts.label(one.label)
    if one.refusal is not None:
        return row(named, Span(f": {texts.line('illegal', one.refusal)}", "label"))
    cost = presenter.cost(one.cost)
    return row(named, *((Span(" (", "label"), cost, Span(")", "label")) if cost else ()))


def _vote(change: new.VoteCast, reading: Reading) -> Iterator[Display]:
    vote = change.vote
    resigns = vote.motion == "resigned" and vote.yes
    if resigns and vote.by != vote.operator:
        return  # the node of everybody else agrees by itself
    if change.own:
        votes = reading.state.motions.get(motion_key(vote.motion, vote.operator), {})
        if vote.motion == "pause" and not vote.yes and any(not yes for by, yes in votes.items() if by != vote.by):
            return  # their node has said that, as it was refused already
        about = ".resigned" if resigns else "" if change.first else ".voted"
        no = f".no.{vote.motion}"  # what becomes of it is known by now: all must agree
        about = no if not vote.yes and f"motion.own{no}" in reading.words else about
        yield tell(reading.words(f"motion.own{about}", **_names(vote, reading)))
        return
    how = "motion.yes"
    if not vote.yes:
        about = f"motion.no.{vote.motion}{'.you' if _about(vote, reading) == '.you' else ''}"
        how = about if about in reading.words else "motion.no"
    if vote.yes and (change.first or resigns):
        how = f"motion.{vote.motion}{_about(vote, reading)}"
    yield tell(reading.words(how, **_names(vote, reading)), "warn")


def _about(motion: Motion, reading: Reading) -> str:
    """What is added to the key of a motion to go on without somebody: it is about who reads it, or who is connected."""
    if motion.motion != "gone":
        return ""
    state = reading.state
    if motion.operator == state.operator:
        return ".you"
    seats = state.welcome.seats if state.welcome is not None else []
    here = any(info.operator == motion.operator and info.connected for info in seats)
    return ".here" if here and motion.open else ""


def _names(motion: Motion, reading: Reading) -> dict[str, str]:
    """Name whom a motion is about, and who moved it or voted."""
    state = reading.state
    return {"name": state.operator_name(motion.operator), "by": state.operator_name(motion.by)}


def winners(over: say.Over, reading: Reading) -> str:
    """Say who has won; empty where that is not known, or where a game without points ends without a winner."""
    words, presenter = reading.words, reading.presenter
    try:
        standings = msgspec.convert(over.standings, Standings)
    except msgspec.ValidationError:
        return ""
    first = [place.seat for place in standings.places if place.place == 1]
    if presenter is None or not first:
        return ""
    if len(first) == len(standings.places) > 1 and not registry.scored(presenter.game.name):
        return ""
    if first == [reading.state.seat] and len(reading.state.wish.others) < 2:
        return words("won.you")
    return words("won", names=words.listed([presenter.texts.names[seat] for seat in first]), n=len(first))


def _over(over: say.Over, reading: Reading, interactive: bool) -> Iterator[Display]:
    words, presenter = reading.words, reading.presenter
    assert presenter is not None
    try:
        standings = msgspec.convert(over.standings, Standings)
    except msgspec.ValidationError as error:
        yield tell(words("bad-line", why=str(error)), "warn")
        standings = Standings(True, ())
    ending = presenter.texts.line("ending", standings.ending) if standings.ending is not None else ""
    scored = presenter.itemised(reading.state.log, [place.seat for place in standings.places])
    reached = presenter.reached(reading.scene.view) if reading.scene is not None else ()
    yield Display(Page(row(words("over")), (*presenter.standings(standings.places, ending), *reached, *scored)))
    if over.verdict:
        known = f"verdict.{over.verdict}"
        known = f"{known}.{over.checked}" if f"{known}.{over.checked}" in words else known
        text = words(known) if known in words else words("verdict", verdict=over.verdict)
        yield tell(text, "good" if over.verdict in ("fair", "convicted") else "bad")
    yield from chain(reading)
    yield from times(reading)
    if over.file:
        yield tell(words("transcript", file=over.file))
        yield tell(words("transcript.replay", file=over.file))
    if interactive:
        yield tell(words("look-around"))
        if "rematch" in reading.state.offers and reading.state.seat is not None:
            yield tell(words("rematch.offered"), "mine")


def rematch(said: Rematch, reading: Reading) -> Iterator[Display]:
    """Say who wants to play again, and what is to be done for that."""
    words = reading.words
    own = reading.state.operator
    others = [name for name in said.names if own is None or name != reading.state.operator_name(own)]
    if said.open:
        key = "rematch.here" if not said.host else "rematch.going" if said.mine else "rematch.open"
        yield tell(words(key, host=said.host), "mine")
        return
    if others:
        yield tell(words("rematch.wanted", names=words.listed(others), n=len(others)), "mine")
    if said.mine and own is not None and said.host != reading.state.operator_name(own):
        yield tell(words("rematch.waits", host=said.host))


def times(reading: Reading, waited: float = 0.0) -> Iterator[Display]:
    """Say how much time each player has used, unless that is hidden; ``waited``: seconds since the node said it."""
    state, presenter = reading.state, reading.presenter
    if not state.wish.times or presenter is None or len(state.used) != len(presenter.texts.names):
        return
    deciding = {wait.seat for wait in state.waits if wait.why in TO_DECIDE} if not state.pause.holds else set()
    shown = []
    for seat, used in enumerate(state.used):
        seconds = used + (int(waited) if seat in deciding else 0)
        hours, minutes = divmod(seconds // 60, 60)
        clock = f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
        shown.append(reading.words("times.one", name=presenter.texts.name(seat), time=clock))
    yield tell(reading.words("times", times=reading.words("comma").join(shown)))


def _failed(failed: say.Failed, reading: Reading) -> Iterator[Display]:
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
