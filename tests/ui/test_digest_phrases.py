"""How it reads what somebody did: what follows from it, what follows from something else, and who is named for it."""

from __future__ import annotations

import pytest

from tests.texts import QUOTED
from tests.ui.games import GAMES, NAMES
from tta_p2p.i18n import LANGUAGES, Words
from tta_p2p.seats import messages as say
from tta_p2p.ui.blocks import Para
from tta_p2p.ui.blocks import lines as lines_of
from tta_p2p.ui.cells import plain
from tta_p2p.ui.digest import action_rows, digest
from tta_p2p.ui.log_text import clauses, log_paragraphs, merge_lines
from tta_p2p.ui.presenter import presenter_for
from tta_p2p.ui.screen.rows import latest_notes
from tta_p2p.ui.style import Style
from tta_p2p.ui.texts import sentence


def line(number: int, key: str, *args: say.TextArgument, text: str = "", label: str = "") -> say.LogEntry:
    act = say.DraftedAct(text, say.TextRef(label, [])) if label else None
    return say.LogEntry(key, list(args), turn=2, number=number, actor=1 if label else None, act=act, player=1)


@pytest.mark.parametrize(("language", "told"), [
    ("en", ["You use Raid I; Bob attacks with 5, you defend with 3, Spy succeeds; you take Moses",
            "Bob attacks with 5, you defend with 3, Spy succeeds; you take Moses",
            "You build Warriors: you gain 1 food", "You build Warriors; you gain 1 food"]),
    ("zh-Hans", ["你打出突袭I；军力：Bob 5，你 3，间谍成功；你拿取摩西", "军力：Bob 5，你 3，间谍成功；你拿取摩西",
                 "你建造战士：获得1点食物", "你建造战士；获得1点食物"]),
])  # fmt: skip
def test_all_that_the_reader_did_is_told_in_sentences_whatever_stands_among_it(language: str, told: list[str]) -> None:
    def line(number: int, act: str, key: str, *args: say.TextArgument) -> say.LogEntry:
        return say.LogEntry(key, [*args], 1, number, 0, say.DraftedAct(act, say.TextRef(act, ["warriors"])))

    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
    log = [line(1, "bonus", "bonus", 0, "raid-i"), line(2, "done", "strengths", 1, 5, 0, 3),
           line(2, "done", "attack-succeeds", "spy"), line(3, "take", "takes", 0, "moses")]  # fmt: skip
    unsaid = [line(4, "build", "food", 0, 1)]
    blocks = (
        *digest(log, texts, 0),
        *digest(log[1:], texts, 0),
        *digest(unsaid, texts, 0),
        *log_paragraphs(unsaid, texts),
    )
    assert [plain(block.text) for block in blocks if isinstance(block, Para)] == told


@pytest.mark.parametrize(
    ("language", "told", "age"),
    [("en", "discards 3 hidden cards face down", "Age A ends"), ("zh-Hans", "面朝下弃置3张暗牌", "时代A结束")],
)
def test_hidden_cards_are_counted_and_the_end_of_an_age_is_nobodys_deed(language: str, told: str, age: str) -> None:
    thrown = [line(4, "discards", 1, say.CardRef(card), text="discard #7 #8 #9", label="discard") for card in (7, 8, 9)]
    log = [*thrown, line(4, "age-ends", "A", text="discard #7 #8 #9", label="discard")]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts
    shown = [plain(block.text) for block in digest(log, texts, 0) if isinstance(block, Para)]
    assert [told in shown[0], shown[0].count("1"), *shown[1:]] == [True, 0, age]
    (entry,) = log_paragraphs(log[:3], texts)
    assert told in plain(entry.text)
    one = digest(log[:1], texts, 0)
    assert [isinstance(block, Para) and told not in plain(block.text) for block in one] == [True]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [*(name for name, _ in GAMES), "civilization"])
