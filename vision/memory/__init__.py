"""A board through time: what has settled, what changed since, and what is remembered past hands and shadows."""
