"""What the game says, by language."""
NAMES = {"en": {}}
WORDS = {"en": {}}
