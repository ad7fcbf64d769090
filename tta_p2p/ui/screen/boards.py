"""A game's share of the screen: rows of its players, a panel of choices, a board in short.

A board is a pure function of what a client knows. The plain one here serves every game; a game with more to show has a
subclass, made by `make_board(presenter)` of its module in `tta_p2p.ui`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tta_p2p.i18n import Words
from tta_p2p.keyboard.key_map import KeyMap
from tta_p2p.keyboard.table import ACTIONS
from tta_p2p.registry import companion_module

from ..act_menu import Menu, are_equivalent
from ..blocks import Block, lay_out
from ..cells import EMPTY, Row, Span, plain, row, width
from ..guard import HookFaultLog, HookGuard
from ..presenter import MenuItem, Presenter, Scene
from ..reading import Reading
from ..style import Style
from ..texts import sentence

END_KEY = ACTIONS["end"].strokes[0]
"""The key that ends a turn, or lets something pass."""


@dataclass(frozen=True)
class Spot:
    """Something the focus can stand on: what it says, and the act it does or why there is none.

    `number` is what is typed to reach it. `query`: what the rules are asked about it where nothing can be done.
    `note` is said of it while it is in focus; `price` stands behind the text. What tells it from others is `text`;
    `detail`, which follows it, gives way first. `shorter` and `least`: both in fewer words, and `alike`: written in one
    manner, as in `room.ListLine`. `offer` says what Enter lists where it lists acts, and what the first of them takes.
    """

    key: str
    text: Row
    item: MenuItem | None = None
    faces: tuple[str, ...] = ()
    number: int = 0
    refusal: str = ""
    query: str = ""
    note: Row = EMPTY
    acts: tuple[str, ...] = ()
    """The acts, in notation, that are meant where it is not just one."""
    price: Row = EMPTY
    detail: Row = EMPTY
    shorter: tuple[tuple[Row, Row], ...] = ()
    least: tuple[tuple[Row, Row], ...] = ()
    alike: bool = False
    offer: str = ""

    def reproduction(self) -> object:
        """Give its key, for the log of what failed to show it."""
        return self.key


@dataclass(frozen=True)
class ActLetter:
    """A key that lists acts of some verbs; `action` is the key of its text.

    `does_single_act`: a single such act is done at once. `naming_verbs`: verbs that name the key if no other is legal.
    `has_kinds`: its text names several kinds of acts, so its list is titled by those that are in it.
    """

    action: str
    verbs: tuple[str, ...]
    does_single_act: bool = False
    naming_verbs: tuple[str, ...] = ()
    has_kinds: bool = False

    def text_key(self, legal: Collection[str]) -> str:
        """Give the key of its text where these verbs are legal."""
        here = [verb for verb in self.verbs if verb in legal]
        return here[0] if len(here) == 1 and here[0] in self.naming_verbs else self.action


@dataclass(frozen=True, kw_only=True)
class Controls:
    """The game's own keys beside the common ones, and the place of the mark.

    `letters`: the keys of its kinds of acts. `pages`: keys that show a page of the game, with its name.
    `end_verbs`: verbs that end a turn or pass, in order of preference. `unmarked_verbs`: end verbs on which the mark
    never starts (people want them last). `window_verbs`: end verbs that only let the acts of others pass.
    `named_passes`: those that the line of keys calls by a text of their own, `screen.keys.pass.VERB`. `bid_verbs`:
    verbs that bid; in a list with them the number of a line is `Choices.amount`. `hidden_verbs`: verbs that only the
    list of all acts and their own keys offer, so that nobody does them in haste. `resets_mark`: the mark returns to its
    start when its spot is gone, because the spot in its place is of another kind. `reward_decisions`: decisions about
    what the seat gains, by their keys: the mark starts on the first gain, not on what gives up the rest.
    """

    letters: Mapping[str, ActLetter] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    end_verbs: tuple[str, ...] = ("end", "done", "pass", "decline")
    unmarked_verbs: tuple[str, ...] = ("decline", "end")
    window_verbs: tuple[str, ...] = ()
    named_passes: tuple[str, ...] = ()
    bid_verbs: tuple[str, ...] = ()
    hidden_verbs: tuple[str, ...] = ("resign",)
    reward_decisions: tuple[str, ...] = ()
    resets_mark: bool = False

    def keys(self) -> dict[str, str]:
        """Give the usual key of each verb that has one."""
        letters = {verb: key for key, letter in self.letters.items() for verb in letter.verbs}
        return letters | dict.fromkeys(self.end_verbs, END_KEY)

    def names(self) -> dict[str, str]:
        """Give the names by which a file of keys calls what the usual keys do."""
        acts = {key: letter.action for key, letter in self.letters.items()}
        return acts | {key: f"{page}-page" for key, page in self.pages.items()}


class Choices(HookGuard):
    """The choices: the legal acts as a list, act by act."""

    panel_has_places = True
    """Whether lines of a panel keep their numbers for a turn, which are those of the menu; else it counts them."""

    def __init__(self, board: Board) -> None:
        self.board, self.presenter = board, board.presenter

    def faults(self) -> HookFaultLog:
        """Give the faults in showing the game."""
        return self.presenter.faults()

    def spots(self, reading: Reading, new: frozenset[str], size: int) -> tuple[Spot, ...] | None:
        """Give the panel of things to choose among in rows of this width; None: the legal acts are listed.

        ``new``: what was not there when the own last turn ended (`things`).
        """
        return None

    def hand(self, reading: Reading) -> tuple[Spot, ...]:
        """Give the own cards as things to choose among, each with what can be done with it; empty: a page has them."""
        return ()

    def visible_things(self, scene: Scene) -> frozenset[str]:
        """Name what lies open to choose among, so that what is new can be told."""
        return frozenset()

    def group_acts(self, items: tuple[MenuItem, ...], scene: Scene, within: bool) -> tuple[Spot, ...] | None:
        """Give acts of a list as fewer things to choose among, of which some stand for several; None: act by act.

        ``within``: those for which one of these things stands.
        """
        return None

    def group_heading(self, items: tuple[MenuItem, ...], scene: Scene) -> str:
        """Say what is left to choose where one thing stood for these acts; empty: what is decided."""
        return ""

    def initial_act(self, items: Sequence[MenuItem], scene: Scene) -> str:
        """Give the act, in notation, on which the mark stands at first in a list; empty: on the first of it."""
        return ""

    def has_heading(self, scene: Scene) -> bool:
        """Whether what is decided is said above that panel, as above a list."""
        return False

    def note(self, item: MenuItem, scene: Scene) -> Row:
        """Say what is to be known of an act in a list, besides what the rules say of it; empty if there is nothing."""
        return EMPTY

    def places(self, text: str) -> tuple[str, ...]:
        """Name the places of what is drawn that an act in notation is about; the last tells it from others like it."""
        return ()

    def amount(self, item: MenuItem) -> int:
        """Give how much an act names, where a list of acts that differ in nothing else is numbered by it; else 0."""
        return 0


class Board(HookGuard):
    """Any game on the screen: its pages in short, beside its legal acts."""

    controls = Controls()
    choices_class: type[Choices] = Choices

    def __init__(self, presenter: Presenter) -> None:
        self.presenter = presenter
        self.choices = self.choices_class(self)

    def faults(self) -> HookFaultLog:
        """Give the faults in showing this game."""
        return self.presenter.faults()

    def fallback(self, hook: str, *args: Any, **more: Any) -> Any:
        """Give what takes the place of what failed: a sentence of what is drawn, the legal acts of what is chosen."""
        if hook in ("overview", "side_panel", "card_panel"):
            style = next(one for one in (*args, *more.values()) if isinstance(one, Style))
            return lay_out((self.presenter.excuse(),), style)
        return super().fallback(hook, *args, **more)

    # --- draw the board --------------------------------------------------------------------------------------------

    has_player_rows = False
    """Whether the overview has a row for each player, with its name in a column."""
    has_panels = False
    """Whether things to choose among and a board stand side by side."""
    has_neighbours = False
    """Whether there are boards of others that the seat deals with all the time: they always stay in sight."""
    has_map = False
    """Whether it draws places on which the mark can stand."""
    panel_rows = 13
    """Rows of what there is to choose among where a board stands beside it."""

    def overview(self, scene: Scene, style: Style) -> list[Row]:
        """Give what stands above everything else: a row for each player, or what the game shows in short."""
        return lay_out(self.presenter.turn_summary(scene), style)

    def deck_counts(self, scene: Scene) -> Row:
        """Say what is left of what is drawn from; empty if there is nothing to say."""
        return self.presenter.points(scene)

    def side_panel(self, scene: Scene, seat: int, style: Style, lines: int) -> list[Row]:
        """Give the board of a seat in short, in about so many lines.

        ``style.lines``: of these, those that are seen while a text lies over the rest; ``style.sure``: those that are
        seen in any case. What is seen stands where it does without that text (`room.fit_parts` sees to it).
        """
        return lay_out(self.presenter.player(seat, scene).blocks, style)

    def neighbour_lines(self, reading: Reading, style: Style, lines: int) -> list[Row]:
        """Give the boards that always stay in sight in so many lines below the overview."""
        return []

    def neighbour_boards(self, reading: Reading, turned: int, style: Style, lines: int) -> list[Row]:
        """Give the same boards where there is much room, and those of others as far as there are lines.

        ``turned``: how many players on from the one that would be shown first.
        """
        return []

    def picture(
        self, scene: Scene, spots: Sequence[Spot], at: int, style: Style, lines: int, place: str = ""
    ) -> list[Row]:
        """Draw what stands beside the things to choose among from top to bottom, as a map; empty: nothing is drawn.

        ``spots``: the things to choose among, of which number ``at`` is in focus (-1: none); ``place``: where the mark
        is moved in the drawing (empty: in the list). It is as wide as its widest row, in at most so many lines.
        """
        return []

    def places(self, scene: Scene) -> Mapping[str, tuple[int, int]]:
        """Give the places of what is drawn, where the mark can stand: name -> column and row among them.

        It begins on the first one.
        """
        return {}

    def place_blocks(self, place: str, scene: Scene) -> tuple[Block, ...]:
        """Say all that is to be said of a place; first, in a paragraph, what is there."""
        return ()

    def legend(self, scene: Scene) -> tuple[Block, ...]:
        """Say what the letters and signs of what is drawn mean, for the page of help: see `screen.legend`."""
        return ()

    # --- say what a decision is about ------------------------------------------------------------------------------

    def decision_cards(self, scene: Scene) -> tuple[str, ...]:
        """Name the cards that the decision is about, where it is not simply the own turn."""
        decision = scene.turn.decision
        if decision is None or not scene.turn.mine:
            return ()
        texts = self.presenter.texts
        named = (getattr(arg, "face", arg) for arg in decision.args)
        return tuple(face for face in named if isinstance(face, str) and face in texts.cards)

    def card_panel(self, faces: tuple[str, ...], style: Style) -> list[Row]:
        """Give the cards that a decision is about, as far as they matter for it."""
        return card_rows(self.presenter, faces, style)

    def decision_facts(self, scene: Scene) -> tuple[tuple[str, Row], ...]:
        """Give what matters for the decision beside what it is about, each with what it is called."""
        return ()

    def is_response(self, scene: Scene) -> bool:
        """Whether the seat decides something in the turn of somebody else."""
        return self.presenter.is_response(scene)

    def is_own_turn(self, scene: Scene) -> bool:
        """Whether the seat's own turn is under way, not a decision in somebody else's."""
        return False

    def is_own_part(self, scene: Scene) -> bool:
        """Whether the seat is in its own turn, or in a later part of it."""
        return self.is_own_turn(scene)


def game_strokes(board: Board, keys: KeyMap) -> Mapping[str, tuple[str, ...]]:
    """Give the strokes of each usual key of a game, as a player has them."""
    return keys.letters(board.presenter.game.name, board.controls.names())


def verb_keys(board: Board, words: Words) -> dict[str, str]:
    """Write the key of each verb that has one, as a player has it."""
    own = {**game_strokes(board, words.keys), END_KEY: words.keys.strokes("end")}
    return {verb: words.stroke(own[key][0]) for verb, key in board.controls.keys().items()}


class FallbackBoard(Board):
    """The picture of any game whose own has failed: a sentence, and the legal acts."""

    def overview(self, scene: Scene, style: Style) -> list[Row]:
        """Say that the picture has failed."""
        return lay_out((self.presenter.excuse(),), style)


def board_for(presenter: Presenter) -> Board:
    """Give the board of the presenter's game: what `make_board` of its module makes, else the plain one."""
    make: Callable[[Presenter], Board] = getattr(
        companion_module("tta_p2p.ui", presenter.game.name), "make_board", Board
    )
    try:
        return make(presenter)
    except Exception as error:  # whatever the game raises
        presenter.faults().note("make_board", error)
        return Board(presenter)


