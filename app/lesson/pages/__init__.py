"""The pages of the lesson, in order. A new page is a file here and a name below."""

from ..page import Page
from . import (
    block_verification,
    bonus,
    copying,
    draft,
    expected_yield,
    heads,
    many_people,
    one_token,
    residual,
    rule,
    same_text,
    temperature,
    verify,
    where_it_pays,
)

PAGES: tuple[Page, ...] = tuple(
    module.PAGE
    for module in (
        one_token, draft, verify, rule, residual, bonus, same_text, temperature, block_verification, where_it_pays, expected_yield, many_people, copying, heads
    )
)  # fmt: skip
