"""The set-up behind its pages: cameras, boards, lamps, one step after the other, with one owner of the camera."""
