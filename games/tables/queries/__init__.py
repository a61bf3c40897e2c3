"""Reads: what a viewer may see, and lists of it."""
