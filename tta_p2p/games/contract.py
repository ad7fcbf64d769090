"""The contract between a game's rules and everything that plays it.

A game is a pure reducer over **public state**: `apply(state, fact)` gives the next state. Cards in
hidden places are opaque **handles**; what is printed on them is knowledge, kept outside the state and
read only by `legal`, `explain` and `view`. What the rules cannot do themselves (shuffle, deal, look,
show, roll) they ask for as **needs**; a dealer carries the needs out and tells each as a **fact**. The
game cannot see which dealer it plays with: cards in the open (`local.LocalDealer`) or mental poker.

Every type here is an immutable value. Seats, handles and numbers of needs are integers from 0; faces
(what is printed on a card) and backs are short strings. Values encode to canonical bytes with `canonical`.

**Handles** are serial numbers given by the engine, never used twice in a game; gaps are allowed.
Handles are born only by `Shuffle` and `Remix`: the need itself carries `into`, the new handles in the
order of their places, as many as `handles` and `faces` together, all new and ascending. The engine
takes them from its counter when it opens the need, so that later needs of the same queue may already
name them (`Shuffle(into=(0, 1, 2))`, then `Deal((0,), seat=1)`). With the fact the old handles end and
the new ones are alive; if the need is cancelled (a seat `Left`) the old ones live on and the numbers in
`into` are lost.

**Where a card lies.** A hidden card is *shared* (nobody's: a deck, a face-down pile, a card lying unseen
in front of a seat, a card out of the game) or in a *hand*: one of a seat's own places, known to it. A
seat may have several hands (`Hidden.zone`). Deal: shared to hand. Pass: hand to hand. Return: hand to
shared. Shuffle mixes shared cards only, Remix cards of one hand only, both cards of one back.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

Seat: TypeAlias = int
Handle: TypeAlias = int
Face: TypeAlias = str
Back: TypeAlias = str


class _Value(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False, forbid_unknown_fields=True):
    """An immutable value that encodes as a short tagged list."""


# --- words shared by acts, decisions and log lines ---------------------------------------------------


class Card(_Value, frozen=True, tag="#"):
    """A hidden card named by its handle; with its face when the act says it openly (`#214=raid`)."""

    handle: Handle
    face: Face = ""


Arg: TypeAlias = int | str | Card
"""An argument: a number, a word, or a card. A card that is not hidden is just the word of its face."""


class Line(_Value, frozen=True):
    """One thing to tell a person: a key into the texts of the game and its arguments, never a sentence.

    Texts refer to arguments by place and say what they are: `{0:seat} takes {1:card}`.
    """

    key: str
    args: tuple[Arg, ...] = ()


# --- needs: what the rules ask a dealer for ----------------------------------------------------------


class Shuffle(_Value, frozen=True):
    """All seats mix these shared hidden cards with these open faces; nobody knows the new order.

    `deck` names the pile for people and for preparing it ahead (`Ahead`). All cards have one back.
    """

    number: int
    deck: str
    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    into: tuple[Handle, ...]


class Deal(_Value, frozen=True):
    """These shared hidden cards come into a seat's hand; the seat sees them."""

    number: int
    handles: tuple[Handle, ...]
    seat: Seat


class Peek(_Value, frozen=True):
    """A seat looks at these cards; they stay where they are, shared or in another seat's hand."""

    number: int
    handles: tuple[Handle, ...]
    seat: Seat


class Show(_Value, frozen=True):
    """These cards are shown to everybody, from wherever they are."""

    number: int
    handles: tuple[Handle, ...]


class Pass(_Value, frozen=True):
    """These cards go face down from the hand they are in into the hand of `seat`."""

    number: int
    handles: tuple[Handle, ...]
    seat: Seat


class Return(_Value, frozen=True):
    """These cards go face down from the hand they are in to a shared place."""

    number: int
    handles: tuple[Handle, ...]


