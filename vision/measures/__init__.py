"""What the pixels of a board say before anybody thinks of pieces: light, hands, and a measure for each space."""
