"""The pages of Through the Ages."""
