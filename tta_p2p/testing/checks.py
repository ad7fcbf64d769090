"""Conformance checks of the rules themselves: states, acts, drafts, needs, cards, ends, words."""

from __future__ import annotations

import copy
import string
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec

from tta_p2p.games import contract as c
from tta_p2p.games import knowledge
from tta_p2p.games.chance import Chance
from tta_p2p.games.game import Game, is_barrier, matches_upcoming
from tta_p2p.games.kit.flow import Flow
from tta_p2p.games.local import FalseClaim

from .mutation import Vocabulary
from .sample import Failure, Moment, RandomGame, Sample

MUTANTS = 60
"""How many mutated acts are tried at each moment for each deciding seat."""


def acts_of(fact: c.Fact | None) -> tuple[c.Act, ...]:
    """Give the acts a fact consists of."""
    return fact.acts if isinstance(fact, c.Acts) else (fact,) if isinstance(fact, c.Act) else ()


def replicas_agree(sample: Sample) -> None:
    """Replicas that know different things agree on every state, need, decision, claim and log."""
    for play in sample.plays:
        looked = {m.index for m in play.pick_moments(sample.moments, "replicas")}
        # That of a spectator, and of a seat that is another in another game: each plays the whole game again.
        for seat in (Chance(f"{play.seed} replicas").below(play.seats), None):
            game = copy.deepcopy(play.game)
            state = game.start(play.options, play.seats).state
            for m in play.moments:
                if m.index in looked:
                    knows = m.dealer.knowledge_of(seat)
                    game.view(state, knows, seat)
                    if seat is not None:
                        for option in game.legal(state, knows, seat):
                            game.explain(state, knows, option.act)
                    if game.encode(state) != m.encoded:
                        play.fail(f"the replica of seat {seat} has another state", m)
                if game.needs(state) != m.needs or game.decision(state) != m.decision:
                    play.fail(f"the replica of seat {seat} has other needs or another decision", m)
                if m.fact is None or m.step is None:
                    break
                claims = tuple(claim for act in acts_of(m.fact) for claim in game.claims(state, act))
                if claims != m.claims:
                    play.fail(f"the replica of seat {seat} names other claims", m)
                step = game.apply(state, m.fact)
                if (step.log, step.barrier) != (m.step.log, m.step.barrier):
                    play.fail(f"the replica of seat {seat} logs something else", m)
                state = step.state


def replay_gives_the_state(sample: Sample) -> None:
    """A state is the fold of its facts, its bytes give it back, and nothing changes it afterwards."""
    for play in sample.plays:
        game = copy.deepcopy(play.game)
        state = game.start(play.options, play.seats).state
        looked = {m.index for m in play.pick_moments(sample.moments, "replay")}
        for m in play.moments:
            if m.index in looked:
                if game.encode(m.state) != m.encoded:
                    play.fail("a state was changed after it was given out", m)
                state = _decoded(play, game, m)
                if game.encode(state) != m.encoded or len(game.digest(state)) != 32:
                    play.fail("bytes of a state do not give the same state back", m)
            if m.fact is None:
                if game.encode(state) != play.moments[-1].encoded:
                    play.fail("the facts, told again, lead to another state", m)
                break
            if c.decode_fact(c.canonical(m.fact)) != m.fact:
                play.fail(f"bytes of a fact do not give the same fact back: {m.fact}", m)
            state = game.apply(state, m.fact).state


def _decoded(play: RandomGame, game: Game[Any, Any], m: Moment) -> Any:
    for bad in (b"", b"null", b"{}", m.encoded[:-1], m.encoded + b" "):
        try:
            game.decode(bad)
        except c.BadState:
            continue
        play.fail(f"decode accepts {bad[:40]!r}", m)
    return game.decode(m.encoded)


def legal_acts_are_accepted(sample: Sample) -> None:
    """Every listed act is accepted and truly claimed, and explained as what it is."""
    for play, m, chance in sample.picked_moments("legal", deciding=True):
        game = play.game
        lists = {seat: game.legal(m.state, m.dealer.knowledge_of(seat), seat) for seat in range(play.seats)}
        deciding = m.decision.seats if m.decision else ()
        for seat, options in lists.items():
            if bool(options) != (seat in deciding):
                play.fail(f"seat {seat} has {len(options)} legal acts; deciding: {deciding}", m)
            if options != game.legal(m.state, m.dealer.knowledge_of(seat), seat):
                play.fail(f"legal acts of seat {seat} come in another order the second time", m)
            if len({option.act for option in options}) < len(options):
                play.fail(f"legal lists an act of seat {seat} twice", m)
            for option in options:
                others = [lists[other] for other in deciding if other != seat]
                _check_option(play, m, option, [chance.choice(list_).act for list_ in others])
        if game.encode(m.state) != m.encoded:
            play.fail("listing or trying acts changed the state", m)


