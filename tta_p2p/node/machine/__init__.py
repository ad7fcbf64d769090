"""The machine a node runs on: its programs, its other nodes, what a node takes from it, and whether it is fit."""
