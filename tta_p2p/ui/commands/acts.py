"""Acts: done by their number, their notation or in words; taken back, and asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tta_p2p.games.kit.topics import Topic
from tta_p2p.i18n.templates import beginning
from tta_p2p.seats import messages as say

from .. import act_menu, name_search
from ..instructions import AskConfirmation, Display, Instruction, ListActs, SendRequest, tell
from ..parts import with_hook
from ..plain_view import bare, whole, with_faces
from ..presenter import Guess, MenuItem, Presenter
from ..reference import NotThere, reference_of
from ..state import ClientState, Confirmation
from .help import answer
from .table import Applies, CommandContext, CommandWord, Handler, asks, is_no, is_yes
from .views import who

SHORTEST = 2
"""Words that are no longer name no topic of the rules by themselves."""


def act(context: CommandContext, typed: str) -> Iterator[Instruction]:
    """Do the act that is meant, or say why that is not possible."""
    state, words, scene, presenter = context.state, context.words, context.reading.scene, context.presenter
    if state.in_lobby and "ready" in state.offers and (is_yes(context, typed) or is_no(context, typed)):
        yield SendRequest(say.ReadyRequest(is_yes(context, typed)), (say.LobbyReply,))
    elif scene is None or presenter is None:
        yield tell(words(_before_it(state)))
    elif state.seat is None:
        yield tell(words("watcher"))
    elif not typed:
        yield ListActs()
    elif state.ended:
        yield tell(words("ended"))
    elif state.over is not None:
        yield tell(words("over-acts"))
    elif (number := whole(typed)) is not None:
        yield from _numbered(context, number)
    elif not scene.turn.mine and not state.may_choose_anew:
        if _could_be_act(context, typed):
            yield not_now(context)
            yield from who(context)
        else:
            yield _not_understood(context, typed, typed.split()[0], context.names())
    else:
        matches = act_menu.find(typed, context.reading.menu, presenter)
        if matches.entry is not None:
            yield from do(context, matches.entry)
        elif len(matches.fits) == 1 and context.interactive:
            yield from _meant(context, matches.fits[0])
        elif matches.fits:
            yield tell(words("which", n=len(matches.fits)))
            yield ListActs(tuple(entry.number for entry in matches.fits))
        else:
            yield from _refused(context, presenter.speech.heard(typed), typed)


def do(context: CommandContext, item: MenuItem) -> Iterator[Instruction]:
    """Do an act; resigning is asked about first, and of a person what wastes or hurts."""
    request = say.ActRequest(item.text)
    if item.text == "resign":
        yield AskConfirmation(Confirmation("resign.act", (request,)))
        return
    cautions = _cautions(context, item)
    if cautions:
        yield from (tell(caution, "warn") for caution in cautions)
        yield AskConfirmation(Confirmation("end.sure", (request,), names=(item.named,)))
    else:
        yield SendRequest(request, (say.TurnReply, say.GameOverReply))


def _sure(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Do an act, in notation, once it was asked whether it is meant."""
    entry = _entry(context, rest)
    if entry is None or not context.interactive or (context.presenter is not None and entry.text == "resign"):
        yield from act(context, rest)
        return
    yield from (tell(caution, "warn") for caution in _cautions(context, entry))
    yield AskConfirmation(Confirmation("end.sure", (say.ActRequest(entry.text),), names=(entry.named,)))


def _cautions(context: CommandContext, item: MenuItem) -> tuple[str, ...]:
    """Say what a person may not have in mind; nobody asks a script."""
    presenter, scene = context.presenter, context.reading.scene
    if not context.interactive or presenter is None or scene is None:
        return ()
    return presenter.cautions(item, scene)


def _meant(context: CommandContext, item: MenuItem) -> Iterator[Instruction]:
    """Ask whether an act is meant: Enter will do, and what it wastes or hurts is said with it."""
    yield from (tell(caution, "warn") for caution in _cautions(context, item))
    yield AskConfirmation(Confirmation("do-you-mean", (say.ActRequest(item.text),), names=(item.named,), enter=True))


def _numbered(context: CommandContext, number: int) -> Iterator[Instruction]:
    entry = context.reading.menu.numbered(number)
    open = context.state.may_act or context.state.may_choose_anew
    if not open or entry is None or not _seen(context, entry):
        yield _no_number(context, number)
    else:
        yield from do(context, entry)


def not_now(context: CommandContext) -> Display:
    """Say why nothing can be done: the game rests, a vote is waited for, or others are to decide."""
    found = (part.not_now(context.reading) for part in with_hook("not_now"))
    return next((one for one in found if one is not None), tell(context.words("not-your-turn")))


def _seen(context: CommandContext, entry: MenuItem) -> bool:
    """Whether the person knows which act a number stands for: it was listed in this turn, or is a place."""
    presenter = context.presenter
    return entry.text in context.state.listed or (presenter is not None and entry.number <= presenter.speech.places)


