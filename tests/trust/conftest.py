"""The tries: hostile text, damaged files, odd numbers, rough hands. Each says how often it tried, and from which seed."""

from tests.cli.conftest import cli  # noqa: F401