def test_who_has_left_the_game_is_named(game: str, language: str) -> None:
    line = say.LogEntry("left", [1, "gone"], 3, 10, 1, None, None)
    texts = presenter_for(game, Words(language), NAMES).texts_for(0)
    told = [plain(row) for row in action_rows((line,), texts, 0)]
    told += [plain(one.text) for merged in (True, False) for one in digest((line,), texts, 0, merged)]  # type: ignore[attr-defined]
    assert len(told) == 3 and all(text.startswith("Bob") for text in told), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_war_waged_as_a_turn_begins_is_not_the_deed_of_who_ended_the_turn_before(language: str) -> None:
    discard = say.DraftedAct("discard #7", say.TextRef("discard", [say.CardRef(7)]))
    told = [("discards-hidden", [2, 1]), ("science", [2, 3]), ("round", [11]), ("turn", [0, 11]),
            ("war", [0, "war-over-technology", 2]), ("war-won", [0, "war-over-technology"]),
            ("science", [0, 4])]  # fmt: skip
    lines = [say.LogEntry(key, args, 10, 5, 2, discard, 2) for key, args in told]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
    cid, nobody = [plain(block.text) for block in digest(lines, texts, 0) if isinstance(block, Para)]
    assert "Cid" in cid and "3" not in cid, "what the end of a turn brings to somebody else is seen on the table"
    assert texts.card("war-over-technology") in nobody and "4" in nobody, "what the reader has won is told"
    ended, begun = log_paragraphs(lines, texts)
    assert "Cid" in plain(ended.text) and "4" not in plain(ended.text)
    assert plain(begun.text).startswith(plain(texts.line("log", lines[3]))) and begun.indent < ended.indent


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_scored_at_the_end_is_a_paragraph_each_and_not_the_deed_of_who_ended_the_last_turn(
    language: str,
) -> None:
    end = say.DraftedAct("end", say.TextRef("end", []))
    told = [("corruption", [2, 2]), ("end-card", [1, "bill-gates"]), ("culture", [1, 8]),
            ("end-event", ["impact-of-science"]), ("culture", [2, 7]),
            ("end-event", ["impact-of-industry"]), ("culture", [0, 6]), ("game-over", [])]  # fmt: skip
    lines = [say.LogEntry(key, args, 18, 5, 2, end, 2) for key, args in told]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
    for merged in (False, True):
        cid, *ending = [plain(block.text) for block in digest(lines, texts, 0, merged) if isinstance(block, Para)]
        scored = [("bill-gates", "8"), ("impact-of-science", "7"), ("impact-of-industry", "6")]
        assert not any(culture in cid for _, culture in scored)
        for one, (card, culture) in zip(ending, scored, strict=True):
            assert texts.card(card) in one and culture in one and sum(n in one for _, n in scored) == 1, one
    ended, *ending = [plain(block.text) for block in log_paragraphs(lines, texts)]
    assert "8" not in ended and [culture in one for one, (_, culture) in zip(ending, scored, strict=True)] == [True] * 3


@pytest.mark.parametrize(("language", "told"), [
    ("en", ("an event of Age II", "prepares Pestilence (Age II)")),
    ("zh-Hans", ("一张时代II的事件", "瘟疫")),
])  # fmt: skip
def test_a_prepared_event_has_its_name_for_every_reader_whose_log_has_it(language: str, told: tuple[str, str]) -> None:
    """Who looks at an old game through the eyes of a seat has none, and knows what that seat knew."""
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts
    for face, has, not_ in (("", *told), ("pestilence", *told[::-1])):
        seed = say.DraftedAct("seed #7", say.TextRef("seed", [say.CardRef(7, face)]))
        lines = [say.LogEntry("prepares", [1, say.CardRef(7, face), 2], 10, 5, 1, seed, 1),
                 say.LogEntry("culture", [1, 2], 10, 5, 1, seed, 1)]  # fmt: skip
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
    ([("starvation", 2), ("culture-lost", 8)], "are 2 food short and lose 8 culture", "因缺少2点食物失去8点文化"),
])  # fmt: skip
def test_what_corruption_and_hunger_take_is_said_with_them(
    brought: list[tuple[str, int]], english: str, chinese: str
) -> None:
    end = say.DraftedAct("end", say.TextRef("end", []))
    parts = [("science", 1), *brought, ("food-produced", 2)]
    lines = [say.LogEntry(key, [0, n], 10, 5, 0, end, 0) for key, n in parts]
    for language, told in (("en", english), ("zh-Hans", chinese)):
        texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
        (one,) = digest(lines, texts, 0)
        (whole,) = log_paragraphs(lines, texts)
        for text in (plain(one.text), plain(whole.text)):  # type: ignore[attr-defined]
            assert text.count(told) == 1 and text.count("4") == told.count("4"), text
    apart = [say.LogEntry(key, [seat, 4], 10, 5, 0, end, 0) for seat, key in enumerate(("corruption", "resource-lost"))]
    assert merge_lines(apart, texts) == apart


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
    card = say.CardRef(7, "raid-i")
    discard = say.DraftedAct("discard #7", say.TextRef("discard", [card]))
    rows: list[tuple[str, list[say.TextArgument]]] = [("discards", [0, card]), ("science", [0, 1])]
    rows += [("corruption", [0, 2]), ("resource-lost", [0, 2]), ("draws", [0, 1])] if brings else []
    lines = [say.LogEntry(key, args, 10, 5, 0, discard, 0) for key, args in rows]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(seat)
    assert [plain(block.text) for block in (*digest(lines, texts, seat), *log_paragraphs(lines, texts))] == told  # type: ignore[attr-defined]


