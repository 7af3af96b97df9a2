"""Two settings on one prompt: the trials, their result, the race."""
