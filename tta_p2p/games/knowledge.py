"""Knowledge of a seat, or of everybody, about hidden cards: how facts change it and how to sample from it.

Pure functions over `contract.Knowledge`, used by every dealer for every seat and for everybody (seat
None). A statement is kept as it was learned for as long as its handles live: a card that was shown stays
in `faces`, and an `among` is not rewritten when one of its cards becomes known. Only mixing rewrites:
what was known about old handles becomes an `among` of the new ones. The statements never say more than
was seen; they may say a little less: where groups of cards overlap that were mixed in part, and where mixes upon
mixes would give statements without end. Then those about the fewest cards are kept (`MAX_STATEMENTS`): each statement
holds by itself, so leaving one out never makes another untrue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import repeat
from typing import TypeVar

from .contract import (
    Among,
    Answer,
    AtLeast,
    Back,
    Claim,
    Face,
    Handle,
    Is,
    Knowledge,
    Need,
    OneOf,
    Remix,
    Rng,
    Show,
    Shown,
    Shuffle,
)

NO_FACES: Mapping[Handle, Face] = {}
MAX_STATEMENTS = 1000
"""How many statements of a kind (`among`, `worth`) an observer keeps at the most."""
Statement = TypeVar("Statement", Among, AtLeast)


def after_answer(knows: Knowledge, need: Need, fact: Answer, told: Mapping[Handle, Face] = NO_FACES) -> Knowledge:
    """Return the knowledge of an observer after this need was answered.

    `told` are the faces this observer alone was shown by it: the dealt, peeked or passed cards for the
    seat they came to, all of `into` for the seat that remixed, nothing for anybody else.
    """
    if isinstance(need, Shuffle | Remix):
        return _after_mix(knows, need, told)
    if isinstance(need, Show) and isinstance(fact, Shown):
        return with_faces(knows, dict(zip(need.handles, fact.faces, strict=True)))
    return with_faces(knows, told) if told else knows


def with_faces(knows: Knowledge, faces: Mapping[Handle, Face]) -> Knowledge:
    """Return the knowledge of an observer that has seen these faces.

    >>> with_faces(Knowledge(), {7: "silk"}).faces
    {7: 'silk'}
    """
    if all(knows.faces.get(handle) == face for handle, face in faces.items()):
        return knows
    return Knowledge({**knows.faces, **faces}, knows.among, knows.worth)


def after_claim(knows: Knowledge, claim: Claim) -> Knowledge:
    """Return the knowledge of an observer after a claim was proved."""
    match claim:
        case Is(handle, face):
            return with_faces(knows, {handle: face})
        case OneOf(handle, faces):
            if knows.faces.get(handle) in faces:
                return knows
            said = Among((handle,), tuple(sorted(set(faces))), 1)
            return Knowledge(knows.faces, limit_statements((*knows.among, said)), knows.worth)
        case AtLeast(handles, _, total):
            if total <= 0:
                return knows
            promise = AtLeast(tuple(sorted(handles)), claim.worth, total)
            return Knowledge(knows.faces, knows.among, limit_statements((*knows.worth, promise)))


def limit_statements(said: Sequence[Statement], most: int = MAX_STATEMENTS) -> tuple[Statement, ...]:
    """Return the statements to keep, in their order: all of them, unless there are more than `most`.

    Then, of those that speak of the same cards and the same faces (or worths), the strongest stays, and if these
    are still too many, those about the most cards go.
    """
    if len(said) <= most:
        return tuple(said)
    strongest: dict[tuple[object, object], tuple[int, Statement]] = {}
    for one in said:
        topic, strength = _strength(one)
        other = strongest.get(topic)
        if other is None or other[0] < strength:
            strongest[topic] = strength, one
    found = [one for _, one in strongest.values()]
    narrow = sorted(range(len(found)), key=lambda at: len(found[at].handles))[:most]
    return tuple(found[at] for at in sorted(narrow))


def _strength(said: Among | AtLeast) -> tuple[tuple[object, object], int]:
    """Say what a statement is about, and how much it says of that."""
    if isinstance(said, Among):
        return (said.handles, said.faces), said.count
    return (said.handles, said.worth), said.total


def entails(knows: Knowledge, claim: Claim) -> bool:
    """Whether the known faces prove a claim; an unknown card proves nothing.

    >>> entails(Knowledge({7: "silk"}), OneOf(7, ("salt", "silk")))
    True
    """
    match claim:
        case Is(handle, face):
            return knows.faces.get(handle) == face
        case OneOf(handle, faces):
            return knows.faces.get(handle) in faces
        case AtLeast(handles, worth, total):
            values = dict(worth)
            return sum(values.get(knows.faces.get(handle, ""), 0) for handle in set(handles)) >= total


def world_mismatch(
    world: Mapping[Handle, Face],
    backs: Mapping[Handle, Back],
    unseen: Mapping[Back, Sequence[Face]],
    knows: Knowledge,
) -> str:
    """Give an empty string if the world fits the unseen faces and all that is known, else what does not."""
    if world.keys() != backs.keys():
        return "the world names other handles than those that are hidden"
    by_back: dict[Back, Counter[Face]] = {back: Counter() for back in unseen}
    for handle, face in world.items():
        by_back.setdefault(backs[handle], Counter())[face] += 1
    for back, faces in by_back.items():
        if faces != Counter(unseen.get(back, ())):
            return f"the faces with back {back} are not the unseen ones"
    for handle, face in knows.faces.items():
        if world.get(handle, face) != face:
            return f"#{handle} is known to be {face}"
    all_known = {**knows.faces, **world}
    last: tuple[Handle, ...] = ()
    there: list[Face] = []
    for handles, values, total in _constraints(knows):
        if handles is not last:  # neighbours speak of the same cards
            last, there = handles, list(map(all_known.get, handles, repeat("")))
        if sum(map(values.get, there, repeat(0))) < total:
            return f"of {list(handles)} at least {total} should be in {sorted(values)}"
    return ""


# --- mixing ------------------------------------------------------------------------------------------


def _after_mix(knows: Knowledge, need: Shuffle | Remix, told: Mapping[Handle, Face]) -> Knowledge:
    old = frozenset(need.handles)
    known = Counter(knows.faces[h] for h in need.handles if h in knows.faces)
    known.update(need.faces)
    faces = {h: f for h, f in knows.faces.items() if h not in old}
    faces.update(told)

    among: list[Among] = []
    inside: list[Among] = []
    handles: tuple[Handle, ...] = ()
    place: _Split | None = None
    places: dict[tuple[Handle, ...], _Split | None] = {}
    for said in knows.among:
        if said.handles is not handles:  # a deck's statements are neighbours and share their handles
            handles = said.handles
            if handles not in places:
                places[handles] = None if old.isdisjoint(handles) else _split(handles, old, knows.faces, need.into)
            place = places[handles]
        if place is None:
            among.append(said)
            continue
        outside, went, union, own = place
        count = said.count - _total(own, said.faces)
        if count > len(went):
            among.append(Among(outside, said.faces, count - len(went)))
        if count > len(outside):
            inside.append(Among(went, said.faces, count - len(outside)))
        if outside and went and 0 < count < len(outside) + len(went):
            among.append(Among(union, said.faces, count + _total(known, said.faces)))
    if not told:
        among.extend(Among(need.into, (face,), known[face]) for face in sorted(known))
        if known.total() == len(need.into) and len(known) > 1:
            among.append(Among(need.into, tuple(sorted(known)), len(need.into)))
        among.extend(_merge_pile(inside, known, need.into))
    return Knowledge(faces, limit_statements(among), limit_statements(_worth_after_mix(knows, need, old, known)))


_Split = tuple[tuple[Handle, ...], tuple[Handle, ...], tuple[Handle, ...], dict[Face, int]]
"""What a mix does to a group: cards that stayed outside, unknown ones that went in, the outside ones and
all that came out, and the known ones that went in."""


def _split(
    handles: tuple[Handle, ...], old: frozenset[Handle], faces: Mapping[Handle, Face], into: tuple[Handle, ...]
) -> _Split:
    """Say what a mix does to a group that it touches."""
    outside = [handle for handle in handles if handle not in old]
    inside = [handle for handle in handles if handle in old]
    own: dict[Face, int] = {}
    for handle in inside:
        if handle in faces:
            own[faces[handle]] = own.get(faces[handle], 0) + 1
    went = tuple([handle for handle in inside if handle not in faces])
    return tuple(outside), went, (*outside, *into), own


def _total(known: Mapping[Face, int], faces: tuple[Face, ...]) -> int:
    if len(known) < len(faces):
        return sum([count * faces.count(face) for face, count in known.items()]) if known else 0
    return sum(map(known.get, faces, repeat(0)))


def _merge_pile(inside: list[Among], known: Counter[Face], into: tuple[Handle, ...]) -> list[Among]:
    """Add up what was said about disjoint groups of cards that all went into one pile.

    Five cards of which each is an event make a pile of five events.
    """
    result = []
    ordered = sorted(inside, key=lambda said: len(said.handles))
    for faces in dict.fromkeys(said.faces for said in inside):
        wanted = set(faces)
        taken: set[Handle] = set()
        together = single = 0
        for said in ordered:
            if not wanted.issuperset(said.faces):
                continue
            single = max(single, said.count)
            if taken.isdisjoint(said.handles):
                taken.update(said.handles)
                together += said.count
        result.append(Among(into, faces, max(together, single) + _total(known, faces)))
    return result


def _worth_after_mix(
    knows: Knowledge, need: Shuffle | Remix, old: frozenset[Handle], known: Counter[Face]
) -> list[AtLeast]:
    result: list[AtLeast] = []
    for promise in knows.worth:
        if old.isdisjoint(promise.handles):
            result.append(promise)
            continue
        values = dict(promise.worth)
        outside, went, union, own = _split(promise.handles, old, knows.faces, need.into)
        total = promise.total - sum(values.get(face, 0) * count for face, count in own.items())
        if total > 0 and went:
            total += sum(values.get(face, 0) * count for face, count in known.items())
        if total > 0:
            result.append(AtLeast(union if went else outside, promise.worth, total))
    return result


# --- sampling ----------------------------------------------------------------------------------------

_Constraint = tuple[tuple[Handle, ...], Mapping[Face, int], int]
"""Of these handles, the faces' values add up to at least the number."""


