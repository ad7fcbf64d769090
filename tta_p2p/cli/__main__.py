"""`python -m tta_p2p.cli` is `tta`, and so is the command that is installed: here both begin.

Nothing is imported before `main` is under way, so Ctrl-C is heard as soon as a line of this program runs.
"""

import os

INTERRUPTED = 130
"""The exit code of a program that Ctrl-C has ended, as in `errors`, which is still to be imported."""


def main() -> None:
    """Run `tta` and exit; Ctrl-C ends it without a word, also while it is imported."""
    try:
        _run()
    except KeyboardInterrupt:  # before or after all that hears it
        _end()


def _run() -> None:
    import signal

    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:  # a shell may start what is behind with Ctrl-C ignored
        signal.signal(signal.SIGINT, _end)  # an exception might meet an import that takes it for a fault
    from tta_p2p.cli import main as program

    signal.signal(signal.SIGINT, before)
    program.main()


def _end(*_: object) -> None:
    """End at once: nothing has begun yet that had to be ended, or all of it has."""
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    main()
