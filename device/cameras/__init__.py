"""Cameras: the Pi's, a USB camera, recordings; and noticing that one is dead, frozen or at rest."""
