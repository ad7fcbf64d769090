"""The room in which a table comes together, host and guests without a network."""

from __future__ import annotations

import msgspec
import pytest

from protocol.errors import BadEncoding
from tests.node.lobbies import Person
from tests.texts import QUOTED
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.node.lobby.conditions import (
    Conditions,
    Party,
    conditions_before,
    conditions_of,
    make_charter,
    rematch_conditions,
)
from tta_p2p.node.lobby.guest import LobbyGuest
from tta_p2p.node.lobby.messages import LONGEST_TALK, GuestTalk, OpenNonce, RoomTalk, read_lobby, write_lobby
from tta_p2p.node.lobby.phrase import table_phrase
from tta_p2p.node.lobby.room import BadRoom, GuestRoom, HostRoom, check_conditions, room_hash
from tta_p2p.seats import messages as say
from tta_p2p.ui.lobby_page import conditions


def full_room(*names: str, **more: object) -> tuple[HostRoom, Person, list[Person]]:
    host, *guests = (Person(name) for name in names)
    room = HostRoom(Conditions(seats=len(names), **more), host.entry)  # type: ignore[arg-type]
    for guest in guests:
        assert room.enter(guest.entry) == ""
    for guest in guests:
        guest.visit.show(room.room())
        room.agree(guest.key.identity, guest.visit.agree(), True)
    return room, host, guests


def said(told: list[say.TextRef], language: str = "en") -> list[str]:
    """What a charter means, as a client says it."""
    return conditions(str(told[0].args[0]), told, Words(language))


def test_a_full_room_that_agrees_ends_in_a_charter_that_all_have_signed() -> None:
    room, host, guests = full_room("Ann", "Bob", "Cy", on_leave="continue")
    closed = room.close()
    for person in (*guests, host):
        everything = room.open_nonce(person.key.identity, person.opened)
    assert everything is not None
    for guest in guests:
        assert guest.visit.close(room_hash(closed)) == guest.opened
        room.sign(guest.key.identity, guest.visit.sign(everything, guest.key))
    host_visit = GuestRoom(host.key.identity, host.opened, closed, room_hash(closed), True)
    signed = room.sign(host.key.identity, host_visit.sign(everything, host.key))
    assert signed is not None
    for guest in guests:
        guest.visit.begin(signed)
    assert [seat.name for seat in signed.charter.seats] == ["Ann", "Bob", "Cy"]
    assert "The price: Ann and Bob, all together, could read Cy's hand." in said(conditions_of(signed.charter))
    assert len(table_phrase(signed.charter.sid).split()) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_charter_means_is_said_in_every_language(language: str) -> None:
    told = conditions_before(Conditions(3, "smugglers", on_leave="continue"), [("Ann", "Ann 2")], ["Ann"])
    sentences = said(told, language)
    assert len(sentences) == len(told) and all("{" not in one and "." not in one[:-1] for one in sentences)
    assert said(told)[0] == "Smugglers for 3." and (sentences == said(told)) is (language == "en")


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("en", ["Ann has the seats Ann, Bot 1 and Bot 2 and can see the cards of all of them.",
                "Played by a bot: Bot 1 and Bot 2.", "Bot 3 plays one seat."]),
        ("zh-Hans", ["座位Ann、电脑1和电脑2都属于Ann，Ann能看到它们所有的牌。", "由电脑玩家来玩：电脑1和电脑2。"]),
    ],
)  # fmt: skip
def test_a_charter_says_which_seats_bots_play_beside_somebody(language: str, sentences: list[str]) -> None:
    """Whoever calls themselves so, without a seat beside, is none."""
    told = conditions_before(Conditions(4), [("Ann", "Bot 1", "电脑2"), ("Bot 3",)], ["Ann", "Bot 3"])
    assert said(told, language)[1 : 1 + len(sentences)] == sentences


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize("on_leave", ["wait", "continue"])
@pytest.mark.parametrize("audit", ["closed", "open"])
def test_nobody_agrees_to_closed_hands_and_to_open_ones_at_once(audit: str, on_leave: str, language: str) -> None:
    conditions = Conditions(3, "caravan", audit=audit, on_leave=on_leave)  # type: ignore[arg-type]
    names = ["Ann", "Bob", "Cy"]
    told = " ".join(said(conditions_before(conditions, [(name,) for name in names], names), language))
    words = {
        "en": ("can ever open a hand", "Until the game has ended", "keys are published", "hidden cards stay hidden"),
        "zh-Hans": ("任何人都打不开一手牌", "对局结束之前", "公布密钥", "隐藏的一切都不会公开"),
    }
    ever, until, published, hidden = (text in told for text in words[language])
    assert (published, hidden) == (audit == "open", audit == "closed")
    assert until is (audit == "open" and on_leave == "wait")
    assert ever is (on_leave == "wait" and (audit == "closed" or language == "zh-Hans"))


