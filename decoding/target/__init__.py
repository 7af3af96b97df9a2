"""The target, and any model that decoding steps through. It holds the state of a sequence (model, cache, roll-back) and the hidden states that
drafters read. It also holds the parts of mlx-lm's models, and how a target is read."""