class Remix(_Value, frozen=True):
    """A seat mixes these cards of its hand with these open faces, which it takes into it.

    Only that seat knows the new order. All cards have one back.
    """

    number: int
    seat: Seat
    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    into: tuple[Handle, ...]


class Random(_Value, frozen=True):
    """A joint random number, at least 0 and below `below`."""

    number: int
    below: int


Need: TypeAlias = Shuffle | Deal | Peek | Show | Pass | Return | Remix | Random
"""What the rules ask for. Numbered through the game (never twice, gaps allowed), carried out in order."""


# --- facts: what is told to the rules ----------------------------------------------------------------
# A fact that answers a need carries the need's number (`need`) and no handles.


class Shuffled(_Value, frozen=True):
    """The Shuffle is done."""

    need: int


class Dealt(_Value, frozen=True):
    """The Deal is done."""

    need: int


class Peeked(_Value, frozen=True):
    """The Peek is done."""

    need: int


class Shown(_Value, frozen=True):
    """The Show is done: the faces, in the order of the need's handles."""

    need: int
    faces: tuple[Face, ...]


class Passed(_Value, frozen=True):
    """The Pass is done."""

    need: int


class Returned(_Value, frozen=True):
    """The Return is done."""

    need: int


class Remixed(_Value, frozen=True):
    """The Remix is done."""

    need: int


class Rolled(_Value, frozen=True):
    """The Random is done: the number that came."""

    need: int
    value: int


class Act(_Value, frozen=True):
    """What a seat decides: a verb and its arguments."""

    seat: Seat
    verb: str
    args: tuple[Arg, ...] = ()


class Acts(_Value, frozen=True):
    """The answers to a sealed decision: one act of each of its seats, in seat order."""

    acts: tuple[Act, ...]


Reason: TypeAlias = Literal["resigned", "gone", "cheated"]


class Left(_Value, frozen=True):
    """A seat has left the game for good; accepted at any instant before the end, once for each seat.

    Afterwards no need and no decision may wait for this seat, and no card may be in its hand.
    """

    seat: Seat
    reason: Reason


Answer: TypeAlias = Shuffled | Dealt | Peeked | Shown | Passed | Returned | Remixed | Rolled
"""A fact that answers a need."""

Fact: TypeAlias = Answer | Act | Acts | Left
"""Everything that can happen to a state. A state is the fold of `apply` over its facts."""

ANSWERS: Mapping[type[Need], type[Answer]] = {
    Shuffle: Shuffled,
    Deal: Dealt,
    Peek: Peeked,
    Show: Shown,
    Pass: Passed,
    Return: Returned,
    Remix: Remixed,
    Random: Rolled,
}
"""Which fact answers which need."""


# --- claims: what an act asserts about hidden cards --------------------------------------------------
# A claim is about cards in a hand of the acting seat. To let a seat use a shared card it has looked at,
# deal it first.


class Is(_Value, frozen=True):
    """This card is this one. From then on everybody knows it."""

    handle: Handle
    face: Face


class OneOf(_Value, frozen=True):
    """This card is one of these; nobody learns which."""

    handle: Handle
    faces: tuple[Face, ...]


class AtLeast(_Value, frozen=True):
    """These cards are together worth at least `total`; `worth` lists the faces worth more than 0."""

    handles: tuple[Handle, ...]
    worth: tuple[tuple[Face, int], ...]
    total: int


Claim: TypeAlias = Is | OneOf | AtLeast


# --- what a state asks, offers and tells -------------------------------------------------------------


class Decision(_Value, frozen=True):
    """Who must decide what.

    Openly (`sealed` false): exactly one seat, told as an `Act`. Sealed: each seat one act on this same
    state, unseen by the others until all are there, told as one `Acts`; a sealed decision may be down to
    one seat when others have left.
    """

    seats: tuple[Seat, ...]
    key: str
    args: tuple[Arg, ...] = ()
    sealed: bool = False


S = TypeVar("S")
V = TypeVar("V")


