"""Cards and boards of Through the Ages."""
