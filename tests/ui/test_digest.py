"""What has happened since one's turn: every deed once, by player, with its price, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replace_struct

from tests.texts import QUOTED, words_of
from tests.through_the_ages.play import me, them
from tests.through_the_ages.play import play as started
from tests.ui.fake_node import make_table, play, talk, typing
from tests.ui.games import GAMES, NAMES
from tests.ui.line_client import golden
from tests.ui.screen.keyboard import at_the_screen
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.registry import load_rules
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.seats.parts.chat import ChatReply
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.blocks import lines as lines_of
from tta_p2p.ui.cells import plain
from tta_p2p.ui.changes import Change, LogExtended, TableChanged, TurnStarted
from tta_p2p.ui.digest import (
    action_rows,
    action_text,
    consecutive_summaries,
    digest,
    end_of_own_turn,
    group_actions,
    hold_back,
    line_before,
    player_summaries,
    separate_effects,
    since_own_turn,
)
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.state import ClientState
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import Texts

DEFENSE = "defense-colonization-i"


def log_of(game: str, seats: int, acts: int = 120) -> list[say.LogEntry]:
    """The log of a game played by chance, as seat 0 is told it."""
    local, chance = LocalGame(load_rules(game), seats, {}, 5), Chance(5)
    local.answer_needs()
    for _ in range(acts):
        decision = local.decision
        if decision is None or local.over:
            break
        sealed = decision.seats if decision.sealed else decision.seats[:1]
        chosen = [[one.act for one in local.legal(seat) if one.act.verb != "resign"] for seat in sealed]
        local.act(*(chance.choice(some) for some in chosen))
    return wording.log(local.game, local.log, local.dealer.knowledge_of(0).faces)


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_deed_is_told_once_in_every_language(game: str, seats: int, language: str) -> None:
    log, texts = log_of(game, seats), presenter_for(game, Words(language), NAMES).texts
    done = group_actions(log)
    assert [line for deed in done for line in deed.lines] == log
    assert [deed for share in consecutive_summaries(done) for deed in share.actions] == list(done)
    merged = player_summaries(done)
    after = merged[1:] if merged[0].actor is None else merged  # before all else stands what was so before anybody acted
    assert len({share.actor for share in after}) == len(after)
    assert sorted(deed.lines[0].number for share in merged for deed in share.actions) == sorted(
        deed.lines[0].number for deed in done
    )
    told = [text for deed in separate_effects(done, texts) if (text := action_text(deed, texts, 0))]
    assert len(action_rows(log, texts, 0)) == len(told) > 5
    assert not any("#" in text or "{" in text for text in told), "nobody reads a handle"
    for share in merged:
        price = [text for text in told if text.startswith((",", ";", ":", "(", "，", "；"))]
        assert not price, share


@pytest.mark.parametrize("language", QUOTED)
def test_a_name_stays_as_it_is_and_only_the_reader_begins_with_a_capital(language: str) -> None:
    names = ("ann", "bob", "cid")
    texts = Texts(load_rules("seven_wonders"), words_of("seven_wonders", language), names, you=0)
    shown = lines_of(digest(log_of("seven_wonders", 3, 30), texts, 0), Style())
    begins = [line[2:] for line in shown if line[2:3].strip()]
    reader = {"en": "You", "zh-Hans": "你"}[language]
    assert any(line.startswith(reader) for line in begins) and any(line.startswith("bob") for line in begins)
    assert [line for line in begins if line.startswith(("Ann", "Bob", "Cid", "you"))] == []


@given(data=st.data())
def test_nothing_is_lost_or_told_twice_however_it_comes(data: st.DataObject) -> None:
    log = log_of("smugglers", 3, 30)
    pieces: list[Change] = []
    start = 0
    while start < len(log):
        end = data.draw(st.integers(start + 1, len(log)))
        pieces.append(LogExtended(tuple(log[start:end]), False))
        others = st.sampled_from([TableChanged(), TurnStarted(), ChatReply(0, "Ann", "hi")])
        pieces += data.draw(st.lists(others, max_size=2))
        start = end
    held: tuple[say.LogEntry, ...] = ()
    told: list[Change] = []
    for piece in pieces:
        held, some = hold_back(held, [piece], ClientState())
        told += some
    grown = [line for change in told if isinstance(change, LogExtended) for line in change.lines]
    assert grown + list(held) == log
    assert [one for one in told if not isinstance(one, LogExtended)] == [
        one for one in pieces if not isinstance(one, LogExtended)
    ]
    assert hold_back(held, [TurnStarted()], ClientState())[0] == ()


def test_deeds_that_read_alike_are_counted_and_the_reader_is_you_in_the_middle_as_well() -> None:
    def line(key: str, *args: say.TextArgument, number: int, act: str, actor: int = 1) -> say.LogEntry:
        return say.LogEntry(key, [*args], 1, number, actor, say.DraftedAct(act, say.TextRef(act, [])))

    log = [line("discards", 1, say.CardRef(number), number=number, act="discard") for number in (1, 2, 3)]
    log += [line("event", "rebellion", number=4, act="power"), line("actions-lost", 0, 2, number=4, act="power")]
    log += [line(key, 1, 1, number=4, act="power") for key in ("draws", "science")]
    log.append(line("takes", 0, "moses", number=5, act="take", actor=0))
    log += [line(key, 0, 1, number=6, act="end", actor=0) for key in ("science", "draws")]
    log += [line("tactic-common", "legion", number=6, act="end", actor=0)]
    log += [line("culture-lost", 0, 1, number=6, act="end", actor=0)]
    texts = presenter_for("through_the_ages", Words(), NAMES).texts_for(0)
    told = lines_of(digest(log, texts, 0), Style(100))
    assert told == [
        "  Bob: discards a hidden card face down (3 times);",
        "    uses up a leader: the event is Rebellion, you lose 2 civil actions, Bob draws 1 military card,",
        "      scores 1 science",
        "  You take Moses;",
        "    end your turn: you score 1 science, draw 1 military card, Legion becomes a common tactic,",
        "      you lose 1 culture",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_follows_from_a_deed_that_was_told_already_is_told_without_it(language: str) -> None:
    """News of one's own hand, or a long wait, come in the middle of an act."""
    seed = say.DraftedAct("seed #7", say.TextRef("seed", [say.CardRef(7)]))
    told = [("prepares", [1, say.CardRef(7), 1]), ("pays", [1, 1, "culture"]), ("culture", [1, 1]),
            ("event", ["strategic-territory-i"]), ("culture", [1, 2]), ("pays", [1, 1, "culture"]),
            ("culture", [0, 3])]  # fmt: skip
    lines = [say.LogEntry(key, args, 10, 5, 1, seed, 1) for key, args in told]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
    welcome = say.WelcomeReply(say.VERSION, "through_the_ages", "ab", 0, [], {}, [])
    for cut in range(1, len(lines)):
        state = replace(ClientState(), welcome=welcome, log=tuple(lines))
        rest = lines[cut:]
        found = [one.text for one in digest(rest, texts, 0, before=line_before(state, rest)) if isinstance(one, Para)]
        text = "".join(map(plain, found))
        assert len(found) == 1 and text.startswith("Bob"), text
        done = texts.deed(1, seed.label)
        assert done is not None and done.text and done.text not in text, text
        assert ("3" in text) and (texts.card("strategic-territory-i") in text) == (cut <= 3)
    other = [replace_struct(lines[0], number=6)]
    assert digest(other, texts, 0, before=lines[-1]) == digest(other, texts, 0)


