"""What lies on a board as pieces, not spaces: costs of surfaces, ways to lay pieces, and the likeliest of them."""
