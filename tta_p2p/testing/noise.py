"""Bytes and acts that nobody should send: whatever a peer, a program or a person says, rules refuse it in one way.

Anything else that comes out of rules is a fault of theirs; it would stop the node that judges with them.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, TypeVar

from protocol.messages import Claim
from protocol.wire import encode
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Acts, Arg, Card, Decision, Illegal, Knowledge, Seat, Unreadable
from tta_p2p.games.game import Game
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import game_texts
from tta_p2p.table import binding

from .sample import Sample

T = TypeVar("T")

POOL = 3000
"""How many different acts are remembered to be said again somewhere else."""
MOST_ACTS = 4
"""Longest entry that is made, in acts."""

NUMBERS = (0, 1, -1, 2, 3, 7, 20, 255, 10**6, -(10**6), 2**31, 2**53 + 1, 2**62, 2**63 - 1, -(2**63) + 1)
HUGE = (2**63, -(2**63), 2**64, 10**30, 10**4000, -(10**4000))
WORDS = (
    "", "0", "-1", "yes", "no", "٣", "１２", "²", "-٣", "#", "#1", "#1=x", "#٣", "pass", "end", "None", "__class__",
    "a b", "\0", "\n", "\u202e", "é", "e\u0301", "🂡", "x" * 64, "x" * 3000, "🂡" * 500, "true", "1e9", "nan", "[]",
    "{0}", "%s", "{",
)  # fmt: skip
NESTED = (b"[" * 1500, b'[["#",' * 400, b'{"a":' * 500, b"[[[[[1]]]]]", b'["Act",0,"end",[]]')
CHARACTERS = '"\\[]{},:#=-+.eE0123456789 \t\n\x00\u0663\uff11\u00e9\U0001f0a1\ud7ff'


class UnexpectedError(Exception):
    """Something else than a refusal came out of the rules; ``where`` names the method, ``kind`` what and from where."""

    def __init__(self, where: str, error: BaseException, about: object) -> None:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        self.kind = f"{where}: {type(error).__name__} in {frame.filename.rpartition('/')[2]}:{frame.name}"
        super().__init__(f"{self.kind}, line {frame.lineno}: {str(error)[:200]!r} for {about!r:.300}")


@dataclass
class Tally:
    """The fate of mutated acts: ``read`` of those tried were acts at all; ``faults`` count the escaped errors, by
    kind.
    """

    games: int = 0
    acts: int = 0
    mutated: int = 0
    read: int = 0
    refused: int = 0
    accepted: int = 0
    texts: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    """By kind, the first of it and the seed that gives it again."""
    reached: Counter[str] = field(default_factory=Counter)
    """How often each verb was acted and each line told, by verb and key."""
    reaching: Counter[str] = field(default_factory=Counter)
    """In how many games."""
    asked: Counter[str] = field(default_factory=Counter)
    """At how many places each decision was due, by its key."""
    asking: Counter[str] = field(default_factory=Counter)
    """In how many games."""

    def note(self, escaped: UnexpectedError, again: str) -> None:
        """Count what has escaped; ``again`` says how to see it again."""
        self.faults[escaped.kind] += 1
        self.examples.setdefault(escaped.kind, f"{escaped}; again with {again}")

    def reach(self, game: LocalGame[Any, Any]) -> None:
        """Count what a game that has been played has come to, once a game."""
        facts = chain.from_iterable(fact.acts if isinstance(fact, Acts) else (fact,) for fact in game.facts)
        counts = Counter(fact.verb for fact in facts if isinstance(fact, Act))
        counts.update(line.key for line in game.log)
        self.reached.update(counts)
        self.reaching.update(counts.keys())
        self.asking.update(self.asked.keys())

    def add(self, other: Tally) -> None:
        """Count what another one has counted."""
        for name in ("games", "acts", "mutated", "read", "refused", "accepted", "texts"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for counts, others in (
            (self.faults, other.faults),
            (self.reached, other.reached),
            (self.reaching, other.reaching),
            (self.asked, other.asked),
            (self.asking, other.asking),
        ):
            counts.update(others)
        self.examples = {**other.examples, **self.examples}

    def named(self) -> dict[str, Any]:
        """Give all of it by name, as JSON has it (`dataclasses.asdict` takes a Counter apart)."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


@dataclass(frozen=True)
class Trial:
    """The place of a trial: a state, the decision of each seat there, and the others' acts in a sealed decision."""

    game: Game[Any, Any]
    state: Any
    knows: Knowledge
    decision: Decision
    handles: Sequence[int]
    near: Sequence[Act]
    """What is legal there."""
    others: Callable[[Seat], Sequence[Act]]


