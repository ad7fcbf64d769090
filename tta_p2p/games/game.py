"""The rules of a game as everything that plays them knows them, and the common part of every game and dealer."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from .contract import (
    ANSWERS,
    Act,
    Acts,
    Answer,
    Arg,
    Back,
    BadOptions,
    Card,
    CardLocation,
    Claim,
    Decision,
    DecisionKind,
    Explanation,
    Face,
    Fact,
    Handle,
    Illegal,
    Knowledge,
    Line,
    Need,
    Option,
    Options,
    OrderForm,
    Random,
    Rng,
    Rolled,
    Seat,
    Setting,
    Show,
    Shown,
    Shuffle,
    Standings,
    Step,
    Unreadable,
    UpcomingShuffle,
    Value,
    write_arg,
)

S = TypeVar("S")
V = TypeVar("V")


class Game(Protocol[S, V]):
    """The rules of one game. Stateless: every method is a pure function of its arguments.

    >>> from tta_p2p.games.smugglers.rules import Smugglers
    >>> game = Smugglers()
    >>> step = game.start({}, seats=2)
    >>> [type(need).__name__ for need in game.needs(step.state)][:3], game.decision(step.state)
    (['Shuffle', 'Show', 'Deal'], None)

    Inherit from it explicitly to get `digest`, `label`, `turn`, `read` and `write`. The type S of states is the game's
    choice (an immutable value that shares structure, or a class copied inside `apply`); all others may do
    with a state is to hand it back. No method may change a state it was given.
    """

    name: str
    """The name of the game's folder (`through_the_ages`)."""
    seats: tuple[int, ...]
    """The numbers of seats the game can be played with."""
    settings: tuple[Setting, ...]
    """What the lobby offers to choose; see `complete_options`."""
    impersonal: frozenset[str] = frozenset()
    """Keys of lines of the log that are about the table, whoever acted last: that an age ends, say."""
    clauses: frozenset[str] = frozenset()
    """Keys of texts (`log.takes`) that say something of the seat that is their first argument and do not name it: a
    language puts the name to them, or leaves it out where it was just said."""
    namesakes: frozenset[Face] = frozenset()
    """Cards that are one thing under one name, whatever age they are of: the name stands for itself."""
    reprints: Mapping[Face, Face] = MappingProxyType({})
    """A card -> the card of another edition whose name it has: no table has both."""
    notes: frozenset[str] = frozenset()
    """Keys of texts (`effect.strength`) that stand behind the name of the seat that is their first argument: Ann:
    strength 3 → 4."""

    def start(self, options: Options, seats: int) -> Step[S]:
        """Lay the game out, usually up to its first needs.

        Raises BadOptions. Missing options take their default.
        """
        ...

    def apply(self, state: S, fact: Fact) -> Step[S]:
        """Give what the fact leads to; after the end nothing is accepted any more.

        Answers must answer the first open need. Acts must answer the open decision. Left is accepted at
        any instant for any seat still in the game: the game drops the seat's open choices, cancels or
        replaces needs, goes on with those who stay, and ends when too few are left.

        That claims are true is the dealer's business: `apply` takes the act's word for faces.
        Raises Illegal, and then nothing has changed.
        """
        ...

    def needs(self, state: S) -> tuple[Need, ...]:
        """Give all open needs in the order of their numbers.

        An open need stays as it is until it is answered, whatever the answers before it say; so those of different
        cards are carried out side by side (`table.neighbours`). When a seat leaves, only needs that name it or cards
        of its hand may change or go, and all of them when the game is over.
        """
        ...

    def decision(self, state: S) -> Decision | None:
        """Return the open decision; None while a need is open and after the end."""
        ...

    def claims(self, state: S, act: Act) -> tuple[Claim, ...]:
        """Say what this act asserts about hidden cards, in a fixed order; the act needs proof of them all.

        A function of public state and act: every peer names the same claims. May raise Illegal.
        """
        ...

    def legal(self, state: S, knows: Knowledge, seat: Seat) -> tuple[Option, ...]:
        """List every act open to the seat, in a fixed order, each with its cost.

        Empty when the seat does not decide, never empty when it does. Every listed act is accepted by
        `apply` and its claims agree with `knows`; every act that is accepted, and whose claims agree,
        is listed. So of `knows` the faces alone count: whoever asks may leave the rest out.
        """
        ...

    def explain(self, state: S, knows: Knowledge, act: Act) -> Explanation:
        """Say what the act does and costs and whether it ends the undo, or why it is refused.

        Whatever somebody may name is answered: an act of another phase or another seat, a verb without its object,
        a word that means nothing.
        """
        ...

    def turn(self, state: S) -> tuple[int, Seat | None]:
        """Give the number of the turn that is being played, and whose turn it is: None where it is everybody's.

        The number never decreases; what is logged in turns of one number stands together (a round, a turn of an age).
        By default there are no turns.
        """
        return 0, None

    def label(self, state: S, act: Act) -> Line:
        """Give an act in this state as people read it: a key with arguments.

        Its words are the texts `label.KEY` (the act) and `about.KEY` (what tells it from others of its verb). Any act
        has a label, legal or not; by default its verb and its arguments.
        """
        return Line(act.verb, act.args)

    def view(self, state: S, knows: Knowledge, seat: Seat | None) -> V:
        """Give what this seat may see; for spectators seat None with what everybody knows.

        A value msgspec can encode as JSON; equal views encode equally (keys in a fixed order).
        """
        ...

    def resample(self, view: V, rng: Rng) -> Mapping[Handle, Face]:
        """Give a face for every hidden handle, out-of-game ones too, that agrees with the view.

        Every world that agrees has a chance (`knowledge.sample` does it).
        """
        ...

    def order_forms(self) -> tuple[OrderForm, ...]:
        """List what can be ordered in advance beside acts and declining: by default nothing."""
        return ()

    def fulfil(
        self, state: S, knows: Knowledge, seat: Seat, form: OrderForm, numbers: tuple[int, ...]
    ) -> tuple[Act, ...]:
        """Give the acts, in order, by which a form answers the open decision of its kind; none where it does not fit.

        Whoever asks tries them by the rules first, and does all of them or none.
        """
        return ()

    def decision_kind(self, key: str) -> DecisionKind | None:
        """Say what answers decisions of this key, for whoever decides in advance; None where the game does not tell."""
        return None

    def upcoming_shuffles(self, state: S) -> tuple[UpcomingShuffle, ...]:
        """Return the shuffles to come unless something changes, soonest first; no card is in two of them."""
        ...

    def standings(self, state: S) -> Standings:
        """Give places and where the points came from, at any time."""
        ...

    def faces(self) -> tuple[Face, ...]:
        """List every face a hidden card of this game can carry, with any options, once each and sorted."""
        ...

    def back(self, face: Face) -> Back:
        """Say what the back of this card looks like. Cards are mixed only with their like.

        Raises KeyError for a face the game does not have.
        """
        ...

    def hidden_cards(self, state: S) -> Mapping[Handle, CardLocation]:
        """Say for every living hidden handle, in ascending order, where it lies.

        Includes cards that left the game unseen. The order is that of the handles.
        """
        ...

    def unseen(self, state: S) -> Mapping[Back, tuple[Face, ...]]:
        """Say for every back which faces its hidden handles carry together (sorted, with repeats).

        This is public: what was shuffled in is known, and so is what has come out.
        """
        ...

    def played_by(self, options: Options) -> Game[S, V]:
        """Give the rules that a table of these options is played by: others of it, where older programs have them too.

        They have all those settings of the game that `narrowed` leaves. Those of a table with no options are what
        programs compare before they know its options; parts that others have besides begin with `choice-`.
        """
        return self

    def rules_digests(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules (the engine's version, each table) by its name.

        Peers compare them before a game and name the part that differs.
        """
        ...

    def texts(self, language: str) -> Mapping[str, str]:
        """Give the texts that the game brings itself in a language, as far as there are any.

        English ("en") is complete together with what stands in files: in the folder of the language for a game of this
        program, in `texts` beside the rules for another (`i18n.game_texts` puts all of it together).

        Keys: `log.KEY`, `decision.KEY`, `illegal.KEY`, `effect.KEY` (explanations), `ending.KEY`,
        `act.VERB` (the verb alone), `label.KEY` (an act with its arguments), `cost.NAME`, `score.PART`,
        `card.FACE`, `back.BACK`, `zone.ZONE`, `setting.NAME`, `word.WORD` for other words among arguments.
        Optional: `asked.KEY` says of a decision, in words that follow a name, what the others wait for (else they
        read `decision.KEY`); `about.KEY` says of an act only what tells it from others of its verb (its arguments,
        one after another, where there is none); `deed.KEY` is a clause like those of `clauses`: what seat {0} has done
        by an act, whose arguments follow, where no line of the log says just that; `figure.KEY` names what is counted
        (`entry.Figures`); `view.FIELD` says a field of the view in words for clients that do not know the game (`{1}`
        is what it holds;
        docs/adding-a-game.md); `rules.TOPIC` is a chapter of the rules, its title first (`kit.topics`).
        """
        ...

    def encode(self, state: S) -> bytes:
        """Give the canonical bytes of a state: equal states, equal bytes, on every machine."""
        ...

    def decode(self, data: bytes) -> S:
        """Give the state back. Raises BadState."""
        ...

    def digest(self, state: S) -> bytes:
        """Give the 32-byte BLAKE2b digest of a state's canonical bytes."""
        return hashlib.blake2b(self.encode(state), digest_size=32).digest()

    def write(self, act: Act) -> str:
        """Write an act in the game's one-line notation, without its seat (`play #214=raid 2`)."""
        return write_act(act)

    def read(self, text: str, seat: Seat) -> Act:
        """Read an act written by `write`. Raises Unreadable."""
        return read_act(text, seat)


# --- helpers every game and dealer uses --------------------------------------------------------------

MAX_NOTATION = 2000
"""Longest text of an act that is read, in characters."""


def check_answer(needs: tuple[Need, ...], fact: Answer) -> Need:
    """Give the need this fact answers: the first open one. Raises Illegal when it does not fit."""
    if not needs or needs[0].number != fact.need or type(fact) is not ANSWERS[type(needs[0])]:
        raise Illegal("not-asked", fact.need)
    need = needs[0]
    if isinstance(fact, Shown) and isinstance(need, Show) and len(fact.faces) != len(need.handles):
        raise Illegal("not-asked", fact.need)
    if isinstance(fact, Rolled) and isinstance(need, Random) and not 0 <= fact.value < need.below:
        raise Illegal("not-asked", fact.need)
    return need


def check_acts(decision: Decision | None, fact: Act | Acts) -> None:
    """Check that this is an answer of the right seats to the open decision. Raises Illegal."""
    acts = fact.acts if isinstance(fact, Acts) else (fact,)
    first = acts[0].seat if acts else None
    if decision is None:
        raise Illegal("nothing-to-decide", seat=first)
    if decision.sealed != isinstance(fact, Acts):
        raise Illegal("sealed" if decision.sealed else "not-sealed", seat=first)
    if tuple(act.seat for act in acts) != decision.seats:
        raise Illegal("not-your-decision", seat=first)


def is_barrier(game: Game[S, V], state: S, fact: Fact) -> bool:
    """Say whether a draft must end with this fact, which led to this state (see `Step.barrier`)."""
    if not isinstance(fact, Act) or game.needs(state):
        return True
    decision = game.decision(state)
    return decision is None or decision.sealed or decision.seats != (fact.seat,)


def matches_upcoming(ahead: UpcomingShuffle, need: Need) -> bool:
    """Say whether this need is the shuffle that was announced."""
    return isinstance(need, Shuffle) and (need.deck, need.faces, need.handles) == (
        ahead.deck,
        ahead.faces,
        ahead.handles,
    )


def narrowed(game: Game[Any, Any], options: Options) -> dict[str, Value]:
    """Give the options that are settings of these rules (`Game.played_by`)."""
    names = {setting.name for setting in game.settings}
    return {name: value for name, value in options.items() if name in names}


def complete_options(settings: tuple[Setting, ...], options: Options) -> dict[str, Value]:
    """Give every setting its value, in the order of the settings. Raises BadOptions."""
    names = {setting.name for setting in settings}
    for name in sorted(options):
        if name not in names:
            raise BadOptions("unknown-option", name)
    settled: dict[str, Value] = {}
    for setting in settings:
        value = options.get(setting.name, setting.choices[0])
        if not any(type(value) is type(choice) and value == choice for choice in setting.choices):
            raise BadOptions("bad-option", setting.name, str(value))
        settled[setting.name] = value
    return settled


def write_act(act: Act) -> str:
    """Write an act as its verb and arguments; words must hold no space, no `#` and not look like a number.

    >>> write_act(Act(1, "play", (Card(214, "raid"), 2)))
    'play #214=raid 2'
    """
    return " ".join([act.verb, *(write_arg(arg) for arg in act.args)])


def read_act(text: str, seat: Seat) -> Act:
    """Read what `write_act` wrote. Raises Unreadable.

    >>> read_act("seed #214", seat=1)
    Act(seat=1, verb='seed', args=(Card(handle=214, face=''),))
    """
    words = text.split()
    if not words or len(text) > MAX_NOTATION:
        raise Unreadable("unreadable", text[:40])
    verb, *rest = words
    act = Act(seat, verb, tuple(_read_word(word) for word in rest))
    if write_act(act) != " ".join(words):
        raise Unreadable("unreadable", text[:40])
    return act


def _read_word(word: str) -> Arg:
    if word.startswith("#"):
        handle, _, face = word[1:].partition("=")
        if not (handle.isascii() and handle.isdigit() and len(handle) < 10):
            raise Unreadable("unreadable", word[:40])
        return Card(int(handle), face)
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 19:
        return int(word)
    return word
