"""Coming together: the lobby, who is there, what all agree to, and finding tables."""
