"""Chakart: data (pieces) -> tables -> position (first steps) -> state (a turn), the only place with the rules."""

from engine.compiled import use

COMPILED = use(__path__)
