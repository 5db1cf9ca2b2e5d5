"""Many quick cases in one item of pytest: to collect and report it takes longer than to run it."""

import inspect
from functools import wraps

from hypothesis import settings

FEW, THOROUGH = 3, 1000
"""Where hypothesis draws so many examples, all tests draw as few, and all others are more, too."""


def rounds(number):
    """Return how many random cases to run: so many, and ten times as many in the weekly run."""
    return number * (10 if settings().max_examples >= THOROUGH else 1)


def examples(number):
    """Return the settings of a test that draws as many random examples, few if few are asked."""
    return settings(max_examples=FEW if settings().max_examples == FEW else rounds(number))


def together(names, cases, ids=None):
    """Run a test for all cases, or those that a function makes; else as pytest.mark.parametrize."""
    words = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    made = cases if callable(cases) else list(cases).copy

    def decorate(test):
        @wraps(test)
        def run(**fixtures):
            for row in ((case,) if len(words) == 1 else tuple(case) for case in made()):
                try:
                    test(**fixtures, **dict(zip(words, row, strict=True)))
                except BaseException as error:
                    error.add_note(f"the case {', '.join(map(repr, row)):.500}")
                    raise

        signature = inspect.signature(test)
        others = [p for name, p in signature.parameters.items() if name not in words]
        run.__signature__ = signature.replace(parameters=others)
        return run

    return decorate
