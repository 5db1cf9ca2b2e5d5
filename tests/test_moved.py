"""Old names of modules: each gives the new one's attributes, other names stay unknown."""

import importlib
import pickle
import sys

import pytest

from icosian import _moved

every_old_name = pytest.mark.parametrize("old", _moved._MOVED)


def finders():
    return [finder for finder in sys.meta_path if isinstance(finder, _moved._Moved)]


@every_old_name
def test_a_module_that_moved_is_found_under_its_old_name(old):
    module, home = map(importlib.import_module, (old, _moved._MOVED[old]))
    assert module.__name__ == old
    assert home.__all__
    assert all(getattr(module, name) is getattr(home, name) for name in home.__all__)


@every_old_name
def test_a_pickle_under_an_old_name_gives_the_object_of_the_new_module(old):
    home = importlib.import_module(_moved._MOVED[old])
    for name in home.__all__:
        assert pickle.loads(f"c{old}\n{name}\n.".encode()) is getattr(home, name)


@every_old_name
def test_an_attribute_that_the_new_module_lacks_is_an_attribute_error(old):
    module = importlib.import_module(old)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        module.nonsense  # noqa: B018


@pytest.mark.parametrize("name", ["icosian._crs", "icosian.tours.paths", "icosian.paths.deeper"])
def test_a_name_that_no_module_ever_had_is_not_found(name):
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module(name)


@every_old_name
def test_no_module_stands_where_an_old_name_would_hide_it(old):
    importlib.import_module(old)
    assert isinstance(sys.modules[old].__spec__.loader, _moved._Moved)


def test_installing_twice_adds_one_finder(monkeypatch):
    monkeypatch.setattr(sys, "meta_path", [f for f in sys.meta_path if f not in finders()])
    assert finders() == []
    _moved.install()
    first = finders()
    _moved.install()
    assert finders() == first
    assert len(first) == 1


def test_importing_icosian_has_installed_one_finder():
    assert len(finders()) == 1
