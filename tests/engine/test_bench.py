import pytest

from engine.__main__ import main
from engine.bench import bench, measure
from engine.protocol import NotationError


def test_every_figure_is_shown_for_both_forms():
    head, *lines = bench("battle_chess", 0.01)

    assert head.split() == ["battle_chess", "plain", "compiled", "ratio"]
    assert [line.split(",")[0] for line in lines[:3]][::2] == ["perft", "search"]
    for line in lines[:3]:
        plain, compiled, ratio = (float(cell.replace(",", "")) for cell in line.split()[-3:])
        assert plain > 0
        assert compiled / plain == pytest.approx(ratio, rel=0.1)


def test_a_measurement_counts_what_is_done():
    speed = {figure: speed for figure, (speed, _) in measure("battle_chess", 0.01, {}).items()}

    assert speed["perft"] > speed["playouts"] > 1
    assert speed["search"] > speed["playouts"]


def test_works_of_given_sizes_are_measured():
    sizes = {"perft": 2, "playouts": 1, "search": 1}

    found = measure("battle_chess", 0.01, sizes)

    assert {figure: found[figure][1] for figure in sizes} == sizes


def test_a_game_with_a_file_of_positions_lists_their_decisions_too():
    found = measure("chakart", 0.01, {})

    assert found["lists"][0] > found["resolved"][0] > 1
    assert "lists" not in measure("battle_chess", 0.01, {})


def test_an_unknown_game_is_refused(capsys):
    with pytest.raises(NotationError, match="battle_chess"):
        bench("ludo")

    assert main(["bench", "ludo"]) == 2
    assert capsys.readouterr().err.startswith("error: game: no game 'ludo'")
