"""`tta doctor`: is everything here that playing needs, and if not, what to do."""

from typing import Annotated

import typer

from tta_p2p.cli.output.formats import json_text


def doctor(as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    """Check keys, store, games, ports, multicast, terminal and clock; each is ok, or says what to do."""
    from tta_p2p.cli.errors import Report, report_of
    from tta_p2p.cli.output.speech import title_of, words
    from tta_p2p.cli.terminal import fault_log
    from tta_p2p.node.machine.doctor import examine

    with fault_log.log_faults(fault_log.folder()):
        findings = examine(words(), lambda error: (report_of(error) or Report(str(error), 0)).text, title_of)
    if as_json:
        typer.echo(json_text([{"what": one.what, "ok": one.ok, "says": one.says} for one in findings]))
    else:
        from tta_p2p.cli.output.layout import column
        from tta_p2p.cli.output.speech import text_of

        for one in findings:
            typer.echo(f"{'ok ' if one.ok else '!! '} {column(text_of(f'doctor.{one.what}'), 12)} {one.says}")
    if not all(one.ok for one in findings):
        raise typer.Exit(1)


def register(root: typer.Typer) -> None:
    """Add the command to `tta`."""
    root.command("doctor", rich_help_panel="you")(doctor)