def _constraints(knows: Knowledge) -> list[_Constraint]:
    result: list[_Constraint] = [(a.handles, dict.fromkeys(a.faces, 1), a.count) for a in knows.among]
    result.extend((p.handles, dict(p.worth), p.total) for p in knows.worth)
    return result


def sample(
    backs: Mapping[Handle, Back],
    unseen: Mapping[Back, Sequence[Face]],
    knows: Knowledge,
    rng: Rng,
) -> dict[Handle, Face]:
    """Give every hidden handle a face such that the world `world_mismatch`; every such world has a chance.

    Raises ValueError when there is none, which cannot be if `knows` is true. A random order of the unseen
    faces is repaired by exchanges that lessen what is amiss; if that gets stuck, a search finds a world.
    """
    world = {h: knows.faces[h] for h in backs if h in knows.faces}
    free: dict[Back, list[Handle]] = {back: [] for back in unseen}
    left = {back: Counter(faces) for back, faces in unseen.items()}
    for handle in sorted(backs):
        back = backs[handle]
        if handle in world:
            if left.get(back, Counter())[world[handle]] <= 0:
                raise ValueError(f"#{handle} is known to be {world[handle]}, which is not unseen")
            left[back][world[handle]] -= 1
        else:
            free.setdefault(back, []).append(handle)
    pools = {back: sorted(faces.elements()) for back, faces in left.items()}
    for back, handles in free.items():
        if len(pools.get(back, ())) != len(handles):
            raise ValueError(f"{len(handles)} cards with back {back}, {len(pools.get(back, ()))} faces")
    open_constraints = _open_constraints(_constraints(knows), backs, knows.faces, free, pools)
    for back, handles in free.items():
        world.update(zip(handles, _shuffle(pools[back], rng), strict=True))
    if open_constraints and not _repair(world, open_constraints, backs, free, rng):
        world.update(_search(open_constraints, backs, free, pools, rng))
    return {handle: world[handle] for handle in sorted(backs)}


