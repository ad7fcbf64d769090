"""One player beside the others: limits, holdings, coins, opponents, departure."""
