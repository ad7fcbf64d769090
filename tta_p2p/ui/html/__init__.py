"""A recorded game as one web page that needs nothing else: no network, no other file, no program but a browser."""
