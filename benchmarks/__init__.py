"""How fast the arena is, as ratios against something measured in the same run; never part of the tests."""
