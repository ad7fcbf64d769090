"""Output of commands: words of the catalogue, layout, pages and progress."""
