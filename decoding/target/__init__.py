"""The target, and any model that decoding steps through: the state of a sequence (model, cache, roll-back), the hidden states that drafters
read, the parts of mlx-lm's models, and how a target is read."""
