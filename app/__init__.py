"""The playground and its commands. Importing this package imports nothing else."""

__version__ = "0.1.0"
