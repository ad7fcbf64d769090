"""One game at one peer: the rules' needs become the session's operations, its events become the rules' facts."""
