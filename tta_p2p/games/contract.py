"""The contract between a game's rules and everything that plays it.

A game (`game.Game`) is a pure reducer over **public state**: `apply(state, fact)` gives the next state. Cards in
hidden places are opaque **handles**; what is printed on them is knowledge, kept outside the state and
read only by `legal`, `explain` and `view`. What the rules cannot do themselves (shuffle, deal, look,
show, roll) they ask for as **needs**; a dealer carries the needs out and tells each as a **fact**. The
game cannot see which dealer it plays with: cards in the open (`local.LocalDealer`) or mental poker.

Every type here is an immutable value. Seats, handles and numbers of needs are integers from 0; faces
(what is printed on a card) and backs are short strings. Values encode to canonical bytes with `canonical`.

**Handles** are serial numbers that the engine allocates, never twice in a game; gaps are allowed.
Only `Shuffle` and `Remix` issue handles: the need itself carries `into`, the new handles in the
order of their places, as many as `handles` and `faces` together, all new and ascending. The engine
takes them from its counter when it opens the need, so that later needs of the same queue may already
name them (`Shuffle(into=(0, 1, 2))`, then `Deal((0,), seat=1)`). The fact retires the old handles and
issues the new ones; if the need is cancelled (a seat `Left`) the old ones stay and the numbers in
`into` are lost.

**Where a card lies.** A hidden card is *shared* (nobody's: a deck, a face-down pile, a card lying unseen
in front of a seat, a card out of the game) or in a *hand*: one of a seat's own places, known to it. A
seat may have several hands (`CardLocation.zone`). Deal: shared to hand. Pass: hand to hand. Return: hand to
shared. Shuffle mixes shared cards only, Remix cards of one hand only, both cards of one back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec

Seat: TypeAlias = int
Handle: TypeAlias = int
Face: TypeAlias = str
Back: TypeAlias = str


class _Struct(msgspec.Struct, frozen=True, array_like=True, tag=True, gc=False, forbid_unknown_fields=True):
    """An immutable value that encodes as a short tagged list."""


# --- words shared by acts, decisions and log lines ---------------------------------------------------


class Card(_Struct, frozen=True, tag="#"):
    """A hidden card named by its handle; with its face when the act says it openly (`#214=raid`)."""

    handle: Handle
    face: Face = ""


Arg: TypeAlias = int | str | Card
"""An argument: a number, a word, or a card. A card that is not hidden is just the word of its face."""


def write_arg(arg: Arg) -> str:
    """Write an argument as the notation of acts has it.

    >>> write_arg(Card(214, "raid"))
    '#214=raid'
    """
    if isinstance(arg, Card):
        return f"#{arg.handle}={arg.face}" if arg.face else f"#{arg.handle}"
    return str(arg)


class Line(_Struct, frozen=True):
    """A message for people: a key into the texts of the game and its arguments, never a sentence.

    Texts refer to arguments by place and say what they are: `{0:seat} takes {1:card}`.

    >>> line = Line("takes", (1, "moses"))
    >>> canonical(line)
    b'["Line","takes",[1,"moses"]]'
    """

    key: str
    args: tuple[Arg, ...] = ()


# --- needs: what the rules ask a dealer for ----------------------------------------------------------


class Shuffle(_Struct, frozen=True):
    """All seats mix these shared hidden cards with these open faces; nobody knows the new order.

    `deck` names the pile for people and for preparing it ahead (`UpcomingShuffle`). All cards have one back.
    """

    number: int
    deck: str
    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    into: tuple[Handle, ...]


class Deal(_Struct, frozen=True):
    """These shared hidden cards come into a seat's hand; the seat sees them."""

    number: int
    handles: tuple[Handle, ...]
    seat: Seat


class Peek(_Struct, frozen=True):
    """A seat looks at these cards; they stay where they are, shared or in another seat's hand."""

    number: int
    handles: tuple[Handle, ...]
    seat: Seat


class Show(_Struct, frozen=True):
    """These cards are shown to everybody, from wherever they are."""

    number: int
    handles: tuple[Handle, ...]


class Pass(_Struct, frozen=True):
    """These cards go face down from the hand they are in into the hand of `seat`."""

    number: int
    handles: tuple[Handle, ...]
    seat: Seat


class Return(_Struct, frozen=True):
    """These cards go face down from the hand they are in to a shared place."""

    number: int
    handles: tuple[Handle, ...]


class Remix(_Struct, frozen=True):
    """A seat mixes these cards of its hand with these open faces, which it takes into it.

    Only that seat knows the new order. All cards have one back.
    """

    number: int
    seat: Seat
    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    into: tuple[Handle, ...]


class Random(_Struct, frozen=True):
    """A joint random number, at least 0 and below `below`."""

    number: int
    below: int


Need: TypeAlias = Shuffle | Deal | Peek | Show | Pass | Return | Remix | Random
"""What the rules ask for. Numbers ascend through the game (gaps allowed); the dealer answers in this order.

>>> shuffle = Shuffle(0, "crates", handles=(), faces=("lamp", "oil"), into=(0, 1))
>>> ANSWERS[type(shuffle)](need=0)
Shuffled(need=0)
"""


