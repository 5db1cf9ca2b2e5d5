"""Atomic writes: a file has its old content or the new one."""

import os
import pathlib
import stat

import pytest

from icosian._io.text import write_atomically
from icosian.exceptions import InvalidArgument


@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_failing_write_leaves_only_the_old_file(step, tmp_path, monkeypatch):
    path = tmp_path / "proof.json"
    path.write_bytes(b"old")

    def fail(self, *_):
        if step == "write_bytes":
            self.touch()
        raise OSError("disk full")

    monkeypatch.setattr(pathlib.Path, step, fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_atomically(pipe, b"news")
        assert os.read(reader, 100) == b"news"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("path", ["", "out/", "/", ".", "..", "a/.."])
def test_a_path_that_ends_in_no_name_is_refused(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidArgument, match=r"path must (not be empty|end in the name)"):
        write_atomically(path, b"new")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", ["none/proof.json", "file/proof.json", "folder"])
@pytest.mark.parametrize("kind", [str, pathlib.Path])
def test_errors_name_the_path_that_was_given(path, kind, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pathlib.Path("folder").mkdir()
    pathlib.Path("file").touch()
    with pytest.raises(OSError, match=rf"^\[Errno \d+\] [^:]*: '{path}'$") as caught:
        write_atomically(kind(path), b"new")
    assert caught.value.filename == path


@pytest.mark.parametrize("step", ["write_bytes", "replace"])
def test_a_folder_without_permission_is_named_as_it_was_given(step, tmp_path, monkeypatch):
    def fail(self, *_):
        raise PermissionError(13, "Permission denied", str(self), None, "elsewhere")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pathlib.Path, step, fail)
    with pytest.raises(PermissionError, match=r"^\[Errno 13\] Permission denied: 'proof.json'$"):
        write_atomically("proof.json", b"new")
