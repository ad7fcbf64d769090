"""Node processes: starting and finding them, the tables they announce, and playing at one."""
