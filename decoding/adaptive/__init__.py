"""Learns during decoding what each draft length of each drafter costs and yields; adaptive k and auto choose by it."""
