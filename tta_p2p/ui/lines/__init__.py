"""The line client: lines of text as they come, for people at any terminal, for scripts and for screen readers."""
