"""Technologies: the pyramid, and the rules that single technologies add."""
