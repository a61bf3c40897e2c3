"""Everything that changes a table: a view calls one function, once."""
