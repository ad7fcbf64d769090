"""What a data folder holds, as people read it: their identity, their games, and whether all of it is sound."""
