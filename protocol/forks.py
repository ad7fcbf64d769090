"""Equivocations, for a node that restarts with an older store.

An equivocator signs several messages for one slot, its variants: it is convicted, and its messages count no more. Where
the others took one variant before that and went on, an older store has to take the same one. It gets all variants at
once, and its own later messages, which the others kept, show that it was further on. So it adopts the others' variant
as soon as all have handed over everything.
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
    """The variants that closed the open step of a motion's lane; none where that is unknown.

    ``own``: the seats of this node. ``caught``: convicted seats. Any confirmation will do. The votes of a step are
    those that the next step builds on, by own messages, or else by messages of any seat without conviction.
    """
    request = lane.request
    missing = [seat for seat in lane.authors() if seat not in lane.messages]
    if not isinstance(request, MessageStep) or not missing or set(own) & set(missing):
        return []
    known = [mail.variants((lane.id, lane.epoch, lane.step, seat)) for seat in missing]
    choices = [[variant for variant in variants if variant.prev == lane.chain] for variants in known]
    if not all(choices):
        return []
    if request.kind is Confirmation:
        return [variants[0] for variants in choices]
    links = _links(mail.early_in(lane.id, lane.epoch, lane.step + 1), own, caught)
    for chosen in product(*(variants[:4] for variants in choices)):
        if link_step(lane.chain, lane.step, [*lane.messages.values(), *chosen]) in links:
            return list(chosen)
    return []


def replacing_variants(lane: Lane, mail: Mailbox, own: Collection[int], caught: Collection[int]) -> list[Envelope]:
    """The variants that the others took before the open step of a motion's lane, where this node took other ones."""
    links = _links(mail.forks_at(lane.id, lane.epoch, lane.step), own, caught)
    taken = mail.taken_at(lane.id, lane.epoch, lane.step - 1)
    seats = [seat for seat in taken if mail.variants(taken[seat].slot)]
    if not links or not seats:
        return []
    chain = next(iter(taken.values())).prev
    for chosen in product(*([*mail.variants(taken[seat].slot)[:4], taken[seat]] for seat in seats)):
        said = {**taken, **{variant.seat: variant for variant in chosen}}
        if link_step(chain, lane.step - 1, said.values()) in links:
            return [variant for variant in chosen if variant.id != taken[variant.seat].id]
    return []


def filling_play_variants(lane: Lane, mail: Mailbox, own: Collection[int]) -> list[Envelope]:
    """The latest variants for the open step of play; later messages show whether the others took them."""
    missing = [seat for seat in lane.authors() if seat not in lane.messages]
    known = [mail.variants((lane.id, lane.epoch, lane.step, seat)) for seat in missing]
    choices = [[variant for variant in variants if variant.prev == lane.chain] for variants in known]
    return [variants[0] for variants in choices] if missing and not set(own) & set(missing) and all(choices) else []


def earliest_contradiction(lane: Lane, mail: Mailbox, caught: Collection[int]) -> Envelope | None:
    """The earliest variant that contradicts a message taken in play, where the others played on another chain.

    Another chain shows by a seat without conviction that stands elsewhere, or by a step in which only convicted seats
    are missing, whose messages no peer has.
    """
    missing = set(lane.authors()) - lane.messages.keys()
    elsewhere = set(mail.forks_at(lane.id, lane.epoch, lane.step)) - set(caught)
    if not missing or not (elsewhere or missing <= set(caught)):
        return None
    taken = [
        (said, variant) for said in mail.taken.values() if said.lane == lane.id for variant in mail.variants(said.slot)
    ]
    against = [variant for said, variant in taken if variant.epoch == lane.epoch and variant.prev == said.prev]
    return min(against, key=lambda variant: variant.step, default=None)


def _links(said: Mapping[int, Envelope], own: Collection[int], caught: Collection[int]) -> set[bytes]:
    """The chains of these messages: of own ones, or else of those from seats without conviction."""
    return {one.prev for seat, one in said.items() if seat in own} or {
        one.prev for seat, one in said.items() if seat not in caught
    }