def answered_frames_are_gone(sample: Sample) -> None:
    """After an act the frame that asked is gone, or its game says that it may go on (`repeats` of `Flow.question`)."""
    for play in sample.plays:
        flow = getattr(play.game, "flow", None)
        if not isinstance(flow, Flow):
            continue  # a game that is not made of the kit keeps what is left to do in its own way
        for m, after in pairwise(play.moments):
            if not isinstance(m.fact, c.Act) or not m.state.stack:
                continue
            asked = m.state.stack[-1]
            if not flow.repeats(asked) and any(frame is asked for frame in after.state.stack):
                play.fail(
                    f"seat {m.fact.seat} has answered ({play.game.write(m.fact)}), and {asked!r}, which asked, "
                    "is on the stack still: `do` takes it off with `pop(s)`, or `Flow.question` says `repeats=True`",
                    after,
                )


def declining_is_legal(sample: Sample) -> None:
    """Check that every seat may decline where a decision names a verb that declines, and that declining claims
    nothing.
    """
    for play, m, _ in sample.picked_moments("declining", deciding=True):
        if m.decision is None or not m.decision.idle:
            continue
        for seat in m.decision.seats:
            act = m.decision.default(seat)
            if act not in [option.act for option in play.game.legal(m.state, m.dealer.knowledge_of(seat), seat)]:
                play.fail(f"seat {seat} cannot decline: {act.verb} is not legal", m)
            if play.game.claims(m.state, act):
                play.fail(f"declining says something about cards: {play.game.claims(m.state, act)}", m)


def _check_option(play: RandomGame, m: Moment, option: c.Option, others: Sequence[c.Act]) -> None:
    game, act, seat = play.game, option.act, option.act.seat
    assert m.decision is not None
    knows = m.dealer.knowledge_of(seat)
    told = game.explain(m.state, knows, act)
    name = f"seat {seat}: {game.write(act)}"
    try:
        fact = c.Acts(tuple(sorted([act, *others], key=lambda a: a.seat))) if m.decision.sealed else act
        claims = game.claims(m.state, act)
        step = game.apply(m.state, fact)
        m.dealer.check(seat, claims)
    except c.Illegal as error:
        play.fail(f"legal lists an act that is refused ({error}): {name}", m)
    except FalseClaim as error:
        play.fail(f"legal lists an act whose claim is false ({error}): {name}", m)
    if not all(knowledge.entails(knows, claim) for claim in claims):
        play.fail(f"legal lists an act whose claim the seat cannot know: {name}", m)
    if told.refusal is not None:
        play.fail(f"explain refuses a legal act ({told.refusal}): {name}", m)
    if told.cost != option.cost:
        play.fail(f"explain and legal name different costs: {name}", m)
    if told.barrier != step.barrier:
        play.fail(f"explain says barrier {told.barrier}, it was {step.barrier}: {name}", m)


def illegal_facts_change_nothing(sample: Sample) -> None:
    """Facts that do not fit raise Illegal, nothing else, and change nothing."""
    for play, m, chance in sample.picked_moments("illegal"):
        for fact in _wrong_facts(play, m, chance):
            try:
                play.game.apply(m.state, fact)
            except c.Illegal:
                pass
            except Exception as error:
                play.fail(f"{type(error).__name__} instead of Illegal ({error}) for {fact}", m)
            else:
                play.fail(f"accepted out of place: {fact}", m)
            for act in acts_of(fact)[:1]:
                explained = play.game.explain(m.state, m.dealer.knowledge_of(act.seat % play.seats), act)
                if explained.refusal is None and isinstance(fact, c.Act) and not (m.decision and m.decision.sealed):
                    play.fail(f"explain does not refuse {fact}", m)
        if play.game.encode(m.state) != m.encoded:
            play.fail("a refused fact changed the state", m)


