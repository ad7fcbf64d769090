"""The parts of a client, a file for each."""
