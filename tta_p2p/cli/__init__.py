"""The `tta` command: one module a command or group of commands, found by `main` by their file names."""
