"""The `tta` command: each command or group of commands is a module in `commands`, found by its file name."""
