"""What a client has been told and what stands open in it: one value, made anew by `reducer` and `instructions`.

No words in any language are in it and nothing of a terminal: what two clients of one seat have heard is equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tta_p2p.seats import messages as say
from tta_p2p.seats.parts.chat import Chat
from tta_p2p.seats.parts.pause import Pause
from tta_p2p.seats.parts.proofs import Proofs
from tta_p2p.seats.parts.rematch import Rematch
from tta_p2p.seats.parts.votes import Vote

MotionKey: TypeAlias = tuple[str, int]
"""Which motion it is: its kind, and the operator it is about (0 where that is everybody)."""

MOTIONS = ("gone", "cheated", "resigned", "pause", "call-off", "forfeit")
"""The kinds of motions."""
ENDING = ("call-off", "forfeit")
"""Motions that end the game for everybody."""
ABOUT_NOBODY = ("pause", *ENDING)
"""Motions that name nobody and ask everybody."""


NO_PAUSE = Pause(False)


def motion_key(motion: str, operator: int) -> MotionKey:
    """Tell which motion a vote is about."""
    return motion, 0 if motion in ABOUT_NOBODY else operator


def asks_for_vote(why: str) -> bool:
    """Whether somebody is waited for because a person votes; of resignations nodes take note by themselves."""
    return why.startswith("vote-") and why != "vote-resigned"


@dataclass(frozen=True)
class SeatWish:
    """How a client wants to sit: which seat (None: the one that is free), or only watching."""

    seat: int | None = None
    watch: bool = False
    take_over: bool = False
    others: tuple[int, ...] = ()
    """All seats that people at this terminal play in turn (hot seat)."""
    times: bool = True
    """Whether it is shown how much time each player has used."""
    learns: bool = False
    """Whether this is the game of a tutorial, which begins anew at a lesson."""


@dataclass(frozen=True)
class Confirmation:
    """Something that waits for yes or no: the key of its text, whose names stand in it, and what each answer says."""

    key: str
    yes: tuple[say.Request, ...]
    no: tuple[say.Request, ...] = ()
    motion: MotionKey | None = None
    """The motion it is about: once that is decided, nothing is asked any more."""
    names: tuple[str, ...] = ()
    enter: bool = False
    """Whether Enter alone means yes."""
    again: bool = False
    """Whether the person wants to be asked about a motion that they had put away."""


@dataclass(frozen=True)
class LookBack:
    """What somebody wants to see of the past, once the node has told how things stood after so many facts.

    `what` is the name of a page or `CHART`.
    """

    what: str
    numbers: tuple[int, ...]


CHART = "chart"
"""Looking back over the whole game."""


@dataclass(frozen=True)
class ClientState:
    """Everything that one client knows."""

    wish: SeatWish = field(default_factory=SeatWish)
    welcome: say.Welcome | None = None
    lobby: say.Lobby | None = None
    preparing: bool = False
    """Whether the node has said that the cards are not dealt yet."""
    turn: say.Turn | None = None
    """The last turn of this seat that has a view."""
    log: tuple[say.LogLine, ...] = ()
    read: Mapping[int | None, int] = field(default_factory=dict)
    """Hot seat: how many lines of the log each seat had seen when it handed over."""
    chat: tuple[Chat, ...] = ()
    waits: tuple[say.Wait, ...] = ()
    used: tuple[int, ...] = ()
    """For how many seconds each seat has been waited for until the node said so, by the node's clock."""
    proofs: Proofs | None = None
    motions: Mapping[MotionKey, Mapping[int, bool]] = field(default_factory=dict)
    """The votes on each open motion, by operator."""
    decided: Mapping[MotionKey, bool] = field(default_factory=dict)
    """The motions that were decided last, and whether they were carried."""
    ended: bool = False
    """Whether the table has agreed to end the game before it was over."""
    missing: tuple[str, ...] | None = None
    """Whom the own node waits for since it came back with a store that may be old; None: it has not come back so."""
    doubled: frozenset[str] = frozenset()
    """Who refuses the own node because the same player plays from another place."""
    halted: say.Halted | None = None
    pause: Pause = NO_PAUSE
    """Whether the game is paused, and who goes on."""
    accused: tuple[say.Accused, ...] = ()
    left: tuple[say.Left, ...] = ()
    watched: tuple[str, ...] | None = None
    over: say.Over | None = None
    rematch: Rematch | None = None
    hung_up: bool = False
    """Whether the node has gone when the game was over, so that it can be looked at and nothing be asked."""
    """After the game: who wants to play again, and whether the table is open."""
    autopilots: Mapping[int, str] = field(default_factory=dict)
    """The level of the bot at each seat whose person has handed it over for a while."""
    unattended: frozenset[int] = frozenset()
    """The seats of people at whose nodes nobody is."""
    unmet: frozenset[int] = frozenset()
    """The operators of whom the own node has said that it has not been connected with them since it was started."""
    rewound: int = 0
    """How often the table has gone back to the last place that all have in common."""
    taken_over: bool = False
    """Whether another client has taken this one's seat."""

    # What stands open between the person and this client.
    confirmation: Confirmation | None = None
    handing_over: int | None = None
    """Hot seat: the seat whose person is to take over at this terminal."""
    acting: str = ""
    """The act, in notation, that was sent last and is not answered yet."""
    explaining: str = ""
    """What was typed that the rules are being asked about."""
    listed: tuple[str, ...] = ()
    """The acts whose numbers the person has seen last, in notation."""
    muted: frozenset[str] = frozenset()
    """Whose chat is not shown."""
    brief: bool = False
    """Whether acts are listed on request only."""
    past: Mapping[int, say.Past] = field(default_factory=dict)
    """How things stood for this seat, by how many facts there were, as far as it was asked for."""
    looking_back: LookBack | None = None
    """What is being asked for."""
    stepping: int | None = None
    """How many deeds of the news were shown one by one; None: nobody is stepping through them."""

    @property
    def seat(self) -> int | None:
        """The seat this client plays; None for a watcher and before the greeting."""
        return self.welcome.seat if self.welcome is not None else None

    @property
    def offers(self) -> frozenset[str]:
        """The requests that the node takes from this client now."""
        if self.welcome is not None:
            return frozenset(self.welcome.offers)
        return frozenset(self.lobby.offers if self.lobby is not None else ())

    @property
    def may_play_again(self) -> bool:
        """Whether there is a node that can be asked for another game."""
        return "rematch" in self.offers and not self.hung_up

    @property
    def offered_motions(self) -> tuple[str, ...]:
        """The kinds of motions that this client can move."""
        return tuple(self.welcome.motions) if self.welcome is not None and "vote" in self.offers else ()

    @property
    def local(self) -> bool:
        """Whether the game is played on this machine alone."""
        return self.welcome is not None and self.welcome.sid == say.LOCAL

    @property
    def recorded(self) -> bool:
        """Whether the game is only stepped through: it is over, or all that there is of it."""
        return self.welcome is not None and self.welcome.sid == say.RECORDED

    @property
    def looks_on(self) -> bool:
        """Whether a game of others is watched, of which this computer keeps nothing and the players hear nothing."""
        seatless = self.welcome is not None and self.seat is None
        return seatless and not self.recorded and "chat" not in self.offers

    @property
    def begun(self) -> bool:
        """Whether anybody has done anything in the game yet."""
        drafted = self.turn is not None and bool(self.turn.draft)
        return drafted or any(line.actor is not None for line in self.log)

    @property
    def may_act(self) -> bool:
        """Whether the seat is to decide something now."""
        return self.turn is not None and self.turn.mine and self.handing_over is None

    @property
    def may_choose_anew(self) -> bool:
        """Whether the seat has chosen sealed and may take that back, because others are still choosing."""
        turn = self.turn
        return turn is not None and not turn.mine and bool(turn.draft) and self.handing_over is None

    @property
    def in_lobby(self) -> bool:
        """Whether the game has not begun but may."""
        return self.welcome is None and self.lobby is not None and self.lobby.state != "failed"

    @property
    def knocks(self) -> bool:
        """Whether no table has answered yet."""
        return self.in_lobby and self.lobby is not None and not (self.lobby.guests or self.lobby.table)

    @property
    def lobby_failed(self) -> bool:
        """Whether the table did not come together."""
        return self.welcome is None and self.lobby is not None and self.lobby.state == "failed"

    @property
    def others_here(self) -> tuple[str, ...]:
        """The names of the others in the lobby."""
        guests = self.lobby.guests if self.lobby is not None else []
        return tuple(guest.name for guest in guests if all(one.key != "you" for one in guest.known))

    @property
    def operator(self) -> int | None:
        """The operator of the own seat."""
        seats = self.welcome.seats if self.welcome is not None else []
        return next((info.operator for info in seats if info.seat == self.seat), None)

    @property
    def owes_vote(self) -> bool:
        """Whether the table waits for what the person here votes."""
        votes = {wait.why for wait in self.waits if wait.seat == self.seat and self.seat is not None}
        return any(map(asks_for_vote, votes))

    @property
    def waits_for_votes(self) -> bool:
        """Whether the person here has agreed to a motion on which others have still to vote: nobody plays meanwhile."""
        mine = self.operator
        agreed = mine is not None and any(votes.get(mine) for votes in self.motions.values())
        return agreed and any(asks_for_vote(wait.why) for wait in self.waits)

    def may_agree_to(self, kind: str, operator: int) -> bool:
        """Whether the person here can still agree to a motion that was put.

        Whoever resigns does so: nodes agree to it by themselves, and nobody is asked.
        """
        mine, votes = self.operator, self.motions.get((kind, operator), {})
        if mine is None or kind == "resigned" or votes.get(mine) or not any(votes.values()) or self.has_left:
            return False
        return kind in ABOUT_NOBODY or mine != operator

    @property
    def owed(self) -> MotionKey | None:
        """The motion that the person here is to vote on.

        Two ends of a game that do without different people are one to whoever votes, and a yes may be to the other one.
        """
        kinds = {wait.why.removeprefix("vote-") for wait in self.waits if wait.seat == self.seat}
        agreeable = (motion for motion in self.motions if self.may_agree_to(*motion))
        again = (motion for motion in self.motions if motion[0] in kinds and motion[0] in ENDING)
        return next(agreeable, None) or next(again, None)

    @property
    def has_left(self) -> bool:
        """Whether the person here is out of the game, and looks on at most."""
        if self.seat is None or self.operator is None:
            return False
        return self._is_put_out(self.operator) or any(one.seat == self.seat for one in self.left)

    def _is_put_out(self, operator: int) -> bool:
        """Whether the table has agreed to go on without somebody, who leaves once the open decision is made."""
        return any(self.decided.get((kind, operator)) for kind in ("gone", "cheated"))

    @property
    def caught(self) -> tuple[say.Accused, ...]:
        """Who broke the rules and is still in the game."""
        out = {one.seat for one in self.left}
        return tuple(one for one in self.accused if one.seat not in out)

    def is_unattended(self, wait: say.Wait) -> bool:
        """Whether the game waits for what a person decides at whose node nobody is."""
        personal = wait.why in ("its-turn", "sealed-answer", "pause") or wait.why.startswith("vote-")
        return wait.connected and personal and wait.seat in self.unattended and wait.seat not in self.autopilots

    def misses(self, operator: int) -> bool:
        """Whether it matters that somebody is or is not connected: a game is under way that they have not left."""
        gone = {one.seat for one in self.left}
        seats = self.welcome.seats if self.welcome is not None else []
        plays = any(info.operator == operator and info.seat not in gone for info in seats)
        plays = plays and not self._is_put_out(operator)
        return plays and self.turn is not None and self.over is None and not self.ended

    @property
    def away(self) -> tuple[say.SeatInfo, ...]:
        """The seats of a game under way whose nodes are not connected."""
        seats = self.welcome.seats if self.welcome is not None else []
        return tuple(info for info in seats if not (info.connected or info.connecting) and self.misses(info.operator))

    def operator_name(self, operator: int) -> str:
        """Name an operator."""
        seats = self.welcome.seats if self.welcome is not None else []
        return next((info.operated_by for info in seats if info.operator == operator), str(operator))


def agreement(kind: str, operator: int, again: bool = False) -> Confirmation:
    """Give what is asked about a motion: whether the person here agrees to it."""
    yes, no = (Vote(kind, operator, agreed) for agreed in (True, False))
    return Confirmation("motion.agree", (yes,), (no,), motion_key(kind, operator), again=again)


def notations(turn: say.Turn) -> tuple[str, ...]:
    """Give the legal acts of a turn in notation."""
    return tuple(choice.text for choice in turn.legal)
