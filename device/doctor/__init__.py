"""The doctor: what is wrong with the installation, and what to do about it."""
