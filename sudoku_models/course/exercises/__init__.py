"""The exercises, a file for each lesson."""
