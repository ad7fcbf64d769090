"""What has happened since one's turn: every deed once, by player, with its price, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replace_struct

from tests.through_the_ages.play import me, them
from tests.through_the_ages.play import play as started
from tests.ui.fake_node import make_table, play, talk, typing
from tests.ui.screen.keyboard import at_the_screen
from tests.ui.test_line_client import golden
from tta_p2p.games.chance import Chance
from tta_p2p.games.local import LocalGame
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.registry import find
from tta_p2p.seats import messages as say
from tta_p2p.seats import wording
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.blocks import lines as lines_of
from tta_p2p.ui.cells import plain
from tta_p2p.ui.changes import Change, LogGrew, TableChanged, TurnBegan
from tta_p2p.ui.digest import (
    apart,
    by_player,
    deeds,
    digest,
    end_of_own_turn,
    gather,
    said,
    shares,
    since_own_turn,
    steps,
    told_before,
)
from tta_p2p.ui.history import clauses, counted, paragraphs
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.fitting import said_last
from tta_p2p.ui.seven_wonders import WORDS as PAGES
from tta_p2p.ui.state import ClientState
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import Texts, sentence

GAMES = [("caravan", 3), ("smugglers", 3), ("seven_wonders", 3), ("through_the_ages", 3)]
NAMES = ("Ann", "Bob", "Cid")
DEFENSE = "defense-colonization-i"


def log_of(game: str, seats: int, acts: int = 120) -> list[say.LogLine]:
    """The log of a game played by chance, as seat 0 is told it."""
    local, chance = LocalGame(find(game), seats, {}, 5), Chance(5)
    local.settle()
    for _ in range(acts):
        decision = local.decision
        if decision is None or local.over:
            break
        sealed = decision.seats if decision.sealed else decision.seats[:1]
        chosen = [[one.act for one in local.legal(seat) if one.act.verb != "resign"] for seat in sealed]
        local.act(*(chance.choice(some) for some in chosen))
    return wording.log(local.game, local.log, local.dealer.knows(0).faces)


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_deed_is_told_once_in_every_language(game: str, seats: int, language: str) -> None:
    log, texts = log_of(game, seats), presenter_for(game, Words(language), NAMES).texts
    done = deeds(log)
    assert [line for deed in done for line in deed.lines] == log
    assert [deed for share in shares(done) for deed in share.deeds] == list(done)
    merged = by_player(done)
    after = merged[1:] if merged[0].actor is None else merged  # before all else stands what was so before anybody acted
    assert len({share.actor for share in after}) == len(after)
    assert sorted(deed.lines[0].number for share in merged for deed in share.deeds) == sorted(
        deed.lines[0].number for deed in done
    )
    told = [text for deed in apart(done, texts) if (text := said(deed, texts, 0))]
    assert len(steps(log, texts, 0)) == len(told) > 5
    assert not any("#" in text or "{" in text for text in told), "nobody reads a handle"
    for share in merged:
        price = [text for text in told if text.startswith((",", ";", ":", "(", "，", "；"))]
        assert not price, share


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_stays_as_it_is_and_only_the_reader_begins_with_a_capital(language: str) -> None:
    names = ("ann", "bob", "cid")
    texts = Texts(find("seven_wonders"), Words(language).extended(PAGES), names, you=0)
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
        pieces.append(LogGrew(tuple(log[start:end]), False))
        others = st.sampled_from([TableChanged(), TurnBegan(), say.Chat(0, "Ann", "hi")])
        pieces += data.draw(st.lists(others, max_size=2))
        start = end
    held: tuple[say.LogLine, ...] = ()
    told: list[Change] = []
    for piece in pieces:
        held, some = gather(held, [piece], ClientState())
        told += some
    grown = [line for change in told if isinstance(change, LogGrew) for line in change.lines]
    assert grown + list(held) == log
    assert [one for one in told if not isinstance(one, LogGrew)] == [
        one for one in pieces if not isinstance(one, LogGrew)
    ]
    assert gather(held, [TurnBegan()], ClientState())[0] == ()


def test_deeds_that_read_alike_are_counted_and_the_reader_is_you_in_the_middle_as_well() -> None:
    def line(key: str, *args: say.Shown, number: int, act: str, actor: int = 1) -> say.LogLine:
        return say.LogLine(key, [*args], 1, number, actor, say.DraftedAct(act, say.Keyed(act, [])))

    log = [line("discards", 1, say.Named(number), number=number, act="discard") for number in (1, 2, 3)]
    log += [line("event", "rebellion", number=4, act="power"), line("actions-lost", 0, 2, number=4, act="power")]
    log += [line(key, 1, 1, number=4, act="power") for key in ("draws", "science")]
    log.append(line("takes", 0, "moses", number=5, act="take", actor=0))
    log += [line(key, 0, 1, number=6, act="end", actor=0) for key in ("science", "draws")]
    log += [line("tactic-common", "legion", number=6, act="end", actor=0)]
    log += [line("culture-lost", 0, 1, number=6, act="end", actor=0)]
    texts = presenter_for("through_the_ages", Words(), NAMES).addressed(0)
    told = lines_of(digest(log, texts, 0), Style(100))
    assert told == [
        "  Bob: discards a hidden card face down (3 times);",
        "    uses up a leader: the event is Rebellion, you lose 2 civil actions, Bob draws 1 military card,",
        "      scores 1 science",
        "  You take Moses;",
        "    end your turn: you score 1 science, draw 1 military card, Legion becomes a common tactic, you",
        "      lose 1 culture",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_follows_from_a_deed_that_was_told_already_is_told_without_it(language: str) -> None:
    """News of one's own hand, or a long wait, come in the middle of an act."""
    seed = say.DraftedAct("seed #7", say.Keyed("seed", [say.Named(7)]))
    told = [("prepares", [1, say.Named(7), 1]), ("pays", [1, 1, "culture"]), ("culture", [1, 1]),
            ("event", ["strategic-territory-i"]), ("culture", [1, 2]), ("pays", [1, 1, "culture"]),
            ("culture", [0, 3])]  # fmt: skip
    lines = [say.LogLine(key, args, 10, 5, 1, seed, 1) for key, args in told]
    texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(0)
    welcome = say.Welcome(say.VERSION, "through_the_ages", "ab", 0, [], {}, [])
    for cut in range(1, len(lines)):
        state = replace(ClientState(), welcome=welcome, log=tuple(lines))
        rest = lines[cut:]
        found = [one.text for one in digest(rest, texts, 0, before=told_before(state, rest)) if isinstance(one, Para)]
        text = "".join(map(plain, found))
        assert len(found) == 1 and text.startswith("Bob"), text
        assert texts.deed(1, seed.label) not in text, text
        assert ("3" in text) and (texts.card("strategic-territory-i") in text) == (cut <= 3)
    other = [replace_struct(lines[0], number=6)]
    assert digest(other, texts, 0, before=lines[-1]) == digest(other, texts, 0)


