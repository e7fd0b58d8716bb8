"""The journal: every game move by move in one file, on the disk before it is acknowledged."""
