"""Pairs of things that are easily mixed up, and how they differ.

The table is one string: "* one | other" and, on the next line, "= the answer"; entries are separated by blank lines, and a
line that starts with a space goes on with the line before.
"""

from ..texts import read

TEXT = read("explanations/differences")

TABLE = TEXT.TABLE
