"""`tta host`, `join`, `tables`, `games`, `resume`, `rematch`, `attach`: playing with others."""

import json
import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from tta_p2p import DEFAULT_GAME
from tta_p2p.cli._chosen import (
    Ascii,
    Brief,
    Game,
    Options,
    OwnProgram,
    OwnPrograms,
    Plain,
    Seats,
    Variant,
    check_addresses,
    check_level,
    chosen_game,
    chosen_name,
    chosen_options,
    chosen_seats,
    read_programs,
)
from tta_p2p.cli._help import GameCommand
from tta_p2p.cli._key import unlock
from tta_p2p.cli.errors import USAGE, CommandFailed

if TYPE_CHECKING:
    from tta_p2p.cli._terminal import Manner
    from tta_p2p.node.history import StoredGame
    from tta_p2p.node.plans import Plan

Interface = Annotated[
    list[str] | None, typer.Option("--interface", help="Find and be found on this address of this machine only.")
]
Listen = Annotated[
    str,
    typer.Option(
        "--listen", help="Where to listen for everybody: ADDRESS:PORT; * is every address, 0 any port (default: *:0)."
    ),
]
Public = Annotated[
    str, typer.Option("--public", help="Where others reach that port, if elsewhere: HOST:PORT of a router, say.")
]
Name = Annotated[str, typer.Option("--name", help="What the others read; default: tta id name.")]
Bot = Annotated[str, typer.Option("--bot", help="Let a bot of this level play your own seat.")]
REACHED = {"host": "listening", "join": "joined", "resume": "playing"}
"""What a node reports when it has come to where it can be left alone."""
OVER = ("over", "called-off", "forfeited")
"""What becomes of a game that nobody plays on."""
Detach = Annotated[bool, typer.Option("--detach", help="Only start; play later with tta attach.")]


def host(
    seats: Seats = None,
    bots: Annotated[int, typer.Option(min=0, help="How many seats your own bots play.")] = 0,
    level: Annotated[str, typer.Option("--level", help="The level of these bots.")] = "easy",
    variant: Variant = "",
    option: Options = None,
    game: Game = DEFAULT_GAME,
    on_leave: Annotated[
        Literal["continue", "wait"], typer.Option(help="What happens when somebody leaves for good.")
    ] = "wait",
    audit: Annotated[Literal["closed", "open"], typer.Option(help="Whether all hands open after the game.")] = "closed",
    spectators: Annotated[
        bool, typer.Option("--spectators/--no-spectators", help="Whether others may watch (tta watch); never a hand.")
    ] = False,
    hints: Annotated[bool, typer.Option("--hints", help="Allow players to ask a bot for advice.")] = False,
    silence: Annotated[int, typer.Option(min=5, help="Seconds of silence before a seat may be called gone.")] = 60,
    listen: Listen = "",
    public: Public = "",
    interface: Interface = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Do not announce the table on the network.")] = False,
    table: Annotated[str, typer.Option("--table", help="The name of the table; default: your own.")] = "",
    name: Name = "",
    bot: Bot = "",
    bot_command: OwnPrograms = None,
    beside: Annotated[bool, typer.Option("--beside", help="Programs play further seats; yours is your own.")] = False,
    auto_start: Annotated[bool, typer.Option("--auto-start", help="Start as soon as all are ready.")] = False,
    detach: Detach = False,
    plain: Plain = False,
    brief: Brief = False,
    ascii: Ascii = False,
) -> None:
    """Open a table and play."""
    from tta_p2p.node import people
    from tta_p2p.node.meeting.conditions import Conditions
    from tta_p2p.node.plans import Plan

    manner = _manner(ascii, brief, plain)
    check_level(level if bots else "random")
    check_level(bot or "random")
    game = chosen_game(game)
    number = chosen_seats(game, seats)
    options = chosen_options(game, number, variant, option or [])
    programs = read_programs(bot_command or [])
    if bot and programs and not beside:
        raise CommandFailed("--bot and --bot-command both play your own seat; --beside gives programs others", USAGE)
    own = max(1, len(programs) + beside) + bots
    if own > number:
        raise CommandFailed(f"your node has {own} seats, but the table only {number}; raise --seats", USAGE)
    check_addresses(listen, public)
    _check_player(detach or bool(bot) or bool(programs and not beside), "--bot LEVEL lets a bot play your seat")
    name, table = (chosen_name(given) if given else "" for given in (name, table))
    unlock()
    conditions = Conditions(
        number,
        game,
        options,
        (level,) * bots,
        on_leave,
        audit,
        "open" if spectators else "none",
        hints=hints,
        silence=silence,
    )
    plan = Plan(
        do="host",
        id=_new_id(),
        name=name or people.me().name,
        conditions=conditions,
        listen=listen,
        public=public,
        table=table,
        bot=bot,
        programs=programs,
        beside=beside,
        at_once=auto_start or bool(bot) or bool(programs and not beside),
        quiet=quiet,
        interfaces=tuple(interface or ()),
    )
    _start(plan, detach, manner)


