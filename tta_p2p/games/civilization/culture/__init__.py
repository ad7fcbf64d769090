"""Culture: the track, great people, and culture events."""
