"""A client's knowledge as its person reads it: in a language, with the game's presenter and the numbered acts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say

from .act_menu import Menu, make_menu
from .guard import describe
from .presenter import Presenter, Scene, presenter_for, shorten_names
from .state import ClientState, PendingConfirmation
from .titles import seat_name


@dataclass(frozen=True)
class Reading:
    """A state with the words for it; presenter, scene and menu are there as soon as there is something to show."""

    state: ClientState
    words: Words
    presenter: Presenter | None = None
    scene: Scene | None = None
    menu: Menu = field(default_factory=Menu)
    cache: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What a face has made of exactly this, so that it is made once."""

    def of(self, state: ClientState) -> Reading:
        """Read the next state; what has not changed is not made anew. Raises UnknownGame."""
        welcome, turn = state.welcome, state.turn
        if welcome is None:
            return Reading(state, self.words)
        presenter, before = self.presenter, self.state.welcome
        if presenter is None or before is None or _game_key(welcome) != _game_key(before):
            presenter = presenter_for(welcome.game, self.words, shorten_names(names_of(welcome, self.words)))
            presenter.begin_table(welcome.options)
        if turn is None:
            return Reading(state, presenter.words, presenter)
        if presenter is self.presenter and turn is self.state.turn:
            return Reading(state, presenter.words, presenter, self.scene, self.menu)
        scene = presenter.make_scene(turn, state.seat)
        anew = (
            presenter.renumbers_decisions
            and self.state.turn is not None
            and decision_key(turn) != decision_key(self.state.turn)
        )
        numbers = self.menu.numbers if _continues_turn(self.state, state) and not anew else {}
        menu = make_menu(presenter, scene, numbers)
        return Reading(state, presenter.words, presenter, replace(scene, numbers=menu.numbers), menu)

    def card_news_since(self, before: Reading) -> tuple[str, ...]:
        """Say what the seat alone has learned since another moment of the same game."""
        scene, then = self.scene, before.scene
        if self.presenter is None or scene is None or then is None or scene is then or scene.seat is None:
            return ()
        if scene.seat != then.seat or self.presenter is not before.presenter or scene.turn.number <= then.turn.number:
            return ()
        said = tuple(line for line in self.state.log if line.number > then.turn.number)
        return self.presenter.card_news(then, scene, said)

    def reproduction(self) -> object:
        """Give what was read, for the log of what failed to show it."""
        return {"scene": describe(self.scene), "welcome": describe(self.state.welcome)}

    def draft_acts(self) -> list[str]:
        """Say the acts of the draft."""
        turn, presenter = self.state.turn, self.presenter
        return [presenter.texts.label(done.label) for done in turn.draft] if turn and presenter else []

    def confirmation_text(self, confirmation: PendingConfirmation) -> str:
        """Say what is to be answered with yes or no."""
        names = self.words.listed(confirmation.names)
        return self.words(confirmation.key, names=names, act=names)


def plain_reading(reading: Reading) -> Reading:
    """Read the same as any game is read, with the same numbers: for where what the game has of its own fails."""
    turn, own = reading.scene.turn if reading.scene is not None else None, reading.presenter
    if own is None or turn is None:
        return reading
    presenter = Presenter(own.game, own.words, own.texts.names)
    scene = presenter.make_scene(turn, reading.state.seat)
    menu = make_menu(presenter, scene, reading.menu.numbers)
    return Reading(reading.state, reading.words, presenter, replace(scene, numbers=menu.numbers), menu)


def names_of(welcome: say.WelcomeReply, words: Words) -> list[str]:
    """Name the players; bots that have no name of their own, and programs, are called in the reader's language."""
    return [seat_name(info.name, bool(info.bot), words) for info in welcome.seats]


def _game_key(welcome: say.WelcomeReply) -> object:
    """Give a key of the game, what its table has chosen, and its players."""
    return welcome.game, welcome.options, [(info.name, info.bot) for info in welcome.seats]


def decision_key(turn: say.TurnReply | None) -> str:
    """Give a key of the open decision; empty: there is none."""
    return turn.decision.key if turn is not None and turn.decision is not None else ""


def choice_key(turn: say.TurnReply | None) -> str:
    """Give a key of what a key that is pressed now is meant for: like `decision_key`, but of this very choice.

    What all choose at once, unseen, is asked anew under the same key, and one act is all of a choice: the next one is
    another choice, and so is a change of it.
    """
    decision = turn.decision if turn is not None else None
    if turn is None or decision is None or not decision.sealed:
        return decision_key(turn)
    return " ".join((decision.key, str(turn.number), *(act.text for act in turn.draft)))


def _continues_turn(before: ClientState, now: ClientState) -> bool:
    """Whether the seat is still in the turn in which it was: what was numbered then keeps its numbers."""
    if before.seat != now.seat or before.turn is None or now.turn is None:
        return False
    asked = now.turn.decision
    same_choice = asked is None or not asked.sealed or before.turn.number == now.turn.number
    return same_choice and (before.may_act or before.may_change_choice) and (now.may_act or now.may_change_choice)
