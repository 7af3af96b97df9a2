"""What only a CPU needs."""
