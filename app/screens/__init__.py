"""Screens lay widgets out and bind keys; the state is in app_state.py."""
