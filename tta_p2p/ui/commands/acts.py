"""Acts: done by their number, their notation or in words; taken back, and asked about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tta_p2p.games.kit.topics import Topic
from tta_p2p.i18n.templates import beginning
from tta_p2p.seats import messages as say

from .. import act_menu, name_search
from ..instructions import AskConfirmation, CheckAct, Display, Instruction, ListActs, SendRequest, text_display
from ..parts import with_hook
from ..plain_view import normalize_name, parse_number, with_faces
from ..presenter import Guess, MenuItem, Presenter
from ..reference import NotFound, reference_of
from ..state import ClientState, PendingConfirmation
from .help import topic_answer
from .table import Applicability, CommandContext, CommandWord, Handler, is_no, is_yes, offered_with
from .views import _who

MIN_WORD = 2
"""Words that are no longer name no topic of the rules by themselves."""


def act(context: CommandContext, typed: str) -> Iterator[Instruction]:
    """Do the act that is meant, or say why that is not possible."""
    state, words, scene, presenter = context.state, context.words, context.reading.scene, context.presenter
    if state.in_lobby and "ready" in state.offers and (is_yes(context, typed) or is_no(context, typed)):
        yield SendRequest(say.ReadyRequest(is_yes(context, typed)), (say.LobbyReply,))
    elif scene is None or presenter is None:
        yield text_display(words(_before_game(state)))
    elif state.seat is None:
        yield text_display(words("watcher"))
    elif not typed:
        yield ListActs()
    elif state.ended_early:
        yield text_display(words("ended"))
    elif state.game_over is not None:
        yield text_display(words("over-acts"))
    elif (number := parse_number(typed)) is not None:
        yield from _act_by_number(context, number)
    elif not scene.turn.mine and not state.may_change_choice:
        if _could_be_act(context, typed):
            yield refusal(context)
            yield from _who(context)
        else:
            yield _not_understood(context, typed, typed.split()[0], context.names())
    else:
        matches = act_menu.find_act(typed, context.reading.menu, presenter)
        if matches.entry is not None:
            yield from do_act(context, matches.entry)
        elif len(matches.candidates) == 1 and context.interactive:
            yield from _confirm_act(context, matches.candidates[0])
        elif matches.candidates:
            yield text_display(words("which", n=len(matches.candidates)))
            yield ListActs(tuple(entry.number for entry in matches.candidates))
        else:
            yield from _explain_refusal(context, presenter.speech.normalize(typed), typed)


def do_act(context: CommandContext, item: MenuItem) -> Iterator[Instruction]:
    """Do an act; resigning is asked about first, and of a person what wastes or hurts."""
    request = say.ActRequest(item.text)
    if item.text == "resign":
        yield AskConfirmation(PendingConfirmation("resign.act", (request,)))
        return
    cautions = _cautions(context, item)
    if cautions:
        yield from (text_display(caution, "warn") for caution in cautions)
        yield AskConfirmation(PendingConfirmation("end.sure", (request,), names=(item.description,)))
    else:
        yield SendRequest(request, (say.TurnReply, say.GameOverReply))


def _confirmed_act(context: CommandContext, rest: str) -> Iterator[Instruction]:
    """Do an act, in notation; one that cannot be taken back once it was asked whether it is meant."""
    entry = _entry(context, rest)
    asked = context.interactive and "explain" in context.state.offers
    if entry is None or not asked or entry.text == "resign":
        yield from act(context, rest)  # which asks where there is something to be said
    else:
        yield CheckAct(entry.text)


def checked_act(context: CommandContext, reply: say.ExplainReply) -> Iterator[Instruction]:
    """Go on with an act once the rules have said whether it can be taken back."""
    entry = _entry(context, reply.text)
    if entry is None:
        yield from act(context, reply.text)
    elif reply.barrier or is_last_choice(context.state):
        request = say.ActRequest(entry.text)
        yield from (text_display(caution, "warn") for caution in _cautions(context, entry))
        yield AskConfirmation(PendingConfirmation("act.final", (request,), names=(entry.description,)))
    else:
        yield from do_act(context, entry)


def is_last_choice(state: ClientState) -> bool:
    """Whether all choose at once, unseen, and every other person has: what is chosen now can hardly be taken back."""
    turn = state.turn
    sealed = turn is not None and turn.decision is not None and turn.decision.sealed
    return sealed and not state.awaits_other_people


def _cautions(context: CommandContext, item: MenuItem) -> tuple[str, ...]:
    """Say what a person may not have in mind; nobody asks a script."""
    presenter, scene = context.presenter, context.reading.scene
    if not context.interactive or presenter is None or scene is None:
        return ()
    return presenter.cautions(item, scene)


def _confirm_act(context: CommandContext, item: MenuItem) -> Iterator[Instruction]:
    """Ask whether an act is meant: Enter will do, and what it wastes or hurts is said with it."""
    yield from (text_display(caution, "warn") for caution in _cautions(context, item))
    yield AskConfirmation(PendingConfirmation("do-you-mean", (say.ActRequest(item.text),), names=(item.description,)))


def _act_by_number(context: CommandContext, number: int) -> Iterator[Instruction]:
    entry = context.reading.menu.entry_of(number)
    open = context.state.may_act or context.state.may_change_choice
    if not open or entry is None or not _is_listed(context, entry):
        yield _no_number(context, number)
    else:
        yield from do_act(context, entry)


def refusal(context: CommandContext) -> Display:
    """Say why nothing can be done: the game rests, a vote is waited for, or others are to decide."""
    found = (part.refusal(context.reading) for part in with_hook("refusal"))
    return next((one for one in found if one is not None), text_display(context.words("not-your-turn")))


def _is_listed(context: CommandContext, entry: MenuItem) -> bool:
    """Whether the person knows which act a number stands for: it was listed in this turn, or is a place."""
    presenter = context.presenter
    return entry.text in context.state.listed_acts or (
        presenter is not None and entry.number <= presenter.speech.places
    )


def _no_number(context: CommandContext, number: int) -> Instruction:
    """Say why a number stands for no act."""
    words = context.words
    if not context.state.may_act and not context.state.may_change_choice:
        return refusal(context)
    if context.reading.menu.entry_of(number) is not None:
        return text_display(words("list-changed"))
    presenter = context.presenter
    if presenter is not None and 0 < number <= presenter.speech.places:
        return SendRequest(say.ExplainRequest(presenter.speech.place_query(number)), (say.ExplainReply,))
    known = number in context.reading.menu.numbers.values()
    return text_display(words("number-gone" if known else "no-such-number", number=number))


def _could_be_act(context: CommandContext, typed: str) -> bool:
    """Whether somebody may have meant an act: it begins with a verb, or is made of cards."""
    presenter = context.presenter
    assert presenter is not None
    said, cards = typed.lower().split(), presenter.texts.cards
    a_verb = any(verb.startswith(said[0]) for verb in presenter.texts.verbs)
    return a_verb or all(word in cards for word in with_faces(said, cards, ()))


def _explain_refusal(context: CommandContext, typed: str, shown: str, asking: bool = False) -> Iterator[Instruction]:
    """Nothing legal fits: let the rules say why, if the words are an act at all; ``shown``: as they were typed.

    ``asking``: the words may also name what the rules tell about.
    """
    words, scene, presenter = context.words, context.reading.scene, context.presenter
    assert scene is not None and presenter is not None
    said = typed.lower().split()
    verbs, cards = presenter.texts.verbs, presenter.texts.cards
    if said[0] not in verbs:
        said = act_menu.with_verb_names(said, presenter)
    faces = with_faces(said, cards, ())
    meant = [said[0]] if said[0] in verbs else [verb for verb in verbs if verb.startswith(said[0])]
    if len(meant) > 1:
        several = words("or").join(meant)
        yield text_display(f"{words('not-understood', typed=shown)} {words('did-you-mean', words=several)}")
    elif meant:
        guess = presenter.speech.guess([meant[0], *said[1:]], scene)
        strange = asking and guess.unknown and not name_search.closest_names(guess.unknown[0], cards, 3, 0.75)
        if strange and (topics := _topics(presenter, shown)):
            yield from topic_answer(topics, shown, reference_of(presenter))
        elif strange:  # at least what may be done of that kind, or why not
            yield SendRequest(say.ExplainRequest(meant[0]), (say.ExplainReply,), shown)
        elif not asking and context.interactive and (entry := _entry(context, guess.text)) is not None:
            yield from _confirm_act(context, entry)
        else:
            yield _explain(context, shown, guess)
    elif all(word in cards for word in faces):
        verb = presenter.speech.verb_for(faces[0], scene)
        if asking and verb and len(faces) == 1:
            yield _explain(context, f"{verb} {shown}", presenter.speech.guess([verb, faces[0]], scene))
        else:
            yield text_display(context.words("which-verb", verb=verb, typed=beginning(shown)))
    elif faces[0] in cards and (verb := presenter.speech.verb_for(faces[0], scene)):
        yield _explain(context, f"{verb} {shown}", presenter.speech.guess([verb, *faces], scene))
    elif asking and (topics := _topics(presenter, shown)):
        yield from topic_answer(topics, shown, reference_of(presenter))
    else:
        yield _not_understood(context, shown, said[0], [*context.names(), *verbs])


def _entry(context: CommandContext, text: str) -> MenuItem | None:
    """Give the legal act of this notation."""
    return next((entry for entry in context.reading.menu.entries if entry.text == text), None)


def _topics(presenter: Presenter, asked: str) -> tuple[Topic, ...]:
    """Give the topics of the rules that are called so, else those that most of the words name."""
    reference, language = reference_of(presenter), presenter.words.language
    try:
        if found := reference.find_topics(asked, language):
            return found
        by_word = [reference.find_topics(word, language) for word in asked.split() if len(word) > MIN_WORD]
    except NotFound:
        return ()
    times = Counter(topic for topics in by_word for topic in topics)
    most = max(times.values(), default=0)
    return tuple(topic for topic, number in times.items() if number == most)


def _explain(context: CommandContext, typed: str, guess: Guess) -> Instruction:
    """Ask the rules about an act that is not legal, if the words are one at all."""
    presenter = context.presenter
    assert presenter is not None
    if guess.missing:
        return text_display(context.words("not-there", card=presenter.texts.card(guess.missing)), "warn")
    if guess.unknown:
        return _not_understood(context, typed, guess.unknown[0], [])
    return SendRequest(say.ExplainRequest(guess.text), (say.ExplainReply,), typed)


def _not_understood(context: CommandContext, typed: str, word: str, known: Sequence[str]) -> Instruction:
    """Say so, with what may have been meant by a word: something known, or a card; the only act there is is asked."""
    presenter, words = context.presenter, context.words
    assert presenter is not None
    meant = name_search.closest_names(word, {name: name for name in (*known, *presenter.texts.cards.values())}, 3, 0.75)
    if len(meant) == 1 and context.interactive and (context.state.may_act or context.state.may_change_choice):
        again = " ".join(
            meant[0].lower() if normalize_name(one) == normalize_name(word) else one for one in typed.split()
        )
        entry = act_menu.find_act(again, context.reading.menu, presenter).entry
        if entry is not None:
            request = say.ActRequest(entry.text)
            return AskConfirmation(PendingConfirmation("do-you-mean", (request,), names=(entry.description,)))
    hint = words("did-you-mean", words=words("or").join(meant)) if meant else words("try-help")
    return text_display(f"{words('not-understood', typed=typed)} {hint}")


def _list(context: CommandContext, rest: str) -> Iterator[Instruction]:
    yield ListActs()


def _take_back(request: say.UndoRequest | say.ResetRequest) -> Handler:
    def do_it(context: CommandContext, rest: str) -> Iterator[Instruction]:
        turn = context.state.turn
        if turn is not None and turn.draft:
            yield SendRequest(request, (say.TurnReply,))
        else:
            yield text_display(context.words("nothing-to-undo"))

    return do_it


def _redo(context: CommandContext, rest: str) -> Iterator[Instruction]:
    if context.state.may_act or context.state.may_change_choice:
        yield SendRequest(say.RedoRequest(), (say.TurnReply,))
    else:
        yield text_display(context.words("nothing-to-redo"))


def _why(context: CommandContext, rest: str) -> Iterator[Instruction]:
    words, menu, scene, presenter = context.words, context.reading.menu, context.reading.scene, context.presenter
    if scene is None or presenter is None or context.state.seat is None:
        yield text_display(words("no-game-yet"))
        return
    if not rest:
        yield text_display(words("why-what"))
        if not context.state.may_act:
            yield from _who(context)
        return
    if (number := parse_number(rest)) is not None:
        entry = menu.entry_of(number)
        if not context.state.may_act or entry is None or not _is_listed(context, entry):
            yield _no_number(context, number)
            return
        text = entry.text
    else:
        matches = act_menu.find_act(rest, menu, presenter, asking=True)
        if matches.entry is None and len(matches.candidates) > 1:
            about = {presenter.act_details(entry.label, scene) for entry in matches.candidates}
            yield from (text_display(one) for one in about if one and len(about) == 1)
            yield text_display(words("which", n=len(matches.candidates)))
            yield ListActs(tuple(entry.number for entry in matches.candidates))
            return
        fitting = matches.entry or (matches.candidates[0] if matches.candidates else None)
        if fitting is None:
            yield from _explain_refusal(context, presenter.speech.normalize(rest, asking=True), rest, asking=True)
            return
        text = fitting.text
    yield SendRequest(say.ExplainRequest(text), (say.ExplainReply,))


COMMANDS = (
    CommandWord(
        "moves", _list, ("l", "legal", "acts"), own_turn=True, group={"turn": "moves"}, is_offered=offered_with("act")
    ),
    CommandWord("act", act, own_turn=True, is_offered=offered_with("act")),
    CommandWord("sure", _confirmed_act, own_turn=True, is_offered=offered_with("act")),
    CommandWord(
        "undo",
        _take_back(say.UndoRequest()),
        ("u",),
        own_turn=True,
        group={"turn": "undo"},
        is_offered=offered_with("undo"),
    ),
    CommandWord("redo", _redo, own_turn=True, group={"turn": "redo"}, is_offered=offered_with("redo")),
    CommandWord(
        "reset",
        _take_back(say.ResetRequest()),
        own_turn=True,
        group={"turn": "reset"},
        is_offered=offered_with("reset"),
    ),
    CommandWord(
        "why",
        _why,
        ("w", "explain"),
        Applicability.DEALT,
        own_turn=True,
        group={"turn": "why"},
        is_offered=offered_with("explain"),
    ),
)


def _before_game(state: ClientState) -> str:
    """Say what is to be done before there is a game."""
    if state.lobby is None:
        return "no-game-yet"
    return "in-lobby.host" if "start" in state.offers else "in-lobby"
