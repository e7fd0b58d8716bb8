"""What must be known before play: measured from pictures, saved, checked; touches no hardware."""
