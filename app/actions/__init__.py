"""What a person can do: one verb a function, on the app state."""
