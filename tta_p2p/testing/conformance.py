"""The conformance suite of every game. A game's test is five lines:

    from tta_p2p.games.caravan.rules import Caravan
    from tta_p2p.testing.conformance import Conformance

    class TestCaravan(Conformance):
        game = Caravan()

All checks are one test, for they look at the same random games (`sample.Sample`), which cost most; these are
the same in every run, and the class attributes below say how many and how closely. Whatever fails is named with
its check, prints the acts that led to it and says how to get there again. `assert_covered` checks that some games
together use every kind of need and claim, sealed decisions and such as can be declined.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, get_args

from tta_p2p.games.contract import Claim, Need, Options, canonical
from tta_p2p.games.game import Game

from . import checks, checks_labels, checks_secrets, checks_words, noise
from .sample import Chooser, ConservedCounts, Failure, Sample, random_option

Check = Callable[[Sample], None]

CHECKS: Mapping[str, Check] = {
    check.__name__: check
    for check in (
        checks.options_are_checked,
        checks.games_end,
        checks.turns_go_on,
        checks.needs_are_in_order,
        checks.cards_lie_where_they_should,
        checks.nothing_is_lost,
        checks.replicas_agree,
        checks.replay_gives_the_state,
        checks.legal_acts_are_accepted,
        checks.declining_is_legal,
        checks.answered_frames_are_gone,
        checks.illegal_facts_change_nothing,
        checks.accepted_mutants_are_legal,
        noise.only_refusals_come_out,
        checks.notation_round_trips,
        checks.drafts_stop_at_barriers,
        checks.shuffles_keep_their_word,
        checks_words.everything_has_words,
        checks_labels.any_act_has_a_label,
        checks_secrets.secrets_do_not_leak,
        checks_secrets.samples_fit,
        checks_secrets.hands_are_remixed,
        checks_secrets.seats_may_leave,
    )
}
"""All checks by name; each raises Failure when the game breaks it."""


class Conformance:
    """Inherit from it in a test class and name the game."""

    game: ClassVar[Game[Any, Any]]
    games: ClassVar[int] = 8
    moments: ClassVar[int] = 20
    max_facts: ClassVar[int] = 20_000
    seed: ClassVar[int] = 1
    options: ClassVar[Sequence[Options] | None] = None
    conserved: ClassVar[ConservedCounts | None] = None
    """A staticmethod from a state to counts that must never change."""
    choose: ClassVar[Chooser] = staticmethod(random_option)

    @classmethod
    def sample(cls) -> Sample:
        """Give the random games."""
        return Sample(
            cls.game,
            games=cls.games,
            moments=cls.moments,
            max_facts=cls.max_facts,
            seed=cls.seed,
            options=cls.options,
            conserved=cls.conserved,
            choose=cls.choose,
        )

    def test_the_game_keeps_the_contract(self) -> None:
        """Make every check, whatever fails before it. Raises Failure, which names all that have failed."""
        sample, failures = self.sample(), []
        assert sample.plays, "games that cannot be played fail no check"
        for name, check in CHECKS.items():
            try:
                check(sample)
            except Failure as failure:
                failures.append(f"{name}: {failure}")
        if failures:
            raise Failure("\n\n".join(failures))


def assert_covered(samples: Iterable[Sample]) -> None:
    """Check that these games together use every need and every claim, seal a decision and let a seat decline."""
    used: set[str] = set()
    for sample in samples:
        for play in sample.plays:
            for m in play.moments:
                used.update(type(need).__name__ for need in m.needs)
                used.update(type(claim).__name__ for claim in m.claims)
                if m.decision and m.decision.sealed:
                    used.add("a sealed decision")
                if m.decision and m.decision.idle:
                    used.add("a decision that can be declined")
                used.update(f"{type(need).__name__} with open faces" for need in m.needs if getattr(need, "faces", ()))
    wanted = {kind.__name__ for kind in (*get_args(Need), *get_args(Claim))}
    wanted |= {"a sealed decision", "a decision that can be declined"}
    wanted |= {"Remix with open faces", "Shuffle with open faces"}
    if wanted - used:
        raise Failure(f"used by no game: {', '.join(sorted(wanted - used))}")


def fingerprint(sample: Sample) -> str:
    """Give a digest of everything that happened in the games, to compare runs and machines."""
    total = hashlib.blake2b(digest_size=16)
    for play in sample.plays:
        for m in play.moments:
            total.update(m.encoded)
            if m.fact is not None:
                total.update(canonical(m.fact))
    return total.hexdigest()