def join(
    table: Annotated[str, typer.Argument(help="HOST:PORT#KEY, or the name of a table (see tta tables).")] = "",
    listen: Listen = "",
    public: Public = "",
    interface: Interface = None,
    name: Name = "",
    bot: Bot = "",
    bot_command: OwnProgram = "",
    yes: Annotated[bool, typer.Option("--yes", help="Agree to whatever the table proposes.")] = False,
    wait: Annotated[
        float, typer.Option(min=0, help="For how many seconds to knock where nobody is yet, or a crowd at the door.")
    ] = 60.0,
    detach: Detach = False,
    plain: Plain = False,
    brief: Brief = False,
    ascii: Ascii = False,
) -> None:
    """Join a table and play; without a name or address, one of those that are announced."""
    from tta_p2p.cli._choosing import choose_table
    from tta_p2p.node import people
    from tta_p2p.node.plans import Plan

    manner = _manner(ascii, brief, plain)
    check_level(bot or "random")
    programs = read_programs([bot_command] if bot_command else [])
    if bot and programs:
        raise CommandFailed("--bot and --bot-command both play your seat; choose one", USAGE)
    check_addresses(listen, public)
    name = chosen_name(name) if name else ""
    unlock()
    chosen = choose_table(table, interface or ())
    _check_player(detach or bool(bot or programs), "--bot LEVEL lets a bot play your seat")
    is_address = ":" in chosen
    plan = Plan(
        do="join",
        id=_new_id(),
        name=name or people.me().name,
        listen=listen,
        public=public,
        address=chosen if is_address else "",
        table="" if is_address else chosen,
        bot=bot,
        programs=programs,
        at_once=yes or bool(bot or programs),
        knocking=wait,
        interfaces=tuple(interface or ()),
    )
    _start(plan, detach, manner)


def tables(
    wait: Annotated[float, typer.Option(min=0.2, help="How many seconds to look.")] = 3.0,
    interface: Interface = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False,
) -> None:
    """List open tables and games to watch on this network."""
    import trio

    from tta_p2p.cli._printing import column
    from tta_p2p.node.meeting.announcing import tables as find
    from tta_p2p.registry import title

    found = trio.run(find, tuple(interface or ()), wait)
    if as_json:
        rows = [
            {
                "table": one.notice.nick,
                "state": "playing" if one.notice.game else "open",
                "game": one.notice.plays,
                "sid": one.notice.game,
                "seats": one.notice.seats,
                "addresses": [str(place) for place in one.addresses],
            }
            for one in found
        ]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    if not found:
        typer.echo("no table is announced here; open one with tta host, or join by address: tta join HOST:PORT#KEY")
    shown = set()
    for one in found:
        if one.notice.game in shown:  # another node of a game that is in the list
            continue
        if one.notice.game:
            shown.add(one.notice.game)
        do = "watch" if one.notice.game else "join"
        what = f"{column(one.notice.nick, 24)} {column(title(one.notice.plays), 18)} {one.notice.seats} seats"
        typer.echo(f"{what}   tta {do} {one.addresses[0]}")


