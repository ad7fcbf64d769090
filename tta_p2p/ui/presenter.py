"""From what a node says to pages: what a presenter of a game gives, and the plain one that serves every game.

A presenter is a pure function of a `Scene`. The plain one shows any view that JSON can hold: it knows the texts of the
game and nothing else of it. A game with more to show has a subclass in a package of its name (`presenter_for`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeAlias

from tta_p2p.games.contract import Act, Unreadable
from tta_p2p.games.game import Game
from tta_p2p.games.kit.view import read_view
from tta_p2p.i18n import Words
from tta_p2p.registry import companion_module, has_points, load_rules
from tta_p2p.seats.messages import CardRef, LegalAct, LogEntry, TextArgument, TextRef, TurnReply

from . import plain_view
from .blocks import Block, Fields, Page, Para, SpeechAlternative, table
from .cells import EMPTY, Row, Span, cut, row
from .cells import plain as plain_text
from .guard import HookFaultLog, HookGuard, describe
from .page_texts import with_pages
from .texts import Texts, sentence
from .timeline import HistoryMoment


@dataclass(frozen=True)
class Scene:
    """The last turn message, as one seat sees it."""

    turn: TurnReply
    seat: int | None
    view: Any = None
    """The view as the presenter reads it (`Presenter.read_view`)."""
    faces: Mapping[int, str] = field(default_factory=dict)
    """The faces of hidden cards that the seat knows, by handle."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """The numbers of acts in the menu, by notation: a page shows the same."""

    def reproduction(self) -> object:
        """Give all that it was made of, for the log of what failed to show it."""
        return {"turn": describe(self.turn), "seat": self.seat}


@dataclass(frozen=True)
class MenuItem:
    """One legal act: its number in the menu, its notation, its verb, its words, and what it costs.

    `act_details` is what tells it from other acts of its verb; `shared_turn_name` are the words of `label`.
    """

    number: int
    text: str
    verb: str
    label: TextRef
    description: str
    short_description: str
    cost: Row
    act: Act | None

    def reproduction(self) -> object:
        """Give its notation, for the log of what failed to show it."""
        return self.text


Measurements: TypeAlias = tuple[tuple[str, tuple[int | None, ...]], ...]
"""What is measured of a game at some moment: each thing by its name, with its value by seat (None: none)."""


@dataclass(frozen=True)
class Guess:
    """Notation for typed words; `unknown` are those that mean nothing, `missing` a card not where it must be."""

    text: str
    unknown: tuple[str, ...] = ()
    missing: str = ""


class Aspect:
    """One side of a game, of which its presenter has several."""

    def __init__(self, presenter: Presenter) -> None:
        self.presenter, self.words, self.texts = presenter, presenter.words, presenter.texts

    def faults(self) -> HookFaultLog:
        """Give the faults in showing the game."""
        return self.presenter.faults()


class Turns(Aspect, HookGuard):
    """Looking back: what turns are called, and what charts show of a moment."""

    used_letters: Collection[str] = frozenset()
    """Letters that mean something else on the pages where charts stand: no player has one of them."""
    last_page_charts = 0
    """So many of the charts, the first ones, are drawn on the last page as well."""

    def turn_name(self, turn: int) -> str:
        """Name a turn (`LogEntry.turn`) as briefly as it can be."""
        return str(turn)

    def shared_turn_name(self, turn: int) -> str:
        """Name a turn that everybody plays at once, as a list of turns has it."""
        return self.words("past.turn", turn=self.turn_name(turn))

    def player_turn_name(self, turn: int, name: str) -> str:
        """Name the part that a player has in a turn, as a list of turns has it."""
        return self.words("past.turn-of", turn=self.turn_name(turn), name=name)

    def phases(self, course: Sequence[HistoryMoment]) -> tuple[str, ...]:
        """Name the phase of a turn in which each place of a game stands; nothing where turns have no phases."""
        return ()

    def measurements(self, scene: Scene) -> Measurements:
        """Give what charts show of a moment; nothing where a game has none. At every moment it is the same things."""
        return ()


class Results(Aspect, HookGuard):
    """The end: the places of all players, and the sources of their points."""

    def standings(self, places: Iterable[Any], ending: str = "", over: bool = True) -> tuple[Block, ...]:
        """Give the table of who came where, and where the points came from, if there are any; ``over``: at the end."""
        found, in_points = tuple(places), has_points(self.presenter.game.name)
        head = ["", *(self.texts.name(place.seat) for place in found)]
        parts = [dict(place.parts if in_points else ()) for place in found]
        sources = list(dict.fromkeys(source for own in parts for source, points in own.items() if points))
        body: list[list[str | Span | Row]] = [
            [self.words("standings.place"), *(f"{place.place}" for place in found)],
        ]
        if in_points:
            body.append([self.words("standings.points"), *(Span(f"{place.points}", "mine") for place in found)])
        for source in sources:
            label = self.texts.optional(f"score.{source}") or source
            body.append([f"  {label}", *(f"{own.get(source, 0) or ''}" for own in parts)])
        if any(place.left for place in found):
            left = [self.words(f"left.{place.left}") if place.left else "" for place in found]
            body.append([self.words("standings.left"), *left])
        seen = SpeechAlternative((table(head, body, "l" + "r" * len(found)),), self.standings_sentences(found, over))
        return (Para(row(ending)), seen) if ending else (seen,)

    def standings_sentences(self, places: Sequence[Any], over: bool = True) -> tuple[Row, ...]:
        """Say who came where, or stands where if it is not `over`, and where the points came from: a sentence each."""
        words, first, said = self.words, sum(place.place == 1 for place in places), list[Row]()
        in_points = has_points(self.presenter.game.name)
        for place in sorted(places, key=lambda one: (one.place, one.seat)):
            key = "place" if not over or place.place > 1 else "won" if first == 1 else "shared"
            gone = f" ({words(f'left.{place.left}')})" if place.left else ""
            name = f"{sentence(self.texts.name(place.seat))}{gone}"
            key = f"standings.said.{key}" if in_points else f"standings.said.{key}.plain"
            told = words(key, name=name, place=place.place, n=place.points)
            scores = place.parts if in_points else ()
            parts = [f"{self.texts.optional(f'score.{source}') or source} {n}" for source, n in scores if n]
            whole = "standings.said.parts" if parts else "standings.said.whole"
            said.append(row(words(whole, told=told, parts=words("comma").join(parts))))
        return tuple(said)

    def further_standings(self, view: Any) -> tuple[Block, ...]:
        """Show what else tells how everybody stands, where the table of places and points does not tell all.

        ``view``: as `read` takes it, seen by whomever.
        """
        return ()

    def final_scoring(self, log: Iterable[LogEntry], seats: Sequence[int]) -> tuple[Block, ...]:
        """Show one by one what was scored when the game ended, if that is more than the standings say.

        ``seats``: the players in the order of the standings.
        """
        return ()


class Speech(Aspect, HookGuard):
    """People's words for acts: words, cards and numbers, and the notation they mean."""

    places = 0
    """So many numbers are kept for acts that are numbered by where something lies."""

    def normalize(self, typed: str, asking: bool = False) -> str:
        """Give what somebody typed as an act in words that this game knows; `asking`: it is only asked about."""
        return typed

    def guess(self, typed: Sequence[str], scene: Scene) -> Guess:
        """Give notation for words that are no legal act, so that the rules can say why it is not."""
        words = plain_view.with_faces(list(typed[1:]), self.texts.cards, {})
        known = {*self.texts.cards, *plain_view.FILLERS}
        unknown = [word for word in words if not (word in known or word.isdigit() or word.startswith("#"))]
        return Guess(" ".join([*typed[:1], *words]), tuple(unknown))

    def verb_for(self, face: str, scene: Scene) -> str:
        """Give the verb of what one does with a card where it lies now; empty where nothing says so."""
        return ""

    def kind_name(self, face: str) -> str:
        """Name what kind of card a card is, as people say it with a verb; empty where nobody would."""
        return ""

    def plain_word(self, word: str) -> str:
        """Give the word of acts for a typed one that names no card; empty where acts have none such."""
        named, said = self.texts.plain_words, plain_view.normalize_name(word)
        return (
            word if word in named else next((one for one in named if plain_view.normalize_name(named[one]) == said), "")
        )

    def place(self, act: Act) -> int | None:
        """Give where what an act is about lies, which is its number then; None for acts that are numbered in order."""
        return None

    def place_query(self, number: int) -> str:
        """Give in notation what the rules are asked about where nothing can be done with a place."""
        return ""

    def place_text(self, asked: str, scene: Scene) -> Row:
        """Say what is at a place of the board that is called so; empty where there is none."""
        return EMPTY


