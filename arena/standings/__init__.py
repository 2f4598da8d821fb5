"""How strong each entrant is, and how sure that is."""
