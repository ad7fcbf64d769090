"""The movement phase: groups, their journeys, and Russia's sacrifice."""
