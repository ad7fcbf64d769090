"""The seat protocol, served to clients for every kind of table."""
