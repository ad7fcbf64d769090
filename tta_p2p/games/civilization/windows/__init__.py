"""Windows: declarations wait while other seats may answer them."""