def deed(actor: int, turn: int, number: int) -> say.LogLine:
    return say.LogLine(
        "takes", [actor, "moses"], turn, number, actor, say.DraftedAct("take 1", say.Keyed("take", ["moses"]))
    )


def since(*lines: say.LogLine, seat: int = 0, mine: bool = True) -> list[int]:
    welcome = say.Welcome(say.VERSION, "through_the_ages", "ab", seat, [], {}, [])
    turn = say.Turn(1, None, mine, [], {})
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
    def at(line: say.LogLine, player: int) -> say.LogLine:
        return replace_struct(line, player=player)

    own = [at(deed(0, 1, 1), 0), at(deed(1, 1, 2), 0), at(deed(0, 1, 3), 0)]
    theirs = [at(deed(1, 1, 4), 1), at(deed(0, 1, 5), 1), at(deed(1, 1, 6), 1)]
    assert since(*own, *theirs) == [4, 5, 6]
    assert since(*own, *theirs, at(deed(0, 2, 7), 0), at(deed(1, 2, 8), 0)) == [4, 5, 6, 7, 8], "and what goes on now"
    assert since(*own, *theirs[:1]) == [4], "an attack is being answered"
    assert since(*own, mine=False) == [] and since(*theirs[:1], seat=0) == [4]


