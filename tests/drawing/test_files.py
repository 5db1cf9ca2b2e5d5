import pathlib

import pytest
from drawing_proofs import PROOFS
from drawing_tours import six

from icosian.drawing import api, save, to_svg
from icosian.exceptions import InvalidArgument

MAGIC = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF"}


def test_an_upper_case_suffix_and_a_path_as_text_are_accepted(tmp_path):
    save(six(), str(tmp_path / "tour.SVG"))
    assert (tmp_path / "tour.SVG").read_text(encoding="utf-8") == to_svg(six())


@pytest.mark.parametrize("name", ["tour.jpeg", "tour", "tour.svg.gz", ".svg"])
def test_another_suffix_is_refused_before_any_work(name, tmp_path):
    with pytest.raises(InvalidArgument, match=r"\.pdf, \.png, \.svg.*got '.*" + name):
        save(None, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(InvalidArgument, match="folder of a picture must exist"):
        save(six(), tmp_path / "nowhere" / "tour.svg")


def test_a_folder_is_refused(tmp_path):
    (tmp_path / "tour.svg").mkdir()
    with pytest.raises(InvalidArgument, match="is a folder"):
        save(six(), tmp_path / "tour.svg")


def test_a_proof_that_cannot_be_drawn_leaves_the_old_file(tmp_path):
    path = tmp_path / "proof.png"
    path.write_bytes(b"old")
    with pytest.raises(InvalidArgument, match="not a node of G"):
        save(PROOFS["cut"][0], path, G=PROOFS["forced"][1])
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failing_picture_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "tour.svg"
    path.write_bytes(b"old")
    monkeypatch.setattr(api, "document", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        save(six(), path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_failing_write_leaves_the_old_file_and_no_other(step, tmp_path, monkeypatch):
    path = tmp_path / "tour.svg"
    path.write_bytes(b"old")

    def fail(self, *_):
        if step == "write_bytes":
            self.touch()
        raise OSError("disk full")

    monkeypatch.setattr(pathlib.Path, step, fail)
    with pytest.raises(OSError, match="disk full"):
        save(six(), path)
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
