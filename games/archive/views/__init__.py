"""Pages about what is over."""
