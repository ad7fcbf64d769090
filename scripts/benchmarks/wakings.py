"""Wakings in a game over days: how often somebody has to be there for each own turn, where any two meet once a day.

A day has a meeting for each pair of players, one after the other. At a meeting two computers tell each other all that
they know, also of others, and play on until they can go no further without somebody else. A *waking* is a meeting at
which a computer says something new. It counts as what weighs most of that: an act in its own turn, an answer to what it
was asked in another's (by the kind of question), or what its program says by itself: for that nobody has to sit there.

For comparison the same with computers that are always on, each of whose people looks once a day, one after the other.
"""

import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from benchmarks import Row, Table
from protocol.messages import body_of, decode_envelope
from tests.table.peers import Peers
from tta_p2p.bots.levels import make_bot
from tta_p2p.node.workers.bot_entry import entry

SEATS = 3
LONGEST = 3000
"""Days after which a game is given up."""
BY_ITSELF = (
    ("mixes a pile", {"masked"}),
    ("takes its layer off cards, or moves them", {"shares", "moved", "parts", "locked"}),
    ("opens what it has sealed", {"seal-ready", "seal-commit", "seal-open"}),
    ("gives its share of chance", {"contribution", "coin-commit", "coin-open"}),
    ("makes keys", {"key-commit", "key-open", "escrow", "escrow-verdict"}),
    ("says that it has heard the same", {"echo"}),
    ("agrees to the end", {"finish", "vote", "confirm"}),
)
"""Words that a program says by itself, the weightiest first, by the tags of messages."""


class Calendar(Peers):
    """A table whose computers hear each other only when two of them meet."""

    def __init__(self, game: str, seats: int, seed: int) -> None:
        self.log: list[tuple[int, bytes]] = []
        self.has: list[set[int]] = [set() for _ in range(seats)]
        self.said: list[list[str]] = [[] for _ in range(seats)]
        self.bots = [make_bot("easy", f"{seed} {seat}", game) for seat in range(seats)]
        self.turns: set[object] = set()
        self.wakings: Counter[str] = Counter()
        self.days = 0
        super().__init__(game, [*range(seats)], seed)

    def flush(self) -> None:
        """Write down what each computer says; nobody hears it yet."""
        for number, table in enumerate(self.tables):
            for data in table.poll().send:
                self.has[number].add(len(self.log))
                self.log.append((number, data))
                body = body_of(decode_envelope(data))
                self.said[number].append(str(getattr(body.__struct_config__, "tag", "")) if body is not None else "")

    def live(self) -> None:
        """Let days pass until the game is over."""
        pairs = [*combinations(range(len(self.tables)), 2)]
        while not all(table.session.over for table in self.tables) and self.days < LONGEST:
            self.days += 1
            for one, other in pairs:
                self.meet(one, other)

    def meet(self, *pair: int) -> None:
        """Two tell each other all that they know, and play on as far as they can."""
        for number in range(len(self.tables)):
            self.said[number].clear()
        acted: dict[int, set[str]] = {number: set() for number in pair}
        moved = True
        while moved:
            moved = self._tell(*pair) or self._tell(*reversed(pair)) or any(self._act(one, acted[one]) for one in pair)
        for number in pair:
            if why := self._weightiest(acted[number], set(self.said[number])):
                self.wakings[why] += 1

    def _tell(self, source: int, target: int) -> bool:
        self.flush()
        fresh = sorted(self.has[source] - self.has[target])
        for index in fresh:
            self.tables[target].receive(self.log[index][1])
        self.has[target].update(fresh)
        self.flush()
        return bool(fresh)

    def _act(self, number: int, acted: set[str]) -> bool:
        """Let the player at a computer act, if it is to decide."""
        table = self.tables[number]
        for seat in table.to_decide():
            decision, (moment, whose) = table.decision, table.game.turn(table.state)
            assert decision is not None
            own = whose == seat or (whose is None and decision.sealed)
            if own:
                self.turns.add((moment, seat))
            acted.add("own turn" if own else f"asked: {decision.key}")
            draft = table.draft(seat)
            for act in entry(table.game, self.bots[seat], draft.state, draft.knows, seat):
                table.act(act)
            self.flush()
            return True
        return False

    @staticmethod
    def _weightiest(acted: set[str], said: set[str]) -> str:
        """The kind that a waking counts as; empty where nothing was said."""
        if acted:
            return "own turn" if "own turn" in acted else min(acted)
        return next((f"program: {what}" for what, tags in BY_ITSELF if tags & said), "program: else" if said else "")


class AlwaysOn(Calendar):
    """The same with computers that always hear each other; their people look once a day, one after the other."""

    def live(self) -> None:
        """Let days pass until the game is over."""
        while not all(table.session.over for table in self.tables) and self.days < LONGEST:
            self.days += 1
            for number in range(len(self.tables)):
                acted: set[str] = set()
                self._settle()
                while self._act(number, acted):
                    self._settle()
                if acted:
                    self.wakings[self._weightiest(acted, set())] += 1

    def _settle(self) -> None:
        """All tell each other all that they know."""
        everybody = range(len(self.tables))
        while any([self._tell(one, other) for one in everybody for other in everybody if one != other]):
            pass


def run(game: str, games: int = 2, seats: int | None = None) -> Iterator[Table]:
    """So many games of easy bots, with each calendar."""
    number = seats or SEATS
    yield Table(
        f"Wakings where any two of {number} meet once a day, {games} games", _rows(Calendar, game, games, number)
    )
    title = f"The same with computers of {number} that are always on, whose people look once a day"
    yield Table(title, _rows(AlwaysOn, game, games, number))


def _rows(kind: type[Calendar], game: str, games: int, number: int) -> list[Row]:
    began = time.process_time()
    wakings: Counter[str] = Counter()
    turns = days = 0
    for seed in range(1, games + 1):
        calendar = kind(game, number, seed)
        calendar.live()
        assert calendar.days < LONGEST, "the game does not end"
        wakings += calendar.wakings
        turns += len(calendar.turns)
        days += calendar.days
    spent = (time.process_time() - began) * 1000 / games
    whole = wakings.total()

    def row(label: str, count: int) -> Row:
        return Row(label, spent * count / whole, {"wakings": f"{count}", "an own turn": f"{count / turns:.2f}"})

    people = sum(count for why, count in wakings.items() if not why.startswith("program"))
    rows = [
        Row("a game", spent, {"own turns": f"{turns / games:.0f}", "days": f"{days / games:.0f}",
                              "days an own turn": f"{days * number / turns:.2f}"}),
        row("all wakings", whole), row("of people", people), row("of programs alone", whole - people),
    ]  # fmt: skip
    return [*rows, *(row(why, count) for why, count in wakings.most_common())]
