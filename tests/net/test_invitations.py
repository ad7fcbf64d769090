"""An invitation is found in whatever message it comes in, or it is said what the message lacks."""

from __future__ import annotations

import shlex
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.letters import LETTERS
from tta_p2p.i18n import LANGUAGES, Words, in_shell
from tta_p2p.net.addresses import Address, fingerprint, parse_address
from tta_p2p.net.errors import BadAddress
from tta_p2p.net.invitations import (
    MAX_INVITATION,
    MAX_INVITATION_ADDRESSES,
    parse_places,
    read_invitation,
    write_places,
)
from tta_p2p.ui.invitation import invitation

KEY, OTHER = fingerprint(bytes(32)), fingerprint(bytes(31) + b"\1")
HOSTS = st.one_of(
    st.integers(0x01000000, 0xDFFFFFFF).map(lambda number: ".".join(str(number >> by & 255) for by in (24, 16, 8, 0))),
    st.sampled_from(["2001:db8::7", "200:1234::1", "fd00::2", "games.example.org", "join.example.org", "a-join.org"]),
)
PLACES = st.lists(st.builds(Address, HOSTS, st.integers(1, 65535), st.just(KEY)), min_size=1, max_size=4, unique=True)
SCRAPS = st.lists(
    st.one_of(
        st.text(LETTERS, max_size=12),
        st.sampled_from(["tta join ", "#", "join ", "10.0.0.1:7", "\n> ", "*", "http://x.org/#top", "[x](y)", "tta"]),
    ),
    max_size=8,
).map("".join)


def line_of(places: list[Address], language: str = "en", name: str = "Ann") -> str:
    return invitation([str(place) for place in places], name, "caravan", Words(language))


@given(places=PLACES)
def test_several_addresses_of_one_key_read_as_they_are_written(places: list[Address]) -> None:
    assert list(parse_places(write_places(places))) == places
    assert read_invitation(write_places(places)) == tuple(places)


@given(places=PLACES, language=st.sampled_from(sorted(LANGUAGES)))
def test_each_command_of_an_invitation_is_one_address_as_every_release_reads_it(
    places: list[Address], language: str
) -> None:
    line = line_of(places, language)
    # What each release reads: one HOST:PORT#KEY, which its shell gives it without the quotes.
    words = shlex.split(line.partition("tta join ")[2])
    assert [parse_address(word) for word in words if "#" in word] == places
    assert line.count("tta join ") == len(places), "each can be copied by itself"
    assert "," not in line.partition("#")[0]


@given(
    places=PLACES,
    own=st.integers(1, 3),
    form=st.sampled_from(["\n{}", " (or {})", "（或 {}）", ", {}", " or http://{}"]),
)
def test_addresses_beside_the_command_are_taken_with_the_same_key_alone(
    places: list[Address], own: int, form: str
) -> None:
    first, others = places[:own], places[own:]
    message = f"not {Address('10.9.9.9', 9, OTHER)}: tta join {write_places(first)}"
    message += "".join(form.format(place) for place in others)
    assert read_invitation(message) == tuple(places)


@given(places=PLACES, language=st.sampled_from(sorted(LANGUAGES)), name=st.text(max_size=32), data=st.data())
@example(places=[Address("10.0.0.7", 4711, KEY)], language="zh-Hans", name="tta join", data=None)
@example(places=[Address("10.0.0.7", 4711, KEY)], language="en", name="x:1#", data=None)
def test_an_invitation_is_found_however_messengers_break_quote_and_decorate_it(
    places: list[Address], language: str, name: str, data: st.DataObject | None
) -> None:
    line = line_of(places, language, name)
    assert read_invitation(line) == tuple(places)
    if data is None:
        return
    quoted = data.draw(st.sampled_from(["\n", "\r\n", "\n> ", "\n> > ", "\n│ ", " \n\t", "\u200b", "\ufe0f", "\u00ad"]))
    at = line.index(f"tta join {in_shell(str(places[0]))}")
    breaks = sorted(data.draw(st.lists(st.integers(at, len(line)), max_size=4)), reverse=True)
    for place in breaks:
        line = line[:place] + quoted + line[place:]
    first, last = data.draw(st.sampled_from([("", ""), ("*", "*"), ("“", "”"), ("> ", ""), ("`", "`"), ("(", ")")]))
    broken = first + line + last
    assert read_invitation(broken) == tuple(places), broken
    wide = line_of(places, language, name).replace(":", "：").replace("#", "＃").replace("join ", "join\u3000")
    assert read_invitation(wide) == tuple(places)


HIGHLIGHTS = "*_~`|>\"'“”‘’«»„‚‹›\\<()=│┃▌▎"


