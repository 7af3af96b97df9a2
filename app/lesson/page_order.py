"""The pages in order. A new page is a file in pages/ and a name here."""

from __future__ import annotations

from .page import Page
from .pages import block_verification, bonus, copying, draft, heads, one_token, residual, rule, same, verify, warmth, widths

PAGES: tuple[Page, ...] = tuple(
    module.PAGE for module in (one_token, draft, verify, rule, residual, bonus, same, warmth, block_verification, widths, copying, heads)
)  # fmt: skip
