"""A target sharded over several hosts. Rank 0 has everything else: tokenizer, drafters, verdict, screens; each follower has its part
of the target, and repeats the calls of rank 0's SequenceState. mlx.launch starts the followers, mlx-lm's `shard` splits the model."""