def test_the_receipt_is_of_the_last_end_also_where_cards_were_discarded_after_it() -> None:
    def own(verb: str, number: int, player: int | None = 0) -> say.LogLine:
        return replace_struct(deed(0, number, number), act=say.DraftedAct(verb, say.Keyed(verb)), player=player)

    def receipt(*lines: say.LogLine, before: int = 100) -> list[int]:
        welcome = say.Welcome(say.VERSION, "through_the_ages", "ab", 0, [], {}, [])
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
        texts = presenter_for(game, Words(language), NAMES).addressed(0)
        found += [f"== {game}", *lines_of(digest(log_of(game, seats, 24), texts, 0), Style())]
    golden(f"digest-{language}", found)


async def test_who_comes_back_reads_what_has_happened_since_and_not_the_whole_log() -> None:
    log = [*log_of("smugglers", 3, 60)]
    welcome = say.Welcome(say.VERSION, "smugglers", "ab", 0, [say.SeatInfo(0, "Ann", 0, "Ann")], {}, [], "", ["log"])
    turn = say.Turn(5, None, False, [], {})
    _, shown, _ = await talk([welcome, say.Log(0, log, len(log)), turn], "quit", interactive=True)
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
        acts = "; ".join(person.client.reading.drafted())
        told = [person.client.reading.words("still-done", acts=acts, n=2)]
        assert [plain(one.text) for one in person.face.look.said if isinstance(one, Para)] == told
        await person.press("z")
        assert told[0] not in [plain(one.text) for one in person.face.look.said if isinstance(one, Para)]


def line(number: int, key: str, *args: say.Shown, text: str = "", label: str = "") -> say.LogLine:
    act = say.DraftedAct(text, say.Keyed(label, [])) if label else None
    return say.LogLine(key, list(args), turn=2, number=number, actor=1 if label else None, act=act, player=1)


@pytest.mark.parametrize(
    ("language", "told", "age"),
    [("en", "discards 3 hidden cards face down", "Age A ends"), ("zh-Hans", "面朝下弃置3张暗牌", "时代A结束")],
)
def test_hidden_cards_are_counted_and_the_end_of_an_age_is_nobodys_deed(language: str, told: str, age: str) -> None:
    thrown = [line(4, "discards", 1, say.Named(card), text="discard #7 #8 #9", label="discard") for card in (7, 8, 9)]
    log = [*thrown, line(4, "age-ends", "A", text="discard #7 #8 #9", label="discard")]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts
    shown = [plain(block.text) for block in digest(log, texts, 0) if isinstance(block, Para)]
    assert [told in shown[0], shown[0].count("1"), *shown[1:]] == [True, 0, age]
    (entry,) = paragraphs(log[:3], texts)
    assert told in plain(entry.text)
    one = digest(log[:1], texts, 0)
    assert [isinstance(block, Para) and told not in plain(block.text) for block in one] == [True]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*(name for name, _ in GAMES), "civilization"])
