"""One game of a campaign: a table, its network, and whatever happens there by chance; then it must come to an end."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from protocol.messages import Envelope, MixMessage, Motion, decode_body, decode_envelope
from protocol.motions import ENDING, PAUSE
from protocol.transcript import PLAY
from protocol.wire import encode
from tests.protocol.campaign.liars import Craft, Liar
from tests.protocol.campaign.people import WATCHER, Mind, Player, accusations
from tests.protocol.campaign.rules import DECK
from tests.protocol.campaign.watch import Watch
from tests.protocol.table import make_charter

TABLES = ((0, 1, 2), (0, 1, 2), (0, 1, 2, 3), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 1, 1, 2), (0, 0, 1, 2, 3), (0, 1))
"""The operator of each seat."""


@dataclass(frozen=True)
class Theme:
    """What happens often in a game; whatever is not said here is by chance."""

    tables: tuple[tuple[int, ...], ...] = ()
    ways: tuple[str, ...] = ()
    """What its one liar does."""
    crashes: float = 0
    old_stores: float = 0
    motions: float = 0
    pauses: float = 0
    """How often somebody moves a pause, or goes on after one."""
    divided: bool = False
    """Whether all vote for two things at once."""
    length: tuple[int, int] = (8, 30)
    piles: bool = False
    late: bool = False
    """Whether what is said about piles comes to some only when those have given them up."""


DOUBLE = ("two tales", "two promises")
SPOILERS = ("withheld words", "withheld", "head first", "false bytes")

THEMES = {
    "everything": Theme(length=(4, 18)),
    "two tales": Theme(TABLES[1:3], ("two tales", "lying echo"), motions=0.003, piles=True),
    "bundles": Theme(TABLES[1:4], ("two tales", "lying echo", "false bytes", "false share", "withheld"), motions=0.003),
    "old stores": Theme(((0, 1), (0, 1, 2)), ("withheld words", "withheld", "head first"), 0.02, 0.8),
    "motions": Theme(TABLES[1:4], ("two promises", "broken promise"), divided=True),
    "late piles": Theme(((0, 1, 2), (0, 1, 2, 3)), SPOILERS, 0.02, 0.8, 0.001, length=(8, 24), piles=True, late=True),
    "pauses": Theme(TABLES[1:4], (*DOUBLE, "withheld words", "withheld", "another vote"), 0.01, 0.5, 0.003, 0.03),
    "escrow": Theme(TABLES[3:5], ("false box", "false complaint", "withheld"), motions=0.01),
}


def about_a_pile(data: bytes) -> bool:
    """Whether a message is about a pile beside play."""
    said = decode_envelope(data)
    return said.lane != PLAY and isinstance(decode_body(said.body), MixMessage)


@dataclass
class Told:
    """What came of a game: how it ended, what was counted, and what must not be."""

    seed: int
    ended: str
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)


class Game:
    """One table. Everything by chance comes from the seed."""

    def __init__(self, seed: int, theme: str = "") -> None:
        """``theme``: one of ``THEMES``; by chance where none is named."""
        self.seed = seed
        self.luck = luck = random.Random(seed)
        self.counts: Counter[str] = Counter()
        every = [*THEMES, *["everything"] * len(THEMES)]
        self.theme = THEMES[theme or luck.choice(every)]
        seats = luck.choice(self.theme.tables or TABLES)
        on_leave = "wait" if luck.random() < 0.15 else "continue"
        self.signed, self.keys = make_charter(seats, faces=sorted(set(DECK)), on_leave=on_leave)
        self.length = luck.randint(*self.theme.length)
        self.background = luck.random() < 0.5
        wild = luck.random() < 0.85
        self.crashes = luck.choice([0, 0.001, 0.004, 0.012]) if wild else 0
        self.old_stores = luck.choice([0, 0.2, 0.5]) if wild else 0
        self.trouble = luck.choice([0, 0, 0.02]) if wild else 0
        self.loss, self.doubling = luck.choice([0, 0.01, 0.05]), luck.choice([0, 0.05])
        self.disorder = luck.choice([1, 1, 3, 50])
        self.motions = luck.choice([0, 0, 0.003, 0.02])
        self.pauses = luck.choice([0, 0, 0.01])
        self.calm = False
        self.alone = 0
        count = len(self.keys)
        most = luck.choice([0, 1, 1, 1, 2, count - 1])
        self.liars = frozenset(luck.sample(range(count), min(most, count - 1)))
        if self.theme.ways:
            self.on_theme()
        self.watch = Watch(self)
        self.wires: dict[tuple[int, int], list[bytes]] = {}
        self.channels: dict[tuple[int, int], list[object]] = {}
        self.late: list[tuple[int, int, Envelope]] = []
        """What comes late: from whom, to whom."""
        self.archive: list[bytes] = []
        self.crafts = {operator: Craft(self, operator) for operator in sorted(self.liars)}
        self.minds: dict[int, list[Mind]] = {}
        for operator in range(count):
            mind = Liar(self, operator, self.crafts[operator]) if operator in self.liars else Player(self, operator)
            self.minds[operator] = [mind]
        if luck.random() < 0.3:
            self.minds[WATCHER] = [Mind(self, WATCHER)]

    def on_theme(self) -> None:
        """Little but what the theme says."""
        theme, luck = self.theme, self.luck
        self.crashes, self.old_stores, self.motions = theme.crashes, theme.old_stores, theme.motions
        self.pauses = theme.pauses
        self.trouble, self.loss, self.doubling = 0, luck.choice([0, 0, 0.01]), 0
        self.disorder = luck.choice([1, 1, 3])
        self.liars = frozenset([luck.randrange(len(self.keys))])
        self.background = self.background or theme.late

    def count(self, what: str, by: int = 1) -> None:
        """Something has happened."""
        self.counts[what] += by

    def operator_of(self, seat: int) -> int:
        """Who runs a seat."""
        return self.signed.charter.seats[seat].operator

    def lies(self, seat: int) -> bool:
        """Whether a seat is a liar's."""
        return self.operator_of(seat) in self.liars

    def honest(self) -> list[Player]:
        """The honest nodes."""
        return [mind for minds in self.minds.values() for mind in minds if isinstance(mind, Player)]

    def honest_seats(self) -> list[int]:
        """The seats of honest operators."""
        return [seat for seat in range(len(self.signed.charter.seats)) if not self.lies(seat)]

    def others(self, operator: int) -> list[int]:
        """Everybody else who listens."""
        return [other for other in self.minds if other != operator]

    # The network.

    def broadcast(self, mind: Mind, data: bytes) -> None:
        """A program says something to everybody else; a liar says something to each."""
        for to in self.others(mind.operator):
            for piece in mind.utter(to, data):
                self.send(mind, to, piece)

    def send(self, mind: Mind, to: int, data: bytes) -> None:
        """A message is on its way, unless it is lost."""
        if mind.honest:
            self.watch.said(mind, data)
        if len(self.archive) < 3000:
            self.archive.append(data)
        if not self.calm and self.luck.random() < self.loss:
            self.count("lost on the way")
            return
        if self.theme.late and not self.calm and self.luck.random() < 0.5 and about_a_pile(data):
            self.late.append((mind.operator, to, decode_envelope(data)))
            return
        wire = self.wires.setdefault((mind.operator, to), [])
        wire += [data] * (2 if self.luck.random() < self.doubling else 1)
        self.count("messages")

    def hang_up(self, operator: int) -> None:
        """A node has died: what was on its way to it is gone, and some of what was on its way from it."""
        for (sender, to), wire in self.wires.items():
            if to == operator:
                wire.clear()
            elif sender == operator:
                del wire[self.luck.randint(0, len(wire)) :]
        for asker, asked in self.channels:
            if operator in (asker, asked):
                channel = self.channels[(asker, asked)]
                del channel[0 if asker == operator else self.luck.randint(0, len(channel)) :]

    def lose_from(self, operator: int) -> None:
        """Nothing of its earlier life is on the way any more when a node comes back with an older store."""
        for (sender, _), wire in self.wires.items():
            if sender == operator:
                wire.clear()
        self.late = [held for held in self.late if held[0] != operator]

    def catch_up(self) -> None:
        """What comes late sets out where its pile has been given up, and sooner or later anyway."""
        for held in list(self.late):
            sender, to, said = held
            given_up = any(mind.session._machine.mail.has_ended(said.lane) for mind in self.minds[to] if mind.up)
            if given_up or self.calm or self.luck.random() < 0.001:
                self.late.remove(held)
                self.count("late words of piles given up", given_up)
                self.wires.setdefault((sender, to), []).append(encode(said))

    def deliver(self) -> bool:
        """Something arrives somewhere; whether anything was on its way."""
        full = [wire for wire, data in self.wires.items() if data and self.minds[wire[1]][0].up]
        answers = [pair for pair, frames in self.channels.items() if frames and self.minds[pair[0]][0].up]
        if not full and not answers:
            return False
        place = self.luck.randrange(len(full) + len(answers))
        if place < len(full):
            wire = self.wires[full[place]]
            data = wire.pop(self.luck.randrange(min(len(wire), self.disorder)))
            for mind in self.minds[full[place][1]]:
                mind.hear(data)
        else:
            asker, asked = answers[place - len(full)]
            frames = self.channels[(asker, asked)]
            for frame in [frames.pop(0) for _ in range(min(len(frames), 4))]:
                mind = self.minds[asker][0]
                if mind.up:
                    mind.take(asked, frame)
        return True

    # What happens.

    def play(self) -> Told:
        """Play it to its end; what came of it."""
        with self.watch.published.listening():
            for minds in list(self.minds.values()):
                for mind in minds:
                    mind.flush()
            for _ in range(self.luck.choice([500, 2000, 6000])):
                if all(mind.session.over for mind in self.honest()):
                    break
                self.moment()
            self.count("moments of calm begun")
            how = self.settle()
            self.watch.hidden_cards() if len(self.honest()) > 1 else None
            self.watch.promises()
            self.watch.files()
        del self.counts["moments of calm begun"]
        return Told(self.seed, how, self.counts, self.watch.found)

    def moment(self) -> None:
        """Something happens to somebody."""
        if self.late:
            self.catch_up()
        luck, what = self.luck, self.luck.random()
        players = self.honest()
        one = luck.choice(players)
        if what < 0.04:
            self.somebody_asks(one)
        elif what < 0.04 + self.motions:
            self.somebody_votes(one)
        elif what < 0.043 + self.motions and self.theme.divided:
            self.all_vote_for_two()
        elif what < 0.08:
            if not one.up:
                one.come_back()
        elif what < 0.08 + self.crashes / 8 and one.up:
            self.count("killed: at rest")
            one.die()
        elif 0.0825 < what < 0.083 and one.up and one.stale:
            one.start_sending(one.session.missing_heads)
        elif what < 0.12 and self.crafts:
            luck.choice(list(self.crafts.values())).stir()
        elif what < 0.2:
            self.somebody_works()
        elif what < 0.21 and one.up and one.session.fault is not None and luck.random() < 0.3:
            one.die()
        elif what < 0.23:
            one.choose_anew()
        elif what < 0.23 + self.pauses:
            self.somebody_pauses(one)
        else:
            if not self.deliver():
                self.somebody_works() or self.somebody_asks(one)

    def somebody_works(self) -> bool:
        """A worker has done a job; whether there was one."""
        busy = [mind for minds in self.minds.values() for mind in minds if mind.up and mind.jobs]
        if busy:
            self.luck.choice(busy).work()
        return bool(busy)

    def somebody_asks(self, one: Mind) -> None:
        """A node asks another for what it lacks."""
        asking = self.luck.choice([one, *(mind for minds in self.minds.values() for mind in minds)])
        others = [other for other in self.others(asking.operator) if other != WATCHER and self.minds[other][0].up]
        if asking.up and others:
            other = self.luck.choice(others)
            if not self.channels.get((asking.operator, other)):
                asking.ask(other)

    def somebody_votes(self, one: Player) -> None:
        """A person votes on what is moved, or moves something."""
        if one.playing and len(one.session._machine.ballots._movers) < 10:
            open_ones = one.asked_to_vote()
            if open_ones and self.luck.random() < 0.8:
                one.vote(self.luck.choice(open_ones), self.luck.random() < 0.8)
            else:
                one.vote(one.some_motion(), True)

    def somebody_pauses(self, one: Player) -> None:
        """Somebody goes on after a pause, or moves one; often all others agree."""
        resting = [mind for minds in self.minds.values() for mind in minds if mind.up and mind.session.paused]
        if resting and self.luck.random() < 0.5:
            self.luck.choice(resting).resume()
        elif one.playing and len(one.session._machine.ballots._movers) < 10:
            pause = Motion("pause", 0, self.luck.choice([b"", b"until tomorrow"]))
            agree = [mind for minds in self.minds.values() for mind in minds if mind.playing]
            if self.luck.random() < 0.3:
                agree = self.luck.sample(agree, self.luck.randrange(len(agree)))
            for mind in [one, *(mind for mind in agree if mind is not one)]:
                if mind.up:
                    mind.vote(pause, self.luck.random() < 0.95)

    def all_vote_for_two(self) -> None:
        """Two things are moved at once, and everybody says yes to both."""
        here = [mind for mind in self.honest() if mind.playing]
        if here and all(len(mind.session._machine.ballots._movers) < 8 for mind in here):
            some = [Motion("resigned", one.operator) for one in here]
            some += [Motion(kind, 0, why) for kind in (PAUSE, *ENDING) for why in (b"", b"so be it")]  # type: ignore[arg-type]
            two = self.luck.sample(some, 2)
            voters = [*here, *(mind for craft in self.crafts.values() for mind in craft.minds)]
            for mind in self.luck.sample(voters, len(voters)):
                for motion in self.luck.sample(two, 2):
                    if mind.up:
                        mind.vote(motion, True)

    # The end.

    def settle(self) -> str:
        """The network mends, everybody honest comes back, liars are silent or lie no more: then the game must end."""
        self.calm, self.crashes, self.old_stores, self.trouble = True, 0, 0, 0
        self.catch_up()
        for craft in self.crafts.values():
            craft.give_up(self.luck.random() < 0.5)
        ways: list[str] = []
        for attempt in range(80):
            self.come_together()
            if all(not mind.playing for mind in self.honest()):
                break
            before = self.stand()
            self.decide(attempt)
            self.come_together()
            if self.stand() == before:
                ways.append(self.break_up(len(ways)))
        for mind in self.honest():
            if not mind.playing:
                continue
            if self._all_have_lost(mind):
                self.count("nodes whose way every honest store has lost")
                continue
            waits = [(wait.seat, wait.why) for wait in mind.session.waiting()]
            self.watch.find(f"operator {mind.operator} cannot end the game; it waits for {waits}")
        return self.how(ways)

    def _all_have_lost(self, mind: Mind) -> bool:
        """Whether a node has been further, and nobody honest is: all lost at once what led there."""
        epoch = mind.session.heads()[PLAY][0]
        ahead = mind.session._machine.gate.outbox.is_past(epoch)
        return ahead and all(other.session.chain == mind.session.chain for other in self.honest())

    def how(self, ways: list[str]) -> str:
        """How the game ended."""
        ends = {end for end in (mind.end for mind in self.honest() if mind.seated or mind.session.over) if end}
        if "alone" in ways and not self.liars:
            self.watch.find("honest people had to end the game each alone")
        excused = any(mind.ever_mute or mind.parted or mind.ended_by for mind in self.honest())
        if ways and not self.liars and not excused:
            self.watch.find(f"nobody lied, and yet the game stood still: {ways}")
        return "+".join(sorted(ends)) or "nobody left" + (" alone" if "alone" in ways else "")

    def come_together(self) -> None:
        """Everything is delivered and done, and everybody asks everybody, until nothing changes."""
        for _ in range(30):
            for mind in self.honest():
                if mind.up and mind.session.fault is not None:
                    mind.die()
                if not mind.up:
                    mind.come_back()
            for mind in [*self.honest(), *(one for craft in self.crafts.values() for one in craft.docile())]:
                if mind.up and mind.session.paused:
                    mind.resume()
            self.rest()
            before = self.stand()
            for asking in [mind for minds in self.minds.values() for mind in minds]:
                for other in self.others(asking.operator):
                    if other != WATCHER and self.minds[other][0].up and asking.up:
                        asking.ask(other)
                        self.rest()
            for mind in self.honest():
                silent = {one for one in mind.session.missing_heads if one in self.liars}
                speaking = mind.session._machine.gate.sending
                if mind.up and mind.stale and not speaking and set(mind.session.missing_heads) <= silent:
                    mind.start_sending(mind.session.missing_heads)
            self.rest()
            if self.stand() == before:
                return
        self.watch.find("the table does not come to rest")

    def stand(self) -> list[object]:
        """Where everybody stands."""
        return [
            (mind.session.heads(), len(mind.session.messages), mind.session.over, mind.session._machine.gate.sending)
            for minds in self.minds.values()
            for mind in minds
        ]

    def rest(self) -> None:
        """Until nothing is on the way and no worker is busy."""
        for _ in range(200_000):
            if not (self.deliver() or self.somebody_works()):
                return
        self.watch.find("messages without end")

    def decide(self, attempt: int) -> None:
        """Votes that are open are given: now for those that remove somebody, now against all."""
        for mind in [*self.honest(), *(one for craft in self.crafts.values() for one in craft.docile())]:
            for motion in mind.asked_to_vote() if mind.playing else ():
                yes = attempt % 2 == 0 and motion.kind in ("gone", "cheated", "resigned")
                if not mind.vote(motion, yes):
                    mind.vote(motion, False)

    def break_up(self, stuck: int) -> str:
        """Nothing goes on: whoever is waited for leaves, or those who are left end the game, together or each alone."""
        here = [mind for mind in self.honest() if mind.playing]
        accused = {self.operator_of(found.seat) for mind in here for found in accusations(mind)}
        if stuck < 20:
            for operator in sorted({one for mind in here for one in self.waited_for(mind)}):
                motion = Motion("cheated" if operator in accused else "gone", operator)
                voters = [mind for mind in here if mind.operator != operator]
                voters += [one for craft in self.crafts.values() for one in craft.docile() if one.operator != operator]
                done = [mind.vote(motion, True) for mind in voters if motion not in mind.tried]
                for mind in voters:
                    mind.tried.add(motion)
                if any(done):
                    return motion.kind
        self.watch.proofs(here)
        count = range(len(self.keys))
        together = stuck < 24
        for mind in here:
            stay = {one.operator for one in here} if together else {mind.operator}
            without = tuple(one for one in count if one not in stay)
            mind.vote(Motion("forfeit", 0, b"", without), True)
        return "without" if together else "alone"

    def waited_for(self, mind: Mind) -> set[int]:
        """The operators without whom it does not go on at a node, as far as it knows."""
        waits = mind.session.waiting()
        found = {self.operator_of(wait.seat) for wait in waits if wait.seat is not None}
        present = set(mind.session.play.operators(mind.session.play.present))
        return {
            one
            for one in (found | set(self.liars)) & present
            if one != mind.operator and (one in self.liars or self.minds[one][0].mute)
        }