def _wrong_facts(play: RandomGame, m: Moment, chance: Chance) -> list[c.Fact]:
    seats = range(play.seats)
    deciding = m.decision.seats if m.decision else ()
    acts = [o.act for seat in deciding for o in play.game.legal(m.state, m.dealer.knowledge_of(seat), seat)]
    seen = acts or [act for moment in play.moments for act in acts_of(moment.fact)]
    any_act = chance.choice(seen) if seen else c.Act(0, "pass")
    wrong: list[c.Fact] = [c.Act(seat, "no-such-verb") for seat in seats]
    wrong += [msgspec.structs.replace(any_act, seat=seat) for seat in (-1, *seats, play.seats) if seat not in deciding]
    wrong += [c.Left(-1, "gone"), c.Left(play.seats, "gone"), c.Acts(()), c.Acts((any_act, any_act))]
    wrong += [c.Left(p.seat, "gone") for p in play.game.standings(m.state).places if p.left is not None]
    if m.fact is None:
        wrong += [c.Left(seat, "gone") for seat in seats]
    if not (m.decision and m.decision.sealed):
        wrong.append(c.Acts((any_act,)))
    else:
        wrong.append(any_act)
        if len(deciding) > 1:
            wrong.append(c.Acts((any_act,)))
            everybody = [next(act for act in acts if act.seat == seat) for seat in deciding]
            wrong.append(c.Acts(tuple(reversed(everybody))))
    first = m.needs[0].number if m.needs else -1
    answers: list[c.Answer] = [c.Shown(first, ("no-such-face",) * 60), c.Rolled(first, 1 << 40), c.Rolled(first, -1)]
    answers += [kind(first + 1) for kind in (c.Shuffled, c.Dealt, c.Peeked, c.Passed, c.Returned, c.Remixed)]
    fits = c.ANSWERS[type(m.needs[0])] if m.needs else None
    kinds = (c.Shuffled, c.Dealt, c.Peeked, c.Passed, c.Returned, c.Remixed)
    return [*wrong, *answers, *(kind(first) for kind in kinds if kind is not fits)]


def accepted_mutants_are_legal(sample: Sample) -> None:
    """Acts made by random changes that are accepted, with claims the seat knows true, are listed."""
    seen: dict[c.Act, None] = {}
    for play in sample.plays:
        for m in play.moments:
            seen.update(dict.fromkeys(acts_of(m.fact)))
        for m in play.pick_moments(sample.moments, "vocabulary", deciding=True):
            for seat in m.decision.seats if m.decision else ():
                seen.update((o.act, None) for o in play.game.legal(m.state, m.dealer.knowledge_of(seat), seat))
    words = Vocabulary(list(seen))
    for play, m, chance in sample.picked_moments("mutants", deciding=True):
        if m.decision is None:
            continue
        lists = {s: play.game.legal(m.state, m.dealer.knowledge_of(s), s) for s in m.decision.seats}
        for seat, options in lists.items():
            legal = {option.act for option in options}
            others = [chance.choice(lists[other]).act for other in lists if other != seat]
            for act in dict.fromkeys(words.mutate(chance.choice(options).act, m, chance) for _ in range(MUTANTS)):
                _check_mutant(play, m, act, act in legal, others)
        if play.game.encode(m.state) != m.encoded:
            play.fail("trying mutated acts changed the state", m)


def _check_mutant(play: RandomGame, m: Moment, act: c.Act, listed: bool, others: Sequence[c.Act]) -> None:
    assert m.decision is not None
    knows = m.dealer.knowledge_of(act.seat)
    fact = c.Acts(tuple(sorted([act, *others], key=lambda a: a.seat))) if m.decision.sealed else act
    try:
        play.game.apply(m.state, fact)
        claims = play.game.claims(m.state, act)
        m.dealer.check(act.seat, claims)
        accepted = all(knowledge.entails(knows, claim) for claim in claims)
    except (c.Illegal, FalseClaim):
        accepted = False
    except Exception as error:
        play.fail(f"{type(error).__name__} instead of Illegal ({error}) for {act}", m)
    if accepted and not listed:
        play.fail(f"accepted but not listed: seat {act.seat}: {play.game.write(act)}", m)
    if (play.game.explain(m.state, knows, act).refusal is None) != listed:
        play.fail(f"explain and legal disagree about seat {act.seat}: {play.game.write(act)}", m)


def notation_round_trips(sample: Sample) -> None:
    """Every act is one line of text that reads back, and other text is refused."""
    for play, m, chance in sample.picked_moments("notation", deciding=True):
        game = play.game
        for seat in m.decision.seats if m.decision else ():
            options = game.legal(m.state, m.dealer.knowledge_of(seat), seat)
            texts = [game.write(option.act) for option in options]
            if len(set(texts)) < len(texts):
                play.fail("two legal acts have the same text", m)
            for text, option in zip(texts, options, strict=True):
                if "\n" in text or text != text.strip() or not text:
                    play.fail(f"not one tidy line: {text!r}", m)
                if game.read(text, seat) != option.act:
                    play.fail(f"{text!r} reads back as {game.read(text, seat)}", m)
            for text in [*texts[:5], "", " ", "#", "play #x", "\0", "a" * 100_000]:
                noise = "".join(chance.choice(string.printable) for _ in range(3))
                at = chance.below(len(text) + 1)
                for line in (text, text[:at] + noise + text[at:]):
                    try:
                        act = game.read(line, seat)
                    except c.Unreadable:
                        continue
                    if game.read(game.write(act), seat) != act:
                        play.fail(f"{line!r} reads as an act that does not read back", m)


