"""Pages before a game and at its beginning: the people there, and the conditions that everybody agrees to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from tta_p2p.games.game import Game
from tta_p2p.i18n import Words, chain, command, game_texts
from tta_p2p.registry import UnknownGame, load_rules
from tta_p2p.seats.messages import LobbyMember, LobbyReply, SeatInfo, TextRef, WelcomeReply

from .blocks import Block, Fields, Gap, Heading, Para, fields, table
from .cells import Piece, Span, row, width
from .invitation import WHOLE, invitation_rows, may_invite
from .presenter import Presenter
from .texts import Texts, sentence
from .titles import seat_name, title_text

SEATS = ("bots", "seats")
"""Conditions whose last argument names seats."""
CHOICES = {"setting": 1, "game-variant": 2}
"""Where the conditions of these keys name what was chosen."""
PLAYED = ("game", "game-variant", "setting", "bots")
"""Conditions that matter to whoever has nobody to agree with."""
MAX_ADDRESSES = 8
"""So many addresses of a table are explained; a computer with more has many like the last ones."""


def lobby_blocks(
    lobby: LobbyReply, words: Words, before: LobbyReply | None = None, by_keys: bool = False
) -> tuple[Block, ...]:
    """Show who is in the lobby, what they agree to and what is to be done; not again what was shown before.

    What is to be done stands last; ``by_keys``: by keys, else by words that are typed.
    """
    if lobby.state == "failed":
        return ()  # the node has said why before
    if not lobby.guests:
        begun = (
            before is not None
            and not before.guests
            and _empty_lobby_text(before, words) == _empty_lobby_text(lobby, words)
        )
        return () if begun else (Para(row(_empty_lobby_text(lobby, words))),)
    taken = sum(guest.seats for guest in lobby.guests)
    blocks: list[Block] = [
        Heading(row(words("lobby.title", table=lobby.table, taken=taken, seats=lobby.seats))),
    ]
    free = taken < lobby.seats
    was_free = before is not None and 0 < sum(guest.seats for guest in before.guests) < lobby.seats
    asked = lobby.router is not None and (before is None or lobby.router != before.router)
    opened = _opened(lobby) and (before is None or not _opened(before))
    if lobby.address and free and (opened or not was_free):
        rows = invitation_rows(lobby, words) if may_invite(lobby) else [command("join", lobby.address)]
        blocks += _joining("lobby.address", rows, words)
        if lobby.announced:
            blocks += _joining("lobby.nearby", [command("join", lobby.table)], words)
        blocks += _places(lobby, words)
    if lobby.folder and free and (before is None or not was_free):
        rows = [command("join", "--folder", words("lobby.folder.copy"))]
        blocks += _joining("lobby.folder", rows, words)
    if free and asked and lobby.router is not None and "start" in lobby.offers:
        told = words.optional_line(f"router.{lobby.router.key}", lobby.router.args)
        blocks += [Para(row(told), 2, 2)] if told else []
    if before is None or (lobby.guests, lobby.seats) != (before.guests, before.seats):
        blocks.append(_guests(lobby, words))
    else:
        blocks = blocks[1:]  # the same people are there and agree
    strangers = _strangers(lobby)
    if strangers and (before is None or strangers != _strangers(before)):
        blocks.append(Para(row(words("lobby.compare", names=words.listed(strangers), n=len(strangers))), 2, 2))
    if lobby.conditions and (before is None or lobby.conditions != before.conditions):
        blocks.append(Heading(row(words("lobby.conditions"))))
        blocks += [Para(row("- ", sentence), 2, 2) for sentence in conditions(lobby.game, lobby.conditions, words)]
    if lobby.phrase and (before is None or lobby.phrase != before.phrase):
        blocks.append(Para(row(words("lobby.phrase"), " ", Span(lobby.phrase, "mine"))))
    told = _next_step(lobby, words, by_keys)
    if told and (blocks or before is None or told != _next_step(before, words, by_keys)):
        blocks.append(Para(row(Span(told, "mine"))))
    return tuple(blocks)


def _opened(lobby: LobbyReply) -> bool:
    """Whether the router of this computer has opened the port."""
    return any(one.reach == "router" for one in lobby.places)


def _joining(key: str, rows: list[str], words: Words) -> list[Block]:
    """Say how others join: by commands that are on one line each wherever that can be, so that they can be copied."""
    told = words(key, command=" ".join(rows))
    if width(told) <= WHOLE:
        return [Para(row(told), 2, 2)]
    return [Para(row(words(key, command="").rstrip()), 2, 2), *(Para(row(one), 4, 2) for one in rows)]


def _places(lobby: LobbyReply, words: Words) -> list[Block]:
    """Say from where each address can be reached, unless there is nothing but the local network and this computer."""
    plain = ("network", "here")
    if all(one.reach in plain for one in lobby.places) and any(one.reach == "network" for one in lobby.places):
        return []
    if len(lobby.places) < 2 and all(one.reach == "here" for one in lobby.places):  # a person has chosen that
        return []
    others = [one for one in lobby.places if one.reach != "here"] or lobby.places
    listed = [(one.address, reach_text(one.reach, one.vpn, words)) for one in others[:MAX_ADDRESSES]]
    return [Para(row(words("lobby.places")), 2, 2), fields(*listed, indent=4)]


def reach_text(reach: str, vpn: str, words: Words) -> str:
    """Say from where an address is reached; of a kind that a later node names, the name."""
    if reach == "vpn" and vpn:
        return words("place.vpn-named", vpn=vpn)
    return words.name_of("place", reach)


def _guests(lobby: LobbyReply, words: Words) -> Block:
    """Give the table of who is there."""
    rows: list[list[Piece]] = []
    for guest in lobby.guests:
        ready = words("lobby.away" if guest.away else "lobby.ready" if guest.ready else "lobby.not-ready")
        host = words("lobby.host") if guest.host else ""
        apart = " " if host[:1].isascii() and host else ""  # wide brackets bring their own space
        several = words("lobby.has-seats", n=guest.seats) if guest.seats > 1 else ""  # with bots, or by several people
        name = row(Span(guest.name, "heading"), apart, host, several)
        rows.append([name, Span(ready, "good" if guest.ready else "warn"), guest.key, _key_status(guest, words)])
    head = [words(f"lobby.{column}") for column in ("who", "agrees", "key", "known")]
    return table(head, rows, "llll", 2, flex=0)


NEXT_STEPS = {"agreed": ("host",), "agreeing": ("host", "ready"), "starting": (), "waiting": ("host", "ready")}
"""How a lobby stands in which there is something to say of what comes next -> to whom something else is said."""


def _next_step(lobby: LobbyReply, words: Words, by_keys: bool) -> str:
    """Say what is to be done."""
    awaited = [guest.name for guest in lobby.guests if not guest.ready]
    stands = "agreed" if lobby.state == "agreeing" and not awaited else lobby.state
    todo = f"screen.lobby-state.{stands}" if by_keys else f"lobby.state.{stands}"
    if "start" in lobby.offers:
        role = "host"
    else:
        role = "ready" if any(guest.ready and _is_reader(guest) for guest in lobby.guests) else ""
    if stands not in NEXT_STEPS:
        return ""
    if role in NEXT_STEPS[stands]:
        todo = f"{todo}.{role}"
    if lobby.begins and stands in ("agreeing", "waiting"):
        todo = f"lobby.begins.{stands}"
    return words(todo, names=words.listed(awaited), n=len(awaited))


def lobby_waits(lobby: LobbyReply, words: Words) -> list[str]:
    """Say whom a lobby waits for: as many players as are missing, who has yet to agree, or the host."""
    if not lobby.guests:
        return [_empty_lobby_text(lobby, words)]
    said = list[str]()
    if (missing := lobby.seats - sum(guest.seats for guest in lobby.guests)) > 0:
        said.append(words("lobby.waits", n=missing))
    if any(not guest.ready and _is_reader(guest) for guest in lobby.guests):
        said.append(words("lobby.waits.you"))
    if others := [guest.name for guest in lobby.guests if not guest.ready and not _is_reader(guest)]:
        said.append(words("lobby.waits.others", names=words.listed(others)))
    return said or [_next_step(lobby, words, by_keys=False)]


def is_consent_void(lobby: LobbyReply, before: LobbyReply | None) -> bool:
    """Whether whoever reads this had agreed to a table that has changed since, so that it counts no more."""
    if before is None or not any(guest.ready and _is_reader(guest) for guest in before.guests):
        return False
    asked = any(not guest.ready and _is_reader(guest) for guest in lobby.guests)
    who, was = ([guest.key for guest in one.guests] for one in (lobby, before))
    return asked and (who != was or lobby.conditions != before.conditions)


def _choice_text(rules: Game[Any, Any], chosen: str, words: Words) -> str:
    """Say what a choice changes (`annex.without-effect`); of what every game begins with, nothing."""
    usual = {f"{setting.name}.{setting.choices[0]}" for setting in rules.settings}
    return "" if chosen in usual else Texts(rules, words).optional(f"choice.{chosen}") or ""


def conditions(game: str, said: Iterable[TextRef], words: Words) -> list[str]:
    """Say what everybody agrees to, a sentence each; settings are called as the game calls them."""
    try:
        rules = load_rules(game)
    except UnknownGame:
        return []
    texts = {key: text for one in reversed(chain(words.language)) for key, text in game_texts(rules, one).items()}
    named = {key: text for key, text in texts.items() if key.startswith("setting.")}
    named[f"game.{game}"] = title_text(game, words)
    sentences = []
    for one in said:
        plain = {f"setting.{one.args[1]}": str(one.args[2])} if one.key == "setting" and len(one.args) > 2 else {}
        known = words.extended({"en": {**plain, **named}})
        key = f"charter.{one.key}"
        args = one.args if one.key not in SEATS else [*one.args[:-1], _with_bot_names(one, words)]
        text = known.optional_line(key, args) or one.key
        sentences.append(sentence(text) if _is_about_future_guest(one) else text)
        chosen = one.args[CHOICES[one.key] :][:1] if one.key in CHOICES else []
        sentences += [does for value in chosen if (does := _choice_text(rules, str(value), words))]
    return sentences


def _is_about_future_guest(one: TextRef) -> bool:
    """Whether it is first about a guest who has not come yet, and is called by a number; a name stays as it is."""
    first = one.args[0] if one.args else None
    return isinstance(first, list) and bool(first) and isinstance(first[0], int)


def _with_bot_names(one: TextRef, words: Words) -> Any:
    """Give the seats that a sentence names last, bots and programs as the reader's language calls them."""
    seats, person = one.args[-1], one.key == "seats"  # who operates them sits on the first one
    if not isinstance(seats, list):
        return seats
    return [seat_name(name, bool(at or not person), words) if isinstance(name, str) else name
            for at, name in enumerate(seats)]  # fmt: skip


