"""How commands print: words of the catalogue, layout, pages and progress."""
