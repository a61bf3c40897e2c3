"""C types that games and searches share. They know no game."""

from engine.compiled import use

COMPILED = use(__path__)
