"""The game of Pitch: pure, without files, clock, bots or ambient randomness."""
