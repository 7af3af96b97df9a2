"""The drafters: whoever guesses ahead of the target."""
