"""Each kind of figure is written in one way (screens.md), and a ratio is the quotient of the figures beside it."""

import random

from specdeck.drawing import figures


def test_each_kind_has_its_form():
    assert [figures.share(x) for x in (0, 0.001, 0.863, 0.998, 1)] == ["0%", "<1%", "86%", ">99%", "100%"]
    assert [figures.probability(x) for x in (0, 0.001, 0.6, 0.998, 1)] == [".00", "<.01", ".60", ">.99", "1.00"]
    assert [figures.precisely(x) for x in (0.5764, 0.99996, 1.0, 1.0004, 1 - 1e-12)] == [".576", ".99996", "1", "1", "1"], "what is below 1 is not 1"
    assert [figures.precisely(x) for x in (4.18e-34, 1.2e-5, 0.00012, 0.0)] == ["<.000001", ".000012", ".00012", "0"], "no power of ten"
    assert [figures.rate(x) for x in (151.44, 33.36, 9.996, 3.336, 0.5123)] == ["151.4 tok/s", "33.4 tok/s", "10.0 tok/s", "3.34 tok/s", "0.512 tok/s"]
    assert [figures.size(x) for x in (4.61e9, 999.7e6, 77.44e6, 5e4)] == ["4.61 GB", "1 GB", "77.4 MB", "50 kB"]


def test_a_column_has_one_unit():
    assert [figures.duration(x, 0.362) for x in (0.362, 0.0041)] == ["362 ms", "4 ms"] and figures.duration(0.0145) == "14.5 ms"
    assert [figures.duration(x, 7.66) for x in (7.66, 0.04)] == ["7.66 s", "0.04 s"] and figures.size(29.2e6, 1.2e9) == "0.03 / 1.20 GB"


def test_a_speed_up_is_what_a_reader_finds_who_divides_the_two_rates():
    rng = random.Random(1)
    for _ in range(2000):
        a, b = (10 ** rng.uniform(-1, 3.5) for _ in range(2))
        assert figures.speedup(b, a) == f"{float(figures.pace(b)) / float(figures.pace(a)):.2f}x"
    assert (figures.speedup(5.0, 0.0), figures.speedup(0.0, 5.0)) == ("1.00x", "0.00x")
