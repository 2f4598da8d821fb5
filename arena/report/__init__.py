"""Standings and results as text, files and pages."""
