"""Whole questions that a tiny model cannot answer, by kind, each with a thing that a story could be about instead.

One line each: "question = thing".
"""

from .texts import read

TEXT = read("refusal_questions")

NEWS = TEXT.NEWS

WEATHER = TEXT.WEATHER

TIME = TEXT.TIME

PRIVATE = TEXT.PRIVATE

POLITICS = TEXT.POLITICS

LAW_AND_MONEY = TEXT.LAW_AND_MONEY

ACTIONS = TEXT.ACTIONS

OPINIONS = TEXT.OPINIONS

PREDICTIONS = TEXT.PREDICTIONS

BIG_QUESTIONS = TEXT.BIG_QUESTIONS

LONG_TASKS = TEXT.LONG_TASKS