class Noise:
    """Makes what nobody should send out of what somebody could; the same chance makes the same."""

    def __init__(self, acts: Iterable[Act] = ()) -> None:
        self._acts: dict[Act, None] = {}
        self._list: list[Act] = [Act(0, "pass")]
        self._words: dict[str, None] = dict.fromkeys(WORDS)
        self._said: list[str] = list(WORDS)
        self.learn(acts)

    def learn(self, acts: Iterable[Act]) -> None:
        """Acts that were possible somewhere: they are said again elsewhere, and taken apart."""
        for act in acts:
            if len(self._acts) < POOL and act not in self._acts:
                self._acts[act] = None
                self._list.append(act)
                for word in (act.verb, *(arg if isinstance(arg, str) else "" for arg in act.args)):
                    if word not in self._words:
                        self._words[word] = None
                        self._said.append(word)

    def act(self, seat: Seat, at: Trial, chance: Chance) -> Act:
        """An act that is near to one that is or was possible, or to none."""
        near, handles = bool(at.near) and chance.below(3) > 0, at.handles
        act = chance.choice(at.near if near else self._list)
        args, verb = list(act.args), act.verb
        for _ in range(chance.below(3) if near else 1 + chance.below(3)):
            sort = chance.below(12)
            if sort < 5 and args:
                args[chance.below(len(args))] = self._argument(handles, chance)
            elif sort == 5:
                args.insert(chance.below(len(args) + 1), self._argument(handles, chance))
            elif sort == 6 and args:
                del args[chance.below(len(args))]
            elif sort == 7:
                args = [*args, *args] if chance.below(4) else args * 100
            elif sort == 8:
                verb = self._word(chance)
            elif sort == 9:
                verb = chance.choice(self._list).verb
            elif sort == 10:
                args = list(chance.choice(self._list).args)
        if not near:
            args = [self._laid(arg, handles, chance) for arg in args[:300]]
        return Act(seat, verb, tuple(args))

    def payload(self, seat: Seat, at: Trial, chance: Chance) -> bytes:
        """The bytes of an entry, in every other one with something wrong in the bytes as well."""
        acts = [self.act(seat, at, chance) for _ in range(1 + (0 if chance.below(3) else chance.below(MOST_ACTS)))]
        data = binding.write_entry(acts)
        sort = chance.below(12)
        if sort < 6:
            return data
        if sort == 6:
            return data.replace(b"[", chance.choice(NESTED), 1 + chance.below(2))
        if sort == 7:
            number = str(chance.choice((*NUMBERS, *HUGE)))
            return data.replace(chance.choice((b"0", b"1", b"2", b",[")), number.encode(), 1)
        changed = bytearray(data)
        for _ in range(1 + chance.below(4)):
            place = chance.below(len(changed) + 1)
            kind = chance.below(5)
            if kind == 0 and place < len(changed):
                changed[place] ^= 1 << chance.below(8)
            elif kind == 1:
                del changed[place : place + 1 + chance.below(8)]
            elif kind == 2:
                changed[place:place] = chance.choice(CHARACTERS).encode()
            elif kind == 3:
                changed[place:place] = changed[chance.below(len(changed) + 1) :][: chance.below(40)]
            else:
                del changed[place:]
        return bytes(changed)

    def text(self, line: str, chance: Chance) -> str:
        """A line that a person could type, with something wrong in it."""
        at = chance.below(len(line) + 1)
        noise = "".join(chance.choice(CHARACTERS) for _ in range(chance.below(4)))
        other = self._word(chance) if chance.below(2) else str(chance.choice((*NUMBERS, *HUGE[:4])))
        changed = (line[:at] + noise + line[at:], line[:at] + other, f"{line} {other}", f"{other} {line}", other)
        return chance.choice(changed)

    def _argument(self, handles: Sequence[int], chance: Chance) -> Arg:
        sort = chance.below(6)
        if sort < 2:
            return chance.choice(NUMBERS) if chance.below(3) else chance.below(400)
        if sort < 4:
            return self._word(chance)
        handle = chance.choice(handles) if handles and chance.below(4) else chance.choice(NUMBERS)
        return Card(handle, self._word(chance) if chance.below(2) else "")

    def _word(self, chance: Chance) -> str:
        return chance.choice(WORDS) if not chance.below(3) else chance.choice(self._said)

    def _laid(self, arg: Arg, handles: Sequence[int], chance: Chance) -> Arg:
        """A card of another moment becomes one of this moment, most often."""
        if isinstance(arg, Card) and handles and chance.below(3):
            return Card(chance.choice(handles), arg.face)
        return arg


MUTANTS = 20
"""How many mutated acts the conformance suite tries at each moment that it looks at."""


def only_refusals_come_out(sample: Sample) -> None:
    """Mutated bytes, acts and lines are refused as rules refuse, or taken; nothing else ever comes out."""
    for play in sample.plays:
        tally = Tally()
        disturber = Fuzzer(play.game, Chance(f"{play.seed} noise"), MUTANTS, tally, "this seed")
        for m in play.pick_moments(sample.moments, "noise", deciding=True):
            try:
                disturber(play.resume(m))
            except AssertionError as error:
                play.fail(str(error), m)
            for text in tally.examples.values():
                play.fail(text, m)


