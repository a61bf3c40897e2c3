"""Computer players. They know the protocol and no game."""