# --- facts: what is told to the rules ----------------------------------------------------------------
# A fact that answers a need carries the need's number (`need`) and no handles.


class Shuffled(_Struct, frozen=True):
    """The Shuffle is done."""

    need: int


class Dealt(_Struct, frozen=True):
    """The Deal is done."""

    need: int


class Peeked(_Struct, frozen=True):
    """The Peek is done."""

    need: int


class Shown(_Struct, frozen=True):
    """The Show is done: the faces, in the order of the need's handles."""

    need: int
    faces: tuple[Face, ...]


class Passed(_Struct, frozen=True):
    """The Pass is done."""

    need: int


class Returned(_Struct, frozen=True):
    """The Return is done."""

    need: int


class Remixed(_Struct, frozen=True):
    """The Remix is done."""

    need: int


class Rolled(_Struct, frozen=True):
    """The Random is done: the number that came."""

    need: int
    value: int


class Act(_Struct, frozen=True):
    """A seat's decision: a verb and its arguments.

    >>> act = Act(1, "play", (Card(214, "raid"), 2))
    >>> decode_fact(canonical(act)) == act
    True
    """

    seat: Seat
    verb: str
    args: tuple[Arg, ...] = ()


class Acts(_Struct, frozen=True):
    """The answers to a sealed decision: one act of each of its seats, in seat order."""

    acts: tuple[Act, ...]


Reason: TypeAlias = Literal["resigned", "gone", "cheated"]


class Left(_Struct, frozen=True):
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


class Is(_Struct, frozen=True):
    """This card is this one. From then on everybody knows it."""

    handle: Handle
    face: Face


class OneOf(_Struct, frozen=True):
    """This card is one of these; nobody learns which."""

    handle: Handle
    faces: tuple[Face, ...]


class AtLeast(_Struct, frozen=True):
    """These cards are together worth at least `total`; `worth` lists the faces worth more than 0."""

    handles: tuple[Handle, ...]
    worth: tuple[tuple[Face, int], ...]
    total: int


Claim: TypeAlias = Is | OneOf | AtLeast


# --- what a state asks, offers and tells -------------------------------------------------------------


class Decision(_Struct, frozen=True):
    """An open decision: the seats that must act, and its key with arguments.

    Openly (`sealed` false): exactly one seat, told as an `Act`. Sealed: each seat one act on this same
    state, unseen by the others until all are there, told as one `Acts`; a sealed decision may be down to
    one seat when others have left.

    `idle` is the act of a player who declines (in a window for reactions that few use): a verb, and arguments of the
    usual answer where it has any (`save mounted-3`, the strongest of some units). It names no card, claims nothing, and
    is legal for every one of the seats. Empty: everybody must be asked.

    >>> Decision((0,), "survivor", idle="save mounted-3").default(0)
    Act(seat=0, verb='save', args=('mounted-3',))
    """

    seats: tuple[Seat, ...]
    key: str
    args: tuple[Arg, ...] = ()
    sealed: bool = False
    idle: str = ""

    def default(self, seat: Seat) -> Act:
        """Return the act with which this seat declines."""
        verb, *words = self.idle.split(" ")
        return Act(seat, verb, tuple(words))


S = TypeVar("S")
M = TypeVar("M", bound=msgspec.Struct)


class Step(msgspec.Struct, Generic[S], frozen=True, gc=True):
    """The result of a fact.

    `barrier`: nothing before this step can be undone. True after every fact but an Act, and after an Act
    whenever a need is open, the decision is not that seat's alone, or the game is over.

    `shares` says for each act of a sealed decision, in their order, how many lines of the log are its own; what is left
    over follows from all of them.
    """

    state: S
    log: tuple[Line, ...] = ()
    barrier: bool = True
    shares: tuple[int, ...] = ()


Cost: TypeAlias = tuple[tuple[str, int], ...]
"""What an act costs: pairs of what is paid and how much (`("civil-action", 1), ("resource", 3)`)."""


class Option(_Struct, frozen=True):
    """One act open to a seat, and what it costs."""

    act: Act
    cost: Cost = ()


class Candidate(_Struct, frozen=True):
    """An act that may be meant by something that is none: what it costs, or why it is refused as well."""

    act: Act
    cost: Cost = ()
    refusal: Line | None = None


class Explanation(_Struct, frozen=True):
    """The effects and costs of an act, or the reason for its refusal.

    `refusal` is None when the act is legal. `barrier`: taking it ends the undo. `instead` names acts of the same verb
    where it is written in part only, those that are legal first.
    """

    cost: Cost = ()
    effects: tuple[Line, ...] = ()
    barrier: bool = False
    refusal: Line | None = None
    instead: tuple[Candidate, ...] = ()


LONGEST_CHOICE = 1000
"""Letters of a choice of an order."""
EITHER = "|"
"""Between the words of a choice of an order of which one is enough: `take urban-growth-a|urban-growth-i`."""


