"""Campaigns that try for long what the tests try in short, with seeds that give again whatever they find."""

import argparse
import os
import sys

from campaigns import nodes, protocol, rules, screens, stores

from tta_p2p.ui.guard import SWITCH

CAMPAIGNS = {"rules": rules, "protocol": protocol, "nodes": nodes, "screens": screens, "stores": stores}


def main() -> int:
    """Parse the arguments and run the campaign that is named."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    named = parser.add_subparsers(dest="campaign", required=True)
    for name, campaign in CAMPAIGNS.items():
        text = str(campaign.__doc__)
        campaign.arguments(named.add_parser(name, description=text, help=text.partition("\n")[0]))
    wanted = parser.parse_args()
    os.environ[SWITCH] = "raise"  # a page that fails is a finding, also in the processes of a campaign
    return CAMPAIGNS[wanted.campaign].run(wanted)


if __name__ == "__main__":
    sys.exit(main())
