"""What looks at positions add up to, and how it is written."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import record_json, record_text, registry
from engine.analysis import VERSION, Better, Look, analysis, from_json, look_from_json, look_to_json, remarks, to_json
from engine.protocol import NotationError
from tests.engine.matches import recorded

chances = st.floats(0, 1)
RESULTS = st.sampled_from(["1-0", "0-1", "1/2-1/2"])


@st.composite
def matches(draw):
    """Looks at a match of some plies, the last without a decision."""
    found = []
    for ply in range(draw(st.integers(0, 30))):
        look = Look(ply, draw(chances), draw(st.floats(-0.5, 0.5)), draw(st.sampled_from([0, 1])), draw(chances))
        found.append(look)
    return [*found, Look(len(found), draw(chances), draw(st.floats(-0.5, 0.5)))]


@given(matches(), RESULTS)
def test_start_luck_and_play_add_up_to_the_result_of_each(looks, result):
    found = analysis(looks, result)
    for seat in (0, 1):
        side = found.side(seat)
        assert side.start + side.luck + side.play - side.other == pytest.approx(side.result, abs=1e-9)
        assert side.adjusted + side.luck == pytest.approx(side.result, abs=1e-9)


@given(matches(), RESULTS)
def test_the_luck_of_one_is_the_bad_luck_of_the_other(looks, result):
    found = analysis(looks, result)
    first, second = found.side(0), found.side(1)
    assert first.luck == pytest.approx(-second.luck, abs=1e-12)
    assert first.luck == pytest.approx(sum(look.luck for look in looks), abs=1e-9)
    assert (first.play, first.other) == (second.other, second.play)
    assert first.start + second.start == pytest.approx(1)


def test_a_ply_is_told_before_and_after_its_draws():
    looks = [Look(0, 0.5, seat=0, loss=0.12), Look(1, 0.3, luck=-0.1, seat=1), Look(2, 0.0)]
    first, second = analysis(looks, "0-1").plies
    assert (first.before, first.expected, first.after) == (0.5, pytest.approx(0.4), 0.3)
    assert first.luck == pytest.approx(-0.1)
    assert (first.size, first.lucky) == ("large", True)
    assert (second.size, second.lucky) == ("", False)


def test_who_gives_a_match_up_pays_for_it():
    found = analysis([Look(0, 0.5, seat=0), Look(1, 0.7)], "0-1")
    assert found.given == pytest.approx(-0.7)
    assert found.side(0).play == pytest.approx(0.2 - 0.7)
    assert found.side(1).play == 0


def test_a_draw_agreed_is_paid_by_who_stood_better():
    found = analysis([Look(0, 0.5, seat=0), Look(1, 0.2)], "1/2-1/2")
    assert found.side(1).play == pytest.approx(-0.3)
    assert found.side(0).play == pytest.approx(-0.3)  # its own decision, which led to 0.2


def test_what_is_drawn_before_the_first_decision_is_luck_too():
    found = analysis([Look(0, 0.6, luck=0.1)], "1/2-1/2")
    assert found.side(0).start == pytest.approx(0.5)
    assert found.side(0).luck == pytest.approx(0.1)


def test_closeness_is_one_where_it_always_stood_even():
    assert analysis([Look(0, 0.5, seat=0), Look(1, 0.5)], "1-0").closeness == 1
    assert analysis([Look(0, 0.5, seat=0), Look(1, 1.0)], "1-0").closeness == 0.5


@pytest.mark.parametrize(
    ("loss", "word"), [(0.039, ""), (0.04, "small"), (0.1, "large"), (0.2, "decisive"), (1, "decisive")]
)
def test_a_loss_has_a_word_from_its_threshold_on(loss, word):
    found = analysis([Look(0, 0.5, seat=0, loss=loss), Look(1, 0.5)], "1-0")
    assert found.plies[0].size == word
    assert sum(found.side(0).errors.values()) == bool(word)
    assert sum(found.side(1).errors.values()) == 0


def test_a_match_without_a_result_is_not_analysed():
    with pytest.raises(ValueError, match="result"):
        analysis([Look(0, 0.5)], "*")


@given(matches(), RESULTS)
def test_json_gives_the_same_looks_again(looks, result):
    written = json.loads(json.dumps(to_json(looks, result)))
    assert from_json(written) == looks


@pytest.mark.parametrize(
    ("slug", "position", "value"),
    [
        ("battle_chess", "1zs***vaz1/2pep2/7/7/2PEP2/1ZA***VSZ1 2 0/0 KRkr 0.0.20.30.40.70 0 1", -0.0616),
        ("battle_chess", "1u1/T1t/1M1/3 1 0/0 - dice 0 1", -0.1963),
        ("battle_chess", "2***v2/1p3/2+S2/5/2V2 1 1/0 Kk dice 0 5", -0.5150),
        ("chakart", "rnbqkbnr/pppppppp/8/8/4P3/4m3/PPPP1PPP/RNBQKBNR b 1 1111 000000000000", 0.0063),
    ],
)
def test_positions_are_judged_as_this_version_judges_them(slug, position, value):
    """Whoever changes weights or evaluation raises VERSION, for half-made analyses to begin again, and these values."""
    game = registry.get(slug)

    assert VERSION == 3
    assert game.evaluate(game.parse_state(position), 0) == pytest.approx(value, abs=0.0001)


def test_a_better_decision_survives_json():
    look = Look(3, 0.4, 0.1, 1, 0.2, Better("a-b", 0.8, ("a-b", "[+40] 1/3")), 4)
    assert look_from_json(json.loads(json.dumps(look_to_json(look)))) == look


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"looks": 3},
        {"looks": [{}]},
        {"looks": [{"ply": 0, "chance": 1, "other": 2}]},
        {"looks": [{"ply": "x", "chance": 1}]},
        {"looks": [{"ply": 0, "chance": "high"}]},
        {"looks": [{"ply": 0, "chance": 1, "luck": []}]},
        {"looks": [{"ply": 0, "chance": 1, "loss": None}]},
        {"looks": [{"ply": 0, "chance": 1, "better": {"action": "a-b", "chance": 1}}]},
    ],
)
def test_json_of_something_else_is_refused(data):
    with pytest.raises(NotationError, match="analysis"):
        from_json(data)


def test_remarks_are_passed_over_by_who_reads_the_record():
    record = recorded()
    looks = [Look(0, 0.5, seat=0, loss=0.2, better=Better("roll", 0.7, ("roll", "[2] 3/5"))), Look(1, 0.3, 0.2)]
    text = remarks(looks, record.result)
    assert "1. 50.0% -> 10.0% -> 30.0%, luck +20.0%, loss 20.0% (decisive), better roll [2] 3/5 (30.0%)" in text
    assert record_text.parse(text + record_text.write([record])) == [record]


def test_a_loss_too_small_for_a_word_names_nothing_better():
    looks = [Look(0, 0.5, seat=0, loss=0.001, better=Better("roll", 0.5, ("roll",))), Look(1, 0.53)]

    assert "1. 50.0% -> 53.0% -> 53.0%, loss 0.1%\n" in remarks(looks, "1-0")


def test_an_analysis_in_json_is_passed_over_by_who_reads_the_record():
    record = recorded()
    looks = [Look(0, 0.5, seat=0), Look(1, 0.3)]
    whole = record_json.to_json(record) | {"analysis": to_json(looks, record.result)}
    assert record_json.from_json(whole) == record
    assert from_json(whole["analysis"]) == looks
