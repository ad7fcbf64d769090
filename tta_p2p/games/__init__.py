"""Games as pure rules: the contract every game keeps, what seats know, and a local dealer."""
