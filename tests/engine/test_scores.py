from benchmarks.scores import told, wilson


def test_an_interval_is_wilsons():
    low, high = wilson([1.0] * 85 + [0.0] * 15)  # the roots of (0.85 - x)² = 1.96² x (1 - x) / 100

    assert (round(low, 4), round(high, 4)) == (0.7672, 0.9069)
    assert wilson([1.0] * 10)[1] == 1
    assert wilson([0.5] * 2)[0] < 0.1


def test_a_score_tells_what_was_played():
    assert told([1.0, 0.5, 0.0, 1.0]) == "2.5 of 4 (1 drawn), 95 % interval 21.9% to 90.8%"
