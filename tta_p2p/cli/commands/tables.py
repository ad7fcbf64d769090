"""`tta host`, `join`, `tables`, `games`, `resume`, `rematch`, `attach`: playing with others."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli.errors import USAGE, CommandFailed, error_text, for_people
from tta_p2p.cli.help.command import GameCommand
from tta_p2p.cli.nodes import attachment
from tta_p2p.cli.options.choices import (
    Game,
    Options,
    OwnProgram,
    OwnPrograms,
    Seats,
    Variant,
    ask_for_programs,
    check_folder,
    check_level,
    check_whereabouts,
    chosen_game,
    chosen_name,
    chosen_options,
    chosen_seats,
    may_ask_router,
    name_for_others,
    read_programs,
    seconds_between_looks,
    whole_path,
)
from tta_p2p.cli.options.groups import DisplayOptions, Interface, NetworkOptions, with_groups
from tta_p2p.cli.output.formats import json_text
from tta_p2p.cli.output.speech import command_text, names_of, tell, text_of, title_of, words
from tta_p2p.cli.terminal.passphrase import unlock

if TYPE_CHECKING:
    from tta_p2p.cli.terminal.display import DisplayMode
    from tta_p2p.node.data_folder.stored_games import StoredGame
    from tta_p2p.node.machine.roster import RunningNode
    from tta_p2p.node.plan.plans import Plan
    from tta_p2p.store.moved_programs import Command

Name = Annotated[str, typer.Option("--name")]
Bot = Annotated[str, typer.Option("--bot", rich_help_panel="programs")]
Detach = Annotated[bool, typer.Option("--detach")]
Quiet = Annotated[bool, typer.Option("--quiet", rich_help_panel="network")]

AWAY, IDLE = 60, 900
"""Seconds for which a table waits for somebody who is away, and for a decision, where its host chooses nothing else."""


@with_groups
def host(
    seats: Seats = None,
    bots: Annotated[int, typer.Option(min=0)] = 0,
    level: Annotated[str, typer.Option("--level")] = "easy",
    variant: Variant = "",
    option: Options = None,
    game: Game = DEFAULT_GAME,
    on_leave: Annotated[Literal["continue", "wait"], typer.Option(rich_help_panel="table")] = "wait",
    audit: Annotated[Literal["closed", "open"], typer.Option(rich_help_panel="table")] = "closed",
    spectators: Annotated[bool, typer.Option("--spectators/--no-spectators", rich_help_panel="table")] = False,
    hints: Annotated[bool, typer.Option("--hints", rich_help_panel="table")] = False,
    away: Annotated[int, typer.Option(min=5, rich_help_panel="table")] = AWAY,
    idle: Annotated[int, typer.Option(min=0, rich_help_panel="table")] = IDLE,
    stand_in: Annotated[int, typer.Option("--stand-in", min=0, rich_help_panel="table")] = 0,
    *,
    network: NetworkOptions,
    quiet: Quiet = False,
    table: Annotated[str, typer.Option("--table")] = "",
    name: Name = "",
    bot: Bot = "",
    bot_command: OwnPrograms = None,
    beside: Annotated[bool, typer.Option("--beside", rich_help_panel="programs")] = False,
    auto_start: Annotated[bool, typer.Option("--auto-start", rich_help_panel="table")] = False,
    detach: Detach = False,
    display: DisplayOptions,
) -> None:
    """Open a table and play."""
    from tta_p2p.node.lobby.conditions import Conditions
    from tta_p2p.node.lobby.room import LONGEST_LIMIT
    from tta_p2p.node.plan.plans import Plan
    from tta_p2p.table.binding import LONGEST, SHORTEST

    manner = display.manner()
    game = chosen_game(game)
    for asked in filter(None, (level if bots else "", bot)):
        check_level(asked, game)
    number = chosen_seats(game, seats)
    options = chosen_options(game, number, variant, option or [])
    programs = read_programs(bot_command or [])
    if bot and programs and not beside:
        raise CommandFailed(text_of("told.both-bots-host"), USAGE)
    own = max(1, len(programs) + beside) + bots
    if own > number:
        raise CommandFailed(text_of("told.own-seats", own=own, seats=number), USAGE)
    if stand_in and not SHORTEST <= stand_in <= LONGEST:
        raise CommandFailed(text_of("told.stand-in", least=SHORTEST, most=LONGEST), USAGE)
    network.check()
    _check_player(detach or bool(bot) or bool(programs and not beside))
    table = chosen_name(table) if table else ""
    unlock()
    name = name_for_others(name)
    if network.folder and (away, idle) == (AWAY, IDLE):  # whoever copies may do so once a day
        away, idle = LONGEST_LIMIT, 0
    conditions = Conditions(
        number,
        game,
        options,
        (level,) * bots,
        on_leave,
        audit,
        "open" if spectators else "none",
        hints=hints,
        away=away,
        idle=idle,
        stand_in=stand_in,
    )
    plan = Plan(
        do="host",
        id=_new_id(),
        name=name,
        conditions=conditions,
        listen=network.listen,
        public=network.public,
        table=table,
        bot=bot,
        programs=programs,
        beside=beside,
        at_once=auto_start or bool(bot) or bool(programs and not beside),
        quiet=quiet,
        interfaces=tuple(network.interface or ()),
        router=may_ask_router(),
        onion=network.onion,
        folder=network.shared,
        look=seconds_between_looks(),
    )
    attachment.start(plan, detach, manner)


@with_groups
def join(
    table: Annotated[list[str] | None, typer.Argument()] = None,
    *,
    network: NetworkOptions,
    quiet: Quiet = False,
    name: Name = "",
    bot: Bot = "",
    bot_command: OwnProgram = "",
    yes: Annotated[bool, typer.Option("--yes")] = False,
    wait: Annotated[float, typer.Option(min=0)] = 60.0,
    detach: Detach = False,
    display: DisplayOptions,
) -> None:
    """Join a table and play; without a name, address or invitation, one of those that are announced."""
    from tta_p2p.cli.nodes.table_choice import choose_table, is_place, read_words
    from tta_p2p.node.plan.plans import Plan

    manner = display.manner()
    check_level(bot or "random")
    programs = read_programs([bot_command] if bot_command else [])
    if bot and programs:
        raise CommandFailed(text_of("told.both-bots"), USAGE)
    network.check()
    wanted = read_words(table or ())
    unlock()
    name = name_for_others(name)
    chosen = wanted if network.folder and not is_place(wanted) else choose_table(wanted, network.interface or (), wait)
    _check_player(detach or bool(bot or programs))
    is_address = ":" in chosen
    plan = Plan(
        do="join",
        id=_new_id(),
        name=name,
        listen=network.listen,
        public=network.public,
        address=chosen if is_address else "",
        table="" if is_address else chosen,
        bot=bot,
        programs=programs,
        at_once=yes or bool(bot or programs),
        knocking=wait,
        quiet=quiet,
        interfaces=tuple(network.interface or ()),
        router=may_ask_router(),
        onion=network.onion,
        folder=network.shared,
        look=seconds_between_looks(),
    )
    attachment.start(plan, detach, manner)


def tables(
    wait: Annotated[float, typer.Option(min=0.2)] = 3.0,
    interface: Interface = None,
    folder: Annotated[str, typer.Option("--folder")] = "",
    as_json: Annotated[bool, typer.Option("--json")] = False,
) -> None:
    """List open tables and games to watch on this network, or the open tables in a folder."""
    from tta_p2p.cli.nodes.nearby import list_tables, list_tables_in
    from tta_p2p.cli.options.choices import check_interfaces

    check_interfaces(interface or ())
    if folder:
        check_folder(folder)
        list_tables_in(whole_path(folder), folder, as_json)
    else:
        list_tables(wait, tuple(interface or ()), as_json)


def games(as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """List your games: those that run and whom they wait for, those to be resumed, those that are over."""
    from tta_p2p.cli.nodes import pending
    from tta_p2p.cli.output.layout import column, fill_lines, with_hint, wrap_text
    from tta_p2p.cli.stored_games.selection import last_played, result, short_ids, tell_mended
    from tta_p2p.node.data_folder import soundness
    from tta_p2p.node.data_folder.stored_games import signs, stored_games
    from tta_p2p.node.machine import endings, roster
    from tta_p2p.registry import broken_games
    from tta_p2p.store import identity
    from tta_p2p.store.home import home
    from tta_p2p.ui.style import showable

    for error in broken_games():
        typer.echo(showable(text_of("doctor.games-left-out", why=error)), err=True)
    folder, away = home(), ""
    try:
        identity.check_here(folder)
    except identity.FolderMoved as error:
        away = error_text(error)
    nodes = list(roster.running_nodes(folder))
    live = {node.sid: node for node in nodes if node.sid}
    rows = stored_games(folder, tell_mended)
    talking = [node for node in live.values() if node.state != roster.FAULTED]
    waits = pending.waits(talking)
    awaited = {row.sid: pending.NOBODY for row in rows}
    awaited |= {node.sid: waits.get(node.id, pending.NOBODY) for node in talking}
    ends = {row.sid: endings.find(folder, row.sid) for row in rows if row.under_way and row.sid not in live}
    why = {sid: end.text(words()) for sid, end in ends.items() if end is not None}
    if as_json:
        more = [
            {
                "running": row.sid in live,
                "waits_for": [*awaited[row.sid].names],
                "since": awaited[row.sid].since,
                "present": [*awaited[row.sid].present],
                "unread": awaited[row.sid].unread,
                "ended": why.get(row.sid, ""),
            }
            for row in rows
        ]
        found = [{**row.as_dict(), **its} for row, its in zip(rows, more, strict=True)]
        typer.echo(json_text(found))
        return
    if away:
        typer.echo(for_people(away), err=True)
    for older in soundness.older_copy(folder, words()):
        typer.echo(showable(older), err=True)
    ids = short_ids(rows)
    again = {node.before: node for node in nodes if node.before and not node.sid}
    for node in nodes:
        if not node.sid:
            what = f"{column(title_of(node.game), 18)} {column(node.table, 24)}"
            typer.echo(
                "\n".join(with_hint(f"{column(text_of('told.lobby'), 9)} {what}", command_text("attach", node.id)))
            )
            if node.before in ids:
                typer.echo(f"{'':10}{text_of('told.open-again', id=ids[node.before])}")
    tables_ended = [(name, end) for name, end in endings.lobbies(folder) if name not in {node.id for node in nodes}]
    for _, end in tables_ended:
        what = f"{column(title_of(end.game) if end.game else '', 18)} {showable(end.table)}"
        typer.echo(f"{column(text_of('told.lobby'), 9)} {what}")
        said = wrap_text(text_of("told.ended-lobby", why=end.text(words())))
        typer.echo("\n".join(f"{'':10}{line}" for line in said))
    for row in rows:
        if any(signs(node, row) for node in nodes):  # that node is in the list, and asks whether it has begun
            continue
        offered = row.result or row.local or not away
        hints = _hints(row, ids[row.sid], live.get(row.sid), bool(away) or row.sid in again) if offered else []
        gone = bool(away) and row.under_way and not row.local
        status = column(text_of(f"told.status.{'moved' if gone else row.status}"), 10)
        what = f"{ids[row.sid]}  {column(title_of(row.game), 18)} {last_played(row)}  {status}"
        what += f" {showable(text_of('comma').join(names_of(row.players)))}{'  ' + _alone(row) if row.local else ''}"
        lines = with_hint(what, "" if row.result else "   ".join(hints))
        if row.result:
            lines += [f"{'':10}{showable(result(row))}", *(f"{'':10}{line}" for line in fill_lines(hints, 3))]
        typer.echo("\n".join(lines))
        if row.under_way and (waiting := pending.pending_text(awaited[row.sid], row.me)):
            typer.echo("\n".join(f"{'':10}{line}" for line in wrap_text(showable(waiting))))
        if row.sid in why:
            typer.echo("\n".join(f"{'':10}{line}" for line in wrap_text(text_of("told.ended", why=why[row.sid]))))
        if row.sid in live and (command := watching(live[row.sid].watch)):
            typer.echo(f"{'':10}{text_of('told.watch-with', command=command)}")
    if not rows and not nodes and not tables_ended:
        tell("told.no-games")


def watching(where: str) -> str:
    """The command for each address of a game that others type to watch it; empty where it is at none."""
    from tta_p2p.node.lobby.announcements import split_addresses
    from tta_p2p.ui.invitation import alternatives

    addresses = split_addresses(where)
    return alternatives([command_text("watch", address) for address in addresses], words()) if addresses else ""


def _hints(row: "StoredGame", id: str, node: "RunningNode | None", is_open: bool) -> list[str]:
    """Give the commands for a game; ``id`` is as much of its id as names it alone, ``node`` plays it here.

    ``is_open``: its table is open again here, in the list by itself, or no table can be from here.
    """
    from tta_p2p.cli.stored_games.selection import OVER, needed_program
    from tta_p2p.node.data_folder.stored_games import DAMAGED
    from tta_p2p.node.machine import roster

    if node is not None and node.state == roster.FAULTED:
        return [text_of("told.failed-in-it", id=id)]
    if row.needs:
        return [text_of("told.hint-needs", needs=needed_program(row))]
    if row.status == DAMAGED:
        return [text_of("told.hint-damaged")]
    if row.status not in OVER:
        return [command_text("attach" if node is not None else "resume", id)]
    again = [] if row.local or (is_open and node is None) else ["attach" if node is not None else "rematch"]
    return [command_text(do, id) for do in ("replay", "export", *again)]


@with_groups
def resume(
    game: Annotated[str, typer.Argument()] = "",
    *,
    at: Annotated[list[str] | None, typer.Option("--at")] = None,
    network: Annotated[NetworkOptions, "listen", "public", "folder"],
    quiet: Quiet = False,
    detach: Detach = False,
    display: DisplayOptions,
) -> None:
    """Take a game up again where it stopped; one that is over, named by its id, so that others can fetch its end."""
    from tta_p2p.cli.stored_games.selection import (
        check_undamaged,
        matching_games,
        needed_program,
        only_game,
        short_ids,
        tell_mended,
    )
    from tta_p2p.cli.stored_games.whereabouts import check_members
    from tta_p2p.node.data_folder.stored_games import DAMAGED, stored_games
    from tta_p2p.node.plan.plans import Plan
    from tta_p2p.store.home import home

    manner = display.manner()
    found = stored_games(home(), tell_mended)
    rows = [row for row in matching_games(found, game) if game or row.under_way]
    damaged, ids = [row for row in found if row.status == DAMAGED], short_ids(found)
    if not rows and damaged and not game:
        games = words().listed([ids[row.sid] for row in damaged])
        raise CommandFailed(text_of("told.only-damaged", games=games, n=len(damaged), folder=home()))
    if not rows:
        raise CommandFailed(text_of("told.no-id" if game else "told.no-unfinished", id=game))
    network.check()
    check_whereabouts(at or ())
    row = check_undamaged(only_game(rows, game))
    if row.needs and row.under_way:
        raise CommandFailed(text_of("told.another-version", needs=needed_program(row)))
    if row.local:
        _resume_local(row, manner)
    if row.needs:
        raise CommandFailed(text_of("told.another-version", needs=needed_program(row)))
    check_members(row, at or ())
    plan = Plan(
        do="resume",
        id=row.id or _new_id(),
        name=row.me,
        listen=network.listen,
        public=network.public,
        sid=row.sid,
        sought=tuple(at or ()),
        quiet=quiet,
        router=may_ask_router(),
        folder=network.shared,
        look=seconds_between_looks(),
    )
    ask_for_programs(_programs_of(row))
    attachment.resume_at_node(row, plan, detach, manner)


@with_groups
def rematch(
    game: Annotated[str, typer.Argument()] = "",
    *,
    detach: Detach = False,
    display: DisplayOptions,
) -> None:
    """Play again at the table of a game that is over: its host opens it, the others go there."""
    from tta_p2p.cli.stored_games.selection import OVER, matching_games, needed_program, only_game
    from tta_p2p.node.data_folder.stored_games import stored_games
    from tta_p2p.node.plan.rematch_plan import rematch_plan_of
    from tta_p2p.store.home import home

    manner = display.manner()
    rows = [row for row in matching_games(stored_games(home()), game) if row.status in OVER and not row.local]
    if not rows:
        raise CommandFailed(text_of("told.no-finished-so" if game else "told.no-finished", id=game))
    row = only_game(rows, game) if game else rows[0]
    if not row.readable:
        raise CommandFailed(text_of("told.begun-with", needs=needed_program(row)))

    def plan() -> "Plan":
        found = rematch_plan_of(home(), bytes.fromhex(row.sid))
        ask_for_programs((one.words, one.folder) for one in found.programs)
        _check_player(detach or bool(found.bot) or bool(found.programs and not found.beside))
        return found

    attachment.open_again(row, plan, detach, manner)


@with_groups
def attach(
    game: Annotated[str, typer.Argument()] = "",
    *,
    watch: Annotated[bool, typer.Option("--watch")] = False,
    take_over: Annotated[bool, typer.Option("--take-over")] = False,
    seat: Annotated[int | None, typer.Option("--seat", min=1)] = None,
    display: DisplayOptions,
) -> None:
    """Come back to a game that runs on this machine."""
    from tta_p2p.cli.nodes.processes import pick
    from tta_p2p.store import identity
    from tta_p2p.store.home import home

    manner = display.manner()
    nodes = attachment.nodes_to_come(home(), game)
    if not nodes:
        identity.check_here(home())  # what does not run here may run where it has moved to
    node = pick(nodes, game)
    attachment.play(node.socket, manner, watch, take_over, None if seat is None else seat - 1)


def _alone(row: "StoredGame") -> str:
    """Say that a game is on this computer only, and what it goes on from."""
    sid, turn = row.origin
    if not turn:
        return text_of("told.alone")
    return text_of("told.alone-from", origin=sid[:8] or text_of("told.a-file"), turn=turn)


def _resume_local(row: "StoredGame", manner: "DisplayMode") -> None:
    """Go on with a game of this machine alone. Raises CommandFailed, and Exit when the player leaves."""
    from tta_p2p.cli.stored_games.selection import end_text
    from tta_p2p.cli.terminal import start_line
    from tta_p2p.cli.terminal.local_games import play_local
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table.local_record import read_charter

    if not row.under_way:
        raise CommandFailed(end_text(row))
    store = Store(home())
    found = store.game(bytes.fromhex(row.sid))
    store.close()
    assert found is not None
    charter = read_charter(found.charter)
    ask_for_programs(charter.programs.values())
    with start_line.shown(charter.game, manner):
        raise typer.Exit(play_local(charter, manner))


def _programs_of(row: "StoredGame") -> "list[Command]":
    """Give the programs of a stored game; none where that cannot be read, which is told when the game is taken up."""
    import msgspec

    from tta_p2p.node.plan.plans import Secrets
    from tta_p2p.store.database import Store, StoreError
    from tta_p2p.store.home import home

    try:
        store = Store(home())
        found = store.game(bytes.fromhex(row.sid))
        store.close()
        secrets = msgspec.msgpack.decode(found.secrets if found is not None else b"", type=Secrets)
    except (StoreError, msgspec.DecodeError, ValueError, RecursionError):
        return []
    return [(one.words, one.folder) for one in secrets.programs.values()]


def _new_id() -> str:
    from tta_p2p.cli.nodes.processes import new_id

    return new_id()


def _check_player(in_hand: bool) -> None:
    """Raise CommandFailed where nobody would play a seat: no person types, and nothing else was asked for."""
    if not in_hand and not (sys.stdin is not None and sys.stdin.isatty()):
        raise CommandFailed(text_of("told.no-player"), USAGE)


def register(root: typer.Typer) -> None:
    """Add the commands to `tta`."""
    root.command("host", cls=GameCommand, rich_help_panel="play")(host)
    root.command("join", rich_help_panel="play")(join)
    root.command("tables", rich_help_panel="play")(tables)
    root.command("games", rich_help_panel="games")(games)
    root.command("resume", rich_help_panel="games")(resume)
    root.command("rematch", rich_help_panel="games")(rematch)
    root.command("attach", rich_help_panel="games")(attach)