def test_who_has_left_the_game_is_named(game: str, language: str) -> None:
    line = say.LogLine("left", [1, "gone"], 3, 10, 1, None, None)
    texts = presenter_for(game, Words(language), NAMES).addressed(0)
    told = [plain(row) for row in steps((line,), texts, 0)]
    told += [plain(one.text) for merged in (True, False) for one in digest((line,), texts, 0, merged)]  # type: ignore[attr-defined]
    assert len(told) == 3 and all(text.startswith("Bob") for text in told), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_war_waged_as_a_turn_begins_is_not_the_deed_of_who_ended_the_turn_before(language: str) -> None:
    discard = say.DraftedAct("discard #7", say.Keyed("discard", [say.Named(7)]))
    told = [("discards-hidden", [2, 1]), ("science", [2, 3]), ("round", [11]), ("turn", [0, 11]),
            ("war", [0, "war-over-technology", 2]), ("war-won", [0, "war-over-technology"]),
            ("science", [0, 4])]  # fmt: skip
    lines = [say.LogLine(key, args, 10, 5, 2, discard, 2) for key, args in told]
    texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(0)
    cid, nobody = [plain(block.text) for block in digest(lines, texts, 0) if isinstance(block, Para)]
    assert "Cid" in cid and "3" not in cid, "what the end of a turn brings to somebody else is seen on the table"
    assert texts.card("war-over-technology") in nobody and "4" in nobody, "what the reader has won is told"
    ended, begun = paragraphs(lines, texts)
    assert "Cid" in plain(ended.text) and "4" not in plain(ended.text)
    assert plain(begun.text).startswith(plain(texts.line("log", lines[3]))) and begun.indent < ended.indent


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_scored_at_the_end_is_a_paragraph_each_and_not_the_deed_of_who_ended_the_last_turn(
    language: str,
) -> None:
    end = say.DraftedAct("end", say.Keyed("end", []))
    told = [("corruption", [2, 2]), ("end-card", [1, "bill-gates"]), ("culture", [1, 8]),
            ("end-event", ["impact-of-science"]), ("culture", [2, 7]),
            ("end-event", ["impact-of-industry"]), ("culture", [0, 6]), ("game-over", [])]  # fmt: skip
    lines = [say.LogLine(key, args, 18, 5, 2, end, 2) for key, args in told]
    texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(0)
    for merged in (False, True):
        cid, *ending = [plain(block.text) for block in digest(lines, texts, 0, merged) if isinstance(block, Para)]
        scored = [("bill-gates", "8"), ("impact-of-science", "7"), ("impact-of-industry", "6")]
        assert not any(culture in cid for _, culture in scored)
        for one, (card, culture) in zip(ending, scored, strict=True):
            assert texts.card(card) in one and culture in one and sum(n in one for _, n in scored) == 1, one
    ended, *ending = [plain(block.text) for block in paragraphs(lines, texts)]
    assert "8" not in ended and [culture in one for one, (_, culture) in zip(ending, scored, strict=True)] == [True] * 3


@pytest.mark.parametrize(("language", "told"), [
    ("en", ("an event of level 2", "prepares Pestilence, level 2")),
    ("zh-Hans", ("一张等级2的事件", "瘟疫")),
])  # fmt: skip
def test_a_prepared_event_has_its_name_for_every_reader_whose_log_has_it(language: str, told: tuple[str, str]) -> None:
    """Who looks at an old game through the eyes of a seat has none, and knows what that seat knew."""
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts
    for face, has, not_ in (("", *told), ("pestilence", *told[::-1])):
        seed = say.DraftedAct("seed #7", say.Keyed("seed", [say.Named(7, face)]))
        lines = [say.LogLine("prepares", [1, say.Named(7, face), 2], 10, 5, 1, seed, 1),
                 say.LogLine("culture", [1, 2], 10, 5, 1, seed, 1)]  # fmt: skip
        for own in (None, 0):
            (one,) = digest(lines, texts, own)
            text = plain(one.text)  # type: ignore[attr-defined]
            assert has in text and not_ not in text, text


