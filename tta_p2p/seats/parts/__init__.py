"""The messages of each concern of a game under way: a file a concern, found by `vocabulary`."""
