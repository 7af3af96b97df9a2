"""The record of `model`: a second, smaller model that drafts."""

from __future__ import annotations

from ..find.checkpoint import WHOLE
from ..find.shared_strings import SharedStrings
from .base import Drafter
from .drafter_record import DrafterRecord, Files, Loading

NEEDS = "a smaller model with this vocabulary"


def _load(loading: Loading) -> Drafter:
    from .model_drafter import ModelDrafter
    from .translating_drafter import TranslatingDrafter

    translates = isinstance(loading.vocabulary, SharedStrings)
    return (TranslatingDrafter if translates else ModelDrafter).load(loading)


RECORD = DrafterRecord(
    name=WHOLE,
    words="a smaller model of the same vocabulary",
    suggestion=1,
    hue="#56b4e9",
    files=Files(
        is_one=lambda config, tensors: False,  # recognise.py falls back on this kind
        load=_load,
        needs=NEEDS,
        embedded="drafter",
        unasked="always",
    ),
)