def _shuffle(items: Sequence[Face], rng: Rng) -> list[Face]:
    result = list(items)
    for i in range(len(result) - 1, 0, -1):
        j = rng.below(i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def _open_constraints(
    constraints: list[_Constraint],
    backs: Mapping[Handle, Back],
    known: Mapping[Handle, Face],
    free: Mapping[Back, Collection[Handle]],
    pools: Mapping[Back, Sequence[Face]],
) -> list[_Constraint]:
    """Take known cards out of the constraints and leave out those that every world meets."""
    result: dict[tuple[tuple[Handle, ...], tuple[tuple[Face, int], ...], int], _Constraint] = {}
    last: tuple[Handle, ...] = ()
    unknown: tuple[Handle, ...] = ()
    there: list[Face] = []
    hidden: Counter[Back] = Counter()
    numbers = {back: Counter(faces) for back, faces in pools.items()}
    for handles, values, total in constraints:
        if handles is not last:  # neighbours speak of the same cards
            last = handles
            unknown = tuple([h for h in handles if h not in known])
            there = [known[h] for h in handles if h in known]
            hidden = Counter([backs[h] for h in unknown if h in backs])
        total -= sum(map(values.get, there, repeat(0)))
        if total <= 0:
            continue
        sure = 0
        for back, count in hidden.items():
            if count <= len(pools[back]) - sum(map(numbers[back].get, values, repeat(0))):
                continue  # so many faces are worth nothing
            sure += sum(sorted(map(values.get, pools[back], repeat(0)))[:count])
        if sure < total:
            result[unknown, tuple(sorted(values.items())), total] = (unknown, values, total)
    return list(result.values())


def _repair(
    world: dict[Handle, Face],
    constraints: list[_Constraint],
    backs: Mapping[Handle, Back],
    free: Mapping[Back, Sequence[Handle]],
    rng: Rng,
) -> bool:
    """Exchange faces of equal backs until all constraints hold; False when that takes too long."""
    touching: dict[Handle, list[int]] = {}
    for number, (handles, _, _) in enumerate(constraints):
        for handle in handles:
            touching.setdefault(handle, []).append(number)
    alike: dict[tuple[int, ...], int] = {}
    kind = {handle: alike.setdefault(tuple(numbers), len(alike)) for handle, numbers in touching.items()}
    # handles of one kind are in the same constraints: to exchange with one is worth what it is to exchange with another
    have = [sum([values.get(world[h], 0) for h in handles]) for handles, values, _ in constraints]

    def gain(handle: Handle, before: Face, face: Face, change: dict[int, int]) -> None:
        for number in touching.get(handle, ()):
            values = constraints[number][1]
            change[number] = change.get(number, 0) + values.get(face, 0) - values.get(before, 0)

    for _ in range(50 + 20 * len(constraints)):
        short = [n for n, (_, _, total) in enumerate(constraints) if have[n] < total]
        if not short:
            return True
        handles, values, _ = constraints[short[rng.below(len(short))]]
        one = handles[rng.below(len(handles))]
        mine, worth = world[one], values.get(world[one], 0)
        best: tuple[int, Handle, dict[int, int]] | None = None
        others = free[backs[one]]
        offset = rng.below(len(others))
        tried: set[tuple[Face, int]] = set()
        for other in (*others[offset:], *others[:offset]):
            theirs = world[other]
            if values.get(theirs, 0) <= worth or other in handles:
                continue
            if (theirs, kind.get(other, -1)) in tried:
                continue
            tried.add((theirs, kind.get(other, -1)))
            change: dict[int, int] = {}
            gain(one, mine, theirs, change)
            gain(other, theirs, mine, change)
            worse = 0
            for number, delta in change.items():
                total = constraints[number][2]
                worse += max(0, total - have[number] - delta) - max(0, total - have[number])
            if best is None or worse < best[0]:
                best = (worse, other, change)
        if best is None:
            continue
        worse, other, change = best
        if worse < 0 or rng.below(4) == 0:
            world[one], world[other] = world[other], world[one]
            for number, delta in change.items():
                have[number] += delta
    return all(have[n] >= total for n, (_, _, total) in enumerate(constraints))


def _search(
    constraints: list[_Constraint],
    backs: Mapping[Handle, Back],
    free: Mapping[Back, Sequence[Handle]],
    pools: Mapping[Back, Sequence[Face]],
    rng: Rng,
) -> dict[Handle, Face]:
    """Find a world by depth-first search, the most constrained cards first."""
    weight = Counter(h for handles, _, _ in constraints for h in handles)
    order = sorted(
        (h for handles in free.values() for h in handles),
        key=lambda h: (min((len(c[0]) for c in constraints if h in c[0]), default=1 << 30), -weight[h], h),
    )
    left = {back: Counter(pool) for back, pool in pools.items()}
    world: dict[Handle, Face] = {}

    def possible(best: Callable[[Back, Mapping[Face, int], int], int]) -> bool:
        for handles, values, total in constraints:
            have = sum(values.get(world[h], 0) for h in handles if h in world)
            missing = Counter(backs[h] for h in handles if h not in world)
            if have + sum(best(back, values, count) for back, count in missing.items()) < total:
                return False
        return True

    def best(back: Back, values: Mapping[Face, int], count: int) -> int:
        return sum(sorted((values.get(f, 0) for f in left[back].elements()), reverse=True)[:count])

    def place(at: int) -> bool:
        if at == len(order):
            return True
        handle = order[at]
        pool = left[backs[handle]]
        for face in dict.fromkeys(_shuffle(sorted(pool.elements()), rng)):
            pool[face] -= 1
            world[handle] = face
            if possible(best) and place(at + 1):
                return True
            pool[face] += 1
            del world[handle]
        return False

    if not possible(best) or not place(0):
        raise ValueError("no world fits what is known")
    return world
