"""Random changes to acts, near enough to what is legal to find acts that only seem to be refused."""

from __future__ import annotations

from collections.abc import Sequence

from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Arg, Card

from .sample import Moment


class Vocabulary:
    """The acts that were possible at some moment of some game, and the words used in each of their places."""

    def __init__(self, acts: Sequence[Act]) -> None:
        self._acts = acts
        self._verbs = sorted({act.verb for act in acts} | {"pass"})
        places: dict[tuple[str, int], dict[str, None]] = {}
        for act in acts:
            for place, arg in enumerate(act.args):
                if isinstance(arg, str):
                    places.setdefault((act.verb, place), {})[arg] = None
        self._words = {place: list(words) for place, words in places.items()}
        self._all = sorted({word for words in places.values() for word in words} | {"yes", "no"})

    def mutate(self, act: Act, m: Moment, chance: Chance) -> Act:
        """Give an act of the same seat: one of another moment told now, one changed a little, or nonsense."""
        sort = chance.below(20)
        if sort < 9:
            other = chance.choice(self._acts)
            args = [self._other(arg, (), m, act.seat, chance) if isinstance(arg, Card) else arg for arg in other.args]
            return Act(act.seat, other.verb, tuple(args))
        args = list(act.args)
        if sort < 17 and args:
            at = chance.below(len(args))
            args[at] = self._other(args[at], self._words.get((act.verb, at), ()), m, act.seat, chance)
            return Act(act.seat, act.verb, tuple(args))
        if sort == 17:
            return Act(act.seat, chance.choice(self._verbs), act.args)
        if sort == 18 and args:
            del args[chance.below(len(args))]
        else:
            extra: list[Arg] = [0, "", Card(0)]
            args.insert(chance.below(len(args) + 1), self._other(chance.choice(extra), (), m, act.seat, chance))
        return Act(act.seat, act.verb, tuple(args))

    def _other(self, arg: Arg, words: Sequence[str], m: Moment, seat: int, chance: Chance) -> Arg:
        """Give another argument of the same sort; a card is of the seat's hand more often than not."""
        if isinstance(arg, str):
            return chance.choice(words if words and chance.below(4) else self._all)
        if isinstance(arg, int):
            return chance.choice([arg - 1, arg + 1, 0, 1, 2, -1, arg + 10, chance.below(300)])
        own = [handle for handle, owner in m.dealer.hands.items() if owner == seat]
        handle = chance.choice(own if own and chance.below(3) else [*m.dealer.faces, 1 << 20])
        if chance.below(4) == 0:
            return Card(handle, chance.choice(["", arg.face, *m.dealer.faces.values()]))
        return Card(handle, m.dealer.faces.get(handle, "") if arg.face else "")
