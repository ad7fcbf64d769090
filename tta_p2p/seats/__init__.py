"""The seat protocol: how a screen, a bot or any program plays one seat of a node, in lines of JSON."""
