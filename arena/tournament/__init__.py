"""What is played, by whom, where results are kept."""
