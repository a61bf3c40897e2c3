"""The tabletop game by post: dice, sheets, fights, captures, experience. `game` holds a fight as a Replayable."""
