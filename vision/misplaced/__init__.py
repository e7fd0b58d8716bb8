"""What does not lie on the grid: crooked, between spaces, across the edge."""
