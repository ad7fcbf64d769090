"""Channels between peers, and finding them: addresses, discovery, lobby, mesh. Knows no game and no session."""
