"""Many games between bots and programs in this process, and what they come to."""
