"""What tests of games and of the application share; imported by tests only."""