def drafts_stop_at_barriers(sample: Sample) -> None:
    """Nothing is undone past an open need, another seat's decision, the end, or anything but an act."""
    for play in sample.plays:
        for m, after in zip(play.moments, play.moments[1:], strict=False):
            assert m.fact is not None and m.step is not None
            if not m.step.barrier and is_barrier(play.game, after.state, m.fact):
                play.fail(f"no barrier after {m.fact}", after)


def needs_are_in_order(sample: Sample) -> None:
    """Needs keep their numbers and order; decisions come only when none is open."""
    for play in sample.plays:
        seen, born = -1, -1
        before: tuple[c.Need, ...] = ()
        for m in play.moments:
            numbers = [need.number for need in m.needs]
            kept = before[1:] if before else ()
            new = m.needs[len(kept) :]
            if m.needs[: len(kept)] != kept or numbers != sorted(set(numbers)):
                play.fail("open needs were changed or are not in order", m)
            if any(need.number <= seen for need in new):
                play.fail("the number of a need was used before", m)
            for need in new:
                if isinstance(need, c.Shuffle | c.Remix) and need.into:
                    if need.into[0] <= born:
                        play.fail("a new handle was used before", m)
                    born = need.into[-1]
                if c.decode_need(c.canonical(need)) != need:
                    play.fail(f"bytes of a need do not give it back: {need}", m)
            seen = max([seen, *numbers])
            before = m.needs
            _check_decision(play, m)


def _check_decision(play: RandomGame, m: Moment) -> None:
    decision = m.decision
    if decision is None:
        return
    if m.needs:
        play.fail("a decision while a need is open", m)
    if not decision.seats or list(decision.seats) != sorted(set(decision.seats)):
        play.fail("the seats of a decision must be some, each once, in order", m)
    if not set(decision.seats) <= set(range(play.seats)) or (not decision.sealed and len(decision.seats) > 1):
        play.fail(f"not a decision for these seats: {decision}", m)


def cards_lie_where_they_should(sample: Sample) -> None:
    """Whenever somebody decides, `hidden_cards` and `unseen` say what is true: place, back, faces not open."""
    for play in sample.plays:
        before: tuple[Any, ...] = ()
        for m in play.detailed_moments:
            if not m.decision:
                continue
            hidden, unseen, everybody = (
                play.game.hidden_cards(m.state),
                play.game.unseen(m.state),
                m.dealer.face_knowledge_of(None).faces,
            )
            now = [*hidden.items()], unseen, everybody, m.dealer.faces, m.dealer.hands
            wrong = "" if now == before else card_mismatch(play.game, m.state, m.dealer)
            if wrong:
                play.fail(wrong, m)
            before = now


def card_mismatch(game: Game[Any, Any], state: Any, dealer: Any) -> str:
    """Say what `hidden_cards` or `unseen` get wrong about the dealer's cards (an empty string: nothing)."""
    hidden, unseen = game.hidden_cards(state), game.unseen(state)
    if list(hidden) != sorted(hidden):
        return "hidden_cards must be in the order of handles"
    everybody = dealer.face_knowledge_of(None).faces
    true: dict[str, Counter[str]] = {}
    for handle, place in hidden.items():
        if handle not in dealer.faces:
            return f"#{handle} is said to be hidden but does not live"
        face = dealer.faces[handle]
        if place.back != game.back(face):
            return f"#{handle} shows back {place.back} and is {face}"
        if place.seat != dealer.hands.get(handle):
            return f"#{handle} is said to be with {place.seat}, it is with {dealer.hands.get(handle)}"
        true.setdefault(place.back, Counter())[face] += 1
    lost = [handle for handle in dealer.faces if handle not in hidden and handle not in everybody]
    if lost:
        return f"cards {lost} are nowhere and nobody saw them go"
    for back in sorted({*true, *unseen}):
        faces = unseen.get(back, ())
        if list(faces) != sorted(faces) or Counter(faces) != true.get(back, Counter()):
            return f"unseen faces with back {back} are {faces}, truly {sorted(true.get(back, Counter()).elements())}"
    return ""


