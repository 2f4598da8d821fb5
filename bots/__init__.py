"""The bots that come with the arena, one a file, written to be read."""