def games(as_json: Annotated[bool, typer.Option("--json", help="Print as JSON.")] = False) -> None:
    """List your games: those that run, those to be resumed, those that are over."""
    from tta_p2p.cli._printing import column
    from tta_p2p.cli._stored import short_ids, when
    from tta_p2p.node import running
    from tta_p2p.node.history import stored_games
    from tta_p2p.registry import broken, title
    from tta_p2p.store.home import home
    from tta_p2p.ui.style import showable

    for error in broken():
        typer.echo(showable(f"{error}; it is left out"), err=True)
    folder = home()
    nodes = list(running.running(folder))
    live = {node.sid: node for node in nodes if node.sid}
    rows = stored_games(folder)
    if as_json:
        typer.echo(
            json.dumps([{**row.as_dict(), "running": row.sid in live} for row in rows], ensure_ascii=False, indent=1)
        )
        return
    for node in nodes:
        if not node.sid:
            what = f"{column(title(node.game), 18)} {column(node.table, 24)}"
            typer.echo(f"{'lobby':9} {what} tta attach {node.id}")
    ids = short_ids(rows)
    for row in rows:
        hint = f"tta attach {ids[row.sid]}" if row.sid in live else row.hint(ids[row.sid])
        if row.sid in live and live[row.sid].state == running.FAULTED:
            hint = f"tta resume {ids[row.sid]} (tta has failed in it)"
        what = f"{ids[row.sid]}  {column(title(row.game), 18)} {when(row)}  {row.status:9}"
        alone = "  (on this machine alone)" if row.local else ""
        typer.echo(f"{what} {showable(', '.join(row.players))}{alone}  {hint}")
        if row.sid in live and live[row.sid].watch:
            typer.echo(f"{'':10}others look on with: tta watch {live[row.sid].watch}")
    if not rows and not nodes:
        typer.echo("no games yet; tta play begins one here, tta host opens a table, tta join sits down at one")


def resume(
    game: Annotated[str, typer.Argument()] = "",
    listen: Listen = "",
    public: Public = "",
    detach: Detach = False,
    plain: Plain = False,
    brief: Brief = False,
    ascii: Ascii = False,
) -> None:
    """Take a game up again where it stopped; one that is over, named by its id, so that others can fetch its end."""
    from tta_p2p.cli import _nodes
    from tta_p2p.cli._stored import meant, the_one
    from tta_p2p.node import running
    from tta_p2p.node.history import stored_games
    from tta_p2p.node.plans import Plan
    from tta_p2p.store.home import home

    manner = _manner(ascii, brief, plain)
    rows = meant(stored_games(home()), game)
    rows = [row for row in rows if game or row.under_way]
    if not rows:
        text = "no game of yours begins so" if game else "you have no unfinished game"
        raise CommandFailed(f"{text}; tta games lists all")
    check_addresses(listen, public)
    row = the_one(rows, f"several of your games begin with {game}" if game else "several games are unfinished")
    if row.local:
        _resume_local(row, manner)
    if row.needs:
        raise CommandFailed(f"this game was begun with another version of tta-p2p: resume it with {row.needs}")
    node = next((node for node in running.running(home()) if node.sid == row.sid), None)
    if node is not None and node.state == running.FAULTED:
        typer.echo("tta has failed in this game: its node is stopped and started anew", err=True)
        _nodes.stop(node)
        node = None
    if node is None:
        unlock()
        plan = Plan(do="resume", id=row.id or _new_id(), name=row.me, listen=listen, public=public, sid=row.sid)
        _start(plan, detach, manner)
        return
    typer.echo(f"this game runs already; come back to it with: tta attach {node.id}", err=True)
    if not detach:
        _play(node.socket, manner)


def rematch(
    game: Annotated[str, typer.Argument()] = "",
    detach: Detach = False,
    plain: Plain = False,
    brief: Brief = False,
    ascii: Ascii = False,
) -> None:
    """Play again at the table of a game that is over: its host opens it, the others go there."""
    from tta_p2p.cli._stored import meant, the_one
    from tta_p2p.node.again import plan_of_stored
    from tta_p2p.node.history import stored_games
    from tta_p2p.store.home import home

    manner = _manner(ascii, brief, plain)
    rows = [row for row in meant(stored_games(home()), game) if row.status in OVER and not row.local]
    if not rows:
        text = "no game of yours that is over begins so" if game else "no game of yours with others is over"
        raise CommandFailed(f"{text}; tta games lists all")
    row = the_one(rows, f"several of your games begin with {game}") if game else rows[0]
    if row.needs:
        raise CommandFailed(f"this game was begun with another version of tta-p2p ({row.needs}); open a new table")
    plan = plan_of_stored(home(), bytes.fromhex(row.sid))
    _check_player(detach or bool(plan.bot) or bool(plan.programs and not plan.beside), "a person has played this seat")
    unlock()
    _start(plan, detach, manner)


