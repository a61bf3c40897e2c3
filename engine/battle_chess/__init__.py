"""Battle Chess: data (pieces, setups) -> tables -> state, the only place with the rules."""
