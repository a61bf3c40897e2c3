"""Computer players. They know the protocol and no game."""

from engine.compiled import use

COMPILED = use(__path__)
