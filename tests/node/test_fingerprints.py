"""Two who read the end of a game read one hash of it, wherever each of them stood when it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.messages import Motion, decode_envelope
from tests.node.processes import Game
from tests.table.peers import Peers
from tta_p2p.node.game.ending import last_common_place


class Deaf(Peers):
    """Tables of which number 0 hears nothing more of number 2 from a moment on."""

    deaf = False

    def flush(self) -> None:
        """Lose what number 2 says to number 0."""
        super().flush()
        if self.deaf:
            for to, data in list(self.wire):
                if to == 0 and decode_envelope(data).seat == 2:
                    self.wire.remove((to, data))


@pytest.mark.parametrize("acts", [2, 3, 4, 5, 6])  # who is deaf falls behind the other in these
def test_a_game_that_some_end_without_others_has_one_hash_at_the_last_place_common_to_them(acts: int) -> None:
    peers, motion = Deaf("smugglers", [0, 1, 2]), Motion("forfeit", 0, b"", (2,))
    for _ in range(acts):
        peers.step()
    peers.deliver()
    assert last_common_place(peers.tables[0].session, motion) == b""
    peers.deaf = True
    while peers.tables[0].session.chain == peers.tables[1].session.chain and peers.step():
        pass
    peers.deliver()
    stood = [table.session.chain for table in peers.tables[:2]]
    assert stood[0] != stood[1]
    peers.up = {0, 1}
    for table in peers.tables[:2]:
        table.vote(motion)
    peers.deliver()
    assert all(table.session.over for table in peers.tables[:2])
    common = {last_common_place(table.session, motion) for table in peers.tables[:2]}
    assert len(common) == 1 and common <= {*stood}


def test_players_read_the_same_hash_of_a_game_that_is_over(tmp_path: Path) -> None:
    game = Game(tmp_path, 2, game="caravan", people=(0, 1), within=(0, 1))
    try:
        players = [game.visit(number, seat=None) for number in range(2)]
        over: set[int] = set()
        while len(over) < 2:
            for number, player in enumerate(players):
                while number not in over:
                    said = player.hear("turn", "over", "waiting")
                    if said["is"] == "over":
                        over.add(number)
                    elif said["is"] == "turn" and said["mine"] and said["legal"]:
                        player.say(do="act", text=said["legal"][0]["text"])
                        break
        chains = {[said["chain"] for said in player.said if said["is"] == "proofs"][-1] for player in players}
        assert len(chains) == 1
        game.wait()
        assert chains == {node.verdict().chain.hex() for node in game.nodes}
    finally:
        game.close()
