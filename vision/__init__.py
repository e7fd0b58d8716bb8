"""Pictures to readings: knows no rule of a game, no hardware and no web."""