class Step(msgspec.Struct, Generic[S], frozen=True, gc=True):
    """What a fact led to.

    `barrier`: nothing before this step can be undone. True after every fact but an Act, and after an Act
    whenever a need is open, the decision is not that seat's alone, or the game is over.
    """

    state: S
    log: tuple[Line, ...] = ()
    barrier: bool = True


Cost: TypeAlias = tuple[tuple[str, int], ...]
"""What an act costs: pairs of what is paid and how much (`("civil-action", 1), ("resource", 3)`)."""


class Option(_Value, frozen=True):
    """One act open to a seat, and what it costs."""

    act: Act
    cost: Cost = ()


class Explanation(_Value, frozen=True):
    """What an act does and costs, or why it is refused.

    `refusal` is None when the act is legal. `barrier`: taking it ends the undo.
    """

    cost: Cost = ()
    effects: tuple[Line, ...] = ()
    barrier: bool = False
    refusal: Line | None = None


class Place(_Value, frozen=True):
    """How a seat stands: its place (1 is best; tied seats share one), points and where they came from."""

    seat: Seat
    place: int
    points: int
    parts: tuple[tuple[str, int], ...] = ()
    left: Reason | None = None


class Standings(_Value, frozen=True):
    """How all seats stand, best first. While the game goes on `over` is false and `ending` None."""

    over: bool
    places: tuple[Place, ...]
    ending: Line | None = None


class Ahead(_Value, frozen=True):
    """A shuffle of known faces that will be asked unless something changes.

    A later `Shuffle` with this deck name, these faces in this order and no handles is this one.
    """

    deck: str
    faces: tuple[Face, ...]


class Hidden(_Value, frozen=True):
    """Where a hidden card lies: its back, the place, and whose hand that is (None: shared)."""

    back: Back
    zone: str
    seat: Seat | None = None


class Among(_Value, frozen=True):
    """At least `count` of these handles carry one of these faces (handles ascending, faces sorted)."""

    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    count: int


class Knowledge(msgspec.Struct, frozen=True):
    """What one seat (or everybody) knows about hidden cards. Treat `faces` as immutable.

    `worth` are the AtLeast claims that were made. How facts change it: `knowledge.py`.
    """

    faces: Mapping[Handle, Face] = {}
    among: tuple[Among, ...] = ()
    worth: tuple[AtLeast, ...] = ()


NOTHING = Knowledge()
"""What somebody knows who has seen nothing."""


class Rng(Protocol):
    """A source of chance handed in from outside."""

    def below(self, n: int) -> int:
        """Give a number at least 0 and below n (n at least 1)."""
        ...


# --- options of a table ------------------------------------------------------------------------------

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]


class Setting(_Value, frozen=True):
    """One thing a table can choose before the game, with everything it may be; the first is the default."""

    name: str
    choices: tuple[Value, ...]


# --- errors ------------------------------------------------------------------------------------------


class RuleError(Exception):
    """Something outside the rules; `line` says in the player's terms what was wrong."""

    def __init__(self, key: str, *args: Arg) -> None:
        super().__init__(key, *args)
        self.line = Line(key, args)

    def __str__(self) -> str:
        """Give key and arguments on one line (for developers; people read the text of `line`)."""
        return " ".join([self.line.key, *(_word(arg) for arg in self.line.args)])


COMMON = (
    "not-asked",
    "nothing-to-decide",
    "sealed",
    "not-sealed",
    "not-your-decision",
    "unreadable",
    "unknown-option",
    "bad-option",
    "bad-seats",
    "bad-state",
)
"""Keys of errors that mean the same in every game; their texts are the application's, not the game's."""


class Illegal(RuleError):
    """The fact is not possible in this state. `seat` is whose act was refused, None for other facts."""

    def __init__(self, key: str, *args: Arg, seat: Seat | None = None) -> None:
        super().__init__(key, *args)
        self.seat = seat


class Unreadable(RuleError):
    """The text is not an act of this game."""


class BadOptions(RuleError):
    """The options or the number of seats do not make a game."""


