"""Somebody at the full screen while another peer breaks the rules: who it was, what can be done, how the game ends."""

from __future__ import annotations

from pathlib import Path

from tests.cli.terminals import Person
from tests.node.processes import Game
from tests.patience import PATIENCE
from tests.ui.screen.windows import ESC, Window
from tta_p2p.ui.client import EXIT_CHEATING


def test_a_cheat_is_named_at_the_screen_with_its_proof_and_the_honest_play_on_to_a_proved_end(tmp_path: Path) -> None:
    # No node may wait for the cheat to take note of the end.
    game = Game(tmp_path, 3, game="smugglers", villains={1: "illegal-act"}, people=(0,), linger=2 * PATIENCE)
    try:
        with Person(game.nodes[0].home, "attach", "--screen") as ann:
            window = Window(ann)
            window.sees("Your turn", "checked, agreed")
            while "broke the rules" not in window.text:  # who sits where is drawn; the lie is told in a second turn
                if "Your turn" in window.text:
                    window.press(b"e")  # on the page that accuses it does nothing
                    window.changes("Enter or y yes", unless="broke the rules")
                    window.press(b"y")
                window.changes(r"\d+ checked", unless="broke the rules")
            window.sees("Player 1 broke the rules", "Why the rules refuse it", "-seat1.certificate", "Nothing is lost")
            window.press(ESC)
            window.sees("Your turn", without="broke the rules")
            window.press(b"g")  # it stands in the log, with what has come of it
            window.sees("Player 1 broke the rules", "Agreed: Player 1 is out for cheating")
            window.press(ESC)
            window.sees("Your turn", without="broke the rules")
            window.press(b"A")
            window.sees("y yes")
            window.press(b"y")
            window.sees("Over:", "cheated", "Somebody was caught cheating; the transcript proves", "R play again")
            window.press(b"q")
            assert ann.ends() == EXIT_CHEATING
        game.wait(0, 2)
        verdict = game.nodes[0].verdict()
        assert (verdict.state, [found.seat for found in verdict.accused]) == ("convicted", [1])
    finally:
        game.close()
