"""The screens that have a tab, in the order of their tabs. A new one is a file and a line here."""

from __future__ import annotations

from .chat import ChatScreen
from .compare import CompareScreen
from .lesson import LessonScreen
from .models import ModelsScreen
from .tab import TabScreen

TABS: tuple[type[TabScreen], ...] = (ChatScreen, CompareScreen, LessonScreen, ModelsScreen)
