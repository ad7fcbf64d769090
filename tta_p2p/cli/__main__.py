"""`python -m tta_p2p.cli` is `tta`."""

from tta_p2p.cli.main import main

main()
