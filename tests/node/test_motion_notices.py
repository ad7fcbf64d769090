"""What clients are told of motions: whoever was there all the time knows what one knows that comes later."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from protocol.messages import Motion
from tests.simulation.latecomers import Knowledge, differences
from tta_p2p.node.game.motion_notices import MotionNotices
from tta_p2p.seats.messages import Reply
from tta_p2p.seats.parts.votes import MotionReply

MOTIONS = [
    Motion("gone", 2), Motion("gone", 1), Motion("pause", 0), Motion("forfeit", 0), Motion("forfeit", 0, b"", (2,)),
    Motion("forfeit", 1, b"said of itself"),
]  # fmt: skip
OPEN = st.dictionaries(st.sampled_from(MOTIONS), st.dictionaries(st.integers(0, 2), st.booleans(), min_size=1))


@given(st.lists(st.tuples(OPEN, st.none() | st.sampled_from(MOTIONS)), max_size=6))
def test_a_client_that_was_there_knows_of_motions_what_one_knows_that_comes_later(
    moments: list[tuple[dict[Motion, dict[int, bool]], Motion | None]],
) -> None:
    motions, heard = MotionNotices(), list[Reply]()
    for still, carried in moments:
        now = {} if carried is not None else still  # what is agreed on ends all the others
        heard += motions.update(now.items(), carried)
        assert not [*differences(Knowledge(heard), Knowledge(motions.all()))]
        assert {(said.motion, said.by) for said in motions.all()} == {
            (motion.kind, by) for motion, votes in now.items() for by in votes
        }


def test_two_ends_without_different_people_are_one_question_and_are_over_with_the_last() -> None:
    motions, all_of_us, without = MotionNotices(), Motion("forfeit", 0), Motion("forfeit", 0, b"", (2,))
    motions.update([(all_of_us, {0: True, 2: False}), (without, {0: True})])
    over = MotionReply("forfeit", 0, 0, False, open=False)
    again = MotionReply("forfeit", 0, 0, True)
    assert motions.update([(without, {0: True})]) == [over, again] and motions.all() == [again]
    assert motions.update([]) == [over] and motions.all() == []
