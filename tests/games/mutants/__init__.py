"""Games that each break one rule of the contract, by the check that must catch them."""
