"""Where bots sit: what an author sees, loading, and asking."""