@pytest.mark.parametrize(("brought", "english", "chinese"), [
    ([("corruption", 4), ("resource-lost", 4)], "lose 4 resources to corruption", "因腐败失去4点资源"),
    ([("corruption", 4), ("food-lost", 1)], "lose 1 food to corruption", "因腐败失去1点食物"),
    ([("corruption", 4), ("resource-lost", 1), ("food-lost", 3)], "lose 1 resource and 3 food to corruption",
     "因腐败失去1点资源和3点食物"),
    ([("corruption", 4)], "must give up 4 to corruption", "因腐败须失去4点"),
    ([("starvation", 2), ("culture-lost", 8)], "lack 2 food and lose 8 culture for it", "因缺少2点食物失去8点文化"),
])  # fmt: skip
def test_what_corruption_and_hunger_take_is_said_with_them(
    brought: list[tuple[str, int]], english: str, chinese: str
) -> None:
    end = say.DraftedAct("end", say.Keyed("end", []))
    parts = [("science", 1), *brought, ("food-produced", 2)]
    lines = [say.LogLine(key, [0, n], 10, 5, 0, end, 0) for key, n in parts]
    for language, told in (("en", english), ("zh-Hans", chinese)):
        texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(0)
        (one,) = digest(lines, texts, 0)
        (whole,) = paragraphs(lines, texts)
        for text in (plain(one.text), plain(whole.text)):  # type: ignore[attr-defined]
            assert text.count(told) == 1 and text.count("4") == told.count("4"), text
    apart = [say.LogLine(key, [seat, 4], 10, 5, 0, end, 0) for seat, key in enumerate(("corruption", "resource-lost"))]
    assert counted(apart, texts) == apart


@pytest.mark.parametrize(("seat", "language", "brings", "told"), [
    (0, "en", True, ["You end your turn: you discard Raid I face down, score 1 science, lose 2 resources to "
                     "corruption, draw 1 military card",
                     "You end your turn; you discard Raid I face down; you score 1 science; you lose 2 resources to "
                     "corruption; you draw 1 military card"]),
    (1, "en", True, ["Ann: ends the turn: discards Raid I face down, loses 2 resources to corruption",
                     "Ann ends the turn; discards Raid I face down; scores 1 science; loses 2 resources to corruption; "
                     "draws 1 military card"]),
    (0, "zh-Hans", True, ["你结束回合：面朝下弃置突袭I，获得1点科学，因腐败失去2点资源，抽取1张军事牌",
                          "你结束回合；面朝下弃置突袭I；获得1点科学；因腐败失去2点资源；抽取1张军事牌"]),
    (1, "en", False, ["Ann: discards Raid I face down", "Ann discards Raid I face down; scores 1 science"]),
])  # fmt: skip
def test_what_the_end_of_a_turn_brings_does_not_follow_from_the_discard_at_its_end(
    seat: int, language: str, brings: bool, told: list[str]
) -> None:
    card = say.Named(7, "raid-i")
    discard = say.DraftedAct("discard #7", say.Keyed("discard", [card]))
    rows: list[tuple[str, list[say.Shown]]] = [("discards", [0, card]), ("science", [0, 1])]
    rows += [("corruption", [0, 2]), ("resource-lost", [0, 2]), ("draws", [0, 1])] if brings else []
    lines = [say.LogLine(key, args, 10, 5, 0, discard, 0) for key, args in rows]
    texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(seat)
    assert [plain(block.text) for block in (*digest(lines, texts, seat), *paragraphs(lines, texts))] == told  # type: ignore[attr-defined]


