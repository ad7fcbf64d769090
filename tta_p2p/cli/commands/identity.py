"""`tta id`: who you are to others, and whom you know."""

from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli.errors import CommandFailed
from tta_p2p.cli.help.command import Commands
from tta_p2p.cli.options.choices import chosen_name
from tta_p2p.cli.output.formats import json_text
from tta_p2p.cli.output.speech import ask_hidden, tell, text_of
from tta_p2p.cli.terminal.passphrase import unlock

if TYPE_CHECKING:
    from tta_p2p.store.database import KnownPlayer, Store

app = Commands()


@app.command("show")
def show(as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """Show your name and key; the first time, a key is made."""
    from tta_p2p.node.data_folder import people

    unlock()
    me = people.own_identity()
    if as_json:
        typer.echo(json_text({"name": me.name, "fingerprint": me.fingerprint, "words": me.words, "ssh": me.ssh}))
        return
    from tta_p2p.cli.output.layout import column

    typer.echo(me.name)
    for key, value in (("told.key", me.fingerprint), ("told.key-aloud", me.words)):
        typer.echo(f"  {column(text_of(key), 6)} {value}")
    if me.ssh:
        typer.echo(f"  {text_of('told.key-ssh', key=me.ssh)}")


@app.command("name")
def name(new: Annotated[str, typer.Argument()]) -> None:
    """Change the name that others read."""
    from tta_p2p.node.data_folder import people

    tell("told.name-now", name=people.rename(chosen_name(new)))


@app.command("passphrase")
def passphrase() -> None:
    """Lock your key with a passphrase, or with none."""
    import os

    from tta_p2p.store import identity
    from tta_p2p.store.home import home

    folder = home()  # before anybody types
    old = os.environ.get("TTA_PASSPHRASE") or ask_hidden(text_of("told.passphrase-old"))
    new = ask_hidden(text_of("told.passphrase-new"), text_of("told.passphrase-again"))
    identity.change_passphrase(folder, old or None, new or None)
    tell("told.passphrase-set" if new else "told.passphrase-none")


@app.command("link-ssh")
def link_ssh(key: Annotated[str, typer.Argument()]) -> None:
    """Let an SSH key certify this identity once; it never plays."""
    from tta_p2p.node.data_folder import people

    unlock()
    tell("told.certified", key=people.link_ssh(key))


@app.command("list")
def list_players(as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """List the players you have met."""
    from tta_p2p.cli.output.layout import column
    from tta_p2p.node.data_folder.people import fingerprint_of, words_of

    players = _store().players()
    if as_json:
        rows = [
            {
                "name": p.name,
                "fingerprint": fingerprint_of(p.identity),
                "words": words_of(p.identity),
                "compared": p.compared,
                "trusted": p.trusted,
            }
            for p in players
        ]
        typer.echo(json_text(rows))
        return
    if not players:
        tell("told.nobody-met")
    for one in players:
        shown = text_of("told.compared" if one.compared else "told.not-compared")
        typer.echo(f"{column(one.name, 24)} {fingerprint_of(one.identity)}  {shown}")
        typer.echo(f"{'':24} {words_of(one.identity)}")


@app.command("trust")
def trust(player: Annotated[str, typer.Argument()]) -> None:
    """Say that you have compared this player's key, by phrase or aloud."""
    store = _store()
    one = _find(store, player)
    store.mark_player(one.identity, compared=True, trusted=True)
    tell("told.marked", name=one.name)


@app.command("forget")
def forget(player: Annotated[str, typer.Argument()]) -> None:
    """Forget a player's key and where the player was found."""
    from tta_p2p.node.data_folder.whereabouts import forget_whereabouts

    store = _store()
    one = _find(store, player)
    forget_whereabouts(store.folder, one.identity)
    store.forget(one.identity)
    tell("told.forgotten", name=one.name)


def _store() -> "Store":
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home

    return Store(home())


def _find(store: "Store", player: str) -> "KnownPlayer":
    from tta_p2p.node.data_folder.people import fingerprint_of

    found = [
        one
        for one in store.players()
        if one.name == player or (len(player) >= 4 and fingerprint_of(one.identity).startswith(player.lower()))
    ]
    if not found:
        raise CommandFailed(text_of("told.not-met", name=player))
    if len(found) > 1:
        raise CommandFailed(text_of("told.not-met-one", name=player))
    return found[0]


def register(root: typer.Typer) -> None:
    """Add the group to `tta`."""
    root.add_typer(app, name="id", rich_help_panel="you")
