"""The version of this program; the page reloads itself when it changes."""

VERSION = "0.1.0"
