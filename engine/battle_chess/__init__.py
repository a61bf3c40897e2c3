"""Battle Chess: data (pieces, setups) -> tables -> state, the only place with the rules."""

from engine.compiled import use

COMPILED = use(__path__)
