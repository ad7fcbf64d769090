"""Help pages and what is wrong with a command line, in the words of the catalogue."""
