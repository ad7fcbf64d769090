"""Storage that outlives a process: the data folder, the identity key, known players, and the games in SQLite."""
