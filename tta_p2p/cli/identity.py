"""`tta id`: who you are to others, and whom you know."""

import json
from typing import TYPE_CHECKING, Annotated

import typer

from tta_p2p.cli._chosen import chosen_name
from tta_p2p.cli._help import Commands
from tta_p2p.cli._key import unlock
from tta_p2p.cli.errors import CommandFailed

if TYPE_CHECKING:
    from tta_p2p.store.database import Player, Store

app = Commands()


@app.command("show")
def show(as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """Show your name and key; the first time, a key is made."""
    from tta_p2p.node import people

    unlock()
    me = people.me()
    if as_json:
        typer.echo(json.dumps({"name": me.name, "fingerprint": me.fingerprint, "words": me.words, "ssh": me.ssh}))
        return
    typer.echo(f"{me.name}\n  key   {me.fingerprint}\n  aloud {me.words}")
    if me.ssh:
        typer.echo(f"  certified by the SSH key {me.ssh}")


@app.command("name")
def name(new: Annotated[str, typer.Argument()]) -> None:
    """Change the name that others read."""
    from tta_p2p.node import people

    typer.echo(f"others will read: {people.rename(chosen_name(new))}")


@app.command("passphrase")
def passphrase() -> None:
    """Lock your key with a passphrase, or with none."""
    import os

    from tta_p2p.store import identity
    from tta_p2p.store.home import home

    old = os.environ.get("TTA_PASSPHRASE") or typer.prompt(
        "passphrase until now (empty: none)", default="", hide_input=True, show_default=False
    )
    new = typer.prompt(
        "new passphrase (empty: none)", default="", hide_input=True, show_default=False, confirmation_prompt=True
    )
    identity.change_passphrase(home(), old or None, new or None)
    typer.echo("done; you will be asked for it, or set TTA_PASSPHRASE" if new else "done; the key is not locked")


@app.command("link-ssh")
def link_ssh(
    key: Annotated[str, typer.Argument()],
) -> None:
    """Let an SSH key certify this identity once; it never plays."""
    from tta_p2p.node import people

    unlock()
    typer.echo(f"certified by {people.link_ssh(key)}")


@app.command("list")
def list_players(as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """List the players you have met."""
    from tta_p2p.cli._printing import column
    from tta_p2p.node.people import fingerprint_of

    players = _store().players()
    if as_json:
        rows = [
            {"name": p.name, "fingerprint": fingerprint_of(p.identity), "compared": p.compared, "trusted": p.trusted}
            for p in players
        ]
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    if not players:
        typer.echo("nobody yet; players are remembered when you first play with them")
    for one in players:
        marks = ", ".join(word for word, on in (("compared", one.compared), ("trusted", one.trusted)) if on)
        typer.echo(f"{column(one.name, 24)} {fingerprint_of(one.identity)}  {marks or 'not compared'}")


@app.command("trust")
def trust(player: Annotated[str, typer.Argument()]) -> None:
    """Say that you have compared this player's key, by phrase or aloud."""
    store = _store()
    one = _find(store, player)
    store.mark_player(one.identity, compared=True, trusted=True)
    typer.echo(f"{one.name} is marked as compared")


@app.command("forget")
def forget(player: Annotated[str, typer.Argument()]) -> None:
    """Forget a player's key."""
    store = _store()
    one = _find(store, player)
    store.forget(one.identity)
    typer.echo(f"{one.name} is forgotten")


def _store() -> "Store":
    from tta_p2p.store.database import Store
    from tta_p2p.store.home import home

    return Store(home())


def _find(store: "Store", player: str) -> "Player":
    from tta_p2p.node.people import fingerprint_of

    found = [
        one
        for one in store.players()
        if one.name == player or (len(player) >= 4 and fingerprint_of(one.identity).startswith(player.lower()))
    ]
    if not found:
        raise CommandFailed(f"you have met nobody called {player!r}; tta id list shows all")
    if len(found) > 1:
        raise CommandFailed(f"several players are called {player!r}; give the beginning of the key")
    return found[0]


def register(root: typer.Typer) -> None:
    """Add the group to `tta`."""
    root.add_typer(app, name="id", rich_help_panel="you")