@pytest.mark.parametrize(("language", "told"), [
    ("en", ["You end your turn: you discard Raid I face down (2 times), draw 3 military cards, Bob draws 1 military "
            "card", "2 hidden cards (antiquated)"]),
    ("zh-Hans", ["你结束回合：面朝下弃置突袭I（2次），抽取3张军事牌，Bob抽取1张军事牌", "2张已过期的暗牌"]),
])  # fmt: skip
def test_what_comes_twice_in_a_row_is_said_once(language: str, told: list[str]) -> None:
    end, raid = say.DraftedAct("end", say.TextRef("end", [])), say.CardRef(7, "raid-i")
    rows: list[tuple[str, list[say.TextArgument]]] = [("discards", [0, raid]), ("discards", [0, raid]),
                                                    ("draws", [0, 2]), ("reshuffled", []),
                                                    ("draws", [0, 1]), ("draws", [1, 1])]  # fmt: skip
    rows += [("turn", [1, 8]), ("age-ends", [1]), *(("antiquated", [1, say.CardRef(number)]) for number in (8, 9))]
    lines = [say.LogEntry(key, args, 10, 5, 0, end, 0) for key, args in rows]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
    mine, age = [plain(block.text) for block in digest(lines, texts, 0) if isinstance(block, Para)]
    assert mine == told[0] and told[1] in age
    together = [line for line in lines if line.key == "draws"]
    assert [line.args for line in merge_lines(together, texts)] == [[0, 3], [1, 1]]


@pytest.mark.parametrize(("seat", "language", "told"), [
    (0, "en", ["You send a force of 5, send 3 × Warriors", "You send a force of 5; you send 3 × Warriors"]),
    (1, "en", ["Ann: sends a force of 5, sends 3 × Warriors", "Ann sends a force of 5; sends 3 × Warriors"]),
    (0, "zh-Hans", ["你派出5点殖民力量，派出3个战士", "你派出5点殖民力量；派出3个战士"]),
])  # fmt: skip
def test_that_somebody_has_finished_choosing_is_not_told_beside_what_came_of_it(
    seat: int, language: str, told: list[str]
) -> None:
    done = say.DraftedAct("done", say.TextRef("done", []))
    lines = [say.LogEntry(key, args, 10, 5, 0, done, 1) for key, args in (
        ("force", [0, 5]), ("units-lost", [0, 3, "warriors"]))]  # fmt: skip
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(seat)
    found = [plain(block.text) for block in (*digest(lines, texts, seat), *log_paragraphs(lines, texts))]  # type: ignore[attr-defined]
    assert found == told


@pytest.mark.parametrize("language", QUOTED)
def test_where_there_is_no_room_for_all_that_somebody_did_what_concerns_the_reader_is_kept(language: str) -> None:
    presenter, style = presenter_for("civilization", Words(language), NAMES[:2]), Style(60)
    rows: list[tuple[str, list[say.TextArgument]]]
    rows = [("moves-armies", [1, f"g{number}", f"f{number}", 1, 0]) for number in range(3, 15)]
    rows.insert(9, ("seizes-marker", [1, "hut", 0]))
    act = say.DraftedAct("wait", say.TextRef("wait", []))
    told = [say.LogEntry(key, args, 3, number, 1, act, 1) for number, (key, args) in enumerate(rows)]
    (block,) = digest(told, presenter.texts_for(0), 0)
    assert isinstance(block, Para)
    whole, you = lines_of((block,), style), {"en": "from you", "zh-Hans": "你"}[language]
    for room in (2, len(whole) - 1):
        kept = "".join(map(plain, latest_notes((block,), room, style)))
        assert kept.lstrip().startswith("Bob") and "…" in kept and you in kept and len(kept) < len("".join(whole))
    assert [*map(plain, latest_notes((block,), len(whole), style))] == [*map(str.rstrip, whole)]
    (others,) = digest(told, presenter.texts_for(None), None)
    assert isinstance(others, Para) and not others.core


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_no_room_for_all_that_nobody_did_what_concerns_the_reader_is_kept(language: str) -> None:
    """Of the conflicts at the end of an age the own ones, which are the first and the last."""
    texts, style = presenter_for("seven_wonders", Words(language), NAMES).texts_for(0), Style(60)
    rows: list[tuple[str, list[say.TextArgument]]]
    rows = [("earns", [1, 4, "ephesos"]), ("conflict", [1, 0, 2, 1, 1]), ("conflict", [1, 2, 2, 0, 1]),
            ("conflict", [0, 2, 1, 0, 1]), ("age", [2])]  # fmt: skip
    told = [say.LogEntry(key, args, 3, number) for number, (key, args) in enumerate(rows)]
    (block,) = digest(told, texts, 0)
    assert isinstance(block, Para)
    whole = lines_of((block,), style)
    kept = "".join("".join(map(plain, latest_notes((block,), len(whole) - 1, style))).split())
    against = [texts.statement(texts.clause("log", told[at]), inside=True) for at in (1, 2, 3)]
    lost, others, won = ("".join(one.split()) for one in against)
    assert kept.startswith("…") and lost in kept and won in kept and others not in kept, kept
    (strange,) = digest(told, presenter_for("seven_wonders", Words(language), NAMES).texts_for(None), None)
    assert isinstance(strange, Para) and not strange.core


