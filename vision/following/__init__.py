"""Where a known board lies from picture to picture, and whether anything at all has changed."""
