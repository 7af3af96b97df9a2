"""Screens lay widgets out and bind keys; what is so is in the deck."""