def games_end(sample: Sample) -> None:
    """Every game ends, and the standings fit together at any time."""
    for play in sample.plays:
        for m in play.moments:
            wrong = standings_mismatch(play.game, m.state, play.seats, over=m.fact is None)
            if wrong:
                play.fail(wrong, m)
        if play.moments[-1].needs or play.moments[-1].decision:
            play.fail("the game is over and still asks for something", play.moments[-1])


def turns_go_on(sample: Sample) -> None:
    """Turns are counted and never fewer than before; whose turn it is, is a seat's or nobody's alone."""
    for play in sample.plays:
        before = 0
        for m in play.moments:
            number, seat = play.game.turn(m.state)
            if number < before:
                play.fail(f"turn {number} comes after turn {before}", m)
            if seat is not None and not 0 <= seat < play.seats:
                play.fail(f"it is the turn of seat {seat}, which there is not", m)
            before = number


def standings_mismatch(game: Game[Any, Any], state: Any, seats: int, over: bool) -> str:
    """Say what is wrong with the standings (an empty string: nothing)."""
    standings = game.standings(state)
    if standings.over != over or (standings.ending is not None) != over:
        return f"standings say over: {standings.over}, ending: {standings.ending}; over: {over}"
    places = standings.places
    if sorted(p.seat for p in places) != list(range(seats)):
        return "standings must name every seat once"
    ranks = [p.place for p in places]
    if any(rank != (ranks.index(rank) + 1) for rank in ranks) or ranks != sorted(ranks):
        return f"places must ascend from 1, tied seats sharing one: {ranks}"
    for p in places:
        if sum(points for _, points in p.parts) != p.points:
            return f"the points of seat {p.seat} are {p.points}, their parts add up to something else"
    return ""


def nothing_is_lost(sample: Sample) -> None:
    """Check that the quantities a game declares as conserved never change."""
    for play in sample.plays:
        first = dict(sample.conserved(play.moments[0].state))
        if all(dict(sample.conserved(m.state)) == first for m in play.detailed_moments):
            continue
        for m in play.moments:
            now = dict(sample.conserved(m.state))
            if now != first:
                play.fail(f"should be {first}, is {now}", m)


def options_are_checked(sample: Sample) -> None:
    """Options have names and choices; others, and wrong numbers of seats, are refused."""
    game = sample.game
    names = [setting.name for setting in game.settings]
    bad: list[tuple[c.Options, int]] = [({"no-such-option": 1}, game.seats[0])]
    bad += [({}, seats) for seats in (-1, 0, max(game.seats) + 1)]
    bad += [({name: "no-such-choice"}, game.seats[0]) for name in names]
    if len(set(names)) < len(names) or any(not setting.choices for setting in game.settings):
        raise Failure(f"{game.name}: settings must have different names, and choices")
    if list(game.seats) != sorted(set(game.seats)):
        raise Failure(f"{game.name}: numbers of seats must ascend")
    if not game.rules_digests() or not all(game.rules_digests().values()):
        raise Failure(f"{game.name}: rules must name at least one part and its digest")
    for options, seats in bad:
        try:
            game.start(options, seats)
        except c.BadOptions:
            continue
        raise Failure(f"{game.name}: start accepts options {options} with {seats} seats")


def shuffles_keep_their_word(sample: Sample) -> None:
    """A shuffle of `upcoming_shuffles` is asked for with the faces and handles announced last, all of one back.

    The handles announced are of shared hidden cards, and no card is announced twice.
    """
    for play in sample.plays:
        announced: dict[str, c.UpcomingShuffle] = {}
        for m in play.moments:
            for need in m.needs:
                if isinstance(need, c.Shuffle) and need.deck in announced:
                    left = isinstance(play.moments[m.index - 1].fact, c.Left)
                    if not matches_upcoming(announced.pop(need.deck), need) and not left:
                        play.fail(f"deck {need.deck} was announced with other cards", m)
            ahead = play.game.upcoming_shuffles(m.state)
            announced = {one.deck: one for one in ahead}
            if len(announced) < len(ahead):
                play.fail("a deck is announced twice", m)
            handles = [handle for one in ahead for handle in one.handles]
            if len(set(handles)) < len(handles):
                play.fail(f"a card is announced in two shuffles: {sorted(handles)}", m)
            hidden = play.game.hidden_cards(m.state) if handles else {}
            for one in ahead:
                away = [h for h in one.handles if h not in hidden or hidden[h].seat is not None]
                if away:
                    play.fail(f"deck {one.deck} is announced with cards {away}, which do not lie shared and hidden", m)
                backs = {*map(play.game.back, one.faces), *(hidden[h].back for h in one.handles)}
                if len(backs) != 1:
                    play.fail(f"deck {one.deck} must have cards, of one back", m)
