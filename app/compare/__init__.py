"""Two to four settings on one prompt: the timed replies, their result, the race."""