def try_entry(at: Trial, seat: Seat, payload: bytes, tally: Tally) -> None:
    """Judge bytes as a table does, and explain and write what they say. Raises Escaped."""
    tally.mutated += 1
    try:
        acts = binding.read_entry(payload, seat)
    except binding.BadEntry:
        return
    except Exception as error:
        raise UnexpectedError("read_entry", error, payload) from error
    tally.read += 1
    accepted = False
    state = at.state
    for act in acts:
        _guarded_call("explain", at.game.explain, state, at.knows, act)
        _guarded_call("label", at.game.label, state, act)
        _guarded_call("write", at.game.write, act)
        accepted, state = try_act(at, state, act)
        if not accepted:
            break
    tally.accepted += accepted
    tally.refused += not accepted


def try_act(at: Trial, state: Any, act: Act) -> tuple[bool, Any]:
    """Whether the rules take an act, and the state after it. Raises Escaped."""
    game, decision = at.game, game_decision(at, state)
    sealed = decision is not None and decision.sealed
    fact = Acts(tuple(sorted([act, *at.others(act.seat)], key=lambda one: one.seat))) if sealed else act
    try:
        claims = _guarded_call("claims", game.claims, state, act)
    except Illegal:
        claims = None
    try:
        step = _guarded_call("apply", game.apply, state, fact)
    except Illegal:
        return False, state
    if claims is None:
        return False, state
    for claim in claims:
        said: Claim = _guarded_call("claims", binding.claim, claim)
        _guarded_call("claims", encode, said)
    for name in ("digest", "needs", "decision", "standings"):
        _guarded_call(name, getattr(game, name), step.state)
    return True, step.state


def game_decision(at: Trial, state: Any) -> Decision | None:
    """Give the decision of a state."""
    return at.decision if state is at.state else at.game.decision(state)


def try_text(at: Trial, seat: Seat, line: str, tally: Tally) -> None:
    """Read a line as a person's act, and explain it. Raises Escaped."""
    tally.texts += 1
    try:
        act = at.game.read(line, seat)
    except Unreadable:
        return
    except Exception as error:
        raise UnexpectedError("read", error, line) from error
    _guarded_call("explain", at.game.explain, at.state, at.knows, act)
    _guarded_call("label", at.game.label, at.state, act)


def _guarded_call(where: str, method: Callable[..., T], *arguments: Any) -> T:
    """Call a method of the rules; only claims and apply may refuse."""
    try:
        return method(*arguments)
    except Illegal as error:
        if where in ("claims", "apply"):
            raise
        raise UnexpectedError(where, error, arguments[-1]) from error
    except Exception as error:
        raise UnexpectedError(where, error, arguments[-1]) from error


class Fuzzer:
    """Tries mutated acts at every decision of a game; the same game and chance give the same."""

    def __init__(self, game: Game[Any, Any], chance: Chance, mutants: int, tally: Tally, again: str) -> None:
        """``mutants``: how many at each decision; ``again`` says how to see once more what is found."""
        self.chance, self.mutants, self.tally, self.again = chance, mutants, tally, again
        verbs = [key.removeprefix("act.") for key in sorted(game_texts(game, "en")) if key.startswith("act.")]
        self.noise = Noise([*(Act(0, verb) for verb in verbs), *(Act(0, "pass", (face,)) for face in game.faces())])

    def __call__(self, local: LocalGame[Any, Any]) -> None:
        """Look at a game after something has happened in it; nothing happens in it here."""
        decision = local.decision
        if decision is None:
            return
        self.tally.acts += 1
        self.tally.asked[decision.key] += 1
        if not self.mutants:
            return
        legal = {seat: [option.act for option in local.legal(seat)] for seat in decision.seats}
        for acts in legal.values():
            self.noise.learn(acts)

        def others(seat: Seat) -> list[Act]:
            return [self.chance.choice(acts) for other, acts in legal.items() if other != seat and acts]

        seat = self.chance.choice(decision.seats)
        handles = list(local.game.hidden_cards(local.state))
        at = Trial(local.game, local.state, local.dealer.knowledge_of(seat), decision, handles, legal[seat], others)
        before = local.game.encode(local.state)
        self.disturb(at)
        if local.game.encode(local.state) != before:
            raise AssertionError("trying mutated acts has changed the state")

    def disturb(self, at: Trial) -> None:
        """Try entries, and some lines of text, of deciding and other seats; what escapes is counted."""
        seats = (*at.decision.seats, *at.decision.seats, 0, 1, -1, 2**40)
        for number in range(self.mutants + self.mutants // 10):
            seat = self.chance.choice(seats)
            try:
                if number < self.mutants:
                    try_entry(at, seat, self.noise.payload(seat, at, self.chance), self.tally)
                else:
                    line = at.game.write(self.noise.act(seat, at, self.chance))
                    try_text(at, seat, self.noise.text(line, self.chance), self.tally)
            except UnexpectedError as escaped:
                self.tally.note(escaped, self.again)