class Presenter(HookGuard):
    """Shows any game; the base of those that know one.

    >>> from tta_p2p.games.local import LocalGame
    >>> from tta_p2p.i18n import Words
    >>> from tta_p2p.registry import load_rules
    >>> local = LocalGame(load_rules("caravan"), 2, {}, 7)
    >>> local.answer_needs()
    >>> shown = Presenter(local.game, Words("en"), ("Ann", "Bob"))
    >>> seat = local.decision.seats[0]
    >>> acts = local.game.legal(local.state, local.dealer.knowledge_of(seat), seat)
    >>> shown.texts_for(seat).label(local.game.label(local.state, acts[0].act))
    'Keep salt 6'
    """

    turns_class: type[Turns] = Turns
    results_class: type[Results] = Results
    speech_class: type[Speech] = Speech

    def __init__(self, game: Game[Any, Any], words: Words, names: Sequence[str] = ()) -> None:
        self.game = game
        self.words = words
        self.texts = Texts(game, words, names)
        self._texts_by_seat: dict[int, Texts] = {}
        self._faults = HookFaultLog(game.name, words.language, names)
        self.turns = self.turns_class(self)
        self.results = self.results_class(self)
        self.speech = self.speech_class(self)

    def begin_table(self, options: Mapping[str, object]) -> None:
        """Hear what the table has chosen, before anything of it is shown: texts may keep to its cards."""

    def table_choices(self, options: Mapping[str, object]) -> Mapping[str, object]:
        """Give the choices of a table that mean something, by setting."""
        return options

    def faults(self) -> HookFaultLog:
        """Give the faults in showing this game."""
        return self._faults

    def fallback(self, hook: str, *args: Any, **more: Any) -> Any:
        """Give what takes the place of a page that failed: one sentence, and what can be done."""
        scene = next((one for one in args if isinstance(one, Scene)), None)
        if hook in ("page", "player", "table"):
            legal = scene.turn.legal if scene is not None else ()
            acts = (Para(row(self.texts_for(scene.seat if scene else None).label(one.label)), 2, 4) for one in legal)
            return Page(row(self.words("screen.failed.title")), (self.excuse(), *acts))
        return (self.excuse(),) if hook == "turn_summary" else super().fallback(hook, *args, **more)

    def excuse(self) -> Para:
        """Say that what belongs there could not be shown, and where it stands why."""
        return Para(row(Span(self.words("screen.failed"), "warn")))

    def texts_for(self, seat: int | None) -> Texts:
        """Give the texts for whoever sits there, who is called you; None: everybody goes by name."""
        if seat is None:
            return self.texts
        if seat not in self._texts_by_seat:
            self._texts_by_seat[seat] = self.texts.for_reader(seat)
        return self._texts_by_seat[seat]

    # --- read views ------------------------------------------------------------------------------------------------

    view_type: type | None = None
    """What a view is read as: the state of the game, or the struct that its views are; None: as it comes."""

    def make_scene(self, turn: TurnReply, seat: int | None) -> Scene:
        """Give the scene for a turn message."""
        return Scene(turn, seat, self.read_view(turn.view), plain_view.faces_in(turn.view))

    def read_view(self, view: Any) -> Any:
        """Give the view as this presenter wants it; before the cards are dealt there is none."""
        return read_view(self.view_type, view) if self.view_type is not None and isinstance(view, Mapping) else view

    # --- show pages ------------------------------------------------------------------------------------------------

    pages: tuple[str, ...] = ("table",)
    """The words that show a page; each has the texts `usage.NAME` and `help.NAME`."""
    page_aliases: Mapping[str, str] = MappingProxyType({"t": "table", "overview": "table"})
    """Other words for pages."""
    player_pages: frozenset[str] = frozenset()
    """The pages that are those of whoever is named behind their word."""

    def page(self, name: str, about: str, scene: Scene) -> Page:
        """Give a page by its name; `about` is what came after the word."""
        return self.table(scene)

    def table(self, scene: Scene) -> Page:
        """Give everything that is to be seen."""
        blocks = plain_view.view_blocks(scene.view, self.texts_for(scene.seat), scene.faces)
        return Page(row(self.words("page-title.table")), blocks)

    def player(self, seat: int, scene: Scene) -> Page:
        """Give what there is to see of one player."""
        return self.table(scene)

    def record_pages(self, scene: Scene) -> tuple[tuple[str, Page], ...]:
        """Give the pages that a record shows at the end of each turn, each with what it is of, as the same key at
        every moment: the table, and the board of each player where a player has one.
        """
        players = range(len(self.texts.names)) if self.player_pages else ()
        return (
            ("table", self.page(self.pages[0], "", scene)),
            *((f"player-{seat}", self.player(seat, scene)) for seat in players),
        )

    def turn_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give what somebody wants to see at the beginning of the own turn."""
        return self.table(scene).blocks

    def act_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give what somebody wants to see after an act that is final, while the turn goes on."""
        return self.turn_summary(scene)

    def draft_summary(self, scene: Scene) -> tuple[Block, ...]:
        """Give what somebody wants to see after each act of a draft."""
        return ()

    def player_names(self, seat: int, scene: Scene) -> tuple[str, ...]:
        """Give all that a player is called."""
        return (self.texts.names[seat],)

    def find_seat(self, name: str, scene: Scene) -> int | None:
        """Give the seat of whoever is called so, else of the first whose name begins so."""
        wanted, bare = plain_view.normalize_name(name), plain_view.normalize_name
        known = [(seat, bare(one)) for seat in range(len(self.texts.names)) for one in self.player_names(seat, scene)]
        exactly = (seat for seat, one in known if wanted and one == wanted)
        return next(exactly, next((seat for seat, one in known if wanted and one.startswith(wanted)), None))

    # --- say how things stand --------------------------------------------------------------------------------------

    def decision(self, scene: Scene) -> Row:
        """Say what is to be decided."""
        decision = scene.turn.decision
        if decision is None:
            return row(self.words("nothing-to-decide"))
        said = self.texts_for(scene.seat).say("decision", decision.key, decision.args)
        return row(Span(said, "mine" if scene.turn.mine else ""))

    def wait_text(self, scene: Scene, keys: tuple[str, str], names: str) -> str:
        """Say that the game waits for `names`, and for what: by the second text of `keys` where a decision has a text
        that goes on from a name ("Cid to take cards"), by the first where it only has that of the one who decides.
        """
        key, key_to = keys
        decision = scene.turn.decision
        if decision is None:
            return self.words(key, names=names, what="")
        asked = self.texts.optional(f"asked.{decision.key}") is not None
        what = self.texts_for(scene.seat).say("asked" if asked else "decision", decision.key, decision.args)
        return self.words(key_to if asked else key, names=names, what=what)

    def is_response(self, scene: Scene) -> bool:
        """Whether the seat decides something in the turn of somebody else."""
        return False

    def progress(self, scene: Scene) -> Row:
        """Say where the game stands, in a few words; empty if there is nothing to say."""
        return ()

    def points(self, scene: Scene) -> Row:
        """Say how many points everybody has by now; empty where that is not counted before the end."""
        return ()

    def card_news(self, before: Scene, after: Scene, said: Sequence[LogEntry] = ()) -> tuple[str, ...]:
        """Say what the seat alone has learned between two moments, a sentence each: which hidden cards it has got.

        ``said``: the lines of the log in between.
        """
        return ()

    # --- say moves -------------------------------------------------------------------------------------------------

    single_last = True
    """Whether verbs of which there is one act have the last numbers."""
    renumbers_decisions = False
    """Whether acts are numbered from 1 again when something else is decided, even in the same turn."""

    def parse_act(self, text: str, scene: Scene) -> Act | None:
        """Give the act a notation means, None for what is none."""
        try:
            return self.game.read(text, scene.seat or 0)
        except Unreadable:
            return None

    def verb_name(self, verb: str) -> str:
        """Name a verb for people."""
        return self.texts.optional(f"act.{verb}") or verb

    def cost_row(self, cost: Iterable[tuple[str, int]]) -> Row:
        """Say what an act costs."""
        return row(self.texts.cost(cost))

    def price(self, cost: Iterable[tuple[str, int]], scene: Scene) -> Row:
        """Say what an act costs to whom, where the seats are known."""
        return self.cost_row(cost)

    def act_details(self, label: TextRef, scene: Scene) -> Row:
        """Say what the card does that an act is about, where whoever asks about the act cannot see that."""
        return EMPTY

    def cautions(self, item: MenuItem, scene: Scene) -> tuple[str, ...]:
        """Say what an act wastes or brings about that one may not have in mind; nothing if all is well."""
        return ()

    def likely_acts(self, entries: Sequence[MenuItem]) -> tuple[MenuItem, ...]:
        """Give those of some acts that typed words mean which fit all of them: what nobody wants is left out."""
        return tuple(entries)

    def forced_act(self, scene: Scene) -> str:
        """Give the act that is done without asking because there is no other; empty if there is a choice.

        It must be one that stays in the draft: what ends a turn at once would tell others that there was no choice.
        """
        return ""

    def number_order(self, legal: Sequence[LegalAct]) -> Sequence[LegalAct]:
        """Give the legal acts in the order of their numbers: that of the rules."""
        return legal

    def menu_blocks(self, entries: Sequence[MenuItem], scene: Scene) -> tuple[Block, ...] | None:
        """Lay the legal acts out, each with its number; None: by their verbs, as in any game."""
        return None

    def cards_of(self, label: TextRef) -> list[str]:
        """Give the cards an act is about."""
        return [face for face in faces_among(label.args) if face in self.texts.cards]

    def possible_acts(self, entries: Sequence[MenuItem], keys: Mapping[str, str] | None = None) -> tuple[Block, ...]:
        """Say for the page of help what can be done now, kind by kind; nothing where the list of acts tells it.

        ``keys``: the key of each verb; None where acts are typed.
        """
        return ()

    # --- explain cards ---------------------------------------------------------------------------------------------

    def has_sheet(self, face: str) -> bool:
        """Whether there is something to be said about a card; others are words that acts need."""
        return bool(self._back(face))

    @cached_property
    def sheet_names(self) -> Mapping[str, str]:
        """The names, by face, of all cards about which there is something to be said."""
        return {face: name for face, name in self.texts.cards.items() if self.has_sheet(face)}

    def card_sheet(self, face: str) -> tuple[Block, ...]:
        """Give all that is to be said about a card."""
        return (
            Para(row(Span(self.texts.card(face), "heading"))),
            Fields(((row(self.words("card.back")), row(self._back(face))),), 2),
        )

    def _back(self, face: str) -> str:
        try:
            back = self.game.back(face)
        except KeyError:
            return ""
        return self.texts.optional(f"back.{back}") or back


