"""Acts in words: their labels, targets, costs and gains, and the right phase for them."""
