"""The simulated table in pictures: room, light, pieces, hands, and a player who plays by the rules."""