def attach(
    game: Annotated[str, typer.Argument()] = "",
    watch: Annotated[bool, typer.Option("--watch", help="Look on without driving a seat.")] = False,
    take_over: Annotated[
        bool, typer.Option("--take-over", help="Take the seat from another client, or from a program.")
    ] = False,
    seat: Annotated[int | None, typer.Option("--seat", min=1, help="If several are yours: which of the table.")] = None,
    plain: Plain = False,
    brief: Brief = False,
    ascii: Ascii = False,
) -> None:
    """Come back to a game that runs on this machine."""
    from tta_p2p.cli._nodes import pick
    from tta_p2p.node import running
    from tta_p2p.store.home import home

    manner = _manner(ascii, brief, plain)
    node = pick(running.running(home()), game)
    _play(node.socket, manner, watch, take_over, None if seat is None else seat - 1)


def _resume_local(row: "StoredGame", manner: "Manner") -> None:
    """Go on with a game of this machine alone. Raises CommandFailed, and Exit when the player leaves."""
    from tta_p2p.cli._local import play_local
    from tta_p2p.cli._stored import SHORT
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home
    from tta_p2p.table.local_record import read_charter

    if not row.under_way:
        raise CommandFailed(f"this game is {row.status}; tta replay {row.sid[:SHORT]} shows it")
    store = Store(home())
    found = store.game(bytes.fromhex(row.sid))
    store.close()
    assert found is not None
    raise typer.Exit(play_local(read_charter(found.charter), manner))


def _manner(ascii: bool, brief: bool, plain: bool) -> "Manner":
    """How to show things; the language is what the root of the command line has heard."""
    from tta_p2p.cli._terminal import Manner

    return Manner("", ascii, brief, plain)


def _new_id() -> str:
    from tta_p2p.cli._nodes import new_id

    return new_id()


def _check_player(in_hand: bool, instead: str) -> None:
    """Raise CommandFailed where nobody would play a seat: no person types, and nothing else was asked for."""
    if not in_hand and not (sys.stdin is not None and sys.stdin.isatty()):
        text = "nobody types here: the input is no terminal. --detach only starts, to be played later with tta attach"
        raise CommandFailed(f"{text}; {instead}", USAGE)


def _start(plan: "Plan", detach: bool, manner: "Manner") -> None:
    """Start a node process and play with it from this terminal."""
    from tta_p2p.cli import _nodes
    from tta_p2p.node import running
    from tta_p2p.store.home import home

    folder = home()
    process = _nodes.spawn(plan, folder)
    _nodes.reached(process, plan, folder, "ready")
    if detach:  # nobody looks at it from here on: only what has come about is told
        where = _nodes.reached(process, plan, folder, REACHED[plan.do])
        if plan.do == "host":
            typer.echo(f"others join with: tta join {where}")
            if not plan.quiet:
                named = shlex.quote(plan.table or plan.name)
                typer.echo(f"on your own network, if tta tables shows it, also with: tta join {named}")
        typer.echo(f"running; come back with: tta attach {plan.id}")
        return
    node = next((node for node in running.running(folder) if node.id == plan.id), None)
    if node is None:
        raise CommandFailed("the node ended at once")
    _play(node.socket, manner)


def _play(socket: str, manner: "Manner", watch: bool = False, take_over: bool = False, seat: int | None = None) -> None:
    """Play from this terminal until the game is over or the player leaves; the node goes on."""
    import trio

    from tta_p2p.cli._terminal import play_at

    raise typer.Exit(trio.run(play_at, socket, watch, take_over, seat, manner))


def register(root: typer.Typer) -> None:
    """Add the commands to `tta`."""
    root.command("host", cls=GameCommand, rich_help_panel="play")(host)
    root.command("join", rich_help_panel="play")(join)
    root.command("tables", rich_help_panel="play")(tables)
    root.command("games", rich_help_panel="games")(games)
    root.command("resume", rich_help_panel="games")(resume)
    root.command("rematch", rich_help_panel="games")(rematch)
    root.command("attach", rich_help_panel="games")(attach)
