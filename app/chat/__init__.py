"""A conversation and the explanation of each of its tokens. No widgets."""