@pytest.mark.parametrize(("seat", "language", "told"), [
    (0, "en", ["You send a force of 5, send 3 × Warriors", "You send a force of 5; you send 3 × Warriors"]),
    (1, "en", ["Ann: sends a force of 5, sends 3 × Warriors", "Ann sends a force of 5; sends 3 × Warriors"]),
    (0, "zh-Hans", ["你派出5点殖民力量，派出3个战士", "你派出5点殖民力量；派出3个战士"]),
])  # fmt: skip
def test_that_somebody_has_finished_choosing_is_not_told_beside_what_came_of_it(
    seat: int, language: str, told: list[str]
) -> None:
    done = say.DraftedAct("done", say.Keyed("done", []))
    lines = [say.LogLine(key, args, 10, 5, 0, done, 1) for key, args in (
        ("force", [0, 5]), ("units-lost", [0, 3, "warriors"]))]  # fmt: skip
    texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(seat)
    found = [plain(block.text) for block in (*digest(lines, texts, seat), *paragraphs(lines, texts))]  # type: ignore[attr-defined]
    assert found == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_no_room_for_all_that_somebody_did_what_concerns_the_reader_is_kept(language: str) -> None:
    presenter, style = presenter_for("civilization", Words(language), NAMES[:2]), Style(60)
    rows: list[tuple[str, list[say.Shown]]]
    rows = [("moves-armies", [1, f"g{number}", f"f{number}", 1, 0]) for number in range(3, 15)]
    rows.insert(9, ("seizes-marker", [1, "hut", 0]))
    act = say.DraftedAct("wait", say.Keyed("wait", []))
    told = [say.LogLine(key, args, 3, number, 1, act, 1) for number, (key, args) in enumerate(rows)]
    (block,) = digest(told, presenter.addressed(0), 0)
    assert isinstance(block, Para)
    whole, you = lines_of((block,), style), {"en": "from you", "zh-Hans": "你"}[language]
    for room in (2, len(whole) - 1):
        kept = "".join(map(plain, said_last((block,), room, style)))
        assert kept.lstrip().startswith("Bob") and "…" in kept and you in kept and len(kept) < len("".join(whole))
    assert [*map(plain, said_last((block,), len(whole), style))] == [*map(str.rstrip, whole)]
    (others,) = digest(told, presenter.addressed(None), None)
    assert isinstance(others, Para) and not others.core


@pytest.mark.parametrize(("language", "told"), [
    ("en", "You wage War over Technology against Cid, attack with 7, Cid defends with 1, you win War over Technology, "
           "score 4 science"),
    ("zh-Hans", ""),
])  # fmt: skip
def test_who_wins_a_war_is_named_again_where_it_was_said_how_the_other_defends(language: str, told: str) -> None:
    rows: list[tuple[str, list[say.Shown]]]
    rows = [("war", [0, "war-over-technology", 2]), ("strengths", [0, 7, 2, 1]),
            ("war-won", [0, "war-over-technology"]), ("science", [0, 4])]  # fmt: skip
    lines = [say.LogLine(key, args, 10, 5, None, None, 0) for key, args in rows]
    texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(0)
    found = [clause for _, clause in zip(lines, clauses([(one, texts.line("log", one, inside=True)) for one in lines],
                                                        texts, begun=False), strict=True)]  # fmt: skip
    you = texts.name(0)
    assert found[2].startswith(you) and not found[3].removeprefix(you).startswith(you), found
    assert not told or sentence(", ".join(found)) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_event_or_an_age_takes_from_others_is_not_the_deed_of_who_acted_then(language: str) -> None:
    def told(verb: str, *rows: tuple[str, list[say.Shown]]) -> list[str]:
        act = say.DraftedAct(verb, say.Keyed(verb, []))
        lines = [say.LogLine(key, args, 10, 5, 2, act, 1) for key, args in rows]
        texts = presenter_for("through_the_ages", Words(language), NAMES).addressed(0)
        return [plain(block.text) for block in digest(lines, texts, 0) if isinstance(block, Para)]

    cid, bob = told("give-up", ("population-lost-from", [2, "warriors"]), ("population-lost", [1, 1]))
    assert cid.startswith("Cid") and "Bob" not in cid and bob.startswith("Bob") and "1" in bob
    cid, age = told("end", ("corruption", [2, 4]), ("age-ends", ["I"]), ("antiquated", [1, "rich-land-a"]))
    assert "4" in cid and "Bob" not in cid and "Bob" in age and "I" in age