def test_whoever_comes_or_goes_takes_back_every_agreement() -> None:
    room, _, (bob, _) = full_room("Ann", "Bob", "Cy")
    assert room.agreed
    room.leave(bob.key.identity)
    assert not room.agreed and room.free == 1
    with pytest.raises(BadRoom):
        room.close()


def test_an_agreement_to_another_room_is_none() -> None:
    room, _, (bob,) = full_room("Ann", "Bob")
    room.agree(bob.key.identity, bytes(32), True)
    assert not room.agreed


def test_a_host_that_closes_another_room_than_the_one_agreed_to_gets_no_nonce() -> None:
    room, _, (bob,) = full_room("Ann", "Bob")
    other = msgspec.structs.replace(room.room(), conditions=msgspec.json.encode(Conditions(2, on_leave="continue")))
    with pytest.raises(BadRoom):
        bob.visit.close(room_hash(other))


def test_nobody_opens_another_nonce_than_it_committed_to() -> None:
    room, _, (bob,) = full_room("Ann", "Bob")
    room.close()
    with pytest.raises(BadRoom, match="Bob"):
        room.open_nonce(bob.key.identity, OpenNonce(bytes(32), bytes(32)))


def test_a_host_that_hands_on_another_nonce_than_somebody_committed_to_gets_no_signature() -> None:
    room, host, (bob, cy) = full_room("Ann", "Bob", "Cy")
    closed = room.close()
    bob.visit.close(room_hash(closed))
    another = OpenNonce(bytes(32), bytes(32))
    for everything in ((another, bob.opened, cy.opened), (host.opened, bob.opened, another)):
        with pytest.raises(BadRoom, match="another nonce"):
            bob.visit.sign(everything, bob.key)


def test_a_room_without_the_guest_or_with_one_key_twice_is_refused() -> None:
    room, host, (bob,) = full_room("Ann", "Bob")
    shown = room.room()
    for parties in ((host.entry,), (*shown.parties, shown.parties[1])):
        with pytest.raises(BadRoom):
            bob.visit.show(msgspec.structs.replace(shown, parties=parties))


def test_two_guests_of_one_name_are_told_apart_and_a_full_room_takes_nobody() -> None:
    room, _, _ = full_room("Ann", "Bob")
    assert room.enter(Person("Cy").entry) == "full"
    bigger = HostRoom(Conditions(seats=3), Person("Ann").entry)
    twin = msgspec.structs.replace(Person("Zed").entry, name="Ann")
    assert bigger.enter(twin) == ""
    assert [party.name for party in bigger.room().parties] == ["Ann", "Ann (2)"]


def test_words_of_the_lobby_come_through_the_wire() -> None:
    room, _, _ = full_room("Ann", "Bob")
    assert read_lobby(write_lobby(room.room())) == room.room()
    for said in (GuestTalk("hello"), RoomTalk(bytes(32), "a" * LONGEST_TALK)):
        assert read_lobby(write_lobby(said)) == said
    for said in (GuestTalk(""), GuestTalk("a" * (LONGEST_TALK + 1))):
        with pytest.raises(BadEncoding):
            read_lobby(write_lobby(said))


def test_a_seat_that_a_program_plays_is_called_so_and_the_charter_says_it() -> None:
    host, bob, bot = Person("Ann"), Person("Bob"), Person("B" * 64)
    room = HostRoom(Conditions(seats=3, game="smugglers"), host.entry)
    assert room.enter(bob.entry, program=True) == "" and room.enter(bot.entry, program=True) == ""
    parties = room.room().parties
    assert [party.seats for party in parties[:2]] == [("Ann",), ("Bob (program)",)]
    assert parties[2].seats[0].endswith("BB (program)") and len(parties[2].seats[0]) == 64
    told = conditions_before(room.conditions, [party.seats for party in parties], [party.name for party in parties])
    assert f"A program plays for Bob and {'B' * 54}." in said(told)
    alone = said(conditions_before(room.conditions, [("Ann",)], ["Ann"]))
    assert "Guest 1 plays one seat." in alone and not any("program" in line for line in alone)
    named = said(conditions_before(room.conditions, [("ann",)], ["ann"]))
    assert "ann plays one seat." in named, "a name stays as it is"


