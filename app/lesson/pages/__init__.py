"""The pages of the lesson, in order: the course, then those with `more`. A new page is a function in a file here and its name below."""

from . import greedy_round, inside_a_pass, other_drafters, other_rules, sampled_round, where_it_pays

PAGES = (
    greedy_round.one_token,
    greedy_round.draft,
    greedy_round.verify,
    inside_a_pass.causal,
    sampled_round.rule,
    sampled_round.residual,
    greedy_round.bonus,
    where_it_pays.widths,
    where_it_pays.many,
    other_drafters.questions,
    inside_a_pass.cache,
    where_it_pays.expected_yield,
    other_rules.same,
    other_rules.warmth,
    other_rules.block,
    other_drafters.lookup,
    other_drafters.kinds,
)