class BadState(RuleError):
    """The bytes are not a state of this game."""


# --- the game ----------------------------------------------------------------------------------------


class Game(Protocol[S, V]):
    """The rules of one game. Stateless: every method is a pure function of its arguments.

    Inherit from it explicitly to get `digest`, `read` and `write`. The type S of states is the game's
    choice (an immutable value that shares structure, or a class copied inside `apply`); all others may do
    with a state is to hand it back. No method may change a state it was given.
    """

    name: str
    """The name of the game's folder (`through_the_ages`)."""
    seats: tuple[int, ...]
    """The numbers of seats the game can be played with."""
    settings: tuple[Setting, ...]
    """What the lobby offers to choose; see `settle`."""

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
        """Give all open needs in the order of their numbers."""
        ...

    def decision(self, state: S) -> Decision | None:
        """Say who must decide what; None while a need is open and after the end."""
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
        is listed.
        """
        ...

    def explain(self, state: S, knows: Knowledge, act: Act) -> Explanation:
        """Say what the act does and costs and whether it ends the undo, or why it is refused."""
        ...

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

    def ahead(self, state: S) -> tuple[Ahead, ...]:
        """Name the shuffles of known faces that will be asked unless something changes, soonest first."""
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

    def hidden(self, state: S) -> Mapping[Handle, Hidden]:
        """Say for every living hidden handle, in ascending order, where it lies.

        Includes cards that left the game unseen. The order is that of the handles.
        """
        ...

    def unseen(self, state: S) -> Mapping[Back, tuple[Face, ...]]:
        """Say for every back which faces its hidden handles carry together (sorted, with repeats).

        This is public: what was shuffled in is known, and so is what has come out.
        """
        ...

    def rules(self) -> Mapping[str, bytes]:
        """Give a digest of each part of the rules (the engine's version, each table) by its name.

        Peers compare them before a game and name the part that differs.
        """
        ...

    def texts(self, language: str) -> Mapping[str, str]:
        """Give the texts of the game in a language, as far as there are any; English ("en") is complete.

        Keys: `log.KEY`, `decision.KEY`, `illegal.KEY`, `effect.KEY` (explanations), `ending.KEY`,
        `act.VERB`, `cost.NAME`, `score.PART`, `card.FACE`, `back.BACK`, `zone.ZONE`, `setting.NAME`.
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

_encoder = msgspec.json.Encoder()
_fact_decoder: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)
_need_decoder: msgspec.json.Decoder[Need] = msgspec.json.Decoder(Need)

MAX_NOTATION = 2000
"""Longest text of an act that is read, in characters."""


def canonical(value: msgspec.Struct) -> bytes:
    """Give the canonical bytes of a need, fact, claim or other value of this module (compact JSON)."""
    return _encoder.encode(value)


def decode_fact(data: bytes) -> Fact:
    """Read a fact from its canonical bytes. Raises msgspec.DecodeError for anything else."""
    return _canonical(data, _fact_decoder.decode(data))


def decode_need(data: bytes) -> Need:
    """Read a need from its canonical bytes. Raises msgspec.DecodeError for anything else."""
    return _canonical(data, _need_decoder.decode(data))


M = TypeVar("M", bound=msgspec.Struct)


def _canonical(data: bytes, value: M) -> M:
    if canonical(value) != data:
        raise msgspec.DecodeError("not in canonical form")
    return value


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


def settle(settings: tuple[Setting, ...], options: Options) -> dict[str, Value]:
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


def _word(arg: Arg) -> str:
    if isinstance(arg, Card):
        return f"#{arg.handle}={arg.face}" if arg.face else f"#{arg.handle}"
    return str(arg)


def write_act(act: Act) -> str:
    """Write an act as its verb and arguments; words must hold no space, no `#` and not look like a number.

    >>> write_act(Act(1, "play", (Card(214, "raid"), 2)))
    'play #214=raid 2'
    """
    return " ".join([act.verb, *(_word(arg) for arg in act.args)])


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
