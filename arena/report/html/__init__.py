"""Results as one self-contained page: figures, tables and a table to watch hands at, with no script but ours and nothing to fetch."""
