"""The fables' plots. {a} is the hero ("the lion"), {b} the other one; {he} {him} {his} belong to the hero, {she} {her} {to_her} to the other.

A block for each:
    themes: what it is about; size: of the two; a: traits of the hero; b: traits of the other
    - the sentences after the first, which names both or only the hero
    = the fable in one sentence
    ? a question :: its answer
"""

from ..texts import read

TEXT = read("fables/plots")

PLOTS = TEXT.PLOTS
