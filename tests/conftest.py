"""For all tests: the engine's package comes first, so that OpenBLAS, where there is one, is loaded before mlx."""

import decoding  # noqa: F401
