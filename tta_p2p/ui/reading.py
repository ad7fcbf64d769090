"""What a client knows as its person reads it: in a language, with the presenter of the game and the numbered acts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tta_p2p.i18n import Words
from tta_p2p.seats import messages as say

from .act_menu import Menu, make_menu
from .guard import described
from .presenter import Presenter, Scene, presenter_for, shortened
from .state import ClientState, Confirmation
from .titles import bot_called


@dataclass(frozen=True)
class Reading:
    """A state with the words for it; presenter, scene and menu are there as soon as there is something to show."""

    state: ClientState
    words: Words
    presenter: Presenter | None = None
    scene: Scene | None = None
    menu: Menu = field(default_factory=Menu)
    made: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What a face has made of exactly this, so that it is made once."""

    def of(self, state: ClientState) -> Reading:
        """Read the next state; what has not changed is not made anew. Raises UnknownGame."""
        welcome, turn = state.welcome, state.turn
        if welcome is None:
            return Reading(state, self.words)
        presenter, before = self.presenter, self.state.welcome
        if presenter is None or before is None or _played(welcome) != _played(before):
            presenter = presenter_for(welcome.game, self.words, shortened(names_of(welcome, self.words)))
        if turn is None:
            return Reading(state, presenter.words, presenter)
        if presenter is self.presenter and turn is self.state.turn:
            return Reading(state, presenter.words, presenter, self.scene, self.menu)
        scene = presenter.scene(turn, state.seat)
        anew = presenter.numbers_anew and self.state.turn is not None and _decides(turn) != _decides(self.state.turn)
        numbers = self.menu.numbers if _goes_on(self.state, state) and not anew else {}
        menu = make_menu(presenter, scene, numbers)
        return Reading(state, presenter.words, presenter, replace(scene, numbers=menu.numbers), menu)

    def learned_since(self, before: Reading) -> tuple[str, ...]:
        """Say what the seat alone has learned since another moment of the same game."""
        scene, then = self.scene, before.scene
        if self.presenter is None or scene is None or then is None or scene is then or scene.seat is None:
            return ()
        if scene.seat != then.seat or self.presenter is not before.presenter or scene.turn.number <= then.turn.number:
            return ()
        said = tuple(line for line in self.state.log if line.number > then.turn.number)
        return self.presenter.learned(then, scene, said)

    def repeats(self) -> object:
        """Give what was read, for the log of what failed to show it."""
        return {"scene": described(self.scene), "welcome": described(self.state.welcome)}

    def drafted(self) -> list[str]:
        """Say the acts of the draft."""
        turn, presenter = self.state.turn, self.presenter
        return [presenter.texts.label(done.label) for done in turn.draft] if turn and presenter else []

    def asked(self, confirmation: Confirmation) -> str:
        """Say what is to be answered with yes or no."""
        names = self.words.listed(confirmation.names)
        return self.words(confirmation.key, names=names, act=names)


def bare(reading: Reading) -> Reading:
    """Read the same as any game is read, with the same numbers: for where what the game has of its own fails."""
    turn, own = reading.scene.turn if reading.scene is not None else None, reading.presenter
    if own is None or turn is None:
        return reading
    presenter = Presenter(own.game, own.words, own.texts.names)
    scene = presenter.scene(turn, reading.state.seat)
    menu = make_menu(presenter, scene, reading.menu.numbers)
    return Reading(reading.state, reading.words, presenter, replace(scene, numbers=menu.numbers), menu)


def names_of(welcome: say.WelcomeReply, words: Words) -> list[str]:
    """Name the players; bots that have no name of their own are called in the reader's language."""
    return [bot_called(info.name, words) if info.bot else info.name for info in welcome.seats]


def _played(welcome: say.WelcomeReply) -> object:
    """What is played by whom."""
    return welcome.game, [(info.name, info.bot) for info in welcome.seats]


def _decides(turn: say.TurnReply) -> str:
    """What is to be decided."""
    return turn.decision.key if turn.decision is not None else ""


def _goes_on(before: ClientState, now: ClientState) -> bool:
    """Whether the seat is still in the turn in which it was: what was numbered then keeps its numbers."""
    if before.seat != now.seat or before.turn is None or now.turn is None:
        return False
    asked = now.turn.decision
    same_choice = asked is None or not asked.sealed or before.turn.number == now.turn.number
    return same_choice and (before.may_act or before.may_choose_anew) and (now.may_act or now.may_choose_anew)
