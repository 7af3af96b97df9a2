"""Two settings on one prompt: trials, their result, the race."""
