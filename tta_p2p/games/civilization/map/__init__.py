"""The map: squares and the paths over them."""
