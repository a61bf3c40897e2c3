"""Everything that changes a challenge or a match: a view or a task calls one function, once."""