def _no_number(context: CommandContext, number: int) -> Instruction:
    """Say why a number stands for no act."""
    words = context.words
    if not context.state.may_act and not context.state.may_choose_anew:
        return not_now(context)
    if context.reading.menu.numbered(number) is not None:
        return tell(words("list-changed"))
    presenter = context.presenter
    if presenter is not None and 0 < number <= presenter.speech.places:
        return SendRequest(say.ExplainRequest(presenter.speech.about_place(number)), (say.ExplainReply,))
    known = number in context.reading.menu.numbers.values()
    return tell(words("number-gone" if known else "no-such-number", number=number))


def _could_be_act(context: CommandContext, typed: str) -> bool:
    """Whether somebody may have meant an act: it begins with a verb, or is made of cards."""
    presenter = context.presenter
    assert presenter is not None
    said, cards = typed.lower().split(), presenter.texts.cards
    a_verb = any(verb.startswith(said[0]) for verb in presenter.texts.verbs)
    return a_verb or all(word in cards for word in with_faces(said, cards, ()))


def _refused(context: CommandContext, typed: str, shown: str, asking: bool = False) -> Iterator[Instruction]:
    """Nothing legal fits: let the rules say why, if the words are an act at all; ``shown``: as they were typed.

    ``asking``: the words may also name what the rules tell about.
    """
    words, scene, presenter = context.words, context.reading.scene, context.presenter
    assert scene is not None and presenter is not None
    said = typed.lower().split()
    verbs, cards = presenter.texts.verbs, presenter.texts.cards
    if said[0] not in verbs:
        said = _by_verb(said, presenter)
    faces = with_faces(said, cards, ())
    meant = [said[0]] if said[0] in verbs else [verb for verb in verbs if verb.startswith(said[0])]
    if len(meant) > 1:
        several = words("or").join(meant)
        yield tell(f"{words('not-understood', typed=shown)} {words('did-you-mean', words=several)}")
    elif meant:
        guess = presenter.speech.guess([meant[0], *said[1:]], scene)
        strange = asking and guess.unknown and not name_search.near(guess.unknown[0], cards, 3, 0.75)
        if strange and (topics := _topics(presenter, shown)):
            yield from answer(topics, shown, reference_of(presenter))
        elif strange:  # at least what may be done of that kind, or why not
            yield SendRequest(say.ExplainRequest(meant[0]), (say.ExplainReply,), shown)
        elif not asking and context.interactive and (entry := _entry(context, guess.text)) is not None:
            yield from _meant(context, entry)
        else:
            yield _explain(context, shown, guess)
    elif all(word in cards for word in faces):
        verb = presenter.speech.verb_for(faces[0], scene)
        if asking and verb and len(faces) == 1:
            yield _explain(context, f"{verb} {shown}", presenter.speech.guess([verb, faces[0]], scene))
        else:
            yield tell(context.words("which-verb", verb=verb, typed=beginning(shown)))
    elif faces[0] in cards and (verb := presenter.speech.verb_for(faces[0], scene)):
        yield _explain(context, f"{verb} {shown}", presenter.speech.guess([verb, *faces], scene))
    elif asking and (topics := _topics(presenter, shown)):
        yield from answer(topics, shown, reference_of(presenter))
    else:
        yield _not_understood(context, shown, said[0], [*context.names(), *verbs])


def _entry(context: CommandContext, text: str) -> MenuItem | None:
    """Give the legal act of this notation."""
    return next((entry for entry in context.reading.menu.entries if entry.text == text), None)


def _topics(presenter: Presenter, asked: str) -> tuple[Topic, ...]:
    """Give the topics of the rules that are called so, else those that most of the words name."""
    reference, language = reference_of(presenter), presenter.words.language
    try:
        if found := reference.named(asked, language):
            return found
        by_word = [reference.named(word, language) for word in asked.split() if len(word) > SHORTEST]
    except NotThere:
        return ()
    times = Counter(topic for topics in by_word for topic in topics)
    most = max(times.values(), default=0)
    return tuple(topic for topic, number in times.items() if number == most)


def _by_verb(said: list[str], presenter: Presenter) -> list[str]:
    """Give words that begin with what a verb is called (increase population) with the verb itself."""
    called = {verb: presenter.verb(verb).lower().split() for verb in presenter.texts.verbs}
    fitting = [verb for verb, words in called.items() if words and said[: len(words)] == words]
    verb = max(fitting, key=lambda one: len(called[one]), default=None)
    if verb is None and len(first := [one for one, words in called.items() if words[:1] == said[:1]]) == 1:
        verb = first[0]  # train infantry, where that is called “train a unit”
        return [verb, *(word for word in said[1:] if word not in called[verb])]
    if verb is not None:
        return [verb, *said[len(called[verb]) :]]
    whole = "".join(said)  # a script without spaces says a verb and its card in one
    begins = presenter.texts.begins
    start = max((start for start in begins if whole.startswith(start)), key=len, default="")
    return [begins[start], *filter(None, (whole[len(start) :],))] if start else said