@pytest.mark.parametrize("name", ["?!", "\u0301", "-"])
def test_who_comes_with_a_name_that_cannot_be_said_is_let_in_and_called_so(name: str) -> None:
    """Programs of before let people choose such names."""
    host, guest = Person("Ann"), Person(name)
    room = HostRoom(Conditions(seats=2, game="smugglers"), host.entry)
    assert room.enter(guest.entry) == ""
    parties = room.room().parties
    told = conditions_before(room.conditions, [party.seats for party in parties], [party.name for party in parties])
    assert f"{name} plays one seat." in said(told)


def test_a_seat_is_kept_also_for_a_guest_who_does_not_come_back_in_at_once() -> None:
    room, host, (bob, _) = full_room("Ann", "Bob", "Cy")
    kept = room.guests[bob.key.identity]
    for wrong, why in ((b"no certificate", "bad-certificate"), (host.certificate, "same-certificate")):
        assert room.renew(msgspec.structs.replace(bob.entry, certificate=wrong)) == why
        assert room.guests[bob.key.identity] == kept
    assert room.renew(msgspec.structs.replace(bob.entry, name="Somebody else")) == ""
    back = room.guests[bob.key.identity]
    assert (back.name, back.seats, back.agrees) == (kept.name, kept.seats, False)
    assert not any(guest.agrees for guest in room.guests.values())


def test_names_are_told_apart_though_one_is_a_programs() -> None:
    host = Person("Bob (program)")
    room = HostRoom(Conditions(seats=2, game="smugglers"), host.entry)
    assert room.enter(Person("Bob").entry, program=True) == ""
    assert room.room().parties[1].seats == ("Bob (2) (program)",)


@pytest.mark.parametrize(
    ("game", "seats", "words"),
    [
        ("smugglers", 7, "Smugglers is played by 2, 3, 4, and this table has 7 seats"),
        ("seven_wonders", 2, "7 Wonders is played by 3, 4, 5, 6, 7, and this table has 2 seats"),
    ],
)
def test_nobody_sits_down_at_a_table_at_which_the_game_cannot_be_played(game: str, seats: int, words: str) -> None:
    host, guest = Person("Ann"), Person("Bob")
    room = HostRoom(Conditions(seats, game), host.entry)
    assert room.enter(guest.entry) == ""
    with pytest.raises(BadRoom, match=words):
        guest.visit.show(room.room())


def test_what_a_game_of_few_choices_lets_a_table_choose_is_said_also_where_it_is_as_usual() -> None:
    def settings(conditions: Conditions) -> list[object]:
        told = conditions_before(conditions, [("Ann",)], ["Ann"])
        return [one.args[1] for one in told if one.key == "setting"]

    assert settings(Conditions(3, "seven_wonders")) == ["sides.chosen", "boards.by-lot"]
    assert settings(Conditions(2, "through_the_ages")) == settings(Conditions(2, "civilization")) == []
    rare = Conditions(2, "civilization", options={"deals": "never"})
    assert settings(rare) == ["deals.never"], "of many choices those that are not as usual"


@pytest.mark.parametrize(
    "chosen",
    [
        Conditions(3, "smugglers"),
        Conditions(
            4,
            "smugglers",
            {"actions": 3},
            on_leave="continue",
            audit="open",
            spectators="open",
            hints=True,
            away=77,
            idle=777,
        ),
    ],
)
def test_another_game_at_the_same_table_has_the_same_conditions(chosen: Conditions) -> None:
    parties = [Party(name, name * 32, name * 32, name * 32, (name.decode(),)) for name in (b"a", b"b", b"c", b"d")]
    charter = make_charter(chosen, parties[: chosen.seats])
    again = make_charter(rematch_conditions(charter), parties[: chosen.seats])
    assert again == charter


@pytest.mark.parametrize("seconds", [-1, 1, 4, 10**12])
def test_a_room_in_which_bots_stand_in_after_a_time_that_cannot_be_is_refused(seconds: int) -> None:
    check_conditions(Conditions(2, "caravan", stand_in=5))
    with pytest.raises(BadRoom, match="no bot can stand in"):
        check_conditions(Conditions(2, "caravan", stand_in=seconds))


async def test_a_guest_waits_for_more_players_as_long_as_seats_are_free() -> None:
    host, *guests = (Person(name) for name in ("Ann", "Bob", "Cid"))
    room, states = HostRoom(Conditions(seats=3), host.entry), []
    bob = guests[0]
    guest = LobbyGuest(None, bob.key, bob.name, bob.certificate, bob.opened, (), lambda: None)  # type: ignore[arg-type]
    guest.watch = lambda room, state: states.append(state)
    for person in guests:
        assert room.enter(person.entry) == ""
        await guest._hear(room.room())
    assert states == ["waiting", "agreeing"]
