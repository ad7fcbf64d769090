"""A table of 2015 is open to other releases; one of 2006 has rules of its own, which its greeting tells."""

from __future__ import annotations

from tests.table.peers import sign_charter
from tta_p2p.games.through_the_ages.game import GAME, GAME_2015
from tta_p2p.net.hello import differing
from tta_p2p.node.lobby.conditions import Conditions, Party, make_charter, table_conditions
from tta_p2p.node.lobby.greeting import guests_parts, parts_of, rules_parts, table_parts
from tta_p2p.node.local.games import new_charter
from tta_p2p.table import binding, local_record
from tta_p2p.table.releases import rules_of

NAME = "through_the_ages"
RELEASED = "f0e1a86d057cf1cf8ef8ac5e89d2823d8317cc0a99a5a0239ea249ac24a8f1d4"
"""The digest of the rules of releases 0.6.0 and 0.7.0."""
PARTIES = tuple(Party(name, bytes([n]) * 32, bytes(32), bytes(32), (name,)) for n, name in enumerate(("Ann", "Bob")))


def test_a_table_of_2015_is_opened_by_the_rules_of_earlier_releases() -> None:
    for options in ({}, {"edition": "2015"}, {"edition": "2015", "variant": "short"}):
        conditions = table_conditions(Conditions(2, NAME, options))
        assert "edition" not in conditions.options
        charter = make_charter(conditions, PARTIES)
        assert charter.rules == binding.order_digest(binding.ORDER, bytes.fromhex(RELEASED))
        assert len(charter.faces) == 236 and not [face for face in charter.faces if face.endswith("-2006")]
        assert b"edition" not in charter.options and type(rules_of(charter)) is type(GAME_2015)
        assert parts_of(charter) == rules_parts(NAME) == table_parts(conditions) == guests_parts(NAME)


def test_a_table_of_2006_has_rules_of_its_own_that_its_charter_names() -> None:
    conditions = table_conditions(Conditions(2, NAME, {"edition": "2006"}))
    charter = make_charter(conditions, PARTIES)
    assert b'"edition":"2006"' in charter.options and rules_of(charter).name == NAME
    assert type(rules_of(charter)) is type(GAME)
    assert charter.rules != binding.order_digest(binding.ORDER, bytes.fromhex(RELEASED))
    assert parts_of(charter) == table_parts(conditions)


def test_a_guest_of_this_release_fits_both_tables_and_one_of_an_earlier_release_hears_what_differs() -> None:
    host, guest = table_parts(Conditions(2, NAME, {"edition": "2006"})), guests_parts(NAME)
    assert differing(guest, host) == differing(host, guest) == ""
    alone = dict(host).keys() - dict(guest).keys()
    assert alone == {
        f"{NAME} choice-edition-2006",
        f"{NAME} choice-engine-2006",
    }  # what those releases compare too, and so refuse


def test_a_local_game_is_played_by_the_rules_of_its_edition() -> None:
    for options, rules in (({"edition": "2015"}, GAME_2015), ({"edition": "2006"}, GAME), ({}, GAME_2015)):
        charter = new_charter(NAME, 2, dict(options), 1, ("Ann", "Bob"), {}, {})
        assert charter.rules == binding.rules_digest(rules)
        assert type(local_record.rules_of_local(charter)) is type(rules)
        assert local_record.deal(charter, []).state.options.edition == options.get("edition", "2015")


def test_a_signed_charter_of_2006_is_read_by_its_rules() -> None:
    signed, _ = sign_charter(NAME, [0, 1], {"edition": "2006"})
    assert binding.read_options(rules_of(signed.charter), signed.charter.options)["edition"] == "2006"
