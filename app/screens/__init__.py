"""Screens lay widgets out and bind keys; the state is in the deck."""
