"""Games of players made of the page alone, honest and not: the product takes what the second verifier takes."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.independent.games import dealt, finish

from .players import Game
from .verifier import files
from .verifier.audit import KEYS_TITLE, open_hands
from .verifier.hashes import n4
from .verifier.lanes import Lane
from .verifier.motions import MOST_ROUNDS
from .verifier.pack import Value, pack, unpack
from .verifier.verdicts import Damage

if TYPE_CHECKING:
    from .conftest import Judged

    Agree = Callable[..., str]


def caught(kind: str, seat: int, kept: int, *evidence: bytes) -> bytes:
    """The record of a proof whose prefix are the first `kept` records."""
    return pack(["caught", kind, seat, "", kept, [], [unpack(record)[1] for record in evidence]])


def test_everything_honest(agree: "Agree") -> None:
    game = dealt()
    faces = game.charter.fields.faces
    game.ask("prepare", "later", [], list(faces[8:]))
    game.ask("prepare", "rest", [3, 4], [])
    game.ask("peek", [0, 3], 1)
    game.ask("show", [1, 4])
    game.ask("pass", [2], 0)
    game.ask("remix", 0, [0, 2], [faces[7]], [10, 11, 12])
    game.ask("bundle", [["pass", [10], 1], ["pass", [11], 2], ["return", [12]]])
    game.ask("bundle", [["deal", [12], 0], ["deal", [5], 2]])
    game.ask("bundle", [["remix", 1, [10], [faces[6]], [13, 14]], ["remix", 2, [5, 11], [], [15, 16]]])
    game.ask("bundle", [["pass", [13, 14], 0], ["return", [15, 16]]])
    game.ask("bundle", [["show", [15]], ["deal", [16], 2]])
    game.ask("bundle", [["return", [16]], ["return", [14]]])
    game.ask("remix", 0, [12, 13], [faces[6]], [10, 11, 12])
    game.ask("random", 6)
    player = game.players[0]
    held = [player.face_in_hand(game.session, handle) for handle in (10, 11, 12)]
    player.claims = [
        ["is", 10, held[0]],
        ["one-of", 11, sorted({held[1], faces[0], faces[5]})],
        ["at-least", [11, 12], [[face, worth] for worth, face in enumerate(faces)], sum(map(faces.index, held[1:]))],
    ]
    game.ask("act", 0)
    player.claims = []
    game.ask("return", [11])
    game.ask("seal", [0, 2], 40)
    game.ask("seal", [1], 1)
    game.ask("prepare", "rest", [3, 11], [faces[7]])
    game.ask("shuffle", [], list(faces[8:]), [20, 21, 22, 23])
    game.ask("shuffle", [3, 11], [faces[7]], [30, 31, 32])
    game.ask("shuffle", [30, 10, 31], [], [40, 41, 42])
    assert agree(finish(game)) == "finished"


@pytest.mark.parametrize("kind", ["gone", "resigned"])
def test_who_leaves_takes_no_card_along(agree: "Agree", kind: str) -> None:
    game = dealt()
    if kind == "gone":
        game.silent = {1}
        game.ask("show", [4])
    game.agree(game.motion(kind, 1))
    assert [(left.operator, left.reason) for left in game.session.left] == [(1, kind)]
    assert sorted(game.session.table.joint()) == [1, 3, 5] if kind == "gone" else [1, 3, 4, 5]
    assert agree(game) == "unfinished"
    game.ask("show", [0, 1, 2, 3])
    assert {game.session.table.cards[handle].face for handle in range(4)} < set(game.charter.fields.faces)
    assert agree(finish(game)) == "finished"


@pytest.mark.parametrize("kind", ["gone", "resigned"])
@pytest.mark.parametrize("stage", ["seal-ready", "seal-commit", "echo", "seal-open"])
def test_who_leaves_in_the_middle_of_sealed_choices(agree: "Agree", kind: str, stage: str) -> None:
    game = Game(3, seats=[0, 1, 1, 2])
    game.silent = {0, 1, 2, 3}
    game.ask("seal", [1, 2], 8)
    game.silent = set()
    game.go(lambda: game.kind == stage)
    game.silent = {1, 2} if kind == "gone" else set()
    game.agree(game.motion(kind, 1))
    assert agree(finish(game)) == "finished"


@pytest.mark.parametrize("end", ["finished", "called-off"])
def test_who_is_put_out_when_the_game_ends_at_once_has_left(agree: "Agree", end: str) -> None:
    game = dealt(3)
    game.silent = {1}
    game.ask("finish", bytes(32), b"")
    if end == "finished":
        game.agree(game.motion("gone", 1))
    else:
        game.silent = {0, 1, 2}
        game.agree(game.motion("gone", 1))
        game.agree(game.motion("call-off", 0))
    assert agree(game) == end and [*game.session.left, *game.session.out] == [(1, "gone")]


@pytest.mark.parametrize("kind", ["call-off", "forfeit"])
def test_an_end_by_agreement(agree: "Agree", kind: str) -> None:
    game = dealt(2)
    game.agree(game.motion(kind, 0, b"as it stands"))
    assert agree(game) == {"call-off": "called-off", "forfeit": "forfeited"}[kind]
    without = dealt()
    without.silent = {2}
    without.agree(without.motion(kind, 0, without=[2]))
    assert agree(without) == "left"


def test_a_pause_and_going_on_after_it(agree: "Agree") -> None:
    game = dealt()
    game.silent = {0, 1, 2}
    game.ask("show", [0, 1, 2, 3])
    game.agree(game.motion("pause", 0))
    assert game.session.paused and agree(game) == "unfinished"
    game.vote(0, game.motion("resigned", 2))
    assert game.session.paused  # motions are no sign that somebody goes on
    game.silent = set()
    game.go()
    assert not game.session.paused and agree(game) == "unfinished"
    assert agree(finish(game)) == "finished"


def test_a_game_is_paused_when_all_who_are_left_rest(agree: "Agree") -> None:
    game = dealt()
    game.silent = {0, 1, 2}
    game.ask("show", [0, 1, 2, 3])
    game.agree(game.motion("pause", 0))
    game.silent = {0, 1}
    game.go()
    assert not game.session.paused and agree(game) == "unfinished"
    game.silent = {0, 1, 2}
    game.agree(game.motion("gone", 2))  # the only one who has gone on
    assert game.session.paused and agree(game) == "unfinished"
    game.silent = {2}
    assert not game.go().session.paused and agree(game) == "unfinished"


@pytest.mark.parametrize("without", [(), (1, 2)])
def test_a_motion_has_so_many_rounds(agree: "Agree", without: tuple[int, ...]) -> None:
    game = dealt()
    motion = game.motion("call-off", 0, without=without)
    for _ in range(MOST_ROUNDS):
        for seat in game.session.table.leads(game.voters(motion)):
            game.vote(seat, motion, yes=seat > 0)
    assert agree(game) == "unfinished" and game.session.outcome is None
    beyond = game.said(0, game.lane(motion), ["vote", motion.plain, True, [[0, bytes(32)]]])
    assert agree(game, beyond) == "damaged"
    assert agree(finish(game)) == "finished"


OPERATIONS: dict[str, list[Value]] = {
    "masked": ["remix", 0, [0], [], [9]],
    "shares": ["deal", [3], 1],
    "moved": ["return", [0]],
    "parts": ["bundle", [["deal", [3], 1], ["show", [4]]]],
    "contribution": ["random", 6],
    "acted": ["act", 0],
    "seal-ready": ["seal", [0, 1], 8],
    "seal-commit": ["seal", [0, 1], 8],
    "seal-open": ["seal", [0, 1], 8],
    "finish": ["finish", bytes(32), b""],
    "echo": ["show", [0]],
}


def waiting_for(kind: str, operators: int = 3) -> tuple[Game, Lane]:
    """A game in which seat 0 owes a message of this kind."""
    game = dealt(operators)
    game.silent = set(range(operators))
    game.ask(*OPERATIONS[kind])
    game.silent = set()
    game.go(lambda: game.kind == kind)
    return game, game.session.play


@pytest.mark.parametrize("kind", OPERATIONS)
def test_whoever_says_something_wrong_is_convicted_and_a_misplaced_message_accuses_nobody(
    agree: "Agree", kind: str
) -> None:
    game, lane = waiting_for(kind, 2)
    right = game.players[0].body(game.session, lane)
    assert agree(game, game.said(0, lane, right)) == "unfinished"
    for wrong in (["coin-commit", bytes(32)], [*right, b""]):
        assert agree(game, game.said(0, lane, wrong)) == "violated 0:bad-proof"
    assert agree(game, game.said(0, lane, right, step=lane.step + 1)) == "damaged"
    if kind not in ("shares", "seal-open"):
        return
    for wrong in (["bunch"], b"\xc1", pack(right) + b"\0"):  # no body at all, whatever is waited for
        assert agree(game, game.said(0, lane, wrong)) == "violated 0:bad-proof"
    for changes in ({"epoch": 1}, {"prev": bytes(32)}, {"lane": b"deck"}, {"sid": bytes(32)}):
        assert agree(game, game.said(0, lane, right, **changes)) == "damaged"
    assert agree(game, game.said(1, lane, right, seat=0)) == "damaged", "signed by somebody else"
    assert agree(game, pack(["asked", pack(["random", 2])])) == "damaged"


@pytest.mark.parametrize("kind", ["masked", "shares", "moved", "contribution", "seal-open"])
def test_a_proof_that_does_not_hold_convicts(agree: "Agree", kind: str) -> None:
    game, lane = waiting_for(kind, 2)
    tag, *fields = game.players[0].body(game.session, lane)
    for at, field in enumerate(fields):
        if isinstance(field, bytes) and field:
            for changed in (field[:-1] + bytes([field[-1] ^ 1]), bytes(len(field)), field[:-1]):
                body = [tag, *fields[:at], changed, *fields[at + 1 :]]
                if changed != field:
                    assert agree(game, game.said(0, lane, body)) == "violated 0:bad-proof"


def test_who_claims_that_cards_may_be_worth_more_than_a_sum_holds_is_convicted_also_where_it_claims_nothing(
    agree: "Agree",
) -> None:
    game = dealt(2)
    game.ask("deal", [3, 4], 0)
    game.silent = {0}
    game.ask("act", 0)
    worths: list[Value] = [[game.charter.fields.faces[0], 2**31 - 1]]
    for handles, said in (([0, 3, 4], "violated 0:bad-proof"), ([0, 3], "unfinished"), ([], "unfinished")):
        body: list[Value] = ["acted", b"", [["at-least", handles, worths, 0]], [b""], bytes(32)]
        assert agree(game, game.said(0, game.session.play, body)) == said


def test_a_bad_link_of_a_mix_convicts_its_author_when_all_have_spoken(agree: "Agree") -> None:
    game = Game()
    game.silent = {1}
    game.ask("shuffle", [], list(game.charter.fields.faces[:3]), [0, 1, 2])
    tag, cards, proof = game.players[1].body(game.session, game.session.play)
    game.add(game.said(1, game.session.play, [tag, cards, proof[:-1] + bytes([proof[-1] ^ 1])]))
    assert agree(game) == "unfinished"
    game.go()
    assert agree(game) == "violated 1:bad-proof"
    game.agree(game.motion("cheated", 1))
    assert agree(finish(game.ask("deal", [0], 0))) == "finished 1:bad-proof"


def test_a_bad_box_convicts_the_dealer_and_a_false_complaint_the_complainer(agree: "Agree") -> None:
    for bad in (True, False):
        game = Game(begin=False)
        game.players[0].bad_boxes = [1] if bad else []
        game.go(lambda game=game: game.kind == "escrow-verdict")
        lane = game.session.play
        if bad:
            game.go()
            assert agree(game) == "violated 0:bad-escrow"
        else:
            complaint = game.players[1].complaint(0, game.session, lane.open.about)
            assert agree(game, game.said(1, lane, ["escrow-verdict", [complaint]])) == "violated 1:false-complaint"


def test_more_complaints_than_there_are_seats_left_are_too_long(agree: "Agree") -> None:
    game = Game(4)
    game.silent = {1}
    game.agree(game.motion("gone", 3))
    while game.kind != "escrow-verdict":
        game.say(1)
        game.go()
    many = game.said(1, game.session.play, ["escrow-verdict", [[seat, bytes(160)] for seat in range(4)]])
    assert agree(game, many) == "violated 1:bad-proof"


def test_nobody_is_voted_out_as_a_cheat_without_a_proof(agree: "Agree") -> None:
    game, lane = waiting_for("contribution")
    kept, bad = len(game.records), game.said(0, lane, ["contribution", bytes(160)])
    game.silent = {0}
    motion = game.motion("cheated", 0)
    for seat in (1, 2):
        game.vote(seat, motion)
    for seat in (1, 2):
        game.confirm(seat, motion)
    assert agree(game) == "unfinished"
    assert files.verify(game.file()).session.unproven == [0]
    assert agree(game, pack(["asked", pack(["random", 2])])) == "damaged"
    proof = caught("bad-proof", 0, kept, bad)
    for false in (
        caught("bad-proof", 1, kept, bad),
        caught("bad-proof", 0, kept - 1, bad),
        caught("bad-escrow", 0, kept, bad),
        caught("bad-proof", 0, kept),
        caught("bad-proof", 0, kept, game.said(0, lane, game.players[0].body(game.session, lane))),
    ):
        assert agree(game, false) == "damaged"
    assert agree(game, proof) == "violated 0:bad-proof"
    game.add(proof)
    finish(game.go())
    assert agree(game) == "finished 0:bad-proof"
    game.records.remove(proof)
    assert agree(game) == "damaged"


def test_all_seats_together_open_no_more_motions_than_sixteen_each(agree: "Agree") -> None:
    game = dealt(2)
    for count in range(32):
        game.vote(count % 2, game.motion("call-off", 0, n4(count)))
    last = game.motion("call-off", 0, b"last")
    assert agree(game) == "unfinished"
    trail = [list(place) for place in game.session.trail]
    assert agree(game, game.said(0, game.lane(last), ["vote", last.plain, True, trail])) == "damaged"
    other = game.motion("call-off", 0, n4(0))
    assert agree(game, game.said(1, game.lane(other), ["vote", other.plain, True, trail])) == "unfinished"


def test_two_contents_for_one_slot_convict_wherever_they_stand(agree: "Agree") -> None:
    game, lane = waiting_for("acted")
    one, other = (game.said(0, lane, ["acted", payload, [], [], bytes(32)]) for payload in (b"one", b"other"))
    game.add(one)
    assert agree(game, other) == "violated 0:equivocation"
    assert agree(game, one) == "damaged"
    assert agree(game, caught("equivocation", 0, 0, one, other)) == "violated 0:equivocation"
    assert agree(game, caught("equivocation", 0, 0, one, one)) == "damaged"


@pytest.mark.parametrize("kind", ["acted", "seal-open"])
def test_an_illegal_act_that_only_the_rules_can_tell_is_left_to_them(agree: "Agree", kind: str) -> None:
    game, lane = waiting_for(kind)
    act = game.said(0, lane, game.players[0].body(game.session, lane))
    kept = len(game.records)
    assert agree(game, caught("illegal-act", 0, kept, act)) == "other-rules"
    for false in (
        caught("illegal-act", 0, kept - 1, act),
        caught("illegal-act", 1, kept, act),
        caught("illegal-act", 0, kept),
    ):
        assert agree(game, false) == "damaged"
    assert agree(game, caught("illegal-act", 0, kept, act), pack(["asked", b""])) == "damaged"
    game.add(act)
    game.go()
    together = agree(game, caught("illegal-act", 0, len(game.records)))
    assert together == ("other-rules" if kind == "seal-open" else "damaged")


def test_somebody_convicted_for_certain_is_told_also_where_of_another_only_the_rules_can_tell(agree: "Agree") -> None:
    game, lane = waiting_for("acted")
    act = game.said(0, lane, game.players[0].body(game.session, lane))
    one, other = (game.said(1, lane, ["echo"], prev=bytes([number]) * 32) for number in (1, 2))
    proofs = caught("illegal-act", 0, len(game.records), act), caught("equivocation", 1, 0, one, other)
    assert agree(game, *proofs) == "violated 1:equivocation"


@pytest.mark.parametrize("number", ["1", "2", "9999", "0", "03", "03 ", "12345", "x", "", "3 "])
def test_only_the_number_of_a_version_names_another_one(product: "Callable[[bytes], Judged]", number: str) -> None:
    file = f"tta-p2p transcript {number}\n".encode() + bytes(8)
    other = number in ("1", "2", "9999")
    assert files.verify(file).status == product(file).status == ("other-version" if other else "damaged")


def test_a_game_that_was_ended_without_somebody_has_ended_wherever_that_vote_stands_in_the_file(
    agree: "Agree",
) -> None:
    game = dealt(2)
    game.silent = {1}
    game.ask("show", [4])
    game.vote(0, game.motion("call-off", 0, without=[1]), trail=game.session.trail)
    vote, word = game.records.pop(), game.records.pop()
    assert agree(game, word, vote) == agree(game, vote, word) == "left"
    assert agree(game, vote) == "left"


def test_who_says_that_it_has_ended_the_game_far_ahead_and_plays_on_has_not_ended_it(agree: "Agree") -> None:
    game = dealt()
    step = game.session.play.step
    game.vote(2, game.motion("call-off", 0, without=[0, 1]), trail=[*game.session.trail, (step + 1000, bytes(32))])
    assert agree(game) == "left"
    game.ask("show", [4])
    assert agree(game) == "unfinished"


def test_a_second_promise_convicts_and_counts_all_the_same(agree: "Agree") -> None:
    """Whoever has confirmed nothing itself goes where the others are by that confirmation."""
    game = dealt()
    first, second = (game.motion("call-off", 0, outcome) for outcome in (b"one", b"other"))
    for motion in (first, second):
        for seat in range(3):
            game.vote(seat, motion)
    game.confirm(0, first)
    game.confirm(1, second)
    game.confirm(2, second)
    assert agree(game) == "unfinished"
    game.confirm(0, second)
    assert agree(game) == "violated 0:equivocation"
    assert game.session.ended == "called-off"


def test_keys_open_the_hands_of_a_finished_game() -> None:
    game = finish(dealt(audit="open"))
    keys = [game.key_statement(seat) for seat in range(3)]
    opened = open_hands(game.file(), game.keys())
    held = {card.handle: card.face for card in opened.cards if card.holder is not None}
    assert held == {seat: game.players[seat].face_in_hand(game.session, seat) for seat in range(3)}
    last = {card.handle: card.face for card in opened.cards}
    assert sorted(last.values()) == list(game.charter.fields.faces[:6])
    lacking = open_hands(game.file(), files.join(keys[1:], KEYS_TITLE))
    assert (lacking.missing, lacking.wrong, lacking.cards) == ([0], [], [])
    wrong = open_hands(game.file(), files.join([*keys[:2], game.key_statement(2, game.players[2].key + 1)], KEYS_TITLE))
    assert (wrong.missing, wrong.wrong, wrong.cards) == ([], [2], [])
    with pytest.raises(Damage):
        open_hands(game.file(), files.join([keys[0][:-1] + bytes([keys[0][-1] ^ 1])], KEYS_TITLE))
    with pytest.raises(Damage):
        open_hands(finish(dealt(audit="closed")).file(), files.join(keys, KEYS_TITLE))
