"""Campaigns that try for long what the tests try in short, with seeds that give again whatever they find."""

import argparse
import importlib
import os
import pkgutil
import sys

import campaigns

from tta_p2p.ui.guard import SWITCH

NAMES = sorted(one.name for one in pkgutil.iter_modules(campaigns.__path__) if not one.name.startswith("_"))
CAMPAIGNS = {name: importlib.import_module(f"campaigns.{name}") for name in NAMES}
"""Every module of `campaigns` is one."""


def main() -> int:
    """Parse the arguments and run the campaign that is named."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    named = parser.add_subparsers(dest="campaign", required=True)
    for name, campaign in CAMPAIGNS.items():
        text = str(campaign.__doc__)
        campaign.arguments(named.add_parser(name, description=text, help=text.partition("\n")[0]))
    wanted = parser.parse_args()
    os.environ[SWITCH] = "raise"  # a page that fails is a finding, also in the processes of a campaign
    found: int = CAMPAIGNS[wanted.campaign].run(wanted)
    return found


if __name__ == "__main__":
    sys.exit(main())
