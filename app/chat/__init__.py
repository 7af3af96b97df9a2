"""What was said and why each token is there. No widgets."""
