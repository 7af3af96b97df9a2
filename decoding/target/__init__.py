"""The target, and any model that decoding steps through: the state of a sequence (model, cache, how it goes back), the hidden states that
drafters read, the parts of mlx-lm's models, reading a target from its folder."""