def deed(actor: int, turn: int, number: int) -> say.LogEntry:
    return say.LogEntry(
        "takes", [actor, "moses"], turn, number, actor, say.DraftedAct("take 1", say.TextRef("take", ["moses"]))
    )


def since(*lines: say.LogEntry, seat: int = 0, mine: bool = True) -> list[int]:
    welcome = say.WelcomeReply(say.VERSION, "through_the_ages", "ab", seat, [], {}, [])
    turn = say.TurnReply(1, None, mine, [], {})
    return [line.number for line in since_own_turn(replace(ClientState(), welcome=welcome, turn=turn, log=lines))]


def test_news_begin_behind_the_own_last_turn() -> None:
    log = [deed(0, 1, 1), deed(1, 1, 2), deed(2, 1, 3)]
    assert since(*log) == [2, 3]
    assert since(*log, seat=1) == [3] and since(*log, seat=2) == [1, 2, 3], "the last one is acting now"
    assert since(*log, seat=2, mine=False) == []
    answered = [deed(0, 1, 1), deed(1, 1, 2), deed(0, 1, 3), deed(1, 1, 4), deed(2, 1, 5)]
    assert since(*answered) == [2, 3, 4, 5], "an answer is no turn"
    two = [deed(1, 1, 1), deed(0, 1, 2), deed(1, 2, 3)]
    assert since(*two) == [3]
    assert since(*two, deed(0, 2, 4)) == [3, 4], "what was done in the turn that goes on is news as well"
    assert since() == []


def test_what_others_answered_in_the_own_turn_does_not_cut_it_in_two() -> None:
    def at(line: say.LogEntry, player: int) -> say.LogEntry:
        return replace_struct(line, player=player)

    own = [at(deed(0, 1, 1), 0), at(deed(1, 1, 2), 0), at(deed(0, 1, 3), 0)]
    theirs = [at(deed(1, 1, 4), 1), at(deed(0, 1, 5), 1), at(deed(1, 1, 6), 1)]
    assert since(*own, *theirs) == [4, 5, 6]
    assert since(*own, *theirs, at(deed(0, 2, 7), 0), at(deed(1, 2, 8), 0)) == [4, 5, 6, 7, 8], "and what goes on now"
    assert since(*own, *theirs[:1]) == [4], "an attack is being answered"
    assert since(*own, mine=False) == [] and since(*theirs[:1], seat=0) == [4]


