"""The commands of `tta`: `main` finds each by its file name."""
