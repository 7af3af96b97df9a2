"""Little events of everyday life, as texts that can be retold. Brackets that are alike are decided alike in a whole block.

A block for each:
    - a sentence that is always there
    + a sentence that may be left out
    1 the whole in one sentence; 2 in two sentences
    ? a question :: its answer
{name} and {friend} are people; {he} {him} {his} belong to {name}; other slots are drawn from the lists at the end.
"""

from ..texts import read

TEXT = read("fables/events")

EVENTS = TEXT.EVENTS

LISTS = TEXT.LISTS
MEN_NAMES = "Tom Ben Max Leo Sam Jack Finn Paul Noah Emil Hugo Oscar Theo Felix Henry Oliver Daniel Peter Simon David Adam Luke Mark Martin George Arthur Edward Frank Ivan Jonas Karl Lars Liam Mateo Milo Nico Omar Otto Pablo Ravi Tim Toby Victor Will Yusuf Anton Bruno Carlos Kenji Samir".split()  # fmt: skip
WOMEN_NAMES = "Anna Lily Mia Emma Lucy Ella Nora Clara Ida Rosa Ruby Alice Maya Zoe Grace Sophie Julia Eva Laura Sara Nina Amy Kate Mary Helen Jane Betty Daisy Flora Greta Hannah Iris Ivy Jenny Lena Lola Luna Maria Mina Molly Nadia Olga Pia Priya Rita Stella Tara Vera Yuki Zara".split()  # fmt: skip

# {text} is the text; the request stands before or after it
ORDERS = TEXT.ORDERS
SECOND = TEXT.SECOND
