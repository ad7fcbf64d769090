"""Two tales, and a node that comes back to them with an older store.

Whoever says two things in one place is caught, and counts no more. Where the others have taken one of the two before,
and have gone on, an older store has to take it as well: it is told both at once, and its own later words, which the
others have kept, show that it has been further. It follows them when all have told everything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product

from protocol.lanes import Lane
from protocol.mailbox import Mailbox
from protocol.messages import Confirmation, Envelope
from protocol.steps import MessageStep
from protocol.transcript import link_step


def filling_variants(lane: Lane, mail: Mailbox, own: Collection[int], caught: Collection[int]) -> list[Envelope]:
    """The tales with which the open step of a motion's lane was closed; none where it is not known.

    ``own``: the seats of this node. ``caught``: seats that were caught. A confirmation is as good as another. The votes
    of a step are those on which the next step stands, by own words, or else by words of anybody who was not caught.
    """
    request = lane.request
    missing = [seat for seat in lane.authors() if seat not in lane.messages]
    if not isinstance(request, MessageStep) or not missing or set(own) & set(missing):
        return []
    heard = [mail.variants((lane.id, lane.epoch, lane.step, seat)) for seat in missing]
    choices = [[tale for tale in tales if tale.prev == lane.chain] for tales in heard]
    if not all(choices):
        return []
    if request.kind is Confirmation:
        return [tales[0] for tales in choices]
    links = _links(mail.early_in(lane.id, lane.epoch, lane.step + 1), own, caught)
    for chosen in product(*(tales[:4] for tales in choices)):
        if link_step(lane.chain, lane.step, [*lane.messages.values(), *chosen]) in links:
            return list(chosen)
    return []


def replacing_variants(lane: Lane, mail: Mailbox, own: Collection[int], caught: Collection[int]) -> list[Envelope]:
    """The tales on which the others stand in the open step of a motion's lane, where this node has taken other ones."""
    links = _links(mail.forks_at(lane.id, lane.epoch, lane.step), own, caught)
    taken = mail.taken_at(lane.id, lane.epoch, lane.step - 1)
    seats = [seat for seat in taken if mail.variants(taken[seat].slot)]
    if not links or not seats:
        return []
    chain = next(iter(taken.values())).prev
    for chosen in product(*([*mail.variants(taken[seat].slot)[:4], taken[seat]] for seat in seats)):
        said = {**taken, **{tale.seat: tale for tale in chosen}}
        if link_step(chain, lane.step - 1, said.values()) in links:
            return [tale for tale in chosen if tale.id != taken[tale.seat].id]
    return []


def filling_play_variants(lane: Lane, mail: Mailbox, own: Collection[int]) -> list[Envelope]:
    """The same for the open step of play: the latest ones. What comes next says whether the others have them too."""
    missing = [seat for seat in lane.authors() if seat not in lane.messages]
    heard = [mail.variants((lane.id, lane.epoch, lane.step, seat)) for seat in missing]
    choices = [[tale for tale in tales if tale.prev == lane.chain] for tales in heard]
    return [tales[0] for tales in choices] if missing and not set(own) & set(missing) and all(choices) else []


def earliest_contradiction(lane: Lane, mail: Mailbox, caught: Collection[int]) -> Envelope | None:
    """The earliest tale that stands in play against one that was taken, where play is not what the others have played:
    somebody who was not caught stands elsewhere, or nothing is missing but words of who was, which nobody has.
    """
    missing = set(lane.authors()) - lane.messages.keys()
    elsewhere = set(mail.forks_at(lane.id, lane.epoch, lane.step)) - set(caught)
    if not missing or not (elsewhere or missing <= set(caught)):
        return None
    taken = [(said, tale) for said in mail.taken.values() if said.lane == lane.id for tale in mail.variants(said.slot)]
    against = [tale for said, tale in taken if tale.epoch == lane.epoch and tale.prev == said.prev]
    return min(against, key=lambda tale: tale.step, default=None)


def _links(said: Mapping[int, Envelope], own: Collection[int], caught: Collection[int]) -> set[bytes]:
    """The chains on which these words stand: own ones, or else those of anybody who was not caught."""
    return {one.prev for seat, one in said.items() if seat in own} or {
        one.prev for seat, one in said.items() if seat not in caught
    }