def act_spots(items: tuple[MenuItem, ...], board: Board, scene: Scene, whole: bool) -> tuple[Spot, ...]:
    """Give acts as things to choose among; ``whole``: with their verbs."""
    presenter = board.presenter
    digits = max((len(str(item.number)) for item in items), default=1)
    found = []
    for item in items:
        named = sentence(item.description if whole or not item.short_description else item.short_description)
        cost = row(Span(" (", "label"), item.cost, Span(")", "label")) if width(item.cost) else EMPTY
        text = row(Span(f"{item.number:>{digits}} ", "number"), named)
        faces = tuple(presenter.cards_of(item.label))
        found.append(Spot(item.text, text, item, faces, item.number, note=board.choices.note(item, scene), price=cost))
    return tuple(found)


def distinguish_spots(spots: tuple[Spot, ...], menu: Menu, words: Words) -> tuple[Spot, ...]:
    """Let no two things read the same: of those that are, with equal cards, one is kept; others are counted through."""
    items = {item.text: item for item in menu.entries}
    same: dict[str, list[Spot]] = {}
    for spot in spots:
        if spot.item is not None or spot.acts:
            said = plain((*(one for one in spot.text if not _is_number(one)), *spot.detail, *spot.price))
            same.setdefault(said, []).append(spot)
    told: dict[str, Spot | None] = {}
    for some in same.values():
        if len(some) > 1 and _do_the_same(some, items):
            told |= dict.fromkeys((spot.key for spot in some), None)
            told[some[0].key] = _ending(some[0], Span(words("screen.alike", n=len(some)), "label"))
        elif len(some) > 1:
            for at, spot in enumerate(some, 1):
                number = Span(words("screen.one-of", n=at, of=len(some)), "label")
                told[spot.key] = replace(spot, text=row(spot.text, number))
    return tuple(one for spot in spots if (one := told.get(spot.key, spot)) is not None)


def _ending(spot: Spot, end: Span) -> Spot:
    """Give a thing with more at the end of its line."""
    if spot.detail:
        return replace(spot, detail=row(spot.detail, end))
    return replace(spot, text=row(spot.text, end))


def _do_the_same(spots: Sequence[Spot], items: Mapping[str, MenuItem]) -> bool:
    """Whether things stand for acts that differ only in which of several equal cards they use, one by one."""
    stands = [[spot.item] if spot.item is not None else [items.get(text) for text in spot.acts] for spot in spots]
    return len({len(some) for some in stands}) == 1 and all(
        are_equivalent([item for item in some if item is not None]) for some in zip(*stands, strict=True)
    )


def _is_number(span: Span) -> bool:
    """Whether this is the number before an act, not the name of a square."""
    return span.role == "number" and span.text.strip().isdigit()


def card_rows(presenter: Presenter, faces: tuple[str, ...], style: Style) -> list[Row]:
    """Give cards in full, one below the other."""
    rows: list[Row] = []
    for face in faces:
        rows += [*([EMPTY] if rows else []), *lay_out(presenter.card_sheet(face), style)]
    return rows