@settings(max_examples=300)
@given(places=PLACES, before=SCRAPS, after=SCRAPS, language=st.sampled_from(sorted(LANGUAGES)))
@example(places=[Address("10.0.0.7", 4711, KEY)], before="#", after="", language="en")
@example(places=[Address("10.0.0.7", 4711, KEY)], before="", after="abc", language="en")
@example(places=[Address("10.0.0.7", 4711, KEY)], before="", after="<-0", language="en")
@example(places=[Address("10.0.0.7", 4711, KEY)], before="", after=" -Ann", language="en")
@example(places=[Address("10.0.0.7", 4711, KEY)], before="", after=" -0", language="en")
@example(places=[Address("10.0.0.7", 4711, KEY)], before="", after="\n--0", language="en")
@example(places=[Address("10.0.0.7", 4711, KEY)], before="tta join #", after="#tta join ", language="en")
def test_whatever_surrounds_an_invitation_it_is_found_exactly_or_it_is_said_why_not(
    places: list[Address], before: str, after: str, language: str
) -> None:
    # Only what goes on at once behind the last key, as a part of it, makes it another one.
    # Signs by which messengers quote and highlight may stand within a key, and before what goes on.
    letters = [letter for letter in after.lstrip(HIGHLIGHTS) if letter.isprintable()]
    goes_on = bool(letters) and (letters[0].isalnum() or letters[0] in "-" or not letters[0].isascii())
    try:
        found = read_invitation(before + line_of(places, language) + after)
    except BadAddress as error:
        assert error.why and Words(language).optional(f"error.{error.why[0]}")
        assert goes_on and len(places) == 1, after
    else:
        assert found == tuple(places) or (goes_on and found == tuple(places[:-1]))


def test_a_message_that_quotes_another_is_one_invitation_and_two_tables_are_two() -> None:
    one, two = Address("10.0.0.7", 4711, KEY), Address("100.64.0.7", 4711, KEY)
    assert read_invitation(f"{line_of([one])}\n> {line_of([one, two])}") == (one, two)
    assert read_invitation(f"it is {two}\n> {line_of([one])}") == (one, two), "what follows the command comes first"
    elsewhere = Address("10.0.0.8", 1, OTHER)
    assert read_invitation(f"not {elsewhere} any more: {line_of([one])}") == (one,), "only one follows the command"
    assert read_invitation(f"it is {elsewhere} now") == (elsewhere,), "where none does, the address will do"
    with pytest.raises(BadAddress, match="several") as caught:
        read_invitation(f"{line_of([one])}\n{line_of([elsewhere])}")
    assert caught.value.why == ("invitation-several",)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("see you tonight: at eight", "invitation-none"),
        ("", "address"),
        ("Ann asks you to play: tta join 10.0.0.7:4711", "invitation-no-key"),
        (f"Ann asks you to play: tta join 10.0.0.7:4711#{KEY[:20]}", "invitation-key"),
        (f"Ann asks you to play: tta join 10.0.0.7:4711#{KEY[:20]} bye!", "invitation-key"),
        (f"Ann asks you to play: tta join 10.0.0.7:4711#{KEY[:-1]}b", "invitation-key-wrong"),
        (f"Ann asks you to play: tta join 10.0.0.7:4711#{KEY}abc", "invitation-no-key"),
        (f"Ann asks you to play: tta join :4711#{KEY}", "invitation-address"),
        (f"Ann asks you to play: tta join 224.0.0.1:4711#{KEY}", "invitation-address"),
        (f"Ann asks you to play: tta join 10.0.0.7:99999#{KEY}", "invitation-address"),
        ("x " * MAX_INVITATION, "invitation-long"),
        ("10.0.0.7", "address"),
        (",".join(f"10.0.0.{number}:7" for number in range(MAX_INVITATION_ADDRESSES + 1)), "address-many"),
    ],
)
def test_what_a_message_lacks_is_said(message: str, why: str) -> None:
    with pytest.raises(BadAddress) as caught:
        read_invitation(message)
    assert caught.value.why[0] == why
    for language in LANGUAGES:
        words = Words(language)
        assert words.optional(f"error.{why}") and "{" not in words.line(f"error.{why}", caught.value.why[1:])


@pytest.mark.parametrize(
    "scrap", ["#", "tta join ", "a", "1:", f"#{KEY}", f"tta join 10.0.0.1:7#{KEY} ", "# ", "9.", "*#", "a.", "[1:"]
)
def test_the_work_is_bounded_whatever_is_pasted(scrap: str) -> None:
    began = time.process_time()
    try:
        found = read_invitation((scrap * MAX_INVITATION)[:MAX_INVITATION])
    except BadAddress:
        found = ()
    assert len(found) <= MAX_INVITATION_ADDRESSES
    assert time.process_time() - began < 20, "no more than a few passes over the message"