class OrderForm(_Struct, frozen=True):
    """A choice of an order (`table.orders`) that is more than one act of the game: `up-to 3`.

    It is for decisions of this `key`, and is called `name` with so many `numbers` after it. The text `order.KEY.NAME`
    says what it does; its arguments are the numbers. ``always``: it fits whenever such a decision comes, as declining
    (no `name`) does.
    """

    key: str
    name: str
    numbers: int = 0
    always: bool = False


class DecisionKind(_Struct, frozen=True):
    """A kind of decision: the verbs that answer it, and the act that declines it, whenever it is asked (or empty)."""

    verbs: tuple[str, ...]
    idle: str = ""


class Place(_Struct, frozen=True):
    """The rank of a seat: its place (1 is best; tied seats share one), its points and their sources."""

    seat: Seat
    place: int
    points: int
    parts: tuple[tuple[str, int], ...] = ()
    left: Reason | None = None


class Standings(_Struct, frozen=True):
    """The ranks of all seats, best first. While the game goes on `over` is false and `ending` None."""

    over: bool
    places: tuple[Place, ...]
    ending: Line | None = None


class UpcomingShuffle(_Struct, frozen=True):
    """A shuffle that the rules will ask for unless something changes.

    A later `Shuffle` with this deck name, these faces and these handles, in this order, is this one. The handles are
    of shared hidden cards; when one of them goes elsewhere before, the shuffle is announced no longer. The table mixes
    what is announced while people think, and begins anew when a deck is announced with other cards than before.
    """

    deck: str
    faces: tuple[Face, ...]
    handles: tuple[Handle, ...] = ()


class CardLocation(_Struct, frozen=True):
    """The location of a hidden card: its back, its zone, and the seat whose hand that is (None: shared)."""

    back: Back
    zone: str
    seat: Seat | None = None


class Among(_Struct, frozen=True):
    """At least `count` of these handles carry one of these faces (handles ascending, faces sorted)."""

    handles: tuple[Handle, ...]
    faces: tuple[Face, ...]
    count: int


class Knowledge(msgspec.Struct, frozen=True):
    """The knowledge of one seat (or of everybody) about hidden cards. Treat `faces` as immutable.

    `worth` are the AtLeast claims that were made. How facts change it: `knowledge.py`.
    """

    faces: Mapping[Handle, Face] = {}
    among: tuple[Among, ...] = ()
    worth: tuple[AtLeast, ...] = ()


NO_KNOWLEDGE = Knowledge()
"""The knowledge of an observer before any card was seen."""


class Rng(Protocol):
    """A source of chance handed in from outside."""

    def below(self, n: int) -> int:
        """Give a number at least 0 and below n (n at least 1)."""
        ...


# --- options of a table ------------------------------------------------------------------------------

Value: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, Value]


class Setting(_Struct, frozen=True):
    """One thing a table can choose before the game, with everything it may be; the first is the default."""

    name: str
    choices: tuple[Value, ...]


# --- errors ----------------------------------------------------------------------------------------


class RuleError(Exception):
    """Something outside the rules; `line` says in the player's terms what was wrong."""

    def __init__(self, key: str, *args: Arg) -> None:
        super().__init__(key, *args)
        self.line = Line(key, args)

    def __str__(self) -> str:
        """Give key and arguments on one line, each a word (`i18n.refusals` parts them).

        >>> str(RuleError("no-such-word", "two words", 3))
        'no-such-word two%20words 3'
        """
        return " ".join([self.line.key, *(_one_word(write_arg(arg)) for arg in self.line.args)])


def _one_word(text: str) -> str:
    """Write what parts words, or is not seen, in a text by the numbers of the letters."""
    return "".join(one if one.isprintable() and one not in " %\u3000" else f"%{ord(one):02x}" for one in text)


COMMON_ERRORS = (
    "not-asked",
    "nothing-to-decide",
    "sealed",
    "not-sealed",
    "not-your-decision",
    "all-have-chosen",
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


# --- bytes -------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()
_fact_decoder: msgspec.json.Decoder[Fact] = msgspec.json.Decoder(Fact)
_need_decoder: msgspec.json.Decoder[Need] = msgspec.json.Decoder(Need)


def canonical(value: msgspec.Struct) -> bytes:
    """Give the canonical bytes of a need, fact, claim or other value of this module (compact JSON)."""
    return _encoder.encode(value)


def decode_fact(data: bytes) -> Fact:
    """Read a fact from its canonical bytes. Raises msgspec.DecodeError for anything else."""
    return _canonical(data, _fact_decoder.decode(data))


def decode_need(data: bytes) -> Need:
    """Read a need from its canonical bytes. Raises msgspec.DecodeError for anything else."""
    return _canonical(data, _need_decoder.decode(data))


def _canonical(data: bytes, value: M) -> M:
    if canonical(value) != data:
        raise msgspec.DecodeError("not in canonical form")
    return value
