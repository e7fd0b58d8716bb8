"""Lamps, buzzer and buttons through gpiozero, and what they show."""
