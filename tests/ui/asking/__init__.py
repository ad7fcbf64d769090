"""Every frame that asks, of every game, at the full screen: a real position for each, by game and name."""
