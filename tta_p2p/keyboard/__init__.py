"""The keys of the screen: what there is to do, with which keys, and the file in which a player chooses others."""