def _explain(context: CommandContext, typed: str, guess: Guess) -> Instruction:
    """Ask the rules about an act that is not legal, if the words are one at all."""
    presenter = context.presenter
    assert presenter is not None
    if guess.missing:
        return tell(context.words("not-there", card=presenter.texts.card(guess.missing)), "warn")
    if guess.unknown:
        return _not_understood(context, typed, guess.unknown[0], [])
    return SendRequest(say.ExplainRequest(guess.text), (say.ExplainReply,), typed)


def _not_understood(context: CommandContext, typed: str, word: str, known: Sequence[str]) -> Instruction:
    """Say so, with what may have been meant by a word: something known, or a card; the only act there is is asked."""
    presenter, words = context.presenter, context.words
    assert presenter is not None
    meant = name_search.near(word, {name: name for name in (*known, *presenter.texts.cards.values())}, 3, 0.75)
    if len(meant) == 1 and context.interactive and (context.state.may_act or context.state.may_choose_anew):
        again = " ".join(meant[0].lower() if bare(one) == bare(word) else one for one in typed.split())
        entry = act_menu.find(again, context.reading.menu, presenter).entry
        if entry is not None:
            confirmation = Confirmation("do-you-mean", (say.ActRequest(entry.text),), names=(entry.named,), enter=True)
            return AskConfirmation(confirmation)
    hint = words("did-you-mean", words=words("or").join(meant)) if meant else words("try-help")
    return tell(f"{words('not-understood', typed=typed)} {hint}")


def _list(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield ListActs()


def _take_back(request: say.UndoRequest | say.ResetRequest) -> Handler:
    def do_it(context: CommandContext, rest: str) -> Iterator[Instruction]:
        turn = context.state.turn
        if turn is not None and turn.draft:
            yield SendRequest(request, (say.TurnReply,))
        else:
            yield tell(context.words("nothing-to-undo"))

    return do_it


def _redo(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if context.state.may_act or context.state.may_choose_anew:
        yield SendRequest(say.RedoRequest(), (say.TurnReply,))
    else:
        yield tell(context.words("nothing-to-redo"))


def _why(context: CommandContext, rest: str) -> Iterator[Instruction]:
    words, menu, scene, presenter = context.words, context.reading.menu, context.reading.scene, context.presenter
    if scene is None or presenter is None or context.state.seat is None:
        yield tell(words("no-game-yet"))
        return
    if not rest:
        yield tell(words("why-what"))
        if not context.state.may_act:
            yield from who(context)
        return
    if (number := whole(rest)) is not None:
        entry = menu.numbered(number)
        if not context.state.may_act or entry is None or not _seen(context, entry):
            yield _no_number(context, number)
            return
        text = entry.text
    else:
        matches = act_menu.find(rest, menu, presenter, asking=True)
        if matches.entry is None and len(matches.fits) > 1:
            about = {presenter.about(entry.label, scene) for entry in matches.fits}
            yield from (tell(one) for one in about if one and len(about) == 1)
            yield tell(words("which", n=len(matches.fits)))
            yield ListActs(tuple(entry.number for entry in matches.fits))
            return
        fitting = matches.entry or (matches.fits[0] if matches.fits else None)
        if fitting is None:
            yield from _refused(context, presenter.speech.heard(rest, asking=True), rest, asking=True)
            return
        text = fitting.text
    yield SendRequest(say.ExplainRequest(text), (say.ExplainReply,))


COMMANDS = (
    CommandWord("moves", _list, ("l", "legal", "acts"), own_turn=True, listed={"turn": "moves"}, offered=asks("act")),
    CommandWord("act", act, own_turn=True, offered=asks("act")),
    CommandWord("sure", _sure, own_turn=True, offered=asks("act")),
    CommandWord(
        "undo", _take_back(say.UndoRequest()), ("u",), own_turn=True, listed={"turn": "undo"}, offered=asks("undo")
    ),
    CommandWord("redo", _redo, own_turn=True, listed={"turn": "redo"}, offered=asks("redo")),
    CommandWord(
        "reset", _take_back(say.ResetRequest()), own_turn=True, listed={"turn": "reset"}, offered=asks("reset")
    ),
    CommandWord(
        "why", _why, ("w", "explain"), Applies.DEALT, own_turn=True, listed={"turn": "why"}, offered=asks("explain")
    ),
)


def _before_it(state: ClientState) -> str:
    """Say what is to be done before there is a game."""
    if state.lobby is None:
        return "no-game-yet"
    return "in-lobby.host" if "start" in state.offers else "in-lobby"
