"""Names and texts of Through the Ages, one catalogue a language, by card id."""