LONGEST_NAME = 12
"""So many cells of a name are shown where the game is; longer ones would break its tables."""


def shorten_names(names: Sequence[str]) -> list[str]:
    """Give names as they are shown: long ones cut, with what tells them apart where that is lost."""
    short = [plain_text(cut(name, LONGEST_NAME)) for name in names]
    for number, name in enumerate(short):
        if short.count(name) > 1 and names.count(names[number]) == 1:
            short[number] = f"{plain_text(cut(names[number], LONGEST_NAME - 2))}{number + 1}"
    return short


def presenter_for(name: str, words: Words, names: Sequence[str] = ()) -> Presenter:
    """Give the presenter of a game: what `make_presenter` of its module in this package makes, else the plain one.

    The words that module has for its pages (`WORDS`: language -> key -> text) are among the presenter's.
    Raises UnknownGame.
    """
    game, room = load_rules(name), companion_module(__package__, name)
    words = with_pages(words, name)
    make: Callable[[Game[Any, Any], Words, Sequence[str]], Presenter] = getattr(room, "make_presenter", Presenter)
    try:
        return make(game, words, names)
    except Exception as error:  # whatever the game raises
        presenter = Presenter(game, words, names)
        presenter.faults().note("make_presenter", error)
        return presenter


def faces_among(args: Iterable[TextArgument]) -> list[str]:
    """Give the faces of the cards among arguments, as far as they are known."""
    found = [arg.face if isinstance(arg, CardRef) else arg for arg in args if isinstance(arg, CardRef | str)]
    return [face for face in found if face]
