"""The long-lived process: it meets others in the lobby, keeps one game going, and serves its own seats."""
