import os
import subprocess
import sys

import pytest

from tta_p2p.games.caravan.rules import Caravan
from tta_p2p.games.chance import Chance
from tta_p2p.games.contract import Act, Card, Is
from tta_p2p.games.local import LocalGame, Script
from tta_p2p.games.smugglers.rules import Smugglers
from tta_p2p.testing.conformance import assert_covered, fingerprint
from tta_p2p.testing.sample import Failure, Sample

CRATES = ("barrel-3", "lamp-3", "barrel-1", "barrel-2", "lamp-1")
REST = (*("barrel-1",) * 3, *("barrel-2",) * 3, *("barrel-3",) * 3, *("lamp-1",) * 2, *("lamp-2",) * 2)


def test_the_examples_together_use_every_need_and_claim():
    assert_covered([Sample(Caravan(), games=4), Sample(Smugglers(), games=6)])


def test_a_need_or_claim_nobody_uses_is_named():
    with pytest.raises(Failure, match="AtLeast, OneOf, Peek, Remix with open faces"):
        assert_covered([Sample(Caravan(), games=4)])


@pytest.mark.parametrize("game", ["caravan.Caravan", "smugglers.Smugglers"])
def test_games_are_the_same_under_every_hash_seed(game):
    module, name = game.split(".")
    code = (
        f"from tta_p2p.games.{module}.rules import {name}\n"
        "from tta_p2p.testing.conformance import fingerprint\n"
        "from tta_p2p.testing.sample import Sample\n"
        f"print(fingerprint(Sample({name}(), games=3)))"
    )
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(prints) == 1 and prints.pop().strip()


def test_different_seeds_give_different_games():
    assert fingerprint(Sample(Caravan(), games=1)) != fingerprint(Sample(Caravan(), games=1, seed=2))


def smugglers() -> LocalGame:
    """Two seats; seat 0 holds lamp-3 and barrel-1, seat 1 barrel-2 and lamp-1, a barrel-3 on the quay."""
    script = Script({"crates": (*CRATES, *REST), 3: ("lamp-3", "barrel-1"), 5: ("barrel-2", "lamp-1")})
    local = LocalGame(Smugglers(), 2, script=script)
    local.answer_needs()
    return local


def test_smugglers_fetch_an_open_crate_and_only_they_know_where_it_is():
    local = smugglers()
    assert local.state.quay == ("barrel-3",)
    sold = local.dealer.knowledge_of(0).faces
    barrel = next(handle for handle, face in sold.items() if face == "barrel-1")
    local.act(Act(0, "sell", (Card(barrel, "barrel-1"),)))
    assert local.state.quay == ("barrel-1", "barrel-3") and local.state.coins == [1, 0]
    local.act(Act(0, "fetch"))
    assert local.state.quay == ("barrel-3",)
    hand = local.state.hands[0]
    assert sorted(local.dealer.knowledge_of(0).faces[h] for h in hand) == ["barrel-1", "lamp-3"]
    assert not any(handle in local.dealer.knowledge_of(1).faces for handle in hand)
    chance = Chance(3)
    worlds = [local.game.resample(local.view(1), chance) for _ in range(200)]
    seen = {tuple(world[handle] for handle in hand) for world in worlds}
    assert all("barrel-1" in faces for faces in seen), "everybody saw the barrel being fetched"
    assert {faces.index("barrel-1") for faces in seen} == {0, 1} and len(seen) > 5


def test_a_light_tells_others_what_the_hand_is_worth():
    local = smugglers()
    local.act(Act(0, "light", (3,)))
    chance = Chance(4)
    for _ in range(50):
        world = local.game.resample(local.view(1), chance)
        faces = [world[handle] for handle in local.state.hands[0]]
        assert sum(int(face[-1]) for face in faces if face.startswith("lamp")) >= 3
    assert local.game.claims(local.state, Act(0, "end")) == ()


def test_caravan_counts_the_demanded_good_twice():
    hands = [(f"salt-{n}", f"silk-{n}", f"spice-{n}", f"salt-{n + 2}") for n in (1, 2)]
    faces = [face for hand in hands for face in hand]
    rest = [face for face in Caravan().unseen(_dealt())["bale"] if face not in faces]
    orders = {"bales": (*faces, *rest), 3: hands[0], 5: hands[1]}
    local = LocalGame(Caravan(), 2, script=Script(orders, {0: 0}))
    local.answer_needs()
    while (decision := local.decision) is not None:
        acts = []
        for seat in decision.seats:
            options = [o.act for o in local.legal(seat)]
            salt = [a for a in options if a.verb == "sell" and _is(local, seat, a, "salt-1")]
            acts.append((salt or options)[0])
        for act in acts:
            for claim in local.game.claims(local.state, act):
                assert isinstance(claim, Is)
        local.act(*acts)
    standings = local.game.standings(local.state)
    assert local.state.demand == "salt-1"
    for place in standings.places:
        kept = local.state.kept[place.seat]
        salt_points = sum(int(face[-1]) for face in kept if face.startswith("salt"))
        assert dict(place.parts)["demand"] == salt_points
        assert place.points == sum(int(face[-1]) for face in kept) + salt_points + local.state.coins[place.seat]


def _dealt():
    local = LocalGame(Caravan(), 2)
    local.answer_needs()
    return local.state


def _is(local: LocalGame, seat: int, act: Act, face: str) -> bool:
    card = act.args[0]
    return isinstance(card, Card) and local.dealer.knowledge_of(seat).faces[card.handle] == face