def test_the_receipt_is_of_the_last_end_also_where_cards_were_discarded_after_it() -> None:
    def own(verb: str, number: int, player: int | None = 0) -> say.LogEntry:
        return replace_struct(deed(0, number, number), act=say.DraftedAct(verb, say.TextRef(verb)), player=player)

    def receipt(*lines: say.LogEntry, before: int = 100) -> list[int]:
        welcome = say.WelcomeReply(say.VERSION, "through_the_ages", "ab", 0, [], {}, [])
        state = replace(ClientState(), welcome=welcome, log=lines)
        return [line.number for line in end_of_own_turn(state, ("end", "pass"), before)]

    first = [own("take 1", 1), own("end", 2), deed(1, 3, 3)]
    assert receipt(*first) == [2]
    discarded = [*first, own("take 2", 4), own("discard moses", 5), deed(1, 6, 6)]
    assert receipt(*discarded) == [5], "what was discarded came after the end"
    assert receipt(*discarded, own("prepare", 7), before=6) == [5], "the turn that goes on has not ended"
    assert receipt(*discarded, own("defend", 8, player=1)) == [5], "an answer in the turn of somebody else"
    assert receipt(own("build", 1, player=None)) == [] and receipt(own("end", 1, player=None)) == [1]


def test_where_all_choose_at_once_news_are_what_came_of_the_last_choice() -> None:
    log = [deed(0, 1, 1), deed(1, 1, 1), deed(2, 1, 1), deed(0, 2, 2), deed(1, 2, 2), deed(2, 2, 2)]
    assert since(*log, seat=1) == [2, 2, 2]


async def test_news_read_as_reviewed() -> None:
    script = (
        "take 1", "end", "pass", "end", "14", "news", "since", "news step", "", "", "who", "", "? news", "log 3",
        "quit",
    )  # fmt: skip
    _, shown, _ = await play(make_table("through_the_ages", 3, seed=8), typing(*script))
    golden("news", shown)


@pytest.mark.parametrize(("hand", "deck", "typed", "new"), [
    ([DEFENSE, DEFENSE, "raid-i", "rats"], [DEFENSE, "legion"], ("end", "discard defense", "discard rats"),
     "Defense / Colonization I and Legion"),
    (["legion", "raid-i", "rats"], ["legion", "phalanx"], ("end", "discard rats"), "Legion and Phalanx"),
    (["legion", "legion"], ["phalanx"], ("play legion", "end"), "Phalanx"),  # what is drafted has left the hand before
])  # fmt: skip
async def test_a_card_is_new_in_the_hand_whatever_of_its_name_is_held_or_has_left_it(
    hand: list[str], deck: list[str], typed: tuple[str, ...], new: str
) -> None:
    """Cards have other handles once others have come to them."""
    local = started(me(hand=hand), them(), age="I", round=2, military_deck=deck).local
    _, shown, _ = await play(make_table("through_the_ages", 2, local=local), typing(*typed, "quit"))
    assert [line for line in shown if "New in" in line] == [f"New in your military hand: {new}."]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_digest_reads_as_reviewed(language: str) -> None:
    found: list[str] = []
    for game, seats in GAMES:
        texts = presenter_for(game, Words(language), NAMES).texts_for(0)
        found += [f"== {game}", *lines_of(digest(log_of(game, seats, 24), texts, 0), Style())]
    golden(f"digest-{language}", found)


async def test_who_comes_back_reads_what_has_happened_since_and_not_the_whole_log() -> None:
    log = [*log_of("smugglers", 3, 60)]
    welcome = say.WelcomeReply(
        say.VERSION, "smugglers", "ab", 0, [say.SeatInfo(0, "Ann", 0, "Ann")], {}, [], "", ["log"]
    )
    turn = say.TurnReply(5, None, False, [], {})
    _, shown, _ = await talk([welcome, say.LogReply(0, log, len(log)), turn], "quit", interactive=True)
    told = [line for line in shown if line.startswith("  ")]
    assert 0 < len(told) < len(log) / 2


@pytest.mark.parametrize("language", LANGUAGES)
async def test_who_comes_back_in_the_middle_of_a_turn_reads_what_is_done_and_that_it_can_be_taken_back(
    language: str,
) -> None:
    table = make_table("through_the_ages", 2, local=started(me(hand=["legion"]), them(), age="I", round=2).local)
    await play(table, typing("play legion", "quit"))
    _, shown, _ = await play(table, typing("disband warriors", "quit"))
    told = [text for text in shown if text.startswith("Still done this turn:")]
    assert told == ["Still done this turn: Play the tactic Legion. (It can be undone.)"]
    async with at_the_screen(table, language=language) as person:
        acts = "; ".join(person.client.reading.draft_acts())
        told = [person.client.reading.words("still-done", acts=acts, n=2)]
        assert [plain(one.text) for one in person.face.screen_state.notes if isinstance(one, Para)] == told
        await person.press("z")
        assert told[0] not in [plain(one.text) for one in person.face.screen_state.notes if isinstance(one, Para)]
