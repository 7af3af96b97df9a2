"""The pages of the lesson, in order. A new page is a function in a file here and its name below."""

from . import greedy_round, other_drafters, other_rules, sampled_round, where_it_pays

PAGES = (
    greedy_round.one_token,
    greedy_round.draft,
    greedy_round.verify,
    sampled_round.rule,
    sampled_round.residual,
    greedy_round.bonus,
    other_rules.same,
    other_rules.warmth,
    other_rules.block,
    where_it_pays.widths,
    where_it_pays.expected_yield,
    where_it_pays.many,
    other_drafters.lookup,
    other_drafters.kinds,
)
