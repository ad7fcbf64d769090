"""Games of the data folder and of files: choosing one, counting them, stepping through one."""
