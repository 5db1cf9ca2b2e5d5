"""icosian cover, as its user sees it."""

import json

import networkx as nx
import pytest

import icosian

STAR = nx.star_graph(4)


@pytest.fixture
def star(tmp_path):
    path = tmp_path / "star.json"
    path.write_text(json.dumps(nx.node_link_data(STAR, edges="edges")), encoding="utf-8")
    return str(path)


def test_the_paths_and_what_is_proved_of_them(star, run):
    first, *paths = run("cover 4x4").out.splitlines()
    assert first == "2 paths, proved to be the fewest."
    squares = [name for path in paths for name in path.split(" - ")]
    assert len(paths) == 2
    assert sorted(squares) == sorted(f"{file}{rank}" for file in "abcd" for rank in range(1, 5))
    assert run(["cover", star]).out.splitlines()[1:] == ["1 - 0 - 2", "3", "4"]


def test_json_holds_all_of_it(star, run):
    out, err = run(["cover", star, "--json"])
    answer = json.loads(out)
    assert err == ""
    assert answer["answer"]["cover"] == [[1, 0, 2], [3], [4]]
    assert (answer["result"], answer["answer"]["bound"], answer["answer"]["optimal"]) == (
        "found",
        3,
        True,
    )


def test_a_proof_that_it_writes_is_checked(star, tmp_path, run):
    proof, picture = tmp_path / "proof.json", tmp_path / "paths.svg"
    assert (
        run(["cover", star, "--quiet", "--proof", str(proof), "--save", str(picture)]).err
        == f"saved {proof}, {picture}\n"
    )
    assert "3 paths" in picture.read_text(encoding="utf-8")
    icosian.Proof.from_json(proof.read_text()).check(STAR)
    assert run(["check", str(proof), star]).out.startswith(
        "holds: There is no path cover with fewer than 3"
    )
    proof.write_text(proof.read_text().replace('"bound": 3', '"bound": 4'))
    run(["check", str(proof), star], 1)
    assert json.loads(
        run(["cover", "4x4", "--proof", str(proof), "--json", "--timeout", "0"]).out.splitlines()[
            -1
        ]
    )["saved"] in ([], [str(proof)])
