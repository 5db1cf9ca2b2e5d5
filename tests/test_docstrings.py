"""Every public function says what it takes and gives, and shows an example."""

import inspect

import pytest
from together import together

import icosian

FUNCTIONS = [name for name in icosian.__all__ if inspect.isfunction(getattr(icosian, name))]
ALLOWED = {
    "GL01",  # where the summary starts is the linter's business; old versions differ from it
    "ES01",  # one sentence and the sections say enough
    "RT01",  # a function that returns an iterator documents what it yields
}


@pytest.mark.slow
@together("name", FUNCTIONS)
def test_a_public_function_is_documented_in_full(name):
    from numpydoc.validate import validate

    errors = validate(f"icosian.{name}")["errors"]
    assert not [error for error in errors if error[0] not in ALLOWED]
