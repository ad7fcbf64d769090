"""`tta tables`: what is announced on the networks of this computer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import typer

from tta_p2p.cli.output.formats import json_text
from tta_p2p.cli.output.layout import column, with_hint
from tta_p2p.cli.output.speech import command_text, tell, text_of, title_of
from tta_p2p.cli.terminal import fault_log
from tta_p2p.node.lobby.announcements import find_tables, group_by_claim, join_address, network_of
from tta_p2p.node.plan.places import tables_in_folder
from tta_p2p.ui.style import showable


def list_tables(wait: float, interfaces: Sequence[str], as_json: bool) -> None:
    """Print open tables and games to watch, each with the command that goes there. Raises NoMulticast."""
    found = fault_log.run(find_tables, interfaces, wait)
    if as_json:
        rows = [
            {
                "table": one.notice.nick,
                "state": "playing" if one.notice.game else "open",
                "game": one.notice.plays,
                "sid": one.notice.game,
                "seats": one.notice.seats,
                "addresses": [str(place) for place in one.addresses],
                "reach": [str(network_of(place.host)[0]) for place in one.addresses],
            }
            for one in found
        ]
        typer.echo(json_text(rows))
        return
    if not found:
        tell("told.no-tables")
    for nodes in group_by_claim(found):
        notice = nodes[0].notice
        seats = text_of("told.table-line", seats=notice.seats)
        what = f"{column(notice.nick, 24)} {column(title_of(notice.plays), 18)} {seats}"
        do = "watch" if notice.game else "join"
        lines = with_hint(what, command_text(do, join_address(nodes[0])))
        typer.echo("\n".join([*lines, *(f"{'':10}{command_text(do, join_address(one))}" for one in nodes[1:])]))
        if (way := way_to([place.host for one in nodes for place in one.addresses])) != "":
            typer.echo(f"{'':10}{way}")


def list_tables_in(folder: str, named: str, as_json: bool) -> None:
    """Print the open tables in a folder, each with the command that goes there. Raises Unreachable.

    ``named``: how the folder was named here.
    """
    found = fault_log.run(tables_in_folder, folder)
    if as_json:
        typer.echo(json_text([{"table": one.table, "game": one.game, "key": one.key} for one in found]))
        return
    if not found:
        tell("told.no-tables-in", folder=showable(named))
    shared = Counter(one.table for one in found)
    for one in sorted(found, key=lambda one: one.opened):
        what = f"{column(one.table, 24)} {column(title_of(one.game), 18)}"
        named_so = [] if len(found) == 1 else [one.table if shared[one.table] == 1 else one.key]
        typer.echo("\n".join(with_hint(what, command_text("join", "--folder", named, *named_so))))


def way_to(hosts: Sequence[str]) -> str:
    """Say by which VPN somebody is reached at these addresses; empty where the first one is on the local network."""
    reach, vpn = network_of(hosts[0]) if hosts else ("", "")
    if reach != "vpn":
        return ""
    return text_of("place.through", vpn=vpn) if vpn else text_of("place.through-vpn")
