"""The rules of the games: pure, cannot do any I/O, knows no clock, no randomness, no picture."""