WAR: list[tuple[str, list[say.TextArgument]]] = [
    ("war", [0, "war-over-technology", 2]), ("strengths", [0, 7, 2, 1]),
    ("war-won", [0, "war-over-technology"]), ("science", [0, 4]),
]  # fmt: skip
BATTLE: list[tuple[str, list[say.TextArgument]]] = [
    ("takes-hut", [0, "c12"]), ("hands", [0, 3, 2, 5]), ("wins-battle", [0]), ("takes-village", [0, "b10"]),
]  # fmt: skip


@pytest.mark.parametrize(("game", "rows", "told"), [
    ("through_the_ages", WAR, "You wage War over Technology against Cid, attack with 7, Cid defends with 1, "
                              "you win War over Technology, score 4 science"),
    ("civilization", BATTLE, "You take the hut on c12, fight with 3 units, Cid with 5, you win the battle, "
                             "take the village on b10"),
])  # fmt: skip
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_wins_is_named_again_where_it_was_said_how_the_other_defends(
    game: str, rows: list[tuple[str, list[say.TextArgument]]], told: str, language: str
) -> None:
    lines = [say.LogEntry(key, args, 10, 5, None, None, 0) for key, args in rows]
    texts = presenter_for(game, Words(language), NAMES).texts_for(0)
    found = list(clauses([(one, texts.clause("log", one)) for one in lines], texts, None))
    you = texts.name(0)
    assert found[2].startswith(you) and not found[3].removeprefix(you).startswith(you), found
    assert language != "en" or sentence(", ".join(found)) == told


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_event_or_an_age_takes_from_others_is_not_the_deed_of_who_acted_then(language: str) -> None:
    def told(verb: str, *rows: tuple[str, list[say.TextArgument]]) -> list[str]:
        act = say.DraftedAct(verb, say.TextRef(verb, []))
        lines = [say.LogEntry(key, args, 10, 5, 2, act, 1) for key, args in rows]
        texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
        return [plain(block.text) for block in digest(lines, texts, 0) if isinstance(block, Para)]

    cid, bob = told("give-up", ("population-lost-from", [2, "warriors"]), ("population-lost", [1, 1]))
    assert cid.startswith("Cid") and "Bob" not in cid and bob.startswith("Bob") and "1" in bob
    cid, age = told("end", ("corruption", [2, 4]), ("age-ends", ["I"]), ("antiquated", [1, "rich-land-a"]),
                    ("leader-goes", [0, "moses"]), ("wonder-goes", [2, "pyramids"]))  # fmt: skip
    assert "4" in cid and "Bob" not in cid and "Bob" in age and "I" in age
    assert Words(language)("digest.next").strip() not in age, "all of it is one phrase, its cause before it"
    cid, *_ = told("end", ("leader-goes", [2, "moses"]), ("age-ends", ["I"]))
    assert "I" not in cid, "what went before the age ended is not its doing"


@pytest.mark.parametrize(("language", "told"), [
    ("en", ["Bob: loses 1 resource, loses 1 food", "Bob loses 1 resource; loses 1 food"]),
    ("zh-Hans", ["Bob：失去1点资源，失去1点食物", "Bob失去1点资源；失去1点食物"]),
])  # fmt: skip
def test_a_split_is_told_by_what_came_of_it_all_on_one_level(language: str, told: list[str]) -> None:
    split = say.DraftedAct("split 1 1", say.TextRef("split", [1, 1]))
    rows: list[tuple[str, list[say.TextArgument]]] = [("resource-lost", [1, 1]), ("food-lost", [1, 1])]
    lines = [say.LogEntry(key, args, 10, 5, 1, split, 0) for key, args in rows]
    texts = presenter_for("through_the_ages", Words(language), NAMES).texts_for(0)
    assert [plain(block.text) for block in (*digest(lines, texts, 0), *log_paragraphs(lines, texts))] == told  # type: ignore[attr-defined]
