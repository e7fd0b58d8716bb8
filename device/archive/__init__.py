"""Kept games outside the journal: exports, backups, recordings, drawings, replays."""