def _key_status(guest: LobbyMember, words: Words) -> str:
    """Say what is known of somebody's key."""
    said = ((f"known.{one.key}", one) for one in guest.known)
    return "; ".join(words.optional_line(key, one.args) or one.key for key, one in said)


def _is_reader(guest: LobbyMember) -> bool:
    """Whether it is whoever reads this."""
    return any(one.key == "you" for one in guest.known)


def _strangers(lobby: LobbyReply) -> list[str]:
    """Name those whose keys were not compared yet."""
    asked = ("new", "not-compared")
    return [guest.name for guest in lobby.guests if any(one.key in asked for one in guest.known)]


def _empty_lobby_text(lobby: LobbyReply, words: Words) -> str:
    """Describe a lobby in which nobody is."""
    if lobby.table:
        return words("lobby.opening")
    return words("lobby.knocking", address=lobby.address) if lobby.address else words("lobby.looking")


def welcome_blocks(
    welcome: WelcomeReply,
    words: Words,
    presenter: Presenter,
    again: bool = False,
    watching: bool = False,
    notes: Callable[[SeatInfo], Iterable[str]] = lambda info: (),
) -> tuple[Block, ...]:
    """Show what is played, by whom, under which conditions; ``notes``: what else stands beside a player."""
    seats = []
    for info in welcome.seats:
        beside = []
        if info.seat == welcome.seat:
            beside.append(words("seats.you"))
        if info.bot:
            level = words.name_of("level", info.bot)
            own = info.operated_by == info.name
            beside.append(words("seats.bot-own" if own else "seats.bot", level=level, by=info.operated_by))
        elif info.operated_by != info.name:
            beside.append(words("seats.operated", by=info.operated_by))
        if not info.connected:
            beside.append(words("seats.connecting" if info.connecting else "seats.away"))
        else:
            beside += map(words, notes(info))
        role = "mine" if info.seat == welcome.seat else ""
        name = seat_name(info.name, bool(info.bot), words)
        seats.append((Span(name, role), row(", ".join(beside))))
    listed = Fields(tuple((row(str(number), ". ", name), notes) for number, (name, notes) in enumerate(seats, 1)), 2)
    heading = words("seats.again") if again else words("welcome", game=title_text(welcome.game, words))
    blocks: list[Block] = [Heading(row(heading)), listed]
    if again:
        return tuple(blocks)
    alone = len({info.operator for info in welcome.seats}) == 1 and not watching
    played = [one for one in welcome.charter if one.key in PLAYED]
    told = msgspec.structs.replace(welcome, charter=played, phrase="") if alone and played else welcome
    blocks += conditions_blocks(told, words, presenter)
    if watching:
        blocks.append(Para(row(words("watching"))))
    blocks += [Para(row(words("help-is"))), Gap()]
    return tuple(blocks)


def conditions_blocks(welcome: WelcomeReply, words: Words, presenter: Presenter) -> list[Block]:
    """Show the charter in plain sentences, and the phrase to compare."""
    blocks = list[Block]()
    if welcome.phrase:  # first: it is of use only if everybody sees it
        blocks.append(Para(row(words("lobby.phrase"), " ", Span(welcome.phrase, "mine"))))
    said = conditions(welcome.game, welcome.charter, words)
    blocks += [Para(row("- ", sentence), 2, 2) for sentence in said]
    if not welcome.charter:
        options, choices = [], presenter.table_choices(welcome.options)
        for name, value in choices.items():
            label = presenter.texts.optional(f"setting.{name}") or name
            options.append((label, presenter.texts.optional(f"setting.{name}.{value}") or str(value)))
        blocks.append(fields(*options, indent=2))
        told = (_choice_text(presenter.game, f"{name}.{value}", words) for name, value in choices.items())
        blocks += [Para(row(does), 2) for does in told if does]
    return blocks
